# SPDX-License-Identifier: Apache-2.0
"""Every plan with every format: after values or entries changed it follows, or it refuses."""

import araios
import numpy as np
import pytest
from scipy import sparse

FORMATS = ("csr", "csc", "coo", "ell", "hyb", "sell", "jds", "dia", "dia_csr", "bsr", "dok", "dcsr", "packet")
X = np.diag(np.arange(1.0, 9)) + np.eye(8, k=2) * 3
x = np.arange(1.0, 9)


def borrowed(kind):
    def make():
        S = kind(X)
        A = araios.Matrix(S)
        assert A.borrows
        return A, S

    return make


def own(format):
    def make():
        return araios.Matrix(X).to_format(format, block_size=2 if format == "bsr" else 0, slots_per_entry=-1.0), None

    return make


MATRICES = {format: own(format) for format in FORMATS}
MATRICES |= {
    f"SciPy's {kind.__name__}": borrowed(kind) for kind in (sparse.csr_array, sparse.csc_array, sparse.coo_array)
}


def write_values(A, S):
    """New values in the arrays that A shows, or that it borrows."""
    if S is not None:
        S.data[:] *= 2.0
    elif A.format in ("csr", "csc", "coo"):
        A.data[:] *= 2.0
    else:
        return False
    return True


def set_value(A, S):
    A[0, 0] = 50.0


def set_entry(A, S):
    A[0, 7] = 50.0


def set_row(A, S):
    A[3] = np.arange(8.0)


def remove_entries(A, S):
    A[0, 0] = 0.0
    A.eliminate_zeros()


CHANGES = {f.__name__: f for f in (write_values, set_value, set_entry, set_row, remove_entries)}
cases = pytest.mark.parametrize("change", CHANGES)
matrices = pytest.mark.parametrize("name", MATRICES)


def changed(name, change):
    A, S = MATRICES[name]()
    return A, S, lambda: CHANGES[change](A, S)


@matrices
@cases
@pytest.mark.parametrize("op", "NTH")
@pytest.mark.parametrize("method", ["automatic", "rows", "merge"])
def test_spmv_plan(name, change, op, method):
    A, S, f = changed(name, change)
    plan = araios.SpmvPlan(A, op=op, method=method)
    np.testing.assert_array_equal(plan(x), (X if op == "N" else X.T) @ x)
    if f() is False:
        pytest.skip("the format shows no array of values")
    plan.update()
    Y = A.toarray()
    assert not np.array_equal(X, Y)
    np.testing.assert_array_equal(plan(x), (Y if op == "N" else Y.T) @ x)
    np.testing.assert_array_equal(plan @ x, (Y if op == "N" else Y.T) @ x)
    f()
    plan.update()
    Y = A.toarray()
    np.testing.assert_array_equal(plan(x), (Y if op == "N" else Y.T) @ x)


@pytest.mark.parametrize("op", "NTH")
def test_spmv_plan_space_to_space(op):
    rng = np.random.default_rng(3)
    X = rng.integers(-4, 5, (40, 5000)) * (rng.random((40, 5000)) < 0.9)
    x = rng.integers(-4, 5, 5000 if op == "N" else 40).astype(float)
    plan = araios.SpmvPlan(araios.Matrix(X.astype(float)), op=op, determinism="space_to_space")
    assert "space to space" in plan.reason
    np.testing.assert_array_equal(plan(x), (X if op == "N" else X.T) @ x)
    with pytest.raises(ValueError, match="one method"):
        araios.SpmvPlan(araios.Matrix(np.eye(2)), method="merge", determinism="space_to_space")
    with pytest.raises(ValueError, match="determinism"):
        araios.SpmvPlan(araios.Matrix(np.eye(2)), determinism="always")


def follows_or_refuses(call, expected):
    try:
        C = call()
    except ValueError as error:
        assert "plan" in str(error) or "entries" in str(error), error
        return
    np.testing.assert_array_equal(C.toarray(), expected)


@matrices
@cases
def test_transpose_plan(name, change):
    A, S, f = changed(name, change)
    plan = araios.TransposePlan(A)
    np.testing.assert_array_equal(plan(A).toarray(), X.T)
    if f() is False:
        pytest.skip("the format shows no array of values")
    follows_or_refuses(lambda: plan(A), A.toarray().T)
    if change == "write_values":
        np.testing.assert_array_equal(plan(A).toarray(), A.toarray().T)


