// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU through records: sizes, workspace and launches.
///
/// Phases: (1) counts of tiles and buckets, bucket_count.hpp; (2) entries of A to records in buckets,
/// record_scatter.hpp; (3) a block sorts a bucket by column, record_long.hpp; (4) records of long buckets to their
/// columns, record_long.hpp and record_scatter.hpp. No phase waits within a launch. Every step keeps entries of equal
/// columns in the order of A, so the result is that of the serial method.
///
/// Workspace: k records of 4, 8 or 12 bytes, and tables of 0.3 to 2 bytes per entry.

#include <Araios/operations/transpose/record_data.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Araios/core/workspace.hpp>
#include <Araios/operations/transpose/bucket_count.hpp>
#include <Araios/operations/transpose/record_long.hpp>
#include <Araios/operations/transpose/record_scatter.hpp>
#include <Araios/operations/transpose/symmetric_cuda.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::transpose {

/// Tuning parameters, besides those of BucketTuning.
struct RecordTuning {
  using Tile = TileShape<512, 16>;  ///< of the scatters: 1,024 x 8 or two blocks of 512 x 8 are slower
};

/// Lengths of tiles and tables.
struct RecordSizes {
  int shared_bytes, tile_length, tiles, tiles_per_chunk, chunks, long_tile_length, columns;
  std::int64_t long_tiles, long_buckets;
};

template <class Data>
struct RecordKernels {
  using Shape = RecordTuning::Tile;
  using Scatter = RecordScatter<Data, Shape, max_bins, EntriesOfA<Data>>;
  using WideScatter = RecordScatter<Data, Shape, max_ranked, EntriesOfA<Data>>;
  using LongScatter = RecordScatter<Data, Shape, max_bins, RecordsOfLongBuckets<Data>>;
  using Count = BucketCount<Data>;
  static_assert(Count::threads == Shape::threads);

  static bool is_wide(int buckets) { return buckets > max_bins && buckets <= max_ranked; }

  static RecordSizes sizes(CudaResources const& one_block, std::int64_t k, int bits, int buckets, int local_tile) {
    RecordSizes sizes{};
    sizes.shared_bytes = one_block.shared_bytes;
    sizes.columns = std::max(4, 1 << bits);
    std::int64_t const longest = is_wide(buckets) ? WideScatter::longest_tile(sizes.shared_bytes, buckets)
                                                  : Scatter::longest_tile(sizes.shared_bytes, buckets);
    // The number of tiles is a multiple of the number of resident blocks.
    std::int64_t const each = tiles_for(k, one_block.multiprocessors), rounds = tiles_for(each, longest);
    sizes.tile_length = static_cast<int>(tiles_for(tiles_for(each, rounds), 32) * 32);
    sizes.tiles = static_cast<int>(tiles_for(k, sizes.tile_length));
    sizes.tiles_per_chunk = static_cast<int>(std::min<std::int64_t>((rounds + 1) / 2, 65535 / sizes.tile_length));
    sizes.chunks = static_cast<int>(tiles_for(sizes.tiles, sizes.tiles_per_chunk));
    sizes.long_tile_length = static_cast<int>(LongScatter::longest_tile(sizes.shared_bytes, sizes.columns));
    sizes.long_buckets = bits > 0 ? std::min<std::int64_t>(buckets, k / local_tile) : 0;
    sizes.long_tiles = sizes.long_buckets > 0 ? k / sizes.long_tile_length + sizes.long_buckets : 0;
    return sizes;
  }
  /// Bytes of workspace for them, but for alignment.
  static std::int64_t bytes(RecordSizes const& s, std::int64_t k, int buckets) {
    return k * Data::Records::bytes_each + std::int64_t(s.tiles) * (buckets * 2 + 4 * 16) +
           std::int64_t(s.chunks) * buckets * static_cast<std::int64_t>(sizeof(typename Data::Offset)) +
           s.long_tiles * (static_cast<std::int64_t>(sizeof(LongTile)) + 4 * s.columns) +
           s.long_buckets * (static_cast<std::int64_t>(sizeof(BucketRange)) + 4 + 4 * s.columns) +
           buckets * std::int64_t(16);
  }
};

/// Whether rows and columns of a bucket share 32 bits, and places in B too.
inline bool records_suit(int row_bits, int bits, std::int64_t k) {
  return row_bits + bits <= 32 && k <= std::int64_t(0xffffffff);
}

