// SPDX-License-Identifier: Apache-2.0
/// \file
/// Closure and search.

#include "operations.hpp"

#include <Araios/graph.hpp>

using namespace araios_c;

araios_status araios_transitive_closure(araios_context* context, araios_matrix const* A, araios_matrix** R) {
  return compute("araios_transitive_closure", context, [&](auto const& exec) {
    MatrixOutput output(*context, R, "R");
    auto const a = matrix_input(*context, A, "A");
    output.set(result<Pattern>(exec, Araios::transitive_closure(exec, working<Pattern>(exec, a)), a.index));
  });
}

araios_status araios_bfs_levels(araios_context* context, araios_matrix const* A, int64_t source,
                                araios_vector** levels) {
  return compute("araios_bfs_levels", context, [&](auto const& exec) {
    VectorOutput output(*context, levels, "levels");
    auto const a = matrix_input(*context, A, "A");
    require(a.rows == a.columns, ARAIOS_INVALID_ARGUMENT, "A is ", a.rows, " x ", a.columns, ", not square");
    require(source >= 0 && source < a.rows, ARAIOS_OUT_OF_RANGE, "source ", source, " is not in [0, ", a.rows, ")");
    output.set(body_of_dense(Araios::bfs_levels(exec, working<Pattern>(exec, a), source)));
  });
}
