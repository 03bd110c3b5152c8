# SPDX-License-Identifier: Apache-2.0
"""The types of results: those of NumPy, then the type that a matrix stores. docs/python_types.md is the table.

Numbers of Python have no width of their own (NEP 50); numbers, 0-d arrays and arrays of NumPy, matrices and vectors do.
"""

import array
import functools
import numbers
import operator
import sys
import warnings

import numpy as np

from ._locks import lock_of
from ._names import HAS_INTEGERS, MAX, MIN, value_dtype

EXACT = 2**53  # float64 holds every integer up to it
_bool, _integer = np.dtype(np.bool_), value_dtype(np.int64)
_WEAK = (bool, int, float, complex)


def is_scalar(x):
    """Whether x is a number of Python or NumPy, or an array of 0 dimensions."""
    return isinstance(x, (int, float, complex, np.generic)) or (isinstance(x, np.ndarray) and x.ndim == 0)


def is_sparse(x):
    """Whether x is a sparse matrix or vector, of Araios, SciPy or CuPy."""
    return hasattr(x, "tocsr")


def array_of_like(x):
    """The array of a list, a range, a buffer, or an object with ``__array__`` that is dense; else x."""
    if isinstance(x, (np.ndarray, np.generic)) or is_sparse(x) or hasattr(x, "_h"):  # _h: of a Matrix or a Vector
        return x
    is_like = isinstance(x, (list, tuple, range, memoryview, array.array)) or hasattr(x, "__array__")
    return np.asarray(x) if is_like else x


def is_spmatrix(x):
    """Whether x is of SciPy's older classes, as csr_matrix, whose ``*`` is the product of matrices."""
    scipy = sys.modules.get("scipy.sparse")
    return scipy is not None and isinstance(x, scipy.spmatrix)


def require_number(x, what):
    """x where it is a number or bool; TypeError otherwise, which calls it `what`."""
    if type(x) in (float, int, complex, bool):
        return x
    if is_scalar(x) and (not isinstance(x, (np.generic, np.ndarray)) or x.dtype.kind in "biufc"):
        return x
    if isinstance(x, numbers.Number):
        raise TypeError(f"{what} is a number of Python or NumPy, not {type(x).__name__}")
    raise TypeError(f"{what} is a number, not {type(x).__name__}")


def require_exact(a, dtype=None):
    """TypeError for integers of an array that are no values of `dtype`; None is the type in which they are stored."""
    if a.dtype.kind not in "iu" or a.dtype.itemsize < 8 or not a.size:
        return
    dtype = value_dtype(a.dtype) if dtype is None else dtype
    if dtype.kind == "b":
        return
    low, high = int(a.min()), int(a.max())
    if dtype.kind == "i":
        if high >= 2**63:
            raise TypeError(f"the integer {high} is not a value of int64, in which integers are stored")
        return
    if low < -EXACT or high > EXACT:
        odd = a[(a > EXACT) | (a < -EXACT)] if a.dtype.kind == "i" else a[a > EXACT]
        wrong = next((int(v) for v in odd.ravel() if int(float(int(v))) != int(v)), None)
        if wrong is not None:
            _refuse(wrong)


def _refuse(x):
    where = ", in which integers are stored" if not HAS_INTEGERS else ""
    raise TypeError(f"the integer {x} is not a value of float64{where}")


def _require_int(x, dtype):
    """x, an int of Python beside values that are no floats, is a value of `dtype`: int64, or float64 without int64."""
    if dtype.kind == "i" and not -(2**63) <= x < 2**63:
        raise OverflowError(f"Python integer {x} out of bounds for int64")
    if dtype.kind != "i":
        if abs(x) >= 2**63:
            _refuse(x)
        require_exact(np.asarray(x), dtype)


def _weak(dtype, x):
    """The type of values of `dtype` with a number of Python."""
    if isinstance(x, bool):
        return dtype
    if isinstance(x, complex):
        return np.dtype(np.complex64 if dtype in (np.float32, np.complex64) else np.complex128)
    if isinstance(x, int):
        return _integer if dtype == _bool else dtype
    return np.dtype(np.float64) if dtype.kind in "bi" else dtype


def dtype_of(x):
    """The type of an operand that has one: a matrix, a vector, an array, a number of NumPy."""
    dtype = getattr(x, "dtype", None)
    if isinstance(dtype, np.dtype):
        return dtype
    return np.asarray(x).dtype if dtype is None else np.dtype(str(dtype).partition(".")[2])  # that of torch


@functools.lru_cache(maxsize=1024)
def _common_dtype(*dtypes):
    for dtype in dtypes:
        value_dtype(dtype)  # TypeError of long double, objects and strings
    return np.result_type(*dtypes)


def result_dtype(*operands):
    """The type in which a result of these operands is stored; TypeError where there is none.

    An operand is a dtype, or anything that has one, or a number of Python.
    """
    if len(operands) == 2 and isinstance(operands[0], np.dtype) and isinstance(operands[1], np.dtype):
        return value_dtype(_common_dtype(*operands))
    weak = [x for x in operands if type(x) in _WEAK]
    strong = [x if isinstance(x, np.dtype) else dtype_of(x) for x in operands if type(x) not in _WEAK]
    common = _common_dtype(*strong) if strong else _bool
    if common.kind in "iu" and common.itemsize == 8:
        for x in operands:
            if isinstance(x, (np.generic, np.ndarray)) and x.ndim == 0:
                require_exact(np.asarray(x))
    result = value_dtype(common)
    for x in weak:
        was_float = result.kind in "fc"
        result = _weak(result, x)
        if type(x) is int and abs(x) > EXACT and not was_float:
            _require_int(x, result)
    return result


