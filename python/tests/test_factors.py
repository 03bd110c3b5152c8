# SPDX-License-Identifier: Apache-2.0
"""Incomplete factors as matrices, transposed solves, and new values of preconditioners and solvers."""

import araios
import numpy as np
import pytest
import scipy.sparse.linalg as reference
from araios import linalg
from conftest import DTYPES
from scipy import sparse
from test_linalg import PRECONDITIONERS, general, poisson, residual

FIELDS = [dtype for dtype in DTYPES if dtype.kind in "fc"]
MAKERS = {
    "ilu0": linalg.ilu0,
    "ic0": linalg.ic0,
    "spilu": linalg.spilu,
    "ilu0 by colours": lambda A: linalg.ilu0(A, order="by_color"),
    "ic0 by colours": lambda A: linalg.ic0(A, order="by_color"),
}


def matrix_for(name, dtype):
    """A matrix that has factors, complex where the type is."""
    S = poisson(8)[0] if "ic0" in name else abs(general(60, np.float64))
    if "colours" in name:  # whose pattern is symmetric
        S = S + S.T
    if np.dtype(dtype).kind == "c":  # of S times D to the left, D^H to the right
        phases = np.exp(1j * np.arange(S.shape[0]))
        S = S * phases[:, None] * phases.conj()
        if "ic0" not in name:
            S = S + sparse.diags_array(np.full(S.shape[0], 0.5j))
    return sparse.csr_array(S).astype(dtype)


@pytest.mark.parametrize("dtype", FIELDS, ids=str)
@pytest.mark.parametrize("name", MAKERS)
def test_parts(name, dtype):
    """L U is A at its entries, after the permutation, as for SuperLU of SciPy."""
    S = matrix_for(name, dtype)
    n = S.shape[0]
    M = MAKERS[name](araios.Matrix(S))
    L, U = M.L.to_scipy(), M.U.to_scipy()
    assert L.dtype == U.dtype == dtype
    assert (sparse.triu(L, 1).nnz, sparse.tril(U, -1).nnz) == (0, 0)
    rows, columns = M.perm_r, M.perm_c
    assert sorted(rows) == list(range(n)) and (rows == columns).all()
    assert (rows == np.arange(n)).all() or "colours" in name
    if "ic0" in name:
        np.testing.assert_array_equal(U.toarray(), L.toarray().conj().T)
    else:
        assert (L.diagonal() == 1).all()
    Pr = sparse.csc_array((np.ones(n), (rows, np.arange(n))))
    Pc = sparse.csc_array((np.ones(n), (np.arange(n), columns)))
    product = (Pr.T @ (L @ U) @ Pc.T).toarray()
    stored = S.toarray() != 0
    tolerance = 100 * np.finfo(dtype).eps
    np.testing.assert_allclose(product[stored], S.toarray()[stored], atol=tolerance, rtol=tolerance)
    values = M.L.to_scipy().data
    M.L.to_scipy().data[:] = 0  # L is a copy
    np.testing.assert_array_equal(M.L.to_scipy().data, values)
    B = np.random.default_rng(5).standard_normal((n, 3)).astype(dtype)
    if np.dtype(dtype).kind == "c":
        B = B + 1j * B[::-1]
    for trans, op in ("N", product), ("T", product.T), ("H", product.conj().T):
        X = M.solve(B, trans)
        assert X.shape == B.shape and X.dtype == dtype
        np.testing.assert_allclose(op @ X, B, atol=100 * tolerance)
        np.testing.assert_allclose(M.solve(B[:, 1], trans), X[:, 1], atol=tolerance)
    np.testing.assert_allclose(M.rmatvec(B[:, 0]), M.solve(B[:, 0], "H"))
    np.testing.assert_allclose(M.H @ B, M.solve(B, "H"))


