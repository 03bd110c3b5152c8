# SPDX-License-Identifier: Apache-2.0
"""SciPy's words, tried as a user of SciPy writes them: the same values, shapes and kinds of results, or an error."""

import pathlib
import re
import time
import types

import araios
import numpy as np
import pytest
import scipy
from conftest import DTYPES, random_scipy
from scipy import sparse
from scipy.sparse import linalg

pytest.importorskip("scipy", minversion="1.17", reason="SciPy 1.17 is what these tests compare with")
DOCUMENT = pathlib.Path(__file__).parents[2] / "docs/python_scipy.md"
pytestmark = pytest.mark.filterwarnings("ignore")

_rng = np.random.default_rng(1)
_general = _rng.integers(-3, 4, (5, 7)).astype(float) * (_rng.random((5, 7)) < 0.5)
_square = _rng.integers(-3, 4, (5, 5)).astype(float) * (_rng.random((5, 5)) < 0.5)
ARRAYS = {
    "general": _general,
    "square": _square,
    "negative": -np.ones((3, 3)),
    "positive": np.full((2, 3), 2.0),
    "zero": np.zeros((3, 4)),
    "no rows": np.zeros((0, 3)),
    "no columns": np.zeros((3, 0)),
    "nothing": np.zeros((0, 0)),
    "one": np.array([[3.0]]),
    "row": _general[:1],
    "column": _general[:, :1],
    "bool": _general != 0,
    "full": np.ones((2, 2), bool),
}
NAN = np.array([[1.0, np.nan, 0.0], [0.0, 0.0, 0.0], [-1.0, np.inf, np.nan]])


