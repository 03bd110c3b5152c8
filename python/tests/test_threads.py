# SPDX-License-Identifier: Apache-2.0
"""Many threads and one matrix: no element is lost, no result is wrong. As a script: python test_threads.py --seconds 60
[--threads 16] [--device cuda] runs mixed calls and checks every result."""

import argparse
import sys
import threading
import time

import araios
import numpy as np
from scipy import sparse


def in_threads(count, work):
    """work(t) in each of `count` threads at once; the first error is raised."""
    errors, start = [], threading.Barrier(count)

    def run(t):
        try:
            start.wait()
            work(t)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(t,)) for t in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_elements_set_by_threads_are_all_there():
    for format in ("csr", "csc", "coo", "dok"):
        for cls in (araios.Matrix, araios.Boolean):
            A = cls((16, 100)).to_format(format)

            def work(t, A=A):
                for j in range(100):
                    A[t, j] = t * 100 + j + 1

            in_threads(16, work)
            assert A.nnz == 1600
            if cls is araios.Matrix:
                np.testing.assert_array_equal(A.toarray(), np.arange(1.0, 1601).reshape(16, 100))


def test_a_matrix_shared_by_constructor_is_not_changed():
    for _ in range(20):
        A = araios.Matrix(np.eye(8))
        copies = []

        def work(t, A=A, copies=copies):
            if t % 2:
                copies.append(araios.Matrix(A))
            else:
                A[t, (t + 1) % 8] = 5.0

        in_threads(8, work)
        for B in copies:
            assert set(np.unique(B.toarray())) <= {0.0, 1.0, 5.0}
        assert A.nnz == 12
        before = A.toarray()
        copies[0][0, 0] = 77.0
        np.testing.assert_array_equal(A.toarray(), before)


def test_blocks_lists_and_diagonals_by_threads():
    A = araios.Matrix((64, 64))

    def work(t):
        for k in range(8):
            i = 8 * t + k
            if k % 4 == 0:
                A[i, 0:64] = np.full(64, i + 1.0)
            elif k % 4 == 1:
                A[i] = araios.Matrix(np.full((1, 64), i + 1.0))
            elif k % 4 == 2:
                A[[i] * 64, list(range(64))] = np.full(64, i + 1.0)
            else:
                A[[i], :] = i + 1.0

    in_threads(8, work)
    np.testing.assert_array_equal(A.toarray(), np.repeat(np.arange(1.0, 65), 64).reshape(64, 64))
    B = araios.Matrix((40, 40))
    in_threads(8, lambda t: [B.setdiag(t + 1.0, k) for k in range(5 * t - 20, 5 * t - 15) if -40 < k < 40])
    assert B.nnz == sum(40 - abs(k) for k in range(-20, 20))


def test_reads_take_turns_with_a_long_product():
    """A lookup beside a long product waits for a part of it, not for its end."""
    A = araios.random(30000, 30000, density=1e-3)
    small = araios.Matrix(np.eye(3))
    results, seconds = [], [0.0]

    def product():
        start = time.perf_counter()
        results.append(A @ A)
        seconds[0] = time.perf_counter() - start

    thread = threading.Thread(target=product)
    waits = []
    thread.start()
    while thread.is_alive():
        start = time.perf_counter()
        assert small[1, 1] == 1
        np.testing.assert_array_equal(small @ np.ones(3), np.ones(3))
        waits.append(time.perf_counter() - start)
        time.sleep(0.001)
    thread.join()
    assert results[0].equals(A @ A)
    # With more threads than one most of a product is one launch.
    if araios.info()["concurrency"] == 1:
        assert len(waits) > 3 and max(waits) < 0.5 * seconds[0], (len(waits), max(waits), seconds[0])


def test_pycubool_by_threads():
    from araios import pycubool

    C, row = pycubool.Matrix.empty((32, 32)), pycubool.Matrix.from_lists((1, 32), [0] * 32, range(32))
    v = pycubool.Vector.empty(64)

    def work(t):
        for k in range(4):
            i = 4 * t + k
            if k % 2:
                pycubool.Matrix.from_lists((32, 1), [i], [0]).mxm(row, out=C, accumulate=True)
            else:
                for j in range(32):
                    C[i, j] = True
            v[i] = True

    in_threads(8, work)
    assert C.nvals == 1024 and v.nvals == 32


def test_boolean_and_vector_by_threads():
    B = shared = araios.Boolean((32, 32))

    def work(t):
        for k in range(4):
            i = 4 * t + k
            C = shared
            C |= araios.Boolean(([True] * 32, ([i] * 32, range(32))), shape=(32, 32))

    in_threads(8, work)
    assert B.nnz == 1024
    D = araios.Boolean((64, 64))
    E = araios.Boolean(np.eye(64, dtype=bool))

    def toggle(t):
        C = D
        for k in range(8):
            C ^= araios.Boolean(([True], ([8 * t + k], [t])), shape=(64, 64))
            C |= E.times(araios.Boolean(([True], ([8 * t + k], [63 - t])), shape=(64, 64)))

    in_threads(8, toggle)
    assert D.nnz == 128
    x = araios.Vector(160)

    def set_elements(t):
        for k in range(20):
            if k % 2:
                x[20 * t + k] = 1.0
            else:
                x[20 * t + k : 20 * t + k + 1] = 1.0

    in_threads(8, set_elements)
    assert x.nnz == 160


