# SPDX-License-Identifier: Apache-2.0
"""Matrices with more than 2^31 rows or columns, and with far fewer entries than rows: values, and times by entries."""

import copy
import pickle
import time

import araios
import numpy as np
import pytest

BIG = 10**9
WIDE = 2**40
SECONDS = 0.5  # for what takes milliseconds: an array of all rows takes more


class Model:
    """A matrix as a dictionary of its entries, which computes slowly."""

    def __init__(self, shape, entries):
        self.shape, self.entries = shape, dict(entries)

    @classmethod
    def of(cls, A):
        rows, columns, values = A.entries()
        places = list(zip(rows.tolist(), columns.tolist()))
        assert len(set(places)) == len(places)
        return cls(A.shape, zip(places, values.tolist()))

    def matrix(self, format="coo"):
        places = list(self.entries)
        rows, columns = (np.array([p[k] for p in places], np.int64) for k in (0, 1))
        data = np.array(list(self.entries.values()))
        return araios.Matrix((data, (rows, columns)), shape=self.shape).to_format(format)

    def map(self, f, shape=None):
        """f(i, j, x) gives (i, j, x), or None for no entry."""
        changed = [f(i, j, x) for (i, j), x in self.entries.items()]
        return Model(shape or self.shape, [((i, j), x) for i, j, x in filter(None, changed)])

    def keep(self, f):
        return self.map(lambda i, j, x: (i, j, x) if f(i, j, x) else None)

    def __add__(self, other):
        places = {*self.entries, *other.entries}
        return Model(self.shape, {p: self.entries.get(p, 0.0) + other.entries.get(p, 0.0) for p in places})

    def __matmul__(self, other):
        result = {}
        for (i, k), x in self.entries.items():
            for (p, j), y in other.entries.items():
                if p == k:
                    result[i, j] = result.get((i, j), 0.0) + x * y
        return Model((self.shape[0], other.shape[1]), result)

    @property
    def T(self):
        return self.map(lambda i, j, x: (j, i, x), self.shape[::-1])


def same(A, model):
    assert A.shape == model.shape
    assert Model.of(A).entries == pytest.approx(model.entries)


def model_of(shape, seed=1, count=10):
    rng = np.random.default_rng(seed)
    m, n = shape
    # Some indices are the same in rows and columns, so that products have entries.
    rows, columns = rng.integers(0, m, count), rng.integers(0, n, count)
    if m == n:
        columns[::2] = rows[::-2]
    rows[-1], columns[-1] = m - 1, n - 1
    return Model(shape, zip(zip(rows.tolist(), columns.tolist()), rng.integers(1, 9, count).astype(float).tolist()))


CASES = [((BIG, BIG), "coo"), ((BIG, BIG), "dcsr"), ((10**8, 10**8), "csc"), ((3, WIDE), "coo"), ((WIDE, WIDE), "coo")]
CASES += [((3, WIDE), "csr"), ((WIDE, 3), "csc"), ((WIDE, 5), "coo"), ((2**31 - 1, 3), "coo"), ((5, 2**31), "csr")]


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0][0]}x{case[0][1]}-{case[1]}")
def case(request):
    """(model, matrix, another model of the shape)."""
    shape, format = request.param
    if format == "csc" and shape == (10**8, 10**8):
        shape = (10**8, 1000)
    model = model_of(shape)
    return model, model.matrix(format), model_of(shape, 2)


def timed(f):
    """The result of f, whose best time of three is short."""
    times = []
    while len(times) < 3 and min(times, default=SECONDS) >= SECONDS:
        begin = time.perf_counter()
        result = f()
        times.append(time.perf_counter() - begin)
    assert min(times) < SECONDS
    return result


def test_construction_and_entries(case):
    model, A, _ = case
    assert A.nnz == len(model.entries) and A.dtype == np.float64
    same(timed(A.copy), model)
    same(copy.deepcopy(A), model)
    same(timed(lambda: pickle.loads(pickle.dumps(A))), model)
    assert pickle.loads(pickle.dumps(A)).format == A.format
    assert repr(A) and str(A)
    assert timed(lambda: A.equals(model.matrix())) and not A.equals(2 * A)
    empty = timed(lambda: araios.Matrix(model.shape))
    assert empty.nnz == 0 and empty.shape == model.shape
    same(empty + A, model)


