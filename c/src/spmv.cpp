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
}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_spmv(araios_context* context, araios_spmv_options const* options, double alpha,
                          araios_matrix const* A, araios_vector const* x, double beta, araios_vector* y) {
  return call_beside("araios_spmv", context, [&](araios_context& c) {
    auto const given = options == nullptr ? araios_spmv_options{} : *options;
    auto const how = product_options(given);
    auto const a = given.semiring == ARAIOS_PLUS_TIMES ? linear_input(c, A, "A") : canonical_input(c, A, "A");
    auto const from = dense_input(c, x, "x"), to = dense_input(c, y, "y");
    spmv(c, how, {alpha, given.alpha_imaginary}, a, elements(from), {beta, given.beta_imaginary}, elements(to));
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
    set_plan(c, P, spmv_plan(c, {of(given.op), of(given.method), given.expected_applications}, a));
  });
}

araios_status araios_spmv_with_plan(araios_context* context, araios_spmv_options const* options, araios_plan const* P,
                                    double alpha, araios_matrix const* A, araios_vector const* x, double beta,
                                    araios_vector* y) {
  return call_beside("araios_spmv_with_plan", context, [&](araios_context& c) {
    auto const& plan = plan_input(c, P, PlanKind::spmv);
    auto const a = matrix_input(c, A, "A");
    auto const from = dense_input(c, x, "x"), to = dense_input(c, y, "y");
    auto const given = options == nullptr ? araios_spmv_options{} : *options;
    spmv(c, product_options(given), plan, {alpha, given.alpha_imaginary}, a, elements(from),
         {beta, given.beta_imaginary}, elements(to));
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
