# SPDX-License-Identifier: Apache-2.0
"""Random comparisons of every operation with NumPy: compare_random.py [--minutes 30] [--count 1000000].

Matrices are small, in every format, of every type, with indices of 32 and 64 bits: repeated entries, stored zeros,
NaN, infinities, -0.0, empty rows and empty shapes. NumPy computes the expected result from the dense array and the
places of the entries. One comparison is one result of one call. pytest runs a few thousand.
"""

import argparse
import operator
import pickle
import sys
import time
import warnings

import araios
import numpy as np
from araios import _core, _names, _types
from scipy import sparse

DTYPES = [t for t in map(np.dtype, "?fdFDl") if _core.supports(_names.TYPES.get(t, _names.INT64), 0)]
FORMATS = ("csr", "csc", "coo", "ell", "hyb", "sell", "jds", "dia", "dia_csr", "bsr", "dok", "dcsr", "packet")
SPECIAL = np.array([np.nan, np.inf, -np.inf, -0.0, 0.0, 1.0, -1.0])
EXTREMES = np.array([2**63 - 1, -(2**63), 2**53 + 1, -(2**53) - 1, 2**32, 0, 1])


class Mismatch(AssertionError):
    pass


class Case:
    """A matrix A, its dense array X with 0 elsewhere, and the places of its entries."""

    def __init__(self, A, X, places):
        self.A, self.X, self.places = A, X, places


def values_of(rng, count, dtype, special):
    values = rng.integers(-4, 5, count).astype(np.int64 if dtype.kind == "i" else np.float64)
    if dtype.kind == "?" or dtype.kind == "b":
        return rng.random(count) < 0.8
    if special and count:
        at = rng.random(count) < 0.2
        values[at] = rng.choice(EXTREMES if dtype.kind == "i" else SPECIAL, int(at.sum()))
    values = values.astype(dtype)
    if dtype.kind == "c":
        values += (1j * rng.integers(-4, 5, count)).astype(dtype)
    return values


def random_case(rng, shape, dtype, special, duplicates=True):
    """A matrix from arrays of SciPy, in a random format."""
    m, n = shape
    count = int(rng.integers(0, 2 * max(m, n) + 3)) if m and n else 0
    rows, columns = rng.integers(0, max(m, 1), count), rng.integers(0, max(n, 1), count)
    if not duplicates or special:  # sums of NaN and infinities depend on nothing; of special values places are distinct
        _, first = np.unique(rows * max(n, 1) + columns, return_index=True)
        rows, columns = rows[first], columns[first]
    values = values_of(rng, len(rows), dtype, special)
    index = rng.choice([np.int32, np.int64])
    rows, columns = rows.astype(index), columns.astype(index)
    X, places = np.zeros(shape, dtype), np.zeros(shape, bool)
    if dtype.kind == "b":
        X[rows[values], columns[values]] = True
        places = X.copy()
    else:
        places[rows, columns] = True
        if len(np.unique(rows.astype(np.int64) * max(n, 1) + columns)) == len(rows):
            X[rows, columns] = values
        else:
            np.add.at(X, (rows, columns), values)
    source = rng.integers(0, 5)
    if source == 4 and dtype.kind != "b":
        A = araios.Matrix((values, (rows, columns)), shape=shape)
    elif source in (2, 3):
        order = np.argsort(rows if source == 2 else columns, kind="stable")
        major, minor = (rows, columns) if source == 2 else (columns, rows)
        offsets = np.zeros((m if source == 2 else n) + 1, rng.choice([index, np.int64]))
        np.cumsum(np.bincount(major, minlength=len(offsets) - 1), out=offsets[1:])
        S = (sparse.csr_array if source == 2 else sparse.csc_array)(shape, dtype=dtype)
        S.data, S.indices, S.indptr = values[order], minor[order], offsets
        A = araios.Matrix(S, copy=bool(rng.integers(0, 2)))
        A = A if rng.integers(0, 2) else araios.Matrix(A)
    else:
        A = araios.Matrix(sparse.coo_array((values, (rows, columns)), shape=shape), copy=bool(rng.integers(0, 2)))
    format = FORMATS[rng.integers(0, len(FORMATS))]
    if format != A.format and rng.random() < 0.7:
        try:
            A = A.to_format(format, block_size=int(format == "bsr"), slots_per_entry=-1.0)
        except ValueError as error:  # of packet: square; of formats without repeated entries: as they say
            if not any(word in str(error) for word in ("duplicate", "square", "block", "pattern")):
                raise
    if A.format in ("dia", "dia_csr", "bsr"):
        places = None  # slots of these formats are entries
    return Case(A, X, places)


