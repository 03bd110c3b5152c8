# SPDX-License-Identifier: Apache-2.0
"""Every operation on a GPU gives what it gives on the host; arrays, streams and memory of the GPU."""

import gc
import pickle
import threading

import araios
import numpy as np
import pytest
from conftest import DTYPES, random_scipy

pytest.importorskip("cupy", reason="CuPy is not installed: nothing on a GPU is tested")


def plain(x):
    """A result as arrays and numbers of the host."""
    if isinstance(x, araios.Matrix):
        return x.to("cpu").tocsr().toarray()
    if isinstance(x, araios.Vector):
        return x.toarray()
    if hasattr(x, "__cuda_array_interface__"):
        return x.get() if hasattr(x, "get") else x.cpu().numpy()
    if isinstance(x, (tuple, list)):
        return [plain(y) for y in x]
    return x


def assert_equal(result, expected):
    if isinstance(expected, list):
        assert len(result) == len(expected)
        for a, b in zip(result, expected):
            assert_equal(a, b)
    else:
        np.testing.assert_allclose(result, expected, rtol=1e-5 if np.asarray(expected).dtype.itemsize <= 4 else 1e-12)


def assigned(A, key, value):
    """A copy of A with A[key] = value."""
    B = A.copy()
    B[key] = value
    return B


MATRIX_OPERATIONS = {
    "T": lambda A: A.T,
    "H": lambda A: A.H,
    "copy": lambda A: A.copy(),
    "csc": lambda A: A.tocsc(),
    "coo": lambda A: A.tocoo(),
    "coo and back": lambda A: A.tocoo().tocsr(),
    "csc and back": lambda A: A.tocsc().tocsr(),
    "csc, T": lambda A: A.tocsc().T,
    "A + A.T": lambda A: A + A.T,
    "A - A.T": lambda A: A - A.T,
    "A * A.T": lambda A: A * A.T,
    "-A": lambda A: -A,
    "3 A": lambda A: 3.0 * A,
    "A @ A": lambda A: A @ A,
    "A.T @ A": lambda A: araios.spgemm(A, A, op_a="T"),
    "masked": lambda A: araios.spgemm(A, A, mask=A.pattern()),
    "masked by the complement": lambda A: araios.spgemm(A, A, mask=A.pattern(), complement=True),
    "accumulated": lambda A: araios.spgemm(A, A, accumulate=A),
    "kron": lambda A: araios.kron(A[:4, :5], A[:3, :3]),
    "kron, minus": lambda A: araios.kron(A[:4, :5], A[:3, :3], op="minus"),
    "slice": lambda A: A[3:20, 5:11],
    "row": lambda A: A[7],
    "column": lambda A: A[:, 4],
    "lists": lambda A: A[[5, 1, 5, 0]][:, [3, 9, 2]],
    "places": lambda A: A[[5, 1, 5, -1], [3, 9, 2, 0]],
    "places are set": lambda A: assigned(A, ([5, 1, 5, -1, 5], [3, 9, 2, 0, 3]), [1, 2, 3, 4, 5]),
    "a row is set": lambda A: assigned(A, (7, slice(2, None)), 9),
    "mesh": lambda A: A[np.ix_([5, 1, 5, 0], [3, 9, 2])],
    "element": lambda A: [A[i, i] for i in range(5)],
    "tril": lambda A: araios.tril(A),
    "triu": lambda A: araios.triu(A, 1),
    "band": lambda A: araios.band(A, 2, 3),
    "diagonal": lambda A: A.diagonal(1),
    "sum": lambda A: [A.sum(), A.sum(axis=0), A.sum(axis=1)],
    "pattern": lambda A: A.pattern(),
    "power": lambda A: A.power(2),
    "entries": lambda A: list(A.tocsr().entries()),
    "equality": lambda A: [A.equals(A.copy()), A.equals(A.T)],
    "pickle": lambda A: pickle.loads(pickle.dumps(A)),
    "rows": lambda A: [row.toarray() for row in A][:3],
}


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("name", MATRIX_OPERATIONS)
def test_operations(cupy, name, dtype):
    f = MATRIX_OPERATIONS[name]
    A = araios.Matrix(random_scipy(30, 30, 0.2, dtype))
    B = A.to("cuda")
    assert B.device == "cuda" and "on the GPU" in repr(B)
    assert_equal(plain(f(B)), plain(f(A)))


