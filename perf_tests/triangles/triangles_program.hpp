// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the files of perf_triangles share.

#include "harness/command_line.hpp"
#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/report.hpp"
#include "harness/results.hpp"
#include "harness/table.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace Araios::Perf {

struct TrianglesProgram {
  CommonOptions common;
  std::vector<std::string> types{"pattern"};
  std::vector<MatrixSource> sources;
  std::vector<std::string> libraries;            // empty: all
  std::vector<std::string> methods;              // empty: all
  std::int64_t most_candidates = 2'000'000'000;  // of radix binning
  std::int64_t max_workspace_mb = 0;             // of radix binning; 0: that of TriangleOptions
  bool suite = false;

  bool wants(std::string const& library, std::string const& method) const {
    return (libraries.empty() || contains(libraries, library)) && (methods.empty() || contains(methods, method));
  }
};

struct TrianglesCase {
  Structure A;
  std::string left_out;  // none is
};
/// `failures`: wrong results, and counts that Araios did not make.
struct TrianglesResults {
  std::vector<Result> results;
  std::int64_t edges = -1, triangles = -1, candidates = -1, candidates_of_all_pairs = -1;
  int failures = 0;
};

void print_triangles_table(std::ostream& out, Line const& line);
/// Below the tables: what the names of published times stand for, and that they were not measured here.
void print_published_sources(std::ostream& out, std::vector<Line> const& lines);

/// Table I of the radix binning paper, then large graphs.
std::vector<MatrixSource> triangles_suite(std::string const& data, bool smoke);

}  // namespace Araios::Perf
