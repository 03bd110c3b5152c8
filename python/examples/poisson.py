# SPDX-License-Identifier: Apache-2.0
"""The Poisson equation on a square: solvers and preconditioners, and how their residuals fall.

python poisson.py [--points 200] [--picture poisson.png]
"""

import argparse

import araios
import numpy as np
from araios import linalg


def compare(points):
    """(x, results): the solution on a grid with 0 at its border, and the result of each solver by its name."""
    A = araios.stencil(points, points)
    b = np.zeros((points, points))
    b[points // 4, points // 4], b[3 * points // 4, 3 * points // 4] = 1, -1  # a source and a sink
    b = b.ravel()
    solvers = {
        "CG": {},
        "CG, Jacobi": {"M": linalg.jacobi(A)},
        "CG, Chebyshev of degree 5": {"M": linalg.chebyshev(A, 5)},
        "CG, symmetric Gauss-Seidel": {"M": linalg.gauss_seidel(A)},
        "CG, IC(0)": {"M": linalg.ic0(A)},
        "MINRES": {"method": "minres"},
        "GMRES(30)": {"method": "gmres", "M": linalg.gauss_seidel(A)},
        "BiCGSTAB": {"method": "bicgstab"},
        "BiCGSTAB, ILU(0)": {"method": "bicgstab", "M": linalg.ilu0(A)},
    }
    results = {name: linalg.solve(A, b, rtol=1e-8, history=True, **options) for name, options in solvers.items()}
    return results["CG"].x.reshape(points, points), results


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--picture", default="poisson.png")
    options = parser.parse_args(arguments)
    x, results = compare(options.points)
    for name, result in results.items():
        print(f"{name:28} {result.reason} after {result.iterations} iterations, residual {result.residual:.1e}")

    try:
        from matplotlib import pyplot
    except ImportError:
        return results
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4), constrained_layout=True)
    for name, result in results.items():
        left.semilogy(result.history, label=name)
    left.set(xlabel="iteration", ylabel="norm of b - A x", title="Convergence")
    left.legend(fontsize="small")
    right.imshow(x, cmap="RdBu")
    right.set(title="Solution", xticks=[], yticks=[])
    figure.savefig(options.picture)
    return results


if __name__ == "__main__":
    main()
