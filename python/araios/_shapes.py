# SPDX-License-Identifier: Apache-2.0
"""Axes, shapes and results of reductions, of matrices and vectors."""

import numpy as np

from ._names import value_dtype


def axis_of(axis):
    """None, 0 or 1 from an axis as NumPy has it, or a tuple of axes."""
    if axis is None or (type(axis) is int and 0 <= axis < 2):
        return axis
    axes = axis if isinstance(axis, tuple) else (axis,)
    if not axes:
        raise ValueError("axis is (): a reduction along no axis has two dimensions")
    for a in axes:
        if not hasattr(a, "__index__") or isinstance(a, (bool, np.bool_)):
            raise TypeError(f"axis must be an integer/tuple of ints, not {type(a).__name__}")
        if not -2 <= a < 2:
            raise ValueError(f"axis out of range: axis {a} is out of bounds for a matrix")
    axes = [a.__index__() % 2 for a in axes]
    if len(set(axes)) != len(axes):
        raise ValueError(f"duplicate value in axis: {axis}")
    return axes[0] if len(axes) == 1 else None


def into(out, result, keepdims, axis):
    """The result of a reduction with the requested dimensions, in `out` where that is given."""
    if keepdims:
        result = np.reshape(result, (1, 1) if axis is None else np.expand_dims(result, axis).shape)
    if out is None:
        return result
    if not isinstance(out, np.ndarray):
        raise TypeError(f"output must be an array of NumPy, not {type(out).__name__}")
    if out.shape != np.shape(result):
        raise ValueError(f"output parameter has the wrong dimensions: {out.shape}, the result {np.shape(result)}")
    result = np.asarray(result)
    if result.dtype.kind == "c" and out.dtype.kind != "c":
        raise TypeError(f"output is of type {out.dtype}, which does not hold a result of type {result.dtype}")
    out[...] = result
    return out


def widened(A, dtype):
    """A matrix or vector in the type in which its sum is computed, where that of the sum is to be `dtype`.

    Elements become integers or bools before they are summed, as in NumPy.
    """
    if dtype is None or A.dtype.kind == "b":
        return A
    kind = np.dtype(dtype).kind
    if kind == "b":
        return A.astype(bool)
    if kind in "iu":
        if A.dtype.kind == "i":
            return A
        integer = value_dtype(np.int64)
        return A.astype(integer) if integer.kind == "i" else np.trunc(A.real)
    if kind not in "fc":
        return A
    part = np.empty(0, dtype).real.dtype  # a real sum needs no complex matrix
    wide = value_dtype(np.result_type(part, A.dtype))
    return A if wide == A.dtype else A.astype(wide)


def dtype_of_mean(A, dtype):
    """The type in which a mean is computed: float64 of integers."""
    return np.float64 if dtype is None and A.dtype.kind == "i" else dtype


def refuse_out(out):
    if out is not None:
        raise ValueError("Sparse arrays do not support an 'out' parameter.")


def shape_from(shape):
    if len(shape) == 1 and (not hasattr(shape[0], "__index__") or np.ndim(shape[0]) > 0):
        shape = tuple(shape[0])
    return tuple(int(n.__index__()) for n in shape)


def whole_shape(shape, count):
    """The shape with its -1 replaced; ValueError where it has not `count` elements, or other than 1 or 2 dimensions."""
    if len(shape) not in (1, 2):
        raise ValueError(f"a sparse result has 1 or 2 dimensions, not {len(shape)}")
    unknown = [i for i, n in enumerate(shape) if n < 0]
    if len(unknown) > 1:
        raise ValueError("can only specify one unknown dimension")
    if unknown:
        known = int(np.prod([n for n in shape if n >= 0], dtype=object))
        if known == 0 or count % known:
            raise ValueError(f"cannot reshape {count} elements into shape {shape}")
        shape = tuple(count // known if n < 0 else n for n in shape)
    if int(np.prod(shape, dtype=object)) != count:
        raise ValueError(f"cannot reshape {count} elements into shape {shape}")
    return shape
