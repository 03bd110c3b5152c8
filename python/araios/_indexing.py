# SPDX-License-Identifier: Apache-2.0
"""A[i, j], A[i], A[i:j, k:l], A[rows], A[rows, columns], A[mask]. _assign.py has the assignments."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._assign import Assign
from ._base import is_list, make, wrap
from ._convert import triplets
from ._keys import Key, position, range_of
from ._names import COO, CSR, DCSR, PATTERN
from .vector import Vector


class Indexing(Assign):
    """Methods of Matrix."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        """An element, a row or column (a sparse Vector), a submatrix, or the elements at arrays of indices.

        Slices may have steps, lists may repeat. Two lists or masks, of k indices each, give the array of shape (k,) of
        the elements at their pairs, on the host; so does a mask of the shape of A, dense or a Boolean matrix. Index
        arrays of two dimensions give a matrix of their shape. The submatrix of all pairs is
        ``A[numpy.ix_(rows, columns)]`` or ``A[rows][:, columns]``.

        IndexError outside of the shape, for lists that cannot be broadcast, and for results of three dimensions.

        >>> import araios
        >>> A = araios.Matrix([[1.0, 2.0, 0.0], [0.0, 3.0, 4.0]])
        >>> float(A[1, 2])
        4.0
        >>> A[0:2, 1:3].toarray()
        array([[2., 0.],
               [3., 4.]])
        >>> A[1].toarray(), A[[1, 0]].toarray()[0]
        (array([0., 3., 4.]), array([0., 3., 4.]))
        >>> A[[0, 1, 1], [1, 0, 2]], A[A > 2]
        (array([2., 0., 4.]), array([3., 4.]))
        """
        if type(key) is slice:
            key = key, slice(None)
        if type(key) is tuple and len(key) == 2 and type(key[0]) is int and type(key[1]) is int:
            i, j = position(key[0], self.shape[0], 0), position(key[1], self.shape[1], 1)
            return self._element(i, j)
        if type(key) is tuple and len(key) == 2 and type(key[0]) is slice and type(key[1]) is slice:
            i, j = (range_of(k, size) for k, size in zip(key, self.shape))
            if type(i) is tuple and type(j) is tuple:
                return self._part_of(i, j)
        key = Key(key, self.shape)
        part = self._part(key)
        result = key.with_new_axes(part)
        if not any(key.new_axes) or not isinstance(part, np.generic):
            return result
        return Vector(result) if result.ndim == 1 else make(result)

    def _element(self, i, j):
        """Element (i, j); entries at one coordinate are summed."""
        return self._dtype.type(self._h.get_element(i, j))

    def _part(self, key):
        i, j = key.i, key.j
        if key.are_coordinates:
            return self._elements(i, j) if i.ndim == 1 else self._elements_2d(i, j)
        if isinstance(i, int) and isinstance(j, int):
            return self._element(i, j)
        if isinstance(i, range) or isinstance(j, range):
            part = wrap(_every(_every(self, i, 0), j, 1), canonical=True)
            return part._part_of(*((0, len(k)) if isinstance(k, range) else k for k in (i, j)))
        return self._part_of(i, j)

    def _part_of(self, i, j):
        """The part that two integers, ranges (first, count) or lists name, of which one is no integer."""
        h = self._operand()
        m, n = self.shape
        if isinstance(i, int) or isinstance(j, int):
            along, extract, at = (j, _core.extract_row, i) if isinstance(i, int) else (i, _core.extract_column, j)
            x = Vector._of(extract(h, at))
            if isinstance(along, tuple):
                return x if along == (0, x.shape[0]) else x[along[0] : along[0] + along[1]]
            return x[along]
        if isinstance(i, tuple) and isinstance(j, tuple):
            if i == (0, m) and j == (0, n):
                return self.copy()
            return wrap(_core.submatrix(h, i[0], j[0], i[1], j[1]), canonical=True)
        return self._lists(h, i, j)

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

    def _elements_2d(self, rows, columns):
        """The matrix of the elements at the pairs of two arrays of two dimensions; where there is an entry, one."""
        shape, count, is_pattern = rows.shape, rows.size, self._h.type == PATTERN
        found = np.empty(count, np.int32)
        values = None if is_pattern else np.empty(count, self._dtype)
        self._operand().find(rows.reshape(-1), columns.reshape(-1), count, found, values)
        at = np.flatnonzero(found)
        values = np.ones(len(at), bool) if is_pattern else values[at]
        width = max(shape[1], 1)
        return wrap(triplets(values, at // width, at % width, shape, self._dtype, "keep"), canonical=True)

    def _lists(self, h, rows, columns):
        """The submatrix of rows and columns, of which one is a list at least; both may repeat."""
        whole = [n for k, n in ((rows, h.rows), (columns, h.columns)) if isinstance(k, tuple)]
        if h.format == CSR and any(n > 16 * h.nnz + 65536 for n in whole):  # an array of all of these would be long
            return self._lists(_core.convert(h, COO), rows, columns).tocsr()
        i, m = rows if isinstance(rows, tuple) else (0, h.rows)
        j, n = columns if isinstance(columns, tuple) else (0, h.columns)
        if (i, m, j, n) != (0, h.rows, 0, h.columns):
            h = _core.submatrix(h, i, j, m, n)
            rows, columns = ((0, k[1]) if isinstance(k, tuple) else k for k in (rows, columns))

        def as_list(k, size):
            return None if isinstance(k, tuple) else np.ascontiguousarray(k)

        rows, columns = as_list(rows, h.rows), as_list(columns, h.columns)
        inverse = None
        if columns is not None and not (columns[1:] > columns[:-1]).all():
            distinct, inverse = np.unique(columns, return_inverse=True)
            if len(distinct) == len(columns):
                inverse = None
            else:
                columns, width = distinct, len(columns)
        part = wrap(
            _core.submatrix_lists(
                h, h.rows if rows is None else len(rows), rows, h.columns if columns is None else len(columns), columns
            )
        )
        if inverse is None:
            return part
        if is_list(part._h):
            return _repeated(part, inverse.reshape(-1), width)
        return part.T.tocsr()[inverse.reshape(-1)].T.tocsr()


def _every(A, every, axis):
    """The handle of the rows (axis 0) or columns of a matrix that a range with a step names, by its entries."""
    A = A if hasattr(A, "_operand") else wrap(A, canonical=True)
    if not isinstance(every, range):
        return A._operand()
    lines = list(wrap(A._operand(), canonical=True).entries())
    quotient, offset = np.divmod(lines[axis] - every.start, every.step)
    keep = (offset == 0) & (quotient >= 0) & (quotient < len(every))
    lines[axis] = quotient
    shape = (len(every), A.shape[1]) if axis == 0 else (A.shape[0], len(every))
    rows, columns, values = (np.ascontiguousarray(a[keep]) for a in lines)
    return triplets(values, rows, columns, shape, A._dtype, "keep")


def _repeated(A, inverse, width):
    """The matrix whose column q is column ``inverse[q]`` of A."""
    order = np.argsort(inverse, kind="stable")  # the new columns by the old ones
    counts = np.bincount(inverse, minlength=A.shape[1])
    starts = np.cumsum(counts) - counts
    rows, columns, values = A.entries()
    times = counts[columns]
    index = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
    new = order[np.repeat(starts[columns], times) + index]
    h = triplets(np.repeat(values, times), np.repeat(rows, times), new, (A.shape[0], width), A._dtype, "keep")
    return wrap(h, canonical=True)
