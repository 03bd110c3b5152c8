// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Operations of typed matrices that several files use. Each is compiled once for a type and a space, in the file named.
/// Sparse vectors are matrices of one row here.

#include <Araios/core/memory.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/runtime/operators.hpp>
#include <Araios/runtime/typed.hpp>

#include <Kokkos_Core.hpp>

#include <optional>
#include <string>

namespace Araios::runtime {

/// x as the row of a 1-by-n matrix, and back.
template <class S, class Exec>
Working<S, Exec> as_row(Exec const& exec, Sparse<S, Exec> const& x) {
  auto const row_map = Araios::allocate<Dense<std::int64_t, Exec>>(exec, "Araios::runtime::row_map", 2);
  Araios::fill(exec, row_map, x.nnz());
  Araios::fill(exec, Kokkos::subview(row_map, std::pair<int, int>(0, 1)), std::int64_t(0));
  return Working<S, Exec>(1, x.length(), row_map, x.indices, x.values);
}
template <class S, class Exec>
Sparse<S, Exec> from_row(Working<S, Exec> const& A) {
  require(A.nnz() <= max_ordinal(IndexType::index_32), ErrorKind::overflow, A.nnz(),
          " entries do not fit a sparse vector");
  return Sparse<S, Exec>(A.num_cols(), A.entries, A.values);
}

// sort.cpp

/// The sentence of the first fault of a pattern in this order.
template <class Exec>
std::optional<std::string> fault_of(Exec const& exec, Order order, Working<Pattern, Exec> const& A);

/// Rows sorted, duplicates summed; A itself where it is so already.
template <class S, class Exec>
Working<S, Exec> strict_rows(Exec const& exec, Working<S, Exec> const& A);
/// Rows sorted.
template <class S, class Exec>
Working<S, Exec> sorted_rows(Exec const& exec, Working<S, Exec> const& A);
template <class S, class Exec>
Working<S, Exec> transposed(Exec const& exec, Working<S, Exec> const& A, bool conjugate);
/// Whether A and B, in strict order, are equal.
template <class S, class Exec>
bool are_equal(Exec const& exec, Working<S, Exec> const& A, Working<S, Exec> const& B);

/// A matrix in CSR in CSC, or the other way round, with its own type of indices.
template <class Exec>
Matrix other_orientation(Exec const& exec, Matrix const& A);

// build.cpp

/// What becomes of entries with the same coordinate.
enum class Duplicates { sum, error, last, first, keep };
/// The matrix of a list of entries, its rows sorted.
template <class S, class Exec>
Working<S, Exec> build(Exec const& exec, Duplicates duplicates, Coo<S, Index32_64, Exec> const& list);

// each_scalar/elementwise.cpp: Typed is Working<S, Exec>, or Rows<S, Exec> (hypersparse.hpp)

enum class Combination { of_either, of_both };
template <class S, class Exec, class Typed>
Typed combine(Exec const& exec, Combination combination, Operator op, Typed const& A, Typed const& B);
/// The entries of A where the pattern B has none.
template <class S, class Exec, class Typed, class Mask>
Typed without(Exec const& exec, Typed const& A, Mask const& B);
template <class S, class Exec, class Typed>
Typed either(Exec const& exec, Typed const& A, Typed const& B);
template <class S, class Exec, class Typed>
Typed linear_combination(Exec const& exec, double alpha, Typed const& A, double beta, Typed const& B);

// submatrix.cpp

template <class S, class Exec>
Working<S, Exec> range_of(Exec const& exec, Working<S, Exec> const& A, std::int64_t i, std::int64_t j,
                          std::int64_t rows, std::int64_t columns);

}  // namespace Araios::runtime
