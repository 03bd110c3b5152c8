// SPDX-License-Identifier: Apache-2.0
/// \file
/// SpMV and SpMM, and SpMV in other semirings.

#include <Araios/core/progress.hpp>
#include <Araios/runtime/canonical.hpp>
#include <Araios/runtime/coordinate_list.hpp>
#include <Araios/runtime/spmv_typed.hpp>
#include <Araios/spmv.hpp>

#include <type_traits>

namespace Araios::runtime {

namespace {

/// The type of the vectors that go with A.
ValueType number_type(Matrix const& A) { return A.type == ValueType::pattern ? ValueType::float64 : A.type; }

void require_vectors(Matrix const& A, DenseVector const& x, DenseVector const& y) {
  require(!is_wide(A), ErrorKind::overflow, "the vectors of a matrix of ", A.rows, " x ", A.columns,
          " have more than 2^31 - 1 elements, the maximum of dense vectors: use araios_mxv and sparse ones");
  require_type(x.type, number_type(A), "x");
  require_type(y.type, number_type(A), "y");
}

void require_semiring(SemiringType semiring) {
  require(semiring != SemiringType::plus_pair, ErrorKind::invalid_argument,
          "ARAIOS_PLUS_PAIR is a semiring of araios_multiply");
}

void require_matrix_of_plan(Plan const& plan, Matrix const& A) {
  require(A.format == Format::csr && A.type == plan.type && A.index == plan.matrix.index, ErrorKind::invalid_argument,
          "A is not the matrix of the plan: it has another format or type");
}

}  // namespace

void spmv(Context const& context, ProductOptions const& options, Coefficient alpha, Matrix const& A,
          DenseVector const& x, Coefficient beta, DenseVector const& y) {
  require_semiring(options.semiring);
  Araios::SpmvOptions const how{.op = options.op, .method = options.method};
  bool const is_linear = options.semiring == SemiringType::plus_times;
  auto const a = is_linear ? linear(context, A) : canonical(context, A);
  require_vectors(a, x, y);
  on(context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    if (is_linear)
      return with_type(a.type, [&](auto t) {
        using S = typename decltype(t)::type;
        multiply_vector<S>(exec, how, alpha, a, x.as<Number<S>, Exec>(), beta, y.as<Number<S>, Exec>());
      });
    with_real_type("this semiring", number_type(a), [&](auto t) {
      using S = typename decltype(t)::type;
      with_semiring(options.semiring, [&](auto ring) {
        using Semiring = decltype(ring);
        Araios::spmv<Semiring>(exec, Semiring::template one<S>(), working<S>(exec, a), x.as<S, Exec>(),
                               Semiring::template zero<S>(), y.as<S, Exec>(), how);
      });
    });
  });
}

void spmv(Context const& context, ProductOptions const& options, Plan const& plan, Coefficient alpha, Matrix const& A,
          DenseVector const& x, Coefficient beta, DenseVector const& y) {
  require_matrix_of_plan(plan, A);
  require_vectors(A, x, y);
  require_semiring(options.semiring);
  require(options.semiring == SemiringType::plus_times, ErrorKind::invalid_argument,
          "a plan supports ARAIOS_PLUS_TIMES only");
  require(options.op == Op::none || options.op == plan.op, ErrorKind::invalid_argument,
          "op differs from that of the plan");
  on(context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    with_type(A.type, [&](auto t) {
      using S = typename decltype(t)::type;
      multiply_with_plan<S>(exec, plan, alpha, A, x.as<Number<S>, Exec>(), beta, y.as<Number<S>, Exec>());
    });
  });
}

void spmm(Context const& context, ProductOptions const& options, Coefficient alpha, Matrix const& A,
          DenseMatrix const& X, Coefficient beta, DenseMatrix const& Y) {
  auto const a = linear(context, A);
  require_semiring(options.semiring);
  require(options.semiring == SemiringType::plus_times, ErrorKind::invalid_argument,
          "araios_spmm supports ARAIOS_PLUS_TIMES only");
  require(options.method == SpmvMethod::automatic, ErrorKind::invalid_argument,
          "araios_spmm has one method: ARAIOS_SPMV_AUTOMATIC");
  require_type(X.type, number_type(a), "X");
  require_dense(X, "X");
  require_type(Y.type, number_type(a), "Y");
  require_dense(Y, "Y");
  on(context, [&](auto const& exec) {
    with_type(a.type,
              [&](auto t) { multiply_columns<typename decltype(t)::type>(exec, options.op, alpha, a, X, beta, Y); });
  });
}

Plan spmv_plan(Context const& context, SpmvPlanChoice const& options, Matrix const& A) {
  require(A.format == Format::csr, ErrorKind::invalid_argument, "A is in ", name(A.format),
          "; a plan needs CSR: araios_convert");
  require(options.expected_applications >= 0, ErrorKind::invalid_argument, "expected_applications is negative");
  auto made = on(context, [&](auto const& exec) {
    return with_type(A.type, [&](auto t) { return make_spmv_plan<typename decltype(t)::type>(exec, options, A); });
  });
  made.kind = PlanKind::spmv;
  made.type = A.type;
  made.op = options.op;
  made.matrix = A;
  return made;
}

void update(Context const& context, Plan const& plan, Matrix const& A) {
  require_matrix_of_plan(plan, A);
  Araios::UninterruptedScope const changes_the_plan;
  on(context, [&](auto const& exec) {
    with_type(A.type, [&](auto t) { update_spmv_plan<typename decltype(t)::type>(exec, plan, A); });
  });
}

}  // namespace Araios::runtime
