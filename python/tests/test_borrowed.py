# SPDX-License-Identifier: Apache-2.0
"""Arrays that matrices share with SciPy and NumPy: who may change them, and what is noticed."""

import gc
import pickle

import araios
import numpy as np
import pytest
from scipy import sparse
from test_duplicates import FUNCTIONS, GRAPHS, METHODS, OPERATORS, result_of

KINDS = {"csr": sparse.csr_array, "csc": sparse.csc_array, "coo": sparse.coo_array}


def canonical(format, offsets=np.int32, indices=np.int32, n=8):
    """A SciPy array of (n, n) in strict order with arrays of its own, of these index types."""
    X = np.arange(n * n).reshape(n, n) % 5 * 1.0
    S = KINDS[format](X)
    if format == "coo":
        S.coords = tuple(c.astype(indices) for c in S.coords)
    else:
        S.indptr, S.indices = S.indptr.astype(offsets), S.indices.astype(indices)
    return S, X


def index_arrays(S):
    return S.coords if S.format == "coo" else (S.indptr, S.indices)


def results(x):
    """The matrices, vectors and arrays in a result."""
    if isinstance(x, (tuple, list)):
        for y in x:
            yield from results(y)
    elif hasattr(x, "toarray") or isinstance(x, np.ndarray):
        yield x


@pytest.mark.parametrize(
    "table", [METHODS, OPERATORS, FUNCTIONS, GRAPHS], ids=["methods", "operators", "functions", "graphs"]
)
@pytest.mark.parametrize("format", [*KINDS, "dcsr"])
def test_results_that_share_arrays_say_so(format, table):
    """What does not borrow is not changed through the arrays of the owner, nor when these are freed."""
    kinds = [(np.int32, np.int32), (np.int64, np.int64)] + ([(np.int64, np.int32)] if format != "coo" else [])
    kinds = kinds if format != "dcsr" else kinds[:1]
    for offsets, indices in kinds:
        for name, call in table.items():
            S, X = canonical("csr" if format == "dcsr" else format, offsets, indices)
            A = araios.Matrix(S).to_format(format)
            assert A.borrows
            found = [r for r in results(result_of(call, A)) if not getattr(r, "borrows", False)]
            found = [r for r in found if not isinstance(r, sparse.sparray)]
            before = [r.toarray() if hasattr(r, "toarray") else r.copy() for r in found]
            S.data[:] = 99.0
            for a in index_arrays(S):
                a[:] = 0
            for r, b in zip(found, before):
                np.testing.assert_array_equal(r.toarray() if hasattr(r, "toarray") else r, b, err_msg=name)


@pytest.mark.parametrize("format", KINDS)
@pytest.mark.parametrize(
    "to", ["csr", "csc", "coo", "ell", "hyb", "sell", "jds", "dia", "dia_csr", "bsr", "dok", "dcsr", "packet"]
)
def test_conversions_keep_what_they_share(format, to):
    """A conversion that shares arrays keeps their owner alive; one that says that it borrows nothing, shares none."""
    for offsets, indices in ((np.int32, np.int32), (np.int64, np.int64)):
        S, X = canonical(format, offsets, indices)
        B = araios.Matrix(S).to_format(to, block_size=int(to == "bsr"), slots_per_entry=-1.0)
        if not B.borrows:
            S.data[:] = 99.0
            for a in index_arrays(S):
                a[:] = 0
        del S
        gc.collect()
        rubbish = [np.full(64, 7.0) for _ in range(50)]
        np.testing.assert_array_equal(B.toarray(), X)
        np.testing.assert_array_equal((B + B).toarray(), X + X)
        np.testing.assert_array_equal(B @ np.ones(8), X.sum(1))
        rows, columns, values = B.entries()
        again = np.zeros_like(X)
        again[rows, columns] = values
        np.testing.assert_array_equal(again, X)
        assert len(rubbish) == 50


