// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The exact factorization outside of CUDA: a thread has a row, and waits for the rows left of its diagonal.
///
/// Threads take the next row from a counter. So the rows before it are with threads that run already, and none waits
/// for a row that has not begun, whatever else runs. A thread asks again and again in one loop and never waits within
/// another one, so threads in lockstep do not stop each other.

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/operations/factor/rows.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <thread>

namespace Araios::Impl::factor {

/// What the threads of a factorization share, beside its numbers.
struct Progress {
  unsigned long long* lowest;   // the lowest row with a fault, as 4 q + its kind; 4 n where there is none
  unsigned long long* boosted;  // pivots that were boosted
  unsigned long long* taken;    // rows that threads have taken
  int* finished;                // 1 for rows whose numbers are stored; not used by factor_waiting

  KOKKOS_FUNCTION void begin(std::int64_t num_rows) const {
    *lowest = 4 * static_cast<unsigned long long>(num_rows);
    *boosted = *taken = 0;
  }
  /// kind: 0 for a bad pivot, 1 for a number that is not finite.
  KOKKOS_FUNCTION void keep_fault(std::int64_t q, int kind) const {
    Kokkos::atomic_fetch_min(lowest, 4 * static_cast<unsigned long long>(q) + static_cast<unsigned long long>(kind));
  }
};

template <class Rows>
struct FactorInOrder {
  using T = typename Rows::T;
  Rows rows;
  T* values;  // those of A; the factors afterwards
  Progress progress;

  KOKKOS_FUNCTION void operator()(std::int64_t /*worker*/) const {
    auto const& pattern = rows.pattern;
    std::int64_t i = take();
    auto p = i < pattern.num_rows ? pattern.row_map[i] : 0;
    while (i < pattern.num_rows) {
      if (p < pattern.diagonal[i]) {
        if (load_acquire(progress.finished + pattern.entries[p]) == 0) {
          ARAIOS_IF_ON_HOST((std::this_thread::yield();))
          continue;
        }
        rows.turn(values, i, p);
        ++p;
      } else {
        finish(i, p);
        i = take();
        if (i < pattern.num_rows) p = pattern.row_map[i];
      }
    }
  }

 private:
  KOKKOS_FUNCTION std::int64_t take() const {
    return static_cast<std::int64_t>(Kokkos::atomic_fetch_add(progress.taken, 1ull));
  }
  template <class Offset>
  KOKKOS_FUNCTION void finish(std::int64_t i, Offset diagonal) const {
    bool is_boosted = false;
    values[diagonal] = rows.pivot(rows.left_on_diagonal(values, values[diagonal], i), is_boosted);
    if (is_boosted) Kokkos::atomic_fetch_add(progress.boosted, 1ull);
    store_release(progress.finished + i, 1);
  }
};

/// values := the factors of these values.
template <class Exec, class Rows>
void factor_in_order(Exec const& exec, Rows const& rows, typename Rows::T* values, Progress const& progress) {
  constexpr std::int64_t max_threads = 1 << 16;
  std::int64_t const n = rows.pattern.num_rows;
  std::int64_t const workers =
      is_serial_v<Exec> ? 1 : std::min<std::int64_t>(n, is_gpu_v<Exec> ? max_threads : concurrency(exec));
  Kokkos::parallel_for("Araios::factor::in_order", range(exec, workers), FactorInOrder<Rows>{rows, values, progress});
}

}  // namespace Araios::Impl::factor
