# SPDX-License-Identifier: Apache-2.0
"""Products of a matrix with vectors, dense matrices and sparse matrices."""

import numpy as np

from . import _core, _device, _names
from ._names import PATTERN, TYPES, number_of, value_dtype


def cast(h, dtype):
    """A handle with values of this type; a pattern stays as it is."""
    return h if h.type == PATTERN or _names.DTYPES[h.type] == dtype else _core.cast(h, TYPES[dtype], 0)


def number_dtype(A, *others):
    """The type of products of A with these: that of NumPy, float64 of integers and patterns."""
    dtype = value_dtype(np.result_type(A._dtype, *others))
    return np.dtype(np.float64) if dtype.kind == "b" else dtype


def dense_product(A, x, y, op, semiring, method, alpha, beta, plan=None):
    """y := alpha op(A) x + beta y for x of one or two dimensions, on the host or on the GPU. y may be None."""
    rows, columns = A._h.shape if op == 0 else A._h.shape[::-1]
    on_device = _device.is_device(x)
    if on_device != (A.device == "cuda"):
        raise TypeError(f"the matrix is in memory of the {A.device}, the vector is not; see Matrix.to")
    shape = tuple(x.shape) if on_device else x.shape
    if len(shape) not in (1, 2) or shape[0] != columns:
        raise ValueError(f"matmul: dimension mismatch: {(rows, columns)} and {shape}")
    if on_device:
        return _device_product(A, x, y, op, semiring, method, alpha, beta, plan, (rows, *shape[1:]))
    dtype = number_dtype(A, x.dtype)
    if isinstance(alpha, complex) or isinstance(beta, complex):
        dtype = value_dtype(np.result_type(dtype, np.complex64))
    h = cast(A._h, dtype)
    if h.type == PATTERN and dtype != np.float64:
        h = _core.cast(h, TYPES[dtype], 0)
    x = x.astype(dtype, copy=False)
    if y is None:
        if beta != 0:
            raise ValueError("beta is not 0, but there is no y")
        y = np.empty((rows, *shape[1:]), dtype)
    elif y.shape != (rows, *shape[1:]) or y.dtype != dtype:
        raise ValueError(
            f"y must be an array of shape {(rows, *shape[1:])} and type {dtype}, not {y.shape} and {y.dtype}"
        )
    if len(shape) == 1:
        _core.spmv(h, np.ascontiguousarray(x), y, op, semiring, method, alpha, beta, plan)
        return y
    if semiring:
        for j in range(shape[1]):
            column = np.ascontiguousarray(y[:, j])
            _core.spmv(h, np.ascontiguousarray(x[:, j]), column, op, semiring, method, alpha, beta)
            y[:, j] = column
        return y
    by_rows = x.flags.c_contiguous
    if not by_rows and not x.flags.f_contiguous:
        x, by_rows = np.ascontiguousarray(x), True
    if not (y.flags.c_contiguous or y.flags.f_contiguous):
        raise ValueError("y must be contiguous, by rows or by columns")
    _core.spmm(h, x, y, shape[1], by_rows, y.flags.c_contiguous, op, alpha, beta)
    return y


def _device_product(A, x, y, op, semiring, method, alpha, beta, plan, shape):
    dtype = number_dtype(A)
    if y is None:
        y = _device.empty_like(x, shape, dtype)
    x_address, _, x_type, x_contiguous = _device.describe(x)
    y_address, y_shape, y_type, y_contiguous = _device.describe(y)
    if x_type != dtype or y_type != dtype or y_shape != shape or not (x_contiguous and y_contiguous):
        raise TypeError(f"on the GPU x and y are C-contiguous arrays of type {dtype}; y has shape {shape}")
    if len(shape) == 1:
        _core.spmv(A._h, x_address, y_address, op, semiring, method, alpha, beta, plan)
    elif semiring:
        raise TypeError("products in a semiring with several columns: one column after the other")
    else:
        _core.spmm(A._h, x_address, y_address, shape[1], True, True, op, alpha, beta)
    return y


def sparse_product(A, B, semiring=0, mask=None, complement=False, op_a=0, op_b=0, accumulate=None):
    """C := A B, or C + A B, of two sparse matrices."""
    from .matrix import wrap

    (m, k), (p, n) = (A.shape if op_a == 0 else A.shape[::-1]), (B.shape if op_b == 0 else B.shape[::-1])
    if k != p:
        raise ValueError(f"matmul: dimension mismatch: {(m, k)} and {(p, n)}")
    for other, what in ((mask, "mask"), (accumulate, "accumulate")):
        if other is not None and other.shape != (m, n):
            raise ValueError(f"{what} has shape {other.shape}, the product {(m, n)}")
    dtype = value_dtype(np.result_type(A._dtype, B._dtype))
    a = cast(A._operand(), dtype)
    b = a if B is A else cast(B._operand(), dtype)
    h = _core.multiply(
        a,
        b,
        semiring,
        None if mask is None else mask._operand(),
        complement,
        op_a,
        op_b,
        None if accumulate is None else cast(accumulate._operand(), dtype),
    )
    return wrap(h, canonical=True)


