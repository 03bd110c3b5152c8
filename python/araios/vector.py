# SPDX-License-Identifier: Apache-2.0
"""The class of sparse vectors."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np

from . import _context, _convert, _core, _names
from ._base import operand_of
from ._keys import is_integer
from ._names import DTYPES, INDEX_32, INDEX_64, PATTERN, TYPES, value_dtype
from ._types import InPlace, is_scalar, is_spmatrix, of_parts, require_number, result_dtype
from ._typing import ArrayLike, DTypeLike, Matrix, MonoidName, NDArray
from ._ufuncs import array_of_object, is_operator_of_scipy
from ._vector_words import VectorWords, _vector_like


class Vector(InPlace, VectorWords):
    """A sparse vector; of bool one without values.

    Parameters
    ----------
    arg
        ``(data, indices)``, entries in any order, those of one index summed; a dense array, whose elements that are
        not 0 become entries; a length n, for a vector without entries; a sparse array of SciPy with 1 dimension.
    shape
        n or (n,), where ``arg`` does not say it.
    dtype
        Of the values.

    >>> import araios
    >>> x = araios.Vector(([5.0, 7.0], [3, 0]), shape=4)
    >>> x.toarray()
    array([7., 0., 0., 5.])
    >>> araios.Matrix([[1.0, 0.0, 0.0, 2.0], [0.0, 1.0, 0.0, 0.0]]) @ x
    <Vector of 2 elements of type float64 with 1 entry>
    """

    __slots__ = ("_h", "__weakref__")
    __hash__ = None

    def __init__(self, arg: Any, shape: int | tuple[int] | None = None, dtype: DTypeLike | None = None) -> None:
        if isinstance(shape, tuple):
            (shape,) = shape
        requested = shape
        if isinstance(arg, Vector):
            if requested is not None and requested != arg._h.length:
                raise ValueError(f"a vector of {arg._h.length} elements is not one of {requested}")
            dtype = arg.dtype if dtype is None else dtype
            shape, arg = arg._h.length, (arg.data, arg.indices)
        if is_integer(arg):
            arg, shape = ([], []), int(arg)
            dtype = np.float64 if dtype is None else dtype
        if hasattr(arg, "tocsr"):
            if len(arg.shape) != 1:
                raise ValueError(f"a vector has 1 dimension, not {len(arg.shape)}")
            arg = arg.tocoo()
            shape, arg = arg.shape[0], (arg.data, arg.coords[0])
        if not isinstance(arg, tuple):
            given, arg = arg, _convert._given_array(arg, dtype)
            if arg.ndim == 0:
                raise TypeError(
                    "a vector is made of (data, indices), a dense array of 1 dimension, a sparse one or a length, "
                    f"not of {_convert._name_of(given)}"
                )
            if arg.ndim != 1:
                raise ValueError(f"a vector has 1 dimension, not {arg.ndim}")
            positions = np.flatnonzero(arg)
            shape, arg = len(arg), (arg[positions], positions)
        data, indices = arg
        if dtype is not None and value_dtype(dtype) == np.bool_ and np.asarray(data).dtype.kind not in "bOUSV":
            # To bool by the values, after those of one index are summed.
            x = Vector((data, indices), shape)
            keep = x.data != 0
            data, indices, shape = np.ones(np.count_nonzero(keep), bool), x.indices[keep], x._h.length
        indices = _convert._index_array(np.asarray(indices, np.int64) if not len(indices) else indices)
        values = _convert._value_array(data, dtype)
        if len(indices) != len(values):
            raise ValueError(f"there are {len(values)} values for {len(indices)} indices")
        if shape is None:
            if not len(indices):
                raise ValueError("cannot infer dimensions from zero sized index arrays")
            shape = int(indices.max()) + 1
        shape = _convert.size_of(shape, "a length")
        if requested is not None and shape != requested:
            raise ValueError(f"the vector has {shape} elements, not {requested}")
        if values.dtype == bool:
            indices, values = indices[values], None
        type_ = PATTERN if values is None else TYPES[values.dtype]
        index = INDEX_32 if indices.dtype == np.int32 else INDEX_64
        self._h = _core.vector_build(_context.host(), type_, index, int(shape), len(indices), indices, values)

    @classmethod
    def _of(cls, h):
        self = object.__new__(cls)
        self._h = h
        return self

    def _take(self, other):
        self._h = other._h

    def _on_host(self):
        """The handle of this vector, or of its copy on the host."""
        return self._h if self._h.space == _names.HOST else _core.vector_copy(_context.host(), self._h)

    @property
    def shape(self) -> tuple[int]:
        """(n,)."""
        return (self._h.length,)

    @property
    def ndim(self) -> int:
        """1."""
        return 1

    @property
    def nnz(self) -> int:
        """The number of entries."""
        return self._h.nnz

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the values."""
        return DTYPES[self._h.type]

    @property
    def indices(self) -> NDArray[np.integer[Any]]:
        """The indices of the entries, a read-only view of shape (nnz,)."""
        indices = self._on_host().arrays()[0]
        return np.empty(0, np.int32) if indices is None else indices

    @property
    def data(self) -> NDArray[Any]:
        """The values, a view of shape (nnz,); of bool a new array of True, of a vector on the GPU a read-only copy."""
        if self._h.type == PATTERN:
            return np.ones(self.nnz, bool)
        values = self._on_host().arrays()[1]
        if values is None:
            return np.empty(0, self.dtype)
        values = values.view(np.int64) if self.dtype.kind == "i" else values  # of C it is long long
        if self._h.space != _names.HOST:
            values.flags.writeable = False
        return values

    @data.setter
    def data(self, values: ArrayLike) -> None:
        if self._h.space != _names.HOST:
            raise TypeError("the vector is on the GPU: its data is a copy, and cannot be set")
        _convert.set_values(self.data, values, self.dtype)

    def toarray(self) -> NDArray[Any]:
        """The dense array of shape (n,)."""
        out = np.zeros(self.shape, self.dtype)
        out[self.indices] = self.data
        return out

    def __array__(self, dtype=None, copy=None):
        if is_operator_of_scipy(sys._getframe(1)):
            return array_of_object(self)
        raise TypeError(
            f"an araios.Vector of {self._h.length} elements is not made dense implicitly: "
            "toarray() gives the dense array"
        )

    def to_scipy(self) -> Any:
        """This vector as a coo_array of SciPy with 1 dimension (SciPy 1.13 or later)."""
        from scipy import sparse

        return sparse.coo_array((self.data.copy(), (self.indices.copy(),)), shape=self.shape)

    def copy(self) -> Vector:
        """A copy that shares nothing."""
        return self._of(_core.vector_copy(self._h.context, self._h))

    def __copy__(self):
        made = self.copy()
        getattr(made, "__dict__", {}).update(getattr(self, "__dict__", {}))
        return made

    def __deepcopy__(self, memo):
        made = self.copy()
        getattr(made, "__dict__", {}).update(deepcopy(getattr(self, "__dict__", {}), memo))
        return made

    def __reduce__(self):
        attributes = getattr(self, "__dict__", None) or None  # of a class of the user
        state = (self.data.copy(), self.indices.copy()), self._h.length, self.dtype
        return _unpickle, (type(self), *state), attributes

    def astype(self, dtype: DTypeLike) -> Vector:
        """This vector with values of another type."""
        values, dtype = self.data, value_dtype(dtype)
        if values.dtype.kind == "i" and dtype.kind in "fc":  # rounded, as of a matrix
            values = values.astype(dtype)
        return Vector((values, self.indices), self._h.length, dtype)

    def reduce(self, op: MonoidName = "plus") -> Any:
        """The entries summed up by 'plus', 'min', 'max' or 'or'; of bool by 'plus' their number."""
        op = _names.member_of(_names.OPERATORS, op, "operator")
        parts = self._h.reduce(op)
        if self._h.type == PATTERN:  # min and max without entries are infinite
            return np.int64(parts[0]) if op == _names.PLUS else np.float64(parts[0])
        return of_parts(self.dtype, *parts)

    def _product(self, product, A):
        """A @ x or x @ A."""
        length = A.shape[1 if product is _core.mxv else 0]
        if length != self._h.length:
            raise ValueError(f"matmul: dimension mismatch: {A.shape} and {self.shape}")
        dtype = result_dtype(A.dtype, self.dtype)
        x = self if self.dtype == dtype else self.astype(dtype)
        h = A._operand() if A._dtype == dtype else _core.cast(A._operand(), TYPES[dtype])
        return self._of(product(h, x._h))

    def _pair(self, other):
        if not isinstance(other, Vector):
            return None
        if self.shape != other.shape:
            raise ValueError(f"inconsistent shapes: {self.shape} and {other.shape}")
        dtype = result_dtype(self.dtype, other.dtype)
        return [(x if x.dtype == dtype else x.astype(dtype))._h for x in (self, other)]

    def _union(self, other, op):
        pair = self._pair(other)
        return NotImplemented if pair is None else self._of(_core.vector_union(op, *pair))

    def __add__(self, other: Any) -> Any:
        other = _vector_like(self, other)
        if not isinstance(other, Vector):
            return self._with_dense(other, np.add)
        return self._union(other, _names.PLUS)

    __radd__ = __add__

    def __sub__(self, other: Vector) -> Vector:
        other = _vector_like(self, other)
        if not isinstance(other, Vector):
            return self._with_dense(other, np.subtract)
        if self._h.type == PATTERN and isinstance(other, Vector) and other._h.type == PATTERN:
            pair = self._pair(other)
            return NotImplemented if pair is None else self._of(_core.vector_difference(*pair))
        return self._union(other, _names.MINUS)

    def _bools(self, other):
        """Both as vectors of bool, as ``|`` and ``&`` take them, or None."""
        return [x.astype(bool) for x in (self, other)] if isinstance(other, Vector) else None

    def __or__(self, other: Vector) -> Vector:
        pair = self._bools(other)
        return NotImplemented if pair is None else pair[0]._union(pair[1], _names.OR)

    def __matmul__(self, other: Vector | Matrix) -> Any:
        """x @ y, a number, for another vector, and x @ A, a vector, for a Matrix.

        >>> import araios
        >>> float(araios.Vector([1.0, 0.0, 2.0]) @ araios.Vector([3.0, 4.0, 5.0]))
        13.0
        """
        other = _vector_like(self, other)
        if hasattr(other, "tocsr") and len(other.shape) == 2:
            return operand_of(other, self.dtype).__rmatmul__(self)
        if not isinstance(other, Vector):
            return self._dense_product(other, False)
        product = self * other
        return np.bool_(product.nnz > 0) if product.dtype == np.bool_ else product.sum()

    def __mul__(self, other: Vector | complex) -> Vector:
        if is_scalar(other):
            require_number(other, "a factor")
            dtype = result_dtype(self.dtype, other)
            values = self.data.astype(dtype, copy=False) * dtype.type(other)
            return Vector((values, self.indices), self._h.length)
        if isinstance(other, np.ndarray):
            return self._times_array(other)
        other = _vector_like(self, other)
        pair = self._pair(other)
        return NotImplemented if pair is None else self._of(_core.vector_intersection(_names.TIMES, *pair))

    def __rmul__(self, other: complex) -> Vector:
        return other @ self if is_spmatrix(other) else self.__mul__(other)

    def __and__(self, other: Vector) -> Vector:
        pair = self._bools(other)
        if pair is None:
            return NotImplemented
        return self._of(_core.vector_intersection(_names.AND, *pair[0]._pair(pair[1])))

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """Pairs (index, value) of the entries."""
        return iter(list(zip(self.indices.tolist(), self.data.tolist())))

    def __len__(self) -> int:
        return self._h.length

    def __repr__(self):
        entries = "1 entry" if self.nnz == 1 else f"{self.nnz} entries"
        return f"<Vector of {self._h.length} elements of type {self.dtype} with {entries}>"


def _unpickle(cls, parts, length, dtype):
    return cls._of(Vector(parts, length, dtype)._h)
