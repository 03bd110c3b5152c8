# SPDX-License-Identifier: Apache-2.0
"""Files: Matrix Market, and those that pycubool writes."""

import gzip

import numpy as np

from ..boolean import Boolean
from ..io import mmread, mmwrite
from .matrix import Matrix


def _first_bytes(path):
    with open(path, "rb") as file:
        start = file.read(14)
    if start[:2] == b"\x1f\x8b":
        with gzip.open(path) as file:
            start = file.read(14)
    return start


def _read_pycubool(path):
    """A file of pycubool: lines with # are comments, then 'rows columns count', then pairs counted from 0."""
    with open(path, encoding="utf-8") as file:
        lines = [(n, line) for n, line in enumerate(file, 1) if line.strip() and not line.startswith("#")]
    try:
        numbers = [[int(word) for word in line.split()] for _, line in lines]
        m, n, count = numbers[0]
        pairs = np.array(numbers[1:], np.int64).reshape(-1, 2)
    except (IndexError, ValueError) as error:
        raise ValueError(f"{path} is neither a Matrix Market file nor one of pycubool: {error}") from None
    if len(pairs) != count:
        raise ValueError(f"{path} has {len(pairs)} entries; its header says {count}")
    return (m, n), pairs[:, 0].tolist(), pairs[:, 1].tolist(), count


def read_mtx_file(path):
    """(shape, rows, cols, number of values) of a Matrix Market file, or of one that pycubool wrote."""
    if _first_bytes(path).lower().startswith(b"%%matrixmarket"):
        A = Boolean(mmread(path, dtype=bool))
        rows, cols, _ = A.entries()
        return A.shape, rows.tolist(), cols.tolist(), A.nnz
    return _read_pycubool(path)


def write_mtx_file(path, shape, rows, cols, nvals):
    """Writes a Matrix Market file of these rows and columns."""
    assert len(rows) == nvals
    assert len(cols) == nvals
    export_matrix_to_mtx(path, Matrix.from_lists(shape, rows, cols))


def import_matrix_from_mtx(path):
    """The matrix of a Matrix Market file, or of one that pycubool wrote."""
    if _first_bytes(path).lower().startswith(b"%%matrixmarket"):
        return Matrix(Boolean(mmread(path, dtype=bool)))
    shape, rows, cols, _ = _read_pycubool(path)
    return Matrix.from_lists(shape, rows, cols)


def export_matrix_to_mtx(path, matrix):
    """Writes a matrix as a Matrix Market file."""
    with open(path, "wb") as file:
        mmwrite(file, matrix._m, symmetry="general")
