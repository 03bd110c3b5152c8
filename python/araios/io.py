# SPDX-License-Identifier: Apache-2.0
"""Matrix Market files, with the signatures of scipy.io, and edge lists."""

from __future__ import annotations

import operator
import os
import stat
import tempfile
from os import PathLike
from typing import IO, Any, Literal

import numpy as np

from . import _context, _core
from ._base import array_of, as_matrix, wrap
from ._core import Format, Symmetry, Type
from ._names import (
    COMPLEX64,
    COMPLEX128,
    EDGE_COLUMNS,
    FLOAT32,
    FLOAT64,
    HAS_INTEGERS,
    INT64,
    PATTERN,
    TYPES,
    VERTICES,
    member_of,
    value_dtype,
)
from ._types import require_exact
from ._typing import DTypeLike, MatrixLike
from .matrix import Matrix

_FIELDS = {
    FLOAT32: "real",
    FLOAT64: "real",
    COMPLEX64: "complex",
    COMPLEX128: "complex",
    PATTERN: "pattern",
    INT64: "integer",
}
_READ_AS = {
    "csr": Format.default,
    "coo": Format.coo,
}  # the default: CSR, or COO where an offset for each row would be more than entries
_SYMMETRIES = {symmetry.name.replace("_", "-"): symmetry for symmetry in Symmetry}


def _path_of(source, *endings):
    """The path of a file that is there: as it is named, or with one of these endings."""
    path = os.fspath(source)
    for candidate in (path, *(path + ending for ending in endings)):
        try:
            mode = os.stat(candidate).st_mode
        except (OSError, ValueError):
            continue
        if not stat.S_ISDIR(mode):
            if not os.access(candidate, os.R_OK):
                raise PermissionError(13, "Permission denied", candidate)
            return candidate
    if os.path.isdir(path):
        raise IsADirectoryError(21, "Is a directory", path)
    raise FileNotFoundError(2, "No such file", path)


