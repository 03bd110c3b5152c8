// SPDX-License-Identifier: Apache-2.0
#include "device_operand.hpp"

#include <utility>

#include "numpy_array.hpp"

namespace araios_python {
namespace {

/// The names of attributes, made once.
struct Names {
  static PyObject* make(char const* text) { return nb::steal(PyUnicode_InternFromString(text)).release().ptr(); }
  PyObject *cupy = make("cupy"), *torch = make("torch"), *shape = make("shape"), *dtype = make("dtype"),
           *data = make("data"), *ptr = make("ptr"), *flags = make("flags"), *c_contiguous = make("c_contiguous"),
           *data_ptr = make("data_ptr"), *is_contiguous = make("is_contiguous"), *is_cuda = make("is_cuda"),
           *is_conj = make("is_conj"), *is_neg = make("is_neg"), *requires_grad = make("requires_grad"),
           *new_empty = make("new_empty"), *cuda_stream = make("cuda_stream");
};
Names const& names() {
  static auto const* const the = new Names;  // never destroyed: the interpreter may end first
  return *the;
}

/// What a function of Python returned; an invalid object where it raised, since Python code then tries again.
nb::object valid(PyObject* result) {
  if (result == nullptr) PyErr_Clear();
  return nb::steal(result);
}
nb::object attribute(nb::handle object, PyObject* name) {
  return object.is_valid() ? valid(PyObject_GetAttr(object.ptr(), name)) : nb::object();
}
nb::object attribute(nb::handle object, char const* name) {
  return object.is_valid() ? valid(PyObject_GetAttrString(object.ptr(), name)) : nb::object();
}
nb::object result_of(nb::handle object, PyObject* method) {
  return valid(PyObject_CallMethodNoArgs(object.ptr(), method));
}
nb::object result_of(nb::object const& function) {
  auto* const result = PyObject_CallNoArgs(function.ptr());
  if (result == nullptr) throw nb::python_error();
  return nb::steal(result);
}
std::uintptr_t address_of(nb::handle number) {
  auto const address = PyLong_AsSize_t(number.ptr());
  if (address == static_cast<std::size_t>(-1) && PyErr_Occurred() != nullptr) throw nb::python_error();
  return address;
}

/// A module and what is used of it. Another thread may be importing it now: then it has not yet what is used.
struct Cupy {
  nb::object module, array, current_stream;

  bool find() {
    auto const cuda = attribute(module, "cuda");
    array = attribute(module, "ndarray");
    current_stream = attribute(cuda, "get_current_stream");
    return array.is_valid() && current_stream.is_valid();
  }
};
struct Torch {
  nb::object module, array, is_initialized, current_stream, raw_stream, current_device;
  std::pair<nb::object, araios_type> dtypes[5];

