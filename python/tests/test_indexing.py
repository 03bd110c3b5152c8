# SPDX-License-Identifier: Apache-2.0
"""Elements, rows, columns, submatrices, assignment; against NumPy."""

import araios
import numpy as np
import pytest
from conftest import DTYPES, HAS_INT64, assert_same, random_scipy, scipy_matrices
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

slices = st.slices(12)


@given(scipy_matrices(), slices, slices)
def test_slices(S, rows, columns):
    X = S.toarray()
    A = araios.Matrix(S)
    assert_same(A[rows, columns], X[rows, columns])
    assert_same(A[rows], X[rows])
    assert_same(A[..., columns], X[..., columns])


@given(scipy_matrices(rows=9, columns=7), st.lists(st.integers(-9, 8)), st.lists(st.integers(0, 6), unique=True))
def test_lists(S, rows, columns):
    X = S.toarray()
    A = araios.Matrix(S)
    assert_same(A[rows], X[np.array(rows, int)])
    assert_same(A[:, columns], X[:, np.array(columns, int)])
    assert_same(A[np.ix_(rows, columns)], X[np.ix_(rows, columns)])
    assert_same(A[np.array(rows, int)[:, None], columns], X[np.array(rows, int)[:, None], np.array(columns, int)])


places = st.lists(st.tuples(st.integers(-9, 8), st.integers(-7, 6)))


@given(scipy_matrices(rows=9, columns=7), places)
def test_elements_at_many_places(S, at):
    X = S.toarray()
    rows, columns = [i for i, _ in at], [j for _, j in at]
    expected = X[np.array(rows, int), np.array(columns, int)]
    for A in (araios.Matrix(S), araios.Matrix(S.tocsc()), araios.Matrix(S.tocoo()), araios.Matrix(S).to_format("dcsr")):
        result = A[rows, columns]
        assert type(result) is np.ndarray and result.dtype == A.dtype and result.shape == (len(at),)
        np.testing.assert_array_equal(result, expected)
        found = A.pattern()[np.array(rows, np.int32), columns]
        assert found.dtype == bool
        np.testing.assert_array_equal(found, expected != 0)
    if at:
        np.testing.assert_array_equal(araios.Matrix(S)[rows, columns], S[rows, columns])


def test_elements_of_types(dtype):
    S = random_scipy(40, 30, 0.3, dtype)
    A, rng = araios.Matrix(S), np.random.default_rng(3)
    rows, columns = rng.integers(0, 40, 500), rng.integers(0, 30, 500)
    result = A[rows, columns]
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, S.toarray()[rows, columns])
    np.testing.assert_array_equal(A[rows, [3]], S.toarray()[rows, 3])
    np.testing.assert_array_equal(A[[5], columns], S.toarray()[5, columns])
    keep_rows, keep_columns = np.arange(40) < 4, np.arange(30) > 25
    np.testing.assert_array_equal(A[keep_rows, keep_columns], S.toarray()[keep_rows, keep_columns])


def test_elements_of_repeated_entries():
    twice = sparse.csr_array((np.array([1.0, 2, 4]), np.array([1, 0, 1]), np.array([0, 3, 3])), shape=(2, 2))
    A = araios.Matrix(twice)
    np.testing.assert_array_equal(A[[0, 0, 1, 0], [1, 0, 1, 1]], [5.0, 2.0, 0.0, 5.0])
    A[1, 1] = 3.0
    np.testing.assert_array_equal(A[[1, 0], [1, 1]], [3.0, 5.0])


def test_elements_of_index_types():
    rows, columns, values = np.array([5, 0, 5]), np.array([99_999, 7, 3]), np.array([1.0, 2.0, 4.0])
    S = sparse.coo_array((values, (rows, columns)), shape=(6, 100_000)).tocsr()
    for offsets, indices in ((np.int32, np.int32), (np.int64, np.int32), (np.int64, np.int64)):
        if indices == np.int64 and not HAS_INT64:
            continue
        A = araios.Matrix((S.data, S.indices.astype(indices), S.indptr.astype(offsets)), shape=S.shape)
        np.testing.assert_array_equal(A[[5, 5, 0, 0, -1], [99_999, 4, 7, 99_999, 3]], [1.0, 0.0, 2.0, 0.0, 4.0])
        found = A.pattern().tocoo()[[5, 5, 0], [99_999, 4, 7]]
        np.testing.assert_array_equal(found, [True, False, True])
    assert len(A[[], []]) == 0 and araios.Matrix((3, 3))[[1, 2], [0, 2]].tolist() == [0.0, 0.0]


