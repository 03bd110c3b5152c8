// SPDX-License-Identifier: Apache-2.0
#include "harness/look_alikes.hpp"
#include "harness/require.hpp"

#include <Araios/generate/counter_random.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace Araios::Perf {

namespace {

using Rows = std::vector<std::vector<int>>;

/// Sorted, without duplicates.
Structure structure_of(Rows& rows) {
  Kokkos::DefaultHostExecutionSpace const host;
  std::int64_t nnz = 0;
  for (auto& row : rows) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    nnz += static_cast<std::int64_t>(row.size());
  }
  auto const n = static_cast<std::int64_t>(rows.size());
  auto const arrays = allocate_csr<Pattern, int, int>(host, "Araios::Perf::look_alike", n, nnz);
  arrays.row_map(0) = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    auto const& row = rows[static_cast<std::size_t>(i)];
    std::copy(row.begin(), row.end(), arrays.entries.data() + arrays.row_map(i));
    arrays.row_map(i + 1) = arrays.row_map(i) + static_cast<int>(row.size());
  }
  return Structure(n, n, arrays);
}

void check_sizes(char const* kind, std::int64_t n, std::int64_t nnz, std::int64_t most) {
  require(n >= 4 && most >= 1 && most < n, kind, ": ", n, " vertices and rows of up to ", most);
  (void)as_int(n, kind);
  (void)as_int(nnz, kind);
}

/// A number of [0, 1).
double fraction(CounterRandom const& random, std::uint64_t index) {
  return std::ldexp(static_cast<double>(random(index)), -64);
}

}  // namespace

Structure road_structure(std::int64_t n, std::int64_t nnz, std::int64_t along, std::int64_t most) {
  check_sizes("road", n, nnz, most);
  CounterRandom const random(1, 0);
  auto const width = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  double const per_vertex = 0.5 * static_cast<double>(nnz) / static_cast<double>(n);
  double const to_next = 0.01 * static_cast<double>(along), across = per_vertex - to_next;
  Rows rows(static_cast<std::size_t>(n));
  auto const connect = [&](std::int64_t a, std::int64_t b) {
    if (b < 0 || b >= n || a == b) return;
    rows[static_cast<std::size_t>(a)].push_back(static_cast<int>(b));
    rows[static_cast<std::size_t>(b)].push_back(static_cast<int>(a));
  };
  for (std::int64_t i = 0; i < n; ++i) {
    auto const index = static_cast<std::uint64_t>(4 * i);
    if (fraction(random, index) < to_next) connect(i, i + 1);
    // Straight ahead in three of five cases, else one beside: so some circles have four edges.
    std::int64_t const beside = random.below(5, index + 2);
    if (fraction(random, index + 1) < across) connect(i, i + width + (beside == 0 ? -1 : beside == 1 ? 1 : 0));
  }
  auto const& longest = rows[static_cast<std::size_t>(n / 2)];
  for (std::int64_t k = 2; n / 2 + k < n && static_cast<std::int64_t>(longest.size()) < most; ++k)
    connect(n / 2, n / 2 + k);
  return structure_of(rows);
}

Structure copurchase_structure(std::int64_t n, std::int64_t nnz, std::int64_t most, std::int64_t window) {
  check_sizes("copurchase", n, nnz, most);
  require(window >= 2 * most && window <= n, "copurchase: a window of ", window, " for rows of up to ", most, " of ",
          n);
  CounterRandom const lengths(2, 0), columns(2, 1);
  // A row is full, or has 1 to most - 1 entries.
  double const mean = static_cast<double>(nnz) / static_cast<double>(n);
  double const full = (mean - 0.5 * static_cast<double>(most)) / (0.5 * static_cast<double>(most));
  Rows rows(static_cast<std::size_t>(n));
  std::uint64_t index = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    auto& row = rows[static_cast<std::size_t>(i)];
    auto const draw = static_cast<std::uint64_t>(2 * i);
    auto const length =
        static_cast<std::size_t>(fraction(lengths, draw) < full ? most : 1 + lengths.below(most - 1, draw + 1));
    while (row.size() < length) {
      std::int64_t const j = (i + n - window / 2 + columns.below(window, index++)) % n;
      if (j != i && std::find(row.begin(), row.end(), static_cast<int>(j)) == row.end())
        row.push_back(static_cast<int>(j));
    }
  }
  return structure_of(rows);
}

Structure pages_structure(std::int64_t n, std::int64_t nnz, std::int64_t most, std::int64_t host) {
  check_sizes("pages", n, nnz, most);
  require(host >= 2, "pages: hosts of ", host, " vertices");
  CounterRandom const lengths(3, 0), columns(3, 1);
  // Lengths (most + 1)^u - 1/2, u being a power of the mean of a random number of the page and one of its host. The power
  // is found by bisection, so that lengths sum to nnz.
  auto const length = [&](std::int64_t i, double exponent) {
    double const of_page = fraction(lengths, static_cast<std::uint64_t>(2 * i));
    double const of_host = fraction(lengths, static_cast<std::uint64_t>(i / host * 2 + 1));
    double const u = std::pow(0.5 * (of_page + of_host), exponent);
    return static_cast<std::int64_t>(std::pow(static_cast<double>(most + 1), u) - 0.5);
  };
  double low = 0.1, high = 20;
  for (int step = 0; step < 40; ++step) {
    double const middle = 0.5 * (low + high);
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += length(i, middle);
    (sum > nnz ? low : high) = middle;
  }
  Rows rows(static_cast<std::size_t>(n));
  std::uint64_t index = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    auto& row = rows[static_cast<std::size_t>(i)];
    std::int64_t const wanted = i == n / 2 ? most : length(i, high);
    // Nine of ten links lead to pages near by, which have links in common.
    std::int64_t const near = std::min(n, std::max(host / 2, wanted + wanted / 4 + 2));
    std::int64_t const first = std::min(std::max(i - near / 2, std::int64_t(0)), n - near);
    while (static_cast<std::int64_t>(row.size()) < wanted) {
      std::uint64_t const draw = 2 * index++;
      std::int64_t const j =
          columns.below(10, draw) < 9 ? first + columns.below(near, draw + 1) : columns.below(n, draw + 1);
      if (std::find(row.begin(), row.end(), static_cast<int>(j)) == row.end()) row.push_back(static_cast<int>(j));
    }
  }
  return structure_of(rows);
}

}  // namespace Araios::Perf
