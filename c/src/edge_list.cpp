// SPDX-License-Identifier: Apache-2.0
/// \file
/// Edge lists. They are read on the host.

#include "handles.hpp"

#include "read_entries.hpp"

#include <Araios/io/edge_list.hpp>

#include <optional>

namespace araios_c {

namespace {

araios_edge_list_options edge_list_options(araios_edge_list_options const* options) {
  auto given = options == nullptr ? araios_edge_list_options{} : *options;
  require_form(of(given.index), of(given.format));
  require_enumerator(given.vertices, ARAIOS_VERTICES_COMPACT, "araios_vertices");
  require_enumerator(given.columns, ARAIOS_EDGES_WEIGHTED, "araios_edge_columns");
  if (given.type == ARAIOS_TYPE_DEFAULT)
    given.type = given.columns == ARAIOS_EDGES_WEIGHTED ? ARAIOS_FLOAT64 : ARAIOS_PATTERN;
  return given;
}

/// read(Tag<S>, options, names) gives the list on the host.
template <class Check, class Read>
araios_status read_edges(char const* function, araios_context* context, araios_edge_list_options const* options,
                         araios_matrix** A, araios_vector** names, Check const& check, Read const& read) {
  return compute_beside(function, context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    MatrixOutput output(*context, A, "A");
    std::optional<VectorOutput> names_output;
    if (names != nullptr) names_output.emplace(*context, names, "names");
    auto const given = edge_list_options(options);
    check();
    Araios::EdgeListReadOptions how;
    how.vertices = static_cast<Araios::EdgeListVertices>(given.vertices);
    how.columns = static_cast<Araios::EdgeListColumns>(given.columns);
    if (given.rectangular != 0) how.shape = Araios::EdgeListShape::rectangular;
    auto const lock = lock_for_host_work(*context);
    std::optional<GiveWay> way;
    if (names == nullptr || *names == nullptr) way.emplace(A);
    Araios::EdgeListNames names_on_host;
    auto const matrix = with_type(of(given.type), [&](auto t) {
      return loaded<typename decltype(t)::type, Index32_64>(exec, of(given.index), of(given.format),
                                                            read(t, how, names == nullptr ? nullptr : &names_on_host));
    });
    if (names_output) {
      auto const copy = Araios::allocate<Dense<std::int64_t, Exec>>(exec, "Araios::c::names",
                                                                    static_cast<std::int64_t>(names_on_host.extent(0)));
      exec.fence();
      Kokkos::deep_copy(copy, names_on_host);
      names_output->set(vector_of_dense(copy));
    }
    output.set(matrix);
  });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_read_edge_list(araios_context* context, araios_edge_list_options const* options,
                                           char const* path, araios_matrix** A, araios_vector** names) {
  return read_edges(
      "araios_matrix_read_edge_list", context, options, A, names, [&] { require_pointer(path, "path"); },
      [&](auto t, auto const& how, auto* found) {
        return Araios::read_edge_list<typename decltype(t)::type, int, std::int64_t>(path, how, found);
      });
}

araios_status araios_matrix_parse_edge_list(araios_context* context, araios_edge_list_options const* options,
                                            void const* bytes, size_t length, araios_matrix** A,
                                            araios_vector** names) {
  return read_edges(
      "araios_matrix_parse_edge_list", context, options, A, names, [&] { (void)text_of(bytes, length); },
      [&](auto t, auto const& how, auto* found) {
        return Araios::parse_edge_list<typename decltype(t)::type, int, std::int64_t>(text_of(bytes, length), how,
                                                                                      found);
      });
}
