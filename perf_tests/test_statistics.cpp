// SPDX-License-Identifier: Apache-2.0
// Low, median and high of any sample are in this order, and exact where all times are equal: compare.py refuses others.
#include "harness/statistics.hpp"

#include <cstdio>
#include <random>
#include <vector>

int main() {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> any(1e-7, 1e-2);
  for (int length = 1; length <= 40; ++length)
    for (int trial = 0; trial < 1000; ++trial) {
      double const base = any(engine), other = any(engine);
      std::vector<double> seconds(length, base);
      if (trial % 3 == 1) seconds[0] = other;
      if (trial % 3 == 2)
        for (auto& s : seconds) s = any(engine);
      auto const sample = Araios::Perf::summarize(seconds);
      bool const ordered = sample.low <= sample.median && sample.median <= sample.high;
      bool const exact = trial % 3 != 0 || (sample.low == base && sample.high == base);
      if (sample.repeats != length || !ordered || !exact) {
        std::printf("%d times: low %.17g, median %.17g, high %.17g\n", length, sample.low, sample.median, sample.high);
        return 1;
      }
    }
}
