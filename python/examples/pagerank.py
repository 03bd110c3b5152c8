# SPDX-License-Identifier: Apache-2.0
"""PageRank of a web graph, by SpMV with a plan, and as a linear system.

    python pagerank.py [FILE.mtx] [--picture pagerank.png]

Without a file the graph is a random one of the same kind (R-MAT).
"""

import argparse

import araios
import numpy as np
from araios import linalg


def transitions(A):
    """(P, dangling): the part of its rank that each vertex gives to each other, and which vertices have no link."""
    links = A.pattern().astype(np.float64)
    degrees = links.sum(axis=1)
    return links.multiply(np.where(degrees == 0, 0, 1 / np.maximum(degrees, 1))[:, None]).T, degrees == 0


def pagerank(A, damping=0.85, tolerance=1e-10):
    """(ranks, residuals): the ranks of the vertices of a graph, where A[i, j] is the link from i to j."""
    n = A.shape[0]
    # Each vertex divides its rank among its links: the transpose is made once, each step is one SpMV.
    P, dangling = transitions(A)
    plan = araios.SpmvPlan(P)
    x, y, residuals = np.full(n, 1 / n), np.empty(n), []
    while not residuals or residuals[-1] > tolerance:
        plan(x, y, alpha=damping)
        y += (1 - damping + damping * x[dangling].sum()) / n
        residuals.append(np.abs(y - x).sum())
        x, y = y, x
    return x, residuals


def by_solver(A, damping=0.85, tolerance=1e-12):
    """The same ranks from a linear system, and how the solver ended.

    What vertices without links give goes to all vertices alike, and so to a multiple of the same solution.
    """
    n = A.shape[0]
    P, _ = transitions(A)
    system = araios.identity(n) - damping * P
    result = linalg.solve(system, np.full(n, 1 / n), method="bicgstab", rtol=tolerance, history=True)
    return result.x / result.x.sum(), result


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?")
    parser.add_argument("--picture", default="pagerank.png")
    options = parser.parse_args(arguments)
    A = araios.mmread(options.file) if options.file else araios.rmat(14, 200_000)
    ranks, residuals = pagerank(A)
    print(f"{A.shape[0]} pages, {A.nnz} links: {len(residuals)} steps, sum of the ranks {ranks.sum():.12f}")
    solved, result = by_solver(A)
    print(f"as a linear system: {result.iterations} iterations, difference {np.abs(solved - ranks).sum():.1e}")
    for page in np.argsort(ranks)[::-1][:5]:
        print(f"  page {page}: {ranks[page]:.3e}")

    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.5), constrained_layout=True)
    left.semilogy(range(1, len(residuals) + 1), residuals)
    left.set(xlabel="step", ylabel="change of the ranks", title="Convergence")
    right.loglog(range(1, len(ranks) + 1), np.sort(ranks)[::-1])
    right.set(xlabel="position", ylabel="rank", title="Ranks in order")
    figure.savefig(options.picture)
    return ranks


if __name__ == "__main__":
    main()
