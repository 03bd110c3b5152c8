// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// All steps of one system, and the launch of all systems: a CUDA block for each, a team on other GPUs, a work item of
/// a host for several.
///
/// x, the residual and the vectors of the method are in shared memory, or in memory of a thread of a host. Entries and
/// values of the matrix are read through the caches.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/staging.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/solve/batched/krylov.hpp>
#include <Araios/solve/batched/lu.hpp>
#include <Araios/solve/batched/problem.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::batched {

inline constexpr int max_rows = 1024;

/// Elements of fast memory of a system: x, and those of the method; r, after which LU may use its own.
inline std::int64_t elements_of(BatchedMethod method, std::int64_t n) {
  if (method == BatchedMethod::lu) return n + std::max<std::int64_t>(n, n * stride_of_lu(static_cast<int>(n)) + n);
  return n * (method == BatchedMethod::cg ? vectors_of_cg : vectors_of_bicgstab);
}
/// Bytes of fast memory of a system: those of sums, and of these elements.
template <class T>
std::int64_t bytes_of(BatchedMethod method, std::int64_t n, int of_sums = bytes_of_sums) {
  return of_sums + elements_of(method, n) * std::int64_t(sizeof(T));
}

/// inverse[i] := 1 / a_ii, or 1; the first row whose diagonal entry is missing or has no reciprocal, or -1.
template <class System, class T>
KOKKOS_FUNCTION int invert_diagonal(System const& system, auto const& group, T* inverse) {
  int const n = system.n();
  auto const& problem = system.problem;
  double faults = 0;
  auto const diagonal_of = [&](int i) {
    T diagonal(problem.is_jacobi ? 0 : 1);
    if (problem.is_jacobi)
      for (auto p = problem.row_map[i]; p < problem.row_map[i + 1]; ++p)
        if (static_cast<int>(problem.entries[p]) == i)
          diagonal = sum(diagonal, problem.values(system.index, static_cast<std::int64_t>(p)));
    return diagonal;
  };
  group.template sums<1>(
      n,
      [&](int i, double* terms) {
        T const diagonal = diagonal_of(i);
        bool const is_fault = !has_reciprocal(diagonal);
        inverse[i] = is_fault ? T(0) : reciprocal(diagonal);
        if (is_fault) terms[0] += 1;
      },
      &faults);
  if (faults == 0) return -1;
  int row = 0;
  while (has_reciprocal(diagonal_of(row))) ++row;
  return row;
}

/// x := the solution, from the guess x, by a Krylov method: again from x, at most twice, where the residual of the
/// method is within the tolerance and b - A x is not.
template <class System, class T>
KOKKOS_FUNCTION void iterate(System const& system, auto const& group, T* memory, BatchedStatus& status) {
  auto const& problem = system.problem;
  Iterations iterations{0, problem.max_iterations, status.tolerance};
  status.row = invert_diagonal(system, group, memory + system.n());
  status.residual = system.residual(group, memory);
  status.reason = status.row < 0 ? SolveReason::converged : SolveReason::breakdown_pivot;
  for (int starts = 0; status.reason == SolveReason::converged; ++starts) {
    if (!is_finite(status.residual)) status.reason = SolveReason::not_finite;
    if (!(status.residual > status.tolerance)) break;
    if (iterations.count >= iterations.limit)
      status.reason = SolveReason::iteration_limit;
    else if (starts == 3)
      status.reason = SolveReason::stagnated;
    else if (problem.method == BatchedMethod::cg)
      status.reason = cg(system, group, iterations, memory);
    else
      status.reason = bicgstab(system, group, iterations, memory);
    status.residual = system.residual(group, memory);
  }
  if (status.residual <= status.tolerance && status.row < 0) status.reason = SolveReason::converged;
  status.iterations = iterations.count;
}

/// x := the solution by LU.
template <class System, class T>
KOKKOS_FUNCTION void eliminate(System const& system, auto const& group, T* memory, BatchedStatus& status) {
  status.row = solve_by_lu(system, group, memory);
  status.residual = system.residual(group, memory);
  status.reason = status.row >= 0                       ? SolveReason::breakdown_pivot
                  : !is_finite(status.residual)         ? SolveReason::not_finite
                  : status.residual <= status.tolerance ? SolveReason::converged
                                                        : SolveReason::stagnated;
}

/// System `index`, by the threads of a group with this memory.
template <bool is_lu, class T, class Ordinal, class Offset>
KOKKOS_FUNCTION void solve_system(Problem<T, Ordinal, Offset> const& problem, std::int64_t index, auto const& group,
                                  T* memory) {
  int const n = problem.n;
  System<T, Ordinal, Offset> const system{problem, index, memory};
  SumOf<T> of_b[2];
  group.template sums<2>(
      n,
      [&](int i, SumOf<T>* terms) {
        terms[0] = sum(terms[0], square(system.rhs(i)));
        terms[1] = sum(terms[1], nonzero_square(system.rhs(i)));
      },
      of_b);
  double const norm = ::sqrt(real_part(of_b[0]));
  bool const b_is_zero = is_zero(of_b[1]);
  BatchedStatus status;
  double const relative = product(problem.rtol, norm);
  status.tolerance = relative > problem.atol ? relative : problem.atol;
  // Where b is 0, the solution is 0.
  group.each(n, [&](int i) { system.x[i] = b_is_zero || is_lu ? T(0) : T(problem.x(index, i)); });
  if (!is_finite(norm)) {
    status.reason = SolveReason::not_finite;
    status.residual = norm;
  } else if (!b_is_zero) {
    if constexpr (is_lu)
      eliminate(system, group, memory + n, status);
    else
      iterate(system, group, memory + n, status);
  }
  group.each(n, [&](int i) { problem.x(index, i) = system.x[i]; });
  group.each(1, [&](int) { problem.status[index * problem.status_stride] = status; });
}

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
template <bool is_lu, int lanes, class T, class Ordinal, class Offset>
struct BlockOfSystem {
  static constexpr int threads = lanes;
  static constexpr int blocks_per_multiprocessor = lanes == 32 ? 16 : 4;
  Problem<T, Ordinal, Offset> problem;
  __device__ void operator()(char* shared) const {
    solve_system<is_lu>(problem, std::int64_t(blockIdx.x), BlockSums(shared),
                        reinterpret_cast<T*>(shared + bytes_of_block_sums));
  }
};
#endif

