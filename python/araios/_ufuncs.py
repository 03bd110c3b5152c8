# SPDX-License-Identifier: Apache-2.0
"""Functions of each value that map 0 to 0, as methods and as ufuncs of NumPy; power, division, round."""

import numpy as np

from ._compare import allow_dense, is_scalar, is_sparse
from ._names import PATTERN, value_dtype
from ._types import require_exact, require_number, result_dtype

NAMES = (
    "sin",
    "tan",
    "arcsin",
    "arctan",
    "sinh",
    "tanh",
    "arcsinh",
    "arctanh",
    "rint",
    "sign",
    "expm1",
    "log1p",
    "deg2rad",
    "rad2deg",
    "floor",
    "ceil",
    "trunc",
    "sqrt",
)

_OPERATORS = {
    np.add: "__add__",
    np.subtract: "__sub__",
    np.multiply: "__mul__",
    np.true_divide: "__truediv__",
    np.matmul: "__matmul__",
    np.power: "__pow__",
    np.equal: "__eq__",
    np.not_equal: "__ne__",
    np.less: "__lt__",
    np.less_equal: "__le__",
    np.greater: "__gt__",
    np.greater_equal: "__ge__",
    np.bitwise_or: "__or__",
    np.bitwise_and: "__and__",
    np.bitwise_xor: "__xor__",
}
# What Python tries where the array is on the left: the method of the matrix.
_REFLECTED = {
    np.add: "__radd__",
    np.subtract: "__rsub__",
    np.multiply: "__rmul__",
    np.true_divide: "__rtruediv__",
    np.matmul: "__rmatmul__",
    np.power: "__rpow__",
    np.equal: "__eq__",
    np.not_equal: "__ne__",
    np.less: "__gt__",
    np.less_equal: "__ge__",
    np.greater: "__lt__",
    np.greater_equal: "__le__",
    np.bitwise_or: "__ror__",
    np.bitwise_and: "__rand__",
    np.bitwise_xor: "__rxor__",
}
_UNARY = {
    **{getattr(np, name): name for name in NAMES},
    np.negative: "__neg__",
    np.positive: "__pos__",
    np.absolute: "__abs__",
    np.conjugate: "conj",
    np.square: "_square",
    np.invert: "__invert__",
}


def _method(name):
    f = getattr(np, name)

    def method(self):
        return self._each(f)

    method.__name__ = name
    method.__doc__ = f"numpy.{name} of each element; entries at one coordinate are summed first."
    return method


class ArrayUfuncs:
    """Methods of Matrix and Vector: ufuncs of NumPy, by their own methods."""

    __slots__ = ()

    for _name in NAMES:
        locals()[_name] = _method(_name)
    del _name

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        """Operators with arrays, and ufuncs of one operand that map 0 to 0; TypeError for all others."""
        result = NotImplemented
        if ufunc is np.matmul:
            options.pop("axes", None)  # those of x @= A
        if method == "__call__" and not options:
            if len(inputs) == 1 and ufunc in _UNARY:
                result = getattr(self, _UNARY[ufunc])()
            elif len(inputs) == 2 and ufunc in (np.maximum, np.minimum):
                a, b = inputs if isinstance(inputs[0], ArrayUfuncs) or is_sparse(inputs[0]) else inputs[::-1]
                result = getattr(a, ufunc.__name__)(b)
            elif len(inputs) == 2 and ufunc in _OPERATORS:
                a, b = inputs
                if isinstance(a, ArrayUfuncs) or is_sparse(a):
                    result = _called(a, _OPERATORS[ufunc], b)
                if result is NotImplemented and isinstance(b, ArrayUfuncs):
                    result = _called(b, _REFLECTED[ufunc], a)
        if result is NotImplemented:
            raise TypeError(
                f"unsupported operand type(s) for {ufunc.__name__}: a sparse {self._KIND} has no such function; "
                "use toarray()"
            )
        if out is None:
            return result
        if not isinstance(result, np.ndarray):
            raise TypeError(f"out of {ufunc.__name__} is an array, its result a sparse {self._KIND}")
        (target,) = out
        if target.shape != result.shape:
            if target is inputs[0]:
                return result  # x @= A makes a new x
            raise ValueError(f"the result of {ufunc.__name__} has shape {result.shape}, out {target.shape}")
        np.copyto(target, result, casting="same_kind")
        return target


def _called(a, name, b):
    f = getattr(a, name, None)
    return NotImplemented if f is None else f(b)


