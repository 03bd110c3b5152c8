// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMSpV: a sparse matrix times a sparse vector.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/convert/sparse_vector.hpp>
#include <Araios/operations/spmspv/reduce_runs.hpp>
#include <Araios/primitives/expand.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/spmv.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios {

namespace Impl::spmspv {

/// The lengths of the columns of A at the indices of x.
template <class ColMap, class Indices>
struct NamedLengths {
  ColMap col_map;
  Indices indices;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t p) const {
    auto const j = indices(p);
    return static_cast<std::int64_t>(col_map(j + 1)) - static_cast<std::int64_t>(col_map(j));
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(indices.extent(0)); }
};

/// 1 where a row differs from the one before it.
template <class Rows>
struct RowHeads {
  Rows rows;
  KOKKOS_FUNCTION int operator()(std::int64_t q) const { return q == 0 || rows(q) != rows(q - 1); }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(rows.extent(0)); }
};

/// The run of a product, from the number of runs that begin before each product.
template <class Before>
struct RunOf {
  Before before;
  KOKKOS_FUNCTION auto operator()(std::int64_t q) const { return before(q + 1) - 1; }
};

/// a times x in T; a Pattern is the one of the semiring, on either side.
template <SemiringType Semiring, class T, class A, class X>
KOKKOS_INLINE_FUNCTION T spmspv_term(A const& a, X const& x) {
  if constexpr (is_pattern_v<T>)
    return {};
  else if constexpr (is_pattern_v<X>)
    if constexpr (is_pattern_v<A>)
      return Semiring::template one<T>();
    else
      return Semiring::times_one(static_cast<T>(a));
  else
    return spmv::spmv_term<Semiring, T>(a, x);
}

/// Product q: an entry of the column that x names. On entry rows(q) is the entry of x, on exit the row of the product.
template <SemiringType Semiring, class Matrix, class X, class Offsets, class Rows, class Products>
struct ExpandProducts {
  Matrix A;
  X x;
  Offsets offsets;
  Rows rows;
  Products products;

  KOKKOS_FUNCTION void operator()(std::int64_t q) const {
    using T = typename Products::value_type;
    auto const p = rows(q);
    auto const e = static_cast<std::int64_t>(A.col_map(x.indices(p))) + (q - offsets(p));
    rows(q) = A.entries(e);
    // A sum begins with the zero of the semiring, also that of one product; Plus alone would lose the sign of -0.0.
    if constexpr (is_pattern_v<T> || std::is_same_v<typename Semiring::monoid, Plus>)
      products(q) = spmspv_term<Semiring, T>(A.values(e), x.values(p));
    else
      products(q) = Semiring::add(Semiring::template zero<T>(), spmspv_term<Semiring, T>(A.values(e), x.values(p)));
  }
};

/// indices(r) := the row of run r.
template <class Exec, class Rows, class Before, class Indices>
ARAIOS_NOT_INLINED void fill_run_rows(Exec const& exec, Rows const& rows, Before const& before,
                                      Indices const& indices) {
  RowHeads<Rows> const heads{rows};
  Kokkos::parallel_for(
      "Araios::spmspv::indices", range(exec, rows.extent(0)), KOKKOS_LAMBDA(std::int64_t q) {
        if (heads(q)) indices(before(q)) = rows(q);
      });
}

template <class Given, class A, class X>
using SpmspvScalar =
    std::conditional_t<!std::is_void_v<Given>, Given,
                       std::conditional_t<is_pattern_v<X>, std::remove_const_t<A>, std::remove_const_t<X>>>;

/// The semiring is one over the elements of y. Where these are Patterns, nothing is computed.
template <class Semiring, class Scalar>
concept SemiringOfResult = is_pattern_v<Scalar> || SemiringOver<Semiring, Scalar>;

}  // namespace Impl::spmspv

