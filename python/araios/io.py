# SPDX-License-Identifier: Apache-2.0
"""Matrix Market files, with the signatures of scipy.io, and edge lists."""

import os

import numpy as np

from . import _context, _core
from ._names import (
    COMPLEX64,
    COMPLEX128,
    EDGE_COLUMNS,
    FLOAT32,
    FLOAT64,
    FORMATS,
    PATTERN,
    TYPES,
    VERTICES,
    number_of,
    value_dtype,
)
from .matrix import Matrix, as_matrix, wrap

_FIELDS = {
    FLOAT32: "real",
    FLOAT64: "real",
    COMPLEX64: "complex",
    COMPLEX128: "complex",
    PATTERN: "pattern",
    7: "integer",
}
_SYMMETRIES = ("general", "symmetric", "skew-symmetric", "hermitian")


def _path_of(source, *endings):
    """The path of a file that is there: as it is named, or with one of these endings."""
    path = os.fspath(source)
    for candidate in (path, *(path + ending for ending in endings)):
        if os.path.isfile(candidate):
            return candidate
    raise FileNotFoundError(2, "No such file", path)


def _market_path_of(source):
    return _path_of(source, ".mtx", ".mtx.gz")


def _text_of(file):
    """The bytes of an open file."""
    text = file.read()
    return text.encode() if isinstance(text, str) else text


def _read(function, *arguments):
    try:
        return function(_context.host(), *arguments)
    except OSError as error:
        # The file can be opened, so its text is no matrix.
        raise ValueError(str(error)) from None


def mmread(source, *, spmatrix=True, dtype=None, keep_triangle=False, format="csr"):
    """Reads a Matrix Market file, plain or gzip.

    Parameters
    ----------
    source : path, with or without .mtx or .mtx.gz, or an open file
    spmatrix : as of scipy.io.mmread; it has no effect
    dtype : type of the values; that of the file where it is None. bool leaves values out
    keep_triangle : a symmetric file as it is stored; its other triangle is not added
    format : 'csr', with sorted rows and entries of one coordinate summed, or 'coo', in the order of the file

    Returns a ``Matrix`` (``Boolean`` of a pattern file) where scipy.io gives a coo_matrix, which is
    ``mmread(path, format="coo").to_scipy()``. Of an array file it returns an array of NumPy.

    FileNotFoundError; ValueError with the line and the reason where the text is no matrix.

    >>> import araios, io
    >>> text = b"%%MatrixMarket matrix coordinate real general\\n2 2 2\\n1 1 4.5\\n2 1 -1\\n"
    >>> araios.mmread(io.BytesIO(text)).toarray()
    array([[ 4.5,  0. ],
           [-1. ,  0. ]])
    """
    if format not in ("csr", "coo"):
        raise ValueError(f"format is 'csr' or 'coo', not {format!r}")
    dtype = None if dtype is None else value_dtype(dtype)
    options = bool(keep_triangle), dtype == np.bool_, FORMATS[format]
    type_ = 0 if dtype is None else TYPES[dtype]
    if hasattr(source, "read"):
        text = _text_of(source)
        is_array = b"array" in text[: text.find(b"\n")].lower() if text[:2] != b"\x1f\x8b" else False
        h = _read(_core.parse_market, text, type_, *options)
    else:
        path = _market_path_of(source)
        is_array = _read(_core.market_info, path)[5]
        h = _read(_core.read_market, path, type_, *options)
    A = wrap(h, canonical=format == "csr")
    return A.toarray() if is_array else A


def mminfo(source):
    """(rows, columns, entries, format, field, symmetry) from the header of a file, as scipy.io.mminfo.

    >>> import araios, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "a.mtx")
    >>> araios.mmwrite(path, araios.eye(3), symmetry="general")
    >>> araios.mminfo(path)
    (3, 3, 3, 'coordinate', 'real', 'general')
    """
    rows, columns, entries, type_, symmetry, is_array = _read(_core.market_info, _market_path_of(source))
    format = "array" if is_array else "coordinate"
    return rows, columns, entries, format, _FIELDS[type_], _SYMMETRIES[symmetry]


