// SPDX-License-Identifier: Apache-2.0
#include "define.hpp"

namespace araios_python {
namespace {

Vector create_dense(ContextPtr const& context, araios_type type, std::int64_t n, nb::handle values, nb::object owner) {
  void* const v = Buffer(values).values(type, n);
  Arrays arrays(std::move(owner), ARAIOS_SPACE_DEFAULT, ARAIOS_TRUST);
  auto result = make<Vector>(context, [&](araios_context* c, araios_vector** x) {
    return araios_vector_create_dense(c, &arrays.options, type, n, v, x);
  });
  arrays.keep();
  return result;
}

Vector build(ContextPtr const& context, araios_type type, araios_index index, std::int64_t n, std::int64_t count,
             nb::handle indices, nb::handle values) {
  void const* const i = Buffer(indices).integers(ordinal_bytes(index), count);
  void const* const v = Buffer(values).values(type, count);
  araios_build_options options{};
  options.result = n >= INT32_MAX ? ARAIOS_INDEX_64 : index == ARAIOS_INDEX_64 ? ARAIOS_INDEX_32 : index;
  return make<Vector>(context, [&](araios_context* c, araios_vector** x) {
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

}  // namespace

void bind_vector(nb::module_& m) {
  nb::class_<Vector>(m, "Vector")
      .def_prop_ro("context", [](Vector const& x) { return x.context(); })
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
  define_in<araios_vector_copy>(m, "vector_copy");
  define<araios_vector_subvector>(m, "subvector");
  define<araios_vector_union>(m, "vector_union");
  define<araios_vector_intersection>(m, "vector_intersection");
  define<araios_vector_difference>(m, "vector_difference");
  m.def("vector_equal", [](Vector& x, Vector const& y) {
    int equal = 0;
    x.context()->call([&] { return araios_vector_equal(x.context()->get(), x.get(), y.get(), &equal); });
    return equal != 0;
  });
}

}  // namespace araios_python
