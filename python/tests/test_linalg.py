# SPDX-License-Identifier: Apache-2.0
"""Krylov solvers against scipy.sparse.linalg, operators both ways, preconditioners, incomplete factors,
triangular and banded systems, colours."""

import gc
import threading
import weakref

import araios
import numpy as np
import pytest
import scipy.linalg
import scipy.sparse.linalg as reference
from araios import linalg
from conftest import random_scipy
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

SYMMETRIC = "cg", "minres", "cr"
METHODS = *SYMMETRIC, "bicgstab", "gmres", "bicg"
PRECONDITIONERS = {
    "jacobi": linalg.jacobi,
    "block_jacobi": linalg.block_jacobi,
    "chebyshev": linalg.chebyshev,
    "gauss_seidel": linalg.gauss_seidel,
    "ilu0": linalg.ilu0,
    "ic0": linalg.ic0,
    "ic0 by colours": lambda A: linalg.ic0(A, order="by_color"),
    "ic0 by sweeps": lambda A: linalg.ic0(A, sweeps=3),
}


def poisson(k=15):
    """The Laplacian of a square, positive definite, and a right-hand side."""
    S = sparse.csr_array(araios.stencil(k, k).to_scipy())
    return S, np.random.default_rng(k).standard_normal(k * k)


def general(n=120, dtype=np.float64, seed=0):
    """A matrix that is not symmetric, well conditioned."""
    S = random_scipy(n, n, 0.05, dtype, seed)
    return sparse.csr_array(S + sparse.diags_array(np.full(n, 8.0)).astype(dtype)).astype(dtype)


def residual(A, x, b):
    return np.linalg.norm(A @ x - b) / np.linalg.norm(b)


@pytest.mark.parametrize("method", METHODS)
def test_as_scipy(method, dtype):
    n = 120
    S = general(n, dtype)
    if method in SYMMETRIC:
        S = sparse.csr_array(S @ S.conj().T).astype(dtype)
    b = np.random.default_rng(1).standard_normal(n).astype(dtype)
    if np.dtype(dtype).kind == "c":
        b = (b + 1j * b[::-1]).astype(dtype)
    rtol = 1e-4 if np.finfo(dtype).eps > 1e-10 else 1e-9
    x, info = getattr(linalg, method)(araios.Matrix(S), b, rtol=rtol)
    assert info == 0
    assert x.dtype == dtype and x.shape == b.shape
    assert residual(S, x, b) <= 2 * rtol
    if hasattr(reference, method) and not (method == "minres" and np.dtype(dtype).kind == "c"):
        y, info = getattr(reference, method)(S, b, rtol=rtol)
        assert info == 0
        scale = np.linalg.norm(S.toarray(), 2) * np.linalg.norm(np.linalg.inv(S.toarray()), 2)
        assert np.linalg.norm(x - y) <= 4 * scale * rtol * np.linalg.norm(y)


@pytest.mark.parametrize("method", ["cg", "bicgstab", "gmres", "bicg"])
def test_limit_of_iterations(method):
    S, b = poisson()
    extra = {"restart": 5} if method == "gmres" else {}
    x, info = getattr(linalg, method)(araios.Matrix(S), b, maxiter=3, **extra)
    y, expected = getattr(reference, method)(S, b, maxiter=3, **extra)
    assert info == expected == 3
    np.testing.assert_allclose(x, y, rtol=1e-8, atol=1e-10)  # the same iterates


def test_operands():
    S, b = poisson()
    expected = reference.cg(S, b, rtol=1e-10)[0]
    plan = araios.SpmvPlan(araios.Matrix(S))
    operands = {
        "Matrix": araios.Matrix(S),
        "ell": araios.Matrix(S).to_format("ell"),
        "csc": araios.Matrix(S).tocsc(),
        "coo": araios.Matrix(S).tocoo(),
        "scipy": S,
        "dense": S.toarray(),
        "operator": linalg.aslinearoperator(araios.Matrix(S)),
        "of scipy": reference.aslinearoperator(S),
        "function": linalg.LinearOperator(S.shape, lambda x: S @ x),
        "calls araios": linalg.LinearOperator(S.shape, lambda x: plan(x), dtype=np.float64),
    }
    for name, A in operands.items():
        x, info = linalg.cg(A, b, rtol=1e-10)
        assert info == 0, name
        np.testing.assert_allclose(x, expected, rtol=1e-6, atol=1e-8, err_msg=name)
        if name not in ("scipy", "dense"):
            continue
        inverse = sparse.diags_array(1 / S.diagonal())
        for M in (inverse, inverse.toarray(), reference.aslinearoperator(inverse), lambda r: inverse @ r):
            assert linalg.cg(A, b, rtol=1e-10, M=M)[1] == 0


def test_integers_and_patterns():
    A = araios.Matrix(np.array([[2, 1], [1, 3]]))
    x, info = linalg.cg(A, np.array([3, 4]), rtol=1e-12)
    assert info == 0 and x.dtype == np.float64
    np.testing.assert_allclose(x, [1, 1])
    np.testing.assert_allclose(linalg.cg(araios.Boolean(np.eye(3)), [1, 2, 3])[0], [1, 2, 3])
    b = np.array([1.0, 2.0], np.float32)
    assert linalg.cg(A, b)[0].dtype == np.float64  # as in SciPy: integers are double
    solver = linalg.Solver(A)
    assert solver([1, 2]).converged and solver(b).converged
    empty = solver(np.zeros((2, 0)))
    assert empty.converged and empty.info == 0 and empty.x.shape == (2, 0)


