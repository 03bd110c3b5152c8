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
  Matrix owner_of_values;  ///< of the last update
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
    if (owner_of_values.owner) owner_of_values.owner->require_unchanged("A");
    if (!has_plan || !with_transpose) return;
    if (transposed.plan == nullptr)
      transposed = spmv_plan(c, {.op = Op::conjugate_transpose, .determinism = determinism}, A);
    else
      update(c, transposed, A);
  }
};

/// Throws unless A and B have the same entries, in the same order.
void require_same_entries(Context const& context, Matrix const& A, Matrix const& B) {
  require(A.format == B.format && A.type == B.type, ErrorKind::invalid_argument, "A has values of ", name(B.type),
          " in ", name(B.format), ", the matrix before of ", name(A.type), " in ", name(A.format));
  on(context,
     [&](auto const& exec) { require_entries_of(exec, "A", working<Pattern>(exec, A), working<Pattern>(exec, B)); });
}
/// A over its arrays of indices, with the values of B, which has the same entries.
Matrix with_values_of(Context const& context, Matrix const& A, Matrix const& B) {
  if (!has_own_values(A)) return B;
  return on(context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    return with_type(A.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return with_values<S, Exec>(A, values_of<S, Exec>(B));
    });
  });
}

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

/// Throws where the columns of X, which are written one after the other, overlap later ones of B. X may be B.
void require_later_columns_kept(Context const& context, DenseMatrix const& B, DenseMatrix const& X,
                                char const* function, char const* name_b, char const* name_x) {
  if (B.columns <= 1) return;  // what is done with a column says what may overlap
  with_field_type(linear_system, X.type, [&](auto t) {
    using T = typename decltype(t)::type;
    on(context, [&](auto const& exec) {
      using Exec = std::remove_cvref_t<decltype(exec)>;
      Impl::check_disjoint_or_same(function, B.as<T, Exec>(), name_b, X.as<T, Exec>(), name_x);
    });
  });
}

/// Throws unless X and Y have the same columns of elements of a map, which it can take.
void require_contiguous_columns(LinearMap const& map, DenseMatrix const& X, DenseMatrix const& Y, char const* name_x,
                                char const* name_y) {
  require_columns(X, map.type, map.size, name_x);
  require_columns(Y, map.type, map.size, name_y);
  require_same_columns(X, Y, name_x, name_y);
  require(map.apply_columns || map.size <= 1 || (X.row_stride == 1 && Y.row_stride == 1), ErrorKind::invalid_argument,
          "columns of ", name_x, " and ", name_y, " are contiguous (row_stride is ", X.row_stride, " and ",
          Y.row_stride, ", not 1)");
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

void require_levels(Hierarchy const& hierarchy, std::size_t levels, ValueType type) {
  require(hierarchy.A.size() == levels && hierarchy.P.size() + 1 == levels && hierarchy.R.size() + 1 == levels,
          ErrorKind::invalid_argument, "there are ", hierarchy.A.size(), " matrices A, ", hierarchy.P.size(), " P and ",
          hierarchy.R.size(), " R; ", levels, " levels have ", levels, " and ", levels - 1, " each");
  auto const check = [&](char const* which, std::size_t l, Matrix const& A) {
    require(elements_type(A) == type, ErrorKind::invalid_argument, "level ", l, ": ", which, " has values of ",
            name(A.type), ", A of level 0 of ", name(type));
    require(!is_wide(A), ErrorKind::overflow, "level ", l, ": ", which, " is ", A.rows, " x ", A.columns,
            ", and the maximum of dense vectors is 2^31 - 1 elements");
  };
  for (std::size_t l = 0; l < levels; ++l) {
    check("A", l, hierarchy.A[l]);
    if (l + 1 == levels) break;
    check("P", l, hierarchy.P[l]);
    check("R", l, hierarchy.R[l]);
  }
}

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
  // The same map with other sums, which takes the same updates.
  auto const other = std::make_shared<LinearMapPtr>();
  if (products->has_plan)
    map->space_to_space = [products, other](Context const& c) {
      if (*other == nullptr) *other = linear_map(c, products->A, Determinism::space_to_space);
      return *other;
    };
  map->update = [products, other](Context const& c, Hierarchy const& given) {
    auto const B = linear(c, given.A[0]);
    require_same_entries(c, products->A, B);
    products->A = with_values_of(c, products->A, B);
    products->owner_of_values = B;
    if (*other == nullptr) return;
    (*other)->update(c, given);
    ++(*other)->state->version;
  };
  return map;
}