def repeated(D):
    """A COO array of SciPy with each entry in two parts, unsorted, and an explicit zero."""
    i, j = np.nonzero(D)
    v = D[i, j]
    rows, columns, values = np.r_[i, i[::-1]], np.r_[j, j[::-1]], np.r_[v - 1, np.ones(len(v))]
    if D.size:
        rows, columns, values = np.r_[rows, D.shape[0] - 1], np.r_[columns, D.shape[1] // 2], np.r_[values, 0.0]
    return sparse.coo_array((values, (rows, columns)), shape=D.shape)


def kinds(D):
    """Pairs of SciPy's and our matrix of the elements of D."""
    S = sparse.csr_array(D)
    for format in ("csr", "csc", "coo", "dcsr", "dok"):
        yield S.asformat(format if format in ("csr", "csc", "coo") else "csr"), araios.Matrix(S).to_format(format)
    if D.dtype != bool:
        R = repeated(D)
        yield R, araios.Matrix(R.copy())
        indptr = np.r_[0, np.cumsum(np.bincount(R.row, minlength=D.shape[0]))]
        order = np.argsort(R.row, kind="stable")
        C = sparse.csr_array((R.data[order], R.col[order], indptr.astype(np.int32)), shape=D.shape)
        yield C, araios.Matrix(C.copy())
        yield C.T, araios.Matrix(C.T.copy())


def kind_of(x):
    if isinstance(x, (araios.Matrix, araios.Vector)) or sparse.issparse(x):
        return "sparse", tuple(x.shape), x.toarray()
    if isinstance(x, np.ndarray):
        return "array", x.shape, x
    if isinstance(x, tuple):
        return "tuple", len(x), np.array([np.asarray(y) for y in x])
    return "number", (), np.asarray(x)


def result(f, *operands):
    try:
        return kind_of(f(*operands))
    except Exception as error:
        return "error", type(error), error


def agree(text, ours, other):
    """Asserts that two results are the same; where both are errors, one type derives from the other."""
    assert ours[0] == other[0], f"{text}: {ours} and of SciPy {other}"
    if ours[0] == "error":
        assert issubclass(ours[1], other[1]) or issubclass(other[1], ours[1]), f"{text}: {ours}, of SciPy {other}"
        return
    assert ours[1] == other[1], f"{text}: {ours} and of SciPy {other}"
    np.testing.assert_allclose(ours[2], other[2], rtol=1e-13, err_msg=text)


AXES = ("", "None", "0", "1", "-1", "-2", "(0,)", "2", "1.5", "'a'")
REDUCTIONS = ("sum", "max", "min", "nanmax", "nanmin", "argmax", "argmin")
CALLS = [
    *(f"A.{f}({axis})" for f in REDUCTIONS for axis in AXES),
    *(f"A.{f}(axis={axis}, explicit=True)" for f in ("max", "min") for axis in ("None", "0", "1")),
    *(f"A.count_nonzero({axis})" for axis in ("", "0", "1", "-1")),
    *(f"A {op} {b}" for op in ("==", "!=", "<", ">", "<=", ">=") for b in ("0", "1", "-1.0", "A", "A * 2", "A.T")),
    *(f"2 {op} A" for op in ("<", ">", "==", "!=")),
    *(f"A.{f}({b})" for f in ("maximum", "minimum") for b in ("0", "1", "-1", "A", "A * -1", "A.T", "A.toarray()")),
]
TEXT = """
np.sum(A); np.sum(A, axis=0); np.abs(A); np.max(A); np.min(A, axis=1); np.argmax(A); np.multiply(2.0, A)
A.sum(dtype=complex); A.sum(axis=0, dtype=np.float32); A.sum(1, None, np.zeros(A.shape[0])); A.sum(out=np.zeros(99))
A + A; A - A; A * A; A @ A.T; A.T @ A; A / 2; A ** 2; A ** 1; A + 0; A + 1; 1 - A; 0 + A; A * 0; sum([A, A]); A // 2
A @ np.ones(A.shape[1]); np.ones(A.shape[0]) @ A; A @ np.ones((A.shape[1], 2)); A @ 2; A.dot(2); A.dot(A.T)
A * A.toarray(); A + A.toarray(); A.toarray() - A; A * np.ones(A.shape[1]); A * np.ones((A.shape[0], 1))
A.multiply(A); A.multiply(3); A.multiply(np.arange(A.shape[1])); A.multiply(A[:1]); A.multiply(A[:, :1])
A.power(2); A.power(0); A.T; A.transpose((1, 0)); A.conj(); A.real; A.trace(); A.trace(offset=-1)
A.diagonal(); A.diagonal(1); A.diagonal(k=-2); A.diagonal(100); A.shape; A.ndim; A.toarray(order='F').flags.f_contiguous
A.astype(bool); A.astype(np.float64, copy=False); A.astype(bool, casting='unsafe'); A.reshape(A.shape[::-1])
A.reshape(-1, 1); A.reshape(1, -1, order='F'); A.reshape((7, 9)); A.reshape(-1); A.tocsr(); A.tocsc(); A.tocoo()
A.todok(); A.tobsr(); A.tolil(); A.todia(); A.asformat('csc', copy=True); A.asformat('xyz'); A.asformat(None); bool(A)
np.sin(A); A.sqrt(); A.rint(); A.floor(); A.tanh(); A.log1p(); A.expm1(); A.deg2rad(); A.arcsinh(); A.sign(); -A; abs(A)
A[0]; A[-1]; A[0, 0]; A[:, 0]; A[1:3]; A[::2]; A[::-1]; A[:, ::-1]; A[1:3, 1:3]; A[[0, 1]]; A[[0, -1], :]
A[:, [0, 1, 0]]; A[...]; A[..., 0]; A[[[0], [1]], [0, 1]]; A[[[0, 1], [1, 0]], [[0, 1], [0, 1]]]; A[np.array([0, 1])]
A[np.ones(A.shape[0], bool)]; A[:, np.zeros(A.shape[1], bool)]; A[[]]; A[0, [0, 1]]; A[[0, 1], 0]; A[99]; A[0, 99]
A['a']; A[0, 0, 0]; A[1:0]; A[5:100]; A[np.ix_([0, 1], [0, 1])]; A[A > 0]; A[A.toarray() != 0]
"""
CALLS += [text.strip() for line in TEXT.strip().splitlines() for text in line.split(";")]
# Statements that change A.
CHANGES = """
A.setdiag(5); A.setdiag([1.0, 2.0], 1); A.setdiag(np.arange(1.0, 9), -1); A.setdiag(5, k=99); A.setdiag(0)
A.eliminate_zeros(); A.sum_duplicates(); A.resize(2, 2); A.resize((9, 9)); A.resize(A.shape[0] + 1, 1)
A.resize((-1, 2)); A[:, 1] = np.nan
A[0] = A[0]; A[0] = 1; A[0] = 0; A[0, 0] = 5; A[0, 0] = 0; A[:, 0] = 7; A[0, :] = np.arange(A.shape[1]); A[:, :] = A
A[:, 0] = np.arange(A.shape[0]).reshape(-1, 1); A[:, :] = 0; A[...] = 2; A[A > 0] = 3; A[A.toarray() > 0] = 0
A[A.toarray() == 0] = 1; A[[0, 1]] = A[[1, 0]]; A[:, [0, 1]] = A[:, [1, 0]]; A[[0, 1], [0, 1]] = [4, 5]
A[0:2, 0:2] = A[1:3, 1:3]; A[0:2, 0:2] = np.array(5.0); A[:] = A[0:1]; A[::2] = 1; A[::2] = A[::2] * 2; A[::-1] = A
A[[0, 1], :] = 0; A[0] = np.nan; A[0] = [1, 2]; A[0, 0] = [1, 2]; A[np.ix_([0, 1], [0, 1])] = [[1, 2], [3, 4]]
A[[[0], [1]], [0, 1]] = A[0:2, 0:2]; A[99, 0] = 1; A[0] = A[:, 0]; A *= 2; A /= 2; A += A; A -= A; A[:, 0] = A[:, 1:2]
A[0:0] = 1; A[1, :] = A[0, :] * 0
"""
CHANGES = [text.strip() for line in CHANGES.strip().splitlines() for text in line.split(";")]


def changed(text):
    def f(A):
        A = A.copy()
        names = {"A": A, "np": np}
        exec(text, names)
        return names["A"]

    return f


@pytest.mark.parametrize("name", list(ARRAYS))
def test_words(name):
    D = ARRAYS[name]
    for S, A in kinds(D):
        for text in CALLS:
            if not excused(text, S, A):
                f = eval("lambda A, np=np: " + text)
                agree(f"{text} of {name} in {A.format}", result(f, A), result(f, S.copy()))


@pytest.mark.parametrize("name", [name for name in ARRAYS if ARRAYS[name].dtype != bool])
def test_changes(name):
    D = ARRAYS[name]
    for S, A in kinds(D):
        before = A.toarray()
        # SciPy's classes other than CSR lack some of these.
        C = S.tocsr()
        for text in CHANGES:
            if ("1:3" in text or "1:2" in text) and min(D.shape) < 3:
                continue  # SciPy takes an empty block for one of another shape
            f = changed(text)
            agree(f"{text} of {name} in {A.format}", result(f, A), result(f, C))
            np.testing.assert_array_equal(A.toarray(), before)


def excused(text, S, A):
    """What differs by intention, each with its line in docs/python_scipy.md."""
    if S.format == "coo" and (text.startswith("A[") or "A[:" in text):
        return True  # coo_array gives sparse results of pairs of lists, and results of three dimensions
    if S.format == "coo" and "@" in text:
        return 1 in S.shape  # a number of SciPy for an array of one element
    if text in ("A[A > 0]", "A[A.toarray() != 0]") and not (S.toarray() > 0).any():
        return True  # an empty sparse array of SciPy, in place of an array
    ufuncs = ("sin", "sqrt", "rint", "floor", "tanh", "log1p", "expm1", "deg2rad", "1 - A", "sign")
    return S.dtype == bool and any(f in text for f in ufuncs)  # of type float16 in SciPy, which refuses it


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_nan_as_in_numpy(format):
    A = araios.Matrix(NAN).to_format(format)
    for op in ("==", "!=", "<", "<=", ">", ">="):
        for other in ("0", "1", "-1.0", "np.inf", "A", "A * 2", "A.T"):
            f = eval(f"lambda A, np=np: A {op} {other}")
            np.testing.assert_array_equal(f(A).toarray(), f(NAN), err_msg=f"{op} {other}")
    for name in ("max", "min", "argmax", "argmin", "sum", "mean"):
        for axis in (None, 0, 1):
            ours = getattr(A, name)(axis=axis)
            ours = ours.toarray() if hasattr(ours, "toarray") else ours
            np.testing.assert_array_equal(ours, getattr(NAN, name)(axis=axis), err_msg=f"{name} {axis}")
    for name in ("maximum", "minimum"):
        for other in (A * 2, A.T, 0.0, -1.0):
            dense = other.toarray() if hasattr(other, "toarray") else other
            expected = getattr(np, name)(NAN, dense)
            np.testing.assert_array_equal(getattr(A, name)(other).toarray(), expected)
    np.testing.assert_array_equal(A.nanmax(axis=1).toarray(), [1.0, 0.0, np.inf])


def test_solvers_of_scipy():
    A = araios.stencil(4, 9)
    S, b = A.to_scipy(copy=True), np.arange(36.0)
    for B in (A, A.tocsc(), A.tocoo()):
        for f in (linalg.cg, linalg.gmres, linalg.lsqr):
            np.testing.assert_allclose(S @ f(B, b)[0], b, atol=1e-3)
        np.testing.assert_allclose(linalg.eigsh(B, k=2)[0], linalg.eigsh(S, k=2)[0])
        np.testing.assert_allclose(linalg.svds(B, k=2)[1], linalg.svds(S, k=2)[1])
        L = linalg.aslinearoperator(B)
        assert L.shape == A.shape and L.dtype == A.dtype
        np.testing.assert_allclose(L.rmatvec(b), S.T @ b)
        np.testing.assert_allclose(L.matmat(np.ones((36, 2))), S @ np.ones((36, 2)))
    for f in (linalg.norm, linalg.inv, linalg.expm, linalg.splu):
        with pytest.raises((TypeError, ValueError)):
            f(A)


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "dcsr"])
def test_assignments_keep_it_sparse(format):
    S = random_scipy(8, 8, 0.3)
    A = araios.Matrix(S).to_format(format)
    nnz = A.nnz
    for key in (0, slice(None), (slice(None), 2), (slice(1, 4), slice(2, 6)), ([3, 1], slice(None)), (2, [1, 5])):
        A[key] = A[key]
        assert A.nnz == nnz, key
    A[A != 0] = 1.0
    assert A.nnz == nnz and A.sum() == nnz
    if format != "dcsr":
        assert A.format == format
    A[:] = A[0:1]  # one row for all
    np.testing.assert_array_equal(A.toarray(), np.tile(A[0].toarray(), (8, 1)))
    B = A.pattern()
    count = B.nnz
    B[1] = B[1]
    assert B.nnz == count and B.dtype == bool
    x = araios.Vector(([1.0, 2.0], [1, 5]), 8)
    x[2:7] = x[2:7]
    assert x.nnz == 2


