// SPDX-License-Identifier: Apache-2.0
/// \file
/// Krylov solvers, preconditioners, triangular and banded systems, colours.

#include "define.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace araios_python {
namespace {

/// Functions of Python that the library calls, with the GIL, in a call that waits for them. An exception stays set, and
/// ends that call.
struct Functions {
  ContextPtr context;
  araios_type type;
  std::int64_t size;
  nb::object apply;                      ///< apply(x, y)
  nb::object apply_conjugate_transpose;  ///< of the same parameters
  nb::object callback;                   ///< callback(iteration, residual, x)

  nb::object array(void const* data, bool read_only) const {
    return array_of(nb::none(), *context, data, size, type, ARAIOS_SPACE_HOST, read_only);
  }
};

template <class F>
int call_python(F const& f) {
  nb::gil_scoped_acquire const held;
  try {
    f();
    return 0;
  } catch (nb::python_error& error) {
    error.restore();
  } catch (std::exception const& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return 1;
}
extern "C" int call_apply(void* user, void const* x, void* y) {
  auto const& f = *static_cast<Functions const*>(user);
  return call_python([&] { f.apply(f.array(x, true), f.array(y, false)); });
}
extern "C" int call_apply_conjugate_transpose(void* user, void const* x, void* y) {
  auto const& f = *static_cast<Functions const*>(user);
  return call_python([&] { f.apply_conjugate_transpose(f.array(x, true), f.array(y, false)); });
}
extern "C" int call_callback(void* user, std::int64_t iteration, double residual, void const* x) {
  auto const& f = *static_cast<Functions const*>(user);
  return call_python([&] { f.callback(iteration, residual, f.array(x, true)); });
}

/// (the plan, what has to live as long)
nb::tuple with_functions(Plan plan, std::unique_ptr<Functions> functions) {
  nb::capsule const owner(functions.release(), [](void* f) noexcept { delete static_cast<Functions*>(f); });
  return nb::make_tuple(std::move(plan), owner);
}

nb::tuple function_map(ContextPtr const& context, araios_type type, std::int64_t size, nb::object apply,
                       nb::object apply_conjugate_transpose) {
  auto functions = std::make_unique<Functions>(
      Functions{context, type, size, std::move(apply), std::move(apply_conjugate_transpose), nb::none()});
  araios_linear_map map{};
  map.type = type;
  map.size = size;
  map.apply = call_apply;
  map.apply_conjugate_transpose =
      functions->apply_conjugate_transpose.is_none() ? nullptr : call_apply_conjugate_transpose;
  map.user = functions.get();
  Plan plan =
      make<Plan>(context, [&](araios_context* c, araios_plan** P) { return araios_linear_map_create(c, &map, P); });
  return with_functions(std::move(plan), std::move(functions));
}

nb::tuple solver(Plan const& A, Plan const* M, araios_type type, std::int64_t size, araios_krylov_method method,
                 double rtol, double atol, std::int64_t max_iterations, int restart, bool keeps_history,
                 nb::object callback, araios_determinism determinism) {
  auto functions =
      std::make_unique<Functions>(Functions{A.context(), type, size, nb::none(), nb::none(), std::move(callback)});
  araios_solve_options options{};
  options.method = method;
  options.rtol = rtol == 0 ? -1 : rtol;
  options.atol = atol;
  options.max_iterations = max_iterations;
  options.restart = restart;
  options.keeps_history = keeps_history;
  if (!functions->callback.is_none()) options.callback = call_callback;
  options.user = functions.get();
  options.determinism = determinism;
  Plan plan = make<Plan>(A.context(), [&](araios_context* c, araios_plan** S) {
    return araios_solver_create(c, &options, A.get(), M == nullptr ? nullptr : M->get(), S);
  });
  return with_functions(std::move(plan), std::move(functions));
}

/// (reason, iterations, residual, method_residual, tolerance, pivot, restarts, history)
nb::tuple fields_of(araios_solve_status const& status) {
  nb::list history;
  std::int64_t const count = status.history == nullptr ? 0 : std::min(status.iterations + 1, status.history_length);
  for (std::int64_t k = 0; k < count; ++k) history.append(status.history[k]);
  return nb::make_tuple(std::string(araios_solve_reason_name(status.reason)), status.iterations, status.residual,
                        status.method_residual, status.tolerance, status.pivot, status.restarts, history);
}

/// The columns of X := the solutions for those of B. Histories have up to `history_length` residuals.
nb::list solve(Plan const& S, nb::handle B_, nb::handle X_, araios_type type, std::int64_t size, std::int64_t columns,
               bool by_rows, std::int64_t history_length) {
  Buffer const b_buffer(B_), x_buffer(X_, Buffer::Access::write);
  auto const B = b_buffer.dense(type, size, columns, by_rows), X = x_buffer.dense(type, size, columns, by_rows);
  std::vector<araios_solve_status> statuses(static_cast<std::size_t>(columns));
  // Room for the limit of iterations, of which the pages that are written alone take memory.
  auto const residuals = std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>(columns * history_length));
  for (std::size_t j = 0; j < statuses.size() && history_length > 0; ++j) {
    statuses[j].history = residuals.get() + j * static_cast<std::size_t>(history_length);
    statuses[j].history_length = history_length;
  }
  S.context()->call([&] { return araios_solve_with_plan(S.context()->get(), S.get(), &B, &X, statuses.data()); });
  nb::list result;
  for (auto const& status : statuses) result.append(fields_of(status));
  return result;
}

/// The matrices of the levels of a hierarchy: (A, P, R) as three tuples, P and R without the last level.
class Levels {
 public:
  Levels(nb::tuple const& A, nb::tuple const& P, nb::tuple const& R)
      : first_(nb::cast<Matrix const&>(A[0])), A_(handles(A)), P_(handles(P)), R_(handles(R)) {
    if (P_.size() + 1 != A_.size() || R_.size() + 1 != A_.size()) throw nb::value_error("P or R of a level is missing");
  }
  ContextPtr const& context() const { return first_.context(); }
  /// f(the number of levels, A, P, R)
  template <class F>
  araios_status pass_to(F const& f) const {
    return f(static_cast<std::int64_t>(A_.size()), A_.data(), P_.data(), R_.data());
  }

