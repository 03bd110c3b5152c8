// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// CSC: compressed sparse columns.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Araios {

/// Bytes of a CscMatrix of `num_cols` columns and `nnz` entries: those of its transpose in CSR
///
/// Throws        std::invalid_argument when they do not fit 64 bits.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset>
std::int64_t csc_bytes(std::int64_t num_cols, std::int64_t nnz) {
  return Araios::checked_multiply(num_cols + 1, sizeof(Offset), "Araios::csc_bytes: bytes of col_map") +
         Araios::checked_multiply(nnz, sizeof(Ordinal) + Impl::value_bytes_v<Scalar>,
                                  "Araios::csc_bytes: bytes of the entries");
}

/// An m-by-n matrix by columns: column j holds the entries at positions col_map(j) .. col_map(j+1)-1
///
/// The same three arrays are the CSR form of the transpose; `transposed()` and the constructor from it copy nothing.
///
/// Shapes        col_map has n+1 elements, entries (the rows) and values have k.
/// Requires, Ownership, Throws   as for CsrMatrix.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class CscMatrix {
 public:
  using matrix_type = CscMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using transposed_type = CsrMatrix<Scalar, Ordinal, Offset, memory_space>;
  using col_map_type = typename transposed_type::row_map_type;
  using entries_type = typename transposed_type::entries_type;
  using values_type = typename transposed_type::values_type;

  col_map_type col_map;
  entries_type entries;
  values_type values;

  /// The empty 0-by-0 matrix.
  CscMatrix() = default;

  CscMatrix(std::int64_t num_rows, std::int64_t num_cols, col_map_type const& col_map_, entries_type const& entries_,
            values_type const& values_ = {})
      : col_map(col_map_),
        entries(entries_),
        values(values_),
        num_rows_(Impl::checked_cast<Ordinal>(num_rows, "Araios::CscMatrix: number of rows")),
        num_cols_(Impl::checked_cast<Ordinal>(num_cols, "Araios::CscMatrix: number of columns")) {
    Impl::check(num_rows >= 0 && num_cols >= 0, "Araios::CscMatrix: negative size ", num_rows, " x ", num_cols);
    Impl::check(
        col_map.extent(0) == static_cast<std::size_t>(num_cols) + 1 || (num_cols == 0 && col_map.extent(0) == 0),
        "Araios::CscMatrix: length of col_map must be columns + 1 (", col_map.extent(0), " != ", num_cols, " + 1)");
    (void)Impl::checked_cast<Offset>(entries.extent(0), "Araios::CscMatrix: number of entries");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), entries.extent(0), "Araios::CscMatrix: length of values, length of entries");
    Impl::check_memory(col_map, "Araios::CscMatrix: col_map");
    Impl::check_memory(entries, "Araios::CscMatrix: entries");
    Impl::check_memory(values, "Araios::CscMatrix: values");
  }

  /// The matrix whose transpose is `A`, over the arrays of A.
  explicit CscMatrix(transposed_type const& A)
      : col_map(A.row_map), entries(A.entries), values(A.values), num_rows_(A.num_cols()), num_cols_(A.num_rows()) {}

  /// The transpose in CSR, over the same arrays.
  transposed_type transposed() const { return transposed_type(num_cols_, num_rows_, col_map, entries, values); }

  KOKKOS_FUNCTION Ordinal num_rows() const { return num_rows_; }
  KOKKOS_FUNCTION Ordinal num_cols() const { return num_cols_; }
  /// Stored entries, explicit zeros and duplicates counted.
  KOKKOS_FUNCTION Offset nnz() const { return static_cast<Offset>(entries.extent(0)); }
  /// Bytes of the three arrays.
  std::int64_t bytes() const { return transposed().bytes(); }

 private:
  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
};

template <class S, class O, class F, class M>
struct FormatTraits<CscMatrix<S, O, F, M>> : Impl::FormatTag<Format::csc> {
  template <class Space>
  using rebind = CscMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(CscMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& entries, auto const& col_map) {
      return To(A.num_rows(), A.num_cols(), col_map, entries, values);
    };
    // A copy is labelled as one of the transpose by rows.
    return use(make, Impl::named("values", A.values), Impl::named("entries", A.entries),
               Impl::NamedArray<typename CscMatrix<S, O, F, M>::col_map_type>{A.col_map, "col_map", "row_map"});
  }
};

/// A CscMatrix, or what is read as one (see MatrixAdapter), in memory that kernels of Exec can access.
template <class T, class Exec>
concept CscOf = Impl::InFormat<T, Format::csc, Exec>;

}  // namespace Araios