def test_an_element_of_csc_leaves_the_others():
    A = araios.Matrix(np.zeros((4, 3))).tocsc()
    A[0, 0], A[1, 2] = 2.0, 7.0
    assert A.format == "csc" and A.indptr.tolist() == [0, 1, 1, 2] and A.indices.tolist() == [0, 1]
    np.testing.assert_array_equal((A / 2).toarray(), A.toarray() / 2)


def test_stacking():
    S, R = random_scipy(4, 5, 0.4, seed=1), random_scipy(4, 5, 0.4, seed=2)
    A, B = araios.Matrix(S), araios.Matrix(R).tocsc()
    for name, arguments in {
        "hstack": ([[A, B]], [[S, R]]),
        "vstack": ([[A, R]], [[S, R]]),
        "block_diag": ([[A, B, [[1.0, 2.0]]]], [[S, R, [[1.0, 2.0]]]]),
        "block_array": ([[[A, None], [None, B]]], [[[S, None], [None, R]]]),
        "bmat": ([[[A, B]]], [[[S, R]]]),
        "kron": ([A, B, "coo"], [S, R, "coo"]),
        "diags_array": ([[np.arange(3.0), [1.0]]], [[np.arange(3.0), [1.0]]]),
    }.items():
        ours, theirs = arguments
        options = {"offsets": [0, 1]} if name == "diags_array" else {}
        made = getattr(araios, name)(*ours, **options)
        np.testing.assert_array_equal(made.toarray(), getattr(sparse, name)(*theirs, **options).toarray())
    for arguments in ((3,), (3, 4), (3, 4, 1), (4, 3, -2)):
        np.testing.assert_array_equal(araios.eye(*arguments).toarray(), sparse.eye(*arguments).toarray())
    random = araios.random_array((20, 30), density=0.1, rng=np.random.default_rng(5))
    assert random.nnz == 60 and random.format == "coo" and (random.data < 1).all()
    with pytest.raises(ValueError):
        araios.hstack([A, A.T])
    with pytest.raises(ValueError):
        araios.diags_array([[1.0, 2.0, 3.0]], offsets=[0], shape=(2, 2))


