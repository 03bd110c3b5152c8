// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Many small systems of one pattern, each solved by itself, in one launch.
///
///     BatchedMatrix const A{pattern, values};       // values: systems x nnz
///     batched_solve(exec, A, b, x);                 // b, x: systems x n; throws with the first system that failed
///     batched_solve(exec, A, b, x, status, {.method = BatchedMethod::lu});   // status of each system; no wait
///
/// Batches of tridiagonal and pentadiagonal systems, strided or interleaved, with pivoting: tridiagonal.hpp.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/instance.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/solve/batched/options.hpp>
#include <Araios/solve/batched/steps.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// A View of the status of each system.
template <class V>
concept BatchedStatusView =
    Kokkos::is_view<V>::value && int(V::rank) == 1 && std::is_same_v<typename V::value_type, BatchedStatus>;

namespace Impl::batched {

/// The arguments of batched_solve.
template <class Exec>
constexpr void arguments_are_in_order() {
  static_assert(
      always_false<Exec>,
      "Araios::batched_solve: the arguments are (exec, A, b, x, options) or (exec, A, b, x, status, options), "
      "where A is BatchedMatrix{pattern, values}: a CsrMatrix that exec can access, and a View of rank 2 with "
      "a row for each system");
}

/// Whether the types of a batch are right: the message is else the only error.
template <class Exec, class Matrix, class Values, class B, class X>
constexpr bool types_are_right() {
  constexpr bool views = DenseMatrixView<Values> && DenseMatrixView<B> && DenseMatrixView<X>;
  static_assert(views,
                "Araios::batched_solve: values, b and x are Kokkos::Views of rank 2, with a row for each system");
  if constexpr (views) {
    using T = typename X::non_const_value_type;
    constexpr bool numbers = std::is_same_v<RealPartOf<T>, float> || std::is_same_v<RealPartOf<T>, double>;
    static_assert(numbers, "Araios::batched_solve: x has elements of float, double or Kokkos::complex of these");
    constexpr bool same =
        std::is_same_v<typename Values::non_const_value_type, T> && std::is_same_v<typename B::non_const_value_type, T>;
    static_assert(same, "Araios::batched_solve: values, b and x have elements of one type");
    constexpr bool writable = !std::is_const_v<typename X::value_type>;
    static_assert(writable, "Araios::batched_solve: x is written and cannot be a View of const");
    constexpr bool reaches = Accesses<Exec, Values, B, X>;
    static_assert(reaches, "Araios::batched_solve: the execution space cannot access the memory of values, b or x");
    return numbers && same && writable && reaches;
  } else {
    return false;
  }
}

template <class V>
auto system_rows(V const& view) {
  return SystemRows<typename V::value_type>{view.data(), static_cast<std::int64_t>(view.stride(0)),
                                            static_cast<std::int64_t>(view.stride(1))};
}

inline void check_options(char const* function, BatchedOptions const& options, std::int64_t n) {
  check_enumerator(options.method, BatchedMethod::lu, "Araios::batched_solve: BatchedMethod");
  check_enumerator(options.preconditioner, BatchedPreconditioner::jacobi,
                   "Araios::batched_solve: BatchedPreconditioner");
  check(options.rtol >= 0 && options.rtol < 1, function, ": rtol is ", options.rtol, "; it must be in [0, 1)");
  check(options.atol >= 0, function, ": atol is ", options.atol, "; it must be at least 0");
  check_option(function, option::max_iterations, options.max_iterations);
  int const rows = options.method == BatchedMethod::lu ? max_rows_of_lu : max_rows;
  check(n <= rows, function, ": ", n, " rows; ", name(options.method), " takes at most ", rows);
}

/// The problem of checked arguments.
template <class Exec, class Matrix, class Values, class B, class X, class Status>
auto checked_problem(Exec const& exec, BatchedMatrix<Matrix, Values> const& A, B const& b, X const& x,
                     Status const& status, BatchedOptions const& options) {
  constexpr char const* function = "Araios::batched_solve";
  auto const& pattern = as_matrix(A.pattern);
  using Csr = std::remove_cvref_t<decltype(pattern)>;
  using T = typename X::non_const_value_type;
  check(pattern.num_rows() == pattern.num_cols(), function, ": the matrices are ", pattern.num_rows(), " x ",
        pattern.num_cols(), "; they must be square");
  std::int64_t const n = static_cast<std::int64_t>(pattern.num_rows());
  std::int64_t const systems = static_cast<std::int64_t>(A.values.extent(0));
  check_options(function, options, n);
  check(systems < (std::int64_t(1) << 31), function, ": ", systems, " systems; it takes at most 2147483647");
  check_equal(A.values.extent(1), pattern.nnz(), "Araios::batched_solve: columns of values, entries of the pattern");
  check_equal(b.extent(0), systems, "Araios::batched_solve: rows of b, rows of values");
  check_equal(b.extent(1), n, "Araios::batched_solve: columns of b, rows of a matrix");
  check_equal(x.extent(0), systems, "Araios::batched_solve: rows of x, rows of values");
  check_equal(x.extent(1), n, "Araios::batched_solve: columns of x, rows of a matrix");
  check_equal(status.extent(0), systems, "Araios::batched_solve: length of status, rows of values");
  check_memory(A.values, "Araios::batched_solve: values");
  check_memory(b, "Araios::batched_solve: b");
  check_memory(x, "Araios::batched_solve: x");
  check_memory(status, "Araios::batched_solve: status");
  check_disjoint(function, x, "x", b, "b");
  check_disjoint(function, x, "x", A.values, "values");
  check_disjoint(function, x, "x", status, "status");
  check_disjoint(function, status, "status", b, "b");
  check_disjoint(function, status, "status", A.values, "values");
  check_disjoint_from_arrays(function, x, "x", pattern, "A");
  check_disjoint_from_arrays(function, status, "status", pattern, "A");
  check_operands(exec, function, Operand("A", pattern));
  return Problem<T, typename Csr::Ordinal, typename Csr::Offset>{
      pattern.row_map.data(),
      pattern.entries.data(),
      {A.values.data(), static_cast<std::int64_t>(A.values.stride(0)), static_cast<std::int64_t>(A.values.stride(1))},
      {b.data(), static_cast<std::int64_t>(b.stride(0)), static_cast<std::int64_t>(b.stride(1))},
      system_rows(x),
      status.data(),
      static_cast<std::int64_t>(status.stride(0)),
      systems,
      static_cast<int>(n),
      options.method,
      options.preconditioner == BatchedPreconditioner::jacobi,
      options.rtol,
      options.atol,
      options.max_iterations > 0 ? options.max_iterations : 10 * n};
}

/// Waits, and throws for the first system that did not converge.
template <class Exec, class Status, class Space>
void throw_first_failure(Exec const& exec, Status const& status, Workspace<Space>& workspace) {
  auto const systems = static_cast<std::int64_t>(status.extent(0));
  if (systems == 0) return;
  auto const first = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, 1);
  fill(exec, first, systems);
  Kokkos::parallel_for("Araios::batched_solve::failures", range(exec, systems),
                       FindFailure{status.data(), first.data()});
  std::int64_t const system = read_back(exec, first, 0, "Araios::batched_solve: the first failure");
  if (system == systems) return;
  BatchedStatus const found = read_back(exec, status, system, "Araios::batched_solve: the status of a system");
  check(found.row < 0, "Araios::batched_solve: system ", system, ", row ", found.row, ": ", name(found.reason));
  check(false, "Araios::batched_solve: system ", system, ": ", name(found.reason), " after ", found.iterations,
        " iterations; ||b - A x|| is ", found.residual, ", the tolerance ", found.tolerance);
}

}  // namespace Impl::batched

