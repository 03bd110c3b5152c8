# SPDX-License-Identifier: Apache-2.0
"""A[...] = x: elements, lists of coordinates, and blocks, of numbers, arrays and sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _convert, _core, _names
from ._base import MatrixBase, as_matrix
from ._keys import Key, among, last_of, pick
from ._locks import changing
from ._names import PATTERN
from ._types import dense_of, one_value, parts_of, values_for
from .vector import Vector


def _as_lines(k):
    """Rows or columns as an array, or as a range, which is no array of all of them."""
    if isinstance(k, int):
        return range(k, k + 1)
    return range(k[0], k[0] + k[1]) if isinstance(k, tuple) else k


def _count(k):
    return 1 if isinstance(k, int) else k[1] if isinstance(k, tuple) else len(k)


class Entries:
    """A block to be assigned, by its entries: rows, columns, values, and the shape they are in."""

    def __init__(self, rows, columns, values, shape):
        self.rows, self.columns, self.values, self.shape = rows, columns, values, tuple(map(int, shape))

    @classmethod
    def of(cls, value):
        """From a number, an array, or a sparse matrix or vector. Zeros of dense ones are no entries."""
        if isinstance(value, Vector):
            return cls(np.zeros(value.nnz, np.int64), value.indices.astype(np.int64), value.data, (1, value.shape[0]))
        if hasattr(value, "tocsr") and len(value.shape) == 2:
            value = as_matrix(value).to("cpu")
            h = value._operand()
            rows, columns = np.empty(h.nnz, np.int64), np.empty(h.nnz, np.int64)
            values = np.ones(h.nnz, bool) if h.type == PATTERN else np.empty(h.nnz, value._dtype)
            h.extract(rows, columns, None if h.type == PATTERN else values)
            return cls(rows, columns, values, value.shape)
        if hasattr(value, "tocsr"):
            value = value.tocoo()
            value.sum_duplicates()
            positions = value.coords[0].astype(np.int64)
            return cls(np.zeros(len(positions), np.int64), positions, value.data, (1, *value.shape))
        values = dense_of(value)
        while values.ndim > 2 and values.shape[0] == 1:
            values = values[0]
        if values.ndim > 2:
            raise ValueError(f"a block has 2 dimensions, not {values.ndim}")
        values = np.atleast_2d(values)
        rows, columns = np.nonzero(values)
        return cls(rows.astype(np.int64), columns.astype(np.int64), values[rows, columns], values.shape)

    def transposed(self):
        return Entries(self.columns, self.rows, self.values, self.shape[::-1])

    def broadcast(self, shape):
        """These entries repeated along dimensions of length 1; ValueError where the shape does not fit."""
        result = self
        if any(a not in (1, b) for a, b in zip(self.shape, shape)):
            raise ValueError(f"shape mismatch: a value of shape {self.shape} cannot be broadcast to the block {shape}")
        for axis in (0, 1):
            if result.shape[axis] == shape[axis]:
                continue
            times, count = shape[axis], len(result.rows)
            new = (times, result.shape[1]) if axis == 0 else (result.shape[0], times)
            if not count:
                result = Entries(result.rows, result.columns, result.values, new)
                continue
            along = np.repeat(np.arange(times, dtype=np.int64), count)
            rows, columns = np.tile(result.rows, times), np.tile(result.columns, times)
            rows, columns = (along, columns) if axis == 0 else (rows, along)
            result = Entries(rows, columns, np.tile(result.values, times), new)
        return result


class Assign(MatrixBase):
    """Methods of Matrix."""

    __slots__ = ()

    @changing
    def __setitem__(self, key: Any, value: Any) -> None:
        """Sets an element, elements, or a block.

        ``A[i, j] = x`` and ``A[rows, columns] = x``, for index arrays of one or two dimensions or a mask, set every
        element that is named, to zeros too: these are entries then. ``A[i, 2:5] = x``, ``A[rows, 2:5] = x``,
        ``A[i] = x`` and so on set a block, in which zeros make no entries. x is a number, an array whose shape can be
        broadcast, or a sparse matrix or vector, of which entries only are read; explicit zeros of these are kept.
        A in CSC and COO stays so, in other formats it becomes CSR.

        Of an element named several times the last value counts. Arrays borrowed by A are not changed: A has its own
        after it. Numbers of Python are rounded to the type of A; TypeError for complex values in a real matrix, and for
        values of a type of NumPy that the type of A does not hold exactly. ValueError for shapes that disagree.

        >>> import araios
        >>> A = araios.Matrix((2, 3))
        >>> A[0, 1] = 5.0
        >>> A[1] = [1.0, 0.0, 2.0]
        >>> A[[0, 1], [0, 1]] = 9.0
        >>> A.toarray(), A.nnz
        (array([[9., 5., 0.],
               [1., 9., 2.]]), 5)
        """
        key = Key(key, self.shape)
        if any(key.new_axes):
            raise IndexError("an assignment has no new axes")
        i, j, format = key.i, key.j, self._h.format
        if key.are_coordinates:
            self._set_coordinates(i, j, value)
        elif isinstance(i, int) and isinstance(j, int):
            self._set_element(i, j, one_value(value))
        else:
            self._set_block(i, j, value)
        if format in (_names.CSC, _names.COO) and self._h.format != format:
            self._become(self._h, format)

    def _check_type(self, dtype):
        if np.dtype(dtype).kind == "c" and self._dtype.kind not in "cb":
            raise TypeError(f"a matrix of type {self._dtype} has no complex elements")

    def _set_block(self, i, j, value):
        """Sets the rows i and columns j, each an integer, a range or a list, of which one is no integer."""
        entries = Entries.of(value)
        self._check_type(entries.values.dtype)
        shape = _count(i), _count(j)
        if isinstance(j, int) and entries.shape[0] == 1 and entries.shape[1] not in (1,):
            entries = entries.transposed()  # a vector into a column
        if isinstance(j, int) and entries.shape == (1, 1) and np.ndim(value) == 1:
            entries = entries.transposed()
        entries = entries.broadcast(shape)
        if self._h.type == PATTERN:
            keep = entries.values != 0
            entries = Entries(entries.rows[keep], entries.columns[keep], entries.values[keep], shape)
        values = values_for(self._dtype, entries.values, weak=not hasattr(value, "dtype"))
        if not isinstance(i, (np.ndarray, range)) and not isinstance(j, (np.ndarray, range)):
            i, j = (k if isinstance(k, tuple) else (k, 1) for k in (i, j))
            B = _convert.triplets(values, entries.rows, entries.columns, shape, self._dtype, "keep")
            h = self._operand()
            if h.space == _names.DEVICE:
                B = _core.copy(h.context, B)
            self._replace(_core.assign(h, i[0], j[0], B))
            return
        self._set_lists(_as_lines(i), _as_lines(j), entries, values)

    def _set_lists(self, rows, columns, entries, values):
        """Sets the block of two lists or ranges; lists may name a row or column again: the last counts."""
        if not len(rows) or not len(columns):
            return
        # The last position of each row and column in the lists, and the entries that are there.
        all_rows, is_last_row = last_of(rows, entries.rows)
        all_columns, is_last_column = last_of(columns, entries.columns)
        keep = is_last_row & is_last_column
        h = self._operand()
        old_rows, old_columns = np.empty(h.nnz, np.int64), np.empty(h.nnz, np.int64)
        h.extract(old_rows, old_columns, None if h.type == PATTERN else np.empty(h.nnz, self._dtype))
        outside = ~(among(old_rows, all_rows) & among(old_columns, all_columns))
        h = _core.select_marked(h, np.ascontiguousarray(outside))
        new_rows = np.ascontiguousarray(pick(rows, entries.rows[keep]))
        new_columns = np.ascontiguousarray(pick(columns, entries.columns[keep]))
        values = None if h.type == PATTERN else np.ascontiguousarray(values[keep])
        h.update(new_rows, new_columns, len(new_rows), values, None)
        self._replace(h)  # last: where the update fails, the matrix is as it was

    def _set_coordinates(self, rows, columns, value):
        """Sets the elements at the pairs of two arrays; where a sparse value has no entry, the matrix gets none."""
        shape = rows.shape
        rows, columns = rows.reshape(-1), columns.reshape(-1)
        if not hasattr(value, "tocsr") and not hasattr(value, "nnz"):
            self._set_elements(rows, columns, shape, value)
            return
        entries = Entries.of(value)
        self._check_type(entries.values.dtype)
        if len(shape) == 1 and entries.shape[1] == 1:
            entries = entries.transposed()
        block = (1, *shape) if len(shape) == 1 else shape
        entries = entries.broadcast(block)
        at = entries.rows * block[1] + entries.columns
        values, removes = np.zeros(len(rows), self._dtype), np.ones(len(rows), bool)
        values[at], removes[at] = values_for(self._dtype, entries.values, weak=False), False
        self._unshare()
        if self._h.type == PATTERN:
            self._h.update(rows, columns, len(rows), None, ~values)
        else:
            self._h.update(rows, columns, len(rows), values, removes)

    def _replace(self, h, canonical=True):
        """Replaces the handle by that of a result."""
        self._h, self._arrays, self._shared = h, None, False
        self._canonical = canonical  # last, as _operand reads it first

    def _take(self, other):
        """Takes the entries of a matrix that no other object uses; CSC and COO stay so."""
        if self._h.format in (_names.CSC, _names.COO):
            other = other.to_format(self.format)
        canonical = other._canonical
        self._h, self._arrays, self._shared = other._h, other._arrays, other._shared
        self._canonical = canonical

    def _unshare(self):
        """Makes the handle one that neither arrays nor other matrices share: single entries may be changed."""
        if self._shared or not self._canonical or self._h.format != _names.CSR:
            h = self._operand()
            self._replace(_core.copy(h.context, h) if h is self._h else h)

    def _set_element(self, i, j, value):
        self._unshare()
        if self._h.type == PATTERN:
            if values_for(self._dtype, value):
                self._h.set_element(i, j, 1.0, 0.0)
            else:
                self._h.remove_element(i, j)
        else:
            self._h.set_element(i, j, *parts_of(values_for(self._dtype, value)[()]))

    def _set_elements(self, rows, columns, shape, value, weak=None):
        """Sets the elements at the pairs of two arrays to values that can be broadcast to `shape`."""
        values = dense_of(value)
        self._check_type(values.dtype)
        while values.ndim > len(shape) and values.shape[0] == 1:
            values = values[0]
        values = values_for(self._dtype, values, weak=not hasattr(value, "dtype") if weak is None else weak)
        values = np.ascontiguousarray(np.broadcast_to(values, shape)).reshape(-1)
        if not len(rows):
            return
        self._unshare()
        if self._h.type == PATTERN:
            self._h.update(rows, columns, len(rows), None, np.logical_not(values))
        else:
            self._h.update(rows, columns, len(rows), values, None)
