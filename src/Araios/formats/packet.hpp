// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Packet format: square blocks on the diagonal, each small enough that its range of x fits the scratch of a team.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// The distribution of the rows of a square matrix to packets: packet p has the rows order(packet_map(p)) ..
/// order(packet_map(p + 1) - 1)
template <OrdinalType Ordinal, MemorySpace Space>
struct PacketPartition {
  Kokkos::View<Ordinal const*, Space> order;
  Kokkos::View<Ordinal const*, Space> packet_map;
};

/// The numbering of the elements of x and y in SpMV with packets.
enum class PacketNumbering {
  original,  ///< that of the matrix: packets gather their range of x and scatter their range of y
  packed     ///< that of the packets: for repeated SpMV, the caller permutes its vectors once, and back at the end
};

/// The layout constants of every PacketMatrix.
struct PacketLayout {
  /// Number of threads over which the rows of a packet are distributed, and of those that share a slice.
  static constexpr int threads = 512;
  static constexpr int lanes = 32;
  static constexpr int slices = threads / lanes;
  /// A local row or column has 16 bits; the maximum pair marks padding.
  static constexpr std::int64_t max_rows = 65535;
  static constexpr std::uint32_t padding = ~std::uint32_t(0);

  KOKKOS_INLINE_FUNCTION static std::uint32_t pack(std::int64_t row, std::int64_t column) {
    return (static_cast<std::uint32_t>(row) << 16) | static_cast<std::uint32_t>(column);
  }
  KOKKOS_INLINE_FUNCTION static int row(std::uint32_t packed) { return static_cast<int>(packed >> 16); }
  KOKKOS_INLINE_FUNCTION static int column(std::uint32_t packed) { return static_cast<int>(packed & 0xffffu); }

  /// The row of a thread in a round, local to the packet; it may be past the last row. The direction alternates between
  /// rounds, so that no thread always gets the longest row.
  KOKKOS_INLINE_FUNCTION static int row_of(int thread, int round) {
    return round * threads + (round % 2 == 0 ? thread : threads - 1 - thread);
  }
  /// The thread of a local row.
  KOKKOS_INLINE_FUNCTION static int thread_of(int row) {
    int const thread = row % threads;
    return row / threads % 2 == 0 ? thread : threads - 1 - thread;
  }
};

