// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU through records: sizes, workspace and launches.
///
/// Phases: (1) counts of tiles and buckets, bucket_count.hpp; (2) entries of A to records in buckets,
/// record_scatter.hpp; (3) a block sorts a bucket by column, record_long.hpp; (4) records of long buckets to their
/// columns in B, record_long.hpp and record_scatter.hpp. Buckets of more than 1,024 columns are all long, and their
/// records go to parts of fewer columns in B; a block sorts a part in place, and long parts go to their columns by way of
/// the records. No phase waits within a launch. Every step keeps entries of equal columns in the order of A, so the
/// result is that of the serial method.
///
/// Workspace: k records of 4, 8 or 12 bytes, 2 more bytes where row and column in the bucket do not fit in 32 bits, 2 more
/// where those in a part do not, and tables of 0.3 to 3 bytes per entry.

#include <Araios/operations/transpose/bucket/by_records/records.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Araios/core/workspace.hpp>
#include <Araios/operations/transpose/bucket/by_records/long_buckets.hpp>
#include <Araios/operations/transpose/bucket/by_records/scatter.hpp>
#include <Araios/operations/transpose/bucket/count.hpp>
#include <Araios/operations/transpose/tuning.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace Araios::Impl::transpose {

/// Tuning parameters, besides those of BucketTuning.
struct RecordTuning {
  using Tile = TileShape<512, 16>;  ///< of the scatters: 1,024 x 8 or two blocks of 512 x 8 are slower
  using Local = BucketTuning::LocalTile;
  using Part = BucketTuning::PartTile;
  static constexpr double part = 2048;  ///< entries of an average part of a bucket of many columns, at most
};

/// Lengths of tiles and tables.
struct RecordSizes {
  int shared_bytes;
  TileSizes tiles;
  bool apart;        ///< the column in a bucket is stored beside the record
  bool has_parts;    ///< buckets have too many columns for one ranking
  int shift;         ///< a part has 2^shift columns; without parts 0
  bool parts_apart;  ///< the column in a part is stored beside the entry
  struct Long {
    int bins, tile_length;
    std::int64_t buckets, tiles;
    std::int64_t bytes(bool has_begins) const {
      return tiles * (static_cast<std::int64_t>(sizeof(LongTile)) + 4 * bins) +
             buckets * (static_cast<std::int64_t>(sizeof(BucketRange)) + 4 + 4 * bins * (has_begins ? 2 : 1));
    }
  } long_buckets, long_parts;
};

template <class Data>
struct RecordKernels {
  using Shape = RecordTuning::Tile;
  using Scatter = RecordScatter<Data, Shape, max_bins, EntriesOfA<Data>>;
  using WideScatter = RecordScatter<Data, Shape, max_ranked, EntriesOfA<Data>>;
  template <LongEntries Where>
  using LongScatter = RecordScatter<Data, Shape, max_bins, EntriesOfLongBuckets<Data, Where>>;
  using Count = BucketCount<Data>;
  static_assert(Count::threads == Shape::threads);

  static bool is_wide(int buckets) { return buckets > max_bins && buckets <= max_ranked; }

