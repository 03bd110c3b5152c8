// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrices over arrays of NumPy that another object owns.
///
/// SciPy, CuPy and torch sort and sum arrays in place that are not in strict order, also in calls that only read. Those
/// that are stay as they are: they are borrowed, others are copied.

#include <algorithm>
#include <vector>

#include "handles.hpp"

namespace araios_python {

std::int64_t MatrixArrays::num_offsets() const {
  switch (format) {
  case ARAIOS_COO:
    return 0;
  case ARAIOS_CSC:
    return columns + 1;
  case ARAIOS_BSR:
    return rows / block_size + 1;
  default:
    return rows + 1;
  }
}

Matrix matrix_of_arrays(ContextPtr const& context, MatrixArrays const& a, nb::object owner, araios_space space,
                        araios_trust trust, WatchedOffsets const& watched) {
  GuardPtr guard;
  if (!owner.is_none() && context->device_id() < 0) {
    WatchedOffsets const watched_offsets{nullptr, a.has_offsets() ? a.first : nullptr, offset_bytes(a.index)};
    guard = std::make_shared<Guard const>(owner, a, watched.data != nullptr ? watched : watched_offsets);
  }
  Arrays arrays(std::move(owner), space, trust);
  araios_matrix* handle = nullptr;
  context->call([&] {
    if (a.format == ARAIOS_BSR)
      return araios_matrix_create_bsr(context->get(), &arrays.options, a.type, a.index, a.rows, a.columns, a.block_size,
                                      a.count, a.first, a.second, a.values, &handle);
    auto* const make = a.format == ARAIOS_COO   ? araios_matrix_create_coo
                       : a.format == ARAIOS_CSC ? araios_matrix_create_csc
                                                : araios_matrix_create_csr;
    return make(context->get(), &arrays.options, a.type, a.index, a.rows, a.columns, a.count, a.first, a.second,
                a.values, &handle);
  });
  arrays.keep();
  return Matrix(context, handle, std::move(guard));
}

namespace {

/// The elements of an array without gaps in one dimension; 0 of anything else, which Python makes such an array of.
Elements plain_elements(NumpyArray const* array) {
  return array != nullptr && array->num_dimensions == 1 && array->is_c_contiguous() ? elements_of(*array) : Elements{};
}

std::int64_t integer_at(NumpyArray const& array, std::int64_t i) {
  if (elements_of(array).bytes == 4) return reinterpret_cast<std::int32_t const*>(array.data)[i];
  return reinterpret_cast<std::int64_t const*>(array.data)[i];
}

/// The index type of two arrays of a matrix, or the default where they are of none.
araios_index index_of(MatrixArrays const& a, Elements const& first, Elements const& second) {
  if (!first.is_integer() || !second.is_integer()) return ARAIOS_INDEX_DEFAULT;
  if (second.bytes == 4 && std::max(a.rows, a.columns) > INT32_MAX) return ARAIOS_INDEX_DEFAULT;
  if (first.bytes == second.bytes) return second.bytes == 4 ? ARAIOS_INDEX_32 : ARAIOS_INDEX_64;
  return first.bytes == 8 && a.has_offsets() ? ARAIOS_INDEX_32_64 : ARAIOS_INDEX_DEFAULT;
}

/// The arrays of a matrix, those of NumPy that own their memory, and the offsets that the owner gave. Where one is
/// resized or moved, borrowed memory has gone.
nb::object lender_of(nb::handle first, nb::handle second, nb::handle values, nb::handle given) {
  std::vector<PyObject*> all{first.ptr(), second.ptr(), values.ptr()};
  auto const add = [&](PyObject* object) {
    while (object != nullptr && numpy_array(object) != nullptr) {
      if (std::find(all.begin(), all.end(), object) == all.end()) all.push_back(object);
      object = numpy_array(object)->base;
    }
  };
  for (auto* const array : {first.ptr(), second.ptr(), values.ptr(), given.ptr()}) add(array);
  auto lender = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(all.size())));
  if (!lender.is_valid()) throw nb::python_error();
  for (std::size_t k = 0; k < all.size(); ++k) {
    Py_INCREF(all[k]);
    PyTuple_SET_ITEM(lender.ptr(), static_cast<Py_ssize_t>(k), all[k]);
  }
  return lender;
}

