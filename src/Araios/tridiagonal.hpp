// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Solution of tridiagonal and pentadiagonal systems: one, a batch, or one matrix with many right-hand sides.
///
///   Araios::tridiagonal_solve(exec, Araios::TridiagonalMatrix{lower, diagonal, upper}, b, x);

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/tridiagonal/call.hpp>
#include <Araios/operations/tridiagonal/options.hpp>
#include <Araios/operations/tridiagonal/problem.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace Araios {

namespace Impl::tridiagonal {

template <class T>
concept SolvableScalar = std::same_as<RealPartOf<T>, float> || std::same_as<RealPartOf<T>, double>;

/// A View that receives the first zero pivot.
template <class V>
concept PivotView =
    Kokkos::is_view<V>::value && int(V::rank) == 0 && std::same_as<typename V::value_type, std::int64_t>;

/// A matrix of rank 1 takes b and x of rank 1 or 2, a batch those of rank 2; all have the same Scalar.
template <class Exec, class Diagonal, class B, class X>
concept Solvable = (VectorView<Diagonal> || DenseMatrixView<Diagonal>) && (VectorView<X> || DenseMatrixView<X>) &&
                   Kokkos::is_view<B>::value && int(B::rank) == int(X::rank) && int(Diagonal::rank) <= int(X::rank) &&
                   std::same_as<typename X::value_type, typename X::non_const_value_type> &&
                   std::same_as<typename B::non_const_value_type, typename X::value_type> &&
                   std::same_as<typename Diagonal::non_const_value_type, typename X::value_type> &&
                   SolvableScalar<typename X::value_type> && Accesses<Exec, Diagonal, B, X>;

/// The same elements: a solution may replace its right-hand side.
template <class B, class X>
bool is_in_place(B const& b, X const& x) {
  if (static_cast<void const*>(b.data()) != static_cast<void const*>(x.data()) || b.stride(0) != x.stride(0))
    return false;
  if constexpr (DenseMatrixView<X>) return b.stride(1) == x.stride(1);
  return true;
}

/// An array of the problem, after checks of its length, its memory and its distance from x.
template <class View, class X>
auto checked_array(std::string const& function, char const* name, View const& view, X const& x) {
  check_equal(view.extent(0), x.extent(0), message(function, ": length of ", name, ", length of x").c_str());
  if constexpr (DenseMatrixView<View>)
    check_equal(view.extent(1), x.extent(1), message(function, ": columns of ", name, ", columns of x").c_str());
  check_memory(view, message(function, ": ", name).c_str());
  if (!is_in_place(view, x) || std::string_view(name) != "b") check_disjoint(function.c_str(), view, name, x, "x");
  using T = typename View::const_value_type;
  auto const array = system_array(view);
  return SystemArray<T>{array.data, array.row_stride, array.system_stride};
}

/// The problem of checked arguments, with 2 K + 1 diagonals, the lowest one first.
template <class View, std::size_t Count, class B, class X>
auto checked_problem(std::string const& function, std::array<View, Count> const& diagonals,
                     std::array<char const*, Count> const& names, B const& b, X const& x,
                     TridiagonalOptions const& options) {
  using T = typename X::value_type;
  check_enumerator(options.pivoting, Pivoting::none, message(function, ": Pivoting").c_str());
  Problem<T, static_cast<int>(Count / 2)> problem{};
  problem.n = static_cast<std::int64_t>(x.extent(0));
  problem.systems = 1;
  if constexpr (DenseMatrixView<X>) problem.systems = static_cast<std::int64_t>(x.extent(1));
  (void)checked_multiply(problem.n, problem.systems, message(function, ": elements of x").c_str());
  problem.is_periodic = options.periodic;
  check_memory(x, message(function, ": x").c_str());
  for (std::size_t d = 0; d < Count; ++d) problem.diagonals[d] = checked_array(function, names[d], diagonals[d], x);
  problem.b = checked_array(function, "b", b, x);
  problem.x = system_array(x);
  return problem;
}

template <class View>
std::array<View, 3> diagonals_of(TridiagonalMatrix<View> const& A) {
  return {A.lower, A.diagonal, A.upper};
}
template <class View>
std::array<View, 5> diagonals_of(PentadiagonalMatrix<View> const& A) {
  return {A.lower_2, A.lower, A.diagonal, A.upper, A.upper_2};
}
inline constexpr std::array<char const*, 3> tridiagonal_names{"lower", "diagonal", "upper"};
inline constexpr std::array<char const*, 5> pentadiagonal_names{"lower_2", "lower", "diagonal", "upper", "upper_2"};

/// Where the first zero pivot is written, nothing else is.
template <class ZeroPivot, class View, std::size_t Count, class B, class X>
void check_zero_pivot(char const* function, ZeroPivot const& zero_pivot, std::array<View, Count> const& diagonals,
                      std::array<char const*, Count> const& names, B const& b, X const& x) {
  for (std::size_t d = 0; d < Count; ++d) check_disjoint(function, zero_pivot, "zero_pivot", diagonals[d], names[d]);
  check_disjoint(function, zero_pivot, "zero_pivot", b, "b");
  check_disjoint(function, zero_pivot, "zero_pivot", x, "x");
}

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
/// Shapes        A is n-by-n. A of rank 1: b and x have n elements, or n rows and a column for each right-hand side. A
///               of rank 2, a batch: column s of each array belongs to system s. Every array may have any layout.
/// Requires      x is b, or overlaps none of the other arrays. Pivoting::none: A is diagonally dominant by rows, or
///               Hermitian and positive definite, so that no pivot is close to 0. The reciprocal of a pivot is a number
///               of the type.
/// Sums          use the type of x. Each row is compared by its largest element, so scaled_partial does not
///               depend on the scale of rows. The backward error |b - A x| / (|A| |x| + |b|) is a few units of
///               rounding, as that of LAPACK's gtsv: pivots are chosen among all rows that have an unknown.
/// Cost          Rows are divided into leaves of 29, and these into tiles of 64 (complex<double>: 32). Up to 1,857
///               rows: 1 kernel, which reads A and b and writes x once. More: 3 kernels up to 475,000 rows, 5 up to 121
///               million; A and b are read twice. 4,096 or more interleaved systems that are not periodic: 1 kernel, a
///               system for each thread, which writes and reads 3 words more for each row (Pivoting::none: 2). A kernel
///               more sets the zero pivot where there are several tiles. For many right-hand sides, A is eliminated for
///               each of them.
/// Asynchronous  no: one fence, after which the first zero pivot is read. With a View of std::int64_t and rank 0 for it
///               after x: yes, and nothing is thrown for it. From `workspace`: 11 numbers for each 29 rows where there
///               are more than 1,857; the 2 words (none: 1) for each element of interleaved systems.
/// Deterministic space to space, bitwise: how rows are divided depends on sizes, types and strides alone, and no
///               product is contracted with a sum.
/// Throws        std::invalid_argument when shapes disagree, x overlaps a diagonal, or b without being b, an array is a
///               null pointer, or options.pivoting is none of them; and, x being written then, when a pivot is 0, with
///               the row (and system) of the first one of them: of an A that is singular, or for Pivoting::none.
/// Source        Klein and Strzodka, ICPP 2021 (recursive partition with scaled partial pivoting); here a leaf keeps
///               both equations of each end, so that a singular inner block is no obstacle
///               (operations/tridiagonal/node.hpp).
template <ExecutionSpace Exec, class Diagonal, class B, class X>
  requires Impl::tridiagonal::Solvable<Exec, Diagonal, B, X>
void tridiagonal_solve(Exec const& exec, TridiagonalMatrix<Diagonal> const& A, B const& b, X const& x,
                       TridiagonalOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  namespace room = Impl::tridiagonal;
  std::string const function = "Araios::tridiagonal_solve";
  auto const problem = room::checked_problem(function, room::diagonals_of(A), room::tridiagonal_names, b, x, options);
  room::solve_or_throw(exec, function, problem, options, workspace);
}
/// zero_pivot := n s + i for row i of system s, the first one whose pivot is 0, or -1. Waits for nothing.
template <ExecutionSpace Exec, class Diagonal, class B, class X, Impl::tridiagonal::PivotView ZeroPivot>
  requires Impl::tridiagonal::Solvable<Exec, Diagonal, B, X> && Accesses<Exec, ZeroPivot>
void tridiagonal_solve(Exec const& exec, TridiagonalMatrix<Diagonal> const& A, B const& b, X const& x,
                       ZeroPivot const& zero_pivot, TridiagonalOptions const& options = {},
                       WorkspaceFor<Exec> workspace = {}) {
  namespace room = Impl::tridiagonal;
  std::string const function = "Araios::tridiagonal_solve";
  auto const problem = room::checked_problem(function, room::diagonals_of(A), room::tridiagonal_names, b, x, options);
  room::check_zero_pivot(function.c_str(), zero_pivot, room::diagonals_of(A), room::tridiagonal_names, b, x);
  room::solve_into(exec, function, problem, options, zero_pivot, workspace);
}

/// x := the solution of A x = b, for a pentadiagonal matrix A, each matrix of a batch, or each column of b
///
/// Shapes, Requires, Sums, Asynchronous, Deterministic, Throws, Source   as tridiagonal_solve.
/// Cost          as tridiagonal_solve, with tiles of 32 leaves (complex<double>: 16): 1 kernel up to 931 rows, 3 up to
///               118,000, 5 up to 15 million. From `workspace`: 37 numbers for each 29 rows where there are more than
///               931; 4 words (none: 2) for each element of interleaved systems.
template <ExecutionSpace Exec, class Diagonal, class B, class X>
  requires Impl::tridiagonal::Solvable<Exec, Diagonal, B, X>
void pentadiagonal_solve(Exec const& exec, PentadiagonalMatrix<Diagonal> const& A, B const& b, X const& x,
                         TridiagonalOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  namespace room = Impl::tridiagonal;
  std::string const function = "Araios::pentadiagonal_solve";
  auto const problem = room::checked_problem(function, room::diagonals_of(A), room::pentadiagonal_names, b, x, options);
  room::solve_or_throw(exec, function, problem, options, workspace);
}
/// zero_pivot := n s + i for row i of system s, the first one whose pivot is 0, or -1. Waits for nothing.
template <ExecutionSpace Exec, class Diagonal, class B, class X, Impl::tridiagonal::PivotView ZeroPivot>
  requires Impl::tridiagonal::Solvable<Exec, Diagonal, B, X> && Accesses<Exec, ZeroPivot>
void pentadiagonal_solve(Exec const& exec, PentadiagonalMatrix<Diagonal> const& A, B const& b, X const& x,
                         ZeroPivot const& zero_pivot, TridiagonalOptions const& options = {},
                         WorkspaceFor<Exec> workspace = {}) {
  namespace room = Impl::tridiagonal;
  std::string const function = "Araios::pentadiagonal_solve";
  auto const problem = room::checked_problem(function, room::diagonals_of(A), room::pentadiagonal_names, b, x, options);
  room::check_zero_pivot(function.c_str(), zero_pivot, room::diagonals_of(A), room::pentadiagonal_names, b, x);
  room::solve_into(exec, function, problem, options, zero_pivot, workspace);
}

}  // namespace Araios