def test_masks():
    S = random_scipy(9, 7, 0.5)
    A = araios.Matrix(S)
    keep = np.arange(9) % 2 == 0
    assert_same(A[keep], S.toarray()[keep])
    with pytest.raises(IndexError):
        A[np.ones(4, bool)]


@given(scipy_matrices(), st.integers(-14, 13), st.integers(-14, 13))
def test_elements(S, i, j):
    A, X = araios.Matrix(S), S.toarray()
    try:
        expected = X[i, j]
    except IndexError:
        with pytest.raises(IndexError):
            A[i, j]
        return
    assert A[i, j] == expected and isinstance(A[i, j], np.float64)
    np.testing.assert_array_equal(A[i].toarray(), X[i])
    np.testing.assert_array_equal(A[:, j].toarray(), X[:, j])
    np.testing.assert_array_equal(A[i, 1:3].toarray(), X[i, 1:3])
    np.testing.assert_array_equal(A[::2, j].toarray(), X[::2, j])


def test_rows_are_iterated(A):
    rows = list(A)
    assert len(rows) == 30 and all(isinstance(row, araios.Vector) for row in rows)
    np.testing.assert_array_equal(np.stack([row.toarray() for row in rows]), A.toarray())


@given(scipy_matrices(rows=6, columns=5), st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4), st.integers(-3, 3))))
def test_assignment_of_elements(S, changes):
    X, A = S.toarray(), araios.Matrix(S)
    for i, j, v in changes:
        X[i, j] = v
        A[i, j] = v
    assert_same(A, X)
    assert S.nnz == araios.Matrix(S).nnz


@given(
    scipy_matrices(rows=6, columns=5),
    st.lists(st.tuples(st.integers(-6, 5), st.integers(-5, 4), st.integers(-3, 3)), min_size=1),
)
def test_assignment_of_places(S, changes):
    X, A = S.toarray(), araios.Matrix(S)
    i, j, v = (np.array(a) for a in zip(*changes))
    X[i, j] = v
    A[i, j] = v
    assert_same(A, X)
    X[i[0], :] = v[0]
    A[i[0], :] = v[0]
    assert_same(A, X)


@pytest.mark.parametrize(
    "key",
    [(slice(1, 4), slice(2, 5)), (3, slice(1, 4)), (slice(None, None, 2), 0), ([0, 3], slice(0, 2)), (2, [4, 1])]
    + [np.ix_([5, 0], [1, 2, 4]), ([1, 1, 2], [0, 3, 0]), (np.arange(6) > 3, slice(None)), 4],
)
@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "ell", "dok"])
def test_assignment_of_parts(key, kind):
    S = random_scipy(6, 5, 0.4)
    X = S.toarray()
    for value in (7.0, -np.arange(1.0, 1.0 + X[key].size).reshape(X[key].shape)):
        A = araios.Matrix(S).to_format(kind)
        A[key] = value
        X[key] = value
        assert_same(A, X)
        X[:] = S.toarray()
    C = araios.Matrix(S)
    C[3, 1:4] = sparse.csr_array(np.array([[1.0, 0.0, 2.0]]))
    X[3, 1:4] = [1, 0, 2]
    assert_same(C, X)


def test_assignment_to_a_pattern():
    X = random_scipy(6, 5, 0.4).toarray() != 0
    A = araios.Boolean(X)
    X[[0, 1, 1], [0, 2, 3]] = A[[0, 1, 1], [0, 2, 3]] = [True, False, True]
    X[4, :] = A[4, :] = False
    np.testing.assert_array_equal(A.toarray(), X)


def test_assignment_does_not_reach_others():
    S = random_scipy(5, 5, 0.5)
    A = araios.Matrix(S)
    B = araios.Matrix(A)
    before, view = S.toarray(), A.data
    A[0, 0] = 100
    assert A[0, 0] == 100
    np.testing.assert_array_equal(S.toarray(), before)
    assert_same(B, before)
    assert len(view) == S.nnz
    C = B.copy()
    arrays = C.indices
    C[1, 1] = 5
    C[1, 2] = 6
    assert len(arrays) == S.nnz and C[1, 2] == 6


@given(scipy_matrices(rows=6, columns=5), scipy_matrices(rows=2, columns=3))
def test_assignment_of_blocks(S, T):
    X, A = S.toarray(), araios.Matrix(S)
    X[1:3, 2:5] = T.toarray()
    A[1:3, 2:5] = T
    assert_same(A, X)


