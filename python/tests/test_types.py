# SPDX-License-Identifier: Apache-2.0
"""The table of docs/python_types.md over all pairs of operands: types and values of every binary operation."""

import operator
import pathlib
import warnings

import araios
import numpy as np
import pytest
from araios import _core, _names, _types
from scipy import sparse

DTYPES = {
    "b": np.dtype(np.bool_),
    "f": np.dtype(np.float32),
    "d": np.dtype(np.float64),
    "F": np.dtype(np.complex64),
    "D": np.dtype(np.complex128),
    **({"i": np.dtype(np.int64)} if _names.HAS_INTEGERS else {}),
}
OTHERS = {**{k: DTYPES[k] for k in "bfdFD"}, "i2": np.dtype(np.int16), "i": np.dtype(np.int64)}
WEAK = {"True": True, "1": 1, "1.0": 1.0, "1j": 1j}
ROWS = {
    "b": "b f d F D i i b i d D".split(),
    "f": "f f d F D f d f f f F".split(),
    "d": "d d d D D d d d d d D".split(),
    "F": "F F D F D F D F F F F".split(),
    "D": "D D D D D D D D D D D".split(),
    "i": "i d d D D i i i i d D".split(),
}
INTEGER = "i" if _names.HAS_INTEGERS else "d"  # in which integers are stored
TABLE = {
    (a, b): DTYPES[INTEGER if c == "i" else c]
    for a, row in ROWS.items()
    if a in DTYPES
    for b, c in zip([*OTHERS, *WEAK], row)
}
HERE = {name for name, dtype in DTYPES.items() if _core.supports(_names.TYPES[dtype], 0)}

X = np.array([[2, 0, 3], [0, 5, 1], [0, 0, 0]])
Y = np.array([[4, 1, 0], [0, 2, 0], [7, 0, 0]])


