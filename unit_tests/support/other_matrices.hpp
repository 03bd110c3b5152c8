// SPDX-License-Identifier: Apache-2.0
//
// Matrices of classes that the library does not know: classes derived from its own, types with a MatrixAdapter, and one
// with the members of a KokkosSparse::CrsMatrix. Each is made of a matrix of the library, and shares its arrays.

#pragma once

#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

namespace Araios::test {

/// A class derived from a matrix, with a member of its own.
template <class Matrix>
struct DerivedFrom : Matrix {
  int level = 3;
  explicit DerivedFrom(Matrix const& A) : Matrix(A) {}
};

/// A CsrMatrix under other names.
template <class Csr>
struct OwnRows {
  typename Csr::Ordinal m, n;
  typename Csr::row_map_type starts;
  typename Csr::entries_type columns;
  typename Csr::values_type numbers;
  explicit OwnRows(Csr const& A)
      : m(A.num_rows()), n(A.num_cols()), starts(A.row_map), columns(A.entries), numbers(A.values) {}
};

/// A CooMatrix under other names.
template <class Coo>
struct OwnList {
  typename Coo::Ordinal m, n;
  typename Coo::indices_type rows, columns;
  typename Coo::values_type numbers;
  explicit OwnList(Coo const& A)
      : m(A.num_rows()), n(A.num_cols()), rows(A.row_indices), columns(A.col_indices), numbers(A.values) {}
};

/// The members of a KokkosSparse::CrsMatrix that the library reads.
template <class Csr>
struct LikeKokkosSparse {
  struct {
    typename Csr::row_map_type row_map;
    typename Csr::entries_type entries;
  } graph;
  typename Csr::values_type values;
  typename Csr::Ordinal columns;
  explicit LikeKokkosSparse(Csr const& A) : graph{A.row_map, A.entries}, values(A.values), columns(A.num_cols()) {}
  typename Csr::Ordinal numCols() const { return columns; }
};

}  // namespace Araios::test

template <class Csr>
struct Araios::MatrixAdapter<Araios::test::OwnRows<Csr>> {
  static auto matrix(test::OwnRows<Csr> const& A) { return Csr(A.m, A.n, A.starts, A.columns, A.numbers); }
};
template <class Coo>
struct Araios::MatrixAdapter<Araios::test::OwnList<Coo>> {
  static auto matrix(test::OwnList<Coo> const& A) { return Coo(A.m, A.n, A.rows, A.columns, A.numbers); }
};
