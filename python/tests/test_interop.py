# SPDX-License-Identifier: Apache-2.0
"""CuPy and torch where they are installed, and what can be tested of them where they are not."""

import sys
import types

import araios
import numpy as np
import pytest
from araios import _core, _device
from conftest import assert_same, random_scipy


class FakeDeviceArray:
    """What the interface of CUDA says of an array; its memory is never touched."""

    def __init__(self, shape, typestr="<f8", strides=None, stream=None):
        self.__cuda_array_interface__ = {
            "shape": shape,
            "typestr": typestr,
            "strides": strides,
            "data": (4096, False),
            "version": 3,
            "stream": stream,
        }
        self.shape = shape


def test_description_of_device_arrays():
    assert _device.describe(FakeDeviceArray((3, 4))) == (4096, (3, 4), np.dtype(float), True)
    assert _device.describe(FakeDeviceArray((3, 4), strides=(32, 8)))[3]
    assert _device.describe(FakeDeviceArray((1, 4), strides=(999, 8)))[3]
    assert not _device.describe(FakeDeviceArray((3, 4), strides=(8, 24)))[3]
    assert not _device.describe(FakeDeviceArray((3,), strides=(16,)))[3]
    assert _device.library(FakeDeviceArray((3,))) == "other"


def test_memory_of_another_device_is_refused(A):
    x = FakeDeviceArray((20,))
    for f in (
        lambda: A @ x,
        lambda: x @ A if hasattr(x, "__matmul__") else A.__rmatmul__(x),
        lambda: araios.spmv(A, x),
    ):
        with pytest.raises(TypeError):
            f()
    if not araios.has_device():
        with pytest.raises((NotImplementedError, RuntimeError)):
            A.to("cuda")


def test_dlpack_and_buffers_of_the_host():
    A = araios.random(30, 20, nnz=100)
    values = np.from_dlpack(A.data)
    A.data[0] = 42
    assert values[0] == 42 and memoryview(A.data).nbytes == 800
    view = memoryview(A.indices)
    assert view.readonly and view.tolist() == A.indices.tolist()


def test_torch_on_the_host():
    torch = pytest.importorskip("torch")
    S = random_scipy(8, 9, 0.4)
    T = torch.sparse_csr_tensor(
        torch.from_numpy(S.indptr), torch.from_numpy(S.indices), torch.from_numpy(S.data), size=S.shape
    )
    A = araios.Matrix(T)
    assert_same(A, S)
    T.values()[0] = 42
    assert A.data[0] == 42
    B = A.T.to_torch()
    np.testing.assert_array_equal(B.to_dense().numpy(), A.T.toarray())
    assert_same(araios.Matrix(T.to_sparse_coo()), A.toarray())
    assert_same(araios.Matrix(torch.eye(3, dtype=torch.float64)), np.eye(3))


def test_cupy(cupy):
    from cupyx.scipy import sparse

    S = random_scipy(80, 90, 0.1)
    C = sparse.csr_matrix(S)
    A = araios.Matrix(C)
    assert A.device == "cuda" and A.borrows
    C.data[0] = 42
    S.data[0] = 42
    assert_same(A, S)
    x = cupy.arange(90, dtype=float)
    y = A @ x
    assert isinstance(y, cupy.ndarray)
    np.testing.assert_allclose(y.get(), S @ x.get())
    X = cupy.ones((90, 4))
    np.testing.assert_allclose((A @ X).get(), S @ X.get())
    with cupy.cuda.Stream():
        np.testing.assert_allclose((A @ x).get(), S @ x.get())
    T = A.T.to_cupy()
    np.testing.assert_array_equal(T.get().toarray(), S.T.toarray())
    D = A.T
    D.to_cupy().data[0] = 7
    assert D.to("cpu").data[0] == 7
    assert cupy.from_dlpack(D.data).data.ptr == cupy.asarray(D.data).data.ptr
    np.testing.assert_allclose((A @ A.T).toarray(), (S @ S.T).toarray())


def test_modules_that_another_thread_imports(monkeypatch):
    """They are in sys.modules before they have their names."""
    A = araios.Matrix(np.eye(3))
    for names in ({}, {"cuda": types.ModuleType("cuda")}):
        for library in ("cupy", "torch"):
            module = types.ModuleType(library)
            module.__dict__.update(names)
            monkeypatch.setitem(sys.modules, library, module)
        assert _core.caller_streams() == []
        np.testing.assert_array_equal(A @ np.ones(3), np.ones(3))


class FakeStream:
    def __init__(self, ptr):
        self.ptr = self.cuda_stream = ptr


def fake_cupy(stream):
    module = types.ModuleType("cupy")
    module.ndarray = type("ndarray", (), {})
    module.cuda = types.SimpleNamespace(get_current_stream=lambda: FakeStream(stream))
    return module


def fake_torch(stream, is_initialized=True, is_raw=True):
    module = types.ModuleType("torch")
    module.Tensor = type("Tensor", (), {})
    current_stream = (lambda: FakeStream(-1)) if is_raw else (lambda: FakeStream(stream))
    module.cuda = types.SimpleNamespace(is_initialized=lambda: is_initialized, current_stream=current_stream)
    if is_raw:
        module._C = types.SimpleNamespace(
            _cuda_getDevice=lambda: 3, _cuda_getCurrentRawStream=lambda device: stream if device == 3 else -1
        )
    return module


