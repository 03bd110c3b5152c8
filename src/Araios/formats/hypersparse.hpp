// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// DCSR, doubly compressed sparse rows: CSR of the rows that have entries, and a list of these rows.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Araios {

/// Bytes of a HypersparseMatrix with `nonempty_rows` rows that have entries, and `nnz` entries
///
/// Throws        std::invalid_argument when they do not fit 64 bits.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset>
std::int64_t hypersparse_bytes(std::int64_t nonempty_rows, std::int64_t nnz) {
  return Araios::checked_multiply(nonempty_rows, sizeof(Ordinal) + sizeof(Offset),
                                  "Araios::hypersparse_bytes: bytes of the rows") +
         static_cast<std::int64_t>(sizeof(Offset)) +
         Araios::checked_multiply(nnz, sizeof(Ordinal) + Impl::value_bytes_v<Scalar>,
                                  "Araios::hypersparse_bytes: bytes of the entries");
}

/// An m-by-n matrix by its non-empty rows: row rows(r) holds the entries at positions row_map(r) .. row_map(r+1)-1
///
/// Every other row is empty, and no array grows with m. row_map, entries and values alone are the CSR form of the
/// r-by-n matrix of the non-empty rows: `compressed()` and the constructor from it copy nothing.
///
/// Shapes        rows has r elements for r non-empty rows, row_map has r+1, entries (the columns) and values have k.
///               r = 0 may come with an empty row_map.
/// Requires      m and n fit Ordinal, k fits Offset. rows is strictly sorted and in [0, m), and each of these rows has
///               an entry. Rows may be unsorted and may repeat columns. Checked by `validate`.
/// Ownership     that of the Views, as for CsrMatrix.
/// Throws        std::invalid_argument when the lengths disagree, or an array that has elements is a null pointer.
///               `validate` checks the contents of the arrays.
/// Source        Buluc and Gilbert, On the representation and multiplication of hypersparse matrices, IPDPS 2008 (there
///               by columns: DCSC).
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class HypersparseMatrix {
 public:
  using matrix_type = HypersparseMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using compressed_type = CsrMatrix<Scalar, Ordinal, Offset, memory_space>;
  using rows_type = Kokkos::View<Ordinal const*, memory_space>;
  using row_map_type = typename compressed_type::row_map_type;
  using entries_type = typename compressed_type::entries_type;
  using values_type = typename compressed_type::values_type;

  rows_type rows;
  row_map_type row_map;
  entries_type entries;
  values_type values;

  /// The empty 0-by-0 matrix.
  HypersparseMatrix() = default;

  HypersparseMatrix(std::int64_t num_rows, std::int64_t num_cols, rows_type const& rows_, row_map_type const& row_map_,
                    entries_type const& entries_, values_type const& values_ = {})
      : rows(rows_),
        row_map(row_map_),
        entries(entries_),
        values(values_),
        num_rows_(Impl::checked_cast<Ordinal>(num_rows, "Araios::HypersparseMatrix: number of rows")),
        num_cols_(Impl::checked_cast<Ordinal>(num_cols, "Araios::HypersparseMatrix: number of columns")) {
    Impl::check(num_rows >= 0 && num_cols >= 0, "Araios::HypersparseMatrix: negative size ", num_rows, " x ", num_cols);
    Impl::check(rows.extent(0) <= static_cast<std::size_t>(num_rows),
                "Araios::HypersparseMatrix: more non-empty rows than rows (", rows.extent(0), " > ", num_rows, ")");
    Impl::check(row_map.extent(0) == rows.extent(0) + 1 || (rows.extent(0) == 0 && row_map.extent(0) == 0),
                "Araios::HypersparseMatrix: length of row_map must be that of rows + 1 (", row_map.extent(0),
                " != ", rows.extent(0), " + 1)");
    (void)Impl::checked_cast<Offset>(entries.extent(0), "Araios::HypersparseMatrix: number of entries");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), entries.extent(0),
                        "Araios::HypersparseMatrix: length of values, length of entries");
    Impl::check_memory(rows, "Araios::HypersparseMatrix: rows");
    Impl::check_memory(row_map, "Araios::HypersparseMatrix: row_map");
    Impl::check_memory(entries, "Araios::HypersparseMatrix: entries");
    Impl::check_memory(values, "Araios::HypersparseMatrix: values");
  }

  /// The m-by-n matrix of which row rows(r) is row r of `compressed`, over the arrays of both.
  HypersparseMatrix(std::int64_t num_rows, rows_type const& rows_, compressed_type const& compressed)
      : HypersparseMatrix(num_rows, compressed.num_cols(), rows_, compressed.row_map, compressed.entries,
                          compressed.values) {}

  /// The non-empty rows alone, over the same arrays: row r is row rows(r) of this matrix.
  compressed_type compressed() const { return compressed_type(nonempty_rows(), num_cols_, row_map, entries, values); }

  KOKKOS_FUNCTION Ordinal num_rows() const { return num_rows_; }
  KOKKOS_FUNCTION Ordinal num_cols() const { return num_cols_; }
  /// Rows that have entries.
  KOKKOS_FUNCTION Ordinal nonempty_rows() const { return static_cast<Ordinal>(rows.extent(0)); }
  /// Stored entries, explicit zeros and duplicates counted.
  KOKKOS_FUNCTION Offset nnz() const { return static_cast<Offset>(entries.extent(0)); }

  /// Bytes of the four arrays.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(rows.extent(0) * sizeof(Ordinal) + row_map.extent(0) * sizeof(Offset) +
                                     entries.extent(0) * (sizeof(Ordinal) + Impl::value_bytes_v<Scalar>));
  }

 private:
  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
};

template <class S, class O, class F, class M>
struct FormatTraits<HypersparseMatrix<S, O, F, M>> : Impl::FormatTag<Format::hypersparse> {
  template <class Space>
  using rebind = HypersparseMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(HypersparseMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& entries, auto const& row_map, auto const& rows) {
      return To(A.num_rows(), A.num_cols(), rows, row_map, entries, values);
    };
    return use(make, Impl::named("values", A.values), Impl::named("entries", A.entries),
               Impl::named("row_map", A.row_map), Impl::named("rows", A.rows));
  }
};

/// A HypersparseMatrix, or what is read as one (see MatrixAdapter), in memory that kernels of Exec can access.
template <class T, class Exec>
concept HypersparseOf = Impl::InFormat<T, Format::hypersparse, Exec>;

}  // namespace Araios
