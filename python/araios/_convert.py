# SPDX-License-Identifier: Apache-2.0
"""Handles of matrices from what SciPy, NumPy, CuPy and torch have, without a copy where memory and types allow."""

from collections.abc import Sequence

import numpy as np

from . import _context, _core, _device
from ._core import Space, Trust
from ._names import (
    BSR,
    COO,
    CSC,
    CSR,
    DEVICE,
    DUPLICATES,
    INDEX_32,
    INDEX_32_64,
    INDEX_64,
    PATTERN,
    TYPES,
    value_dtype,
)
from ._types import require_exact

_INT32, _INT64 = np.dtype(np.int32), np.dtype(np.int64)


def shape_of(shape):
    """A pair of integers, or ValueError / TypeError / OverflowError."""
    try:
        rows, columns = shape
    except (TypeError, ValueError):
        raise ValueError(f"a shape is a pair (rows, columns), not {shape!r}") from None
    return size_of(rows, "a number of rows"), size_of(columns, "a number of columns")


def size_of(n, what="a size"):
    """An integer that is not negative and has 63 bits, or ValueError / TypeError / OverflowError, which say `what`."""
    n = integer(n, what)
    if n < 0:
        raise ValueError(f"{what} is not negative: {n}")
    if n >= 2**63:
        raise OverflowError(f"{what} has at most 63 bits: {n}")
    return n


def integer(x, what):
    """x as an int; TypeError, which says `what`, for anything else. Numbers as 2.0 are none, as in NumPy."""
    try:
        return int(x.__index__())
    except (AttributeError, TypeError):
        raise TypeError(f"{what} is an integer, not {x!r}") from None


def _index_array(a):
    """`a` in a type of indices that Araios has, contiguous; `a` itself where it is so."""
    a = np.asarray(a)
    if a.ndim != 1:
        raise ValueError(f"an index array has 1 dimension, not {a.ndim}")
    if a.dtype != _INT32 and a.dtype != _INT64:
        if a.dtype.kind not in "iu" and a.size:
            raise TypeError(f"indices are integers, not {a.dtype}")
        a = a.astype(_INT64)
    return aligned(np.ascontiguousarray(a))


def _int32_array(a):
    """`a` as int32, which the indices of BSR and DIA are; `a` itself where it is so. OverflowError."""
    a = _index_array(a)
    if a.dtype == _INT64 and len(a) and not -(2**31) <= a.min() <= a.max() < 2**31:
        raise OverflowError(f"indices of {a.min()} to {a.max()} do not fit 32 bits")
    return a.astype(_INT32, copy=False)


def _index_pair(offsets, indices, shape):
    """The two arrays of CSR or CSC in compatible types that hold the shape."""
    offsets, indices = _index_array(offsets), _wide_enough(_index_array(indices), shape)
    return offsets if indices.dtype == _INT32 else offsets.astype(_INT64, copy=False), indices


def _wide_enough(indices, shape):
    """Indices as int64 where a shape is beyond 32 bits."""
    return indices if max(shape) < 2**31 else indices.astype(_INT64, copy=False)


def _given_array(data, dtype):
    """`data` as an array. Integers of a list, of which NumPy makes floats where one is beyond 2^63, stay integers."""
    a = np.asarray(data)
    of_integers = dtype is not None and np.dtype(dtype).kind in "iu"
    return np.asarray(data, dtype) if of_integers and a.dtype.kind == "f" and not hasattr(data, "dtype") else a


def _value_array(data, dtype):
    """Values in a type that Araios has, contiguous and writable; `data` itself where it is so."""
    data = _given_array(data, dtype)
    requested = value_dtype(data.dtype if dtype is None else dtype)
    require_exact(data, requested)
    data = aligned(np.ascontiguousarray(data, requested))
    return data if data.flags.writeable else data.copy()


def set_values(view, values, dtype):
    """What ``A.data = values`` does: in place; nothing after ``A.data *= 2``, whose array is the view."""
    if dtype.kind == "b":
        raise TypeError("a Boolean matrix or vector has no values to set")
    values = np.asarray(values)
    if values.shape != view.shape:
        raise ValueError(f"data has shape {view.shape}, not {values.shape}")
    is_same = values.ctypes.data == view.ctypes.data and values.strides == view.strides
    if not is_same or values.dtype != view.dtype:
        np.copyto(view, values, casting="same_kind")


def aligned(x):
    """x, or a copy where it does not begin at a multiple of the bytes of an element, as some complex128 of NumPy."""
    return x if x.ctypes.data % max(x.itemsize, 1) == 0 else x.copy(order="K")