@pytest.mark.parametrize("format", araios._names.FORMATS)
def test_formats(cupy, format):
    A = araios.banded(64, 64, 2, 2).to("cuda")
    B = A.to_format(format)
    assert B.format == format and B.device == "cuda" and B.tocsr().equals(A)
    x = cupy.linspace(1, 2, 64)
    np.testing.assert_allclose((B @ x).get(), A.toarray() @ x.get())


def test_choose_format(cupy):
    A = araios.stencil(40, 40).to("cuda")
    choice = araios.choose_format(A, mode="measure")
    assert all((c.measured_seconds is not None) == c.eligible for c in choice.candidates)
    B = A.to_format(choice.format, **choice.options)
    np.testing.assert_allclose((B @ cupy.ones(1600)).get(), A.to("cpu") @ np.ones(1600), atol=1e-12)


def test_products_with_vectors(cupy):
    S = random_scipy(60, 50, 0.2)
    A = araios.Matrix(S).to("cuda")
    x, y, X = cupy.linspace(1, 2, 50), cupy.ones(60), cupy.linspace(0, 1, 200).reshape(50, 4)
    np.testing.assert_allclose((A @ X).get(), S @ X.get())
    z = araios.spmv(A, x, y, alpha=2.0, beta=3.0)
    assert z is y
    np.testing.assert_allclose(y.get(), 2 * (S @ x.get()) + 3)
    np.testing.assert_allclose(araios.spmv(A, y, op="T").get(), S.T @ y.get())
    for plan, expected in ((araios.SpmvPlan(A), S @ x.get()), (araios.SpmvPlan(A, op="T"), S.T @ y.get())):
        np.testing.assert_allclose(plan(x if len(expected) == 60 else y).get(), expected)
    least = np.where(S.toarray() != 0, S.toarray() + x.get(), np.inf).min(axis=1)
    np.testing.assert_allclose(araios.spmv(A, x, semiring="min_plus").get(), least)
    plan = araios.TransposePlan(A)
    assert plan(A).equals(A.T)
    B = A.T
    plan = araios.SpgemmPlan(A, B)
    C = plan(A, B)
    assert C.device == "cuda"
    np.testing.assert_allclose(plain(C), (S @ S.T).toarray(), atol=1e-12)
    assert plan(A, B.pattern(), out=C) is C
    np.testing.assert_allclose(plain(C), S.toarray() @ (S.toarray() != 0).T, atol=1e-12)
    plan = araios.GalerkinPlan(B, C, A)
    np.testing.assert_allclose(plain(plan(B, C, A)), S.T @ plain(C) @ S, atol=1e-11)
    with pytest.raises(ValueError):
        plan(B, C, A.copy())
    with pytest.raises(ValueError):
        plan(B.to("cpu"), C, A)
    for wrong in (np.ones(50), cupy.ones(50, np.float32), cupy.ones(100)[::2]):
        with pytest.raises(TypeError):
            A @ wrong
    with pytest.raises(ValueError):
        A @ cupy.ones(51)


def test_marked_entries(cupy):
    S = random_scipy(60, 50, 0.2)
    A = araios.Matrix(S).to("cuda")
    values = cupy.asarray(A.data)
    for keep in (values > 0.5, (values > 0.5).get()):
        B = A.select(keep)
        assert B.device == "cuda"
        np.testing.assert_array_equal(plain(B), np.where(S.toarray() > 0.5, S.toarray(), 0))
    for keep in (values, values.get()):
        with pytest.raises(TypeError):
            A.select(keep)
    with pytest.raises(ValueError):
        A.select((values > 0.5)[:-1])
    with pytest.raises(TypeError):
        A.to("cpu").select(values > 0.5)