@pytest.mark.parametrize("given", [np.float32, np.int64, np.float64])
def test_types_as_scipy(dtype, given):
    S = sparse.csr_array(np.array([[4, 1], [1, 3]])).astype(dtype)
    b = np.array([1, 2], given)
    expected = reference.cg(S, b)[0].dtype
    if expected not in (araios.Matrix(S).dtype, np.float64):
        pytest.skip("the library was built without this type")
    assert linalg.cg(araios.Matrix(S), b)[0].dtype == expected


def test_interrupted():
    S, b = poisson(100)
    seen = []

    def stop(x):
        seen.append(x)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        linalg.cg(S, b, rtol=0, callback=stop)
    assert len(seen) == 3


def test_columns_and_guesses():
    S, b = poisson()
    A, B = araios.Matrix(S), np.stack([b, -b, 2 * b], axis=1)
    solver = linalg.Solver(A, M=linalg.jacobi(A), rtol=1e-10)
    for X in (solver(B).x, solver(np.asfortranarray(B)).x, solver(np.stack([B, B], 2)[:, :, 0], 3 * B).x):
        assert X.shape == B.shape
        np.testing.assert_allclose(S @ X, B, atol=1e-8)
    assert solver.nbytes > 5 * b.nbytes
    assert solver(b[:, None]).x.shape == b.shape  # as in SciPy
    x = solver(b).x
    assert linalg.cg(A, b, x, rtol=1e-8)[1] == 0
    assert linalg.solve(A, b, x, rtol=1e-8).iterations == 0
    first = linalg.solve(A, b, "Mb", M=linalg.jacobi(A), history=True).history[0]
    assert first == pytest.approx(np.linalg.norm(b - S @ (b / 4)))
    zero = linalg.solve(A, np.zeros_like(b), b)
    assert zero.converged and not zero.x.any()
    A.data[:] *= 2.0  # a solver uses the values of now; its M is that of before
    np.testing.assert_allclose(solver(b).x, x / 2, atol=1e-8)


@pytest.mark.parametrize("determinism", ["run_to_run", "space_to_space"])
@pytest.mark.parametrize("dtype", [None, np.complex128])
def test_solvers_use_the_values_of_now(dtype, determinism):
    S, b = poisson()
    A = araios.Matrix(S)
    try:
        solver = linalg.Solver(A, dtype=dtype, determinism=determinism, rtol=1e-10)
    except NotImplementedError:
        pytest.skip("the library was built without this type")
    x = solver(b).x
    A *= 2  # new arrays
    np.testing.assert_allclose(solver(b).x, x / 2, atol=1e-8)
    A.data[:] *= 2.0  # of dtype complex128 the solver has a copy
    np.testing.assert_allclose(solver(b).x, x / 4, atol=1e-8)
    A[0, 5] = 1.0
    with pytest.raises(ValueError, match="entr"):
        solver(b)


def test_solvers_use_elements_that_were_set():
    A = araios.diags_array([[-1.0] * 2, [4.0] * 3, [-1.0] * 2], offsets=[-1, 0, 1], format="csr")
    b = np.ones(3)
    solver, M = linalg.Solver(A, rtol=1e-12), linalg.gauss_seidel(A)
    before = M @ b
    A[0, 0] = 100.0
    np.testing.assert_allclose(solver(b).x, np.linalg.solve(A.toarray(), b), atol=1e-10)
    np.testing.assert_array_equal(M @ b, before)  # until its update
    A.setdiag(7.0)
    np.testing.assert_allclose(solver(b).x, np.linalg.solve(A.toarray(), b), atol=1e-10)


@pytest.mark.parametrize("make", [linalg.Solver, linalg.gauss_seidel, linalg.chebyshev])
def test_solvers_look_whether_an_owner_changed_its_arrays(make):
    S = sparse.csr_array(np.array([[4.0, 1.0, 0.0], [1.0, 4.0, 1.0], [0.0, 1.0, 4.0]]))
    A = araios.Matrix(S)
    used = make(A)
    S.data[1] = 0
    S.eliminate_zeros()
    with pytest.raises(ValueError, match="owner"):
        used(np.ones(3)) if make is linalg.Solver else used @ np.ones(3)


def test_functions_may_change_matrices_while_others_wait():
    C, B, D = (araios.Matrix(np.eye(3)) for _ in range(3))
    changed = [C]

    def product(x):
        D[0, 0] = D[0, 0] + 1.0
        return D.data[1] * x

    def change():
        for _ in range(50):
            changed[0] += B
            changed[0][1, 1] = 2.0

    thread = threading.Thread(target=change)
    thread.start()
    for _ in range(50):
        linalg.cg(linalg.LinearOperator((3, 3), product, dtype=float), np.ones(3))
    thread.join(timeout=30)
    assert not thread.is_alive()


