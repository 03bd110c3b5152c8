// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices by their rows that have entries. Operations compute with offsets of 64 bits; DCSR of results has 32.

#include <Araios/core/memory.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/structured.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::runtime {

template <class S, class Exec>
using Rows = Araios::HypersparseMatrix<S, int, std::int64_t, SpaceOf<Exec>>;
template <class Exec>
using RowNames = Kokkos::View<int const*, SpaceOf<Exec>>;

// each_scalar/hypersparse.cpp

/// The rows of A, which is of type S. Of COO and DCSR nothing grows with the number of rows.
template <class S, class Exec>
Rows<S, Exec> own_rows(Exec const& exec, Matrix const& A);
/// C, whose row r is row names(r) of a matrix of num_rows rows, without rows that have no entry.
template <class S, class Exec>
Rows<S, Exec> named_rows(Exec const& exec, std::int64_t num_rows, RowNames<Exec> const& names,
                         Working<S, Exec> const& C);
template <class S, class Exec>
Rows<S, Exec> transposed(Exec const& exec, Rows<S, Exec> const& A, bool conjugate);
template <class S, class Exec>
Rows<S, Exec> range_of(Exec const& exec, Rows<S, Exec> const& A, std::int64_t i, std::int64_t j, std::int64_t rows,
                       std::int64_t columns);
/// Whether A and B have the same entries, whose order within rows does not matter.
template <class S, class Exec>
bool are_equal(Exec const& exec, Rows<S, Exec> const& A, Rows<S, Exec> const& B);
/// In COO of index_32, which a matrix in DCSR fits.
template <class S, class Exec>
Matrix coo_of(Exec const& exec, Rows<S, Exec> const& A);
/// In DCSR; throws overflow where the entries do not fit.
template <class S, class Exec>
Matrix dcsr_of(Exec const& exec, Rows<S, Exec> const& A);

/// The rows of A with S for its type: Pattern leaves values out, and entries of a pattern are 1.
template <class S, class Exec>
Rows<S, Exec> listed_rows(Exec const& exec, Matrix const& A) {
  if (A.type == type_of<S>) return own_rows<S>(exec, A);
  if constexpr (Araios::is_pattern_v<S>) {
    return with_value_type(A.type, [&](auto t) {
      auto const B = own_rows<typename decltype(t)::type>(exec, A);
      return Rows<S, Exec>(B.num_rows(), B.num_cols(), B.rows, B.row_map, B.entries);
    });
  } else {
    require(A.type == ValueType::pattern, ErrorKind::invalid_argument, "a matrix is of ", name(A.type), ", not of ",
            name(type_of<S>), ": araios_cast");
    auto const B = own_rows<Pattern>(exec, A);
    auto const values = Araios::allocate<Dense<S, Exec>>(exec, "Araios::runtime::ones", B.nnz());
    Araios::fill(exec, values, S(1));
    return Rows<S, Exec>(B.num_rows(), B.num_cols(), B.rows, B.row_map, B.entries, values);
  }
}

}  // namespace Araios::runtime