class Ufuncs(ArrayUfuncs):
    """Methods of Matrix."""

    __slots__ = ()
    _KIND = "matrix"

    def multiply(self, other):
        """Element by element, with a number, a sparse matrix or a dense array whose shape can be broadcast: sparse.

        >>> import araios, numpy as np
        >>> A = araios.Matrix([[1.0, 2.0], [0.0, 3.0]])
        >>> A.multiply(np.array([10.0, 100.0])).toarray()
        array([[ 10., 200.],
               [  0., 300.]])
        """
        from .matrix import as_matrix

        if is_scalar(other):
            return super().multiply(other)
        if not is_sparse(other):
            other = np.asarray(other)
        if len(other.shape) > 2:
            raise ValueError(f"a factor has 1 or 2 dimensions, not {len(other.shape)}")
        shape = _common_shape(self.shape, tuple(other.shape))
        A = self if self.shape == shape else _broadcast(self, shape)
        if not is_sparse(other):
            return A._times_array(other)
        if other.shape != shape:
            other = _broadcast(as_matrix(other), shape)
        product = super(Ufuncs, A).multiply(other)
        return product.tocsc() if A.format == getattr(other, "format", None) == "csc" else product

    def _times_array(self, other):
        """Times the elements of a dense array, which is broadcast to the shape of this matrix; CSC and COO stay so."""
        dtype = result_dtype(self._dtype, other)
        if self._dtype.kind == "b":
            require_exact(other)
        A = self._distinct()
        if other.size == 1:  # also for shapes of more elements than NumPy counts
            factors = other.reshape(())
        else:
            other = other.reshape((1,) * (2 - other.ndim) + other.shape)
            rows, columns = A._rows_and_columns()
            at = (np.zeros_like(k) if n == 1 else k for k, n in zip((rows, columns), other.shape))
            factors = other[tuple(at)]
        return A._with_values(np.asarray(A.data.astype(dtype, copy=False) * factors.astype(dtype, copy=False))).to(
            self.device
        )

    def _rows_and_columns(self):
        """The rows and columns of the entries in the order of the arrays, of a matrix in CSR, CSC or COO."""
        if self.format == "coo":
            return self.row, self.col
        major = np.repeat(np.arange(len(self.indptr) - 1), np.diff(self.indptr))
        return (self.indices, major) if self.format == "csc" else (major, self.indices)

    def __abs__(self):
        return self.copy() if self._h.type == PATTERN else super(Ufuncs, self._distinct()).__abs__()

    def _square(self):
        return self.power(2)

    def _distinct(self):
        """This matrix on the host in CSR, CSC or COO, one entry a coordinate."""
        A = self.to("cpu")
        if A.format in ("csr", "csc") and A.has_canonical_format:
            return A
        B = A._by_rows() if A.has_canonical_format else _canonical(A)
        return B.to_format(A.format) if A.format in ("csc", "coo") else B

    def _each(self, f):
        """The matrix of f of each element, for an f that maps 0 to 0."""
        A = self._distinct()
        values = A.data
        with np.errstate(all="ignore"):
            values = np.asarray(f(values.astype(np.float32) if values.dtype == bool else values))
        return A._with_values(values).to(self.device)

    def power(self, n, dtype=None):
        """Each element to the power n, a number above 0.

        >>> import araios
        >>> araios.Matrix([[3.0, 0.0]]).power(2).toarray()
        array([[9., 0.]])
        """
        if not is_scalar(n):
            raise NotImplementedError("input is not scalar")
        if n == 0:
            raise NotImplementedError("zero power is not supported: it would make a dense matrix")
        if not np.real(n) > 0:
            raise ValueError(f"a power is above 0, not {n}: elements without an entry would not be 0")
        A = self._distinct()
        values = A.data
        if dtype is not None:
            values = values.astype(dtype)
        elif values.dtype == bool:
            values = values.astype(value_dtype(np.int64))
        return A._with_values(np.asarray(values**n)).to(self.device)

    def __pow__(self, other):
        """Element by element, as ``power``; the power of a matrix is a loop of ``@``."""
        return self.power(other) if is_scalar(other) else NotImplemented

    def __truediv__(self, other):
        """By a number, or by an array of this shape or one that can be broadcast, the result sparse; by a sparse matrix
        the array of all quotients, NaN where both are 0."""
        if is_scalar(other):
            require_number(other, "a divisor")
            if other == 0:
                raise ZeroDivisionError("division by zero: elements without an entry would be NaN")
            A = self._distinct()
            values = A.data
            with np.errstate(divide="ignore", invalid="ignore"):
                values = np.true_divide(values, other)
            return A._with_values(values).to(self.device)
        if is_sparse(other):
            if other.shape != self.shape:
                raise ValueError(f"inconsistent shapes: {self.shape} and {other.shape}")
            allow_dense(self.shape, "the quotient of two sparse matrices")
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.true_divide(self.toarray(), other.toarray())
        if isinstance(other, np.ndarray):
            other = np.broadcast_to(other, self.shape)
            A = self._distinct()
            with np.errstate(divide="ignore", invalid="ignore"):
                values = np.true_divide(A.data, other[A._rows_and_columns()])
            return A._with_values(values).to(self.device)
        return NotImplemented

    def __round__(self, ndigits=0):
        return self.round(ndigits)

    def round(self, decimals=0, out=None):
        """Each element rounded to ``decimals`` digits, as numpy.around; without ``out``, which numpy.round passes."""
        if out is not None:
            raise ValueError("sparse matrices do not support an 'out' parameter")
        return self._each(lambda values: np.around(values, decimals))


def _common_shape(a, b):
    """The shape that two operands are broadcast to, of any number of elements; ValueError where there is none."""
    if len(b) < 2:
        b = (1,) * (2 - len(b)) + b
    if any(m != n and 1 not in (m, n) for m, n in zip(a, b)):
        raise ValueError(f"inconsistent shapes: {a} and {b}")
    return tuple(n if m == 1 else m for m, n in zip(a, b))


def _canonical(A):
    from .matrix import wrap

    return wrap(A._operand(), canonical=True)


def _broadcast(A, shape):
    """The matrix with rows or columns repeated."""
    from ._assign import _Entries
    from ._convert import triplets
    from .matrix import wrap

    entries = _Entries.of(A).broadcast(shape)
    return wrap(triplets(entries.values, entries.rows, entries.columns, shape, A.dtype, "keep"), canonical=True)
