# SPDX-License-Identifier: Apache-2.0
"""Operators of matrices: + - * / @ and what goes with them."""

from __future__ import annotations

import operator
from typing import Any, Literal

import numpy as np

from . import _convert, _core, _device, _names, _products
from ._base import MatrixBase, array_of, is_list, operand_of, wrap
from ._names import PATTERN, TYPES
from ._types import (
    InPlace,
    array_of_like,
    identity_of,
    is_scalar,
    is_sparse,
    is_spmatrix,
    of_parts,
    parts_of,
    require_number,
    result_dtype,
)
from ._typing import Boolean, Matrix, MonoidName, NDArray
from .vector import Vector

_product = _core.product


def _pair(A, B):
    """Handles of two matrices for an element-wise operation: of one shape and type, sorted."""
    if not isinstance(B, MatrixBase):
        B = operand_of(B, A._dtype)
    if A.shape != B.shape:
        raise ValueError(f"inconsistent shapes: {A.shape} and {B.shape}")
    dtype = result_dtype(A._dtype, B._dtype)
    return [_number_handle(X, dtype) for X in (A, B)]


def _number_handle(A, dtype):
    """A handle in strict order with values of a type; of bool, too, where True becomes 1."""
    h = A._operand()
    return h if A._dtype == dtype else _core.cast(h, TYPES[dtype])


def _zeros(n, dtype, what, instead):
    try:
        return np.zeros(n, dtype)
    except (MemoryError, ValueError):
        raise MemoryError(f"{what} has {n} elements, too many for an array: {instead} has those of entries") from None


def _scattered(x, identity):
    """The array of a sparse vector, with an identity at indices without an entry."""
    instead = "reduce(op, axis, sparse=True)"
    if identity and x.shape[0] * x.dtype.itemsize > 2**30:
        raise MemoryError(f"the result has {x.shape[0]} elements, of which {x.nnz} have entries: {instead}")
    y = _zeros(x.shape[0], x.dtype, "the result", instead)
    if identity:
        y.fill(identity)
    y[x.indices] = x.data
    return y


_COMPARE = dict(zip(_names.COMPARISONS, (operator.ne, operator.eq, operator.lt, operator.le, operator.gt, operator.ge)))