def _source_of(source, *endings):
    """The path of a file, or the bytes of an open file or of the caller."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if hasattr(source, "read"):
        text = source.read()
        return text.encode() if isinstance(text, str) else bytes(text)
    return _path_of(source, *endings)


def _market_source_of(source):
    return _source_of(source, ".mtx", ".mtx.gz", ".mtx.bz2")


def _read(reader, parser, source, *arguments):
    """What is in a file or in bytes. bzip2 is unpacked here where the library has no libbz2."""
    function = parser if isinstance(source, bytes) else reader
    try:
        return function(_context.host(), source, *arguments)
    except OSError as error:
        # The file can be opened, so its text is no matrix.
        raise ValueError(str(error)) from None
    except NotImplementedError as error:
        if "libbz2" not in str(error):
            raise
    import bz2

    try:
        text = bz2.decompress(source) if isinstance(source, bytes) else bz2.BZ2File(source).read()
    except (OSError, ValueError, EOFError) as error:
        name = "the data" if isinstance(source, bytes) else source
        raise ValueError(f"{name}: bad bzip2 data: {error}") from None
    return _read(reader, parser, text, *arguments)


def _info(source):
    return _read(_core.market_info, _core.parse_market_info, source)


def _read_integers(source, shape, unsigned):
    """The array of integers in a file."""
    x = array_of(_read(_core.read_integers, _core.parse_integers, source))
    return np.array(x).reshape(shape).view(np.uint64 if unsigned else np.int64)


def mmread(
    source: str | PathLike[str] | IO[Any] | bytes,
    *,
    spmatrix: bool = True,
    dtype: DTypeLike | None = None,
    keep_triangle: bool = False,
    format: Literal["csr", "coo"] = "csr",
) -> Any:
    """Reads a Matrix Market file, plain, gzip or bzip2.

    Parameters
    ----------
    source : path, with or without .mtx, .mtx.gz or .mtx.bz2, or an open file, or the bytes of one
    spmatrix : as of scipy.io.mmread; it has no effect
    dtype : type of the values; that of the file where it is None. bool leaves values out
    keep_triangle : a symmetric file as it is stored; its other triangle is not added
    format : 'csr', with sorted rows and entries of one coordinate summed (in COO where rows are far more than entries),
        or 'coo', in the order of the file

    Returns a ``Matrix`` (``Boolean`` of a pattern file) where scipy.io gives a coo_matrix, which is
    ``mmread(path, format="coo").to_scipy()``. Of an array file it returns an array of NumPy, of an array of integers
    one of int64 or uint64. What the file is, its text says, not its name.

    FileNotFoundError; ValueError with the line and the reason where the text is no matrix, and, in a library without
    int64, for integers of a sparse matrix that float64 does not hold exactly, which dtype=float64 rounds; OverflowError
    for integers of more than 64 bits, of a sparse matrix for those that int64 does not hold.

    >>> import araios, io
    >>> text = b"%%MatrixMarket matrix coordinate real general\\n2 2 2\\n1 1 4.5\\n2 1 -1\\n"
    >>> araios.mmread(io.BytesIO(text)).toarray()
    array([[ 4.5,  0. ],
           [-1. ,  0. ]])
    """
    if format not in ("csr", "coo"):
        raise ValueError(f"format is 'csr' or 'coo', not {format!r}")
    source = _market_source_of(source)
    rows, columns, _, type_of_file, _, is_array, is_unsigned = _info(source)
    if is_array and type_of_file == INT64 and (dtype is None or np.dtype(dtype).kind in "iu") and not keep_triangle:
        A = _read_integers(source, (rows, columns), is_unsigned)
        return A if dtype is None else _cast(A, np.dtype(dtype))
    dtype = None if dtype is None else value_dtype(dtype)
    if dtype is None and type_of_file == INT64 and HAS_INTEGERS:
        dtype = np.dtype(np.int64)
    type_ = Type.default if dtype is None else TYPES[dtype]
    options = type_, bool(keep_triangle), dtype == np.bool_, _READ_AS[format]
    try:
        h = _read(_core.read_market, _core.parse_market, source, *options)
    except ValueError as error:
        if "not representable in the floating-point" not in str(error):
            raise
        raise ValueError(f"{error}: dtype=float64 rounds it") from None
    A = wrap(h, canonical=format == "csr")
    return A.toarray() if is_array else A


def _cast(A, dtype):
    """An array of integers as one of another integer type, which must hold them."""
    B = A.astype(dtype)
    if not np.array_equal(A, B) or np.any((A < 0) != (B < 0)):
        wrong = A[(A != B) | ((A < 0) != (B < 0))].flat[0]
        raise ValueError(f"the integer {wrong} is out of range for {dtype}")
    return B


def mminfo(source: str | PathLike[str] | IO[Any] | bytes) -> tuple[int, int, int, str, str, str]:
    """(rows, columns, entries, format, field, symmetry) from the header of a file, as scipy.io.mminfo.

    The entries of a coordinate file are those that it stores, those of an array rows times columns.

    >>> import araios, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "a.mtx")
    >>> araios.mmwrite(path, araios.eye(3), symmetry="general")
    >>> araios.mminfo(path)
    (3, 3, 3, 'coordinate', 'real', 'general')
    """
    rows, columns, entries, type_, symmetry, is_array, is_unsigned = _info(_market_source_of(source))
    format = "array" if is_array else "coordinate"
    field = "unsigned-integer" if is_unsigned else _FIELDS[type_]
    return rows, columns, entries, format, field, symmetry.name.replace("_", "-")


def _symmetry_of(A):
    """The symmetry that A has."""
    if A.shape[0] != A.shape[1]:
        return Symmetry.general
    if A.equals(A.T):
        return Symmetry.symmetric
    if A.dtype == bool:
        return Symmetry.general
    if A.equals(-A.T):
        return Symmetry.skew_symmetric
    return Symmetry.hermitian if A.dtype.kind == "c" and A.equals(A.H) else Symmetry.general


def _integers(values):
    """Values as int64 or uint64; ValueError for others."""
    values = np.asarray(values)
    if values.dtype.kind in "iub":
        return values
    wrong = values[~((values == np.trunc(values.real)) & (values.real >= -(2.0**63)) & (values.real < 2.0**63))]
    if wrong.size > 0:
        raise ValueError(f"field is 'integer', but {wrong.flat[0]} is not an integer of 64 bits")
    return values.real.astype(np.int64)


def _check_write(comment, field, precision, symmetry):
    if not isinstance(comment, (str, type(None))):
        raise TypeError(f"comment is a str, not {type(comment).__name__}")
    if comment and "\0" in comment:
        raise ValueError("comment has a NUL character")
    if symmetry not in (None, "AUTO", *_SYMMETRIES):
        raise ValueError(f"symmetry {symmetry!r} is not one of {', '.join(_SYMMETRIES)} and AUTO")
    if field not in (None, "real", "complex", "pattern", "integer"):
        raise ValueError(f"field {field!r} is not one of real, complex, pattern and integer")
    if precision is not None and not 1 <= operator.index(precision) <= 17:
        raise ValueError(f"precision is 1 to 17 significant digits, not {precision}")


def _check_values(values, field, is_array):
    """Refuses a field that does not hold the values."""
    if field == "pattern" and is_array:
        raise ValueError("field is 'pattern', but a dense array has values: araios.Boolean(a) is a pattern")
    if field in ("real", "integer") and values.dtype.kind == "c":
        raise ValueError(f"field is {field!r}, but the values are complex")


def _check_symmetry(a, symmetry):
    """Refuses a symmetry that a, dense or of SciPy, does not have."""
    if symmetry in (None, "AUTO", "general"):
        return
    if a.shape[0] != a.shape[1]:
        raise ValueError(f"symmetry is {symmetry!r}, but the shape is {a.shape[0]} x {a.shape[1]}")
    b = {"symmetric": a.T, "skew-symmetric": -a.T, "hermitian": a.conj().T}[symmetry]
    difference = a != b
    if difference.nnz if hasattr(difference, "nnz") else difference.any():
        i, j = (int(k[0]) for k in difference.nonzero())
        raise ValueError(f"symmetry is {symmetry!r}, but elements ({i}, {j}) and ({j}, {i}) differ from that")


def _write_by_scipy(target, a, comment, field, precision, symmetry):
    """Dense arrays, integers, and values with a precision."""
    from scipy import io

    is_array = not (isinstance(a, Matrix) or hasattr(a, "tocoo"))
    b = a.to_scipy("coo", copy=True) if isinstance(a, Matrix) else np.asarray(a) if is_array else a.tocoo(copy=True)
    if b.dtype.kind not in "biufc" or b.ndim != 2:
        raise TypeError(f"a matrix of numbers has 2 dimensions, not {b.ndim} of {b.dtype}")
    _check_values(b, field, is_array)
    if field == "integer":
        b = _integers(b) if is_array else type(b)((_integers(b.data), (b.row, b.col)), shape=b.shape)
    elif field in ("real", "complex") and b.dtype.kind in "biu":
        b = b.astype(np.float64)
    _check_symmetry(b, symmetry)
    io.mmwrite(target, b, comment or "", field, precision, None if symmetry == "AUTO" else symmetry)


def mmwrite(
    target: str | PathLike[str] | IO[bytes],
    a: MatrixLike,
    comment: str = "",
    field: str | None = None,
    precision: int | None = None,
    symmetry: str | None = "AUTO",
) -> None:
    """Writes a matrix to a Matrix Market file, values so that they are read back with the same bits.

    Parameters
    ----------
    target : path (.mtx is added where it has no such ending), or a file open for bytes
    a : Matrix, a sparse matrix of SciPy, or a dense array, which is written as an array
    comment : text after the header; it may have several lines
    field : 'real', 'complex', 'pattern' or 'integer'; that of the values where it is None
    precision : significant digits, 1 to 17
    symmetry : 'general', 'symmetric', 'skew-symmetric', 'hermitian' or 'AUTO', which finds out

    Dense arrays, integers but those of int64, and a precision are written by scipy.io.mmwrite. ValueError, before
    anything is written, for a field that does not hold the values and for a symmetry that the matrix does not have.
    """
    _check_write(comment, field, precision, symmetry)
    is_path = isinstance(target, (str, os.PathLike))
    if is_path and not os.fspath(target).endswith(".mtx"):
        target = os.fspath(target) + ".mtx"
    is_sparse = isinstance(a, Matrix) or hasattr(a, "tocsr")
    kind = np.dtype(getattr(a, "dtype", bool)).kind
    writes_integers = field == "integer" or (field is None and kind in "iu")
    if precision is not None or not is_sparse or (writes_integers and not (HAS_INTEGERS and kind == "i")):
        return _write_by_scipy(target, a, comment, field, precision, symmetry)
    A = as_matrix(a)
    _check_values(A, field, False)
    dtypes = {"real": np.float64, "complex": np.complex128, "pattern": np.bool_}
    if field is not None and field != _FIELDS[A._h.type]:
        if A.dtype.kind == "i" and field != "pattern":
            require_exact(A.entries()[2], np.dtype(np.float64))
        A = A.pattern() if field == "pattern" else A.astype(dtypes[field])
    kind = _symmetry_of(A) if symmetry in (None, "AUTO") else _SYMMETRIES[symmetry]
    if is_path:
        _core.write_market(A._h, os.fspath(target), kind, comment or "")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.mtx")
        _core.write_market(A._h, path, kind, comment or "")
        with open(path, "rb") as file:
            target.write(file.read())


def read_edge_list(
    source: str | PathLike[str] | IO[Any] | bytes,
    *,
    vertices: Literal["from_0", "from_1", "compact"] = "from_0",
    columns: Literal["automatic", "plain", "weighted"] = "automatic",
    dtype: DTypeLike | None = None,
    rectangular: bool = False,
    format: Literal["csr", "coo"] = "csr",
) -> Any:
    """Reads an edge list, plain, gzip or bzip2: entry (i, j) for a line "i j" or "i j weight".

    Parameters
    ----------
    source : path, or an open file, or the bytes of one
    vertices : 'from_0' (SNAP), 'from_1' (GraphChallenge), or 'compact': any integers, numbered anew in their order
    columns : 'plain' (two vertices), 'weighted' (and a weight) or 'automatic', as the first line has them
    dtype : type of the values; where it is None float64 for 'weighted' and else bool, which leaves weights out
    rectangular : rows and columns each end with their own largest vertex, instead of the larger one of both
    format : 'csr', with sorted rows and repeated edges summed (in COO where rows are far more than entries), or 'coo',
        in the order of the file

    Lines that begin with # or % are skipped. No transposed edges are added. Without weights values are 1. Vertices fit
    32 bits, but for 'compact' 64.

    Returns a ``Matrix`` of shape (n, n), ``Boolean`` of bool; for 'compact' (matrix, names), where vertex v has the
    name names[v], int64 of shape (n,).

    FileNotFoundError; ValueError with the line and the reason where the text is no edge list, and for 'compact' and
    rectangular.

    >>> import araios, io
    >>> araios.read_edge_list(io.BytesIO(b"# from to\\n0 1\\n2 1\\n")).toarray()
    array([[False,  True, False],
           [False, False, False],
           [False,  True, False]])
    >>> A, names = araios.read_edge_list(io.BytesIO(b"70 20 0.5\\n"), vertices="compact", columns="weighted")
    >>> A.toarray(), names.tolist()
    (array([[0. , 0. ],
           [0.5, 0. ]]), [20, 70])
    """
    if format not in ("csr", "coo"):
        raise ValueError(f"format is 'csr' or 'coo', not {format!r}")
    options = (
        Type.default if dtype is None else TYPES[value_dtype(dtype)],
        member_of(VERTICES, vertices, "vertices"),
        member_of(EDGE_COLUMNS, columns, "columns"),
        bool(rectangular),
        _READ_AS[format],
    )
    h, names = _read(_core.read_edge_list, _core.parse_edge_list, _source_of(source), *options)
    A = wrap(h, canonical=format == "csr")
    return (A, array_of(names)) if vertices == "compact" else A
