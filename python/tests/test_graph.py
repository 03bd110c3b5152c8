# SPDX-License-Identifier: Apache-2.0
"""Graphs against networkx, where it is installed, and against loops."""

import gc
import itertools
from collections import deque

import araios
import numpy as np
import pytest
from conftest import assert_same, scipy_matrices
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csgraph


def simple(S):
    X = S.toarray() != 0
    X = X | X.T
    np.fill_diagonal(X, False)
    return X


@given(scipy_matrices(square=True))
def test_triangles_by_loops(S):
    X = simple(S)
    n = len(X)
    found = [t for t in itertools.combinations(range(n), 3) if X[t[0], t[1]] and X[t[1], t[2]] and X[t[0], t[2]]]
    assert araios.triangles(S) == len(found)
    assert sorted(zip(*(x.tolist() for x in araios.list_triangles(S)))) == found
    np.testing.assert_array_equal(araios.vertex_triangles(S), np.bincount(sum(found, ()), minlength=n))
    edges = X.astype(int) @ X.astype(int) * X
    np.testing.assert_array_equal(araios.edge_triangles(S).toarray(), edges)
    assert_same(araios.simple_graph(S), X)
    fours = [t for t in itertools.combinations(range(n), 4) if all(X[a, b] for a, b in itertools.combinations(t, 2))]
    assert araios.cliques(S, 3) == len(found) and araios.cliques(S, 4) == len(fours)


@given(scipy_matrices(square=True))
def test_plan_of_triangles(S):
    plan = araios.TrianglePlan(S)
    assert plan.shape == S.shape and plan.nbytes > 0
    for f in (araios.triangles, araios.clustering, lambda A: araios.cliques(A, 4)):
        assert f(plan) == f(S)
    for f in (araios.list_triangles, araios.vertex_triangles, araios.local_clustering):
        np.testing.assert_array_equal(f(plan), f(S))
    with pytest.raises(TypeError, match="TrianglePlan"):
        araios.closure(plan)


@pytest.mark.parametrize("method", ["merge", "bisection", "adaptive", "hash", "bitmap", "mixed", "radix_binning"])
def test_methods_of_triangles(method):
    A = araios.rmat(8, 3000)
    assert araios.triangles(A, method=method) == araios.triangles(A) > 0


def test_list_of_triangles():
    A = araios.rmat(8, 3000)
    X = simple(A)
    lists = araios.list_triangles(A)
    assert type(lists) is tuple and len(lists) == 3
    u, v, w = lists
    assert u.dtype == v.dtype == w.dtype == np.int32 and u.shape == v.shape == w.shape == (araios.triangles(A),)
    assert (u < v).all() and (v < w).all() and X[u, v].all() and X[v, w].all() and X[u, w].all()
    assert len(set(zip(u.tolist(), v.tolist(), w.tolist()))) == len(u)
    np.testing.assert_array_equal(np.bincount(np.concatenate(lists), minlength=256), araios.vertex_triangles(A))
    kept = v.copy()
    del u, w, lists
    gc.collect()
    np.testing.assert_array_equal(v, kept)  # the three share one array
    assert [x.shape for x in araios.list_triangles(araios.Boolean((3, 3)))] == [(0,)] * 3


