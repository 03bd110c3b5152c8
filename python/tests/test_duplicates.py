# SPDX-License-Identifier: Apache-2.0
"""Every public function on a matrix with repeated entries and stored zeros against its canonical form, by format."""

import copy
import inspect
import io
import operator
import pickle
import warnings

import araios
import numpy as np
import pytest
from conftest import DTYPES
from scipy import sparse

N = 8


def scipy_with_duplicates(dtype, seed, format):
    """A SciPy array of shape (N, N): unsorted, repeated entries (some that cancel), stored zeros."""
    rng = np.random.default_rng(seed)
    rows, columns = rng.integers(0, N, 30), rng.integers(0, N, 30)
    values = rng.integers(-4, 5, 30).astype(dtype)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.integers(-4, 5, 30).astype(dtype)
    rows = np.r_[rows, rows[:12], [3, 3, 3, 5]]
    columns = np.r_[columns, columns[:12], [4, 4, 4, 5]]
    values = np.r_[values, -values[:6], values[6:12], [2, 1, -3], [0]].astype(dtype)
    if format == "coo":
        return sparse.coo_array((values, (rows, columns)), shape=(N, N))
    major, minor = (rows, columns) if format == "csr" else (columns, rows)
    order = np.argsort(major, kind="stable")
    offsets = np.r_[0, np.cumsum(np.bincount(major, minlength=N))]
    kind = sparse.csr_array if format == "csr" else sparse.csc_array
    return kind((values[order], minor[order], offsets), shape=(N, N))


def as_format(A, format):
    return A.to_format(format, block_size=2 if format == "bsr" else 0, slots_per_entry=-1.0)


def changed(f):
    """What a method in place leaves."""

    def call(A):
        B = A.copy()
        f(B)
        return B

    return call


x, y, X = np.arange(1.0, N + 1), np.ones(N), np.arange(1.0, 2 * N + 1).reshape(N, 2)
OTHER = araios.Matrix(sparse.csr_array(np.triu(np.arange(64).reshape(N, N) % 3 * 1.0)))
MASK = araios.Matrix(sparse.csr_array(np.arange(64).reshape(N, N) % 3 == 1))
V = araios.Vector(np.arange(N) % 3 * 1.0)
D = np.arange(64.0).reshape(N, N) % 5

