# SPDX-License-Identifier: Apache-2.0
"""Linear systems, with the names, the arguments and the results of ``scipy.sparse.linalg``.

>>> import araios, araios.linalg, numpy as np
>>> A = araios.stencil(50, 50)
>>> x, info = araios.linalg.cg(A, np.ones(2500), rtol=1e-8, M=araios.linalg.jacobi(A))
>>> info, bool(np.linalg.norm(A @ x - 1) <= 1e-8 * 50)
(0, True)

``solve`` returns how a solver ended, and ``Solver`` keeps its memory for many right-hand sides. Matrices, vectors and
results may be on a GPU.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import numpy as np

from . import _context, _convert, _core, _device, _names
from ._base import MatrixBase, array_of, as_matrix
from ._locks import lock_of
from ._operators import LinearOperator, aslinearoperator, field_dtype, is_operator, operand_of_solver
from ._preconditioners import IncompleteFactor, Multigrid, Preconditioner, handle_of, plan_of, require_values_of
from ._types import require_number
from ._typing import ArrayLike, DeterminismName, MatrixLike, NDArray
from .functions import tril, triu

__all__ = [
    "IncompleteFactor",
    "LinearOperator",
    "Multigrid",
    "Preconditioner",
    "Result",
    "Solver",
    "Status",
    "aslinearoperator",
    "bicg",
    "bicgstab",
    "block_jacobi",
    "cg",
    "chebyshev",
    "color",
    "cr",
    "gauss_seidel",
    "gmres",
    "ic0",
    "ilu0",
    "jacobi",
    "minres",
    "multigrid",
    "solve",
    "solve_banded",
    "spilu",
    "spsolve_triangular",
    "tridiagonal_solve",
]

MethodName = Literal["cg", "bicgstab", "gmres", "minres", "cr", "bicg"]
OrderName = Literal["natural", "by_color"]
# Negative: a breakdown, those of SciPy's bicgstab first. Other reasons are positive: the tolerance is not achieved.
_BREAKDOWNS = {
    "breakdown: a product of residuals is 0": -10,
    "breakdown: omega is 0": -11,
    "breakdown: a pivot is 0": -11,
    "not positive definite": -12,
    "not finite": -13,
}


class Status(NamedTuple):
    """How a solver ended, for one right-hand side."""

    reason: str
    """'converged', 'iteration limit', 'stagnated', 'not positive definite', 'not finite', or what broke down"""
    iterations: int
    residual: float
    """The norm of b - A x, computed from x at the end"""
    method_residual: float
    """The one of the method's recurrence, which rounding may have driven away"""
    tolerance: float
    """max(rtol * norm(b), atol)"""
    pivot: float
    """The number that is not positive, of 'not positive definite'"""
    restarts: int
    """New starts, because the method's residual was within the tolerance and that of x was not"""
    history: list[float]
    """The residual of the initial guess, then after each iteration; empty unless ``history=True``"""

    @property
    def converged(self) -> bool:
        """Whether the residual is within the tolerance."""
        return self.reason == "converged"


class Result(NamedTuple):
    """A solution, and how the solver ended. The properties are those of the first column that did not converge."""

    x: Any
    info: int
    """0: converged; positive: the tolerance was not achieved; negative: a breakdown"""
    statuses: tuple[Status, ...]
    """One for each right-hand side"""

    @property
    def status(self) -> Status:
        """The status of the first column that did not converge, or of the last one."""
        failed = [s for s in self.statuses if not s.converged]
        return failed[0] if failed else self.statuses[-1]

    @property
    def converged(self) -> bool:
        """Whether all columns converged."""
        return all(s.converged for s in self.statuses)

    @property
    def reason(self) -> str:
        """Why the solver ended."""
        return self.status.reason

    @property
    def iterations(self) -> int:
        """The number of iterations."""
        return self.status.iterations

    @property
    def residual(self) -> float:
        """The norm of b - A x."""
        return self.status.residual

    @property
    def history(self) -> list[float]:
        """The residuals of the iterations."""
        return self.status.history


def _call_of(solver):
    """What calls the callback of a Solver and does not keep the Solver, to which the callback may lead back."""
    reference = weakref.ref(solver)
    return lambda iteration, residual, x: reference()._callback(np.array(x))


def _tolerance(value, name, end):
    value = float(require_number(value, name))
    if not 0 <= value < end:
        raise ValueError(f"{name} is {value}; it must be at least 0 and {'less than 1' if end == 1 else 'finite'}")
    return value


def _array(b, what):
    """b as an array of NumPy with numbers, or on the GPU."""
    b = _device.dense(b)
    if isinstance(b, np.ndarray) and b.dtype.kind not in "biufc":
        raise TypeError(f"{what} has values of type {b.dtype}, not numbers")
    return b


def _is_function(M):
    """Whether M is a function of Python, which has no shape."""
    return callable(M) and not hasattr(M, "shape")


def _restart(value, default):
    """The number of iterations of a cycle."""
    value = default if value is None else _convert.integer(value, "restart")
    if value < 1:
        raise ValueError(f"restart is {value}; it must be at least 1")
    return value