def dense(values, name):
    """The array in a type, with values that another type would change."""
    dtype = OTHERS[name]
    if dtype.kind == "b":
        return values != 0
    a = values.astype(dtype)
    if dtype.kind in "fc":
        a = a + a * dtype.type(2.0 ** (-20 if dtype.itemsize // (1 + (dtype.kind == "c")) == 4 else -40))
    return a + a * dtype.type(1j) if dtype.kind == "c" else a


def stored(name):
    return _names.value_dtype(OTHERS[name])


def made(name):
    """The type of a Matrix or a Vector that is made of values of a type."""
    return name if name in DTYPES else INTEGER


def skip_unless(*dtypes):
    for dtype in dtypes:
        if not _core.supports(_names.TYPES[np.dtype(dtype)], 0):
            pytest.skip(f"the library has no {dtype}")


def check(result, expected, dtype, computed=None):
    """Equal but for roundings in the type `computed`, which is dtype where none is given."""
    assert result.dtype == dtype
    result = result.toarray() if hasattr(result, "toarray") else np.asarray(result)
    rounding = 8 * np.finfo(computed or dtype).eps if (computed or dtype).kind in "fc" else 0
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(result, expected, rtol=rounding)
    assert result.dtype == dtype


def matrices(name, values):
    """The same matrix in all ways that a sparse operand is given, the last of SciPy."""
    a = dense(values, name)
    for S in (sparse.csr_array(a), sparse.csc_array(a), sparse.coo_array(a)):
        yield araios.Matrix(S)
    if stored(name).kind != "b":
        yield araios.Matrix(a).to_format("bsr", block_size=1)
    yield sparse.csr_array(a)


def expected_of(op, a, b, dtype):
    """op of NumPy, in the type of the table; of two bools or-and."""
    if dtype.kind == "b":
        a, b = np.asarray(a), np.asarray(b)
        return {"+": np.logical_or, "-": np.greater, "*": np.logical_and, "@": lambda a, b: a.astype(int) @ b > 0}[op](
            a, b
        )
    a, b = np.asarray(a).astype(dtype), np.asarray(b).astype(dtype)
    return {"+": operator.add, "-": operator.sub, "*": operator.mul, "@": operator.matmul}[op](a, b)


OPS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "@": operator.matmul}


def test_the_document_has_this_table():
    path = pathlib.Path(__file__).parents[2] / "docs" / "python_types.md"
    if not path.is_file():
        pytest.skip("the repository is not here")
    lines = [[x.strip(" `") for x in line[1:-1].split("|")] for line in path.read_text().splitlines()]
    start = next(k for k, line in enumerate(lines) if line[0] == "" and line[1:3] == ["b", "f"])
    assert lines[start][1:] == [*OTHERS, *WEAK]
    assert {line[0]: line[1:] for line in lines[start + 2 : start + 8]} == ROWS


@pytest.mark.parametrize("b", OTHERS)
@pytest.mark.parametrize("a", DTYPES)
def test_sparse_with_sparse(a, b):
    dtype = TABLE[a, b]
    skip_unless(DTYPES[a], stored(b), dtype)
    x, y = dense(X, a), dense(Y, b)
    for A in matrices(a, X):
        for B in matrices(b, Y):
            if not isinstance(A, araios.Matrix) and not isinstance(B, araios.Matrix):
                continue
            # A Matrix of short integers is one of int64.
            dtype = TABLE[a, b if isinstance(B, sparse.csr_array) else made(b)]
            for op, f in OPS.items():
                check(f(A, B), expected_of(op, x, y, dtype), dtype)
            if isinstance(A, araios.Matrix):
                check(A.multiply(B), expected_of("*", x, y, dtype), dtype)
                check(A.dot(B), expected_of("@", x, y, dtype), dtype)
                check(A.maximum(B), np.maximum(x.astype(dtype), y.astype(dtype)), dtype)
                check(A.minimum(B), np.minimum(x.astype(dtype), y.astype(dtype)), dtype)
            check(araios.kron(A, B), np.kron(x.astype(dtype), y.astype(dtype)), dtype)
            check(araios.spgemm(A, B), expected_of("@", x, y, dtype), dtype)
            C = araios.spgemm(A, B, accumulate=araios.Matrix(x))
            check(C, expected_of("+", expected_of("@", x, y, dtype), x, dtype), dtype)


@pytest.mark.parametrize("b", OTHERS)
@pytest.mark.parametrize("a", DTYPES)
def test_sparse_with_dense(a, b):
    dtype = TABLE[a, b]
    skip_unless(DTYPES[a], stored(b), dtype)
    x, y = dense(X, a), dense(Y, b)
    for A in matrices(a, X):
        if not isinstance(A, araios.Matrix):
            continue
        for B, v in ((y, y), (np.asfortranarray(y), y), (y[:, 0].copy(), y[:, 0])):
            check(A @ B, expected_of("@", x, v, dtype), dtype)
            check(B @ A, expected_of("@", v, x, dtype), dtype)
            check(araios.spmv(A, B), expected_of("@", x, v, dtype), dtype)
            check(A * B, expected_of("*", x, v, dtype), dtype)
            check(B * A, expected_of("*", x, v, dtype), dtype)
        with np.errstate(all="ignore"):
            quotient = _names.value_dtype(np.true_divide(x, y).dtype)
        assert (A / y).dtype == quotient


@pytest.mark.parametrize("b", [*OTHERS, *WEAK])
@pytest.mark.parametrize("a", DTYPES)
def test_numbers(a, b):
    dtype = TABLE[a, b]
    skip_unless(DTYPES[a], dtype)
    x = dense(X, a)
    y = WEAK[b] if b in WEAK else dense(np.array([3]), b)[0]
    numbers = [y] if b in WEAK else [y, np.array(y)]
    for A in matrices(a, X):
        if not isinstance(A, araios.Matrix):
            continue
        for s in numbers:
            check(A * s, expected_of("*", x, s, dtype), dtype)
            check(s * A, expected_of("*", x, s, dtype), dtype)
            check(A.multiply(s), expected_of("*", x, s, dtype), dtype)
            check(A.dot(s), expected_of("*", x, s, dtype), dtype)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                check(A.maximum(s), np.maximum(x.astype(dtype), dtype.type(s)), dtype)
                check(A.minimum(s), np.minimum(x.astype(dtype), dtype.type(s)), dtype)
            quotient = _names.value_dtype(np.true_divide(x, s).dtype)
            check(A / s, x.astype(quotient) / quotient.type(s), quotient)


@pytest.mark.parametrize("b", [*OTHERS, *WEAK])
@pytest.mark.parametrize("a", DTYPES)
def test_vectors(a, b):
    dtype = TABLE[a, b]
    skip_unless(DTYPES[a], dtype)
    x = dense(X[0], a)
    v = araios.Vector(x)
    assert v.dtype == DTYPES[a]
    if b in WEAK:
        for r in (v * WEAK[b], WEAK[b] * v):
            check(r, expected_of("*", x, WEAK[b], dtype), dtype)
        return
    skip_unless(stored(b))
    y = dense(Y[0], b)
    s, w = y[0], araios.Vector(y)
    for r in (v * s, s * v, v * np.array(s)):
        check(r, expected_of("*", x, s, dtype), dtype)
    dtype = TABLE[a, made(b)]
    for op in "+-*":
        check(OPS[op](v, w), expected_of(op, x, y, dtype), dtype)
        check(OPS[op](w, v), expected_of(op, y, x, dtype), dtype)
    product = v @ w
    assert _names.value_dtype(product.dtype) == dtype
    full = dense(Y, b)
    for A in matrices(b, Y):
        if isinstance(A, araios.Matrix):
            check(A @ v, expected_of("@", full, x, dtype), dtype)
            check(v @ A, expected_of("@", x, full, dtype), dtype)


IN_PLACE = {"+": operator.iadd, "-": operator.isub, "*": operator.imul, "@": operator.imatmul}


@pytest.mark.parametrize("b", OTHERS)
@pytest.mark.parametrize("a", DTYPES)
def test_in_place(a, b):
    dtype = TABLE[a, b]
    skip_unless(DTYPES[a], stored(b), dtype)
    x, y = dense(X, a), dense(Y, b)
    for op, f in IN_PLACE.items():
        for A in [M for M in matrices(a, X) if isinstance(M, araios.Matrix)]:
            for B in matrices(b, Y):
                dtype = TABLE[a, b if isinstance(B, sparse.csr_array) else made(b)]
                if dtype == DTYPES[a]:
                    check(f(A.copy(), B), expected_of(op, x, y, dtype), dtype)
                else:
                    with pytest.raises(TypeError, match="astype"):
                        f(A, B)
                np.testing.assert_array_equal(A.toarray(), x)
    v, s = araios.Vector(x[0]), y[0, 0]
    for f, other in ((operator.imul, s), (operator.iadd, araios.Vector(y[0])), (operator.imul, araios.Vector(y[0]))):
        for target, operand in ((v, other), (araios.Matrix(x), s)):
            if target is not v and f is not operator.imul:
                continue
            dtype = TABLE[a, b if operand is s else made(b)]
            if dtype == DTYPES[a]:
                assert f(target, operand).dtype == dtype
            else:
                with pytest.raises(TypeError, match="astype"):
                    f(target, operand)


@pytest.mark.parametrize("b", OTHERS)
@pytest.mark.parametrize("a", DTYPES)
def test_assignment(a, b):
    """A value of another type is taken where nothing is lost, refused elsewhere; weak numbers are rounded."""
    skip_unless(DTYPES[a], stored(b))
    x, y = dense(X, a), dense(Y, b)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        same = a == "b" or bool((y.astype(DTYPES[a]).astype(np.complex128) == y.astype(np.complex128)).all())
    keys = [((1, 2), y[0, 0]), ((slice(0, 3), slice(0, 3)), y), (([0, 1], [1, 2]), y[0, :2])]
    keys += [((slice(0, 3), slice(0, 3)), araios.Matrix(y)), ((slice(0, 3), slice(0, 3)), sparse.csr_array(y))]
    for key, value in keys:
        A, expected = araios.Matrix(x), x.copy()
        part = value.toarray() if hasattr(value, "toarray") else value
        if same:
            A[key] = value
            expected[key] = part
            np.testing.assert_array_equal(A.toarray(), expected)
            assert A.dtype == DTYPES[a]
        else:
            with pytest.raises(TypeError, match="astype|complex"):
                A[key] = value
            np.testing.assert_array_equal(A.toarray(), x)
    v = araios.Vector(x[0])
    for key, value in ((1, y[0, 0]), (slice(0, 2), y[0, :2]), ([0, 1], y[0, :2])):
        if same:
            v[key] = value
        else:
            with pytest.raises(TypeError, match="astype|complex"):
                v[key] = value


@pytest.mark.parametrize("b", [*OTHERS, *WEAK])
@pytest.mark.parametrize("a", DTYPES)
def test_alpha_beta_and_y(a, b):
    """alpha and beta are operands; y holds the result or is refused."""
    dtype = TABLE[a, b]
    skip_unless(DTYPES[a], dtype)
    factor = WEAK[b] if b in WEAK else dense(np.array([3]), b)[0]
    x = dense(X, a)
    v = dense(Y[:, 0], a)
    A = araios.Matrix(x)
    computed = np.dtype(np.float64) if dtype.kind == "b" else dtype
    expected = factor * (x.astype(computed) @ v.astype(computed))
    result = araios.spmv(A, v, alpha=factor)
    dtype = DTYPES[a] if b == "1.0" else dtype  # as without alpha
    computed = np.dtype(np.float64) if dtype.kind == "b" else dtype
    assert result.dtype == dtype
    np.testing.assert_allclose(result, expected if dtype.kind != "b" else expected != 0, rtol=1e-5)
    for y_dtype in (d for d in DTYPES.values() if d.kind != "b"):
        if not _core.supports(_names.TYPES[y_dtype], 0):
            continue
        for options in ({"alpha": factor}, {"alpha": 1.0, "beta": factor}):
            y = np.ones(3, y_dtype)
            if np.can_cast(computed, y_dtype):
                y = araios.spmv(A, v, y, **options)
                right = options["alpha"] * (x.astype(computed) @ v.astype(computed)) + options.get("beta", 0)
                np.testing.assert_allclose(y, right, rtol=1e-5)
                assert y.dtype == y_dtype
            else:
                with pytest.raises(TypeError, match=str(y_dtype)):
                    araios.spmv(A, v, y, **options)
                np.testing.assert_array_equal(y, 1)


@pytest.mark.parametrize("b", DTYPES)
@pytest.mark.parametrize("a", DTYPES)
def test_accumulate(a, b):
    dtype = TABLE[a, b]
    skip_unless(DTYPES[a], DTYPES[b], dtype)
    x, y = dense(X, a), dense(Y, b)
    A, C = araios.Matrix(x), araios.Matrix(y)
    product = expected_of("@", x, x, DTYPES[a])
    # NumPy rounds products of complex numbers differently on processors that multiply and add in one step.
    computed = DTYPES[a] if DTYPES[a].kind == "c" else dtype
    check(araios.spgemm(A, A, accumulate=C), expected_of("+", product, y, dtype), dtype, computed)
    for mask in (araios.Matrix(X != 0), araios.Matrix(X.astype(float))):
        both = expected_of("+", np.where(X != 0, product, 0), y, dtype)
        check(araios.spgemm(A, A, mask=mask, accumulate=C), both, dtype, computed)


@pytest.mark.parametrize("b", [*OTHERS, *WEAK])
@pytest.mark.parametrize("a", [name for name in DTYPES if name != "b"])
def test_plans(a, b):
    """A plan has the type of its matrix: an operand with a wider result is refused."""
    dtype = TABLE[a, b] if b != "1.0" else DTYPES[a]  # as without alpha
    skip_unless(DTYPES[a], dtype)
    x = dense(X, a)
    for A in [M for M in matrices(a, X) if isinstance(M, araios.Matrix)]:
        plan = araios.SpmvPlan(A)
        factor = WEAK[b] if b in WEAK else dense(np.array([3]), b)[0]
        v = x[:, 0].copy()
        calls = [lambda: plan(v, alpha=factor)]
        right = [factor * (x @ v)]
        if b not in WEAK:
            w = dense(Y[:, 0], b)
            calls, right = [*calls, lambda: plan(w)], [*right, x @ w]
        for call, expected in zip(calls, right):
            if dtype == DTYPES[a]:
                check(call(), expected, dtype)
            else:
                with pytest.raises(TypeError, match="is of type"):
                    call()


@pytest.mark.parametrize("bad", [np.longdouble, np.clongdouble, object, "U3"])
def test_types_that_are_refused(bad):
    """long double, objects and strings have no type of Araios."""
    A, v = araios.Matrix([[1.0, 2.0], [0.0, 3.0]]), araios.Vector([1.0, 2.0])
    x = np.ones((2, 2)).astype(bad)
    calls = [
        lambda: araios.Matrix(x),
        lambda: araios.Vector(x[0]),
        lambda: A @ x,
        lambda: A @ x[0],
        lambda: x @ A,
        lambda: A.multiply(x),
        lambda: A.astype(bad),
        lambda: A.__setitem__((slice(None), slice(None)), x),
        lambda: araios.spmv(A, x[0]),
        lambda: araios.SpmvPlan(A)(x[0]),
    ]
    if bad is not object and bad != "U3":
        s = x[0, 0]
        calls += [
            lambda: A * s,
            lambda: s * A,
            lambda: A / s,
            lambda: v * s,
            lambda: araios.spmv(A, np.ones(2), alpha=s),
        ]
        calls += [lambda: A.__setitem__((0, 0), s), lambda: v.__setitem__(0, s)]
        calls += [lambda: v / s, lambda: A.maximum(s), lambda: A.power(s)]
    for k, call in enumerate(calls):
        with pytest.raises(TypeError):
            pytest.fail(f"call {k} gave {call()!r}")


@pytest.mark.skipif(_names.HAS_INTEGERS, reason="the library has int64")
def test_integers_beyond_2_53():
    """An integer that float64 does not hold is refused, one that it holds is not."""
    exact, odd = 2**53 + 2, 2**53 + 1
    assert araios.Matrix(np.array([[exact]]))[0, 0] == exact
    A = araios.Matrix([[1.0]])
    for value in (np.array([[odd]]), sparse.csr_array(np.array([[odd]]))):
        for call in (araios.Matrix, lambda x: A + x, lambda x: A.multiply(x), lambda x: A @ x):
            if isinstance(value, np.ndarray) and call is not araios.Matrix:
                continue
            with pytest.raises(TypeError, match=str(odd)):
                call(value)
    with pytest.raises(TypeError, match=str(odd)):
        A[0, 0] = np.int64(odd)
    with pytest.raises(TypeError, match=str(odd)):
        araios.Vector(np.array([odd]))


BESIDE_BOOLS = [
    lambda B, x, s: B * s,
    lambda B, x, s: s * B,
    lambda B, x, s: x * s,
    lambda B, x, s: x.multiply(s),
    lambda B, x, s: B.multiply(s),
    lambda B, x, s: x @ np.array([s]),
    lambda B, x, s: np.array([s]) @ x,
    lambda B, x, s: araios.diags(np.array([s])),
    lambda B, x, s: araios.diags_array([np.array([s])], offsets=[1]),
]


@pytest.mark.parametrize("call", range(len(BESIDE_BOOLS)))
def test_numbers_and_diagonals_beyond_2_53(call):
    """Beside bools a number is stored as an integer: it is refused where it is no value of that type."""
    B, x, call = araios.Boolean([[True]]), araios.Vector([True]), BESIDE_BOOLS[call]
    odd = 2**63 + 1 if _names.HAS_INTEGERS else 2**53 + 1
    for s in (np.uint64(odd), np.array(odd, np.uint64), odd):
        with pytest.raises((TypeError, OverflowError), match=str(odd)):
            pytest.fail(f"gave {call(B, x, s)!r}")
    odd = 2**53 + 1
    for s in (np.int64(odd), np.array(odd), np.uint64(odd), odd):
        assert (araios.Matrix([[2.0]]) * s)[0, 0] == 2.0 * odd  # float64 beside it: NumPy's promotion
        if _names.HAS_INTEGERS:
            result = call(B, x, s)
            assert result.dtype == np.int64 and result.sum() == odd


def test_sums_with_zero():
    """A + 0 has the type of the sum, but for the int of Python with which sum() begins."""
    for a in DTYPES:
        skip = [k for k, t in DTYPES.items() if not _core.supports(_names.TYPES[t], 0)]
        if a in skip:
            continue
        A, v = araios.Matrix(dense(X, a)), araios.Vector(dense(X, a)[0])
        for zero in (0.0, False, 0j, np.float32(0), np.array(0.0), np.int64(0), np.complex64(0)):
            dtype = _types.result_dtype(A.dtype, zero)
            if not _core.supports(_names.TYPES[dtype], 0):
                continue
            for result in (A + zero, zero + A, A - zero, v + zero, v - zero):
                assert result.dtype == dtype, (a, zero)
        assert (A + 0).dtype == (0 + A).dtype == sum([A, A]).dtype == (v + 0).dtype == A.dtype


def test_products_of_vectors_and_arrays():
    for a in (k for k, t in DTYPES.items() if _core.supports(_names.TYPES[t], 0)):
        x = dense(X, a)[0]
        v = araios.Vector(x)
        for b in ("?", "i1", "u2", "i8", "e", "f", "d", "F", "D"):
            y = np.array([3, 0, 1], b)
            dtype = _names.value_dtype(np.result_type(x.dtype, y.dtype))
            if not _core.supports(_names.TYPES[dtype], 0):
                continue
            expected = x.astype(dtype) @ y.astype(dtype)
            for result in (v @ y, y @ v):
                assert result == expected and result.dtype == dtype, (a, b)
        for bad in ("g", "G", object):
            with pytest.raises(TypeError):
                v @ np.ones(3, bad)


def test_out_is_filled_as_by_numpy():
    """out= of sum and mean is filled in its type, which NumPy does, too; only complex sums need a complex one."""
    X = np.array([[1.5, 0], [0, 2]])
    A, v = araios.Matrix(X), araios.Vector([1.5, 2])
    for out in (np.zeros(2, complex), np.zeros(2), np.zeros(2, int), np.zeros(2, np.float32)):
        expected = X.sum(axis=0, out=out.copy())
        assert A.sum(axis=0, out=out) is out and out.tolist() == expected.tolist()
    calls = [lambda: A.sum(axis=0, out=[0.0, 0.0]), lambda: v.sum(out=0.0)]
    if _core.supports(_names.COMPLEX128, 0):
        calls += [lambda: (1j * A).sum(axis=0, out=np.zeros(2)), lambda: (1j * v).mean(out=np.zeros(()))]
    for call in calls:
        with pytest.raises(TypeError, match="output"):
            pytest.fail(f"gave {call()!r}")


@pytest.mark.skipif(not _core.supports(_names.FLOAT32, 0), reason="the library has no float32")
def test_sums_are_computed_in_their_type():
    """sum(dtype=) and mean(dtype=) of a wider type add in it; a block of short integers leaves float32."""
    values = np.array([2.0**24, 1, 1, 1], np.float32)
    A, v, exact = araios.Matrix(values[None]), araios.Vector(values), 2.0**24 + 3
    assert A.sum(dtype=float) == A.sum(axis=1, dtype=float)[0] == v.sum(dtype=float) == exact
    assert A.mean(dtype=float) == A.mean(axis=1, dtype=float)[0] == v.mean(dtype=float) == exact / 4
    short = sparse.csr_array(np.ones((1, 4), np.int16))
    for f in (araios.hstack, araios.vstack, araios.block_diag):
        assert f([A, short]).dtype == f([short, A]).dtype == np.float32
    # Entries of one coordinate are terms of the sum, as all others: they are not summed before.
    n = 2**24 + 2**20
    ones, places = np.ones(n, np.float32), np.zeros(n, np.int32)
    B = araios.Matrix(sparse.csr_array((ones, places, np.array([0, n], np.int32)), shape=(1, 1)))
    assert B.sum() == B.sum(axis=0)[0] == B.sum(axis=1)[0] == n


@pytest.mark.parametrize("semiring", ["min_plus", "max_plus", "max_times"])
def test_semirings_of_bools(semiring):
    """Over these True is 1: of a vector as of a matrix."""
    P, x = np.array([[True, True], [False, True]]), np.array([True, True])
    A, B = araios.Boolean(P), araios.Matrix(P.astype(float))
    y = araios.spmv(A, x, semiring=semiring)
    expected = araios.spmv(B, x.astype(float), semiring=semiring)
    assert y.dtype == expected.dtype and y.tolist() == expected.tolist()
    assert araios.spgemm(A, A, semiring).equals(araios.spgemm(B, B, semiring))
    assert araios.spmv(A, x).dtype == araios.spmv(A, x, semiring="or_and").dtype == bool


def test_sums_of_bools_count_in_int64():
    B = araios.Boolean([[True, True], [False, True]])
    for A in (B, B.tocoo(), B.to_format("dcsr")):
        assert A.reduce("plus") == 3 and A.reduce("plus").dtype == np.int64
        for axis, expected in ((0, [1, 2]), (1, [2, 1])):
            sums = A.reduce("plus", axis=axis)
            assert sums.dtype == np.int64 and sums.tolist() == expected
            assert A.reduce("plus", axis=axis, sparse=True).dtype == _names.value_dtype(np.int64)
    x = araios.Vector([True, True])
    assert x.sum() == x.reduce("plus") == 2 and x.reduce("plus").dtype == np.int64
    assert araios.Vector(3, dtype=bool).reduce("min") == np.inf
    assert araios.Vector(3, dtype=bool).reduce("max") == -np.inf


def test_diags_of_bools_is_boolean_in_every_form():
    d = [True, False]
    for A in (araios.diags(d), araios.diags(d, format="csr"), araios.diags_array(d)):
        assert A.dtype == bool and A.toarray().tolist() == [[True, False], [False, False]]


def test_short_integers_of_scipy_keep_float32_where_they_are_broadcast_or_vectors():
    skip_unless(np.float32)
    A = araios.Matrix(np.ones((2, 2), np.float32))
    assert A.multiply(sparse.csr_array(np.array([[1, 2]], np.int16))).dtype == np.float32
    assert (A @ sparse.coo_array(np.array([1, 2], np.int16))).dtype == np.float32
    assert (sparse.coo_array(np.array([1, 2], np.int16)) @ A).dtype == np.float32