UNARY = "arcsinh arctan sin tan sinh tanh sign expm1 deg2rad rad2deg rint floor ceil trunc sqrt log1p".split()
UNARY += ["arcsin", "arctanh"]
METHODS = {
    **{name: (lambda name: lambda A: getattr(A, name)())(name) for name in UNARY},
    "H": lambda A: A.H,
    "T": lambda A: A.T,
    "mT": lambda A: A.mT,
    "argmax": lambda A: (A.argmax(), A.argmax(0), A.argmax(axis=1), A.argmax(explicit=True)),
    "argmin": lambda A: (A.argmin(), A.argmin(0), A.argmin(axis=1), A.argmin(explicit=True)),
    "max": lambda A: (A.max(), A.max(0), A.max(1), A.max(explicit=True), A.max(0, explicit=True)),
    "min": lambda A: (A.min(), A.min(0), A.min(1), A.min(explicit=True), A.min(1, explicit=True)),
    "nanmax": lambda A: (A.nanmax(), A.nanmax(0), A.nanmax(1, explicit=True)),
    "nanmin": lambda A: (A.nanmin(), A.nanmin(0), A.nanmin(1, explicit=True)),
    "asformat": lambda A: [A.asformat(f) for f in ("csr", "csc", "coo", "array", "lil", "dok", "dia", "bsr")],
    "astype": lambda A: [A.astype(t) for t in (bool, A.dtype)],
    "conj": lambda A: A.conj(),
    "conjugate": lambda A: A.conjugate(),
    "copy": lambda A: A.copy(),
    "count_nonzero": lambda A: (A.count_nonzero(), A.count_nonzero(0), A.count_nonzero(axis=1)),
    "diagonal": lambda A: (A.diagonal(), A.diagonal(2), A.diagonal(-3)),
    "dot": lambda A: (A.dot(x), A.dot(OTHER), A.dot(2.0)),
    "eliminate_zeros": changed(lambda A: A.eliminate_zeros()),
    "equals": lambda A: (A.equals(A.tocsr()), A.equals(OTHER), araios.equals(A, A.tocoo())),
    "getcol": lambda A: A.getcol(4),
    "getrow": lambda A: A.getrow(3),
    "imag": lambda A: A.imag,
    "real": lambda A: A.real,
    "matmat": lambda A: A.matmat(X),
    "matvec": lambda A: A.matvec(x),
    "rmatmat": lambda A: A.rmatmat(X),
    "rmatvec": lambda A: A.rmatvec(x),
    "maximum": lambda A: (A.maximum(OTHER), A.maximum(-1.0), A.maximum(1.0), A.maximum(D)),
    "minimum": lambda A: (A.minimum(OTHER), A.minimum(1.0), A.minimum(-1.0), A.minimum(D)),
    "mean": lambda A: (A.mean(), A.mean(0), A.mean(1)),
    "multiply": lambda A: (A.multiply(OTHER), A.multiply(D), A.multiply(x), A.multiply(3.0)),
    "nonzero": lambda A: A.nonzero(),
    "pattern": lambda A: A.pattern(),
    "power": lambda A: (A.power(2), A.power(3)),
    "reduce": lambda A: [A.reduce(op, axis) for op in ("plus",) for axis in (None, 0, 1)],
    "reshape": lambda A: (A.reshape(4, 16), A.reshape((64,)), A.reshape((16, 4), order="F")),
    "resize": changed(lambda A: A.resize(5, 9)),
    "round": lambda A: A.round(),
    "setdiag": changed(lambda A: A.setdiag(7.0, k=1)),
    "sort_indices": changed(lambda A: A.sort_indices()),
    "sorted_indices": lambda A: A.sorted_indices(),
    "sum": lambda A: (A.sum(), A.sum(0), A.sum(1)),
    "sum_duplicates": changed(lambda A: A.sum_duplicates()),
    "to": lambda A: A.to("cpu"),
    "to_format": lambda A: [A.to_format(f) for f in ("csr", "csc", "coo", "dcsr")],
    "to_scipy": lambda A: [A.to_scipy(f) for f in (None, "csr", "csc", "coo", "bsr", "dia", "lil", "dok")],
    "toarray": lambda A: (A.toarray(), A.toarray(order="F")),
    "todense": lambda A: A.todense(),
    "tobsr": lambda A: (A.tobsr(), A.tobsr((2, 2)), A.tobsr((4, 2))),
    "tocoo": lambda A: A.tocoo(),
    "tocsc": lambda A: A.tocsc(),
    "tocsr": lambda A: A.tocsr(),
    "todia": lambda A: A.todia(),
    "todok": lambda A: A.todok(),
    "tolil": lambda A: A.tolil(),
    "trace": lambda A: (A.trace(), A.trace(1)),
    "transpose": lambda A: A.transpose(),
    "tril": lambda A: (A.tril(), A.tril(-1)),
    "triu": lambda A: (A.triu(), A.triu(2)),
    "prune": changed(lambda A: A.prune()),
    "select": lambda A: [] if A.dtype.kind == "c" else [A.select(op, 1.0) for op in ("!=", "==", "<", "<=", ">", ">=")],
}
OPERATORS = {
    "abs": abs,
    "neg": operator.neg,
    "pos": operator.pos,
    "bool": lambda A: araios.Boolean(A),
    "bool_dtype": lambda A: araios.Matrix(A, dtype=bool),
    "index": lambda A: (A[3, 4], A[3], A[:, 4], A[1:5, 2:7], A[[3, 5, 3]], A[[3, 5], [4, 5]], A[A > 0]),
    "assign": changed(lambda A: A.__setitem__((slice(1, 4), slice(2, 5)), 2.0)),
    "assign_one": changed(lambda A: A.__setitem__((3, 4), 9.0)),
    "assign_list": changed(lambda A: A.__setitem__(([3, 5], [4, 5]), [1.0, 0.0])),
    "assign_into": lambda A: changed(lambda B: B.__setitem__((slice(0, N), slice(0, N)), A))(OTHER.astype(A.dtype)),
    "arithmetic": lambda A: (A + OTHER, OTHER + A, A - OTHER, OTHER - A, A * OTHER, OTHER * A, A @ OTHER, OTHER @ A),
    "with_itself": lambda A: (A + A, A - A, A * A, A @ A),
    "dense": lambda A: (A @ x, x @ A, A @ X, X.T @ A, A + D, D - A, A * D, A * x, A / (D + 1)),
    "numbers": lambda A: (2.0 * A, A * 2.0, A / 2.0, A**2, A + 0),
    "vectors": lambda A: (A @ V, V @ A),
    "boolean": lambda A: (
        araios.Boolean(A) | MASK,
        araios.Boolean(A) & MASK,
        MASK ^ A,
        MASK - araios.Boolean(A),
        MASK + A,
    ),
    "scipy": lambda A: (A + OTHER.to_scipy(), OTHER.to_scipy() @ A, OTHER.to_scipy() + A, OTHER.to_scipy("csc") @ A),
    "compare": lambda A: (A == 0, A != 0, A == OTHER, A != OTHER),
    "order": lambda A: (A > 0, A < 1, A >= 1, A <= -1, A > OTHER, A < OTHER),
    "extrema": lambda A: [A.reduce(op, axis) for op in ("min", "max") for axis in (None, 0, 1)],
    "iterate": lambda A: list(A),
    "entries": lambda A: araios.Matrix((A.entries()[2], A.entries()[:2]), A.shape),
    "pickle": lambda A: pickle.loads(pickle.dumps(A)),
    "deepcopy": copy.deepcopy,
    "ufuncs": lambda A: (np.abs(A), np.sin(A), np.sign(A), np.sqrt(abs(A)), np.square(A), np.multiply(A, 2.0)),
    "round_trip": lambda A: araios.Matrix(A.to_scipy()),
    "iadd": lambda A: operator.iadd(A.copy(), A),
}
SEMIRINGS = ("min_plus", "max_plus", "max_times", "or_and", "plus_pair", "any_pair", "plus_times")