BOOLEAN_OPERATIONS = {
    "|": lambda A, B: A | B,
    "&": lambda A, B: A & B,
    "^": lambda A, B: A ^ B,
    "-": lambda A, B: A - B,
    "@": lambda A, B: A @ B,
    "kron": lambda A, B: araios.kron(A[:5, :5], B[:4, :4]),
    "closure": lambda A, B: araios.closure(A),
    "bfs": lambda A, B: araios.bfs(A, 0),
    "order": lambda A, B: araios.reverse_cuthill_mckee(A),
    "triangles": lambda A, B: araios.triangles(A),
    "triangles of vertices": lambda A, B: araios.vertex_triangles(A),
    "triangles of edges": lambda A, B: araios.edge_triangles(A),
    "list of triangles": lambda A, B: list(araios.list_triangles(A)),
    "plan of triangles": lambda A, B: [
        *araios.list_triangles(araios.TrianglePlan(A)),
        araios.vertex_triangles(araios.TrianglePlan(A)),
        araios.local_clustering(araios.TrianglePlan(A)),
        *araios.clustering(araios.TrianglePlan(A)),
        araios.cliques(araios.TrianglePlan(A), 4),
    ],
    "update of triangles": lambda A, B: list(araios.update_triangles(A, araios.triangles(A), B, B.T @ B)),
    "removed triangles": lambda A, B: list(araios.update_triangles(A, araios.triangles(A), removed=B)),
    "truss": lambda A, B: araios.ktruss(A, 4),
    "truss numbers": lambda A, B: araios.truss_numbers(A),
    "cliques": lambda A, B: araios.cliques(A, 4),
    "clustering": lambda A, B: list(araios.clustering(A)),
    "simple": lambda A, B: araios.simple_graph(A),
    "any": lambda A, B: [A.any(), A.any(axis=0), A.any(axis=1)],
    "places": lambda A, B: A[list(range(40)), list(range(39, -1, -1))],
    "places are set": lambda A, B: assigned(A, ([0, 3, 3, 5], [1, 3, 4, 6]), [True, False, True, False]),
    "pairs": lambda A, B: sorted(A),
}


@pytest.mark.parametrize("name", BOOLEAN_OPERATIONS)
def test_boolean_operations(cupy, name):
    f = BOOLEAN_OPERATIONS[name]
    A, B = araios.Boolean(random_scipy(40, 40, 0.1)), araios.Boolean(random_scipy(40, 40, 0.1, seed=1))
    assert_equal(plain(f(A.to("cuda"), B.to("cuda"))), plain(f(A, B)))


def test_product_added_in_place(cupy):
    A, B = araios.Boolean(random_scipy(40, 40, 0.1)), araios.Boolean(random_scipy(40, 40, 0.1, seed=1))
    C, D = A.to("cuda").copy(), A.copy()
    C |= B.to("cuda").times(B.to("cuda"))
    D |= B.times(B)
    assert C.to("cpu").equals(D)


def test_matrices_of_two_devices_are_refused(cupy):
    A = araios.Matrix(random_scipy(30, 30))
    B = A.to("cuda")
    for f in (lambda: A @ B, lambda: A + B, lambda: A.equals(B)):
        with pytest.raises((TypeError, ValueError)):
            f()


@pytest.mark.parametrize("format", ["csr", "csc"])
def test_copy_shares_nothing(cupy, format):
    from cupyx.scipy import sparse

    C = getattr(sparse, f"{format}_matrix")(random_scipy(30, 20, 0.2))
    A = araios.Matrix(C, copy=True)
    expected = C.toarray().get()
    assert not A.borrows
    C.data[:] = -1
    np.testing.assert_array_equal(A.to("cpu").toarray(), expected)


def test_arrays_of_cupy_are_borrowed_and_kept(cupy):
    from cupyx.scipy import sparse

    for dtype in (np.float64,):
        C = sparse.csr_matrix(random_scipy(50, 40, 0.2, dtype).astype(dtype))
        expected = C.toarray().get()
        A = araios.Matrix(C)
        assert A.borrows and A.data.__cuda_array_interface__["data"][0] == C.data.data.ptr
        assert A.data.__dlpack_device__() == (2, C.data.device.id)
        C.data *= 2
        del C
        gc.collect()
        cupy.get_default_memory_pool().free_all_blocks()
        other = cupy.full(100_000, 7.0)
        np.testing.assert_array_equal(A.toarray(), 2 * expected)
        del other
    D = sparse.csc_matrix(random_scipy(50, 40, 0.2))
    assert araios.Matrix(D).format == "csc"
    np.testing.assert_array_equal(araios.Matrix(D).toarray(), D.toarray().get())
    np.testing.assert_array_equal(araios.Matrix(D.tocoo()).toarray(), D.toarray().get())
    X = cupy.eye(5)
    np.testing.assert_array_equal(araios.Matrix(X).toarray(), np.eye(5))


