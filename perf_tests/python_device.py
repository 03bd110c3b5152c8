#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times of the Python package on a GPU, beside CuPy and torch: a line of JSON for each, and a table.

    perf_tests/python_device.py [FILE.mtx.gz ...] [--json FILE] [--only OPERATION...] [--seconds 0.3]
    perf_tests/python_device.py --table FILE          prints tables in Markdown of the lines of a file
    perf_tests/python_device.py --only overhead       prints what Python adds to a product of 10 rows
    perf_tests/python_device.py --only solvers [--data FOLDER] [--json FILE]
                                                      only CG and triangular solves, beside those of CuPy

Operations: transpose, spmv, spmm (16 columns), csr to csc, csr to coo, coo to csr, add, spgemm (A A), of generated
matrices and of the files; and the exchange of a matrix with CuPy and torch, which copies nothing. All values are
float64. Each result is compared with those of CuPy and torch before it is timed.

A time is that of one call, from before it until the device has finished. Flushed: the caches of the device are
overwritten before each call. Warm: calls follow one another, and the time is that of all over their number. The overhead of
a call is that of the same operation for 50 rows; the libraries are called alternately.

Solvers: CG without a preconditioner to 1e-8, from 0, and the solve with the lower triangle, as calls that prepare
everything anew; "Araios, Solver" is a Solver that is kept. The matrices are 5-point stencils, and bcsstk16 and
1138_bus, where --data has their .mtx.gz files; b is 1. CuPy's CG stops by the residual of its recurrence and reports 0,
so that norm(b - A x) / norm(b) is computed and printed for each library before it is timed, and after; of triangular
solves norm(b - A x) / norm(|A| |x| + b). A solution of Araios that misses the tolerance ends the program.