  bool find() {
    auto const cuda = attribute(module, "cuda"), functions = attribute(module, "_C");
    array = attribute(module, "Tensor");
    is_initialized = attribute(cuda, "is_initialized");
    current_stream = attribute(cuda, "current_stream");
    // A twentieth of the time of the public functions, 5 us. A torch without CUDA has none.
    raw_stream = attribute(functions, "_cuda_getCurrentRawStream");
    current_device = attribute(functions, "_cuda_getDevice");
    auto* dtype = dtypes;
    for (auto const& [name, type] : {std::pair{"float64", ARAIOS_FLOAT64}, std::pair{"float32", ARAIOS_FLOAT32},
                                     std::pair{"complex128", ARAIOS_COMPLEX128},
                                     std::pair{"complex64", ARAIOS_COMPLEX64}, std::pair{"int64", ARAIOS_INT64}})
      *dtype++ = {attribute(module, name), type};
    return array.is_valid() && is_initialized.is_valid();
  }
  std::uintptr_t stream() const {
    if (!raw_stream.is_valid() || !current_device.is_valid())
      return address_of(attribute(result_of(current_stream), names().cuda_stream));
    auto const device = result_of(current_device);
    return address_of(nb::handle(raw_stream)(device));
  }
};

/// The library, where the program has imported it, or nullptr. With the GIL.
template <class Library>
Library* imported(PyObject* name) {
  static auto* const the = new Library;
  auto* const module = PyDict_GetItem(PyImport_GetModuleDict(), name);
  if (module == nullptr) return nullptr;
  if (the->module.ptr() != module) {
    Library found;  // other threads may run while it is filled
    found.module = nb::borrow(module);
    if (!found.find()) return nullptr;
    *the = std::move(found);
  }
  return the;
}
Cupy* cupy() { return imported<Cupy>(names().cupy); }
Torch* torch() { return imported<Torch>(names().torch); }

bool is_of(nb::handle object, nb::handle type) {
  return reinterpret_cast<PyObject*>(Py_TYPE(object.ptr())) == type.ptr();
}

/// The array with this shape, a tuple; nothing of another number of dimensions.
std::optional<DeviceOperand> with_shape(DeviceOperand array, nb::handle shape) {
  if (!shape.is_valid() || !PyTuple_Check(shape.ptr())) return {};
  auto const dimensions = PyTuple_GET_SIZE(shape.ptr());
  if (dimensions != 1 && dimensions != 2) return {};
  array.num_dimensions = static_cast<int>(dimensions);
  array.rows = PyLong_AsLongLong(PyTuple_GET_ITEM(shape.ptr(), 0));
  if (dimensions == 2) array.columns = PyLong_AsLongLong(PyTuple_GET_ITEM(shape.ptr(), 1));
  return array;
}

std::optional<DeviceOperand> array_of_cupy(nb::handle x) {
  auto const dtype = attribute(x, names().dtype);
  auto const address = attribute(attribute(x, names().data), names().ptr);
  auto const contiguous = attribute(attribute(x, names().flags), names().c_contiguous);
  if (!dtype.is_valid() || !address.is_valid() || contiguous.ptr() != Py_True) return {};
  auto const type = type_of(elements_of(*reinterpret_cast<NumpyDtype const*>(dtype.ptr())));
  if (type == ARAIOS_TYPE_DEFAULT) return {};
  return with_shape({.address = address_of(address), .type = type}, attribute(x, names().shape));
}

std::optional<DeviceOperand> array_of_torch(nb::handle x, Torch const& torch) {
  if (attribute(x, names().is_cuda).ptr() != Py_True) return {};
  if (result_of(x, names().is_contiguous).ptr() != Py_True) return {};
  // The memory of a tensor that is conjugated or negated lazily has other values than the tensor: Python refuses it.
  if (result_of(x, names().is_conj).ptr() != Py_False || result_of(x, names().is_neg).ptr() != Py_False) return {};
  // A result has no gradient: Python refuses the tensor where torch records operations on it.
  if (attribute(x, names().requires_grad).ptr() != Py_False) return {};
  auto const address = result_of(x, names().data_ptr), dtype = attribute(x, names().dtype);
  if (!address.is_valid() || !dtype.is_valid()) return {};
  for (auto const& [of_torch, type] : torch.dtypes)
    if (dtype.is(of_torch))
      return with_shape({.address = address_of(address), .type = type}, attribute(x, names().shape));
  return {};
}

bool are_streams_forgotten = false;

}  // namespace

std::optional<DeviceOperand> device_operand(nb::handle object) {
  if (auto const* const library = cupy(); library != nullptr && is_of(object, library->array))
    return array_of_cupy(object);
  if (auto const* const library = torch(); library != nullptr && is_of(object, library->array))
    return array_of_torch(object, *library);
  return {};
}

nb::object empty_like_operand(nb::handle array, DeviceOperand const& like, std::int64_t rows) {
  auto const shape = like.num_dimensions == 1 ? nb::make_tuple(rows) : nb::make_tuple(rows, like.columns);
  if (auto const* const library = cupy(); library != nullptr && is_of(array, library->array))
    return library->array(shape, attribute(array, names().dtype));
  return nb::handle(array).attr(names().new_empty)(shape);
}

CallerStreams caller_streams() {
  CallerStreams found;
  if (are_streams_forgotten) return found;
  if (auto const* const library = cupy(); library != nullptr)
    found.add(address_of(attribute(result_of(library->current_stream), names().ptr)));
  // False in a process that was forked of one that uses CUDA.
  if (auto const* const library = torch(); library != nullptr && result_of(library->is_initialized).ptr() == Py_True)
    found.add(library->stream());
  return found;
}

void forget_caller_streams() { are_streams_forgotten = true; }

}  // namespace araios_python