def stored(x):
    """A result as an array: of a matrix dense, of a vector, too."""
    if isinstance(x, (araios.Matrix, araios.Vector)) or sparse.issparse(x):
        return np.asarray(x.toarray())
    return np.asarray(x)


def check(counter, name, result, expected, exact=True, dtype=None):
    counter.count += 1
    counter.names[name] = counter.names.get(name, 0) + 1
    r, e = stored(result), np.asarray(expected)
    if dtype is not None and getattr(result, "dtype", None) != dtype:
        raise Mismatch(f"{name}: type {getattr(result, 'dtype', None)}, not {dtype}")
    if r.shape != e.shape:
        raise Mismatch(f"{name}: shape {r.shape}, not {e.shape}")
    if exact and np.array_equal(r, e, equal_nan=r.dtype.kind in "fc" and e.dtype.kind in "fc"):
        return
    if r.dtype.kind in "biu" and e.dtype.kind in "biu":
        ok = np.array_equal(r, e)
    else:
        ok = same_numbers(r, e)
    if not ok:
        raise Mismatch(f"{name}:\n{r!r}\nexpected\n{e!r}")


def same_numbers(r, e):
    """Equal up to rounding; NaN where NaN is, of complex values in either part."""
    single = np.float32 in (r.real.dtype, e.real.dtype)
    with np.errstate(all="ignore"):
        close = np.isclose(r, e, rtol=2e-4 if single else 1e-9, atol=1e-4 if single else 1e-9, equal_nan=True)
        bad = ~np.isfinite(r) & ~np.isfinite(e) if r.dtype.kind == "c" or e.dtype.kind == "c" else False
    return bool(np.all(close | bad))


def stored_type(*dtypes):
    return _names.value_dtype(np.result_type(*dtypes))


def boolean(op, x, y):
    return {"+": np.logical_or, "-": np.greater, "*": np.logical_and}[op](x, y)


OPS = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def elementwise(rng, c, a, special):
    b = random_case(rng, a.X.shape, DTYPES[rng.integers(0, len(DTYPES))], special)
    dtype = stored_type(a.X.dtype, b.X.dtype)
    for op, f in OPS.items():
        both = boolean(op, a.X, b.X) if dtype.kind == "b" else f(a.X.astype(dtype), b.X.astype(dtype))
        if op == "*" and dtype.kind != "b" and a.places is not None and b.places is not None:
            both = np.where(a.places & b.places, both, 0)
        if op == "*" and special:
            both = None if a.places is None or b.places is None else both
        if both is not None:
            other = b.A if rng.integers(0, 2) or dtype.kind == "b" else b.A.to_scipy()
            check(c, f"A {op} B", f(a.A, other), both, dtype=dtype)
    if dtype.kind != "c":
        x, y = a.X.astype(dtype), b.X.astype(dtype)
        check(c, "maximum", a.A.maximum(b.A), np.maximum(x, y))
        check(c, "minimum", a.A.minimum(b.A), np.minimum(x, y))
        check(c, ">", a.A > b.A, x > y)
        check(c, "<=", a.A <= b.A, x <= y)
    check(c, "==", a.A == b.A, a.X == b.X)
    check(c, "!=", a.A != b.A, a.X != b.X)
    if a.X.dtype == b.X.dtype == bool:
        for name, f in (("|", operator.or_), ("&", operator.and_), ("^", operator.xor)):
            check(c, name, f(a.A, b.A), f(a.X, b.X), dtype=np.dtype(bool))
    if a.places is not None and b.places is not None:
        both = np.array_equal(a.places, b.places) and np.array_equal(a.X, b.X)
        if not special:
            check(c, "equals", a.A.equals(b.A), both)


def plain_product(x, y, dtype):
    return (x.astype(int) @ y.astype(int)) > 0 if dtype.kind == "b" else x.astype(dtype) @ y.astype(dtype)