What Python adds to A @ x is its time less that of C: the extension's call with addresses, less a call that exchanges
streams and takes the lock only. The conversion of arguments by the extension counts as C.
"""

import inspect
import pathlib
import time

import araios
import araios.linalg
import cupy
import numpy as np
import scipy.io
import torch
from cupyx.scipy import sparse
from cupyx.scipy.sparse import linalg as cupy_linalg
from python_lines import Lines, geometric_mean, medians, options_of, origin, run, sample, versions_of

CALLS = 20  # of a warm run
RTOL = 1e-8  # of solvers


def synchronize():
    cupy.cuda.runtime.deviceSynchronize()


def alternate(functions, least, calls=CALLS):
    """{library: {"flushed": ..., "warm": ...}}, the functions called one after the other."""
    flush = cupy.ones(cupy.cuda.Device().attributes["L2CacheSize"] // 2)  # four times the cache
    times = {name: {"flushed": [], "warm": []} for name in functions}
    for f in functions.values():
        f()
    start = time.perf_counter()
    while len(times[next(iter(times))]["flushed"]) < 5 or time.perf_counter() - start < least * len(functions):
        for name, f in functions.items():
            flush += 1
            synchronize()
            before = time.perf_counter()
            f()
            synchronize()
            times[name]["flushed"].append(time.perf_counter() - before)
            before = time.perf_counter()
            for _ in range(calls):
                f()
            synchronize()
            times[name]["warm"].append((time.perf_counter() - before) / calls)
    return {name: {state: sample(t) for state, t in of_name.items()} for name, of_name in times.items()}


def same(result, expected):
    """Whether a matrix of Araios equals one of CuPy: structure exactly, values but for rounding. Zeros may be missing."""
    result, expected = result.to_cupy() if result.format != "coo" else to_coo(result), expected.copy()
    if result.shape != expected.shape or result.format != expected.format:
        return False
    result, expected = result.tocsr(), expected.tocsr()
    for S in (result, expected):
        S.sum_duplicates()
        S.eliminate_zeros()
    return all(
        bool((getattr(result, a) == getattr(expected, a)).all()) for a in ("indptr", "indices")
    ) and bool(cupy.allclose(result.data, expected.data, rtol=1e-10))


def to_coo(A):
    rows, columns = cupy.asarray(A.row), cupy.asarray(A.col)
    return sparse.coo_matrix((cupy.asarray(A.data), (rows, columns)), shape=A.shape)


def from_torch(T):
    """An array of CuPy, or a matrix in CSR, of a result of torch."""
    if T.layout != torch.sparse_csr:
        return cupy.asarray(T)
    parts = (T.values(), T.col_indices(), T.crow_indices())
    return sparse.csr_matrix(tuple(map(cupy.asarray, parts)), shape=tuple(T.shape))


def operations(C, products):
    """(name, functions of the libraries, whether the results agree) for a matrix of CuPy in CSR."""
    A, T = araios.Matrix(C), torch.sparse_csr_tensor(*map(torch.as_tensor, (C.indptr, C.indices, C.data)), size=C.shape)
    D, E = A.tocoo(), C.tocoo()
    x, X = cupy.linspace(1, 2, C.shape[1]), cupy.linspace(1, 2, C.shape[1] * 16).reshape(C.shape[1], 16)
    t, U = torch.as_tensor(x), torch.as_tensor(X)

    def case(name, ours, cupys, torchs=None, equal=same):
        def agree():
            return equal(ours(), cupys()) and (torchs is None or equal(ours(), from_torch(torchs())))

        return name, {"Araios": ours, "CuPy": cupys, "torch": torchs}, agree

    def close(a, b):
        return bool(cupy.allclose(a, b, rtol=1e-10))

    yield case("spmv", lambda: A @ x, lambda: C @ x, lambda: T @ t, close)
    yield case("spmm", lambda: A @ X, lambda: C @ X, lambda: T @ U, close)
    yield case("transpose", lambda: A.T, lambda: C.T.tocsr())
    yield case("csr to csc", lambda: A.tocsc(), lambda: C.tocsc())
    yield case("csr to coo", lambda: A.tocoo(), lambda: C.tocoo())
    yield case("coo to csr", lambda: D.tocsr(), lambda: E.tocsr())
    yield case("add", lambda: A + A, lambda: C + C)
    if products:
        yield case("spgemm", lambda: A @ A, lambda: C @ C, lambda: T @ T)
    yield case("from CuPy", lambda: araios.Matrix(C), lambda: C.copy(), equal=lambda a, _: shares(a.data, C.data))
    yield case("to CuPy", lambda: A.to_cupy(), lambda: C.copy(), equal=lambda b, _: shares(b.data, C.data))
    yield case("from torch", lambda: araios.Matrix(T), lambda: C.copy(), equal=lambda a, _: shares(a.data, C.data))
    yield case("to torch", lambda: A.to_torch(), lambda: C.copy(), equal=lambda b, _: shares(b.values(), C.data))


def shares(a, b):
    """Whether two arrays of the device are the same memory."""
    return all(a.__cuda_array_interface__[key] == b.__cuda_array_interface__[key] for key in ("shape", "typestr")) and (
        a.__cuda_array_interface__["data"][0] == b.__cuda_array_interface__["data"][0]
    )


def generated():
    """(name, matrix of CuPy, whether its square is computed)."""
    host = {
        "50 rows": (araios.random(50, 50, nnz=250), True),
        "uniform, 10 M in 500,000 rows": (araios.random(500_000, 500_000, nnz=10_000_000), False),
        "R-MAT of scale 20, 15.4 M": (araios.rmat(20, 16_000_000), False),
        "27-point stencil, 100^3": (araios.stencil(100, 100, 100, box=True), True),
        "R-MAT of scale 16": (araios.rmat(16, 500_000), True),
    }
    for name, (A, products) in host.items():
        yield name, sparse.csr_matrix(A.to_scipy()), products


def systems(folder):
    """(name, matrix of CuPy): symmetric, positive definite."""
    for side in (300, 1500):
        yield f"5pt:{side}", sparse.csr_matrix(araios.stencil(side, side).to_scipy())
    for name in ("bcsstk16", "1138_bus"):
        path = folder and folder / f"{name}.mtx.gz"
        if path and path.exists():
            yield name, sparse.csr_matrix(scipy.io.mmread(path).tocsr().astype(np.float64))
        else:
            print(f"{name}: NOT MEASURED, no {path or name + '.mtx.gz, since there is no --data'}", flush=True)


def solvers(C):
    """(name, matrix of the system, largest residual of ours, functions of the libraries), for a matrix of CuPy."""
    A, b = araios.Matrix(C), cupy.ones(C.shape[0])
    limit = 10 * C.shape[0]
    tolerance = {"rtol" if "rtol" in inspect.signature(cupy_linalg.cg).parameters else "tol": RTOL}
    kept = araios.linalg.Solver(A, rtol=RTOL, maxiter=limit)
    of_cg = {
        "Araios": lambda: araios.linalg.cg(A, b, rtol=RTOL, maxiter=limit)[0],
        "Araios, Solver": lambda: kept(b).x,
        "CuPy": lambda: cupy_linalg.cg(C, b, maxiter=limit, **tolerance)[0],
    }
    yield "cg", C, 1.001 * RTOL, of_cg
    C = sparse.tril(C, format="csr")
    L = araios.Matrix(C)
    of_triangles = {
        "Araios": lambda: araios.linalg.spsolve_triangular(L, b),
        "CuPy": lambda: cupy_linalg.spsolve_triangular(C, b),
    }
    yield "spsolve_triangular", C, 1e-12, of_triangles


def residuals(C, name, functions, most):
    """The norm of b - A x of each library: for CG over that of b, for triangles over that of |A| |x| + b."""
    b = cupy.ones(C.shape[0])
    found = {}
    for library, f in functions.items():
        x = f()
        scale = b if name == "cg" else abs(C) @ abs(x) + b
        found[library] = float(cupy.linalg.norm(b - C @ x) / cupy.linalg.norm(scale))
        if library.startswith("Araios") and not found[library] <= most:
            raise AssertionError(f"{library}, {name}: the residual is {found[library]:.2e}, more than {most:.2e}")
    return found


def time_solvers(folder, least, lines):
    for case, C in systems(folder):
        C.sum_duplicates()
        for name, A, most, functions in solvers(C):
            before = residuals(A, name, functions, most)
            seconds = alternate(functions, least, calls=1)
            after = residuals(A, name, functions, most)
            for library, of_library in seconds.items():
                times = f"{1e3 * of_library['flushed']['median']:.4f} {1e3 * of_library['warm']['median']:.4f}"
                ratio = of_library["flushed"]["median"] / seconds["Araios"]["flushed"]["median"]
                print(
                    f"{case:10s} {name:18s} {library:14s} ms, flushed and warm: {times}  over Araios {ratio:.2f}"
                    f"  residuals {before[library]:.2e} {after[library]:.2e}",
                    flush=True,
                )
            lines.write(case, name, {"rows": C.shape[0], "cols": C.shape[1], "nnz": int(A.nnz)}, seconds)


def print_overhead(rows=10, rounds=5, calls=20_000):
    """What Python adds to A @ x, for x of CuPy and of torch: the least of some rounds, in which the parts alternate."""
    A = araios.Matrix(sparse.csr_matrix(cupy.eye(rows) + cupy.eye(rows, k=1)))
    ones = cupy.ones(rows)
    for library, x in (("CuPy", ones), ("torch", torch.as_tensor(ones, device="cuda"))):
        y = A @ x
        h, (from_address, to_address) = A._h, (araios._device.describe(v)[0] for v in (x, y))
        parts = {
            "A @ x": lambda x=x: A @ x,
            "spmv(A, x, y)": lambda x=x, y=y: araios.spmv(A, x, y),
            "extension": lambda h=h, a=from_address, b=to_address: araios._core.spmv(h, a, b),
            "streams, lock": h.context.hand_over,
        }
        least = dict.fromkeys(parts, float("inf"))
        for _ in range(rounds):
            for part, f in parts.items():
                synchronize()
                before = time.perf_counter()
                for _ in range(calls):
                    f()
                synchronize()
                least[part] = min(least[part], 1e6 * (time.perf_counter() - before) / calls)
        in_c = least["extension"] - least["streams, lock"]
        text = "  ".join(f"{part} {us:.2f}" for part, us in least.items())
        print(f"x of {library:6s} us: {text}  C {in_c:.2f}  Python adds {least['A @ x'] - in_c:.2f}", flush=True)


def table(path):
    """Prints ratios of each library's time to ours, flushed and warm, and times of calls, from a file of results."""
    cases, last = medians(path)
    others = ("CuPy", "torch")
    print("| operation | baseline | flushed: mean, least | warm: mean, least | cases |\n|---|---|---:|---:|---:|")
    for method, of_method in cases.items():
        for other in others:
            cells = []
            for state in ("flushed", "warm"):
                ratios = [t[other][state] / t["Araios"][state] for c, t in of_method.items() if other in t and c != "50 rows"]
                if ratios and " CuPy" not in method and " torch" not in method:
                    cells.append(f"**{geometric_mean(ratios):.2f}**, {min(ratios):.2f}")
            if cells:
                print(f"| {method} | {other} | {' | '.join(cells)} | {len(ratios)} |")
    print("\n| call, 50 rows, warm | Araios, us | CuPy, us | torch, us |\n|---|---:|---:|---:|")
    for method, of_method in cases.items():
        times = of_method.get("50 rows", {})
        cells = [f"{1e6 * times[name]['warm']:.1f}" if name in times else "" for name in ("Araios", *others)]
        if times:
            what = method if " CuPy" not in method and " torch" not in method else f"{method} (CuPy: a copy)"
            print(f"| {what} | {' | '.join(cells)} |")
    if last:
        print(f"\n{last['machine']}. {versions_of(last)}.\n{last['about']}, {last['commit']}, {last['date'][:10]}.")
    return 0


