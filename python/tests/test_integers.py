# SPDX-License-Identifier: Apache-2.0
"""Values of int64: exact beyond 2^53, wrapping as NumPy's, in every function. test_types.py has the result types."""

import copy
import io
import operator
import pickle

import araios
import numpy as np
import pytest
from conftest import HAS_INTEGERS, assert_same
from scipy import sparse

pytestmark = pytest.mark.skipif(not HAS_INTEGERS, reason="the library has no int64")

FORMATS = ("csr", "csc", "coo", "ell", "hyb", "sell", "jds", "dia", "dia_csr", "bsr", "dok", "dcsr")
ODD, GREATEST, LEAST = 2**53 + 1, 2**63 - 1, -(2**63)
X = np.array([[ODD, 0, -3], [0, GREATEST, 5], [LEAST, 0, 0]])


def matrices(dense=X):
    for format in FORMATS:
        yield araios.Matrix(dense).to_format(format, slots_per_entry=-1.0, block_size=int(format == "bsr"))
    yield araios.Matrix(sparse.csr_array(dense))


def same(result, expected):
    assert result.dtype == np.asarray(expected).dtype == np.int64
    np.testing.assert_array_equal(result.toarray() if hasattr(result, "toarray") else result, expected)


def test_all_formats_hold_all_integers():
    ones = np.ones(3, np.int64)
    with np.errstate(over="ignore"):
        for A in matrices():
            same(A, X)
            same(A.T, X.T)
            same(A @ ones, X @ ones)
            same(ones @ A, ones @ X)
            same(A @ X, X @ X)
            same(A @ A, X @ X)
            same(A + A, X + X)
            same(A - 3 * A, X - 3 * X)
            same(A * A, X * X)
            same(-A, -X)
            same(abs(A), np.abs(X))
            same(A**2, X * X)
            same(A * ODD, X * ODD)
            same(A * GREATEST, X * GREATEST)
            same(A.sum(), X.sum())
            same(A.sum(axis=0), X.sum(axis=0))
            same(A.sum(axis=1), X.sum(axis=1))
            same(A.diagonal(), X.diagonal())
            same(A.trace(), X.trace())
            same(araios.kron(A, A), np.kron(X, X))
            same(A.max(), X.max())
            same(A.min(axis=1), X.min(axis=1))
            same(A.maximum(-A), np.maximum(X, -X))
            same(A[0:2, 0:3], X[0:2])
            same(A[[2, 0]], X[[2, 0]])
            same(A[[0, 1], [0, 1]], X[[0, 1], [0, 1]])
            same(araios.hstack([A, A]), np.hstack([X, X]))
            same(araios.vstack([A, A]), np.vstack([X, X]))
            for B in (pickle.loads(pickle.dumps(A)), copy.deepcopy(A), araios.Matrix(A.to_scipy()), A.to("cpu")):
                same(B, X)
            for i in range(3):
                for j in range(3):
                    assert type(A[i, j]) is np.int64 and A[i, j] == X[i, j]
            assert A.argmax() == X.argmax() and A.argmin() == X.argmin()
            assert A.equals(araios.Matrix(X)) and "int64" in repr(A)
            assert (A > ODD - 1).nnz == 2 and (A == GREATEST).nnz == 1 and A.select(">", ODD - 1).nnz == 2
            assert A.select("<", -2.5).nnz == 2 and A.select("!=", 0.5).nnz == A.nnz


@pytest.mark.parametrize("value", [ODD, -ODD, GREATEST, LEAST, np.int64(ODD), np.uint64(7), 2.0, np.float32(3), True])
def test_elements_are_set_exactly(value):
    for A in matrices():
        A[0, 1] = value
        A[1] = [0, value, 0]
        A[[2], [1]] = value
        assert A.dtype == np.int64 and [int(A[i, 1]) for i in range(3)] == 3 * [int(value)]
    x = araios.Vector(X[0])
    x[1], x[2:3] = value, value
    assert x.dtype == np.int64 and x.toarray().tolist() == [ODD, int(value), int(value)]
    assert type(x[0]) is np.int64 and x[0] == ODD


@pytest.mark.parametrize("value", [1.5, np.float64(1.5), np.nan, np.inf, 2.0**63, 1j, np.uint64(2**63)])
def test_what_is_no_integer_is_not_assigned(value):
    A, x = araios.Matrix(X), araios.Vector(X[0])
    for target, key in ((A, (0, 0)), (A, 0), (A, ([0], [0])), (x, 0), (x, slice(0, 2)), (x, [0])):
        with pytest.raises(TypeError):
            target[key] = value
    with pytest.raises(TypeError):
        A.setdiag([value, 0])
    same(A, X)
    same(x, X[0])


