# SPDX-License-Identifier: Apache-2.0
"""Pictures of matrices by matplotlib, which is imported when one is drawn, and of graphs for GraphViz."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ._base import as_matrix, pattern_of
from ._typing import MatrixLike

_MAX_POINTS = 200_000


def spy(A: MatrixLike, ax: Any = None, *, pixels: int = 500, **options: Any) -> Any:
    """Draws where A has entries, and returns the axes of matplotlib.

    A matrix of few entries is drawn by points (``options`` are those of ``Axes.plot``); one of more than 200,000 by an
    image of at most ``pixels`` rows and columns, in which a darker pixel has more entries.
    """
    from matplotlib import pyplot

    A = as_matrix(A)
    ax = ax or pyplot.gca()
    m, n = A.shape
    rows, columns, _ = A.entries()
    if len(rows) <= _MAX_POINTS:
        options = {
            "marker": "s",
            "markersize": max(0.5, min(8.0, 200.0 / max(m, n, 1))),
            "linestyle": "none",
            **options,
        }
        ax.plot(columns, rows, **options)
    else:
        bins = min(m, pixels), min(n, pixels)
        counts = np.histogram2d(rows, columns, bins=bins, range=((0, m), (0, n)))[0]
        ax.imshow(np.log1p(counts), cmap="Greys", extent=(-0.5, n - 0.5, m - 0.5, -0.5), aspect="equal")
    ax.set_xlim(-0.5, n - 0.5)
    ax.set_ylim(m - 0.5, -0.5)
    ax.set_aspect("equal")
    ax.xaxis.tick_top()
    return ax


def graphviz(
    graph: Mapping[str, MatrixLike], name: str = "G", *, colours: Mapping[str, str] | None = None, base: int = 0
) -> str:
    """The text of a directed graph with labelled edges for GraphViz.

    Parameters
    ----------
    graph : dict of a square matrix for each label; an empty label is not written
    colours : dict of a colour of GraphViz for labels
    base : the number of the first vertex
    """
    if not hasattr(graph, "items"):
        raise TypeError(f"a graph is a dict of a matrix for each label, as {{'': A}}, not a {type(graph).__name__}")
    matrices = {label: pattern_of(A) for label, A in graph.items()}
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