def test_the_cost_goes_by_entries():
    n = 10**8
    A = araios.Matrix(sparse.coo_array(([3.0, -1.0], ([5, n - 1], [n - 2, 0])), shape=(n, n)))
    assert A.format == "coo"
    start = time.perf_counter()
    assert (A.max(), A.min(), A.argmax(), A.argmin()) == (3.0, -1.0, 5 * n + n - 2, (n - 1) * n)
    assert A.count_nonzero() == 2 and A.has_canonical_format
    assert time.perf_counter() - start < 0.1


def random_key(rng, n):
    """An integer, a slice, a permutation, a mask, or a list that names an index again."""
    choice = rng.integers(7)
    first, last = sorted(rng.integers(0, n + 1, 2).tolist())
    return (
        int(rng.integers(-n, n)),
        slice(None),
        slice(first, last),
        slice(None, None, int(rng.choice([2, -1, -2]))),
        rng.permutation(n)[: rng.integers(1, n + 1)],
        rng.random(n) < 0.5,
        rng.integers(0, n, rng.integers(1, 4)),
    )[choice]


@pytest.mark.parametrize("seed", range(5))
def test_random_keys(seed):
    """A[key], and A[key] = x for dense and sparse x, are what NumPy has."""
    rng = np.random.default_rng(seed)
    for _ in range(200):
        m, n = rng.integers(1, 6, 2)
        dtype = rng.choice([float, bool])
        D = (rng.integers(-2, 3, (m, n)) * (rng.random((m, n)) < 0.5)).astype(dtype)
        S = sparse.csr_array(D) if dtype is bool or rng.random() < 0.7 else repeated(D)
        A = araios.Matrix(S).to_format(rng.choice(["csr", "csc", "coo", "dcsr"]))
        i, j = random_key(rng, m), random_key(rng, n)
        key = i, j
        if isinstance(i, np.ndarray) and isinstance(j, np.ndarray):
            key = np.ix_(i, j)
        if rng.random() < 0.2:
            key = D != 0
        expected, ours = D[key], A[key]
        np.testing.assert_array_equal(ours.toarray() if hasattr(ours, "toarray") else ours, expected)
        new = (rng.integers(-2, 3, expected.shape) * (rng.random(expected.shape) < 0.6)).astype(dtype)
        D[key] = new
        if new.ndim == 2 and rng.random() < 0.7:
            A[key] = araios.Matrix(sparse.csr_array(new)) if rng.random() < 0.5 else sparse.csr_array(new)
        elif new.ndim == 1 and rng.random() < 0.5:
            A[key] = araios.Vector(new)
        else:
            A[key] = new[()]
        np.testing.assert_array_equal(A.toarray(), D, err_msg=f"{A.format} {key} {new}")


