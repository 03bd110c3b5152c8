# SPDX-License-Identifier: Apache-2.0
"""Construction from SciPy, NumPy and lists; sharing of memory; shapes and types that are refused."""

import gc
import weakref

import araios
import numpy as np
import pytest
from conftest import HAS_INT64, HAS_INTEGERS, assert_same, random_scipy, scipy_matrices
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("format", ["csr", "csc", "coo", "bsr", "dia", "lil", "dok"])
def test_from_each_format_of_scipy(format, kind, dtype):
    S = random_scipy(12, 8, 0.3, dtype)
    T = getattr(sparse, f"{format}_{kind}")(S)
    assert_same(araios.Matrix(T), S)
    assert araios.Matrix(T).dtype == dtype


@given(scipy_matrices(), st.sampled_from(["csr", "csc", "coo", "dia"]))
def test_round_trip(S, format):
    A = araios.Matrix(S.asformat(format))
    assert_same(A, S)
    back = A.to_scipy()
    np.testing.assert_array_equal(back.toarray(), S.toarray())
    assert A.nnz == S.nnz


@pytest.mark.parametrize("format", ["csr", "csc"])
def test_values_are_shared_both_ways(format, dtype):
    S = random_scipy(9, 7, 0.4, dtype, format=format)
    A = araios.Matrix(S)
    assert A.borrows and A.format == format
    S.data[0] = 77
    assert_same(A, S)
    A.data[1] = -5
    assert S.data[1] == -5
    assert np.shares_memory(A.data, S.data) and np.shares_memory(A.indices, S.indices)
    x = np.arange(7, dtype=dtype)
    np.testing.assert_allclose(A @ x, S @ x, rtol=1e-5)


def test_coo_is_shared():
    S = random_scipy(9, 7, 0.4, format="coo")
    A = araios.Matrix(S)
    assert A.format == "coo" and A.borrows
    S.data[2] = 100
    assert_same(A, S)


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_bsr_is_shared(index):
    S = sparse.bsr_array(np.kron(random_scipy(4, 4, 0.5).toarray(), np.ones((2, 2))), blocksize=(2, 2))
    S.indptr, S.indices = S.indptr.astype(index), S.indices.astype(index)
    A = araios.Matrix(S)
    assert A.format == "bsr" and A.borrows
    S.data[0, 0, 0] = 100
    assert_same(A, S)


def test_indices_of_bsr_and_dia_that_do_not_fit():
    S = sparse.bsr_array(np.ones((4, 4)), blocksize=(2, 2))
    S.indices = S.indices.astype(np.int64)
    S.indices[3] += 2**32  # the lower 32 bits are right
    D = sparse.dia_array((np.ones((2, 4)), [0, 1]), shape=(4, 4))
    D.offsets = np.array([0, 1 - 2**32])
    for T in (S, D):
        with pytest.raises(OverflowError):
            araios.Matrix(T)
    D.offsets = np.array([0, 1])
    assert_same(araios.Matrix(D), np.eye(4) + np.eye(4, k=1))


def test_result_is_shared_with_scipy():
    A = araios.Matrix(random_scipy(9, 7)).T
    S = A.to_scipy()
    S.data[:] = 3
    assert_same(A, S)
    A.data[0] = 8
    assert S.data[0] == 8
    assert A.to_scipy(copy=True).data is not A.data
    T = A.to_scipy(copy=True)
    T.data[:] = 0
    assert A.data[0] == 8


def test_copy_shares_nothing():
    S = random_scipy(9, 7)
    A = araios.Matrix(S, copy=True)
    before = A.toarray()
    S.data[:] = 0
    np.testing.assert_array_equal(A.toarray(), before)
    assert not A.borrows


def test_owner_lives_as_long_as_the_matrix():
    S = random_scipy(9, 7)
    values = S.data
    alive = weakref.ref(values)
    A = araios.Matrix(S)
    B = A.to_scipy()
    del S, values
    gc.collect()
    assert alive() is not None
    A.sum()
    del A, B
    gc.collect()
    assert alive() is None


