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
constexpr Word added_for_transposition[] = {
    {"web_crawl:300000:3000000", "web_crawl:300:3000"},
    {"web_crawl:5000000:60000000", "web_crawl:5000:60000"},
    {"citations:30000:350000", "citations:300:3500"},
    {"rmat_by_degree:18:4000000", "rmat_by_degree:8:4000"},
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

std::vector<MatrixSource> the_sixteen(std::string const& data, bool smoke) {
  std::vector<MatrixSource> sources;
  add(sources, for_transposition, smoke);
  add_files(sources, data);
  return sources;
}
}  // namespace

std::vector<MatrixSource> transposition_suite(std::string const& data, bool smoke) {
  auto sources = the_sixteen(data, smoke);
  add(sources, added_for_transposition, smoke);
  return sources;
}

bool added_to_transposition(std::string const& name) {
  for (Word const& word : added_for_transposition)
    if (name == word.full || name == word.small) return true;
  return false;
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

std::vector<MatrixSource> multiply_suite(std::string const& data, bool smoke) {
  auto sources = the_sixteen(data, smoke);
  std::string const folder = data.empty() ? "" : data + "/";
  for (char const* const file :
       {"bcsstk33", "fe_body", "delaunay_n13", "rajat19", "ginkgo_lap3d_40", "wiki-Vote", "ca-HepTh"})
    sources.push_back({folder + file + ".mtx.gz", ""});
  return sources;
}

std::vector<MatrixSource> spbla_suite(std::string const& data, bool smoke) {
  if (smoke)
    return {{"road:2000:5600:80:12", "like roadNet-CA"},
            {"copurchase:1000:8000:10:32", "like amazon0312"},
            {"pages:1000:5600:200:60", "like web-Google"}};
  std::string const folder = data.empty() ? "" : data + "/";
  return {{folder + "wing.mtx.gz", ""},
          {folder + "luxembourg_osm.mtx.gz", ""},
          {"copurchase:400727:3200440:10:32", "like amazon0312"},
          {"copurchase:735323:5158388:10:43", "like amazon-2008"},
          {"pages:916428:5105039:456:60", "like web-Google"},
          {"road:1090920:3083796:80:9", "like roadNet-PA"},
          {"road:1393383:3843320:80:12", "like roadNet-TX"},
          {"road:1441295:3099940:98:10", "like belgium_osm"},
          {"road:1971281:5533214:80:12", "like roadNet-CA"},
          {"road:2216688:4882476:98:7", "like netherlands_osm"}};
}

}  // namespace Araios::Perf
