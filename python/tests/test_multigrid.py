# SPDX-License-Identifier: Apache-2.0
"""Multigrid cycles on hierarchies of PyAMG and of this file, against cycles of NumPy."""

import os

import araios
import numpy as np
import pytest
import scipy.sparse.linalg as reference
from araios import linalg
from conftest import DTYPES
from scipy import sparse

FIELDS = [dtype for dtype in DTYPES if dtype.kind in "fc"]
SMALL = os.environ.get("ARAIOS_TEST_SCALE") == "small"


def laplacian(k):
    """The Laplacian of k x k points."""
    line = sparse.diags_array([-np.ones(k - 1), np.full(k, 2.0), -np.ones(k - 1)], offsets=[-1, 0, 1])
    eye = sparse.eye_array(k)
    return sparse.csr_array(sparse.kron(line, eye) + sparse.kron(eye, line))


def interpolation(k):
    """Bilinear interpolation to k x k points, k odd, from every second one of each row and column."""
    line = sparse.lil_array((k, k // 2))
    for j in range(k // 2):
        line[2 * j : 2 * j + 3, j] = np.array([0.5, 1.0, 0.5])
    return sparse.csr_array(sparse.kron(line, line))


def geometric(k, dtype=np.float64, coarsest=8):
    """(A, P, R) of the levels of the Laplacian of k x k points, where k + 1 is a power of 2."""
    A, levels = laplacian(k).astype(dtype), []
    while k > coarsest:
        P = interpolation(k).astype(dtype)
        levels.append((A, P, sparse.csr_array(P.T)))
        A, k = sparse.csr_array(P.T @ A @ P), k // 2
    return [*levels, (A, None, None)]


def slow_cycle(levels, b, omega=2 / 3, pre=1, post=1, visits=1, level=0, x=None):
    """A cycle with Jacobi's sweeps."""
    A, P, R = levels[level]
    if level + 1 == len(levels):
        return np.linalg.solve(A.toarray(), b)
    x = np.zeros_like(b) if x is None else x
    step = (omega / A.diagonal()).reshape(-1, *[1] * (b.ndim - 1))
    for _ in range(pre):
        x = x + step * (b - A @ x)
    right, correction = R @ (b - A @ x), None
    for _ in range(visits if level + 2 < len(levels) else 1):
        correction = slow_cycle(levels, right, omega, pre, post, visits, level + 1, correction)
    x = x + P @ correction
    for _ in range(post):
        x = x + step * (b - A @ x)
    return x


def iterations(A, b, M):
    """The number of iterations of CG of SciPy to 1e-8."""
    count = 0

    def callback(_):
        nonlocal count
        count += 1

    assert reference.cg(A, b, rtol=1e-8, M=M, callback=callback)[1] == 0
    return count


def relative(x, y):
    return np.linalg.norm(x - y) / np.linalg.norm(y)


@pytest.mark.parametrize("dtype", FIELDS, ids=str)
@pytest.mark.parametrize("cycle", ["V", "W"])
@pytest.mark.parametrize("pre, post", [(1, 1), (2, 1), (0, 2), (1, 0)])
def test_as_numpy(cycle, pre, post, dtype):
    levels = geometric(31, dtype)
    if np.dtype(dtype).kind == "c":  # unitary changes of the unknowns of each level
        phases = [np.exp(1j * np.arange(A.shape[0])).astype(dtype) for A, _, _ in levels]
        scaled = [sparse.diags_array(p) for p in phases]
        levels = [
            (
                sparse.csr_array(scaled[k] @ A @ scaled[k].conj()),
                None if P is None else sparse.csr_array(scaled[k] @ P @ scaled[k + 1].conj()),
                None if P is None else sparse.csr_array(scaled[k + 1] @ R @ scaled[k].conj()),
            )
            for k, (A, P, R) in enumerate(levels)
        ]
        levels = [tuple(None if M is None else M.astype(dtype) for M in level) for level in levels]
    M = linalg.multigrid(levels, cycle=cycle, smoother="jacobi", pre_sweeps=pre, post_sweeps=post, omega=0.8)
    assert M.dtype == dtype and M.num_levels == len(levels) and M.shape == levels[0][0].shape
    b = np.random.default_rng(0).standard_normal((31 * 31, 2)).astype(dtype)
    options = {"omega": 0.8, "pre": pre, "post": post, "visits": 1 + (cycle == "W")}
    tolerance = 200 * np.finfo(dtype).eps
    x = M @ b
    assert x.dtype == dtype
    assert relative(x, slow_cycle(levels, b, **options)) < tolerance
    assert relative(M.matvec(b[:, 0]), x[:, 0]) < tolerance
    again = M.cycle(b, x)
    assert relative(again, slow_cycle(levels, b, x=x, **options)) < tolerance
    np.testing.assert_array_equal(x, M.cycle(b))


@pytest.mark.parametrize("smoother", ["gauss_seidel", "jacobi", "chebyshev"])
def test_solves(smoother):
    """As many iterations on each grid, as a preconditioner of Araios and of SciPy, and by itself."""
    counts = []
    for k in (31, 63, 127):
        levels = geometric(k)
        M, b = linalg.multigrid(levels, smoother=smoother), np.ones(k * k)
        result = linalg.solve(levels[0][0], b, rtol=1e-8, M=M)
        assert result.converged
        counts.append(result.iterations)
        assert abs(iterations(levels[0][0], b, M) - result.iterations) <= 1
        x = None
        for _ in range(30):
            x = M.cycle(b, x)
        assert relative(levels[0][0] @ x, b) < 1e-8
        y, info = linalg.cg(levels[0][0], b, rtol=1e-8, M=M)
        assert info == 0
    assert max(counts) <= 15 and max(counts) - min(counts) <= 2


@pytest.mark.parametrize("k", [300, 1000])
def test_of_pyamg(k):
    """CG needs the iterations that it needs with PyAMG's own cycle, and with one of NumPy: Jacobi, one sweep each."""
    pyamg = pytest.importorskip("pyamg", reason="PyAMG is not installed: its hierarchies are not tested")
    if SMALL:
        k //= 5
    A, b = laplacian(k), np.ones(k * k)
    jacobi = "jacobi", {"iterations": 1, "omega": 2 / 3, "withrho": False}
    ml = pyamg.smoothed_aggregation_solver(A, presmoother=jacobi, postsmoother=jacobi, coarse_solver="lu")
    M = linalg.multigrid(ml, smoother="jacobi")
    result = linalg.solve(A, b, rtol=1e-8, M=M)
    assert result.converged
    assert abs(result.iterations - iterations(A, b, ml.aspreconditioner())) <= 1
    assert result.iterations <= 22
    if not SMALL:  # counted by another program: 24 on both grids
        damped = linalg.multigrid(ml, smoother="jacobi", omega=0.5)
        assert abs(linalg.solve(A, b, rtol=1e-8, M=damped).iterations - 24) <= 1
    levels = [(level.A, getattr(level, "P", None), getattr(level, "R", None)) for level in ml.levels]
    assert relative(M @ b, slow_cycle(levels, b)) < 1e-10
    assert linalg.solve(A, b, rtol=1e-8, M=linalg.multigrid(ml)).iterations < result.iterations


def test_other_hierarchies_of_pyamg():
    """Blocks that are not square, classical interpolation, complex numbers, one level."""
    pyamg = pytest.importorskip("pyamg", reason="PyAMG is not installed: its hierarchies are not tested")
    A, B = pyamg.gallery.linear_elasticity((20, 20))
    ml = pyamg.smoothed_aggregation_solver(A, B=B, max_coarse=20)
    assert {level.P.blocksize for level in ml.levels[:-1]} != {(1, 1)}
    b = np.random.default_rng(1).standard_normal(A.shape[0])
    levels = [(level.A, getattr(level, "P", None), getattr(level, "R", None)) for level in ml.levels]
    M = linalg.multigrid(ml, smoother="jacobi", omega=0.4)
    assert relative(M @ b, slow_cycle(levels, b, omega=0.4)) < 1e-10
    assert linalg.solve(A, b, rtol=1e-8, M=linalg.multigrid(ml)).iterations < 60
    ml = pyamg.ruge_stuben_solver(laplacian(40))
    assert linalg.solve(laplacian(40), np.ones(1600), rtol=1e-8, M=linalg.multigrid(ml)).iterations < 15
    ml = pyamg.smoothed_aggregation_solver(laplacian(3))
    assert len(ml.levels) == 1
    np.testing.assert_allclose(linalg.multigrid(ml) @ (laplacian(3) @ np.arange(9.0)), np.arange(9.0), atol=1e-12)


def test_operands():
    levels = geometric(15, coarsest=4)
    b = np.random.default_rng(2).standard_normal(225)
    expected = slow_cycle(levels, b)

    class Level:
        def __init__(self, A, P, R):
            self.A = A
            if P is not None:  # as in PyAMG, where the last level has none
                self.P, self.R = P, R

    class Solver:
        levels = [Level(*level) for level in geometric(15, coarsest=4)]

    def each(f):
        return [tuple(None if A is None else f(A) for A in level) for level in levels]

    def with_int64(A):
        return sparse.csr_array((A.data, A.indices.astype(np.int64), A.indptr.astype(np.int64)), A.shape)

    hierarchies = {
        "object": Solver(),
        "tuples": tuple(levels),
        "without None": [*levels[:-1], (levels[-1][0],)],
        "Matrix": each(araios.Matrix),
        "csc": each(lambda A: A.tocsc()),
        "coo": each(lambda A: A.tocoo()),
        "bsr": each(lambda A: A.tobsr(blocksize=(1, 1))),
        "araios coo": each(lambda A: araios.Matrix(A).tocoo()),
        "int64": each(with_int64),
        "dense": each(lambda A: A.toarray()),
    }
    for name, ml in hierarchies.items():
        M = linalg.multigrid(ml, smoother="jacobi")
        assert relative(M @ b, expected) < 1e-12, name
    one = linalg.multigrid([(levels[0][0],)])
    assert relative(levels[0][0] @ (one @ b), b) < 1e-12
    # R that is no transpose of P: injection.
    A, P, _ = levels[0]
    R = sparse.csr_array((P == 1).astype(float).T)
    injecting = [(A, P, R), (sparse.csr_array(R @ A @ P), None, None)]
    assert relative(linalg.multigrid(injecting, smoother="jacobi") @ b, slow_cycle(injecting, b)) < 1e-12
    x, info = linalg.gmres(A, b, rtol=1e-10, M=linalg.multigrid(injecting))
    assert info == 0 and relative(A @ x, b) < 1e-9
    with pytest.raises(ValueError, match="wider|mismatch"):
        one @ b[:-1]


@pytest.mark.parametrize(
    "error, words, change",
    [
        (ValueError, r"level 0: P has shape \(225, 48\); it must be \(225, 49\)", lambda h: (0, "P", h[0][1][:, :-1])),
        (ValueError, r"level 1: R has shape \(9, 48\); it must be \(9, 49\)", lambda h: (1, "R", h[1][2][:, :-1])),
        (ValueError, r"level 1: A has shape \(49, 48\)", lambda h: (1, "A", h[1][0][:, :-1])),
        (ValueError, "level 1: P is missing", lambda h: (1, "P", None)),
        (ValueError, "level 0: A is missing", lambda h: (0, "A", None)),
        (TypeError, "level 1: P", lambda h: (1, "P", "P")),
        (ValueError, "level 1: .*row 0", lambda h: (1, "A", h[1][0] - sparse.diags_array(h[1][0].diagonal()))),
        (ValueError, "level 2: .*singular", lambda h: (2, "A", 0 * h[2][0])),
    ],
)
def test_refused(error, words, change):
    levels = [list(level) for level in geometric(15, coarsest=4)]
    level, name, part = change(levels)
    levels[level]["APR".index(name)] = part
    with pytest.raises(error, match=words):
        linalg.multigrid(levels)


@pytest.mark.parametrize(
    "error, words, make",
    [
        (TypeError, "hierarchy", lambda h: linalg.multigrid(h[0][0])),
        (TypeError, "hierarchy", lambda h: linalg.multigrid([])),
        (ValueError, "level 1 has 2 matrices", lambda h: linalg.multigrid([h[0], h[1][:2], h[2]])),
        (ValueError, "cycle", lambda h: linalg.multigrid(h, cycle="F")),
        (ValueError, "smoother", lambda h: linalg.multigrid(h, smoother="ssor")),
        (ValueError, "omega", lambda h: linalg.multigrid(h, omega=2)),
        (ValueError, "pre_sweeps", lambda h: linalg.multigrid(h, pre_sweeps=-1)),
        (ValueError, "post_sweeps", lambda h: linalg.multigrid(h, post_sweeps=65)),
        (ValueError, "degree", lambda h: linalg.multigrid(h, degree=0)),
        (ValueError, "ratio", lambda h: linalg.multigrid(h, ratio=1)),
        (ValueError, "level 0.*1024", lambda h: linalg.multigrid([(laplacian(40),)])),
        (ValueError, "bicgstab", lambda h: linalg.bicg(h[0][0], np.ones(225), M=linalg.multigrid(h))),
    ],
)
def test_wrong_arguments(error, words, make):
    with pytest.raises(error, match=words):
        make(geometric(15, coarsest=4))


@pytest.mark.parametrize("smoother", ["gauss_seidel", "jacobi", "chebyshev"])
def test_update(smoother):
    levels = geometric(15, coarsest=4)
    A, b = levels[0][0], np.random.default_rng(3).standard_normal(225)
    M = linalg.multigrid(levels, smoother=smoother)
    solver = linalg.Solver(A, M=M, rtol=1e-10)
    before, count = M @ b, solver(b).iterations
    scaled = [(4 * A, P, R) for A, P, R in levels]
    M.update(scaled)
    np.testing.assert_array_equal(M @ b, before / 4)
    solver.update(4 * A)
    result = solver(b)
    assert result.iterations == count and relative(4 * A @ result.x, b) < 1e-9
    for other in (
        [*levels[:-1], (levels[-1][0] + sparse.csr_array(np.eye(9)[::-1] * 1e-3), None, None)],
        [(sparse.csr_array(A + sparse.eye_array(225, k=5)), *levels[0][1:]), *levels[1:]],
    ):
        with pytest.raises(ValueError, match="level .: A has"):
            M.update(other)
    with pytest.raises(ValueError, match="2 levels"):
        M.update([levels[0], levels[1][:1]])
    np.testing.assert_array_equal(M @ b, before / 4)
    with pytest.raises(ValueError, match="level 0"):
        M.update([(0 * A, P, R) for A, P, R in levels])
    with pytest.raises(ValueError, match="last update"):
        M @ b
    with pytest.raises(ValueError, match="last update"):
        solver(b)
    M.update(scaled)
    np.testing.assert_array_equal(M @ b, before / 4)
    assert solver(b).iterations == count


def test_on_gpu(cupy):
    levels = geometric(63)
    A, b = levels[0][0], np.random.default_rng(4).standard_normal(63 * 63)
    M = linalg.multigrid(levels, smoother="jacobi", device="cuda")
    assert M.device == "cuda"
    expected = slow_cycle(levels, b)
    assert relative((M @ cupy.asarray(b)).get(), expected) < 1e-12
    both = cupy.asarray(np.stack([b, 2 * b], axis=1))
    assert relative((M @ both).get()[:, 1], 2 * expected) < 1e-12
    assert relative(M.cycle(cupy.asarray(b), M @ cupy.asarray(b)).get(), slow_cycle(levels, b, x=expected)) < 1e-12
    for smoother in ("gauss_seidel", "jacobi", "chebyshev"):
        M = linalg.multigrid(levels, smoother=smoother, device="cuda")
        solver = linalg.Solver(araios.Matrix(A).to("cuda"), M=M, rtol=1e-8)
        result = solver(cupy.asarray(b))
        assert result.converged and result.iterations <= 15
        # The iterations were captured with the values before.
        M.update([(4 * A, P, R) for A, P, R in levels])
        solver.update(araios.Matrix(4 * A).to("cuda"))
        again = solver(cupy.asarray(b))
        assert again.converged and again.iterations == result.iterations
        assert relative(4 * again.x.get(), result.x.get()) < 1e-6
    with pytest.raises(TypeError, match="memory"):
        M @ b
