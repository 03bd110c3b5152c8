// SPDX-License-Identifier: Apache-2.0
/// \file
/// Krylov solvers, and the linear maps that they call.

#include "dense.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/solve.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_c {

namespace {

using Araios::SolveOptions;
using Araios::SolveStatus;

/// The value of the caller; 0 is the default.
template <class T>
T given_or(T given, std::type_identity_t<T> otherwise) {
  return given != 0 ? given : otherwise;
}

/// The plan of a map or of a solver.
template <class Held>
void set_plan_of(araios_context& c, araios_plan** P, PlanKind kind, ValueType type, std::int64_t size,
                 std::int64_t bytes, Held held) {
  Plan made;
  made.kind = kind;
  made.type = type;
  made.matrix.rows = made.matrix.columns = size;
  made.bytes = bytes;
  made.plan = std::make_shared<Held>(std::move(held));
  set_plan(c, P, std::move(made));
}
void set_map(araios_context& c, araios_plan** P, LinearMapPtr map) {
  auto const type = map->type;
  auto const size = map->size;
  set_plan_of(c, P, PlanKind::linear_map, type, size, 0, std::move(map));
}
LinearMapPtr map_input(araios_context& c, araios_plan const* P) {
  return plan_input(c, P, PlanKind::linear_map).as<LinearMapPtr>();
}
LinearMapPtr preconditioner_input(araios_context& c, araios_plan const* M) {
  return M == nullptr ? nullptr : map_input(c, M);
}

/// The function of the program as one of a LinearMap.
LinearMap::Function function_of(int (*apply)(void*, void const*, void*), void* user) {
  if (apply == nullptr) return {};
  return [apply, user](Context const& c, void const* from, void* to) {
    c.fence();
    require(apply(user, from, to) == 0, ErrorKind::interrupted, "a linear map of the program requests the end");
  };
}

SolveOptions options_of(araios_solve_options const& given) {
  require_enumerator(given.method, ARAIOS_BICG, "araios_krylov_method");
  require_enumerator(given.determinism, ARAIOS_SPACE_TO_SPACE, "araios_determinism");
  SolveOptions options;
  options.determinism = of(given.determinism);
  options.method = static_cast<Araios::KrylovMethod>(given.method);
  options.rtol = given.rtol == -1 ? 0 : given_or(given.rtol, options.rtol);
  options.atol = given.atol;
  options.max_iterations = given.max_iterations;
  options.restart = given_or(given.restart, options.restart);
  options.keeps_history = given.keeps_history != 0;
  return options;
}
IterateCallback callback_of(araios_solve_options const& given) {
  if (given.callback == nullptr) return {};
  return [callback = given.callback, user = given.user](std::int64_t iteration, double residual, void const* x) {
    return callback(user, iteration, residual, x) == 0;
  };
}
araios_solve_options or_zero(araios_solve_options const* options) {
  return options == nullptr ? araios_solve_options{} : *options;
}
KrylovSolver solver_of(araios_context& c, araios_solve_options const& given, bool keeps_history, LinearMapPtr const& A,
                       LinearMapPtr const& M) {
  auto options = options_of(given);
  options.keeps_history = keeps_history;
  return krylov_solver(c, options, callback_of(given), A, M);
}

void store(SolveStatus const& from, araios_solve_status& to) {
  to.reason = static_cast<araios_solve_reason>(from.reason);
  to.iterations = from.iterations;
  to.residual = from.residual;
  to.method_residual = from.method_residual;
  to.tolerance = from.tolerance;
  to.pivot = from.pivot;
  to.restarts = from.restarts;
  to.on_device = from.on_device ? 1 : 0;
  if (to.history == nullptr) return;
  auto const count =
      std::min(from.history.size(), static_cast<std::size_t>(std::max<std::int64_t>(to.history_length, 0)));
  std::copy_n(from.history.begin(), count, to.history);
}
void store(std::vector<SolveStatus> const& from, araios_solve_status* to) {
  if (to == nullptr) return;
  for (auto const& status : from) store(status, *to++);
}

araios_status create_preconditioner(char const* function, araios_context* context, araios_matrix const* A,
                                    araios_plan** P, PreconditionerChoice const& choice) {
  return call(function, context, [&](araios_context& c) {
    require_plan_output(P);
    set_map(c, P, preconditioner(c, choice, linear_input(c, A, "A")));
  });
}

/// The matrices of a hierarchy, with their levels in messages.
Hierarchy hierarchy_input(araios_context& c, std::int64_t num_levels, araios_matrix const* const* A,
                          araios_matrix const* const* P, araios_matrix const* const* R) {
  require(num_levels >= 1, ErrorKind::invalid_argument, "num_levels is ", num_levels, "; it must be at least 1");
  runtime::require_length(A, num_levels, sizeof *A, "A");
  runtime::require_length(P, num_levels - 1, sizeof *P, "P");
  runtime::require_length(R, num_levels - 1, sizeof *R, "R");
  Hierarchy hierarchy;
  auto const take = [&](char const* which, std::int64_t l, araios_matrix const* matrix) {
    return linear_input(c, matrix, (std::string(which) + "[" + std::to_string(l) + "]").c_str());
  };
  for (std::int64_t l = 0; l < num_levels; ++l) hierarchy.A.push_back(take("A", l, A[l]));
  for (std::int64_t l = 0; l + 1 < num_levels; ++l) {
    hierarchy.P.push_back(take("P", l, P[l]));
    hierarchy.R.push_back(take("R", l, R[l]));
  }
  return hierarchy;
}
Araios::MultigridOptions options_of(araios_multigrid_options const& given) {
  using Araios::MultigridSmoother;
  require_enumerator(given.cycle, ARAIOS_CYCLE_W, "araios_multigrid_cycle");
  require_enumerator(given.smoother, ARAIOS_SMOOTHER_CHEBYSHEV, "araios_multigrid_smoother");
  Araios::MultigridOptions options;
  auto const sweeps = [](int count, int otherwise) { return count == -1 ? 0 : given_or(count, otherwise); };
  options.cycle = given.cycle == ARAIOS_CYCLE_V ? Araios::MultigridCycle::v : Araios::MultigridCycle::w;
  options.smoother = given.smoother == ARAIOS_SMOOTHER_GAUSS_SEIDEL ? MultigridSmoother::gauss_seidel
                     : given.smoother == ARAIOS_SMOOTHER_JACOBI     ? MultigridSmoother::jacobi
                                                                    : MultigridSmoother::chebyshev;
  options.pre_sweeps = sweeps(given.pre_sweeps, options.pre_sweeps);
  options.post_sweeps = sweeps(given.post_sweeps, options.post_sweeps);
  options.omega = given_or(given.omega, options.omega);
  options.degree = given_or(given.degree, options.degree);
  options.ratio = given_or(given.ratio, options.ratio);
  return options;
}

araios_status create_factor(char const* function, araios_context* context, araios_factor_options const* options,
                            Araios::FactorKind kind, araios_matrix const* A, araios_plan** P) {
  auto const given = options == nullptr ? araios_factor_options{} : *options;
  PreconditionerChoice choice{.kind = PreconditionerKind::incomplete_factor};
  auto& how = choice.factor;
  how.kind = kind;
  if (given.by_color != 0) how.order = Araios::FactorOrder::by_color;
  if (given.sweeps != 0) {
    how.method = Araios::FactorMethod::sweeps;
    how.sweeps = given.sweeps;
  }
  if (given.solve_sweeps != 0) {
    how.solve_method = Araios::TriangularMethod::sweeps;
    how.solve_sweeps = given.solve_sweeps;
  }
  how.shift = given.shift;
  if (given.boost_value != 0) {
    how.bad_pivot = Araios::BadPivot::boost;
    how.boost_threshold = given.boost_threshold;
    how.boost_value = given.boost_value;
  }
  return create_preconditioner(function, context, A, P, choice);
}

template <std::size_t Count>
araios_status solve_diagonals(char const* function, araios_context* context, araios_banded_options const* options,
                              std::array<araios_dense const*, Count> const& diagonals, araios_dense const* B,
                              araios_dense const* X) {
  return call_beside(function, context, [&](araios_context& c) {
    auto const given = options == nullptr ? araios_banded_options{} : *options;
    std::array<DenseMatrix, Count> A;
    for (std::size_t d = 0; d < Count; ++d) A[d] = elements(diagonals[d], "a diagonal");
    Araios::TridiagonalOptions how;
    if (given.no_pivoting != 0) how.pivoting = Araios::Pivoting::none;
    how.periodic = given.periodic != 0;
    solve_banded(c, how, A, elements(B, "B"), elements(X, "X"));
  });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

char const* araios_solve_reason_name(araios_solve_reason reason) {
  return Araios::name(static_cast<Araios::SolveReason>(reason)).data();
}

araios_status araios_linear_map_create(araios_context* context, araios_linear_map const* functions, araios_plan** P) {
  return call("araios_linear_map_create", context, [&](araios_context& c) {
    require_plan_output(P);
    require_pointer(functions, "functions");
    require(functions->apply != nullptr, ErrorKind::invalid_argument, "apply is NULL");
    require(functions->size >= 0, ErrorKind::invalid_argument, "size is ", functions->size);
    auto map = std::make_shared<LinearMap>();
    map->type = of(functions->type);
    map->size = map->work = functions->size;
    with_field_type("a linear map", map->type, [](auto) {});
    map->apply = function_of(functions->apply, functions->user);
    map->apply_conjugate_transpose = function_of(functions->apply_conjugate_transpose, functions->user);
    set_map(c, P, std::move(map));
  });
}
araios_status araios_matrix_map_create(araios_context* context, araios_matrix const* A, araios_plan** P) {
  return call("araios_matrix_map_create", context, [&](araios_context& c) {
    require_plan_output(P);
    set_map(c, P, linear_map(c, linear_input(c, A, "A")));
  });
}

araios_status araios_jacobi_create(araios_context* context, araios_matrix const* A, araios_plan** P) {
  return create_preconditioner("araios_jacobi_create", context, A, P, {});
}
araios_status araios_block_jacobi_create(araios_context* context, int block_size, araios_matrix const* A,
                                         araios_plan** P) {
  PreconditionerChoice choice{.kind = PreconditionerKind::block_jacobi};
  choice.block_size = block_size;
  return create_preconditioner("araios_block_jacobi_create", context, A, P, choice);
}
araios_status araios_chebyshev_create(araios_context* context, araios_chebyshev_options const* options,
                                      araios_matrix const* A, araios_plan** P) {
  auto const given = options == nullptr ? araios_chebyshev_options{} : *options;
  PreconditionerChoice choice{.kind = PreconditionerKind::chebyshev};
  choice.degree = given_or(given.degree, choice.degree);
  choice.largest = given.largest;
  choice.ratio = given_or(given.ratio, choice.ratio);
  return create_preconditioner("araios_chebyshev_create", context, A, P, choice);
}
araios_status araios_gauss_seidel_create(araios_context* context, araios_gauss_seidel_options const* options,
                                         araios_matrix const* A, araios_plan** P) {
  using Araios::Sweep;
  auto const given = options == nullptr ? araios_gauss_seidel_options{} : *options;
  PreconditionerChoice choice{.kind = PreconditionerKind::gauss_seidel};
  auto& how = choice.gauss_seidel;
  how.sweep = given.sweep == ARAIOS_SWEEP_FORWARD    ? Sweep::forward
              : given.sweep == ARAIOS_SWEEP_BACKWARD ? Sweep::backward
                                                     : Sweep::symmetric;
  how.omega = given_or(given.omega, 1);
  how.coloring = of(given.coloring);
  return call("araios_gauss_seidel_create", context, [&](araios_context& c) {
    require_plan_output(P);
    auto const a = linear_input(c, A, "A");
    require_enumerator(given.sweep, ARAIOS_SWEEP_BACKWARD, "araios_sweep");
    set_map(c, P, preconditioner(c, choice, a));
  });
}
araios_status araios_ilu_create(araios_context* context, araios_factor_options const* options, araios_matrix const* A,
                                araios_plan** P) {
  return create_factor("araios_ilu_create", context, options, Araios::FactorKind::ilu, A, P);
}
araios_status araios_ic_create(araios_context* context, araios_factor_options const* options, araios_matrix const* A,
                               araios_plan** P) {
  return create_factor("araios_ic_create", context, options, Araios::FactorKind::ic, A, P);
}
araios_status araios_triangular_create(araios_context* context, araios_triangular_options const* options,
                                       araios_matrix const* A, araios_plan** P) {
  auto const given = options == nullptr ? araios_triangular_options{} : *options;
  PreconditionerChoice choice{.kind = PreconditionerKind::triangular};
  auto& how = choice.triangular;
  if (given.upper != 0) how.triangle = Araios::Triangle::upper;
  if (given.unit_diagonal != 0) how.diagonal = Araios::Diagonal::unit;
  how.op = static_cast<Araios::Op>(given.op);  // which TriangularPlan checks
  if (given.sweeps != 0) {
    how.method = Araios::TriangularMethod::sweeps;
    how.sweeps = given.sweeps;
  }
  return create_preconditioner("araios_triangular_create", context, A, P, choice);
}

araios_status araios_factor_extract(araios_context* context, araios_plan const* P, araios_matrix** L, araios_matrix** U,
                                    araios_vector** order) {
  return call("araios_factor_extract", context, [&](araios_context& c) {
    std::optional<MatrixOutput> lower, upper;
    std::optional<VectorOutput> rows;
    if (L != nullptr) lower.emplace(c, L, "L");
    if (U != nullptr) upper.emplace(c, U, "U");
    if (order != nullptr) rows.emplace(c, order, "order");
    require(L == nullptr || L != U, ErrorKind::invalid_argument, "L and U are one output");
    auto const parts = parts_of_factors(c, *map_input(c, P));
    if (lower) lower->set(parts.L);
    if (upper) upper->set(parts.U);
    if (rows) rows->set(parts.order);
  });
}
araios_status araios_factor_solve(araios_context* context, araios_plan const* P, araios_op op, araios_dense const* B,
                                  araios_dense const* X) {
  return call("araios_factor_solve", context, [&](araios_context& c) {
    solve_with_factors(c, *map_input(c, P), static_cast<Araios::Op>(op), elements(B, "B"), elements(X, "X"));
  });
}

araios_status araios_multigrid_create(araios_context* context, araios_multigrid_options const* options,
                                      int64_t num_levels, araios_matrix const* const* A, araios_matrix const* const* P,
                                      araios_matrix const* const* R, araios_plan** M) {
  return call("araios_multigrid_create", context, [&](araios_context& c) {
    require_plan_output(M);
    auto const how = options_of(options == nullptr ? araios_multigrid_options{} : *options);
    set_map(c, M, multigrid(c, how, hierarchy_input(c, num_levels, A, P, R)));
  });
}
araios_status araios_multigrid_improve(araios_context* context, araios_plan const* M, araios_dense const* B,
                                       araios_dense const* X) {
  return call("araios_multigrid_improve", context,
              [&](araios_context& c) { improve(c, *map_input(c, M), elements(B, "B"), elements(X, "X")); });
}
araios_status araios_multigrid_update(araios_context* context, araios_plan* M, int64_t num_levels,
                                      araios_matrix const* const* A, araios_matrix const* const* P,
                                      araios_matrix const* const* R) {
  return call("araios_multigrid_update", context, [&](araios_context& c) {
    auto const map = map_input(c, M);
    update(c, *map, hierarchy_input(c, num_levels, A, P, R));
  });
}

araios_status araios_linear_map_update(araios_context* context, araios_plan* P, araios_matrix const* A) {
  return call("araios_linear_map_update", context, [&](araios_context& c) {
    auto const map = map_input(c, P);
    update(c, *map, linear_input(c, A, "A"));
  });
}
araios_status araios_linear_map_apply(araios_context* context, araios_plan const* P, araios_dense const* X,
                                      araios_dense const* Y) {
  return call("araios_linear_map_apply", context,
              [&](araios_context& c) { apply(c, *map_input(c, P), elements(X, "X"), elements(Y, "Y")); });
}

araios_status araios_solve(araios_context* context, araios_solve_options const* options, araios_matrix const* A,
                           araios_plan const* M, araios_vector const* b, araios_vector* x,
                           araios_solve_status* status) {
  return call("araios_solve", context, [&](araios_context& c) {
    auto const a = linear_map(c, linear_input(c, A, "A"));
    auto const m = preconditioner_input(c, M);
    auto const column = [](Vector const& v) { return DenseMatrix{v.data, v.type, v.length, 1, 1, v.length}; };
    auto const held_b = dense_input(c, b, "b"),
               held_x = dense_input(c, x, "x");  // the callback may destroy the handles
    auto const from = column(held_b), to = column(held_x);
    bool const keeps_history = status != nullptr && status->history != nullptr;
    store(solve(c, solver_of(c, or_zero(options), keeps_history, a, m), from, to), status);
  });
}
araios_status araios_solver_create(araios_context* context, araios_solve_options const* options, araios_plan const* A,
                                   araios_plan const* M, araios_plan** S) {
  return call("araios_solver_create", context, [&](araios_context& c) {
    require_plan_output(S);
    auto const a = map_input(c, A), m = preconditioner_input(c, M);
    auto const given = or_zero(options);
    auto solver = solver_of(c, given, given.keeps_history != 0, a, m);
    auto const bytes = solver.bytes;
    set_plan_of(c, S, PlanKind::solver, a->type, a->size, bytes, std::move(solver));
  });
}
araios_status araios_solve_with_plan(araios_context* context, araios_plan const* S, araios_dense const* B,
                                     araios_dense const* X, araios_solve_status* statuses) {
  return call("araios_solve_with_plan", context, [&](araios_context& c) {
    auto const held = plan_input(c, S, PlanKind::solver).plan;  // the callback may destroy the handle
    store(solve(c, *static_cast<KrylovSolver const*>(held.get()), elements(B, "B"), elements(X, "X")), statuses);
  });
}
araios_status araios_solve_shifted(araios_context* context, araios_solve_options const* options, araios_plan const* A,
                                   int64_t num_shifts, double const* shifts, araios_dense const* b,
                                   araios_dense const* X, araios_solve_status* statuses) {
  return call("araios_solve_shifted", context, [&](araios_context& c) {
    auto const a = map_input(c, A);
    require_length(shifts, num_shifts, sizeof(double), "shifts");
    auto const given = or_zero(options);
    require(given.callback == nullptr, ErrorKind::invalid_argument, "several shifts are solved without a callback");
    std::vector<double> const list(shifts, shifts + num_shifts);
    store(solve_shifted(c, options_of(given), a, list, elements(b, "b"), elements(X, "X")), statuses);
  });
}

araios_status araios_tridiagonal_solve(araios_context* context, araios_banded_options const* options,
                                       araios_dense const* lower, araios_dense const* diagonal,
                                       araios_dense const* upper, araios_dense const* B, araios_dense const* X) {
  return solve_diagonals<3>("araios_tridiagonal_solve", context, options, {lower, diagonal, upper}, B, X);
}
araios_status araios_pentadiagonal_solve(araios_context* context, araios_banded_options const* options,
                                         araios_dense const* lower_2, araios_dense const* lower,
                                         araios_dense const* diagonal, araios_dense const* upper,
                                         araios_dense const* upper_2, araios_dense const* B, araios_dense const* X) {
  return solve_diagonals<5>("araios_pentadiagonal_solve", context, options, {lower_2, lower, diagonal, upper, upper_2},
                            B, X);
}