def products(rng, c, a, special):
    if special and (a.X.dtype.kind != "i" or rng.integers(0, 2)):
        return semirings(rng, c, a)
    m, n = a.X.shape
    others = [t for t in DTYPES if t.kind in "bi"] if special else DTYPES  # sums of large integers are exact
    b = random_case(rng, (n, int(rng.integers(0, 7))), others[rng.integers(0, len(others))], special)
    dtype = stored_type(a.X.dtype, b.X.dtype)
    product = plain_product(a.X, b.X, dtype)
    check(c, "A @ B", a.A @ b.A, product, dtype=dtype)
    check(c, "A @ scipy", a.A @ b.A.to_scipy(), product, dtype=dtype)
    check(c, "scipy @ B", a.A.to_scipy() @ b.A, product, dtype=dtype)
    mask = random_case(rng, product.shape, others[rng.integers(0, len(others))], False)
    if mask.places is not None:
        check(c, "mask", araios.spgemm(a.A, b.A, mask=mask.A), np.where(mask.places, product, 0))
        check(c, "complement", araios.spgemm(a.A, b.A, mask=mask.A, complement=True), np.where(mask.places, 0, product))
    wide = stored_type(dtype, mask.X.dtype)
    both = product | mask.X if wide.kind == "b" else product.astype(wide) + mask.X.astype(wide)
    check(c, "accumulate", araios.spgemm(a.A, b.A, accumulate=mask.A), both, dtype=wide)
    conj = np.conj(a.X).T
    check(c, "op_a", araios.spgemm(a.A, a.A, op_a="H"), plain_product(conj, a.X, a.X.dtype), dtype=a.X.dtype)
    x_dtype = others[rng.integers(0, len(others))]
    x, X = values_of(rng, n, x_dtype, False), values_of(rng, 3 * n, x_dtype, False).reshape(n, 3)
    dtype = stored_type(a.X.dtype, x_dtype)
    check(c, "A @ x", a.A @ x, plain_product(a.X, x, dtype), dtype=dtype)
    check(c, "A @ X", a.A @ X, plain_product(a.X, X, dtype), dtype=dtype)
    z = values_of(rng, m, x_dtype, False)
    check(c, "x @ A", z @ a.A, plain_product(z, a.X, dtype), dtype=dtype)
    check(c, "A @ Vector", a.A @ araios.Vector(x), plain_product(a.X, x, dtype), dtype=dtype)
    check(c, "Vector @ A", araios.Vector(z) @ a.A, plain_product(z, a.X, dtype), dtype=dtype)
    if dtype.kind != "b":
        y = np.ones(m, dtype)
        alpha, beta = (2, 3) if dtype.kind == "i" else (2.0, 3.0)
        y = araios.spmv(a.A, x, y, alpha=alpha, beta=beta)
        check(c, "spmv", y, 2 * plain_product(a.X, x, dtype) + 3, dtype=dtype)
        check(c, "spmv H", araios.spmv(a.A, z, op="H"), plain_product(conj, z, dtype), dtype=dtype)
    if stored_type(a.X.dtype, x_dtype) == a.X.dtype and a.X.dtype.kind != "b":
        check(c, "SpmvPlan", araios.SpmvPlan(a.A)(x), plain_product(a.X, x, dtype))
        check(c, "SpmvPlan T", araios.SpmvPlan(a.A, op="T")(z), plain_product(a.X.T, z, dtype))
    small = b.X[:2, :2], b.A[:2, :2]
    dtype = stored_type(a.X.dtype, b.X.dtype)
    expected = np.kron(a.X.astype(dtype), small[0].astype(dtype))
    check(c, "kron", araios.kron(a.A, small[1]), expected, dtype=dtype)


def semirings(rng, c, a):
    """Products of special values over min and max; NaN is a result wherever it takes part."""
    dtype = a.X.dtype
    if dtype.kind in "bc" or a.places is None:
        return
    x = values_of(rng, a.X.shape[1], dtype, True)
    greatest, least = (_types.identity_of(add, dtype) for add in (_names.MIN, _names.MAX))
    for name, add, multiply, identity in (
        ("min_plus", np.minimum, np.add, greatest),
        ("max_plus", np.maximum, np.add, least),
        ("max_times", np.maximum, np.multiply, least),
    ):
        # The identity, no path, times anything is no path.
        is_path = a.places & (a.X != identity) & (x != identity)[None, :]
        terms = np.where(is_path, multiply(a.X, x[None, :]), dtype.type(identity))
        expected = add.reduce(terms, axis=1, initial=identity) if a.X.size else np.full(a.X.shape[0], identity, dtype)
        if name == "max_times":
            expected = None
        if expected is not None:
            check(c, f"spmv {name}", araios.spmv(a.A, x, semiring=name), expected)