def _symmetry_of(A):
    """The number of the symmetry that A has."""
    if A.shape[0] != A.shape[1]:
        return 0
    if A.equals(A.T):
        return 1
    if A.dtype == bool:
        return 0
    if A.equals(-A.T):
        return 2
    return 3 if A.dtype.kind == "c" and A.equals(A.H) else 0


def mmwrite(target, a, comment="", field=None, precision=None, symmetry="AUTO"):
    """Writes a matrix to a Matrix Market file, values so that they are read back with the same bits.

    Parameters
    ----------
    target : path (.mtx is added where it has no such ending), or a file open for bytes
    a : Matrix, a sparse matrix of SciPy, or a dense array, which is written as an array
    comment : text after the header; it may have several lines
    field : 'real', 'complex', 'pattern' or 'integer'; that of the values where it is None
    precision : significant digits
    symmetry : 'general', 'symmetric', 'skew-symmetric', 'hermitian' or 'AUTO', which finds out

    Dense arrays, integers and a precision are written by scipy.io.mmwrite.
    """
    if symmetry not in (None, "AUTO", *_SYMMETRIES):
        raise ValueError(f"symmetry {symmetry!r} is not one of {', '.join(_SYMMETRIES)} and AUTO")
    if field not in (None, "real", "complex", "pattern", "integer"):
        raise ValueError(f"field {field!r} is not one of real, complex, pattern and integer")
    is_path = isinstance(target, (str, os.PathLike))
    if is_path and not os.fspath(target).endswith(".mtx"):
        target = os.fspath(target) + ".mtx"
    if precision is not None or field == "integer" or not (isinstance(a, Matrix) or hasattr(a, "tocsr")):
        from scipy import io

        b = a.to_scipy("coo") if isinstance(a, Matrix) else a
        if field == "integer" and isinstance(a, Matrix):
            b.data = b.data.astype(np.int64)
        io.mmwrite(target, b, comment, field, precision, None if symmetry == "AUTO" else symmetry)
        return
    A = as_matrix(a)
    dtypes = {"real": np.float64, "complex": np.complex128, "pattern": np.bool_}
    if field is not None and field != _FIELDS[A._h.type]:
        A = A.astype(dtypes[field])
    number = _symmetry_of(A) if symmetry in (None, "AUTO") else _SYMMETRIES.index(symmetry)
    if is_path:
        _core.write_market(A._h, os.fspath(target), number, comment)
        return
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.mtx")
        _core.write_market(A._h, path, number, comment)
        with open(path, "rb") as file:
            target.write(file.read())


def read_edge_list(source, *, vertices="from_0", columns="automatic", dtype=None, rectangular=False, format="csr"):
    """Reads an edge list, plain or gzip: entry (i, j) for a line "i j" or "i j weight".

    Parameters
    ----------
    source : path, or an open file
    vertices : 'from_0' (SNAP), 'from_1' (GraphChallenge), or 'compact': any integers, numbered anew in their order
    columns : 'plain' (two vertices), 'weighted' (and a weight) or 'automatic', as the first line has them
    dtype : type of the values; where it is None float64 for 'weighted' and else bool, which leaves weights out
    rectangular : rows and columns each end with their own largest vertex, instead of the larger one of both
    format : 'csr', with sorted rows and repeated edges summed, or 'coo', in the order of the file

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
        0 if dtype is None else TYPES[value_dtype(dtype)],
        number_of(VERTICES, vertices, "vertices"),
        number_of(EDGE_COLUMNS, columns, "columns"),
        bool(rectangular),
        FORMATS[format],
    )
    if hasattr(source, "read"):
        h, names = _read(_core.parse_edge_list, _text_of(source), *options)
    else:
        h, names = _read(_core.read_edge_list, _path_of(source), *options)
    A = wrap(h, canonical=format == "csr")
    return (A, A._vector(names)) if vertices == "compact" else A