@matrices
@cases
@pytest.mark.parametrize("place", [0, 1])
def test_spgemm_plan(name, change, place):
    A, S, f = changed(name, change)
    B = araios.Matrix(X + np.eye(8, k=-1))
    pair = (A, B) if place == 0 else (B, A)
    plan = araios.SpgemmPlan(*pair)
    out = plan(*pair)
    np.testing.assert_array_equal(out.toarray(), pair[0].toarray() @ pair[1].toarray())
    if f() is False:
        pytest.skip("the format shows no array of values")
    expected = pair[0].toarray() @ pair[1].toarray()
    follows_or_refuses(lambda: plan(*pair), expected)
    follows_or_refuses(lambda: plan(*pair, out=out), expected)
    if change == "write_values":
        np.testing.assert_array_equal(plan(*pair, out=out).toarray(), expected)


@matrices
@cases
@pytest.mark.parametrize("place", [0, 1, 2])
def test_galerkin_plan(name, change, place):
    A, S, f = changed(name, change)
    three = [araios.Matrix(X + np.eye(8, k=-1)) for _ in range(3)]
    three[place] = A
    plan = araios.GalerkinPlan(*three)
    out = plan(*three)
    np.testing.assert_array_equal(out.toarray(), np.linalg.multi_dot([B.toarray() for B in three]))
    if f() is False:
        pytest.skip("the format shows no array of values")
    expected = np.linalg.multi_dot([B.toarray() for B in three])
    follows_or_refuses(lambda: plan(*three), expected)
    follows_or_refuses(lambda: plan(*three, out=out), expected)
    if change == "write_values":
        np.testing.assert_array_equal(plan(*three).toarray(), expected)


@matrices
def test_a_plan_with_another_matrix(name):
    """A matrix of other entries, or another shape, is refused by each plan."""
    A, _ = MATRICES[name]()
    others = [
        araios.Matrix(X + np.eye(8, k=5)),
        araios.Matrix(np.eye(8)),
        araios.Matrix(np.eye(7)),
        araios.Matrix((8, 8)),
    ]
    transpose, product, galerkin = araios.TransposePlan(A), araios.SpgemmPlan(A, A), araios.GalerkinPlan(A, A, A)
    for B in others + [araios.Matrix(B).tocsc() for B in others]:
        for call in (
            lambda B=B: transpose(B),
            lambda B=B: product(B, A),
            lambda B=B: product(A, B),
            lambda B=B: galerkin(B, A, A),
            lambda B=B: galerkin(A, B, A),
            lambda B=B: galerkin(A, A, B),
        ):
            with pytest.raises(ValueError):
                call()


@matrices
def test_a_plan_with_a_boolean_matrix(name):
    """Patterns have no values to tell matrices apart by: their entries are compared."""
    A, N = MATRICES[name]()[0].pattern(), araios.Matrix(X)
    plan = araios.SpgemmPlan(A, N)
    np.testing.assert_array_equal(plan(A, N).toarray(), (X != 0) @ X)
    for B in (araios.Boolean(np.fliplr(X) != 0), araios.Boolean(X.T != 0), araios.Boolean((8, 8))):
        with pytest.raises(ValueError):
            plan(B, N)
        with pytest.raises(ValueError):
            araios.GalerkinPlan(A, N, A)(A, N, B)


def test_a_triangle_plan_keeps_nothing():
    A = araios.Matrix(np.ones((4, 4)))
    plan = araios.TrianglePlan(A)
    A[0] = 0.0
    A.eliminate_zeros()
    assert araios.triangles(plan) == 4 and araios.triangles(araios.TrianglePlan(A)) == araios.triangles(A)


def test_a_plan_whose_owner_changed_its_arrays():
    """SciPy changed the arrays that the matrix of a plan borrows: ValueError, not a product of rubbish."""
    for kind in (sparse.csr_array, sparse.csc_array):
        S = kind(X)
        A = araios.Matrix(S)
        plans = [araios.SpmvPlan(A), araios.SpmvPlan(A, op="T")]
        S.indptr[-1] = 3
        for plan in plans:
            with pytest.raises(ValueError, match="owner changed"):
                plan.update()
            if kind is sparse.csr_array:
                with pytest.raises(ValueError, match="owner changed"):
                    plan(x)
            else:  # the plan has arrays of its own
                np.testing.assert_array_equal(plan(x), (X if plan is plans[0] else X.T) @ x)
