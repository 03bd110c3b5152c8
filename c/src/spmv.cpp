// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C functions of SpMV and SpMM, and SpMV in other semirings.

#include "spmv.hpp"
#include "lists.hpp"
#include "semirings.hpp"

#include <Araios/core/aliasing.hpp>
#include <Araios/spmv.hpp>

namespace araios_c {

template <class S, class Exec>
void multiply_vector_in(Exec const& exec, araios_semiring semiring, Araios::SpmvOptions const& options,
                        Working<S, Exec> const& A, Dense<S, Exec> const& x, Dense<S, Exec> const& y) {
  with_semiring(semiring, [&](auto ring) {
    using Semiring = decltype(ring);
    Araios::spmv<Semiring>(exec, Semiring::template one<S>(), A, x, Semiring::template zero<S>(), y, options);
  });
}

namespace {

araios_spmv_options spmv_options(araios_spmv_options const* options) {
  auto const given = options == nullptr ? araios_spmv_options{} : *options;
  require_enumerator(given.op, ARAIOS_CONJUGATE_TRANSPOSE, "araios_op");
  require_enumerator(given.semiring, ARAIOS_PLUS_PAIR, "araios_semiring");
  require_enumerator(given.method, ARAIOS_SPMV_MERGE, "araios_spmv_method");
  require(given.semiring != ARAIOS_PLUS_PAIR, ARAIOS_INVALID_ARGUMENT,
          "ARAIOS_PLUS_PAIR is a semiring of araios_multiply");
  return given;
}
Araios::SpmvOptions options_of(araios_spmv_options const& options) {
  return {.op = static_cast<Araios::Op>(options.op), .method = static_cast<Araios::SpmvMethod>(options.method)};
}
Factors factors_of(araios_spmv_options const& options, double alpha, double beta) {
  return {alpha, options.alpha_imaginary, beta, options.beta_imaginary};
}
/// The type of the vectors that go with A.
araios_type number_type(MatrixBody const& A) { return A.type == ARAIOS_PATTERN ? ARAIOS_FLOAT64 : A.type; }

/// x and y of a product: dense, and of the type that goes with A.
struct Vectors {
  VectorBody x, y;
};
Vectors vectors_of(araios_context& context, MatrixBody const& A, araios_vector const* x, araios_vector* y) {
  Vectors v{dense_input(context, x, "x"), dense_input(context, y, "y")};
  require(!is_wide(A), ARAIOS_OVERFLOW, "the vectors of a matrix of ", A.rows, " x ", A.columns,
          " have more than 2^31 - 1 elements, the maximum of dense vectors: use araios_mxv and sparse ones");
  require_type(v.x, number_type(A), "x");
  require_type(v.y, number_type(A), "y");
  return v;
}

void require_dense(araios_dense const* X, araios_type type, char const* name) {
  require_pointer(X, name);
  require(X->rows >= 0 && X->columns >= 0, ARAIOS_INVALID_ARGUMENT, name, " has a negative size ", X->rows, " x ",
          X->columns);
  require(X->type == type, ARAIOS_INVALID_ARGUMENT, name, " is of ", araios_c::name(X->type), ", not of ",
          araios_c::name(type));
  require(X->data != nullptr || X->rows == 0 || X->columns == 0, ARAIOS_INVALID_ARGUMENT, name, ".data is NULL");
  bool const by_rows = X->column_stride == 1 && X->row_stride >= X->columns;
  bool const by_columns = X->row_stride == 1 && X->column_stride >= X->rows;
  require(by_rows || by_columns, ARAIOS_INVALID_ARGUMENT, name,
          ": one stride must be 1, and the other at least the "
          "length of a row or column (",
          X->row_stride, ", ", X->column_stride, ")");
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_spmv(araios_context* context, araios_spmv_options const* options, double alpha,
                          araios_matrix const* A, araios_vector const* x, double beta, araios_vector* y) {
  return compute_beside("araios_spmv", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const given = spmv_options(options);
    auto const a =
        given.semiring == ARAIOS_PLUS_TIMES ? linear_input(*context, A, "A") : canonical_input(*context, A, "A");
    auto const v = vectors_of(*context, a, x, y);
    if (given.semiring != ARAIOS_PLUS_TIMES)
      return with_real_type("this semiring", number_type(a), [&](auto t) {
        using S = typename decltype(t)::type;
        multiply_vector_in<S>(exec, given.semiring, options_of(given), working<S>(exec, a), dense<S, Exec>(v.x),
                              dense<S, Exec>(v.y));
      });
    with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      multiply_vector<S>(exec, options_of(given), factors_of(given, alpha, beta), a, dense<Number<S>, Exec>(v.x),
                         dense<Number<S>, Exec>(v.y));
    });
  });
}