def unary(rng, c, a, special):
    A, X, dtype = a.A, a.X, a.X.dtype
    check(c, "toarray", A, X, dtype=dtype)
    check(c, "T", A.T, X.T, dtype=dtype)
    check(c, "H", A.H, np.conj(X).T, dtype=dtype)
    check(c, "copy", A.copy(), X, dtype=dtype)
    check(c, "pickle", pickle.loads(pickle.dumps(A)), X, dtype=dtype)
    format = FORMATS[rng.integers(0, 3)]
    check(c, "to_format", A.to_format(format), X, dtype=dtype)
    check(c, "to_scipy", A.to_scipy(format), X, dtype=dtype)
    check(c, "round trip", araios.Matrix(A.to_scipy(format)), X, dtype=dtype)
    check(c, "bool", araios.Boolean(A), X != 0, dtype=np.dtype(bool))
    check(c, "astype", A.astype(bool), X != 0)
    if dtype.kind != "c":
        to = DTYPES[rng.integers(0, len(DTYPES))]
        check(c, "astype", A.astype(to), X.astype(to), dtype=to)
    if a.places is not None:
        check(c, "pattern", A.pattern(), a.places)
    rows, columns, values = A.entries()
    again = np.zeros_like(X)
    with np.errstate(all="ignore"):
        (np.logical_or if dtype.kind == "b" else np.add).at(again, (rows, columns), values)
    check(c, "entries", again, X)
    check(c, "count_nonzero", A.count_nonzero(), np.count_nonzero(X))
    rows, columns = A.nonzero()  # row by row, in each row in the order of storage
    order = np.lexsort((columns, rows))
    check(c, "nonzero", np.array([rows[order], columns[order]]), np.array(np.nonzero(X)))
    check(c, "abs", abs(A), np.abs(X))
    if dtype.kind != "b":
        check(c, "-A", -A, -X)
        check(c, "A ** 2", A**2, X * X)
        check(c, "conj", A.conj(), np.conj(X))
        check(c, "real", A.real, X.real)
        for name in ("sin", "tanh", "expm1", "sqrt", "log1p"):
            check(c, name, getattr(A, name)(), getattr(np, name)(X), exact=False)
    if dtype.kind in "fi":
        for name in ("sign", "rint", "floor", "trunc"):
            check(c, name, getattr(A, name)(), getattr(np, name)(X))
    k = int(rng.integers(-3, 4))
    check(c, "tril", A.tril(k), np.tril(X, k))
    check(c, "triu", A.triu(k), np.triu(X, k))
    if -X.shape[0] < k < X.shape[1]:
        check(c, "diagonal", A.diagonal(k), X.diagonal(k))
    check(c, "reshape", A.reshape(X.size, 1) if X.size else A, X.reshape(X.size, 1) if X.size else X)
    reductions(c, a, special)
    check(c, "hstack", araios.hstack([A, A]), np.hstack([X, X]))
    check(c, "vstack", araios.vstack([A, A]), np.vstack([X, X]))


def reductions(c, a, special):
    A, X, dtype = a.A, a.X, a.X.dtype
    sums = not special or dtype.kind == "i"
    if sums:
        check(c, "sum", A.sum(), X.sum())
    for axis in (0, 1):
        if sums:
            check(c, "sum of lines", A.sum(axis), X.sum(axis))
        if X.shape[axis] and dtype.kind != "c":
            check(c, "max of lines", A.max(axis), X.max(axis))
            check(c, "min of lines", A.min(axis), X.min(axis))
            check(c, "argmax", A.argmax(axis), X.argmax(axis))
    if X.size and dtype.kind != "c":
        check(c, "max", A.max(), X.max())
        check(c, "argmin", A.argmin(), X.argmin())
        if dtype.kind != "b" and a.places is not None:
            for op, f in (("min", np.minimum), ("max", np.maximum)):
                terms = np.where(a.places, X, dtype.type(_types.identity_of(_names.OPERATORS[op], dtype)))
                check(c, f"reduce {op}", A.reduce(op), f.reduce(terms, None))
                check(c, f"reduce {op} of lines", A.reduce(op, 1), f.reduce(terms, 1))