def test_duplicates_are_summed(case):
    model, A, _ = case
    rows, columns, values = A.entries()
    twice = araios.Matrix((np.tile(values, 2), (np.tile(rows, 2), np.tile(columns, 2))), shape=A.shape)
    same(twice, model.map(lambda i, j, x: (i, j, 2 * x)))


def test_values(case):
    model, A, _ = case
    same(timed(lambda: 2 * A), model.map(lambda i, j, x: (i, j, 2 * x)))
    same(timed(lambda: -A), model.map(lambda i, j, x: (i, j, -x)))
    same(timed(lambda: abs(-A)), model)
    same(timed(lambda: A.power(2)), model.map(lambda i, j, x: (i, j, x * x)))
    same(timed(lambda: A / 4), model.map(lambda i, j, x: (i, j, x / 4)))
    same(timed(lambda: A.astype(bool)), model.map(lambda i, j, x: (i, j, True)))
    same(timed(lambda: A.pattern().astype(float)), model.map(lambda i, j, x: (i, j, 1.0)))
    same(timed(lambda: A.select(">", 4)), model.keep(lambda i, j, x: x > 4))
    same(timed(lambda: A > 4), model.keep(lambda i, j, x: x > 4).map(lambda i, j, x: (i, j, True)))
    kept = timed(lambda: A.tocoo().select(A.entries()[2] > 4))
    same(kept, model.keep(lambda i, j, x: x > 4))
    B = A.copy()
    B.eliminate_zeros()
    B.sum_duplicates()
    same(B, model)


def test_unions(case):
    model, A, other = case
    for B in (other.matrix(), other.matrix("csr") if model.shape[0] < 10 else other.matrix()):
        same(timed(lambda: A + B), model + other)
        same(timed(lambda: A - B), model + other.map(lambda i, j, x: (i, j, -x)))
    same(timed(lambda: A + A), model + model)
    same(timed(lambda: A.multiply(A)), model.map(lambda i, j, x: (i, j, x * x)))
    same(
        timed(lambda: A.maximum(other.matrix())),
        Model(
            model.shape,
            {
                **other.entries,
                **model.entries,
                **{p: max(model.entries[p], other.entries[p]) for p in model.entries if p in other.entries},
            },
        ),
    )
    assert timed(lambda: A != A).nnz == 0
    P, Q = A.pattern(), other.matrix().pattern()
    both = {*model.entries, *other.entries}
    same(timed(lambda: P | Q), Model(model.shape, dict.fromkeys(both, True)))
    same(timed(lambda: P & P), Model(model.shape, dict.fromkeys(model.entries, True)))
    same(timed(lambda: P ^ Q), Model(model.shape, dict.fromkeys({*model.entries} ^ {*other.entries}, True)))


def test_transposes(case):
    model, A, _ = case
    same(timed(lambda: A.T), model.T)
    same(timed(lambda: A.H), model.T)
    same(timed(lambda: A.T.T), model)


def test_products(case):
    model, A, other = case
    B = A.tocoo()
    same(timed(lambda: B @ B.T), model @ model.T)
    same(timed(lambda: A.T @ A), model.T @ model)
    if model.shape[0] == model.shape[1]:
        same(timed(lambda: A @ other.matrix()), model @ other)
    same(timed(lambda: araios.spgemm(A, A.T, accumulate=B @ B.T)), (model @ model.T) + (model @ model.T))
    i = next(iter(model.entries))[0]
    x = timed(lambda: A[i])
    y = timed(lambda: A @ x)
    assert dict(zip(y.indices.tolist(), y.data.tolist())) == {
        i: x for (i, _), x in (model @ model.keep(lambda k, j, v: k == i).T).entries.items()
    }


