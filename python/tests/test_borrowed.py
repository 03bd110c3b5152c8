# SPDX-License-Identifier: Apache-2.0
"""Arrays that matrices share with SciPy and NumPy: who may change them, and what is noticed."""

import gc

import araios
import numpy as np
import pytest
from scipy import sparse
from test_duplicates import FUNCTIONS, GRAPHS, METHODS, OPERATORS, result_of

KINDS = {"csr": sparse.csr_array, "csc": sparse.csc_array, "coo": sparse.coo_array}


def canonical(format, offsets=np.int32, indices=np.int32, n=8):
    """A SciPy array of (n, n) in strict order with arrays of its own, of these index types."""
    X = np.arange(n * n).reshape(n, n) % 5 * 1.0
    S = KINDS[format](X)
    if format == "coo":
        S.coords = tuple(c.astype(indices) for c in S.coords)
    else:
        S.indptr, S.indices = S.indptr.astype(offsets), S.indices.astype(indices)
    return S, X


def index_arrays(S):
    return S.coords if S.format == "coo" else (S.indptr, S.indices)


def results(x):
    """The matrices, vectors and arrays in a result."""
    if isinstance(x, (tuple, list)):
        for y in x:
            yield from results(y)
    elif hasattr(x, "toarray") or isinstance(x, np.ndarray):
        yield x


@pytest.mark.parametrize(
    "table", [METHODS, OPERATORS, FUNCTIONS, GRAPHS], ids=["methods", "operators", "functions", "graphs"]
)
@pytest.mark.parametrize("format", [*KINDS, "dcsr"])
def test_results_that_share_arrays_say_so(format, table):
    """What does not borrow is not changed through the arrays of the owner, nor when these are freed."""
    kinds = [(np.int32, np.int32), (np.int64, np.int64)] + ([(np.int64, np.int32)] if format != "coo" else [])
    kinds = kinds if format != "dcsr" else kinds[:1]
    for offsets, indices in kinds:
        for name, call in table.items():
            S, X = canonical("csr" if format == "dcsr" else format, offsets, indices)
            A = araios.Matrix(S).to_format(format)
            assert A.borrows
            found = [r for r in results(result_of(call, A)) if not getattr(r, "borrows", False)]
            found = [r for r in found if not isinstance(r, sparse.sparray)]
            before = [r.toarray() if hasattr(r, "toarray") else r.copy() for r in found]
            S.data[:] = 99.0
            for a in index_arrays(S):
                a[:] = 0
            for r, b in zip(found, before):
                np.testing.assert_array_equal(r.toarray() if hasattr(r, "toarray") else r, b, err_msg=name)


@pytest.mark.parametrize("format", KINDS)
@pytest.mark.parametrize(
    "to", ["csr", "csc", "coo", "ell", "hyb", "sell", "jds", "dia", "dia_csr", "bsr", "dok", "dcsr", "packet"]
)
def test_conversions_keep_what_they_share(format, to):
    """A conversion that shares arrays keeps their owner alive; one that says that it borrows nothing, shares none."""
    for offsets, indices in ((np.int32, np.int32), (np.int64, np.int64)):
        S, X = canonical(format, offsets, indices)
        B = araios.Matrix(S).to_format(to, block_size=1, slots_per_entry=-1.0)
        if not B.borrows:
            S.data[:] = 99.0
            for a in index_arrays(S):
                a[:] = 0
        del S
        gc.collect()
        rubbish = [np.full(64, 7.0) for _ in range(50)]
        np.testing.assert_array_equal(B.toarray(), X)
        np.testing.assert_array_equal((B + B).toarray(), X + X)
        np.testing.assert_array_equal(B @ np.ones(8), X.sum(1))
        rows, columns, values = B.entries()
        again = np.zeros_like(X)
        again[rows, columns] = values
        np.testing.assert_array_equal(again, X)
        assert len(rubbish) == 50
