# SPDX-License-Identifier: Apache-2.0
"""What the tests share: matrices of all kinds, types of this build, comparison with SciPy."""

import os
import pathlib

import araios
import numpy as np
import pytest
from araios import _core, _names
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from scipy import sparse

settings.register_profile(
    "araios",
    deadline=None,
    max_examples=int(os.environ.get("ARAIOS_EXAMPLES", 40)),
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("araios")

DTYPES = [dtype for number, dtype in _names.DTYPES.items() if number != _names.PATTERN and _core.supports(number, 0)]
HAS_INT64 = _core.supports(_names.FLOAT64, _names.INDEX_64)  # indices of 64 bits
HAS_INTEGERS = _names.HAS_INTEGERS  # values


def random_scipy(m, n, density=0.1, dtype=np.float64, seed=0, format="csr"):
    """A random sparse array of SciPy, complex where the type is."""
    rng = np.random.default_rng(seed)
    S = sparse.random(m, n, density, random_state=rng, format="csr")
    values = rng.standard_normal(S.nnz)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.standard_normal(S.nnz)
    S = sparse.csr_array((values.astype(dtype), S.indices, S.indptr), shape=(m, n))
    S.sort_indices()
    return S.asformat(format)


@st.composite
def scipy_matrices(draw, rows=None, columns=None, dtype=np.float64, square=False):
    """Small sparse arrays of SciPy with values that have exact sums: integers. Empty rows and shapes are among them."""
    m = draw(st.integers(0, 12)) if rows is None else rows
    n = m if square else draw(st.integers(0, 12)) if columns is None else columns
    count = draw(st.integers(0, 40)) if m and n else 0
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    X = np.zeros((m, n), dtype)
    if count:
        places = rng.integers(0, m, count), rng.integers(0, n, count)
        X[places] = rng.integers(-4, 5, count)
        if np.dtype(dtype).kind == "c":
            X[places] = X[places] + 1j * rng.integers(-4, 5, count)
    return sparse.csr_array(X)


def assert_same(A, expected):
    """A matrix of Araios has the elements of an array, or of a matrix of SciPy, exactly."""
    expected = expected.toarray() if hasattr(expected, "toarray") else np.asarray(expected)
    assert A.shape == expected.shape
    np.testing.assert_array_equal(A.toarray(), expected)


def data_folder():
    """The folder of the real matrices, or None."""
    for folder in (os.environ.get("ARAIOS_DATA_DIR"), "../../shared/data", "../../../shared/data"):
        if folder:
            path = pathlib.Path(__file__).parent / folder if folder.startswith("..") else pathlib.Path(folder)
            if (path / "matrices").is_dir():
                return path
    return None


@pytest.fixture
def data():
    """The folder of the real matrices; without it the test is skipped."""
    folder = data_folder()
    if folder is None:
        pytest.skip("ARAIOS_DATA_DIR does not name the folder of the real matrices")
    return folder


@pytest.fixture(params=DTYPES, ids=str)
def dtype(request):
    return request.param


@pytest.fixture
def A():
    return araios.Matrix(random_scipy(30, 20))


@pytest.fixture
def cupy():
    """CuPy, where there is a GPU and this build has CUDA; the test is skipped elsewhere."""
    module = pytest.importorskip("cupy")
    if not araios.has_device():
        pytest.skip("the package was built with a Kokkos without CUDA")
    if module.cuda.runtime.getDeviceCount() == 0:
        pytest.skip("there is no GPU")
    return module
