# SPDX-License-Identifier: Apache-2.0
"""Sparse matrices on Kokkos: transposition, SpMV, SpGEMM, Boolean algebra, path queries, triangles of graphs.

>>> import araios, numpy as np
>>> A = araios.stencil(100, 100)
>>> y = A @ np.ones(10_000)
>>> B = A.T @ A
>>> B.shape, A.nnz
((10000, 10000), 49600)
"""

# The layers of this package. A module imports modules of lower layers, at its head (tests/test_layers.py).
#  0  _core _typing: the extension, over the C interface; names of types, for annotations
#  1  _names _locks _progress: names of types, formats and methods; the lock of what is changed; progress of calls
#  2  _types _shapes _context _device: types, shapes and axes of results; contexts; arrays on a GPU
#  3  _convert _ufuncs: handles from arrays of others; what NumPy asks of both classes
#  4  _base: the state of a matrix, and how matrices are made
#  5  _keys _export draw: indices; arrays and objects of other libraries from a matrix; pictures
#  6  _vector_words: SciPy's names of a vector
#  7  vector: the class of sparse vectors
#  8  _assign _compare _products: parts of the class of matrices, and functions of two matrices
#  9  _arithmetic _indexing _words functions plan: other parts; functions of matrices; plans
# 10  _elementwise _operators _stack: functions of each element; linear operators; matrices made of others
# 11  matrix: the class of matrices
# 12  boolean io _preconditioners: the class of Boolean matrices; files; preconditioners
# 13  graph linalg: algorithms of graphs; linear systems
# 14  __init__: what users import
# 15  bench pycubool: a program; another interface

from . import linalg as linalg
from ._compare import equals
from ._context import about, has_device, info, keep_device_memory, keep_host_memory, set_num_threads, set_validation
from ._core import version as _version
from ._products import spgemm, spmv
from ._progress import set_progress
from ._stack import (
    block_array,
    block_diag,
    bmat,
    diags,
    diags_array,
    eye,
    eye_array,
    find,
    hstack,
    identity,
    kronsum,
    random_array,
    vstack,
)
from .boolean import Boolean
from .draw import graphviz, spy
from .functions import (
    FormatCandidate,
    FormatChoice,
    band,
    banded,
    choose_format,
    kron,
    random,
    rmat,
    stencil,
    transpose,
    tril,
    triu,
)
from .graph import (
    Clustering,
    TrianglePlan,
    TriangleUpdate,
    bfs,
    cliques,
    closure,
    clustering,
    context_free_path_query,
    edge_triangles,
    ktruss,
    list_triangles,
    local_clustering,
    regular_path_query,
    reverse_cuthill_mckee,
    simple_graph,
    triangles,
    truss_numbers,
    update_triangles,
    vertex_triangles,
)
from .io import mminfo, mmread, mmwrite, read_edge_list
from .matrix import Matrix
from .plan import GalerkinPlan, SpgemmPlan, SpmvPlan, TransposePlan
from .vector import Vector

__version__ = _version()

__all__ = [
    "Boolean",
    "Clustering",
    "FormatCandidate",
    "FormatChoice",
    "GalerkinPlan",
    "Matrix",
    "SpgemmPlan",
    "SpmvPlan",
    "TransposePlan",
    "TrianglePlan",
    "TriangleUpdate",
    "Vector",
    "about",
    "band",
    "banded",
    "bfs",
    "block_array",
    "block_diag",
    "bmat",
    "choose_format",
    "cliques",
    "closure",
    "clustering",
    "context_free_path_query",
    "diags",
    "diags_array",
    "edge_triangles",
    "equals",
    "eye",
    "eye_array",
    "find",
    "graphviz",
    "has_device",
    "hstack",
    "identity",
    "info",
    "keep_device_memory",
    "keep_host_memory",
    "kron",
    "kronsum",
    "ktruss",
    "list_triangles",
    "local_clustering",
    "mminfo",
    "mmread",
    "mmwrite",
    "random",
    "random_array",
    "read_edge_list",
    "regular_path_query",
    "reverse_cuthill_mckee",
    "rmat",
    "set_num_threads",
    "set_progress",
    "set_validation",
    "simple_graph",
    "spgemm",
    "spmv",
    "spy",
    "stencil",
    "transpose",
    "triangles",
    "tril",
    "triu",
    "truss_numbers",
    "update_triangles",
    "vertex_triangles",
    "vstack",
]
