// SPDX-License-Identifier: Apache-2.0
#include "primitives/primitive_case.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace Araios::Perf {

namespace {

Ints<Host> to_view(std::vector<int> const& values) {
  auto const view = allocate<Ints<Host>>(Host(), "Araios::Perf::ints", static_cast<std::int64_t>(values.size()));
  std::copy(values.begin(), values.end(), view.data());
  return view;
}

std::vector<int> random_below(std::int64_t n, std::int64_t bound, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_int_distribution<int> number(0, static_cast<int>(bound - 1));
  std::vector<int> values(n);
  for (int& value : values) value = number(generator);
  return values;
}

std::vector<int> iota(std::int64_t n) {
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

std::vector<int> pointers_of(std::vector<int> const& indices, std::int64_t bins) {
  std::vector<int> pointers(bins + 1, 0);
  for (int index : indices) ++pointers[index + 1];
  std::partial_sum(pointers.begin(), pointers.end(), pointers.begin());
  return pointers;
}

// Pointers of `rows` rows with n entries in all: a few long rows, many short and empty ones.
std::vector<int> skewed_pointers(std::int64_t n, std::int64_t rows) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> number(0, 1);
  std::vector<int> indices(n);
  for (int& index : indices) {
    double const x = number(generator);
    index = static_cast<int>(x * x * x * static_cast<double>(rows));
  }
  return pointers_of(indices, rows);
}

// Both arrays, ordered by key within each segment, equal keys in the order that they had.
void sort_segments(std::vector<int>& keys, std::vector<int>& payload, std::vector<int> const& pointers) {
  std::vector<int> order = iota(static_cast<std::int64_t>(keys.size()));
  for (std::size_t s = 0; s + 1 < pointers.size(); ++s)
    std::stable_sort(order.begin() + pointers[s], order.begin() + pointers[s + 1],
                     [&](int p, int q) { return keys[p] < keys[q]; });
  std::vector<int> const old_keys = keys, old_payload = payload;
  for (std::size_t p = 0; p < keys.size(); ++p) {
    keys[p] = old_keys[order[p]];
    payload[p] = old_payload[order[p]];
  }
}

std::vector<int> equal_pointers(std::int64_t n, std::int64_t length) {
  std::vector<int> pointers;
  for (std::int64_t p = 0; p < n; p += length) pointers.push_back(static_cast<int>(p));
  pointers.push_back(static_cast<int>(n));
  return pointers;
}

Problem make(std::string name, std::int64_t n, std::vector<std::vector<int>> const& in,
             std::vector<std::vector<int>> const& expected) {
  Problem problem;
  problem.name = std::move(name);
  problem.n = n;
  for (auto const& values : in) problem.in.push_back(to_view(values));
  for (auto const& values : expected) problem.expected.push_back(to_view(values));
  for (auto const& values : in) problem.bytes += static_cast<std::int64_t>(values.size() * sizeof(int));
  for (auto const& values : expected) problem.bytes += static_cast<std::int64_t>(values.size() * sizeof(int));
  return problem;
}

Problem segmented_sort_problem(std::string name, std::int64_t n, std::int64_t average) {
  std::int64_t const segments = std::max<std::int64_t>(1, n / average);
  std::vector<int> const pointers = pointers_of(random_below(n, segments, 4), segments);
  std::vector<int> keys = random_below(n, std::int64_t(1) << 20, 5), payload = iota(n);
  std::vector<std::vector<int>> const in{keys, payload, pointers};
  sort_segments(keys, payload, pointers);
  Problem problem = make(std::move(name), n, in, {keys, payload});
  problem.in_place = true;
  problem.bins = std::int64_t(1) << 20;
  for (std::size_t s = 0; s + 1 < pointers.size(); ++s)
    problem.longest = std::max<std::int64_t>(problem.longest, pointers[s + 1] - pointers[s]);
  return problem;
}

Problem merge_problem(std::string name, std::int64_t n, std::int64_t length) {
  std::vector<int> keys = random_below(n, std::int64_t(1) << 20, 6), payload = iota(n);
  sort_segments(keys, payload, equal_pointers(n, length));
  payload = iota(n);
  std::vector<std::vector<int>> const in{keys, payload};
  sort_segments(keys, payload, equal_pointers(n, 2 * length));
  Problem problem = make(std::move(name), n, in, {keys, payload});
  problem.segment = length;
  return problem;
}

}  // namespace

std::vector<Problem> make_problems(std::int64_t n) {
  // 20 entries a column: what transposition asks of the primitives.
  std::int64_t const bins = std::max<std::int64_t>(1, n / 20);
  std::vector<Problem> problems;

  std::vector<int> const small = random_below(n, 8, 1);
  std::vector<int> sums(n);
  std::exclusive_scan(small.begin(), small.end(), sums.begin(), 0);
  problems.push_back(make("exclusive_scan", n, {small}, {sums}));

  std::vector<int> const indices = random_below(n, bins, 2);
  std::vector<int> const pointers = pointers_of(indices, bins);
  std::vector<int> counts(bins);
  for (std::int64_t b = 0; b < bins; ++b) counts[b] = pointers[b + 1] - pointers[b];
  problems.push_back(make("histogram", n, {indices}, {counts}));
  problems.back().bins = bins;
  problems.push_back(make("index_to_pointers", n, {indices}, {pointers}));
  problems.back().bins = bins;

  std::vector<int> const skewed = skewed_pointers(n, bins);
  std::vector<int> rows(n);
  for (std::int64_t r = 0; r < bins; ++r)
    std::fill(rows.begin() + skewed[r], rows.begin() + skewed[r + 1], static_cast<int>(r));
  problems.push_back(make("pointers_to_index", n, {skewed}, {rows}));
  problems.back().bins = bins;

  problems.push_back(segmented_sort_problem("segmented_sort, 20 a segment", n, 20));
  problems.push_back(segmented_sort_problem("segmented_sort, 5000 a segment", n, 5000));
  problems.push_back(merge_problem("merge_adjacent, segments of 1024", n, 1024));
  problems.push_back(merge_problem("merge_adjacent, two segments", n, std::max<std::int64_t>(1, (n + 1) / 2)));

  std::vector<int> keys = indices, payload = iota(n);
  sort_segments(keys, payload, {0, static_cast<int>(n)});
  problems.push_back(make("radix_sort", n, {indices, iota(n)}, {keys, payload}));
  problems.back().bins = bins;
  return problems;
}

void order_payloads(Problem const& problem, ManyInts<Host> const& out) {
  std::int64_t segment = 0;
  for (std::int64_t begin = 0; begin < problem.n;) {
    std::int64_t end = problem.n;
    if (problem.in_place) {  // with pointers
      while (problem.in[2](segment + 1) <= begin) ++segment;
      end = problem.in[2](segment + 1);
    }
    std::int64_t next = begin + 1;
    while (next < end && out[0](next) == out[0](begin)) ++next;
    std::sort(out[1].data() + begin, out[1].data() + next);
    begin = next;
  }
}

}  // namespace Araios::Perf