def test_as_superlu():
    """Where there is no fill, and rows are not exchanged, the factors are those of SciPy."""
    S = sparse.csc_array(sparse.diags_array([-np.ones(29), np.full(30, 4.0), np.full(29, 2.0)], offsets=[-1, 0, 1]))
    ours, theirs = linalg.spilu(S), reference.splu(S, permc_spec="NATURAL", diag_pivot_thresh=0)
    b = np.random.default_rng(6).standard_normal((30, 2))
    for trans in "NTH":
        np.testing.assert_allclose(ours.solve(b, trans), theirs.solve(b, trans), atol=1e-14)
    for name in ("L", "U"):
        np.testing.assert_allclose(getattr(ours, name).toarray(), getattr(theirs, name).toarray(), atol=1e-14)
    for name in ("perm_r", "perm_c"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))
    x, info = reference.bicg(S, b[:, 0], M=ours)  # which needs rmatvec
    assert info == 0 and residual(S, x, b[:, 0]) < 1e-5


@pytest.mark.parametrize("name", PRECONDITIONERS)
@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_update(name, format):
    """New values of other arrays, for M alone, for solvers that hold it, and for other types of vectors."""
    S, b = poisson(20)
    make = PRECONDITIONERS[name]
    values = np.random.default_rng(7).uniform(1, 2, S.shape[0])
    D = sparse.diags_array(values)
    T = sparse.csr_array(D @ S @ D)
    M = make(araios.Matrix(S).to_format(format))
    solver = linalg.Solver(araios.Matrix(S), M=M, rtol=1e-8)
    count = solver(b).iterations
    before = M @ b
    M.update(araios.Matrix(T).to_format(format))
    fresh = make(araios.Matrix(T).to_format(format))
    np.testing.assert_array_equal(M @ b, fresh @ b)
    solver.update(T)
    result = solver(b)
    assert result.iterations == linalg.solve(T, b, M=fresh, rtol=1e-8).iterations
    assert result.converged and residual(T, result.x, b) <= 1.001e-8
    M.update(S)  # of SciPy
    solver.update(S)
    np.testing.assert_array_equal(M @ b, before)
    assert solver(b).iterations == count
    other = S.copy()
    other.indices[S.indptr[5]] = 399  # the same number of entries
    other.sort_indices()
    for changed, words in ((other, "other coordinates"), (S + sparse.eye_array(400, k=9), "entries")):
        with pytest.raises(ValueError, match=words):
            M.update(sparse.csr_array(changed))
        with pytest.raises(ValueError, match=words):
            solver.update(sparse.csr_array(changed))
    with pytest.raises(ValueError, match="400 x 400"):
        M.update(S[:-1, :-1])
    if np.dtype(complex) in DTYPES:
        with pytest.raises(TypeError, match="complex128"):
            M.update(S * 1j)
    np.testing.assert_array_equal(M @ b, before)
    assert solver(b).iterations == count
    zero = S.copy()
    zero.data[:] = 0
    with pytest.raises(ValueError, match="row 0|bound"):
        M.update(zero)
    for use in (lambda: M @ b, lambda: solver(b), lambda: linalg.cg(S, b, M=M)):
        with pytest.raises(ValueError, match="last update"):
            use()
    M.update(S)
    np.testing.assert_array_equal(M @ b, before)


@pytest.mark.parametrize("name", MAKERS)
def test_update_of_transposed_solves(name):
    S = matrix_for(name, np.float64)
    M = MAKERS[name](araios.Matrix(S))
    b = np.random.default_rng(8).standard_normal(S.shape[0])
    x, L = M.solve(b, "T"), M.L.toarray()
    M.update(4 * S)
    np.testing.assert_array_equal(M.solve(b, "T"), x / 4)
    np.testing.assert_array_equal(M.L.toarray(), 2 * L if "ic0" in name else L)