/// x(s, :) := the solution of A_s x = b(s, :), for each system s; status(s) := how it ended
///
/// Shapes        A has a pattern of n-by-n in CSR and values of systems-by-nnz; b and x are systems-by-n, status has an
///               element for each system. Views of any layout and strides: LayoutRight is read in runs. cg and bicgstab
///               begin with the guess x; lu does not read x.
/// Requires      n <= 1024, for lu n <= 64. Duplicates are summed. For cg, each A_s is Hermitian positive definite.
/// Converged     where ||b - A x|| <= max(rtol ||b||, atol) holds for b - A x as it is computed at the end from x; each
///               system by itself, so a slow or faulty one delays no other. Where only the residual of the method is
///               within the tolerance, it starts again from x, at most twice; then, and for lu, `stagnated`.
/// b == 0        x := 0. NaN and infinity end with the reason `not_finite`, of that system alone.
/// Sums          float adds its scalar products in double; products with A and vectors are of the type of x.
/// Cost          1 kernel: a block of 32 threads for each system, of 128 for more than 64 rows. It reads values and b
///               and x once from memory, and then through the caches; vectors are in shared memory: 5 n elements (cg),
///               7 n (bicgstab), n (n + 4) (lu).
/// Asynchronous  yes. On hosts, the vectors of a system for each thread, from `workspace`; on CUDA nothing.
/// Deterministic space to space, bitwise: the order of sums follows from n alone.
/// Throws        std::invalid_argument when shapes disagree, outputs overlap an array, a pointer is null, for too many
///               rows, and for options that cannot be meant.
/// Source        Hestenes and Stiefel, 1952 (cg); van der Vorst, 1992 (bicgstab). One system a block: Aggarwal, Nayak,
///               Kashi and Anzt, Preconditioners for batched iterative linear solvers on GPUs, SMC 2022.
template <ExecutionSpace Exec, class Matrix, class Values, class B, class X, BatchedStatusView Status>
  requires CsrOf<Matrix, Exec> && Accesses<Exec, Status>