READS = {
    "sum": lambda S: S.sum(),
    "sum of rows": lambda S: S.sum(axis=1),
    "max": lambda S: S.max(),
    "min of columns": lambda S: S.min(axis=0),
    "abs": abs,
    "power": lambda S: S.power(2),
    "tolil": lambda S: S.tolil(),
    "todok": lambda S: S.todok(),
    "todia": lambda S: S.todia(),
    "tobsr": lambda S: S.tobsr(),
    "toarray": lambda S: S.toarray(),
    "count_nonzero": lambda S: S.count_nonzero(),
    "nonzero": lambda S: S.nonzero(),
    "compare": lambda S: S != S.T,
    "index": lambda S: S[0, 1] if S.format != "coo" else None,
    "product": lambda S: S @ S,
    "union": lambda S: S + S.T,
    "sin": lambda S: S.sin(),
    "has_canonical_format": lambda S: S.has_canonical_format,
    "sum_duplicates": lambda S: S.sum_duplicates(),
    "sort_indices": lambda S: S.sort_indices() if S.format != "coo" else None,
}


@pytest.mark.parametrize("copy", [False, True])
@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("format", KINDS)
def test_scipy_sorts_and_sums_what_was_borrowed(format, read, copy):
    """Kind 1: calls of SciPy that only read change arrays that are not canonical; A is what it was."""
    rows, columns = np.array([0, 0, 0, 1, 2, 2]), np.array([2, 1, 2, 1, 0, 0])
    values = np.array([1.0, 2.0, 4.0, 5.0, 7.0, -7.0])
    for index in (np.int32, np.int64):
        places = rows.astype(index), columns.astype(index)
        if format == "coo":
            S = sparse.coo_array((values.copy(), places), shape=(3, 3))
        else:
            major, minor = places if format == "csr" else places[::-1]
            order = np.argsort(major, kind="stable")
            offsets = np.r_[0, np.cumsum(np.bincount(major, minlength=3))].astype(index)
            S = KINDS[format]((values[order], minor[order], offsets), shape=(3, 3))
        X = S.toarray()
        A, B = araios.Matrix(S, copy=copy), araios.Boolean(S)
        kept = A.copy(), A.to_scipy(), A.tocsc()
        READS[read](S)
        for C in (A, *kept, araios.Matrix(S)):
            np.testing.assert_array_equal(C.toarray(), X)
        np.testing.assert_array_equal((A + A).toarray(), X + X)
        np.testing.assert_array_equal((A @ A).toarray(), X @ X)
        np.testing.assert_array_equal(A @ np.ones(3), X.sum(1))
        np.testing.assert_array_equal(B.toarray(), X != 0)
        assert not A.borrows


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("format", [None, "csr", "csc", "coo", "bsr", "dia", "lil", "dok"])
@pytest.mark.parametrize("copy", [False, True])
def test_an_export_does_not_let_scipy_change_a_matrix(format, read, copy):
    """Kind 1b: with data and indices, canonical or not, and SciPy's in-place sums."""
    values = np.array([1.0, 2.0, 4.0, 0.0, 5.0])
    indices, offsets = np.array([2, 0, 2, 1, 0], np.int32), np.array([0, 3, 4, 5], np.int32)
    for A in (
        araios.Matrix((values, indices, offsets), shape=(3, 3)),
        araios.Matrix((values, indices, offsets.astype(np.int64)), shape=(3, 3)).tocsc(),
        araios.Matrix((values[[1, 2, 3, 4]], indices[[1, 2, 3, 4]], offsets - [0, 1, 1, 1]), shape=(3, 3)),
    ):
        X, entries = A.toarray(), A.entries()
        S = A.to_scipy(format, copy=copy)
        if S.format in ("csr", "csc", "coo"):
            READS[read](S)
        np.testing.assert_array_equal(S.toarray(), X)
        np.testing.assert_array_equal(A.toarray(), X)
        for a, b in zip(A.entries(), entries):
            np.testing.assert_array_equal(a, b)
        if copy or format not in (None, "csr", "csc", "coo"):
            if hasattr(S, "data") and S.format not in ("lil", "dok"):
                S.data[...] = 77.0
            np.testing.assert_array_equal(A.toarray(), X)