def test_update_of_values_in_place():
    """The same matrix, whose values have changed."""
    S, b = poisson(10)
    A = araios.Matrix(S)
    for make in PRECONDITIONERS.values():
        A.data[:] = S.data
        M = make(A)
        before = M @ b
        A.data[:] *= 4
        M.update(A)
        np.testing.assert_allclose(M @ b, before / 4, rtol=1e-14)


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "ell", "sell", "dia", "bsr"])
def test_update_of_solvers(format):
    S, b = poisson(12)
    options = {"block_size": 2} if format == "bsr" else {}
    solver = linalg.Solver(araios.Matrix(S).to_format(format, **options), rtol=1e-10)
    x = solver(b).x
    solver.update(araios.Matrix(3 * S).to_format(format, **options))
    np.testing.assert_allclose(solver(b).x, x / 3, atol=1e-8)
    bicg = linalg.Solver(araios.Matrix(S), method="bicg", rtol=1e-10)
    x = bicg(b).x
    bicg.update(3 * S)
    np.testing.assert_allclose(bicg(b).x, x / 3, atol=1e-8)
    with pytest.raises(TypeError, match="LinearOperator"):
        linalg.Solver(linalg.LinearOperator(S.shape, lambda x: S @ x)).update(S)
    if np.dtype(complex) in DTYPES:
        with pytest.raises(TypeError, match="complex128"):
            solver.update(S * 1j)


def test_update_keeps_what_it_borrows():
    """Arrays of SciPy that a preconditioner uses live as long as it does."""
    S, b = poisson(20)
    for make in PRECONDITIONERS.values():
        M = make(S)
        M.update(sparse.csr_array((S.data * 4, S.indices, S.indptr), S.shape))
        fill = [np.full(S.nnz, np.nan) for _ in range(20)]
        np.testing.assert_allclose(M @ b, make(4 * S) @ b, rtol=1e-13)
        del fill


def test_refused():
    S, _ = poisson(5)
    M = linalg.ilu0(S)
    for trans in ("C", "n", 0, None):
        with pytest.raises(ValueError, match="trans"):
            M.solve(np.ones(25), trans)
    with pytest.raises(ValueError, match="mismatch"):
        M.solve(np.ones(24), "T")
    with pytest.raises(NotImplementedError, match="rmatvec"):
        linalg.jacobi(S).rmatvec(np.ones(25))


def test_on_gpu(cupy):
    S, b = poisson(20)
    A, on_device = araios.Matrix(S).to("cuda"), cupy.asarray(b)
    T = 4 * S
    for name, make in PRECONDITIONERS.items():
        M = make(A)
        host = make(araios.Matrix(S))
        np.testing.assert_allclose((M @ on_device).get(), host @ b, atol=1e-10)
        both = cupy.asarray(np.stack([b, -b], axis=1))
        np.testing.assert_allclose((M @ both).get(), host @ both.get(), atol=1e-10)
        solver = linalg.Solver(A, M=M, rtol=1e-8)
        count = solver(on_device).iterations
        M.update(araios.Matrix(T).to("cuda"))
        solver.update(araios.Matrix(T).to("cuda"))
        result = solver(on_device)
        assert result.converged and result.iterations == count, name  # not those that were captured before
        assert residual(T, result.x.get(), b) <= 1.001e-8
        with pytest.raises(TypeError, match="memory"):
            M @ b
        with pytest.raises(TypeError, match="memory"):
            M.update(S)
        zero = S.copy()
        zero.data[:] = 0
        with pytest.raises(ValueError):
            M.update(araios.Matrix(zero).to("cuda"))
        with pytest.raises(ValueError, match="last update"):
            solver(on_device)
    for name, make in MAKERS.items():
        M, host = make(A), make(araios.Matrix(S))
        for trans in "NTH":
            np.testing.assert_allclose(M.solve(on_device, trans).get(), host.solve(b, trans), atol=1e-10)
        assert M.L.device == "cuda"
        np.testing.assert_allclose(M.L.toarray(), host.L.toarray(), atol=1e-12)
        np.testing.assert_array_equal(M.perm_r, host.perm_r)
