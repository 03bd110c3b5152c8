# SPDX-License-Identifier: Apache-2.0
"""Arrays of CuPy and tensors of torch on a GPU: addresses, streams, results of the same library."""

import functools
import sys

import numpy as np

from . import _core, _names


@functools.lru_cache(maxsize=256)
def _library_of(cls):
    name = cls.__module__.partition(".")[0]
    return name if name in ("cupy", "torch") else "other"


def library(x):
    """'cupy', 'torch', or 'other'."""
    return _library_of(type(x))


@functools.lru_cache(maxsize=64)
def _dtype_of_torch(dtype):
    return np.dtype(str(dtype).partition(".")[2])


def is_device(x):
    """Whether x is an array on a GPU."""
    if type(x) is np.ndarray:
        return False
    name = library(x)
    if name == "cupy":
        return True
    return x.is_cuda if name == "torch" else hasattr(x, "__cuda_array_interface__")


def require_no_gradient(x):
    """TypeError for a tensor of torch on which torch records operations: what Araios makes of it has no gradient."""
    if library(x) == "torch" and getattr(x, "requires_grad", False) and sys.modules["torch"].is_grad_enabled():
        raise TypeError(
            "torch records operations on this tensor (requires_grad), and a result of Araios has no gradient: "
            "pass x.detach(), or call this within torch.no_grad()"
        )


def dense(x):
    """x where it is on a GPU, else as an array of NumPy."""
    if is_device(x):
        return x
    require_no_gradient(x)
    return np.asarray(x)


def describe(x):
    """(address, shape, dtype, whether C-contiguous) of an array on a GPU."""
    name = library(x)
    if name == "cupy":  # the interface itself takes 4 us
        return x.data.ptr, x.shape, x.dtype, x.flags.c_contiguous
    if name == "torch":
        if x.is_conj() or x.is_neg():
            raise TypeError(
                "torch conjugates or negates this tensor where it is read, and its memory has other values: "
                "pass x.resolve_conj().resolve_neg()"
            )
        require_no_gradient(x)
        return x.data_ptr(), tuple(x.shape), _dtype_of_torch(x.dtype), x.is_contiguous()
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


def describe_dtype(x):
    """The type of an array of NumPy, or of one on a GPU."""
    return x.dtype if isinstance(x, np.ndarray) else describe(x)[2]


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


def to_cupy(a):
    """The array of CuPy over a DeviceArray; ``cupy.asarray`` takes four times as long."""
    import cupy

    a.hand_over()
    memory = cupy.cuda.UnownedMemory(a._address, a.shape[0] * a.dtype.itemsize, a, a._device_id)
    return cupy.ndarray(a.shape, a.dtype, cupy.cuda.MemoryPointer(memory, 0))


class DeviceArray:
    """A one-dimensional array on the GPU that a matrix owns; it keeps the matrix alive.

    ``cupy.asarray(a)``, ``torch.as_tensor(a, device="cuda")`` and ``from_dlpack(a)`` of either share its memory.
    """

    __slots__ = ("_owner", "_address", "shape", "_type", "_device_id")

    def __init__(self, owner, view):
        self._owner = owner
        self._address, count, self._type, self._device_id = view
        self.shape = (count,)

    @property
    def dtype(self):
        """The type of the elements, of NumPy."""
        return _names.VECTOR_DTYPES[self._type]

    def hand_over(self):
        """The current streams of CuPy and torch wait for what writes this array."""
        self._owner.context.hand_over()

    @property
    def __cuda_array_interface__(self):
        self.hand_over()
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._address, False),  # torch refuses what is read-only
            "version": 3,
            "stream": None,  # the current streams of CuPy and torch wait
        }

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("this array is shared on its device, not copied")
        self.hand_over()
        return _core.dlpack_capsule(self, self._address, self.shape[0], self._type, self._device_id)

    def __dlpack_device__(self):
        return 2, self._device_id  # kDLCUDA

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        return f"<DeviceArray of {self.shape[0]} elements of {self.dtype}>"
