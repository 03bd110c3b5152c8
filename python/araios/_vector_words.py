# SPDX-License-Identifier: Apache-2.0
"""SciPy's names of a sparse array with one dimension: indexing, comparisons, extrema, shapes."""

from __future__ import annotations

import operator
from typing import Any, Literal

import numpy as np

from . import _core
from ._base import as_matrix, at_positions, operand_dtype
from ._keys import among, is_integer, last_of, list_of, pick, position, simple
from ._locks import changing
from ._names import CSR, PATTERN, value_dtype
from ._shapes import dtype_of_mean, into, refuse_out, shape_from, whole_shape, widened
from ._types import (
    allow_dense,
    array_of_like,
    dense_of,
    is_scalar,
    one_value,
    parts_of,
    require_exact,
    require_number,
    result_dtype,
    values_for,
)
from ._typing import Axis, DTypeLike, NDArray, Vector
from ._ufuncs import ArrayUfuncs


class _Keys:
    """What the index of a vector names: an integer, a range or an array of indices, and new axes."""

    def __init__(self, key, n):
        keys = [simple(_marked(k, n)) for k in (key if isinstance(key, tuple) else (key,))]
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
        if is_integer(k):
            self.at = position(int(k), n, 0)
        elif isinstance(k, slice):
            self.at = range(*k.indices(n))
            if self.at.step == 1:
                self.range = self.at.start, len(self.at)
        else:
            self.at = list_of(k, n, 0)


def _marked(k, n):
    """The indices that a sparse mask marks; the array of another vector."""
    if not isinstance(k, VectorWords):
        return k
    if k.dtype != np.bool_:
        return k.toarray()
    if k.shape != (n,):
        raise IndexError(f"bool index 0 has shape {k.shape} instead of {(n,)}")
    return k.indices.astype(np.int64)


