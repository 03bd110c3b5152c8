// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// ELL (ELLPACK): every row has the same number of slots, stored slot by slot. A slot holds an entry or padding.

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

/// The content of padding: the slots of a row that hold no entry.
enum class EllPadding {
  /// The column -1. Kernels test the column, so padding adds nothing, whatever x holds.
  index,
  /// The value 0 in a column of the matrix, the first option of the lecture. SpMV and SpMM need no test, but read x for
  /// every slot, and 0 * Inf = NaN: an infinity or a NaN in x reaches rows that have no entry in its column. The matrix
  /// then also stores the lengths of its rows, which distinguish explicit zeros from padding.
  zero
};

/// The number of stored rows is rounded up to a multiple of this, the number of lanes of a warp, so that every warp
/// reads whole cache lines.
inline constexpr std::int64_t ell_alignment = 32;

/// The distance between consecutive slots of a row, in elements.
constexpr std::int64_t ell_stride(std::int64_t num_rows) {
  return (num_rows + ell_alignment - 1) / ell_alignment * ell_alignment;
}

/// Bytes of an ELL matrix of `num_rows` rows and `width` slots per row
///
/// Throws        std::invalid_argument when the slots do not fit 64 bits.
template <ScalarType Scalar, OrdinalType Ordinal>
std::int64_t ell_bytes(std::int64_t num_rows, std::int64_t width, EllPadding padding = EllPadding::index) {
  std::int64_t const slots = Araios::checked_multiply(ell_stride(num_rows), width, "Araios::ell_bytes: slots");
  std::int64_t const each = sizeof(Ordinal) + Impl::value_bytes_v<Scalar>;
  std::int64_t const lengths = padding == EllPadding::zero ? num_rows * static_cast<std::int64_t>(sizeof(Ordinal)) : 0;
  return Araios::checked_multiply(slots, each, "Araios::ell_bytes: bytes") + lengths;
}

/// An m-by-n matrix of `width` slots per row: slot k of row i is at position k * stride + i of entries and values
///
/// Shapes        entries (the columns) and values have stride * width elements, stride >= m. row_lengths has m elements
///               where padding is by zero, none where it is by index.
/// Requires      m, n and width fit Ordinal, k fits Offset. The entries of a row are in its first slots; padding after
///               them has column -1 (index), or some column in [0, n) and the value 0 (zero). Slots of rows m ..
///               stride-1 are not read. Rows may be unsorted and may repeat columns. Checked by `validate`.
/// Ownership     that of the Views, as for CsrMatrix.
/// Throws        std::invalid_argument when the lengths disagree. `validate` checks the contents of the arrays.
/// Source        Bell and Garland, Efficient Sparse Matrix-Vector Multiplication on CUDA, 2008.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class EllMatrix {
 public:
  using matrix_type = EllMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using entries_type = Kokkos::View<Ordinal const*, memory_space>;
  using values_type = ValuesViewOf<Scalar, memory_space>;
  using row_lengths_type = Kokkos::View<Ordinal const*, memory_space>;
  static_assert(sizeof(Offset) >= sizeof(Ordinal), "EllMatrix: Offset must be at least as wide as Ordinal");

  entries_type entries;
  values_type values;
  row_lengths_type row_lengths;

  /// The empty 0-by-0 matrix.
  EllMatrix() = default;

  /// `nnz` is the number of slots that hold an entry; with row_lengths padding is by zero.
  EllMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz, std::int64_t width, std::int64_t stride,
            entries_type const& entries_, values_type const& values_ = {}, row_lengths_type const& row_lengths_ = {})
      : entries(entries_),
        values(values_),
        row_lengths(row_lengths_),
        num_rows_(Impl::checked_cast<Ordinal>(num_rows, "Araios::EllMatrix: number of rows")),
        num_cols_(Impl::checked_cast<Ordinal>(num_cols, "Araios::EllMatrix: number of columns")),
        width_(Impl::checked_cast<Ordinal>(width, "Araios::EllMatrix: width")),
        nnz_(Impl::checked_cast<Offset>(nnz, "Araios::EllMatrix: number of entries")),
        stride_(stride) {
    Impl::check(num_rows >= 0 && num_cols >= 0, "Araios::EllMatrix: negative size ", num_rows, " x ", num_cols);
    Impl::check(width >= 0 && nnz >= 0, "Araios::EllMatrix: negative width ", width, " or number of entries ", nnz);
    Impl::check(stride >= num_rows, "Araios::EllMatrix: stride must be at least the number of rows (", stride, " < ",
                num_rows, ")");
    std::int64_t const slots = Araios::checked_multiply(stride, width, "Araios::EllMatrix: stride * width");
    Impl::check_equal(entries.extent(0), slots, "Araios::EllMatrix: length of entries, stride * width");
    Impl::check(nnz <= num_rows * width, "Araios::EllMatrix: ", nnz, " entries do not fit ", num_rows, " rows of ",
                width, " slots");
    if constexpr (is_pattern_v<Scalar>) {
      Impl::check(row_lengths.extent(0) == 0, "Araios::EllMatrix: a matrix without values cannot be padded by zero");
    } else {
      Impl::check_equal(values.extent(0), slots, "Araios::EllMatrix: length of values, stride * width");
      Impl::check(row_lengths.extent(0) == 0 || row_lengths.extent(0) == static_cast<std::size_t>(num_rows),
                  "Araios::EllMatrix: length of row_lengths must be that of rows, or 0 (", row_lengths.extent(0),
                  " != ", num_rows, ")");
    }
    Impl::check_memory(entries, "Araios::EllMatrix: entries");
    Impl::check_memory(values, "Araios::EllMatrix: values");
    Impl::check_memory(row_lengths, "Araios::EllMatrix: row_lengths");
  }

  KOKKOS_FUNCTION Ordinal num_rows() const { return num_rows_; }
  KOKKOS_FUNCTION Ordinal num_cols() const { return num_cols_; }
  /// Stored entries, explicit zeros and duplicates counted, padding not.
  KOKKOS_FUNCTION Offset nnz() const { return nnz_; }
  /// Slots per row.
  KOKKOS_FUNCTION Ordinal width() const { return width_; }
  KOKKOS_FUNCTION std::int64_t stride() const { return stride_; }
  /// Number of slots: entries, padding, and the alignment of rows.
  KOKKOS_FUNCTION std::int64_t slots() const { return static_cast<std::int64_t>(entries.extent(0)); }
  EllPadding padding() const { return row_lengths.extent(0) > 0 ? EllPadding::zero : EllPadding::index; }

  /// Bytes of the arrays.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(
        entries.extent(0) * (sizeof(Ordinal) + Impl::value_bytes_v<Scalar>)+row_lengths.extent(0) * sizeof(Ordinal));
  }

 private:
  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
  Ordinal width_ = 0;
  Offset nnz_ = 0;
  std::int64_t stride_ = 0;
};

template <class S, class O, class F, class M>
struct FormatTraits<EllMatrix<S, O, F, M>> : Impl::FormatTag<Format::ell> {
  template <class Space>
  using rebind = EllMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(EllMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& entries, auto const& row_lengths) {
      return To(A.num_rows(), A.num_cols(), A.nnz(), A.width(), A.stride(), entries, values, row_lengths);
    };
    return use(make, Impl::named("values", A.values), Impl::named("entries", A.entries),
               Impl::named("row_lengths", A.row_lengths));
  }
};

}  // namespace Araios
