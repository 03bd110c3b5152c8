# SPDX-License-Identifier: Apache-2.0
"""Products with options: alpha, beta, op, semirings, masks, plans; formats and their choice."""

import gc
import math

import araios
import numpy as np
import pytest
from conftest import DTYPES, assert_same, random_scipy, scipy_matrices
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

SEMIRINGS = {
    "plus_times": (lambda a, b: a + b, lambda a, b: a * b, 0.0),
    "min_plus": (min, lambda a, b: a + b, math.inf),
    "max_plus": (max, lambda a, b: a + b, -math.inf),
    "max_times": (max, lambda a, b: a * b, -math.inf),
    "or_and": (lambda a, b: float(bool(a) or bool(b)), lambda a, b: float(bool(a) and bool(b)), 0.0),
    "plus_pair": (lambda a, b: a + b, lambda a, b: 1.0, 0.0),
}


def rows_of(S):
    return [dict(zip(S.indices[a:b].tolist(), S.data[a:b].tolist())) for a, b in zip(S.indptr, S.indptr[1:])]


def product_by_loops(S, T, semiring):
    """The entries of a product, by loops over dictionaries."""
    add, multiply, _ = SEMIRINGS[semiring]
    other = rows_of(T)
    result = {}
    for i, row in enumerate(rows_of(S)):
        for k, a in row.items():
            for j, b in other[k].items():
                p = multiply(a, b)
                result[i, j] = add(result[i, j], p) if (i, j) in result else p
    return result


@given(st.data(), st.sampled_from(list(SEMIRINGS)))
def test_spgemm_in_semirings(data, semiring):
    S = data.draw(scipy_matrices())
    T = data.draw(scipy_matrices(rows=S.shape[1]))
    C = araios.spgemm(S, T, semiring)
    expected = product_by_loops(S, T, semiring)
    rows, columns, values = C.entries()
    found = dict(zip(zip(rows.tolist(), columns.tolist()), values.tolist()))
    if semiring == "or_and":
        found = {key: bool(v) for key, v in found.items()}
        expected = {key: bool(v) for key, v in expected.items()}
    assert found == expected


@given(st.data(), st.sampled_from(["min_plus", "max_plus", "max_times"]))
def test_spmv_in_semirings(data, semiring):
    S = data.draw(scipy_matrices())
    x = np.arange(S.shape[1], dtype=float) - 3
    add, multiply, zero = SEMIRINGS[semiring]
    expected = np.full(S.shape[0], zero)
    for i, row in enumerate(rows_of(S)):
        for k, a in row.items():
            expected[i] = add(expected[i], multiply(a, x[k]))
    np.testing.assert_array_equal(araios.spmv(S, x, semiring=semiring), expected)
    X = np.stack([x, x], axis=1)
    np.testing.assert_array_equal(araios.spmv(S, X, semiring=semiring), np.stack([expected, expected], axis=1))


@given(st.data(), st.booleans())
def test_masks(data, complement):
    S = data.draw(scipy_matrices(square=True))
    M = data.draw(scipy_matrices(*S.shape))
    C = araios.spgemm(S, S, mask=M, complement=complement)
    inside = M.toarray() != 0
    expected = np.where(inside != complement, (S @ S).toarray(), 0)
    assert_same(C, expected)


@given(st.data())
def test_accumulate(data):
    S = data.draw(scipy_matrices(square=True))
    D = araios.Matrix(data.draw(scipy_matrices(*S.shape)))
    before = D.toarray()
    assert_same(araios.spgemm(S, S, accumulate=D), before + (S @ S).toarray())
    assert_same(D, before)


@given(st.data(), st.sampled_from(DTYPES))
def test_operand_ops(data, dtype):
    S = data.draw(scipy_matrices(dtype=dtype))
    assert_same(araios.spgemm(S, S, op_b="T"), S @ S.T)
    assert_same(araios.spgemm(S, S, op_a="H"), S.conj().T @ S)