  static RecordSizes sizes(CudaResources const& one_block, std::int64_t n, std::int64_t k, int row_bits,
                           BucketSizes const& of_buckets) {
    RecordSizes sizes{};
    int const bits = of_buckets.bits, buckets = static_cast<int>(of_buckets.buckets);
    sizes.shared_bytes = one_block.shared_bytes;
    sizes.has_parts = bits > BucketTuning::local_bits;
    sizes.apart = sizes.has_parts || row_bits + bits > 32;
    if (sizes.has_parts) {
      sizes.shift = BucketTuning::local_bits;
      double const each = static_cast<double>(k) / static_cast<double>(n);
      while (sizes.shift > bits - BucketTuning::local_bits && each * (1 << sizes.shift) > RecordTuning::part)
        --sizes.shift;
      sizes.parts_apart = row_bits + sizes.shift > 32;
    }
    std::int64_t const longest = is_wide(buckets) ? WideScatter::longest_tile(sizes.shared_bytes, buckets, sizes.apart)
                                                  : Scatter::longest_tile(sizes.shared_bytes, buckets, sizes.apart);
    sizes.tiles = tile_sizes(k, one_block.multiprocessors, longest);

    auto const of_long = [&](int bins, std::int64_t number) {
      RecordSizes::Long of{};
      of.bins = std::max(4, bins);
      of.tile_length = static_cast<int>(
          LongScatter<LongEntries::in_records_apart>::longest_tile(sizes.shared_bytes, of.bins, sizes.parts_apart));
      of.buckets = number;
      of.tiles = number > 0 ? k / of.tile_length + number : 0;
      return of;
    };
    sizes.long_buckets =
        of_long(1 << (bits - sizes.shift),
                sizes.has_parts ? buckets : std::min<std::int64_t>(buckets, k / RecordTuning::Local::tile));
    sizes.long_parts = of_long(1 << sizes.shift, sizes.has_parts ? k / RecordTuning::Part::tile : 0);
    return sizes;
  }
  /// Bytes of workspace for them, but for alignment.
  static std::int64_t bytes(RecordSizes const& s, std::int64_t k, int buckets) {
    return k * (Data::Records::bytes_each + (s.apart ? 2 : 0) + (s.parts_apart ? 2 : 0)) +
           std::int64_t(s.tiles.tiles) * (buckets * 2 + 4 * Shape::warps) +
           std::int64_t(s.tiles.chunks) * buckets * static_cast<std::int64_t>(sizeof(typename Data::Offset)) +
           s.long_buckets.bytes(s.has_parts) + s.long_parts.bytes(false) + buckets * std::int64_t(16);
  }
};

/// The sizes for A and B in `base`; none where records are not applicable, or need more bytes of workspace.
template <class Exec, class Base>
std::optional<RecordSizes> record_sizes_within(Exec const& exec, Base const& base, BucketSizes const& of_buckets,
                                               std::int64_t max_workspace_bytes) {
  using Kernels = RecordKernels<RecordData<Base>>;
  if (base.bits == 0 || base.k > std::int64_t(0xffffffff)) return {};  // a position in B is 32 bits
  auto const sizes = Kernels::sizes(CudaResources::of(exec, 1), base.n, base.k, base.row_bits, of_buckets);
  if (Kernels::bytes(sizes, base.k, base.buckets) > max_workspace_bytes) return {};
  return sizes;
}

