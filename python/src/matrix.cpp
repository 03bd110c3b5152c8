// SPDX-License-Identifier: Apache-2.0
#include "define.hpp"

#include <nanobind/stl/string.h>

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace araios_python {
namespace {

/// Arrays without offsets of an owner: of the matrix itself.
Matrix create(ContextPtr const& context, araios_format format, araios_type type, araios_index index, std::int64_t rows,
              std::int64_t columns, std::int64_t nnz, nb::handle first, nb::handle second, nb::handle values,
              nb::object owner, araios_trust trust, araios_space space) {
  if (rows < 0 || columns < 0 || nnz < 0) throw nb::value_error("a shape has no negative numbers");
  MatrixArrays a{format, type, index, rows, columns, nnz};
  a.first = a.has_offsets() ? Buffer(first).integers(offset_bytes(index), a.num_offsets())
                            : Buffer(first).integers(ordinal_bytes(index), nnz);
  a.second = Buffer(second).integers(ordinal_bytes(index), nnz);
  a.values = Buffer(values).values(a.type, nnz);
  return matrix_of_arrays(context, a, std::move(owner), space, trust);
}

Matrix create_dia(ContextPtr const& context, araios_type type, std::int64_t rows, std::int64_t columns,
                  std::int64_t diagonals, std::int64_t stride, nb::handle offsets, nb::handle values) {
  void const* const o = Buffer(offsets).integers(4, diagonals);
  void const* const v = Buffer(values).values(type, diagonals * stride);
  return make<Matrix>(context, [&](araios_context* c, araios_matrix** A) {
    return araios_matrix_create_dia(c, nullptr, type, ARAIOS_INDEX_32, rows, columns, diagonals, stride, o, v, A);
  });
}

Matrix build(ContextPtr const& context, araios_type type, araios_index index, std::int64_t rows, std::int64_t columns,
             std::int64_t count, nb::handle row_indices, nb::handle col_indices, nb::handle values,
             araios_duplicates duplicates) {
  void const* const i = Buffer(row_indices).integers(ordinal_bytes(index), count);
  void const* const j = Buffer(col_indices).integers(ordinal_bytes(index), count);
  void const* const a = Buffer(values).values(type, count);
  araios_build_options options{};
  options.duplicates = duplicates;
  // Row and column indices of 64 bits that fit make a matrix whose indices have 32.
  options.result = index == ARAIOS_INDEX_64 && rows < INT32_MAX && columns < INT32_MAX && count < INT32_MAX
                       ? ARAIOS_INDEX_32
                       : index;
  return make<Matrix>(context, [&](araios_context* ctx, araios_matrix** A) {
    return araios_matrix_build(ctx, &options, type, index, rows, columns, count, i, j, a, A);
  });
}

araios_matrix_arrays arrays_of(Matrix const& A) {
  araios_matrix_arrays arrays{};
  A.context()->call([&] { return araios_matrix_get_arrays(A.context()->get(), A.get(), &arrays); });
  return arrays;
}

/// (offsets, row_indices, col_indices, values), None where the format has none.
nb::tuple arrays(nb::handle self) {
  auto& A = nb::cast<Matrix&>(self);
  auto const a = arrays_of(A);
  auto const make = [&](void const* data, std::int64_t count, araios_type type, bool read_only) -> nb::object {
    if (data == nullptr) return nb::none();
    return array_of(self, *A.context(), data, count, type, a.space, read_only);
  };
  auto const offset = integer_type(offset_bytes(a.index)), ordinal = integer_type(ordinal_bytes(a.index));
  auto const num_rows = a.format == ARAIOS_DCSR ? a.num_offsets - 1 : a.num_indices;
  return nb::make_tuple(make(a.offsets, a.num_offsets, offset, true), make(a.row_indices, num_rows, ordinal, true),
                        make(a.col_indices, a.num_indices, ordinal, true), make(a.values, a.num_values, a.type, false));
}

/// found and values of the entries (rows[p], columns[p]); all arrays are on the host. The rows of A are in strict
/// order.
void find(Matrix& A, nb::handle rows, nb::handle columns, std::int64_t count, nb::handle found, nb::handle values) {
  void const* const i = Buffer(rows).integers(8, count);
  void const* const j = Buffer(columns).integers(8, count);
  auto* const is_there = static_cast<int*>(Buffer(found, Buffer::Access::write).integers(4, count));
  void* const a = Buffer(values, Buffer::Access::write).values(A.info.type, count);
  A.context()->call([&] {
    return araios_matrix_find(A.context()->get(), ARAIOS_ORDER_STRICT, ARAIOS_SPACE_HOST, A.get(), ARAIOS_INDEX_64,
                              count, i, j, is_there, a);
  });
}

/// Whether there is an entry (rows[p], columns[p]), in any format.
void contains(Matrix& A, nb::handle rows, nb::handle columns, std::int64_t count, nb::handle found) {
  auto const* const i = static_cast<std::int64_t const*>(Buffer(rows).integers(8, count));
  auto const* const j = static_cast<std::int64_t const*>(Buffer(columns).integers(8, count));
  auto* const flags = static_cast<int*>(Buffer(found, Buffer::Access::write).integers(4, count));
  A.context()->call([&] { return araios_matrix_contains(A.context()->get(), A.get(), count, i, j, flags); });
}

/// Copies all entries to arrays; their number.
std::int64_t extract(Matrix& A, nb::handle rows, nb::handle columns, nb::handle values) {
  A.refresh();
  std::int64_t count = A.info.nnz;
  auto* const i = static_cast<std::int64_t*>(Buffer(rows, Buffer::Access::write).integers(8, count));
  auto* const j = static_cast<std::int64_t*>(Buffer(columns, Buffer::Access::write).integers(8, count));
  void* const a = Buffer(values, Buffer::Access::write).values(A.info.type, count);
  A.context()->call([&] { return araios_matrix_extract(A.context()->get(), A.get(), i, j, a, &count); });
  return count;
}

/// Sets the entries (rows[p], columns[p]), or removes those where removes[p], a bool.
void update(Matrix& A, nb::handle rows, nb::handle columns, std::int64_t count, nb::handle values, nb::handle removes) {
  void const* const i = Buffer(rows).integers(8, count);
  void const* const j = Buffer(columns).integers(8, count);
  void const* const a = Buffer(values).values(A.info.type, count);
  auto const* const is_removed = static_cast<std::uint8_t const*>(Buffer(removes).integers(1, count));
  A.context()->call([&] {
    return araios_matrix_update(A.context()->get(), ARAIOS_SPACE_HOST, A.get(), ARAIOS_INDEX_64, count, i, j, a,
                                is_removed);
  });
  A.refresh();
}

nb::object get_element(Matrix& A, std::int64_t i, std::int64_t j) {
  int found = 0;
  double value[2] = {0, 0};
  A.context()->call([&] { return araios_matrix_get_element(A.context()->get(), A.get(), i, j, &found, value); });
  if (A.info.type == ARAIOS_PATTERN) return nb::bool_(found != 0);
  if (A.info.type == ARAIOS_COMPLEX64 || A.info.type == ARAIOS_COMPLEX128) {
    return nb::steal(PyComplex_FromDoubles(value[0], value[1]));
  }
  if (A.info.type == ARAIOS_INT64) return integer_of(value);
  return nb::float_(value[0]);
}

void bind_functions(nb::module_& m) {
  m.def("create", create, nb::arg("context"), nb::arg("format"), nb::arg("type"), nb::arg("index"), nb::arg("rows"),
        nb::arg("columns"), nb::arg("nnz"), nb::arg("first").none(), nb::arg("second").none(), nb::arg("values").none(),
        nb::arg("owner") = nb::none(), nb::arg("trust") = ARAIOS_CHECK, nb::arg("space") = ARAIOS_SPACE_DEFAULT);
  m.def("create_dia", create_dia);
  m.def("build", build, nb::arg("context"), nb::arg("type"), nb::arg("index"), nb::arg("rows"), nb::arg("columns"),
        nb::arg("count"), nb::arg("row_indices"), nb::arg("col_indices"), nb::arg("values").none(),
        nb::arg("duplicates"));
  define_in<araios_matrix_create>(m, "empty");
  define_in<araios_matrix_copy>(m, "copy");
  m.def("share_structure", [](Matrix const& A, Matrix const& B) {
    auto const a = arrays_of(A), b = arrays_of(B);
    return a.format == b.format && a.index == b.index && a.offsets == b.offsets && a.row_indices == b.row_indices &&
           a.col_indices == b.col_indices;
  });
  m.def("equal", [](Matrix& A, Matrix const& B) {
    int equal = 0;
    A.context()->call([&] { return araios_matrix_equal(A.context()->get(), A.get(), B.get(), &equal); });
    return equal != 0;
  });
}

}  // namespace

void bind_matrix(nb::module_& m) {
  nb::class_<Matrix>(m, "Matrix")
      .def_prop_ro("context", [](Matrix const& A) { return A.context(); })
      .def_prop_ro("format", [](Matrix const& A) { return A.info.format; })
      .def_prop_ro("type", [](Matrix const& A) { return A.info.type; })
      .def_prop_ro("index", [](Matrix const& A) { return A.info.index; })
      .def_prop_ro("space", [](Matrix const& A) { return A.info.space; })
      .def_prop_ro("rows", [](Matrix const& A) { return A.info.rows; })
      .def_prop_ro("columns", [](Matrix const& A) { return A.info.columns; })
      .def_prop_ro("shape", [](Matrix const& A) { return nb::make_tuple(A.info.rows, A.info.columns); })
      .def_prop_ro("nnz",
                   [](Matrix& A) {
                     if (std::exchange(A.is_touched, false)) A.refresh();
                     return A.info.nnz;
                   })
      .def_prop_ro("bytes", [](Matrix const& A) { return A.info.bytes; })
      .def_prop_ro("block_size", [](Matrix const& A) { return A.info.block_size; })
      .def_prop_ro("borrows", [](Matrix const& A) { return A.info.borrows != 0; })
      .def("arrays", [](nb::handle self) { return arrays(self); })
      .def("check", [](Matrix const& A) { (void)A.get(); })
      .def("get_element", get_element)
      .def("find", find, nb::arg("rows"), nb::arg("columns"), nb::arg("count"), nb::arg("found"),
           nb::arg("values").none())
      .def("contains", contains)
      .def("update", update, nb::arg("rows"), nb::arg("columns"), nb::arg("count"), nb::arg("values").none(),
           nb::arg("removes").none())
      .def("set_element",
           [](Matrix& A, std::int64_t i, std::int64_t j, double real, double imaginary) {
             A.context()->call(
                 [&] { return araios_matrix_set_element(A.context()->get(), A.get(), i, j, real, imaginary); });
             A.is_touched = true;
           })
      .def("remove_element",
           [](Matrix& A, std::int64_t i, std::int64_t j) {
             A.context()->call([&] { return araios_matrix_remove_element(A.context()->get(), A.get(), i, j); });
             A.is_touched = true;
           })
      .def("extract", extract, nb::arg("rows"), nb::arg("columns"), nb::arg("values").none())
      .def("set_values",
           [](Matrix& A, nb::handle values, std::int64_t count, araios_space space) {
             void const* const a = Buffer(values).values(A.info.type, count);
             A.context()->call([&] { return araios_matrix_set_values(A.context()->get(), A.get(), space, a); });
           })
      .def("validate", [](Matrix& A, araios_order order) {
        A.context()->call([&] { return araios_matrix_validate(A.context()->get(), order, A.get()); });
      });
  bind_functions(m);
}

}  // namespace araios_python
