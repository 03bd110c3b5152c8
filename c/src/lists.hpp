// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices as lists of entries with indices of 64 bits. Nothing here grows with rows or columns that have no entries.

#include "structured.hpp"
#include "typed.hpp"

#include <cstdint>

namespace araios_c {

/// Whether n rows or columns have more than 16 elements for each of so many entries, and an array of them is not small.
inline bool is_sparse_axis(std::int64_t n, std::int64_t entries) { return n > 65536 && n / 16 > entries; }
/// The same for results, which have an offset for each of a million rows before they become COO.
inline bool is_costly_axis(std::int64_t n, std::int64_t entries) { return n > (1 << 20) && n / 16 > entries; }
inline bool is_wide(std::int64_t n) { return n > max_ordinal(ARAIOS_INDEX_32); }
inline bool is_wide(MatrixBody const& A) { return is_wide(A.rows) || is_wide(A.columns); }

/// The entries of A in their order, in COO of ARAIOS_INDEX_64, without an array of all rows unless A has one.
template <class Exec>
MatrixBody as_list(Exec const& exec, MatrixBody const& A);
/// A list in a format with these indices, or wider ones. Rows of CSR and DCSR, columns of CSC do not decrease in the
/// list. CSR and CSC become COO where an offset for each row or column would be more than the entries.
template <class Exec>
MatrixBody from_list(Exec const& exec, MatrixBody const& list, araios_format format, araios_index index,
                     bool is_forced = false);

/// The entries of A in rows i .. i + rows - 1 and columns j .. j + columns - 1, as a matrix of that shape, in the format
/// of A. complement: all others, in the shape of A.
template <class Exec>
MatrixBody entries_within(Exec const& exec, MatrixBody const& A, std::int64_t i, std::int64_t j, std::int64_t rows,
                          std::int64_t columns, bool complement = false);
/// The entries with lower <= j - i <= upper, in the format of A; complement: all others.
template <class Exec>
MatrixBody entries_on_diagonals(Exec const& exec, MatrixBody const& A, std::int64_t lower, std::int64_t upper,
                                bool complement);
/// The entries with marks, which are in the order of the arrays of A, in the format of A.
template <class Exec>
MatrixBody marked_entries(Exec const& exec, MatrixBody const& A, Dense<unsigned char, Exec> const& marks);
/// Whether functions of one matrix take its entries as a list: its rows or columns are wide, or far more than entries.
inline bool is_list(MatrixBody const& A) {
  return is_wide(A) || ((A.format == ARAIOS_COO || A.format == ARAIOS_CSC || A.format == ARAIOS_DCSR) &&
                        (is_sparse_axis(A.rows, A.nnz) || is_sparse_axis(A.columns, A.nnz)));
}

/// Refuses arrays with an element for each of n rows, columns or vertices: those of dense vectors and of plans.
inline void require_dense_size(std::int64_t n, char const* what) {
  require(!is_wide(n), ARAIOS_OVERFLOW, "there is an element for each of ", n, " ", what,
          ", more than the 2^31 - 1 elements that a dense vector of results may have");
}

/// The values of a matrix in CSR, CSC, COO or DCSR, in the order of its arrays.
template <class S, class Exec>
typename Working<S, Exec>::values_type values_of(MatrixBody const& A);
/// A with other values, which may be of another type, over its arrays of indices. A is in CSR, CSC, COO or DCSR.
template <class S, class Exec>
MatrixBody with_values(MatrixBody const& A, typename Working<S, Exec>::values_type const& values);
inline bool has_own_values(MatrixBody const& A) {
  return A.format == ARAIOS_CSR || A.format == ARAIOS_CSC || A.format == ARAIOS_COO || A.format == ARAIOS_DCSR;
}

}  // namespace araios_c
