// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// How edge lists are read.

#include <Araios/io/read_options.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios {

/// What the vertices' numbers in the file are.
enum class EdgeListVertices {
  zero_based,
  one_based,
  compact  // names: any 64-bit integers; the vertices are numbered anew without gaps
};
/// Words of a line.
enum class EdgeListColumns {
  automatic,  // as the first line has them
  plain,      // two vertices
  weighted    // two vertices and a weight
};
enum class EdgeListShape { square, rectangular };

struct EdgeListReadOptions {
  EdgeListVertices vertices = EdgeListVertices::zero_based;
  EdgeListColumns columns = EdgeListColumns::automatic;
  EdgeListShape shape = EdgeListShape::square;
  ReadTooLarge too_large = ReadTooLarge::refuse;
  GzipLimits gzip{};
  /// Bytes of a pipe, a device or a file of unknown size (as those of /proc); one that has more is refused.
  std::int64_t max_stream_bytes = default_max_stream_bytes;
  /// Bytes of the text that a thread reads at a time. The result does not depend on it.
  std::int64_t block_bytes = std::int64_t(256) << 10;
};

/// How SNAP writes graphs: "from to", separated by blanks or tabs, any integers from 0 on, comments after #
inline EdgeListReadOptions snap_options() { return {}; }

/// How GraphChallenge writes matrices (*_adj.tsv, Theory-*.tsv): "row column weight", counted from 1
inline EdgeListReadOptions graph_challenge_options() {
  EdgeListReadOptions options;
  options.vertices = EdgeListVertices::one_based;
  options.columns = EdgeListColumns::weighted;
  return options;
}

/// What the file calls the vertices.
using EdgeListNames = Kokkos::View<std::int64_t*, Kokkos::HostSpace>;

}  // namespace Araios
