# SPDX-License-Identifier: Apache-2.0
"""Functions of matrices, and generated matrices."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np

from . import _context, _convert, _core, _names
from ._base import as_matrix, operands_of, require_lines, wrap
from ._names import TYPES, value_dtype
from ._products import cast
from ._types import result_dtype
from ._typing import DTypeLike, FormatName, Matrix, MatrixLike, OperatorName, OpName

_NO_BOUND = 2**63 - 1
_LISTED = 2**27  # a random matrix with so many rows or columns, far more than entries, is in COO


def transpose(A: MatrixLike, *, conjugate: bool = False, method: str = "automatic") -> Matrix:
    """The transpose of a matrix of Araios, SciPy, CuPy or torch, as a Matrix in CSR with sorted rows.

    >>> import araios
    >>> araios.transpose([[1.0, 2.0]]).shape
    (2, 1)
    """
    A = as_matrix(A)
    method = _names.member_of(_names.TRANSPOSE_METHODS, method, "method")
    return wrap(_core.transpose(A._h, method, bool(conjugate)), canonical=A._canonical)


def kron(A: MatrixLike, B: MatrixLike, format: str | None = None, *, op: OperatorName = "times") -> Matrix:
    """The Kronecker product: entry (i p + k, j q + l) is op(A[i, j], B[k, l]), for B of shape (p, q).

    ``op`` is 'plus', 'times', 'min', 'max', 'or', 'and', 'minus', 'first' or 'second'; 'times' is SciPy's. Only entries
    take part, whatever op is. Of two Boolean matrices the result is one, and op does not matter; beside a matrix of
    another type the entries of a Boolean one are 1.

    ValueError for another op, and for 'min' and 'max' of complex values. OverflowError where the shape or the number of
    entries does not fit 63 bits.

    >>> import araios
    >>> araios.kron(araios.eye(2), [[1.0, 2.0]]).toarray()
    array([[1., 2., 0., 0.],
           [0., 0., 1., 2.]])
    >>> araios.kron([[10.0, 20.0]], [[1.0, 2.0]], op="plus").toarray()
    array([[11., 12., 21., 22.]])
    """
    op = _names.member_of(_names.OPERATORS, op, "operator")
    A, B = operands_of(A, B)
    dtype = result_dtype(A.dtype, B.dtype)
    if dtype.kind != "b":  # True is 1
        A, B = A.astype(dtype, copy=False), B.astype(dtype, copy=False)
    result = wrap(_core.kronecker(op, cast(A._operand(), dtype), cast(B._operand(), dtype)), canonical=True)
    return result if format is None else result.asformat(format)


def tril(A: MatrixLike, k: int = 0, format: str | None = None) -> Matrix:
    """The entries on diagonal k and below.

    >>> import araios
    >>> araios.tril([[1.0, 2.0], [3.0, 4.0]]).toarray()
    array([[1., 0.],
           [3., 4.]])
    """
    return band(A, None, k).asformat(format)


def triu(A: MatrixLike, k: int = 0, format: str | None = None) -> Matrix:
    """The entries on diagonal k and above."""
    return band(A, k, None).asformat(format)


def band(A: MatrixLike, lower: int | None, upper: int | None) -> Matrix:
    """The entries with lower <= j - i <= upper; None is no bound."""
    lower = -_NO_BOUND - 1 if lower is None else _convert.integer(lower, "a diagonal")
    upper = _NO_BOUND if upper is None else _convert.integer(upper, "a diagonal")
    return wrap(_core.band(as_matrix(A)._operand(), lower, upper), canonical=True)


class FormatCandidate(NamedTuple):
    """A candidate of ``choose_format``.

    ``eligible`` is False beyond the limits of padding or memory, and where arguments exclude it. ``repeatable``: its
    SpMV gives the same bits in every run. ``bytes`` of its arrays are predicted. Seconds are those of one SpMV:
    predicted ones matter only against each other, measured ones are None where nothing was measured. ``reason`` gives
    the numbers of the decision.
    """

    format: FormatName
    options: dict[str, Any]
    eligible: bool
    repeatable: bool
    bytes: int
    predicted_seconds: float
    measured_seconds: float | None
    reason: str


class FormatChoice(NamedTuple):
    """A format, its options for ``Matrix.to_format``, the reason in one sentence, and all candidates."""

    format: FormatName
    options: dict[str, Any]
    reason: str
    candidates: tuple[FormatCandidate, ...]


def choose_format(
    A: MatrixLike,
    *,
    op: OpName = "N",
    expected_applications: int = 0,
    repeatable: bool = False,
    max_bytes: int = 0,
    mode: Literal["model", "measure"] = "model",
    measured_applications: int = 0,
) -> FormatChoice:
    """The format with the fastest SpMV for A, the reason, and the candidates, of which CSR is the first.

    ``expected_applications``: how many SpMV pay for the conversion; 0 is many. ``repeatable``: only formats whose SpMV
    gives the same bits in every run. ``max_bytes``: of the format; 0 is any.

    ``mode`` is 'model', by the cost model of the library, which takes another format than CSR on a GPU only; or
    'measure': A is converted to each eligible format, and SpMV in it is timed ``measured_applications`` times; 0 is 10.

    ValueError for numbers that are negative, and for another op or mode.

    >>> import araios
    >>> A = araios.stencil(100, 100)
    >>> choice = araios.choose_format(A, mode="measure")
    >>> A.to_format(choice.format, **choice.options).format == choice.format
    True
    >>> choice.candidates[0].format, choice.candidates[0].measured_seconds > 0
    ('csr', True)
    """
    if measured_applications and mode == "model":
        raise ValueError("measured_applications needs mode='measure', not 'model'")
    A = as_matrix(A)
    require_lines(A._h, "choose_format")
    format, options, reason, candidates = _core.choose_format(
        A._h,
        _convert.integer(expected_applications, "expected_applications"),
        _names.member_of(_names.OPS, op, "op"),
        bool(repeatable),
        _convert.integer(max_bytes, "max_bytes"),
        _names.member_of(_names.CHOICE_MODES, mode, "mode"),
        _convert.integer(measured_applications, "measured_applications"),
    )
    candidates = tuple(FormatCandidate(candidate.name, *others) for candidate, *others in candidates)
    return FormatChoice(format.name, options, reason, candidates)


def random(
    m: int, n: int, density: float = 0.01, dtype: DTypeLike = np.float64, seed: int = 0, *, nnz: int | None = None
) -> Matrix:
    """A matrix with entries at uniformly random coordinates, the same for a seed on host and GPU.

    Integer values are 0 to 127. ``nnz`` is the number of entries; without it ``density`` m n.

    >>> import araios
    >>> araios.random(50, 40, nnz=100).nnz
    100
    """
    if not 0 <= density <= 1:
        raise ValueError(f"density is in 0 .. 1, not {density}")
    m, n = _size(m), _size(n)
    count = round(density * m * n) if nnz is None else _convert.integer(nnz, "nnz")
    seed = _convert.integer(seed, "a seed")
    if max(m, n) >= _LISTED and max(m, n) // 16 > count:
        return _random_list(m, n, count, value_dtype(dtype), seed)
    h = _core.random(*_new(dtype), m, n, count, seed)
    return wrap(h)


def _random_list(m, n, count, dtype, seed):
    """A random matrix in COO, without an array of all rows."""
    if count > m * n:
        raise ValueError(f"a matrix of {m} x {n} has no {count} entries")
    pairs, rng = np.empty((0, 2), np.int64), np.random.default_rng(seed)
    while len(pairs) < count:
        more = count - len(pairs)
        new = np.stack([rng.integers(0, m, more), rng.integers(0, n, more)], axis=1)
        pairs = np.unique(np.concatenate([pairs, new]), axis=0)
    if dtype.kind == "b":
        values = np.ones(count, bool)
    else:
        values = rng.integers(0, 128, count) if dtype.kind == "i" else rng.random(count)
    return wrap(
        _convert.triplets(values, pairs[:, 0].copy(), pairs[:, 1].copy(), (m, n), dtype, "keep"), canonical=True
    )


def banded(m: int, n: int, lower: int, upper: int, dtype: DTypeLike = np.float64, seed: int = 0) -> Matrix:
    """A matrix with all entries on ``lower`` diagonals below the main one to ``upper`` above it, of random values.

    >>> import araios
    >>> araios.banded(4, 4, 1, 0).nnz
    7
    """
    sizes = map(_size, (m, n, lower, upper))
    h = _core.banded(*_new(dtype), *sizes, _convert.integer(seed, "a seed"))
    return wrap(h)


def stencil(nx: int, ny: int = 1, nz: int = 1, *, box: bool = False, dtype: DTypeLike = np.float64) -> Matrix:
    """The Laplacian of a grid of nx by ny by nz points; ``box``: with all 26 neighbours, else with 6.

    >>> import araios
    >>> araios.stencil(3).toarray().tolist()
    [[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]]
    """
    h = _core.stencil(*_new(dtype), _size(nx), _size(ny), _size(nz), bool(box))
    return wrap(h)


def rmat(scale: int, draws: int, dtype: DTypeLike = np.float64, seed: int = 0) -> Matrix:
    """A random graph of 2**scale vertices with few vertices of many edges (R-MAT); edges drawn twice are summed.

    >>> import araios
    >>> araios.rmat(6, 300).shape
    (64, 64)
    """
    numbers = (_convert.integer(n, what) for n, what in ((scale, "scale"), (draws, "draws"), (seed, "a seed")))
    return wrap(_core.rmat(*_new(dtype), *numbers))


def _new(dtype):
    """The first arguments of what makes a matrix on the host: context, type, index type."""
    return _context.host(), TYPES[value_dtype(dtype)], _core.Index.default


def _size(n):
    return _convert.size_of(n)
