# SPDX-License-Identifier: Apache-2.0
"""Graphs as square matrices: entry (i, j) is the edge from vertex i to vertex j; values do not matter.

Triangles, trusses and cliques are those of the simple graph: an edge where there is (i, j) or (j, i), no loops.
All functions raise ValueError for a matrix that is not square.
"""

from typing import NamedTuple

import numpy as np

from . import _context, _core, _names
from ._convert import integer
from .boolean import Boolean
from .matrix import Matrix, as_matrix, wrap
from .plan import _Plan


def _pattern(A):
    """The places of the entries, whatever their values."""
    A = as_matrix(A)
    return A if A.dtype == np.bool_ else A.pattern()


class TrianglePlan(_Plan):
    """A graph made ready once for several results: the simple graph, each edge directed once.

    ``triangles``, ``list_triangles``, ``vertex_triangles``, ``clustering``, ``local_clustering`` and ``cliques`` take
    it in place of the graph, and give the same. It keeps nothing of A.

    >>> import araios, numpy as np
    >>> plan = araios.TrianglePlan(np.ones((4, 4)))
    >>> araios.triangles(plan), araios.cliques(plan, 4), araios.vertex_triangles(plan).tolist()
    (4, 1, [3, 3, 3, 3])
    """

    __slots__ = ()

    def __init__(self, A):
        self._plan = _core.triangle_plan(_pattern(A)._operand())


def _planned(A):
    """The handle of a plan, or of the pattern of a graph."""
    return A._plan if isinstance(A, TrianglePlan) else _pattern(A)._operand()


def triangles(A, *, method="automatic"):
    """The number of triangles.

    ``method`` is 'automatic', 'merge', 'bisection', 'adaptive', 'hash', 'bitmap', 'mixed' or 'radix_binning'.

    >>> import araios
    >>> araios.triangles([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    1
    """
    number = _names.number_of(_names.TRIANGLE_METHODS, method, "method")
    return _core.count_triangles(_planned(A), number)


def list_triangles(A):
    """(u, v, w): triangle t has the vertices u[t] < v[t] < w[t]; int32 arrays with an element for each triangle.

    The order of the triangles is the same on host and GPU. 12 bytes are held for each.

    >>> import araios, numpy as np
    >>> u, v, w = araios.list_triangles(np.ones((4, 4)))
    >>> sorted(zip(u.tolist(), v.tolist(), w.tolist()))
    [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    """
    return tuple(map(Matrix._vector, _core.list_triangles(_planned(A))))


class TriangleUpdate(NamedTuple):
    """The graph after an update, its number of triangles, how many had a removed edge, how many have an added one."""

    graph: Boolean
    triangles: int
    lost: int
    gained: int


def update_triangles(G, triangles, removed=None, added=None):
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
    G = _pattern(G)
    if removed is None or added is None:
        nothing = wrap(_core.empty(G._h.context, _names.PATTERN, G._h.index, *G.shape), canonical=True)
    changes = (nothing if A is None else _pattern(A) for A in (removed, added))
    number = integer(triangles, "a number of triangles")
    h, *counts = _core.update_triangles(G._operand(), number, *(A._operand() for A in changes))
    return TriangleUpdate(wrap(h, canonical=True), *counts)


def vertex_triangles(A):
    """The number of triangles of each vertex, int64 of shape (n,)."""
    return Matrix._vector(_core.vertex_triangles(_planned(A)))


def edge_triangles(A):
    """The number of triangles of each edge of the simple graph, a Matrix of float64."""
    return wrap(_core.edge_triangles(_pattern(A)._operand()), canonical=True)


def simple_graph(A):
    """The simple graph of A, symmetric without a diagonal."""
    return wrap(_core.simple_graph(_pattern(A)._operand()), canonical=True)


def ktruss(A, k):
    """The largest part of the graph in which each edge is in k - 2 triangles or more.

    >>> import araios, numpy as np
    >>> araios.ktruss(np.ones((4, 4)), 4).nnz
    12
    """
    return wrap(_core.k_truss(_pattern(A)._operand(), integer(k, "k")), canonical=True)


