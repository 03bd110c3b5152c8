// SPDX-License-Identifier: Apache-2.0
#include "harness/clock.hpp"
#include "harness/random_value.hpp"
#include "harness/statistics.hpp"
#include "harness/table.hpp"
#include "transpose/methods.hpp"
#include "transpose_limits/limits.hpp"

#include <Araios/generate/counter_random.hpp>

#include <cstdint>
#include <iostream>
#include <numeric>
#include <utility>
#include <vector>

namespace Araios::Perf {

namespace {

/// A square matrix whose transpose is known in closed form, so that neither side of the comparison needs a second copy.
///
/// 32 * unit rows of 32 entries. Columns fall into 32 ranges of `unit`, and row i has one entry in each: in range t,
/// column (factor * i + shift(t)) mod unit of the range. With `factor` prime to `unit`, column r of range t is met by
/// the rows i of one class modulo `unit`, which the inverse of `factor` finds, and each class has 32 rows.
struct LargeMatrix {
  static constexpr std::int64_t ranges = 32;
  std::int64_t unit;
  std::int64_t factor = 1;
  std::int64_t inverse = 1;

  explicit LargeMatrix(std::int64_t unit_) : unit(unit_) {
    factor = unit * 5 / 8;  // far apart for neighbouring rows
    while (std::gcd(factor, unit) != 1) ++factor;
    // The extended Euclidean algorithm, of which the coefficient of `factor` is kept.
    std::int64_t r0 = unit, r1 = factor, c0 = 0, c1 = 1;
    while (r1 != 0) {
      std::int64_t const quotient = r0 / r1;
      r0 = std::exchange(r1, r0 - quotient * r1);
      c0 = std::exchange(c1, c0 - quotient * c1);
    }
    inverse = (c0 % unit + unit) % unit;
  }

  KOKKOS_FUNCTION std::int64_t rows() const { return ranges * unit; }
  std::int64_t nnz() const { return rows() * ranges; }
  KOKKOS_FUNCTION std::int64_t shift(std::int64_t t) const { return (t * 7919 + t * t * 31) % unit; }
  /// Column of entry t of row i.
  KOKKOS_FUNCTION std::int64_t column(std::int64_t i, std::int64_t t) const {
    return t * unit + (i % unit * factor + shift(t)) % unit;
  }
  /// Row of entry s of column j.
  KOKKOS_FUNCTION std::int64_t row(std::int64_t j, std::int64_t s) const {
    std::int64_t const distance = (j % unit - shift(j / unit) + unit) % unit;
    return distance * inverse % unit + s * unit;
  }
  KOKKOS_FUNCTION float value(std::int64_t i, std::int64_t j) const {
    return random_value<float>(CounterRandom(1, 0)(i * rows() + j));
  }
};

using LargeCsr = CsrMatrix<float, int, std::int64_t, Device::memory_space>;
using LargeArrays = CsrArrays<float, int, std::int64_t, Device::memory_space>;

void make(Device const& exec, LargeMatrix const& what, LargeArrays const& A) {
  auto const row_map = A.row_map;
  auto const entries = A.entries;
  auto const values = A.values;
  Kokkos::parallel_for(
      "Araios::Perf::large::rows", Araios::range(exec, what.rows() + 1),
      KOKKOS_LAMBDA(std::int64_t i) { row_map(i) = i * LargeMatrix::ranges; });
  Kokkos::parallel_for(
      "Araios::Perf::large::entries", Araios::range(exec, what.nnz()), KOKKOS_LAMBDA(std::int64_t p) {
        std::int64_t const i = p / LargeMatrix::ranges;
        std::int64_t const j = what.column(i, p % LargeMatrix::ranges);
        entries(p) = static_cast<int>(j);
        values(p) = what.value(i, j);
      });
}

// Elements of the three arrays that are not those of the transpose.
std::int64_t faults(Device const& exec, LargeMatrix const& what, LargeArrays const& B) {
  auto const row_map = B.row_map;
  auto const entries = B.entries;
  auto const values = B.values;
  std::int64_t rows = 0;
  std::int64_t places = 0;
  Kokkos::parallel_reduce(
      "Araios::Perf::large::check_rows", Araios::range(exec, what.rows() + 1),
      KOKKOS_LAMBDA(std::int64_t j, std::int64_t& count) { count += row_map(j) != j * LargeMatrix::ranges; }, rows);
  Kokkos::parallel_reduce(
      "Araios::Perf::large::check_entries", Araios::range(exec, what.nnz()),
      KOKKOS_LAMBDA(std::int64_t q, std::int64_t& count) {
        std::int64_t const j = q / LargeMatrix::ranges;
        std::int64_t const i = what.row(j, q % LargeMatrix::ranges);
        count += entries(q) != i || values(q) != what.value(i, j);
      },
      places);
  exec.fence();
  return rows + places;
}

}  // namespace

void transpose_large(std::int64_t unit, int repeats, Progress& progress) {
  Device const exec;
  LargeMatrix const what(unit);
  std::int64_t const n = what.rows();
  std::int64_t const nnz = what.nnz();
  progress.task("generating " + with_commas(nnz) + " entries");
  auto const arrays = allocate_csr<float, int, std::int64_t>(exec, "Araios::Perf::large", n, nnz);
  auto const B = allocate_csr<float, int, std::int64_t>(exec, "Araios::Perf::large::transpose", n, nnz);
  make(exec, what, arrays);
  if (faults(exec, what, arrays) < nnz / 2)
    throw WrongResult("the large matrix is its own transpose: nothing is tested");
  LargeCsr const A(n, n, arrays);
  Araios::fill(exec, B.row_map, std::int64_t(-7));
  Araios::fill(exec, B.entries, -7);
  Araios::fill(exec, B.values, -1e30f);

  Workspace<Device::memory_space> workspace;
  TransposeOptions const options;
  Stopwatch<Device> stopwatch(exec);
  std::vector<double> seconds;
  auto const check = [&](char const* when) {
    if (auto const count = faults(exec, what, B); count > 0)
      throw WrongResult(
          join("transpose of ", with_commas(nnz), " entries, ", when, ": ", with_commas(count), " elements are wrong"));
  };
  for (int run = 0; run <= repeats; ++run) {  // the first allocates the workspace, and is not timed
    progress.task(join("transposing ", with_commas(nnz), " entries, run ", run));
    stopwatch.start();
    transpose(exec, A, B, options, workspace);
    double const time = stopwatch.stop();
    if (run == 0)
      check("first run");
    else
      seconds.push_back(time);
  }
  check("after the timed runs");
  progress.clear();
  double const time = summarize(seconds).median;
  std::int64_t const bytes = 2 * A.bytes();
  std::cout << with_commas(n) << " x " << with_commas(n) << ", " << with_commas(nnz)
            << " entries, float, int columns, 64-bit offsets, " << Device::name()
            << ": automatic = " << chosen_name(exec, options, A) << ", " << milliseconds(time) << " ms (median of "
            << repeats << "), " << three_digits(1e-9 * static_cast<double>(bytes) / time) << " GB/s, workspace "
            << bytes_text(workspace.peak_bytes()) << ", "
            << three_digits(static_cast<double>(workspace.peak_bytes()) / static_cast<double>(nnz))
            << " bytes an entry; every element is right\n";
}

}  // namespace Araios::Perf
