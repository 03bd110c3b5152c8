# SPDX-License-Identifier: Apache-2.0
"""Programs written for pycubool, with the import changed."""

import random

import araios.pycubool as cb
import numpy as np
import pytest


def dense(a):
    X = np.zeros(a.shape, bool)
    for i, j in a:
        X[i, j] = True
    return X


def matrix(m, n, seed=0):
    random.seed(seed)
    return cb.Matrix.generate(shape=(m, n), density=0.3)


def test_transitive_closure():
    a = cb.Matrix.empty(shape=(4, 4))
    a[0, 1] = True
    a[1, 2] = True
    a[2, 0] = True
    a[2, 3] = True
    t = a.dup()
    total = 0
    while total != t.nvals:
        total = t.nvals
        t.mxm(t, out=t, accumulate=True)
    assert sorted(t.to_list()) == [(i, j) for i in range(3) for j in range(4)]
    assert a.nvals == 4


def test_basics():
    a = cb.Matrix.from_lists((4, 4), [0, 1, 2, 3], [0, 1, 2, 0], is_sorted=True, no_duplicates=True)
    assert a.nrows == a.ncols == 4 and a.shape == (4, 4) and a.nvals == 4
    assert a.to_lists() == ([0, 1, 2, 3], [0, 1, 2, 0])
    assert list(a) == a.to_list() == [(0, 0), (1, 1), (2, 2), (3, 0)]
    b = a.dup()
    b[3, 3] = True
    assert b.nvals == 5 and a.nvals == 4 and not a.equals(b)
    a.build([1], [2])
    assert a.to_list() == [(1, 2)]
    assert "   0   1   2   3" in str(a) and str(a).count("1") >= 1
    with pytest.raises(Exception):
        cb.Matrix.from_lists((2, 2), [0, 1], [0])
    with pytest.raises(AssertionError):
        a[0, 0] = False
    with pytest.raises(Exception):
        a[0]


def test_operations_against_numpy():
    a, b, c = matrix(5, 6), matrix(6, 7, 1), matrix(5, 6, 2)
    A, B, C = dense(a), dense(b), dense(c)
    product = (A.astype(int) @ B) > 0
    assert np.array_equal(dense(a.mxm(b)), product)
    assert np.array_equal(dense(a.transpose()), A.T)
    assert np.array_equal(dense(a.ewiseadd(c)), A | C)
    assert np.array_equal(dense(a.ewisemult(c)), A & C)
    assert np.array_equal(dense(a.ewisemult_inverted(c)), A & ~C)
    assert np.array_equal(dense(a.kronecker(b)), np.kron(A, B))
    assert np.array_equal(dense(a[1:4, 2:]), A[1:4, 2:])
    assert np.array_equal(dense(a.extract_matrix(1, 2, shape=(2, 3))), A[1:3, 2:5])
    assert np.array_equal(dense(a.reduce()), A.any(axis=1)[:, None])
    assert a.reduce_vector().to_list() == np.flatnonzero(A.any(axis=1)).tolist()
    assert a.reduce_vector(transpose=True).to_list() == np.flatnonzero(A.any(axis=0)).tolist()
    assert a.extract_row(2).to_list() == np.flatnonzero(A[2]).tolist()
    assert a.extract_col(3).to_list() == np.flatnonzero(A[:, 3]).tolist()
    out = matrix(5, 7, 3)
    before = dense(out)
    assert a.mxm(b, out=out, accumulate=True) is out
    assert np.array_equal(dense(out), before | product)
    a.mxm(b, out=out)
    assert np.array_equal(dense(out), product)
    with pytest.raises(ValueError):
        a.mxm(b, out=matrix(2, 2))
    with pytest.raises(ValueError):
        a.mxm(a)
    with pytest.raises(IndexError):
        a.extract_matrix(3, 0, shape=(4, 4))


