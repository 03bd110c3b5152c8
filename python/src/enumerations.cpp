// SPDX-License-Identifier: Apache-2.0
/// \file
/// The enumerations of the C interface. Their names are those that users pass, as "min_plus"; _names.py makes tables of
/// them. A name that is a word of Python ends with an underscore.

#include <initializer_list>
#include <utility>

#include "handles.hpp"

namespace araios_python {
namespace {

template <class E>
void bind(nb::module_& m, char const* name, std::initializer_list<std::pair<char const*, E>> members) {
  nb::enum_<E> enumeration(m, name);
  for (auto const& [member, value] : members) enumeration.value(member, value);
}

void bind_storage(nb::module_& m) {
  bind<araios_type>(m, "Type",
                    {{"default", ARAIOS_TYPE_DEFAULT},
                     {"float32", ARAIOS_FLOAT32},
                     {"float64", ARAIOS_FLOAT64},
                     {"complex64", ARAIOS_COMPLEX64},
                     {"complex128", ARAIOS_COMPLEX128},
                     {"pattern", ARAIOS_PATTERN},
                     {"int32", ARAIOS_INT32},
                     {"int64", ARAIOS_INT64}});
  bind<araios_index>(m, "Index",
                     {{"default", ARAIOS_INDEX_DEFAULT},
                      {"index_32", ARAIOS_INDEX_32},
                      {"index_32_64", ARAIOS_INDEX_32_64},
                      {"index_64", ARAIOS_INDEX_64}});
  bind<araios_space>(m, "Space",
                     {{"default", ARAIOS_SPACE_DEFAULT}, {"host", ARAIOS_SPACE_HOST}, {"device", ARAIOS_SPACE_DEVICE}});
  bind<araios_format>(m, "Format",
                      {{"default", ARAIOS_FORMAT_DEFAULT},
                       {"csr", ARAIOS_CSR},
                       {"csc", ARAIOS_CSC},
                       {"coo", ARAIOS_COO},
                       {"ell", ARAIOS_ELL},
                       {"hyb", ARAIOS_HYB},
                       {"sell", ARAIOS_SELL},
                       {"jds", ARAIOS_JDS},
                       {"dia", ARAIOS_DIA},
                       {"dia_csr", ARAIOS_DIA_CSR},
                       {"bsr", ARAIOS_BSR},
                       {"dok", ARAIOS_DOK},
                       {"dcsr", ARAIOS_DCSR},
                       {"packet", ARAIOS_PACKET}});
  bind<araios_trust>(m, "Trust",
                     {{"check", ARAIOS_CHECK}, {"trust", ARAIOS_TRUST}, {"check_strict", ARAIOS_CHECK_STRICT}});
  bind<araios_order>(m, "Order",
                     {{"any", ARAIOS_ORDER_ANY}, {"sorted", ARAIOS_ORDER_SORTED}, {"strict", ARAIOS_ORDER_STRICT}});
  bind<araios_duplicates>(m, "Duplicates",
                          {{"sum", ARAIOS_DUPLICATES_SUM},
                           {"error", ARAIOS_DUPLICATES_ERROR},
                           {"last", ARAIOS_DUPLICATES_LAST},
                           {"first", ARAIOS_DUPLICATES_FIRST},
                           {"keep", ARAIOS_DUPLICATES_KEEP}});
}

void bind_functions(nb::module_& m) {
  bind<araios_op>(m, "Op",
                  {{"no_transpose", ARAIOS_NO_TRANSPOSE},
                   {"transpose", ARAIOS_TRANSPOSE},
                   {"conjugate_transpose", ARAIOS_CONJUGATE_TRANSPOSE}});
  bind<araios_semiring>(m, "Semiring",
                        {{"plus_times", ARAIOS_PLUS_TIMES},
                         {"min_plus", ARAIOS_MIN_PLUS},
                         {"max_plus", ARAIOS_MAX_PLUS},
                         {"max_times", ARAIOS_MAX_TIMES},
                         {"or_and", ARAIOS_OR_AND},
                         {"plus_pair", ARAIOS_PLUS_PAIR}});
  bind<araios_krylov_method>(m, "KrylovMethod",
                             {{"cg", ARAIOS_CG},
                              {"bicgstab", ARAIOS_BICGSTAB},
                              {"gmres", ARAIOS_GMRES},
                              {"minres", ARAIOS_MINRES},
                              {"cr", ARAIOS_CR},
                              {"bicg", ARAIOS_BICG}});
  bind<araios_sweep>(
      m, "Sweep",
      {{"symmetric", ARAIOS_SWEEP_SYMMETRIC}, {"forward", ARAIOS_SWEEP_FORWARD}, {"backward", ARAIOS_SWEEP_BACKWARD}});
  bind<araios_multigrid_cycle>(m, "MultigridCycle", {{"v", ARAIOS_CYCLE_V}, {"w", ARAIOS_CYCLE_W}});
  bind<araios_multigrid_smoother>(m, "MultigridSmoother",
                                  {{"gauss_seidel", ARAIOS_SMOOTHER_GAUSS_SEIDEL},
                                   {"jacobi", ARAIOS_SMOOTHER_JACOBI},
                                   {"chebyshev", ARAIOS_SMOOTHER_CHEBYSHEV}});
  bind<araios_operator>(m, "Operator",
                        {{"plus", ARAIOS_PLUS},
                         {"times", ARAIOS_TIMES},
                         {"min", ARAIOS_MIN},
                         {"max", ARAIOS_MAX},
                         {"or_", ARAIOS_OR},
                         {"and_", ARAIOS_AND},
                         {"minus", ARAIOS_MINUS},
                         {"first", ARAIOS_FIRST},
                         {"second", ARAIOS_SECOND}});
  bind<araios_function>(m, "Function",
                        {{"negate", ARAIOS_NEGATE}, {"abs", ARAIOS_ABS}, {"conjugate", ARAIOS_CONJUGATE}});
  bind<araios_comparison>(m, "Comparison",
                          {{"not_equal", ARAIOS_NOT_EQUAL},
                           {"equal", ARAIOS_EQUAL},
                           {"less", ARAIOS_LESS},
                           {"less_equal", ARAIOS_LESS_EQUAL},
                           {"greater", ARAIOS_GREATER},
                           {"greater_equal", ARAIOS_GREATER_EQUAL}});
}

void bind_methods(nb::module_& m) {
  bind<araios_choice_mode>(m, "ChoiceMode",
                           {{"model", ARAIOS_CHOOSE_BY_RULE}, {"measure", ARAIOS_CHOOSE_BY_MEASUREMENT}});
  bind<araios_spmv_method>(
      m, "SpmvMethod",
      {{"automatic", ARAIOS_SPMV_AUTOMATIC}, {"rows", ARAIOS_SPMV_ROWS}, {"merge", ARAIOS_SPMV_MERGE}});
  bind<araios_determinism>(m, "Determinism",
                           {{"run_to_run", ARAIOS_RUN_TO_RUN}, {"space_to_space", ARAIOS_SPACE_TO_SPACE}});
  bind<araios_transpose_method>(m, "TransposeMethod",
                                {{"automatic", ARAIOS_TRANSPOSE_AUTOMATIC},
                                 {"serial", ARAIOS_TRANSPOSE_SERIAL},
                                 {"scan_trans", ARAIOS_TRANSPOSE_SCAN_TRANS},
                                 {"merge_trans", ARAIOS_TRANSPOSE_MERGE_TRANS},
                                 {"radix", ARAIOS_TRANSPOSE_RADIX},
                                 {"bucket", ARAIOS_TRANSPOSE_BUCKET},
                                 {"symmetric", ARAIOS_TRANSPOSE_SYMMETRIC},
                                 {"fused", ARAIOS_TRANSPOSE_FUSED}});
  bind<araios_triangle_method>(m, "TriangleMethod",
                               {{"automatic", ARAIOS_TRIANGLES_AUTOMATIC},
                                {"merge", ARAIOS_TRIANGLES_MERGE},
                                {"bisection", ARAIOS_TRIANGLES_BISECTION},
                                {"adaptive", ARAIOS_TRIANGLES_ADAPTIVE},
                                {"hash", ARAIOS_TRIANGLES_HASH},
                                {"bitmap", ARAIOS_TRIANGLES_BITMAP},
                                {"mixed", ARAIOS_TRIANGLES_MIXED},
                                {"radix_binning", ARAIOS_TRIANGLES_RADIX_BINNING}});
}

void bind_files(nb::module_& m) {
  bind<araios_symmetry>(m, "Symmetry",
                        {{"general", ARAIOS_GENERAL},
                         {"symmetric", ARAIOS_SYMMETRIC},
                         {"skew_symmetric", ARAIOS_SKEW_SYMMETRIC},
                         {"hermitian", ARAIOS_HERMITIAN}});
  bind<araios_vertices>(
      m, "Vertices",
      {{"from_0", ARAIOS_VERTICES_FROM_0}, {"from_1", ARAIOS_VERTICES_FROM_1}, {"compact", ARAIOS_VERTICES_COMPACT}});
  bind<araios_edge_columns>(
      m, "EdgeColumns",
      {{"automatic", ARAIOS_EDGES_AUTOMATIC}, {"plain", ARAIOS_EDGES_PLAIN}, {"weighted", ARAIOS_EDGES_WEIGHTED}});
}

}  // namespace

void bind_enumerations(nb::module_& m) {
  bind_storage(m);
  bind_functions(m);
  bind_methods(m);
  bind_files(m);
}

}  // namespace araios_python
