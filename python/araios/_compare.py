# SPDX-License-Identifier: Apache-2.0
"""Comparisons element by element, maximum and minimum, and whether two matrices are equal."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from . import _core, _names
from ._base import MatrixBase, as_matrix, make, operand_of, wrap
from ._convert import triplets
from ._core import Trust
from ._names import OR, PATTERN
from ._types import allow_dense, array_of_like, is_scalar, is_sparse
from .vector import Vector


def full_pattern(context, m, n):
    """The handle of a pattern with all m x n entries."""
    offsets = np.arange(m + 1, dtype=np.int64) * n
    indices = np.tile(np.arange(n, dtype=np.int32), m)
    arrays = offsets, indices, None
    return _core.create(
        context, _names.CSR, PATTERN, _names.INDEX_32_64, m, n, m * n, offsets, indices, None, arrays, Trust.trust
    )


def complement(h, what):
    """The handle of the pattern of all elements where the pattern h has no entry."""
    allow_dense((h.rows, h.columns), what)
    return _core.difference(full_pattern(h.context, h.rows, h.columns), h)


def values_at(h, rows, columns):
    """The elements of a handle at two arrays of indices, 0 or False where there is no entry."""
    found = np.empty(len(rows), np.int32)
    if h.type == PATTERN:
        h.find(rows, columns, len(rows), found, None)
        return found != 0
    values = np.empty(len(rows), _names.DTYPES[h.type])
    h.find(rows, columns, len(rows), found, values)
    return values


def aligned(A, B):
    """The handle of the union of two patterns, and the values of both matrices there, row by row."""
    both = A._operand(), B._operand()
    union = _core.union_(OR, *(h if h.type == PATTERN else _core.cast(h, PATTERN) for h in both))
    rows, columns = np.empty(union.nnz, np.int64), np.empty(union.nnz, np.int64)
    union.extract(rows, columns, None)
    return union, *(values_at(h, rows, columns) for h in both)


def _kept(h, keep):
    """The Boolean matrix of the marked entries of a pattern."""
    return wrap(_core.select_marked(h, np.ascontiguousarray(keep)), canonical=True)


def _where(h, is_true, of_zeros, what):
    """The Boolean matrix of a comparison from its results at the entries of h, and at all other elements."""
    if not of_zeros:
        return _kept(h, is_true)
    return wrap(complement(_kept(h, ~is_true)._operand(), what), canonical=True)


def compare(A, other, op):
    """The Boolean matrix of op(A[i, j], other[i, j]), or an array where other is one."""
    name = f"the comparison {op.__name__}"
    other = array_of_like(other)
    if is_scalar(other):
        A = A.to("cpu")
        return _where(A.pattern()._operand(), op(_values(A), other), bool(op(A._dtype.type(0), other)), name)
    if is_sparse(other):
        if len(other.shape) != 2 or other.shape != A.shape:
            if op in (operator.eq, operator.ne):
                return op is operator.ne
            raise ValueError(f"inconsistent shapes: {A.shape} and {other.shape}")
        B = operand_of(other, A._dtype)
        union, a, b = aligned(A.to("cpu"), B.to("cpu"))
        return _where(union, op(a, b), bool(op(0, 0)), name)
    if isinstance(other, np.ndarray):
        return op(A.toarray(), other)
    return NotImplemented


def _values(A):
    """The values of a matrix, one for each coordinate, row by row."""
    h = A._operand()
    if h.type == PATTERN:
        return np.ones(h.nnz, bool)
    values = np.empty(h.nnz, A._dtype)
    h.extract(np.empty(h.nnz, np.int64), np.empty(h.nnz, np.int64), values)
    return values


def extremum(A, other, f, name):
    """f of the elements of two matrices, of a matrix and a number, or the array of f with an array; f(0, 0) is 0."""
    if is_scalar(other):
        A = A.to("cpu")
        zero = f(A._dtype.type(0), other)
        if zero != 0:
            allow_dense(A.shape, f"{name} with {other}")
            return make(f(A.toarray(), other))
        h, values = A._operand(), f(_values(A), other)
        rows, columns = _rows_and_columns(h)
    elif is_sparse(other):
        B = operand_of(other, A._dtype)
        if B.shape != A.shape:
            raise ValueError(f"inconsistent shapes: {A.shape} and {B.shape}")
        h, a, b = aligned(A.to("cpu"), B.to("cpu"))
        values = f(a, b)
        if h.format in (_names.CSR, _names.COO) and values.dtype != bool:
            keep = values != 0
            union = wrap(h, canonical=True) if keep.all() else _kept(h, keep)
            return union._with_values(values[keep])
        rows, columns = _rows_and_columns(h)
    else:
        other = np.asarray(other)
        if other.dtype.kind not in "biufc":
            raise NotImplementedError(f"{name} with an object of type {other.dtype}")
        return f(A.toarray(), other)
    keep = values != 0
    return wrap(triplets(values[keep], rows[keep], columns[keep], A.shape, None, "keep"), canonical=True)


def _rows_and_columns(h):
    rows, columns = np.empty(h.nnz, np.int64), np.empty(h.nnz, np.int64)
    h.extract(rows, columns, None if h.type == PATTERN else np.empty(h.nnz, _names.DTYPES[h.type]))
    return rows, columns


class Compare(MatrixBase):
    """Methods of Matrix."""

    __slots__ = ()

    def __eq__(self, other: object) -> Any:
        """Element by element: a Boolean matrix, an array where the other is one. ``equals`` gives one bool.

        Comparisons that hold for two zeros, as ==, <= and >=, make an entry of nearly each element: they warn, and
        raise ValueError where these are more than 10**8. Matrices of different shapes are not equal: False.
        """
        return compare(self, other, operator.eq)

    def __ne__(self, other: object) -> Any:
        return compare(self, other, operator.ne)

    def __lt__(self, other: Any) -> Any:
        return compare(self, other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return compare(self, other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return compare(self, other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return compare(self, other, operator.ge)

    def equals(self, other: Any) -> bool:
        """Whether shapes, entries and values are the same; the order of storage and duplicates do not matter.

        >>> import araios
        >>> A = araios.eye(3)
        >>> A.equals(A.tocsc()), A.equals(2 * A)
        (True, False)
        """
        if not isinstance(other, MatrixBase):
            if not is_sparse(other):
                return False
            other = make(other)
        if self.shape != other.shape:
            return False
        dtype = _names.value_dtype(np.result_type(self._dtype, other._dtype))
        type_ = _names.TYPES[dtype]
        pair = self._operand(), other._operand()
        return _core.equal(*(h if h.type == type_ else _core.cast(h, type_) for h in pair))

    def maximum(self, other: Any) -> Any:
        """The greater of each two elements; elements that are no entries are 0, NaN is greater.

        ``other`` is a matrix of the same shape, a number, or an array, with which the result is one. A number above 0
        makes an entry of each element: that warns, and raises ValueError where these are more than 10**8.

        >>> import araios
        >>> araios.Matrix([[-1.0, 2.0]]).maximum(araios.Matrix([[-3.0, 5.0]])).toarray()
        array([[-1.,  5.]])
        """
        return extremum(self, other, np.maximum, "maximum")

    def minimum(self, other: Any) -> Any:
        """The lesser of each two elements, as ``maximum``."""
        return extremum(self, other, np.minimum, "minimum")


def equals(A: Any, B: Any) -> bool:
    """Whether two matrices, or two vectors, have the same shape, entries and values: one bool.

    >>> import araios
    >>> araios.equals(araios.eye(2), araios.Matrix([[1.0, 0.0], [0.0, 1.0]]))
    True
    """
    return (A if isinstance(A, Vector) else as_matrix(A)).equals(B)