def test_complex_arrays_at_odd_addresses():
    n = 5
    z = np.ones(2 * n + 1)[1:].view(complex)
    z = z if z.ctypes.data % 16 else np.ones(2 * n + 2)[1:-1].view(complex)
    assert z.ctypes.data % 16 == 8
    z += np.arange(n)
    try:
        A = araios.Matrix((z, np.arange(n, dtype=np.int32), np.arange(n + 1, dtype=np.int32)), shape=(n, n))
    except NotImplementedError:
        pytest.skip("the library was built without this type")
    np.testing.assert_array_equal(A.T.toarray(), np.diag(z))
    np.testing.assert_array_equal(A @ z, z * z)
    y = np.zeros(2 * n + 1)[1:].view(complex)
    assert araios.spmv(A, z, y) is y
    np.testing.assert_array_equal(y, z * z)
    np.testing.assert_allclose(linalg.Solver(A, method="bicgstab")(z).x, 1, atol=1e-4)
    np.testing.assert_allclose(linalg.jacobi(A) @ z, 1)


@pytest.mark.parametrize("name", PRECONDITIONERS)
def test_preconditioners(name):
    S, b = poisson(30)
    A = araios.Matrix(S)
    M = PRECONDITIONERS[name](A)
    assert M.shape == A.shape and M.dtype == np.float64
    plain = linalg.solve(A, b, rtol=1e-8)
    better = linalg.solve(A, b, rtol=1e-8, M=M)
    assert better.converged
    assert better.iterations <= plain.iterations * (1.1 if name == "jacobi" else 0.9)
    dense = M @ np.eye(A.shape[0])
    np.testing.assert_allclose(dense, dense.T, atol=1e-12)
    np.testing.assert_allclose(M.matvec(b), dense @ b, atol=1e-10)
    x, info = reference.cg(S, b, rtol=1e-8, M=M)  # ours in SciPy
    assert info == 0
    np.testing.assert_allclose(x, better.x, atol=1e-5)


def factors(S, is_ic):
    """L U or L L^T on the pattern of S, entry by entry."""
    A, pattern = S.toarray(), S.toarray() != 0
    for k in range(len(A)):
        for i in range(k + 1, len(A)):
            if pattern[i, k]:
                A[i, k] /= A[k, k]
                A[i, k + 1 :] -= np.where(pattern[i, k + 1 :], A[i, k] * A[k, k + 1 :], 0)
    L = np.tril(A, -1) + np.eye(len(A))
    return L @ np.diag(np.diag(A)) @ L.T if is_ic else L @ np.triu(A)


@pytest.mark.parametrize("make", [linalg.ilu0, linalg.ic0, linalg.spilu])
def test_incomplete_factors(make, dtype):
    S = sparse.csr_array(abs(general(60, np.float64)) if make is not linalg.ic0 else poisson(8)[0])
    n = S.shape[0]
    product = factors(S, make is linalg.ic0)
    if np.dtype(dtype).kind == "c":  # of S times D to the left, D^H to the right
        phases = np.exp(1j * np.arange(n))
        S, product = sparse.csr_array(S * phases[:, None] * phases.conj()), product * np.outer(phases, phases.conj())
    M = make(araios.Matrix(S.astype(dtype)))
    B = np.random.default_rng(2).standard_normal((n, 3)).astype(dtype)
    X = M.solve(B)
    assert X.shape == B.shape and X.dtype == M.dtype == dtype
    tolerance = 1e3 * np.finfo(dtype).eps
    np.testing.assert_allclose(product @ X, B, atol=10 * tolerance)
    np.testing.assert_allclose(M @ B[:, 0], X[:, 0], atol=tolerance)
    np.testing.assert_allclose(M.solve(B[:, 1]), X[:, 1], atol=tolerance)


def test_factors_speed_up_solvers():
    S, b = poisson(40)
    A = araios.Matrix(S)
    plain = linalg.solve(A, b, rtol=1e-8).iterations
    for options in ({}, {"order": "by_color"}, {"sweeps": 5}, {"shift": 0.01}, {"solve_sweeps": 30}):
        result = linalg.solve(A, b, rtol=1e-8, M=linalg.ic0(A, **options))
        assert result.converged and result.iterations < 0.7 * plain, options
    general_A = araios.Matrix(general())
    for method in ("bicgstab", "gmres"):
        options = {"method": method, "rtol": 1e-8}
        plain = linalg.solve(general_A, np.ones(120), **options)
        better = linalg.solve(general_A, np.ones(120), M=linalg.spilu(general_A), **options)
        assert better.converged and better.iterations < plain.iterations
    x, info = reference.gmres(general(), np.ones(120), rtol=1e-8, M=linalg.spilu(general_A))  # ours in SciPy
    assert info == 0 and residual(general(), x, np.ones(120)) < 1e-7


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("unit_diagonal", [True, False])
@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_spsolve_triangular(lower, unit_diagonal, format, dtype):
    n = 80
    S = general(n, dtype)
    T = sparse.csr_array(sparse.tril(S) if lower else sparse.triu(S))
    if unit_diagonal:
        T = sparse.csr_array(T - sparse.diags_array(T.diagonal()) + 0.5 * sparse.eye_array(n)).astype(dtype)
        T.data *= 0.1  # what is on the diagonal is not used
    rng = np.random.default_rng(0)
    complex_part = 1j if np.dtype(dtype).kind == "c" else 0
    for shape in ((n,), (n, 1), (n, 5), (n, 0)):
        b = (rng.standard_normal(shape) + complex_part * rng.standard_normal(shape)).astype(dtype)
        for right in (b, np.asfortranarray(b), np.repeat(b, 2, axis=0)[::2]):
            x = linalg.spsolve_triangular(araios.Matrix(T).asformat(format), right, lower, unit_diagonal=unit_diagonal)
            expected = reference.spsolve_triangular(T, b, lower, unit_diagonal=unit_diagonal)
            assert x.shape == expected.shape and x.dtype == expected.dtype
            np.testing.assert_allclose(x, expected, rtol=1e3 * np.finfo(dtype).eps, atol=1e3 * np.finfo(dtype).eps)
            np.testing.assert_array_equal(right, b)