VECTOR = """x @ d; d @ x; x @ D; D.T @ x; x * d; d * x; x + d; d - x; d + x; x - d; sum([x, x]); x ** 2; x + 1; x + 0
x.dot(D); x.dot(2); x.multiply(x); x.power(2); x[x > 0].shape; x[d > 0]; x.todense(); x / 2; -x; abs(x); 1 - x; x @ D.T
x.max(); x.min(); x.argmax(); x.mean(); x[0]; x[-1]; x[2:5]; x[::-1]; x[[1, 2]]; x > 1; x == x; x.reshape(2, 4)"""


@pytest.mark.parametrize("seed", range(3))
def test_vectors(seed):
    rng = np.random.default_rng(seed)
    d = rng.integers(-3, 4, 8) * (rng.random(8) < 0.6) * 1.0
    names = {"np": np, "d": d, "D": rng.integers(-3, 4, (8, 3)) * 1.0}
    for text in VECTOR.replace("\n", "; ").split("; "):
        f = eval("lambda x: " + text, names)
        agree(text, result(f, araios.Vector(d)), result(f, sparse.coo_array(d)))


UFUNCS = """np.sin(x); np.abs(x); np.sqrt(abs(x)); np.negative(x); np.square(x); np.rint(x / 3); np.add(x, y);
np.subtract(x, y); np.maximum(x, y); np.minimum(x, y); np.maximum(x, 0); np.minimum(x, 0);
np.maximum(d, x); np.multiply(2.0, x); np.true_divide(x, 4); np.not_equal(x, y); np.greater(x, y); d + x;
d - x; d * x; x / (1 + d * d); x.maximum(y); x.minimum(-1); np.conj(x); x.real; x.imag; x + s; s + x;
s - x; s * x; x * s; x @ s; s @ x; x > s; S @ x; x @ S; x.dot(S); round(x / 3, 1); np.matmul(x, y)"""