@given(st.data(), st.sampled_from(DTYPES), st.sampled_from("NTH"), st.sampled_from(["automatic", "rows", "merge"]))
def test_alpha_beta_op(data, dtype, op, method):
    S = data.draw(scipy_matrices(dtype=dtype))
    T = {"N": S, "T": S.T, "H": S.conj().T}[op]
    x = np.arange(T.shape[1]).astype(dtype)
    y = np.ones(T.shape[0], dtype)
    result = araios.spmv(S, x, y, alpha=2, beta=3, op=op, method=method)
    assert result is y
    np.testing.assert_array_equal(y, 2 * (T @ x) + 3)
    y[:] = 7 if y.dtype.kind == "i" else np.nan
    np.testing.assert_array_equal(araios.spmv(S, x, y, op=op), T @ x)


def test_result_types():
    A = araios.Matrix(np.eye(2, dtype=DTYPES[0]))
    assert (A @ np.ones(2, np.float64)).dtype == np.float64
    assert (A @ np.ones(2, np.int32)).dtype == np.float64
    assert (araios.Boolean(A) @ np.ones(2)).dtype == np.float64
    if np.dtype(np.complex128) in DTYPES:
        assert (A @ np.ones(2, np.complex128)).dtype == np.complex128
        np.testing.assert_array_equal(araios.spmv(A, np.ones(2), alpha=1j), [1j, 1j])


def test_strided_vectors():
    S = random_scipy(20, 30)
    x = np.random.default_rng(0).random(60)
    np.testing.assert_allclose(araios.Matrix(S) @ x[::2], S @ x[::2])
    np.testing.assert_allclose(araios.Matrix(S) @ x[29::-1], S @ x[29::-1])


def test_boolean_times_vector():
    S = random_scipy(20, 30)
    np.testing.assert_array_equal(araios.Boolean(S) @ np.ones(30), (S != 0).sum(axis=1))


def test_sparse_vectors():
    S = random_scipy(40, 30, 0.2)
    v = np.zeros(30)
    v[[3, 17, 29]] = 1, 2, 4
    A, x = araios.Matrix(S), araios.Vector(v)
    np.testing.assert_allclose((A @ x).toarray(), S @ v)
    w = np.zeros(40)
    w[[0, 39]] = 5, 7
    np.testing.assert_allclose((araios.Vector(w) @ A).toarray(), w @ S)
    reached = araios.Boolean(S) @ araios.Vector(v != 0)
    assert reached.dtype == bool
    np.testing.assert_array_equal(reached.toarray(), (S != 0) @ (v != 0))
    with pytest.raises(ValueError):
        A @ araios.Vector(w)


@pytest.mark.parametrize("op", ["N", "T"])
def test_spmv_plan(op, dtype):
    S = random_scipy(200, 150, dtype=dtype)
    A = araios.Matrix(S)
    plan = araios.SpmvPlan(A, op)
    T = S if op == "N" else S.T
    x = np.ones(T.shape[1], dtype)
    np.testing.assert_allclose(plan @ x, T @ x, rtol=1e-4, atol=1e-5)
    y = np.ones(T.shape[0], dtype)
    np.testing.assert_allclose(plan(x, y, alpha=2, beta=1), 2 * (T @ x) + 1, rtol=1e-4, atol=1e-5)
    A.data[:] *= 2
    plan.update()
    T = S if op == "N" else S.T
    np.testing.assert_allclose(plan(x), T @ x, rtol=1e-4, atol=1e-5)
    with pytest.raises(ValueError):
        plan(np.ones(T.shape[1] + 1, dtype))
    with pytest.raises((ValueError, TypeError)):
        plan(x, np.ones(T.shape[0] + 1, dtype))
    with pytest.raises((ValueError, TypeError)):
        plan(x, np.ones(T.shape[0], np.int32))
    with pytest.raises(ValueError):
        plan(x, beta=1.0)
    with pytest.raises(ValueError):
        plan(np.ones((T.shape[1], 2), dtype))
    assert plan.shape == T.shape and plan.reason and plan.nbytes >= 0 and "SpmvPlan" in repr(plan)