def _borrow(format, shape, first, second, values, given, copy, block_size=0):
    """(handle, its arrays or None, whether they are canonical): borrowed where rows are in strict order, else copied.
    `given`: the offsets of the owner."""
    made = _core.borrow(_context.host(), format, *shape, block_size, first, second, values, given, copy)
    if made is None:
        sizes = ", ".join(str(np.shape(a)) for a in (first, second, values))
        raise ValueError(f"index and value arrays of the shapes {sizes} make no matrix of shape {shape}")
    return made


def _compressed(format, shape, offsets, indices, data, dtype, copy):
    if dtype is None:  # arrays as a matrix has them
        made = _core.borrow(_context.host(), format, *shape, 0, offsets, indices, data, offsets, copy)
        if made is not None:
            return made
    given = offsets
    offsets, indices = _index_pair(offsets, indices, shape)
    values = _value_array(data, dtype)
    rows, columns = shape
    if len(offsets) != (columns if format == CSC else rows) + 1:
        raise ValueError(f"index pointer size {len(offsets)} should be {(columns if format == CSC else rows) + 1}")
    nnz = int(offsets[-1])
    if nnz > len(indices) or nnz > len(values) or nnz < 0:
        raise ValueError(f"the last offset is {nnz}, but there are {len(indices)} indices and {len(values)} values")
    if len(indices) != nnz:
        indices = indices[:nnz]
    if len(values) != nnz:
        values = values[:nnz]
    if values.dtype == bool:
        if not values.all():
            return _without_false(format, shape, offsets, indices, values)
        values = None
    h, arrays, canonical = _borrow(format, shape, offsets, indices, values, given, copy)
    if values is None and not canonical:  # repeated coordinates of a pattern are one entry
        h = _core.sum_duplicates(h if format == CSR else _core.convert(h, CSR))
        return h if format == CSR else _core.convert(h, format), None, True
    return h, arrays, canonical


def _without_false(format, shape, offsets, indices, values):
    """The pattern of a Boolean CSR or CSC matrix with elements that are False."""
    major = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))[values]
    rows, columns = (indices[values], major) if format == CSC else (major, indices[values])
    return triplets(np.ones(len(rows), bool), rows, columns, shape, None, "sum"), None, True


def triplets(data, rows, columns, shape, dtype, duplicates):
    """The matrix of entries (rows[p], columns[p], data[p]) in CSR."""
    rows, columns = _index_array(rows), _index_array(columns)
    if rows.dtype != columns.dtype:
        rows, columns = rows.astype(_INT64, copy=False), columns.astype(_INT64, copy=False)
    values = _value_array(data, dtype)
    if not len(rows) == len(columns) == len(values):
        raise ValueError(
            f"row, column, and data arrays must all be the same length: {len(rows)}, {len(columns)}, {len(values)}"
        )
    if shape is None:
        if not len(rows):
            raise ValueError("cannot infer dimensions from zero sized index arrays")
        shape = int(rows.max()) + 1, int(columns.max()) + 1
    shape = shape_of(shape)
    rows, columns = _wide_enough(rows, shape), _wide_enough(columns, shape)
    if values.dtype == bool:
        if not values.all():
            rows, columns = rows[values], columns[values]
        values = None
    index = INDEX_64 if rows.dtype == _INT64 else INDEX_32
    type_ = PATTERN if values is None else TYPES[values.dtype]
    return _core.build(_context.host(), type_, index, *shape, len(rows), rows, columns, values, DUPLICATES[duplicates])


def _coo(A, dtype, copy):
    if dtype is None:
        made = _core.borrow(_context.host(), COO, *A.shape, 0, A.row, A.col, A.data, None, copy)
        if made is not None:
            return made
    rows, columns = (_wide_enough(_index_array(k), A.shape) for k in (A.row, A.col))
    values = _value_array(A.data, dtype)
    if values.dtype == bool or rows.dtype != columns.dtype:
        return triplets(values, rows, columns, A.shape, None, "sum"), None, True
    if not len(rows) == len(columns) == len(values):
        raise ValueError(f"there are {len(rows)} rows, {len(columns)} columns and {len(values)} values")
    return _borrow(COO, A.shape, rows, columns, values, None, copy)


def _bsr(A, dtype, copy):
    block_rows, block_columns = A.blocksize
    values = _value_array(A.data, dtype)
    fits = block_rows == block_columns and len(A.indptr) < 2**31 and _is_canonical(A.indptr, A.indices)
    if not fits or values.dtype == bool:
        return from_scipy(A.tocsr(copy=True), dtype, True)
    offsets, indices = _int32_array(A.indptr), _int32_array(A.indices)
    blocks = int(offsets[-1])
    return _borrow(BSR, A.shape, offsets, indices[:blocks], values[:blocks], A.indptr, copy, block_rows)


