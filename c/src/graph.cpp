// SPDX-License-Identifier: Apache-2.0
/// \file
/// Closure, search and an order of the vertices.

#include "handles.hpp"

#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <Araios/graph.hpp>
#include <Araios/reorder.hpp>

namespace araios_c {

namespace {
template <class From, class To>
struct Widen {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to(i) = from(i); }
};
}  // namespace

}  // namespace araios_c

using namespace araios_c;

namespace {
araios_status closure(char const* function, araios_context* context, araios_closure_method method,
                      araios_matrix const* A, araios_matrix** R) {
  return compute_beside(function, context, [&](auto const& exec) {
    MatrixOutput output(*context, R, "R");
    auto a = canonical_input(*context, A, "A");
    require_enumerator(method, ARAIOS_CLOSURE_SQUARING, "araios_closure_method");
    Araios::ClosureOptions const options{static_cast<Araios::ClosureMethod>(method)};
    require(a.rows == a.columns, ErrorKind::invalid_argument, "A is ", a.rows, " x ", a.columns, ", not square");
    GiveWay const way(R);
    Renumbering numbers(exec);
    numbers.add(a, 0, 0);
    output.set(known_canonical(numbers.matrix(0, 0, [&] {
      return result<Pattern>(exec, Araios::transitive_closure(exec, working<Pattern>(exec, a), options), a.index);
    })));
  });
}
}  // namespace

araios_status araios_transitive_closure(araios_context* context, araios_matrix const* A, araios_matrix** R) {
  return closure("araios_transitive_closure", context, ARAIOS_CLOSURE_INCREMENTAL, A, R);
}
araios_status araios_transitive_closure_by(araios_context* context, araios_closure_method method,
                                           araios_matrix const* A, araios_matrix** R) {
  return closure("araios_transitive_closure_by", context, method, A, R);
}

araios_status araios_bfs_levels(araios_context* context, araios_matrix const* A, int64_t source,
                                araios_vector** levels) {
  return compute_beside("araios_bfs_levels", context, [&](auto const& exec) {
    VectorOutput output(*context, levels, "levels");
    auto const a = matrix_input(*context, A, "A");
    require(a.rows == a.columns, ErrorKind::invalid_argument, "A is ", a.rows, " x ", a.columns, ", not square");
    require_dense_size(a.rows, "vertices");
    require(source >= 0 && source < a.rows, ErrorKind::out_of_range, "source ", source, " is not in [0, ", a.rows, ")");
    GiveWay const way(levels);
    output.set(vector_of_dense(Araios::bfs_levels(exec, working<Pattern>(exec, a), source)));
  });
}

araios_status araios_reverse_cuthill_mckee(araios_context* context, araios_matrix const* A, araios_vector** order) {
  return compute_beside("araios_reverse_cuthill_mckee", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, order, "order");
    auto const a = canonical_input(*context, A, "A");
    require(a.rows == a.columns, ErrorKind::invalid_argument, "A is ", a.rows, " x ", a.columns, ", not square");
    require_dense_size(a.rows, "vertices");
    GiveWay const way(order);
    auto const found = Araios::reverse_cuthill_mckee(exec, working<Pattern>(exec, a));
    // The lists of araios_submatrix_lists are of int64_t.
    auto const wide = Araios::allocate<Dense<std::int64_t, Exec>>(exec, "Araios::c::order", a.rows);
    if (a.rows > 0)
      Kokkos::parallel_for("Araios::c::widen_order", Araios::range(exec, a.rows),
                           Widen<Dense<int, Exec>, Dense<std::int64_t, Exec>>{found, wide});
    output.set(vector_of_dense(wide));
  });
}
