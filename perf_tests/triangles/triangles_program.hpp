// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the files of perf_triangles share.

#include "harness/matrix_program.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace Araios::Perf {

struct TrianglesProgram : MatrixProgram {
  std::int64_t most_candidates = 2'000'000'000;  // of radix binning
  std::int64_t max_workspace_mb = 0;             // of radix binning; 0: that of TriangleOptions

  TrianglesProgram() { types = {"pattern"}; }
};

struct TrianglesOutcome : Outcome {
  std::int64_t edges = -1, triangles = -1, candidates = -1, candidates_of_all_pairs = -1;
};

/// Table I of the radix binning paper, then large graphs.
std::vector<MatrixSource> triangles_suite(std::string const& data, bool smoke);

}  // namespace Araios::Perf
