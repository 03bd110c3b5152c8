// SPDX-License-Identifier: Apache-2.0
#include "harness/suite.hpp"

#include <filesystem>
#include <iostream>
#include <stdexcept>

namespace Araios::Perf {

namespace {
struct Word {
  char const* full;
  char const* small;
};
constexpr Word for_transposition[] = {
    {"uniform:500000x500000:10000000", "uniform:500x500:10000"},
    {"rmat:20:16000000", "rmat:10:16000"},
    {"stencil27:128", "stencil27:12"},
    {"grid4:1500", "grid4:47"},
    {"uniform:50000000x50000000:100000000", "uniform:50000x50000:100000"},
    {"tall:4000000x250000:1-4", "tall:4000x250:1-4"},
    {"dense_column:1000000", "dense_column:1000"},
    {"banded:2000000:12:2000", "banded:2000:12:100"},
};
constexpr Word for_products[] = {
    {"stencil7:200", "stencil7:16"},
    {"elasticity:70x70x68", "elasticity:6x5x4"},
    {"long_row:1000000x25000000:50000000", "long_row:1000x25000:50000"},
    {"uniform:10x1000000:5000000", "uniform:10x1000:5000"},
    {"full_band:4000000:4:4", "full_band:4000:4:4"},
    {"tall:10000000x10000000:0-3", "tall:10000x10000:0-3"},
};
constexpr char const* files[] = {"wing",     "luxembourg_osm", "p2p-Gnutella31",   "finan512",
                                 "bcsstk16", "web-Stanford",   "soc-Slashdot0902", "sx-askubuntu"};

template <class Words>
void add(std::vector<MatrixSource>& sources, Words const& words, bool smoke) {
  for (Word const& word : words) sources.push_back({smoke ? word.small : word.full, ""});
}

void add_files(std::vector<MatrixSource>& sources, std::string const& data) {
  std::string const folder = data.empty() ? "" : data + "/";
  for (char const* file : files) sources.push_back({folder + file + ".mtx.gz", ""});
}
}  // namespace

std::vector<MatrixSource> transposition_suite(std::string const& data, bool smoke) {
  std::vector<MatrixSource> sources;
  add(sources, for_transposition, smoke);
  add_files(sources, data);
  return sources;
}

std::vector<MatrixSource> product_suite(std::string const& data, bool smoke) {
  std::vector<MatrixSource> sources;
  add(sources, for_transposition, smoke);
  add(sources, for_products, smoke);
  add_files(sources, data);
  return sources;
}

bool held_out(std::string const& name, bool smoke) {
  auto const all = product_suite("", smoke);
  for (std::size_t place = 0; place < all.size(); ++place)
    if (all[place].name() == name) return place % 2 == 0;
  return false;
}

std::vector<MatrixSource> present(std::vector<MatrixSource> const& all, bool data_given, bool allow_missing) {
  std::vector<MatrixSource> result;
  std::string missing;
  for (auto const& source : all) {
    bool const there = !source.is_file() || (data_given && std::filesystem::is_regular_file(source.word));
    if (there)
      result.push_back(source);
    else
      missing += "\n  " + source.word;
  }
  if (missing.empty()) return result;
  std::string const text =
      (data_given ? "the suite lacks these files:" : "the suite lacks these files (--data DIR names their folder):") +
      missing;
  if (!allow_missing) throw std::runtime_error(text + "\nnothing was measured; --allow-missing measures the others");
  std::cerr << "\nATTENTION: " << text << "\nmeasured is what remains\n\n";
  return result;
}

}  // namespace Araios::Perf
