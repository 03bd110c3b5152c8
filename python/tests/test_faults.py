# SPDX-License-Identifier: Apache-2.0
"""Faults that were found once: a test for each kind, by its example.

Their neighbours are tested in test_borrowed, test_types, test_duplicates, test_plans, test_threads and test_random.
"""

import array
import copy
import math

import araios
import numpy as np
import pytest
from araios import Boolean, Matrix, Vector, _core, _names
from scipy import sparse
from test_threads import in_threads

D = [[1.0, 2], [0, 3]]
COMPLEX = _core.supports(_names.COMPLEX128, 0)
complex_only = pytest.mark.skipif(not COMPLEX, reason="the library has no complex values")


def repeated():
    return sparse.csr_array((np.ones(3), np.array([0, 0, 1]), np.array([0, 2, 3])), shape=(2, 2))


def test_1_scipy_sums_what_is_borrowed():
    C = repeated()
    A = Matrix(C)
    C.sum()
    np.testing.assert_array_equal((A + A).toarray(), [[4, 0], [0, 2]])
    rows, columns, values = A.entries()
    assert rows.tolist() == [0, 0, 1] and columns.tolist() == [0, 0, 1] and values.tolist() == [1, 1, 1]


def test_1b_scipy_sums_what_was_exported():
    for copied in (False, True):
        A = Matrix(repeated())
        A.to_scipy(copy=copied).sum()
        A.to_scipy("lil", copy=copied)[0, 0] = 50.0
        np.testing.assert_array_equal(A.toarray(), [[2, 0], [0, 1]])
        np.testing.assert_array_equal((A @ A).toarray(), [[4, 0], [0, 1]])
        assert A.nnz == 3


def test_2_numbers_and_booleans():
    A, B = Matrix([[2.0, 3], [4, 5]]), Boolean(np.eye(2, dtype=bool))
    for C in (A + B, B + A, A + B.to_scipy(), B.to_scipy() + A):
        np.testing.assert_array_equal(C.toarray(), [[3, 3], [4, 6]])
        assert C.dtype == np.float64
    np.testing.assert_array_equal((B - A).toarray(), [[-1, -3], [-4, -4]])
    np.testing.assert_array_equal((A - B).toarray(), [[1, 3], [4, 4]])
    np.testing.assert_array_equal((Vector([2.0, 3]) - Vector([True, False])).toarray(), [1, 3])
    np.testing.assert_array_equal((B @ Vector([2.0, 3])).toarray(), [2, 3])


def test_4_duplicates_in_elementwise_functions():
    A = Matrix(sparse.coo_array((np.array([5.0, -3.0]), ([0, 0], [0, 0])), shape=(1, 1)))
    assert abs(A)[0, 0] == 2 and A.power(2)[0, 0] == 4 and A.max() == 2
    B = Matrix(sparse.coo_array((np.array([5.0, -5.0]), ([0, 0], [0, 0])), shape=(1, 1)))
    assert B.count_nonzero() == 0 and len(B.nonzero()[0]) == 0 and Boolean(B).nnz == 0 and B.astype(bool).nnz == 0


@complex_only
def test_5_nothing_is_narrowed_without_a_word():
    np.testing.assert_array_equal((Matrix(D) * np.array(2j)).toarray(), 2j * np.array(D))
    A = Matrix(D)
    for call in (
        lambda: A.__imul__(2j),
        lambda: A.__setitem__((0, 0), 1j),
        lambda: Matrix(D, dtype=np.float32).__setitem__((0, 0), np.float64(0.1)),
        lambda: araios.spmv(A, np.ones(2), np.zeros(2), alpha=2j),
        lambda: araios.spmv(A, np.ones(2), np.zeros(2, np.float32)),
        lambda: araios.SpmvPlan(A)(np.ones(2), alpha=2j),
    ):
        with pytest.raises(TypeError):
            call()
    assert araios.spgemm(A, A, accumulate=1j * A).dtype == np.complex128


def test_6_plans_follow_values():
    for format in ("csc", "coo", "csr"):
        A = Matrix(D).to_format(format)
        plan = araios.SpmvPlan(A)
        A.data[:] = 5
        plan.update()
        assert plan(np.ones(2)).tolist() == [10, 5]