def test_spsolve_triangular_of_other_operands():
    S = sparse.csr_array(np.array([[2, 0, 0], [0, 4, 0], [1, 0, 5]]))
    expected = reference.spsolve_triangular(S, np.array([1, 2, 3]))
    coo = sparse.coo_array(([1, 1, 4, 2, 3, 1], ([0, 0, 1, 2, 2, 2], [0, 0, 1, 2, 2, 0])), shape=(3, 3))  # duplicates
    stored_zero = sparse.csr_array(([2.0, 0, 4, 1, 5], [0, 2, 1, 0, 2], [0, 2, 3, 5]), shape=(3, 3))
    for A in (S, S.toarray(), araios.Matrix(S), sparse.csc_matrix(S), coo, stored_zero, S.astype(np.int8)):
        x = linalg.spsolve_triangular(A, [1, 2, 3])
        assert x.dtype == expected.dtype
        np.testing.assert_allclose(x, expected)
    pattern = araios.Boolean(np.tril(np.ones((3, 3))))
    np.testing.assert_allclose(linalg.spsolve_triangular(pattern, [1, 3, 6]), [1, 2, 3])
    assert linalg.spsolve_triangular(araios.Matrix((0, 0)), np.zeros(0)).shape == (0,)


@pytest.mark.parametrize("singular", [[[1.0, 0], [1, 0]], [[0.0, 0], [1, 1]], np.zeros((2, 2))])
def test_singular_triangles(singular):
    S = sparse.csr_array(singular)
    row = int(np.flatnonzero(S.diagonal() == 0)[0])
    stored = sparse.csr_array(S)
    stored.setdiag(S.diagonal())  # zeros that are entries
    for A in (S, sparse.csc_array(S), stored):
        with pytest.raises(np.linalg.LinAlgError):
            reference.spsolve_triangular(A, np.ones(2))
        with pytest.raises(np.linalg.LinAlgError, match=f"singular.*row {row}"):
            linalg.spsolve_triangular(A, np.ones(2))
    for make, error in ((linalg.ilu0, ValueError), (linalg.ic0, ValueError), (linalg.spilu, RuntimeError)):
        with pytest.raises(error, match=f"row {row}"):
            make(S)


def test_operators_in_scipy():
    S = general()
    b = np.ones(S.shape[0])
    for operator in (linalg.aslinearoperator(araios.Matrix(S)), linalg.LinearOperator(S.shape, S.dot, S.T.dot)):
        theirs = reference.aslinearoperator(operator)
        np.testing.assert_allclose(theirs @ b, S @ b)
        np.testing.assert_allclose(theirs.rmatvec(b), S.T @ b)
        np.testing.assert_allclose(operator.H @ b, S.T @ b)
        np.testing.assert_allclose(operator @ np.stack([b, b], 1), np.stack([S @ b, S @ b], 1))
        np.testing.assert_allclose(operator.rmatmat(np.stack([b, b], 1))[:, 1], S.T @ b)
        for method in ("bicg", "gmres"):
            assert getattr(reference, method)(operator, b)[1] == getattr(linalg, method)(operator, b)[1] == 0
    no_rmatvec = type("Products", (), {"shape": S.shape, "matvec": staticmethod(S.dot)})
    for operator in (linalg.LinearOperator(S.shape, S.dot), no_rmatvec()):
        with pytest.raises(NotImplementedError, match="rmatvec"):
            linalg.bicg(operator, b)


OPERATOR_ALGEBRA = {
    "A + B": lambda A, B: A + B,
    "A - B": lambda A, B: A - B,
    "-A": lambda A, B: -A,
    "A B": lambda A, B: A @ B,
    "A * B": lambda A, B: A * B,
    "A.dot(B)": lambda A, B: A.dot(B),
    "2 A": lambda A, B: 2 * A,
    "A i": lambda A, B: A * 1j,
    "float64 A": lambda A, B: np.float64(0.5) * A,
    "A / 4": lambda A, B: A / 4,
    "A^3": lambda A, B: A**3,
    "A^0": lambda A, B: A**0,
    "A^T": lambda A, B: A.T,
    "A^H": lambda A, B: A.H,
    "(A B)^H": lambda A, B: (A @ B).H,
    "(2i A + B)^T": lambda A, B: (2j * A + B).transpose(),
}