/// The offsets of the owner if their ends can be read, else none.
WatchedOffsets watched_of(nb::handle given, MatrixArrays const& a) {
  auto const* const array = numpy_array(given);
  auto const elements = plain_elements(array);
  if (!a.has_offsets() || !elements.is_integer() || array->length() != a.num_offsets()) return {};
  return {given.ptr(), array->data, elements.bytes};
}

/// (the matrix, the tuple of its arrays or None where it has copies, whether rows are in strict order). None where
/// arrays are not those of a matrix: Python makes such ones of them, or says what is wrong. `values`: None of a
/// pattern. `given`: the offsets of the owner, of which `first` may be a copy.
nb::object borrow(ContextPtr const& context, araios_format format, std::int64_t rows, std::int64_t columns,
                  std::int64_t block_size, nb::object first_, nb::handle second_, nb::handle values_, nb::handle given,
                  bool copy) {
  auto const* const second = numpy_array(second_);
  auto const* const values = numpy_array(values_);
  auto const first_elements = plain_elements(numpy_array(first_)), second_elements = plain_elements(second);
  MatrixArrays a;
  a.format = format;
  a.rows = rows, a.columns = columns, a.block_size = block_size;
  a.index = index_of(a, first_elements, second_elements);
  bool const is_pattern = values_.is_none();
  bool const has_values = values != nullptr && values->num_dimensions == (a.format == ARAIOS_BSR ? 3 : 1) &&
                          values->is_c_contiguous() && values->is_writeable() && is_aligned(*values);
  a.type = is_pattern ? ARAIOS_PATTERN : has_values ? type_of(elements_of(*values)) : ARAIOS_TYPE_DEFAULT;
  if (a.index == ARAIOS_INDEX_DEFAULT || a.type == ARAIOS_TYPE_DEFAULT || rows < 0 || columns < 0) return nb::none();
  auto const* first = numpy_array(first_);
  if (first->length() != (a.has_offsets() ? a.num_offsets() : second->length())) return nb::none();
  a.count = a.has_offsets() ? integer_at(*first, a.num_offsets() - 1) : second->length();
  if (second->length() != a.count || (!is_pattern && values->length() != a.count)) return nb::none();
  auto const watched = copy ? WatchedOffsets{} : watched_of(given, a);
  bool const is_given = watched.array != nullptr && (first_.is(given) || first->base == watched.array);
  if (is_given && first->is_writeable()) {
    first_ = own_offsets(first_, given, second->data);
    first = numpy_array(first_);
  }
  a.first = first->data, a.second = second->data, a.values = is_pattern ? nullptr : values->data;
  auto const trust = a.format == ARAIOS_BSR ? ARAIOS_CHECK : ARAIOS_CHECK_STRICT;
  bool const is_canonical = a.format != ARAIOS_BSR;
  nb::object const lender = copy ? nb::none() : lender_of(first_, second_, values_, given);
  try {
    return nb::make_tuple(matrix_of_arrays(context, a, lender, ARAIOS_SPACE_HOST, trust, watched), lender,
                          is_canonical);
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_ValueError) || !is_canonical) throw;
  }
  // Entries out of order are no fault of a copy.
  return nb::make_tuple(matrix_of_arrays(context, a, nb::none(), ARAIOS_SPACE_HOST, ARAIOS_CHECK), nb::none(), false);
}

}  // namespace

void bind_borrow(nb::module_& m) {
  m.def("borrow", borrow, nb::arg("context"), nb::arg("format"), nb::arg("rows"), nb::arg("columns"),
        nb::arg("block_size"), nb::arg("first"), nb::arg("second"), nb::arg("values").none(), nb::arg("given").none(),
        nb::arg("copy"));
}

}  // namespace araios_python
