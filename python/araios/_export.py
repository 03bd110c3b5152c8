# SPDX-License-Identifier: Apache-2.0
"""The arrays of a matrix, and the matrix as an object of SciPy, NumPy, CuPy or torch."""

from __future__ import annotations

import sys
from typing import Any, Literal

import numpy as np

from . import _core, _names
from ._base import MatrixBase, wrap
from ._convert import set_values, triplets
from ._core import Trust
from ._device import DeviceArray, to_cupy
from ._locks import lock_of
from ._names import COO, CSC, CSR, PATTERN
from ._typing import ArrayLike, DTypeLike, NDArray
from ._ufuncs import array_of_object, is_operator_of_scipy


def _joined(indptr, indices):
    """Index arrays of one type, which SciPy needs where it sorts or converts: the shorter one is copied, if it can."""
    if indptr.dtype == indices.dtype:
        return indptr, indices
    if len(indices) < 2**31:
        return indptr.astype(indices.dtype), indices
    return indptr, indices.astype(indptr.dtype)


def _read_only(a):
    """A read-only view of an index array of NumPy; other arrays as they are."""
    if isinstance(a, np.ndarray):
        a = a.view()
        a.flags.writeable = False
    return a


class Export(MatrixBase):
    """Methods of Matrix."""

    __slots__ = ()

    def _views(self):
        """(offsets, rows, columns, values) of the format, None where it has none. They keep the matrix alive."""
        with lock_of(self):
            self._shared = True
            views = self._h.arrays()
        if self._h.space == _names.HOST:
            return (*views[:3], views[3].view(np.int64)) if self._dtype.kind == "i" and views[3] is not None else views
        return tuple(None if view is None else DeviceArray(self._h, view) for view in views)

    def _compressed(self, what):
        if self._h.format not in (CSR, CSC):
            raise AttributeError(f"a matrix in {self.format.upper()} has no {what}: tocsr()")
        arrays = self._arrays
        if arrays is not None:
            self._h.check()
            return _read_only(arrays[0]), _read_only(arrays[1]), arrays[2]
        offsets, rows, columns, values = self._views()
        return offsets, columns if self._h.format == CSR else rows, values

    @property
    def indptr(self) -> NDArray[np.integer[Any]]:
        """The offsets of CSR and CSC, of shape (m + 1,) or (n + 1,): a read-only view."""
        return self._compressed("indptr")[0]

    @property
    def indices(self) -> NDArray[np.integer[Any]]:
        """The column indices of CSR, or the row indices of CSC, of shape (nnz,): as ``indptr``."""
        return self._compressed("indices")[1]

    @property
    def data(self) -> NDArray[Any]:
        """The values of CSR, CSC or COO, of shape (nnz,): a view. Writing to it changes the matrix.

        Of a Boolean matrix a new array of True.

        >>> import araios
        >>> A = araios.Matrix([[1.0, 0.0], [0.0, 2.0]])
        >>> A.data[1] = 5.0
        >>> A.toarray()
        array([[1., 0.],
               [0., 5.]])
        """
        h, arrays = self._h, self._arrays
        if arrays is not None and h.type != PATTERN and h.format in (CSR, CSC, COO):
            h.check()
            return arrays[2]
        values = (self._coordinates() if h.format == COO else self._compressed("data"))[2]
        return np.ones(self.nnz, bool) if h.type == PATTERN else values

    @data.setter
    def data(self, values: ArrayLike) -> None:
        set_values(self.data, values, self.dtype)

    def _coordinates(self):
        if self._h.format != COO:
            raise AttributeError(f"a matrix in {self.format.upper()} has no coordinates: tocoo()")
        arrays = self._arrays
        if arrays is not None:
            self._h.check()
            return _read_only(arrays[0]), _read_only(arrays[1]), arrays[2]
        return self._views()[1:]

    @property
    def row(self) -> NDArray[np.integer[Any]]:
        """The row indices of COO."""
        return self._coordinates()[0]

    @property
    def col(self) -> NDArray[np.integer[Any]]:
        """The column indices of COO."""
        return self._coordinates()[1]

    @property
    def __dict__(self):
        """The arrays of CSR, CSC and COO by their names, as ``vars(A)`` gives those of SciPy's classes."""
        if self._h.format == COO:
            return {"row": self.row, "col": self.col, "data": self.data}
        if self._h.format in (CSR, CSC):
            return {"indptr": self.indptr, "indices": self.indices, "data": self.data}
        return {}

    def entries(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any]]:
        """(rows, columns, values): copies of the entries, row by row, arrays of shape (nnz,).

        >>> import araios
        >>> rows, columns, values = araios.Matrix([[0.0, 7.0], [8.0, 0.0]]).entries()
        >>> rows.tolist(), columns.tolist(), values.tolist()
        ([0, 1], [1, 0], [7.0, 8.0])
        """
        with lock_of(self):  # a writer would change their number
            n = self._h.nnz
            rows, columns = np.empty(n, np.int64), np.empty(n, np.int64)
            values = None if self._h.type == PATTERN else np.empty(n, self._dtype)
            self._h.extract(rows, columns, values)
        return rows, columns, np.ones(n, bool) if values is None else values

    def nonzero(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(rows, columns) of the entries that are not 0, row by row."""
        rows, columns, values = self._summed().entries()
        keep = values != 0
        return rows[keep], columns[keep]

    def toarray(self, order: Literal["C", "F"] | None = None, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """The dense array of shape (m, n); on the host.

        ``order`` is 'C' or 'F', ``out`` an array of this shape and type, which is filled and returned.

        >>> import araios
        >>> araios.eye(2).toarray()
        array([[1., 0.],
               [0., 1.]])
        """
        if out is None:
            out = np.empty(self.shape, self._dtype, order=order or "C")
        elif order is not None:
            raise ValueError("order cannot be given with out")
        elif not isinstance(out, np.ndarray) or out.shape != self.shape or out.dtype != self._dtype:
            raise ValueError(f"out must be an array of shape {self.shape} and type {self._dtype}")
        elif self._shares_memory(out):
            raise ValueError("out shares memory with an array of this matrix")
        if self.device == "cuda":
            return self.to("cpu").toarray(out=out)
        if self._h.type == PATTERN:
            rows, columns, _ = self.entries()
            out[...] = False
            out[rows, columns] = True
            return out
        if not (out.flags.c_contiguous or out.flags.f_contiguous) or out.ctypes.data % max(out.itemsize, 1):
            out[...] = self.toarray()
            return out
        _core.to_dense(self._h, out, out.flags.c_contiguous)
        return out

    def _shares_memory(self, a):
        """Whether an array may be one of this matrix; those of some formats are never visible to the caller."""
        if self._h.format not in (CSR, CSC, COO, _names.BSR) or self.device == "cuda":
            return False
        return any(b is not None and np.may_share_memory(a, b) for b in self._h.arrays())

    def todense(self, order: Literal["C", "F"] | None = None, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """As ``toarray``: an array, not a matrix of NumPy."""
        return self.toarray(order, out)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if is_operator_of_scipy(sys._getframe(1)):
            return array_of_object(self)
        raise TypeError(
            f"an araios.{type(self).__name__} of {self.shape[0]} x {self.shape[1]} is not made dense implicitly: "
            "toarray() gives the dense array, to_scipy() a sparse one of SciPy"
        )

    def to_scipy(self, format: str | None = None, copy: bool = False) -> Any:
        """This matrix as csr_array, csc_array or coo_array of SciPy, whichever its format is; of others csr_array, or
        coo_array where rows are far more than entries.

        Without ``copy`` values are shared, and index arrays are read-only views: methods of SciPy that move entries
        in place (``eliminate_zeros``) raise ValueError. A matrix whose rows are not sorted without duplicates is
        copied, as SciPy sorts and sums in calls that only read; so are offsets that have another type than indices.
        ``format`` converts first: 'csr', 'csc', 'coo', and always to arrays of their own 'bsr', 'dia' and SciPy's
        others.

        >>> import araios
        >>> araios.eye(3).to_scipy().shape
        (3, 3)
        """
        from scipy import sparse

        if self.device == "cuda":
            return self.to("cpu").to_scipy(format)
        if format is not None and format not in ("csr", "csc", "coo"):
            # SciPy writes to arrays of these formats in place: they are never those of this matrix.
            return self._by_rows().to_scipy(copy=True).asformat(format)
        A = self if format in (None, self.format) else self.to_format(format)
        if A._h.format not in (CSR, CSC, COO):
            A = A._by_rows()
        copy = copy or not A._is_known_canonical()
        if A._h.format == COO:
            rows, columns, values = A._coordinates()
            if A._h.type == PATTERN:
                values = np.ones(A.nnz, bool)
            if copy:
                rows, columns, values = rows.copy(), columns.copy(), values.copy()
            result = sparse.coo_array((values, (rows, columns)), shape=A.shape)
            result.has_canonical_format = A._canonical
            return result
        kind = sparse.csr_array if A._h.format == CSR else sparse.csc_array
        # Set one by one: the constructor may copy views of larger arrays, and indices of 64 bits.
        result = kind(A.shape)
        indptr, indices, values = A._compressed("indptr")
        if A._h.type == PATTERN:
            values = np.ones(A.nnz, bool)
        if copy:
            indptr, indices, values = indptr.copy(), indices.copy(), values.copy()
        indptr, indices = _joined(indptr, indices)
        result.data, result.indices, result.indptr = values, indices, indptr
        if A._canonical:
            result.has_canonical_format = True
        return result

    def _is_known_canonical(self):
        """Whether entries are stored in strict order, found out where that is not known; of CSR."""
        if not self._canonical and self._h.format == CSR:
            self._operand()
        return self._canonical

    def to_cupy(self) -> Any:
        """This matrix as csr_matrix or csc_matrix of CuPy: on the GPU its arrays are shared."""
        import cupy
        from cupyx.scipy import sparse

        A = self.to("cuda")
        if A._h.format not in (CSR, CSC):
            A = A.tocsr()
        kind = sparse.csr_matrix if A._h.format == CSR else sparse.csc_matrix
        offsets, rows, columns, values = A._views()
        indices = columns if A._h.format == CSR else rows
        if indices is None:  # there are no entries
            return kind(A.shape, dtype=A._dtype)
        indptr, indices = to_cupy(offsets), to_cupy(indices)
        values = cupy.ones(A.nnz, bool) if values is None else to_cupy(values)
        if indices.dtype != indptr.dtype:
            indices = indices.astype(indptr.dtype)
        return kind((values, indices, indptr), shape=A.shape)

    def to_torch(self) -> Any:
        """This matrix as a sparse CSR or CSC tensor of torch, on its device; values are shared, on a GPU indices, too.

        Index types of torch agree, so int32 columns with int64 offsets are copied to int64.
        """
        import torch

        A = self if self._h.format in (CSR, CSC) else self.tocsr()
        if A.device == "cuda":
            arrays = [torch.from_dlpack(a) for a in (A.indptr, A.indices)]
        else:
            # A copy of index arrays that are read-only: torch has no such tensors.
            arrays = [torch.from_numpy(a.copy()) for a in (A.indptr, A.indices)]
        if arrays[0].dtype != arrays[1].dtype:
            arrays[1] = arrays[1].to(arrays[0].dtype)
        if A._h.type == PATTERN:
            values = torch.ones(A.nnz, dtype=torch.bool, device=arrays[0].device)
        else:
            values = torch.as_tensor(A.data, device="cuda") if A.device == "cuda" else torch.from_numpy(A.data)
        make = torch.sparse_csr_tensor if A._h.format == CSR else torch.sparse_csc_tensor
        return make(*arrays, values, size=A.shape)

    def _with_values(self, values):
        """The matrix with other values at the entries of this one, which is in CSR, CSC or COO; indices are shared."""
        h = self._h
        if values.dtype == bool:  # False is no entry
            if h.format == COO:
                rows, columns = self.row, self.col
            else:
                minor, major = self.indices, np.repeat(np.arange(len(self.indptr) - 1), np.diff(self.indptr))
                rows, columns = (minor, major) if h.format == CSC else (major, minor)
            A = wrap(triplets(values, rows, columns, self.shape, None, "sum"), canonical=True)
            return A.to_format(self.format)
        if h.format == COO:
            first, second = self._coordinates()[:2]
        else:
            first, second = self._compressed("indptr")[:2]
        values = np.ascontiguousarray(values, _names.value_dtype(values.dtype))
        arrays = first, second, values
        type_ = _names.TYPES[values.dtype]
        of = h.context, h.format, type_, h.index, h.rows, h.columns
        result = _core.create(*of, len(values), *arrays, arrays, Trust.trust)
        return wrap(result, arrays, self._canonical)

    def _map(self, f):
        """The matrix with f of the values, an array of the host; in CSR, CSC or COO, on the device of this one."""
        A = self._summed().to("cpu")
        A = A if A._h.format in (CSR, CSC, COO) else A._by_rows()
        return A._with_values(f(A.data)).to(self.device)
