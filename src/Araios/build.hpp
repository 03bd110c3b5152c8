// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices from pairs of indices, bitmaps and diagonals; their entries looked up and compared.
///
/// The rows of what is built are sorted, without duplicates: the invariant of sums, products and closures. Pairs are
/// read back by `convert<Format::coo>`; a table of numbers becomes a matrix by `dense_to_csr`.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/operations/build/from_bits.hpp>
#include <Araios/operations/build/identity.hpp>
#include <Araios/operations/build/kernels.hpp>
#include <Araios/operations/build/search.hpp>
#include <Araios/operations/convert/compressed.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace Araios {

/// The matrix with the entries (rows(p), cols(p)), whose values are the sums of the values(p)
///
/// Without values the matrix is one of Patterns.
///
/// Shapes        rows, cols and values have k elements; the matrix is num_rows-by-num_cols.
/// Order         pairs in any order, also several times. Rows of the matrix are sorted, without duplicates; values at one
///               coordinate are added in the order of p.
/// Cost          `validate`, and `convert` of COO to CSR with Duplicates::sum.
/// Asynchronous  no: waits for `find_fault`, and one fence, to read the number of entries. Allocates the result.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the lengths disagree, or for the first index outside of the matrix, naming
///               it.
template <OffsetType Offset = int, ExecutionSpace Exec, IndexView Rows, ValuesView Values = NoValues>
  requires Accesses<Exec, Rows>
auto build_matrix(Exec const& exec, std::int64_t num_rows, std::int64_t num_cols, Rows const& rows,
                  Impl::build::IndicesLike<Exec, Rows> auto const& cols, Values const& values = {},
                  WorkspaceFor<Exec> workspace = {}) {
  using Ordinal = typename Rows::non_const_value_type;
  using F = std::conditional_t<(sizeof(Offset) < sizeof(Ordinal)), Ordinal, Offset>;
  using Scalar = std::remove_const_t<typename Values::value_type> const;
  Impl::ScopedRegion const region("Araios::build_matrix");
  CooMatrix<Scalar, Ordinal, F, typename Exec::memory_space> const list(num_rows, num_cols, rows, cols, values);
  if (auto const fault = find_fault(exec, list)) Impl::check(false, "Araios::build_matrix: ", fault->sentence);
  return Impl::convert::coo_to_csr(exec, list, {.duplicates = Duplicates::sum}, workspace.get(exec));
}

/// The n-by-n matrix with d on its diagonal, explicit zeros included
///
/// Shapes        d has n elements.
/// Cost          one kernel: reads d, writes the matrix.
/// Asynchronous  yes; allocates the result.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when Ordinal cannot count the rows.
template <OrdinalType Ordinal = int, OffsetType Offset = int, ExecutionSpace Exec, VectorView D>
  requires Accesses<Exec, D>
auto diagonal_matrix(Exec const& exec, D const& d) {
  using Scalar = typename D::non_const_value_type;
  auto const n = static_cast<std::int64_t>(d.extent(0));
  (void)Impl::checked_cast<Ordinal>(n, "Araios::diagonal_matrix: number of rows");
  auto const arrays = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::diagonal_matrix", n, n);
  Kokkos::parallel_for("Araios::diagonal_matrix", Araios::range(exec, n + 1),
                       Impl::build::FillDiagonal<decltype(arrays), D>{arrays, d, n});
  return CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>(n, n, arrays);
}

/// The n-by-n identity: a one in each row, or for Pattern an entry
///
/// Cost, Asynchronous, Deterministic   as `diagonal_matrix`.
/// Throws        std::invalid_argument when n is negative or does not fit the index types.
template <ScalarType Scalar = Pattern, OrdinalType Ordinal = int, OffsetType Offset = int, ExecutionSpace Exec>
auto identity_matrix(Exec const& exec, std::int64_t n) {
  Impl::check(n >= 0, "Araios::identity_matrix: negative number of rows ", n);
  return Impl::build::identity<Scalar, Ordinal, Offset>(exec, n);
}

/// The Boolean matrix of a bitmap: an entry (i, j) for each bit j of row i
///
/// Shapes        a row has w = words_for_bits(num_cols) words of 32 bits (core/bit_mask.hpp); `words` has num_rows w
///               elements, row after row.
/// Order         rows are sorted, without duplicates.
/// Cost          a scan of the numbers of bits and two kernels.
/// Asynchronous  no: one fence, to read the number of entries. Allocates the result; takes 8 bytes per word from
///               `workspace`.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the length of words disagrees, a bit beyond the last column is set, or Offset
///               cannot count the entries.
template <OrdinalType Ordinal = int, OffsetType Offset = int, ExecutionSpace Exec, VectorView Words>
  requires Accesses<Exec, Words> && std::is_same_v<typename Words::non_const_value_type, std::uint32_t>
