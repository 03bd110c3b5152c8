// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Arrays of NumPy, read in place. nb::ndarray is a snapshot of an array, and takes longer than all other checks of a
/// short product; a guard compares the present address and length of borrowed arrays before each use.

#include <araios.h>
#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>

namespace araios_python {

namespace nb = nanobind;

/// The first members of a dtype and of an array of NumPy, in all versions.
struct NumpyDtype {
  PyObject_HEAD PyTypeObject* scalar;
  char kind;
  char type;
  char byte_order;
  char flags;
  int number;
};
struct NumpyArray {
  PyObject_HEAD char* data;
  int num_dimensions;
  Py_ssize_t const* dimensions;
  Py_ssize_t const* strides;
  PyObject* base;
  NumpyDtype const* dtype;
  int flags;

  std::int64_t length() const { return num_dimensions == 0 ? 1 : dimensions[0]; }
  bool is_c_contiguous() const { return (flags & 1) != 0; }
  bool is_contiguous() const { return (flags & 3) != 0; }
  bool is_writeable() const { return (flags & 0x400) != 0; }
};

/// What the elements of an array are: 'f', 'c', 'i', or 'b' of bool, and their bytes; 0 where a matrix has no such
/// ones.
struct Elements {
  char kind = 0;
  int bytes = 0;
  /// Indices, or values of integers.
  bool is_integer() const { return kind == 'i'; }
};

/// The array, or nullptr of another object. With the GIL.
NumpyArray const* numpy_array(nb::handle object);

/// The elements of a dtype or an array in native byte order; those that are signed integers of 4 or 8 bytes, floats and
/// complex numbers of 4 and 8 bytes a part, and bools.
Elements elements_of(NumpyDtype const& dtype);
inline Elements elements_of(NumpyArray const& array) { return elements_of(*array.dtype); }
/// Whether the array begins at a multiple of the bytes of an element: NumPy's complex128 need multiples of 8, and some
/// builds of Kokkos of 16.
inline bool is_aligned(NumpyArray const& array) {
  auto const bytes = static_cast<std::uintptr_t>(elements_of(array).bytes);
  return bytes == 0 || reinterpret_cast<std::uintptr_t>(array.data) % bytes == 0;
}

/// The elements of values of a type; of a pattern there are none.
Elements elements_of(araios_type type);

/// The type of values, or the default where no matrix has them.
araios_type type_of(Elements const& elements);

/// numpy.empty of n elements, of n times `columns` where that is not negative.
nb::object empty_array(std::int64_t n, std::int64_t columns, NumpyDtype const* dtype);

}  // namespace araios_python
