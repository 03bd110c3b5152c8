# SPDX-License-Identifier: Apache-2.0
"""Operators against SciPy. Values are integers, so that sums are exact in every order."""

import araios
import numpy as np
import pytest
from conftest import DTYPES, assert_same, random_scipy, scipy_matrices
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

dtypes = st.sampled_from(DTYPES)


@given(st.data(), dtypes)
def test_spmv_and_spmm(data, dtype):
    S = data.draw(scipy_matrices(dtype=dtype))
    A = araios.Matrix(S)
    x = np.arange(S.shape[1]).astype(dtype)
    X = np.arange(3 * S.shape[1]).reshape(-1, 3).astype(dtype)
    np.testing.assert_array_equal(A @ x, S @ x)
    np.testing.assert_array_equal(A @ X, S @ X)
    np.testing.assert_array_equal(A @ np.asfortranarray(X), S @ X)
    np.testing.assert_array_equal(A @ X[:, ::2], S @ X[:, ::2])
    np.testing.assert_array_equal(A.dot(x), S @ x)
    z = np.arange(S.shape[0]).astype(dtype)
    np.testing.assert_array_equal(z @ A, z @ S)
    np.testing.assert_array_equal(np.stack([z, z]) @ A, np.stack([z, z]) @ S)


@given(st.data(), dtypes)
def test_products(data, dtype):
    S = data.draw(scipy_matrices(dtype=dtype))
    T = data.draw(scipy_matrices(rows=S.shape[1], dtype=dtype))
    A, B = araios.Matrix(S), araios.Matrix(T)
    assert_same(A @ B, S @ T)
    assert_same(A @ T, S @ T)
    assert (A @ B).dtype == dtype


@given(st.data(), dtypes, dtypes)
def test_elementwise(data, dtype, other_dtype):
    S = data.draw(scipy_matrices(dtype=dtype))
    T = data.draw(scipy_matrices(*S.shape, dtype=other_dtype))
    A, B = araios.Matrix(S), araios.Matrix(T)
    for result, expected in ((A + B, S + T), (A - B, S - T), (A * B, S * T), (A + T, S + T), (A.multiply(T), S * T)):
        assert_same(result, expected)
        assert result.dtype == np.result_type(dtype, other_dtype)


@given(scipy_matrices(), st.integers(-3, 3).filter(bool))
def test_scalars(S, s):
    A = araios.Matrix(S)
    assert_same(A * s, S * s)
    assert_same(s * A, s * S)
    assert_same(A / s, S / s)
    assert_same(-A, -S)
    assert_same(abs(A), abs(S))
    assert_same(A.power(2), S.power(2))
    assert_same(A + 0, S)
    assert_same(A * np.float64(s), S * s)


def test_scalars_keep_the_type(dtype):
    A = araios.Matrix(np.array([[1, 2]], dtype))
    quotient = np.float64 if dtype.kind == "i" else dtype
    assert (2 * A).dtype == dtype and (A / 2).dtype == quotient and (-A).dtype == dtype


@given(scipy_matrices(), st.data())
def test_dense_factors(S, data):
    A = araios.Matrix(S)
    m, n = S.shape
    for shape in ((n,), (1, n), (m, 1), (m, n)):
        d = np.arange(1, 1 + int(np.prod(shape))).reshape(shape)
        assert_same(A.multiply(d), S.toarray() * d)
        assert_same(A * d, S.toarray() * d)
    d = np.ones((m, n))
    np.testing.assert_array_equal(A + d, S + d)
    np.testing.assert_array_equal(d - A, d - S.toarray())


@given(st.data(), dtypes)
def test_transpose(data, dtype):
    S = data.draw(scipy_matrices(dtype=dtype))
    for format in ("csr", "csc", "coo"):
        A = araios.Matrix(S.asformat(format))
        assert_same(A.T, S.T)
        assert_same(A.H, S.conj().T)
        assert_same(A.transpose(), S.T)
    T = araios.Matrix(S).T.to_scipy("csr")
    expected = S.T.tocsr()
    for name in ("indptr", "indices", "data"):
        np.testing.assert_array_equal(getattr(T, name), getattr(expected, name))
    assert_same(araios.Matrix(S).conj(), S.conj())
    assert_same(araios.Matrix(S).real, S.real)
    assert_same(araios.Matrix(S).imag, S.imag)


