# SPDX-License-Identifier: Apache-2.0
"""Matrices made of others, of diagonals, at random; the entries of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _context, _convert, _core
from ._base import as_matrix, is_list, operands_of, wrap
from ._names import TYPES, value_dtype
from ._types import require_exact, result_dtype
from ._typing import DTypeLike, MatrixLike, NDArray
from .functions import kron
from .vector import Vector


def _finished(h, format):
    A = wrap(h, canonical=True)
    return A if format is None else A.asformat(format)


def block_array(blocks: Any, *, format: str | None = None, dtype: DTypeLike | None = None) -> Any:
    """The matrix of blocks: a list of rows of matrices; None is a block without entries.

    ValueError for blocks whose shapes disagree: it names one of them, its size, and that of another beside it.

    >>> import araios
    >>> A = araios.eye(2)
    >>> araios.block_array([[A, None], [None, 3 * A]]).diagonal()
    array([1., 1., 3., 3.])
    """
    blocks = [[_row(B) for B in row] for row in blocks]
    types = [_own_type(B) for row in blocks for B in row if B is not None]
    grid = [[None if B is None else as_matrix(B).to("cpu") for B in row] for row in blocks]
    if not grid or not grid[0]:
        raise ValueError("blocks must be 2-D: there is none")
    width = len(grid[0])
    if any(len(row) != width for row in grid):
        raise ValueError(f"blocks must be 2-D: rows of {[len(row) for row in grid]} blocks")
    heights, widths = [None] * len(grid), [None] * width
    for p, row in enumerate(grid):
        for q, B in enumerate(row):
            if B is None:
                continue
            for sizes, at, axis, what in ((heights, p, 0, "rows"), (widths, q, 1, "columns")):
                if sizes[at] is None:
                    sizes[at] = B.shape[axis]
                elif sizes[at] != B.shape[axis]:
                    raise ValueError(f"block [{p}][{q}] has {B.shape[axis]} {what}, another beside it {sizes[at]}")
    heights, widths = ([size or 0 for size in sizes] for sizes in (heights, widths))  # of None alone: nothing
    tops, lefts = np.concatenate([[0], np.cumsum(heights)]), np.concatenate([[0], np.cumsum(widths)])
    parts = [(tops[p], lefts[q], B) for p, row in enumerate(grid) for q, B in enumerate(row) if B is not None]
    return _assembled(parts, (int(tops[-1]), int(lefts[-1])), format, result_dtype(*types) if dtype is None else dtype)


def _own_type(B):
    """The type of a block: that of an array or a matrix of SciPy has its integers."""
    given = getattr(B, "dtype", None)
    return given if isinstance(given, np.dtype) else as_matrix(B).dtype


def _assembled(parts, shape, format, dtype):
    """The matrix of the entries of matrices, each with its first row and column."""
    dtype = value_dtype(dtype)
    is_bool = dtype.kind == "b"  # of entries of one coordinate the sum counts
    merged = _merged(parts, shape, dtype)
    if merged is not None:
        return merged if format is None else merged.asformat(format)
    entries = [(top, left, *(B._summed() if is_bool else B).entries()) for top, left, B in parts]
    rows = np.concatenate([r + top for top, _, r, _, _ in entries])
    columns = np.concatenate([c + left for _, left, _, c, _ in entries])
    values = np.concatenate([v.astype(dtype, copy=False) for *_, v in entries])
    return _finished(_convert.triplets(values, rows, columns, shape, dtype, "sum"), format)


def _merged(parts, shape, dtype):
    """The CSR matrix of parts without repeated entries, in each row from left to right; else None."""
    if not parts or shape[0] >= 2**31 or shape[1] >= 2**31 or any(is_list(B._h) for *_, B in parts):
        return None
    blocks = [(top, left, wrap(B._operand(), canonical=True)) for top, left, B in parts]
    if any(C.nnz != B.nnz for (*_, C), (*_, B) in zip(blocks, parts)):
        return None
    nnz = sum(C.nnz for *_, C in blocks)
    lengths = [np.diff(C.indptr) for *_, C in blocks]
    offsets = np.zeros(shape[0] + 1, np.int32 if nnz < 2**31 else np.int64)
    for (top, _, C), length in zip(blocks, lengths):
        offsets[top + 1 : top + 1 + C.shape[0]] += length
    np.cumsum(offsets, out=offsets)
    indices, values, begin = np.empty(nnz, np.int32), np.empty(nnz, dtype), offsets[:-1].copy()
    for (top, left, C), length in zip(blocks, lengths):
        rows = slice(top, top + C.shape[0])
        if C.shape[1] == shape[1] and C.shape[0]:  # the entries of these rows are those of C
            target = slice(begin[top], begin[top] + C.nnz)
        else:
            target = np.repeat(begin[rows] - C.indptr[:-1], length)
            target += np.arange(C.nnz, dtype=target.dtype)
        indices[target] = C.indices + np.int32(left) if left else C.indices
        values[target] = C.data
        begin[rows] += length
    return wrap(_convert.handle_of((values, indices, offsets), shape, dtype, copy=True)[0], canonical=True)


def bmat(blocks: Any, format: str | None = None, dtype: DTypeLike | None = None) -> Any:
    """As ``block_array``."""
    return block_array(blocks, format=format, dtype=dtype)


def hstack(blocks: Sequence[Any], format: str | None = None, dtype: DTypeLike | None = None) -> Any:
    """The matrices side by side.

    >>> import araios
    >>> araios.hstack([araios.eye(2), araios.eye(2)]).shape
    (2, 4)
    """
    return block_array([list(blocks)], format=format, dtype=dtype)


def vstack(blocks: Sequence[Any], format: str | None = None, dtype: DTypeLike | None = None) -> Any:
    """The matrices one below the other; of sparse vectors their rows.

    >>> import araios
    >>> araios.vstack([araios.eye(2), araios.eye(2)]).shape
    (4, 2)
    """
    return block_array([[B] for B in blocks], format=format, dtype=dtype)


def _row(B):
    is_vector = isinstance(B, Vector) or (hasattr(B, "tocsr") and len(B.shape) == 1)
    return B.reshape((1, B.shape[0])) if is_vector else B


def block_diag(mats: Sequence[Any], format: str | None = None, dtype: DTypeLike | None = None) -> Any:
    """The matrix with the given ones along its diagonal.

    >>> import araios
    >>> araios.block_diag([araios.eye(2), [[5.0]]]).diagonal()
    array([1., 1., 5.])
    """
    is_dense = [isinstance(B, (list, np.ndarray)) or np.isscalar(B) for B in mats]
    mats = [np.atleast_2d(B) if dense else _row(B) for B, dense in zip(mats, is_dense)]
    types, mats = [_own_type(B) for B in mats], [as_matrix(B) for B in mats]
    if not mats:
        return wrap(_convert.handle_of((0, 0), None, dtype)[0], canonical=True)
    parts, top, left = [], 0, 0
    for B in mats:
        parts.append((top, left, B.to("cpu")))
        top, left = top + B.shape[0], left + B.shape[1]
    return _assembled(parts, (top, left), format, result_dtype(*types) if dtype is None else dtype)


def diags_array(
    diagonals: Any,
    *,
    offsets: int | Sequence[int] = 0,
    shape: tuple[int, int] | None = None,
    format: str | None = None,
    dtype: DTypeLike | None = None,
) -> Any:
    """The matrix with arrays on diagonals: the first element of each is the first of its diagonal.

    ``offsets`` is the number of a diagonal, or one for each array; above 0 those above the main diagonal. An array of
    one element fills its diagonal. Without a shape the matrix is square, as large as the first diagonal needs.
    ValueError for an array that does not have the length of its diagonal, and for one offset given twice.

    >>> import araios
    >>> araios.diags_array([[1.0, 2.0], [3.0, 4.0, 5.0]], offsets=[1, 0]).toarray()
    array([[3., 1., 0.],
           [0., 4., 2.],
           [0., 0., 5.]])
    """
    if np.ndim(offsets) == 0:
        if len(diagonals) == 0 or np.ndim(diagonals[0]) == 0:
            diagonals = [np.atleast_1d(diagonals)]
        elif len(diagonals) != 1:
            raise ValueError(f"there are {len(diagonals)} diagonals for one offset")
        offsets = [offsets]
    diagonals = [np.atleast_1d(np.asarray(d)) for d in diagonals]
    offsets = [_convert.integer(k, "an offset") for k in offsets]
    if len(diagonals) != len(offsets):
        raise ValueError(f"there are {len(diagonals)} diagonals for {len(offsets)} offsets")
    if not diagonals:
        raise ValueError("there is no diagonal")
    if any(d.ndim != 1 for d in diagonals):
        raise ValueError("a diagonal has 1 dimension")
    if len(set(offsets)) != len(offsets):
        raise ValueError("offset array contains duplicate values")
    if shape is None:
        n = len(diagonals[0]) + abs(offsets[0])
        shape = n, n
    m, n = _convert.shape_of(shape)
    dtype = value_dtype(np.result_type(*diagonals) if dtype is None else dtype)
    if dtype.kind == "b" and all(d.dtype != bool for d in diagonals):
        dtype = np.dtype(np.bool_)
    rows, columns, values = [], [], []
    for d, k in zip(diagonals, offsets):
        count = min(m + min(k, 0), n - max(k, 0))
        if count < 0:
            raise ValueError(f"offset {k} is outside of a matrix of shape {(m, n)}")
        if len(d) != count and len(d) != 1:
            raise ValueError(f"diagonal {k} of a matrix of shape {(m, n)} has {count} elements, not {len(d)}")
        i = np.arange(count, dtype=np.int64)
        rows.append(i + max(-k, 0))
        columns.append(i + max(k, 0))
        require_exact(d, dtype)
        values.append(np.broadcast_to(d.astype(dtype), (count,)))
    h = _convert.triplets(*map(np.concatenate, (values, rows, columns)), (m, n), dtype, "sum")
    return _finished(h, format)


def diags(
    diagonals: Any,
    offsets: int | Sequence[int] = 0,
    shape: tuple[int, int] | None = None,
    format: str | None = None,
    dtype: DTypeLike | None = None,
) -> Any:
    """The matrix with arrays on diagonals, as ``diags_array``; of one array that on the main diagonal.

    >>> import araios
    >>> araios.diags([2.0, 3.0]).toarray()
    array([[2., 0.],
           [0., 3.]])
    """
    is_one = np.ndim(offsets) == 0 and len(diagonals) and np.ndim(diagonals[0]) == 0
    if is_one and offsets == 0 and shape is None and format is None and dtype is None:
        return _diagonal_matrix(diagonals)
    return diags_array(diagonals, offsets=offsets, shape=shape, format=format, dtype=dtype)


def _diagonal_matrix(d):
    d = np.asarray(d)
    if d.dtype == bool:
        return diags_array(d)
    require_exact(d)
    d = np.ascontiguousarray(d, value_dtype(d.dtype))
    h = _core.vector_dense(_context.host(), TYPES[d.dtype], len(d), d)
    return wrap(_core.diagonal_matrix(_core.Index.default, h), canonical=True)


def eye(m: int, n: int | None = None, k: int = 0, dtype: DTypeLike = np.float64, format: str | None = None) -> Any:
    """The matrix of m rows and n columns, as many where n is None, with ones on diagonal k.

    >>> import araios
    >>> araios.eye(3).nnz, araios.eye(2, 3, k=1).toarray().tolist()
    (3, [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    """
    m = _size(m)
    n = m if n is None else _size(n)
    dtype = value_dtype(dtype)
    if m == n and k == 0:
        return _finished(_core.identity(_context.host(), TYPES[dtype], _core.Index.default, m), format)
    count = max(min(m + min(k, 0), n - max(k, 0)), 0)
    i = np.arange(count, dtype=np.int64)
    h = _convert.triplets(np.ones(count, dtype), i + max(-k, 0), i + max(k, 0), (m, n), dtype, "keep")
    return _finished(h, format)


def eye_array(
    m: int, n: int | None = None, *, k: int = 0, dtype: DTypeLike = np.float64, format: str | None = None
) -> Any:
    """As ``eye``."""
    return eye(m, n, k, dtype, format)


def identity(n: int, dtype: DTypeLike = np.float64, format: str | None = None) -> Any:
    """The identity of n rows."""
    return eye(n, dtype=dtype, format=format)


def random_array(
    shape: tuple[int, int],
    *,
    density: float = 0.01,
    format: str | None = "coo",
    dtype: DTypeLike | None = None,
    rng: Any = None,
    data_sampler: Any = None,
) -> Any:
    """A matrix with entries at random coordinates, from a generator of NumPy: ``round(density * m * n)`` of them.

    ``rng`` is a ``numpy.random.Generator``, or a seed. Values are uniform in 0 .. 1, of complex types both parts, of
    integers in all of their type, or those of ``data_sampler(size=)``.

    >>> import araios
    >>> araios.random_array((50, 40), density=0.05, rng=1).nnz
    100
    """
    m, n = _convert.shape_of(shape)
    if not 0 <= density <= 1:
        raise ValueError(f"density is in 0 .. 1, not {density}")
    rng = np.random.default_rng(rng)
    count = int(round(density * m * n))
    given = np.dtype(np.float64 if dtype is None else dtype)
    dtype = value_dtype(given)
    positions = _sample(rng, m * n, count)
    if data_sampler is not None:
        values = np.asarray(data_sampler(size=count))
    elif dtype.kind == "b":
        values = np.ones(count, bool)
    elif dtype.kind == "i":
        values = rng.integers(*_range_of_integers(given), count, dtype=dtype, endpoint=True)
    else:
        values = rng.random(count)
        if dtype.kind == "c":
            values = values + 1j * rng.random(count)
    width = max(n, 1)
    h = _convert.triplets(values.astype(dtype), positions // width, positions % width, (m, n), dtype, "keep")
    return _finished(h, format)


def _range_of_integers(dtype):
    """The minimum and the maximum integer of a type that int64 holds."""
    info = np.iinfo(dtype)
    return int(info.min), min(int(info.max), 2**63 - 1)


def _sample(rng, size, count):
    """`count` different numbers of 0 .. size - 1; the cost goes by `count` where that is far below `size`."""
    if size >= 2**63:
        raise OverflowError(f"a matrix of {size} elements")
    if 3 * count >= size:
        return rng.permutation(size)[:count].astype(np.int64)
    drawn = np.empty(0, np.int64)
    while len(drawn) < count:
        more = rng.integers(0, size, count + count // 8 + 8 - len(drawn), dtype=np.int64)
        drawn = np.unique(np.r_[drawn, more])
    return rng.permutation(drawn)[:count]


def find(A: MatrixLike) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any]]:
    """(rows, columns, values) of the elements that are not 0, row by row; entries of one coordinate are summed.

    >>> import araios
    >>> [x.tolist() for x in araios.find(araios.Matrix([[0.0, 5.0], [6.0, 0.0]]))]
    [[0, 1], [1, 0], [5.0, 6.0]]
    """
    A = as_matrix(A).to("cpu")
    rows, columns, values = wrap(A._operand(), canonical=True).entries()
    keep = values != 0
    return rows[keep], columns[keep], values[keep]


def kronsum(A: MatrixLike, B: MatrixLike, format: str | None = None) -> Any:
    """The Kronecker sum of two square matrices: kron(I, A) + kron(B, I).

    >>> import araios
    >>> araios.kronsum([[1.0]], [[2.0, 0.0], [0.0, 3.0]]).diagonal()
    array([3., 4.])
    """
    A, B = operands_of(A, B)
    for X, name in ((A, "A"), (B, "B")):
        if X.shape[0] != X.shape[1]:
            raise ValueError(f"{name} is not square: {X.shape}")
    dtype = value_dtype(np.result_type(A.dtype, B.dtype))
    result = kron(identity(B.shape[0], dtype), A) + kron(B, identity(A.shape[0], dtype))
    return result if format is None else result.asformat(format)


def _size(n):
    return _convert.size_of(n)