/// y := A x for sparse x, in the arithmetic of a semiring; y is a sparse vector with an entry for each row that has an
/// entry in a column at an index of x
///
/// T is the type of y, of products and of sums: by default that of x, or that of A where x is a Pattern. Where both are
/// Patterns, so is y, and nothing is computed.
///
/// Shapes        A is m-by-n by columns; x has n elements, y has m. f is the number of products: the sum of the lengths
///               of the columns at the indices of x.
/// Requires      A as checked by its `validate`; indices of x in [0, n), in any order. A repeated index counts each
///               time; x with so many that they name 16 times as many products as A and x have entries is refused.
/// Order         y is sorted, without duplicates. Explicit zeros and sums that cancel are entries.
/// Cost          proportional to f, independent of n and the rest of A: the products are written (distributed by
///               products, not by columns), sorted by row (`radix_sort`, bits of m - 1) and summed by runs; about 10
///               kernels more.
/// Asynchronous  no: two fences, to read f and the number of entries of y. Allocates y; takes 2 f times (an index and a
///               T), f + 1 indices, 8 bytes per entry of x, and the workspace of the sort from `workspace`.
/// Deterministic thread count: a sum is in the order of x, divided at positions that depend on f alone.
/// Throws        std::invalid_argument when the lengths disagree, or indices of x repeat too often (see Requires).
/// Source        expand, sort, compress: Bell, Dalton and Olson, 2012, for one column; the semirings are those of
///               GraphBLAS.
template <SemiringType Semiring = PlusTimes, class T = void, ExecutionSpace Exec, class SA, class O, class F, class MA,
          class SX, class MX>
  requires Accesses<Exec, CscMatrix<SA, O, F, MA>, SparseVector<SX, O, MX>> &&
           Impl::spmspv::SemiringOfResult<Semiring, Impl::spmspv::SpmspvScalar<T, SA, SX>>
auto spmspv(Exec const& exec, CscMatrix<SA, O, F, MA> const& A, SparseVector<SX, O, MX> const& x,
            WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = Impl::spmspv::SpmspvScalar<T, SA, SX>;
  using Result = SparseVector<Scalar, O, Space>;
  using Indices = Kokkos::View<O*, Space>;
  using Values = ValuesViewOf<Scalar, Space>;
  using Offsets = Kokkos::View<std::int64_t*, Space>;
  Impl::check_equal(x.length(), A.num_cols(), "Araios::spmspv: length of x, columns of A");
  Impl::check_operands(exec, "Araios::spmspv", Impl::Operand("A", A), Impl::Operand("x", x));
  Impl::ScopedRegion const region("Araios::spmspv");
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  std::int64_t const m = A.num_rows();
  std::int64_t const named = x.nnz();
  std::int64_t products = 0;
  auto const offsets = space.template take<Offsets>(exec, named + 1);
  if (named > 0 && A.nnz() > 0) {
    exclusive_scan(exec, Impl::spmspv::NamedLengths<decltype(A.col_map), decltype(x.indices)>{A.col_map, x.indices},
                   offsets, space);
    products = Impl::read_back(exec, offsets, named, "Araios::spmspv: the number of products is on the host");
    std::int64_t const most = 16 * (static_cast<std::int64_t>(A.nnz()) + named);
    Impl::check(products <= most, "Araios::spmspv: x repeats indices: its ", named, " entries name ", products,
                " products, more than 16 times the entries of A and x (", most, "); sum the entries of x first");
  }
  if (products == 0) return Result(m, allocate_sparse_vector<Scalar, O>(exec, "Araios::spmspv", 0));

  auto const rows = space.template take<Indices>(exec, products);
  auto const values = space.template take_values<Values>(exec, products);
  auto const sorted_rows = space.template take<Indices>(exec, products);
  auto const sorted_values = space.template take_values<Values>(exec, products);
  pointers_to_index(exec, offsets, rows);
  Kokkos::parallel_for("Araios::spmspv::products", Impl::range(exec, products),
                       Impl::spmspv::ExpandProducts<Semiring, CscMatrix<SA, O, F, MA>, SparseVector<SX, O, MX>, Offsets,
                                                    Indices, Values>{A, x, offsets, rows, values});
  radix_sort(exec, {.key_bits = Impl::bits_for(m)}, rows, values, NoValues{}, sorted_rows, sorted_values, NoValues{},
             space);
  auto const before = space.template take<Indices>(exec, products + 1);
  exclusive_scan(exec, Impl::spmspv::RowHeads<Indices>{sorted_rows}, before, space);
  std::int64_t const nnz = static_cast<std::int64_t>(
      Impl::read_back(exec, before, products, "Araios::spmspv: the number of entries is on the host"));
  auto const y = allocate_sparse_vector<Scalar, O>(exec, "Araios::spmspv", nnz);
  Impl::spmspv::fill_run_rows(exec, sorted_rows, before, y.indices);
  if constexpr (!is_pattern_v<Scalar>)
    Impl::spmspv::reduce_runs<Semiring, O>(exec, "Araios::spmspv::sum", products, Impl::spmspv::RunOf<Indices>{before},
                                           sorted_values, y.values, space);
  return Result(m, y);
}

