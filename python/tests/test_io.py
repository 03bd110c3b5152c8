# SPDX-License-Identifier: Apache-2.0
"""Matrix Market files against scipy.io."""

import gzip
import io

import araios
import numpy as np
import pytest
import scipy.io
from conftest import DTYPES, assert_same, random_scipy, scipy_matrices
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse


@given(st.data(), st.sampled_from(DTYPES))
def test_round_trip(tmp_path_factory, data, dtype):
    path = tmp_path_factory.mktemp("io") / "a.mtx"
    S = data.draw(scipy_matrices(dtype=dtype))
    S.data = S.data * np.asarray(1 / 3, dtype)
    araios.mmwrite(path, S, comment="one\ntwo")
    B = araios.mmread(path, dtype=dtype)
    assert_same(B, S)
    np.testing.assert_allclose(scipy.io.mmread(path).toarray(), S.toarray())
    # With more digits than the type has, SciPy 1.17 writes NUL bytes.
    scipy.io.mmwrite(path, S, precision=9 if np.finfo(dtype).bits == 32 else 17)
    assert_same(araios.mmread(str(path)[:-4], dtype=dtype), scipy.io.mmread(path).toarray().astype(dtype))


def test_symmetry_is_found(tmp_path):
    S = random_scipy(20, 20)
    cases = {"general": S, "symmetric": S + S.T, "skew-symmetric": S - S.T}
    if np.dtype(np.complex128) in DTYPES:
        C = random_scipy(20, 20, dtype=np.complex128)
        cases["hermitian"] = C + C.conj().T
    for symmetry, T in cases.items():
        path = tmp_path / "a"
        araios.mmwrite(path, T)
        assert araios.mminfo(path)[5] == symmetry == scipy.io.mminfo(f"{path}.mtx")[5]
        assert_same(araios.mmread(path), T)
        np.testing.assert_allclose(scipy.io.mmread(f"{path}.mtx").toarray(), T.toarray())
    araios.mmwrite(path, cases["symmetric"], symmetry="symmetric")
    assert_same(araios.mmread(path, keep_triangle=True), sparse.tril(cases["symmetric"]))


def test_kinds_of_sources(tmp_path):
    S = random_scipy(8, 9)
    stream = io.BytesIO()
    araios.mmwrite(stream, S, symmetry="general")
    text = stream.getvalue()
    assert_same(araios.mmread(io.BytesIO(text)), S)
    assert_same(araios.mmread(io.StringIO(text.decode())), S)
    (tmp_path / "b.mtx.gz").write_bytes(gzip.compress(text))
    assert_same(araios.mmread(tmp_path / "b.mtx.gz"), S)
    assert_same(araios.mmread(str(tmp_path / "b")), S)
    for source in (tmp_path / "b", io.BytesIO(text)):
        A = araios.mmread(source, format="coo")
        assert A.format == "coo"
        assert_same(A, S)
    with pytest.raises(ValueError):
        araios.mmread(tmp_path / "b", format="dia")


def test_fields(tmp_path):
    S = random_scipy(8, 9)
    for field in ("pattern", "real", "integer"):
        araios.mmwrite(tmp_path / "a", S, field=field)
        assert araios.mminfo(tmp_path / "a")[4] == field
    araios.mmwrite(tmp_path / "a", S, field="pattern")
    A = araios.mmread(tmp_path / "a")
    assert type(A) is araios.Boolean and A.nnz == S.nnz
    araios.mmwrite(tmp_path / "a", S)
    assert araios.mmread(tmp_path / "a", dtype=bool).dtype == bool
    araios.mmwrite(tmp_path / "a", S, precision=3)
    np.testing.assert_allclose(araios.mmread(tmp_path / "a").toarray(), S.toarray(), rtol=1e-2)


def test_dense_arrays(tmp_path):
    X = np.arange(6.0).reshape(2, 3)
    araios.mmwrite(tmp_path / "a", X)
    np.testing.assert_array_equal(araios.mmread(tmp_path / "a"), X)
    assert isinstance(araios.mmread(tmp_path / "a"), np.ndarray)


def test_bad_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        araios.mmread(tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        araios.mminfo(tmp_path / "none")
    head = "%%MatrixMarket matrix coordinate real general\n"
    for text in (
        "",
        "hello",
        head,
        head + "2 2\n",
        head + "2 2 1\n3 1 1.0\n",
        head + "2 2 2\n1 1 1\n",
        head + "2 2 1\n1 1 x\n",
        head + "2 2 1\n0 0 1\n",
        head.replace("real", "odd") + "1 1 1\n1 1 1\n",
    ):
        (tmp_path / "bad.mtx").write_text(text)
        with pytest.raises(ValueError) as caught:
            araios.mmread(tmp_path / "bad.mtx")
        assert str(caught.value)
    with pytest.raises(ValueError):
        araios.mmread(io.BytesIO(b"nothing"))
    with pytest.raises(ValueError):
        araios.mmwrite(tmp_path / "a", araios.eye(2), symmetry="upper")
    with pytest.raises(ValueError):
        araios.mmwrite(tmp_path / "a", araios.eye(2), field="odd")
    with pytest.raises(OSError):
        araios.mmwrite(tmp_path / "no" / "folder", araios.eye(2))


def test_real_matrices(data):
    for name in ("karate", "bcsstk01", "west0067", "ash219", "lp_afiro", "email-Eu-core"):
        path = data / "matrices" / f"{name}.mtx.gz"
        expected = scipy.io.mmread(path).tocsr()
        A = araios.mmread(path)
        assert A.shape == expected.shape
        np.testing.assert_array_equal(A.toarray(), expected.toarray() != 0 if A.dtype == bool else expected.toarray())