auto bitmap_to_csr(Exec const& exec, std::int64_t num_rows, std::int64_t num_cols, Words const& words,
                   WorkspaceFor<Exec> workspace = {}) {
  Impl::check(num_rows >= 0 && num_cols >= 0, "Araios::bitmap_to_csr: negative size ", num_rows, " x ", num_cols);
  (void)Impl::checked_cast<Ordinal>(num_cols, "Araios::bitmap_to_csr: number of columns");
  std::int64_t const width = words_for_bits(num_cols);
  std::int64_t const count = Araios::checked_multiply(num_rows, width, "Araios::bitmap_to_csr: number of words");
  Impl::check_equal(words.extent(0), count, "Araios::bitmap_to_csr: length of words, rows times words per row");
  Impl::ScopedRegion const region("Araios::bitmap_to_csr");
  return Impl::build::from_bits<Ordinal, Offset>(exec, num_rows, num_cols, words, workspace.get(exec));
}

/// The Boolean matrix with the entries of A; it shares row_map and entries with A.
template <class S, class O, class F, class M>
CsrMatrix<Pattern, O, F, M> pattern_of(CsrMatrix<S, O, F, M> const& A) {
  return CsrMatrix<Pattern, O, F, M>(A.num_rows(), A.num_cols(), A.row_map, A.entries);
}

/// Whether A and B have the same shape, the same entries in the same order, and equal values
///
/// Requires      A and B as checked by `validate`.
/// Cost          one kernel: reads both.
/// Asynchronous  no: one fence, to read the result; none where shapes or numbers of entries differ.
/// Deterministic space to space. A NaN equals nothing, zeros of both signs are equal.
template <ExecutionSpace Exec>
bool equal(Exec const& exec, CsrOf<Exec> auto const& A, CsrOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(A), decltype(B)> &&
           std::same_as<std::remove_const_t<ScalarOf<decltype(A)>>, std::remove_const_t<ScalarOf<decltype(B)>>>
{
  auto const& a = Impl::as_matrix(A);
  auto const& b = Impl::as_matrix(B);
  if (!Impl::build::have_same_sizes(a, b)) return false;
  Impl::check_operands(exec, "Araios::equal", Impl::Operand("A", a), Impl::Operand("B", b));
  if (a.num_rows() == 0) return true;
  using Count = Impl::build::CountDifferences<Impl::MatrixType<decltype(A)>, Impl::MatrixType<decltype(B)>>;
  return Impl::build::have_no_differences(exec, a.num_rows(), a.nnz(), Count{a, b}, workspace.get(exec));
}

/// found(p) := 1 where A has an entry (rows(p), cols(p)), else 0
///
/// Shapes        rows, cols and found have the same length. Indices outside of A are not found.
/// Requires      A as checked by `validate`, with sorted rows.
/// Cost          one kernel: a bisection of a row per pair.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space.
/// Throws        std::invalid_argument when the lengths disagree, or found overlaps another array.
template <ExecutionSpace Exec, IndexView Rows, IndexView Cols, VectorView Found>
  requires Accesses<Exec, Rows, Cols, Found>
void contains(Exec const& exec, CsrOf<Exec> auto const& A, Rows const& rows, Cols const& cols, Found const& found) {
  auto const& a = Impl::as_matrix(A);
  Impl::build::HasEntry<Impl::MatrixType<decltype(A)>> const has{{a}};
  Impl::build::look_up_entries(exec, "Araios::contains", a, has, rows, cols, found, "found");
}

/// entries(p) := the position of entry (rows(p), cols(p)) in the arrays entries and values of A, or -1
///
/// Shapes        rows, cols and entries have the same length. Indices outside of A are not found.
/// Requires      A as checked by `validate`, with sorted rows; of duplicates the first is found. The type of entries is
///               signed and holds every position.
/// Cost          one kernel: a bisection of a row per pair.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space.
/// Throws        std::invalid_argument when the lengths disagree, or entries overlap another array.
template <ExecutionSpace Exec, IndexView Rows, IndexView Cols, IndexView Entries>
  requires Accesses<Exec, Rows, Cols, Entries>
void find_entries(Exec const& exec, CsrOf<Exec> auto const& A, Rows const& rows, Cols const& cols,
                  Entries const& entries) {
  auto const& a = Impl::as_matrix(A);
  Impl::build::PositionInRows<Impl::MatrixType<decltype(A)>> const position{a};
  Impl::build::look_up_entries(exec, "Araios::find_entries", a, position, rows, cols, entries, "entries");
}

}  // namespace Araios