namespace Impl::spmspv {
/// dense := the values of x at the indices of x; a Pattern is the one of the semiring.
template <SemiringType Semiring, class Exec, class X, class Dense>
ARAIOS_NOT_INLINED void scatter_as_semiring(Exec const& exec, X const& x, Dense const& dense) {
  using T = typename Dense::value_type;
  if (x.nnz() == 0) return;
  Kokkos::parallel_for(
      "Araios::spmspv::scatter", range(exec, x.nnz()),
      KOKKOS_LAMBDA(std::int64_t p) { dense(x.indices(p)) = spmspv_term<Semiring, T>(Pattern{}, x.values(p)); });
}

/// The multiplication of a semiring, but anything times the zero is the zero.
template <SemiringType Semiring>
struct TimesOrZero {
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return Semiring::template one<T>();
  }
  template <class T>
  KOKKOS_FUNCTION constexpr T operator()(T const& a, T const& x) const {
    T const zero = Semiring::template zero<T>();
    return x == zero ? zero : Semiring::multiply(a, x);
  }
};
/// A semiring in which anything times the zero is the zero: where x has no entry, an infinity or NaN of A does not
/// count.
template <SemiringType Semiring>
struct AnnihilatingZero : SemiringOf<typename Semiring::monoid, TimesOrZero<Semiring>> {
  template <class T>
  KOKKOS_FUNCTION static constexpr T scale(T const& factor, T const& a) {
    return Semiring::scale(factor, a);
  }
  template <class T, class A, class B>
  KOKKOS_FUNCTION static constexpr T product(A const& a, B const& b) {
    T const zero = Semiring::template zero<T>();
    return static_cast<T>(b) == zero ? zero : Semiring::template product<T>(a, b);
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T multiply_one(T const& a) {
    return a == Semiring::template zero<T>() ? a : Semiring::multiply_one(a);
  }
};

/// The elements that are not the zero of the semiring.
template <SemiringType Semiring>
struct IsNotSemiringZero {
  template <class T>
  KOKKOS_FUNCTION bool operator()(T const& value) const {
    return !(value == Semiring::template zero<T>());
  }
};
}  // namespace Impl::spmspv

/// y := A x for sparse x and a matrix by rows: x is scattered into a dense vector, and `spmv` multiplies with it
///
/// For matrices without storage by columns, and for x of many entries; every entry of A is read.
///
/// Shapes        A is m-by-n by rows; x has n elements, y has m.
/// Requires      A as checked by its `validate`; indices of x in [0, n), none twice, in any order. T (see above) is no
///               Pattern.
/// Order         y is sorted, without duplicates. Elements that equal the zero of the semiring are no entries: in y
///               they are the same as rows that x does not reach, in x the same as columns without an entry.
/// Cost          `spmv`, `dense_to_sparse` and two kernels.
/// Asynchronous  no: one fence, to read the number of entries of y. Allocates y; takes n + m of T, m Ordinals, and the
///               workspace of `spmv`.
/// Deterministic run to run.
/// Throws        std::invalid_argument when the lengths disagree.
template <SemiringType Semiring = PlusTimes, class T = void, ExecutionSpace Exec, class SA, class O, class F, class MA,
          class SX, class MX>
  requires Accesses<Exec, CsrMatrix<SA, O, F, MA>, SparseVector<SX, O, MX>> &&
           Impl::spmspv::SemiringOfResult<Semiring, Impl::spmspv::SpmspvScalar<T, SA, SX>>
auto spmspv(Exec const& exec, CsrMatrix<SA, O, F, MA> const& A, SparseVector<SX, O, MX> const& x,
            WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = Impl::spmspv::SpmspvScalar<T, SA, SX>;
  static_assert(!is_pattern_v<Scalar>, "spmspv of a CsrMatrix: name the type of y, as in spmspv<OrAnd, int>");
  using Dense = Kokkos::View<Scalar*, Space>;
  Impl::check_equal(x.length(), A.num_cols(), "Araios::spmspv: length of x, columns of A");
  Impl::check_operands(exec, "Araios::spmspv", Impl::Operand("A", A), Impl::Operand("x", x));
  Impl::ScopedRegion const region("Araios::spmspv");
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const dense_y = space.template take<Dense>(exec, A.num_rows());
  auto const dense_x = space.template take<Dense>(exec, A.num_cols());
  Scalar const zero = Semiring::template zero<Scalar>();
  Scalar const one = Semiring::template one<Scalar>();
  Impl::fill(exec, dense_x, zero);
  Impl::spmspv::scatter_as_semiring<Semiring>(exec, x, dense_x);
  spmv<Impl::spmspv::AnnihilatingZero<Semiring>>(exec, SpmvOptions{}, one, A, dense_x, zero, dense_y, space);
  return dense_to_sparse<O>(exec, dense_y, Impl::spmspv::IsNotSemiringZero<Semiring>{}, space);
}

}  // namespace Araios
