# SPDX-License-Identifier: Apache-2.0
"""SciPy's names of a sparse array with one dimension: indexing, comparisons, extrema, shapes."""

import operator

import numpy as np

from . import _core, _names
from ._assign import _one_value, dense_of
from ._compare import allow_dense, is_scalar
from ._locks import changing
from ._names import PATTERN
from ._types import values_for
from ._words import _refuse_out, _shape_from, into, whole_shape


class _Keys:
    """What the index of a vector names: an integer, an array of indices, and new axes."""

    def __init__(self, key, n):
        from ._indexing import _is_integer, _list_of, _simple, position

        keys = [k.toarray() if isinstance(k, VectorWords) else k for k in (key if isinstance(key, tuple) else (key,))]
        keys = [_simple(k) for k in keys]
        keys = [k for k in keys if k is not Ellipsis]
        parts = [k for k in keys if k is not None]
        if len(parts) > 1:
            raise IndexError(f"a vector has 1 dimension, not {len(parts)}")
        if not parts:
            parts = [slice(None)]
            keys.append(parts[0])
        self.new_axes = [k is None for k in keys]
        (k,) = parts
        self.range = None
        if _is_integer(k):
            self.at = position(int(k), n, 0)
        elif isinstance(k, slice):
            start, stop, step = k.indices(n)
            self.range = (start, max(stop - start, 0)) if step == 1 else None
            self.at = np.arange(start, stop, step, dtype=np.int64) if step != 1 else None
        else:
            self.at = _list_of(k, n, 0)

    def places(self):
        return np.arange(self.range[0], sum(self.range), dtype=np.int64) if self.at is None else self.at