def test_readers_beside_a_writer():
    """A reader sees the matrix before or after each write, never a part of both."""
    A = araios.Matrix(np.zeros((50, 50)))
    stop = threading.Event()

    def work(t):
        if t == 0:
            for k in range(60):
                A[0:50, 0:50] = np.full((50, 50), k + 1.0) if k % 2 else np.eye(50) * (k + 1.0)
            stop.set()
            return
        while not stop.is_set():
            for X in (A.toarray(), A.copy().toarray(), (A + A).toarray() / 2):
                values = np.unique(X)
                assert len(values) <= 2 and (len(values) == 1 or values[0] == 0), values
            rows, columns, values = A.entries()
            assert len(np.unique(values)) <= 1

    in_threads(4, work)


def test_mixed_calls():
    assert mixed(8, 1.5, "cpu") > 0


class Operands:
    """Matrices that all threads read, and what NumPy makes of them."""

    def __init__(self, device):
        self.device = device
        rng = np.random.default_rng(0)
        self.S = [
            sparse.csr_array(rng.integers(-4, 5, (60, 60)) * (rng.random((60, 60)) < 0.1) * 1.0) for _ in range(4)
        ]
        self.X = [S.toarray() for S in self.S]
        self.A = [araios.Matrix(S, copy=True).to(device) for S in self.S]
        self.B = [araios.Boolean(S).to(device) for S in self.S]
        self.x = rng.integers(-4, 5, 60).astype(float)
        self.plan = araios.SpmvPlan(self.A[0])
        self.transpose = araios.TransposePlan(self.A[1])
        self.shared = araios.Matrix((64, 4000)).to(device)

    def array(self, x):
        if self.device == "cpu":
            return x
        import cupy

        return cupy.asarray(x)


def host(y):
    return y.get() if hasattr(y, "get") else y


def one_call(o, rng, t, k):
    """One random call of thread t, checked."""
    p, q = rng.integers(0, 4, 2)
    A, B, X, Y = o.A[p], o.A[q], o.X[p], o.X[q]
    which = rng.integers(0, 13)
    if which == 0:
        assert (A @ B).toarray().tolist() == (X @ Y).tolist()
    elif which == 1:
        assert (A + B).toarray().tolist() == (X + Y).tolist()
    elif which == 2:
        assert A.T.toarray().tolist() == X.T.tolist()
    elif which == 3:
        assert host(A @ o.array(o.x)).tolist() == (X @ o.x).tolist()
    elif which == 4:
        assert host(o.plan(o.array(o.x))).tolist() == (o.X[0] @ o.x).tolist()
    elif which == 5:
        assert o.transpose(o.A[1]).toarray().tolist() == o.X[1].T.tolist()
    elif which == 6:
        assert (o.B[p] | o.B[q]).toarray().tolist() == ((X != 0) | (Y != 0)).tolist()
    elif which == 7:
        assert A.sum() == X.sum() and A.sum(axis=0).tolist() == X.sum(0).tolist()
    elif which == 8:
        i, j = rng.integers(0, 30, 2)
        assert A[i : i + 20, j : j + 25].toarray().tolist() == X[i : i + 20, j : j + 25].tolist()
    elif which == 9:
        assert (2.0 * A).toarray().tolist() == (2 * X).tolist()
    elif which == 10:
        assert A.to_format(("csc", "coo", "jds", "dcsr", "ell")[k % 5]).toarray().tolist() == X.tolist()
    elif which == 11:
        C = A.copy()
        C[0:2, 0:2] = 5.0
        Z = X.copy()
        Z[0:2, 0:2] = 5.0
        assert C.toarray().tolist() == Z.tolist() and A.toarray().tolist() == X.tolist()
    else:
        S = A.to("cpu").to_scipy()
        assert S.sum() == X.sum() and np.array_equal(abs(S).toarray(), abs(X))


def mixed(threads, seconds, device):
    """Calls of all threads for some seconds; each thread sets elements of one shared matrix, too. Their number."""
    o, counts, end = Operands(device), [0] * threads, time.monotonic() + seconds
    written = [0] * threads

    def work(t):
        rng = np.random.default_rng(t)
        while time.monotonic() < end:
            one_call(o, rng, t, counts[t])
            counts[t] += 1
            if counts[t] % 4 == 0 and written[t] < 4000:
                o.shared[t, written[t]] = written[t] + 1.0
                written[t] += 1

    in_threads(threads, work)
    X = o.shared.toarray()
    for t in range(threads):
        assert X[t, : written[t]].tolist() == list(range(1, written[t] + 1)), f"elements of thread {t} are lost"
    assert o.shared.nnz == sum(written)
    return sum(counts)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--threads", type=int, default=16)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    options = parser.parse_args()
    count = mixed(options.threads, options.seconds, options.device)
    print(
        f"{count} calls of {options.threads} threads in {options.seconds:.0f} s on {options.device}: all results right"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
