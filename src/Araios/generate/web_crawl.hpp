// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Graphs like web crawls: links within sites in runs of consecutive columns, and links to popular pages.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/generate/counter_random.hpp>
#include <Araios/generate/power_law.hpp>
#include <Araios/generate/random_rows.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios {

/// Options of `web_crawl_matrix`: entry (i, j) is a link from page i to page j.
struct WebCrawlOptions {
  std::int64_t num_rows = 0;      // pages; as many columns
  std::int64_t nnz = 0;           // links, on average: of 100,000 up to about 4 % more or fewer
  std::int64_t max_degree = 256;  // links of one page; more than num_rows are never drawn
  std::uint64_t seed = 1;
};

namespace Impl {

struct WebCrawlTuning {
  static constexpr std::int64_t min_site = 4, max_site = 4096;  // pages; in between a site stops to be split at random
  static constexpr double out_degree_exponent = 2.72;
  // The in-degree has the exponent 2.1, so that of the page of rank r is proportional to r^(-1 / 1.1).
  static constexpr double rank_exponent = 1 / 1.1;
};

/// A graph of pages in sites, and the links of each page.
struct WebCrawl {
  struct Site {
    std::int64_t first, size;
  };
  // Independent uses of one seed.
  enum Stream : std::uint64_t {
    site_stream,
    length_stream,
    share_stream,
    navigation_stream,
    rank_stream,
    page_stream,
    number_stream
  };

  std::int64_t num_pages;
  PowerLaw lengths, ranks;
  CounterRandom sites, length_numbers, shares, navigation, rank_numbers, pages;

  WebCrawl(std::int64_t n, double mean, std::int64_t max_degree, std::uint64_t seed)
      : num_pages(n),
        lengths(PowerLaw::with_mean(WebCrawlTuning::out_degree_exponent, mean, max_degree + 1)),
        ranks(WebCrawlTuning::rank_exponent, std::int64_t(1) << PowerLaw::fraction_bits, std::max<std::int64_t>(n, 1)),
        sites(seed, site_stream),
        length_numbers(seed, length_stream),
        shares(seed, share_stream),
        navigation(seed, navigation_stream),
        rank_numbers(seed, rank_stream),
        pages(seed, page_stream) {}

  KOKKOS_FUNCTION std::int64_t length(std::int64_t page) const {
    return lengths(length_numbers, 2 * static_cast<std::uint64_t>(page));
  }

  /// Intervals of pages are split in the ratio of 1 : 3 to 3 : 1 until they are sites. One of max_site pages or less
  /// is a site with probability 1/4, so the number of sites of a size falls as size^-1.6.
  KOKKOS_FUNCTION Site site_of(std::int64_t page) const {
    Site site{0, num_pages};
    std::uint64_t node = 1;  // of the tree of intervals: the parts of node k are 2k and 2k + 1
    while (site.size > WebCrawlTuning::min_site) {
      if (site.size <= WebCrawlTuning::max_site && sites(node) % 4 == 0) break;
      std::int64_t const left = site.size / 4 + sites.below(site.size / 2 + 1, node);
      bool const right = page >= site.first + left;
      if (right) site.first += left;
      site.size = right ? site.size - left : left;
      node = 2 * node + right;
    }
    return site;
  }

  /// A page whose probability of being drawn is a power of its rank: rank r is one page, half of the time the first one
  /// of its site.
  KOKKOS_FUNCTION std::int64_t popular_page(std::uint64_t index) const {
    std::uint64_t const rank = static_cast<std::uint64_t>(ranks(rank_numbers, index));
    std::int64_t const page = pages.below(num_pages, rank);
    return pages(rank) % 2 == 0 ? site_of(page).first : page;
  }