def matmul(A, other):
    """A @ other."""
    from .matrix import Matrix
    from .vector import Vector

    if isinstance(other, Matrix):
        return sparse_product(A, other)
    if isinstance(other, Vector):
        return other._product(_core.mxv, A, 0, None, False)
    if hasattr(other, "tocsr"):
        return sparse_product(A, Matrix(other))
    if _device.is_device(other):
        return dense_product(A, other, None, 0, 0, 0, 1.0, 0.0)
    if isinstance(other, (int, float, complex, np.generic)):
        raise ValueError("Scalar operands are not allowed, use '*' instead")
    try:
        x = np.asarray(other)
    except Exception:
        return NotImplemented
    if x.dtype == object:
        return NotImplemented
    if x.ndim == 0:
        raise ValueError("Scalar operands are not allowed, use '*' instead")
    return dense_product(A, x, None, 0, 0, 0, 1.0, 0.0)


def rmatmul(A, other):
    """other @ A: by the transpose of A."""
    from .matrix import Matrix
    from .vector import Vector

    if isinstance(other, Vector):
        return other._product(_core.vxm, A, 0, None, False)
    if hasattr(other, "tocsr"):
        return sparse_product(Matrix(other), A)
    if _device.is_device(other):
        raise TypeError("x @ A on the GPU: araios.spmv(A, x, op='T')")
    x = np.asarray(other)
    if x.ndim not in (1, 2) or x.shape[-1] != A.shape[0]:
        raise ValueError(f"matmul: dimension mismatch: {x.shape} and {A.shape}")
    y = dense_product(A, x if x.ndim == 1 else x.T, None, 1, 0, 0, 1.0, 0.0)
    return y if x.ndim == 1 else y.T


def spmv(A, x, y=None, *, alpha=1.0, beta=0.0, op="N", semiring="plus_times", method="automatic"):
    """y := alpha op(A) x + beta y.

    Parameters
    ----------
    A : Matrix of shape (m, n)
    x : array of shape (n,) or (n, k); of shape (m,) or (m, k) for op 'T' and 'H'
    y : array for the result, which is returned; a new one where it is None
    alpha, beta : numbers; with beta = 0 the old y is not read
    op : 'N', 'T' (transpose) or 'H' (conjugate transpose)
    semiring : 'plus_times', 'min_plus', 'max_plus', 'max_times', 'or_and' or 'plus_pair'
    method : 'automatic', 'rows' or 'merge'

    Raises ValueError for shapes that disagree, TypeError for memory of another device.

    >>> import araios, numpy as np
    >>> A = araios.Matrix([[1.0, 4.0], [2.0, 0.0]])
    >>> araios.spmv(A, np.array([1.0, 2.0]), alpha=10.0, op="T")
    array([50., 40.])
    >>> araios.spmv(A, np.array([1.0, 2.0]), semiring="min_plus")
    array([2., 3.])
    """
    from .matrix import as_matrix

    x = x if _device.is_device(x) else np.asarray(x)
    return dense_product(
        as_matrix(A),
        x,
        y,
        number_of(_names.OPS, op, "op"),
        number_of(_names.SEMIRINGS, semiring, "semiring"),
        number_of(_names.SPMV_METHODS, method, "method"),
        alpha,
        beta,
    )


def spgemm(A, B, semiring="plus_times", *, mask=None, complement=False, accumulate=None, op_a="N", op_b="N"):
    """C := op(A) op(B) over a semiring, at the entries of a mask or at all others, added to another matrix.

    Parameters
    ----------
    A, B : Matrix of shapes (m, k) and (k, n)
    semiring : 'plus_times', 'min_plus', 'max_plus', 'max_times', 'or_and' or 'plus_pair'
    mask : Matrix of shape (m, n): only entries where it has one are computed; its values do not matter
    complement : only entries where the mask has none
    accumulate : Matrix of shape (m, n) that the product is added to; it is not changed
    op_a, op_b : 'N', 'T' or 'H'

    Raises ValueError for shapes that disagree, OverflowError where the product does not fit its index type.

    >>> import araios
    >>> road = araios.Matrix([[0.0, 3.0, 0.0], [0.0, 0.0, 4.0], [9.0, 0.0, 0.0]])
    >>> araios.spgemm(road, road, semiring="min_plus").toarray()
    array([[ 0.,  0.,  7.],
           [13.,  0.,  0.],
           [ 0., 12.,  0.]])
    """
    from .matrix import as_matrix

    return sparse_product(
        as_matrix(A),
        as_matrix(B),
        number_of(_names.SEMIRINGS, semiring, "semiring"),
        None if mask is None else as_matrix(mask),
        bool(complement),
        number_of(_names.OPS, op_a, "op"),
        number_of(_names.OPS, op_b, "op"),
        None if accumulate is None else as_matrix(accumulate),
    )