def truss_numbers(A):
    """For each edge the largest k such that it is in the k-truss, a Matrix of float64."""
    return wrap(_core.truss_numbers(_pattern(A)._operand()), canonical=True)


def cliques(A, k):
    """The number of cliques of k vertices, 3 <= k <= 8."""
    return _core.count_cliques(_planned(A), integer(k, "k"))


class Clustering(NamedTuple):
    """Triangles, wedges (pairs of neighbours of a vertex), 3 triangles / wedges, mean of the coefficients."""

    triangles: int
    wedges: int
    transitivity: float
    average: float


def clustering(A):
    """Clustering of the whole graph.

    >>> import araios
    >>> araios.clustering([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    Clustering(triangles=1, wedges=3, transitivity=1.0, average=1.0)
    """
    return Clustering(*_core.graph_clustering(_planned(A)))


def local_clustering(A):
    """The clustering coefficient of each vertex, float64 of shape (n,)."""
    return Matrix._vector(_core.local_clustering(_planned(A)))


def closure(A):
    """The transitive closure: (i, j) where a path of one edge or more leads from i to j; a Boolean matrix.

    >>> import araios
    >>> list(araios.closure([[0, 1, 0], [0, 0, 1], [0, 0, 0]]))
    [(0, 1), (0, 2), (1, 2)]
    """
    return wrap(_core.transitive_closure(_pattern(A)._operand()), canonical=True)


def bfs(A, source):
    """The edges of a shortest path from a vertex to each one, int32 of shape (n,); -1 where there is no path.

    >>> import araios
    >>> araios.bfs([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 1)
    array([-1,  0,  1], dtype=int32)
    """
    A = _pattern(A)
    return A._vector(_core.bfs_levels(A._operand(), integer(source, "a source")))


def reverse_cuthill_mckee(graph, symmetric_mode=False):
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
    A = _pattern(graph)
    return A._vector(_core.reverse_cuthill_mckee(A._operand()))


def _query(function, graph, text, sources, allow_unknown_labels, by_closures):
    if not graph:
        raise ValueError("the graph has no labels")
    labels = list(graph)
    matrices = [_pattern(A) for A in graph.values()]
    if sources is not None:
        sources = np.ascontiguousarray(sources, np.int64)
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
    return wrap(h, canonical=True)


def regular_path_query(graph, expression, *, sources=None, allow_unknown_labels=False):
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


def context_free_path_query(graph, grammar, *, by_closures=False, allow_unknown_labels=False):
    """The same for a context-free grammar, as "S -> a S b | a b"; the start is the first left side.

    ``by_closures``: by closures of Kronecker products instead of products of matrices; the result is the same.

    >>> import araios
    >>> a = araios.Boolean(([True, True], ([0, 1], [1, 2])), shape=(5, 5))
    >>> b = araios.Boolean(([True, True], ([2, 3], [3, 4])), shape=(5, 5))
    >>> list(araios.context_free_path_query({"a": a, "b": b}, "S -> a S b | a b"))
    [(0, 4), (1, 3)]
    """
    return _query(_core.context_free_path_query, graph, grammar, None, allow_unknown_labels, by_closures)


def graphviz(graph, name="G", *, colours=None, base=0):
    """The text of a directed graph with labelled edges for GraphViz.

    Parameters
    ----------
    graph : dict of a square matrix for each label; an empty label is not written
    colours : dict of a colour of GraphViz for labels
    base : the number of the first vertex
    """
    matrices = {label: _pattern(A) for label, A in graph.items()}
    sizes = {A.shape for A in matrices.values()}
    if len(sizes) != 1 or len(set(*sizes)) > 1:
        raise ValueError(f"a graph has square matrices of one shape, not {sorted(sizes)}")
    ((n, _),) = sizes
    lines = [f"digraph {name} {{", *(f"  {v + base};" for v in range(n))]
    for label, A in matrices.items():
        attributes = [f'label="{label}"'] if label else []
        if colours and label in colours:
            attributes.append(f'color="{colours[label]}"')
        suffix = f" [{', '.join(attributes)}]" if attributes else ""
        lines += [f"  {i + base} -> {j + base}{suffix};" for i, j in A]
    return "\n".join([*lines, "}"])