@pytest.mark.parametrize("seed", range(3))
def test_ufuncs_of_vectors(seed):
    """With vectors and arrays, of SciPy too, on either side, as of NumPy."""
    rng = np.random.default_rng(seed)
    d, e, f = (rng.integers(-3, 4, 8) * (rng.random(8) < 0.6) * 1.0 for _ in range(3))
    D = rng.integers(-3, 4, (8, 8)) * 1.0
    ours = {"x": araios.Vector(d), "y": araios.Vector(e), "d": f, "s": sparse.coo_array(f), "S": sparse.csr_array(D)}
    theirs = {"x": d, "y": e, "d": f, "s": f, "S": D}
    for text in UFUNCS.replace("\n", " ").split("; "):
        got = eval(text, {"np": np, **ours})
        expected = eval(
            text.replace("x.maximum(y)", "np.maximum(x, y)").replace("x.minimum(-1)", "np.minimum(x, -1)"),
            {"np": np, "round": np.round, **theirs},
        )
        np.testing.assert_array_equal(got.toarray() if hasattr(got, "toarray") else got, expected, err_msg=text)
    d += ours["y"]
    np.testing.assert_array_equal(d, theirs["x"])
    for wrong in (np.exp, np.cos, np.add.reduce, np.asarray, lambda x: 1 / x, lambda x: x / 0):
        with pytest.raises((TypeError, ZeroDivisionError)):
            wrong(ours["x"])


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_products_with_arrays_keep_the_format(format):
    D = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]])
    A = araios.Matrix(D).to_format(format)
    row, column = np.array([2.0, 3.0, 4.0]), np.array([[5.0], [6.0]])
    for x in (3.0, np.array([[3.0]]), row, row[None], column, D + 1):
        for B, expected in ((A.multiply(x), D * x), (A * x, D * x), (A / x, D / x)):
            assert B.format == format
            np.testing.assert_array_equal(B.toarray(), expected)
    with pytest.raises(ValueError, match="inconsistent"):
        A.multiply(np.ones(2))