class Arithmetic(InPlace, MatrixBase):
    """Methods of Matrix."""

    __slots__ = ()

    def __matmul__(self, other: Any) -> Any:
        """A @ x for x of shape (n,), A @ X for X of shape (n, k), and A @ B for a sparse matrix B."""
        y = _product(self._h, other)
        return _products.matmul(self, other) if y is None else y

    def __rmatmul__(self, other: Any) -> Any:
        return _products.rmatmul(self, other)

    def dot(self, other: Any) -> Any:
        """As ``@``, and as ``*`` for a number."""
        return self * other if is_scalar(other) else self @ other

    def __add__(self, other: Any) -> Any:
        if is_sparse(other):
            a, b = _pair(self, other)
            return wrap(_core.add(1.0, a, 1.0, b), canonical=True)
        if is_scalar(other):
            if other == 0:
                return self._plus_zero(other)
            raise NotImplementedError("adding a nonzero scalar to a sparse array is not supported")
        if isinstance(other, np.ndarray):
            return self.toarray() + other
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if is_sparse(other):
            a, b = _pair(self, other)
            return wrap(_core.add(1.0, a, -1.0, b), canonical=True)
        if is_scalar(other):
            if other == 0:
                return self._plus_zero(other)
            raise NotImplementedError("subtracting a nonzero scalar from a sparse array is not supported")
        if isinstance(other, np.ndarray):
            return self.toarray() - other
        return NotImplemented

    def _plus_zero(self, zero):
        """A copy in the type of the sum with a 0; that of Python's int has none, as sum([A, B]) begins with it."""
        return self.copy() if type(zero) is int else self.astype(result_dtype(self._dtype, zero))

    def __rsub__(self, other: Any) -> Any:
        if is_sparse(other):
            return operand_of(other, self._dtype) - self
        if isinstance(other, np.ndarray) and other.ndim:
            return other - self.toarray()
        return (-self) + other

    def __neg__(self) -> Matrix:
        return self._derived(_core.apply(_core.Function.negate, self._h))

    def __pos__(self) -> Matrix:
        return self.copy()

    def __abs__(self):
        if self._dtype.kind != "c":
            A = self._summed()
            return A._derived(_core.apply(_core.Function.abs, A._h))
        return self._map(np.abs)

    def __mul__(self, other: Any) -> Matrix:
        """Element by element, or by a number."""
        if is_scalar(other):
            require_number(other, "a factor")
            dtype = result_dtype(self._dtype, other)
            value = other.item() if isinstance(other, (np.generic, np.ndarray)) else other
            if dtype.kind == "b":  # by True or False
                nothing = _core.empty(self._h.context, PATTERN, self._h.index, *self.shape)
                return self.copy() if value else wrap(nothing, canonical=True)
            return (self.astype(dtype) if self._dtype.kind == "b" else self)._scaled(value, dtype)
        other = array_of_like(other)
        if is_sparse(other) or isinstance(other, np.ndarray):
            return self.multiply(other)
        return NotImplemented

    def __rmul__(self, other: Any) -> Matrix:
        """As ``*``; with a matrix of SciPy's older classes, as csr_matrix, on the left it is the matrix product."""
        return operand_of(other, self._dtype) @ self if is_spmatrix(other) else self.__mul__(other)

    def _scaled(self, value, dtype=None):
        dtype = dtype or self._dtype
        if dtype.kind != "i":  # one number, where parts_of makes a sum of an integer
            with np.errstate(over="ignore"):
                value = dtype.type(value)
        return self._derived(_core.scale(*parts_of(value), self._cast(dtype)))

    def multiply(self, other):
        """Element by element, with a number or with a sparse matrix of this shape."""
        if is_scalar(other):
            return self * other
        a, b = _pair(self, other)
        return wrap(_core.intersection(_names.TIMES, a, b), canonical=True)

    def conj(self, copy: bool = True) -> Matrix:
        """Complex conjugates of the values."""
        if self._dtype.kind != "c":
            return self.copy() if copy else self
        return self._derived(_core.apply(_core.Function.conjugate, self._h))

    conjugate = conj

    @property
    def real(self) -> Matrix:
        """The real parts."""
        return self._map(np.real)

    @property
    def imag(self) -> Matrix:
        """The imaginary parts."""
        return self._map(np.imag)

    def _derived(self, h):
        return wrap(h, canonical=self._canonical)

    def reduce(self, op: MonoidName = "plus", axis: int | None = None, *, sparse: bool = False) -> Any:
        """The entries of the matrix, of each column or of each row, summed up by 'plus', 'min', 'max' or 'or'.

        Elements that are no entries do not take part; without any the result is the identity: 0, and of 'min' and 'max'
        inf and -inf, of integers their maximum and their minimum.
        ``sparse``: along an axis a ``Vector`` of the lines that have entries, in place of an array of all.

        MemoryError where an array of all lines does not fit.

        >>> import araios
        >>> araios.Matrix([[1.0, 2.0], [0.0, 3.0]]).reduce("min", axis=1)
        array([1., 3.])
        """
        op = _names.member_of(_names.OPERATORS, op, "operator")
        if sparse and axis is None:
            raise ValueError("sparse is for sums along an axis; without one the result is a number")
        h = self._summand() if op == _names.PLUS else self._operand()
        counts = op == _names.PLUS and h.type == PATTERN  # of bools: int64
        if axis is None:
            total = of_parts(np.dtype(np.float64) if h.type == PATTERN else self._dtype, *_core.reduce(op, h))
            return np.int64(total) if counts else total
        if axis not in (0, 1, -1, -2):
            raise ValueError(f"axis {axis} is out of bounds for a matrix")
        if sparse or is_list(h):
            sums = Vector._of(_core.reduce_lines(op, axis in (0, -2), h))
            sums = sums.astype(np.int64) if counts else sums
            return sums if sparse else _scattered(sums, identity_of(op, np.dtype(np.int64) if counts else self._dtype))
        sums = array_of((_core.reduce_columns if axis in (0, -2) else _core.reduce_rows)(op, h))
        return sums.astype(np.int64) if counts else sums

    def _summand(self):
        """A handle for sums, in which entries of one coordinate may be repeated: they are summed with all others."""
        h = self._h
        if self._canonical or h.type == PATTERN or is_list(h):
            return self._operand()
        return h if h.format == _names.CSR else _core.convert(h, _names.CSR)

    def diagonal(self, k: int = 0) -> NDArray[Any]:
        """Diagonal k as an array.

        >>> import araios
        >>> araios.Matrix([[1.0, 2.0], [0.0, 3.0]]).diagonal()
        array([1., 3.])
        """
        m, n = self.shape
        k = _convert.integer(k, "a diagonal")
        if k <= -m or k >= n:
            return np.empty(0, self._dtype)
        A = self
        if k:
            i, j = max(-k, 0), max(k, 0)
            A = wrap(_core.submatrix(self._operand(), i, j, m - i, n - j), canonical=True)
        h = A._operand()
        if is_list(h):
            positions, _, values = wrap(_core.band(h, 0, 0), canonical=True).entries()
            d = _zeros(min(A.shape), values.dtype, "the diagonal", "araios.band(A, k, k)")
            d[positions] = values
            return d
        d = array_of(_core.diagonal(h))
        return d.astype(bool) if self._h.type == PATTERN else d

    def trace(self, offset: int = 0) -> Any:
        """The sum of diagonal ``offset``."""
        if is_list(self._h):
            k = _convert.integer(offset, "a diagonal")
            values = wrap(_core.band(self._operand(), k, k), canonical=True).entries()[2]
            return values.sum()
        return self.diagonal(offset).sum()

    def select(
        self, comparison: Literal["!=", "==", "<", "<=", ">", ">="] | NDArray[np.bool_], threshold: float | None = None
    ) -> Matrix:
        """The entries whose value compares so with a number: '!=', '==', '<', '<=', '>' or '>='.

        ``A.select('!=', 0)`` is A without explicit zeros. In place of both, an array of bool for the entries that a
        predicate keeps, of shape (nnz,) in the order of ``A.data``; A is then in CSR, its rows sorted without
        duplicates. On a GPU the array may be on the host, of CuPy or of torch.

        ValueError for an array of another shape, and for a matrix that is not so; TypeError where it is not of bool.

        >>> import araios
        >>> A = araios.Matrix([[1.0, 2.0], [5.0, 3.0]])
        >>> A.select(">", 2).nnz, A.select(A.data % 2 == 1).toarray().tolist()
        (2, [[1.0, 0.0], [5.0, 3.0]])
        """
        if not isinstance(comparison, str) and threshold is None:
            return self._select_marked(comparison)
        if threshold is None:
            raise TypeError(f"select({comparison!r}) needs a number to compare with")
        kind = _names.member_of(_names.COMPARISONS, comparison, "comparison")
        threshold = require_number(threshold, "a threshold")
        threshold = threshold.item() if isinstance(threshold, (np.generic, np.ndarray)) else threshold
        if np.iscomplexobj(threshold):
            raise TypeError(f"a threshold is a real number, not {threshold}")
        if self._dtype.kind == "i" and float(threshold) != threshold:  # a double in C
            A = wrap(self._operand(), canonical=True)
            return A._select_marked(_COMPARE[comparison](A.entries()[2], threshold))
        return wrap(_core.select(kind, float(threshold), self._operand()), canonical=True)

    def _select_marked(self, keep):
        h = self._operand()
        if h is not self._h:
            raise ValueError("marked entries need sorted rows without duplicates: A.sum_duplicates(), A.tocsr()")
        if _device.is_device(keep):
            if h.space != _names.DEVICE:
                raise TypeError("the matrix is on the host, the array on a GPU")
            address, shape, dtype, contiguous = _device.describe(keep)
            space = _names.DEVICE
        else:
            keep = np.ascontiguousarray(keep)
            address, shape, dtype, contiguous, space = keep, keep.shape, keep.dtype, True, _names.HOST
        if dtype != np.bool_:
            raise TypeError(f"entries are marked by an array of bool, not of {dtype}")
        if shape != (h.nnz,) or not contiguous:
            raise ValueError(f"entries are marked by an array of shape {(h.nnz,)}, not {shape}, without gaps")
        return wrap(_core.select_marked(h, address, space), canonical=True)

    def pattern(self) -> Boolean:
        """The coordinates of the entries: a ``Boolean`` matrix. Explicit zeros are entries."""
        A = self._summed()
        return A._derived(_core.cast(A._h, PATTERN))
