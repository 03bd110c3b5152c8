// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Times that others published (results/published_triangles.json, which the build puts into the program).

#include <string>
#include <vector>

namespace Araios::Perf {

struct PublishedTime {
  std::string column;  // short name
  std::string origin;  // machine, source, and what was timed
  double seconds;
  bool of_other_graph;  // of the same kind and size
};

/// The published times of a graph of the list.
std::vector<PublishedTime> published_times(std::string const& graph);

}  // namespace Araios::Perf
