// SPDX-License-Identifier: Apache-2.0
#include "handles.hpp"

#include <nanobind/stl/string.h>

#include <string>

namespace araios_python {
namespace {

void bind_market(nb::module_& m) {
  auto const market_options = [](araios_type type, bool keep_triangle, bool drop_values, araios_format format) {
    araios_market_options options{};
    options.type = type;
    options.keep_triangle = keep_triangle;
    options.drop_values = drop_values;
    options.format = format;
    return options;
  };
  m.def("read_market", [=](ContextPtr const& context, std::string const& path, araios_type type, bool keep, bool drop,
                           araios_format format) {
    auto const options = market_options(type, keep, drop, format);
    return make<Matrix>(context, [&](araios_context* c, araios_matrix** A) {
      return araios_matrix_read_market(c, &options, path.c_str(), A);
    });
  });
  m.def("parse_market",
        [=](ContextPtr const& context, nb::bytes text, araios_type type, bool keep, bool drop, araios_format format) {
          auto const options = market_options(type, keep, drop, format);
          return make<Matrix>(context, [&](araios_context* c, araios_matrix** A) {
            return araios_matrix_parse_market(c, &options, text.c_str(), text.size(), A);
          });
        });
  // (rows, columns, entries, type, symmetry, is an array, is unsigned)
  auto const tuple_of = [](araios_market_info const& info) {
    return nb::make_tuple(info.rows, info.columns, info.entries, info.type, info.symmetry, info.is_array != 0,
                          info.is_unsigned != 0);
  };
  m.def("market_info", [=](Context& context, std::string const& path) {
    araios_market_info info{};
    context.call([&] { return araios_market_get_info(context.get(), path.c_str(), &info); });
    return tuple_of(info);
  });
  m.def("parse_market_info", [=](Context& context, nb::bytes text) {
    araios_market_info info{};
    context.call([&] { return araios_market_parse_info(context.get(), text.c_str(), text.size(), &info); });
    return tuple_of(info);
  });
  m.def("read_integers", [](ContextPtr const& context, std::string const& path) {
    araios_vector* x = nullptr;
    context->call([&] { return araios_vector_read_market(context->get(), path.c_str(), &x); });
    return Vector(context, x);
  });
  m.def("parse_integers", [](ContextPtr const& context, nb::bytes text) {
    araios_vector* x = nullptr;
    context->call([&] { return araios_vector_parse_market(context->get(), text.c_str(), text.size(), &x); });
    return Vector(context, x);
  });
  m.def("write_market", [](Matrix& A, std::string const& path, araios_symmetry symmetry, std::string const& comment) {
    araios_market_write_options options{};
    options.symmetry = symmetry;
    options.comment = comment.empty() ? nullptr : comment.c_str();
    A.context()->call([&] { return araios_matrix_write_market(A.context()->get(), &options, A.get(), path.c_str()); });
  });
}

araios_edge_list_options edge_list_options(araios_type type, araios_vertices vertices, araios_edge_columns columns,
                                           bool rectangular, araios_format format) {
  araios_edge_list_options options{};
  options.type = type;
  options.vertices = vertices;
  options.columns = columns;
  options.rectangular = rectangular;
  options.format = format;
  return options;
}

/// (matrix, names) that f(context, &matrix, &names) makes.
template <class F>
nb::tuple matrix_and_names(ContextPtr const& context, F const& f) {
  araios_vector* names = nullptr;
  Matrix A = make<Matrix>(context, [&](araios_context* c, araios_matrix** B) { return f(c, B, &names); });
  return nb::make_tuple(std::move(A), Vector(context, names));
}

void bind_edge_lists(nb::module_& m) {
  m.def("read_edge_list",
        [](ContextPtr const& context, std::string const& path, araios_type type, araios_vertices vertices,
           araios_edge_columns columns, bool rectangular, araios_format format) {
          auto const options = edge_list_options(type, vertices, columns, rectangular, format);
          return matrix_and_names(context, [&](araios_context* c, araios_matrix** A, araios_vector** names) {
            return araios_matrix_read_edge_list(c, &options, path.c_str(), A, names);
          });
        });
  m.def("parse_edge_list", [](ContextPtr const& context, nb::bytes text, araios_type type, araios_vertices vertices,
                              araios_edge_columns columns, bool rectangular, araios_format format) {
    auto const options = edge_list_options(type, vertices, columns, rectangular, format);
    return matrix_and_names(context, [&](araios_context* c, araios_matrix** A, araios_vector** names) {
      return araios_matrix_parse_edge_list(c, &options, text.c_str(), text.size(), A, names);
    });
  });
}

}  // namespace

void bind_io(nb::module_& m) {
  bind_market(m);
  bind_edge_lists(m);
}

}  // namespace araios_python
