// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C functions of SpMV and SpMM.

#include "dense.hpp"

#include <Araios/runtime/spmv.hpp>

namespace araios_c {

namespace {

ProductOptions product_options(araios_spmv_options const& given) {
  require_enumerator(given.op, ARAIOS_CONJUGATE_TRANSPOSE, "araios_op");
  require_enumerator(given.semiring, ARAIOS_PLUS_PAIR, "araios_semiring");
  require_enumerator(given.method, ARAIOS_SPMV_MERGE, "araios_spmv_method");
  return {of(given.op), of(given.semiring), of(given.method)};
}

auto dense_vector(araios_vector const* x, char const* name) {
  return [=](araios_context& c) { return elements(dense_input(c, x, name)); };
}

/// y := alpha op(A) x + beta y by a plan, or without one; x and y are functions, called after A is checked.
void product(araios_context& c, araios_spmv_options const* options, araios_plan const* plan, double alpha,
             araios_matrix const* A, auto const& x, double beta, auto const& y) {
  auto const given = options == nullptr ? araios_spmv_options{} : *options;
  auto const how = product_options(given);
  auto const a = plan != nullptr                       ? matrix_input(c, A, "A")
                 : given.semiring == ARAIOS_PLUS_TIMES ? linear_input(c, A, "A")
                                                       : canonical_input(c, A, "A");
  auto const from = x(c), to = y(c);
  Coefficient const factor{alpha, given.alpha_imaginary}, kept{beta, given.beta_imaginary};
  if (plan != nullptr)
    spmv(c, how, *plan, factor, a, from, kept, to);
  else
    spmv(c, how, factor, a, from, kept, to);
}
}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_spmv(araios_context* context, araios_spmv_options const* options, double alpha,
                          araios_matrix const* A, araios_vector const* x, double beta, araios_vector* y) {
  return call_beside("araios_spmv", context, [&](araios_context& c) {
    product(c, options, nullptr, alpha, A, dense_vector(x, "x"), beta, dense_vector(y, "y"));
  });
}

araios_status araios_spmv_plan_create(araios_context* context, araios_spmv_plan_options const* options,
                                      araios_matrix const* A, araios_plan** P) {
  return call("araios_spmv_plan_create", context, [&](araios_context& c) {
    require_plan_output(P);
    auto const a = planned_input(c, A, "A");
    auto const given = options == nullptr ? araios_spmv_plan_options{} : *options;
    require_enumerator(given.op, ARAIOS_CONJUGATE_TRANSPOSE, "araios_op");
    require_enumerator(given.method, ARAIOS_SPMV_MERGE, "araios_spmv_method");
    require_enumerator(given.determinism, ARAIOS_SPACE_TO_SPACE, "araios_determinism");
    set_plan(c, P,
             spmv_plan(c, {of(given.op), of(given.method), given.expected_applications, of(given.determinism)}, a));
  });
}

araios_status araios_spmv_with_plan(araios_context* context, araios_spmv_options const* options, araios_plan const* P,
                                    double alpha, araios_matrix const* A, araios_vector const* x, double beta,
                                    araios_vector* y) {
  return call_beside("araios_spmv_with_plan", context, [&](araios_context& c) {
    auto const& plan = plan_input(c, P, PlanKind::spmv);
    product(c, options, &plan, alpha, A, dense_vector(x, "x"), beta, dense_vector(y, "y"));
  });
}

araios_status araios_spmv_dense(araios_context* context, araios_spmv_options const* options, araios_plan const* P,
                                double alpha, araios_matrix const* A, araios_dense const* x, double beta,
                                araios_dense const* y) {
  return call_beside("araios_spmv_dense", context, [&](araios_context& c) {
    auto const* const plan = P == nullptr ? nullptr : &plan_input(c, P, PlanKind::spmv);
    auto const array = [](araios_dense const* of, char const* name) {
      return [=](araios_context&) { return column(of, name); };
    };
    product(c, options, plan, alpha, A, array(x, "x"), beta, array(y, "y"));
  });
}

araios_status araios_spmv_plan_update(araios_context* context, araios_plan* P, araios_matrix const* A) {
  return call("araios_spmv_plan_update", context, [&](araios_context& c) {
    auto const& plan = plan_input(c, P, PlanKind::spmv);
    update(c, plan, matrix_input(c, A, "A"));
  });
}

araios_status araios_spmm(araios_context* context, araios_spmv_options const* options, double alpha,
                          araios_matrix const* A, araios_dense const* X, double beta, araios_dense const* Y) {
  return call_beside("araios_spmm", context, [&](araios_context& c) {
    auto const a = linear_input(c, A, "A");
    auto const given = options == nullptr ? araios_spmv_options{} : *options;
    auto const how = product_options(given);
    auto const from = elements(X, "X"), to = elements(Y, "Y");
    GiveWay const way;
    spmm(c, how, {alpha, given.alpha_imaginary}, a, from, {beta, given.beta_imaginary}, to);
  });
}
