# SPDX-License-Identifier: Apache-2.0
"""Products of a matrix with vectors, dense matrices and sparse matrices."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from . import _core, _device, _names
from ._base import MatrixBase, as_matrix, operand_dtype, operand_of, operands_of, wrap
from ._convert import aligned
from ._core import Op, Semiring, SpmvMethod
from ._names import DEVICE, NO_TRANSPOSE, PATTERN, PLUS_TIMES, TYPES, member_of
from ._types import (
    dtype_of,
    is_scalar,
    parts_of,
    require_exact,
    require_number,
    result_dtype,
)
from ._typing import ArrayLike, Matrix, MatrixLike, NDArray, OpName, SemiringName
from .vector import Vector

_OF_BOOLS = PLUS_TIMES, Semiring.or_and  # the semirings in which a product of bools is one of bool

_AUTOMATIC = SpmvMethod.automatic


def cast(h, dtype):
    """A handle with values of this type; a pattern stays as it is."""
    return h if h.type == PATTERN or _names.DTYPES[h.type] == dtype else _core.cast(h, TYPES[dtype])


def number_dtype(A, *others):
    """The type in which products of A with these are computed: that of the result, float64 of bools."""
    dtype = result_dtype(A._dtype, *others)
    return np.dtype(np.float64) if dtype.kind == "b" else dtype


def _factors(alpha, beta, semiring):
    """alpha and beta as numbers of Python; refused where a semiring has none."""
    if type(alpha) is float and type(beta) is float and semiring == PLUS_TIMES:
        return alpha, beta
    require_number(alpha, "alpha")
    require_number(beta, "beta")
    if semiring != PLUS_TIMES and (alpha != 1 or beta != 0):
        raise ValueError(f"alpha and beta are for plus_times: another semiring needs 1 and 0, not {alpha} and {beta}")
    return tuple(x.item() if isinstance(x, (np.generic, np.ndarray)) else x for x in (alpha, beta))


def _computed_dtype(A, x, y, alpha, beta):
    """The type of the result, which y can hold."""
    # An alpha of 1.0 and a beta of 0.0 or 1.0 leave bools and integers as they are.
    factors = [f for f, none in ((alpha, (1.0,)), (beta, (0.0, 1.0))) if type(f) is not float or f not in none]
    dtype = result_dtype(A._dtype, dtype_of(x), *factors)
    if y is None:
        return dtype
    if dtype.kind == "b":
        dtype = np.dtype(np.float64)
    if y.dtype not in TYPES or y.dtype.kind == "b":
        raise TypeError(f"y is of type {y.dtype}, the product of type {dtype}")
    wider = result_dtype(dtype, y.dtype)
    if wider != y.dtype:
        raise TypeError(f"y is of type {y.dtype}, which does not hold a product of type {dtype}")
    return wider


def dense_product(
    A, x, y=None, op=NO_TRANSPOSE, semiring=PLUS_TIMES, method=_AUTOMATIC, alpha=1.0, beta=0.0, plan=None
):
    """y := alpha op(A) x + beta y for x of one or two dimensions, on the host or on the GPU. y may be None."""
    given = alpha, beta
    if semiring != PLUS_TIMES:
        A = A._summed()
    alpha, beta = _factors(alpha, beta, semiring)
    rows, columns = A._h.shape if op == NO_TRANSPOSE else A._h.shape[::-1]
    on_device = _device.is_device(x)
    if on_device != (A._h.space == DEVICE):
        raise TypeError(f"the matrix is in memory of the {A.device}, the vector is not; see Matrix.to")
    shape = tuple(x.shape) if on_device else x.shape
    if len(shape) not in (1, 2) or shape[0] != columns:
        raise ValueError(f"matmul: dimension mismatch: {(rows, columns)} and {shape}")
    if len(shape) == 2 and method != _AUTOMATIC:
        raise ValueError("method needs x of one dimension; several columns have one method")
    if y is None and beta != 0:
        raise ValueError("beta is not 0, but there is no y")
    if on_device:
        return _device_product(A, x, y, op, semiring, method, alpha, beta, plan, (rows, *shape[1:]))
    if y is not None and not isinstance(y, np.ndarray):
        raise TypeError(f"y is an array of NumPy, not {type(y).__name__}")
    if y is not None and y.shape != (rows, *shape[1:]):
        raise ValueError(f"y must be an array of shape {(rows, *shape[1:])}, not {np.shape(y)}")
    if y is not None and not y.flags.writeable:
        raise ValueError("y is read-only")
    if y is not None and y.ndim == 1 and not y.flags.c_contiguous:
        raise ValueError("y must be contiguous")
    result = _computed_dtype(A, x, y, *given)
    if result.kind == "b" and semiring not in _OF_BOOLS:
        result = np.dtype(np.float64)  # True is 1
    dtype = result if result.kind != "b" else np.dtype(np.float64)
    if A._dtype.kind == "b":
        require_exact(x)
    if dtype.kind == "i":
        alpha, beta = (complex(*parts_of(int(f))) for f in (alpha, beta))
    h = cast(A._h, dtype)
    if h.type == PATTERN and (dtype != np.float64 or semiring != PLUS_TIMES):
        h = _core.cast(h, TYPES[dtype])
    x = aligned(x.astype(dtype, copy=False))
    target = y
    if y is None:
        y = np.empty((rows, *shape[1:]), dtype)
    else:
        y = aligned(y)
    if target is not None and semiring != PLUS_TIMES and x.ndim == 2 and A._shares_memory(y):
        raise ValueError("spmv: y and the arrays of A overlap")
    _host_product(h, x, y, op, semiring, method, alpha, beta, plan)
    if target is not None and y is not target:
        target[...] = y
        y = target
    return y if result == dtype else y != 0


def _host_product(h, x, y, op, semiring, method, alpha, beta, plan):
    """y := alpha op(A) x + beta y in the type of all three."""
    if x.ndim == 1:
        _core.spmv(h, np.ascontiguousarray(x), y, op, semiring, method, alpha, beta, plan)
        return
    if semiring != PLUS_TIMES:
        if np.may_share_memory(x, y):
            raise ValueError("spmv: x and y overlap")
        for j in range(x.shape[1]):
            column = np.ascontiguousarray(y[:, j])
            _core.spmv(h, np.ascontiguousarray(x[:, j]), column, op, semiring)
            y[:, j] = column
        return
    by_rows = x.flags.c_contiguous
    if not by_rows and not x.flags.f_contiguous:
        x, by_rows = np.ascontiguousarray(x), True
    if not (y.flags.c_contiguous or y.flags.f_contiguous):
        raise ValueError("y must be contiguous, by rows or by columns")
    _core.spmm(h, x, y, x.shape[1], by_rows, y.flags.c_contiguous, op, alpha, beta)


def _device_product(A, x, y, op, semiring, method, alpha, beta, plan, shape):
    dtype = A._dtype if A._dtype.kind != "b" else np.dtype(np.float64)
    if dtype.kind != "c" and (isinstance(alpha, complex) or isinstance(beta, complex)):
        raise TypeError(f"on the GPU alpha and beta have the type {dtype} of the matrix")
    if dtype.kind == "i":
        if not all(float(f).is_integer() for f in (alpha, beta)):
            raise TypeError(f"on the GPU alpha and beta have the type int64 of the matrix, not {alpha} and {beta}")
        alpha, beta = (complex(*parts_of(int(f))) for f in (alpha, beta))
    if y is None:
        y = _device.empty_like(x, shape, dtype)
    x_address, _, x_type, x_contiguous = _device.describe(x)
    y_address, y_shape, y_type, y_contiguous = _device.describe(y)
    if x_type != dtype or y_type != dtype or y_shape != shape or not (x_contiguous and y_contiguous):
        raise TypeError(f"on the GPU x and y are C-contiguous arrays of type {dtype}; y has shape {shape}")
    if len(shape) == 1:
        _core.spmv(A._h, x_address, y_address, op, semiring, method, alpha, beta, plan)
    elif semiring != PLUS_TIMES:
        raise TypeError("a semiring takes one column of x per call")
    else:
        _core.spmm(A._h, x_address, y_address, shape[1], True, True, op, alpha, beta)
    return y


def require_mask(mask, complement):
    """ValueError for a complement of nothing, which would have no effect."""
    if complement and mask is None:
        raise ValueError("complement=True needs a mask")


def sparse_product(
    A, B, semiring=PLUS_TIMES, mask=None, complement=False, op_a=NO_TRANSPOSE, op_b=NO_TRANSPOSE, accumulate=None
):
    """C := A B, or C + A B, of two sparse matrices."""
    (m, k), (p, n) = (
        (A.shape if op_a == NO_TRANSPOSE else A.shape[::-1]),
        (B.shape if op_b == NO_TRANSPOSE else B.shape[::-1]),
    )
    if k != p:
        raise ValueError(f"matmul: dimension mismatch: {(m, k)} and {(p, n)}")
    for other, what in ((mask, "mask"), (accumulate, "accumulate")):
        if other is not None and other.shape != (m, n):
            raise ValueError(f"{what} has shape {other.shape}, the product {(m, n)}")
    dtype = result_dtype(A._dtype, B._dtype)
    if dtype.kind == "b" and semiring not in _OF_BOOLS:
        dtype = np.dtype(np.float64)  # True is 1
        A, B = A.astype(dtype), B.astype(dtype)
    if accumulate is not None:
        if result_dtype(dtype, accumulate._dtype) != dtype:
            if semiring != PLUS_TIMES:
                dtype = result_dtype(dtype, accumulate._dtype)
                A, B = A.astype(dtype), B.astype(dtype)
            else:  # the product in its own type, as of NumPy
                return accumulate + sparse_product(A, B, PLUS_TIMES, mask, complement, op_a, op_b)
        elif dtype.kind != "b":
            accumulate = accumulate.astype(dtype, copy=False)
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


def _array_of(x):
    """A dense operand of a product as an array of NumPy, or None."""
    _device.require_no_gradient(x)
    try:
        x = np.asarray(x)
    except Exception:
        return None
    if x.dtype.kind in "USV":
        raise TypeError(f"no product with values of type {x.dtype}")
    return None if x.dtype == object else x


def matmul(A, other):
    """A @ other."""
    if A._h.space == DEVICE and _device.is_device(other):
        return dense_product(A, other)
    if isinstance(other, MatrixBase):
        return sparse_product(A, other)
    if isinstance(other, Vector):
        return other._product(_core.mxv, A)
    if hasattr(other, "tocsr"):
        if len(other.shape) == 1:  # of SciPy
            return Vector(other, dtype=operand_dtype(other, A._dtype))._product(_core.mxv, A)
        return sparse_product(A, operand_of(other, A._dtype))
    if _device.is_device(other):
        return dense_product(A, other)
    if is_scalar(other):
        raise ValueError("Scalar operands are not allowed, use '*' instead")
    x = _array_of(other)
    if x is None or x.ndim == 0:
        return NotImplemented
    return dense_product(A, x)


def rmatmul(A, other):
    """other @ A: by the transpose of A."""
    if isinstance(other, Vector):
        return other._product(_core.vxm, A)
    if hasattr(other, "tocsr"):
        if len(other.shape) == 1:
            return Vector(other, dtype=operand_dtype(other, A._dtype))._product(_core.vxm, A)
        return sparse_product(operand_of(other, A._dtype), A)
    if _device.is_device(other):
        raise TypeError("x @ A on the GPU: araios.spmv(A, x, op='T')")
    if is_scalar(other):
        raise ValueError("Scalar operands are not allowed, use '*' instead")
    x = _array_of(other)
    if x is None or x.ndim == 0:
        return NotImplemented
    if x.ndim not in (1, 2) or x.shape[-1] != A.shape[0]:
        raise ValueError(f"matmul: dimension mismatch: {x.shape} and {A.shape}")
    y = dense_product(A, x if x.ndim == 1 else x.T, op=Op.transpose)
    return y if x.ndim == 1 else y.T


_SPMV_SEMIRINGS = {name: semiring for name, semiring in _names.SEMIRINGS.items() if name != "plus_pair"}


def spmv(
    A: MatrixLike,
    x: ArrayLike,
    y: NDArray[Any] | None = None,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    op: OpName = "N",
    semiring: SemiringName = "plus_times",
    method: Literal["automatic", "rows", "merge"] = "automatic",
) -> Any:
    """y := alpha op(A) x + beta y.

    Parameters
    ----------
    A : Matrix of shape (m, n)
    x : array of shape (n,) or (n, k); of shape (m,) or (m, k) for op 'T' and 'H'
    y : array for the result, which is returned; a new one where it is None
    alpha, beta : numbers; with beta = 0 the old y is not read. Over another semiring than plus_times 1 and 0
    op : 'N', 'T' (transpose) or 'H' (conjugate transpose)
    semiring : 'plus_times', 'min_plus', 'max_plus', 'max_times' or 'or_and'
    method : 'automatic', 'rows' or 'merge'; of x with one dimension

    The result has the type of NumPy of A, x, alpha and beta. Raises ValueError for shapes that disagree, TypeError for
    a y that does not hold this type, and for memory of another device.

    >>> import araios, numpy as np
    >>> A = araios.Matrix([[1.0, 4.0], [2.0, 0.0]])
    >>> araios.spmv(A, np.array([1.0, 2.0]), alpha=10.0, op="T")
    array([50., 40.])
    >>> araios.spmv(A, np.array([1.0, 2.0]), semiring="min_plus")
    array([2., 3.])
    """
    A = as_matrix(A)
    op = member_of(_names.OPS, op, "op")
    semiring = member_of(_SPMV_SEMIRINGS, semiring, "semiring")
    method = member_of(_names.SPMV_METHODS, method, "method")
    if semiring == PLUS_TIMES and method == _AUTOMATIC:
        result = _core.product(A._h, x, y, op, alpha, beta)
        if result is not None:
            return result
    x = _device.dense(x)
    return dense_product(A, x, y, op, semiring, method, alpha, beta)


def spgemm(
    A: MatrixLike,
    B: MatrixLike,
    semiring: SemiringName = "plus_times",
    *,
    mask: MatrixLike | None = None,
    complement: bool = False,
    accumulate: MatrixLike | None = None,
    op_a: OpName = "N",
    op_b: OpName = "N",
) -> Matrix:
    """C := op(A) op(B) over a semiring, at the entries of a mask or at all others, added to another matrix.

    Parameters
    ----------
    A, B : Matrix of shapes (m, k) and (k, n)
    semiring : 'plus_times', 'min_plus', 'max_plus', 'max_times', 'or_and', 'plus_pair' or 'any_pair'. The last two
        read coordinates alone: how many pairs of entries meet, and whether any do, a Boolean matrix
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
    require_mask(mask, complement)
    A, B = operands_of(A, B)
    if semiring == "any_pair":
        A, B, semiring = A.pattern(), B.pattern(), "or_and"
    return sparse_product(
        A,
        B,
        member_of(_names.SEMIRINGS, semiring, "semiring"),
        None if mask is None else as_matrix(mask),
        bool(complement),
        member_of(_names.OPS, op_a, "op"),
        member_of(_names.OPS, op_b, "op"),
        None if accumulate is None else operand_of(accumulate, result_dtype(A._dtype, B._dtype)),
    )