LinearMapPtr preconditioner(Context const& context, PreconditionerChoice const& choice, Matrix const& A) {
  require_square(A);
  return with_field_type(linear_system, elements_type(A), [&](auto t) {
    using T = typename decltype(t)::type;
    return on(context, [&](auto const& exec) { return make_preconditioner<T>(exec, choice, A); });
  });
}

LinearMapPtr multigrid(Context const& context, MultigridOptions const& options, Hierarchy const& hierarchy) {
  require(!hierarchy.A.empty(), ErrorKind::invalid_argument, "there is no level");
  auto const type = elements_type(hierarchy.A[0]);
  require_levels(hierarchy, hierarchy.A.size(), type);
  return with_field_type("a multigrid cycle", type, [&](auto t) {
    using T = typename decltype(t)::type;
    return on(context, [&](auto const& exec) { return make_multigrid<T>(exec, options, hierarchy); });
  });
}

void update(Context const& context, LinearMap const& map, Matrix const& A) {
  require(map.update != nullptr, ErrorKind::invalid_argument, "the linear map is of functions, which have no values");
  require(!map.has_levels, ErrorKind::invalid_argument, "the linear map is of a hierarchy, and takes all its matrices");
  require(A.rows == map.size && A.columns == map.size, ErrorKind::invalid_argument, "A is ", A.rows, " x ", A.columns,
          ", the matrix before ", map.size, " x ", map.size);
  require_type(elements_type(A), map.type, "A");
  Araios::UninterruptedScope const changes_the_map;
  map.update(context, {.A = {A}, .P = {}, .R = {}});
  ++map.state->version;
}
void update(Context const& context, LinearMap const& map, Hierarchy const& hierarchy) {
  require(map.has_levels, ErrorKind::invalid_argument, "the linear map is not of a hierarchy");
  Araios::UninterruptedScope const changes_the_map;
  map.update(context, hierarchy);
  ++map.state->version;
}
void prepare(Context const& context, LinearMap const& map, bool with_transpose) {
  require(map.state->is_usable, ErrorKind::invalid_argument,
          "the last update of the values has failed: another one is needed first");
  if (map.renew) map.renew(context, with_transpose);
}

void improve(Context const& context, LinearMap const& map, DenseMatrix const& B, DenseMatrix const& X) {
  require(map.improve != nullptr, ErrorKind::invalid_argument, "the linear map is no multigrid cycle");
  require_contiguous_columns(map, B, X, "B", "X");
  require_later_columns_kept(context, B, X, "Araios::improve", "B", "X");
  prepare(context, map, false);
  for (std::int64_t j = 0; j < X.columns; ++j) map.improve(context, column(B, j).data, column(X, j).data);
}
void solve_with_factors(Context const& context, LinearMap const& map, Op op, DenseMatrix const& B,
                        DenseMatrix const& X) {
  require(map.solve != nullptr, ErrorKind::invalid_argument, "the linear map has no incomplete factors");
  require_enumerator(op, Op::conjugate_transpose, "araios_op");
  require_contiguous_columns(map, B, X, "B", "X");
  require_later_columns_kept(context, B, X, "Araios::solve_with_factors", "B", "X");
  prepare(context, map, false);
  for (std::int64_t j = 0; j < X.columns; ++j) map.solve(context, op, column(B, j).data, column(X, j).data);
}
FactorParts parts_of_factors(Context const& context, LinearMap const& map) {
  require(map.parts != nullptr, ErrorKind::invalid_argument, "the linear map has no incomplete factors");
  prepare(context, map, false);
  return map.parts(context);
}

void apply(Context const& context, LinearMap const& A, DenseMatrix const& X, DenseMatrix const& Y) {
  require_contiguous_columns(A, X, Y, "X", "Y");
  prepare(context, A, false);
  if (A.apply_columns) return A.apply_columns(context, X, Y);
  require_later_columns_kept(context, X, Y, "Araios::apply", "X", "Y");
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
  require_later_columns_kept(context, B, X, "Araios::solve", "B", "X");
  if (solver.M != nullptr) prepare(context, *solver.M, false);
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
