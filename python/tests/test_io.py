# SPDX-License-Identifier: Apache-2.0
"""Matrix Market files against scipy.io, edge lists against NumPy and networkx."""

import bz2
import gzip
import io

import araios
import numpy as np
import pytest
import scipy.io
from conftest import DTYPES, HAS_INTEGERS, assert_same, random_scipy, scipy_matrices
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse


@given(st.data(), st.sampled_from(DTYPES))
def test_round_trip(tmp_path_factory, data, dtype):
    path = tmp_path_factory.mktemp("io") / "a.mtx"
    S = data.draw(scipy_matrices(dtype=dtype))
    S.data = S.data * np.asarray(1 / 3 if dtype.kind != "i" else 2**60 + 1, dtype)
    araios.mmwrite(path, S, comment="one\ntwo")
    B = araios.mmread(path, dtype=dtype)
    assert_same(B, S)
    np.testing.assert_allclose(scipy.io.mmread(path).toarray(), S.toarray())
    # With more digits than the type has, SciPy 1.17 writes NUL bytes.
    scipy.io.mmwrite(path, S, precision=9 if dtype in (np.float32, np.complex64) else 17)
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
    whole = S.copy()
    whole.data = np.round(10 * S.data)
    for field in ("pattern", "real", "integer"):
        for a in (whole, araios.Matrix(whole)):
            araios.mmwrite(tmp_path / "a", a, field=field)
            assert araios.mminfo(tmp_path / "a")[4] == field
            expected = whole.astype(bool) if field == "pattern" else whole
            assert_same(araios.mmread(tmp_path / "a", dtype=float), expected)
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


HEAD = "%%MatrixMarket matrix "
TEXTS = {
    "coordinate": HEAD + "coordinate real general\n2 3 2\n1 2 4.5\n2 1 -1\n",
    "pattern": HEAD + "coordinate pattern symmetric\n2 2 1\n2 1\n",
    "array": HEAD + "array real general\n2 1\n4.5\n-1\n",
    "integers": "\n" + HEAD.upper() + "ARRAY integer symmetric\n% coordinate\n2 2\n4\n9223372036854775807\n-1\n",
    "unsigned": HEAD + "array unsigned-integer general\n1 2\n18446744073709551615\n0\n",
    "skew": HEAD + "coordinate real skew-symmetric\n2 2 2\n1 1 7\n2 1 3\n",
    "misleading": HEAD + "coordinate integer general\n% array\n1 1 1\n1 1 5\n",
}
VALUES = {
    "coordinate": [[0, 4.5, 0], [-1, 0, 0]],
    "pattern": [[False, True], [True, False]],
    "array": np.array([[4.5], [-1.0]]),
    "integers": np.array([[4, 2**63 - 1], [2**63 - 1, -1]]),
    "unsigned": np.array([[2**64 - 1, 0]], dtype=np.uint64),
    "skew": [[7.0, -3.0], [3.0, 0.0]],
    "misleading": [[5 if HAS_INTEGERS else 5.0]],
}
PACKERS = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress}