@pytest.mark.parametrize("name", OPERATOR_ALGEBRA)
@pytest.mark.parametrize("kind", ["f", "c"])
def test_algebra_of_operators_as_scipy(name, kind):
    n = 7
    rng = np.random.default_rng(0)
    X, Y = rng.standard_normal((2, n, n)) + (1j * rng.standard_normal((2, n, n)) if kind == "c" else 0)
    x, Z = rng.standard_normal(n), rng.standard_normal((n, 2))

    def made(package):
        A, B = (package.LinearOperator(D.shape, D.dot, D.conj().T.dot, dtype=D.dtype) for D in (X, Y))
        return OPERATOR_ALGEBRA[name](A, B)

    ours, theirs = made(linalg), made(reference)
    assert isinstance(ours, linalg.LinearOperator) and ours.shape == theirs.shape and ours.dtype == theirs.dtype
    products = (
        lambda D: D @ x,
        lambda D: D @ Z,
        lambda D: D(x),
        lambda D: D * x[:, None],
        lambda D: D.rmatvec(x),
        lambda D: D.rmatmat(Z),
        lambda D: x @ D,
        lambda D: Z.T @ D,
        lambda D: D.dot(x.tolist()),
    )
    for product in products:
        np.testing.assert_allclose(product(ours), product(theirs), rtol=1e-12, atol=1e-12)
        assert product(ours).shape == product(theirs).shape
    mixed = OPERATOR_ALGEBRA[name](linalg.LinearOperator((n, n), X.dot, X.conj().T.dot), reference.aslinearoperator(Y))
    np.testing.assert_allclose(mixed @ x, theirs @ x, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    "error, words, call",
    [
        (ValueError, "Scalar operands", lambda A, x: A @ 2),
        (ValueError, "Scalar operands", lambda A, x: 2 @ A),
        (ValueError, "cannot add", lambda A, x: A + linalg.LinearOperator((3, 4), np.ones, dtype=float)),
        (ValueError, "cannot multiply", lambda A, x: A @ linalg.LinearOperator((4, 3), np.ones, dtype=float)),
        (ValueError, "power", lambda A, x: A**-1),
        (ValueError, "power", lambda A, x: A**1.5),
        (ValueError, "by a number", lambda A, x: A / A),
        (TypeError, "unsupported operand", lambda A, x: A + 1),
        (TypeError, "support", lambda A, x: A + np.eye(3)),
        (TypeError, "aslinearoperator", lambda A, x: A @ sparse.eye_array(3)),
        (TypeError, "aslinearoperator", lambda A, x: araios.eye(3) @ A),
        (ValueError, "matvec: dimension", lambda A, x: A.matvec(np.eye(3))),
        (ValueError, "rmatvec: dimension", lambda A, x: A.rmatvec(np.eye(3))),
        (ValueError, "matmat: dimension", lambda A, x: A.matmat(x)),
        (ValueError, "rmatmat: dimension", lambda A, x: A.rmatmat(x)),
        (ValueError, "negative", lambda A, x: linalg.LinearOperator((3, -1), np.ones, dtype=float)),
        (TypeError, "integer", lambda A, x: linalg.LinearOperator((3, 2.5), np.ones, dtype=float)),
        (ValueError, "pair", lambda A, x: linalg.LinearOperator(3, np.ones, dtype=float)),
    ],
)
def test_what_operators_refuse(error, words, call):
    with pytest.raises(error, match=words):
        call(linalg.LinearOperator((3, 3), lambda x: 2.0 * x, lambda x: 2.0 * x), np.ones(3))


def test_callbacks():
    S, b = poisson()
    A, seen = araios.Matrix(S), []
    result = linalg.solve(A, b, callback=seen.append, history=True)
    assert len(seen) == result.iterations
    np.testing.assert_array_equal(seen[-1], result.x)
    np.testing.assert_allclose([np.linalg.norm(b - S @ x) for x in seen], result.history[1:], rtol=1e-6)
    ours, theirs, cycles = [], [], []
    linalg.gmres(A, b, callback=ours.append, callback_type="pr_norm")
    reference.gmres(S, b, callback=theirs.append, callback_type="pr_norm")
    np.testing.assert_allclose(ours, theirs, rtol=1e-6)
    linalg.gmres(A, b, callback=cycles.append, callback_type="x", restart=10)
    assert len(cycles) >= len(ours) // 10 and cycles[0].shape == b.shape

    def fail(x):
        raise KeyError("mine")

    for call in (
        lambda: linalg.cg(A, b, callback=fail),
        lambda: linalg.cg(linalg.LinearOperator(S.shape, fail, dtype=np.float64), b),
        lambda: linalg.cg(A, b, M=fail),
    ):
        with pytest.raises(KeyError, match="mine"):
            call()
    assert linalg.cg(A, b)[1] == 0  # and nothing is left of it


@pytest.mark.parametrize("method", ["cg", "bicgstab", "gmres", "bicg"])
def test_space_to_space(method):
    S, b = poisson()
    A = araios.Matrix(S)
    results = [linalg.solve(A, b, method=method, history=True, determinism="space_to_space") for _ in range(2)]
    assert results[0].converged and results[0].history == results[1].history
    np.testing.assert_array_equal(results[0].x, results[1].x)
    with pytest.raises(ValueError, match="CSR"):
        linalg.solve(linalg.LinearOperator(S.shape, lambda x: S @ x, dtype=float), b, determinism="space_to_space")


