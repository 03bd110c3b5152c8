# SPDX-License-Identifier: Apache-2.0
"""A[i, j], A[i], A[i:j, k:l], A[rows], A[rows, columns], A[mask]. _assign.py has the assignments."""

import numpy as np

from . import _core
from . import matrix as _matrix  # which imports this module: its names are there when they are used
from ._assign import Assign
from ._names import COO, DCSR, PATTERN

_MANY = 2**20  # beyond, a slice with a step is no array of indices


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
    every = range(start, stop, step)
    return every if len(every) > _MANY else np.arange(start, stop, step, dtype=np.int64)


def _list_of(a, size, axis):
    """An array of indices, of any dimensions, from one of integers, or from a mask of bool."""
    try:
        a = np.asarray(a)
    except ValueError:
        raise IndexError("Index dimension must be 1 or 2: lists of one length") from None
    if a.dtype == bool:
        if a.shape != (size,):
            raise IndexError(f"bool index {axis} has shape {a.shape} instead of {(size,)}")
        return np.flatnonzero(a).astype(np.int64)
    if a.dtype.kind not in "iu" and (a.size or a.dtype.kind not in "f"):
        raise IndexError(f"Index dimension must be 1 or 2, of integers or bools, not {a.dtype}")
    if a.ndim > 2:
        raise IndexError("Only 1D or 2D arrays allowed as index: a result of >2D is not supported")
    a = a.astype(np.int64)
    a = np.where(a < 0, a + size, a)
    if a.size and not (0 <= a.min() and a.max() < size):
        raise IndexError(f"index ({a.min() if a.min() < 0 else a.max()}) out of range for axis {axis} of size {size}")
    return np.ascontiguousarray(a)


def _is_integer(i):
    return isinstance(i, (int, np.integer)) and not isinstance(i, (bool, np.bool_))


def _is_sparse_mask(k):
    return hasattr(k, "tocsr") and len(k.shape) == 2


def _simple(k):
    """An integer for an array without dimensions; the array of a list."""
    if _is_integer(k) or k is None or k is Ellipsis or isinstance(k, slice) or _is_sparse_mask(k):
        return k
    if hasattr(k, "tocsr"):  # a sparse vector
        return k.toarray()
    if isinstance(k, str):
        raise IndexError(f"Index dimension must be 1 or 2, not {k!r}")
    try:
        a = np.asarray(k)
    except ValueError:
        raise IndexError("Index dimension must be 1 or 2: lists of one length") from None
    return int(a) if a.ndim == 0 and a.dtype.kind in "iu" else a


def _mask_coordinates(k, shape):
    """The coordinates of the True elements of a mask with two dimensions."""
    if k.shape != shape:
        raise IndexError(f"bool index 0 has shape {tuple(k.shape)} instead of {shape}")
    if isinstance(k, np.ndarray):
        rows, columns = np.nonzero(k)
    else:
        from .matrix import as_matrix

        if np.dtype(k.dtype).kind != "b":
            raise IndexError(f"a sparse matrix as an index is one of bool, not of {k.dtype}")
        rows, columns = as_matrix(k).nonzero()
    return np.ascontiguousarray(rows, np.int64), np.ascontiguousarray(columns, np.int64)


class Key:
    """What an index names: an integer, (first, count), or an array for rows and columns each, and new axes."""

    def __init__(self, key, shape):
        keys = [_simple(k) for k in (key if isinstance(key, tuple) else (key,))]
        if sum(k is Ellipsis for k in keys) > 1:
            raise IndexError("an index can only have a single ellipsis ('...')")
        is_mask = [(isinstance(k, np.ndarray) and k.dtype == bool and k.ndim == 2) or _is_sparse_mask(k) for k in keys]
        used = sum(1 + mask for k, mask in zip(keys, is_mask) if k is not None and k is not Ellipsis)
        if used > 2:
            raise IndexError(f"a matrix has 2 dimensions, not {used}")
        missing = [slice(None)] * (2 - used)
        if not any(k is Ellipsis for k in keys):
            keys.append(Ellipsis)
        at = next(p for p, k in enumerate(keys) if k is Ellipsis)
        keys[at : at + 1] = missing
        self.new_axes = [k is None for k in keys]
        keys = [k for k in keys if k is not None]
        self.has_slice = any(isinstance(k, slice) for k in keys)
        self.are_coordinates = len(keys) == 1  # a mask
        if self.are_coordinates:
            self.i, self.j = _mask_coordinates(keys[0], shape)
            return
        parts = []
        for axis, (k, size) in enumerate(zip(keys, shape)):
            if _is_integer(k):
                parts.append(position(int(k), size, axis))
            elif isinstance(k, slice):
                parts.append(_range_of(k, size))
            else:
                parts.append(_list_of(k, size, axis))
        self._combine(keys, parts)

    def _combine(self, keys, parts):
        is_list = [isinstance(k, np.ndarray) for k in keys]
        if all(is_list) and self._is_mesh(*parts):
            self.i, self.j = parts[0][:, 0], parts[1].reshape(-1)
            return
        other_is_slice = any(isinstance(k, slice) for k in keys)
        if any(f and p.ndim == 2 for f, p in zip(is_list, parts)):
            if other_is_slice:
                raise IndexError("Only 1D or 2D results: a list of 2 dimensions beside a slice (>2D is not supported)")
            self.are_coordinates = True
        self.are_coordinates = self.are_coordinates or all(is_list)
        if self.are_coordinates:
            try:
                parts = [np.ascontiguousarray(a, np.int64) for a in np.broadcast_arrays(*map(np.asarray, parts))]
            except ValueError:
                raise IndexError(
                    "shape mismatch: indexing arrays could not be broadcast together with shapes "
                    + " ".join(str(np.shape(a)) for a in parts)
                ) from None
        self.i, self.j = parts

    @staticmethod
    def _is_mesh(rows, columns):
        """Whether two lists are a column and a row, as those of numpy.ix_."""
        return rows.ndim == 2 and rows.shape[1] == 1 and columns.size == columns.shape[-1] and columns.size != 1

    def with_new_axes(self, result):
        """The result with axes of length 1 where the key has None."""
        if not any(self.new_axes):
            return result
        shape = list(getattr(result, "shape", ()))
        if self.has_slice:  # an axis for each part of the key that is no integer
            parts, new = [self.i, self.j], []
            for is_new in self.new_axes:
                if is_new:
                    new.append(1)
                elif not isinstance(parts.pop(0), int):
                    new.append(shape.pop(0))
        else:  # arrays and integers have their axes at one position, or first where a new axis divides them
            at = [p for p, is_new in enumerate(self.new_axes) if not is_new]
            before = at[0] if at[-1] - at[0] == len(at) - 1 else 0
            new = [1] * before + shape + [1] * (sum(self.new_axes) - before)
        if isinstance(result, np.ndarray):
            return result.reshape(new)
        if len(new) > 2:
            raise IndexError(f"Only 1D or 2D results: the index makes {len(new)} dimensions (>2D is not supported)")
        if hasattr(result, "reshape") and hasattr(result, "tocsr" if len(shape) == 2 else "nnz"):
            return result.reshape(tuple(new))
        from .matrix import Matrix
        from .vector import Vector

        return Vector(np.array([result])) if len(new) == 1 else Matrix(np.array([[result]]))


