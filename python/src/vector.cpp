// SPDX-License-Identifier: Apache-2.0
#include "handles.hpp"

namespace araios_python {
namespace {

Vector create_dense(ContextPtr const& context, araios_type type, std::int64_t n, nb::handle values_, nb::object owner) {
  Buffer const values(values_);
  void* const v = values.values(type, n);
  Arrays arrays(std::move(owner), ARAIOS_SPACE_DEFAULT, ARAIOS_TRUST);
  auto result = make_vector(context, [&](araios_context* c, araios_vector** x) {
    return araios_vector_create_dense(c, &arrays.options, type, n, v, x);
  });
  arrays.keep();
  return result;
}

Vector build(ContextPtr const& context, araios_type type, araios_index index, std::int64_t n, std::int64_t count,
             nb::handle indices_, nb::handle values_) {
  Buffer const indices(indices_), values(values_);
  void const* const i = indices.integers(ordinal_bytes(index), count);
  void const* const v = values.values(type, count);
  araios_build_options options{};
  options.result = n >= INT32_MAX ? ARAIOS_INDEX_64 : index == ARAIOS_INDEX_64 ? ARAIOS_INDEX_32 : index;
  return make_vector(context, [&](araios_context* c, araios_vector** x) {
    return araios_vector_build(c, &options, type, index, n, count, i, v, x);
  });
}

/// (indices, values), None where the vector has none.
nb::tuple arrays(nb::handle self) {
  auto& x = nb::cast<Vector&>(self);
  x.refresh();
  auto const& info = x.info;
  auto const array = [&](void const* data, araios_type type, bool read_only) -> nb::object {
    if (data == nullptr) return nb::none();
    return array_of(self, *x.context(), data, info.nnz, type, info.space, read_only);
  };
  auto const ordinal = integer_type(ordinal_bytes(info.index));
  return nb::make_tuple(array(info.indices, ordinal, true), array(info.values, info.type, false));
}

nb::object get_element(Vector& x, std::int64_t i) {
  int found = 0;
  double value[2] = {0, 0};
  x.context()->call([&] { return araios_vector_get_element(x.context()->get(), x.get(), i, &found, value); });
  if (x.info.type == ARAIOS_PATTERN) return nb::bool_(found != 0);
  if (x.info.type == ARAIOS_COMPLEX64 || x.info.type == ARAIOS_COMPLEX128) {
    return nb::steal(PyComplex_FromDoubles(value[0], value[1]));
  }
  if (x.info.type == ARAIOS_INT64) return integer_of(value);
  return nb::float_(value[0]);
}

using Binary = araios_status (*)(araios_context*, araios_operator, araios_vector const*, araios_vector const*,
                                 araios_vector**);
template <Binary f>
Vector binary(araios_operator op, Vector const& x, Vector const& y) {
  return make_vector(x.context(), [&](araios_context* c, araios_vector** z) { return f(c, op, x.get(), y.get(), z); });
}

}  // namespace

void bind_vector(nb::module_& m) {
  nb::class_<Vector>(m, "Vector")
      .def_prop_ro("context", [](Vector const& x) { return x.context(); })
      .def_prop_ro("is_sparse", [](Vector const& x) { return x.info.is_sparse != 0; })
      .def_prop_ro("type", [](Vector const& x) { return x.info.type; })
      .def_prop_ro("index", [](Vector const& x) { return x.info.index; })
      .def_prop_ro("space", [](Vector const& x) { return x.info.space; })
      .def_prop_ro("length", [](Vector const& x) { return x.info.length; })
      .def_prop_ro("nnz", [](Vector const& x) { return x.info.nnz; })
      .def("arrays", [](nb::handle self) { return arrays(self); })
      .def("get_element", get_element)
      .def("set_element",
           [](Vector& x, std::int64_t i, double real, double imaginary) {
             x.context()->call(
                 [&] { return araios_vector_set_element(x.context()->get(), x.get(), i, real, imaginary); });
             x.refresh();
           })
      .def("reduce", [](Vector& x, araios_operator op) {
        double sum[2] = {0, 0};
        x.context()->call([&] { return araios_vector_reduce(x.context()->get(), op, x.get(), sum); });
        return nb::make_tuple(sum[0], sum[1]);
      });

  m.def("vector_dense", create_dense, nb::arg("context"), nb::arg("type"), nb::arg("n"), nb::arg("values").none(),
        nb::arg("owner") = nb::none());
  m.def("vector_build", build, nb::arg("context"), nb::arg("type"), nb::arg("index"), nb::arg("n"), nb::arg("count"),
        nb::arg("indices"), nb::arg("values").none());
  m.def("vector_copy", [](ContextPtr const& context, Vector const& x) {
    return make_vector(context,
                       [&](araios_context* c, araios_vector** y) { return araios_vector_copy(c, x.get(), y); });
  });
  m.def("vector_to_dense", [](Vector const& x) {
    return make_vector(x.context(),
                       [&](araios_context* c, araios_vector** y) { return araios_vector_to_dense(c, x.get(), y); });
  });
  m.def("vector_pattern", [](Vector const& x) {
    return make_vector(x.context(),
                       [&](araios_context* c, araios_vector** y) { return araios_vector_pattern(c, x.get(), y); });
  });
  m.def("subvector", [](Vector const& x, std::int64_t begin, std::int64_t length) {
    return make_vector(x.context(), [&](araios_context* c, araios_vector** y) {
      return araios_vector_subvector(c, x.get(), begin, length, y);
    });
  });
  m.def("vector_union", binary<araios_vector_union>);
  m.def("vector_intersection", binary<araios_vector_intersection>);
  m.def("vector_difference", [](Vector const& x, Vector const& y) {
    return make_vector(x.context(), [&](araios_context* c, araios_vector** z) {
      return araios_vector_difference(c, x.get(), y.get(), z);
    });
  });
  m.def("vector_equal", [](Vector& x, Vector const& y) {
    int equal = 0;
    x.context()->call([&] { return araios_vector_equal(x.context()->get(), x.get(), y.get(), &equal); });
    return equal != 0;
  });
}

}  // namespace araios_python