def test_how_a_solver_ends():
    result = linalg.solve(araios.Matrix(np.diag([1.0, -1.0])), [1.0, 1.0])
    assert result.info < 0 and result.reason == "not positive definite" and result.status.pivot <= 0
    result = linalg.solve(araios.Matrix(np.diag([1.0, np.nan])), [1.0, 1.0])
    assert result.info < 0 and result.reason == "not finite" and not result.converged
    assert linalg.cg(araios.Matrix(np.eye(2)), [1.0, np.inf])[1] < 0
    result = linalg.solve(araios.Matrix(np.array([[0.0, 1.0], [-1.0, 0.0]])), [1.0, 0.0], method="bicgstab")
    assert result.info < 0 and "breakdown" in result.reason
    S, b = poisson()
    result = linalg.solve(S, b, rtol=1e-8, history=True)
    assert result.residual == pytest.approx(np.linalg.norm(b - S @ result.x), rel=1e-6)
    assert result.residual <= result.status.tolerance == pytest.approx(1e-8 * np.linalg.norm(b))
    assert len(result.history) == result.iterations + 1
    assert linalg.solve(S, b, rtol=0, atol=1.0).residual <= 1.0
    shifted, info = linalg.minres(S, b, shift=0.5, rtol=1e-8)
    assert info == 0
    np.testing.assert_allclose(S @ shifted - 0.5 * shifted, b, atol=1e-6)
    np.testing.assert_array_equal(linalg.cg(S, b, tol=1e-9)[0], linalg.cg(S, b, rtol=1e-9)[0])  # as CuPy


@pytest.mark.parametrize(
    "error, words, call",
    [
        (ValueError, "square", lambda A, b: linalg.cg(A[:, :5], b)),
        (ValueError, "incompatible", lambda A, b: linalg.cg(A, b[:-1])),
        (ValueError, "incompatible", lambda A, b: linalg.cg(A, b, b[:-1])),
        (ValueError, "x0", lambda A, b: linalg.cg(A, b, b[None, :])),
        (ValueError, "x0", lambda A, b: linalg.Solver(A)(np.stack([b, b], 1), np.stack([b, b]))),
        (ValueError, "different shapes", lambda A, b: linalg.cg(A, b, M=np.eye(3))),
        (ValueError, "not one of", lambda A, b: linalg.solve(A, b, method="cgs")),
        (ValueError, "rtol", lambda A, b: linalg.cg(A, b, rtol=1.0)),
        (ValueError, "atol", lambda A, b: linalg.cg(A, b, atol=-1.0)),
        (ValueError, "maxiter", lambda A, b: linalg.cg(A, b, maxiter=0)),
        (ValueError, "callback_type", lambda A, b: linalg.gmres(A, b, callback_type="y")),
        (ValueError, "restart", lambda A, b: linalg.solve(A, b, method="gmres", restart=2000)),
        (ValueError, "restart is 0", lambda A, b: linalg.solve(A, b, method="gmres", restart=0)),
        (ValueError, "restart is 0", lambda A, b: linalg.gmres(A, b, restart=0)),
        (ValueError, "restart is -1", lambda A, b: linalg.gmres(A, b, restart=-1)),
        (ValueError, "ratio", lambda A, b: linalg.chebyshev(A, ratio=0.0)),
        (ValueError, "largest", lambda A, b: linalg.chebyshev(A, largest=np.inf)),
        (ValueError, "non-symmetric matrix", lambda A, b: linalg.minres(araios.tril(A), b, check=True)),
        (ValueError, "non-symmetric precond", lambda A, b: linalg.minres(A, b, M=araios.tril(A), check=True)),
        (ValueError, "non-symmetric precond", lambda A, b: linalg.minres(A, b, M=np.cumsum, check=True)),
        (ValueError, "bicgstab", lambda A, b: linalg.bicg(A, b, M=linalg.gauss_seidel(A))),
        (ValueError, "row 0", lambda A, b: linalg.jacobi(A - araios.diags(A.diagonal()))),
        (ValueError, "omega", lambda A, b: linalg.gauss_seidel(A, omega=2.0)),
        (ValueError, "M\\^H", lambda A, b: linalg.bicg(A, b, M=linalg.ilu0(A))),
        (ValueError, "row 1", lambda A, b: linalg.ilu0([[1, 1], [1, 1]])),
        (RuntimeError, "singular.*row 1", lambda A, b: linalg.spilu([[1, 1], [1, 1]])),
        (ValueError, "not positive", lambda A, b: linalg.ic0(-A)),
        (ValueError, "order", lambda A, b: linalg.ilu0(A, order="random")),
        (ValueError, "sweeps", lambda A, b: linalg.ilu0(A, sweeps=0)),
        (ValueError, "solve_sweeps", lambda A, b: linalg.ic0(A, solve_sweeps=1001)),
        (ValueError, "shift", lambda A, b: linalg.ic0(A, shift=-1.0)),
        (ValueError, "square", lambda A, b: linalg.ilu0(A[:, :5])),
        (ValueError, "square", lambda A, b: linalg.spilu(A[:, :5])),
        (ValueError, "drop_tol=0.1.*ILU", lambda A, b: linalg.spilu(A, 0.1)),
        (ValueError, "fill_factor=10", lambda A, b: linalg.spilu(A, fill_factor=10)),
        (ValueError, "permc_spec", lambda A, b: linalg.spilu(A, fill_factor=1, permc_spec="COLAMD")),
        (ValueError, "trans", lambda A, b: linalg.spilu(A, permc_spec="NATURAL").solve(b, "C")),
        (ValueError, "mismatch", lambda A, b: linalg.spilu(A).solve(b[:-1])),
        (np.linalg.LinAlgError, r"lower triangular.*\(0, 1\)", lambda A, b: linalg.spsolve_triangular(A, b)),
        (np.linalg.LinAlgError, r"upper triangular.*\(1, 0\)", lambda A, b: linalg.spsolve_triangular(A, b, False)),
        (ValueError, "square", lambda A, b: linalg.spsolve_triangular(A[:, :5], b)),
        (ValueError, "incompatible", lambda A, b: linalg.spsolve_triangular(araios.tril(A), b[:-1])),
        (ValueError, "1 or 2 dims", lambda A, b: linalg.spsolve_triangular(araios.tril(A), b[:, None, None])),
        (TypeError, "numbers", lambda A, b: linalg.spsolve_triangular(araios.tril(A), ["a"] * len(b))),
        (TypeError, "type", lambda A, b: linalg.spsolve_triangular(araios.tril(A), b.astype(np.longdouble))),
        (TypeError, "sweeps", lambda A, b: linalg.ilu0(A, sweeps=2.5)),
        (TypeError, "shift", lambda A, b: linalg.ilu0(A, shift="1")),
        (ValueError, "block_size", lambda A, b: linalg.block_jacobi(A, 65)),
        (ValueError, "degree", lambda A, b: linalg.chebyshev(A, 0)),
        (ValueError, "mismatch", lambda A, b: linalg.jacobi(A) @ b[:-1]),
        (ValueError, "shape", lambda A, b: linalg.cg(linalg.LinearOperator(A.shape, lambda x: x[1:], dtype=float), b)),
        (TypeError, "numbers", lambda A, b: linalg.cg(A, ["a"] * len(b))),
        (TypeError, "shape is not known", lambda A, b: linalg.cg(lambda x: x, b)),
        (TypeError, "type", lambda A, b: linalg.Solver(A)(b * 1j)),
        (TypeError, "maxiter", lambda A, b: linalg.cg(A, b, maxiter=2.5)),
        (TypeError, "number", lambda A, b: linalg.cg(A, b, rtol="1e-5")),
    ],
)
def test_refused(error, words, call):
    S, b = poisson()
    with pytest.raises(error, match=words):
        call(araios.Matrix(S), b)


