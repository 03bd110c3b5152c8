# SPDX-License-Identifier: Apache-2.0
"""Copies, pickles, text, memory over many calls, threads."""

import copy
import gc
import pickle
import subprocess
import sys
import threading
import time

import araios
import numpy as np
import pytest
from conftest import assert_same, random_scipy, scipy_matrices
from hypothesis import given
from scipy import sparse


def test_pickles_have_no_limit_of_padding():
    k = np.arange(1000)
    A = araios.Matrix((np.ones(1000), (k, k[::-1]))).todia()
    B = pickle.loads(pickle.dumps(A))
    assert B.format == "dia" and B.nnz == 1000


@given(scipy_matrices())
def test_pickle_and_copies(S):
    for A in (araios.Matrix(S), araios.Matrix(S.tocsc()), araios.Matrix(S.tocoo()), araios.Boolean(S)):
        for B in (pickle.loads(pickle.dumps(A)), copy.copy(A), copy.deepcopy(A), A.copy()):
            assert type(B) is type(A) and B.dtype == A.dtype and B.format == A.format and B.equals(A)
            assert not B.borrows
    x = araios.Vector(np.arange(5.0))
    for y in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x)):
        assert y.equals(x)


class Named(araios.Matrix):
    """A class of the user, with an attribute."""


@pytest.mark.parametrize("form", ["csr", "coo", "csc", "bsr"])
def test_pickles_and_copies_keep_a_class_of_the_user(form):
    A = Named(random_scipy(4, 4)).to_format(form)
    A = Named(A)
    A.name = [form]
    for B in (pickle.loads(pickle.dumps(A)), copy.copy(A), copy.deepcopy(A)):
        assert type(B) is Named and B.name == [form] and B.format == form and B.equals(A)
    assert copy.copy(A).name is A.name and copy.deepcopy(A).name is not A.name


class NamedVector(araios.Vector):
    """The same of a vector."""


def test_vectors_keep_a_class_of_the_user():
    x = NamedVector(np.arange(5.0))
    x.name = [1]
    for y in (pickle.loads(pickle.dumps(x)), copy.copy(x), copy.deepcopy(x)):
        assert type(y) is NamedVector and y.name == [1] and y.equals(x)
    assert copy.copy(x).name is x.name and copy.deepcopy(x).name is not x.name


def test_pickles_keep_duplicates():
    S = sparse.coo_array(([1.0, 2.0, 3.0], ([1, 0, 1], [1, 0, 1])), (2, 2))
    A = araios.Matrix(S)
    B = pickle.loads(pickle.dumps(A))
    assert A.format == "coo" and A.nnz == 3 and B.nnz == 3
    np.testing.assert_array_equal(B.data, A.data)
    np.testing.assert_array_equal(B.toarray(), S.toarray())


def test_pickle_of_formats_and_types(dtype):
    A = araios.banded(20, 20, 1, 1, dtype)
    for format in ("csr", "bsr", "dia", "sell", "dok", "dcsr", "packet"):
        B = pickle.loads(pickle.dumps(A.to_format(format)))
        assert B.format == format and B.dtype == dtype
        assert_same(B, A.toarray())


def test_text():
    A = araios.Matrix([[1.0, 0.0]])
    assert repr(A) == "<1x2 araios.Matrix of type float64 with 1 entry in CSR>"
    assert "(0, 0)\t1.0" in str(A)
    assert "more" in str(araios.eye(50))
    assert repr(araios.Boolean((2, 2))) == "<2x2 araios.Boolean of type bool with 0 entries in CSR>"
    assert repr(araios.Vector(np.ones(2))) == "<Vector of 2 elements of type float64 with 2 entries>"


def test_vars_are_the_arrays(A):
    for format, names in (("csr", "indptr indices data"), ("csc", "indptr indices data"), ("coo", "row col data")):
        B = A.to_format(format)
        assert list(vars(B)) == names.split()
        assert all(np.shares_memory(a, getattr(B, name)) for name, a in vars(B).items())
    assert vars(A.to_format("ell")) == {}


def test_properties(A):
    assert A.ndim == 2 and A.device == "cpu" and A.nbytes > 0 and A.to("cpu") is A
    for make in (np.asarray, np.array, np.linalg.norm):
        with pytest.raises(TypeError, match="toarray"):
            make(A)
    with pytest.raises(AttributeError):
        A.row
    with pytest.raises(AttributeError):
        A.to_format("ell").indptr
    assert A.astype(A.dtype, copy=False) is A and A.astype(A.dtype) is not A
    assert A.pattern().nnz == A.nnz
    assert A.select("!=", 0).nnz == A.nnz and A.select("==", 0).nnz == 0
    assert not hasattr(A, "no_such_method")
    assert bool(araios.Matrix([[2.0]])) and not araios.Matrix([[0.0]])


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_no_memory_is_lost_in_10_000_calls():
    S = random_scipy(200, 200, 0.05)
    x, view_of = np.ones(200), []

    def calls(n):
        for _ in range(n):
            A = araios.Matrix(S)
            B = A.T
            A @ x
            (A + B).to_scipy()
            view_of[:] = [B.data, B.indices]
            try:
                A @ np.ones(3)
            except ValueError:
                pass
            try:
                araios.Matrix((S.data, S.indices + 200, S.indptr), shape=S.shape)
            except ValueError:
                pass

    calls(1000)
    view_of.clear()
    gc.collect()
    before, handles, references = resident(), araios.info(), sys.getrefcount(S.data)
    calls(10_000)
    view_of.clear()
    gc.collect()
    # Each call makes matrices of 25 kilobytes: a leak of one in a hundred calls would be 2.5 megabytes.
    assert resident() - before < 2_000_000
    after = araios.info()
    assert {key: after[key] for key in ("matrices", "vectors", "plans")} == {
        key: handles[key] for key in ("matrices", "vectors", "plans")
    }
    references_after = sys.getrefcount(S.data)
    assert references_after == references


def test_threads_compute_what_one_computes():
    S = random_scipy(300, 300, 0.02)
    A = araios.Matrix(S)
    expected = (A @ A).toarray()
    failures = []

    def work(k):
        try:
            for _ in range(20):
                np.testing.assert_array_equal((A @ A).toarray(), expected)
                with pytest.raises(ValueError, match=str(301 + k)):
                    A @ np.ones(301 + k)
                araios.Matrix(S).T.sum()
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_the_gil_is_released():
    A = araios.random(60_000, 60_000, nnz=1_500_000)
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    A @ A
    end = time.perf_counter()
    done.set()
    thread.join()
    during = [t for t in ticks if start < t < end]
    # A thread that waits for the GIL would not tick while the product is computed.
    assert end - start > 0.05 and len(during) > 0.2 * (end - start) / 0.002


def test_import_is_fast():
    program = (
        "import time; t = time.perf_counter(); import numpy; u = time.perf_counter(); import araios; "
        "import sys; print(time.perf_counter() - u, 'scipy' in sys.modules, 'matplotlib' in sys.modules)"
    )
    best, scipy, matplotlib = min(
        subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
        for _ in range(3)
    )
    assert float(best) < 0.3 and scipy == matplotlib == "False"


def test_shared_with_scipy_results():
    A = araios.Matrix(random_scipy(30, 30))
    S = A.to_scipy()
    assert isinstance(S, sparse.csr_array)
    np.testing.assert_array_equal((S @ S).toarray(), (A @ A).to_scipy().toarray())
    for format in ("csc", "coo", "bsr", "dia", "lil"):
        T = A.to_scipy(format)
        assert T.format == format
        np.testing.assert_array_equal(T.toarray(), S.toarray())
