# SPDX-License-Identifier: Apache-2.0
"""The class of Boolean matrices: coordinates of entries without values."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core, _names, _products, draw
from ._arithmetic import Arithmetic
from ._base import as_matrix, register, wrap
from ._locks import lock_of
from ._types import is_scalar, result_dtype
from ._typing import Axis, DTypeLike, MatrixLike
from .matrix import Matrix
from .vector import Vector


def _matrix_of(x):
    """The Matrix of a sparse operand, or None."""
    return x if isinstance(x, Matrix) else Matrix(x) if hasattr(x, "tocsr") else None


def _operand_of(x, shape=None):
    """The handle of a pattern from a matrix, or None; of numbers by the entries that are not 0."""
    x = _matrix_of(x)
    if x is None:
        return None
    if shape is not None and x.shape != shape:
        raise ValueError(f"inconsistent shapes: {shape} and {x.shape}")
    return x.astype(np.bool_, copy=False)._operand()


class Boolean(Matrix):
    """A sparse matrix of bool: a relation, or the edges of a graph.

    It is made as a ``Matrix`` is: of numbers by the entries whose value, summed over a coordinate, is not 0.
    ``A.pattern()`` has an entry for every one of A, explicit zeros too.

    Between Boolean matrices ``|`` and ``+`` are the union, ``&`` and ``*`` the intersection, ``^`` those of one of
    both, ``-`` those of the first without the second, ``@`` that over or-and. In ``+ - * @`` with numbers True
    is 1; ``| & ^`` take numbers as bools. ``C |= A.times(B)`` adds a product to C without a matrix of that alone.
    Iteration gives pairs (i, j) row by row.

    >>> import araios
    >>> A = araios.Boolean(([True, True], ([0, 1], [1, 2])), shape=(3, 3))
    >>> list(A | A @ A)
    [(0, 1), (0, 2), (1, 2)]
    >>> (0, 2) in A @ A, (A - A).nnz
    (True, 0)
    """

    __slots__ = ()

    def __or__(self, other: MatrixLike) -> Boolean:
        b = _operand_of(other.value() if isinstance(other, Product) else other, self.shape)
        return NotImplemented if b is None else wrap(_core.union_(_names.OR, self._operand(), b), canonical=True)

    __ror__ = __or__

    def __add__(self, other):
        x = _matrix_of(other)
        return self | x if x is not None and x.dtype == np.bool_ else super().__add__(other if x is None else x)

    __radd__ = __add__

    def __and__(self, other: MatrixLike) -> Boolean:
        b = _operand_of(other, self.shape)
        return NotImplemented if b is None else wrap(_core.intersection(_names.AND, self._operand(), b), canonical=True)

    __rand__ = __and__

    def __xor__(self, other: MatrixLike) -> Boolean:
        b = _operand_of(other, self.shape)
        return NotImplemented if b is None else wrap(_core.xor_(self._operand(), b), canonical=True)

    __rxor__ = __xor__

    def __sub__(self, other):
        x = _matrix_of(other)
        if x is None or x.dtype != np.bool_:
            return super().__sub__(other if x is None else x)
        return wrap(_core.difference(self._operand(), _operand_of(x, self.shape)), canonical=True)

    def __rsub__(self, other):
        x = _matrix_of(other)
        if x is None:
            if isinstance(other, np.ndarray) and other.ndim:
                return other - self.toarray()
            if not is_scalar(other):
                return NotImplemented
            dtype = result_dtype(self._dtype, other)
            return self.astype(np.float64 if dtype.kind == "b" else dtype).__rsub__(other)
        return x - self if x.dtype == np.bool_ else Arithmetic.__sub__(x, self)

    def __mul__(self, other):
        x = None if is_scalar(other) else _matrix_of(other)
        if x is not None and x.dtype == np.bool_:
            return self & x
        return super().__mul__(other if x is None else x)

    def multiply(self, other: Any) -> Matrix:
        """Element by element; of two Boolean matrices their intersection."""
        x = None if is_scalar(other) else _matrix_of(other)
        is_pattern = x is not None and x.dtype == np.bool_ and x.shape == self.shape
        return self & x if is_pattern else super().multiply(other)

    multiply.__doc__ = Matrix.multiply.__doc__

    def __neg__(self):
        raise NotImplementedError("a Boolean matrix has no negative; use - between two of them")

    def __abs__(self):
        return self.copy()

    def __ior__(self, other: MatrixLike | Product) -> Boolean:
        """C |= A, and C |= A.times(B) in one step, where C may be A or B."""
        if isinstance(other, Product):
            if other.shape != self.shape:
                raise ValueError(f"inconsistent shapes: {self.shape} and {other.shape}")
            with lock_of(self):
                self._replace(other.added_to(self)._h)
            return self
        b = _operand_of(other, self.shape)
        if b is None:
            return NotImplemented
        with lock_of(self):
            self._replace(_core.union_(_names.OR, self._operand(), b))
        return self

    def __iadd__(self, other):
        x = _matrix_of(other)
        return super().__iadd__(other) if x is None or x.dtype != np.bool_ else self.__ior__(x)

    def __ixor__(self, other):
        b = _operand_of(other, self.shape)
        if b is None:
            return NotImplemented
        with lock_of(self):
            self._replace(_core.xor_(self._operand(), b))
        return self

    def __iand__(self, other: MatrixLike) -> Boolean:
        b = _operand_of(other, self.shape)
        if b is None:
            return NotImplemented
        with lock_of(self):
            self._replace(_core.intersection(_names.AND, self._operand(), b))
        return self

    def times(self, other: MatrixLike) -> Product:
        """The product with another matrix, not yet computed: ``C |= A.times(B)`` adds it to C in one step.

        >>> import araios
        >>> T = araios.Boolean(([True] * 3, ([0, 1, 2], [1, 2, 3])), shape=(4, 4))
        >>> T |= T.times(T)
        >>> T.nnz
        5
        """
        return Product(self, other if isinstance(other, Boolean) else Boolean(other))

    def mxm(
        self,
        other: MatrixLike,
        *,
        mask: MatrixLike | None = None,
        complement: bool = False,
        accumulate: MatrixLike | None = None,
    ) -> Boolean:
        """The product; only at the entries of a mask, or at all others; added to another matrix."""
        other, accumulate = (x if x is None or isinstance(x, Boolean) else Boolean(x) for x in (other, accumulate))
        _products.require_mask(mask, complement)
        mask = None if mask is None else as_matrix(mask)
        return _products.sparse_product(self, other, mask=mask, complement=bool(complement), accumulate=accumulate)

    def sum(self, axis: Axis = None, dtype: DTypeLike | None = None, out: Any = None, *, keepdims: bool = False) -> Any:
        """The number of entries, of each column (axis 0) or of each row (axis 1)."""
        return super().sum(axis, np.int64 if dtype is None else dtype, out, keepdims=keepdims)

    def any(self, axis: int | None = None) -> Any:
        """Whether there is an entry; or the columns (axis 0) or rows (axis 1) with one, a Boolean ``Vector``.

        >>> import araios
        >>> A = araios.Boolean(([True], ([1], [0])), shape=(3, 2))
        >>> A.any(), A.any(axis=1).toarray()
        (True, array([False,  True, False]))
        """
        if axis is None:
            return self.nnz > 0
        if axis not in (0, 1, -1, -2):
            raise ValueError(f"axis {axis} is out of bounds for a matrix")
        return Vector._of((_core.nonempty_columns if axis in (0, -2) else _core.nonempty_rows)(self._operand()))

    def __contains__(self, pair: tuple[int, int]) -> bool:
        """Whether there is an entry (i, j)."""
        i, j = pair
        return bool(self[i, j])

    def __iter__(self):
        """The pairs (i, j) of the entries, row by row."""
        rows, columns, _ = self.entries()
        return iter(list(zip(rows.tolist(), columns.tolist())))

    def to_graphviz(self, name: str = "G", label: str = "", base: int = 0) -> str:
        """The text of a directed graph for GraphViz; vertices are numbered from ``base``.

        >>> import araios
        >>> print(araios.Boolean(([True], ([0], [1])), shape=(2, 2)).to_graphviz(label="a"))
        digraph G {
          0;
          1;
          0 -> 1 [label="a"];
        }
        """
        return draw.graphviz({label: self}, name, base=base)

    def spy(self, ax: Any = None, **options: Any) -> Any:
        """Draws a point for each entry by matplotlib, and returns the axes; ``options`` are those of ``plot``."""
        return draw.spy(self, ax, **options)


class Product:
    """A @ B, not yet computed."""

    __slots__ = ("A", "B")

    def __init__(self, A, B):
        if A.shape[1] != B.shape[0]:
            raise ValueError(f"matmul: dimension mismatch: {A.shape} and {B.shape}")
        self.A, self.B = A, B

    @property
    def shape(self) -> tuple[int, int]:
        """(rows of A, columns of B)."""
        return self.A.shape[0], self.B.shape[1]

    def value(self) -> Boolean:
        """The product."""
        return self.A @ self.B

    def added_to(self, C: Boolean) -> Boolean:
        """C | A @ B, without a matrix of the product alone."""
        return _products.sparse_product(self.A, self.B, accumulate=C)


register(Boolean, [_names.PATTERN])
