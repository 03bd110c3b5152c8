# SPDX-License-Identifier: Apache-2.0
"""What NumPy asks of a matrix or vector: ufuncs, of which those that map 0 to 0 are methods, and arrays of objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ._types import is_sparse

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
    np.negative: "__neg__",
    np.positive: "__pos__",
    np.absolute: "__abs__",
    np.conjugate: "conj",
    np.square: "_square",
    np.invert: "__invert__",
}


def _method(name: str) -> Callable[[Any], Any]:
    """The method of a function of NumPy."""
    f = getattr(np, name)
    _UNARY[f] = name

    def method(self) -> Any:
        return self._each(f)

    method.__name__ = name
    method.__doc__ = f"numpy.{name} of each element; entries at one coordinate are summed first."
    return method


class ArrayUfuncs:
    """Methods of Matrix and Vector: ufuncs of NumPy, by their own methods."""

    __slots__ = ()

    sin = _method("sin")
    tan = _method("tan")
    arcsin = _method("arcsin")
    arctan = _method("arctan")
    sinh = _method("sinh")
    tanh = _method("tanh")
    arcsinh = _method("arcsinh")
    arctanh = _method("arctanh")
    rint = _method("rint")
    sign = _method("sign")
    expm1 = _method("expm1")
    log1p = _method("log1p")
    deg2rad = _method("deg2rad")
    rad2deg = _method("rad2deg")
    floor = _method("floor")
    ceil = _method("ceil")
    trunc = _method("trunc")
    sqrt = _method("sqrt")

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        """Operators with arrays, and ufuncs of one operand that map 0 to 0; TypeError for all others."""
        result = NotImplemented
        if ufunc is np.matmul:
            # x @= A gives those of its operands, which are whole.
            axes = options.pop("axes", None)
            if axes is not None and (out is None or list(axes) not in ([(-1,), (-2, -1), (-1,)], [(-2, -1)] * 3)):
                raise TypeError("matmul of a sparse matrix takes no axes")
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


_SCIPYS = {f"__{r}{name}__" for r in ("", "r") for name in ("add", "sub", "mul", "matmul", "truediv")}
_SCIPYS |= {f"__{name}__" for name in ("eq", "ne", "lt", "le", "gt", "ge")}


def is_operator_of_scipy(frame):
    """Whether this is a call of an operator, as @ or ==, of SciPy's sparse matrices."""
    while frame is not None and frame.f_globals.get("__name__", "").startswith("scipy.sparse."):
        if frame.f_code.co_name in _SCIPYS:
            return True
        frame = frame.f_back
    return False


def array_of_object(x):
    """SciPy leaves an operand to the other side's operator where NumPy makes an array of one object of it."""
    a = np.empty((), object)
    a[()] = x
    return a
