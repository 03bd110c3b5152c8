# SPDX-License-Identifier: Apache-2.0
"""Plans: what is found out about matrices once, for many products or transpositions."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _convert, _core, _device, _names, _products
from ._base import MatrixBase, as_matrix, require_lines, wrap
from ._locks import lock_of
from ._types import dtype_of, require_number, result_dtype
from ._typing import ArrayLike, DeterminismName, Matrix, MatrixLike, NDArray, OpName


class _Plan:
    """What all plans share: the handle."""

    __slots__ = ("_plan",)

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of the matrix, or of the product."""
        return self._plan.info()[:2]

    @property
    def nbytes(self) -> int:
        """Bytes that the plan holds."""
        return self._plan.info()[2]

    def __repr__(self):
        return f"<araios.{type(self).__name__} of shape {self.shape}>"


class _Converted:
    """A matrix of a plan in CSR. Of a matrix in another format the values are taken anew for each use."""

    __slots__ = ("csr", "handle", "original")

    def __init__(self, A):
        self.original = as_matrix(A)
        require_lines(self.original._h, "a plan")
        self.handle, self.csr = self.original._h, self.original.tocsr()

    def of(self, A):
        """A in CSR: over the same index arrays where A is the matrix of the plan."""
        A = as_matrix(A)
        if A._h is not self.handle or A._h.format == _names.CSR:
            return A.tocsr()
        csr = A.tocsr()
        if csr._h.type == _names.PATTERN or csr.nnz != self.csr.nnz:
            return csr if csr.nnz != self.csr.nnz else self.csr
        values = csr.data
        if csr.device == "cpu":
            self.csr._h.set_values(values, csr.nnz, _names.HOST)
        else:
            self.csr._h.set_values(values.__cuda_array_interface__["data"][0], csr.nnz, _names.DEVICE)
        return self.csr