araios_status araios_spmv_plan_create(araios_context* context, araios_spmv_plan_options const* options,
                                      araios_matrix const* A, araios_plan** P) {
  return compute("araios_spmv_plan_create", context, [&](auto const& exec) {
    require_plan_output(P);
    auto const a = planned_input(*context, A, "A");
    require(a.format == ARAIOS_CSR, ARAIOS_INVALID_ARGUMENT, "A is in ", name(a.format),
            "; a plan needs CSR: araios_convert");
    auto const given = options == nullptr ? araios_spmv_plan_options{} : *options;
    require_enumerator(given.op, ARAIOS_CONJUGATE_TRANSPOSE, "araios_op");
    require_enumerator(given.method, ARAIOS_SPMV_MERGE, "araios_spmv_method");
    require(given.expected_applications >= 0, ARAIOS_INVALID_ARGUMENT, "expected_applications is negative");
    auto made = with_type(a.type, [&](auto t) { return make_spmv_plan<typename decltype(t)::type>(exec, given, a); });
    made->kind = ARAIOS_PLAN_SPMV;
    made->type = a.type;
    made->op = given.op;
    made->matrix = a;
    set_plan(*context, P, std::move(made));
  });
}

namespace {
/// The matrix of a plan of SpMV, or one with its arrays.
MatrixBody matrix_of_plan(araios_context& context, araios_plan const& plan, araios_matrix const* A) {
  auto const a = matrix_input(context, A, "A");
  require(a.format == ARAIOS_CSR && a.type == plan.type && a.index == plan.matrix.index, ARAIOS_INVALID_ARGUMENT,
          "A is not the matrix of the plan: it has another format or type");
  return a;
}
}  // namespace

araios_status araios_spmv_with_plan(araios_context* context, araios_spmv_options const* options, araios_plan const* P,
                                    double alpha, araios_matrix const* A, araios_vector const* x, double beta,
                                    araios_vector* y) {
  return compute_beside("araios_spmv_with_plan", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const& plan = plan_input(*context, P, ARAIOS_PLAN_SPMV);
    auto const a = matrix_of_plan(*context, plan, A);
    auto const v = vectors_of(*context, a, x, y);
    auto const given = spmv_options(options);
    require(given.semiring == ARAIOS_PLUS_TIMES, ARAIOS_INVALID_ARGUMENT, "a plan supports ARAIOS_PLUS_TIMES only");
    require(given.op == ARAIOS_NO_TRANSPOSE || given.op == plan.op, ARAIOS_INVALID_ARGUMENT,
            "op differs from that of the plan");
    with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      multiply_with_plan<S>(exec, plan, factors_of(given, alpha, beta), a, dense<Number<S>, Exec>(v.x),
                            dense<Number<S>, Exec>(v.y));
    });
  });
}

araios_status araios_spmv_plan_update(araios_context* context, araios_plan* P, araios_matrix const* A) {
  return compute("araios_spmv_plan_update", context, [&](auto const& exec) {
    (void)plan_input(*context, P, ARAIOS_PLAN_SPMV);
    auto const a = matrix_of_plan(*context, *P, A);
    Araios::UninterruptedScope const changes_the_plan;
    with_type(a.type, [&](auto t) { update_spmv_plan<typename decltype(t)::type>(exec, *P, a); });
  });
}

araios_status araios_spmm(araios_context* context, araios_spmv_options const* options, double alpha,
                          araios_matrix const* A, araios_dense const* X, double beta, araios_dense const* Y) {
  return compute_beside("araios_spmm", context, [&](auto const& exec) {
    auto const a = linear_input(*context, A, "A");
    auto const given = spmv_options(options);
    require(given.semiring == ARAIOS_PLUS_TIMES, ARAIOS_INVALID_ARGUMENT,
            "araios_spmm supports ARAIOS_PLUS_TIMES only");
    require(given.method == ARAIOS_SPMV_AUTOMATIC, ARAIOS_INVALID_ARGUMENT,
            "araios_spmm has one method: ARAIOS_SPMV_AUTOMATIC");
    require_dense(X, number_type(a), "X");
    require_dense(Y, number_type(a), "Y");
    GiveWay const way;
    with_type(a.type, [&](auto t) {
      multiply_columns<typename decltype(t)::type>(exec, given.op, factors_of(given, alpha, beta), a, *X, *Y);
    });
  });
}
