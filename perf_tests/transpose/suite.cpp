// SPDX-License-Identifier: Apache-2.0
#include "transpose/methods.hpp"
#include "transpose/transpose_program.hpp"

namespace Araios::Perf {

std::vector<std::string> transpose_method_names() {
  std::vector<std::string> names;
  for (TransposeMethod const method : transpose_methods()) names.emplace_back(name(method));
  names.emplace_back("plan");
  return names;
}

std::vector<MatrixSource> suite_sources(std::string const& data, bool smoke) {
  // Every kind of matrix that decides between methods, then real ones; for --smoke the same, a thousand times smaller.
  struct Word {
    char const* full;
    char const* small;
  };
  constexpr Word words[] = {
      {"uniform:500000x500000:10000000", "uniform:500x500:10000"},
      {"rmat:20:16000000", "rmat:10:16000"},
      {"stencil27:128", "stencil27:12"},
      {"grid4:1500", "grid4:47"},
      {"uniform:50000000x50000000:100000000", "uniform:50000x50000:100000"},
      {"tall:4000000x250000:1-4", "tall:4000x250:1-4"},
      {"dense_column:1000000", "dense_column:1000"},
      {"banded:2000000:12:2000", "banded:2000:12:100"},
  };
  constexpr char const* files[] = {"wing",     "luxembourg_osm", "p2p-Gnutella31",   "finan512",
                                   "bcsstk16", "web-Stanford",   "soc-Slashdot0902", "sx-askubuntu"};
  std::vector<MatrixSource> sources;
  for (Word const& word : words) sources.push_back({smoke ? word.small : word.full, ""});
  std::string const folder = data.empty() ? "" : data + "/";
  for (char const* file : files) sources.push_back({folder + file + ".mtx.gz", ""});
  return sources;
}

}  // namespace Araios::Perf