def test_matrix_lives_as_long_as_its_arrays():
    A = araios.random(100, 100, nnz=500)
    gc.collect()
    before, expected = araios.info(), A.data.copy()
    values = A.data
    del A
    gc.collect()
    np.testing.assert_array_equal(values, expected)
    assert araios.info()["matrices"] == before["matrices"]
    del values
    gc.collect()
    assert araios.info()["matrices"] == before["matrices"] - 1


def test_read_only_values_are_copied():
    S = random_scipy(5, 5)
    S.data.flags.writeable = False
    A = araios.Matrix(S)
    A.data[0] = 9
    assert S.data[0] != 9


@pytest.mark.skipif(not HAS_INT64, reason="this build has no 64-bit indices")
def test_int64_indices_are_borrowed():
    S = random_scipy(9, 7)
    S.indptr, S.indices = S.indptr.astype(np.int64), S.indices.astype(np.int64)
    A = araios.Matrix(S)
    assert np.shares_memory(A.indices, S.indices)
    assert_same(A, S)
    assert_same(A @ A.T, S @ S.T)
    S.indices = S.indices.astype(np.int32)
    assert_same(araios.Matrix(S), S)


def test_from_dense(dtype):
    X = np.array([[1, 0, 2], [0, 0, 3]], dtype)
    for dense in (X, np.asfortranarray(X), X[:, ::1], np.repeat(X, 2, axis=1)[:, ::2]):
        assert_same(araios.Matrix(dense), X)


def test_from_lists_and_integers():
    assert_same(araios.Matrix([[1, 0], [2, 3]]), [[1.0, 0.0], [2.0, 3.0]])
    dtype = np.int64 if HAS_INTEGERS else np.float64
    assert araios.Matrix([[1, 0], [2, 3]]).dtype == dtype
    assert araios.Matrix(sparse.csr_array(np.eye(3, dtype=np.int8))).dtype == dtype


def test_empty_shapes():
    for shape in ((0, 0), (0, 5), (5, 0), (3, 4)):
        A = araios.Matrix(shape)
        assert A.shape == shape and A.nnz == 0
        assert_same(A, np.zeros(shape))
        assert_same(A.T, np.zeros(shape[::-1]))
        np.testing.assert_array_equal(A @ np.ones(shape[1]), np.zeros(shape[0]))


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 5), st.integers(-9, 9)), max_size=40))
def test_triplets_sum_duplicates(entries):
    rows, columns, values = (np.array(x) for x in zip(*entries)) if entries else (np.array([], int),) * 3
    A = araios.Matrix((values, (rows, columns)), shape=(8, 6))
    expected = np.zeros((8, 6))
    np.add.at(expected, (rows, columns), values)
    assert_same(A, expected)
    assert A.nnz == len(set(zip(rows.tolist(), columns.tolist())))


def test_shape_is_inferred():
    assert araios.Matrix(([1.0, 2.0], ([0, 4], [7, 1]))).shape == (5, 8)
    S = random_scipy(6, 6)
    assert araios.Matrix((S.data, S.indices, S.indptr), shape=S.shape).shape == (6, 6)


def test_bool_is_boolean():
    S = random_scipy(8, 8) != 0
    A = araios.Matrix(S)
    assert type(A) is araios.Boolean and A.dtype == bool
    assert_same(A, S)
    S.data[:3] = False
    assert_same(araios.Matrix(S), S)
    assert araios.Matrix(S).nnz == S.nnz - 3
    assert_same(araios.Matrix(np.array([[True, False]])), [[True, False]])


