// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// New values for the same pattern: functions of each value, scaled rows and columns; and the diagonal of a matrix.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios {

namespace Impl::transform {

/// Throws when values overlap an array of A other than A.values.
template <class Matrix, class Values>
void check_new_values(char const* function, Matrix const& A, Values const& values) {
  check_disjoint_or_same(function, values, "values", A.values, "A.values");
  check_disjoint(function, values, "values", A.entries, "A.entries");
  check_disjoint(function, values, "values", A.row_map, "A.row_map");
}

template <class Factors, class From, class To>
struct ScaleByRow {
  Factors factors;
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    using T = typename To::value_type;
    to(p) = PlusTimes::product<T>(factors(i), from(p));
  }
};

template <class Entries, class Values, class Diagonal>
struct TakeDiagonal {
  Entries entries;
  Values values;
  Diagonal diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    using T = typename Diagonal::value_type;
    if (static_cast<std::int64_t>(entries(p)) != i) return;
    if constexpr (is_pattern_v<typename Values::value_type>)
      diagonal(i) = T(1);
    else
      diagonal(i) = static_cast<T>(values(p));
  }
};

/// A matrix with the pattern of A, with its own values, which are not set yet.
template <class T, class Exec, class S, class O, class F, class M>
CsrMatrix<T, O, F, M> with_new_values(Exec const& exec, std::string const& label, CsrMatrix<S, O, F, M> const& A) {
  auto const values = allocate_values<Araios::ValuesViewOf<T, M>>(exec, label, A.nnz());
  return CsrMatrix<T, O, F, M>(A.num_rows(), A.num_cols(), A.row_map, A.entries, values);
}

}  // namespace Impl::transform

/// values(p) := f(A.values(p)) for every entry p of A
///
/// Shapes        values has k elements, and may be A.values.
/// Requires      f can be called by kernels with a value of A; of a Pattern, with a Pattern. Rows of A sorted without
///               duplicates (`sum_duplicates`): f of the parts of a sum is not f of the sum.
/// Cost          one kernel: reads the values, writes values.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space where f is.
/// Throws        std::invalid_argument when the lengths disagree, or what is written overlaps another array.
template <ExecutionSpace Exec, class Function, VectorView Values, CsrOf<Exec> MatrixA>
  requires Accesses<Exec, Values>
ARAIOS_NOT_INLINED void transform_values(Exec const& exec, Function const& f, MatrixA const& A, Values const& values) {
  auto const& a = Impl::as_matrix(A);
  using T = typename Values::non_const_value_type;
  Impl::check_equal(values.extent(0), a.nnz(), "Araios::transform_values: length of values, entries of A");
  Impl::transform::check_new_values("Araios::transform_values", a, values);
  Impl::check_operands(exec, "Araios::transform_values", Impl::Operand("A", a, Order::strict));
  if (a.nnz() == 0) return;
  auto const from = a.values;
  Kokkos::parallel_for(
      "Araios::transform_values", Araios::range(exec, static_cast<std::int64_t>(a.nnz())),
      KOKKOS_LAMBDA(std::int64_t p) { values(p) = static_cast<T>(f(from(p))); });
}

/// Returns the results of f in a new matrix with the pattern of A: it shares row_map and entries with A
///
/// Asynchronous  yes; allocates the values.
template <ExecutionSpace Exec, class Function>
auto transform_values(Exec const& exec, Function const& f, CsrOf<Exec> auto const& A) {
  auto const& a = Impl::as_matrix(A);
  using T = std::remove_cvref_t<std::invoke_result_t<Function const&, ScalarOf<decltype(A)> const&>>;
  auto const B = Impl::transform::with_new_values<T>(exec, "Araios::transform_values::values", a);
  transform_values(exec, f, a, B.values);
  return B;
}