def test_7_a_sparse_operand_stays_sparse():
    A = Matrix(np.eye(3))
    A[0] = A[0]
    A[1:3] = A[1:3]
    assert A.nnz == 3


def test_11_threads_lose_no_element():
    A = Matrix((8, 100))
    in_threads(8, lambda t: [A.__setitem__((t, j), 1.0) for j in range(100)])
    assert A.nnz == 800


def test_13_stored_zeros_have_one_rule():
    S = sparse.csr_array((np.array([0.0, 1, 2]), np.array([0, 1, 0]), np.array([0, 2, 3])), shape=(2, 2))
    assert Boolean(S).nnz == Boolean(Matrix(S)).nnz == Matrix(S).astype(bool).nnz == Matrix(S, dtype=bool).nnz == 2
    assert Matrix(S).nnz == 3 and Matrix(S).pattern().nnz == 3


def test_14_no_dense_array_unasked():
    A, x = Matrix(D), Vector([1.0, 0, 2])
    for call in (lambda: np.asarray(A), lambda: np.array(A), lambda: np.asarray(x), lambda: np.linalg.norm(A)):
        with pytest.raises(TypeError, match=r"toarray\(\)"):
            call()
    S = sparse.csr_array(np.array(D))
    for kind in (
        sparse.csr_array,
        sparse.csc_array,
        sparse.coo_array,
        sparse.csr_matrix,
        sparse.lil_array,
        sparse.dok_array,
    ):
        T = kind(S)
        for C, expected in ((T @ A, S @ S), (T + A, S + S), (T - A, S - S), (A @ T, S @ S), (A + T, S + S)):
            assert not isinstance(C, np.ndarray)
            np.testing.assert_array_equal(C.toarray(), expected.toarray())
        if not isinstance(T, sparse.spmatrix):
            np.testing.assert_array_equal((T * A).toarray(), (S * S).toarray())
    np.testing.assert_array_equal(np.ones(2) @ A, np.ones(2) @ np.array(D))
    np.testing.assert_array_equal(np.eye(2) @ A, D)
    np.testing.assert_array_equal(np.eye(2) + A, np.eye(2) + D)


def test_15_no_parameter_is_ignored():
    A, x = Matrix(D), np.ones(2)
    for call in (
        lambda: araios.spmv(A, x, np.ones(2), alpha=3, beta=1, semiring="min_plus"),
        lambda: araios.spmv(A, x, alpha=3, semiring="max_plus"),
        lambda: araios.spmv(A, x, np.ones(2), beta=1, semiring="or_and"),
        lambda: araios.spmv(A, x, beta=1),
        lambda: araios.spmv(A, np.ones((2, 2)), method="rows"),
        lambda: araios.spmv(A, x, semiring="plus_pair"),
        lambda: araios.spgemm(A, A, complement=True),
        lambda: Boolean(A).mxm(Boolean(A), complement=True),
        lambda: araios.SpmvPlan(A)(x, beta=2.0),
        lambda: Matrix(sparse.csr_array(np.array(D)), shape=(3, 3)),
        lambda: Vector([1.0, 2.0], shape=5),
        lambda: Vector(5, shape=7),
        lambda: Boolean(D, dtype=np.float64),
        lambda: A.to_format("csr", block_size=2),
        lambda: A.to_format("ell", chunk=4),
        lambda: A.to_format("jds", sorting_window=256),
        lambda: araios.choose_format(A, measured_applications=5),
        lambda: A.toarray(order="F", out=np.zeros((2, 2))),
        lambda: A.toarray(out=Matrix(np.ones((2, 2))).data),
        lambda: np.add(A, A, out=np.zeros((2, 2))),
        lambda: np.multiply(A, 2.0, out=np.zeros((2, 2))),
    ):
        with pytest.raises((ValueError, TypeError)):
            call()
    B = Matrix(np.ones((2, 2)))
    with pytest.raises(ValueError, match="shares memory"):
        B.toarray(out=B.data.reshape(2, 2))
    y = araios.spmv(A, x, np.full(2, 7.0), semiring="min_plus")
    assert y.tolist() == [2, 4]


