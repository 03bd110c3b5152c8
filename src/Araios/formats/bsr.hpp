// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// BSR, block compressed sparse rows: CSR of small dense blocks.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios {

namespace Impl {

/// Throws for blocks without a row.
inline void check_block_size(std::string const& function, std::int64_t block_size) {
  check(block_size >= 1, function, ": blocks must have at least one row, not ", block_size);
}

/// Throws for blocks that are not squares of at least one row, and for matrices that they do not divide.
inline void check_blocks(std::string const& function, std::int64_t num_rows, std::int64_t num_cols,
                         std::int64_t block_rows, std::int64_t block_cols) {
  check(block_rows == block_cols, function, ": blocks of ", block_rows, " x ", block_cols,
        " are not square; only square blocks are supported (take ", block_rows, " x ", block_rows, " or ", block_cols,
        " x ", block_cols, ")");
  check_block_size(function, block_rows);
  check(num_rows % block_rows == 0, function, ": the rows must be a multiple of the block size (", num_rows,
        " is not of ", block_rows, ")");
  check(num_cols % block_rows == 0, function, ": the columns must be a multiple of the block size (", num_cols,
        " is not of ", block_rows, ")");
}

}  // namespace Impl

/// Bytes of a BsrMatrix of `num_blocks` blocks of b x b, with a mask if some block has holes
///
/// Throws        std::invalid_argument for blocks without a row, and when the bytes do not fit 64 bits.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset>
std::int64_t bsr_bytes(std::int64_t num_rows, std::int64_t block_size, std::int64_t num_blocks, bool holes) {
  char const* const what = "Araios::bsr_bytes: bytes of the blocks";
  Impl::check_block_size("Araios::bsr_bytes", block_size);
  std::int64_t const slots =
      Araios::checked_multiply(num_blocks, Araios::checked_multiply(block_size, block_size, what), what);
  std::int64_t const mask = holes ? words_for_bits(slots) * static_cast<std::int64_t>(sizeof(std::uint32_t)) : 0;
  return Araios::checked_multiply(num_rows / block_size + 1, sizeof(Offset), what) +
         Araios::checked_multiply(num_blocks, sizeof(Ordinal), what) +
         Araios::checked_multiply(slots, Impl::value_bytes_v<Scalar>, what) + mask;
}

/// Writable arrays of a BsrMatrix.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset, MemorySpace Space>
struct BsrArrays {
  Kokkos::View<Offset*, Space> row_map;
  Kokkos::View<Ordinal*, Space> entries;
  Kokkos::View<std::uint32_t*, Space> present;
  ValuesViewOf<Scalar, Space> values;
};

