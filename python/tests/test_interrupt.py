# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C in long calls, and what they tell about their progress."""

import os
import signal
import subprocess
import sys
import threading
import time

import araios
import numpy as np
import pytest

CHILD = """
import signal, sys, time
import araios, numpy as np
signal.signal(signal.SIGINT, signal.default_int_handler)
A = araios.rmat(15, 16 << 15, seed=1).astype(np.float64)
x = np.ones(A.shape[1])

def sums():
    return float(A.data.sum()), int(A.indices.astype(np.int64).sum()), A.nnz, A.shape

{setup}
before = sums()
print("ready", flush=True)
try:
    while True:
        {call}
except KeyboardInterrupt:
    now = time.time()
assert sums() == before
B = araios.eye(4) @ araios.eye(4)  # the library goes on
assert B.equals(araios.eye(4))
print(now, flush=True)
"""

CALLS = {
    "product": ("", "A @ A"),
    "product_of_one_row": (
        "D = araios.Matrix(np.ones((1, 3000))); E = araios.random(3000, 3_000_000, 0.001)",
        "D @ E",
    ),
    "boolean_product": ("P = A.pattern()", "P @ P"),
    "min_plus": ("", "araios.spgemm(A, A, semiring='min_plus')"),
    "closure": ("P = A.pattern()", "araios.closure(P)"),
    "triangles": ("P = A + A.T", "araios.triangles(P)"),
    "transpose": ("L = araios.rmat(18, 16 << 18, seed=2).astype(np.float64)", "L.T.tocsr()"),
    "conversion": ("L = araios.rmat(18, 16 << 18, seed=2).astype(np.float64)", "L.tocsc(); L.tocoo()"),
    "construction": (
        "n = 5_000_000; v = np.ones(n); i = np.random.default_rng(0).integers(0, n, (2, n), dtype=np.int32)",
        "araios.Matrix((v, (i[0], i[1])), shape=(n, n))",
    ),
    "maxima_of_columns": ("L = araios.rmat(18, 16 << 18, seed=2).astype(np.float64)", "L.max(axis=0)"),
    "stacking": ("L = araios.rmat(18, 16 << 18, seed=2).astype(np.float64)", "araios.vstack([L, L])"),
    "spmv": ("", "A @ x"),
    "reading": ("", "araios.mmread(sys.argv[1])"),
    "writing": ("L = araios.rmat(18, 16 << 18, seed=2).astype(np.float64)", "araios.mmwrite(sys.argv[1] + '.copy', L)"),
    "kronecker": ("K = araios.random(3000, 3000, 0.001)", "araios.kron(K, K)"),
}


@pytest.fixture(scope="module")
def big_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("interrupt") / "big.mtx"
    block = b"".join(b"%d %d 0.5\n" % (1 + i % 1000, 1 + i % 997) for i in range(100_000))
    with open(path, "wb") as file:
        file.write(b"%%MatrixMarket matrix coordinate real general\n1000 1000 10000000\n")
        for _ in range(100):
            file.write(block)
    return path


def interrupt(code, *arguments):
    """Seconds from SIGINT to KeyboardInterrupt in a process that runs the code."""
    process = subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1)
        begin = time.time()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=100)
    finally:
        process.kill()
    assert process.returncode == 0, out
    return float(out) - begin


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_ends_the_call(name, big_file):
    """Within half a second, and the operands are as they were; a machine that is busy gets three tries."""
    setup, call = CALLS[name]
    code = CHILD.format(setup=setup, call=call)
    seconds = []
    while len(seconds) < 3 and (not seconds or seconds[-1] > 0.5):
        seconds.append(interrupt(code, big_file))
    assert min(seconds) <= 0.5, seconds


@pytest.fixture
def progress():
    """Sets the progress callback, and at the end the usual one."""
    yield araios.set_progress
    araios.set_progress("bar")


def test_callback(progress, big_file):
    steps = []
    progress(lambda *step: steps.append(step), delay=0)
    A = araios.mmread(big_file, format="coo")
    assert A.nnz == 10_000_000
    assert steps and all(isinstance(function, str) and isinstance(phase, str) for function, phase, _, _ in steps)
    assert any(function == "araios_matrix_read_market" for function, *_ in steps)
    assert all(0 <= done <= total or total == 0 for *_, done, total in steps)
    progress(None)
    del steps[:]
    araios.mmread(big_file, format="coo")
    assert not steps
    progress(lambda *step: steps.append(step), delay=100)
    araios.mmread(big_file, format="coo")
    assert not steps


def test_callback_ends_the_call(progress):
    class Enough(Exception):
        pass

    def stop(function, phase, done, total):
        raise Enough(phase)

    A = araios.rmat(14, 16 << 14, seed=1)
    before = A.copy()
    progress(stop, delay=0)
    with pytest.raises(Enough):
        for _ in range(100):
            A @ A
    progress(None)
    assert A.equals(before)
    assert (A @ A).equals(before @ before)


def test_callback_in_another_thread(progress):
    """Steps are told in the thread of the call; an exception ends that call only."""
    threads = set()
    A = araios.rmat(14, 16 << 14, seed=1)
    progress(lambda *step: threads.add(threading.get_ident()), delay=0)
    thread = threading.Thread(target=lambda: [A @ A for _ in range(10)])
    thread.start()
    thread.join()
    assert threads == {thread.ident} or not threads


def test_wrong_arguments():
    for bad in ("line", "", "Bar"):
        with pytest.raises(ValueError):
            araios.set_progress(bad)
    with pytest.raises(TypeError):
        araios.set_progress(3)
    with pytest.raises(ValueError):
        araios.set_progress(delay=-1)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo terminals here")
def test_bar_on_a_terminal():
    """A line on stderr of a terminal, which is erased at the end; nothing on another stream."""
    code = "import araios; araios.set_progress(delay=0.05); A = araios.rmat(15, 16 << 15, seed=1).astype(float); A @ A"
    primary, secondary = os.openpty()
    process = subprocess.Popen([sys.executable, "-c", code], stderr=secondary)
    os.close(secondary)
    text = b""
    while True:
        try:
            part = os.read(primary, 4096)
        except OSError:
            break
        if not part:
            break
        text += part
    os.close(primary)
    assert process.wait() == 0
    assert b"multiply" in text and text.endswith(b"\r\x1b[K")
    piped = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, check=True)
    assert piped.stderr == b""


def test_no_step_in_short_calls(progress):
    steps = []
    progress(lambda *step: steps.append(step))
    A = araios.eye(100)
    for _ in range(1000):
        A @ np.ones(100)
    assert not steps