def test_places_of_entries():
    A = araios.Matrix([[2.0, 0.0, -2.0], [0.0, 3.0, 0.0], [1.0, 1.0, 1.0]])
    P = (A.toarray() != 0).astype(float)
    np.testing.assert_array_equal(araios.spgemm(A, A, "plus_pair").toarray(), P @ P)
    any_pair = araios.spgemm(A, A, "any_pair")
    assert any_pair.dtype == bool
    np.testing.assert_array_equal(any_pair.toarray(), P @ P != 0)


class Mine(araios.Matrix):
    """A class of the user."""

    def rows(self):
        return self.shape[0]


def test_subclasses_and_notebooks():
    A = Mine(random_scipy(3, 4))
    assert isinstance(A, araios.Matrix) and A.rows() == 3
    assert "3 × 4" in A._repr_html_()


def test_casts():
    A = araios.Matrix([[1.5, 0.0]])
    assert A.astype(bool, casting="unsafe", copy=False).nnz == 1
    with pytest.raises(TypeError, match="safe"):
        A.astype(bool, casting="safe")
    with pytest.raises(TypeError, match="copy"):
        A.astype(np.float64, False)
    with pytest.raises(ZeroDivisionError):
        A / 0
    if np.dtype(np.complex128) in DTYPES:
        assert A.astype(complex, "safe").dtype == complex


def table(title):
    """The names of a table of docs/python_scipy.md, and whether Araios has them."""
    part = DOCUMENT.read_text().partition(f"## {title}\n")[2].partition("\n## ")[0]
    return {name: answer == "yes" for name, answer in re.findall(r"^\| `(\w+)` \| (yes|no) \|", part, re.M)}


@pytest.mark.skipif(not DOCUMENT.exists(), reason="docs are not beside the tests")
@pytest.mark.skipif(scipy.__version__.rsplit(".", 1)[0] != "1.17", reason="the table is that of SciPy 1.17")
def test_the_tables_have_all_names():
    methods = table("Methods and properties of a matrix")
    classes = sparse.csr_array, sparse.csc_array, sparse.coo_array
    assert set(methods) == {name for c in classes for name in dir(c((2, 2))) if not name.startswith("_")}
    assert methods == {name: hasattr(araios.Matrix, name) for name in methods}
    functions = table("Functions and classes of scipy.sparse")
    names = {name for name in sparse.__all__ if not _is_old_module(getattr(sparse, name))}
    assert set(functions) == names
    assert functions == {name: hasattr(araios, name) for name in functions}


def _is_old_module(x):
    return isinstance(x, types.ModuleType) and x.__name__ not in ("scipy.sparse.linalg", "scipy.sparse.csgraph")


@pytest.mark.parametrize(
    "key",
    [
        (None, [0, 1], [0, 1]),
        ([0, 1], None, [0, 1]),
        ([0, 1], [0, 1], None),
        (0, None, [0, 1]),
        ([0, 1], None, 0),
        (None, 0, [0, 1]),
        (None, 0, 0),
        (0, None, 0, None),
        (slice(0, 2), None, 0),
        (None, slice(0, 2), 0),
        (0, slice(0, 2), None),
        (..., None, 0),
        (None, np.arange(12).reshape(3, 4) > 5),
    ],
    ids=str,
)
def test_new_axes(key):
    X = np.arange(12.0).reshape(3, 4)
    result = araios.Matrix(X)[key]
    result = result if isinstance(result, np.ndarray) else result.toarray()
    assert result.tolist() == X[key].tolist()


def test_new_axes_of_three_dimensions():
    A = araios.Matrix(np.ones((3, 4)))
    for key in ((None, [[0, 1]], [[0, 1]]), ([[0], [1]], None, 0), (None, ...)):
        with pytest.raises(IndexError, match="dimensions"):
            A[key]