 private:
  using Handles = std::vector<araios_matrix const*>;
  static Handles handles(nb::tuple const& matrices) {
    Handles all;
    for (auto const matrix : matrices) all.push_back(nb::cast<Matrix const&>(matrix).get());
    return all;
  }
  Matrix const& first_;
  Handles A_, P_, R_;
};

Plan multigrid(nb::tuple const& A, nb::tuple const& P, nb::tuple const& R, araios_multigrid_cycle cycle,
               araios_multigrid_smoother smoother, int pre_sweeps, int post_sweeps, double omega, int degree,
               double ratio) {
  araios_multigrid_options options{};
  options.cycle = cycle;
  options.smoother = smoother;
  options.pre_sweeps = pre_sweeps == 0 ? -1 : pre_sweeps;
  options.post_sweeps = post_sweeps == 0 ? -1 : post_sweeps;
  options.omega = omega;
  options.degree = degree;
  options.ratio = ratio;
  Levels const levels(A, P, R);
  return make<Plan>(levels.context(), [&](araios_context* c, araios_plan** M) {
    return levels.pass_to(
        [&](auto const&... matrices) { return araios_multigrid_create(c, &options, matrices..., M); });
  });
}
void update_multigrid(Plan const& M, nb::tuple const& A, nb::tuple const& P, nb::tuple const& R) {
  Levels const levels(A, P, R);
  M.context()->call([&] {
    return levels.pass_to(
        [&](auto const&... matrices) { return araios_multigrid_update(M.context()->get(), M.get(), matrices...); });
  });
}

/// (L, U) and the vector of the order of their rows.
nb::tuple factor_parts(Plan const& P) {
  araios_matrix *L = nullptr, *U = nullptr;
  araios_vector* order = nullptr;
  auto const& context = P.context();
  context->call([&] { return araios_factor_extract(context->get(), P.get(), &L, &U, &order); });
  return nb::make_tuple(Matrix(context, L), Matrix(context, U), Vector(context, order));
}

/// X := the result of a function of P for the columns of B, and of X.
template <class F>
void with_columns(Plan const& P, nb::handle B_, nb::handle X_, araios_type type, std::int64_t size,
                  std::int64_t columns, bool by_rows, F const& f) {
  Buffer const b_buffer(B_), x_buffer(X_, Buffer::Access::write);
  auto const B = b_buffer.dense(type, size, columns, by_rows), X = x_buffer.dense(type, size, columns, by_rows);
  P.context()->call([&] { return f(P.context()->get(), P.get(), &B, &X); });
}

/// X := the solution for diagonals of one column, or of those of B; arrays are stored by columns.
void banded(ContextPtr const& context, nb::tuple diagonals, bool is_batch, nb::handle B_, nb::handle X_,
            araios_type type, std::int64_t size, std::int64_t columns, bool periodic, bool pivoting) {
  std::size_t const count = nb::len(diagonals);
  if (count != 3 && count != 5) throw nb::value_error("there are 3 or 5 diagonals");
  std::array<araios_dense, 5> d{};
  for (std::size_t k = 0; k < count; ++k) d[k] = Buffer(diagonals[k]).dense(type, size, is_batch ? columns : 1, false);
  Buffer const b_buffer(B_), x_buffer(X_, Buffer::Access::write);
  auto const B = b_buffer.dense(type, size, columns, false), X = x_buffer.dense(type, size, columns, false);
  araios_banded_options options{};
  options.no_pivoting = !pivoting;
  options.periodic = periodic;
  context->call([&] {
    auto* const c = context->get();
    if (count == 3) return araios_tridiagonal_solve(c, &options, &d[0], &d[1], &d[2], &B, &X);
    return araios_pentadiagonal_solve(c, &options, &d[0], &d[1], &d[2], &d[3], &d[4], &B, &X);
  });
}

}  // namespace