def test_lookups_and_parts(case):
    model, A, _ = case
    (m, n), places = model.shape, list(model.entries)
    for i, j in (*places, (0, 0), (m - 1, n // 2)):
        assert timed(lambda: A[i, j]) == model.entries.get((i, j), 0)
    rows, columns = np.array([p[0] for p in places]), np.array([p[1] for p in places])
    assert timed(lambda: A[rows, columns]).tolist() == list(model.entries.values())
    i, j = places[3]
    for lower, upper, left, right in ((i, i + 1, 0, n), (0, m, j, j + 1), (i // 2, m, j // 3, n), (0, i, 0, n)):
        expected = model.keep(lambda k, q, x: lower <= k < upper and left <= q < right)
        expected = expected.map(lambda k, q, x: (k - lower, q - left, x), (upper - lower, right - left))
        same(timed(lambda: A[lower:upper, left:right]), expected)
    row, column = timed(lambda: A[i]), timed(lambda: A[:, j])
    assert dict(zip(row.indices.tolist(), row.data.tolist())) == {q: x for (k, q), x in model.entries.items() if k == i}
    assert dict(zip(column.indices.tolist(), column.data.tolist())) == {
        k: x for (k, q), x in model.entries.items() if q == j
    }
    picked = timed(lambda: A[[i, 0]])
    same(picked, model.map(lambda k, q, x: (0, q, x) if k == i else (1, q, x) if k == 0 else None, (2, n)))
    picked = timed(lambda: A[:, [j, 0, j]])
    expected = model.map(lambda k, q, x: (k, 0, x) if q == j else (k, 1, x) if q == 0 else None, (m, 3))
    expected = Model((m, 3), {**expected.entries, **{(k, 2): x for (k, q), x in expected.entries.items() if q == 0}})
    same(picked, expected)
    one, another = 0 if i else 1, 0 if j else 1
    same(
        timed(lambda: A[np.ix_([i, one], [j, another])]),
        model.map(
            lambda k, q, x: (int(k != i), int(q != j), x) if k in (i, one) and q in (j, another) else None, (2, 2)
        ),
    )
    same(
        timed(lambda: A[:, ::-3] if n > m else A[::-3]),
        model.map(
            lambda k, q, x: (
                ((k, (n - 1 - q) // 3, x) if n > m else ((m - 1 - k) // 3, q, x))
                if ((n - 1 - q) if n > m else (m - 1 - k)) % 3 == 0
                else None
            ),
            (m, -(-n // 3)) if n > m else (-(-m // 3), n),
        ),
    )
    same(timed(lambda: araios.tril(A)), model.keep(lambda k, q, x: q <= k))
    same(timed(lambda: araios.triu(A, 1)), model.keep(lambda k, q, x: q > k))


def test_assignment(case):
    model, A, other = case
    (m, n), entries = model.shape, dict(model.entries)
    B = A.copy()
    place = next(iter(entries))

    def set_one():
        B[place] = 7.0
        B[m - 1, n // 2] = 3.0
        return B.nnz

    timed(set_one)
    entries[place], entries[m - 1, n // 2] = 7.0, 3.0
    same(B, Model(model.shape, entries))
    places = list(entries)
    rows, columns = (np.array([p[k] for p in places]) for k in (0, 1))

    def set_list():
        B[rows, columns] = np.arange(len(rows), dtype=float)

    timed(set_list)
    entries = dict(zip(places, map(float, range(len(rows)))))
    same(B, Model(model.shape, entries))
    i, j = places[1]
    block = np.array([[1.0, 0.0], [0.0, 2.0]])
    i, j = min(i, m - 2), min(j, n - 2)

    def set_block():
        B[i : i + 2, j : j + 2] = block

    timed(set_block)
    entries = {(k, q): x for (k, q), x in entries.items() if not (i <= k < i + 2 and j <= q < j + 2)}
    entries |= {(i, j): 1.0, (i + 1, j + 1): 2.0}
    same(B, Model(model.shape, entries))

    def set_lists():
        B[np.ix_([i + 1, i], [j, 0 if j else n - 1])] = block

    timed(set_lists)
    other_column = 0 if j else n - 1
    entries = {(k, q): x for (k, q), x in entries.items() if not (k in (i, i + 1) and q in (j, other_column))}
    entries |= {(i + 1, j): 1.0, (i, other_column): 2.0}
    same(B, Model(model.shape, entries))


def memory_has(elements):
    """Whether this system gives an array of so many doubles; some do, and find its pages at the first write."""
    try:
        np.empty(elements)
    except MemoryError:
        return False
    return True


def test_sums(case):
    model, A, _ = case
    values = list(model.entries.values())
    assert timed(A.sum) == sum(values)
    assert timed(lambda: A.reduce("max")) == max(values)
    for axis in (0, 1):
        lines = {}
        for place, x in model.entries.items():
            lines[place[1 - axis]] = lines.get(place[1 - axis], 0.0) + x
        sums = timed(lambda: A.reduce("plus", axis, sparse=True))
        assert dict(zip(sums.indices.tolist(), sums.data.tolist())) == lines
        assert sums.shape == (model.shape[1 - axis],)
        if model.shape[1 - axis] <= BIG:
            dense = timed(lambda: A.sum(axis))
            assert [dense[k] for k in lines] == list(lines.values()) and dense.shape == sums.shape
        elif model.shape[1 - axis] >= WIDE:
            if memory_has(model.shape[1 - axis]):
                dense = A.sum(axis)
                assert [dense[k] for k in lines] == list(lines.values())
                continue
            with pytest.raises(MemoryError, match="sparse=True"):
                A.sum(axis)
            with pytest.raises(MemoryError, match="sparse=True"):
                A.reduce("min", axis)
    if min(model.shape) <= BIG:
        d = timed(A.diagonal)
        assert d.shape == (min(model.shape),)
        assert all(d[i] == x for (i, j), x in model.entries.items() if i == j)


def test_formats(case):
    model, A, _ = case
    m, n = model.shape
    same(timed(A.tocoo), model)
    for format, lines in (("csr", m), ("csc", n)):
        if lines <= 10**5:
            same(timed(lambda: A.to_format(format)), model)
            assert A.to_format(format).format == format
        elif lines > 2**31:
            with pytest.raises(OverflowError, match="(?i)coo"):
                A.to_format(format)
    if max(m, n) < 2**31:
        same(timed(lambda: A.to_format("dcsr")), model)
    else:
        with pytest.raises(OverflowError, match="(?i)coo"):
            A.to_format("dcsr")
    S = timed(lambda: A.tocoo().to_scipy())
    assert S.shape == model.shape and S.sum() == sum(model.entries.values())
    same(timed(lambda: araios.Matrix(S)), model)
    assert A.indices.dtype if A.format in ("csr", "csc") else True


def test_kronecker_products():
    v = araios.Matrix(([1.0, 2.0], ([0, 0], [3, 65535])), shape=(1, 65536))
    C = timed(lambda: araios.kron(v, v))
    w = [3, 65535]
    same(C, Model((1, 2**32), {(0, a * 65536 + b): (1.0 + (a > 3)) * (1.0 + (b > 3)) for a in w for b in w}))
    A = model_of((BIG, BIG))
    same(
        timed(lambda: araios.kron(A.matrix(), A.matrix("dcsr"))),
        Model(
            (BIG**2, BIG**2),
            {(i * BIG + k, j * BIG + q): x * y for (i, j), x in A.entries.items() for (k, q), y in A.entries.items()},
        ),
    )
    with pytest.raises(OverflowError):
        araios.kron(araios.kron(A.matrix(), A.matrix()), A.matrix())


def test_iteration_of_few_rows():
    model = model_of((3, WIDE))
    rows = [dict(zip(x.indices.tolist(), x.data.tolist())) for x in timed(lambda: list(model.matrix()))]
    assert rows == [{j: x for (i, j), x in model.entries.items() if i == k} for k in range(3)]


def test_vectors_of_many_elements():
    model = model_of((3, WIDE), count=30)
    x, y = model.matrix()[0], model.matrix()[1]
    a, b = ({j: v for (i, j), v in model.entries.items() if i == k} for k in (0, 1))
    assert x.shape == (WIDE,) and x.nnz == len(a)
    z = timed(lambda: x + y)
    assert dict(zip(z.indices.tolist(), z.data.tolist())) == {j: a.get(j, 0) + b.get(j, 0) for j in {*a, *b}}
    assert timed(lambda: x.sum()) == sum(a.values())
    half = timed(lambda: x[WIDE // 2 :])
    assert dict(zip(half.indices.tolist(), half.data.tolist())) == {
        j - WIDE // 2: v for j, v in a.items() if j >= WIDE // 2
    }
    assert x.equals(model.matrix()[0]) and not x.equals(y)
    j = next(iter(a))
    assert x[j] == a[j]


def test_whole_rows_and_columns_are_assigned(case):
    model, A, other = case
    m = model.shape[0]
    i, j = list(model.entries)[2]
    B, C = other.matrix(), other

    def check(key, value, expected):
        D = A.copy()
        timed(lambda: D.__setitem__(key, value))
        same(D, Model(model.shape, expected))

    def without(f):
        return {p: x for p, x in model.entries.items() if not f(*p)}

    def of(f):
        return {p: x for p, x in C.entries.items() if f(*p)}

    check(i, 0, without(lambda k, q: k == i))
    check((slice(None), j), 0.0, without(lambda k, q: q == j))
    check((slice(None), slice(None)), 0, {})
    check(slice(None), B, C.entries)
    check(i, B[i], without(lambda k, q: k == i) | of(lambda k, q: k == i))
    check([0, m - 1], B[[0, m - 1]], without(lambda k, q: k in (0, m - 1)) | of(lambda k, q: k in (0, m - 1)))
    check((slice(None), [j]), B[:, [j]], without(lambda k, q: q == j) | of(lambda k, q: q == j))
    check((slice(None), slice(None, None, -1)), 0, {})
    every = slice(None, None, 2), slice(1, None, 3)
    check(every, 0, without(lambda k, q: k % 2 == 0 and q % 3 == 1))
    assert timed(A.trace) == sum(x for (k, q), x in model.entries.items() if k == q)
    same(timed(lambda: A.multiply(np.array([[2.0]]))), model.map(lambda k, q, x: (k, q, 2 * x)))


@pytest.mark.parametrize("n", [BIG, WIDE])
def test_words_of_wide_vectors(n):
    a, b = {5: 1.0, n // 2: -2.0, n - 1: 3.0}, {6: 4.0, n - 1: 5.0}

    def vector(entries):
        return araios.Vector((np.array(list(entries.values())), np.array(list(entries))), n)

    def entries(x):
        assert x.shape == (n,)
        return dict(zip(x.indices.tolist(), x.data.tolist()))

    x, y = timed(lambda: vector(a)), vector(b)
    assert entries(x) == a and entries(araios.Vector(n)) == {}
    assert entries(timed(lambda: 2 * x)) == {i: 2 * v for i, v in a.items()}
    assert entries(timed(lambda: abs(x))) == entries(timed(lambda: np.abs(x))) == {i: abs(v) for i, v in a.items()}
    assert entries(timed(lambda: x.maximum(y))) == {5: 1.0, 6: 4.0, n - 1: 5.0}
    assert entries(timed(lambda: np.minimum(x, 0))) == {n // 2: -2.0}
    assert entries(timed(lambda: x > 0)) == {5: True, n - 1: True}
    assert timed(lambda: x[x > 0]).toarray().tolist() == [1.0, 3.0]
    assert timed(lambda: x[::-1])[n - 6] == 1.0
    half = timed(lambda: x[1::2])
    assert half.shape == (n // 2,) and half[2] == 1.0
    assert entries(pickle.loads(pickle.dumps(x))) == a
    for key, value, expected in (
        (slice(None), 0, {}),
        (slice(None), y, b),
        (slice(None, None, 2), 0, {5: 1.0, n - 1: 3.0}),
        (slice(2, 9), 4.0, {**a, **dict.fromkeys(range(2, 9), 4.0)}),
        ([7, n - 1], [1.5, 2.5], {**a, 7: 1.5, n - 1: 2.5}),
    ):
        z = x.copy()
        timed(lambda: z.__setitem__(key, value))
        assert entries(z) == expected
    twice = araios.Vector((np.ones(3), [n - 1, 4, n - 1]), n)
    assert entries(twice) == {4: 1.0, n - 1: 2.0}


@pytest.mark.parametrize("symmetry", ["general", "symmetric"])
@pytest.mark.parametrize("n", [BIG, WIDE])
def test_files_of_wide_matrices(tmp_path, n, symmetry):
    model = model_of((n, n))
    A = model.matrix()
    if symmetry == "symmetric":
        A = A + A.T
    for B in (A, A.pattern()):
        path = tmp_path / "a.mtx"
        timed(lambda: araios.mmwrite(path, B))
        assert araios.mminfo(path)[:2] == (n, n) and araios.mminfo(path)[-1] == symmetry
        C = timed(lambda: araios.mmread(path))
        assert C.equals(B) and C.dtype == B.dtype and C.format == "coo"
        assert timed(lambda: araios.mmread(path.read_bytes(), format="coo")).equals(B)
    with pytest.raises(ValueError, match="symmetr"):
        araios.mmwrite(path, model.matrix(), symmetry="symmetric")
    repeated = f"%%MatrixMarket matrix coordinate real general\n{n} 3 3\n{n} 1 2\n{n} 1 3\n1 2 4\n".encode()
    same(timed(lambda: araios.mmread(repeated)), Model((n, 3), {(n - 1, 0): 5.0, (0, 1): 4.0}))
    same(
        timed(lambda: araios.read_edge_list(b"0 1 2.5\n1999999999 7 1\n", columns="weighted")),
        Model((2 * 10**9,) * 2, {(0, 1): 2.5, (1999999999, 7): 1.0}),
    )


@pytest.mark.parametrize("n", [BIG, 2**35])
def test_graph_functions_by_edges(n):
    """The same results as those of a small graph with the vertices renumbered, and far vertices without edges."""
    rng = np.random.default_rng(5)
    names = np.sort(rng.choice(n, 12, replace=False))
    i, j = rng.integers(0, 12, (2, 40))
    small = araios.Boolean((np.ones(40, bool), (i, j)), shape=(12, 12))
    large = araios.Boolean((np.ones(40, bool), (names[i], names[j])), shape=(n, n))

    def renamed(A):
        rows, columns, values = A.entries()
        return Model(large.shape, zip(zip(names[rows].tolist(), names[columns].tolist()), values.tolist()))

    plan = timed(lambda: araios.TrianglePlan(large))
    assert plan.shape == (n, n)
    for graph in (large, plan):
        for u, v in zip(timed(lambda: araios.list_triangles(graph)), araios.list_triangles(small)):
            assert u.tolist() == names[v].tolist()
        assert araios.triangles(graph) == araios.triangles(small)
        assert araios.cliques(graph, 4) == araios.cliques(small, 4)
        found, expected = timed(lambda: araios.clustering(graph)), araios.clustering(small)
        assert found[:3] == expected[:3] and found.average == pytest.approx(expected.average * 12 / n)
    added = araios.Boolean((np.ones(12, bool), (names, np.roll(names, 3))), shape=(n, n))
    small_added = araios.Boolean((np.ones(12, bool), (np.arange(12), np.roll(np.arange(12), 3))), shape=(12, 12))
    count = araios.triangles(small)
    found = timed(lambda: araios.update_triangles(large, count, added=added))
    expected = araios.update_triangles(small, count, added=small_added)
    assert found[1:] == expected[1:]
    same(found.graph, renamed(expected.graph))
    for text in ("a a", "a+", "a ^a"):
        same(
            timed(lambda: araios.regular_path_query({"a": large}, text)),
            renamed(araios.regular_path_query({"a": small}, text)),
        )
    few = timed(lambda: araios.regular_path_query({"a": large}, "a*", sources=[int(names[3]), n - 2]))
    row = sorted(names[araios.regular_path_query({"a": small}, "a*", sources=[3])[0].indices].tolist())
    assert few.shape == (2, n) and sorted(few[0].indices.tolist()) == row and few[1].indices.tolist() == [n - 2]
    grammar = "S -> a S a | a"
    same(
        timed(lambda: araios.context_free_path_query({"a": large}, grammar)),
        renamed(araios.context_free_path_query({"a": small}, grammar)),
    )
    with pytest.raises((IndexError, ValueError), match="source"):
        araios.regular_path_query({"a": large}, "a", sources=[n])


def test_results_of_each_vertex():
    n = 2**21
    i, j = np.array([3, 3, n - 1, 9]), np.array([9, n - 1, 9, 100])
    few = araios.Boolean((np.ones(4, bool), (i, j)), shape=(n, n)).tocoo()
    for f in (araios.vertex_triangles, araios.local_clustering, lambda G: araios.bfs(G, 3), lambda G: araios.bfs(G, 5)):
        a, b = timed(lambda: f(few)), f(few.tocsr())
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)
    assert araios.clustering(few) == pytest.approx(araios.clustering(few.tocsr()))


def test_formats_with_arrays_of_all_rows_are_refused():
    A = model_of((BIG, BIG)).matrix()
    for call in (lambda: A.to_format("ell"), A.todok, lambda: araios.choose_format(A), lambda: araios.SpmvPlan(A)):
        with pytest.raises(MemoryError, match="coo"):
            timed(call)
    assert timed(lambda: araios.random(BIG, BIG, nnz=10)).nnz == 10
    assert timed(lambda: araios.random(3, WIDE, nnz=10)).shape == (3, WIDE)
    assert timed(lambda: A.to_scipy("dok")).nnz == A.nnz
    assert timed(lambda: A.to_format("dcsr").to_scipy()).nnz == A.nnz


def test_graphs_of_many_vertices():
    i, j = np.array([1, 7, BIG - 1, 5]), np.array([7, BIG - 1, 1, 1])
    G = araios.Matrix((np.ones(4), (i, j)), shape=(BIG, BIG))
    assert timed(lambda: araios.triangles(G)) == 1
    places = timed(lambda: araios.closure(G)).entries()
    assert len(places[0]) == 12


@pytest.mark.parametrize("shape", [(1, 2**31 - 1), (1, 2**31), (1, WIDE), (2**31, 1), (WIDE, WIDE)])
def test_short_indices_in_long_shapes(shape):
    """Arrays of int32 are indices of any shape; those of results have 32 bits where the shape has."""
    index = np.array([0], np.int32)
    made = [araios.Matrix(([5.0], (index, index)), shape=shape), araios.Matrix(shape)]
    made[1][0, 0] = 5.0
    if shape[0] == 1:
        made.append(araios.Matrix(([5.0], index, np.array([0, 1], np.int32)), shape=shape))
        assert {A.indptr.dtype.itemsize for A in made} == {4 if shape[1] < 2**31 else 8}
    for A in made:
        assert A.shape == shape and A.nnz == 1 and (A + A)[0, 0] == 10 and A.T[0, 0] == 5


def test_one_entry_and_none():
    for shape in ((10**8, 10**8), (BIG, 1), (1, WIDE)):
        for count in (0, 1):
            model = Model(shape, {(shape[0] - 1, shape[1] - 1): 2.0} if count else {})
            places = np.full(count, shape[0] - 1), np.full(count, shape[1] - 1)
            A = araios.Matrix((np.full(count, 2.0), places), shape)
            same(timed(lambda: A.T), model.T)
            same(timed(lambda: A + A), model + model)
            same(timed(lambda: A.T @ A), model.T @ model)
            same(
                timed(lambda: A[shape[0] // 2 :, shape[1] // 2 :]),
                model.map(
                    lambda i, j, x: (i - shape[0] // 2, j - shape[1] // 2, x),
                    (shape[0] - shape[0] // 2, shape[1] - shape[1] // 2),
                ),
            )
            assert timed(A.sum) == 2.0 * count
            assert timed(lambda: A[0]).nnz == (count if shape[0] == 1 else 0)


def test_lookups_in_csc_convert_nothing():
    rng = np.random.default_rng(3)
    n, k = 100_000, 2_000_000
    A = araios.Matrix((np.ones(k), (rng.integers(0, n, k), rng.integers(0, n, k))), shape=(n, n)).tocsc()
    timed(lambda: [A[p, p] for p in range(100)])  # one conversion takes 50 ms
