# SPDX-License-Identifier: Apache-2.0
"""Preconditioners that the library computes, and the plans as which solvers take operands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from . import _context, _core, _device, _names
from ._base import MatrixBase, array_of, as_matrix, wrap
from ._convert import aligned
from ._locks import lock_of
from ._operators import LinearOperator, field_dtype
from ._products import cast
from ._typing import ArrayLike, Matrix, MatrixLike, NDArray


def handle_of(A, dtype):
    """The handle of a matrix with values of this type, also where it is a pattern. Who has it reads it later: an
    assignment to A makes another one."""
    with lock_of(A):
        h = cast(A._h, dtype)
        A._shared = A._shared or h is A._h
    return _core.cast(h, _names.TYPES[dtype]) if h.type == _names.PATTERN and dtype != np.float64 else h


def require_values_of(given, dtype):
    """TypeError unless numbers of the type `given` are numbers of `dtype`."""
    if np.dtype(dtype).kind != "c" and given.kind == "c":
        raise TypeError(f"A has values of type {given}, the matrix before of {dtype}")


class Preconditioner(LinearOperator):
    """An approximate inverse of a matrix that the library computes: ``jacobi``, ``block_jacobi``, ``chebyshev``,
    ``gauss_seidel``, ``ilu0``, ``ic0`` and ``multigrid`` make them. M @ r applies it, also to arrays on a GPU."""

    def __init__(self, name: str, make: Callable[[Any], Any], A: Any, dtype: Any = None) -> None:
        A = as_matrix(A)
        if A.shape[0] != A.shape[1]:
            raise ValueError(f"expected square matrix, but got shape={A.shape}")
        self._name, self._make, self._matrix, self._plans = name, make, A, {}
        dtype = field_dtype(A.dtype) if dtype is None else dtype
        self.plan_of(dtype)
        super().__init__(A.shape, self._apply_plan, None, self._apply_plan, dtype)

    def plan_of(self, dtype: Any) -> Any:
        """The plan for vectors of a type."""
        if dtype not in self._plans:
            self._plans[dtype] = self._make_plan(dtype)
        return self._plans[dtype]

    def _make_plan(self, dtype):
        return self._make(handle_of(self._matrix, dtype))

    def update(self, A: MatrixLike) -> None:
        """Takes the values of A, which has the entries of the matrix before, in the same order.

        Nothing is analysed anew, and solvers that hold this preconditioner go on with the values. ValueError where
        entries are others, and nothing has changed; and as at the creation where a value is not usable, as a pivot of
        0: M is then refused until the next update.
        """
        A = as_matrix(A)
        if A.device != self.device:
            raise TypeError(f"the preconditioner is in memory of {self.device!r}, A is not; see Matrix.to")
        require_values_of(A.dtype, self.dtype)
        self._update_plans(lambda dtype: _core.update_map(self._plans[dtype], handle_of(A, dtype)))
        self._matrix = A

    def _update_plans(self, update):
        """Updates all plans; raises the first error after that, so that no plan keeps older values."""
        errors = []
        for dtype in list(self._plans):
            try:
                update(dtype)
            except (ValueError, OverflowError, MemoryError) as error:
                errors.append(error)
        if errors:
            raise errors[0]

    def _require_owners(self) -> None:
        """ValueError where the owner of an array that A has borrowed changed it, as eliminate_zeros of SciPy does."""
        self._matrix._h.check()

    def _apply_plan(self, x):
        return self._run(_core.apply_map, x)

    def _run(self, call, b, into=None):
        """x of call(plan, b, x, type, rows, columns, by_rows), on the host or the GPU. b has one or two dimensions,
        and x is new, or begins as a copy of `into`."""
        if _device.is_device(b) != (self.device != "cpu"):
            raise TypeError(f"the preconditioner is in memory of {self.device!r}, the array is not; see Matrix.to")
        self._require_owners()
        dtype = field_dtype(self.dtype, _device.describe_dtype(b))
        shape = tuple(b.shape)
        columns = 1 if len(shape) == 1 else shape[1]
        options = _names.TYPES[dtype], shape[0], columns, False
        if self.device == "cpu":
            b = aligned(np.asfortranarray(b, dtype))
            x = np.empty_like(b) if into is None else np.array(into.reshape(shape), dtype, order="F")
            # One contiguous column is both orders.
            call(self.plan_of(dtype), b.ravel("K"), x.ravel("K"), *options)
            return x
        if any(_device.describe_dtype(y) != dtype for y in (b, b if into is None else into)):
            raise TypeError(f"on the GPU arrays are of type {dtype}")

        def by_columns(y):
            columns_of_y = _device.empty_like(y, shape[::-1], dtype)
            columns_of_y[...] = y.reshape(shape).T if len(shape) == 2 else y.reshape(shape)
            return columns_of_y

        from_ = by_columns(b)
        to = by_columns(b if into is None else into)
        call(self.plan_of(dtype), _device.describe(from_)[0], _device.describe(to)[0], *options)
        x = _device.empty_like(b, shape, dtype)
        x[...] = to.T if len(shape) == 2 else to
        return x

    def _apply(self, function, columns, x, size, result, what):
        if not _device.is_device(x):
            return super()._apply(function, columns, x, size, result, what)
        shape = tuple(x.shape)
        if len(shape) not in (1, 2) or shape[0] != size:
            raise ValueError(f"{what}: dimension mismatch: {self.shape} and {shape}")
        if function is None:
            raise NotImplementedError("the operator has no function rmatvec")
        return function(x)

    def dot(self, x: Any) -> Any:
        """The product with x, of one or two dimensions."""
        return self.matmat(x) if len(getattr(x, "shape", np.shape(x))) == 2 else self.matvec(x)

    __call__ = __matmul__ = dot

    @property
    def device(self) -> str:
        """'cpu' or 'cuda'."""
        return self._matrix.device

    def __repr__(self):
        return f"<{self.shape[0]}x{self.shape[1]} preconditioner {self._name} of type {self.dtype}>"


class IncompleteFactor(Preconditioner):
    """The incomplete factors of a matrix, which ``spilu``, ``ilu0`` and ``ic0`` make.

    A preconditioner, with the methods and attributes of SciPy's ``SuperLU``. L, U, perm_r and perm_c are copies, of
    the values now.

    >>> import araios, araios.linalg, numpy as np
    >>> M = araios.linalg.ilu0([[2.0, 0.0], [1.0, 4.0]])
    >>> M.L.toarray(), M.U.toarray()
    (array([[1. , 0. ],
           [0.5, 1. ]]), array([[2., 0.],
           [0., 4.]]))
    """

    def __init__(self, name: str, make: Callable[[Any], Any], A: Any) -> None:
        super().__init__(name, make, A)
        self._rmatvec = self._rmatmat = lambda x: self._solve(x, "H")

    def solve(self, rhs: ArrayLike, trans: Literal["N", "T", "H"] = "N") -> Any:
        """The solution of L U x = rhs, or of L L^H x = rhs, for rhs of shape (n,) or (n, k), of NumPy or on the GPU.

        trans: 'T' for the transpose of L U, 'H' for the conjugate transpose. The first one of these with ilu0 analyses
        the transposed factors.
        """
        if trans not in ("N", "T", "H"):
            raise ValueError(f"trans is {trans!r}; it must be 'N', 'T' or 'H'")
        function = lambda x: self._solve(x, trans)  # noqa: E731
        return self._apply(function, function, rhs, self.shape[0], self.shape[0], "solve")

    def _solve(self, b, trans):
        op = _names.OPS[trans]
        return self._run(lambda plan, *arguments: _core.factor_solve(plan, op, *arguments), b)

    def _parts(self):
        return _core.factor_parts(self.plan_of(self.dtype))

    @property
    def L(self) -> Matrix:
        """The lower factor; of ``ilu0`` its diagonal is 1."""
        return wrap(self._parts()[0])

    @property
    def U(self) -> Matrix:
        """The upper factor; of ``ic0`` L^H."""
        return wrap(self._parts()[1])

    @property
    def perm_r(self) -> NDArray[Any]:
        """Row i of A is row perm_r[i] of L: the identity, or the rows by their colours."""
        order = array_of(self._parts()[2])
        order = np.asarray(order.get() if hasattr(order, "get") else order)
        ranks = np.empty_like(order)
        ranks[order] = np.arange(len(order), dtype=order.dtype)
        return ranks

    @property
    def perm_c(self) -> NDArray[Any]:
        """Column j of A is column perm_c[j] of U: as perm_r."""
        return self.perm_r


def _levels_of(ml, device):
    """The matrices A, P and R of the levels of a hierarchy, as three tuples, of one type of values and one device."""
    levels = getattr(ml, "levels", ml)
    if not isinstance(levels, (list, tuple)) or not levels:
        raise TypeError(
            "a hierarchy is an object with levels, which have A, P and R, as of PyAMG, or a list of (A, P, R), the "
            f"finest first, not {type(ml).__name__}"
        )
    found: tuple[list[Any], list[Any], list[Any]] = [], [], []
    for number, level in enumerate(levels):
        is_last = number + 1 == len(levels)
        if isinstance(level, (list, tuple)):
            if len(level) != 3 and not (is_last and len(level) == 1):
                raise ValueError(f"level {number} has {len(level)} matrices; it must have 3: (A, P, R)")
            parts = *level, *(None,) * (3 - len(level))
        else:
            parts = tuple(getattr(level, name, None) for name in "APR")
        for name, part, matrices in zip("APR", parts, found):
            if is_last and name != "A":
                continue  # to a next level, which is not there
            if part is None:
                raise ValueError(f"level {number}: {name} is missing")
            matrices.append(_matrix_of_level(part, f"level {number}: {name}"))
    n = 0
    for number, (A, P, R) in enumerate(zip(found[0], (*found[1], None), (*found[2], None))):
        n = A.shape[0]
        if A.shape[1] != n:
            raise ValueError(f"level {number}: A has shape {A.shape}; it must be square")
        if P is None:
            break
        m = found[0][number + 1].shape[0]
        for name, matrix, shape in (("P", P, (n, m)), ("R", R, (m, n))):
            if matrix.shape != shape:
                raise ValueError(
                    f"level {number}: {name} has shape {matrix.shape}; it must be {shape}, by A of this level and of "
                    "the next one"
                )
    device = found[0][0].device if device is None else device
    return tuple(tuple(A.to(device) for A in matrices) for matrices in found)


def _matrix_of_level(part, what):
    """A matrix of a level; one of SciPy in blocks, which need not be square, by rows."""
    if getattr(part, "format", None) == "bsr" and not isinstance(part, MatrixBase):
        part = part.tocsr()
    try:
        return as_matrix(part)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{what}: {error}") from None


class Multigrid(Preconditioner):
    """A cycle of multigrid on a hierarchy, which ``multigrid`` makes: a preconditioner, and an iteration of its own."""

    def __init__(self, name: str, make: Callable[[Any], Any], ml: Any, device: str | None) -> None:
        self._levels = _levels_of(ml, device)
        dtype = field_dtype(*(A.dtype for matrices in self._levels for A in matrices))
        super().__init__(name, make, self._levels[0][0], dtype)

    def _make_plan(self, dtype):
        return self._make(self._handles(dtype))

    def _handles(self, dtype):
        return tuple(tuple(handle_of(A, dtype) for A in matrices) for matrices in self._levels)

    def _require_owners(self) -> None:
        for matrices in self._levels:
            for A in matrices:
                A._h.check()

    @property
    def num_levels(self) -> int:
        """The number of levels."""
        return len(self._levels[0])

    def update(self, ml: Any) -> None:
        """Takes the values of a hierarchy with the same levels and entries; otherwise as of other preconditioners."""
        levels = _levels_of(ml, self.device)
        if len(levels[0]) != self.num_levels:
            raise ValueError(f"the hierarchy has {len(levels[0])} levels, that before {self.num_levels}")
        for matrices in levels:
            for A in matrices:
                require_values_of(A.dtype, self.dtype)
        before, self._levels = self._levels, levels
        try:
            self._update_plans(lambda dtype: _core.update_multigrid(self._plans[dtype], *self._handles(dtype)))
        except BaseException:
            self._levels = before
            raise
        self._matrix = levels[0][0]

    def cycle(self, b: Any, x: Any = None) -> Any:
        """x and the change by one cycle for A x = b, from x, or from 0, for b of shape (n,) or (n, k).

        >>> import araios, araios.linalg, numpy as np
        >>> A = araios.stencil(3)
        >>> P = np.array([[0.5], [1.0], [0.5]])
        >>> M = araios.linalg.multigrid([(A, P, P.T), (P.T @ A.toarray() @ P,)])
        >>> x = None
        >>> for _ in range(20):
        ...     x = M.cycle(np.ones(3), x)
        >>> A @ x
        array([1., 1., 1.])
        """
        if x is None:
            return self.dot(b)
        size = self.shape[0]
        b, x = (y if _device.is_device(y) else np.asarray(y) for y in (b, x))
        if tuple(b.shape) != tuple(x.shape):
            raise ValueError(f"b has shape {tuple(b.shape)}, x {tuple(x.shape)}")
        if x.dtype != b.dtype and not _device.is_device(b):
            b, x = (y.astype(np.result_type(b, x)) for y in (b, x))

        def function(given):
            return self._run(_core.improve, given, x)

        return self._apply(function, function, b, size, size, "cycle")


def _filling(function, size):
    """The function as f(x, y), which writes to y. x is a copy: the function may keep it."""

    def fill(x, y):
        product = np.asarray(function(np.array(x)))
        if product.size != size:
            raise ValueError(f"the operator gives an array of shape {product.shape}, not {(size,)}")
        if product.dtype.kind == "c" and y.dtype.kind != "c":
            raise TypeError("the operator gives complex numbers; its dtype, that of A and of b are real")
        y[:] = product.reshape(size)

    return fill


def plan_of(A, dtype, needs_adjoint=False):
    """(plan, what has to live as long) of an operand of a solver, for vectors of a type."""
    if isinstance(A, Preconditioner):
        return A.plan_of(dtype), A
    if isinstance(A, MatrixBase):
        return _core.matrix_map(handle_of(A, dtype)), A
    size = A.shape[0]
    adjoint = _filling(A.rmatvec, size) if needs_adjoint else None
    return _core.function_map(_context.host(), _names.TYPES[dtype], size, _filling(A.matvec, size), adjoint)