def _is_canonical(offsets, indices):
    """Whether the indices of each row increase; of blocks, which are few. No attribute of SciPy is asked or set."""
    if len(indices) < 2:
        return True
    increases = np.diff(indices) > 0
    starts = np.asarray(offsets)[1:-1]
    increases[starts[(starts > 0) & (starts < len(indices))] - 1] = True
    return bool(increases[: max(int(offsets[-1]) - 1, 0)].all())


def _dia(A, dtype):
    values = _value_array(A.data, dtype)
    if values.dtype == bool:
        return from_scipy(A.tocsr(), dtype, True)
    offsets = _int32_array(A.offsets)
    h = _core.create_dia(_context.host(), TYPES[values.dtype], *A.shape, len(offsets), values.shape[1], offsets, values)
    return h, None, False


def from_scipy(A, dtype=None, copy=False):
    """(handle, borrowed arrays or None, whether canonical) of a sparse matrix or array of SciPy."""
    if len(A.shape) != 2:
        raise ValueError(f"a matrix has 2 dimensions, not {len(A.shape)}")
    format = A.format
    if format == "csr":
        return _compressed(CSR, A.shape, A.indptr, A.indices, A.data, dtype, copy)
    if format == "csc":
        return _compressed(CSC, A.shape, A.indptr, A.indices, A.data, dtype, copy)
    if format == "coo":
        return _coo(A, dtype, copy)
    if format == "bsr":
        return _bsr(A, dtype, copy)
    if format == "dia":
        return _dia(A, dtype)
    return from_scipy(A.tocsr(), dtype, True)


