// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices as lists of entries with indices of 64 bits. Nothing here grows with rows or columns that have no entries.

#include <Araios/runtime/structured.hpp>
#include <Araios/runtime/typed.hpp>

#include <cstdint>

namespace Araios::runtime {

/// Whether n rows or columns have more than 16 elements for each of so many entries, and an array of them is not small.
inline bool is_sparse_axis(std::int64_t n, std::int64_t entries) { return n > 65536 && n / 16 > entries; }
/// The same for results, which have an offset for each of a million rows before they become COO.
inline bool is_costly_axis(std::int64_t n, std::int64_t entries) { return n > (1 << 20) && n / 16 > entries; }
inline bool is_wide(std::int64_t n) { return n > max_ordinal(IndexType::index_32); }
inline bool is_wide(Matrix const& A) { return is_wide(A.rows) || is_wide(A.columns); }

/// The entries of A in their order, in COO of index_64, without an array of all rows unless A has one.
template <class Exec>
Matrix as_list(Exec const& exec, Matrix const& A);
/// A list in a format with these indices, or wider ones. Rows of CSR and DCSR, columns of CSC do not decrease in the
/// list. CSR and CSC become COO where an offset for each row or column would be more than the entries.
template <class Exec>
Matrix from_list(Exec const& exec, Matrix const& list, Format format, IndexType index, bool is_forced = false);

/// The entries of A in rows i .. i + rows - 1 and columns j .. j + columns - 1, as a matrix of that shape, in the format
/// of A. complement: all others, in the shape of A.
template <class Exec>
Matrix entries_within(Exec const& exec, Matrix const& A, std::int64_t i, std::int64_t j, std::int64_t rows,
                      std::int64_t columns, bool complement = false);
/// The entries with lower <= j - i <= upper, in the format of A; complement: all others.
template <class Exec>
Matrix entries_on_diagonals(Exec const& exec, Matrix const& A, std::int64_t lower, std::int64_t upper, bool complement);
/// The entries with marks, which are in the order of the arrays of A, in the format of A.
template <class Exec>
Matrix marked_entries(Exec const& exec, Matrix const& A, Dense<unsigned char, Exec> const& marks);
/// Whether functions of one matrix take its entries as a list: its rows or columns are wide, or far more than entries.
inline bool is_list(Matrix const& A) {
  return is_wide(A) || ((A.format == Format::coo || A.format == Format::csc || A.format == Format::hypersparse) &&
                        (is_sparse_axis(A.rows, A.nnz) || is_sparse_axis(A.columns, A.nnz)));
}

/// Refuses arrays with an element for each of n rows, columns or vertices: those of dense vectors and of plans.
inline void require_dense_size(std::int64_t n, char const* what) {
  require(!is_wide(n), ErrorKind::overflow, "there is an element for each of ", n, " ", what,
          ", more than the 2^31 - 1 elements that a dense vector of results may have");
}

/// The values of a matrix in CSR, CSC, COO or DCSR, in the order of its arrays.
template <class S, class Exec>
typename Working<S, Exec>::values_type values_of(Matrix const& A);
/// A with other values, which may be of another type, over its arrays of indices. A is in CSR, CSC, COO or DCSR.
template <class S, class Exec>
Matrix with_values(Matrix const& A, typename Working<S, Exec>::values_type const& values);
inline bool has_own_values(Matrix const& A) {
  return A.format == Format::csr || A.format == Format::csc || A.format == Format::coo ||
         A.format == Format::hypersparse;
}

}  // namespace Araios::runtime