template <bool is_lu, class T, class Ordinal, class Offset, class Exec>
struct TeamOfSystem {
  using member_type = typename Kokkos::TeamPolicy<Exec>::member_type;
  Problem<T, Ordinal, Offset> problem;
  int scratch_level;
  int bytes;
  KOKKOS_FUNCTION void operator()(member_type const& member) const {
    auto* const memory = static_cast<char*>(member.team_scratch(scratch_level).get_shmem_aligned(bytes, 16));
    SumsInMemory<TeamThreads<member_type>> const group{{member}, memory, lanes_of(problem.n)};
    solve_system<is_lu>(problem, member.league_rank(), group, reinterpret_cast<T*>(memory + bytes_of_sums));
  }
};
/// A team for each system.
template <bool is_lu, class Exec, class T, class Ordinal, class Offset>
void launch_teams(Exec const& exec, Problem<T, Ordinal, Offset> const& problem, int threads) {
  int const bytes = static_cast<int>(bytes_of<T>(problem.method, problem.n));
  int const level = bytes + 16 <= max_scratch_bytes<Exec> ? 0 : 1;
  auto const policy =
      Kokkos::TeamPolicy<Exec>(exec, checked_cast<int>(problem.systems, "Araios::batched_solve: systems"), threads)
          .set_scratch_size(level, per_team(bytes + 16));
  Kokkos::parallel_for("Araios::batched_solve", policy,
                       TeamOfSystem<is_lu, T, Ordinal, Offset, Exec>{problem, level, bytes});
}

/// Worker w of a host solves the systems w, w + workers, ...
template <bool is_lu, class T, class Ordinal, class Offset>
struct WorkerOfSystems {
  Problem<T, Ordinal, Offset> problem;
  std::int64_t workers;
  std::int64_t bytes;
  char* memory;
  KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
    char* const mine = memory + worker * bytes;
    SumsInMemory<SingleThread> const group{{}, mine, lanes_of(problem.n)};
    for (std::int64_t s = worker; s < problem.systems; s += workers)
      solve_system<is_lu>(problem, s, group, reinterpret_cast<T*>(mine + bytes_of_sums));
  }
};

template <bool is_lu, class Exec, class T, class Ordinal, class Offset, class Space>
void launch(Exec const& exec, Problem<T, Ordinal, Offset> const& problem,
            [[maybe_unused]] Workspace<Space>& workspace) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    int const bytes = static_cast<int>(bytes_of<T>(problem.method, problem.n, bytes_of_block_sums));
    if (is_lu || lanes_of(problem.n) == 32)
      cuda_launch(exec, "Araios::batched_solve", problem.systems, bytes,
                  BlockOfSystem<is_lu, 32, T, Ordinal, Offset>{problem});
    else if constexpr (!is_lu)
      cuda_launch(exec, "Araios::batched_solve", problem.systems, bytes,
                  BlockOfSystem<is_lu, max_lanes, T, Ordinal, Offset>{problem});
  } else
#endif
      if constexpr (is_gpu_v<Exec>) {
    launch_teams<is_lu>(exec, problem, lanes_of(problem.n));
  } else {
    typename Workspace<Space>::Frame const frame(workspace);
    std::int64_t const workers = std::clamp<std::int64_t>(concurrency(exec), 1, problem.systems);
    std::int64_t const bytes = tiles_for(bytes_of<T>(problem.method, problem.n), array_alignment) * array_alignment;
    auto const memory = workspace.template take<Kokkos::View<char*, Space>>(exec, workers * bytes);
    Kokkos::parallel_for("Araios::batched_solve", range(exec, workers),
                         WorkerOfSystems<is_lu, T, Ordinal, Offset>{problem, workers, bytes, memory.data()});
  }
}

/// Solves all systems: one launch.
template <class Exec, class T, class Ordinal, class Offset, class Space>
void solve(Exec const& exec, Problem<T, Ordinal, Offset> const& problem, Workspace<Space>& workspace) {
  if (problem.systems == 0) return;
  if (problem.method == BatchedMethod::lu)
    launch<true>(exec, problem, workspace);
  else
    launch<false>(exec, problem, workspace);
}

/// The lowest system that did not converge, by an atomic minimum.
struct FindFailure {
  BatchedStatus const* status;
  std::int64_t* first;
  KOKKOS_FUNCTION void operator()(std::int64_t s) const {
    if (status[s].reason != SolveReason::converged) Kokkos::atomic_fetch_min(first, s);
  }
};

}  // namespace Araios::Impl::batched