/// Requires      sizes from `record_sizes_within`. before(data) launches what comes first, when the workspace is taken.
template <class Exec, class Base, class Before, class Space>
void transpose_records_cuda(Exec const& exec, Base const& base, RecordSizes const& sizes, Before const& before,
                            Workspace<Space>& workspace) {
  using Data = RecordData<Base>;
  using Kernels = RecordKernels<Data>;
  using Local = RecordLocal<Data, RecordTuning::Local, true>;
  using LocalApart = RecordLocal<Data, RecordTuning::Local, false>;
  using Parts = RecordParts<Data, RecordTuning::Part>;
  using Scatter = typename Kernels::Scatter;
  using WideScatter = typename Kernels::WideScatter;

  Data data{};
  static_cast<Base&>(data) = base;
  data.records_packed = !sizes.apart;
  data.packed = sizes.has_parts ? !sizes.parts_apart : !sizes.apart;
  data.set_tiles(sizes.tiles);
  int const buckets = data.buckets;

  typename Workspace<Space>::Frame const frame(workspace);
  auto const take = [&](auto*& array, std::int64_t length) { take_array(exec, workspace, array, length); };
  auto const take_long = [&](LongBuckets& to, RecordSizes::Long const& of, int set, int shift) {
    to.set = set;
    to.bins = of.bins;
    to.shift = shift;
    to.tile_length = of.tile_length;
    take(to.buckets, of.buckets);
    take(to.first_tiles, of.buckets);
    take(to.totals, of.buckets * of.bins);
    if (shift > 0) take(to.begins, of.buckets * of.bins);
    take(to.tiles, of.tiles);
    take(to.table, of.tiles * of.bins);
  };
  take(data.records.words, data.k);
  if constexpr (Data::Records::apart) take(data.records.values, data.k);
  if (sizes.apart) take(data.record_low_bits, data.k);
  if (sizes.parts_apart) take(data.low_bits, data.k);
  take(data.chunk_table, std::int64_t(data.chunks) * buckets);
  take(data.tile_table, std::int64_t(data.tiles) * buckets);
  take(data.totals, buckets);
  take(data.start, buckets + 1);
  take(data.part_row, std::int64_t(data.tiles) * Kernels::Shape::warps + 1);
  take(data.probes, data.number_of_probes);
  take(data.counters, 1);
  take_long(data.long_buckets, sizes.long_buckets, 0, sizes.shift);
  take_long(data.long_parts, sizes.long_parts, 1, 0);

  before(data);
  launch_count(exec, data);
  std::int64_t const multiprocessors = exec.cuda_device_prop().multiProcessorCount;
  auto const scatter = [&](char const* label, auto const& kernel, std::int64_t tiles, int bins, int tile_length,
                           bool apart) {
    cuda_launch(exec, label, std::min(tiles, multiprocessors),
                static_cast<int>(kernel.shared_bytes(bins, tile_length, apart)), kernel);
  };
  if (Kernels::is_wide(buckets))
    scatter("Araios::transpose::record_scatter", WideScatter{data}, data.tiles, buckets, data.tile_length, sizes.apart);
  else
    scatter("Araios::transpose::record_scatter", Scatter{data}, data.tiles, buckets, data.tile_length, sizes.apart);
  int const local_shared = CudaResources::of(exec, Local::blocks_per_multiprocessor).shared_bytes;
  if (!sizes.apart)
    cuda_launch(exec, "Araios::transpose::bucket_local", buckets, local_shared, Local{data, local_shared});
  else
    cuda_launch(exec, "Araios::transpose::bucket_local", buckets, local_shared, LocalApart{data, local_shared});
  auto const move_long = [&]<LongEntries Where>(std::integral_constant<LongEntries, Where>, LongBuckets const& set,
                                                RecordSizes::Long const& of) {
    using Count = RecordLongCount<Data, Where>;
    cuda_launch(exec, "Araios::transpose::long_count",
                std::min(of.tiles, Count::blocks_per_multiprocessor * multiprocessors), Count::shared_bytes(of.bins),
                Count{data});
    using Scan = RecordLongScan<Data>;
    cuda_launch(exec, "Araios::transpose::long_scan",
                std::min(of.buckets * Scan::pieces(of.bins), Scan::blocks_per_multiprocessor * multiprocessors), 0,
                Scan{data, set});
    scatter("Araios::transpose::long_scatter", typename Kernels::template LongScatter<Where>{data}, of.tiles, of.bins,
            of.tile_length, set.shift > 0 && sizes.parts_apart);
  };
  if (sizes.long_buckets.tiles == 0) return;
  if (!sizes.apart)
    move_long(std::integral_constant<LongEntries, LongEntries::in_records>(), data.long_buckets, sizes.long_buckets);
  else
    move_long(std::integral_constant<LongEntries, LongEntries::in_records_apart>(), data.long_buckets,
              sizes.long_buckets);
  if (!sizes.has_parts) return;
  int const part_shared = CudaResources::of(exec, Parts::blocks_per_multiprocessor).shared_bytes;
  cuda_launch(exec, "Araios::transpose::bucket_parts", Parts::blocks_per_multiprocessor * multiprocessors, part_shared,
              Parts{data, part_shared});
  if (sizes.long_parts.tiles == 0) return;
  move_long(std::integral_constant<LongEntries, LongEntries::in_b>(), data.long_parts, sizes.long_parts);
  cuda_launch(exec, "Araios::transpose::records_to_b",
              std::min(sizes.long_parts.tiles, RecordsToB<Data>::blocks_per_multiprocessor * multiprocessors), 0,
              RecordsToB<Data>{data});
}

}  // namespace Araios::Impl::transpose

#endif