def numbers(rng, c, a, special):
    if special:
        return
    X = a.X
    for s in (2, 0.5, True, np.float32(3), np.float64(-2), np.int16(3), np.array(2.0), 1j, np.complex64(2j)):
        if isinstance(s, (int, float, complex)) and not isinstance(s, np.generic):
            # A number of Python has no width of its own.
            dtype = _names.value_dtype((np.ones(1, X.dtype) * s).dtype)
            dtype = np.dtype(np.complex128) if X.dtype.kind == "b" and isinstance(s, complex) else dtype
        else:
            dtype = stored_type(X.dtype, s.dtype)
        if dtype not in DTYPES:
            continue
        factor = s if X.dtype.kind != "b" or dtype.kind == "b" else dtype.type(s)
        expected = X & bool(s) if dtype.kind == "b" else X.astype(dtype) * dtype.type(factor)
        check(c, "A * s", a.A * s, expected, dtype=dtype)
        check(c, "s * A", s * a.A, expected, dtype=dtype)
    if X.dtype.kind != "b":
        quotient = X / X.dtype.type(4)
        check(c, "A / s", a.A / 4.0, quotient, dtype=quotient.dtype)
    if X.dtype.kind != "c":
        for s in (0, 1, -1.5):
            check(c, "A > s", a.A > s, X > s)
            check(c, "A <= s", a.A <= s, X <= s)
            check(c, "A == s", a.A == s, X == s)
    D = rng.integers(-3, 4, X.shape).astype(DTYPES[rng.integers(0, len(DTYPES))])
    dtype = stored_type(X.dtype, D.dtype)
    expected = X & D if dtype.kind == "b" else X.astype(dtype) * D.astype(dtype)
    check(c, "A * dense", a.A * D, expected, dtype=dtype)
    check(c, "A + dense", a.A + D, X + D)


def key_of(rng, n):
    """An integer, a slice, a list or a mask for an axis of length n."""
    kind = rng.integers(0, 4)
    if kind == 0 and n:
        return int(rng.integers(-n, n))
    if kind == 1 and n:
        return rng.integers(-n, n, int(rng.integers(0, 4))).tolist()
    if kind == 2:
        return rng.random(n) < 0.5
    start, stop = sorted(int(k) for k in rng.integers(0, n + 1, 2))
    return slice(start, stop, int(rng.choice([1, 1, 1, 2]))) if rng.integers(0, 3) else slice(None)


def as_ix(X, i, j):
    """X[i, j] with lists for rows and columns each, as of sparse matrices with slices."""
    return (
        X[i, :][..., j]
        if not np.ndim(i) and not isinstance(i, (list, np.ndarray)) and isinstance(i, int)
        else X[i][:, j]
    )


def indexing(rng, c, a, special):
    A, X = a.A, a.X
    m, n = X.shape
    i, j = key_of(rng, m), key_of(rng, n)
    if isinstance(i, (list, np.ndarray)) and isinstance(j, (list, np.ndarray)):
        j = slice(None)
    check(c, "A[i, j]", A[i, j], as_ix(X, i, j))
    if m and n:
        k = int(rng.integers(0, 5))
        rows, columns = rng.integers(0, m, k), rng.integers(0, n, k)
        check(c, "A[rows, columns]", A[rows, columns], X[rows, columns])
        B, Y = A.copy(), X.copy()
        value = values_of(rng, k, X.dtype, special)
        distinct = np.unique(rows * n + columns, return_index=True)[1]
        B[rows[distinct], columns[distinct]] = value[distinct]
        Y[rows[distinct], columns[distinct]] = value[distinct]
        check(c, "A[rows, columns] = x", B, Y)
        p, q = int(rng.integers(0, m)), int(rng.integers(0, n))
        s = values_of(rng, 1, X.dtype, special)[0]
        B[p, q], Y[p, q] = s, s
        check(c, "A[p, q] = s", B, Y)
        check(c, "A[p, q]", B[p, q], Y[p, q])
        D = values_of(rng, (m - p) * (n - q), X.dtype, special).reshape(m - p, n - q)
        B[p:, q:], Y[p:, q:] = D, D
        check(c, "A[p:, q:] = dense", B, Y)
        B[:p, :q], Y[:p, :q] = A[:p, :q], X[:p, :q]
        check(c, "A[:p, :q] = sparse", B, Y)
        B[p], Y[p] = 0, 0
        check(c, "A[p] = 0", B, Y)
        check(c, "A is as before", A, X)
        mask = rng.random(X.shape) < 0.3
        check(c, "A[mask]", A[mask], X[mask])
    if X.dtype.kind != "c":
        name = ("!=", "==", "<", "<=", ">", ">=")[rng.integers(0, 6)]
        f = {
            "!=": np.not_equal,
            "==": np.equal,
            "<": np.less,
            "<=": np.less_equal,
            ">": np.greater,
            ">=": np.greater_equal,
        }[name]
        if X.dtype.kind != "b" and a.places is not None:
            check(c, "select", A.select(name, 1.0), np.where(f(X, 1) & a.places, X, 0))