def from_dense(X, dtype=None):
    """The entries of a dense two-dimensional array that are not 0, in CSR."""
    X = _given_array(X, dtype)
    if X.ndim != 2:
        raise ValueError(f"a matrix has 2 dimensions, not {X.ndim}")
    dtype = value_dtype(X.dtype if dtype is None else dtype)
    require_exact(X, dtype)
    if dtype.kind == "b":
        step = max(1, 2**24 // max(X.shape[1], 1))  # NumPy is not interrupted in a call: one for some rows each
        firsts = range(0, max(X.shape[0], 1), step)
        parts = [np.nonzero(X[first : first + step]) for first in firsts]
        rows = np.concatenate([rows + first for first, (rows, _) in zip(firsts, parts)])
        columns = np.concatenate([columns for _, columns in parts])
        return triplets(np.ones(len(rows), bool), rows, columns, X.shape, None, "keep")
    X = X.astype(dtype, copy=False)
    by_rows = X.flags.c_contiguous
    if not by_rows and not X.flags.f_contiguous:
        X, by_rows = np.ascontiguousarray(X), True
    return _core.from_dense(_context.host(), aligned(X), TYPES[dtype], *X.shape, by_rows)


def _from_device(A, format, offsets, indices, data, dtype, copy):
    """CSR or CSC on the GPU: arrays of CuPy or torch, borrowed unless `copy`."""
    (offset_address, num_offsets, offset_type, c0) = _device.describe(offsets)
    (index_address, num_indices, index_type, c1) = _device.describe(indices)
    (value_address, num_values, value_type, c2) = _device.describe(data)
    lines = int(A.shape[1 if format == CSC else 0])
    if num_offsets != (lines + 1,) or len(num_values) != 1 or num_indices != num_values:
        raise ValueError(
            f"offsets, indices and values of shapes {tuple(num_offsets)}, {tuple(num_indices)} and {tuple(num_values)} "
            f"are not those of {lines} {'columns' if format == CSC else 'rows'}"
        )
    (nnz,) = num_values
    pairs = {(_INT32, _INT32): INDEX_32, (_INT64, _INT32): INDEX_32_64, (_INT64, _INT64): INDEX_64}
    index = pairs.get((offset_type, index_type))
    if index is None or value_type not in TYPES or value_type.kind == "b" or not (c0 and c1 and c2):
        raise TypeError(
            f"a matrix on a GPU has contiguous int32 or int64 indices and float or complex values, "
            f"not {offset_type}, {index_type} and {value_type}"
        )
    if dtype is not None and value_dtype(dtype) != value_type:
        raise TypeError(f"values on a GPU keep their type {value_type}; cast the matrix after it was made")
    arrays, (m, n), context, type_ = (offsets, indices, data), map(int, A.shape), _context.device(), TYPES[value_type]

    def create(owner, trust):
        space = DEVICE if owner is None else Space.default
        addresses = offset_address, index_address, value_address
        return _core.create(context, format, type_, index, m, n, nnz, *addresses, owner, trust, space)

    try:
        return create(None if copy else arrays, Trust.check_strict), None, True
    except ValueError:
        return create(None, Trust.check), None, False


def from_cupy(A, dtype=None, copy=False):
    """A sparse matrix of CuPy; CSR and CSC are borrowed unless `copy`."""
    if A.format not in ("csr", "csc"):
        A = A.tocsr()
    return _from_device(A, CSC if A.format == "csc" else CSR, A.indptr, A.indices, A.data, dtype, copy)


def from_torch(A, dtype=None, copy=False):
    """A sparse CSR, CSC or COO tensor, or a dense one, of torch; CSR and CSC are borrowed."""
    import torch

    _device.require_no_gradient(A)
    if A.layout == torch.sparse_csr:
        format, offsets, indices = CSR, A.crow_indices(), A.col_indices()
    elif A.layout == torch.sparse_csc:
        format, offsets, indices = CSC, A.ccol_indices(), A.row_indices()
    elif A.layout == torch.sparse_coo:
        return from_torch(A.to_sparse_csr(), dtype, copy)
    else:
        return (
            from_torch(A.to_sparse_csr(), dtype)
            if A.is_cuda
            else (
                from_dense(A.detach().numpy(), dtype),
                None,
                True,
            )
        )
    values = A.values().detach()
    if A.is_cuda:
        return _from_device(A, format, offsets, indices, values, dtype, copy)
    return _compressed(format, tuple(A.shape), offsets.numpy(), indices.numpy(), values.numpy(), dtype, copy)


def handle_of(x, shape=None, dtype=None, copy=False, duplicates="sum"):
    """(handle, borrowed arrays or None, whether canonical) of what the constructor of Matrix is given."""
    module = type(x).__module__.partition(".")[0]
    if hasattr(x, "format") and hasattr(x, "tocsr"):
        return from_cupy(x, dtype, copy) if module == "cupyx" else from_scipy(x, dtype, copy)
    if module == "torch":
        return from_torch(x, dtype, copy)
    if isinstance(x, tuple):
        return _from_tuple(x, shape, dtype, copy, duplicates)
    if _device.is_device(x):
        address, dims, value_type, contiguous = _device.describe(x)
        if len(dims) != 2 or value_type not in TYPES or value_type.kind == "b" or not contiguous:
            raise TypeError("a dense matrix on a GPU must be a C-contiguous array of 2 dimensions, float or complex")
        return _core.from_dense(_context.device(), address, TYPES[value_type], *dims, True), None, True
    is_dense = isinstance(x, (Sequence, memoryview)) or any(hasattr(x, a) for a in ("__array__", "__array_interface__"))
    if not is_dense or isinstance(x, (str, bytes, np.generic)):
        hint = "; networkx.to_scipy_sparse_array(G) is one" if module == "networkx" else ""
        raise TypeError(
            "a matrix is made of a sparse matrix, a dense array of 2 dimensions, arrays or a shape, "
            f"not of {_name_of(x)}{hint}"
        )
    return from_dense(x, dtype), None, True


def _name_of(x):
    return repr(x) if x is None or isinstance(x, (str, int, float, complex)) else f"a {type(x).__name__}"


def _from_tuple(x, shape, dtype, copy, duplicates):
    if len(x) == 2 and (isinstance(x[1], (tuple, list)) or np.ndim(x[1]) == 2):
        data, (rows, columns) = x
        return triplets(data, rows, columns, shape, dtype, duplicates), None, duplicates != "keep"
    if len(x) == 2:
        rows, columns = shape_of(x)
        type_ = TYPES[value_dtype(np.float64 if dtype is None else dtype)]
        index = INDEX_32 if max(rows, columns) < 2**31 else INDEX_64
        return _core.empty(_context.host(), type_, index, rows, columns), None, True
    if len(x) == 3:
        data, indices, offsets = x
        if shape is None:
            indices = _index_array(indices)
            shape = len(offsets) - 1, int(indices.max()) + 1 if len(indices) else 0
        if _device.is_device(data):
            return _from_device(_Shape(shape_of(shape)), CSR, offsets, indices, data, dtype, copy)
        return _compressed(CSR, shape_of(shape), offsets, indices, data, dtype, copy)
    raise ValueError("a tuple is (rows, columns), (data, (rows, columns)) or (data, indices, indptr)")


class _Shape:
    def __init__(self, shape):
        self.shape = shape
