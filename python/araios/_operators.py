# SPDX-License-Identifier: Apache-2.0
"""Linear operators, and what solvers take as A and M."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from typing import Any

import numpy as np

from . import _convert, _device
from ._base import MatrixBase, as_matrix
from ._types import dtype_of, is_scalar, is_sparse
from ._typing import ArrayLike, DTypeLike, NDArray


def field_dtype(*dtypes):
    """The type in which systems of these are solved: float32, float64, complex64 or complex128, as in SciPy."""
    for dtype in dtypes:
        if dtype.kind not in "biufc" or (dtype.kind == "f" and dtype.itemsize > 8) or dtype.itemsize > 16:
            raise TypeError(f"no linear system has numbers of type {dtype}")
    floating = [dtype if dtype.char in "fdFD" else np.dtype(np.float64) for dtype in dtypes]
    return np.result_type(*floating)


def _as_array(x, what):
    """x as an array of numbers on the host."""
    if _device.is_device(x):
        raise TypeError(f"{what} is on the GPU, the operator is a function of the host")
    x = np.asarray(x)
    if x.dtype.kind not in "biufc":
        raise TypeError(f"{what} has values of type {x.dtype}, not numbers")
    return x


class LinearOperator:
    """A linear map, given by functions that apply it; as ``scipy.sparse.linalg.LinearOperator``.

    Parameters
    ----------
    shape : (m, n)
    matvec : matvec(x), the product with x of shape (n,)
    rmatvec : rmatvec(y), the product of the conjugate transpose with y; ``bicg`` needs it
    matmat : matmat(X), the product with the columns of X; made of matvec where it is missing
    dtype : the type of the numbers; None is that of matvec(zeros(n))

    >>> import araios.linalg, numpy as np
    >>> D = araios.linalg.LinearOperator((2, 2), lambda x: 3.0 * x)
    >>> D @ np.ones(2)
    array([3., 3.])
    """

    def __init__(
        self,
        shape: tuple[int, int],
        matvec: Callable[[NDArray[Any]], Any],
        rmatvec: Callable[[NDArray[Any]], Any] | None = None,
        matmat: Callable[[NDArray[Any]], Any] | None = None,
        dtype: DTypeLike | None = None,
        rmatmat: Callable[[NDArray[Any]], Any] | None = None,
    ) -> None:
        self.shape: tuple[int, int] = _convert.shape_of(shape)
        self._matvec, self._rmatvec, self._matmat, self._rmatmat = matvec, rmatvec, matmat, rmatmat
        self.dtype: np.dtype[Any] = dtype_of(matvec(np.zeros(self.shape[1]))) if dtype is None else np.dtype(dtype)

    ndim = 2
    __array_ufunc__ = None  # NumPy leaves x @ D and x * D to this class

    def _apply(self, function, columns, x, size, result, what):
        x = _as_array(x, "x")
        if what.endswith("mat"):
            fits = x.ndim == 2
        elif what.endswith("vec"):
            fits = x.ndim == 1 or x.shape[1:] == (1,)
        else:
            fits = x.ndim in (1, 2)
        if not fits or x.shape[0] != size:
            raise ValueError(f"{what}: dimension mismatch: {self.shape} and {x.shape}")
        if x.ndim == 2 and columns is not None:
            return columns(x)
        if function is None:
            raise NotImplementedError("the operator has no function rmatvec")
        if x.ndim == 1:
            return np.asarray(function(x)).reshape(result)
        products = [np.asarray(function(x[:, j])).reshape(result) for j in range(x.shape[1])]
        return np.stack(products, axis=1) if products else np.empty((result, 0), self.dtype)

    def matvec(self, x: ArrayLike) -> Any:
        """The product with x, of shape (n,) or (n, 1)."""
        return self._apply(self._matvec, None, x, self.shape[1], self.shape[0], "matvec")

    def rmatvec(self, x: ArrayLike) -> Any:
        """The product of the conjugate transpose with x."""
        return self._apply(self._rmatvec, None, x, self.shape[0], self.shape[1], "rmatvec")

    def matmat(self, X: ArrayLike) -> Any:
        """The product with the columns of X."""
        return self._apply(self._matvec, self._matmat, X, self.shape[1], self.shape[0], "matmat")

    def rmatmat(self, X: ArrayLike) -> Any:
        """The product of the conjugate transpose with the columns of X."""
        return self._apply(self._rmatvec, self._rmatmat, X, self.shape[0], self.shape[1], "rmatmat")

    def adjoint(self) -> LinearOperator:
        """The conjugate transpose."""
        return LinearOperator(self.shape[::-1], self.rmatvec, self.matvec, self.rmatmat, self.dtype, self.matmat)

    @property
    def H(self) -> LinearOperator:
        """The conjugate transpose."""
        return self.adjoint()

    @property
    def T(self) -> LinearOperator:
        """The transpose, by the conjugate transpose of conjugate vectors."""
        return self.transpose()

    def transpose(self) -> LinearOperator:
        """The transpose, by the conjugate transpose of conjugate vectors."""

        def of(product):
            return lambda x: np.conj(product(np.conj(x)))

        functions = map(of, (self.rmatvec, self.matvec, self.rmatmat, self.matmat))
        return _composed(self.shape[::-1], self.dtype, *functions)

    def dot(self, x: Any) -> Any:
        """The product with x: an array of one or two dimensions, or an operator; a number scales."""
        if is_scalar(x):
            return _scaled(self, x)
        _refuse_sparse(x)
        if is_operator(x):
            return _product(self, aslinearoperator(x))
        return self.matmat(x) if np.ndim(x) == 2 else self.matvec(x)

    __call__ = __mul__ = dot

    def __matmul__(self, x: Any) -> Any:
        _refuse_scalar(x)
        return self.dot(x)

    def __rmatmul__(self, x: Any) -> Any:
        _refuse_scalar(x)
        return self.__rmul__(x)

    def __rmul__(self, x: Any) -> Any:
        if is_scalar(x):
            return _scaled(self, x)
        _refuse_sparse(x)
        if is_operator(x):
            return _product(aslinearoperator(x), self)
        return self.T.dot(np.transpose(x)).T

    def __truediv__(self, x: Any) -> LinearOperator:
        if not is_scalar(x):
            raise ValueError("a linear operator is divided by a number alone")
        return _scaled(self, 1.0 / x)

    def __add__(self, other: Any) -> LinearOperator:
        return _sum(self, other) if is_operator(other) else NotImplemented

    def __radd__(self, other: Any) -> LinearOperator:
        return _sum(aslinearoperator(other), self) if is_operator(other) else NotImplemented

    def __neg__(self) -> LinearOperator:
        return _scaled(self, -1)

    def __sub__(self, other: Any) -> LinearOperator:
        return _sum(self, -aslinearoperator(other)) if is_operator(other) else NotImplemented

    def __rsub__(self, other: Any) -> LinearOperator:
        return _sum(aslinearoperator(other), -self) if is_operator(other) else NotImplemented

    def __pow__(self, power: int) -> LinearOperator:
        if not isinstance(power, numbers.Integral) or power < 0 or self.shape[0] != self.shape[1]:
            raise ValueError(f"a power is one of a square operator, and an integer from 0 on, not {power!r}")

        def of(product):
            def repeated(x):
                x = np.array(x)
                for _ in range(power):
                    x = product(x)
                return x

            return repeated

        functions = map(of, (self.matvec, self.rmatvec, self.matmat, self.rmatmat))
        return _composed(self.shape, self.dtype, *functions)

    def __repr__(self):
        return f"<{self.shape[0]}x{self.shape[1]} {type(self).__name__} of type {self.dtype}>"


def _composed(shape, dtype, matvec, rmatvec, matmat, rmatmat):
    return LinearOperator(shape, matvec, rmatvec, matmat, dtype, rmatmat)


def _refuse_scalar(x):
    if is_scalar(x):
        raise ValueError("Scalar operands are not allowed, use '*' instead")


def _refuse_sparse(x):
    if is_sparse(x):
        raise TypeError("the product of an operator and a sparse matrix is an operator: aslinearoperator(matrix) first")


def _sum(A, B):
    """The operator A + B."""
    if A.shape != B.shape:
        raise ValueError(f"cannot add operators of shapes {A.shape} and {B.shape}")

    def of(f, g):
        return lambda x: f(x) + g(x)

    functions = map(of, (A.matvec, A.rmatvec, A.matmat, A.rmatmat), (B.matvec, B.rmatvec, B.matmat, B.rmatmat))
    return _composed(A.shape, np.result_type(A.dtype, B.dtype), *functions)


def _product(A, B):
    """The operator A B."""
    if A.shape[1] != B.shape[0]:
        raise ValueError(f"cannot multiply operators of shapes {A.shape} and {B.shape}")

    def of(first, second):
        return lambda x: second(first(x))

    functions = map(of, (B.matvec, A.rmatvec, B.matmat, A.rmatmat), (A.matvec, B.rmatvec, A.matmat, B.rmatmat))
    return _composed((A.shape[0], B.shape[1]), np.result_type(A.dtype, B.dtype), *functions)


def _scaled(A, factor):
    """The operator factor * A."""
    conjugate = np.conj(factor)

    def of(f, product):
        return lambda x: f * product(x)

    factors = factor, conjugate, factor, conjugate
    functions = map(of, factors, (A.matvec, A.rmatvec, A.matmat, A.rmatmat))
    return _composed(A.shape, np.result_type(A.dtype, np.asarray(factor).dtype), *functions)


class MatrixOperator(LinearOperator):
    """A matrix as a linear operator."""

    def __init__(self, A: Any) -> None:
        self.matrix: Any = A
        super().__init__(A.shape, lambda x: A @ x, lambda x: A.H @ x, lambda X: A @ X, A.dtype, lambda X: A.H @ X)


def aslinearoperator(A: Any) -> LinearOperator:
    """A as a LinearOperator: a Matrix, a sparse matrix of SciPy, a dense array, or an object with matvec and shape.

    ``scipy.sparse.linalg`` takes what is returned.

    >>> import araios, araios.linalg, numpy as np
    >>> araios.linalg.aslinearoperator(araios.stencil(3)).matvec(np.ones(3))
    array([1., 0., 1.])
    """
    if isinstance(A, LinearOperator):
        return A
    if is_operator(A):
        rmatvec, matmat = getattr(A, "rmatvec", None), getattr(A, "matmat", None)
        return LinearOperator(
            A.shape, A.matvec, rmatvec, matmat, getattr(A, "dtype", None), getattr(A, "rmatmat", None)
        )
    return MatrixOperator(as_matrix(A))


def is_operator(A):
    """Whether A applies itself by matvec; a matrix does not."""
    return hasattr(A, "matvec") and hasattr(A, "shape") and not isinstance(A, MatrixBase) and not hasattr(A, "tocsr")


def operand_of_solver(A, what):
    """A Preconditioner, a Matrix, or an object with matvec and shape."""
    if isinstance(A, MatrixOperator):
        return A.matrix
    if is_operator(A):
        return A
    if callable(A) and not hasattr(A, "shape"):
        raise TypeError(f"{what} is a function: its shape is not known; LinearOperator(shape, {what})")
    return as_matrix(A)