/// values := those of diag(d) A: each is multiplied by the element of d for its row
///
/// Shapes        d has m elements; values has k, and may be A.values.
/// Requires      row_map of A as checked by `validate`. Products use the type of values.
/// Cost          one kernel: reads d, row_map and the values once, writes values. Balanced by entries, for rows of any
///               length.
/// Asynchronous  yes; allocates nothing.
/// Deterministic thread count; of real values space to space.
/// Throws        std::invalid_argument when the lengths disagree, or what is written overlaps another array.
template <ExecutionSpace Exec, VectorView D, VectorView Values>
  requires Accesses<Exec, D, Values>
void scale_rows(Exec const& exec, D const& d, CsrOf<Exec> auto const& A, Values const& values) {
  auto const& a = Impl::as_matrix(A);
  using S = typename Impl::MatrixType<decltype(A)>::Scalar;
  static_assert(!is_pattern_v<S>, "scale_rows: a Pattern has no values; see transform_values");
  Impl::check_equal(d.extent(0), a.num_rows(), "Araios::scale_rows: length of d, rows of A");
  Impl::check_equal(values.extent(0), a.nnz(), "Araios::scale_rows: length of values, entries of A");
  Impl::transform::check_new_values("Araios::scale_rows", a, values);
  Impl::check_disjoint("Araios::scale_rows", values, "values", d, "d");
  Impl::check_operands(exec, "Araios::scale_rows", Impl::Operand("A", a));
  Impl::visit_segments(exec, "Araios::scale_rows", a.row_map, static_cast<std::int64_t>(a.nnz()),
                       Impl::transform::ScaleByRow<D, decltype(a.values), Values>{d, a.values, values});
}

/// Returns the result as a new matrix, which shares row_map and entries with A and has the type of its values.
template <ExecutionSpace Exec, VectorView D>
  requires Accesses<Exec, D>
auto scale_rows(Exec const& exec, D const& d, CsrOf<Exec> auto const& A) {
  auto const& a = Impl::as_matrix(A);
  auto const B = Impl::transform::with_new_values<ScalarOf<decltype(A)>>(exec, "Araios::scale_rows::values", a);
  scale_rows(exec, d, a, B.values);
  return B;
}
/// Into values that cannot be written: refused, with the remedy.
template <ExecutionSpace Exec, VectorView D, VectorView Values>
  requires Accesses<Exec, D, Values> && Impl::ViewOfConst<Values>
void scale_rows(Exec const&, D const&, CsrOf<Exec> auto const&, Values const&) {
  Impl::values_are_written<Exec>();
}
/// With a container of the standard library: refused, with the remedy.
template <ExecutionSpace Exec>
void scale_rows(Exec const&, Impl::StandardContainer auto const&, CsrOf<Exec> auto const&, auto const&...) {
  Impl::vectors_are_views<Exec>();
}

/// values := those of A diag(d): each is multiplied by the element of d for its column
///
/// Shapes        d has n elements; values has k, and may be A.values.
/// Requires      entries of A in [0, n). Products use the type of values.
/// Cost          one kernel: reads entries, values and the elements of d at the entries, writes values.
/// Asynchronous  yes; allocates nothing.
/// Deterministic thread count; of real values space to space.
/// Throws        std::invalid_argument when the lengths disagree, or what is written overlaps another array.
template <ExecutionSpace Exec, VectorView D, VectorView Values, CsrOf<Exec> MatrixA>
  requires Accesses<Exec, D, Values>
ARAIOS_NOT_INLINED void scale_columns(Exec const& exec, MatrixA const& A, D const& d, Values const& values) {
  auto const& a = Impl::as_matrix(A);
  using S = typename Impl::MatrixType<MatrixA>::Scalar;
  static_assert(!is_pattern_v<S>, "scale_columns: a Pattern has no values; see transform_values");
  using T = typename Values::non_const_value_type;
  Impl::check_equal(d.extent(0), a.num_cols(), "Araios::scale_columns: length of d, columns of A");
  Impl::check_equal(values.extent(0), a.nnz(), "Araios::scale_columns: length of values, entries of A");
  Impl::transform::check_new_values("Araios::scale_columns", a, values);
  Impl::check_disjoint("Araios::scale_columns", values, "values", d, "d");
  Impl::check_operands(exec, "Araios::scale_columns", Impl::Operand("A", a));
  if (a.nnz() == 0) return;
  auto const entries = a.entries;
  auto const from = a.values;
  Kokkos::parallel_for(
      "Araios::scale_columns", Araios::range(exec, static_cast<std::int64_t>(a.nnz())),
      KOKKOS_LAMBDA(std::int64_t p) { values(p) = PlusTimes::product<T>(from(p), d(entries(p))); });
}