@given(st.data())
def test_updates_of_triangles(data):
    S = data.draw(scipy_matrices(square=True))
    removed, added = data.draw(scipy_matrices(*S.shape)), data.draw(scipy_matrices(*S.shape))
    X, R, N = simple(S), simple(removed), simple(added)
    kept = X & ~R
    before, between, after = (np.trace(Y @ Y @ Y) // 6 for Y in (Z.astype(int) for Z in (X, kept, kept | N)))
    update = araios.update_triangles(S, before, removed, added)
    assert type(update) is araios.TriangleUpdate and type(update.graph) is araios.Boolean
    assert_same(update.graph, kept | N)
    assert update[1:] == (after, before - between, after - between)
    less = araios.update_triangles(S, before, removed=removed)
    assert_same(less.graph, kept)
    assert less[1:] == (between, before - between, 0)
    assert araios.update_triangles(less.graph, less.triangles, added=added)[1:] == (after, 0, after - between)
    same = araios.update_triangles(S, before)
    assert_same(same.graph, X)
    assert same[1:] == (before, 0, 0)


def test_update_of_a_larger_graph():
    A, removed, added = (araios.rmat(9, draws, seed=seed) for seed, draws in enumerate((8000, 500, 700)))
    update = araios.update_triangles(A, araios.triangles(A), removed, added)
    assert update.triangles == araios.triangles(update.graph) and update.lost > 0 and update.gained > 0
    assert update.triangles == araios.triangles(A) - update.lost + update.gained


def test_against_networkx():
    networkx = pytest.importorskip("networkx")
    A = araios.rmat(7, 800)
    X = simple(A)
    G = networkx.from_numpy_array(X)
    counts = networkx.triangles(G)
    np.testing.assert_array_equal(araios.vertex_triangles(A), [counts[v] for v in range(len(X))])
    assert araios.triangles(A) == sum(counts.values()) // 3
    clustering = araios.clustering(A)
    assert clustering.transitivity == pytest.approx(networkx.transitivity(G))
    assert clustering.average == pytest.approx(networkx.average_clustering(G))
    local = networkx.clustering(G)
    np.testing.assert_allclose(araios.local_clustering(A), [local[v] for v in range(len(X))])
    for k in (3, 4, 5):
        truss = networkx.k_truss(G, k)
        assert araios.ktruss(A, k).nnz == 2 * truss.number_of_edges()
    numbers = araios.truss_numbers(A)
    for k in (3, 4, 5):
        assert (numbers.data >= k).sum() == araios.ktruss(A, k).nnz


@given(scipy_matrices(square=True))
def test_closure_and_levels(S):
    X = S.toarray() != 0
    n = len(X)
    R = X.copy()
    for k in range(n):
        R |= np.outer(R[:, k], R[k])
    assert_same(araios.closure(S), R)
    if n:
        levels = np.full(n, -1)
        levels[0] = 0
        queue = deque([0])
        while queue:
            v = queue.popleft()
            for w in np.flatnonzero(X[v]):
                if levels[w] < 0:
                    levels[w] = levels[v] + 1
                    queue.append(w)
        np.testing.assert_array_equal(araios.bfs(S, 0), levels)


def bandwidth(X):
    i, j = np.nonzero(X)
    return int(abs(i - j).max(initial=0))


@given(scipy_matrices(square=True))
def test_reverse_cuthill_mckee_is_a_permutation(S):
    order = araios.reverse_cuthill_mckee(S)
    assert order.dtype == np.int64
    np.testing.assert_array_equal(np.sort(order), np.arange(len(order)))
    assert_same(araios.Matrix(S)[order][:, order], S.toarray()[np.ix_(order, order)])


@pytest.mark.parametrize("symmetric_mode", [False, True])
def test_reverse_cuthill_mckee_against_scipy(symmetric_mode):
    grid = araios.stencil(12, 40).to_scipy("csr")
    shuffled = np.random.default_rng(3).permutation(480)
    S = grid[shuffled][:, shuffled]
    X = S.toarray()
    order = araios.reverse_cuthill_mckee(S, symmetric_mode)
    theirs = csgraph.reverse_cuthill_mckee(S, symmetric_mode)
    assert bandwidth(X[np.ix_(order, order)]) <= 1.5 * bandwidth(X[np.ix_(theirs, theirs)]) < bandwidth(X) / 4
    # One triangle is the same graph.
    np.testing.assert_array_equal(araios.reverse_cuthill_mckee(araios.triu(S)), order)
    np.testing.assert_array_equal(araios.reverse_cuthill_mckee(graph=S.tocsc()), order)


@given(st.data())
def test_regular_path_queries(data):
    S = data.draw(scipy_matrices(square=True))
    T = data.draw(scipy_matrices(*S.shape))
    if not S.shape[0]:
        return
    a, b = araios.Boolean(S != 0), araios.Boolean(T != 0)
    graph = {"a": a, "b": b}
    for expression, expected in (
        ("a b", a @ b),
        ("a | b", a | b),
        ("a+", araios.closure(a)),
        ("^a", a.T),
        ("(a | b) a", (a | b) @ a),
    ):
        R = araios.regular_path_query(graph, expression)
        assert R.equals(expected)
        some = araios.regular_path_query(graph, expression, sources=[0])
        assert_same(some, expected[0:1])


@pytest.mark.parametrize("by_closures", [False, True])
def test_context_free_path_queries(by_closures):
    # Two cycles of 2 and 3 vertices with a common one: a^n b^n reaches all pairs of it.
    a = araios.Boolean(([True] * 2, ([0, 1], [1, 0])), shape=(4, 4))
    b = araios.Boolean(([True] * 3, ([0, 2, 3], [2, 3, 0])), shape=(4, 4))
    R = araios.context_free_path_query({"a": a, "b": b}, "S -> a S b | a b", by_closures=by_closures)
    expected = set()
    for n in range(1, 30):
        for start, middle in enumerate([n % 2, (n + 1) % 2]):
            if middle == 0:
                expected.add((start, [0, 2, 3][n % 3]))
    assert set(R) == expected


def test_errors():
    rectangle = araios.Boolean((2, 3))
    for f in (
        araios.triangles,
        araios.closure,
        araios.clustering,
        araios.vertex_triangles,
        araios.reverse_cuthill_mckee,
        araios.list_triangles,
        araios.TrianglePlan,
    ):
        with pytest.raises(ValueError):
            f(rectangle)
    square = araios.Boolean((3, 3))
    with pytest.raises(ValueError):
        araios.triangles(square, method="x")
    with pytest.raises((ValueError, IndexError)):
        araios.bfs(square, 3)
    with pytest.raises(ValueError):
        araios.cliques(square, 2)
    for G, count, change in (
        (rectangle, 0, None),
        (square, 0, rectangle),
        (square, 0, araios.eye(4)),
        (square, -1, None),
    ):
        for name in ("removed", "added"):
            with pytest.raises(ValueError):
                araios.update_triangles(G, count, **{name: change})
    with pytest.raises(TypeError):
        araios.update_triangles(square, None)
    with pytest.raises(TypeError):
        araios.regular_path_query({"a": square}, "a", sources=[0.9])
    with pytest.raises(ValueError):
        araios.regular_path_query({"a": square}, "a (")
    with pytest.raises(ValueError):
        araios.regular_path_query({"a": square}, "c")
    with pytest.raises(ValueError):
        araios.regular_path_query({}, "a")
    assert araios.regular_path_query({"a": square}, "c", allow_unknown_labels=True).nnz == 0