@pytest.mark.parametrize("format", "csr csc coo ell hyb sell jds dia dia_csr bsr dok dcsr packet".split())
def test_toarray_fills_an_array_from_every_format(format):
    X = np.eye(4) + np.eye(4, k=1)
    for cls, Y in ((Matrix, X), (Boolean, X != 0)):
        A = cls(Y)
        if cls is Matrix or format in ("csr", "csc", "coo", "dcsr"):
            A = A.to_format(format, block_size=2 if format == "bsr" else 0)
        for out in (np.ones((4, 4), Y.dtype), np.ones((4, 4), Y.dtype, order="F"), np.ones((4, 8), Y.dtype)[:, ::2]):
            assert A.toarray(out=out) is out
            np.testing.assert_array_equal(out, Y)


def test_16_index_types_on_export():
    S = sparse.csr_array(np.array(D))
    S.indptr = S.indptr.astype(np.int64)
    for format in ("dia", "bsr", "lil", "csc"):
        np.testing.assert_array_equal(Matrix(S).to_scipy(format).toarray(), D)


@complex_only
def test_17_complex_values_with_infinities():
    A = Matrix([[complex(math.inf), 1]])
    assert A.sum(axis=1)[0] == complex(math.inf) and A.sum() == complex(math.inf)
    assert not np.isnan((2.0 * A).toarray()[0, 0].real)


MESSAGES = [
    (lambda A: Matrix("x"), TypeError, "not of 'x'"),
    (lambda A: Matrix(None), TypeError, "not of None"),
    (lambda A: Matrix(5), TypeError, "not of 5"),
    (lambda A: Vector(2.5), TypeError, "not of 2.5"),
    (lambda A: A @ np.ones(3), ValueError, r"dimension mismatch: \(2, 2\) and \(3,\)"),
    (lambda A: np.ones(3) @ A, ValueError, r"dimension mismatch: \(3,\) and \(2, 2\)"),
    (lambda A: Matrix((2.0, 2)), TypeError, "a number of rows is an integer, not 2.0"),
    (lambda A: araios.eye(2**70), OverflowError, "at most 63 bits"),
    (lambda A: araios.eye(2.5), TypeError, "an integer, not 2.5"),
    (lambda A: araios.eye(-1), ValueError, "not negative: -1"),
    (lambda A: araios.spmv(A, np.ones(2), alpha="a"), TypeError, "alpha is a number, not str"),
    (lambda A: araios.spmv(A, np.ones(2), [0, 0]), TypeError, "y is an array of NumPy, not list"),
    (lambda A: araios.SpmvPlan(A)(np.ones(2), alpha=2j), TypeError, "alpha is of type complex128"),
    (lambda A: araios.SpmvPlan(A)(np.ones(3)), ValueError, r"\(2, 2\) and \(3,\)"),
    (lambda A: araios.random(10**9, 10**9, nnz=10**13), MemoryError, "random"),
    (lambda A: araios.tril(A, "a"), TypeError, "a diagonal is an integer, not 'a'"),
    (lambda A: araios.ktruss(A, 2.5), TypeError, "k is an integer, not 2.5"),
    (lambda A: A.select(">", "a"), TypeError, "a threshold is a number, not str"),
    (lambda A: A.reduce("times"), ValueError, "'plus', of real types also by 'min'"),
    (lambda A: araios.regular_path_query({"a": A}, "b"), ValueError, "allow_unknown_labels=True"),
    (lambda A: araios.spmv(A, np.ones(2), np.zeros((2, 2))[:, 0]), ValueError, "y must be contiguous"),
    (lambda A: araios.SpmvPlan(A)(np.ones(2), np.broadcast_to(0.0, 2)), ValueError, "y is read-only"),
]


@pytest.mark.parametrize("k", range(len(MESSAGES)))
def test_messages(k):
    """A message names what was given, in the words of Python."""
    call, kind, text = MESSAGES[k]
    with pytest.raises(kind, match=text) as error:
        call(Matrix(D))
    for word in ("ARAIOS_", "Araios::", "araios_", "std::", "Traceback", "incompatible function arguments"):
        assert word not in str(error.value)