  /// About half of the links are navigation bars, which the pages of a site have in common; three tenths are a run of
  /// other pages of the site; one fifth leads to popular pages.
  template <class Row>
  KOKKOS_FUNCTION void fill(std::int64_t page, std::int64_t length, Row& row) const {
    if (length == 0) return;
    Site const site = site_of(page);
    std::uint64_t const number = 3 * static_cast<std::uint64_t>(page);
    std::int64_t bars = (5 * length + shares.below(10, number)) / 10;
    if (bars > site.size) bars = site.size;
    std::int64_t near = (3 * length + shares.below(10, number + 1)) / 10;
    if (near > site.size - bars) near = site.size - bars;
    if (near > length - bars) near = length - bars;
    append_navigation(site, bars, row);
    std::int64_t const start = site.first + shares.below(site.size - near + 1, number + 2);
    for (std::int64_t k = 0; k < near; ++k) row.insert(start + k, num_pages);
    for (std::int64_t k = bars + near; k < length; ++k)
      row.insert(popular_page(2 * (static_cast<std::uint64_t>(page) * static_cast<std::uint64_t>(num_pages) +
                                   static_cast<std::uint64_t>(k))),
                 num_pages);
  }

  /// The first `count` columns of the navigation bars of a site: runs of 2, 4, 8 or 16 columns, one in each interval of
  /// four times as many from the start of the site, or, where these would not fit, one after the other.
  template <class Row>
  KOKKOS_FUNCTION void append_navigation(Site const& site, std::int64_t count, Row& row) const {
    std::int64_t const run = std::int64_t(2) << (navigation(static_cast<std::uint64_t>(site.first)) % 4);
    std::int64_t const width = tiles_for(count, run) * 4 * run <= site.size ? 4 * run : run;
    std::int64_t remaining = count;
    for (std::int64_t part = site.first; remaining > 0; part += width) {
      std::int64_t const start = part + navigation.below(width - run + 1, static_cast<std::uint64_t>(part));
      for (std::int64_t k = 0; k < run && remaining > 0; ++k, --remaining) row.append(start + k);
    }
  }
};

}  // namespace Impl

/// A random graph with the structure of a web crawl; rows are sorted, without duplicates
///
/// Pages are numbered site by site; a site, the pages of one server, has a few to 4,096. Four links in five lead to pages
/// of the same site, in runs of 2 to 16 consecutive columns, mainly navigation bars, which its pages have in
/// common; the others lead to pages of all sites, whose in-degree follows a power law with exponent 2.1. Out-degrees
/// follow one with exponent 2.72 up to max_degree, and a page may have no links. A link that the page has already is
/// replaced by one to the next page. Values are in [-1, 1), a function of the coordinate and the seed.
///
/// Shapes        num_rows by num_rows with about nnz entries.
/// Cost          three kernels, one work item per row; a logarithm of num_rows hashes per row and per link that leaves
///               the site; no workspace.
/// Asynchronous  no: waits for the number of entries; allocates the matrix.
/// Deterministic space to space, bitwise: probabilities are rounded to multiples of 2^-32 once, on the host.
/// Throws        std::invalid_argument when a size is negative, nnz exceeds half of num_rows rows of max_degree entries,
///               or a type cannot hold its values.
/// Source        Exponents: Broder et al., Computer Networks 33, 2000. Links within sites: Kamvar et al., Exploiting the
///               Block Structure of the Web for Computing PageRank, 2003.
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = int, ExecutionSpace Exec>
ARAIOS_NOT_INLINED CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>
web_crawl_matrix(Exec const& exec, WebCrawlOptions const& options) {
  std::int64_t const n = options.num_rows;
  std::int64_t const longest =
      Impl::longest_random_row("Araios::web_crawl_matrix", n, n, options.nnz, options.max_degree);
  (void)Impl::checked_cast<Ordinal>(n, "Araios::web_crawl_matrix: number of rows");
  Impl::WebCrawl const crawl(n, Impl::mean_length(n, options.nnz), longest, options.seed);
  return Impl::matrix_of_random_rows<Scalar, Ordinal, Offset>(
      exec, "Araios::web_crawl_matrix", n, crawl, CounterRandom(options.seed, Impl::WebCrawl::number_stream));
}

}  // namespace Araios
