// SPDX-License-Identifier: Apache-2.0
/// \file
/// Linear maps of matrices, and the checks of solvers.

#include <Araios/core/option_ranges.hpp>
#include <Araios/runtime/canonical.hpp>
#include <Araios/runtime/coordinate_list.hpp>
#include <Araios/runtime/solve_typed.hpp>
#include <Araios/runtime/spmv.hpp>

#include <cmath>

namespace Araios::runtime {

namespace {

ValueType elements_type(Matrix const& A) { return A.type == ValueType::pattern ? ValueType::float64 : A.type; }

constexpr char const* linear_system = "a linear system";

/// Throws unless A is square and has values that solvers take.
void require_square(Matrix const& A) {
  with_field_type(linear_system, elements_type(A), [](auto) {});
  require(A.rows == A.columns, ErrorKind::invalid_argument, "A is ", A.rows, " x ", A.columns, "; it must be square");
  require(!is_wide(A), ErrorKind::overflow, "the vectors of a matrix of ", A.rows, " x ", A.columns,
          " have more than 2^31 - 1 elements, the maximum of dense vectors");
}

/// A matrix, and its plans where it has one.
struct Products {
  Matrix A;
  Determinism determinism = Determinism::run_to_run;
  bool has_plan = false;
  Plan plan, transposed;

