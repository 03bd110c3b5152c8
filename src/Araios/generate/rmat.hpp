// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// R-MAT: random graphs with a power-law degree distribution.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/generate/counter_random.hpp>
#include <Araios/generate/values.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>

namespace Araios {

/// Options of `rmat_matrix`. The default probabilities are those of the Graph500 benchmark, as is edges = 16 << scale.
struct RmatOptions {
  int scale = 10;              // 2^scale rows and columns
  std::int64_t draws = 16384;  // entries, duplicates included
  double a = 0.57;             // probability of the upper left quadrant,
  double b = 0.19;             // upper right,
  double c = 0.19;             // lower left; the lower right one has 1 - a - b - c
  std::uint64_t seed = 1;
};

/// An R-MAT matrix, in the order in which its entries were drawn, with duplicates
///
/// Each entry chooses one quadrant of the matrix, then one quadrant of that, and so on for `scale` levels. `convert`
/// to CSR sorts the result and, with Duplicates::sum, merges entries at the same coordinate.
///
/// Shapes        2^scale by 2^scale with `draws` entries; values are in [-1, 1), a function of the draw.
/// Cost          one kernel; (scale + 1) / 2 + 1 hashes per entry; writes the matrix once, reads nothing.
/// Asynchronous  yes; allocates the matrix.
/// Deterministic space to space, bitwise: probabilities are rounded to multiples of 2^-32 once, on the host.
/// Throws        std::invalid_argument when scale is not in [0, 62], draws is negative, probabilities are not in [0, 1]
///               or sum to more than 1, or a type cannot hold its values.
/// Source        Chakrabarti, Zhan and Faloutsos, SIAM Data Mining 2004.
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = int, ExecutionSpace Exec>
ARAIOS_NOT_INLINED CooMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>
rmat_matrix(Exec const& exec, RmatOptions const& options) {
  using Space = typename Exec::memory_space;
  using Matrix = CooMatrix<Scalar, Ordinal, Offset, Space>;
  int const scale = options.scale;
  std::int64_t const draws = options.draws;
  double const a = options.a, b = options.b, c = options.c;
  Impl::check(scale >= 0 && scale <= 62, "Araios::rmat_matrix: scale ", scale, " is not in [0, 62]");
  // Sums of decimal fractions may exceed 1 by their rounding.
  Impl::check(a >= 0 && b >= 0 && c >= 0 && a + b + c <= 1 + 1e-12, "Araios::rmat_matrix: probabilities ", a, ", ", b,
              ", ", c, " are negative or sum to more than 1");
  Impl::check(draws >= 0, "Araios::rmat_matrix: negative number of draws ", draws);
  (void)Impl::checked_cast<Offset>(draws, "Araios::rmat_matrix: number of entries");
  std::int64_t const n = std::int64_t(1) << scale;
  (void)Impl::checked_cast<Ordinal>(n, "Araios::rmat_matrix: number of rows");

  using Indices = Kokkos::View<Ordinal*, Space>;
  auto const entries = allocate_packed<Indices, Indices, ValuesViewOf<Scalar, Space>>(
      exec, "Araios::rmat_matrix::entries", {draws, draws, draws});
  Indices const rows = std::get<0>(entries), cols = std::get<1>(entries);
  auto const values = std::get<2>(entries);
  if (draws > 0) {
    auto const threshold = [](double p) { return static_cast<std::int64_t>(std::llround(std::ldexp(p, 32))); };
    std::int64_t const upper_left = threshold(a);
    std::int64_t const upper = threshold(a + b);
    std::int64_t const not_lower_right = threshold(a + b + c);
    // Two levels per number; number 0 of each draw makes its value.
    std::int64_t const numbers = (scale + 1) / 2 + 1;
    CounterRandom const random(options.seed, 0);
    Kokkos::parallel_for(
        "Araios::rmat_matrix::draw", Araios::range(exec, draws), KOKKOS_LAMBDA(std::int64_t i) {
          std::uint64_t const first = static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(numbers);
          std::int64_t row = 0;
          std::int64_t col = 0;
          std::uint64_t bits = 0;
          for (int level = 0; level < scale; ++level) {
            bits = level % 2 == 0 ? random(first + 1 + static_cast<std::uint64_t>(level / 2)) : bits >> 32;
            std::int64_t const u = static_cast<std::int64_t>(bits & 0xffffffff);
            row = 2 * row + (u >= upper);
            col = 2 * col + ((u >= upper_left && u < upper) || u >= not_lower_right);
          }
          rows(i) = static_cast<Ordinal>(row);
          cols(i) = static_cast<Ordinal>(col);
          values(i) = Impl::value_from_bits<Scalar>(random(first));
        });
  }
  return Matrix(n, n, rows, cols, values);
}

}  // namespace Araios