@pytest.mark.parametrize("packer", PACKERS)
@pytest.mark.parametrize("name", TEXTS)
def test_text_says_what_it_is(tmp_path, name, packer):
    """Not the name of the file, nor how it is packed or handed over."""
    data = PACKERS[packer](TEXTS[name].encode())
    paths = [tmp_path / f"a.mtx{packer}", tmp_path / "other.dat", tmp_path / "array.mtx"]
    for path in paths:
        path.write_bytes(data)
    info = araios.mminfo(paths[0])
    is_array = info[3] == "array"
    assert is_array == isinstance(VALUES[name], np.ndarray)
    with open(paths[1], "rb") as file:
        sources = [*paths, str(paths[1]), file, io.BytesIO(data), data, bytearray(data), memoryview(data)]
        sources += [tmp_path / "a"]
        if not packer:
            sources.append(io.StringIO(TEXTS[name]))
        for source in sources:
            A = araios.mmread(source)
            assert isinstance(A, np.ndarray if is_array else araios.Matrix)
            A = A if is_array else A.toarray()
            assert A.dtype == np.asarray(VALUES[name]).dtype
            np.testing.assert_array_equal(A, VALUES[name])
    assert araios.mminfo(io.BytesIO(data)) == araios.mminfo(data) == info
    plain = TEXTS[name].strip().lower().replace("%%matrixmarket", "%%MatrixMarket") + "\n"  # as SciPy wants it
    expected = scipy.io.mmread(io.BytesIO(plain.encode()))
    np.testing.assert_array_equal(A, expected if is_array else expected.toarray())
    assert info == scipy.io.mminfo(io.StringIO(plain))
    if packer:
        with pytest.raises(ValueError):
            araios.mmread(data[: len(data) // 2])


def test_integers_are_exact(tmp_path):
    sparse_text = HEAD + "coordinate integer general\n1 1 1\n1 1 {}\n"
    for integer in (2**53, -(2**53), 2**60, -(2**63)):
        assert araios.mmread(sparse_text.format(integer).encode())[0, 0] == integer
    for integer in (2**53 + 1, 2**63 - 1, -(2**63) + 1):
        text = sparse_text.format(integer).encode()
        if HAS_INTEGERS:
            A = araios.mmread(text)
            assert A.dtype == np.int64 and A[0, 0] == integer
            araios.mmwrite(tmp_path / "a", A)
            assert araios.mminfo(tmp_path / "a")[4] == "integer" and araios.mmread(tmp_path / "a").equals(A)
            with pytest.raises(TypeError, match=str(integer)):
                araios.mmwrite(tmp_path / "a", A, field="real")
        else:
            with pytest.raises(ValueError, match=f"line 3.*{integer}.*dtype=float64"):
                araios.mmread(text)
        assert araios.mmread(text, dtype=float)[0, 0] == float(integer)
        assert araios.mmread(text, dtype=bool).nnz == 1
    text = sparse_text.format(2**64 - 2048).encode()
    assert HAS_INTEGERS or araios.mmread(text)[0, 0] == 2**64 - 2048
    assert araios.mmread(text, dtype=float)[0, 0] == 2**64 - 2048
    for integer in (2**64, -(2**63) - 1, *([2**63] if HAS_INTEGERS else [])):
        with pytest.raises(OverflowError, match=f"line 3.*{integer}"):
            araios.mmread(sparse_text.format(integer).encode())
    dense_text = HEAD + "array integer general\n1 1\n{}\n"
    assert araios.mmread(dense_text.format(-(2**63)).encode())[0, 0] == -(2**63)
    with pytest.raises(OverflowError):
        araios.mmread(dense_text.format(2**63).encode())
    assert araios.mmread(dense_text.format(100).encode(), dtype=np.int8).dtype == np.int8
    with pytest.raises(ValueError, match="300"):
        araios.mmread(dense_text.format(300).encode(), dtype=np.int8)
    assert araios.mmread(dense_text.format(3).encode(), dtype=float).dtype == float
    for dtype in (np.int32, np.int64, np.uint32, np.uint64):
        S = sparse.csr_array(np.array([[0, 5], [7, 200]]).astype(dtype))
        for a in (S, S.toarray()):
            araios.mmwrite(tmp_path / "a", a)
            assert araios.mminfo(tmp_path / "a")[4] == ("integer" if S.dtype.kind == "i" else "unsigned-integer")
            b = araios.mmread(tmp_path / "a")
            np.testing.assert_array_equal(b if isinstance(b, np.ndarray) else b.toarray(), S.toarray())


@pytest.mark.parametrize("make", [araios.Matrix, sparse.csr_array, np.array], ids=["Matrix", "csr_array", "array"])
def test_writer_refuses(tmp_path, make):
    """What cannot be written as it is asked for; the old file stays."""
    path = tmp_path / "a.mtx"
    path.write_text("old")
    a = make(np.array([[1.5, 2.0], [0.0, 1.0]]))
    for options, text in (
        ({"precision": 30}, "30"),
        ({"precision": 0}, "0"),
        ({"precision": -1}, "-1"),
        ({"field": "integer"}, "1.5"),
        ({"field": "odd"}, "odd"),
        ({"symmetry": "symmetric"}, "symmetr"),
        ({"symmetry": "skew-symmetric"}, "symmetr"),
        ({"symmetry": "upper"}, "upper"),
        ({"comment": "a\0b"}, "NUL"),
    ):
        with pytest.raises(ValueError, match=text):
            araios.mmwrite(path, a, **options)
    for options in ({"precision": 2.5}, {"comment": 3}):
        with pytest.raises(TypeError):
            araios.mmwrite(path, a, **options)
    if make is np.array:
        with pytest.raises(ValueError, match="pattern"):
            araios.mmwrite(path, a, field="pattern")
    for bad in (np.inf, np.nan, 2.0**63):
        with pytest.raises(ValueError, match="integer"):
            araios.mmwrite(path, make(np.array([[bad]])), field="integer")
    assert path.read_text() == "old"
    araios.mmwrite(path, a, precision=17, comment="one\n%two")
    b = araios.mmread(path)
    np.testing.assert_array_equal(b if make is np.array else b.toarray(), [[1.5, 2.0], [0.0, 1.0]])


def test_messages_of_paths(tmp_path):
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        araios.mmread(tmp_path)
    with pytest.raises(IsADirectoryError):
        araios.mminfo(str(tmp_path))
    with pytest.raises(IsADirectoryError):
        araios.read_edge_list(tmp_path)


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
    (tmp_path / "edges.txt.bz2").write_bytes(bz2.compress(weighted.encode()))
    paths = tmp_path / "plain.txt", str(tmp_path / "edges.txt.gz"), tmp_path / "edges.txt.bz2"
    for path in (*paths, weighted.encode()):
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