def test_vectors():
    v = cb.Vector.from_list(6, [5, 0, 2])
    a = matrix(6, 4)
    A = dense(a)
    x = np.zeros(6, bool)
    x[[0, 2, 5]] = True
    assert v.nrows == 6 and v.nvals == v.reduce() == 3 and list(v) == v.to_list() == [0, 2, 5]
    assert v.vxm(a).to_list() == np.flatnonzero(x.astype(int) @ A).tolist()
    w = cb.Vector.from_list(4, [1, 3])
    assert a.mxv(w).to_list() == np.flatnonzero(A.astype(int) @ np.array([0, 1, 0, 1])).tolist()
    assert v.ewiseadd(cb.Vector.from_list(6, [1])).to_list() == [0, 1, 2, 5]
    assert v.ewisemult(cb.Vector.from_list(6, [2, 3])).to_list() == [2]
    assert v[1:6].to_list() == [1, 4] and v.extract_vector(0, 3).to_list() == [0, 2]
    u = v.dup()
    u[3] = True
    assert u.to_list() == [0, 2, 3, 5] and v.nvals == 3
    # pycubool compares a vector with itself here.
    assert not v.equals(cb.Vector.from_list(6, [0, 2, 4])) and v.equals(v.dup())
    assert "  0 |   1 |   0\n  1 |   . |   1" in str(v)
    u.build([4])
    assert u.to_list() == [4]
    assert cb.Vector.empty(3).nvals == 0 and cb.Vector.generate(10, 0.5).nrows == 10


def test_files(tmp_path):
    a = matrix(5, 6)
    path = str(tmp_path / "a.mtx")
    cb.export_matrix_to_mtx(path, a)
    assert open(path).read().startswith("%%MatrixMarket matrix coordinate pattern general")
    assert cb.import_matrix_from_mtx(path).equals(a)
    shape, rows, cols, count = cb.read_mtx_file(path)
    assert shape == (5, 6) and list(zip(rows, cols)) == a.to_list() and count == a.nvals
    cb.write_mtx_file(path, (2, 2), [0, 1], [1, 0], 2)
    assert cb.import_matrix_from_mtx(path).to_list() == [(0, 1), (1, 0)]


def test_files_of_pycubool(tmp_path):
    path = tmp_path / "b.mtx"
    path.write_text("# pycubool sparse boolean matrix\n3 4 2\n0 3\n# a comment\n2 0\n")
    assert cb.import_matrix_from_mtx(str(path)).to_list() == [(0, 3), (2, 0)]
    assert cb.read_mtx_file(str(path)) == ((3, 4), [0, 2], [3, 0], 2)
    path.write_text("%%MatrixMarket matrix coordinate real symmetric\n% comment\n3 3 2\n2 1 4.5\n3 3 1\n")
    assert cb.import_matrix_from_mtx(str(path)).to_list() == [(0, 1), (1, 0), (2, 2)]
    for text in ("3 4 2\n0 3\n", "x y z\n", "", "3 4 1\n0 9\n"):
        path.write_text(text)
        with pytest.raises((ValueError, IndexError)):
            cb.import_matrix_from_mtx(str(path))


@pytest.mark.parametrize("name", ["kronecker", "mxm", "ewiseadd", "transpose"])
def test_cases_of_cubool(data, name):
    """Operands and results of the tests of cuBool, where they are among the data."""
    for path in sorted((data / "boolean_cases").glob(f"func_*{name}__*matrix_0.mtx*"))[:40]:
        files = [str(path).replace("matrix_0", f"matrix_{k}") for k in range(2 if name == "transpose" else 3)]
        a, *others, expected = map(cb.import_matrix_from_mtx, files)
        assert getattr(a, name)(*others).equals(expected)


def test_graphviz():
    a = cb.Matrix.from_lists((3, 3), [0, 1], [1, 2])
    text = cb.matrices_to_gviz({"a": a, "b": a}, graph_name="Test", edge_colors={"a": "red"})
    assert "graph [label=Test];" in text and "0 -> 1 [label=a,color=red];" in text and "label=b,color=black" in text
    # pycubool fails without colours.
    assert "1 -> 2 [label=a,color=black];" in cb.matrices_to_gviz({"a": a})
    single = cb.matrix_data_to_gviz((3, 3), [0], [1], label="x", edge_color="blue", base_vertex=1)
    assert "1 -> 2 [label=x,color=blue];" in single and "\n3;" in single
    with pytest.raises(Exception):
        cb.matrix_data_to_gviz((3, 4), [0], [1])


def test_log(tmp_path):
    path = tmp_path / cb.get_default_log_name()
    cb.setup_logger(str(path))
    a = matrix(4, 4)
    a.set_marker("mine")
    assert a.marker.startswith("mine (0x")
    a.mxm(a, time_check=True)
    with pytest.raises(ValueError):
        a.mxm(matrix(3, 3))
    text = path.read_text()
    assert "Matrix.mxm(mine" in text and " ms" in text and "ERROR" in text