def test_wrong_arrays_of_the_gpu(cupy):
    from cupyx.scipy import sparse

    C = sparse.csr_matrix(random_scipy(50, 40, 0.2))
    C.indices[3] = 99
    with pytest.raises((ValueError, IndexError)):
        araios.Matrix(C)
    C = sparse.csr_matrix(random_scipy(50, 40, 0.2))
    C.indptr[3] = 10_000
    with pytest.raises((ValueError, IndexError)):
        araios.Matrix(C)


def test_work_is_on_the_stream_of_the_caller(cupy):
    """A product after a long kernel on the same stream, without a synchronisation between them, sees its result."""
    A = araios.eye(1000).to("cuda")
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        X = cupy.ones((3000, 3000))
        x = cupy.zeros(1000)
        for _ in range(5):
            X = X @ X / 3000
        x += X[0, :1000]
        y = A @ x
        y *= 2
    stream.synchronize()
    np.testing.assert_allclose(y.get(), 2.0)
    np.testing.assert_allclose((A @ cupy.ones(1000)).get(), 1.0)  # and back on the default stream


def test_a_stream_of_the_caller_may_end(cupy):
    A = araios.Matrix(random_scipy(50, 50, 0.2)).to("cuda")
    expected = A.T.toarray()
    for _ in range(3):
        with cupy.cuda.Stream(non_blocking=True) as stream:
            B = A.T
        stream.synchronize()
        del stream
        gc.collect()
        np.testing.assert_array_equal(B.toarray(), expected)
        np.testing.assert_array_equal(A.T.toarray(), expected)


def test_torch(cupy):
    torch = pytest.importorskip("torch")
    S = random_scipy(80, 90, 0.1)
    for index in (torch.int32, torch.int64):
        T = torch.sparse_csr_tensor(
            torch.as_tensor(S.indptr).to(index).cuda(),
            torch.as_tensor(S.indices).to(index).cuda(),
            torch.as_tensor(S.data).cuda(),
            size=S.shape,
        )
        A = araios.Matrix(T)
        assert A.borrows and A.data.__cuda_array_interface__["data"][0] == T.values().data_ptr()
        U = A.to_torch()
        assert (
            U.values().data_ptr() == T.values().data_ptr() and U.col_indices().data_ptr() == T.col_indices().data_ptr()
        )
        V = torch.from_dlpack(A.data)
        assert V.data_ptr() == T.values().data_ptr()
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            x = torch.ones(90, dtype=torch.float64, device="cuda")
            y = A @ x + 1
        stream.synchronize()
        np.testing.assert_allclose(y.cpu().numpy(), S @ np.ones(90) + 1)
    np.testing.assert_array_equal(araios.Matrix(T.to_sparse_coo()).toarray(), S.toarray())


def test_memory_of_the_device_is_flat(cupy):
    from cupyx.scipy import sparse

    C = sparse.csr_matrix(random_scipy(200, 200, 0.1))
    x = cupy.ones(200)

    def work(times):
        for _ in range(times):
            A = araios.Matrix(C)
            y = A @ x  # noqa: F841
            B = A.T  # noqa: F841
            B.to_cupy()
        gc.collect()
        cupy.cuda.runtime.deviceSynchronize()
        return cupy.cuda.runtime.memGetInfo()[0]

    # An array that is lost in each call is 400 MB or more, each time. Other programs on the GPU take some, at times.
    assert any(work(300) - work(10_000) < 128 << 20 for _ in range(3))


def test_threads_on_the_device(cupy):
    A = araios.Matrix(random_scipy(300, 300, 0.1))
    B, expected, wrong = A.to("cuda"), (A @ A).toarray(), []

    def run():
        for _ in range(20):
            if not np.allclose((B @ B).toarray(), expected):
                wrong.append(1)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_matrices_without_entries(cupy):
    A = araios.Matrix((3, 4)).to("cuda")
    assert A.to_cupy().shape == (3, 4) and A.T.to_cupy().nnz == 0
    np.testing.assert_array_equal((A @ cupy.ones(4)).get(), np.zeros(3))


def test_kept_memory(cupy):
    A = araios.random(1000, 1000, nnz=100_000).to("cuda")
    address = cupy.asarray(A.T.data).data.ptr
    assert cupy.asarray(A.T.data).data.ptr == address
    araios.keep_device_memory(0)
    B = A.T
    araios.keep_device_memory(-1)
    assert B.equals(A.T)
    with pytest.raises(ValueError):
        araios.keep_device_memory(-2)