@pytest.mark.parametrize("method", ["serial", "scan_trans", "merge_trans", "radix", "bucket", "fused"])
def test_methods_of_transposition(method):
    S = random_scipy(60, 40)
    assert_same(araios.transpose(S, method=method), S.T)


@given(st.data(), dtypes)
def test_sums(data, dtype):
    S = data.draw(scipy_matrices(dtype=dtype))
    A = araios.Matrix(S)
    assert A.sum() == S.sum()
    for axis in (0, 1, -1, -2):
        np.testing.assert_array_equal(A.sum(axis=axis), S.sum(axis=axis))
    assert A.sum().dtype == dtype and A.sum(axis=0).dtype == dtype
    if 0 not in S.shape:
        np.testing.assert_allclose(A.mean(axis=1), S.toarray().mean(axis=1), rtol=1e-6)


def test_reduce_over_entries_alone():
    A = araios.Matrix([[3.0, 0.0], [5.0, -1.0], [0.0, 0.0]])
    assert A.reduce("min") == -1 and A.reduce("max") == 5
    np.testing.assert_array_equal(A.reduce("min", axis=1), [3, -1, np.inf])
    np.testing.assert_array_equal(A.reduce("max", axis=0), [5, -1])


@given(scipy_matrices(), st.data())
def test_marked_entries(S, data):
    S = S.tocsr()
    S.sum_duplicates()
    keep = np.array(data.draw(st.lists(st.booleans(), min_size=S.nnz, max_size=S.nnz)), bool)
    A = araios.Matrix(S)
    T = S.tocoo()
    expected = sparse.coo_array((T.data[keep], (T.row[keep], T.col[keep])), shape=S.shape)
    assert_same(A.select(keep), expected)
    assert A.select(keep).nnz == keep.sum()
    places = A.pattern().select(keep)
    assert isinstance(places, araios.Boolean) and places.nnz == keep.sum()


@given(scipy_matrices())
def test_diagonals(S):
    A = araios.Matrix(S)
    for k in (-20, -3, -1, 0, 1, 2, 20):
        np.testing.assert_array_equal(A.diagonal(k), S.toarray().diagonal(k) if -S.shape[0] < k < S.shape[1] else [])
        assert_same(araios.tril(A, k), sparse.tril(S, k))
        assert_same(araios.triu(A, k), sparse.triu(S, k))
    assert A.trace() == S.toarray().trace()


@given(st.data())
def test_kron(data):
    S, T = data.draw(scipy_matrices()), data.draw(scipy_matrices())
    assert_same(araios.kron(S, T), np.kron(S.toarray(), T.toarray()))
    assert_same(araios.kron(S, T), sparse.kron(S, T))


OPERATORS = {
    "plus": np.add,
    "times": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
    "or": lambda a, b: np.logical_or(a, b).astype(float),
    "and": lambda a, b: np.logical_and(a, b).astype(float),
    "minus": np.subtract,
    "first": lambda a, b: a,
    "second": lambda a, b: b,
}


@pytest.mark.parametrize("op", OPERATORS)
@given(st.data())
def test_kron_with_operators(op, data):
    S, T = data.draw(scipy_matrices()), data.draw(scipy_matrices())
    # The value of each, 0 included, where both have an entry.
    ones = np.kron(S.toarray() != 0, T.toarray() != 0)
    a = np.kron(S.toarray(), np.ones(T.shape))
    b = np.kron(np.ones(S.shape), T.toarray())
    result = araios.kron(S, T, op=op)
    assert result.nnz == S.nnz * T.nnz
    assert_same(result, np.where(ones, OPERATORS[op](a, b), 0))
    with_pattern = araios.kron(araios.Boolean(S), T, op=op)
    assert_same(with_pattern, np.where(ones, OPERATORS[op](np.ones(a.shape), b), 0))
    both = araios.kron(araios.Boolean(S), araios.Boolean(T), op=op)
    assert type(both) is araios.Boolean
    assert_same(both, ones)