class Solver:
    """A solver for one A and one M, and many right-hand sides: its vectors are allocated once.

    Parameters
    ----------
    A, M, rtol, atol, maxiter, restart, callback : as of ``solve``
    dtype : the type of the vectors, where that of b is wider than that of A
    history : whether results have the residuals of all iterations
    determinism : as of ``solve``

    Values of A may change between calls, but not its entries; ``update`` takes those of another matrix.

    >>> import araios, araios.linalg, numpy as np
    >>> solver = araios.linalg.Solver(araios.stencil(10, 10), rtol=1e-10)
    >>> [solver(k * np.ones(100)).info for k in (1.0, 2.0)]
    [0, 0]
    """

    def __init__(
        self,
        A: MatrixLike,
        *,
        method: MethodName = "cg",
        M: Any = None,
        rtol: float = 1e-5,
        atol: float = 0.0,
        maxiter: int | None = None,
        restart: int | None = None,
        callback: Callable[[Any], Any] | None = None,
        dtype: Any = None,
        history: bool = False,
        determinism: DeterminismName = "run_to_run",
    ) -> None:
        A = operand_of_solver(A, "A")
        if len(A.shape) != 2 or A.shape[0] != A.shape[1]:
            raise ValueError(f"expected square matrix, but got shape={tuple(A.shape)}")
        self.shape: tuple[int, int] = tuple(A.shape)
        n = self.shape[0]
        if _is_function(M):
            M = LinearOperator(self.shape, M, dtype=getattr(A, "dtype", None) or np.float64)
        M = None if M is None else operand_of_solver(M, "M")
        if M is not None and tuple(M.shape) != self.shape:
            raise ValueError(f"matrix and preconditioner have different shapes: {self.shape} and {tuple(M.shape)}")
        given = getattr(A, "dtype", None)
        given = np.asarray(A.matvec(np.zeros(n))).dtype if given is None else np.dtype(given)
        self.dtype: np.dtype[Any] = field_dtype(given, *(() if dtype is None else (np.dtype(dtype),)))
        self.device: str = getattr(A, "device", "cpu")
        if M is not None and getattr(M, "device", "cpu") != self.device:
            raise TypeError(f"A is in memory of {self.device!r}, M is not; see Matrix.to")
        if callback is not None and self.device != "cpu":
            raise TypeError("callback: on the GPU the host does not wait for iterations; history=True keeps residuals")
        kind = _names.member_of(_names.KRYLOV_METHODS, method, "method")
        if method == "bicg" and is_operator(A) and not hasattr(A, "rmatvec"):
            raise NotImplementedError("bicg needs rmatvec, which A does not have; take bicgstab")
        limit = 10 * n if maxiter is None else _convert.integer(maxiter, "maxiter")
        if limit < 1 and n > 0:
            raise ValueError(f"maxiter is {limit}; it must be at least 1")
        self._limit, self._history = limit, bool(history)
        self._A, a_keep = plan_of(A, self.dtype, method == "bicg")
        self._M, m_keep = (None, None) if M is None else plan_of(M, self.dtype)
        self._callback = callback
        self._plan, keep = _core.solver(
            self._A,
            self._M,
            _names.TYPES[self.dtype],
            n,
            kind,
            _tolerance(rtol, "rtol", 1),
            _tolerance(atol, "atol", np.inf),
            max(limit, 1),
            _restart(restart, 30),
            self._history,
            None if callback is None else _call_of(self),
            _names.member_of(_names.DETERMINISMS, determinism, "determinism"),
        )
        self._keep = a_keep, m_keep, keep
        self._A_operand, self._M_operand = A, M
        is_known = isinstance(A, MatrixBase) and (M is None or isinstance(M, Preconditioner))
        self._calls_python = callback is not None or not is_known
        self._A_handle = getattr(A, "_h", None)

    @property
    def nbytes(self) -> int:
        """Bytes of the vectors."""
        return self._plan.info()[2]

    def update(self, A: MatrixLike) -> None:
        """Takes the values of A, which has the entries and the format of the matrix before; M stays what it is.

        ValueError where entries are others; then nothing has changed.
        """
        if not isinstance(self._A_operand, MatrixBase):
            raise TypeError("the solver is of a LinearOperator, which has no values to update")
        A = as_matrix(A)
        if A.device != self.device:
            raise TypeError(f"the solver is in memory of {self.device!r}, A is not; see Matrix.to")
        require_values_of(A.dtype, self.dtype)
        _core.update_map(self._A, handle_of(A, self.dtype))
        self._A_operand, self._A_handle = A, A._h

    def _take_values(self):
        """Updates where A has other arrays than before, as after ``A *= 2``, or the solver a copy of another type."""
        A = self._A_operand
        if isinstance(A, MatrixBase):
            if A._h is not self._A_handle or A.dtype != self.dtype:
                self.update(A)
            A._h.check()
        M = self._M_operand
        if isinstance(M, Preconditioner):
            M._require_owners()
        elif isinstance(M, MatrixBase):
            M._h.check()

    def __call__(self, b: ArrayLike, x0: ArrayLike | None = None) -> Result:
        """The solution of A x = b for b of shape (n,) or (n, k), from the initial guess x0."""
        n = self.shape[0]
        b = _array(b, "b")
        shape = tuple(b.shape)
        if len(shape) not in (1, 2) or shape[0] != n:
            raise ValueError(f"shapes of A {self.shape} and b {shape} are incompatible")
        columns = 1 if len(shape) == 1 else shape[1]
        shape = (n,) if columns == 1 else shape  # as of SciPy, whose b has shape (n,) or (n, 1)
        if _device.is_device(b) != (self.device != "cpu"):
            raise TypeError(f"A is in memory of {self.device!r}, b is not; see Matrix.to")
        if isinstance(x0, str):
            if x0 != "Mb" or self.device != "cpu":
                raise ValueError(f"x0 is an array, or 'Mb' on the host, not {x0!r}")
            x0 = b if self._M_operand is None else self._M_operand @ b
        x0 = None if x0 is None else _array(x0, "x0")
        if x0 is not None and tuple(x0.shape) not in (((n,), (n, 1)) if columns == 1 else (shape,)):
            raise ValueError(f"shapes of A {self.shape} and x0 {tuple(x0.shape)} are incompatible")
        self._take_values()
        x, statuses = (self._on_device if self.device != "cpu" else self._on_host)(b, x0, shape, columns)
        statuses = tuple(Status(*fields) for fields in statuses)
        return Result(x, next((i for i in map(self._info, statuses) if i != 0), 0), statuses)

    def _run(self, b, x, columns, by_rows):
        length = self._limit + 1 if self._history else 0
        # Functions of Python may take the lock of what is changed while the library waits for them: not in the other
        # order, as a change that waits for the library does.
        with lock_of(self) if self._calls_python else contextlib.nullcontext():
            return _core.solve(self._plan, b, x, _names.TYPES[self.dtype], self.shape[0], columns, by_rows, length)

    def _on_host(self, b, x0, shape, columns):
        if b.dtype.kind in "fc" and field_dtype(self.dtype, b.dtype) != self.dtype:
            raise TypeError(f"the solver is of type {self.dtype}, b of {b.dtype}: Solver(A, dtype=b.dtype)")
        x = np.zeros(shape, self.dtype, order="F")
        if x0 is not None:
            if x0.dtype.kind == "c" and self.dtype.kind != "c":
                raise TypeError(f"the solver is of type {self.dtype}, x0 of {x0.dtype}")
            x[...] = x0.reshape(shape)
        b = _convert.aligned(np.asfortranarray(b.reshape(shape), self.dtype))
        # A solver reads b before it writes x.
        statuses = self._run(b.ravel("K"), x.ravel("K"), columns, False)
        return x, statuses

    def _on_device(self, b, x0, shape, columns):
        address, _, dtype, contiguous = _device.describe(b)
        if dtype != self.dtype or not contiguous:
            raise TypeError(f"on the GPU b is a C-contiguous array of type {self.dtype}")
        x = _device.empty_like(b, shape, dtype)
        x[...] = 0 if x0 is None else x0.reshape(shape)
        return x, self._run(address, _device.describe(x)[0], columns, True)

    def _info(self, status):
        if status.converged:
            return 0
        return _BREAKDOWNS.get(status.reason) or max(self._limit if "limit" in status.reason else status.iterations, 1)