def test_transpose_plan():
    A = araios.Matrix(random_scipy(30, 20))
    plan = araios.TransposePlan(A)
    for factor in (1, 2, 3):
        B = A * factor
        assert plan(B).equals(B.T)
    first = plan(A)
    second = plan(A * 2)
    assert first.equals(A.T) and second.equals(A.T * 2)
    with pytest.raises(ValueError):
        plan(araios.Matrix(random_scipy(30, 20, seed=1)))


def with_values(A, values):
    """A matrix of other values that shares the index arrays of A."""
    return araios.Matrix((values, A.indices, A.indptr), shape=A.shape)


@given(st.data())
def test_spgemm_plan(data):
    S = data.draw(scipy_matrices())
    T = data.draw(scipy_matrices(rows=S.shape[1]))
    A, B = araios.Matrix(S), araios.Matrix(T)
    plan = araios.SpgemmPlan(A, B)
    assert plan.shape == (S.shape[0], T.shape[1])
    C = plan(A, B)
    assert C.dtype == np.float64 and C.format == "csr" and C.equals(A @ B)
    for factor in (3.0, -1.0):
        assert plan(factor * A, B).equals(factor * C)
        D = plan(with_values(A, factor * A.data), B)
        assert_same(D, factor * (S @ T).toarray())
        np.testing.assert_array_equal(D.indices, C.indices)
    before = (S @ T).toarray()
    assert_same(C, before)
    A.data[:] *= 2.0
    assert plan(A, B, out=C) is C
    assert_same(C, 2.0 * before)


def test_galerkin_plan():
    A = araios.stencil(20, 20)
    S = A.to_scipy().copy()
    X = np.kron(np.eye(100), np.ones((4, 1)))
    P = araios.Matrix(X / 2)
    R = P.T
    plan = araios.GalerkinPlan(R, A, P)
    assert plan.shape == (100, 100) and plan.nbytes > 0 and repr(plan) == "<araios.GalerkinPlan of shape (100, 100)>"
    C = plan(R, A, P)
    np.testing.assert_allclose(C.toarray(), X.T @ S @ X / 4)
    values = C.data
    np.testing.assert_allclose(plan(R, with_values(A, 3.0 * A.data), P.pattern(), out=C).toarray(), 1.5 * (X.T @ S @ X))
    assert C.data.ctypes.data == values.ctypes.data
    with pytest.raises(ValueError):
        araios.GalerkinPlan(P, A, R)
    with pytest.raises(ValueError):
        araios.GalerkinPlan(R, A, A.T[:5])
    for wrong in ((R, A.copy(), P), (R, A, R), (R, A[:5], P)):
        with pytest.raises(ValueError):
            plan(*wrong)
    with pytest.raises(ValueError):
        plan(R, A, P, out=A)
    with pytest.raises(TypeError):
        plan(R, A)


def test_types_of_product_plans(dtype):
    S, T = random_scipy(30, 20, dtype=dtype), random_scipy(20, 25, dtype=dtype)
    plan = araios.SpgemmPlan(S, T)  # arrays of SciPy: the same in each call
    if np.dtype(dtype).kind == "c":
        with pytest.raises(ValueError):
            plan(S, T)
        return
    C = plan(S, T)
    assert C.dtype == dtype
    np.testing.assert_allclose(C.toarray(), (S @ T).toarray(), rtol=1e-4, atol=1e-5)
    A, B = araios.Matrix(S), araios.Matrix(T)
    for pair in ((A.pattern(), B), (A, B.pattern())):
        D = plan(*pair)
        assert D.dtype == dtype
        np.testing.assert_allclose(D.toarray(), pair[0].toarray() @ pair[1].toarray(), rtol=1e-4, atol=1e-5)
    with pytest.raises(ValueError):
        plan(A.pattern(), B.pattern())
    for other in DTYPES:
        if np.dtype(other).kind != "c":
            D = plan(A, B.astype(other, copy=False))
            assert D.dtype == np.result_type(dtype, other)
            if D.dtype != C.dtype:
                with pytest.raises(ValueError, match="type"):
                    plan(A, B.astype(other), out=C)


