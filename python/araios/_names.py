# SPDX-License-Identifier: Apache-2.0
"""Names of types, formats and operators, and the numbers that the C interface has for them."""

import numpy as np

from . import _core

HOST, DEVICE = 1, 2
FLOAT32, FLOAT64, COMPLEX64, COMPLEX128, PATTERN, INT64 = 1, 2, 3, 4, 5, 7
INDEX_32, INDEX_32_64, INDEX_64 = 1, 2, 3
CSR, CSC, COO, BSR, DIA, DCSR = 1, 2, 3, 10, 8, 12
STRICT = 2
PLUS, TIMES, MIN, MAX, OR, AND, MINUS = range(7)
NEGATE, ABS, CONJUGATE, RECIPROCAL, SQUARE, SQRT, ONE = range(7)

DTYPES = {
    FLOAT32: np.dtype(np.float32),
    FLOAT64: np.dtype(np.float64),
    COMPLEX64: np.dtype(np.complex64),
    COMPLEX128: np.dtype(np.complex128),
    PATTERN: np.dtype(np.bool_),
}
VECTOR_DTYPES = {**DTYPES, 6: np.dtype(np.int32), INT64: np.dtype(np.int64)}
HAS_INTEGERS = bool(_core.supports(INT64, 0))  # else integers become float64
if HAS_INTEGERS:
    DTYPES[INT64] = np.dtype(np.int64)
TYPES = {dtype: number for number, dtype in DTYPES.items()}

FORMATS = {
    "csr": 1,
    "csc": 2,
    "coo": 3,
    "ell": 4,
    "hyb": 5,
    "sell": 6,
    "jds": 7,
    "dia": 8,
    "dia_csr": 9,
    "bsr": 10,
    "dok": 11,
    "dcsr": 12,
    "packet": 13,
}
FORMAT_NAMES = {number: name for name, number in FORMATS.items()}
SEMIRINGS = {"plus_times": 0, "min_plus": 1, "max_plus": 2, "max_times": 3, "or_and": 4, "plus_pair": 5}
SEMIRING_NAMES = {number: name for name, number in SEMIRINGS.items()}
OPERATORS = {"plus": 0, "times": 1, "min": 2, "max": 3, "or": 4, "and": 5, "minus": 6, "first": 7, "second": 8}
COMPARISONS = {"!=": 0, "==": 1, "<": 2, "<=": 3, ">": 4, ">=": 5}
OPS = {"N": 0, "T": 1, "H": 2, "C": 2}
CHOICE_MODES = {"model": 0, "measure": 1}
SPMV_METHODS = {"automatic": 0, "rows": 1, "merge": 2}
TRANSPOSE_METHODS = {
    "automatic": 0,
    "serial": 1,
    "scan_trans": 2,
    "merge_trans": 3,
    "radix": 4,
    "bucket": 5,
    "symmetric": 6,
    "fused": 7,
}
TRIANGLE_METHODS = {
    "automatic": 0,
    "merge": 1,
    "bisection": 2,
    "adaptive": 3,
    "hash": 4,
    "bitmap": 5,
    "mixed": 6,
    "radix_binning": 7,
}
VERTICES = {"from_0": 0, "from_1": 1, "compact": 2}
EDGE_COLUMNS = {"automatic": 0, "plain": 1, "weighted": 2}
DUPLICATES = {"sum": 0, "error": 1, "last": 2, "first": 3, "keep": 4}


def number_of(names, name, what):
    """The number of a name, or ValueError with the names that there are."""
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
