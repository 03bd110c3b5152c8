# SPDX-License-Identifier: Apache-2.0
"""Triangle statistics of a graph: how many, where, and which edges are in dense parts.

python triangles.py [FILE.mtx] [--picture triangles.png]
"""

import argparse

import araios
import numpy as np


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?")
    parser.add_argument("--picture", default="triangles.png")
    options = parser.parse_args(arguments)
    A = araios.mmread(options.file) if options.file else araios.rmat(11, 20_000)
    G = araios.simple_graph(A)
    degrees = G.sum(axis=1)
    of_vertices = araios.vertex_triangles(G)
    numbers = araios.truss_numbers(G).data
    clustering = araios.clustering(G)
    print(f"{G.shape[0]} vertices, {G.nnz // 2} edges, {clustering.triangles} triangles")
    print(f"transitivity {clustering.transitivity:.4f}, mean clustering coefficient {clustering.average:.4f}")
    print(
        f"cliques of 4 vertices: {araios.cliques(G, 4)}; the largest truss is the {int(numbers.max(initial=2))}-truss"
    )
    assert of_vertices.sum() == 3 * clustering.triangles == 3 * araios.triangles(G)

    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.5), constrained_layout=True)
    left.loglog(degrees, of_vertices, ".", markersize=3)
    left.set(xlabel="degree", ylabel="triangles", title="Triangles of the vertices")
    k, edges = np.unique(numbers, return_counts=True)
    right.bar(k, edges / 2)
    right.set(xlabel="k", ylabel="edges", title="Edges by the largest k of their k-truss", yscale="log")
    figure.savefig(options.picture)
    return clustering


if __name__ == "__main__":
    main()
