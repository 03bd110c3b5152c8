# SPDX-License-Identifier: Apache-2.0
"""The class of sparse Boolean vectors."""

import random

import numpy as np

from .. import vector as _vector
from .._locks import changing, lock_of
from .utils import Marked, Operation


def _make(nrows, rows):
    return _vector.Vector((np.ones(len(rows), bool), np.asarray(rows, np.int64)), int(nrows))


class Vector(Marked):
    """A sparse Boolean vector.

    >>> from araios.pycubool import Vector
    >>> v = Vector.from_list(4, [0, 2])
    >>> v.to_list(), v.nvals, v.reduce()
    ([0, 2], 2, 2)
    """

    __slots__ = ("_v",)

    def __init__(self, hnd):
        self._v = hnd

    @classmethod
    def empty(cls, nrows):
        """A vector of ``nrows`` elements, all False."""
        return cls(_make(nrows, []))

    @classmethod
    def from_list(cls, nrows, rows, is_sorted=False, no_duplicates=False):
        """A vector with True at these indices."""
        return cls(_make(nrows, rows))

    @classmethod
    def generate(cls, nrows, density):
        """A vector with ``density * nrows`` draws of True at random indices."""
        count = int(nrows * min(1.0, max(density, 0.0)))
        return cls.from_list(nrows, [random.randrange(nrows) for _ in range(count)])

    @changing
    def build(self, rows, is_sorted=False, no_duplicates=False):
        """Replaces the contents by True at these indices."""
        self._v = _make(self.nrows, rows)

    def dup(self):
        """A copy."""
        return Vector(self._v.copy())

    @property
    def nrows(self):
        """The number of elements."""
        return self._v.shape[0]

    @property
    def nvals(self):
        """The number of elements that are True."""
        return self._v.nnz

    def to_list(self):
        """The indices of True, in order."""
        return self._v.indices.tolist()

    def to_string(self, width=3):
        """A line for each element."""
        filled = set(self.to_list())
        lines = [f"{i:>{width}} | {'1' if i in filled else '.':>{width}} | {i:>{width}}\n" for i in range(self.nrows)]
        return "".join(lines) + "\n"

    def extract_vector(self, i, nrows, out=None, time_check=False):
        """The elements i .. i + nrows - 1."""
        if not 0 <= i <= i + nrows <= self.nrows:
            raise IndexError(f"elements {i} .. {i + nrows - 1} of a vector of {self.nrows}")
        with Operation("Vector.extract_vector", self, time_check=time_check):
            return store(out, self._v[i : i + nrows])

    def vxm(self, other, out=None, time_check=False):
        """The product of this row vector and a matrix."""
        with Operation("Vector.vxm", self, other, time_check=time_check):
            return store(out, self._v @ other._m)

    def ewiseadd(self, other, out=None, time_check=False):
        """The elements that are True in one of both."""
        with Operation("Vector.ewiseadd", self, other, time_check=time_check):
            return store(out, self._v | other._v)

    def ewisemult(self, other, out=None, time_check=False):
        """The elements that are True in both."""
        with Operation("Vector.ewisemult", self, other, time_check=time_check):
            return store(out, self._v & other._v)

    def reduce(self, time_check=False):
        """The number of elements that are True."""
        with Operation("Vector.reduce", self, time_check=time_check):
            return int(self._v.sum())

    def equals(self, other):
        """Whether both have the same elements."""
        return self._v.equals(other._v)

    def __str__(self):
        return self.to_string()

    def __iter__(self):
        return iter(self.to_list())

    def __len__(self):
        return self.nrows

    def __getitem__(self, item):
        """A part v[i:j]."""
        if not isinstance(item, slice):
            raise Exception("Invalid vector slicing")
        assert item.step is None
        begin = item.start or 0
        end = self.nrows if item.stop is None else item.stop
        assert 0 <= begin < self.nrows
        return self.extract_vector(begin, end - begin)

    @changing
    def __setitem__(self, key, value):
        """v[i] = True."""
        assert value is True
        if not isinstance(key, int):
            raise Exception("Invalid item assignment")
        self._v[key] = True


def store(out, result):
    """The Vector of a result, which is ``out`` where that is given."""
    if out is None:
        return Vector(result)
    if out._v.shape != result.shape:
        raise ValueError(f"out has {out.nrows} elements, the result {result.shape[0]}")
    with lock_of(out):
        out._v = result
    return out
