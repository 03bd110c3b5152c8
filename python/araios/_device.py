# SPDX-License-Identifier: Apache-2.0
"""Arrays of CuPy and tensors of torch on a GPU: addresses, streams, results of the same library."""

import sys

import numpy as np

from . import _context


def is_device(x):
    """Whether x is an array on a GPU. Tensors of torch on the CPU have no such interface, and raise AttributeError."""
    return hasattr(x, "__cuda_array_interface__")


def library(x):
    """'cupy', 'torch', or 'other' with the array interface of CUDA."""
    name = type(x).__module__.partition(".")[0]
    return name if name in ("cupy", "cupyx", "torch") else "other"


def current_stream(x):
    """The address of the stream on which the library of x works now; 0, the default stream, of other libraries."""
    name = library(x)
    if name in ("cupy", "cupyx"):
        return sys.modules["cupy"].cuda.get_current_stream().ptr
    if name == "torch":
        return sys.modules["torch"].cuda.current_stream(x.device).cuda_stream
    return int(x.__cuda_array_interface__.get("stream") or 0) if hasattr(x, "__cuda_array_interface__") else 0


def context_of(x):
    """The context of the device, on the current stream of the library of x."""
    return _context.device(current_stream(x))


def describe(x):
    """(address, shape, dtype, whether C-contiguous) of an array on a GPU."""
    interface = x.__cuda_array_interface__
    shape = tuple(interface["shape"])
    dtype = np.dtype(interface["typestr"])
    strides = interface.get("strides")
    contiguous = strides is None
    if not contiguous:
        expected, step = [], dtype.itemsize
        for size in reversed(shape):
            expected.append(step)
            step *= size
        contiguous = all(size <= 1 or a == b for size, a, b in zip(shape, strides, reversed(expected)))
    return interface["data"][0], shape, dtype, contiguous


def empty_like(x, shape, dtype):
    """A new array on the device of the library of x."""
    name = library(x)
    if name == "torch":
        torch = sys.modules["torch"]
        return torch.empty(shape, dtype=getattr(torch, np.dtype(dtype).name), device=x.device)
    if name == "other":
        import cupy
    else:
        cupy = sys.modules["cupy"]
    return cupy.empty(shape, dtype)


class DeviceArray:
    """A one-dimensional array on the GPU that a matrix owns; it keeps the matrix alive.

    ``cupy.asarray(a)``, ``torch.as_tensor(a, device="cuda")`` and ``from_dlpack(a)`` of either share its memory.
    """

    __slots__ = ("_array", "_owner", "_address", "shape", "dtype", "_read_only")

    def __init__(self, array, owner, address, dtype, read_only):
        self._array = array
        self._owner = owner
        self._address = address
        self.shape = tuple(array.shape)
        self.dtype = np.dtype(dtype)
        self._read_only = read_only

    @property
    def __cuda_array_interface__(self):
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._address, self._read_only),
            "version": 3,
            "stream": _context._device_stream or 1,
        }

    def __dlpack__(self, **arguments):
        self._owner.context.synchronize()
        return self._array.__dlpack__(**arguments)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        return f"<DeviceArray of {self.shape[0]} elements of {self.dtype}>"