def test_results_of_product_plans():
    A, B = araios.Matrix(random_scipy(30, 20)), araios.Matrix(random_scipy(20, 25))
    plan, other = araios.SpgemmPlan(A, B), araios.SpgemmPlan(A, B)
    assert plan.nbytes > 0 and repr(plan) == "<araios.SpgemmPlan of shape (30, 25)>"
    C, D = plan(A, B), other(A, B)
    for wrong in (A, A @ B, D, C.copy(), C.pattern(), C.tocoo(), C.T):
        before = wrong.toarray()
        with pytest.raises(ValueError, match="out"):
            plan(A, B, out=wrong)
        np.testing.assert_array_equal(wrong.toarray(), before)
    with pytest.raises(TypeError):
        plan(A, B, out=np.empty((30, 25)))
    with pytest.raises(ValueError, match="out"):
        araios.SpgemmPlan(A, B)(A, B, out=C)
    C[0, 0] = 5.0
    C[29, 24] = 6.0
    assert plan(A, B).equals(D)  # a result that was changed is no part of the plan
    E = plan(A, B)
    del plan, A
    gc.collect()
    assert E.equals(D)  # results outlive the plan


def test_errors_of_product_plans():
    S, T = random_scipy(30, 20), random_scipy(20, 25)
    plan = araios.SpgemmPlan(S, T)
    with pytest.raises(ValueError):
        araios.SpgemmPlan(S, S)
    for wrong in ((S.copy(), T), (S, T.copy()), (T, S), (S, sparse.csr_array((20, 25))), (np.ones((30, 20)), T)):
        with pytest.raises(ValueError):
            plan(*wrong)
    unsorted = sparse.csr_array((np.ones(2), [1, 0], [0, 2]), shape=(1, 2))
    twice = sparse.csr_array((np.ones(2), [1, 1], [0, 2, 2]), shape=(2, 2))
    for rows in (unsorted, twice):
        with pytest.raises(ValueError):
            araios.SpgemmPlan(sparse.csr_array(np.ones((3, rows.shape[0]))), rows)


@pytest.mark.parametrize("format", araios._names.FORMATS)
def test_formats(format, dtype):
    S = sparse.csr_array(araios.banded(40, 40, 2, 3, dtype).to_scipy())
    A = araios.Matrix(S).to_format(format)
    assert A.format == format
    assert_same(A, S)
    x = np.ones(40, dtype)
    np.testing.assert_allclose(A @ x, S @ x, rtol=1e-5)
    assert_same(A.tocsr(), S)
    assert A.nbytes > 0 and f"in {format.upper()}>" in repr(A)
    assert A.equals(araios.Matrix(S)) and A.T.equals(araios.Matrix(S).T)
    assert_same(araios.Matrix(A.to_scipy()), S)


@pytest.mark.parametrize("format", ["dok", "dcsr", "packet"])
@given(scipy_matrices(square=True))
def test_formats_without_an_array_for_each_row(format, S):
    A = araios.Matrix(S).to_format(format)
    x = np.arange(1.0, S.shape[1] + 1)
    assert A.format == format and A.nnz == S.nnz
    assert_same(A, S)
    np.testing.assert_array_equal(A @ x, S @ x)
    np.testing.assert_array_equal(araios.spmv(A, x, op="T"), S.T @ x)
    assert all(B.equals(araios.Matrix(S)) for B in (A.tocsr(), A.tocoo(), A.tocsc()))
    assert_same(A @ A, S @ S)
    B = araios.Boolean(S).to_format(format)
    assert type(B) is araios.Boolean and B.format == format and list(B) == list(araios.Boolean(S))