class SpmvPlan(_Plan):
    """y := alpha op(A) x + beta y, many times with one matrix.

    Parameters
    ----------
    A : Matrix of shape (m, n), in CSR or converted to it
    op : 'N', 'T' or 'H'
    expected_applications : how many products there will be; 0 is many. Below 16 no transpose is made for op 'T'
    determinism : 'run_to_run', or 'space_to_space': the same bits on the CPU, with any number of threads, and on a GPU

    The plan keeps A alive. After values of A were changed, ``update()``: without it products have the old values where
    the plan has a transpose or A is in another format, the new ones elsewhere. A change of the entries needs it, too.
    x, alpha and beta do not make the type of the result wider than that of A: TypeError.

    >>> import araios, numpy as np
    >>> A = araios.stencil(30, 30)
    >>> plan = araios.SpmvPlan(A, op="T")
    >>> bool(np.allclose(plan(np.ones(900)), A.T @ np.ones(900)))
    True
    """

    __slots__ = ("_converted", "_dtype", "_op", "_options", "matrix")

    def __init__(
        self,
        A: MatrixLike,
        op: OpName = "N",
        *,
        method: str = "automatic",
        expected_applications: int = 0,
        determinism: DeterminismName = "run_to_run",
    ) -> None:
        self._converted = _Converted(A)
        self.matrix: Matrix = self._converted.csr
        self._dtype = _products.number_dtype(self.matrix)
        self._op = _names.member_of(_names.OPS, op, "op")
        kind = _names.member_of(_names.SPMV_METHODS, method, "method")
        level = _names.member_of(_names.DETERMINISMS, determinism, "determinism")
        self._options = self._op, kind, _convert.integer(expected_applications, "expected_applications"), level
        self._plan = _core.spmv_plan(self.matrix._h, *self._options)

    def __call__(
        self, x: ArrayLike, y: NDArray[Any] | None = None, *, alpha: complex = 1.0, beta: complex = 0.0
    ) -> Any:
        """The product; into y, where it is given."""
        result = _core.product(self.matrix._h, x, y, self._op, alpha, beta, self._plan)
        if result is not None:
            return result
        x = _device.dense(x)
        for what, given, neutral in (("x", x, ()), ("alpha", alpha, (1.0,)), ("beta", beta, (0.0, 1.0))):
            if what != "x":
                require_number(given, what)
            is_neutral = type(given) is float and given in neutral
            if not is_neutral and result_dtype(self._dtype, given) != self._dtype:
                kind = dtype_of(given)
                raise TypeError(f"the plan has a matrix of type {self.matrix.dtype}, {what} is of type {kind}")
        if y is not None and _device.describe_dtype(y) != self._dtype:
            raise TypeError(f"the plan gives a y of type {self._dtype}, not {_device.describe_dtype(y)}")
        if x.ndim != 1:
            raise ValueError(f"x has 1 dimension, not {x.ndim}")
        if type(x) is np.ndarray:
            x = x.astype(self._dtype, copy=False)
        return _products.dense_product(self.matrix, x, y, self._op, alpha=alpha, beta=beta, plan=self._plan)

    __matmul__ = __call__

    def update(self) -> None:
        """Takes the present values of A; where its entries are others than before, the plan is made anew."""
        with lock_of(self):
            A = self._converted
            if A.original._h is A.handle:
                csr = A.of(A.original)
                if csr is A.csr:
                    try:
                        _core.spmv_plan_update(self._plan, csr._h)
                        return
                    except ValueError:
                        csr._h.check()
            self._converted = _Converted(A.original)
            self.matrix = self._converted.csr
            self._plan = _core.spmv_plan(self.matrix._h, *self._options)

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of op(A)."""
        return self.matrix.shape if self._op == _names.NO_TRANSPOSE else self.matrix.shape[::-1]

    @property
    def reason(self) -> str:
        """The method, and why."""
        return self._plan.info()[3]

    def __repr__(self):
        return f"<araios.SpmvPlan of shape {self.shape}: {self.reason}>"


class TransposePlan(_Plan):
    """Transposes of matrices with one pattern and changing values: one pass over the values.

    >>> import araios
    >>> A = araios.Matrix([[1.0, 2.0], [0.0, 3.0]])
    >>> plan = araios.TransposePlan(A)
    >>> A.data[:] = [10.0, 20.0, 30.0]
    >>> plan(A).toarray()
    array([[10.,  0.],
           [20., 30.]])
    """

    __slots__ = ("_converted",)

    def __init__(self, A: MatrixLike) -> None:
        self._converted = _Converted(A)
        self._plan = _core.transpose_plan(self._converted.csr._h)

    def __call__(self, A: MatrixLike, conjugate: bool = False) -> Matrix:
        """The transpose of A; ValueError where its pattern is another."""
        A = self._converted.of(A)
        return wrap(_core.transpose_with_plan(self._plan, A._h, bool(conjugate)), canonical=A._canonical)


class _ProductPlan(_Plan):
    """What the plans of products of sparse matrices share."""

    __slots__ = ("_converted", "_structure")

    def _made(self, plan, *matrices):
        self._converted, self._structure = [_Converted(A) for A in matrices], None
        self._plan = plan(*(A.csr._h for A in self._converted))

    def _product(self, product, product_into, matrices, out):
        matrices = [known.of(A) for known, A in zip(self._converted, matrices)]
        dtype = result_dtype(*(A._dtype for A in matrices))
        operands = [_products.cast(A._h, dtype) for A in matrices]
        if out is None:
            C = wrap(product(self._plan, *operands), canonical=True)
            if self._structure is None:
                self._structure = _core.cast(C._h, _names.PATTERN)
            return C
        if not isinstance(out, MatrixBase):
            raise TypeError(f"out is a Matrix, not {type(out).__name__}")
        if out.format != "csr" or self._structure is None or not _core.share_structure(self._structure, out._h):
            raise ValueError("out is not a result of this plan")
        if out.dtype != dtype:
            raise ValueError(f"out is of type {out.dtype}, the product of type {dtype}")
        with lock_of(out):
            product_into(out._h, self._plan, *operands)
        return out


class SpgemmPlan(_ProductPlan):
    """Products A @ B of matrices with fixed patterns and changing values: the entries of the product are found once.

    Parameters
    ----------
    A, B : Matrix of shapes (m, k) and (k, n), in CSR or converted to it; their values do not matter here

    The plan keeps the index arrays of A and B alive. Rows must be sorted without duplicates. ValueError for shapes that
    disagree, and for a row that is not so.

    >>> import araios
    >>> A = araios.stencil(30, 30)
    >>> plan = araios.SpgemmPlan(A, A)
    >>> C = plan(A, A)
    >>> A.data[:] *= 2.0
    >>> plan(A, A, out=C) is C and C.equals(A @ A)
    True
    """

    __slots__ = ()

    def __init__(self, A: MatrixLike, B: MatrixLike) -> None:
        self._made(_core.multiply_plan, A, B)

    def __call__(self, A: MatrixLike, B: MatrixLike, out: Matrix | None = None) -> Matrix:
        """The product, a Matrix of shape (m, n) that shares its index arrays with the plan.

        A and B have the index arrays of the matrices of the plan: they are these matrices, with values of now,
        multiples ``2 * A``, ``Matrix((values, A.indices, A.indptr), A.shape)``, or made by ``astype`` and ``pattern``.
        Values are float32 or float64; those of one of the two may be bool. ``out`` is an earlier result of this plan,
        whose values are overwritten. ValueError otherwise.
        """
        return self._product(_core.multiply_with_plan, _core.multiply_into, (A, B), out)


class GalerkinPlan(_ProductPlan):
    """Products R @ A @ P, as of multigrid, with fixed patterns and changing values.

    Parameters
    ----------
    R, A, P : Matrix of shapes (m, k), (k, l) and (l, n); otherwise as of ``SpgemmPlan``

    >>> import araios, numpy as np
    >>> A = araios.stencil(8)
    >>> P = araios.Matrix(np.kron(np.eye(4), np.ones((2, 1))))
    >>> R = P.T
    >>> plan = araios.GalerkinPlan(R, A, P)
    >>> plan(R, A, P).toarray()
    array([[ 2., -1.,  0.,  0.],
           [-1.,  2., -1.,  0.],
           [ 0., -1.,  2., -1.],
           [ 0.,  0., -1.,  2.]])
    """

    __slots__ = ()

    def __init__(self, R: MatrixLike, A: MatrixLike, P: MatrixLike) -> None:
        self._made(_core.galerkin_plan, R, A, P)

    def __call__(self, R: MatrixLike, A: MatrixLike, P: MatrixLike, out: Matrix | None = None) -> Matrix:
        """The product, a Matrix of shape (m, n); as of ``SpgemmPlan``. One or two of the matrices may be of bool."""
        return self._product(_core.galerkin_with_plan, _core.galerkin_into, (R, A, P), out)
