// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The cost model: how long each method is expected to take, from the rows, entries and levels of a triangle.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/triangular/options.hpp>

#include <cmath>
#include <cstdint>
#include <string>

namespace Araios::Impl::triangular {

inline char const* name(TriangularMethod method) {
  switch (method) {
  case TriangularMethod::serial:
    return "serial";
  case TriangularMethod::one_block:
    return "one_block";
  case TriangularMethod::levels:
    return "levels";
  case TriangularMethod::sync_free:
    return "sync_free";
  case TriangularMethod::sweeps:
    return "sweeps";
  default:
    return "automatic";
  }
}

/// Tuning parameters: microseconds.
struct CostModel {
  // Measured: a launch and a kernel that depends on the one before it (H100); a level of a kernel whose rows wait in the
  // memory of the device (0.6 to 1.0 us on 13 matrices, H200), and what each row of it adds.
  static constexpr double launch = 2.9, dependent_kernel = 3.7, waiting_level = 0.8, waiting_row = 1.5e-4;
  static constexpr double level_kernel = 6;  // of `levels`: 4.4 to 7 us where rows are short (H200)
  /// Rows from which sync_free takes them level by level, for one right-hand side and for several, of which a warp has one
  /// row: in the order of the matrix, the warps that run would not reach other rows of the same level. A 7-point grid of
  /// 160^3 took 10.7 ms so, and 1.1 ms level by level (H200).
  static constexpr std::int64_t min_ordered_rows = 131'072, min_ordered_rows_of_columns = 4096;
  /// Where one of so many rows is long, rows keep the order of the matrix, in which long rows begin before they are
  /// needed: 32 columns of soc-Slashdot0902 took 0.95 ms so, and 1.7 ms level by level (H200).
  static constexpr std::int64_t rows_with_a_long_one = 16'384;
  /// Where rows are taken level by level: lanes of a row at least, and levels of which rows are resident at most, since
  /// those that wait longer take time of the memory. 4 to 16 lanes of a uniform matrix with 8,800 rows a level, 0.14,
  /// 0.18, 0.27 ms; of a 27-point grid with 2,400, 1.80, 1.39, 1.87 ms (H200).
  static constexpr int min_ordered_lanes = 4;
  static constexpr double max_resident_levels = 8;
  static constexpr double byte = 1 / 2.8e6;  // 2.8 TB/s of the streams of an H100
  // Measured on an H200: a row and an entry of one block, which sees a window of rows and not a whole level (0.03 to 0.7
  // us a row on 13 matrices).
  static constexpr double block_row = 0.05, block_entry = 0.02;
  // Measured on one core of a server: an entry and a row of the serial solve. Assumed: a launch on several threads.
  static constexpr double serial_entry = 5e-4, serial_row = 4e-3, host_launch = 5;
};

/// A triangle as the cost model sees it.
struct Shape {
  std::int64_t rows = 0, entries = 0, levels = 0;
  int lanes = 2;            // of a row of mean length: about one for each entry
  bool is_ordered = false;  // whether sync_free takes the rows level by level
  std::int64_t entry_bytes = 12, row_bytes = 32;
  int threads = 1;          // of a host
  bool block_fits = false;  // whether the device has the shared memory of the method one_block

  double rows_per_level() const { return levels == 0 ? 0 : static_cast<double>(rows) / static_cast<double>(levels); }
  double bytes() const { return static_cast<double>(entries * entry_bytes) + static_cast<double>(rows * row_bytes); }
};

/// Lanes of a row of sync_free. resident_lanes: of the device.
inline int waiting_lanes(Shape const& shape, std::int64_t resident_lanes) {
  if (!shape.is_ordered) return shape.lanes;
  int lanes = CostModel::min_ordered_lanes;
  double const resident = static_cast<double>(resident_lanes);
  double const max_rows = CostModel::max_resident_levels * shape.rows_per_level();
  while (lanes < shape.lanes && resident / lanes > max_rows) lanes *= 2;
  return lanes;
}

/// Microseconds for one right-hand side. sweeps: of the method `sweeps`.
inline double expected_us(TriangularMethod method, Shape const& shape, bool is_gpu, int sweeps) {
  using C = CostModel;
  auto const levels = static_cast<double>(shape.levels), rows = static_cast<double>(shape.rows);
  double const serial = static_cast<double>(shape.entries) * C::serial_entry + rows * C::serial_row;
  switch (method) {
  case TriangularMethod::one_block:
    return C::launch + rows * C::block_row + static_cast<double>(shape.entries) * C::block_entry;
  case TriangularMethod::sync_free:
    return 2 * C::launch + levels * C::waiting_level + rows * C::waiting_row + shape.bytes() * C::byte;
  case TriangularMethod::levels:
    return is_gpu ? levels * C::level_kernel + shape.bytes() * C::byte
                  : levels * C::host_launch + serial / shape.threads;
  case TriangularMethod::sweeps:
    return is_gpu ? (sweeps + 1) * (C::dependent_kernel + shape.bytes() * C::byte)
                  : (sweeps + 1) * (C::host_launch + serial / shape.threads);
  default:
    return is_gpu ? 100 * serial : serial;  // a thread of a GPU waits for memory at each entry
  }
}

/// Whether this space has a method; else another one computes the same bits.
template <class Exec>
bool exists(TriangularMethod method, [[maybe_unused]] Shape const& shape) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if (method == TriangularMethod::one_block) return is_cuda_v<Exec> && shape.block_fits;
  if (method == TriangularMethod::sync_free) return is_cuda_v<Exec>;
  return true;
#else
  return method != TriangularMethod::one_block && method != TriangularMethod::sync_free;
#endif
}

/// The method that runs where `requested` is the option.
template <class Exec>
TriangularMethod choose(TriangularMethod requested, Shape const& shape) {
  if (requested == TriangularMethod::sweeps || requested == TriangularMethod::serial) return requested;
  if (requested != TriangularMethod::automatic && exists<Exec>(requested, shape)) return requested;
  TriangularMethod best = TriangularMethod::serial;
  for (auto const method : {TriangularMethod::one_block, TriangularMethod::levels, TriangularMethod::sync_free})
    if (exists<Exec>(method, shape) &&
        expected_us(method, shape, is_gpu_v<Exec>, 0) < expected_us(best, shape, is_gpu_v<Exec>, 0))
      best = method;
  return best;
}

/// Why a method was chosen.
template <class Exec>
std::string sentence(TriangularMethod chosen, Shape const& shape, int sweeps) {
  auto const number = [](double value) { return std::to_string(std::llround(value)); };
  std::string text = std::to_string(shape.levels) + " levels, " + number(shape.rows_per_level()) + " rows per level: ";
  text += name(chosen);
  text += ", expected " + number(expected_us(chosen, shape, is_gpu_v<Exec>, sweeps)) + " us";
  for (auto const other :
       {TriangularMethod::serial, TriangularMethod::one_block, TriangularMethod::levels, TriangularMethod::sync_free})
    if (other != chosen && exists<Exec>(other, shape))
      text += std::string("; ") + name(other) + " " + number(expected_us(other, shape, is_gpu_v<Exec>, 0)) + " us";
  return text;
}

}  // namespace Araios::Impl::triangular
