# SPDX-License-Identifier: Apache-2.0
"""Which format is fastest for SpMV: what the cost model says, and what is measured.

python choose_format.py [FILE.mtx] [--picture choose_format.png]
"""

import argparse

import araios
import numpy as np


def label(choice):
    """The format, with the size of its blocks or the number of rows that are sorted together."""
    if choice.format == "bsr":
        return f"bsr {choice.options['block_size']}"
    window = choice.options.get("sorting_window", 1) if choice.format == "sell" else 1
    return choice.format if window == 1 else f"sell {window}"


def measure(A):
    """A dict of the time of SpMV in each eligible format, and the label of the fastest."""
    choice, times = araios.choose_format(A, mode="measure"), {}
    for c in choice.candidates:
        if c.eligible:
            times[label(c)] = c.measured_seconds
            print(f"  {label(c):12s} {1e3 * c.measured_seconds:8.3f} ms  {c.bytes / 1e6:8.2f} MB")
        else:
            print(f"  {label(c):12s} {c.reason}")
    return times, label(choice)


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
        print(f"{name}: {araios.choose_format(A).reason}")
        measured[name] = measure(A)

    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(measured), figsize=(4 * len(measured), 3.3), constrained_layout=True)
    for ax, (name, (times, chosen)) in zip(np.atleast_1d(axes), measured.items()):
        ax.bar(
            list(times),
            [1e3 * t for t in times.values()],
            color=["tab:orange" if f == chosen else "tab:blue" for f in times],
        )
        ax.set(title=f"{name}: {chosen}", ylabel="ms")
        ax.tick_params(axis="x", rotation=60)
    figure.savefig(options.picture)
    return measured


if __name__ == "__main__":
    main()
