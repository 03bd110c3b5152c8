// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Reductions of a CSR matrix: sums over its rows, its columns and all entries, by any monoid; which rows and columns
/// have entries.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/reduce/kernels.hpp>
#include <Araios/spmv.hpp>
#include <Araios/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

namespace Impl::reduce {
/// What a monoid requires of rows: duplicates represent their sum, which only Plus makes of their values.
template <class Add>
inline constexpr Order order_for = std::is_same_v<Add, Plus> ? Order::any : Order::strict;

/// Refuses a type that the monoid cannot add, with a sentence.
template <class Add, class T>
constexpr bool adds() {
  constexpr bool is_right = Monoid<Add, T>;
  static_assert(is_right, "Araios: the monoid cannot add these elements: Min and Max need an order, which complex "
                          "numbers have not; a custom monoid needs identity<T>() and operator()(a, b)");
  return is_right;
}

/// T where it is given, else the type of the values.
template <class T, class S>
using SumOf = std::conditional_t<std::is_void_v<T>, std::remove_const_t<S>, T>;
}  // namespace Impl::reduce

/// y(i) := the sum of the values of row i; that of no entries is the identity of the monoid
///
/// The monoid is Plus, Min, Max, Or, or the user's own (core/semiring.hpp). An entry of a Pattern is 1, so that
/// reduce_rows(exec, A, y) of a Pattern counts the entries of each row.
///
/// Shapes        A is m-by-n, y has m elements.
/// Requires      A as checked by `validate`; rows in any order. Duplicates count each, which is right for Plus alone:
///               other monoids need rows sorted without duplicates (`sum_duplicates`). y overlaps no array of A.
/// Sums          use the type of y.
/// Cost          `spmv` by merge path with a vector of ones, 3 kernels: balanced by rows plus entries.
/// Asynchronous  yes. Takes n elements of y's type from `workspace`, and what `spmv` takes.
/// Deterministic run to run; where sums are exact, as of Min, Max, Or and integers, space to space.
/// Throws        std::invalid_argument when the lengths disagree, or y overlaps an array of A.
template <class Add = Plus, ExecutionSpace Exec, VectorView Y>
  requires Accesses<Exec, Y>
void reduce_rows(Exec const& exec, CsrOf<Exec> auto const& A, Y const& y, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using T = typename Y::non_const_value_type;
  if constexpr (Impl::reduce::adds<Add, T>()) {
    using Space = typename Exec::memory_space;
    Impl::check_equal(y.extent(0), a.num_rows(), "Araios::reduce_rows: length of y, rows of A");
    Impl::check_disjoint_from_arrays("Araios::reduce_rows", y, "y", a, "A");
    Impl::check_operands(exec, "Araios::reduce_rows", Impl::Operand("A", a, Impl::reduce::order_for<Add>));
    Impl::ScopedRegion const region("Araios::reduce_rows");
    auto& space = workspace.get(exec);
    typename Workspace<Space>::Frame const frame(space);
    auto const ones = space.template take<Kokkos::View<T*, Space>>(exec, a.num_cols());
    Araios::fill(exec, ones, T(1));
    spmv<Impl::reduce::RowSums<Add>>(exec, T(1), a, ones, Add::template identity<T>(), y, {.method = SpmvMethod::merge},
                                     space);
  }
}

/// Returns the result in a new View of T, or of the type of the values of A where T is not given. A Pattern needs T.
template <class Add = Plus, class T = void, ExecutionSpace Exec>
auto reduce_rows(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using S = typename Impl::MatrixType<decltype(A)>::Scalar;
  using Sum = Impl::reduce::SumOf<T, S>;
  static_assert(!is_pattern_v<Sum>, "reduce_rows: a Pattern has no values; name a type, as in <Plus, int>");
  auto const y = allocate<Kokkos::View<Sum*, typename Exec::memory_space>>(exec, "Araios::reduce_rows", a.num_rows());
  reduce_rows<Add>(exec, a, y, workspace.get(exec));
  return y;
}
/// Into a container of the standard library: refused, with the remedy.
template <class Add = Plus, ExecutionSpace Exec>
void reduce_rows(Exec const&, CsrOf<Exec> auto const&, Impl::StandardContainer auto const&, auto const&...) {
  Impl::vectors_are_views<Exec>();
}

/// y(j) := the sum of the values of column j; that of no entries is the identity of the monoid
///
/// Shapes        A is m-by-n, y has n elements.
/// Requires, Sums   as `reduce_rows`.
/// Cost          where sums do not depend on the order (Min, Max, Or; Plus of integers) one kernel with an atomic
///               operation per entry; else `transpose` of A and `reduce_rows`.
/// Asynchronous  yes. With the transposition, that is allocated.
/// Deterministic, Throws   as `reduce_rows`.
template <class Add = Plus, ExecutionSpace Exec, VectorView Y>
  requires Accesses<Exec, Y>
void reduce_columns(Exec const& exec, CsrOf<Exec> auto const& A, Y const& y, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using T = typename Y::non_const_value_type;
  if constexpr (Impl::reduce::adds<Add, T>()) {
    Impl::check_equal(y.extent(0), a.num_cols(), "Araios::reduce_columns: length of y, columns of A");
    Impl::check_disjoint_from_arrays("Araios::reduce_columns", y, "y", a, "A");
    Impl::check_operands(exec, "Araios::reduce_columns", Impl::Operand("A", a, Impl::reduce::order_for<Add>));
    Impl::ScopedRegion const region("Araios::reduce_columns");
    if constexpr (Impl::reduce::is_free_of_order<Add, T>) {
      Araios::fill(exec, y, Add::template identity<T>());
      if (a.nnz() > 0)
        Kokkos::parallel_for(
            "Araios::reduce_columns", Araios::range(exec, static_cast<std::int64_t>(a.nnz())),
            Impl::reduce::AddToColumns<Add, decltype(a.entries), decltype(a.values), Y>{a.entries, a.values, y});
    } else {
      auto& space = workspace.get(exec);
      reduce_rows<Add>(exec, transpose(exec, a, TransposeOptions{}, space), y, space);
    }
  }
}