class VectorWords(ArrayUfuncs):
    """Methods of Vector."""

    __slots__ = ()
    _KIND = "vector"

    @property
    def T(self) -> Vector:
        """Itself: the transpose of a vector."""
        return self

    @property
    def size(self) -> int:
        """The number of entries, as ``nnz``."""
        return self.nnz

    def transpose(self) -> Vector:
        """Itself."""
        return self

    def count_nonzero(self) -> int:
        """The number of elements that are not 0."""
        return int(np.count_nonzero(self.data))

    def nonzero(self) -> tuple[NDArray[np.int64]]:
        """(indices,) of the entries that are not 0."""
        return (self.indices[self.data != 0].astype(np.int64),)

    def __getitem__(self, key: Any) -> Any:
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

    def _at(self, positions):
        """The elements at a range or an array of indices: a vector, of an array of two dimensions a matrix."""
        indices, values = self.indices, self.data
        if isinstance(positions, range):
            keep = among(indices, positions)
            at = (indices[keep].astype(np.int64) - positions.start) // positions.step
            return type(self)((values[keep], at), len(positions), self.dtype)
        at = np.searchsorted(indices, positions.reshape(-1))
        found = np.zeros(len(at), bool)
        if len(indices):
            found = indices[np.minimum(at, len(indices) - 1)] == positions.reshape(-1)
        kept = np.flatnonzero(found)
        result = type(self)((values[at[kept]], kept), positions.size, self.dtype)
        return result if positions.ndim == 1 else result.reshape(positions.shape)

    @changing
    def __setitem__(self, key: Any, value: Any) -> None:
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
            self._set_one(keys.at, one_value(value))
            return
        positions = keys.at if isinstance(keys.at, range) else keys.at.reshape(-1)
        count = len(positions)
        if isinstance(value, VectorWords):
            where, new, shape = value.indices, value.data, value.shape[0]
            if shape not in (1, count):
                raise ValueError(f"a vector of {shape} elements cannot be assigned to {count}")
            if shape == 1 and count != 1:
                where, new = (np.arange(count), np.repeat(new, count)) if len(new) else (where, new)
        else:
            dense = dense_of(value.toarray() if hasattr(value, "toarray") else value)
            dense = dense.reshape(-1) if dense.ndim > 1 else dense
            is_block = isinstance(positions, range) or self._h.type == PATTERN
            if is_block and dense.size == 1 and not dense.any():
                where, new = np.empty(0, np.int64), dense.reshape(-1)[:0]
            else:
                dense = np.broadcast_to(dense, (count,))
                where = np.flatnonzero(dense) if is_block else np.arange(count)
                new = dense[where]
        if new.dtype.kind == "c" and self.dtype.kind not in "cb":
            raise TypeError(f"a vector of type {self.dtype} has no complex elements")
        distinct, is_last = last_of(positions, where)  # the last of several counts
        where, new = where[is_last], new[is_last]
        outside = ~among(self.indices, distinct)
        indices = np.r_[self.indices[outside].astype(np.int64), pick(positions, where.astype(np.int64))]
        new = values_for(self.dtype, new, "a vector", weak=not hasattr(value, "dtype"))
        values = np.r_[self.data[outside], new]
        self._h = type(self)((values, indices), self._h.length, self.dtype)._h

    def _set_one(self, i, value):
        number = values_for(self.dtype, value, "a vector")[()]
        if self._h.type == PATTERN and not number:
            keep = self.indices != i
            self._h = type(self)((self.data[keep], self.indices[keep]), self._h.length, self.dtype)._h
            return
        h = _core.vector_copy(self._h.context, self._h)
        h.set_element(i, *parts_of(number))
        self._h = h

    def reshape(self, *shape: Any, order: Literal["C", "F"] = "C", copy: bool = False) -> Any:
        """A matrix, or a vector, with the same elements; one number of the shape may be -1.

        >>> import araios
        >>> araios.Vector([1.0, 2.0, 3.0, 4.0]).reshape(2, 2).toarray()
        array([[1., 2.],
               [3., 4.]])
        """
        shape = whole_shape(shape_from(shape), self._h.length)
        if order not in ("C", "F"):
            raise ValueError(f"order is 'C' or 'F', not {order!r}")
        if shape == self.shape:
            return self.copy() if copy else self
        return at_positions(self.indices.astype(np.int64), self.data, shape, order, self.dtype, CSR)

    # Sums and extrema.

    def sum(self, axis: Axis = None, dtype: DTypeLike | None = None, out: Any = None, *, keepdims: bool = False) -> Any:
        """The sum of the values; of bool the number of entries."""
        _check_axis(axis)
        result = widened(self, dtype).reduce("plus")
        if dtype is not None:
            result = np.asarray(result).astype(dtype)[()]
        return into_vector(out, result, keepdims)

    def mean(
        self, axis: Axis = None, dtype: DTypeLike | None = None, out: Any = None, *, keepdims: bool = False
    ) -> Any:
        """The mean of all elements; those that are no entries are 0."""
        _check_axis(axis)
        with np.errstate(divide="ignore", invalid="ignore"):
            result = np.true_divide(widened(self, dtype_of_mean(self, dtype)).reduce("plus"), self._h.length)
        if dtype is not None:
            result = np.asarray(result).astype(dtype)[()]
        return into_vector(out, result, keepdims)

    def _extreme(self, axis, out, f, explicit):
        _check_axis(axis)
        refuse_out(out)
        if not self._h.length:
            raise ValueError("zero-size array to reduction operation, which has no identity")
        values = self.data
        if not len(values):
            return self.dtype.type(0)
        result = f.reduce(values)
        if not explicit and len(values) < self._h.length:
            result = f(result, self.dtype.type(0))
        return self.dtype.type(result)

    def max(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The maximum of all elements; with ``explicit`` of the entries alone."""
        return self._extreme(axis, out, np.maximum, explicit)

    def min(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The minimum of all elements; with ``explicit`` of the entries alone."""
        return self._extreme(axis, out, np.minimum, explicit)

    def nanmax(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The maximum of elements that are not NaN."""
        return self._extreme(axis, out, np.fmax, explicit)

    def nanmin(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The minimum of elements that are not NaN."""
        return self._extreme(axis, out, np.fmin, explicit)

    def argmax(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The index of the first maximum."""
        _check_axis(axis)
        return self.reshape((1, -1) if self._h.length else (1, 0)).argmax(out=out, explicit=explicit)

    def argmin(self, axis: Axis = None, out: None = None, *, explicit: bool = False) -> Any:
        """The index of the first minimum."""
        _check_axis(axis)
        return self.reshape((1, -1) if self._h.length else (1, 0)).argmin(out=out, explicit=explicit)

    # Functions of each element.

    def _each(self, f):
        """The vector of f of each element, for an f that maps 0 to 0."""
        values = self.data
        with np.errstate(all="ignore"):
            values = np.asarray(f(values.astype(np.float32) if values.dtype == bool else values))
        return type(self)((values, self.indices), self._h.length)

    def _square(self):
        return self.power(2)

    def conj(self) -> Vector:
        """Complex conjugates of the values."""
        return self._each(np.conj) if self.dtype.kind == "c" else self.copy()

    conjugate = conj

    @property
    def real(self) -> Vector:
        """The real parts."""
        return self._each(np.real) if self.dtype.kind == "c" else self.copy()

    @property
    def imag(self) -> Vector:
        """The imaginary parts."""
        return self._each(np.imag)

    def __round__(self, ndigits=0):
        return self._each(lambda values: np.around(values, ndigits))

    def _aligned(self, other):
        """The indices where one of two vectors has an entry, and the elements of both there."""
        at = np.union1d(self.indices, other.indices).astype(np.int64)
        a, b = np.zeros(len(at), self.dtype), np.zeros(len(at), other.dtype)
        a[np.searchsorted(at, self.indices)] = self.data
        b[np.searchsorted(at, other.indices)] = other.data
        return at, a, b

    def _extremum(self, other, f):
        cls = type(self)
        other = _vector_like(self, other)
        if is_scalar(other):
            zero = f(self.dtype.type(0), other)
            if zero != 0:
                allow_dense((1, self._h.length), f"{f.__name__} with {other}")
                return cls(f(self.toarray(), other))
            at, values = self.indices, f(self.data, other)
        elif isinstance(other, VectorWords):
            if self.shape != other.shape:
                raise ValueError(f"inconsistent shapes: {self.shape} and {other.shape}")
            at, a, b = self._aligned(other)
            values = f(a, b)
        else:
            return f(self.toarray(), dense_of(other))
        keep = values != 0
        return cls((values[keep], at[keep]), self._h.length, result_dtype(self.dtype, other))

    def maximum(self, other: Any) -> Any:
        """The greater of each two elements, with a vector or a number; NaN is greater. With an array an array.

        >>> import araios
        >>> araios.Vector([-1.0, 2.0, 0.0]).maximum(0).toarray()
        array([0., 2., 0.])
        """
        return self._extremum(other, np.maximum)

    def minimum(self, other: Any) -> Any:
        """The lesser of each two elements, as ``maximum``."""
        return self._extremum(other, np.minimum)

    # Comparisons.

    def _compare(self, other, op):
        cls = type(self)
        n = self._h.length
        other = _vector_like(self, array_of_like(other))
        if is_scalar(other):
            at, is_true, of_zeros = self.indices, op(self.data, other), bool(op(self.dtype.type(0), other))
        elif isinstance(other, VectorWords):
            if self.shape != other.shape:
                if op in (operator.eq, operator.ne):
                    return op is operator.ne
                raise ValueError(f"inconsistent shapes: {self.shape} and {other.shape}")
            at, a, b = self._aligned(other)
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

    def equals(self, other: Any) -> bool:
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
                return self.copy() if type(other) is int else self.astype(result_dtype(self.dtype, other))
            raise NotImplementedError("adding a nonzero scalar to a sparse array is not supported")
        return NotImplemented

    def __rsub__(self, other):
        other = _vector_like(self, other)
        if isinstance(other, VectorWords):
            return other - self
        if isinstance(other, np.ndarray) and other.ndim:
            return other - self.toarray()
        return (-self)._with_dense(other, np.add)

    def _times_array(self, other):
        if other.shape != self.shape:
            raise ValueError(f"inconsistent shapes: {self.shape} and {other.shape}")
        return type(self)((self.data * other[self.indices], self.indices), self._h.length)

    def _dense_product(self, other, reflected):
        if hasattr(other, "tocsr") and len(other.shape) == 2:
            return as_matrix(other) @ self
        if not isinstance(other, np.ndarray) or other.ndim not in (1, 2):
            return NotImplemented
        n = other.shape[-1] if reflected else other.shape[0]
        if n != self._h.length:
            raise ValueError(f"matmul: dimension mismatch: a vector of {self._h.length} elements and {other.shape}")
        dtype = result_dtype(self.dtype, other)
        if self.dtype.kind == "b":
            require_exact(other)
        x, y = self.data.astype(dtype, copy=False), other[..., self.indices] if reflected else other[self.indices]
        y = y.astype(dtype, copy=False)
        return y @ x if reflected else x @ y

    def __rmatmul__(self, other):
        other = _vector_like(self, other)
        if isinstance(other, VectorWords):
            return other @ self
        return self._dense_product(other, True)

    def dot(self, other: Any) -> Any:
        """As ``@``, and as ``*`` for a number."""
        return self * other if is_scalar(other) else self @ other

    def multiply(self, other: Any) -> Vector:
        """Element by element, as ``*``."""
        return self * other

    def power(self, n: Any) -> Vector:
        """Each element to the power n, a number above 0."""
        if not is_scalar(n) or not np.real(n) > 0:
            raise ValueError(f"a power is a number above 0, not {n}: elements without an entry would not be 0")
        values = self.data
        values = values.astype(value_dtype(np.int64)) if values.dtype == bool else values
        return type(self)((values**n, self.indices), self._h.length)

    def __pow__(self, n):
        return self.power(n) if is_scalar(n) else NotImplemented

    def todense(self) -> NDArray[Any]:
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
        if isinstance(other, np.ndarray) and other.ndim:
            if other.shape != self.shape:
                raise ValueError(f"inconsistent shapes: {self.shape} and {other.shape}")
            with np.errstate(divide="ignore", invalid="ignore"):
                return type(self)((np.true_divide(self.data, other[self.indices]), self.indices), self._h.length)
        if not is_scalar(other):
            return NotImplemented
        require_number(other, "a divisor")
        if other == 0:
            raise ZeroDivisionError("division by zero: elements without an entry would be NaN")
        values = self.data
        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.true_divide(values, other)
        return type(self)((values, self.indices), self._h.length)


def _check_axis(axis):
    axes = axis if isinstance(axis, tuple) else (() if axis is None else (axis,))
    if axis == ():
        raise ValueError("axis is (): a reduction along no axis has one dimension")
    for a in axes:
        if not hasattr(a, "__index__"):
            raise TypeError(f"axis must be an integer/tuple of ints, not {type(a).__name__}")
        if a not in (0, -1):
            raise ValueError(f"axis out of range: axis {a} is out of bounds for a vector")


def into_vector(out, result, keepdims):
    return into(out, np.reshape(result, (1,)) if keepdims else result, False, None)


def _vector_like(x, other):
    """The vector of a sparse array of SciPy with one dimension; else `other`."""
    if not hasattr(other, "tocsr") or len(other.shape) != 1:
        return other
    return type(x)(other, dtype=operand_dtype(other, x.dtype))
