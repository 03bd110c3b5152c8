# SPDX-License-Identifier: Apache-2.0
"""Matrix Market files against scipy.io, edge lists against NumPy and networkx."""

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


def edge_list(seed=0, vertices=50, edges=200):
    """(rows, columns, weights) of edges, some of them several times."""
    rng = np.random.default_rng(seed)
    return *rng.integers(0, vertices, (2, edges)), rng.integers(1, 9, edges).astype(float)


def text_of(*columns):
    return "# a comment\n" + "".join("\t".join(map(str, line)) + "\n" for line in zip(*columns))


@pytest.mark.parametrize("base, vertices", [(0, "from_0"), (1, "from_1")])
@pytest.mark.parametrize("format", ["csr", "coo"])
def test_edge_lists(tmp_path, base, vertices, format):
    i, j, w = edge_list()
    n = max(i.max(), j.max()) + 1
    plain, weighted = text_of(i + base, j + base), text_of(i + base, j + base, w)
    counts = sparse.coo_array((np.ones(len(i)), (i, j)), shape=(n, n))
    sums = sparse.coo_array((w, (i, j)), shape=(n, n))
    read = lambda text, **options: araios.read_edge_list(  # noqa: E731
        io.StringIO(text), vertices=vertices, format=format, **options
    )
    for A in (read(plain), read(weighted), read(plain, columns="plain"), read(weighted, dtype=bool)):
        assert type(A) is araios.Boolean and A.format == format
        assert_same(A, counts.toarray() != 0)
    A = read(weighted, columns="weighted")
    assert A.dtype == np.float64 and A.format == format and A.nnz == (sums.nnz if format == "coo" else sums.tocsr().nnz)
    assert_same(A, sums)
    assert_same(read(weighted, dtype=np.float64), sums)
    assert_same(read(plain, dtype=int), counts)
    (tmp_path / "plain.txt").write_text(weighted)
    (tmp_path / "edges.txt.gz").write_bytes(gzip.compress(weighted.encode()))
    for path in (tmp_path / "plain.txt", str(tmp_path / "edges.txt.gz")):
        assert araios.read_edge_list(path, vertices=vertices, columns="weighted").equals(A)
    for path in ("plain.txt", "edges.txt.gz"):
        with open(tmp_path / path, "rb") as file:
            assert araios.read_edge_list(file, vertices=vertices, columns="weighted").equals(A)


def test_edge_lists_against_networkx(tmp_path):
    networkx = pytest.importorskip("networkx")
    i, j, w = edge_list(1)
    (tmp_path / "a.txt").write_text(text_of(i * 7 - 20, j * 7 - 20, w))
    A, names = araios.read_edge_list(tmp_path / "a.txt", vertices="compact")
    G = networkx.read_weighted_edgelist(tmp_path / "a.txt", create_using=networkx.DiGraph, nodetype=int)
    assert names.dtype == np.int64
    np.testing.assert_array_equal(names, sorted(G))
    assert_same(A, networkx.to_numpy_array(G, nodelist=sorted(G)) != 0)


def test_shapes_of_edge_lists():
    read = lambda text, **options: araios.read_edge_list(io.BytesIO(text), **options)  # noqa: E731
    assert read(b"0 5\n1 2\n").shape == (6, 6)
    assert read(b"0 5\n1 2\n", rectangular=True).shape == (2, 6)
    assert read(b"").shape == (0, 0) and read(b"# nothing\n").nnz == 0
    A, names = read(b"", vertices="compact")
    assert A.shape == (0, 0) and names.shape == (0,) and names.dtype == np.int64
    A, names = read(b"9000000000000000000 -3\n", vertices="compact")
    assert list(A) == [(1, 0)] and names.tolist() == [-3, 9_000_000_000_000_000_000]


def test_bad_edge_lists(tmp_path):
    with pytest.raises(FileNotFoundError):
        araios.read_edge_list(tmp_path / "none")
    for text, options in (
        ("0\n", {}),
        ("0 x\n", {}),
        ("0 1\n0 -1\n", {}),
        ("0 1\n", {"vertices": "from_1"}),
        ("0 1\n", {"columns": "weighted"}),
        ("0 1 x\n", {"dtype": float}),
        ("0 1\n1 0 3\n", {}),
        ("0 1 2 3\n", {}),
        ("0 3000000000\n", {}),
    ):
        (tmp_path / "bad.txt").write_text(text)
        for source in (tmp_path / "bad.txt", io.StringIO(text)):
            with pytest.raises(ValueError) as caught:
                araios.read_edge_list(source, **options)
            assert str(caught.value)
    for wrong in (
        {"vertices": "from_2"},
        {"columns": 3},
        {"format": "dia"},
        {"vertices": "compact", "rectangular": True},
    ):
        with pytest.raises(ValueError):
            araios.read_edge_list(io.BytesIO(b"0 1\n"), **wrong)
    with pytest.raises(TypeError):
        araios.read_edge_list(io.BytesIO(b"0 1\n"), dtype=object)


def test_real_matrices(data):
    for name in ("karate", "bcsstk01", "west0067", "ash219", "lp_afiro", "email-Eu-core"):
        path = data / "matrices" / f"{name}.mtx.gz"
        expected = scipy.io.mmread(path).tocsr()
        A = araios.mmread(path)
        assert A.shape == expected.shape
        np.testing.assert_array_equal(A.toarray(), expected.toarray() != 0 if A.dtype == bool else expected.toarray())
