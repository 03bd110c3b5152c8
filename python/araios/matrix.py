# SPDX-License-Identifier: Apache-2.0
"""The class of sparse matrices."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

import numpy as np

from . import _context, _core, _names
from ._base import is_list, of_class, register, wrap
from ._compare import Compare
from ._elementwise import Elementwise
from ._export import Export
from ._indexing import Indexing
from ._names import COO, DTYPES, PATTERN, TYPES
from ._words import Words


class Matrix(Words, Compare, Elementwise, Indexing, Export):
    """A sparse matrix of int64, float32, float64, complex64 or complex128; ``araios.Boolean`` is the one of bool.

    Parameters
    ----------
    arg
        - a sparse matrix or array of SciPy (csr, csc, coo and bsr are borrowed, dia is copied, others are converted),
        - a sparse matrix of CuPy, a sparse CSR, CSC or COO tensor of torch,
        - a dense array of shape (m, n), or a list of lists,
        - ``(data, (rows, columns))``: entries in any order; those of one coordinate are summed,
        - ``(data, indices, indptr)``: the arrays of CSR,
        - ``(m, n)``: a matrix without entries,
        - another ``Matrix``.
    shape
        (m, n), where ``arg`` does not say it.
    dtype
        Of the values. Integers become int64, in a library without that float64; of bool the result is a ``Boolean``.
    copy
        Whether arrays are copied that could be borrowed.

    Borrowed arrays are kept alive, and shared: a value written by one side is seen by the other. That is so where
    rows are in strict order, values contiguous, writable and of one of the types above, and indices int32 or int64;
    int64 indices of bsr, one for each block, are copied. Do not write into the index arrays of a matrix that is
    borrowed: before each use only their ends, lengths and addresses are checked.

    Raises ValueError for shapes and arrays that disagree, IndexError for a coordinate outside of the shape, TypeError
    for a type that no matrix has.

    >>> import araios, numpy as np
    >>> A = araios.Matrix([[4.0, 0.0], [1.0, 3.0]])
    >>> A
    <2x2 araios.Matrix of type float64 with 3 entries in CSR>
    >>> A @ np.array([1.0, 2.0])
    array([4., 7.])
    >>> (A @ A.T).toarray()
    array([[16.,  4.],
           [ 4., 10.]])
    """

    __slots__ = ()
    __hash__ = None

    def __repr__(self):
        rows, columns = self.shape
        entries = "1 entry" if self.nnz == 1 else f"{self.nnz} entries"
        where = " on the GPU" if self.device == "cuda" else ""
        return (
            f"<{rows}x{columns} araios.{type(self).__name__} of type {self._dtype} with {entries} "
            f"in {self.format.upper()}{where}>"
        )

    def _repr_html_(self):
        """The table that notebooks show."""
        rows, columns = self.shape
        fields = {"shape": f"{rows} × {columns}", "entries": self.nnz, "type": self._dtype, "format": self.format}
        fields |= {"device": self.device, "bytes": self.nbytes}
        lines = "".join(f"<tr><th>{k}</th><td>{html.escape(str(v))}</td></tr>" for k, v in fields.items())
        return f"<table><caption>araios.{html.escape(type(self).__name__)}</caption>{lines}</table>"

    def __str__(self):
        rows, columns, values = self.entries()
        shown = [f"  ({i}, {j})\t{v}" for i, j, v in zip(rows[:20], columns[:20], values[:20])]
        if len(rows) > 20:
            shown.append(f"  ... {len(rows) - 20} more")
        return "\n".join([repr(self), *shown])

    def __len__(self):
        raise TypeError("sparse array length is ambiguous; use .nnz or .shape[0]")

    def __bool__(self) -> bool:
        if self.shape == (1, 1):
            return self.nnz != 0 and bool(self[0, 0])
        raise ValueError("the truth value of a matrix with more than one element is ambiguous; use .nnz")

    def __iter__(self) -> Iterator[Any]:
        """The rows, sparse vectors."""
        for i in range(self.shape[0]):
            yield self[i]

    def __reduce__(self):
        attributes = getattr(self, "__dict__", None) or None  # of a class of the user
        is_pattern = self._h.type == PATTERN
        if is_list(self._h) or self._h.format == COO:  # with its duplicates
            coo = self.tocoo().to("cpu")
            state = self._canonical, coo.row, coo.col, None if is_pattern else coo.data
            return _unpickle_list, (type(self), self.shape, str(self._dtype), self.format, *state), attributes
        csr = self.tocsr().to("cpu")
        state = int(self._h.block_size), csr.indptr, csr.indices, None if is_pattern else csr.data
        return _unpickle, (type(self), self.shape, str(self._dtype), self.format, *state), attributes


def _unpickle(cls, shape, dtype, format, block_size, indptr, indices, data):
    data = np.ones(len(indices), bool) if data is None else data
    A = Matrix((data, indices, indptr), shape=shape, dtype=dtype, copy=True)
    return of_class(cls, A.to_format(format, block_size=block_size, slots_per_entry=-1.0))


def _unpickle_list(cls, shape, dtype, format, canonical, rows, columns, data):
    type_, index = TYPES[np.dtype(dtype)], _names.INDEX_32 if rows.dtype == np.int32 else _names.INDEX_64
    h = _core.create(_context.host(), COO, type_, index, *shape, len(rows), rows, columns, data)
    return of_class(cls, wrap(h, canonical=canonical).to_format(format, slots_per_entry=-1.0))


register(Matrix, DTYPES)