/// Returns the result as a new matrix, which shares row_map and entries with A and has the type of its values.
template <ExecutionSpace Exec, VectorView D>
  requires Accesses<Exec, D>
auto scale_columns(Exec const& exec, CsrOf<Exec> auto const& A, D const& d) {
  auto const& a = Impl::as_matrix(A);
  auto const B = Impl::transform::with_new_values<ScalarOf<decltype(A)>>(exec, "Araios::scale_columns::values", a);
  scale_columns(exec, a, d, B.values);
  return B;
}
/// Into values that cannot be written: refused, with the remedy.
template <ExecutionSpace Exec, VectorView D, VectorView Values, CsrOf<Exec> MatrixA>
  requires Accesses<Exec, D, Values> && Impl::ViewOfConst<Values>
void scale_columns(Exec const&, MatrixA const&, D const&, Values const&) {
  Impl::values_are_written<Exec>();
}
/// With a container of the standard library: refused, with the remedy.
template <ExecutionSpace Exec>
void scale_columns(Exec const&, CsrOf<Exec> auto const&, Impl::StandardContainer auto const&, auto const&...) {
  Impl::vectors_are_views<Exec>();
}

/// diagonal(i) := the entry of A at (i, i), or 0 where there is none
///
/// Shapes        diagonal has min(m, n) elements.
/// Requires      row_map of A as checked by `validate`; rows sorted without duplicates (`sum_duplicates`): of an
///               entry that is there twice one value would be taken. Entries of a Pattern are one.
/// Cost          two kernels: writes diagonal, reads row_map and entries once. Balanced by entries.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the lengths disagree, or what is written overlaps another array.
template <ExecutionSpace Exec, VectorView Diagonal>
  requires Accesses<Exec, Diagonal>
void extract_diagonal(Exec const& exec, CsrOf<Exec> auto const& A, Diagonal const& diagonal) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_equal(diagonal.extent(0), std::min(a.num_rows(), a.num_cols()),
                    "Araios::extract_diagonal: length of diagonal, the lesser of rows and columns");
  Impl::check_disjoint_from_arrays("Araios::extract_diagonal", diagonal, "diagonal", a, "A");
  Impl::check_operands(exec, "Araios::extract_diagonal", Impl::Operand("A", a, Order::strict));
  Araios::fill(exec, diagonal, typename Diagonal::non_const_value_type(0));
  Impl::visit_segments(
      exec, "Araios::extract_diagonal", a.row_map, static_cast<std::int64_t>(a.nnz()),
      Impl::transform::TakeDiagonal<decltype(a.entries), decltype(a.values), Diagonal>{a.entries, a.values, diagonal});
}

/// Returns the result in a new View of T, or of the type of the values of A where T is not given. A Pattern needs T.
template <class T = void, ExecutionSpace Exec>
auto extract_diagonal(Exec const& exec, CsrOf<Exec> auto const& A) {
  auto const& a = Impl::as_matrix(A);
  using Value = std::conditional_t<std::is_void_v<T>, ScalarOf<decltype(A)>, T>;
  static_assert(!is_pattern_v<Value>, "extract_diagonal: a Pattern has no values; name a type, as in <int>");
  auto const diagonal = allocate<Kokkos::View<Value*, typename Exec::memory_space>>(
      exec, "Araios::extract_diagonal", std::min(a.num_rows(), a.num_cols()));
  extract_diagonal(exec, a, diagonal);
  return diagonal;
}

}  // namespace Araios
