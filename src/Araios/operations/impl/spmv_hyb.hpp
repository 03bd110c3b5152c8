// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products of HYB matrices with a vector: ELL writes y, then each row of the list adds to its element.
///
/// A team takes as many rows of the list as it has groups of `lanes` threads. The threads of a group read the entries
/// of their row side by side, and their sums are added in scratch, by halves: always in the same order, and without
/// atomics, because no other group has the row.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/formats/hyb.hpp>
#include <Araios/operations/impl/spmv_core.hpp>
#include <Araios/operations/impl/spmv_ell.hpp>
#include <Araios/primitives/impl/lanes.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace Araios::Impl {

/// Numbers of the product of the list.
struct SpmvOverflowTuning {
  static constexpr int team_size = 128;
  static constexpr int unroll = 4;  ///< entries that a thread has under way
  /// Entries of a row for each thread of its group, on average.
  static constexpr std::int64_t entries_per_lane = 4;
};

/// The sum of entries first, first + step, ... before `end`.
template <class Semiring, class T, class Columns, class Values, class X>
KOKKOS_INLINE_FUNCTION T overflow_sum(Columns const& columns, Values const& values, X const& x, std::int64_t first,
                                      std::int64_t end, std::int64_t step) {
  constexpr int unroll = SpmvOverflowTuning::unroll;
  using Ordinal = typename Columns::non_const_value_type;
  using Scalar = typename Values::non_const_value_type;
  using Element = typename X::non_const_value_type;
  T sum = Semiring::template zero<T>();
  std::int64_t q = first;
  for (; q + (unroll - 1) * step < end; q += unroll * step) {
    Ordinal column[unroll];
    Scalar value[unroll];
    Element element[unroll];
    ARAIOS_UNROLL
    for (int u = 0; u < unroll; ++u) {
      column[u] = columns(q + u * step);
      value[u] = values(q + u * step);
    }
    ARAIOS_UNROLL
    for (int u = 0; u < unroll; ++u) element[u] = x(column[u]);
    ARAIOS_UNROLL
    for (int u = 0; u < unroll; ++u) sum = Semiring::add(sum, spmv_term<Semiring, T>(value[u], element[u]));
  }
  for (; q < end; q += step) sum = Semiring::add(sum, spmv_term<Semiring, T>(values(q), x(columns(q))));
  return sum;
}

template <class Semiring, class Rows, class Offsets, class Columns, class Values, class X, class Output>
struct SpmvOverflow {
  using T = typename Output::value_type;
  Rows rows;
  Offsets offsets;
  Columns columns;
  Values values;
  X x;
  Output out;
  int lanes;  // a power of two that divides the team

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const {
    int const thread = team.team_rank();
    int const lane = thread & (lanes - 1);
    std::int64_t const s = static_cast<std::int64_t>(team.league_rank()) * (team.team_size() / lanes) + thread / lanes;
    bool const active = s < static_cast<std::int64_t>(rows.extent(0));
    T* const sums = static_cast<T*>(team.team_scratch(0).get_shmem_aligned(team.team_size() * sizeof(T), 16));
    sums[thread] = Semiring::template zero<T>();
    if (active)
      sums[thread] =
          overflow_sum<Semiring, T>(columns, values, x, static_cast<std::int64_t>(offsets(s)) + lane,
                                    static_cast<std::int64_t>(offsets(s + 1)), static_cast<std::int64_t>(lanes));
    team.team_barrier();
    for (int half = lanes / 2; half > 0; half /= 2) {
      if (lane < half) sums[thread] = Semiring::add(sums[thread], sums[thread + half]);
      team.team_barrier();
    }
    if (active && lane == 0) out.add(rows(s), sums[thread]);
  }
};

template <class S, class O, class F, class M>
struct Spmv<HybMatrix<S, O, F, M>> {
  using Matrix = HybMatrix<S, O, F, M>;
  using Ell = Spmv<typename Matrix::ell_type>;

  template <class Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const& options, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>& workspace) {
    using Overflow =
        SpmvOverflow<Semiring, typename Matrix::overflow_rows_type, typename Matrix::overflow_offsets_type,
                     typename Matrix::coo_type::indices_type, typename Matrix::coo_type::values_type, X, Output>;
    using T = typename Output::value_type;
    Ell::template apply<Semiring>(exec, options, A.ell, x, out, workspace);
    auto const rows = static_cast<std::int64_t>(A.overflow_rows.extent(0));
    if (rows == 0) return;
    constexpr int team_size = is_gpu_v<Exec> ? SpmvOverflowTuning::team_size : 1;
    std::int64_t const wanted =
        tiles_for(static_cast<std::int64_t>(A.coo.nnz()), rows * SpmvOverflowTuning::entries_per_lane);
    int const lanes = 1 << bits_for(std::min<std::int64_t>(wanted, team_size));
    Kokkos::TeamPolicy<Exec> policy(
        exec, checked_cast<int>(tiles_for(rows, team_size / lanes), "Araios::spmv: teams for the rows of the list"),
        team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(team_size * sizeof(T) + 16)));
    Kokkos::parallel_for("Araios::spmv::hyb_overflow", policy,
                         Overflow{A.overflow_rows, A.overflow_offsets, A.coo.col_indices, A.coo.values, x, out, lanes});
  }

  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, Matrix const& A, Visitor const& visitor) {
    Ell::visit(exec, label, A.ell, visitor);
    auto const list = A.coo;
    if (list.nnz() > 0)
      Kokkos::parallel_for(
          label, range(exec, static_cast<std::int64_t>(list.nnz())),
          KOKKOS_LAMBDA(std::int64_t q) { visitor(list.row_indices(q), list.col_indices(q), list.values(q)); });
  }
};

}  // namespace Araios::Impl