def test_message_for_a_graph_of_networkx():
    networkx = pytest.importorskip("networkx")
    with pytest.raises(TypeError, match="to_scipy_sparse_array"):
        araios.triangles(networkx.path_graph(4))


def test_assignments_of_zeros_and_of_one_number():
    A = Matrix(D)
    A[0:2, 0:2] = np.array(5.0)
    assert A.toarray().tolist() == [[5, 5], [5, 5]]
    A[:, :] = 0
    assert A.nnz == 0
    A[1, 1] = 0
    assert A.nnz == 1


def test_copies_share_nothing():
    A = Matrix(sparse.csr_array(np.array(D)))
    for B in (A.copy(), copy.copy(A), copy.deepcopy(A), Matrix(A, copy=True)):
        B[0, 0] = 9.0
        B.data[:] = 8.0
        assert A.toarray().tolist() == D


def test_comparisons_with_lists():
    A, x = Matrix(D), Vector([1.0, 0, 2])
    assert np.all(A == D) and np.all(x == [1, 0, 2]) and not np.any(A > D) and (A != [[1, 2], [0, 4]]).sum() == 1


class Arrays:
    """An object of another library that NumPy makes an array of, as a tensor of torch."""

    __hash__ = None

    def __init__(self, a):
        self.a = np.array(a, float)

    def __array__(self, dtype=None, copy=None):
        return self.a if dtype is None else self.a.astype(dtype)

    def __eq__(self, other):
        return NotImplemented


def test_comparisons_with_what_numpy_makes_arrays_of():
    """They were False, as are those with objects of which Python knows nothing."""
    A, x = Matrix(D), Vector([0.0, 1, 5])
    rows = (range(2), memoryview(np.arange(2.0)), array.array("d", [0, 1]), Arrays([0, 1]))
    for row in rows:
        np.testing.assert_array_equal(A == row, np.array(D) == np.arange(2))
        np.testing.assert_array_equal(A < row, np.array(D) < np.arange(2))
    for row in (range(3), memoryview(np.arange(3.0)), array.array("d", [0, 1, 2]), Arrays([0, 1, 2])):
        np.testing.assert_array_equal(x == row, [True, True, False])
        np.testing.assert_array_equal(x != row, [False, False, True])
    for other in ("a", None, object()):
        assert (A == other) is False and (x == other) is False


def test_products_with_vectors_of_scipy():
    A, x = Matrix(D), sparse.coo_array(np.array([0.0, 3.0]))
    for y, expected in ((A @ x, np.array(D) @ [0, 3]), (A.dot(x), np.array(D) @ [0, 3]), (x @ A, [0, 3] @ np.array(D))):
        np.testing.assert_array_equal(y.toarray(), expected)
    with pytest.raises(ValueError):
        A @ sparse.coo_array(np.ones(3))


def test_15_axes_and_options_without_effect_are_refused():
    A, x, y = Matrix(D), Vector([1.0, 0, 2]), np.ones((2, 4))
    for call in (
        lambda: A.sum(axis=()),
        lambda: A.max(axis=()),
        lambda: A.mean(axis=()),
        lambda: A.argmax(axis=()),
        lambda: x.sum(axis=()),
        lambda: x.max(axis=()),
        lambda: A.reduce("plus", sparse=True),
        lambda: araios.spmv(A, y[:, :3], y[:, 1:], semiring="min_plus"),
        lambda: araios.spmv(B := Matrix(np.ones((2, 2))), np.ones((2, 2)), B.data.reshape(2, 2), semiring="min_plus"),
    ):
        with pytest.raises(ValueError, match=r"axis|overlap"):
            pytest.fail(f"gave {call()!r}")
    for call in (lambda: A.setdiag([1.0], k=0.5), lambda: araios.diags_array([[1.0]], offsets=[0.5])):
        with pytest.raises(TypeError, match="integer"):
            pytest.fail(f"gave {call()!r}")
    for value in (None, "", "1"):
        with pytest.raises(TypeError):
            Vector([True, False])[0] = value
    with pytest.raises(ZeroDivisionError):
        x / 0