def test_formats_that_are_refused():
    A = araios.Matrix(sparse.csr_array(np.ones((3, 4))))
    assert A.to_format("dok").format == "dok" and A.to_format("dcsr").format == "dcsr"
    with pytest.raises(ValueError):
        A.to_format("packet")
    twice = araios.Matrix(sparse.csr_array((np.ones(2), [1, 1], [0, 2, 2]), shape=(2, 2)))
    with pytest.raises(ValueError):
        twice.to_format("dok")
    twice.sum_duplicates()
    assert twice.to_format("dok")[0, 1] == 2


def test_dcsr_is_small_and_dok_is_changed():
    A = araios.Matrix(([7.0], ([2], [1])), shape=(100_000, 100_000))
    assert A.tocoo().to_format("dcsr").nbytes < 100 < A.tocsr().nbytes
    B = A.to_format("dok")
    B[3, 4] = 8.0
    assert (B.nnz, B[3, 4], A[3, 4], A.nnz) == (2, 8.0, 0.0, 1)


def test_too_large_a_format():
    S = sparse.lil_array((3000, 3000))
    S[0, :] = 1
    with pytest.raises(ValueError):
        araios.Matrix(S).to_format("ell")


def test_choose_format():
    choice = araios.choose_format(araios.stencil(200, 200))
    assert choice.format in araios._names.FORMATS and len(choice.reason) > 10
    A = araios.stencil(50, 50)
    B = A.to_format(choice.format, **choice.options)
    np.testing.assert_allclose(B @ np.ones(2500), A @ np.ones(2500), atol=1e-12)
    once = araios.choose_format(araios.stencil(200, 200), expected_applications=1)
    assert once.format == "csr"
    assert choice.candidates[0].format == "csr" and choice.format in [c.format for c in choice.candidates]
    assert all(c.measured_seconds is None and len(c.reason) > 3 for c in choice.candidates)
    # A choice as it was before it had candidates.
    format, options, reason = choice[:3]
    assert format == choice.format and options == choice.options and reason == choice.reason


@pytest.mark.parametrize("op", ["N", "T"])
def test_choose_format_by_measurement(op, dtype):
    A = araios.banded(60, 60, 2, 2, dtype)
    choice = araios.choose_format(A, op=op, mode="measure", measured_applications=2)
    for c in choice.candidates:
        assert (c.measured_seconds is not None) == c.eligible and c.bytes > 0
        if c.eligible:
            assert c.measured_seconds >= 0
            assert_same(A.to_format(c.format, **c.options), A.toarray())
    best = min((c for c in choice.candidates if c.eligible), key=lambda c: c.measured_seconds)
    assert (choice.format, choice.options) == (best.format, best.options)
    repeatable = araios.choose_format(A, op=op, mode="measure", repeatable=True)
    assert all(c.repeatable for c in repeatable.candidates if c.eligible)
    least = araios.choose_format(A, op=op, mode="measure", max_bytes=1)
    assert not any(c.eligible for c in least.candidates[1:]) and least.format == "csr"


@pytest.mark.parametrize(
    "arguments",
    [
        {"mode": "guess"},
        {"mode": None},
        {"op": "X"},
        {"expected_applications": -1},
        {"max_bytes": -1},
        {"mode": "measure", "measured_applications": -1},
    ],
)
def test_choose_format_refuses(arguments):
    with pytest.raises(ValueError):
        araios.choose_format(araios.eye(3), **arguments)


def test_generators_are_what_they_say():
    n = 4
    L = araios.stencil(n, n).toarray()
    D = 2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    np.testing.assert_array_equal(L, np.kron(np.eye(n), D) + np.kron(D, np.eye(n)))
    assert_same(araios.eye(5), np.eye(5))
    assert_same(araios.diags([1, 2, 3]), np.diag([1, 2, 3]))
    assert araios.random(50, 60, 0.1).nnz == 300
    A = araios.random(50, 60, seed=1)
    assert A.equals(araios.random(50, 60, seed=1)) and not A.equals(araios.random(50, 60, seed=2))
    assert araios.rmat(5, 100).shape == (32, 32)
    assert (araios.banded(6, 6, 1, 2).toarray() != 0).sum() == 6 + 5 + 5 + 4