def changes(rng, c, a, special):
    A, X = a.A, a.X
    B = A.copy()
    B.sum_duplicates()
    check(c, "sum_duplicates", B, X)
    B.eliminate_zeros()
    check(c, "eliminate_zeros", B.nnz, np.count_nonzero(X))
    B.sort_indices()
    check(c, "sort_indices", B, X)
    shape = tuple(int(k) for k in rng.integers(0, 8, 2))
    Y = np.zeros(shape, X.dtype)
    common = tuple(slice(0, min(p, q)) for p, q in zip(shape, X.shape))
    Y[common] = X[common]
    B.resize(shape)
    check(c, "resize", B, Y)
    if A.format in ("csr", "csc", "coo") and X.dtype.kind != "b" and not special:
        B = A.copy()
        plan = araios.SpmvPlan(B)
        B.data[:] = 2 * B.data
        plan.update()
        x = np.ones(X.shape[1], X.dtype)
        check(c, "plan.update", plan(x), 2 * X @ x)
        check(c, "data", B, 2 * X)
    if X.dtype.kind != "b" and not special:
        plan = araios.TransposePlan(A)
        check(c, "TransposePlan", plan(A), X.T)
        S = A.to_scipy()
        S.sum(), abs(S), S.tolil(), S.tocsc(), S.max() if X.size and X.dtype.kind != "c" else None
        check(c, "after SciPy", A, X)


FAMILIES = (elementwise, products, unary, numbers, indexing, changes)


class Counter:
    def __init__(self):
        self.count, self.names, self.skipped = 0, {}, 0


def one_round(seed, c):
    rng = np.random.default_rng(seed)
    dtype = DTYPES[rng.integers(0, len(DTYPES))]
    special = dtype.kind in "fi" and rng.random() < 0.3
    small = 0 if rng.random() < 0.1 else 1
    shape = tuple(int(k) for k in rng.integers(small, 8, 2))
    if rng.random() < 0.3:
        shape = shape[0], shape[0]
    a = random_case(rng, shape, dtype, special)
    for family in FAMILIES:
        family(rng, c, a, special)


def run(count, minutes, seed=0, stop_at=1):
    """(number of comparisons, list of failures) of random rounds from a seed on."""
    c, failures, end, first = Counter(), [], time.monotonic() + 60 * minutes, seed
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        while c.count < count and time.monotonic() < end:
            try:
                one_round(seed, c)
            except Exception as error:  # every error is a failure, with the seed of its round
                failures.append((seed, error))
                if len(failures) >= stop_at:
                    break
            seed += 1
    return c, failures, seed - first


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--failures", type=int, default=20, help="stop after so many")
    options = parser.parse_args()
    start = time.monotonic()
    c, failures, rounds = run(options.count, options.minutes, options.seed, options.failures)
    for seed, error in failures:
        print(f"seed {seed}: {type(error).__name__}: {error}")
    seconds = time.monotonic() - start
    print(
        f"{c.count} comparisons of {len(c.names)} operations, {rounds} rounds, {seconds:.0f} s: "
        f"{len(failures)} mismatches"
    )
    return 1 if failures or c.count < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