@pytest.mark.parametrize(
    "arguments, error",
    [
        (((-1, 3),), ValueError),
        ((([1.0], ([0], [5])), (3, 3)), IndexError),
        ((([1.0], ([-1], [0])), (3, 3)), IndexError),
        ((([1.0, 2.0], ([0], [0])), (3, 3)), ValueError),
        ((([1.0], [0], [0, 1, 1]), (3, 3)), ValueError),
        ((([1.0], [7], [0, 1]), (1, 3)), ValueError),
        ((([1.0, 1.0], [0, 1], [0, 2, 1, 2]), (3, 3)), ValueError),
        ((([1.0], [0], [0, 2]), (1, 3)), ValueError),
        ((np.ones(3),), ValueError),
        ((np.ones((2, 2, 2)),), ValueError),
        ((np.array([["a"]]),), TypeError),
        ((np.array([[None]]),), TypeError),
        ((([1.0], ([0.5], [0])), (3, 3)), TypeError),
        (((3, 4, 5, 6),), ValueError),
        ((np.eye(3), (2, 2)), ValueError),
    ],
)
def test_bad_arguments(arguments, error):
    with pytest.raises(error) as caught:
        araios.Matrix(*arguments)
    assert str(caught.value)


def test_vector_construction():
    x = araios.Vector(([1.0, 2.0, 3.0], [4, 1, 4]), shape=6)
    np.testing.assert_array_equal(x.toarray(), [0, 2, 0, 0, 4, 0])
    assert x.nnz == 2 and x.indices.tolist() == [1, 4] and x.shape == (6,)
    np.testing.assert_array_equal(araios.Vector(np.array([0.0, 5.0])).toarray(), [0, 5])
    with pytest.raises(IndexError):
        araios.Vector(([1.0], [6]), shape=6)
    for X in (sparse.csr_array([[1.0, 2, 3]]), araios.Matrix([[0.0, 5], [7, 0]])):
        with pytest.raises(ValueError, match="1 dimension"):
            araios.Vector(X)


def test_values_are_summed_before_they_become_bool():
    for pairs in (([0, 0], [0, 0]), np.zeros((2, 2), int)):
        assert araios.Boolean(([1.0, -1.0], pairs), shape=(1, 1)).nnz == 0
        assert araios.Matrix(([1.0, -1.0], pairs), shape=(1, 1), dtype=bool).nnz == 0


def test_arrays_at_any_address():
    memory = np.zeros(200, np.uint8)

    def unaligned(values):
        values = np.asarray(values)
        at = memory[3 : 3 + values.nbytes].view(values.dtype)
        at[:] = values.reshape(-1)
        return at.reshape(values.shape).copy(order="K") if at.flags.aligned else at.reshape(values.shape)

    X = np.array([[1.0, 0], [2, 3]])
    assert_same(araios.Matrix(unaligned(X)), X)
    out = unaligned(np.zeros((2, 2)))
    assert araios.Matrix(X).toarray(out=out) is out
    np.testing.assert_array_equal(out, X)
    indices = unaligned(np.array([0, 0, 1], np.int32))
    assert_same(araios.Matrix(([1.0, 2, 3], indices, [0, 1, 3]), shape=(2, 2)), X)


def test_a_vector_of_a_vector():
    x = araios.Vector(([1.5, 2.0], [0, 2]), shape=4)
    assert araios.Vector(x).toarray().tolist() == x.toarray().tolist()
    assert araios.Vector(x, dtype=bool).indices.tolist() == [0, 2]
    with pytest.raises(ValueError, match="4 elements is not one of 3"):
        araios.Vector(x, shape=3)


def test_settings_beyond_their_types_are_refused_before_they_are_kept():
    with pytest.raises(ValueError, match="below 2\\^63"):
        araios.keep_host_memory(2**63)
    with pytest.raises(ValueError, match="below 2\\^31"):
        araios.set_num_threads(2**31)
    assert araios.eye(3).nnz == 3


def test_shapes_given_as_arrays():
    A = araios.Matrix(np.arange(4.0).reshape(2, 2))
    assert A.reshape(np.array([4, 1])).shape == (4, 1)
    A.resize(np.array([3, 3]))
    assert A.shape == (3, 3)


def test_blocks_of_none_alone_have_no_size():
    A = araios.Matrix([[1.0, 2.0]])
    assert araios.hstack([A, None]).equals(A) and araios.vstack([None, A]).equals(A)
    assert araios.block_array([[None, None], [None, A]]).equals(A)