def solve(
    A: MatrixLike,
    b: ArrayLike,
    x0: ArrayLike | None = None,
    *,
    method: MethodName = "cg",
    rtol: float = 1e-5,
    atol: float = 0.0,
    maxiter: int | None = None,
    M: Any = None,
    restart: int | None = None,
    callback: Callable[[Any], Any] | None = None,
    history: bool = False,
    determinism: DeterminismName = "run_to_run",
) -> Result:
    """The solution of A x = b by a Krylov method, and how the method ended.

    Parameters
    ----------
    A : square Matrix, or what one is made of; LinearOperator of Araios or SciPy, or any object with matvec and shape
    b : array of shape (n,) or (n, k), of NumPy or, for a matrix on the GPU, of CuPy or torch
    x0 : the initial guess; None is 0, 'Mb' the preconditioner applied to b
    method : 'cg', 'bicgstab', 'gmres', 'minres', 'cr' or 'bicg'
    rtol, atol : converged where norm(b - A x) <= max(rtol * norm(b), atol), for b - A x computed from x at the end
    maxiter : the maximum of iterations; None is 10 n
    M : preconditioner, an approximate inverse of A: ``jacobi(A)`` and the like, a matrix, a LinearOperator, a function
    restart : of 'gmres': iterations after which it starts over; None is 30
    callback : callback(x) after each iteration, of 'gmres' after each cycle
    history : whether the result has the residuals of all iterations
    determinism : 'run_to_run', or 'space_to_space': x and the history of a CSR matrix have the same bits on the CPU and
        on a GPU, where M is None or jacobi(A)

    >>> import araios, araios.linalg, numpy as np
    >>> result = araios.linalg.solve(araios.stencil(30, 30), np.ones(900), rtol=1e-10, history=True)
    >>> result.converged, len(result.history) == result.iterations + 1
    (True, True)
    """
    b = _array(b, "b")
    solver = Solver(
        A,
        method=method,
        M=M,
        rtol=rtol,
        atol=atol,
        maxiter=maxiter,
        restart=restart,
        callback=callback,
        dtype=_device.describe_dtype(b),
        history=history,
        determinism=determinism,
    )
    return solver(b, x0)


