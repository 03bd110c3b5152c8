# SPDX-License-Identifier: Apache-2.0
"""What the indices in A[i, j], A[i:j], A[rows] and A[mask] name."""

import numpy as np

from ._base import as_matrix

_MANY = 2**20  # beyond, a slice with a step is no array of indices


def position(i, size, axis):
    """An index of 0 .. size - 1 from one that may be negative; IndexError."""
    j = i + size if i < 0 else i
    if not 0 <= j < size:
        raise IndexError(f"index ({i}) out of range for axis {axis} of size {size}")
    return j


def range_of(s, size):
    """(first, count) of a slice of step 1, else the array of its indices."""
    start, stop, step = s.indices(size)
    if step == 1:
        return start, max(stop - start, 0)
    every = range(start, stop, step)
    return every if len(every) > _MANY else np.arange(start, stop, step, dtype=np.int64)


def list_of(a, size, axis):
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
    if a.dtype.kind == "u" and a.size and a.max() >= size:
        raise IndexError(f"index ({a.max()}) out of range for axis {axis} of size {size}")
    a = a.astype(np.int64)
    a = np.where(a < 0, a + size, a)
    if a.size and not (0 <= a.min() and a.max() < size):
        raise IndexError(f"index ({a.min() if a.min() < 0 else a.max()}) out of range for axis {axis} of size {size}")
    return np.ascontiguousarray(a)


def is_integer(i):
    return isinstance(i, (int, np.integer)) and not isinstance(i, (bool, np.bool_))


def _is_sparse_mask(k):
    return hasattr(k, "tocsr") and len(k.shape) == 2


def simple(k):
    """An integer for an array without dimensions; the array of a list."""
    if is_integer(k) or k is None or k is Ellipsis or isinstance(k, slice) or _is_sparse_mask(k):
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
        if np.dtype(k.dtype).kind != "b":
            raise IndexError(f"a sparse matrix as an index is one of bool, not of {k.dtype}")
        rows, columns = as_matrix(k).nonzero()
    return np.ascontiguousarray(rows, np.int64), np.ascontiguousarray(columns, np.int64)


class Key:
    """What an index names: an integer, (first, count), or an array for rows and columns each, and new axes."""

    def __init__(self, key, shape):
        keys = [simple(k) for k in (key if isinstance(key, tuple) else (key,))]
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
            if is_integer(k):
                parts.append(position(int(k), size, axis))
            elif isinstance(k, slice):
                parts.append(range_of(k, size))
            else:
                parts.append(list_of(k, size, axis))
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
        """The result with axes of length 1 where the key has None; of an element an array."""
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
        return np.array([result]).reshape(new)


def pick(lines, at):
    """Elements of an array or a range."""
    return lines.start + lines.step * at if isinstance(lines, range) else lines[at]


def among(indices, lines):
    """Whether each index is one of a range, or of an array of distinct ones in order."""
    if isinstance(lines, range):
        position, offset = np.divmod(indices.astype(np.int64) - lines.start, lines.step)
        return (offset == 0) & (position >= 0) & (position < len(lines))
    at = np.searchsorted(lines, indices)
    return lines[np.minimum(at, len(lines) - 1)] == indices if len(lines) else np.zeros(len(indices), bool)


def last_of(lines, at):
    """The distinct lines in order, and whether positions `at` of the list are the last ones that name their line."""
    if isinstance(lines, range):
        return lines, np.ones(len(at), bool)
    distinct, position = np.unique(lines[::-1], return_index=True)
    is_last = np.zeros(len(lines), bool)
    is_last[len(lines) - 1 - position] = True
    return distinct, is_last[at]
