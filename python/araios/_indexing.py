# SPDX-License-Identifier: Apache-2.0
"""A[i, j], A[i], A[i:j, k:l], A[rows], the elements A[rows, columns], and assignment."""

import numpy as np

from . import _core
from ._names import COO, DCSR, PATTERN


def position(i, size, axis):
    """An index of 0 .. size - 1 from one that may be negative; IndexError."""
    j = i + size if i < 0 else i
    if not 0 <= j < size:
        raise IndexError(f"index ({i}) out of range for axis {axis} of size {size}")
    return j


def _range_of(s, size):
    """(first, count) of a slice of step 1, else the array of its indices."""
    start, stop, step = s.indices(size)
    if step == 1:
        return start, max(stop - start, 0)
    return np.arange(start, stop, step, dtype=np.int64)


def _list_of(a, size, axis):
    """An array of indices from a list, or from a mask of bool."""
    a = np.asarray(a)
    if a.dtype == bool:
        if a.shape != (size,):
            raise IndexError(f"a mask for axis {axis} has shape {(size,)}, not {a.shape}")
        return np.flatnonzero(a).astype(np.int64)
    if a.ndim != 1 or (a.size and a.dtype.kind not in "iu"):
        raise IndexError("lists of indices have 1 dimension and integers")
    a = a.astype(np.int64)
    a = np.where(a < 0, a + size, a)
    if a.size and not (0 <= a.min() and a.max() < size):
        raise IndexError(f"an index is out of range for axis {axis} of size {size}")
    return np.ascontiguousarray(a)


def _is_integer(i):
    return isinstance(i, (int, np.integer)) and not isinstance(i, (bool, np.bool_))


def _open_mesh(key):
    """The two lists of numpy.ix_, a column and a row, or None."""
    if any(_is_integer(k) or isinstance(k, slice) or k is None for k in key):
        return None
    rows, columns = map(np.asarray, key)
    if rows.ndim != 2 or rows.shape[1] != 1 or columns.ndim not in (1, 2) or columns.size != columns.shape[-1]:
        return None
    return rows[:, 0], columns.reshape(-1)


def _pairs(rows, columns):
    """Two lists of one length; a list of one index is repeated."""
    if len(rows) == len(columns):
        return rows, columns
    if 1 not in (len(rows), len(columns)):
        raise IndexError(
            f"shape mismatch: indexing arrays could not be broadcast together with shapes {rows.shape} {columns.shape}"
        )
    return tuple(np.ascontiguousarray(a) for a in np.broadcast_arrays(rows, columns))


def _expand(key, shape):
    """An integer, a (first, count), or an array, for rows and columns each; and whether these are lists of places."""
    if not isinstance(key, tuple):
        key = (key,)
    if any(k is Ellipsis for k in key):
        at = next(p for p, k in enumerate(key) if k is Ellipsis)
        key = key[:at] + (slice(None),) * (3 - len(key)) + key[at + 1 :]
    if len(key) > 2:
        raise IndexError(f"a matrix has 2 dimensions, not {len(key)}")
    key = key + (slice(None),) * (2 - len(key))
    mesh = _open_mesh(key)
    are_places = mesh is None and not any(_is_integer(k) or isinstance(k, slice) for k in key)
    result = []
    for axis, (k, size) in enumerate(zip(mesh or key, shape)):
        if _is_integer(k):
            result.append(position(int(k), size, axis))
        elif isinstance(k, slice):
            result.append(_range_of(k, size))
        elif k is None:
            raise IndexError("a matrix has no new axes")
        else:
            result.append(_list_of(k, size, axis))
    return (*(_pairs(*result) if are_places else result), are_places)


def _places(i, j):
    """The row and the column of each element of a block, from results of _expand, and the shape of the block."""

    def indices(k):
        if isinstance(k, int):
            return np.array([k], np.int64)
        return np.arange(k[0], k[0] + k[1], dtype=np.int64) if isinstance(k, tuple) else k

    rows, columns = indices(i), indices(j)
    shape = tuple(len(a) for a, k in ((rows, i), (columns, j)) if not isinstance(k, int))
    return np.repeat(rows, len(columns)), np.tile(columns, len(rows)), shape