  void multiply(Context const& c, Op op, void const* from, void* to) const {
    DenseVector const x{const_cast<void*>(from), elements_type(A), A.rows}, y{to, elements_type(A), A.rows};
    ProductOptions const options{.op = op};
    if (has_plan)
      spmv(c, options, op == Op::none ? plan : transposed, {1, 0}, A, x, {0, 0}, y);
    else
      spmv(c, options, {1, 0}, A, x, {0, 0}, y);
  }
  void renew(Context const& c, bool with_transpose) {
    if (A.owner) A.owner->require_unchanged("A");
    if (!has_plan || !with_transpose) return;
    if (transposed.plan == nullptr)
      transposed = spmv_plan(c, {.op = Op::conjugate_transpose, .determinism = determinism}, A);
    else
      update(c, transposed, A);
  }
};

void require_columns(DenseMatrix const& X, ValueType type, std::int64_t rows, char const* name) {
  require_dense(X, name);
  require_type(X.type, type, name);
  require(X.rows == rows, ErrorKind::invalid_argument, name, " has ", X.rows, " rows, the matrix ", rows);
}
void require_same_columns(DenseMatrix const& B, DenseMatrix const& X, char const* name_b, char const* name_x) {
  require(B.columns == X.columns, ErrorKind::invalid_argument, name_b, " has ", B.columns, " columns, ", name_x, " ",
          X.columns);
}
/// Column j alone.
DenseMatrix column(DenseMatrix X, std::int64_t j) {
  X.data = static_cast<char*>(X.data) + j * X.column_stride * value_bytes(X.type);
  X.columns = 1;
  return X;
}

void require_options(SolveOptions const& options) {
  require_enumerator(options.method, KrylovMethod::bicg, "araios_krylov_method");
  require(options.rtol >= 0 && options.rtol < 1, ErrorKind::invalid_argument, "rtol is ", options.rtol,
          "; it must be in [0, 1)");
  require(options.atol >= 0, ErrorKind::invalid_argument, "atol is ", options.atol, "; it must be at least 0");
  Impl::check_option("Araios::solve", Impl::option::max_iterations, options.max_iterations);
  Impl::check_option("Araios::solve", Impl::option::restart, options.restart);
  require_enumerator(options.determinism, Determinism::space_to_space, "araios_determinism");
}

/// A, with the products that the options request.
LinearMapPtr operator_of(Context const& context, SolveOptions const& options, LinearMapPtr const& A) {
  if (options.determinism == Determinism::run_to_run) return A;
  require(A->space_to_space != nullptr, ErrorKind::invalid_argument,
          "determinism: space to space needs an A in CSR: araios_convert");
  return A->space_to_space(context);
}

template <std::size_t Count>
void solve_checked(Context const& context, TridiagonalOptions const& options, std::array<DenseMatrix, Count> const& A,
                   DenseMatrix const& B, DenseMatrix const& X) {
  require_dense(X, "X");
  require_columns(B, X.type, X.rows, "B");
  require_same_columns(B, X, "B", "X");
  for (auto const& diagonal : A) require_columns(diagonal, X.type, X.rows, "a diagonal");
  with_field_type(linear_system, X.type, [&](auto t) {
    using T = typename decltype(t)::type;
    on(context, [&](auto const& exec) { solve_diagonals<T>(exec, options, A, B, X); });
  });
}

}  // namespace

LinearMapPtr linear_map(Context const& context, Matrix const& A, Determinism determinism) {
  require_square(A);
  auto const products = std::make_shared<Products>();
  products->A = linear(context, A);
  products->determinism = determinism;
  products->has_plan = products->A.format == Format::csr;
  if (products->has_plan) products->plan = spmv_plan(context, {.determinism = determinism}, products->A);
  auto map = std::make_shared<LinearMap>();
  map->type = elements_type(A);
  map->size = A.rows;
  map->work = A.nnz;
  map->may_be_captured = products->has_plan;
  map->apply = [products](Context const& c, void const* from, void* to) { products->multiply(c, Op::none, from, to); };
  map->apply_conjugate_transpose = [products](Context const& c, void const* from, void* to) {
    products->multiply(c, Op::conjugate_transpose, from, to);
  };
  map->renew = [products](Context const& c, bool with_transpose) { products->renew(c, with_transpose); };
  if (products->has_plan)
    map->space_to_space = [A](Context const& c) { return linear_map(c, A, Determinism::space_to_space); };
  return map;
}

LinearMapPtr preconditioner(Context const& context, PreconditionerChoice const& choice, Matrix const& A) {
  require_square(A);
  return with_field_type(linear_system, elements_type(A), [&](auto t) {
    using T = typename decltype(t)::type;
    return on(context, [&](auto const& exec) { return make_preconditioner<T>(exec, choice, A); });
  });
}

void apply(Context const& context, LinearMap const& A, DenseMatrix const& X, DenseMatrix const& Y) {
  require_columns(X, A.type, A.size, "X");
  require_columns(Y, A.type, A.size, "Y");
  require_same_columns(X, Y, "X", "Y");
  require(A.apply_columns || A.size <= 1 || (X.row_stride == 1 && Y.row_stride == 1), ErrorKind::invalid_argument,
          "columns of X and Y are contiguous (row_stride is ", X.row_stride, " and ", Y.row_stride, ", not 1)");
  if (A.renew) A.renew(context, false);
  if (A.apply_columns) return A.apply_columns(context, X, Y);
  for (std::int64_t j = 0; j < X.columns; ++j) A.apply(context, column(X, j).data, column(Y, j).data);
}

KrylovSolver krylov_solver(Context const& context, SolveOptions const& options, IterateCallback const& callback,
                           LinearMapPtr const& A, LinearMapPtr const& M) {
  require_options(options);
  require(M == nullptr || M->type == A->type, ErrorKind::invalid_argument, "M has values of ",
          name(M == nullptr ? A->type : M->type), ", A of ", name(A->type));
  require(M == nullptr || M->size == A->size, ErrorKind::invalid_argument, "M has ", M == nullptr ? 0 : M->size,
          " rows, A ", A->size);
  if (options.method == KrylovMethod::bicg) {
    require(M == nullptr || M->diagonal != nullptr, ErrorKind::invalid_argument,
            "bicg takes no preconditioner but none and Jacobi: M^H is needed, too; take bicgstab");
    require(A->apply_conjugate_transpose != nullptr, ErrorKind::invalid_argument,
            "bicg needs the product with the conjugate transpose, which A does not have; take bicgstab");
  }
  auto solver = with_field_type(linear_system, A->type, [&](auto t) {
    using T = typename decltype(t)::type;
    auto const a = operator_of(context, options, A);
    return on(context, [&](auto const& exec) { return make_solver<T>(exec, context, options, callback, a, M); });
  });
  solver.M = M;
  return solver;
}

std::vector<SolveStatus> solve(Context const& context, KrylovSolver const& solver, DenseMatrix const& B,
                               DenseMatrix const& X) {
  require_columns(B, solver.type, solver.size, "B");
  require_columns(X, solver.type, solver.size, "X");
  require_same_columns(B, X, "B", "X");
  if (solver.M != nullptr && solver.M->renew) solver.M->renew(context, false);
  std::vector<SolveStatus> all;
  for (std::int64_t j = 0; j < B.columns; ++j) all.push_back(solver.solve(context, column(B, j), column(X, j)));
  return all;
}

std::vector<SolveStatus> solve_shifted(Context const& context, SolveOptions const& options, LinearMapPtr const& A,
                                       std::vector<double> const& shifts, DenseMatrix const& b, DenseMatrix const& X) {
  require_options(options);
  require(options.method == KrylovMethod::cg && !options.keeps_history && !options.callback,
          ErrorKind::invalid_argument, "several shifts are solved by cg, without a history or a callback");
  for (std::size_t k = 0; k < shifts.size(); ++k)
    require(std::isfinite(shifts[k]), ErrorKind::invalid_argument, "shift ", k, " is ", shifts[k]);
  require_columns(b, A->type, A->size, "b");
  require_columns(X, A->type, A->size, "X");
  require(b.columns == 1 && X.columns == static_cast<std::int64_t>(shifts.size()), ErrorKind::invalid_argument,
          "b has ", b.columns, " columns, X ", X.columns, "; they must be 1 and the number of shifts, ", shifts.size());
  return with_field_type(linear_system, A->type, [&](auto t) {
    using T = typename decltype(t)::type;
    auto const a = operator_of(context, options, A);
    return on(context, [&](auto const& exec) { return solve_with_shifts<T>(exec, context, options, a, shifts, b, X); });
  });
}

void solve_banded(Context const& context, TridiagonalOptions const& options, std::array<DenseMatrix, 3> const& A,
                  DenseMatrix const& B, DenseMatrix const& X) {
  solve_checked(context, options, A, B, X);
}
void solve_banded(Context const& context, TridiagonalOptions const& options, std::array<DenseMatrix, 5> const& A,
                  DenseMatrix const& B, DenseMatrix const& X) {
  solve_checked(context, options, A, B, X);
}

}  // namespace Araios::runtime