def matrix_market(A):
    file = io.BytesIO()
    araios.mmwrite(file, A)
    return araios.mmread(io.BytesIO(file.getvalue()))


def orderless(names):
    return [s for s in names if s not in ("min_plus", "max_plus", "max_times")]


FUNCTIONS = {
    "band": lambda A: araios.band(A, -1, 2),
    "tril": lambda A: araios.tril(A),
    "triu": lambda A: araios.triu(A),
    "transpose": lambda A: (araios.transpose(A), araios.transpose(A, conjugate=True)),
    "kron": lambda A: (araios.kron(A, OTHER), araios.kron(OTHER, A), araios.kron(A, A, op="plus")),
    "kronsum": lambda A: araios.kronsum(A, OTHER),
    "find": lambda A: araios.find(A),
    "equals": lambda A: araios.equals(A, OTHER),
    "block_array": lambda A: araios.block_array([[A, OTHER]]),
    "bmat": lambda A: araios.bmat([[None, A], [OTHER, None]]),
    "block_diag": lambda A: araios.block_diag([A, OTHER]),
    "hstack": lambda A: araios.hstack([A, A]),
    "vstack": lambda A: araios.vstack([A, OTHER]),
    "mmwrite": matrix_market,
    "spmv": lambda A: [
        araios.spmv(A, x.astype(A.dtype), op=op, semiring=s)
        for op in "NT"
        for s in (SEMIRINGS if A.dtype.kind != "c" else orderless(SEMIRINGS))
        if s not in ("plus_pair", "any_pair")
    ],
    "spgemm": lambda A: [
        araios.spgemm(A, A, s, **options)
        for s in (SEMIRINGS if A.dtype.kind != "c" else orderless(SEMIRINGS))
        for options in (
            {},
            {"mask": MASK},
            {"mask": A},
            {"mask": A, "complement": True},
            {"accumulate": A},
            {"op_a": "T"},
        )
    ],
    "choose_format": lambda A: araios.choose_format(A.tocsr()).format,
    "SpmvPlan": lambda A: [araios.SpmvPlan(A, op=op)(x) for op in "NTH"],
    "TransposePlan": lambda A: araios.TransposePlan(A)(A),
}
GRAPHS = {
    "bfs": lambda A: araios.bfs(A, 0),
    "closure": lambda A: araios.closure(A),
    "reverse_cuthill_mckee": lambda A: sorted(araios.reverse_cuthill_mckee(A)),
    "simple_graph": lambda A: araios.simple_graph(A),
    "triangles": lambda A: araios.triangles(araios.simple_graph(A)),
    "ktruss": lambda A: araios.ktruss(araios.simple_graph(A), 3),
    "truss_numbers": lambda A: araios.truss_numbers(araios.simple_graph(A)),
    "cliques": lambda A: araios.cliques(araios.simple_graph(A), 3),
    "clustering": lambda A: araios.clustering(araios.simple_graph(A)),
    "local_clustering": lambda A: araios.local_clustering(araios.simple_graph(A)),
    "regular_path_query": lambda A: araios.regular_path_query({"a": A}, "a a*"),
    "context_free_path_query": lambda A: araios.context_free_path_query({"a": A}, "S -> a S | a"),
    "graphviz": lambda A: araios.graphviz({"a": A}),
    "TrianglePlan": lambda A: araios.triangles(araios.TrianglePlan(A)),
}
# Names that read no entries, or whose result is the storage itself.
WITHOUT_ENTRIES = set(
    "borrows device dtype format nbytes ndim shape nnz size getnnz data indices indptr row col entries "
    "has_canonical_format has_sorted_indices check_format to_cupy to_torch".split()
)