@pytest.mark.parametrize(
    "table", [METHODS, OPERATORS, FUNCTIONS, GRAPHS], ids=["methods", "operators", "functions", "graphs"]
)
@pytest.mark.parametrize("format", ["csr", "csc"])
def test_every_use_checks_the_arrays(format, table):
    """Kind 1: the owner changed lengths or offsets of what a matrix borrows: ValueError of every call that reads it."""
    for name, call in table.items():
        if name in ("prune", "to", "tocsr", "tocsc"):
            continue  # these read nothing, or give the matrix itself
        S, _ = canonical(format)
        A = araios.Matrix(S)
        S.indptr[-1] = 3
        with pytest.raises(ValueError, match="owner changed"):
            pytest.fail(f"{name} gave {call(A)!r}")


def test_other_uses_check_the_arrays_too():
    S, _ = canonical("csr")
    A = araios.Matrix(S)
    plan, T = araios.SpmvPlan(A), araios.Matrix(np.eye(8))
    views = A.T, A.tocsc(), araios.Matrix(A), A.pattern(), A.astype(np.float64, copy=False)
    shared = [B for B in views if B.borrows]
    S.indptr[-1] = 3
    x = araios.Vector(np.ones(8))
    for call in (
        lambda: A.data,
        lambda: A.indices,
        lambda: A.indptr,
        lambda: A.entries(),
        lambda: list(A),
        lambda: str(A),
        lambda: pickle.dumps(A),
        lambda: plan(np.ones(8)),
        lambda: A @ x,
        lambda: x @ A,
        lambda: T + A,
        lambda: T @ A,
        lambda: araios.spgemm(T, T, mask=A),
        lambda: araios.spgemm(T, T, accumulate=A),
        lambda: T.__setitem__((slice(0, 8), slice(0, 8)), A),
        lambda: A.__setitem__((0, 0), 1.0),
        lambda: A.__iadd__(T),
        lambda: A.to_scipy(),
        lambda: araios.Boolean(A),
        lambda: araios.mmwrite("/dev/null", A),
        *(lambda B=B: B.toarray() for B in shared),
    ):
        with pytest.raises(ValueError, match="owner changed"):
            pytest.fail(f"gave {call()!r}")


def test_lengths_and_addresses_are_checked():
    for change in (
        lambda S: S.indices.resize(2, refcheck=False),
        lambda S: S.data.resize(500, refcheck=False),
        lambda S: S.indptr.__setitem__(0, 1),
    ):
        S = sparse.csr_array(np.eye(8))
        S.data, S.indices, S.indptr = S.data.copy(), S.indices.copy(), S.indptr.copy()
        A = araios.Matrix(S)
        assert A.borrows
        change(S)
        with pytest.raises(ValueError, match=r"owner changed.*copy=True"):
            A.toarray()
        with pytest.raises(ValueError, match=r"owner changed.*copy=True"):
            A @ np.ones(8)


@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("format", ["csr", "csc", "coo", "bsr"])
def test_scipy_resizes_what_was_borrowed(format, index):
    """Kind 1: resize of SciPy writes into the offsets; A is what it was, or says so where the last one is another."""
    for shape in ((3, 3), (4, 2), (2, 4), (6, 6), (6, 2), (1, 1)):
        S = sparse.csr_array([[1.0, 0, 2, 0], [0, 0, 3, 4], [5, 0, 0, 0], [0, 6, 0, 0]])
        S = S.tobsr((2, 2)) if format == "bsr" else S.asformat(format)
        if format == "bsr":  # of other shapes it has no such blocks
            shape = tuple(2 * k for k in shape)
        if format == "coo":
            S.coords = tuple(k.astype(index) for k in S.coords)
        else:
            S.indptr, S.indices = S.indptr.astype(index), S.indices.astype(index)
        X = S.toarray()
        A = araios.Matrix(S)
        assert A.borrows
        results = A.T, -A, A.astype(bool), araios.SpmvPlan(A), A.to_scipy()
        S.resize(shape)
        calls = [
            (lambda: A.toarray(), X),
            (lambda: (A + A).toarray(), 2 * X),
            (lambda: (A @ A).toarray(), X @ X),
            (lambda: A.max(axis=0).toarray(), X.max(axis=0)),
            (lambda: results[0].toarray(), X.T),
            (lambda: results[1].toarray(), -X),
            (lambda: results[2].toarray(), X != 0),
            (lambda: results[3](np.ones(4)), X @ np.ones(4)),
        ]
        np.testing.assert_array_equal(results[4].toarray(), X)
        for call, expected in calls:
            try:
                result = call()
            except ValueError as error:
                lines, size = shape if format != "csc" else shape[::-1]
                assert "owner changed" in str(error) and lines >= 4 and size < 4, (format, shape)
            else:
                np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("format", ["csr", "csc", "bsr"])