@pytest.mark.parametrize(
    "key",
    [(30, 0), (0, 20), -31, (0, 0, 0), None, "a", [30], [[1, 2]], 1.5]
    + [
        ([0, 1, 2], [0, 1]),
        ([0], [20]),
        ([-31, 0], [0, 0]),
        ([0.5], [0]),
        ([[0], [30]], [[0, 1]]),
    ]
    + [(np.ones(3, bool), [0]), ([0], None), ([0, 1], "ab")],
)
def test_bad_keys(A, key):
    with pytest.raises(IndexError):
        A[key]


def test_bad_assignments(A):
    with pytest.raises(IndexError):
        A[30, 0] = 1
    with pytest.raises(ValueError):
        A[0:2, 0:2] = araios.eye(3)
    for key in ([0, 30], [0]), ([0], None), (slice(None), [20]):
        with pytest.raises(IndexError):
            A[key] = 1
    for key, value in (([0, 1], [2, 3]), np.ones(3)), ((0, slice(0, 2)), np.ones((2, 2))), ((0, [0, 1]), [1, 2, 3]):
        with pytest.raises(ValueError):
            A[key] = value
    for key in (0, 0), ([0, 1], [2, 3]), (0, slice(0, 2)):
        with pytest.raises(TypeError):
            A[key] = 1j
    for value in ("a", "word"), None:
        with pytest.raises((TypeError, ValueError)):
            A[[0, 1], [2, 3]] = value


def test_vector_indexing():
    v = np.array([0.0, 1, 0, 3, 4, 0])
    x = araios.Vector(v)
    assert x[3] == 3 and x[-2] == 4 and x[0] == 0
    for key in (slice(1, 4), slice(None, None, 2), slice(5, 0, -1), [4, 4, 0], v > 0):
        np.testing.assert_array_equal(x[key].toarray(), v[key])
    with pytest.raises(IndexError):
        x[6]
    x[0] = 9
    x[1] = 8
    np.testing.assert_array_equal(x.toarray(), [9, 8, 0, 3, 4, 0])
    assert list(x)[0] == (0, 9.0) and len(x) == 6
    y = araios.Vector(v)
    assert x @ y == x.toarray() @ v
    for result, expected in (
        (x + y, x.toarray() + v),
        (x - y, x.toarray() - v),
        (x * y, x.toarray() * v),
        (2 * x, 2 * x.toarray()),
    ):
        np.testing.assert_array_equal(result.toarray(), expected)
    with pytest.raises(ValueError):
        x + araios.Vector(5)


needs_float32 = pytest.mark.skipif(np.dtype(np.float32) not in DTYPES, reason="the library has no float32")


@needs_float32
def test_sparse_values_are_not_cut_off():
    for at in (([0, 1], [0, 1]), np.eye(2, dtype=bool)):
        A = araios.Matrix([[1.0, 2], [3, 4]], dtype=np.float32)
        with pytest.raises(TypeError):
            A[at] = sparse.csr_array([[0.1, 2.5]])
        assert_same(A, [[1, 2], [3, 4]])
        A[at] = sparse.csr_array([[0.5, 2.5]])
        assert_same(A, [[0.5, 2], [3, 2.5]])


@needs_float32
def test_lists_of_one_number_are_rounded_as_numbers():
    A, x = araios.Matrix([[1.0]], dtype=np.float32), araios.Vector(np.ones(1, np.float32))
    A[0, 0], x[0] = [0.1], [0.1]
    assert A[0, 0] == x[0] == np.float32(0.1)


def test_unsigned_indices_do_not_wrap():
    A = araios.Matrix([[1.0, 2], [3, 4]])
    for at in (np.array([2**64 - 1], np.uint64), np.array([2], np.uint8)):
        with pytest.raises(IndexError):
            A[at]
        with pytest.raises(IndexError):
            A[at, 0] = 1
    assert_same(A[np.array([1], np.uint64)], [[3, 4]])


def test_lists_of_rows_of_a_wide_matrix():
    n = 2**31 - 1
    A = araios.Matrix((np.array([1.0, 2.0]), (np.array([0, 4]), np.array([1, n - 1]))), shape=(5, n)).tocsr()
    for key, rows in (([0, 4, 0], [0, 1, 2]), (slice(None, None, -1), [0, 4]), (slice(None, None, 2), [0, 2])):
        B = A[key]
        assert B.format == "csr" and sorted(B.tocoo().row) == rows
