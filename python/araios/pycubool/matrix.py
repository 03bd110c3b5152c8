# SPDX-License-Identifier: Apache-2.0
"""The class of sparse Boolean matrices."""

import random

import numpy as np

from .. import _core
from .._base import wrap
from .._locks import changing, lock_of
from ..boolean import Boolean
from ..functions import kron
from .utils import Marked, Operation
from .vector import store


def _make(shape, rows, cols):
    if len(rows) != len(cols):
        raise Exception("Rows and cols arrays must have equal size")
    pairs = np.asarray(rows, np.int64), np.asarray(cols, np.int64)
    return Boolean((np.ones(len(rows), bool), pairs), shape=tuple(shape))


class Matrix(Marked):
    """A sparse Boolean matrix.

    >>> from araios.pycubool import Matrix
    >>> a = Matrix.from_lists((3, 3), [0, 1, 2], [1, 2, 0])
    >>> print(a)
           0   1   2
      0 |   .   1   . |   0
      1 |   .   .   1 |   1
      2 |   1   .   . |   2
           0   1   2
    <BLANKLINE>
    """

    __slots__ = ("_m",)

    def __init__(self, hnd):
        self._m = hnd

    @classmethod
    def empty(cls, shape):
        """A matrix of this shape, all False."""
        return cls(Boolean(tuple(shape)))

    @classmethod
    def from_lists(cls, shape, rows, cols, is_sorted=False, no_duplicates=False):
        """A matrix with True at these rows and columns."""
        return cls(_make(shape, rows, cols))

    @classmethod
    def generate(cls, shape, density):
        """A matrix with ``density`` times the size draws of True at random coordinates."""
        m, n = shape
        count = int(m * n * min(1.0, max(density, 0.0)))
        rows = [random.randrange(m) for _ in range(count)]
        return cls.from_lists(shape, rows, [random.randrange(n) for _ in range(count)])

    @changing
    def build(self, rows, cols, is_sorted=False, no_duplicates=False):
        """Replaces the contents by True at these rows and columns."""
        self._m = _make(self.shape, rows, cols)

    def dup(self):
        """A copy."""
        return Matrix(self._m.copy())

    @property
    def nrows(self):
        """The number of rows."""
        return self._m.shape[0]

    @property
    def ncols(self):
        """The number of columns."""
        return self._m.shape[1]

    @property
    def nvals(self):
        """The number of elements that are True."""
        return self._m.nnz

    @property
    def shape(self):
        """(rows, columns)."""
        return self._m.shape

    def to_lists(self):
        """The rows and the columns of True, row by row: two lists."""
        rows, cols, _ = self._m.entries()
        return rows.tolist(), cols.tolist()

    def to_list(self):
        """The pairs (row, column) of True, row by row."""
        return list(self._m)

    def to_string(self, width=3):
        """A line for each row, with the numbers of rows and columns."""
        head = " " * (width + 3) + "".join(f"{j:>{width}} " for j in range(self.ncols)).rstrip() + "\n"
        lines = []
        filled = {}
        for i, j in self._m:
            filled.setdefault(i, set()).add(j)
        for i in range(self.nrows):
            row = filled.get(i, ())
            cells = "".join(f"{'1' if j in row else '.':>{width}} " for j in range(self.ncols))
            lines.append(f"{i:>{width}} | {cells}| {i:>{width}}\n")
        return head + "".join(lines) + head

    def _store(self, out, result):
        if out is None:
            return Matrix(result)
        if out.shape != result.shape:
            raise ValueError(f"out has shape {out.shape}, the result {result.shape}")
        with lock_of(out):
            out._m = result
        return out

    def transpose(self, time_check=False):
        """The transpose."""
        with Operation("Matrix.transpose", self, time_check=time_check):
            return Matrix(self._m.T)

    def extract_matrix(self, i, j, shape, out=None, time_check=False):
        """The part of this shape that begins at (i, j)."""
        with Operation("Matrix.extract_matrix", self, time_check=time_check):
            h = _core.submatrix(self._m._operand(), i, j, *shape)
            return self._store(out, wrap(h, canonical=True))

    def extract_row(self, i, out=None):
        """Row i as a vector."""
        with Operation("Matrix.extract_row", self):
            return store(out, self._m[i])

    def extract_col(self, j, out=None):
        """Column j as a vector."""
        with Operation("Matrix.extract_col", self):
            return store(out, self._m[:, j])

    def mxm(self, other, out=None, accumulate=False, time_check=False):
        """The product; with ``accumulate`` added to ``out``, which may be an operand."""
        with Operation("Matrix.mxm", self, other, time_check=time_check):
            if out is None or not accumulate:
                return self._store(out, self._m.mxm(other._m))
            with lock_of(out):
                return self._store(out, self._m.mxm(other._m, accumulate=out._m))

    def mxv(self, other, out=None, time_check=False):
        """The product with a column vector."""
        with Operation("Matrix.mxv", self, other, time_check=time_check):
            return store(out, self._m @ other._v)

    def kronecker(self, other, out=None, time_check=False):
        """The Kronecker product."""
        with Operation("Matrix.kronecker", self, other, time_check=time_check):
            return self._store(out, kron(self._m, other._m))

    def ewiseadd(self, other, out=None, time_check=False):
        """The elements that are True in one of both."""
        with Operation("Matrix.ewiseadd", self, other, time_check=time_check):
            return self._store(out, self._m | other._m)

    def ewisemult(self, other, out=None, time_check=False):
        """The elements that are True in both."""
        with Operation("Matrix.ewisemult", self, other, time_check=time_check):
            return self._store(out, self._m & other._m)

    def ewisemult_inverted(self, other, out=None, time_check=False):
        """The elements that are True here and not in ``other``; cuBool has this in C alone."""
        with Operation("Matrix.ewisemult_inverted", self, other, time_check=time_check):
            return self._store(out, self._m - other._m)

    def reduce(self, out=None, time_check=False):
        """The matrix of one column with True for each row that has one."""
        with Operation("Matrix.reduce", self, time_check=time_check):
            rows = self._m.any(axis=1).indices
            return self._store(out, _make((self.nrows, 1), rows, np.zeros(len(rows), np.int64)))

    def reduce_vector(self, out=None, transpose=False, time_check=False):
        """The rows (with ``transpose``: the columns) that have a True, a vector."""
        with Operation("Matrix.reduce_vector", self, time_check=time_check):
            return store(out, self._m.any(axis=0 if transpose else 1))

    def equals(self, other):
        """Whether both have the same shape and elements."""
        return self._m.equals(other._m)

    def __str__(self):
        return self.to_string()

    def __iter__(self):
        """The pairs (row, column) of True."""
        return iter(self._m)

    def __getitem__(self, item):
        """A part a[i:j, k:l]."""
        if not (isinstance(item, tuple) and len(item) == 2 and all(isinstance(s, slice) for s in item)):
            raise Exception("Invalid matrix slicing")
        begin, shape = [], []
        for s, size in zip(item, self.shape):
            assert s.step is None
            begin.append(s.start or 0)
            assert 0 <= begin[-1] < size
            shape.append((size if s.stop is None else s.stop) - begin[-1])
        return self.extract_matrix(*begin, shape)

    @changing
    def __setitem__(self, key, value):
        """a[i, j] = True."""
        assert value is True
        if not (isinstance(key, tuple) and len(key) == 2):
            raise Exception("Invalid item assignment")
        self._m[key] = True
