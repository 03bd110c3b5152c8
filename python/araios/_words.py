# SPDX-License-Identifier: Apache-2.0
"""SciPy's names of a matrix: extrema, counts, sums with out and keepdims, the diagonal, shapes, formats, operators."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from . import _convert, _core
from ._base import MatrixBase, at_positions, wrap
from ._compare import complement
from ._core import Order
from ._keys import position
from ._locks import changing
from ._names import COO, CSC, CSR, DCSR, MAX, MIN, PATTERN
from ._products import spmv
from ._shapes import axis_of, dtype_of_mean, into, refuse_out, shape_from, whole_shape, widened
from ._types import of_parts
from ._typing import ArrayLike, Axis, Boolean, DTypeLike, Matrix
from .vector import Vector

_MONOIDS = {np.maximum: MAX, np.minimum: MIN}


class _Lines:
    """The entries of a matrix in the order of its rows (axis 1) or columns (axis 0), or as one line (None)."""

    def __init__(self, A, axis):
        B = A.to("cpu")
        self.count, self.size = (1, A.shape[0] * A.shape[1]) if axis is None else (A.shape[1 - axis], A.shape[axis])
        if axis == 0 and B.shape[1] > 16 * B.nnz + 65536:  # the transpose would have an array of all columns
            position, line, values = _distinct_entries(B)
            order = np.argsort(line, kind="stable")
            line, position, values = line[order], position[order], values[order]
        elif axis is not None:
            line, position, values = _distinct_entries(B if axis == 1 else B.T)
        else:
            rows, columns, values = _distinct_entries(B)
            line, position = np.zeros(len(rows), np.int64), None
            self.rows, self.columns, self.width = rows, columns, max(A.shape[1], 1)
        self.position, self.values = position, values
        self.starts = np.flatnonzero(np.r_[True, line[1:] != line[:-1]]) if len(line) else np.empty(0, np.int64)
        self.lines = line[self.starts]
        self.lengths = np.diff(np.r_[self.starts, len(line)])

    def reduce(self, f, explicit):
        """f over each line with entries, of its zeros too."""
        if not len(self.starts):
            return self.values
        result = f.reduceat(self.values, self.starts)
        if not explicit:
            result = np.where(self.lengths < self.size, f(result, result.dtype.type(0)), result)
        return result

    def first(self, mark):
        """The position of the first marked entry of each line; there must be one."""
        at = np.where(mark, np.arange(len(mark)), len(mark))
        return np.minimum.reduceat(at, self.starts)

    def position_of(self, at):
        if self.position is not None:
            return self.position[at]
        return np.array([int(self.rows[p]) * self.width + int(self.columns[p]) for p in at], dtype=object)

    def first_zeros(self):
        """The index of the first element of each line that is no entry; there must be one, else the length."""
        index = np.arange(len(self.values)) - np.repeat(self.starts, self.lengths)
        if self.position is not None:
            differs = self.position != index
        else:
            differs = (self.rows != index // self.width) | (self.columns != index % self.width)
        return np.minimum.reduceat(np.where(differs, index, np.repeat(self.lengths, self.lengths)), self.starts)


def _distinct_entries(A):
    """(rows, columns, values) of a matrix on the host, one entry a coordinate, row by row."""
    if A._h.format in (COO, DCSR):  # of these no array grows with the number of rows
        rows, columns, values = (A.row, A.col, A.data) if A._h.format == COO else A.entries()
        order = np.lexsort((columns, rows))
        rows, columns, values = rows[order], columns[order], values[order]
        first = np.flatnonzero(np.r_[True, (rows[1:] != rows[:-1]) | (columns[1:] != columns[:-1])][: len(rows)])
        if len(first) < len(rows):
            values = (np.logical_or if A._h.type == PATTERN else np.add).reduceat(values, first)
            rows, columns = rows[first], columns[first]
        return rows, columns, values
    return _extracted(A._operand(), A._dtype)


def _extracted(h, dtype):
    rows, columns = np.empty(h.nnz, np.int64), np.empty(h.nnz, np.int64)
    if h.type == PATTERN:
        h.extract(rows, columns, None)
        return rows, columns, np.ones(h.nnz, bool)
    values = np.empty(h.nnz, dtype)
    h.extract(rows, columns, values)
    return rows, columns, values


def _extreme(A, axis, f, explicit, name):
    axis = axis_of(axis)
    if (A.shape[0] * A.shape[1] if axis is None else A.shape[axis]) == 0:
        raise ValueError(f"zero-size array to reduction operation {name}, which has no identity")
    if axis is None and f in _MONOIDS and A._dtype.kind in "fi":
        h = A._operand()
        if h.nnz == 0:
            return A._dtype.type(0)
        result = of_parts(A._dtype, *_core.reduce(_MONOIDS[f], h))
        return result if explicit or h.nnz == A.shape[0] * A.shape[1] else f(result, A._dtype.type(0))
    lines = _Lines(A, axis)
    result = lines.reduce(f, explicit)
    if axis is None:
        return A._dtype.type(result[0] if len(result) else 0)
    keep = result != 0
    return Vector((result[keep], lines.lines[keep]), lines.count, A._dtype)


def _arg_extreme(A, axis, f, explicit):
    axis = axis_of(axis)
    if (A.shape[0] * A.shape[1] if axis is None else A.shape[axis]) == 0:
        raise ValueError("Cannot apply the operation along a zero-sized dimension.")
    lines = _Lines(A, axis)
    if not len(lines.starts):
        if axis is None and explicit:
            raise ValueError("Cannot apply the operation to a matrix without entries where explicit=True.")
        return 0 if axis is None else np.zeros(lines.count, np.int64)
    best = f.reduceat(lines.values, lines.starts)
    of_each = np.repeat(best, lines.lengths)
    both_nan = (lines.values != lines.values) & (of_each != of_each)
    positions = lines.position_of(lines.first((lines.values == of_each) | both_nan))
    if not explicit:
        zero = best.dtype.type(0)
        zeros = lines.first_zeros()
        wins = (lines.lengths < lines.size) & (f(best, zero) == zero)
        positions = np.where(wins & ((best != zero) | (zeros < positions)), zeros, positions)
    if axis is None:
        return int(positions[0])
    result = np.zeros(lines.count, np.int64)
    result[lines.lines] = positions
    return result


class Words(MatrixBase):
    """Methods of Matrix."""

    __slots__ = ()

    @property
    def size(self) -> int:
        """The number of entries, as ``nnz``."""
        return self.nnz

    def getnnz(self, axis: Axis = None) -> Any:
        """The number of entries, of each column (axis 0) or row (axis 1); explicit zeros and duplicates count."""
        axis = axis_of(axis)
        if axis is None:
            return self.nnz
        positions = self.to("cpu").entries()[1 - axis]
        return np.bincount(positions, minlength=self.shape[1 - axis])

    def count_nonzero(self, axis: Axis = None) -> Any:
        """The number of elements that are not 0, of each column (axis 0) or of each row (axis 1).

        >>> import araios
        >>> araios.Matrix([[1.0, 0.0], [2.0, 3.0]]).count_nonzero(axis=0)
        array([2, 1])
        """
        axis = axis_of(axis)
        rows, columns, values = _distinct_entries(self.to("cpu"))
        keep = values != 0
        if axis is None:
            return int(np.count_nonzero(keep))
        return np.bincount((rows if axis == 1 else columns)[keep], minlength=self.shape[1 - axis])

    def max(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The maximum of all elements, or of each column (axis 0) or row (axis 1): a sparse ``Vector``.

        Elements that are no entries are 0; with ``explicit`` they do not take part, and the result of a line without
        entries is 0. NaN where there is one. ValueError where there is no element.

        >>> import araios
        >>> A = araios.Matrix([[-1.0, 0.0], [-2.0, -3.0]])
        >>> float(A.max()), A.max(axis=1).toarray(), A.max(axis=1, explicit=True).toarray()
        (0.0, array([ 0., -2.]), array([-1., -2.]))
        """
        refuse_out(out)
        return _extreme(self, axis, np.maximum, explicit, "maximum")

    def min(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The minimum, as ``max``."""
        refuse_out(out)
        return _extreme(self, axis, np.minimum, explicit, "minimum")

    def nanmax(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The maximum of elements that are not NaN, as ``max``; NaN where all are."""
        refuse_out(out)
        return _extreme(self, axis, np.fmax, explicit, "maximum")

    def nanmin(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The minimum of elements that are not NaN, as ``nanmax``."""
        refuse_out(out)
        return _extreme(self, axis, np.fmin, explicit, "minimum")

    def argmax(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The index of the first maximum, in the order of rows, or those of each column (axis 0) or row (axis 1).

        >>> import araios
        >>> A = araios.Matrix([[-1.0, 0.0], [2.0, 3.0]])
        >>> A.argmax(), A.argmax(axis=1)
        (3, array([1, 1]))
        """
        refuse_out(out)
        return _arg_extreme(self, axis, np.maximum, explicit)

    def argmin(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The index of the first minimum, as ``argmax``."""
        refuse_out(out)
        return _arg_extreme(self, axis, np.minimum, explicit)

    def sum(self, axis: Axis = None, dtype: DTypeLike | None = None, out: Any = None, *, keepdims: bool = False) -> Any:
        """The sum of all values, of each column (axis 0, shape (n,)) or of each row (axis 1, shape (m,)).

        >>> import araios
        >>> A = araios.Matrix([[1.0, 2.0], [0.0, 3.0]])
        >>> float(A.sum()), A.sum(axis=0), A.sum(axis=1, keepdims=True).shape
        (6.0, array([1., 5.]), (2, 1))
        """
        axis = axis_of(axis)
        result = widened(self, dtype).reduce("plus", axis)
        if dtype is not None:
            result = np.asarray(result).astype(dtype)[()]
        return into(out, result, keepdims, axis)

    def mean(
        self, axis: Axis = None, dtype: DTypeLike | None = None, out: Any = None, *, keepdims: bool = False
    ) -> Any:
        """The mean of all elements, or of each column (axis 0) or row (axis 1); elements that are no entries are 0."""
        axis = axis_of(axis)
        m, n = self.shape
        count = m * n if axis is None else self.shape[axis]
        with np.errstate(divide="ignore", invalid="ignore"):
            result = np.true_divide(widened(self, dtype_of_mean(self, dtype)).reduce("plus", axis), count)
        if self._dtype.kind not in "bi" and dtype is None:
            result = result.astype(self._dtype)
        if dtype is not None:
            result = np.asarray(result).astype(dtype)[()]
        return into(out, result, keepdims, axis)

    # The methods that scipy.sparse.linalg requires.

    def matvec(self, x: ArrayLike) -> Any:
        """A @ x for x of shape (n,) or (n, 1)."""
        return self @ x

    def rmatvec(self, x: ArrayLike) -> Any:
        """The conjugate transpose times x, of shape (m,) or (m, 1).

        >>> import araios, numpy as np
        >>> araios.Matrix([[2.0, 3.0], [0.0, 1.0]]).rmatvec(np.ones(2))
        array([2., 4.])
        """
        if self.device == "cuda":
            return spmv(self, x, op="H")
        return spmv(self, np.asarray(x), op="H" if self._dtype.kind == "c" else "T")

    def matmat(self, X: ArrayLike) -> Any:
        """A @ X for X of shape (n, k)."""
        return self @ X

    def rmatmat(self, X: ArrayLike) -> Any:
        """The conjugate transpose times X, of shape (m, k)."""
        return self.rmatvec(X)

    # Order of the entries.

    def _has(self, order):
        # The arrays of CSC, read as those of CSR: validate checks the order of rows.
        h = _core.transpose(self._h) if self._h.format == CSC else self._h
        try:
            h.validate(order)
        except ValueError:
            return False
        return True

    @property
    def has_sorted_indices(self) -> bool:
        """Whether the entries of each row, of CSC each column, are in order; COO has no such property."""
        if self._h.format == COO:
            raise AttributeError("a matrix in COO has no has_sorted_indices: has_canonical_format")
        if self._canonical:
            return True
        return self._has(Order.sorted)

    @has_sorted_indices.setter
    def has_sorted_indices(self, value):
        """False: what is known of the order is forgotten, and found out again; True where it is not so: ValueError."""
        self._set_known(value, self.has_sorted_indices, "sorted indices")

    @property
    def has_canonical_format(self) -> bool:
        """Whether entries are in order, and none has the coordinate of another."""
        if self._canonical:
            return True
        if self._h.format == COO:
            A = self.to("cpu")
            rows, columns = A.row, A.col
            return bool(np.all((rows[1:] > rows[:-1]) | ((rows[1:] == rows[:-1]) & (columns[1:] > columns[:-1]))))
        return self._has(Order.strict)

    @has_canonical_format.setter
    def has_canonical_format(self, value):
        self._set_known(value, self.has_canonical_format, "canonical format")

    def _set_known(self, value, holds, what):
        if value and not holds:
            raise ValueError(f"the matrix has no {what}: call sum_duplicates() first")
        if not value:
            self._canonical = False

    def _become(self, h, format):
        """Replaces the entries by those of a handle, in the given format."""
        if h.format != format and format in (CSC, COO):
            h = _core.convert(h, format)
        self._replace(h)
        self._canonical = h.format == CSR

    @changing
    def sum_duplicates(self) -> None:
        """Sums entries of one coordinate and sorts, in place; CSC and COO stay so, other formats become CSR.

        Arrays that are borrowed are not changed: the matrix has arrays of its own after it.
        """
        if not self.has_canonical_format:
            self._become(self._operand(), self._h.format)

    @changing
    def sort_indices(self) -> None:
        """Sorts the entries of each row, of CSC each column, in place; those of one coordinate stay.

        Arrays that are borrowed are not changed: the matrix has arrays of its own after it.
        """
        format = self._h.format
        if format != COO and self.has_sorted_indices:
            return
        h = _core.sort_rows(self._h)
        if format in (CSC, COO):
            h = _core.convert(h, format)
        self._replace(h, canonical=False)

    def sorted_indices(self) -> Matrix:
        """A copy whose entries are sorted."""
        A = self.copy()
        A.sort_indices()
        return A

    @changing
    def eliminate_zeros(self) -> None:
        """Removes entries that are 0, in place. Entries of one coordinate are summed first."""
        if self._h.type == PATTERN:
            return
        format = self._h.format
        h = self._operand()
        self._become(_core.select(_core.Comparison.not_equal, 0.0, h), format)

    def check_format(self, full_check: bool = True) -> None:
        """ValueError where the arrays break a rule of the format: indices outside of the shape, offsets that fall."""
        if full_check:
            self._h.validate(Order.any)

    def prune(self) -> None:
        """Does nothing: arrays of a matrix have no room after its entries."""

    # Parts and shapes.

    @changing
    def setdiag(self, values: Any, k: int = 0) -> None:
        """Sets diagonal k, in place: to a number, or to the elements of an array, as many as both have.

        >>> import araios
        >>> A = araios.eye(3)
        >>> A.setdiag([5.0, 6.0], k=1)
        >>> A.toarray()
        array([[1., 5., 0.],
               [0., 1., 6.],
               [0., 0., 1.]])
        """
        m, n = self.shape
        k = _convert.integer(k, "a diagonal")
        if (k > 0 and k >= n) or (k < 0 and -k >= m):
            raise ValueError(f"k exceeds array dimensions: diagonal {k} of a matrix of shape {self.shape}")
        weak, values = not hasattr(values, "dtype"), np.asarray(values)
        if values.ndim > 1:
            values = values.ravel()
        count = min(m + min(k, 0), n - max(k, 0))
        if values.ndim:
            count = min(count, len(values))
            values = values[:count]
        if count > 0:
            rows, format = np.arange(count, dtype=np.int64), self._h.format
            self._set_elements(rows + max(-k, 0), rows + max(k, 0), (count,), values, weak)
            self._become(self._h, format)

    def getrow(self, i: int) -> Matrix:
        """Row i as a matrix of one row."""
        i = self._position(i, 0)
        return self[i : i + 1]

    def getcol(self, j: int) -> Matrix:
        """Column j as a matrix of one column."""
        j = self._position(j, 1)
        return self[:, j : j + 1]

    def _position(self, i, axis):
        return position(int(i.__index__()), self.shape[axis], axis)

    def tril(self, k: int = 0) -> Matrix:
        """The entries on diagonal k and below."""
        return self._band(-(2**63), _convert.integer(k, "a diagonal"))

    def triu(self, k: int = 0) -> Matrix:
        """The entries on diagonal k and above."""
        return self._band(_convert.integer(k, "a diagonal"), 2**63 - 1)

    def _band(self, lower, upper):
        """The entries on the diagonals from one to another."""
        return wrap(_core.band(self._operand(), lower, upper), canonical=True)

    def reshape(self, *shape: Any, order: Literal["C", "F"] = "C", copy: bool = False) -> Any:
        """A matrix of another shape with the same elements in the order 'C', by rows, or 'F', by columns.

        One number of the shape may be -1. For a shape (n,) the result is a ``Vector``. Itself where the shape is the
        same and not ``copy``.

        >>> import araios
        >>> araios.Matrix([[1.0, 2.0, 3.0, 4.0]]).reshape(2, -1).toarray()
        array([[1., 2.],
               [3., 4.]])
        """
        m, n = self.shape
        shape = whole_shape(shape_from(shape), m * n)
        if shape == self.shape:
            return self.copy() if copy else self
        if order not in ("C", "F"):
            raise ValueError(f"order is 'C' or 'F', not {order!r}")
        if m * n >= 2**63:
            raise OverflowError(f"{m} x {n} elements are more than 2**63 - 1")
        A = self.to("cpu")
        rows, columns, values = A.entries()
        at = rows * n + columns if order == "C" else columns * m + rows
        if len(shape) == 1:
            return Vector((values, at), shape[0], self._dtype)
        return at_positions(at, values, shape, order, self._dtype, A._h.format).to(self.device)

    @changing
    def resize(self, *shape: Any) -> None:
        """Changes the shape in place: entries outside of the new one are dropped, new rows and columns are empty."""
        shape = shape_from(shape)
        if len(shape) != 2:
            raise ValueError(f"a matrix has 2 dimensions, not {len(shape)}")
        shape = _convert.shape_of(shape)
        if shape == self.shape:
            return
        A = self.to("cpu")
        rows, columns, values = A.entries()
        keep = (rows < shape[0]) & (columns < shape[1])
        h = _convert.triplets(values[keep], rows[keep], columns[keep], shape, self._dtype, "sum")
        device, format = self.device, self._h.format
        self._become(h, format)
        if device == "cuda":
            self._replace(self.to(device)._h)

    # Formats.

    def asformat(self, format: str | None, copy: bool = False) -> Any:
        """This matrix in a format; 'array' and 'dense' give ``toarray()``, 'lil' a lil_array of SciPy, None itself."""
        if format is None:
            return self.copy() if copy else self
        if format in ("array", "dense"):
            return self.toarray()
        if format in ("lil", "dok", "dia", "bsr"):
            return getattr(self, f"to{format}")()
        A = self.to_format(format)
        return A.copy() if copy and A is self else A

    def tobsr(self, blocksize: tuple[int, int] | None = None, copy: bool = False) -> Any:
        """This matrix in BSR; where blocks are not square, or do not divide the shape, a bsr_array of SciPy."""
        if blocksize is None:
            blocksize = (1, 1)
        r, c = blocksize
        m, n = self.shape
        if r != c or r <= 0 or m % r or n % r or not m or not n or self._h.type == PATTERN:
            return self.to_scipy("csr", copy=True).tobsr(blocksize=(r, c))
        return _distinct(self).to_format("bsr", block_size=r)

    def todia(self, copy: bool = False) -> Any:
        """This matrix in DIA; as large as it is, without the limit of ``to_format``."""
        if self._h.type == PATTERN or not self.nnz or self.device == "cuda":
            return self.to_scipy("csr", copy=True).todia()
        return _distinct(self).to_format("dia", slots_per_entry=-1.0)

    def todok(self, copy: bool = False) -> Matrix:
        """This matrix in DOK; entries of one coordinate are summed."""
        return _distinct(self).to_format("dok")

    def tolil(self, copy: bool = False) -> Any:
        """A lil_array of SciPy: Araios has no such format."""
        return self.to_scipy("csr", copy=True).tolil()

    def __invert__(self) -> Boolean:
        """The elements that are no entries, for Boolean matrices alone."""
        if self._h.type != PATTERN:
            raise TypeError(f"bad operand type for unary ~: a matrix of {self._dtype}")
        return wrap(complement(self.to("cpu")._operand(), "~"), canonical=True)


def _distinct(A):
    return wrap(A._operand(), canonical=True)