void bind_solve(nb::module_& m) {
  m.def("function_map", function_map, nb::arg("context"), nb::arg("type"), nb::arg("size"), nb::arg("apply"),
        nb::arg("apply_conjugate_transpose").none());
  define<araios_matrix_map_create>(m, "matrix_map");
  define<araios_jacobi_create>(m, "jacobi");
  m.def("block_jacobi", [](Matrix const& A, int block_size) {
    return make<Plan>(A.context(), [&](araios_context* c, araios_plan** P) {
      return araios_block_jacobi_create(c, block_size, A.get(), P);
    });
  });
  m.def("chebyshev", [](Matrix const& A, int degree, double largest, double ratio) {
    araios_chebyshev_options options{};
    options.degree = degree;
    options.largest = largest;
    options.ratio = ratio;
    return make<Plan>(A.context(), [&](araios_context* c, araios_plan** P) {
      return araios_chebyshev_create(c, &options, A.get(), P);
    });
  });
  m.def("gauss_seidel", [](Matrix const& A, araios_sweep sweep, double omega, bool by_hash) {
    araios_gauss_seidel_options options{};
    options.sweep = sweep;
    options.omega = omega;
    options.coloring.by_hash = by_hash;
    return make<Plan>(A.context(), [&](araios_context* c, araios_plan** P) {
      return araios_gauss_seidel_create(c, &options, A.get(), P);
    });
  });
  m.def("incomplete_factor",
        [](Matrix const& A, bool is_ic, bool by_color, int sweeps, int solve_sweeps, double shift) {
          araios_factor_options options{};
          options.by_color = by_color;
          options.sweeps = sweeps;
          options.solve_sweeps = solve_sweeps;
          options.shift = shift;
          return make<Plan>(A.context(), [&](araios_context* c, araios_plan** P) {
            return (is_ic ? araios_ic_create : araios_ilu_create)(c, &options, A.get(), P);
          });
        });
  m.def("triangular", [](Matrix const& A, bool upper, bool unit_diagonal) {
    araios_triangular_options options{};
    options.upper = upper;
    options.unit_diagonal = unit_diagonal;
    return make<Plan>(A.context(), [&](araios_context* c, araios_plan** P) {
      return araios_triangular_create(c, &options, A.get(), P);
    });
  });
  m.def("apply_map",
        [](Plan const& P, nb::handle X, nb::handle Y, araios_type type, std::int64_t size, std::int64_t columns,
           bool by_rows) { with_columns(P, X, Y, type, size, columns, by_rows, araios_linear_map_apply); });
  m.def("improve",
        [](Plan const& M, nb::handle B, nb::handle X, araios_type type, std::int64_t size, std::int64_t columns,
           bool by_rows) { with_columns(M, B, X, type, size, columns, by_rows, araios_multigrid_improve); });
  m.def("factor_solve", [](Plan const& P, araios_op op, nb::handle B, nb::handle X, araios_type type, std::int64_t size,
                           std::int64_t columns, bool by_rows) {
    with_columns(P, B, X, type, size, columns, by_rows,
                 [op](araios_context* c, araios_plan const* plan, araios_dense const* from, araios_dense const* to) {
                   return araios_factor_solve(c, plan, op, from, to);
                 });
  });
  m.def("factor_parts", factor_parts);
  m.def("multigrid", multigrid);
  m.def("update_multigrid", update_multigrid);
  m.def("update_map", [](Plan const& P, Matrix const& A) {
    auto* const matrix = A.get();
    P.context()->call([&] { return araios_linear_map_update(P.context()->get(), P.get(), matrix); });
  });
  m.def("solver", solver, nb::arg("A"), nb::arg("M").none(), nb::arg("type"), nb::arg("size"), nb::arg("method"),
        nb::arg("rtol"), nb::arg("atol"), nb::arg("max_iterations"), nb::arg("restart"), nb::arg("keeps_history"),
        nb::arg("callback").none(), nb::arg("determinism"));
  m.def("solve", solve);
  m.def("banded_solve", banded);
  m.def("color", [](Matrix const& A, int distance, bool by_hash, int recolorings) {
    araios_color_options options{};
    options.distance = distance;
    options.by_hash = by_hash;
    options.recolorings = recolorings == 0 ? -1 : recolorings;
    return make<Vector>(A.context(), [&](araios_context* c, araios_vector** colors) {
      return araios_color(c, &options, A.get(), colors, nullptr);
    });
  });
}

}  // namespace araios_python