@given(n=st.integers(1, 40), columns=st.integers(0, 3), periodic=st.booleans(), seed=st.integers(0, 2**31))
def test_tridiagonal(n, columns, periodic, seed):
    rng = np.random.default_rng(seed)
    low, middle, up = rng.standard_normal((3, n))
    b = rng.standard_normal(n if columns == 0 else (n, columns))
    dense = np.zeros((n, n))
    for i in range(n):
        for d, j in ((low, i - 1), (middle + 5, i), (up, i + 1)):
            if periodic or 0 <= j < n:
                dense[i, j % n] += d[i]
    x = linalg.tridiagonal_solve(low, middle + 5, up, b, periodic=periodic)
    assert x.shape == b.shape
    np.testing.assert_allclose(dense @ x, b, atol=1e-9)


def test_bicgstab_goes_on_where_its_first_residual_is_orthogonal():
    A = araios.stencil(40, 40)
    b = np.zeros((40, 40))
    b[10, 10], b[30, 30] = 1, -1  # a source and a sink: (b, r) is 0 after an iteration
    x, info = linalg.bicgstab(A, b.ravel(), rtol=1e-8, M=linalg.gauss_seidel(A))
    assert info == 0
    np.testing.assert_allclose(A @ x, b.ravel(), atol=1e-7)


def test_a_singular_tridiagonal_matrix_names_its_row():
    diagonal = np.ones(9)
    diagonal[5] = 0
    with pytest.raises(ValueError, match="^tridiagonal_solve: the pivot of row 5 is 0"):
        linalg.tridiagonal_solve(np.zeros(9), diagonal, np.zeros(9), np.ones(9))


@pytest.mark.parametrize("l_and_u", [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (0, 2), (2, 2)])
def test_solve_banded(l_and_u):
    rng = np.random.default_rng(0)
    for n in (1, 2, 3, 50):
        ab = rng.standard_normal((sum(l_and_u) + 1, n))
        ab[l_and_u[1]] += 6
        b = rng.standard_normal((n, 2))
        if n > max(l_and_u):  # as scipy.linalg requires
            np.testing.assert_allclose(linalg.solve_banded(l_and_u, ab, b), scipy.linalg.solve_banded(l_and_u, ab, b))
    with pytest.raises(ValueError):
        linalg.solve_banded((3, 1), np.ones((5, 4)), np.ones(4))