def test_stacks_of_vectors():
    for x in (araios.Vector([1.0, 0, 2]), sparse.coo_array([1.0, 0, 2])):
        assert araios.hstack([x, x]).toarray().tolist() == [[1, 0, 2, 1, 0, 2]]
        assert araios.vstack([x, x]).toarray().tolist() == [[1, 0, 2], [1, 0, 2]]
        assert araios.block_diag([x, x]).shape == (2, 6)


@pytest.mark.parametrize("dtype", [int, bool, np.int32, np.uint8])
def test_sums_of_a_type_cast_first(dtype):
    X = np.array([[0.6, -0.6, 2.7], [0.0, 1.5, -1.5]])
    for A in (araios.Matrix(X), araios.Matrix(X).to_format("coo"), araios.Matrix(X).to_format("csc")):
        for axis in (None, 0, 1):
            if np.dtype(dtype).kind == "u" and axis is not None:
                continue  # negative numbers as unsigned ones are undefined
            expected = X.sum(axis=axis, dtype=dtype) if np.dtype(dtype).kind != "u" else np.uint8(X.astype(int).sum())
            result = A.sum(axis=axis, dtype=dtype)
            np.testing.assert_array_equal(result, expected)
            assert np.asarray(result).dtype == np.dtype(dtype)
    assert araios.Vector(X[0]).sum(dtype=dtype) == X[0].astype(np.int64 if dtype is not bool else bool).sum(dtype=dtype)


@pytest.mark.parametrize("widths", [(0, 0), (0, 4), (4, 0)])
@pytest.mark.parametrize("heights", [(3, 3), (0, 3), (3, 0), (0, 0)])
def test_blocks_without_rows_or_columns(widths, heights):
    blocks = [[np.ones((m, n)) for n in widths] for m in heights]
    expected = np.block(blocks)
    stacked = araios.block_array([[araios.Matrix(X) for X in row] for row in blocks])
    np.testing.assert_array_equal(stacked.toarray(), expected)
    for row in blocks:
        np.testing.assert_array_equal(araios.hstack([araios.Matrix(X) for X in row]).toarray(), np.hstack(row))
    for column in zip(*blocks):
        np.testing.assert_array_equal(araios.vstack([araios.Matrix(X) for X in column]).toarray(), np.vstack(column))


def test_values_are_set_in_place():
    A = araios.Matrix([[1.0, 0.0], [3.0, 2.0]])
    A.data *= 2
    np.testing.assert_array_equal(A.toarray(), [[2, 0], [6, 4]])
    A.data = [5, 6, 7]
    np.testing.assert_array_equal(A.toarray(), [[5, 0], [6, 7]])
    v = A[1]
    if isinstance(v, araios.Vector):
        v.data += 1
        np.testing.assert_array_equal(v.toarray(), [7, 8])
    with pytest.raises(ValueError, match="shape"):
        A.data = [1.0]
    with pytest.raises(TypeError):
        A.data = [1j, 2, 3]
    B = araios.Boolean([[True, False], [True, True]])
    with pytest.raises(TypeError):
        B.data = [True, True, True]


def test_matmul_with_axes_is_refused():
    A, X = araios.Matrix([[1.0, 2.0], [3.0, 4.0]]), np.array([[0.0, 1.0], [2.0, 3.0]])
    with pytest.raises(TypeError, match="axes"):
        np.matmul(A, X, axes=[(-2, -1), (-1, -2), (-2, -1)])
    expected = X @ A.toarray()
    X @= A
    np.testing.assert_array_equal(X, expected)


def test_a_matrix_times_a_vector_element_by_element_is_refused():
    A = araios.Matrix([[1.0, 2.0], [3.0, 4.0]])
    for product in (lambda: A * A[0], lambda: A[0] * A):
        with pytest.raises((TypeError, ValueError)):
            product()
