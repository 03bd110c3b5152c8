// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Integers with a power-law distribution from integer arithmetic alone, so that they are the same on every processor.

#include <Araios/generate/counter_random.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>

namespace Araios::Impl {

/// Integers x of [0, count) with a probability about proportional to (x + unit)^-exponent
///
/// Octave k is the interval [unit (2^k - 1), unit (2^(k+1) - 1)). All positions in an octave are equally likely; from
/// octave to octave the probability is multiplied by 2^(1 - exponent). A sample chooses an octave and a position in it,
/// which is rounded down. Positions have 16 fractional bits; probabilities are rounded to multiples of 2^-32 once, on
/// the host.
///
/// Requires      1 <= count <= 2^44; unit in multiples of 2^-16, 1 <= unit <= 4 count * 2^16.
class PowerLaw {
 public:
  static constexpr int fraction_bits = 16;

  PowerLaw(double exponent, std::int64_t unit, std::int64_t count) : unit_(unit), end_(count << fraction_bits) {
    double weight[max_octaves];
    double const ratio = std::exp2(1 - exponent);
    double power = 1, sum = 0, weighted_sum = 0;
    for (octaves_ = 0; octaves_ < max_octaves && first(octaves_) < end_; ++octaves_) {
      double const width = static_cast<double>(first(octaves_ + 1) - first(octaves_));
      weight[octaves_] = power * width / std::ldexp(static_cast<double>(unit), octaves_);
      sum += weight[octaves_];
      weighted_sum += weight[octaves_] * (floor_sum(first(octaves_ + 1)) - floor_sum(first(octaves_))) / width;
      power *= ratio;
    }
    mean_ = weighted_sum / sum;
    double before = 0;
    for (int k = 0; k < octaves_; ++k) {
      before += weight[k];
      probability_up_to_[k] = static_cast<std::int64_t>(std::llround(std::ldexp(before / sum, 32)));
    }
  }

  /// The law of this exponent with the mean closest to `mean` that any unit gives; none exceeds (count - 1) / 2.
  ///
  /// Requires      exponent >= 2, so that the mean of small units is small.
  static PowerLaw with_mean(double exponent, double mean, std::int64_t count) {
    std::int64_t low = 1, high = count << (fraction_bits + 2);
    while (high - low > 1) {
      std::int64_t const middle = low + (high - low) / 2;
      (PowerLaw(exponent, middle, count).mean() < mean ? low : high) = middle;
    }
    return PowerLaw(exponent, high, count);
  }

  double mean() const { return mean_; }

  /// A sample, made of numbers `index` and `index + 1`.
  KOKKOS_FUNCTION std::int64_t operator()(CounterRandom const& random, std::uint64_t index) const {
    std::int64_t const u = static_cast<std::int64_t>(random(index) >> 32);
    int k = 0;
    while (k + 1 < octaves_ && u >= probability_up_to_[k]) ++k;
    return (first(k) + random.below(first(k + 1) - first(k), index + 1)) >> fraction_bits;
  }

 private:
  static constexpr int max_octaves = 64;

  KOKKOS_FUNCTION std::int64_t first(int octave) const {
    // After the end unit * 2^octave may not fit 64 bits.
    if (octave > 0 && unit_ > (end_ >> (octave - 1))) return end_;
    std::int64_t const begin = (unit_ << octave) - unit_;
    return begin < end_ ? begin : end_;
  }

  /// The integral of x rounded down, from 0 to `end`.
  static double floor_sum(std::int64_t end) {
    double const whole = static_cast<double>(end >> fraction_bits);
    double const fraction = std::ldexp(static_cast<double>(end), -fraction_bits) - whole;
    return std::ldexp(whole * (0.5 * (whole - 1) + fraction), fraction_bits);
  }

  std::int64_t unit_, end_;  // in multiples of 2^-16
  std::int64_t probability_up_to_[max_octaves];
  double mean_ = 0;
  int octaves_ = 0;
};

}  // namespace Araios::Impl