def test_removed_entries_are_noticed_whatever_the_types(format):
    """The offsets of the owner are looked at, also where the matrix has others: of another type, or its own."""
    for types in ((np.int32, np.int32), (np.int64, np.int64), (np.int32, np.int64), (np.int64, np.int32)):
        S = sparse.csr_array(np.eye(4)).asformat(format)
        S.indptr, S.indices = S.indptr.astype(types[0]), S.indices.astype(types[1])
        A = araios.Matrix(S)
        S.indptr[-1] -= 1
        if A.borrows:
            with pytest.raises(ValueError, match="owner changed"):
                A.toarray()
        else:
            np.testing.assert_array_equal(A.toarray(), np.eye(4))


def test_matrices_of_the_same_arrays_share_them():
    """Plans of products take a matrix of other values over the same index arrays of SciPy."""
    S = sparse.csr_array(np.diag([1.0, 2, 3]))
    plan = araios.SpgemmPlan(araios.Matrix(S), araios.Matrix(S))
    T = sparse.csr_array((3 * S.data, S.indices, S.indptr), shape=S.shape)
    np.testing.assert_array_equal(plan(araios.Matrix(S), araios.Matrix(T)).toarray(), np.diag([3.0, 12, 27]))


@pytest.mark.parametrize("format", KINDS)
def test_arrays_with_a_dtype_of_their_own_are_borrowed(format):
    S, X = canonical(format)
    S = pickle.loads(pickle.dumps(S))
    assert S.data.dtype is not np.dtype(np.float64)
    A = araios.Matrix(S)
    S.data *= 2
    np.testing.assert_array_equal(A.toarray(), 2 * X)


def test_arrays_that_make_no_matrix_are_refused():
    S, X = canonical("csr")
    beyond = S.indptr.copy()
    beyond[-1] += 1
    negative = S.indptr.copy()
    negative[-1] = -1
    column = S.indices.copy()
    column[3] = 8
    for dtype in (None, np.float64):
        for data, indices, offsets, error in (
            (S.data, S.indices, beyond, ValueError),
            (S.data, S.indices, negative, ValueError),
            (S.data, S.indices, S.indptr[:-1], ValueError),
            (S.data[:-1], S.indices, S.indptr, ValueError),
            (S.data.reshape(-1, 1), S.indices, S.indptr, ValueError),
            (S.data, S.indices.reshape(1, -1), S.indptr, ValueError),
            (S.data, column, S.indptr, ValueError),
            (S.data, S.indices * 1.0, S.indptr, TypeError),
        ):
            with pytest.raises(error):
                araios.Matrix((data, indices, offsets), shape=X.shape, dtype=dtype)


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "bsr", "dia", "lil", "dok"])
def test_copy_copies_in_every_format(format):
    S = sparse.csr_array(np.diag(np.arange(1.0, 5))).asformat(format)
    X = S.toarray()
    A = araios.Matrix(S, copy=True)
    assert not A.borrows
    if format in ("lil", "dok"):
        S[0, 0] = 50.0
    else:
        S.data[...] = 50.0
        for name in ("indices", "indptr"):
            if hasattr(S, name):
                getattr(S, name)[:] = 0
    np.testing.assert_array_equal(A.toarray(), X)


def test_mixed_index_types_are_exported_to_all_formats():
    """Kind 16: offsets of 64 bits with indices of 32."""
    S, X = canonical("csr", np.int64, np.int32)
    for A in (araios.Matrix(S), araios.Matrix(S).tocsc(), araios.Matrix(S, copy=True)):
        for format in (None, "csr", "csc", "coo", "bsr", "dia", "lil", "dok"):
            np.testing.assert_array_equal(A.to_scipy(format).toarray(), X)
        for call in (lambda S: S.todia(), lambda S: S.tolil(), lambda S: S.tobsr(), lambda S: S @ S, lambda S: S.T @ S):
            call(A.to_scipy())
        assert A.to_scipy().sum() == X.sum()