/// Returns the result in a new View of T, or of the type of the values of A where T is not given. A Pattern needs T.
template <class Add = Plus, class T = void, ExecutionSpace Exec>
auto reduce_columns(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using S = typename Impl::MatrixType<decltype(A)>::Scalar;
  using Sum = Impl::reduce::SumOf<T, S>;
  static_assert(!is_pattern_v<Sum>, "reduce_columns: a Pattern has no values; name a type, as in <Plus, int>");
  auto const y =
      allocate<Kokkos::View<Sum*, typename Exec::memory_space>>(exec, "Araios::reduce_columns", a.num_cols());
  reduce_columns<Add>(exec, a, y, workspace.get(exec));
  return y;
}
/// Into a container of the standard library: refused, with the remedy.
template <class Add = Plus, ExecutionSpace Exec>
void reduce_columns(Exec const&, CsrOf<Exec> auto const&, Impl::StandardContainer auto const&, auto const&...) {
  Impl::vectors_are_views<Exec>();
}

/// The sum of all values of A; that of no entries is the identity of the monoid
///
/// Requires      A as checked by `validate`; duplicates as of `reduce_rows`.
/// Sums          use T, by default the type of the values. Blocks of 8,192 entries are added in chains of 32, their sums
///               in pairs, and the blocks in the same way: the error grows with the logarithm of the number of entries.
///               Entries of a Pattern are 1; their number is nnz().
/// Cost          2 kernels, 3 from 67 million entries on: reads the values.
/// Asynchronous  no: one fence, to read the sum. Takes a T for each 8,192 entries from `workspace`.
/// Deterministic space to space, bitwise: the order of the sum depends on the number of entries alone.
template <class Add = Plus, class T = void, ExecutionSpace Exec>
auto reduce(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using S = typename Impl::MatrixType<decltype(A)>::Scalar;
  using Sum = Impl::reduce::SumOf<T, S>;
  using Space = typename Exec::memory_space;
  static_assert(!is_pattern_v<Sum>, "reduce: a Pattern has no values; name a type, as in <Plus, int>");
  Impl::check_operands(exec, "Araios::reduce", Impl::Operand("A", a, Impl::reduce::order_for<Add>));
  if constexpr (Impl::reduce::adds<Add, Sum>()) {
    if (a.nnz() == 0) return Add::template identity<Sum>();
    Impl::ScopedRegion const region("Araios::reduce");
    auto& space = workspace.get(exec);
    typename Workspace<Space>::Frame const frame(space);
    auto const storage = space.template take<Kokkos::View<Sum*, Space>>(exec, 1);
    Kokkos::View<Sum, Space, Kokkos::MemoryUnmanaged> const result(storage.data());
    Impl::sum_terms<Add>(exec, "Araios::reduce", Impl::reduce::EntryTerms<Sum, decltype(a.values)>{a.values},
                         static_cast<std::int64_t>(a.nnz()), Impl::SumShape::block, result, space);
    return Araios::read_back(exec, result, "Araios::reduce: the sum is on the host");
  }
}

/// The rows of A that have entries, as a Boolean vector
///
/// Shapes        A is m-by-n, the vector has m elements.
/// Requires      row_map of A as checked by `validate`.
/// Order         sorted.
/// Cost          a scan over the rows and one kernel.
/// Asynchronous  no: one fence, to read the number of rows. Allocates the vector; takes an Ordinal per row from
///               `workspace`.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec>
auto nonempty_rows(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using O = OrdinalOf<decltype(A)>;
  Impl::check_operands(exec, "Araios::nonempty_rows", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::nonempty_rows");
  auto& space = workspace.get(exec);
  typename Workspace<typename Exec::memory_space>::Frame const frame(space);
  return Impl::reduce::list_flagged<O>(exec, "Araios::nonempty_rows",
                                       Impl::reduce::HasEntries<decltype(a.row_map)>{a.row_map, a.num_rows()}, space);
}

/// The columns of A that have entries, as a Boolean vector
///
/// Shapes        A is m-by-n, the vector has n elements.
/// Requires      entries of A in [0, n).
/// Cost          marks the columns of all entries, a scan over the columns and one kernel.
/// Asynchronous  no: one fence, to read the number of columns. Allocates the vector; takes 4 bytes and an Ordinal per
///               column from `workspace`.
/// Order, Deterministic   as `nonempty_rows`.
template <ExecutionSpace Exec>
auto nonempty_columns(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using O = OrdinalOf<decltype(A)>;
  using Marks = Kokkos::View<int*, typename Exec::memory_space>;
  Impl::check_operands(exec, "Araios::nonempty_columns", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::nonempty_columns");
  auto& space = workspace.get(exec);
  typename Workspace<typename Exec::memory_space>::Frame const frame(space);
  auto const marks = space.template take<Marks>(exec, a.num_cols());
  Araios::fill(exec, marks, 0);
  if (a.nnz() > 0)
    Kokkos::parallel_for("Araios::nonempty_columns::mark", Araios::range(exec, static_cast<std::int64_t>(a.nnz())),
                         Impl::reduce::MarkColumns<decltype(a.entries), Marks>{a.entries, marks});
  return Impl::reduce::list_flagged<O>(exec, "Araios::nonempty_columns", Impl::reduce::IsMarked<Marks>{marks}, space);
}

}  // namespace Araios