def test_numbers_of_python_fit_or_overflow():
    A, B, x = araios.Matrix(X), araios.Boolean(X), araios.Vector(X[0])
    for large in (2**63, -(2**63) - 1, 2**70):
        for call in (
            lambda: A * large,
            lambda: B * large,
            lambda: large * x,
            lambda: araios.spmv(A, np.ones(3, int), alpha=large),
            lambda: A.__setitem__((0, 0), large),
        ):
            with pytest.raises(OverflowError, match=str(large)):
                pytest.fail(f"gave {call()!r}")
    assert (A / 2).dtype == (A * 0.5).dtype == A.mean(axis=0).dtype == A.sqrt().dtype == np.float64
    assert A.mean() == pytest.approx(X.mean())


def test_unsigned_integers():
    U = np.array([[2**63 - 1, 0], [1, 2]], np.uint64)
    for make in (araios.Matrix, lambda u: araios.Matrix(sparse.csr_array(u)), lambda u: araios.Vector(u[0])):
        assert make(U).dtype == np.int64
        with pytest.raises(TypeError, match=str(2**63 + 5)):
            make(np.where(U == 2**63 - 1, np.uint64(2**63 + 5), U))
    A = araios.Matrix(np.eye(2, dtype=int))
    small = sparse.csr_array(np.array([[3, 0], [0, 1]], np.uint64))
    assert (A + small).dtype == (A @ small.toarray()).dtype == (A * np.uint64(2)).dtype == np.float64


@pytest.mark.parametrize("other", [0.5, np.float64(2), np.array([[0.5, 1, 1]] * 3), 1j])
def test_in_place_into_integers(other):
    A, x = araios.Matrix(X), araios.Vector(X[0])
    for f in (operator.imul, operator.itruediv):
        for target in (A, x):
            if np.ndim(other) and target is x:
                continue
            with pytest.raises((TypeError, NotImplementedError)):  # without complex128 the product is not made
                f(target, other)
    same(A, X)
    with pytest.raises(TypeError):
        A += araios.eye(3)
    with pytest.raises((TypeError, NotImplementedError)):
        A += 0.5
    with np.errstate(over="ignore"):
        A *= 3
    same(A, 3 * X)


def test_alpha_beta_and_y():
    A, v = araios.Matrix(X), np.array([1, 2, -1])
    with np.errstate(over="ignore"):
        for alpha, beta in ((ODD, GREATEST), (1.0, 1.0), (np.int32(2), 0.0), (-3, LEAST), (True, 2)):
            y = np.array([5, ODD, 7])
            expected = np.int64(alpha) * (X @ v) + np.int64(beta) * y
            same(araios.spmv(A, v, y, alpha=alpha, beta=beta), expected)
            y = np.array([5, ODD, 7])
            if not isinstance(alpha, np.generic):
                same(araios.SpmvPlan(A)(v, y, alpha=alpha, beta=beta), expected)
        Y = np.array([[1, 2], [3, 4], [5, 6]])
        same(araios.spmv(A, np.c_[v, v], Y.copy(), alpha=ODD, beta=2), ODD * (X @ np.c_[v, v]) + 2 * Y)
    for call in (
        lambda: araios.spmv(A, v, np.zeros(3, int), alpha=0.5),
        lambda: araios.spmv(A, v * 0.5, np.zeros(3, int)),
        lambda: araios.spmv(A, v, np.zeros(3, np.float32)),
        lambda: araios.SpmvPlan(A)(v, alpha=0.5),
        lambda: araios.SpmvPlan(A)(v * 0.5),
    ):
        with pytest.raises(TypeError):
            pytest.fail(f"gave {call()!r}")


def test_products_and_semirings():
    road = np.array([[0, 3, 0], [0, 0, ODD], [9, 0, 0]])
    A = araios.Matrix(road)
    same(araios.spgemm(A, A, "min_plus"), np.array([[0, 0, ODD + 3], [ODD + 9, 0, 0], [0, 12, 0]]))
    same(araios.spgemm(A, A, "max_times"), np.array([[0, 0, 3 * ODD], [9 * ODD, 0, 0], [0, 27, 0]]))
    same(araios.spgemm(A, A, accumulate=A), road @ road + road)
    same(araios.spgemm(A, A, mask=A), np.where(road != 0, road @ road, 0))
    x = np.array([1, ODD, 2])
    same(araios.spmv(A, x, semiring="min_plus"), np.array([ODD + 3, ODD + 2, 10]))
    same(A @ araios.Vector(x), road @ x)
    plan = araios.SpgemmPlan(A, A)
    C = plan(A, A)
    same(C, road @ road)
    assert plan(A, A, out=C) is C
    B = araios.Boolean(road)
    same(A @ B, road @ (road != 0))
    same(B @ A, (road != 0) @ road)
    same(B @ x, (road != 0) @ x)
    same(A + B, road + (road != 0))
    assert (B @ B).dtype == bool and B.sum().dtype == np.int64
    same(araios.TransposePlan(A)(A), road.T)
    same(araios.GalerkinPlan(A, A, A)(A, A, A), road @ road @ road)


