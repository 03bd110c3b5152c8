// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SELL-C-sigma: ELLPACK in chunks of C rows, each with the width of its longest row. Rows may first be sorted by
/// length.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace Araios {

/// The window of SELL-C-sigma that holds all rows: chunks are then the groups of a grouped JDS (pJDS).
inline constexpr std::int64_t sell_sort_all = std::numeric_limits<std::int64_t>::max();
/// Rows per window in choose_format and the benchmarks: eight chunks of 32, close enough to share elements of x.
inline constexpr std::int64_t sell_usual_window = 256;

/// The maximum chunk.
inline constexpr std::int64_t sell_largest_chunk = std::numeric_limits<std::int32_t>::max();

namespace Impl {
inline void check_sell_chunk(std::int64_t chunk, char const* function) {
  check(chunk > 0 && chunk <= sell_largest_chunk, function, ": chunks of ", chunk, " rows");
}
}  // namespace Impl

/// Bytes of a SELL matrix of `num_rows` rows in chunks of `chunk`, with `slots` slots; `sorted`: with a permutation.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset>
std::int64_t sell_bytes(std::int64_t num_rows, std::int64_t chunk, std::int64_t slots, bool sorted) {
  Impl::check_sell_chunk(chunk, "Araios::sell_bytes");
  std::int64_t const each = sizeof(Ordinal) + Impl::value_bytes_v<Scalar>;
  std::int64_t const offsets =
      (num_rows / chunk + (num_rows % chunk != 0) + 1) * static_cast<std::int64_t>(sizeof(Offset));
  std::int64_t const permutation = sorted ? num_rows * static_cast<std::int64_t>(sizeof(Ordinal)) : 0;
  return Araios::checked_multiply(slots, each, "Araios::sell_bytes: bytes") + offsets + permutation;
}

/// An m-by-n matrix in chunks of C stored rows: slot k of stored row r of chunk c is at chunk_offsets(c) + k * C + r
///
/// Shapes        chunk_offsets has ceil(m / C) + 1 elements, entries (the columns) and values have s elements, one per
///               slot. permutation has m elements, or none where stored row i is row i.
/// Requires      m and n fit Ordinal, k and s fit Offset. The stored rows of chunk c have (chunk_offsets(c+1) -
///               chunk_offsets(c)) / C slots each. Stored row i is row permutation(i). Its entries are in its first
///               slots; the slots after them, and stored rows after the last row, hold column -1. Rows may be unsorted
///               and may repeat columns. Checked by `validate`.
/// Ownership     that of the Views, as for CsrMatrix.
/// Throws        std::invalid_argument when the lengths disagree. `validate` checks the contents of the arrays.
/// Source        Kreutzer, Hager, Wellein, Fehske and Bishop, SIAM J. Sci. Comput. 36 (2014), arXiv 1307.6209.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class SellMatrix {
 public:
  using matrix_type = SellMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using chunk_offsets_type = Kokkos::View<Offset const*, memory_space>;
  using entries_type = Kokkos::View<Ordinal const*, memory_space>;
  using values_type = ValuesViewOf<Scalar, memory_space>;
  using permutation_type = Kokkos::View<Ordinal const*, memory_space>;
  static_assert(sizeof(Offset) >= sizeof(Ordinal), "SellMatrix: Offset must be at least as wide as Ordinal");

  chunk_offsets_type chunk_offsets;
  entries_type entries;
  values_type values;
  permutation_type permutation;

  /// The empty 0-by-0 matrix.
  SellMatrix() = default;

  /// `nnz` is the number of slots that hold an entry.
  SellMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz, std::int64_t chunk,
             chunk_offsets_type const& chunk_offsets_, entries_type const& entries_, values_type const& values_ = {},
             permutation_type const& permutation_ = {})
      : chunk_offsets(chunk_offsets_),
        entries(entries_),
        values(values_),
        permutation(permutation_),
        num_rows_(Impl::checked_cast<Ordinal>(num_rows, "Araios::SellMatrix: number of rows")),
        num_cols_(Impl::checked_cast<Ordinal>(num_cols, "Araios::SellMatrix: number of columns")),
        nnz_(Impl::checked_cast<Offset>(nnz, "Araios::SellMatrix: number of entries")),
        chunk_(chunk) {
    Impl::check(num_rows >= 0 && num_cols >= 0, "Araios::SellMatrix: negative size ", num_rows, " x ", num_cols);
    Impl::check_sell_chunk(chunk, "Araios::SellMatrix");
    Impl::check(chunk_offsets.extent(0) == static_cast<std::size_t>(chunks()) + 1 ||
                    (num_rows == 0 && chunk_offsets.extent(0) == 0),
                "Araios::SellMatrix: length of chunk_offsets must be chunks + 1 (", chunk_offsets.extent(0),
                " != ", chunks(), " + 1)");
    (void)Impl::checked_cast<Offset>(entries.extent(0), "Araios::SellMatrix: number of slots");
    Impl::check(nnz >= 0 && static_cast<std::size_t>(nnz) <= entries.extent(0), "Araios::SellMatrix: ", nnz,
                " entries do not fit ", entries.extent(0), " slots");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), entries.extent(0), "Araios::SellMatrix: length of values, length of entries");
    Impl::check(permutation.extent(0) == 0 || permutation.extent(0) == static_cast<std::size_t>(num_rows),
                "Araios::SellMatrix: length of permutation must be that of rows, or 0 (", permutation.extent(0),
                " != ", num_rows, ")");
    Impl::check_memory(chunk_offsets, "Araios::SellMatrix: chunk_offsets");
    Impl::check_memory(entries, "Araios::SellMatrix: entries");
    Impl::check_memory(values, "Araios::SellMatrix: values");
    Impl::check_memory(permutation, "Araios::SellMatrix: permutation");
  }

  KOKKOS_FUNCTION Ordinal num_rows() const { return num_rows_; }
  KOKKOS_FUNCTION Ordinal num_cols() const { return num_cols_; }
  /// Stored entries, explicit zeros and duplicates counted, padding not.
  KOKKOS_FUNCTION Offset nnz() const { return nnz_; }
  /// Stored rows per chunk.
  KOKKOS_FUNCTION std::int64_t chunk() const { return chunk_; }
  KOKKOS_FUNCTION std::int64_t chunks() const {
    std::int64_t const rows = num_rows_;
    return rows / chunk_ + (rows % chunk_ != 0);
  }
  /// Number of slots: entries and padding.
  KOKKOS_FUNCTION std::int64_t slots() const { return static_cast<std::int64_t>(entries.extent(0)); }

  /// Bytes of the arrays.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(
        chunk_offsets.extent(0) * sizeof(Offset) +
        entries.extent(0) * (sizeof(Ordinal) + Impl::value_bytes_v<Scalar>)+permutation.extent(0) * sizeof(Ordinal));
  }

 private:
  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
  Offset nnz_ = 0;
  std::int64_t chunk_ = 32;
};

template <class S, class O, class F, class M>
struct FormatTraits<SellMatrix<S, O, F, M>> : Impl::FormatTag<Format::sell> {
  template <class Space>
  using rebind = SellMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(SellMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& entries, auto const& permutation, auto const& chunk_offsets) {
      return To(A.num_rows(), A.num_cols(), A.nnz(), A.chunk(), chunk_offsets, entries, values, permutation);
    };
    return use(make, Impl::named("values", A.values), Impl::named("entries", A.entries),
               Impl::named("permutation", A.permutation), Impl::named("chunk_offsets", A.chunk_offsets));
  }
};

}  // namespace Araios
