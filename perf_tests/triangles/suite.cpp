// SPDX-License-Identifier: Apache-2.0
#include "triangles/triangles_program.hpp"

namespace Araios::Perf {

std::vector<MatrixSource> triangles_suite(std::string const& data, bool smoke) {
  if (smoke) return {{"theory_b1k:3-4-5", "Theory-3-4-5-B1k"}, {"king:20", ""}, {"rmat:8:2048", ""}};
  std::vector<MatrixSource> sources;
  auto const theory = [&](char const* kind, char const* end, char const* sizes) {
    sources.push_back({std::string("theory_") + kind + ":" + sizes, std::string("Theory-") + sizes + "-" + end});
  };
  for (char const* const sizes : {"3-4", "3-4-5", "16-25", "3-4-5-9"}) theory("bk", "Bk", sizes);
  for (char const* const sizes : {"3-4", "3-4-5", "16-25"}) theory("b1k", "B1k", sizes);
  for (char const* const sizes : {"3-4", "3-4-5", "16-25", "3-4-5-9"}) theory("b2k", "B2k", sizes);
  theory("b1k", "B1k", "3-4-5-9");
  theory("bk", "Bk", "25-81");
  theory("b1k", "B1k", "25-81");
  theory("b2k", "B2k", "25-81");
  auto const file = [&](std::string const& name) {
    sources.push_back({(data.empty() ? "" : data + "/") + name + ".mtx.gz", ""});
  };
  for (char const* const graph : {"04", "05", "06", "08", "09", "25", "30", "31"})
    file(std::string("p2p-Gnutella") + graph);
  theory("b1k", "B1k", "25-81-256");
  theory("b1k", "B1k", "3-4-5-9-16-25");
  theory("b1k", "B1k", "5-9-16-25-81");
  theory("b1k", "B1k", "16-25-81-256");
  for (char const* const lattice : {"king:1024", "king:2048", "king:4096"}) sources.push_back({lattice, ""});
  for (int const scale : {16, 18, 20, 22})
    sources.push_back({join("rmat:", scale, ":", std::int64_t(16) << scale), join("R-MAT ", scale)});
  for (char const* const graph : {"ca-GrQc", "as20000102", "soc-Slashdot0902", "web-Stanford"}) file(graph);
  return sources;
}

}  // namespace Araios::Perf