/// An m-by-n matrix of b x b blocks by block rows: block row I holds the blocks row_map(I) .. row_map(I+1)-1
///
/// Shapes        m and n are multiples of b. row_map has m/b + 1 elements; entries, the block columns, one per block;
///               values b b per block, those of block k at k b b, row by row. present has one bit per value
///               (bit_mask.hpp) if some block has a hole, an element without an entry, and is empty otherwise. m = 0
///               may come with an empty row_map.
/// Requires      block columns of a block row are sorted without duplicates. The bits of entries are set: nnz bits,
///               none past the last value. Checked by `validate`.
/// Holes         add nothing in SpMV, whatever value they hold, and are not entries.
/// Ownership     that of the Views, as for CsrMatrix.
/// Throws        std::invalid_argument when the lengths disagree, when blocks are not square, or do not divide the
///               matrix.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class BsrMatrix {
 public:
  using matrix_type = BsrMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using row_map_type = Kokkos::View<Offset const*, memory_space>;
  using entries_type = Kokkos::View<Ordinal const*, memory_space>;
  using present_type = Kokkos::View<std::uint32_t const*, memory_space>;
  using values_type = ValuesViewOf<Scalar, memory_space>;
  static_assert(sizeof(Offset) >= sizeof(Ordinal), "BsrMatrix: Offset must be at least as wide as Ordinal");

  row_map_type row_map;
  entries_type entries;
  present_type present;
  values_type values;

  /// The empty 0-by-0 matrix, of blocks of one element.
  BsrMatrix() = default;

  BsrMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t block_rows, std::int64_t block_cols,
            std::int64_t nnz, row_map_type const& row_map_, entries_type const& entries_, present_type const& present_,
            values_type const& values_ = {})
      : row_map(row_map_),
        entries(entries_),
        present(present_),
        values(values_),
        num_rows_(Impl::checked_cast<Ordinal>(num_rows, "Araios::BsrMatrix: number of rows")),
        num_cols_(Impl::checked_cast<Ordinal>(num_cols, "Araios::BsrMatrix: number of columns")),
        block_size_(Impl::checked_cast<int>(block_rows, "Araios::BsrMatrix: block size")),
        nnz_(Impl::checked_cast<Offset>(nnz, "Araios::BsrMatrix: number of entries")) {
    Impl::check(num_rows >= 0 && num_cols >= 0 && nnz >= 0, "Araios::BsrMatrix: negative size ", num_rows, " x ",
                num_cols, " with ", nnz, " entries");
    Impl::check_blocks("Araios::BsrMatrix", num_rows, num_cols, block_rows, block_cols);
    std::int64_t const rows = num_rows / block_rows;
    Impl::check(row_map.extent(0) == static_cast<std::size_t>(rows) + 1 || (rows == 0 && row_map.extent(0) == 0),
                "Araios::BsrMatrix: length of row_map must be block rows + 1 (", row_map.extent(0), " != ", rows,
                " + 1)");
    (void)Impl::checked_cast<Offset>(entries.extent(0), "Araios::BsrMatrix: number of blocks");
    std::int64_t const slots = Araios::checked_multiply(
        static_cast<std::int64_t>(entries.extent(0)),
        Araios::checked_multiply(block_rows, block_rows, "Araios::BsrMatrix: elements of a block"),
        "Araios::BsrMatrix: elements of the blocks");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), slots, "Araios::BsrMatrix: length of values, elements of the blocks");
    Impl::check(nnz <= slots, "Araios::BsrMatrix: more entries than elements of the blocks (", nnz, " > ", slots, ")");
    if (present.extent(0) == 0)
      Impl::check(nnz == slots, "Araios::BsrMatrix: without a mask every element of a block is an entry (", nnz,
                  " != ", slots, ")");
    else
      Impl::check_equal(present.extent(0), words_for_bits(slots),
                        "Araios::BsrMatrix: length of present, words for the elements of the blocks");
    Impl::check_memory(row_map, "Araios::BsrMatrix: row_map");
    Impl::check_memory(entries, "Araios::BsrMatrix: entries");
    Impl::check_memory(present, "Araios::BsrMatrix: present");
    Impl::check_memory(values, "Araios::BsrMatrix: values");
  }

  BsrMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t block_size, std::int64_t nnz,
            BsrArrays<Scalar, Ordinal, Offset, memory_space> const& arrays)
      : BsrMatrix(num_rows, num_cols, block_size, block_size, nnz, arrays.row_map, arrays.entries, arrays.present,
                  arrays.values) {}

  KOKKOS_FUNCTION Ordinal num_rows() const { return num_rows_; }
  KOKKOS_FUNCTION Ordinal num_cols() const { return num_cols_; }
  /// Stored entries, explicit zeros counted, holes not.
  KOKKOS_FUNCTION Offset nnz() const { return nnz_; }
  KOKKOS_FUNCTION int block_size() const { return block_size_; }
  KOKKOS_FUNCTION Ordinal num_block_rows() const { return static_cast<Ordinal>(num_rows_ / block_size_); }
  KOKKOS_FUNCTION Offset num_blocks() const { return static_cast<Offset>(entries.extent(0)); }
  KOKKOS_FUNCTION bool has_holes() const { return present.extent(0) != 0; }

  /// Bytes of the four arrays.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(row_map.extent(0) * sizeof(Offset) + entries.extent(0) * sizeof(Ordinal) +
                                     present.extent(0) * sizeof(std::uint32_t)) +
           static_cast<std::int64_t>(entries.extent(0)) * block_size_ * block_size_ *
               static_cast<std::int64_t>(Impl::value_bytes_v<Scalar>);
  }

 private:
  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
  int block_size_ = 1;
  Offset nnz_ = 0;
};

template <class S, class O, class F, class M>
struct FormatTraits<BsrMatrix<S, O, F, M>> : Impl::FormatTag<Format::bsr> {
  template <class Space>
  using rebind = BsrMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(BsrMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& entries, auto const& row_map, auto const& present) {
      return To(A.num_rows(), A.num_cols(), A.block_size(), A.block_size(), A.nnz(), row_map, entries, present, values);
    };
    return use(make, Impl::named("values", A.values), Impl::named("entries", A.entries),
               Impl::named("row_map", A.row_map), Impl::named("present", A.present));
  }
};

/// New arrays for `num_blocks` blocks of b x b, not initialised, in one allocation with this label
///
/// Throws        std::invalid_argument for blocks without a row, and when Offset cannot count the blocks.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset, ExecutionSpace Exec>
auto allocate_bsr(Exec const& exec, std::string const& label, std::int64_t num_rows, std::int64_t block_size,
                  std::int64_t num_blocks, bool holes) {
  using Space = typename Exec::memory_space;
  Impl::check_block_size("Araios::allocate_bsr", block_size);
  (void)Impl::checked_cast<Offset>(num_blocks, "Araios::allocate_bsr: number of blocks");
  std::int64_t const slots = Araios::checked_multiply(
      num_blocks, Araios::checked_multiply(block_size, block_size, "Araios::allocate_bsr: elements of a block"),
      "Araios::allocate_bsr: elements of the blocks");
  auto const [row_map, entries, present, values] =
      allocate_packed<Kokkos::View<Offset*, Space>, Kokkos::View<Ordinal*, Space>, Kokkos::View<std::uint32_t*, Space>,
                      ValuesViewOf<Scalar, Space>>(
          exec, label, {num_rows / block_size + 1, num_blocks, holes ? words_for_bits(slots) : 0, slots});
  return BsrArrays<Scalar, Ordinal, Offset, Space>{row_map, entries, present, values};
}

}  // namespace Araios
