// SPDX-License-Identifier: Apache-2.0
/// \file
/// Colours of the rows of a matrix.

#include "handles.hpp"

#include <Araios/color.hpp>
#include <Araios/runtime/coordinate_list.hpp>

using namespace araios_c;

araios_status araios_color(araios_context* context, araios_color_options const* options, araios_matrix const* A,
                           araios_vector** colors, int64_t* count) {
  return compute_beside("araios_color", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, colors, "colors");
    auto const a = canonical_input(*context, A, "A");
    require(a.rows == a.columns, ErrorKind::invalid_argument, "A is ", a.rows, " x ", a.columns, ", not square");
    require_dense_size(a.rows, "rows");
    auto const how = of(options == nullptr ? araios_color_options{} : *options);
    GiveWay const way(colors);
    auto const coloring = Araios::color(exec, working<Pattern>(exec, a), how);
    auto const numbers = Araios::allocate<Dense<int, Exec>>(exec, "Araios::c::colors", a.rows);
    if (a.rows > 0) Kokkos::deep_copy(exec, numbers, coloring.colors);
    if (count != nullptr) *count = coloring.num_colors;
    output.set(vector_of_dense(numbers));
  });
}