class VectorWords:
    """Methods of Vector."""

    __slots__ = ()

    @property
    def T(self):
        """Itself: the transpose of a vector."""
        return self

    @property
    def size(self):
        """The number of entries, as ``nnz``."""
        return self.nnz

    def transpose(self):
        """Itself."""
        return self

    def count_nonzero(self):
        """The number of elements that are not 0."""
        return int(np.count_nonzero(self.data))

    def nonzero(self):
        """(indices,) of the entries that are not 0."""
        return (self.indices[self.data != 0].astype(np.int64),)

    def __getitem__(self, key):
        """An element, a part x[i:j:k], x[list] or x[mask], all vectors; with None a matrix of one row or column."""
        keys = _Keys(key, self._h.length)
        if keys.range is not None:
            part = self._of(_core.subvector(self._h, *keys.range))
        elif isinstance(keys.at, int):
            part = self.dtype.type(self._h.get_element(keys.at))
        else:
            part = self._at(keys.at)
        if not any(keys.new_axes):
            return part
        shape = [1 if is_new else None for is_new in keys.new_axes]
        size = None if np.ndim(part) == 0 and not hasattr(part, "nnz") else part.shape
        new = [k for n in shape for k in ([1] if n else [] if size is None else size)]
        if size is None:
            part = type(self)(np.array([part]))
        return part.reshape(tuple(new))

    def _at(self, places):
        """The elements at an array of places: a vector, of an array of two dimensions a matrix."""
        indices, values = self.indices, self.data
        at = np.searchsorted(indices, places.reshape(-1))
        found = np.zeros(len(at), bool)
        if len(indices):
            found = indices[np.minimum(at, len(indices) - 1)] == places.reshape(-1)
        kept = np.flatnonzero(found)
        result = type(self)((values[at[kept]], kept), places.size, self.dtype)
        return result if places.ndim == 1 else result.reshape(places.shape)

    @changing
    def __setitem__(self, key, value):
        """Sets an element, x[i:j], x[list] or x[mask]; zeros of x[i:j] make no entries, those named by lists do.

        >>> import araios
        >>> x = araios.Vector(5)
        >>> x[1:4] = [1.0, 0.0, 2.0]
        >>> x.toarray(), x.nnz
        (array([0., 1., 0., 2., 0.]), 2)
        """
        keys = _Keys(key, self._h.length)
        if any(keys.new_axes):
            raise IndexError("an assignment has no new axes")
        if isinstance(keys.at, int):
            self._set_one(keys.at, _one_value(value))
            return
        places = keys.places().reshape(-1)
        if isinstance(value, VectorWords):
            where, new, shape = value.indices, value.data, value.shape[0]
            if shape not in (1, len(places)):
                raise ValueError(f"a vector of {shape} elements cannot be assigned to {len(places)}")
            if shape == 1 and len(places) != 1:
                where, new = (np.arange(len(places)), np.repeat(new, len(places))) if len(new) else (where, new)
        else:
            dense = dense_of(value.toarray() if hasattr(value, "toarray") else value)
            dense = np.broadcast_to(dense.reshape(-1) if dense.ndim > 1 else dense, places.shape)
            is_block = keys.range is not None or isinstance(key, slice)
            where = np.flatnonzero(dense) if is_block or self._h.type == PATTERN else np.arange(len(places))
            new = dense[where]
        if new.dtype.kind == "c" and self.dtype.kind not in "cb":
            raise TypeError(f"a vector of type {self.dtype} has no complex elements")
        if len(places) and len(np.unique(places)) != len(places):  # the last of several counts
            last = np.full(self._h.length, -1, np.int64)
            last[places] = np.arange(len(places))
            keep = last[places[where]] == where
            where, new = where[keep], new[keep]
        outside = ~np.isin(self.indices, places)
        indices = np.r_[self.indices[outside].astype(np.int64), places[where]]
        new = values_for(self.dtype, new, "a vector", weak=not hasattr(value, "dtype"))
        values = np.r_[self.data[outside], new]
        self._h = type(self)((values, indices), self._h.length, self.dtype)._h

    def _set_one(self, i, value):
        if self._h.type == PATTERN and not value:
            keep = self.indices != i
            self._h = type(self)((self.data[keep], self.indices[keep]), self._h.length, self.dtype)._h
            return
        value = complex(values_for(self.dtype, value, "a vector")[()])
        h = _core.vector_copy(self._h.context, self._h)
        h.set_element(i, value.real, value.imag)
        self._h = h

    def reshape(self, *shape, order="C", copy=False):
        """A matrix, or a vector, with the same elements; one number of the shape may be -1.

        >>> import araios
        >>> araios.Vector([1.0, 2.0, 3.0, 4.0]).reshape(2, 2).toarray()
        array([[1., 2.],
               [3., 4.]])
        """
        from ._words import _at_places

        shape = whole_shape(_shape_from(shape), self._h.length)
        if order not in ("C", "F"):
            raise ValueError(f"order is 'C' or 'F', not {order!r}")
        if shape == self.shape:
            return self.copy() if copy else self
        return _at_places(self.indices.astype(np.int64), self.data, shape, order, self.dtype, _names.CSR)

    # Sums and extrema.

    def sum(self, axis=None, dtype=None, out=None, *, keepdims=False):
        """The sum of the values; of bool the number of entries."""
        _check_axis(axis)
        result = self.reduce("plus")
        if dtype is not None:
            result = np.asarray(result).astype(dtype)[()]
        return into_vector(out, result, keepdims)

    def mean(self, axis=None, dtype=None, out=None, *, keepdims=False):
        """The mean of all elements; those that are no entries are 0."""
        _check_axis(axis)
        with np.errstate(divide="ignore", invalid="ignore"):
            result = np.true_divide(self.reduce("plus"), self._h.length)
        if dtype is not None:
            result = np.asarray(result).astype(dtype)[()]
        return into_vector(out, result, keepdims)

    def _extreme(self, axis, out, f, explicit):
        _check_axis(axis)
        _refuse_out(out)
        if not self._h.length:
            raise ValueError("zero-size array to reduction operation, which has no identity")
        values = self.data
        if not len(values):
            return self.dtype.type(0)
        result = f.reduce(values)
        if not explicit and len(values) < self._h.length:
            result = f(result, self.dtype.type(0))
        return self.dtype.type(result)

    def max(self, axis=None, out=None, *, explicit=False):
        """The maximum of all elements; with ``explicit`` of the entries alone."""
        return self._extreme(axis, out, np.maximum, explicit)

    def min(self, axis=None, out=None, *, explicit=False):
        """The minimum of all elements; with ``explicit`` of the entries alone."""
        return self._extreme(axis, out, np.minimum, explicit)

    def nanmax(self, axis=None, out=None, *, explicit=False):
        """The maximum of elements that are not NaN."""
        return self._extreme(axis, out, np.fmax, explicit)

    def nanmin(self, axis=None, out=None, *, explicit=False):
        """The minimum of elements that are not NaN."""
        return self._extreme(axis, out, np.fmin, explicit)

    def argmax(self, axis=None, out=None, *, explicit=False):
        """The index of the first maximum."""
        _check_axis(axis)
        return self.reshape((1, -1) if self._h.length else (1, 0)).argmax(out=out, explicit=explicit)

    def argmin(self, axis=None, out=None, *, explicit=False):
        """The index of the first minimum."""
        _check_axis(axis)
        return self.reshape((1, -1) if self._h.length else (1, 0)).argmin(out=out, explicit=explicit)

    # Comparisons.

    def _compare(self, other, op):
        cls = type(self)
        n = self._h.length
        if is_scalar(other):
            at, is_true, of_zeros = self.indices, op(self.data, other), bool(op(self.dtype.type(0), other))
        elif isinstance(other, VectorWords):
            if self.shape != other.shape:
                if op in (operator.eq, operator.ne):
                    return op is operator.ne
                raise ValueError(f"inconsistent shapes: {self.shape} and {other.shape}")
            at = np.union1d(self.indices, other.indices).astype(np.int64)
            a, b = np.zeros(len(at), self.dtype), np.zeros(len(at), other.dtype)
            a[np.searchsorted(at, self.indices)] = self.data
            b[np.searchsorted(at, other.indices)] = other.data
            is_true, of_zeros = op(a, b), bool(op(0, 0))
        elif isinstance(other, np.ndarray):
            return op(self.toarray(), other)
        else:
            return NotImplemented
        if of_zeros:
            allow_dense((1, n), f"the comparison {op.__name__}")
            result = np.ones(n, bool)
            result[at] = is_true
            return cls(result)
        return cls((np.ones(np.count_nonzero(is_true), bool), at[is_true]), n)

    def __eq__(self, other):
        """Element by element: a Boolean vector. ``equals`` gives one bool."""
        return self._compare(other, operator.eq)

    def __ne__(self, other):
        return self._compare(other, operator.ne)

    def __lt__(self, other):
        return self._compare(other, operator.lt)

    def __le__(self, other):
        return self._compare(other, operator.le)

    def __gt__(self, other):
        return self._compare(other, operator.gt)

    def __ge__(self, other):
        return self._compare(other, operator.ge)

    def equals(self, other):
        """Whether length, type, entries and values are the same: one bool."""
        if not isinstance(other, VectorWords):
            return False
        return self.shape == other.shape and self.dtype == other.dtype and _core.vector_equal(self._h, other._h)

    def __bool__(self):
        if self._h.length == 1:
            return bool(self[0])
        raise ValueError("the truth value of a vector with more than one element is ambiguous; use .nnz")

    # With dense arrays.

    def _with_dense(self, other, f):
        """f of the elements and those of an array; of 0 a copy, as sum() begins with it."""
        if isinstance(other, np.ndarray) and other.ndim:
            return f(self.toarray(), other)
        if is_scalar(other):
            if other == 0:
                return self.copy()
            raise NotImplementedError("adding a nonzero scalar to a sparse array is not supported")
        return NotImplemented

    def __rsub__(self, other):
        if isinstance(other, np.ndarray) and other.ndim:
            return other - self.toarray()
        return (-self)._with_dense(other, np.add)

    def _times_array(self, other):
        if other.shape != self.shape:
            raise ValueError(f"inconsistent shapes: {self.shape} and {other.shape}")
        return type(self)((self.data * other[self.indices], self.indices), self._h.length)

    def _dense_product(self, other, reflected):
        if not isinstance(other, np.ndarray) or other.ndim not in (1, 2):
            return NotImplemented
        n = other.shape[-1] if reflected else other.shape[0]
        if n != self._h.length:
            raise ValueError(f"matmul: dimension mismatch: a vector of {self._h.length} elements and {other.shape}")
        return other[..., self.indices] @ self.data if reflected else self.data @ other[self.indices]

    def __rmatmul__(self, other):
        return self._dense_product(other, True)

    def dot(self, other):
        """As ``@``, and as ``*`` for a number."""
        return self * other if is_scalar(other) else self @ other

    def multiply(self, other):
        """Element by element, as ``*``."""
        return self * other

    def power(self, n):
        """Each element to the power n, a number above 0."""
        if not is_scalar(n) or not np.real(n) > 0:
            raise ValueError(f"a power is a number above 0, not {n}: elements that are no entries would not be 0")
        values = self.data
        values = values.astype(np.float64) if values.dtype == bool else values
        return type(self)((values**n, self.indices), self._h.length)

    def __pow__(self, n):
        return self.power(n) if is_scalar(n) else NotImplemented

    def todense(self):
        """As ``toarray``."""
        return self.toarray()

    def __neg__(self):
        if self._h.type == PATTERN:
            raise NotImplementedError("a Boolean vector has no negative")
        # Not a product: -1 times a complex infinity is no infinity.
        return type(self)((-self.data, self.indices), self._h.length, self.dtype)

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return type(self)((np.abs(self.data), self.indices), self._h.length)

    def __truediv__(self, other):
        if not is_scalar(other):
            return NotImplemented
        values = self.data
        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.true_divide(values, other)
        return type(self)((values, self.indices), self._h.length)


def _check_axis(axis):
    axes = axis if isinstance(axis, tuple) else (() if axis is None else (axis,))
    for a in axes:
        if not hasattr(a, "__index__"):
            raise TypeError(f"axis must be an integer/tuple of ints, not {type(a).__name__}")
        if a not in (0, -1):
            raise ValueError(f"axis out of range: axis {a} is out of bounds for a vector")


def into_vector(out, result, keepdims):
    return into(out, np.reshape(result, (1,)) if keepdims else result, False, None)
