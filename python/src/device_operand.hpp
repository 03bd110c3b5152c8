// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Arrays of CuPy and tensors of torch on a GPU, and the streams on which these libraries work, read from here by their
/// attributes. Neither library is imported: an array of it exists only where the program has done so. `__dlpack__` and
/// `__cuda_array_interface__` of CuPy take longer than a whole short product.

#include <araios.h>
#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>

namespace araios_python {

namespace nb = nanobind;

/// An array on a GPU of one dimension, or of two by rows, without gaps.
struct DeviceOperand {
  std::uintptr_t address = 0;
  araios_type type{};
  int num_dimensions = 0;
  std::int64_t rows = 0;
  std::int64_t columns = 1;
};

/// Nothing of other objects, other arrays, and types of values that no matrix has.
std::optional<DeviceOperand> device_operand(nb::handle object);

/// A new array of so many rows, of the library, the device and the type of `array`, for which device_operand is not
/// nothing. It has the columns of that one.
nb::object empty_like_operand(nb::handle array, DeviceOperand const& like, std::int64_t rows);

/// The streams, without the default one, on which CuPy and torch work now in this thread.
struct CallerStreams {
  void* streams[2];
  int count = 0;

  void add(std::uintptr_t address) {
    auto* const stream = reinterpret_cast<void*>(address);
    if (address > 1 && (count == 0 || streams[0] != stream)) streams[count++] = stream;
  }
  void* const* begin() const { return streams; }
  void* const* end() const { return streams + count; }
};
CallerStreams caller_streams();

/// From now on there are none: modules may be gone when the last matrix ends.
void forget_caller_streams();

}  // namespace araios_python
