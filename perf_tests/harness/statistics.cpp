// SPDX-License-Identifier: Apache-2.0
#include "harness/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace Araios::Perf {

double quantile(std::vector<double> const& ordered, double q) {
  if (ordered.empty()) return 0;
  double const position = q * static_cast<double>(ordered.size() - 1);
  auto const below = static_cast<std::size_t>(std::floor(position));
  std::size_t const above = std::min(below + 1, ordered.size() - 1);
  double const part = position - static_cast<double>(below);
  // std::lerp is exact between equal values, and never above a later quantile.
  return std::lerp(ordered[below], ordered[above], part);
}

Sample summarize(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {static_cast<int>(seconds.size()), quantile(seconds, 0.5), quantile(seconds, 0.1), quantile(seconds, 0.9)};
}

void Figures::add(double figure, std::string const& name) {
  if (!(figure > 0)) return;
  if (count == 0 || figure < least) least = figure, min_at = name;
  if (count == 0 || figure > most) most = figure, max_at = name;
  log_sum += std::log(figure);
  ++count;
}

double Figures::mean() const { return std::exp(log_sum / count); }

double ratio(Sample const& other, Sample const& own) {
  return other.repeats > 0 && own.median > 0 ? other.median / own.median : 0;
}

}  // namespace Araios::Perf