def test_kron_of_types(dtype):
    A = araios.banded(4, 3, 1, 1, dtype)
    B = araios.kron(A, A, op="first")
    assert B.dtype == dtype and B.nnz == A.nnz**2
    assert_same(B, np.kron(A.toarray(), A.toarray() != 0))
    if B.dtype.kind == "c":
        with pytest.raises(ValueError):
            araios.kron(A, A, op="max")


@given(st.data())
def test_equality(data):
    S = data.draw(scipy_matrices())
    T = data.draw(scipy_matrices(*S.shape))
    same = S.nnz == T.nnz and np.array_equal(S.toarray(), T.toarray())
    assert araios.Matrix(S).equals(araios.Matrix(T)) == same
    assert araios.equals(S, T) == same
    assert araios.Matrix(S.tocsc()).equals(araios.Matrix(S)) and araios.Matrix(S).equals(S)
    assert not araios.Matrix(S).equals(3) and (araios.Matrix(S) == "x") is False


def test_unsorted_rows_and_duplicates():
    S = sparse.csr_array((np.array([1.0, 2, 4, 8]), np.array([2, 0, 2, 1]), np.array([0, 3, 4])), shape=(2, 3))
    A = araios.Matrix(S)
    assert A.nnz == 4
    expected = S.toarray()
    assert_same(A, expected)
    assert_same(A + A, 2 * expected)
    assert_same(A @ A.T, expected @ expected.T)
    assert A[0, 2] == 5
    with pytest.raises(ValueError):
        A.select(A.data > 0)
    B = A.copy()
    assert B.sum_duplicates() is None
    assert B.nnz == 3 and B.indices.tolist() == [0, 2, 1]
    assert_same(A[0:1, 1:3], expected[0:1, 1:3])


@pytest.mark.parametrize(
    "f, error",
    [
        (lambda A: A @ np.ones(3), ValueError),
        (lambda A: A @ np.ones((3, 2)), ValueError),
        (lambda A: np.ones(3) @ A, ValueError),
        (lambda A: A @ A, ValueError),
        (lambda A: A @ 3, ValueError),
        (lambda A: A + A.T, ValueError),
        (lambda A: A * A.T, ValueError),
        (lambda A: A + 1, NotImplementedError),
        (lambda A: A - 1, NotImplementedError),
        (lambda A: A + "x", TypeError),
        (lambda A: A @ "x", Exception),
        (lambda A: bool(A), ValueError),
        (lambda A: len(A), TypeError),
        (lambda A: hash(A), TypeError),
        (lambda A: A.sum(axis=2), ValueError),
        (lambda A: A.reduce("median"), ValueError),
        (lambda A: A.transpose(axes=(0, 1)), ValueError),
        (lambda A: A.transpose(method="magic"), ValueError),
        (lambda A: A.to_format("xyz"), ValueError),
        (lambda A: A.to("tpu"), ValueError),
        (lambda A: A.astype("U4"), TypeError),
        (lambda A: A.select(np.ones(3, bool)), ValueError),
        (lambda A: A.select(A.data), TypeError),
        (lambda A: A.tocsc().select(A.data > 0), ValueError),
        (lambda A: A.select("median", 3), ValueError),
        (lambda A: A.select("<"), TypeError),
        (lambda A: araios.spmv(A, np.ones(20), op="X"), ValueError),
        (lambda A: araios.spmv(A, np.ones(20), semiring="x"), ValueError),
        (lambda A: araios.spmv(A, np.ones(20), np.ones(29)), ValueError),
        (lambda A: araios.spmv(A, np.ones(20), beta=1.0), ValueError),
        (lambda A: araios.spgemm(A, A.T, mask=A), ValueError),
        (lambda A: araios.kron(A, [[[1]]]), ValueError),
        (lambda A: araios.kron(A, A, op="divide"), ValueError),
        (lambda A: araios.kron(A, A, op=None), ValueError),
        (lambda A: araios.random(-1, 3), ValueError),
        (lambda A: araios.random(3, 3, density=2), ValueError),
        (lambda A: A.toarray(out=np.ones((3, 3))), ValueError),
    ],
)
def test_errors(A, f, error):
    with pytest.raises(error) as caught:
        f(A)
    assert str(caught.value)


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "ell", "dok"])
def test_operators_in_place_change_the_object(format):
    """Whoever else has the matrix sees it, as with NumPy; arrays that are borrowed stay as they are."""
    D = np.array([[1.0, 2.0], [0.0, 3.0]])
    A = araios.Matrix(D).to_format(format)
    B, plan, D = A, araios.SpmvPlan(A), D.copy()
    A *= 2
    D *= 2
    plan.update()
    np.testing.assert_array_equal(plan(np.ones(2)), D @ np.ones(2))
    A += A.T
    D += D.T.copy()
    A -= araios.eye(2)
    D -= np.eye(2)
    A /= 4
    D /= 4
    A @= araios.Matrix(D)
    D = D @ D
    assert A is B and (format not in ("csc", "coo") or A.format == format)
    np.testing.assert_array_equal(B.toarray(), D)
    # The second where the library was built without complex values.
    with pytest.raises((TypeError, NotImplementedError), match="complex128"):
        A *= 2j
    with pytest.raises(ValueError):
        A += araios.eye(3)
    np.testing.assert_array_equal(B.toarray(), D)
    S = sparse.csr_array(np.eye(2))
    C = araios.Matrix(S)
    C *= 5
    assert S.trace() == 2 and C.trace() == 10
    x = araios.Vector([1.0, 2.0])
    y = x
    x *= 3
    x += y
    assert y is x and x.toarray().tolist() == [6.0, 12.0]


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "dia", "bsr", "lil", "dok"])
def test_stars_of_older_classes_are_products(kind):
    """csr_matrix * A is the product of matrices, as SciPy's; A * csr_matrix is element by element."""
    D, E = np.array([[1.0, 2.0], [0.0, 3.0]]), np.array([[0.0, 1.0], [5.0, 1.0]])
    S, A, x = getattr(sparse, f"{kind}_matrix")(D), araios.Matrix(E), araios.Vector(E[1])
    for got, expected in ((S * A, D @ E), (A * S, D * E), (S * A.pattern(), D @ (E != 0)), (S * x, D @ E[1])):
        np.testing.assert_array_equal(got.toarray(), expected)