def identity_of(operator, dtype):
    """The sum of no values by an operator: that of min is the greatest value."""
    if operator not in (MIN, MAX):
        return 0
    if dtype.kind == "i":
        return getattr(np.iinfo(dtype), "max" if operator == MIN else "min")
    return np.inf if operator == MIN else -np.inf


def parts_of(x):
    """The two numbers as which C takes x: of an integer two, whose sum it is, else real and imaginary part."""
    if isinstance(x, (int, np.integer)):
        leading = float(x)
        return leading, float(int(x) - int(leading))
    x = complex(x)
    return x.real, x.imag


def of_parts(dtype, first, second):
    """The number of a type that C gives by two."""
    if dtype.kind == "i":
        return dtype.type(int(first) + int(second))
    return dtype.type(complex(first, second) if dtype.kind == "c" else first)


def require_in_place(dtype, result, what="the result"):
    """TypeError unless values of `result` are stored in `dtype` as they are."""
    if result != dtype:
        raise TypeError(f"{what} is of type {result}; a matrix or vector of type {dtype} is not changed to it: astype")


class InPlace:
    """``A += B`` and the like change A, which all see that have it: A takes the entries of the result, which has the
    type of A; TypeError where it would have another one. With a dense array, and where the shape changes, the result
    is a new object."""

    __slots__ = ()

    def _in_place(self, f, other, name):
        with lock_of(self):
            result = f(self, other)
            require_in_place(self.dtype, getattr(result, "dtype", None), f"A {name} B")
            if not isinstance(result, InPlace) or result.shape != self.shape:
                return result
            self._take(result)
            return self

    def __iadd__(self, other):
        return self._in_place(operator.add, other, "+=")

    def __isub__(self, other):
        return self._in_place(operator.sub, other, "-=")

    def __imul__(self, other):
        return self._in_place(operator.mul, other, "*=")

    def __itruediv__(self, other):
        return self._in_place(operator.truediv, other, "/=")

    def __imatmul__(self, other):
        return self._in_place(operator.matmul, other, "@=")


def values_for(dtype, value, what="a matrix", weak=None):
    """`value`, an array or a number that is assigned, as an array of `dtype`; TypeError where that would change it.

    Numbers of Python, and lists of them, are rounded to float32; what has a type of NumPy must be a value of `dtype`,
    and so must be what becomes an integer. `weak` says which of these it was, where it no longer shows.
    """
    if dtype.kind == "i" and type(value) is int:
        _require_int(value, dtype)
    a = np.asarray(value)
    if a.dtype.kind not in "biufc":
        raise TypeError(f"elements are numbers or bools, not {a.dtype}")
    value_dtype(a.dtype)  # TypeError of long double
    if a.dtype == dtype:
        return a
    if dtype.kind == "b":
        return a != 0
    if a.dtype.kind == "c" and dtype.kind != "c":
        raise TypeError(f"{what} of type {dtype} has no complex elements")
    require_exact(a, dtype)
    with np.errstate(over="ignore", invalid="ignore"):
        b = a.astype(dtype)
    weak = not isinstance(value, (np.generic, np.ndarray)) if weak is None else weak
    if (not weak or dtype.kind == "i") and not np.can_cast(a.dtype, dtype, "safe"):
        same = (b == a) | ((a != a) & (b != b))
        if dtype.kind == "i" and a.dtype.kind == "f":
            same &= a < 2.0**63  # a conversion that saturates gives 2^63 - 1, which is 2^63 as a float
        if not same.all():
            raise TypeError(f"{what} of type {dtype} cannot take {a[~same].reshape(-1)[0]!s} of type {a.dtype}: astype")
    return b


def dense_of(value):
    values = np.asarray(value)
    if values.dtype.kind not in "biufc":
        raise TypeError("elements are numbers or bools")
    return values


def one_value(value):
    """The number in something with one element; ValueError."""
    if hasattr(value, "toarray"):
        if getattr(value, "shape", None) not in ((1, 1), (1,)):
            raise ValueError(f"setting an element with a matrix of shape {value.shape}")
        value = value.toarray()
    if isinstance(value, (list, tuple, np.ndarray)):
        array = np.asarray(value)
        if array.size != 1:
            raise ValueError(f"setting an element with an array of shape {array.shape}")
        # What a list has is a number of Python, which every type rounds.
        value = array.reshape(-1)[0] if isinstance(value, np.ndarray) else array.reshape(-1).tolist()[0]
    return value


# A result in which elements that are no entries get a value has at most so many elements.
DENSE_LIMIT = 10**8


def allow_dense(shape, what):
    """Warns of a result that has an entry for each element; ValueError where these are too many."""
    m, n = shape
    if m * n > DENSE_LIMIT:
        raise ValueError(
            f"{what} makes an entry of each of the {m} x {n} elements, at most {DENSE_LIMIT} are made without toarray()"
        )
    scipy = sys.modules.get("scipy.sparse")
    category = UserWarning if scipy is None else scipy.SparseEfficiencyWarning
    warnings.warn(f"{what} makes an entry of each of the {m} x {n} elements", category, stacklevel=4)
