# SPDX-License-Identifier: Apache-2.0
"""Questions about a family: the transitive closure, a regular and a context-free path query.

    python path_query.py [--generations 4] [--picture path_query.png]

The edge `parent` leads from a child to a parent. Ancestors are its closure, "parent+"; cousins of any degree are those
with a common ancestor as many generations back: "S -> parent S ^parent | parent ^parent" is not regular.
"""

import argparse

import araios
import numpy as np


def family(generations):
    """The edges `parent` of a binary tree: the parent of vertex v is (v - 1) // 2."""
    n = 2**generations - 1
    children = np.arange(1, n)
    return araios.Boolean((np.ones(n - 1, bool), (children, (children - 1) // 2)), shape=(n, n))


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--picture", default="path_query.png")
    options = parser.parse_args(arguments)
    parent = family(options.generations)
    graph = {"parent": parent, "child": parent.T}
    ancestors = araios.closure(parent)
    assert ancestors.equals(araios.regular_path_query(graph, "parent+"))
    siblings = araios.regular_path_query(graph, "parent child")
    cousins = araios.context_free_path_query(graph, "S -> parent S child | parent child")
    print(
        f"{parent.shape[0]} people: {ancestors.nnz} pairs of descendant and ancestor, {siblings.nnz} with a common "
        f"parent, {cousins.nnz} of one generation"
    )
    if parent.shape[0] <= 7:
        print(parent.to_graphviz("family", "parent"))

    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 4, figsize=(12, 3.3), constrained_layout=True)
    for ax, (title, A) in zip(
        axes, {"parent": parent, "parent+": ancestors, "parent child": siblings, "S: one generation": cousins}.items()
    ):
        A.spy(ax)
        ax.set_title(f"{title}: {A.nnz}")
    figure.savefig(options.picture)
    return ancestors, siblings, cousins


if __name__ == "__main__":
    main()
