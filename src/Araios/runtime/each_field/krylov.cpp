// SPDX-License-Identifier: Apache-2.0
/// \file
/// Krylov solvers: all methods for one type of operator, and two of preconditioners: those known element by element, and
/// those that are applied.

#include <Araios/core/aliasing.hpp>
#include <Araios/runtime/solve_typed.hpp>
#include <Araios/solve/krylov/shifted_cg.hpp>
#include <Araios/solve/krylov/solver.hpp>

#include <Kokkos_Core.hpp>

#include <memory>
#include <vector>

namespace Araios::runtime {

namespace {

/// A LinearMap as a solver calls it.
template <class Exec>
struct AnyOperator {
  static constexpr bool can_be_captured = true;
  static constexpr bool has_conjugate_transpose = true;
  Context const* context;
  LinearMapPtr map;
  bool needs_conjugate_transpose;

  bool may_be_captured() const { return map->may_be_captured; }
  std::int64_t version() const { return map->state->version; }
  void renew(Exec const&) { prepare(*context, *map, needs_conjugate_transpose); }
  void apply(Exec const&, auto const& from, auto const& to) const { map->apply(*context, from.data(), to.data()); }
  void apply_conjugate_transpose(Exec const&, auto const& from, auto const& to) const {
    map->apply_conjugate_transpose(*context, from.data(), to.data());
  }
};

/// M r where M is a diagonal, or the identity.
template <class T>
struct OptionalDiagonal {
  T const* inverse;
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t i, T const& r) const {
    return inverse == nullptr ? r : Impl::product(inverse[i], r);
  }
};
template <class T>
struct ByElement {
  static constexpr bool can_be_captured = true;
  LinearMapPtr map;  ///< owns the elements
  std::int64_t version() const { return map ? map->state->version : 0; }
  auto diagonal() const { return OptionalDiagonal<T>{map ? static_cast<T const*>(map->diagonal) : nullptr}; }
};

template <class T, class Exec>
auto column_of(DenseMatrix const& X) {
  return Kokkos::View<T*, Kokkos::LayoutStride, SpaceOf<Exec>, Kokkos::MemoryUnmanaged>(
      static_cast<T*>(X.data),
      Kokkos::LayoutStride(static_cast<std::size_t>(X.rows), static_cast<std::size_t>(X.row_stride)));
}

template <class T, class Exec, class Preconditioner>
KrylovSolver solver_with(Exec const& exec, Context const& context, SolveOptions options,
                         IterateCallback const& callback, LinearMapPtr const& A, Preconditioner const& M) {
  using Solver = Impl::krylov::Solver<Exec, T, AnyOperator<Exec>, Preconditioner>;
  auto const iterate = std::make_shared<T const*>(nullptr);
  options.callback = {};
  if (callback)
    options.callback = [callback, iterate](std::int64_t iteration, double residual) {
      return callback(iteration, residual, *iterate);
    };
  AnyOperator<Exec> const A_of_solver{&context, A, options.method == KrylovMethod::bicg};
  auto const solver = std::make_shared<Solver>(exec, A_of_solver, M, A->size, A->work, options);
  *iterate = solver->iterate().data();
  KrylovSolver made{A->type, A->size, solver->bytes(), {}, {}};
  made.solve = [solver](Context const& c, DenseMatrix const& b, DenseMatrix const& x) {
    auto const from = column_of<T const, Exec>(b);
    auto const to = column_of<T, Exec>(x);
    Impl::check_disjoint("Araios::solve", from, "b", to, "x");
    return solver->solve(instance_of<Exec>(c), from, to);
  };
  return made;
}

}  // namespace

template <class T, class Exec>
KrylovSolver make_solver(Exec const& exec, Context const& context, SolveOptions const& options,
                         IterateCallback const& callback, LinearMapPtr const& A, LinearMapPtr const& M) {
  if (M == nullptr || M->diagonal != nullptr)
    return solver_with<T>(exec, context, options, callback, A, ByElement<T>{M});
  return solver_with<T>(exec, context, options, callback, A, AnyOperator<Exec>{&context, M, false});
}

template <class T, class Exec>
std::vector<SolveStatus> solve_with_shifts(Exec const& exec, Context const& context, SolveOptions const& options,
                                           LinearMapPtr const& A, std::vector<double> const& shifts,
                                           DenseMatrix const& b, DenseMatrix const& X) {
  auto const from = column_of<T const, Exec>(b);
  auto const to = X.as<T, Exec>();
  Impl::check_disjoint("Araios::solve_shifted", from, "b", to, "X");
  AnyOperator<Exec> A_of_solver{&context, A, false};
  A_of_solver.renew(exec);
  Impl::krylov::ShiftedSolver<Exec, T, AnyOperator<Exec>> solver(exec, A_of_solver, A->size, A->work, shifts, options);
  return solver.solve(exec, from, to);
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                                            \
  template KrylovSolver make_solver<S, Exec>(Exec const&, Context const&, SolveOptions const&, IterateCallback const&, \
                                             LinearMapPtr const&, LinearMapPtr const&);                                \
  template std::vector<SolveStatus> solve_with_shifts<S, Exec>(Exec const&, Context const&, SolveOptions const&,       \
                                                               LinearMapPtr const&, std::vector<double> const&,        \
                                                               DenseMatrix const&, DenseMatrix const&);
ARAIOS_RUNTIME_INSTANTIATE_FIELD

}  // namespace Araios::runtime
