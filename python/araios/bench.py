# SPDX-License-Identifier: Apache-2.0
"""python -m araios.bench FILE...: the time of transposition of Matrix Market files, by Araios and by others.

Each result is checked against that of SciPy before it is timed. Araios and SciPy make sorted CSR from CSR; CuPy, where
there is a GPU, too. Of each the median of the runs is given, with the bytes by the formula over the time: reading and
writing indices and values once, reading offsets and writing those of the result.
"""

import argparse
import json
import os
import statistics
import sys
import time

import numpy as np

from . import Matrix, about, has_device, mmread


def seconds(f, min_seconds=0.3, max_runs=200):
    """The median of the times of f(), called for `min_seconds` seconds, three times or more."""
    f()
    times, start = [], time.perf_counter()
    while len(times) < 3 or (time.perf_counter() - start < min_seconds and len(times) < max_runs):
        before = time.perf_counter()
        f()
        times.append(time.perf_counter() - before)
    return statistics.median(times)


def bytes_moved(A):
    """The bytes that a transposition reads and writes, by the formula."""
    m, n = A.shape
    entry = A.indices.dtype.itemsize + (0 if A.dtype == bool else A.dtype.itemsize)
    return 2 * A.nnz * entry + (m + n + 2) * A.indptr.dtype.itemsize


def _on_host(A):
    """(library, f, result in CSR of SciPy) for each one."""
    S = A.to_scipy(copy=True)
    expected = S.T.tocsr()
    yield "araios", lambda: A.T, A.T.to_scipy(), expected
    yield "scipy", lambda: S.T.tocsr(), expected, expected


def _on_device(A):
    import cupy

    expected = A.to_scipy(copy=True).T.tocsr()
    D = A.to("cuda")
    C = D.to_cupy()

    def araios_transpose():
        result = D.T
        D._h.context.synchronize()
        return result

    def cupy_transpose():
        result = C.T.tocsr()
        cupy.cuda.get_current_stream().synchronize()
        return result

    yield "araios, GPU", araios_transpose, araios_transpose().to("cpu").to_scipy(), expected
    yield "cupy", cupy_transpose, cupy_transpose().get(), expected


def measure(path):
    """A dict for each library that transposes the matrix of a file."""
    A = mmread(path)
    A = A if isinstance(A, Matrix) else Matrix(A)
    if A.dtype == bool:
        A = A.astype(np.float64)
    cases = list(_on_host(A))
    if has_device():
        cases += _on_device(A)
    for library, f, result, expected in cases:
        same = all(np.array_equal(getattr(result, a), getattr(expected, a)) for a in ("indptr", "indices", "data"))
        if not same:
            raise AssertionError(f"{path}: the transpose by {library} is wrong")
        t = seconds(f)
        yield {
            "operation": "transpose",
            "matrix": os.path.basename(path).split(".")[0],
            "rows": A.shape[0],
            "columns": A.shape[1],
            "nnz": A.nnz,
            "library": library,
            "milliseconds": 1e3 * t,
            "gigabytes_per_second": bytes_moved(A) / t / 1e9,
        }


def main(arguments=None):
    """The program."""
    parser = argparse.ArgumentParser("python -m araios.bench", description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="+", metavar="FILE", help="Matrix Market files, plain or gzip")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each result instead of a table")
    options = parser.parse_args(arguments)
    if not options.json:
        print(about())
        print(f"{'matrix':<22}{'rows':>10}{'nnz':>11}  {'library':<12}{'ms':>10}{'GB/s':>8}{'speed-up':>10}")
    for path in options.files:
        reference = None
        results = list(measure(path))
        for result in results:
            if result["library"] == "scipy":
                reference = result["milliseconds"]
        for result in results:
            if options.json:
                print(json.dumps(result), flush=True)
            else:
                print(
                    f"{result['matrix']:<22}{result['rows']:>10}{result['nnz']:>11}  {result['library']:<12}"
                    f"{result['milliseconds']:>10.3f}{result['gigabytes_per_second']:>8.2f}"
                    f"{reference / result['milliseconds']:>10.2f}",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