@pytest.mark.parametrize("dtype", [d for d in DTYPES if np.dtype(d).kind in "fc"])
def test_factors_beyond_2_53(dtype):
    S = sparse.csr_array(np.array([[1, 2]], dtype) * (1j if np.dtype(dtype).kind == "c" else 1))
    for n in (2**53 + 1, -(2**63), np.int64(2**63 - 1), 10**20 + 1):
        factor = np.dtype(dtype).type(n)
        assert_same(araios.Matrix(S) * n, S.toarray() * factor)


def test_product_of_csc_matrices_keeps_the_format():
    D = np.array([[1.0, 0, 2], [3, 0, 0]])
    C = araios.Matrix(D).tocsc()
    for product in (C * C, C.multiply(C), C.multiply(sparse.csc_array(D))):
        assert product.format == "csc"
        assert_same(product, D * D)
    assert C.multiply(C.tocsr()).format == C.tocsr().multiply(C).format == "csr"


def test_operands_that_become_arrays():
    A = araios.Matrix(np.arange(1.0, 13.0).reshape(3, 4))
    S, dense = A.to_scipy(), A.toarray()
    for other in ([1, 2, 3, 4], (1.0, 2.0, 3.0, 4.0), range(1, 5)):
        np.testing.assert_array_equal((A * other).toarray(), dense * np.array(other))
        np.testing.assert_array_equal((other * A).toarray(), dense * np.array(other))
        np.testing.assert_array_equal((A / other).toarray(), dense / np.array(other))
    row = sparse.coo_array(np.array([1.0, 0.0, 3.0, 4.0]))
    np.testing.assert_array_equal((A * row).toarray(), dense * row.toarray())
    np.testing.assert_array_equal(A.multiply(row).toarray(), dense * row.toarray())
    np.testing.assert_array_equal(S / A, np.ones((3, 4)))
    one_row = araios.Matrix(dense[:1])
    np.testing.assert_array_equal((one_row / dense).toarray(), dense[:1] / dense)
    with pytest.raises(ValueError, match="inconsistent shapes"):
        A / np.ones((2, 4))
