# SPDX-License-Identifier: Apache-2.0
"""Texts of graphs for GraphViz."""

from .matrix import Matrix


def _graph(shape, edges, graph_name=None, vertex_color=None, base_vertex=None):
    """`edges` has (rows, columns, label, colour) for each label."""
    if shape[0] != shape[1]:
        raise Exception("Matrix must be square")
    base = base_vertex or 0
    lines = ["digraph G {"]
    if graph_name is not None:
        lines.append(f"graph [label={graph_name}];")
    lines.append(f"node [color={vertex_color or 'black'}];")
    used = set()
    for rows, cols, label, colour in edges:
        if len(rows) != len(cols):
            raise Exception("Rows and cols arrays must have equal size")
        attributes = f"label={label or chr(34) * 2},color={colour or 'black'}"
        lines += [f"{i + base} -> {j + base} [{attributes}];" for i, j in zip(rows, cols)]
        used.update(rows, cols)
    lines += [f"{v + base};" for v in range(shape[0]) if v not in used]
    return "\n".join([*lines, "}", ""])


def matrix_data_to_gviz(shape, rows, cols, *, label="", edge_color=None, **kwargs):
    """The text of the graph with edges at these rows and columns.

    ``kwargs``: graph_name, vertex_color, base_vertex (the number of the first vertex).
    """
    kwargs.pop("edge_colors", None)
    return _graph(shape, [(rows, cols, label, edge_color)], **kwargs)


def matrices_data_to_gviz(shape, matrices, *, edge_colors=None, **kwargs):
    """The text of the graph whose label l has the edges at the rows and columns of ``matrices[l]``.

    ``edge_colors``: a colour for labels; others are black.

    >>> from araios.pycubool import matrices_data_to_gviz
    >>> print(matrices_data_to_gviz((2, 2), {"a": ([0], [1])}, edge_colors={"a": "red"}))
    digraph G {
    node [color=black];
    0 -> 1 [label=a,color=red];
    }
    <BLANKLINE>
    """
    colours = edge_colors or {}
    edges = [(rows, cols, label, colours.get(label)) for label, (rows, cols) in matrices.items()]
    kwargs.pop("edge_color", None)
    kwargs.pop("label", None)
    return _graph(shape, edges, **kwargs)


def matrices_to_gviz(matrices, **kwargs):
    """The text of the graph of a dict of square matrices of one shape, the edges of each label."""
    assert len(matrices) > 0
    shape = next(iter(matrices.values())).shape
    for matrix in matrices.values():
        assert isinstance(matrix, Matrix)
        assert matrix.shape == shape
    return matrices_data_to_gviz(shape, {label: A.to_lists() for label, A in matrices.items()}, **kwargs)