def test_reductions_of_nothing():
    A = araios.Matrix((2, 3), dtype=int)
    assert A.dtype == np.int64 and A.reduce("min") == GREATEST and A.reduce("max") == LEAST and A.reduce() == 0
    assert A.reduce("min", 1).tolist() == [GREATEST] * 2 and A.reduce("max", 0).tolist() == [LEAST] * 3
    A[0, 0] = ODD
    assert A.reduce("or") == 1 and A.reduce("min", 1, sparse=True).data.tolist() == [ODD]
    wide = araios.Matrix(([ODD, 1], ([0, 10**12], [0, 0])), shape=(2 * 10**12, 3))
    assert wide.sum() == ODD + 1 and wide.sum(axis=0).tolist() == [ODD + 1, 0, 0] and wide[0, 0] == ODD


def test_casts():
    F = np.array([[1.9, -1.9, 0.5], [2.0**53, 0, -(2.0**63)]])
    for A in matrices(F):
        same(A.astype(np.int64), F.astype(np.int64))
        assert A.astype(np.int32).format == A.format
    with pytest.warns(RuntimeWarning, match="cast"):
        araios.Matrix([[np.nan]]).astype(int)
    for A in matrices():
        assert_same(A.astype(np.float64), X.astype(np.float64))
        assert_same(A.astype(bool), X != 0)
        assert_same(A.pattern(), X != 0)
    assert_same(araios.Boolean(X).astype(int), (X != 0).astype(int))
    with pytest.raises(TypeError, match="safe"):
        araios.Matrix(F).astype(int, casting="safe")


def test_generated_and_read():
    makers = [lambda t: araios.eye(3, dtype=t), lambda t: araios.eye(2, 3, k=1, dtype=t)]
    makers += [lambda t: araios.random(9, 9, nnz=20, dtype=t), lambda t: araios.stencil(3, dtype=t)]
    makers += [lambda t: araios.banded(5, 5, 1, 1, dtype=t), lambda t: araios.rmat(4, 30, dtype=t)]
    makers += [lambda t: araios.diags([[1, 2, 3]], dtype=t), lambda t: araios.identity(3, dtype=t)]
    makers += [lambda t: araios.random_array((9, 9), density=0.3, dtype=t, rng=1)]
    for make in makers:
        A = make(np.int64)
        assert A.dtype == np.int64 and A.nnz > 0 and A.toarray().any()
    small = araios.random_array((9, 9), density=0.9, dtype=np.int8, rng=1).data
    assert small.min() >= -128 and small.max() < 128 and len(np.unique(small)) > 20
    assert araios.diags([1, 2]).dtype == araios.block_diag([[[1]], [[2]]]).dtype == np.int64
    text = b"%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 9007199254740993\n2 1 -1\n"
    A = araios.mmread(io.BytesIO(text))
    same(A, np.array([[ODD, 0], [-1, 0]]))
    edges = araios.read_edge_list(io.BytesIO(b"0 1 9007199254740993\n1 0 2\n"), columns="weighted", dtype=int)
    same(edges, np.array([[0, ODD], [2, 0]]))


def test_graphs_of_integers():
    G = np.array([[0, 7, ODD], [7, 0, 1], [ODD, 1, 0]])
    A = araios.Matrix(G)
    assert araios.triangles(A) == 1 and araios.bfs(A, 0).tolist() == [0, 1, 1]
    assert araios.closure(A).nnz == 9 and araios.ktruss(A, 3).nnz == 6
    assert araios.vertex_triangles(A).tolist() == [1, 1, 1]


def test_vectors():
    x, y = araios.Vector(X[0]), araios.Vector(X[1])
    with np.errstate(over="ignore"):
        for op in (operator.add, operator.sub, operator.mul):
            same(op(x, y), op(X[0], X[1]))
        assert x @ y == X[0] @ X[1] and x.sum() == X[0].sum() and x.reduce("max") == ODD and x.min() == -3
        same(x * GREATEST, X[0] * GREATEST)
    same(-x, -X[0])
    same(abs(x), np.abs(X[0]))
    assert (x / 2).dtype == x.mean().dtype == (x * 0.5).dtype == (x + araios.Vector([0.5, 0, 0])).dtype == np.float64
    assert pickle.loads(pickle.dumps(x)).equals(x) and x.astype(float).dtype == np.float64
    assert araios.Vector(5, dtype=int).dtype == np.int64 and x.to_scipy().dtype == np.int64


def test_lists_of_integers_that_numpy_rounds():
    """[2**63 + 1, 1] is an array of float64 in NumPy: with a type of integers its elements stay what they are."""
    large = [2**63 + 1, 1]
    for make in (
        lambda: araios.Matrix([large], dtype=np.uint64),
        lambda: araios.Matrix((large, ([0, 1], [0, 1])), dtype=np.uint64),
        lambda: araios.Matrix((large, [0, 1], [0, 2]), dtype=np.uint64),
        lambda: araios.Vector(large, dtype=np.uint64),
        lambda: araios.Vector((large, [0, 1]), dtype=np.uint64),
    ):
        with pytest.raises(TypeError, match="9223372036854775809 is not a value"):
            make()