class Indexing(Assign):
    """Methods of Matrix."""

    __slots__ = ()

    def __getitem__(self, key):
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
            i, j = (_range_of(k, size) for k, size in zip(key, self.shape))
            if type(i) is tuple and type(j) is tuple:
                return self._part_of(i, j)
        key = Key(key, self.shape)
        return key.with_new_axes(self._part(key))

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
            part = _matrix.wrap(_every(_every(self, i, 0), j, 1), canonical=True)
            return part._part_of(*((0, len(k)) if isinstance(k, range) else k for k in (i, j)))
        return self._part_of(i, j)

    def _part_of(self, i, j):
        """The part that two integers, ranges (first, count) or lists name, of which one is no integer."""
        h = self._operand()
        m, n = self.shape
        if isinstance(i, int) or isinstance(j, int):
            from .vector import Vector

            along, extract, at = (j, _core.extract_row, i) if isinstance(i, int) else (i, _core.extract_column, j)
            x = Vector._of(extract(h, at))
            if isinstance(along, tuple):
                return x if along == (0, x.shape[0]) else x[along[0] : along[0] + along[1]]
            return x[along]
        if isinstance(i, tuple) and isinstance(j, tuple):
            if i == (0, m) and j == (0, n):
                return self.copy()
            return _matrix.wrap(_core.submatrix(h, i[0], j[0], i[1], j[1]), canonical=True)
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
        from ._convert import triplets

        shape, count, is_pattern = rows.shape, rows.size, self._h.type == PATTERN
        found = np.empty(count, np.int32)
        values = None if is_pattern else np.empty(count, self._dtype)
        self._operand().find(rows.reshape(-1), columns.reshape(-1), count, found, values)
        at = np.flatnonzero(found)
        values = np.ones(len(at), bool) if is_pattern else values[at]
        width = max(shape[1], 1)
        return _matrix.wrap(triplets(values, at // width, at % width, shape, self._dtype, "keep"), canonical=True)

    def _lists(self, h, rows, columns):
        """The submatrix of rows and columns, of which one is a list at least; both may repeat."""
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
        part = _matrix.wrap(
            _core.submatrix_lists(
                h, h.rows if rows is None else len(rows), rows, h.columns if columns is None else len(columns), columns
            )
        )
        if inverse is None:
            return part
        if _matrix.is_list(part._h):
            return _repeated(part, inverse.reshape(-1), width)
        return part.T.tocsr()[inverse.reshape(-1)].T.tocsr()


def _every(A, every, axis):
    """The handle of the rows (axis 0) or columns of a matrix that a range with a step names, by its entries."""
    from ._convert import triplets

    A = A if hasattr(A, "_operand") else _matrix.wrap(A, canonical=True)
    if not isinstance(every, range):
        return A._operand()
    lines = list(_matrix.wrap(A._operand(), canonical=True).entries())
    quotient, offset = np.divmod(lines[axis] - every.start, every.step)
    keep = (offset == 0) & (quotient >= 0) & (quotient < len(every))
    lines[axis] = quotient
    shape = (len(every), A.shape[1]) if axis == 0 else (A.shape[0], len(every))
    rows, columns, values = (np.ascontiguousarray(a[keep]) for a in lines)
    return triplets(values, rows, columns, shape, A._dtype, "keep")


def _repeated(A, inverse, width):
    """The matrix whose column q is column ``inverse[q]`` of A."""
    from ._convert import triplets

    order = np.argsort(inverse, kind="stable")  # the new columns by the old ones
    counts = np.bincount(inverse, minlength=A.shape[1])
    starts = np.cumsum(counts) - counts
    rows, columns, values = A.entries()
    times = counts[columns]
    index = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
    new = order[np.repeat(starts[columns], times) + index]
    h = triplets(np.repeat(values, times), np.repeat(rows, times), new, (A.shape[0], width), A._dtype, "keep")
    return _matrix.wrap(h, canonical=True)