def test_every_public_method_is_here():
    names = {name for name in dir(araios.Matrix) if not name.startswith("_")}
    assert names - WITHOUT_ENTRIES - set(METHODS) == set()


def result_of(call, A):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return call(A)
        except (TypeError, ValueError, NotImplementedError) as error:
            return type(error)


def assert_equal(result, expected, where):
    if isinstance(expected, type) and issubclass(expected, Exception):
        assert result is expected, (where, result)
        return
    assert not (isinstance(result, type) and issubclass(result, Exception)), (where, result)
    if isinstance(expected, (tuple, list)) and not isinstance(expected, str):
        assert len(result) == len(expected), where
        for k, (r, e) in enumerate(zip(result, expected)):
            assert_equal(r, e, (*where, k))
        return
    if hasattr(expected, "toarray"):
        assert result.dtype == expected.dtype, where
        result, expected = result.toarray(), expected.toarray()
    if isinstance(expected, str):
        assert result == expected, where
        return
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6, err_msg=str(where))


def sources(dtype):
    """(name, matrix) with duplicates, in every format that takes them."""
    for seed in (0, 1):
        for format in ("csr", "csc", "coo"):
            A = araios.Matrix(scipy_with_duplicates(dtype, seed, format))
            yield f"{format} {seed}", A
    A = araios.Matrix(scipy_with_duplicates(dtype, 0, "csr"))
    for format in ("ell", "hyb", "sell", "jds", "dia", "dia_csr", "bsr", "dcsr", "packet", "dok"):
        try:
            yield format, as_format(A, format)
        except ValueError:
            # A format without repeated entries refuses; it takes the matrix after they are summed.
            B = A.copy()
            B.sum_duplicates()
            yield format, as_format(B, format)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("table", [METHODS, OPERATORS, FUNCTIONS], ids=["methods", "operators", "functions"])
def test_duplicates_and_zeros_of_every_function(table, dtype):
    for name, A in sources(dtype):
        S = scipy_with_duplicates(dtype, int(name.split()[1]) if " " in name else 0, "coo")
        S.sum_duplicates()
        canonical = araios.Matrix(S.tocsr())
        np.testing.assert_array_equal(A.toarray(), S.toarray())
        for function, call in table.items():
            before = A.nnz, A.format
            assert_equal(result_of(call, A), result_of(call, canonical), (name, function))
            if function not in ("has_canonical_format",):
                assert (A.nnz, A.format) == before, (name, function)
                np.testing.assert_array_equal(A.toarray(), S.toarray())


