# SPDX-License-Identifier: Apache-2.0
"""Which format is fastest for SpMV: what the cost model says, and what is measured.

python choose_format.py [FILE.mtx] [--picture choose_format.png]
"""

import argparse
import statistics
import time

import araios
import numpy as np

FORMATS = ("csr", "coo", "ell", "hyb", "sell", "jds", "dia", "dia_csr", "bsr")


def seconds(A, x, y):
    """The median time of an SpMV."""
    times = []
    for _ in range(11):
        start = time.perf_counter()
        araios.spmv(A, x, y)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def measure(A):
    """A dict of the time of SpMV in each format that can hold A, after a check against CSR."""
    x, y, times = np.ones(A.shape[1]), np.empty(A.shape[0]), {}
    for format in FORMATS:
        try:
            B = A.to_format(format)
        except ValueError as error:
            print(f"  {format:8s} {error}")
            continue
        np.testing.assert_allclose(B @ x, A @ x, rtol=1e-10, atol=1e-10)
        times[format] = seconds(B, x, y)
        print(f"  {format:8s} {1e3 * times[format]:8.3f} ms  {B.nbytes / 1e6:8.2f} MB")
    return times


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?")
    parser.add_argument("--picture", default="choose_format.png")
    options = parser.parse_args(arguments)
    if options.file:
        matrices = {"file": araios.mmread(options.file, dtype=float)}
    else:
        matrices = {
            "stencil": araios.stencil(120, 120),
            "random": araios.random(10_000, 10_000, nnz=100_000),
            "power law": araios.rmat(12, 60_000),
        }
    measured = {}
    for name, A in matrices.items():
        choice = araios.choose_format(A)
        print(f"{name}: {choice.reason}")
        measured[name] = measure(A), choice.format

    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(measured), figsize=(4 * len(measured), 3.3), constrained_layout=True)
    for ax, (name, (times, chosen)) in zip(np.atleast_1d(axes), measured.items()):
        ax.bar(
            list(times),
            [1e3 * t for t in times.values()],
            color=["tab:orange" if f == chosen else "tab:blue" for f in times],
        )
        ax.set(title=f"{name}: chosen {chosen}", ylabel="ms")
        ax.tick_params(axis="x", rotation=60)
    figure.savefig(options.picture)
    return measured


if __name__ == "__main__":
    main()
