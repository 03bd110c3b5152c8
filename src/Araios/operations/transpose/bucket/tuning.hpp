// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU: tuning parameters. perf_tests/notes/transpose.md says what was tried.

#include <Araios/collective/rank_bins.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::transpose {

/// Maximum number of buckets of one ranking, where there are not many more.
inline constexpr int max_ranked = 2 * max_bins;

/// Both ways read these.
struct BucketTuning {
  using Tile = TileShape<512, 8>;        ///< of phases 2 and 4: more items cost registers, fewer make runs too short
  using LocalTile = TileShape<512, 22>;  ///< of phase 3: the longest bucket that a block holds
  using PartTile = TileShape<256, 12>;   ///< of the parts of split buckets
  static constexpr int blocks = 2;       ///< per multiprocessor: one waits while the other works
  static constexpr int min_bucket = 1024;
  static constexpr double share = 0.6;  ///< of the entries per resident block, in a bucket; below 1 for long columns
  static constexpr double fill = 0.96;  ///< of LocalTile in an average bucket, at most
  static constexpr int max_buckets = 4096;
  static constexpr int max_bits = 16;            ///< of the low bits of a column
  static constexpr int local_bits = 10;          ///< per ranking
  static constexpr int probes = 64;              ///< blocks of the probe for symmetry
  static constexpr int sample_groups = 1 << 14;  ///< of 32 entries, for buckets of equal weight
  static constexpr double weight_fill = 0.75;    ///< of LocalTile in such a bucket
  static constexpr double alone = 0.6;           ///< of such a bucket, in a column that becomes one
};

/// The way through records reads these too.
struct RecordTuning {
  using Tile = TileShape<512, 16>;  ///< of the scatters: 1,024 x 8 or two blocks of 512 x 8 are slower
  using Local = BucketTuning::LocalTile;
  using Part = BucketTuning::PartTile;
  static constexpr double part = 2048;  ///< entries of an average part of a bucket of many columns, at most
};

}  // namespace Araios::Impl::transpose

#endif