/// An n-by-n matrix in packets: entries whose row and column belong to the same packet are stored with 16 bits for
/// each, all others in the off-block part `off_block`
///
/// Row q of the packed numbering is row order(q) of the matrix. Rows packet_map(p) .. packet_map(p + 1) - 1 belong to
/// packet p. Within a packet, rows are sorted by decreasing length there, and distributed to PacketLayout::threads
/// threads in turn. The entries of a thread, row by row, are its stream. A slice interleaves the streams of 32
/// consecutive threads: entry k of lane l of slice s is element 32 (slice_map(s) + k) + l of packed and values. Streams
/// that are shorter than the longest of their slice end in PacketLayout::padding. So loads are coalesced, no two
/// threads share a row, and the order of additions is fixed.
///
/// Shapes        order: n; packet_map: packets + 1; slice_map: 16 * packets + 1; packed and values: 32 *
///               slice_map(last); `off_block`: n-by-n, its rows and columns in the numbering of the vectors.
/// Requires      checked by `validate` (formats/validate/packet.hpp). longest_packet is at least the number of rows of
///               any packet, longest_off_block_row at least the length of any row of `off_block`.
/// Ownership     that of the Views. The structure is const. Scalar may be const.
/// Throws        std::invalid_argument when the lengths disagree.
/// Source        packets: Bell and Garland, NVIDIA NVR-2008-004. New in Araios: streams in slices instead of one list
///               per thread, and the off-block part in CSR instead of COO.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class PacketMatrix {
 public:
  using matrix_type = PacketMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using indices_type = Kokkos::View<Ordinal const*, memory_space>;
  using slice_map_type = Kokkos::View<Offset const*, memory_space>;
  using packed_type = Kokkos::View<std::uint32_t const*, memory_space>;
  using values_type = ValuesViewOf<Scalar, memory_space>;
  using off_block_type = CsrMatrix<Scalar, Ordinal, Offset, memory_space>;
  static_assert(sizeof(Offset) >= sizeof(Ordinal), "PacketMatrix: Offset must be at least as wide as Ordinal");

  indices_type order;
  indices_type packet_map;
  slice_map_type slice_map;
  packed_type packed;
  values_type values;
  off_block_type off_block;
  PacketNumbering numbering = PacketNumbering::original;

  /// The empty 0-by-0 matrix.
  PacketMatrix() = default;

  PacketMatrix(std::int64_t nnz, PacketNumbering numbering_, std::int64_t longest_packet,
               std::int64_t longest_off_block_row, indices_type const& order_, indices_type const& packet_map_,
               slice_map_type const& slice_map_, packed_type const& packed_, values_type const& values_,
               off_block_type const& off_block_)
      : order(order_),
        packet_map(packet_map_),
        slice_map(slice_map_),
        packed(packed_),
        values(values_),
        off_block(off_block_),
        numbering(numbering_),
        nnz_(Impl::checked_cast<Offset>(nnz, "Araios::PacketMatrix: number of entries")),
        longest_packet_(static_cast<int>(longest_packet)),
        longest_off_block_row_(longest_off_block_row) {
    Impl::check_equal(off_block.num_rows(), off_block.num_cols(),
                      "Araios::PacketMatrix: rows, columns of the off-block part");
    Impl::check_equal(order.extent(0), off_block.num_rows(),
                      "Araios::PacketMatrix: length of order, rows of the off-block part");
    Impl::check(longest_packet >= 0 && longest_packet <= PacketLayout::max_rows,
                "Araios::PacketMatrix: rows of the longest packet are not in [0, ", PacketLayout::max_rows, "] (",
                longest_packet, ")");
    Impl::check(longest_off_block_row >= 0, "Araios::PacketMatrix: the longest row of the off-block part has ",
                longest_off_block_row, " entries");
    Impl::check(packet_map.extent(0) > 0 || order.extent(0) == 0,
                "Araios::PacketMatrix: packet_map must have packets + 1 elements (0 < 1)");
    Impl::check(packet_map.extent(0) == 0 ||
                    slice_map.extent(0) == (packet_map.extent(0) - 1) * PacketLayout::slices + 1,
                "Araios::PacketMatrix: length of slice_map must be ", PacketLayout::slices, " * packets + 1 (",
                slice_map.extent(0), " for ", packet_map.extent(0) - 1, " packets)");
    Impl::check(packed.extent(0) % PacketLayout::lanes == 0,
                "Araios::PacketMatrix: length of packed is not a multiple of ", PacketLayout::lanes, " (",
                packed.extent(0), ")");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), packed.extent(0), "Araios::PacketMatrix: length of values, length of packed");
    Impl::check_memory(order, "Araios::PacketMatrix: order");
    Impl::check_memory(packet_map, "Araios::PacketMatrix: packet_map");
    Impl::check_memory(slice_map, "Araios::PacketMatrix: slice_map");
    Impl::check_memory(packed, "Araios::PacketMatrix: packed");
    Impl::check_memory(values, "Araios::PacketMatrix: values");
    std::int64_t const max_nnz =
        static_cast<std::int64_t>(off_block.nnz()) + static_cast<std::int64_t>(packed.extent(0));
    Impl::check(nnz >= static_cast<std::int64_t>(off_block.nnz()) && nnz <= max_nnz,
                "Araios::PacketMatrix: number of entries is not in [", off_block.nnz(), ", ", max_nnz, "] (", nnz, ")");
  }

  KOKKOS_FUNCTION Ordinal num_rows() const { return off_block.num_rows(); }
  KOKKOS_FUNCTION Ordinal num_cols() const { return off_block.num_cols(); }
  /// Stored entries, explicit zeros and duplicates counted, padding not.
  KOKKOS_FUNCTION Offset nnz() const { return nnz_; }
  KOKKOS_FUNCTION std::int64_t num_packets() const {
    return packet_map.extent(0) == 0 ? 0 : static_cast<std::int64_t>(packet_map.extent(0)) - 1;
  }
  /// Entries in packets, without those of the off-block part.
  KOKKOS_FUNCTION std::int64_t packed_nnz() const {
    return static_cast<std::int64_t>(nnz_) - static_cast<std::int64_t>(off_block.nnz());
  }
  KOKKOS_FUNCTION int longest_packet() const { return longest_packet_; }
  KOKKOS_FUNCTION std::int64_t longest_off_block_row() const { return longest_off_block_row_; }

  /// The vector index of row (and column) q of the packed numbering.
  KOKKOS_FUNCTION Ordinal vector_index(std::int64_t q) const {
    return numbering == PacketNumbering::original ? order(q) : static_cast<Ordinal>(q);
  }

  /// Bytes of all arrays, those of `off_block` included.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>((order.extent(0) + packet_map.extent(0)) * sizeof(Ordinal) +
                                     slice_map.extent(0) * sizeof(Offset) +
                                     packed.extent(0) * (sizeof(std::uint32_t) + Impl::value_bytes_v<Scalar>)) +
           off_block.bytes();
  }

 private:
  Offset nnz_ = 0;
  int longest_packet_ = 0;
  std::int64_t longest_off_block_row_ = 0;
};

template <class S, class O, class F, class M>
struct FormatTraits<PacketMatrix<S, O, F, M>> : Impl::FormatTag<Format::packet> {
  template <class Space>
  using rebind = PacketMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(PacketMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& order, auto const& packet_map, auto const& slice_map,
                          auto const& packed, auto const& off_block) {
      return To(A.nnz(), A.numbering, A.longest_packet(), A.longest_off_block_row(), order, packet_map, slice_map,
                packed, values, off_block);
    };
    return use(make, Impl::named("values", A.values), Impl::named("order", A.order),
               Impl::named("packet_map", A.packet_map), Impl::named("slice_map", A.slice_map),
               Impl::named("packed", A.packed), Impl::named("off_block", A.off_block));
  }
};

/// Bytes of a PacketMatrix of n rows in `packets` packets, whose streams have `slots` elements, padding counted, and
/// whose off-block part has `off_block_nnz` entries.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset>
std::int64_t packet_bytes(std::int64_t n, std::int64_t packets, std::int64_t slots, std::int64_t off_block_nnz) {
  constexpr std::int64_t index = sizeof(Ordinal);
  constexpr std::int64_t offset = sizeof(Offset);
  std::int64_t const rows = (n + packets + 1) * index + (PacketLayout::slices * packets + 1 + n + 1) * offset;
  std::int64_t const streams = Araios::checked_multiply(slots, sizeof(std::uint32_t) + Impl::value_bytes_v<Scalar>,
                                                        "Araios::packet_bytes: bytes of the streams");
  std::int64_t const off_block_bytes =
      Araios::checked_multiply(off_block_nnz, sizeof(Ordinal) + Impl::value_bytes_v<Scalar>,
                               "Araios::packet_bytes: bytes of the off-block part");
  return rows + streams + off_block_bytes;
}

}  // namespace Araios
