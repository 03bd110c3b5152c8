// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Solution of tridiagonal and pentadiagonal systems: one, a batch, or one matrix with many right-hand sides.
///
///   Araios::tridiagonal_solve(exec, Araios::TridiagonalMatrix{lower, diagonal, upper}, b, x);

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/operations/tridiagonal/arguments.hpp>
#include <Araios/operations/tridiagonal/call.hpp>
#include <Araios/operations/tridiagonal/options.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <string>

namespace Araios {

namespace Impl::tridiagonal {

/// x, and where the first pivot is 0.
template <class Exec, class Problem, class ZeroPivot>
void solve_into(Exec const& exec, std::string const& function, Problem problem, TridiagonalOptions const& options,
                ZeroPivot const& zero_pivot, WorkspaceFor<Exec>& workspace) {
  check_memory(zero_pivot, message(function, ": zero_pivot").c_str());
  ScopedRegion const region(function);
  problem.zero_pivot = zero_pivot.data();
  solve(exec, problem, options.pivoting, workspace.get(exec));
}

/// The same; a pivot that is 0 is thrown.
template <class Exec, class Problem>
void solve_or_throw(Exec const& exec, std::string const& function, Problem const& problem,
                    TridiagonalOptions const& options, WorkspaceFor<Exec>& workspace) {
  using Space = typename Exec::memory_space;
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const storage = space.template take<Kokkos::View<std::int64_t*, Space>>(exec, 1);
  Kokkos::View<std::int64_t, Space, Kokkos::MemoryUnmanaged> const zero_pivot(storage.data());
  solve_into(exec, function, problem, options, zero_pivot, workspace);
  std::int64_t const found = read_back(exec, zero_pivot, function + ": the first zero pivot is on the host");
  if (found < 0) return;
  char const* const advice =
      options.pivoting == Pivoting::none ? "; Pivoting::scaled_partial may find another" : "; the matrix is singular";
  if (problem.systems > 1)
    throw_message(
        {function, ": the pivot of row ", found % problem.n, " of system ", found / problem.n, " is 0", advice});
  throw_message({function, ": the pivot of row ", found, " is 0", advice});
}

}  // namespace Impl::tridiagonal

/// x := the solution of A x = b, for a tridiagonal matrix A, each matrix of a batch, or each column of b
///
/// Shapes        A is n-by-n. Diagonals of rank 1: b and x have n elements, or n rows and a column for each right-hand
///               side. Diagonals of rank 2 are a batch: column s of each array belongs to system s. Any layout, and any
///               strides.
/// Requires      Pivoting::none: A is diagonally dominant by rows, or Hermitian and positive definite, so that no pivot
///               is close to 0: rows are not exchanged within parts of up to 22 rows.
/// Sums          use the type of x. The backward error |b - A x| / (|A| |x| + |b|) of scaled_partial is a few units of
///               rounding, as that of LAPACK's gtsv, whatever the scale of the rows: a pivot is chosen among all
///               rows that have its unknown.
/// Cost          1 kernel, which reads A and b and writes x once, for up to 1,345 rows; 3 kernels up to 1.3 million rows
///               and 5 up to 22 million, which read A and b twice. complex<double>: half as many rows for 1 kernel, a
///               quarter for 3. One kernel more, for zero_pivot, unless all rows are those of one block. 4,096 or more
///               interleaved systems that are not periodic: 1 kernel, a thread for each system, which also writes and
///               reads 3 words for each row whose pivot is in another row, else 2. Right-hand sides: A is eliminated
///               anew for each column.
/// Asynchronous  no: one fence, after which the first zero pivot is read. From `workspace`: 14 numbers for each 21
///               rows, where systems have more than 1,345; 2 (none: 1) for each row of interleaved systems.
/// Deterministic space to space, bitwise: how rows are divided depends on sizes, types and strides alone, and no
///               product is contracted with a sum.
/// Throws        std::invalid_argument when shapes disagree; when x overlaps a diagonal, or overlaps b and is not b;
///               when a pointer is null; for a Pivoting that is none. Then x is as it was. Also when a pivot is 0, or
///               its reciprocal overflows, with the row, and the system, of the first one: A is singular, or
///               Pivoting::none does not find a pivot.
///               Then x of that system is not a solution.
/// Source        Klein and Strzodka, ICPP 2021: recursive partition with scaled partial pivoting. Here a part keeps all
///               equations of its ends, so that it may be singular (operations/tridiagonal/node.hpp).
template <ExecutionSpace Exec, class Diagonal>
void tridiagonal_solve(Exec const& exec, TridiagonalMatrix<Diagonal> const& A, auto const& b, auto const& x,
                       TridiagonalOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  namespace room = Impl::tridiagonal;
  if constexpr (room::types_are_right<Exec, Diagonal, decltype(b), decltype(x)>()) {
    std::string const function = "Araios::tridiagonal_solve";
    auto const problem = room::checked_problem(function, room::diagonals_of(A), room::tridiagonal_names, b, x, options);
    room::solve_or_throw(exec, function, problem, options, workspace);
  }
}
/// The same without a wait: zero_pivot := n s + i for row i of system s, the first one whose pivot is 0, or -1
///
/// Shapes        zero_pivot is a View of std::int64_t, of rank 0, in memory that exec can access.
/// Asynchronous  yes. A pivot that is 0 is not thrown.
template <ExecutionSpace Exec, class Diagonal, Impl::tridiagonal::PivotView ZeroPivot>
  requires Accesses<Exec, ZeroPivot>
void tridiagonal_solve(Exec const& exec, TridiagonalMatrix<Diagonal> const& A, auto const& b, auto const& x,
                       ZeroPivot const& zero_pivot, TridiagonalOptions const& options = {},
                       WorkspaceFor<Exec> workspace = {}) {
  namespace room = Impl::tridiagonal;
  if constexpr (room::types_are_right<Exec, Diagonal, decltype(b), decltype(x)>()) {
    std::string const function = "Araios::tridiagonal_solve";
    auto const problem = room::checked_problem(function, room::diagonals_of(A), room::tridiagonal_names, b, x, options);
    room::check_zero_pivot(function.c_str(), zero_pivot, room::diagonals_of(A), room::tridiagonal_names, b, x);
    room::solve_into(exec, function, problem, options, zero_pivot, workspace);
  }
}
/// Diagonals that are no matrix, options before the matrix, or a bool where they belong: refused, with the remedy.
template <ExecutionSpace Exec, class Diagonal>
  requires(Kokkos::is_view<Diagonal>::value)
void tridiagonal_solve(Exec const&, Diagonal const&, auto const&...) {
  Impl::diagonals_are_one_argument<Exec>();
}
template <ExecutionSpace Exec>
void tridiagonal_solve(Exec const&, TridiagonalOptions const&, auto const&...) {
  Impl::options_are_last<Exec>();
}
template <ExecutionSpace Exec>
void tridiagonal_solve(Exec const&, auto const&, auto const&, auto const&, std::same_as<bool> auto const&,
                       auto const&...) {
  Impl::options_are_named<Exec>();
}

/// x := the solution of A x = b, for a pentadiagonal matrix A, each matrix of a batch, or each column of b
///
/// Shapes, Requires, Sums, Deterministic, Throws   as tridiagonal_solve.
/// Cost          as tridiagonal_solve: 1 kernel for up to 675 rows, 3 up to 172,000, 5 up to 1.3 million. Many
///               interleaved systems: 5 words for each row whose pivot is in another row, else 3.
/// Asynchronous  no: one fence. From `workspace`: 47 numbers for each 21 rows, where systems have more than 675;
///               4 (none: 2) for each row of interleaved systems.
template <ExecutionSpace Exec, class Diagonal>
void pentadiagonal_solve(Exec const& exec, PentadiagonalMatrix<Diagonal> const& A, auto const& b, auto const& x,
                         TridiagonalOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  namespace room = Impl::tridiagonal;
  if constexpr (room::types_are_right<Exec, Diagonal, decltype(b), decltype(x)>()) {
    std::string const function = "Araios::pentadiagonal_solve";
    auto const problem =
        room::checked_problem(function, room::diagonals_of(A), room::pentadiagonal_names, b, x, options);
    room::solve_or_throw(exec, function, problem, options, workspace);
  }
}
/// The same without a wait: zero_pivot := n s + i for row i of system s, the first one whose pivot is 0, or -1
///
/// Shapes        zero_pivot is a View of std::int64_t, of rank 0, in memory that exec can access.
/// Asynchronous  yes. A pivot that is 0 is not thrown.
template <ExecutionSpace Exec, class Diagonal, Impl::tridiagonal::PivotView ZeroPivot>
  requires Accesses<Exec, ZeroPivot>
void pentadiagonal_solve(Exec const& exec, PentadiagonalMatrix<Diagonal> const& A, auto const& b, auto const& x,
                         ZeroPivot const& zero_pivot, TridiagonalOptions const& options = {},
                         WorkspaceFor<Exec> workspace = {}) {
  namespace room = Impl::tridiagonal;
  if constexpr (room::types_are_right<Exec, Diagonal, decltype(b), decltype(x)>()) {
    std::string const function = "Araios::pentadiagonal_solve";
    auto const problem =
        room::checked_problem(function, room::diagonals_of(A), room::pentadiagonal_names, b, x, options);
    room::check_zero_pivot(function.c_str(), zero_pivot, room::diagonals_of(A), room::pentadiagonal_names, b, x);
    room::solve_into(exec, function, problem, options, zero_pivot, workspace);
  }
}
/// Diagonals that are no matrix, options before the matrix, or a bool where they belong: refused, with the remedy.
template <ExecutionSpace Exec, class Diagonal>
  requires(Kokkos::is_view<Diagonal>::value)
void pentadiagonal_solve(Exec const&, Diagonal const&, auto const&...) {
  Impl::diagonals_are_one_argument<Exec>();
}
template <ExecutionSpace Exec>
void pentadiagonal_solve(Exec const&, TridiagonalOptions const&, auto const&...) {
  Impl::options_are_last<Exec>();
}
template <ExecutionSpace Exec>
void pentadiagonal_solve(Exec const&, auto const&, auto const&, auto const&, std::same_as<bool> auto const&,
                         auto const&...) {
  Impl::options_are_named<Exec>();
}

}  // namespace Araios
