// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Repeated measurements, reduced to what is reported.

#include <string>
#include <vector>

namespace Araios::Perf {

/// What is kept of a measurement repeated several times, in seconds. No repeats: nothing was measured.
struct Sample {
  int repeats = 0;
  double median = 0;
  double low = 0;   // 10 % of the repeats took less
  double high = 0;  // 10 % took more

  /// Half the distance from low to high, relative to the median: the noise of one repeat.
  double spread() const { return median > 0 ? (high - low) / 2 / median : 0; }
};

/// The value below which a fraction `q` of the ordered `values` lies, linear between neighbours.
double quantile(std::vector<double> const& ordered, double q);

/// Median and spread of `seconds`, in any order.
Sample summarize(std::vector<double> seconds);

/// Figures of several matrices, reduced to their geometric mean and to the matrix that has the smallest and the
/// largest.
struct Figures {
  int count = 0;
  double log_sum = 0;
  double least = 0, most = 0;
  std::string min_at, max_at;

  /// Figures that are not positive stand for what was not measured, and are left out.
  void add(double figure, std::string const& name);
  double mean() const;
};

/// How many times as long `other` took; 0 where one was not measured.
double ratio(Sample const& other, Sample const& own);

/// How often a figure is measured.
struct Protocol {
  int warm_up = 2;
  int repeats = 30;
  int least = 5;           // repeats that are made even when time is up
  double seconds = 1.0;    // no further repeat is begun after this time
  double patience = 10.0;  // not even one of the least, after this time
};

}  // namespace Araios::Perf
