#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times of the Python package on the host with one thread, beside SciPy: a line of JSON for each, and a table.

    perf_tests/python_host.py FOLDER_OF_MATRIX_MARKET_FILES [--json FILE] [--only OPERATION...] [--seconds 0.5]
    perf_tests/python_host.py --table FILE            prints a table in Markdown of the lines of a file

Operations: transpose, spmv, csr to csc, csr to coo, coo to csr, spgemm (A A, or A A^T where A is not square),
add, read (of the plain file, as COO and as CSR; all others read COO), and call: of matrices of 50 rows, where
the overhead of a call is all. Rows of products are sorted by Araios and not by SciPy, so that SciPy is also
timed with a sort. Each result is compared with that of SciPy before it is timed. Both sides run alternately in
one process, with the same arrays, and with one thread: SciPy's reader, too, which takes all CPUs by itself. Complex
matrices, and products of more than 50 million multiplications, are left out.
"""

import gzip
import importlib.util
import os
import pathlib
import tempfile
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import araios  # noqa: E402
import numpy as np  # noqa: E402
import scipy.io  # noqa: E402
from python_lines import (  # noqa: E402
    Lines,
    geometric_mean,
    medians,
    options_of,
    origin,
    run,
    sample,
    versions_of,
)
from scipy import sparse  # noqa: E402

MOST_PRODUCTS = 50_000_000
if hasattr(scipy.io, "_fast_matrix_market"):  # before SciPy 1.12 the reader has one thread anyway
    scipy.io._fast_matrix_market.PARALLELISM = 1


def alternate(functions, least, count=1):
    """The times of each function, which are called one after the other; `count` calls are one run."""
    for f in functions.values():
        f()
    times = {name: [] for name in functions}
    start = time.perf_counter()
    while len(next(iter(times.values()))) < 5 or time.perf_counter() - start < least * len(functions):
        for name, f in functions.items():
            before = time.perf_counter()
            for _ in range(count):
                f()
            times[name].append((time.perf_counter() - before) / count)
    return {name: sample(t) for name, t in times.items()}


def same(result, expected):
    """Whether a matrix of Araios has exactly the structure of one of SciPy, and its values but for rounding; or a vector.

    SciPy drops sums and products that are 0; Araios keeps them.
    """
    if isinstance(expected, np.ndarray):
        return np.allclose(result, expected, rtol=1e-10)
    result, expected = result.to_scipy(copy=True), expected.copy()
    if result.format != expected.format or result.shape != expected.shape:
        return False
    for S in (result, expected):
        S.eliminate_zeros()
        if S.format == "csr":
            S.sort_indices()
    index_names = ("row", "col") if result.format == "coo" else ("indptr", "indices")
    return all(np.array_equal(getattr(result, a), getattr(expected, a)) for a in index_names) and np.allclose(
        result.data, expected.data, rtol=1e-10
    )


def sorted_rows(S):
    S.sort_indices()
    return S


def operations(S):
    """(name, function of Araios, of SciPy) for a matrix of SciPy."""
    A = araios.Matrix(S)
    C, D = sparse.coo_array(S), araios.Matrix(S).tocoo()
    x = np.linspace(1, 2, S.shape[1])
    yield "transpose", lambda: A.T, lambda: S.T.tocsr()
    yield "spmv", lambda: A @ x, lambda: S @ x
    yield "csr to csc", lambda: A.tocsc(), lambda: S.tocsc()
    yield "csr to coo", lambda: A.tocoo(), lambda: S.tocoo()
    yield "coo to csr", lambda: D.tocsr(), lambda: C.tocsr()
    yield "add", lambda: A + A, lambda: S + S
    B, T = (A, S) if S.shape[0] == S.shape[1] else (A.T, S.T.tocsr())
    if np.diff(T.indptr)[S.indices].sum(dtype=np.int64) <= MOST_PRODUCTS:
        yield "spgemm", lambda: A @ B, lambda: S @ T
        yield "spgemm, rows sorted", lambda: A @ B, lambda: sorted_rows(S @ T)


def calls():
    """The same for a small matrix, where the overhead is all."""
    S = sparse.csr_array(sparse.random(50, 50, 0.1, "csr", random_state=1))
    A, x, y = araios.Matrix(S), np.ones(50), np.empty(50)
    plan = araios.SpmvPlan(A)
    yield "call A @ x", lambda: A @ x, lambda: S @ x
    yield "call spmv(A, x, y)", lambda: araios.spmv(A, x, y), lambda: S @ x
    yield "call plan(x, y)", lambda: plan(x, y), lambda: S @ x
    yield "call A.T", lambda: A.T, lambda: S.T.tocsr()
    yield "call A.tocsc()", lambda: A.tocsc(), lambda: S.tocsc()
    yield "call A + A", lambda: A + A, lambda: S + S
    yield "call A @ A", lambda: A @ A, lambda: S @ S
    yield "call A[1:5, 2:7]", lambda: A[1:5, 2:7], lambda: S[1:5, 2:7]
    yield "call Matrix(S)", lambda: araios.Matrix(S), lambda: sparse.csr_array(S)


def read_files(path, least):
    """Readers of one file: Araios, SciPy, and fast_matrix_market where it is installed; with one thread."""
    readers = {
        "Araios": lambda: araios.mmread(path, format="coo"),
        "Araios, CSR": lambda: araios.mmread(path),
        "SciPy": lambda: scipy.io.mmread(path),
    }
    expected = scipy.io.mmread(path).tocsr()
    if not same(araios.mmread(path, dtype=float), expected):
        raise AssertionError(f"{path} is read wrongly")
    if importlib.util.find_spec("fast_matrix_market"):
        import fast_matrix_market

        readers["fast_matrix_market"] = lambda: fast_matrix_market.mmread(path, parallelism=1)
    return alternate(readers, least)


def table(path):
    """Prints ratios of the operations, and times of the calls, from a file of results."""
    cases, last = medians(path)
    print("| operation | baseline | geometric mean | minimum | cases |\n|---|---|---:|---:|---:|")
    for method, of_method in cases.items():
        if method.startswith("call"):
            continue
        libraries = list(dict.fromkeys(name for times in of_method.values() for name in times))
        for ours in [name for name in libraries if name.startswith("Araios")]:
            for other in [name for name in libraries if not name.startswith("Araios")]:
                ratios = [times[other]["warm"] / times[ours]["warm"] for times in of_method.values()]
                what = method if ours == "Araios" else f"{method}{ours[len('Araios') :]}"
                print(f"| {what} | {other} | **{geometric_mean(ratios):.2f}** | {min(ratios):.2f} | {len(ratios)} |")
    print("\n| call, 50 rows | Araios, us | SciPy, us |\n|---|---:|---:|")
    for method, of_method in cases.items():
        for times in of_method.values() if method.startswith("call") else ():
            print(f"| `{method[5:]}` | {1e6 * times['Araios']['warm']:.1f} | {1e6 * times['SciPy']['warm']:.1f} |")
    if last:
        print(f"\n{last['cpu']}, {last['host_threads']} thread ({last['space']}). {versions_of(last)}.")
        print(f"Araios {last['commit']}, {last['date'][:10]}.")
    return 0


def files_of(parser):
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--matrices", nargs="*", help="names; all files of more than 10,000 bytes without it")


def main():
    options = options_of(__doc__, files_of, 0.5, "side")
    files = sorted(f for f in options.folder.glob("*.mtx*") if f.stat().st_size > 10_000)
    if options.matrices:
        files = [f for f in files if f.name.split(".")[0] in options.matrices]
    common = origin(options.commit)
    if importlib.util.find_spec("fast_matrix_market"):
        import fast_matrix_market

        common["versions"]["fast_matrix_market"] = fast_matrix_market.__version__
    lines = Lines(options.json, "python_host", False, common)
    ratios = {}

    def compare(case, operation, f, g):
        if not same(f(), g()):
            raise AssertionError(f"{case}: the results of {operation} disagree")

    def report(case, operation, sizes, seconds):
        ratio = seconds["SciPy"]["median"] / seconds["Araios"]["median"]
        others = "".join(
            f"  {name} {1e3 * t['median']:.4g}" for name, t in seconds.items() if name not in ("Araios", "SciPy")
        )
        print(
            f"{case:24s} {operation:20s} Araios {1e3 * seconds['Araios']['median']:10.4g} ms  SciPy "
            f"{1e3 * seconds['SciPy']['median']:10.4g} ms  ratio {ratio:6.2f}{others}",
            flush=True,
        )
        ratios.setdefault(operation, []).append(ratio)
        lines.write(case, operation, sizes, {library: {"warm": times} for library, times in seconds.items()})

    wanted = lambda name: not options.only or name in options.only  # noqa: E731
    if wanted("call"):
        for name, f, g in calls():
            compare("50 rows", name, f, g)
            report(
                "50 rows",
                name,
                {"rows": 50, "cols": 50, "nnz": 250},
                alternate({"Araios": f, "SciPy": g}, options.seconds, 100),
            )
    for path in files:
        if scipy.io.mminfo(path)[4] == "complex":
            continue
        case = path.name.split(".")[0]
        S = sparse.csr_array(scipy.io.mmread(path), dtype=np.float64)
        S.sum_duplicates()
        sizes = {"rows": S.shape[0], "cols": S.shape[1], "nnz": S.nnz}
        for name, f, g in operations(S):
            if wanted(name):
                compare(case, name, f, g)
                report(case, name, sizes, alternate({"Araios": f, "SciPy": g}, options.seconds))
        if wanted("read"):
            with tempfile.TemporaryDirectory() as folder:
                plain = pathlib.Path(folder) / "a.mtx"
                with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
                    plain.write_bytes(file.read())
                report(case, "read", {**sizes, "bytes": plain.stat().st_size}, read_files(str(plain), options.seconds))
    print()
    for operation, values in ratios.items():
        print(
            f"{operation:20s} SciPy's time over ours: mean "
            f"{geometric_mean(values):6.2f}, least {min(values):6.2f}, cases {len(values)}"
        )
    return 0


if __name__ == "__main__":
    run(main, table)