/// Requires      records_suit; data: of bucket_data, with bits and buckets.
template <class Exec, class Base, class LocalShape, class Space>
void transpose_records_cuda(Exec const& exec, Base const& base, RecordSizes const& sizes, LocalShape, int local_shared,
                            Workspace<Space>& workspace) {
  using Data = RecordData<Base>;
  using Kernels = RecordKernels<Data>;
  using Symmetric = SymmetricTranspose<Data>;
  using Local = RecordLocal<Data, LocalShape>;
  using Scatter = typename Kernels::Scatter;
  using WideScatter = typename Kernels::WideScatter;
  using LongScatter = typename Kernels::LongScatter;
  using LongCount = RecordLongCount<Data>;

  Data data{};
  static_cast<Base&>(data) = base;
  data.together = true;
  data.tile_length = sizes.tile_length;
  data.tiles = sizes.tiles;
  data.tiles_per_chunk = sizes.tiles_per_chunk;
  data.chunks = sizes.chunks;
  data.long_tile_length = sizes.long_tile_length;
  data.columns = sizes.columns;
  int const buckets = data.buckets;

  typename Workspace<Space>::Frame const frame(workspace);
  auto const take = [&](auto*& array, std::int64_t length) {
    using Element = std::remove_pointer_t<std::remove_reference_t<decltype(array)>>;
    array = workspace.template take<Kokkos::View<Element*, Space>>(exec, length).data();
  };
  take(data.records.words, data.k);
  if constexpr (Data::Records::apart) take(data.records.values, data.k);
  take(data.chunk_table, std::int64_t(data.chunks) * buckets);
  take(data.tile_table, std::int64_t(data.tiles) * buckets);
  take(data.totals, buckets);
  take(data.start, buckets + 1);
  take(data.part_row, std::int64_t(data.tiles) * Kernels::Shape::warps + 1);
  take(data.probes, data.number_of_probes);
  take(data.counters, 1);
  take(data.heavy, sizes.long_buckets);
  take(data.arrivals, sizes.long_buckets);
  take(data.long_tiles, sizes.long_tiles);
  take(data.long_table, sizes.long_tiles * sizes.columns);
  take(data.long_totals, sizes.long_buckets * sizes.columns);

  if (data.try_symmetric) {
    cuda_launch(exec, "Araios::transpose::symmetry_probe", data.number_of_probes, 0, SymmetryProbe<Data>{data});
    cuda_launch(exec, "Araios::transpose::symmetric", tiles_for(data.k, data.symmetric_tile), 0, Symmetric{data});
  }
  cuda_launch(exec, "Araios::transpose::bucket_count", data.chunks,
              static_cast<int>(BucketCount<Data>::shared_bytes(buckets)), BucketCount<Data>{data});
  cuda_launch(exec, "Araios::transpose::bucket_scan", tiles_for(buckets, 32), 0, BucketScan<Data>{data});
  int const multiprocessors = exec.cuda_device_prop().multiProcessorCount;
  int const blocks = std::min(data.tiles, multiprocessors);
  if (Kernels::is_wide(buckets))
    cuda_launch(exec, "Araios::transpose::record_scatter", blocks,
                static_cast<int>(WideScatter::shared_bytes(buckets, data.tile_length)), WideScatter{data});
  else
    cuda_launch(exec, "Araios::transpose::record_scatter", blocks,
                static_cast<int>(Scatter::shared_bytes(buckets, data.tile_length)), Scatter{data});
  cuda_launch(exec, "Araios::transpose::bucket_local", buckets, local_shared, Local{data, local_shared});
  if (sizes.long_tiles == 0) return;
  cuda_launch(
      exec, "Araios::transpose::long_count",
      std::min<std::int64_t>(sizes.long_tiles, std::int64_t(LongCount::blocks_per_multiprocessor) * multiprocessors),
      static_cast<int>(shared_piece(8 * sizes.columns)), LongCount{data});
  cuda_launch(exec, "Araios::transpose::long_scatter", std::min<std::int64_t>(sizes.long_tiles, multiprocessors),
              static_cast<int>(LongScatter::shared_bytes(sizes.columns, data.long_tile_length)), LongScatter{data});
}

}  // namespace Araios::Impl::transpose

#endif
