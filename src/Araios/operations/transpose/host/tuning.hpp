// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition by buckets and by windows on hosts: tuning parameters, as fields, so that tests choose small ones.

#include <cstdint>

namespace Araios::Impl::transpose {

struct HostTuning {
  std::int64_t parts = 0;              ///< of the entries, one per thread; 0: the number of threads of the space
  std::int64_t min_part = 4096;        ///< minimum entries of a part, for which a thread pays
  std::int64_t sample_runs = 4;        ///< of each part ...
  std::int64_t sample_run = 4096;      ///< ... and their number of entries
  std::int64_t entries_per_group = 4;  ///< minimum number of entries per new group of columns, for windows
  std::int64_t bins = 8192;            ///< counters of the first count: 32 KB, so that they stay in a first-level cache
  std::int64_t bucket_entries = 16384;  ///< target length of a bucket: with its scratch less than half of 1 MB
  std::int64_t max_buckets = 1024;      ///< for more, buckets grow: each is an open page in three arrays
  std::int64_t scratch_share = 8;       ///< a bucket has at most 1 / scratch_share of a part, unless it is small
  bool asynchronous = false;            ///< the kernels take all decisions, as where launches do not block
  /// Entries between the one that is written and the one whose destination in B is prefetched (measured on stencils and
  /// bands: perf_tests/notes/transpose.md).
  static constexpr std::int64_t prefetch_ahead = 24;
};

}  // namespace Araios::Impl::transpose
