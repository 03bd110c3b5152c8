// SPDX-License-Identifier: Apache-2.0
//
// What the C++ standard library offers, and loops.
#include "primitives/primitive_case.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace Araios::Perf {

namespace {

using On = PrimitiveOn<Host>;

template <void (*Run)(On&)>
void time_standard(On& on, Result& result) {
  time_primitive(on, result, [&] { Run(on); });
}

void scan(On& on) { std::exclusive_scan(on.in[0].data(), on.in[0].data() + on.problem.n, on.out[0].data(), 0); }
Candidate<On> const standard_scan("exclusive_scan", "std", "std::exclusive_scan", time_standard<scan>);

void count(On& on) {
  std::fill(on.out[0].data(), on.out[0].data() + on.problem.bins, 0);
  for (std::int64_t p = 0; p < on.problem.n; ++p) ++on.out[0](on.in[0](p));
}
Candidate<On> const standard_histogram("histogram", "std", "loop", time_standard<count>);

void count_and_sum(On& on) {
  int* const pointers = on.out[0].data();
  std::fill(pointers, pointers + on.problem.bins + 1, 0);
  for (std::int64_t p = 0; p < on.problem.n; ++p) ++pointers[on.in[0](p) + 1];
  std::partial_sum(pointers, pointers + on.problem.bins + 1, pointers);
}
Candidate<On> const standard_pointers("index_to_pointers", "std", "loop, std::partial_sum",
                                      time_standard<count_and_sum>);

void expand(On& on) {
  for (std::int64_t r = 0; r < on.problem.bins; ++r)
    std::fill(on.out[0].data() + on.in[0](r), on.out[0].data() + on.in[0](r + 1), static_cast<int>(r));
}
Candidate<On> const standard_index("pointers_to_index", "std", "std::fill", time_standard<expand>);

// The sorts and the merge move pairs: the standard library knows no second array.
using Pairs = std::vector<std::pair<int, int>>;
bool less(Pairs::value_type const& a, Pairs::value_type const& b) { return a.first < b.first; }
void gather(ManyInts<Host> const& from, Pairs& pairs) {
  for (std::size_t p = 0; p < pairs.size(); ++p) pairs[p] = {from[0](p), from[1](p)};
}
void scatter(Pairs const& pairs, ManyInts<Host> const& to) {
  for (std::size_t p = 0; p < pairs.size(); ++p) to[0](p) = pairs[p].first, to[1](p) = pairs[p].second;
}

template <class Run>
void time_pairs(On& on, Result& result, Run const& run) {
  Pairs pairs(on.problem.n);
  time_primitive(on, result, [&] { run(pairs); });
}

Candidate<On> const standard_segments("segmented_sort", "std", "std::stable_sort", [](On& on, Result& result) {
  time_pairs(on, result, [&](Pairs& pairs) {
    gather(on.out, pairs);
    for (std::size_t s = 0; s + 1 < on.in[2].extent(0); ++s)
      std::stable_sort(pairs.begin() + on.in[2](s), pairs.begin() + on.in[2](s + 1), less);
    scatter(pairs, on.out);
  });
});
Candidate<On> const standard_merge("merge_adjacent", "std", "std::merge", [](On& on, Result& result) {
  std::int64_t const n = on.problem.n, length = on.problem.segment;
  Pairs merged(n);
  time_pairs(on, result, [&](Pairs& pairs) {
    gather(on.in, pairs);
    for (std::int64_t begin = 0; begin < n; begin += 2 * length) {
      auto const middle = pairs.begin() + std::min(n, begin + length);
      auto const end = pairs.begin() + std::min(n, begin + 2 * length);
      std::merge(pairs.begin() + begin, middle, middle, end, merged.begin() + begin, less);
    }
    scatter(merged, on.out);
  });
});
Candidate<On> const standard_sort("radix_sort", "std", "std::stable_sort", [](On& on, Result& result) {
  time_pairs(on, result, [&](Pairs& pairs) {
    gather(on.in, pairs);
    std::stable_sort(pairs.begin(), pairs.end(), less);
    scatter(pairs, on.out);
  });
});

}  // namespace

}  // namespace Araios::Perf