if TYPE_CHECKING:

    class _Method(Protocol):
        """The function of a method."""

        def __call__(
            self,
            A: MatrixLike,
            b: ArrayLike,
            x0: ArrayLike | None = None,
            *,
            rtol: float = 1e-5,
            atol: float = 0.0,
            maxiter: int | None = None,
            M: Any = None,
            callback: Callable[[Any], Any] | None = None,
            tol: float | None = None,
        ) -> tuple[Any, int]: ...


def _method(name: MethodName, title: str, requires: str) -> _Method:
    """The function of a method, as SciPy has it."""

    def function(
        A: MatrixLike,
        b: ArrayLike,
        x0: ArrayLike | None = None,
        *,
        rtol: float = 1e-5,
        atol: float = 0.0,
        maxiter: int | None = None,
        M: Any = None,
        callback: Callable[[Any], Any] | None = None,
        tol: float | None = None,
    ) -> tuple[Any, int]:
        rtol = rtol if tol is None else tol
        return solve(A, b, x0, method=name, rtol=rtol, atol=atol, maxiter=maxiter, M=M, callback=callback)[:2]

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""(x, info) of A x = b by {title}; {requires}.

    As ``scipy.sparse.linalg.{name}``; the parameters are those of ``solve``. ``tol`` is ``rtol`` by the name that CuPy
    has for it. info is 0 where x converged, positive where the tolerance was not achieved (at the limit of iterations:
    maxiter), and negative where the method broke down.
    """
    return function


cg = _method("cg", "conjugate gradients", "A is symmetric or Hermitian, and positive definite")
bicgstab = _method("bicgstab", "stabilised biconjugate gradients", "any A")
bicg = _method("bicg", "biconjugate gradients", "A has rmatvec where it is an operator, and M is None or jacobi(A)")
cr = _method("cr", "conjugate residuals", "A is symmetric or Hermitian")


def _require_symmetric(A, b, what):
    """ValueError unless (A b, A b) and (b, A A b) are the same number, as those of a Hermitian A."""
    A, b = aslinearoperator(A), _array(b, "b").ravel()
    if _device.is_device(b):
        raise TypeError("check=True needs b on the host")
    w = A.matvec(b)
    s, t = np.vdot(w, w), np.vdot(b, A.matvec(w))
    epsilon = np.finfo(field_dtype(np.asarray(w).dtype)).eps
    if abs(s - t) > (abs(s) + epsilon) * epsilon ** (1 / 3):
        raise ValueError(f"non-symmetric {what}")


def minres(
    A: MatrixLike,
    b: ArrayLike,
    x0: ArrayLike | None = None,
    *,
    rtol: float = 1e-5,
    shift: float = 0.0,
    maxiter: int | None = None,
    M: Any = None,
    callback: Callable[[Any], Any] | None = None,
    check: bool = False,
    tol: float | None = None,
) -> tuple[Any, int]:
    """(x, info) of (A - shift I) x = b by minimal residuals; A is symmetric or Hermitian, also indefinite.

    As ``scipy.sparse.linalg.minres``, but that x converged where norm(b - A x) <= rtol * norm(b). maxiter is 5 n by
    default. M is positive definite. check: ValueError where products with b show that A or M is not symmetric.
    """
    A = operand_of_solver(A, "A")
    if check:
        _require_symmetric(A, b, "matrix")
        if M is not None:
            _require_symmetric(LinearOperator(A.shape, M) if _is_function(M) else M, b, "preconditioner")
    if shift != 0:
        unshifted = aslinearoperator(A)
        A = LinearOperator(A.shape, lambda x: unshifted.matvec(x) - shift * x, dtype=unshifted.dtype)
    maxiter = 5 * A.shape[0] if maxiter is None else maxiter
    rtol = rtol if tol is None else tol
    return solve(A, b, x0, method="minres", rtol=rtol, maxiter=maxiter, M=M, callback=callback)[:2]


def gmres(
    A: MatrixLike,
    b: ArrayLike,
    x0: ArrayLike | None = None,
    *,
    rtol: float = 1e-5,
    atol: float = 0.0,
    restart: int | None = None,
    maxiter: int | None = None,
    M: Any = None,
    callback: Callable[[Any], Any] | None = None,
    callback_type: Literal["x", "pr_norm", "legacy"] | None = None,
    tol: float | None = None,
) -> tuple[Any, int]:
    """(x, info) of A x = b by generalised minimal residuals, with restarts; any A.

    As ``scipy.sparse.linalg.gmres``: restart is 20 by default, but 1024 at most, and maxiter counts cycles; with a
    callback of type 'legacy', the default one, it counts iterations. callback_type 'x': callback(x) after each cycle.
    'pr_norm' and 'legacy': callback(norm(r) / norm(b)) for each iteration, after the last one. M is applied from the
    right, so that these are norms of b - A x.
    """
    if callback_type not in (None, "x", "pr_norm", "legacy"):
        raise ValueError(f"Unknown callback_type: {callback_type!r}")
    if callback is not None and _device.is_device(b):
        raise TypeError("callback: on the GPU the host does not wait for iterations; solve(..., history=True)")
    A = operand_of_solver(A, "A")
    n = A.shape[0]
    cycle = max(min(_restart(restart, 20), n, 1024), 1)
    limit = 10 * n if maxiter is None else _convert.integer(maxiter, "maxiter")
    counts_iterations = callback is not None and callback_type in (None, "legacy")
    with_norms = callback is not None and callback_type != "x"
    result = solve(
        A,
        b,
        x0,
        method="gmres",
        rtol=rtol if tol is None else tol,
        atol=atol,
        maxiter=limit if counts_iterations else limit * cycle,
        M=M,
        restart=cycle,
        callback=None if with_norms else callback,
        history=with_norms,
    )
    if with_norms:
        norm = float(np.linalg.norm(np.asarray(b))) or 1.0
        for residual in result.history[1:]:
            callback(residual / norm)
    at_limit = result.info > 0 and "limit" in result.reason
    return result.x, max(limit, 1) if at_limit else result.info


def jacobi(A: MatrixLike) -> Preconditioner:
    """The inverse of the diagonal of A, which solvers apply within their own passes over the vectors.

    ValueError with the first row whose diagonal is missing, 0, or too small to invert. After the values of A
    have changed, call ``update(A)`` of it and of those that follow.
    """
    return Preconditioner("jacobi", _core.jacobi, A)


def block_jacobi(A: MatrixLike, block_size: int = 4) -> Preconditioner:
    """The inverses of blocks of 1 to 64 rows on the diagonal of A; ValueError where one is singular."""
    size = _convert.integer(block_size, "block_size")
    return Preconditioner(f"block_jacobi({size})", lambda h: _core.block_jacobi(h, size), A)


def chebyshev(A: MatrixLike, degree: int = 3, *, largest: float = 0.0, ratio: float = 30.0) -> Preconditioner:
    """A polynomial in D^-1 A, D being the diagonal of A, which is Hermitian and positive definite.

    ``largest`` is a bound of the eigenvalues of D^-1 A; 0: the largest sum of absolute values of a row. Eigenvalues
    from largest / ratio are damped.
    """
    degree = _convert.integer(degree, "degree")
    if degree < 1:
        raise ValueError(f"degree is {degree}; it must be in [1, 64]")
    numbers = float(largest), float(ratio)
    if not numbers[1] > 1:
        raise ValueError(f"ratio is {ratio}; it must be above 1")
    return Preconditioner(f"chebyshev({degree})", lambda h: _core.chebyshev(h, degree, *numbers), A)


def gauss_seidel(
    A: MatrixLike, *, sweep: Literal["symmetric", "forward", "backward"] = "symmetric", omega: float = 1.0
) -> Preconditioner:
    """A sweep of Gauss-Seidel from 0, by colours; SOR, or SSOR where it is symmetric, for other ``omega`` in (0, 2)."""
    direction = _names.member_of(_names.SWEEPS, sweep, "sweep")
    omega = float(omega)
    if not 0 < omega < 2:
        raise ValueError(f"omega is {omega}; it must be between 0 and 2")
    return Preconditioner(f"gauss_seidel({sweep!r})", lambda h: _core.gauss_seidel(h, direction, omega, False), A)


def multigrid(
    ml: Any,
    *,
    cycle: Literal["V", "W"] = "V",
    smoother: Literal["gauss_seidel", "jacobi", "chebyshev"] = "gauss_seidel",
    pre_sweeps: int = 1,
    post_sweeps: int = 1,
    omega: float = 2 / 3,
    degree: int = 2,
    ratio: float = 4.0,
    device: Literal["cpu", "cuda"] | None = None,
) -> Multigrid:
    """A cycle of multigrid on a hierarchy that was made elsewhere, as M of solvers.

    Parameters
    ----------
    ml : a ``MultilevelSolver`` of PyAMG, or another object whose ``levels`` have A, P and R; or a list of (A, P, R),
        the finest level first. The last one, (A, None, None) or (A,), has at most 1024 rows and becomes dense. Only the
        matrices are taken: smoothers and the coarse solver of PyAMG are not
    cycle : 'V', or 'W': the next level is visited once, or twice
    smoother : 'gauss_seidel', symmetric and by colours; 'jacobi'; or 'chebyshev'
    pre_sweeps, post_sweeps : 0 to 64 sweeps of the smoother before the next level and after it; equal for ``cg``
    omega : of 'jacobi': x += omega D^-1 (b - A x), in (0, 2)
    degree, ratio : of 'chebyshev': products with A in a sweep; the largest eigenvalue / the smallest that is damped
    device : where the matrices are copied to, 'cpu' or 'cuda'; None: where A of the first level is

    ValueError with the level where shapes do not match, a diagonal entry has no inverse, or the coarsest matrix is
    singular. R may be other than P^T, but ``cg`` needs it to be the conjugate transpose.

    >>> import araios, araios.linalg, numpy as np
    >>> A = araios.stencil(31)
    >>> P = np.zeros((31, 15))
    >>> for j in range(15):
    ...     P[2 * j : 2 * j + 3, j] = 0.5, 1.0, 0.5
    >>> M = araios.linalg.multigrid([(A, P, P.T), (P.T @ A.toarray() @ P, None, None)])
    >>> result = araios.linalg.solve(A, np.ones(31), rtol=1e-10, M=M)
    >>> result.converged and result.iterations <= 5
    True
    """
    options = (
        _names.member_of(_names.CYCLES, cycle, "cycle"),
        _names.member_of(_names.SMOOTHERS, smoother, "smoother"),
        _count(pre_sweeps, "pre_sweeps", 0, 64),
        _count(post_sweeps, "post_sweeps", 0, 64),
        float(require_number(omega, "omega")),
        _count(degree, "degree", 1, 64),
        float(require_number(ratio, "ratio")),
    )
    if not 0 < options[4] < 2:
        raise ValueError(f"omega is {omega}; it must be between 0 and 2")
    if not options[6] > 1:
        raise ValueError(f"ratio is {ratio}; it must be above 1")
    return Multigrid(f"multigrid({cycle!r})", lambda handles: _core.multigrid(*handles, *options), ml, device)


def _count(value, name, first, last):
    value = _convert.integer(value, name)
    if not first <= value <= last:
        raise ValueError(f"{name} is {value}; it must be in [{first}, {last}]")
    return value


def _sweeps(value, name):
    """The number of sweeps; 0 for None: exact numbers are requested."""
    if value is None:
        return 0
    value = _convert.integer(value, name)
    if not 1 <= value <= 1000:
        raise ValueError(f"{name} is {value}; it must be in [1, 1000], or None")
    return value


def _factor(A, name, order, sweeps, solve_sweeps, shift):
    """The incomplete factors of A, without fill."""
    by_color = _names.member_of({"natural": False, "by_color": True}, order, "order")
    sweeps, solve_sweeps = _sweeps(sweeps, "sweeps"), _sweeps(solve_sweeps, "solve_sweeps")
    options = name == "ic0", by_color, sweeps, solve_sweeps, float(require_number(shift, "shift"))
    return IncompleteFactor(name, lambda h: _core.incomplete_factor(h, *options), A)


def ilu0(
    A: MatrixLike,
    *,
    order: OrderName = "natural",
    sweeps: int | None = None,
    solve_sweeps: int | None = None,
    shift: float = 0.0,
) -> IncompleteFactor:
    """The inverse of L U, which is A at the entries of A, and L and U have no others: ILU(0), for any A.

    Parameters
    ----------
    A : square Matrix, or what one is made of; each row has an entry on the diagonal
    order : 'natural', the order of the rows, or 'by_color': rows of one colour do not wait for each other, which is
        another preconditioner
    sweeps : None: the factors are exact; or the number of sweeps that approximate them
    solve_sweeps : None: solves with L and U are exact; or the number of Jacobi sweeps that approximate them
    shift : the factors are those of A + shift D, where D is the diagonal of A

    ValueError with the first row whose diagonal entry is missing or whose pivot is 0.

    >>> import araios, araios.linalg, numpy as np
    >>> A = araios.stencil(30, 30)
    >>> araios.linalg.bicgstab(A, np.ones(900), M=araios.linalg.ilu0(A))[1]
    0
    """
    return _factor(A, "ilu0", order, sweeps, solve_sweeps, shift)


def ic0(
    A: MatrixLike,
    *,
    order: OrderName = "natural",
    sweeps: int | None = None,
    solve_sweeps: int | None = None,
    shift: float = 0.0,
) -> IncompleteFactor:
    """The inverse of L L^H, as ``ilu0``, for Hermitian positive definite A, of which the lower triangle is read: IC(0).

    ValueError with the first row whose diagonal entry is missing or whose pivot is not positive.
    """
    return _factor(A, "ic0", order, sweeps, solve_sweeps, shift)


def spilu(
    A: MatrixLike,
    drop_tol: float | None = None,
    fill_factor: float | None = None,
    drop_rule: str | None = None,
    permc_spec: str | None = None,
    diag_pivot_thresh: float | None = None,
    relax: int | None = None,
    panel_size: int | None = None,
    options: dict[str, Any] | None = None,
) -> IncompleteFactor:
    """The incomplete factors of A with ``solve``, as ``scipy.sparse.linalg.spilu``, but without fill: ``ilu0(A)``.

    SciPy drops small elements of factors that have fill, and exchanges rows; here L and U have the entries of A. The
    options are those of SciPy: fill_factor is None or 1, permc_spec None or 'NATURAL', all others are None, or
    ValueError says so. RuntimeError with the first row whose pivot is 0. The result is an M of solvers as it is.

    >>> import araios.linalg, numpy as np
    >>> araios.linalg.spilu([[2.0, 0.0], [1.0, 4.0]]).solve(np.array([2.0, 9.0]))
    array([1., 2.])
    """
    given = {
        "drop_tol": drop_tol,
        "fill_factor": None if fill_factor == 1 else fill_factor,
        "drop_rule": drop_rule,
        "permc_spec": None if permc_spec == "NATURAL" else permc_spec,
        "diag_pivot_thresh": diag_pivot_thresh,
        "relax": relax,
        "panel_size": panel_size,
        "options": options or None,
    }
    refused = [f"{name}={value!r}" for name, value in given.items() if value is not None]
    if refused:
        raise ValueError(
            f"spilu has no {', '.join(refused)}: the factors have the entries of A, without fill and exchanges of rows"
            " (ILU(0)), so that fill_factor is 1 and permc_spec 'NATURAL', and others are None; see SciPy's spilu"
        )
    A = as_matrix(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError("can only factor square matrices")
    try:
        return ilu0(A)
    except ValueError as error:
        if "pivot" not in str(error) and "diagonal" not in str(error):
            raise
        raise RuntimeError(f"Factor is exactly singular: {error}") from None


def _require_triangular(A, lower):
    """LinAlgError with the first element on the other side of the diagonal that is not 0."""
    rows, columns = (triu(A, 1) if lower else tril(A, -1)).nonzero()
    if rows.size:
        index = f"({rows[0]}, {columns[0]})"
        raise np.linalg.LinAlgError(f"A is not {'lower' if lower else 'upper'} triangular: element {index} is not 0")


def spsolve_triangular(
    A: MatrixLike,
    b: ArrayLike,
    lower: bool = True,
    overwrite_A: bool = False,
    overwrite_b: bool = False,
    unit_diagonal: bool = False,
) -> Any:
    """x with A x = b for a triangular A, as ``scipy.sparse.linalg.spsolve_triangular``.

    Parameters
    ----------
    A : square Matrix, or what one is made of: lower triangular, or upper triangular
    b : array of shape (n,) or (n, k), of NumPy or, for a matrix on the GPU, of CuPy or torch
    lower : whether A is lower triangular
    overwrite_A, overwrite_b : permissions to overwrite, which are not used
    unit_diagonal : whether the diagonal is taken to be 1, whatever A has there

    LinAlgError where A is not triangular, and with the first row whose diagonal is missing, 0, or too small to invert.

    >>> import araios.linalg, numpy as np
    >>> araios.linalg.spsolve_triangular([[2.0, 0.0], [1.0, 4.0]], np.array([2.0, 9.0]))
    array([1., 2.])
    """
    A, b = as_matrix(A), _array(b, "b")
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"A must be a square matrix but its shape is {A.shape}.")
    shape = tuple(b.shape)
    if len(shape) not in (1, 2):
        raise ValueError(f"b must have 1 or 2 dims but its shape is {shape}.")
    if shape[0] != A.shape[0]:
        raise ValueError(f"shapes of A {A.shape} and b {shape} are incompatible")
    if _device.is_device(b) != (A.device != "cpu"):
        raise TypeError(f"A is in memory of {A.device!r}, b is not; see Matrix.to")
    _require_triangular(A, lower)
    dtype = field_dtype(A.dtype, _device.describe_dtype(b))
    try:
        plan = _core.triangular(handle_of(A, dtype), not lower, bool(unit_diagonal))
    except ValueError as error:
        if "diagonal" not in str(error):
            raise
        raise np.linalg.LinAlgError(f"A is singular: {error}") from None
    columns = 1 if len(shape) == 1 else shape[1]
    if _device.is_device(b):
        address, _, given, contiguous = _device.describe(b)
        if given != dtype or not contiguous:
            raise TypeError(f"on the GPU b is a C-contiguous array of type {dtype}")
        x = _device.empty_like(b, shape, dtype)
        _core.apply_map(plan, address, _device.describe(x)[0], _names.TYPES[dtype], shape[0], columns, True)
        return x
    by_rows = not b.flags.f_contiguous
    b = _convert.aligned(np.asarray(b, dtype, order="C" if by_rows else "F"))
    x = np.empty(shape, dtype, order="C" if by_rows else "F")
    _core.apply_map(plan, b.ravel("K"), x.ravel("K"), _names.TYPES[dtype], shape[0], columns, by_rows)
    return x


def color(A: MatrixLike, *, distance: int = 1, by_hash: bool = False, recolorings: int = 1) -> NDArray[Any]:
    """A colour of each row, from 0: rows of one colour have no entry at each other, for distance 2 at no third row.

    >>> import araios, araios.linalg
    >>> araios.linalg.color(araios.stencil(5)).tolist()
    [0, 1, 0, 1, 0]
    """
    numbers = _convert.integer(distance, "distance"), bool(by_hash), _convert.integer(recolorings, "recolorings")
    if numbers[0] not in (1, 2):
        raise ValueError(f"distance is {distance}; it must be 1 or 2")
    return array_of(_core.color(as_matrix(A)._h, *numbers))


def _solve_diagonals(diagonals, b, periodic, pivoting):
    """The solution for diagonals of shape (n,), or (n, k): a batch."""
    arrays = [_array(d, "a diagonal") for d in diagonals]
    b = _array(b, "b")
    if any(map(_device.is_device, (*arrays, b))):
        raise TypeError("diagonals and b are arrays of the host here")
    if b.ndim not in (1, 2) or any(d.ndim > b.ndim or d.shape != b.shape[: d.ndim] for d in arrays):
        raise ValueError(f"diagonals of shapes {[d.shape for d in arrays]} and b of shape {b.shape} do not match")
    is_batch = arrays[0].ndim == 2
    if any((d.ndim == 2) != is_batch for d in arrays):
        raise ValueError("all diagonals have one dimension, or all have two")
    dtype = field_dtype(*(d.dtype for d in arrays), b.dtype)
    n, columns = b.shape[0], 1 if b.ndim == 1 else b.shape[1]
    flat = [_convert.aligned(np.asfortranarray(a, dtype).ravel("K")) for a in (*arrays, b)]
    x = np.empty(b.shape, dtype, order="F")
    options = _names.TYPES[dtype], n, columns, bool(periodic), bool(pivoting)
    try:
        _core.banded_solve(_context.host(), tuple(flat[:-1]), is_batch, flat[-1], x.ravel("K"), *options)
    except ValueError as error:
        if "pivot" not in str(error):
            raise
        raise np.linalg.LinAlgError(str(error)) from None
    return x


def tridiagonal_solve(
    lower: ArrayLike,
    diagonal: ArrayLike,
    upper: ArrayLike,
    b: ArrayLike,
    *,
    periodic: bool = False,
    pivoting: bool = True,
) -> NDArray[Any]:
    """x with lower[i] x[i - 1] + diagonal[i] x[i] + upper[i] x[i + 1] = b[i].

    Parameters
    ----------
    lower, diagonal, upper : arrays of shape (n,), or (n, k): a matrix for each column of b. lower[0] and upper[n - 1]
        are used where the matrix is periodic: with x[n - 1] and x[0]
    b : array of shape (n,) or (n, k)
    pivoting : False: rows are not exchanged, for diagonally dominant or positive definite matrices

    LinAlgError, a ValueError, with the row whose pivot is 0.

    >>> import araios.linalg, numpy as np
    >>> araios.linalg.tridiagonal_solve([0, -1, -1], [2, 2, 2], [-1, -1, 0], [0.0, 0.0, 4.0])
    array([1., 2., 3.])
    """
    return _solve_diagonals((lower, diagonal, upper), b, periodic, pivoting)


def solve_banded(
    l_and_u: tuple[int, int],
    ab: ArrayLike,
    b: ArrayLike,
    overwrite_ab: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> NDArray[Any]:
    """x of a matrix with l diagonals below the main one and u above it, at most 2, as ``scipy.linalg.solve_banded``.

    Parameters
    ----------
    l_and_u : (l, u)
    ab : array of shape (l + u + 1, n): ``ab[u + i - j, j]`` is element (i, j); others are not read
    b : array of shape (n,) or (n, k)
    overwrite_ab, overwrite_b : permissions to overwrite, which are not used
    check_finite : whether NaN and infinity in ab and b are ValueError

    LinAlgError with the row whose pivot is 0.

    >>> import araios.linalg, numpy as np
    >>> araios.linalg.solve_banded((1, 1), [[0, -1, -1], [2, 2, 2], [-1, -1, 0]], [0.0, 0.0, 4.0])
    array([1., 2., 3.])
    """
    below, above = (_convert.integer(k, "a number of diagonals") for k in l_and_u)
    ab, b = _array(ab, "ab"), _array(b, "b")
    if _device.is_device(ab) or _device.is_device(b):
        raise TypeError("ab and b are arrays of the host here")
    if not (0 <= below <= 2 and 0 <= above <= 2):
        raise ValueError(f"l and u are {l_and_u}; each must be 0, 1 or 2")
    if ab.ndim != 2 or ab.shape[0] != below + above + 1:
        raise ValueError(f"ab has shape {ab.shape}, not ({below + above + 1}, n)")
    half, n = 2 if max(below, above) == 2 else 1, ab.shape[1]
    if b.ndim not in (1, 2) or b.shape[0] != n:
        raise ValueError(f"shapes of ab {ab.shape} and b {b.shape} are incompatible")
    diagonals = np.zeros((2 * half + 1, n), ab.dtype)
    for offset in range(-below, above + 1):  # element (i, i + offset) is ab[above - offset, i + offset]
        rows = slice(max(-offset, 0), n - max(offset, 0))
        columns = slice(max(offset, 0), n - max(-offset, 0))
        diagonals[half + offset, rows] = ab[above - offset, columns]
    if check_finite and not (np.isfinite(diagonals).all() and np.isfinite(b).all()):
        raise ValueError("ab and b must not contain infs or NaNs")
    return _solve_diagonals(tuple(diagonals), b, False, True)