class Indexing:
    """Methods of Matrix."""

    __slots__ = ()

    def __getitem__(self, key):
        """An element, a row or column (a sparse Vector), a submatrix, or the elements at many places.

        Slices may have steps. Two lists or masks, of k indices each, give the array of shape (k,) of the elements at
        their pairs, on the host; places may repeat, and a list of one index goes with each of the other. The submatrix
        of all pairs is ``A[numpy.ix_(rows, columns)]`` or ``A[rows][:, columns]``, where rows may repeat.

        IndexError outside of the shape, for lists of different lengths, and for columns of a submatrix named twice.

        >>> import araios
        >>> A = araios.Matrix([[1.0, 2.0, 0.0], [0.0, 3.0, 4.0]])
        >>> float(A[1, 2])
        4.0
        >>> A[0:2, 1:3].toarray()
        array([[2., 0.],
               [3., 4.]])
        >>> A[1].toarray(), A[[1, 0]].toarray()[0]
        (array([0., 3., 4.]), array([0., 3., 4.]))
        >>> A[[0, 1, 1], [1, 0, 2]]
        array([2., 0., 4.])
        """
        from .matrix import wrap
        from .vector import Vector

        i, j, are_places = _expand(key, self.shape)
        if are_places:
            return self._elements(i, j)
        if isinstance(i, int) and isinstance(j, int):
            # Entries at one coordinate are summed.
            return self._dtype.type((self._h if self._canonical else self._operand()).get_element(i, j))
        h = self._operand()
        m, n = self.shape
        if isinstance(i, int) or isinstance(j, int):
            along, extract, at = (j, _core.extract_row, i) if isinstance(i, int) else (i, _core.extract_column, j)
            if isinstance(along, tuple):
                x = Vector._of(extract(h, at))
                return x if along == (0, x.shape[0]) else x[along[0] : along[0] + along[1]]
            rows, columns = (np.array([i]), along) if isinstance(i, int) else (along, np.array([j]))
            part = self._lists(h, rows, columns)
            return Vector._of(extract(part, 0))
        if isinstance(i, tuple) and isinstance(j, tuple):
            if i == (0, m) and j == (0, n):
                return self.copy()
            return wrap(_core.submatrix(h, i[0], j[0], i[1], j[1]), canonical=True)
        return wrap(self._lists(h, i, j))

    def _elements(self, rows, columns):
        """The array of the elements at the pairs of two arrays of one length."""
        count, is_pattern = len(rows), self._h.type == PATTERN
        found = np.empty(count, np.int32)
        if is_pattern and self._h.format in (COO, DCSR):  # of these no array grows with the number of rows
            self._h.contains(rows, columns, count, found)
            return found != 0
        values = None if is_pattern else np.empty(count, self._dtype)
        self._operand().find(rows, columns, count, found, values)
        return found != 0 if is_pattern else values

    @staticmethod
    def _lists(h, rows, columns):
        if isinstance(rows, tuple):
            rows = None if rows == (0, h.rows) else np.arange(rows[0], rows[0] + rows[1], dtype=np.int64)
        if isinstance(columns, tuple):
            columns = (
                None if columns == (0, h.columns) else np.arange(columns[0], columns[0] + columns[1], dtype=np.int64)
            )
        if columns is not None and len(np.unique(columns)) != len(columns):
            raise IndexError("a list of columns names one twice")
        return _core.submatrix_lists(
            h, h.rows if rows is None else len(rows), rows, h.columns if columns is None else len(columns), columns
        )

    def __setitem__(self, key, value):
        """Sets an element, elements, or a block.

        ``A[i, j] = x``, ``A[rows, columns] = x`` for two lists of places, ``A[i, 2:5] = x``, ``A[rows, 2:5] = x`` and
        so on set every element that is named; x is one value, or an array whose shape can be broadcast. Each becomes an
        entry, also a zero; in a matrix of bools False removes entries. Of a place that is named twice the last value
        counts. ``A[i:j, k:l] = B`` for a matrix B, sparse or dense, replaces the block: zeros of a dense B are no
        entries.

        >>> import araios
        >>> A = araios.Matrix((3, 3))
        >>> A[[0, 2], [1, 2]] = [5.0, 6.0]
        >>> A[1, :2] = 7.0
        >>> A.toarray()
        array([[0., 5., 0.],
               [7., 7., 0.],
               [0., 0., 6.]])
        """
        from .matrix import Matrix

        i, j, are_places = _expand(key, self.shape)
        if isinstance(i, int) and isinstance(j, int):
            self._set_element(i, j, value)
        elif isinstance(i, tuple) and isinstance(j, tuple) and not np.isscalar(value):
            B = value if isinstance(value, Matrix) else Matrix(value)
            if B.shape != (i[1], j[1]):
                raise ValueError(f"the block has shape {(i[1], j[1])}, the matrix {B.shape}")
            self._replace(_core.assign(self._operand(), i[0], j[0], B.astype(self._dtype, copy=False)._operand()))
        else:
            rows, columns, shape = (i, j, i.shape) if are_places else _places(i, j)
            self._set_elements(rows, columns, shape, value)

    def _replace(self, h):
        """Takes the handle of a result in the place of the present one."""
        self._h, self._arrays, self._canonical, self._shared = h, None, True, False

    def _own(self):
        """Makes the handle one that neither arrays nor other matrices share: single entries may be changed."""
        if self._shared or not self._canonical:
            h = self._operand()
            self._replace(_core.copy(h.context, h) if h is self._h else h)

    def _set_element(self, i, j, value):
        self._own()
        if self._h.type == PATTERN:
            if value:
                self._h.set_element(i, j, 1.0, 0.0)
            else:
                self._h.remove_element(i, j)
        else:
            value = complex(value)
            if value.imag and self._dtype.kind != "c":
                raise TypeError(f"a matrix of type {self._dtype} has no complex elements")
            self._h.set_element(i, j, value.real, value.imag)

    def _set_elements(self, rows, columns, shape, value):
        """Sets the elements at the pairs of two arrays to values that can be broadcast to `shape`."""
        values = np.asarray(value.toarray() if hasattr(value, "toarray") else value)
        if values.dtype.kind not in "biufc":
            raise TypeError("elements are numbers or bools")
        if values.dtype.kind == "c" and self._dtype.kind != "c":
            raise TypeError(f"a matrix of type {self._dtype} has no complex elements")
        while values.ndim > len(shape) and values.shape[0] == 1:
            values = values[0]
        values = np.ascontiguousarray(np.broadcast_to(values.astype(self._dtype), shape)).reshape(-1)
        self._own()
        if self._h.type == PATTERN:
            self._h.update(rows, columns, len(rows), None, np.logical_not(values))
        else:
            self._h.update(rows, columns, len(rows), values, None)