def main():
    def arguments(parser):
        parser.add_argument("files", type=pathlib.Path, nargs="*")
        parser.add_argument("--data", type=pathlib.Path, help="of solvers: folder of bcsstk16.mtx.gz, 1138_bus.mtx.gz")

    options = options_of(__doc__, arguments, 0.3, "library")
    common = origin(options.commit)
    common["machine"] = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    common["space"] = araios.about()
    common["versions"] |= {
        "CuPy": cupy.__version__,
        "torch": torch.__version__,
        "CUDA": str(cupy.cuda.runtime.runtimeGetVersion()),
    }
    lines = Lines(options.json, "python_device", True, common)
    if not options.only or "overhead" in options.only:
        print_overhead()
    if not options.only or "solvers" in options.only:
        time_solvers(options.data, options.seconds, lines)
    if options.only and set(options.only) <= {"overhead", "solvers"}:
        return 0

    def from_files():
        for path in options.files:
            S = sparse.csr_matrix(scipy.io.mmread(path).tocsr().astype(np.float64))
            yield path.name.split(".")[0], S, S.shape[0] == S.shape[1]

    for source in (generated(), from_files()):
        for case, C, products in source:
            C.sum_duplicates()
            for name, functions, agree in operations(C, products):
                if options.only and name not in options.only:
                    continue
                if not agree():
                    raise AssertionError(f"{case}: the results of {name} disagree")
                seconds = alternate({library: f for library, f in functions.items() if f}, options.seconds)
                text = "  ".join(
                    f"{library} {1e3 * t['flushed']['median']:.4f} {1e3 * t['warm']['median']:.4f}"
                    for library, t in seconds.items()
                )
                print(f"{case:32s} {name:12s} ms, flushed and warm: {text}", flush=True)
                lines.write(case, name, {"rows": C.shape[0], "cols": C.shape[1], "nnz": int(C.nnz)}, seconds)
    return 0


if __name__ == "__main__":
    run(main, table)
