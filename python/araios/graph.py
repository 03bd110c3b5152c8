# SPDX-License-Identifier: Apache-2.0
"""Graphs as square matrices: entry (i, j) is the edge from vertex i to vertex j; values do not matter.

Triangles, trusses and cliques are those of the simple graph: an edge where there is (i, j) or (j, i), no loops.
All functions raise ValueError for a matrix that is not square.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from . import _context, _convert, _core, _names
from ._base import array_of, is_list, pattern_of, require_lines, wrap
from ._convert import integer
from ._stack import eye
from ._typing import Matrix, MatrixLike, NDArray
from .boolean import Boolean
from .plan import _Plan


class _Vertices:
    """The vertices with edges of graphs with far more vertices than edges, renumbered in their order."""

    def __init__(self, *graphs, others=()):
        self.n, self.device = graphs[0].shape[0], graphs[0].device
        for A in graphs:
            if A.shape != (self.n, self.n):
                raise ValueError(f"a graph has square matrices of one shape, not {A.shape} beside {self.n} vertices")
        lists = [A.entries()[:2] for A in graphs]
        self.names = np.unique(np.concatenate([*(k for pair in lists for k in pair), np.asarray(others, np.int64)]))
        k = len(self.names)
        self.graphs = [self._matrix(*(np.searchsorted(self.names, i) for i in pair), (k, k)) for pair in lists]

    def _matrix(self, rows, columns, shape):
        h = _convert.triplets(np.ones(len(rows), bool), rows, columns, shape, None, "sum")
        return wrap(h, canonical=True).to(self.device)

    def matrix(self, A, rows=None, keep=None):
        """A matrix of the renumbered vertices, with their old numbers; rows keep theirs where they have a number."""
        i, j, _ = A.entries()
        if keep is not None:
            i, j = i[keep(i, j)], j[keep(i, j)]
        old_rows, m = (self.names[i], self.n) if rows is None else (i, rows)
        return self._matrix(old_rows, self.names[j], (m, self.n))

    def array(self, x, fill=0):
        """An element for each vertex from those for each renumbered one."""
        try:
            result = np.zeros(self.n, x.dtype) if not fill else np.full(self.n, fill, x.dtype)
        except (MemoryError, ValueError):
            raise MemoryError(
                f"the result has an element for each of {self.n} vertices, of which {len(self.names)} have edges: "
                "renumber these"
            ) from None
        result[self.names] = x
        return result


def _few(A):
    """The renumbered vertices of a graph with far more vertices than edges, or None."""
    return _Vertices(A) if is_list(A._h) and A.shape[0] == A.shape[1] else None


class TrianglePlan(_Plan):
    """A graph made ready once for several results: the simple graph, each edge directed once.

    ``triangles``, ``list_triangles``, ``vertex_triangles``, ``clustering``, ``local_clustering`` and ``cliques`` take
    it in place of the graph, and give the same. It keeps nothing of A.

    >>> import araios, numpy as np
    >>> plan = araios.TrianglePlan(np.ones((4, 4)))
    >>> araios.triangles(plan), araios.cliques(plan, 4), araios.vertex_triangles(plan).tolist()
    (4, 1, [3, 3, 3, 3])
    """

    __slots__ = ("_vertices",)

    def __init__(self, A: MatrixLike) -> None:
        A = pattern_of(A)
        self._vertices = _few(A)
        if self._vertices is not None:
            (A,) = self._vertices.graphs
            self._vertices.graphs = []
        self._plan = _core.triangle_plan(A._operand())

    @property
    def shape(self) -> tuple[int, int]:
        """(n, n) of a graph of n vertices."""
        return self._plan.info()[:2] if self._vertices is None else (self._vertices.n,) * 2


def _planned(A):
    """The handle of a plan, or of the pattern of a graph."""
    return A._plan if isinstance(A, TrianglePlan) else pattern_of(A)._operand()


def _planned_vertices(A):
    """The handle as `_planned`, of the vertices with edges where these are few, and their numbers, or None."""
    if isinstance(A, TrianglePlan):
        return A._plan, A._vertices
    A = pattern_of(A)
    vertices = _few(A)
    return (A if vertices is None else vertices.graphs[0])._operand(), vertices


def _of_each_vertex(function, A, fill=0):
    h, vertices = _planned_vertices(A)
    x = array_of(function(h))
    return x if vertices is None else vertices.array(x, fill)


def triangles(A: MatrixLike | TrianglePlan, *, method: str = "automatic") -> int:
    """The number of triangles.

    ``method`` is 'automatic', 'merge', 'bisection', 'adaptive', 'hash', 'bitmap', 'mixed' or 'radix_binning'.

    >>> import araios
    >>> araios.triangles([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    1
    """
    return _core.count_triangles(_planned(A), _names.member_of(_names.TRIANGLE_METHODS, method, "method"))


def list_triangles(A: MatrixLike | TrianglePlan) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """(u, v, w): triangle t has the vertices u[t] < v[t] < w[t]; int32 arrays with an element for each triangle.

    The order of the triangles is the same on host and GPU. 12 bytes are held for each. Beyond 2**31 - 1 vertices the
    arrays are of int64.

    >>> import araios, numpy as np
    >>> u, v, w = araios.list_triangles(np.ones((4, 4)))
    >>> sorted(zip(u.tolist(), v.tolist(), w.tolist()))
    [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    """
    h, vertices = _planned_vertices(A)
    lists = tuple(map(array_of, _core.list_triangles(h)))
    if vertices is None:
        return lists
    names = vertices.names.astype(np.int32 if vertices.n < 2**31 else np.int64)
    return tuple(names[u] for u in lists)


class TriangleUpdate(NamedTuple):
    """The graph after an update, its number of triangles, how many had a removed edge, how many have an added one."""

    graph: Boolean
    triangles: int
    lost: int
    gained: int


def update_triangles(
    G: MatrixLike, triangles: int, removed: MatrixLike | None = None, added: MatrixLike | None = None
) -> TriangleUpdate:
    """The simple graph of G without some edges, then with others, and the number of its triangles.

    Parameters
    ----------
    G : graph of n vertices; it is not changed
    triangles : the number of its triangles; only triangles with edges that change are visited
    removed, added : Matrix of shape (n, n) whose entries are these edges; None is no edge

    Edges that are removed but not there, or added but there already, change nothing.

    Returns a ``TriangleUpdate``. Raises ValueError for shapes that disagree, and where ``triangles`` is negative.

    >>> import araios
    >>> path = araios.Boolean(([True] * 2, ([0, 1], [1, 2])), shape=(3, 3))
    >>> edge = araios.Boolean(([True], ([2], [0])), shape=(3, 3))
    >>> graph, triangles, lost, gained = araios.update_triangles(path, 0, added=edge)
    >>> triangles, lost, gained
    (1, 0, 1)
    >>> araios.update_triangles(graph, triangles, removed=edge).triangles
    0
    """
    G = pattern_of(G)
    if removed is None or added is None:
        nothing = wrap(_core.empty(G._h.context, _names.PATTERN, G._h.index, *G.shape), canonical=True)
    changes = (nothing if A is None else pattern_of(A) for A in (removed, added))
    number = integer(triangles, "a number of triangles")
    graphs = (G, *changes)
    vertices = None
    if is_list(G._h) and all(A.shape == G.shape for A in graphs) and G.shape[0] == G.shape[1]:
        vertices = _Vertices(*graphs)
        graphs = vertices.graphs
    h, *counts = _core.update_triangles(graphs[0]._operand(), number, *(A._operand() for A in graphs[1:]))
    graph = wrap(h, canonical=True)
    return TriangleUpdate(graph if vertices is None else vertices.matrix(graph), *counts)


def vertex_triangles(A: MatrixLike | TrianglePlan) -> NDArray[np.int64]:
    """The number of triangles of each vertex, int64 of shape (n,)."""
    return _of_each_vertex(_core.vertex_triangles, A)


def edge_triangles(A: MatrixLike) -> Matrix:
    """The number of triangles of each edge of the simple graph, a Matrix of float64."""
    return wrap(_core.edge_triangles(pattern_of(A)._operand()), canonical=True)


def simple_graph(A: MatrixLike) -> Boolean:
    """The simple graph of A, symmetric without a diagonal."""
    return wrap(_core.simple_graph(pattern_of(A)._operand()), canonical=True)


def ktruss(A: MatrixLike, k: int) -> Boolean:
    """The largest part of the graph in which each edge is in k - 2 triangles or more.

    >>> import araios, numpy as np
    >>> araios.ktruss(np.ones((4, 4)), 4).nnz
    12
    """
    return wrap(_core.k_truss(integer(k, "k"), pattern_of(A)._operand()), canonical=True)


def truss_numbers(A: MatrixLike) -> Matrix:
    """For each edge the largest k such that it is in the k-truss, a Matrix of float64."""
    return wrap(_core.truss_numbers(pattern_of(A)._operand()), canonical=True)


def cliques(A: MatrixLike | TrianglePlan, k: int) -> int:
    """The number of cliques of k vertices, 3 <= k <= 8."""
    return _core.count_cliques(_planned(A), integer(k, "k"))


class Clustering(NamedTuple):
    """Triangles, wedges (pairs of neighbours of a vertex), 3 triangles / wedges, mean of the coefficients."""

    triangles: int
    wedges: int
    transitivity: float
    average: float


def clustering(A: MatrixLike | TrianglePlan) -> Clustering:
    """Clustering of the whole graph.

    >>> import araios
    >>> araios.clustering([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    Clustering(triangles=1, wedges=3, transitivity=1.0, average=1.0)
    """
    h, vertices = _planned_vertices(A)
    triangles, wedges, transitivity, average = _core.graph_clustering(h)
    if vertices is not None and vertices.n:
        average *= len(vertices.names) / vertices.n
    return Clustering(triangles, wedges, transitivity, average)


def local_clustering(A: MatrixLike | TrianglePlan) -> NDArray[np.float64]:
    """The clustering coefficient of each vertex, float64 of shape (n,)."""
    return _of_each_vertex(_core.local_clustering, A)


def closure(A: MatrixLike) -> Boolean:
    """The transitive closure: (i, j) where a path of one edge or more leads from i to j; a Boolean matrix.

    >>> import araios
    >>> list(araios.closure([[0, 1, 0], [0, 0, 1], [0, 0, 0]]))
    [(0, 1), (0, 2), (1, 2)]
    """
    return wrap(_core.transitive_closure(pattern_of(A)._operand()), canonical=True)


def bfs(A: MatrixLike, source: int) -> NDArray[np.int32]:
    """The edges of a shortest path from a vertex to each one, int32 of shape (n,); -1 where there is no path.

    >>> import araios
    >>> araios.bfs([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 1)
    array([-1,  0,  1], dtype=int32)
    """
    A, source = pattern_of(A), integer(source, "a source")
    if not is_list(A._h) or A.shape[0] != A.shape[1] or not 0 <= source < A.shape[0]:
        return array_of(_core.bfs_levels(A._operand(), source))
    vertices = _Vertices(A, others=[source])
    at = int(np.searchsorted(vertices.names, source))
    return vertices.array(array_of(_core.bfs_levels(vertices.graphs[0]._operand(), at)), fill=-1)


def reverse_cuthill_mckee(graph: MatrixLike, symmetric_mode: bool = False) -> NDArray[np.int64]:
    """The reverse Cuthill-McKee order of graph + graph.T, which brings entries near the diagonal, int64 of shape (n,).

    Row and column q of the matrix in the new order are those of number order[q]: ``graph[order][:, order]``.
    ``symmetric_mode`` is as of scipy.sparse.csgraph: whether the graph is known to be symmetric. The order is the same.
    It is found on the host, also for a matrix on the GPU.

    >>> import araios
    >>> path = araios.Matrix(([1.0] * 3, ([0, 3, 1], [3, 1, 2])), shape=(4, 4))
    >>> order = araios.reverse_cuthill_mckee(path)
    >>> order.tolist()
    [0, 3, 1, 2]
    >>> araios.band(path[order][:, order], -1, 1).nnz
    3
    """
    A = pattern_of(graph)
    require_lines(A._h, "an order of all vertices")
    return array_of(_core.reverse_cuthill_mckee(A._operand()))


def _query(function, graph, text, sources, allow_unknown_labels, by_closures):
    if not hasattr(graph, "values"):
        raise TypeError(f"a graph is a dict of a matrix for each label, not a {type(graph).__name__}")
    if not graph:
        raise ValueError("the graph has no labels")
    labels = list(graph)
    matrices = [pattern_of(A) for A in graph.values()]
    if sources is not None:
        sources = np.ascontiguousarray(_convert._index_array(np.atleast_1d(sources)), np.int64)
    n, vertices = matrices[0].shape[0], None
    if all(is_list(A._h) and A.shape == (n, n) for A in matrices):
        if sources is not None and len(sources) and not 0 <= sources.min() <= sources.max() < n:
            wrong = sources[(sources < 0) | (sources >= n)][0]
            raise IndexError(f"source {wrong} is not a vertex: there are {n}")
        vertices = _Vertices(*matrices, others=() if sources is None else sources)
        # One vertex without edges represents all: a pair of it with itself says that the empty path counts.
        gaps = np.flatnonzero(vertices.names != np.arange(len(vertices.names)))
        lonely = int(gaps[0]) if len(gaps) else len(vertices.names)
        vertices = _Vertices(*matrices, others=[lonely] if sources is None else [lonely, *sources])
        matrices, sources = vertices.graphs, None if sources is None else np.searchsorted(vertices.names, sources)
    h = function(
        _context.host() if matrices[0].device == "cpu" else matrices[0]._h.context,
        matrices[0].shape[0],
        labels,
        [A._operand() for A in matrices],
        text,
        bool(allow_unknown_labels),
        bool(by_closures),
        sources,
        0 if sources is None else len(sources),
    )
    result = wrap(h, canonical=True)
    if vertices is None:
        return result
    if sources is not None:
        return vertices.matrix(result, len(sources))
    at = int(np.searchsorted(vertices.names, lonely))
    pairs = vertices.matrix(result, keep=lambda i, j: i != at)
    if not result[at, at]:
        return pairs
    return pairs | eye(n, dtype=bool)


def regular_path_query(
    graph: Mapping[str, MatrixLike],
    expression: str,
    *,
    sources: Sequence[int] | None = None,
    allow_unknown_labels: bool = False,
) -> Boolean:
    """The pairs (i, j) with a path from i to j whose labels are a word of a regular expression.

    Parameters
    ----------
    graph : dict of a square matrix for each label
    expression : "a b", "a | b", "a*", "a+", "a?", "^a" (the edge backward), "(a | b) c"
    sources : vertices; only paths from these are found, row i of the result is that of sources[i]
    allow_unknown_labels : whether a label that the graph lacks is one without edges; ValueError otherwise

    ValueError, with line and column, where the text is no expression.

    >>> import araios
    >>> a = araios.Boolean(([True], ([0], [1])), shape=(3, 3))
    >>> b = araios.Boolean(([True], ([1], [2])), shape=(3, 3))
    >>> list(araios.regular_path_query({"a": a, "b": b}, "a b?"))
    [(0, 1), (0, 2)]
    """
    return _query(_core.regular_path_query, graph, expression, sources, allow_unknown_labels, False)


def context_free_path_query(
    graph: Mapping[str, MatrixLike], grammar: str, *, by_closures: bool = False, allow_unknown_labels: bool = False
) -> Boolean:
    """The same for a context-free grammar, as "S -> a S b | a b"; the start is the first left side.

    ``by_closures``: by closures of Kronecker products instead of products of matrices; the result is the same.

    >>> import araios
    >>> a = araios.Boolean(([True, True], ([0, 1], [1, 2])), shape=(5, 5))
    >>> b = araios.Boolean(([True, True], ([2, 3], [3, 4])), shape=(5, 5))
    >>> list(araios.context_free_path_query({"a": a, "b": b}, "S -> a S b | a b"))
    [(0, 4), (1, 3)]
    """
    return _query(_core.context_free_path_query, graph, grammar, None, allow_unknown_labels, by_closures)