@pytest.mark.parametrize(
    "modules, streams",
    [
        ([], []),
        ([fake_cupy(0)], []),  # the default stream
        ([fake_cupy(1)], []),
        ([fake_cupy(4096)], [4096]),
        ([fake_torch(4096)], [4096]),
        ([fake_torch(4096, is_raw=False)], [4096]),
        ([fake_torch(4096, is_initialized=False)], []),
        ([fake_cupy(4096), fake_torch(0)], [4096]),
        ([fake_cupy(4096), fake_torch(8192)], [4096, 8192]),
        ([fake_cupy(4096), fake_torch(4096)], [4096]),
    ],
)
def test_streams_of_the_libraries_that_are_imported(monkeypatch, modules, streams):
    for library in ("cupy", "torch"):
        monkeypatch.delitem(sys.modules, library, raising=False)
    for module in modules:
        monkeypatch.setitem(sys.modules, module.__name__, module)
    assert _core.caller_streams() == streams


def test_a_stream_that_cannot_be_read_is_an_error(monkeypatch):
    module = fake_cupy(4096)
    module.cuda.get_current_stream = lambda: 1 / 0
    monkeypatch.setitem(sys.modules, "cupy", module)
    with pytest.raises(ZeroDivisionError):
        _core.caller_streams()
    monkeypatch.setitem(sys.modules, "cupy", fake_cupy("an address"))
    with pytest.raises(TypeError):
        _core.caller_streams()


@pytest.mark.parametrize("bits", [(True, False), (False, True)])
def test_a_tensor_that_is_conjugated_lazily_is_refused(bits):
    tensor = type("Tensor", (), {"__module__": "torch", "is_conj": lambda _: bits[0], "is_neg": lambda _: bits[1]})
    with pytest.raises(TypeError, match=r"resolve_conj\(\).resolve_neg\(\)"):
        _device.describe(tensor())


@pytest.mark.parametrize("is_enabled", [True, False])
def test_a_tensor_that_needs_a_gradient_is_refused(monkeypatch, is_enabled):
    """Under no_grad it is taken as it is."""

    class Tensor:
        requires_grad, is_cuda, layout, shape, dtype = True, False, "strided", (2, 2), "torch.float64"

        def is_conj(self):
            return False

        is_neg = is_conj

        def data_ptr(self):
            return 4096

        def is_contiguous(self):
            return True

        def detach(self):
            return self

        def numpy(self):
            return np.eye(2)

        def __array__(self, dtype=None, copy=None):
            return np.eye(2)

    Tensor.__module__ = "torch"
    module = types.ModuleType("torch")
    module.is_grad_enabled = lambda: is_enabled
    module.sparse_csr, module.sparse_csc, module.sparse_coo = "csr", "csc", "coo"
    monkeypatch.setitem(sys.modules, "torch", module)
    A = araios.Matrix(np.eye(2))
    for call in (
        lambda: _device.describe(Tensor()),
        lambda: A @ Tensor(),
        lambda: Tensor() @ A,
        lambda: araios.spmv(A, Tensor()),
        lambda: araios.Matrix(Tensor()),
        lambda: araios.linalg.cg(A, Tensor()),
    ):
        if is_enabled:
            with pytest.raises(TypeError, match=r"requires_grad.*x.detach\(\).*torch.no_grad\(\)"):
                call()
        else:
            call()


def test_gradients_on_the_device(cupy):
    torch = pytest.importorskip("torch")
    A = araios.Matrix(random_scipy(80, 90, 0.1)).to("cuda")
    x = torch.ones(90, dtype=torch.float64, device="cuda", requires_grad=True)
    for call in (lambda: A @ x, lambda: araios.spmv(A, x), lambda: araios.SpmvPlan(A)(x)):
        with pytest.raises(TypeError, match="requires_grad"):
            call()
        with torch.no_grad():
            np.testing.assert_allclose(call().cpu().numpy(), A.to("cpu") @ np.ones(90))
    np.testing.assert_allclose((A @ x.detach()).cpu().numpy(), A.to("cpu") @ np.ones(90))


def test_conjugated_tensors_on_the_device(cupy):
    torch = pytest.importorskip("torch")
    S = random_scipy(80, 90, 0.1).astype(complex)
    A = araios.Matrix(S).to("cuda")
    x = torch.full((90,), 1 + 2j, dtype=torch.complex128, device="cuda")
    np.testing.assert_allclose((A @ x.conj().resolve_conj()).cpu().numpy(), S @ np.full(90, 1 - 2j))
    with pytest.raises(TypeError, match="resolve_conj"):
        A @ x.conj()
    with pytest.raises(TypeError, match="resolve_conj"):
        araios.spmv(A, x, y=torch.zeros(80, dtype=x.dtype, device="cuda").conj())


def test_torch_on_the_device(cupy):
    torch = pytest.importorskip("torch")
    S = random_scipy(80, 90, 0.1)
    A = araios.Matrix(S).to("cuda")
    T = A.to_torch()
    np.testing.assert_array_equal(T.to_dense().cpu().numpy(), S.toarray())
    T.values()[0] = 42
    assert A.to("cpu").data[0] == 42
    B = araios.Matrix(T)
    assert B.device == "cuda" and B.equals(A)
    x = torch.ones(90, dtype=torch.float64, device="cuda")
    with torch.cuda.stream(torch.cuda.Stream()):
        y = A @ x
    np.testing.assert_allclose(y.cpu().numpy(), A.to("cpu") @ np.ones(90))


def test_validation_finds_the_array_that_somebody_changed():
    scipy_matrix = random_scipy(20, 20, 0.2)
    A = araios.Matrix(scipy_matrix)
    index = scipy_matrix.indices[3]
    scipy_matrix.indices[3] = 99
    with araios.set_validation(True):
        with pytest.raises(ValueError, match="99"):
            A @ np.ones(20)
        with pytest.raises(ValueError, match="99"):
            A.sum()
    scipy_matrix.indices[3] = index
    assert A.sum() == pytest.approx(scipy_matrix.data.sum())
