// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// COO, coordinates: one (row, column, value) per entry.

#include <Araios/core/aliasing.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios {

/// Bytes of a CooMatrix of `nnz` entries
///
/// Throws        std::invalid_argument when they do not fit 64 bits.
template <ScalarType Scalar, OrdinalType Ordinal>
std::int64_t coo_bytes(std::int64_t nnz) {
  return Araios::checked_multiply(nnz, 2 * sizeof(Ordinal) + Impl::value_bytes_v<Scalar>,
                                  "Araios::coo_bytes: bytes of the entries");
}

/// An m-by-n matrix as a list of entries, in any order, duplicates allowed
///
/// Shapes        row_indices, col_indices and values have k elements.
/// Requires      m and n fit Ordinal, k fits Offset.
/// Ownership     that of the Views, as for CsrMatrix.
/// Throws        std::invalid_argument when the lengths disagree.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class CooMatrix {
 public:
  using matrix_type = CooMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using indices_type = Kokkos::View<Ordinal const*, memory_space>;
  using values_type = ValuesViewOf<Scalar, memory_space>;
  static_assert(sizeof(Offset) >= sizeof(Ordinal), "CooMatrix: Offset must be at least as wide as Ordinal");

  indices_type row_indices;
  indices_type col_indices;
  values_type values;

  /// The empty 0-by-0 matrix.
  CooMatrix() = default;

  CooMatrix(std::int64_t num_rows, std::int64_t num_cols, indices_type const& row_indices_,
            indices_type const& col_indices_, values_type const& values_ = {})
      : row_indices(row_indices_),
        col_indices(col_indices_),
        values(values_),
        num_rows_(Impl::checked_cast<Ordinal>(num_rows, "Araios::CooMatrix: number of rows")),
        num_cols_(Impl::checked_cast<Ordinal>(num_cols, "Araios::CooMatrix: number of columns")) {
    Impl::check(num_rows >= 0 && num_cols >= 0, "Araios::CooMatrix: negative size ", num_rows, " x ", num_cols);
    Impl::check_equal(row_indices.extent(0), col_indices.extent(0),
                      "Araios::CooMatrix: length of row_indices, length of col_indices");
    (void)Impl::checked_cast<Offset>(row_indices.extent(0), "Araios::CooMatrix: number of entries");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), row_indices.extent(0),
                        "Araios::CooMatrix: length of values, length of indices");
    Impl::check_memory(row_indices, "Araios::CooMatrix: row_indices");
    Impl::check_memory(col_indices, "Araios::CooMatrix: col_indices");
    Impl::check_memory(values, "Araios::CooMatrix: values");
  }

  KOKKOS_FUNCTION Ordinal num_rows() const { return num_rows_; }
  KOKKOS_FUNCTION Ordinal num_cols() const { return num_cols_; }
  /// Stored entries, explicit zeros and duplicates counted.
  KOKKOS_FUNCTION Offset nnz() const { return static_cast<Offset>(row_indices.extent(0)); }

  /// Bytes of the three arrays.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(row_indices.extent(0) * (2 * sizeof(Ordinal) + Impl::value_bytes_v<Scalar>));
  }

 private:
  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
};

template <class S, class O, class F, class M>
struct FormatTraits<CooMatrix<S, O, F, M>> : Impl::FormatTag<Format::coo> {
  template <class Space>
  using rebind = CooMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(CooMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& row_indices, auto const& col_indices) {
      return To(A.num_rows(), A.num_cols(), row_indices, col_indices, values);
    };
    return use(make, Impl::named("values", A.values), Impl::named("row_indices", A.row_indices),
               Impl::named("col_indices", A.col_indices));
  }
};

/// A CooMatrix, or what is read as one (see MatrixAdapter), in memory that kernels of Exec can access.
template <class T, class Exec>
concept CooOf = Impl::InFormat<T, Format::coo, Exec>;

}  // namespace Araios
