// SPDX-License-Identifier: Apache-2.0
#include "numpy_array.hpp"

#include <string>

#include "handles.hpp"

namespace araios_python {

NumpyArray const* numpy_array(nb::handle object) {
  static PyTypeObject* type = nullptr;  // never given back; with the GIL, so that no thread sees half of it
  if (type == nullptr)
    type = reinterpret_cast<PyTypeObject*>(nb::object(nb::module_::import_("numpy").attr("ndarray")).release().ptr());
  return PyObject_TypeCheck(object.ptr(), type) != 0 ? reinterpret_cast<NumpyArray const*>(object.ptr()) : nullptr;
}

Elements elements_of(NumpyDtype const& dtype) {
  if (dtype.byte_order != '=' && dtype.byte_order != '|') return {};
  switch (dtype.number) {  // of NumPy's ABI
  case 0:
    return {'b', 1};
  case 5:
    return {'i', sizeof(int)};
  case 7:
    return {'i', sizeof(long)};
  case 9:
    return {'i', sizeof(long long)};
  case 11:
    return {'f', 4};
  case 12:
    return {'f', 8};
  case 14:
    return {'c', 8};
  case 15:
    return {'c', 16};
  default:
    return {};
  }
}

Elements elements_of(araios_type type) {
  switch (type) {
  case ARAIOS_FLOAT32:
    return {'f', 4};
  case ARAIOS_FLOAT64:
    return {'f', 8};
  case ARAIOS_COMPLEX64:
    return {'c', 8};
  case ARAIOS_COMPLEX128:
    return {'c', 16};
  case ARAIOS_INT32:
    return {'i', 4};
  case ARAIOS_INT64:
    return {'i', 8};
  default:
    return {};
  }
}

araios_type type_of(Elements const& elements) {
  if (elements.kind == 'f') return elements.bytes == 4 ? ARAIOS_FLOAT32 : ARAIOS_FLOAT64;
  if (elements.kind == 'c') return elements.bytes == 8 ? ARAIOS_COMPLEX64 : ARAIOS_COMPLEX128;
  bool const is_int64 = elements.is_integer() && elements.bytes == 8;
  return is_int64 && araios_supports(ARAIOS_INT64, ARAIOS_INDEX_32) != 0 ? ARAIOS_INT64 : ARAIOS_TYPE_DEFAULT;
}

nb::object empty_array(std::int64_t n, std::int64_t columns, NumpyDtype const* dtype) {
  static PyObject* empty = nullptr;
  if (empty == nullptr) empty = nb::object(nb::module_::import_("numpy").attr("empty")).release().ptr();
  auto const type = nb::borrow(reinterpret_cast<PyObject*>(const_cast<NumpyDtype*>(dtype)));
  if (columns < 0) return nb::handle(empty)(n, type);
  return nb::handle(empty)(nb::make_tuple(n, columns), type);
}

Buffer::Buffer(nb::handle object, Access access) {
  if (object.is_none()) return;
  if (PyLong_Check(object.ptr())) {
    data_ = PyLong_AsVoidPtr(object.ptr());
    if (data_ == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
    return;
  }
  array_ = numpy_array(object);
  if (array_ == nullptr) throw nb::type_error("memory of the host is an array of NumPy");
  if (!array_->is_contiguous()) throw nb::value_error("an array has gaps");
  if (!is_aligned(*array_)) throw nb::value_error("an array is not aligned to its elements; pass a copy");
  if (access == Access::write && !array_->is_writeable()) throw nb::value_error("an array is read-only");
  data_ = array_->data;
}

void* Buffer::check(Elements const& elements, std::int64_t count) const {
  if (array_ == nullptr) return data_;
  auto const [kind, bytes] = elements_of(*array_);
  if ((kind == 'b' ? 'i' : kind) != elements.kind || bytes != elements.bytes)
    throw nb::type_error(("an array has elements of type '" + std::string(1, array_->dtype->type) + "', not " +
                          std::to_string(elements.bytes) + " bytes of kind '" + elements.kind + "'")
                             .c_str());
  std::int64_t length = 1;
  for (int d = 0; d < array_->num_dimensions; ++d) length *= array_->dimensions[d];
  if (length != count)
    throw nb::value_error(
        ("an array has " + std::to_string(length) + " elements; it must have " + std::to_string(count)).c_str());
  return data_;
}

void* Buffer::values(araios_type type, std::int64_t count) const {
  return type == ARAIOS_PATTERN ? nullptr : check(elements_of(type), count);
}

araios_dense Buffer::dense(araios_type type, std::int64_t rows, std::int64_t columns, bool by_rows) const {
  return {values(type, rows * columns), type, rows, columns, by_rows ? columns : 1, by_rows ? 1 : rows};
}

void Buffer::require_memory_of(Matrix const& A) const {
  bool const is_host = array_ != nullptr;
  if (is_host == (A.info.space == ARAIOS_SPACE_HOST)) return;
  throw nb::type_error(is_host ? "the matrix is in memory of the GPU, the vector is not; see Matrix.to"
                               : "the matrix is in memory of the host, the vector is not; see Matrix.to");
}

}  // namespace araios_python
