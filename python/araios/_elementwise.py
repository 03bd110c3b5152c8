# SPDX-License-Identifier: Apache-2.0
"""Functions of each element of a matrix: products and quotients with dense arrays, powers, rounding."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arithmetic import Arithmetic
from ._assign import Entries
from ._base import operand_of, wrap
from ._convert import triplets
from ._names import PATTERN, value_dtype
from ._types import allow_dense, array_of_like, is_scalar, is_sparse, require_exact, require_number, result_dtype
from ._typing import DTypeLike, Matrix
from ._ufuncs import ArrayUfuncs


class Elementwise(ArrayUfuncs, Arithmetic):
    """Methods of Matrix."""

    __slots__ = ()
    _KIND = "matrix"

    def multiply(self, other: Any) -> Matrix:
        """Element by element, with a number, a sparse matrix or a dense array whose shape can be broadcast: sparse.

        >>> import araios, numpy as np
        >>> A = araios.Matrix([[1.0, 2.0], [0.0, 3.0]])
        >>> A.multiply(np.array([10.0, 100.0])).toarray()
        array([[ 10., 200.],
               [  0., 300.]])
        """
        if is_scalar(other):
            return super().multiply(other)
        if not is_sparse(other):
            other = np.asarray(other)
        if len(other.shape) > 2:
            raise ValueError(f"a factor has 1 or 2 dimensions, not {len(other.shape)}")
        if is_sparse(other) and len(other.shape) == 1:
            other = other.reshape((1, -1))
        shape = _common_shape(self.shape, tuple(other.shape))
        A = self if self.shape == shape else _broadcast(self, shape)
        if not is_sparse(other):
            return A._times_array(other)
        if other.shape != shape:
            other = _broadcast(operand_of(other, self._dtype), shape)
        product = Arithmetic.multiply(A, other)
        return product.tocsc() if A.format == getattr(other, "format", None) == "csc" else product

    def _times_array(self, other):
        """Times the elements of a dense array, which is broadcast to the shape of this matrix; CSC and COO stay so."""
        dtype = result_dtype(self._dtype, other)
        if self._dtype.kind == "b":
            require_exact(other)
        A = self._distinct()
        if other.size == 1:  # also for shapes of more elements than NumPy counts
            factors = other.reshape(())
        else:
            other = other.reshape((1,) * (2 - other.ndim) + other.shape)
            rows, columns = A._rows_and_columns()
            at = (np.zeros_like(k) if n == 1 else k for k, n in zip((rows, columns), other.shape))
            factors = other[tuple(at)]
        return A._with_values(np.asarray(A.data.astype(dtype, copy=False) * factors.astype(dtype, copy=False))).to(
            self.device
        )

    def _rows_and_columns(self):
        """The rows and columns of the entries in the order of the arrays, of a matrix in CSR, CSC or COO."""
        if self.format == "coo":
            return self.row, self.col
        major = np.repeat(np.arange(len(self.indptr) - 1), np.diff(self.indptr))
        return (self.indices, major) if self.format == "csc" else (major, self.indices)

    def __abs__(self) -> Matrix:
        return self.copy() if self._h.type == PATTERN else Arithmetic.__abs__(self._distinct()).to(self.device)

    def _square(self):
        return self.power(2)

    def _distinct(self):
        """This matrix on the host in CSR, CSC or COO, one entry a coordinate."""
        A = self.to("cpu")
        if A.format in ("csr", "csc") and A.has_canonical_format:
            return A
        B = A._by_rows() if A.has_canonical_format else _canonical(A)
        return B.to_format(A.format) if A.format in ("csc", "coo") else B

    def _each(self, f):
        """The matrix of f of each element, for an f that maps 0 to 0."""
        A = self._distinct()
        values = A.data
        with np.errstate(all="ignore"):
            values = np.asarray(f(values.astype(np.float32) if values.dtype == bool else values))
        return A._with_values(values).to(self.device)

    def power(self, n: complex, dtype: DTypeLike | None = None) -> Matrix:
        """Each element to the power n, a number above 0.

        >>> import araios
        >>> araios.Matrix([[3.0, 0.0]]).power(2).toarray()
        array([[9., 0.]])
        """
        if not is_scalar(n):
            raise NotImplementedError("input is not scalar")
        if n == 0:
            raise NotImplementedError("zero power is not supported: it would make a dense matrix")
        if not np.real(n) > 0:
            raise ValueError(f"a power is above 0, not {n}: elements without an entry would not be 0")
        A = self._distinct()
        values = A.data
        if dtype is not None:
            values = values.astype(dtype)
        elif values.dtype == bool:
            values = values.astype(value_dtype(np.int64))
        return A._with_values(np.asarray(values**n)).to(self.device)

    def __pow__(self, other: complex) -> Matrix:
        """Element by element, as ``power``; the power of a matrix is a loop of ``@``."""
        return self.power(other) if is_scalar(other) else NotImplemented

    def __truediv__(self, other: Any) -> Any:
        """By a number, or by an array whose shape can be broadcast, the result sparse; by a sparse matrix the array of
        all quotients, NaN where both are 0."""
        if is_scalar(other):
            require_number(other, "a divisor")
            if other == 0:
                raise ZeroDivisionError("division by zero: elements without an entry would be NaN")
            A = self._distinct()
            values = A.data
            with np.errstate(divide="ignore", invalid="ignore"):
                values = np.true_divide(values, other)
            return A._with_values(values).to(self.device)
        if is_sparse(other):
            if other.shape != self.shape:
                raise ValueError(f"inconsistent shapes: {self.shape} and {other.shape}")
            allow_dense(self.shape, "the quotient of two sparse matrices")
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.true_divide(self.toarray(), other.toarray())
        other = array_of_like(other)
        if isinstance(other, np.ndarray):
            shape = _common_shape(self.shape, other.shape)
            A = self._distinct() if self.shape == shape else _broadcast(self, shape)
            other = np.broadcast_to(other, shape)
            with np.errstate(divide="ignore", invalid="ignore"):
                values = np.true_divide(A.data, other[A._rows_and_columns()])
            return A._with_values(values).to(self.device)
        return NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        """A sparse matrix of another package divided by this one."""
        return operand_of(other, self._dtype) / self if is_sparse(other) else NotImplemented

    def __round__(self, ndigits: int = 0) -> Matrix:
        return self.round(ndigits)

    def round(self, decimals: int = 0, out: None = None) -> Matrix:
        """Each element rounded to ``decimals`` digits, as numpy.around; without ``out``, which numpy.round passes."""
        if out is not None:
            raise ValueError("sparse matrices do not support an 'out' parameter")
        return self._each(lambda values: np.around(values, decimals))


def _common_shape(a, b):
    """The shape that two operands are broadcast to, of any number of elements; ValueError where there is none."""
    if len(b) < 2:
        b = (1,) * (2 - len(b)) + b
    if any(m != n and 1 not in (m, n) for m, n in zip(a, b)):
        raise ValueError(f"inconsistent shapes: {a} and {b}")
    return tuple(n if m == 1 else m for m, n in zip(a, b))


def _canonical(A):
    return wrap(A._operand(), canonical=True)


def _broadcast(A, shape):
    """The matrix with rows or columns repeated."""
    entries = Entries.of(A).broadcast(shape)
    return wrap(triplets(entries.values, entries.rows, entries.columns, shape, A.dtype, "keep"), canonical=True)
