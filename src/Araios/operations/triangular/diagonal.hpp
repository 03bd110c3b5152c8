// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The inverses of the diagonal entries, and the rows where there is none.

#include <Araios/core/arithmetic.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/triangular/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::triangular {

/// inverses[i] := 1 / t_ii, a sum where it has duplicates, and NaN where there is none. The lowest row without, and the
/// lowest whose sum has no reciprocal, are kept. Of sorted rows only the diagonal entries, which are at the
/// bounds, are read.
template <class System, class Faults>
struct InvertDiagonal {
  using T = typename System::T;
  System system;
  T* inverses;
  bool is_sorted;
  Faults faults;  // missing, zero
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const& rows = system.rows;
    auto begin = rows.row_map[i], end = rows.row_map[i + 1];
    if (is_sorted) {
      auto const bound = rows.bounds[i];
      if (rows.is_upper) {
        auto first = bound;
        while (first > begin && rows.entries[first - 1] == i) --first;
        begin = first;
        end = bound;
      } else {
        begin = bound;
      }
    }
    T diagonal(0);
    bool is_missing = true;
    for (auto p = begin; p < end; ++p) {
      if (rows.entries[p] == i) {
        diagonal = sum(diagonal, system.values[p]);
        is_missing = false;
      } else if (is_sorted) {
        break;
      }
    }
    bool const is_invertible = has_reciprocal(diagonal);
    if (!is_invertible)
      Kokkos::atomic_fetch_min(&faults(is_missing ? 0 : 1), static_cast<typename Faults::value_type>(i));
    inverses[i] = is_invertible ? reciprocal(diagonal) : not_a_number<T>();
  }
};

/// Throws where an entry is missing, or has no reciprocal. Waits.
template <class Exec, class System, class Space>
void invert_diagonal(Exec const& exec, char const* function, System const& system, typename System::T* inverses,
                     bool is_sorted, Workspace<Space>& workspace) {
  using Faults = Kokkos::View<std::int64_t*, Space>;
  std::int64_t const n = system.rows.n;
  if (n == 0) return;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const faults = workspace.template take<Faults>(exec, 2);
  fill(exec, faults, n);
  Kokkos::parallel_for("Araios::triangular::invert_diagonal", range(exec, n),
                       InvertDiagonal<System, Faults>{system, inverses, is_sorted, faults});
  auto const [missing, zero] = read_back_array<2>(exec, faults, "Araios::triangular: faults of the diagonal");
  check(missing == n || missing > zero, function, ": no diagonal entry in row ", missing);
  check(zero == n, function, ": the diagonal entry of row ", zero, " is 0, or its reciprocal overflows");
}

/// The same where entry (i, i) is at positions[i], and its number is known to have a reciprocal.
template <class T, class Offset>
struct InvertKnownDiagonal {
  Offset const* positions;
  T const* values;
  T* inverses;
  bool conjugates;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    T const diagonal = values[positions[i]];
    // The sum makes a -0 of an imaginary part +0, as in InvertDiagonal.
    inverses[i] = reciprocal(sum(T(0), conjugates ? conjugate_of(diagonal) : diagonal));
  }
};

}  // namespace Araios::Impl::triangular