void batched_solve(Exec const& exec, BatchedMatrix<Matrix, Values> const& A, B const& b, X const& x,
                   Status const& status, BatchedOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  if constexpr (Impl::batched::types_are_right<Exec, Matrix, Values, B, X>()) {
    auto const problem = Impl::batched::checked_problem(exec, A, b, x, status, options);
    Impl::ScopedRegion const region("Araios::batched_solve");
    Impl::batched::solve(exec, problem, workspace.get(exec));
  }
}

/// The same; throws where a system did not converge
///
/// Asynchronous  no: waits once, and allocates nothing; takes 32 bytes for each system from `workspace`.
/// Throws        also std::invalid_argument with the first system that did not converge: its row, where its diagonal
///               entry is missing, 0 or too small to invert, or lu finds no pivot; else the reason, the iterations, the
///               residual and the tolerance. Then the other systems are solved.
template <ExecutionSpace Exec, class Matrix, class Values, class B, class X>
  requires CsrOf<Matrix, Exec>
void batched_solve(Exec const& exec, BatchedMatrix<Matrix, Values> const& A, B const& b, X const& x,
                   BatchedOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  if constexpr (Impl::batched::types_are_right<Exec, Matrix, Values, B, X>()) {
    using Space = typename Exec::memory_space;
    auto& memory = workspace.get(exec);
    typename Workspace<Space>::Frame const frame(memory);
    auto const status =
        memory.template take<Kokkos::View<BatchedStatus*, Space>>(exec, static_cast<std::int64_t>(A.values.extent(0)));
    auto const problem = Impl::batched::checked_problem(exec, A, b, x, status, options);
    Impl::ScopedRegion const region("Araios::batched_solve");
    Impl::batched::solve(exec, problem, memory);
    Impl::batched::throw_first_failure(exec, status, memory);
  }
}
/// A matrix that is no batch: refused, with the remedy.
template <ExecutionSpace Exec, class... Others>
void batched_solve(Exec const&, Others const&...) {
  Impl::batched::arguments_are_in_order<Exec>();
}

}  // namespace Araios
