# SPDX-License-Identifier: Apache-2.0
"""Names of types, formats, operators and methods: the enumerations of the C interface, as python/src/enumerations.cpp
binds them, and the strings of users for their members."""

import numpy as np

from . import _core
from ._core import (
    ChoiceMode,
    Comparison,
    Determinism,
    Duplicates,
    EdgeColumns,
    Format,
    Index,
    KrylovMethod,
    MultigridCycle,
    MultigridSmoother,
    Op,
    Operator,
    Semiring,
    Space,
    SpmvMethod,
    Sweep,
    TransposeMethod,
    TriangleMethod,
    Type,
    Vertices,
)


def _table(enumeration):
    """The members by the strings of users; the default, a choice of the library, has none."""
    return {member.name.rstrip("_"): member for member in enumeration if member.name != "default"}


HOST, DEVICE = Space.host, Space.device
FLOAT32, FLOAT64, COMPLEX64, COMPLEX128 = Type.float32, Type.float64, Type.complex64, Type.complex128
PATTERN, INT64 = Type.pattern, Type.int64
INDEX_32, INDEX_32_64, INDEX_64 = Index.index_32, Index.index_32_64, Index.index_64
CSR, CSC, COO, BSR, DCSR = Format.csr, Format.csc, Format.coo, Format.bsr, Format.dcsr
PLUS, TIMES, MIN, MAX, MINUS = Operator.plus, Operator.times, Operator.min, Operator.max, Operator.minus
OR, AND = Operator.or_, Operator.and_
PLUS_TIMES = Semiring.plus_times
NO_TRANSPOSE = Op.no_transpose

VECTOR_DTYPES = {t: np.dtype(np.bool_ if t == PATTERN else t.name) for t in _table(Type).values()}
HAS_INTEGERS = _core.supports(INT64)  # else integers become float64
DTYPES = {t: dtype for t, dtype in VECTOR_DTYPES.items() if dtype.kind != "i" or (t == INT64 and HAS_INTEGERS)}
TYPES = {dtype: t for t, dtype in DTYPES.items()}

FORMATS, SEMIRINGS, OPERATORS, DUPLICATES = map(_table, (Format, Semiring, Operator, Duplicates))
COMPARISONS = {
    "!=": Comparison.not_equal,
    "==": Comparison.equal,
    "<": Comparison.less,
    "<=": Comparison.less_equal,
    ">": Comparison.greater,
    ">=": Comparison.greater_equal,
}
OPS = {"N": NO_TRANSPOSE, "T": Op.transpose, "H": Op.conjugate_transpose, "C": Op.conjugate_transpose}
SPMV_METHODS, TRANSPOSE_METHODS, TRIANGLE_METHODS = map(_table, (SpmvMethod, TransposeMethod, TriangleMethod))
KRYLOV_METHODS, SWEEPS, DETERMINISMS, SMOOTHERS = map(_table, (KrylovMethod, Sweep, Determinism, MultigridSmoother))
CYCLES = {"V": MultigridCycle.v, "W": MultigridCycle.w}
CHOICE_MODES, VERTICES, EDGE_COLUMNS = map(_table, (ChoiceMode, Vertices, EdgeColumns))


def member_of(names, name, what):
    """The member of an enumeration by its name, or ValueError with the names that there are."""
    try:
        return names[name]
    except (KeyError, TypeError):
        raise ValueError(f"{what} {name!r} is not one of {', '.join(map(repr, names))}") from None


def value_dtype(dtype):
    """The dtype in which Araios stores values of a NumPy dtype: bool is a pattern, integers become int64, in a library
    without that float64."""
    dtype = np.dtype(dtype)
    if dtype in TYPES and dtype.isnative:
        return dtype
    if dtype.kind in "iu":
        return DTYPES[INT64 if HAS_INTEGERS else FLOAT64]
    if dtype.kind == "b":
        return DTYPES[PATTERN]
    if dtype.kind == "f" and dtype.itemsize <= 8:
        return DTYPES[FLOAT32] if dtype.itemsize <= 4 else DTYPES[FLOAT64]
    if dtype.kind == "c" and dtype.itemsize <= 16:
        return DTYPES[COMPLEX64] if dtype.itemsize <= 8 else DTYPES[COMPLEX128]
    raise TypeError(f"no matrix has values of type {dtype}")