def test_arguments_of_solve_banded_as_scipy():
    ab = np.array([[0.0, -1, -1], [4, 4, 4], [-1, -1, 0]])
    b = np.array([1.0, 2.0, 3.0])
    expected = scipy.linalg.solve_banded((1, 1), ab, b)
    for x in (
        linalg.solve_banded((1, 1), ab, b, True, True, False),
        linalg.solve_banded(l_and_u=[1, 1], ab=ab.tolist(), b=b, overwrite_ab=True, overwrite_b=True),
    ):
        np.testing.assert_allclose(x, expected)
    np.testing.assert_array_equal(b, [1, 2, 3])  # nothing is overwritten
    singular, not_finite = ab * 0, ab.copy()
    not_finite[1, 1] = np.nan
    for solve in (scipy.linalg.solve_banded, linalg.solve_banded):
        with pytest.raises(np.linalg.LinAlgError):
            solve((1, 1), singular, b)
        for arguments in ((not_finite, b), (ab, b * np.inf)):
            with pytest.raises(ValueError, match="infs or NaNs"):
                solve((1, 1), *arguments)
        with pytest.raises(ValueError, match="ab"):
            solve((1, 1), ab, b[:2])
        with pytest.raises(ValueError):
            solve((-1, 1), ab, b)
    assert np.isnan(linalg.solve_banded((1, 1), not_finite, b, check_finite=False)).any()
    with pytest.raises(np.linalg.LinAlgError, match="row"):
        linalg.solve_banded((1, 1), singular, b)
    with pytest.raises(TypeError, match="integer"):
        linalg.solve_banded((1.0, 1.0), ab, b)


def test_batches_of_tridiagonal():
    rng = np.random.default_rng(0)
    low, middle, up, b = rng.standard_normal((4, 30, 6))
    X = linalg.tridiagonal_solve(low, middle, up, b)
    for s in range(6):
        np.testing.assert_allclose(X[:, s], linalg.tridiagonal_solve(low[:, s], middle[:, s], up[:, s], b[:, s]))
    with pytest.raises(ValueError, match="row 3"):
        linalg.tridiagonal_solve(np.zeros(5), [1, 1, 1, 0, 1], np.zeros(5), np.ones(5))
    with pytest.raises(ValueError, match="do not match"):
        linalg.tridiagonal_solve(np.zeros(5), np.ones(5), np.zeros(4), np.ones(5))


@given(n=st.integers(0, 30), seed=st.integers(0, 2**31), by_hash=st.booleans())
def test_color(n, seed, by_hash):
    S = random_scipy(n, n, 0.1, seed=seed) if n else sparse.csr_array((0, 0))
    dense = (S.toarray() != 0) | (S.toarray() != 0).T
    for distance in (1, 2):
        colors = linalg.color(S, distance=distance, by_hash=by_hash)
        assert colors.shape == (n,)
        near = dense if distance == 1 else dense | ((dense.astype(int) @ dense.astype(int)) > 0)
        i, j = np.nonzero(near & ~np.eye(n, dtype=bool))
        assert (colors[i] != colors[j]).all()


def test_empty_system():
    result = linalg.solve(araios.Matrix((0, 0)), np.zeros(0))
    assert result.converged and result.x.shape == (0,)


def test_on_gpu(cupy):
    S, b = poisson()
    A = araios.Matrix(S).to("cuda")
    for method in METHODS:
        result = linalg.solve(A, cupy.asarray(b), method=method, rtol=1e-10, M=linalg.jacobi(A))
        assert result.converged
        np.testing.assert_allclose(S @ result.x.get(), b, atol=1e-7)
    for M in (linalg.ic0(A), linalg.ilu0(A), linalg.ic0(A, order="by_color")):
        assert linalg.solve(A, cupy.asarray(b), M=M).converged
    lower = araios.Matrix(sparse.csr_array(sparse.tril(S))).to("cuda")
    for right in (b, np.stack([b, -b], axis=1)):
        x = linalg.spsolve_triangular(lower, cupy.asarray(right))
        np.testing.assert_allclose(sparse.tril(S) @ x.get(), right, atol=1e-10)
    with pytest.raises(TypeError):
        linalg.cg(A, b)
    with pytest.raises(TypeError, match="callback"):
        linalg.cg(A, cupy.asarray(b), callback=print)


def test_a_restart_of_any_length():
    A = araios.stencil(1500)
    x, info = linalg.gmres(A, np.ones(1500), restart=2000, rtol=1e-8)
    assert info == 0 and np.linalg.norm(A @ x - 1) <= 1e-7 * np.sqrt(1500)


class Owner:
    """Has a solver whose callback leads back to it."""

    def __init__(self):
        self.solver = linalg.Solver(araios.Matrix(2 * np.eye(50)), callback=self.step)
        self.steps = 0

    def step(self, x):
        self.steps += 1


def test_a_callback_does_not_keep_its_solver():
    owner = Owner()
    owner.solver(np.ones(50))
    assert owner.steps > 0
    weak = weakref.ref(owner)
    del owner
    gc.collect()
    assert weak() is None
