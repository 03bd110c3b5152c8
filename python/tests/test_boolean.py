# SPDX-License-Identifier: Apache-2.0
"""The class of Boolean matrices against arrays of NumPy."""

import araios
import numpy as np
import pytest
from conftest import assert_same, scipy_matrices
from hypothesis import given
from hypothesis import strategies as st


def pair(data, square=False):
    S = data.draw(scipy_matrices(square=square)) != 0
    T = data.draw(scipy_matrices(*S.shape)) != 0
    return araios.Boolean(S), araios.Boolean(T), S.toarray(), T.toarray()


@given(st.data())
def test_operators(data):
    A, B, X, Y = pair(data)
    for result, expected in (
        (A | B, X | Y),
        (A & B, X & Y),
        (A ^ B, X ^ Y),
        (A - B, X & ~Y),
        (A + B, X | Y),
        (A * B, X & Y),
        (A.T, X.T),
    ):
        assert type(result) is araios.Boolean
        assert_same(result, expected)
    assert_same(A | araios.Matrix(B, dtype=float), X | Y)
    assert_same(A | B.to_scipy(), X | Y)


@given(st.data())
def test_products(data):
    A, B, X, Y = pair(data, square=True)
    product = (X.astype(int) @ Y.astype(int)) > 0
    assert_same(A @ B, product)
    assert_same(A.times(B).value(), product)
    assert_same(A.mxm(B, mask=A), product & X)
    assert_same(A.mxm(B, mask=A, complement=True), product & ~X)
    assert_same(A.mxm(B, accumulate=A), product | X)
    C = A.copy()
    C |= A.times(B)
    assert_same(C, product | X)
    D = B.copy()
    D |= D.times(D)
    assert_same(D, Y | ((Y.astype(int) @ Y.astype(int)) > 0))
    E = B.copy()
    E |= A @ B
    assert_same(E, Y | product)
    E &= A
    assert_same(E, (Y | product) & X)


@given(st.data())
def test_reductions_and_iteration(data):
    A, _, X, _ = pair(data)
    assert A.sum() == X.sum() and A.nnz == X.sum() and A.any() == X.any()
    for axis in (0, 1):
        np.testing.assert_array_equal(A.sum(axis=axis), X.sum(axis=axis))
        np.testing.assert_array_equal(A.any(axis=axis).toarray(), X.any(axis=axis))
    assert list(A) == [tuple(p) for p in np.argwhere(X).tolist()]
    assert all(p in A for p in A)
    assert araios.kron(A, A).nnz == X.sum() ** 2


@given(st.data())
def test_equality_and_slices(data):
    A, B, X, Y = pair(data)
    assert A.equals(B) == np.array_equal(X, Y)
    assert A.equals(araios.Boolean(X))
    assert_same(A[1:, :3], X[1:, :3])
    assert A[0:0].nnz == 0


def test_assignment():
    A = araios.Boolean((3, 3))
    A[0, 1] = True
    A[2, 2] = True
    A[0, 1] = True
    assert list(A) == [(0, 1), (2, 2)] and A.nnz == 2
    A[0, 1] = False
    A[1, 1] = False
    assert list(A) == [(2, 2)] and (2, 2) in A and (0, 1) not in A


def test_closure_by_products():
    n = 40
    T = araios.Boolean((np.ones(n - 1, bool), (np.arange(n - 1), np.arange(1, n))), shape=(n, n))
    edges = T.copy()
    total = -1
    while total != T.nnz:
        total = T.nnz
        T |= T.times(T)
    assert T.nnz == n * (n - 1) // 2
    assert T.equals(araios.closure(edges))


def test_graphviz():
    A = araios.Boolean(([True, True], ([0, 1], [1, 0])), shape=(2, 2))
    assert A.to_graphviz(base=1).count("->") == 2
    text = araios.graphviz({"a": A, "b": A}, "roads", colours={"b": "red"})
    assert text.startswith("digraph roads {") and text.count('color="red"') == 2 and text.endswith("}")
    with pytest.raises(ValueError):
        araios.graphviz({"a": A, "b": araios.Boolean((3, 3))})


def test_spy():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    A = araios.Boolean(([True, True], ([0, 1], [1, 2])), shape=(4, 3))
    assert A.spy(axes) is axes
    (line,) = axes.lines
    assert sorted(zip(line.get_ydata(), line.get_xdata())) == [(0, 1), (1, 2)]
    pyplot.close(figure)
    figure, axes = pyplot.subplots()
    araios.spy(araios.stencil(300, 300), axes, pixels=50)
    assert axes.images[0].get_array().shape == (50, 50)
    pyplot.close(figure)


@pytest.mark.parametrize(
    "f, error",
    [
        (lambda A: A | A.T, ValueError),
        (lambda A: A & 3, TypeError),
        (lambda A: A @ A, ValueError),
        (lambda A: -A, NotImplementedError),
        (lambda A: A.times(A), ValueError),
        (lambda A: A.any(axis=3), ValueError),
        (lambda A: A.select(">", 0), Exception),
    ],
)
def test_errors(f, error):
    with pytest.raises(error):
        f(araios.Boolean((3, 4)))


def test_nothing_minus_a_boolean_has_the_type_of_both():
    B = araios.Boolean([[True, False]])
    for zero in (np.float64(0), 0.0):
        assert (zero - B).dtype == (B - zero).dtype
        assert_same(zero - B, [[-1.0, 0]])