def test_duplicates_in_graphs():
    for name, A in sources(np.float64):
        S = scipy_with_duplicates(np.float64, int(name.split()[1]) if " " in name else 0, "coo")
        S.sum_duplicates()
        for function, call in GRAPHS.items():
            assert_equal(result_of(call, A), result_of(call, araios.Matrix(S.tocsr())), (name, function))


def test_every_public_function_is_here():
    known = {*METHODS, *FUNCTIONS, *GRAPHS, "SpgemmPlan", "GalerkinPlan"}
    makers = set(
        "about banded diags diags_array eye eye_array has_device identity info keep_device_memory keep_host_memory "
        "mminfo mmread random random_array read_edge_list rmat set_num_threads set_progress set_validation "
        "spy stencil update_triangles edge_triangles list_triangles vertex_triangles FormatCandidate FormatChoice "
        "Clustering TriangleUpdate Matrix Boolean Vector".split()
    )
    public = {n for n in araios.__all__ if inspect.isroutine(getattr(araios, n)) or inspect.isclass(getattr(araios, n))}
    assert public - known - makers == set()


def test_a_stored_zero():
    """One rule: a stored zero is an entry; to bool it is none; pattern(), masks and graphs take its place."""
    S = sparse.csr_array((np.array([0.0, 2.0]), np.array([0, 1]), np.array([0, 2, 2])), shape=(2, 2))
    A = araios.Matrix(S)
    for B in (
        araios.Boolean(S),
        araios.Boolean(A),
        A.astype(bool),
        araios.Matrix(S, dtype=bool),
        araios.Matrix(A, dtype=bool),
    ):
        assert B.nnz == 1
    assert A.nnz == 2 and A.pattern().nnz == 2 and A.count_nonzero() == 1
    for format in ("csc", "coo", "dcsr", "jds", "dok"):
        assert A.to_format(format).astype(bool).nnz == 1 and A.to_format(format).pattern().nnz == 2
    assert araios.spgemm(araios.eye(2), araios.Matrix(np.ones((2, 2))), mask=A).nnz == 2
    ones = araios.Boolean(np.ones((2, 2), bool))
    assert ones.mxm(ones, mask=A).nnz == 2 and ones.mxm(ones, mask=A, complement=True).nnz == 2
    edges = sparse.csr_array((np.array([0.0, 1, 1]), np.array([1, 2, 2]), np.array([0, 2, 3, 3])), shape=(3, 3))
    G = araios.Matrix(edges)
    assert araios.triangles(G) == araios.triangles(edges) == araios.triangles(araios.TrianglePlan(G)) == 1
    assert araios.closure(G).nnz == 3 and araios.simple_graph(G).nnz == 6 and araios.ktruss(G, 3).nnz == 6
    assert araios.bfs(G, 0).tolist() == [0, 1, 1] and araios.vertex_triangles(G).tolist() == [1, 1, 1]
    assert araios.regular_path_query({"a": G}, "a").nnz == 3
    assert araios.context_free_path_query({"a": G}, "S -> a").nnz == 3
    x = araios.Vector(([0.0, 2.0], [0, 1]), shape=2)
    assert x.nnz == 2 and x.astype(bool).nnz == 1 and araios.Vector(([0.0, 2.0], [0, 1]), shape=2, dtype=bool).nnz == 1
    assert araios.Matrix([[np.nan, 0.0]]).astype(bool).nnz == 1


def test_zeros_of_vectors_meet_infinities():
    """An explicit zero of x is an entry: times infinity it is NaN, whatever the format of the matrix."""
    A = araios.Matrix(np.array([[np.inf, 1.0], [0.0, 2.0]]))
    x = araios.Vector(([0.0, 3.0], [0, 1]), 2)
    for format in ("csr", "csc", "coo", "dcsr", "ell", "dok"):
        np.testing.assert_array_equal((A.to_format(format) @ x).toarray(), [np.nan, 6])
        np.testing.assert_array_equal((x @ A.T.to_format(format)).toarray(), [np.nan, 6])
