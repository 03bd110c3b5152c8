# SPDX-License-Identifier: Apache-2.0
"""What a matrix is: its handle, its type, the arrays that it borrows, its formats.

The parts of the class Matrix, one in each of _compare.py, _export.py and so on, are classes over MatrixBase: they make
matrices by `wrap` and `make`, which know the class by the type of the values.
"""

from __future__ import annotations

import warnings
from copy import deepcopy
from typing import Any, Literal

import numpy as np

from . import _context, _convert, _core, _names, _types
from ._locks import lock_of
from ._names import COO, CSC, CSR, DCSR, DEVICE, DTYPES, HOST, INT64, PATTERN, TYPES, VECTOR_DTYPES
from ._typing import DTypeLike, FormatName, Matrix, MatrixLike, Self

# The class of a matrix by the type of its values: Matrix, of patterns Boolean, which register themselves.
_classes = {}

_ComplexWarning = getattr(np, "exceptions", np).ComplexWarning
_LISTS = COO, CSC, DCSR
_STATE = "_h", "_dtype", "_arrays", "_canonical", "_shared"


def is_list(h):
    """Whether rows or columns of a handle are beyond 32 bits, or far more than entries in a format that does not store
    each of them: operations work by its entries then, and results are in COO."""
    size = max(h.rows, h.columns)
    if size <= 65536:
        return False
    return size >= 2**31 or (h.format in _LISTS and size // 16 > h.nnz)


def require_lines(h, what):
    """MemoryError where arrays of all rows or columns would be gigabytes for few entries."""
    if is_list(h) and max(h.rows, h.columns) >= 2**29:
        raise MemoryError(
            f"{what} has an array over all rows or columns, too long for {h.rows} x {h.columns} with {h.nnz} entries: "
            "'coo' and 'dcsr' have none"
        )


def wrap(h, arrays=None, canonical=False):
    """The Matrix of a handle; `arrays` are those that it borrows, `canonical`: rows are sorted without duplicates."""
    type_ = h.type
    self = object.__new__(_classes[type_])
    self._h = h
    self._dtype = DTYPES[type_]
    self._arrays = arrays
    self._canonical = canonical
    self._shared = arrays is not None
    return self


def of_class(cls, A):
    """A, as an object of a class that a user derives from that of A."""
    if cls is type(A) or not issubclass(cls, type(A)):
        return A
    made = object.__new__(cls)
    for name in _STATE:
        setattr(made, name, getattr(A, name))
    return made


def make(arg, shape=None, dtype=None, copy=False):
    """Matrix(arg, shape, dtype, copy)."""
    return _classes[_names.FLOAT64](arg, shape, dtype, copy)


def as_matrix(x):
    """x where it is a Matrix, else the Matrix of it, which borrows its arrays where they allow that."""
    return x if isinstance(x, MatrixBase) else make(x)


def operand_of(x, dtype):
    """The Matrix of a sparse operand beside values of `dtype`: of SciPy's integers short ones do not widen float32,
    and uint64 beside int64 is float64."""
    return x if isinstance(x, MatrixBase) else make(x, dtype=operand_dtype(x, dtype))


def operand_dtype(x, dtype):
    """The type in which such an operand is taken; None: its own."""
    given = getattr(x, "dtype", None)
    if not isinstance(given, np.dtype) or given.kind not in "iu":
        return None
    short = given.itemsize <= 2 and dtype in (np.float32, np.complex64)
    wide = given == np.uint64 and dtype == np.int64
    return np.float32 if short else np.float64 if wide else None


def operands_of(A, B):
    """The matrices of two operands."""
    A = A if isinstance(A, MatrixBase) or not isinstance(B, MatrixBase) else operand_of(A, B._dtype)
    A = A if isinstance(A, MatrixBase) else make(A)
    return A, operand_of(B, A._dtype)


def pattern_of(A):
    """The coordinates of the entries, whatever their values."""
    A = as_matrix(A)
    return A if A.dtype == np.bool_ else A.pattern()


def register(cls, types):
    """`cls` is the class of matrices with values of these types."""
    _classes.update(dict.fromkeys(types, cls))


class MatrixBase:
    """The state of a matrix, its properties, transposes, copies, types and formats."""

    __slots__ = (*_STATE, "__weakref__")
    __hash__ = None

    def __new__(
        cls, arg: MatrixLike, shape: tuple[int, int] | None = None, dtype: DTypeLike | None = None, copy: bool = False
    ) -> Self:
        is_boolean = issubclass(cls, _classes[PATTERN])
        if dtype is None and is_boolean:
            dtype = np.bool_
        elif is_boolean and _names.value_dtype(dtype) != np.bool_:
            raise TypeError(f"a {cls.__name__} matrix is of bool, not of {np.dtype(dtype)}: araios.Matrix")
        # To bool by the values, after those of one coordinate are summed.
        to_bool = dtype is not None and _names.value_dtype(dtype) == np.bool_
        if isinstance(arg, MatrixBase):
            A = arg
        else:
            has_pairs = isinstance(arg, tuple) and len(arg) == 2 and isinstance(arg[1], (tuple, list))
            is_empty = isinstance(arg, tuple) and len(arg) == 2 and not has_pairs and np.ndim(arg[1]) != 2
            h, arrays, canonical = _convert.handle_of(arg, shape, None if to_bool and not is_empty else dtype, copy)
            A = wrap(h, arrays, canonical)
            A._shared = h.borrows
        if shape is not None and _convert.shape_of(shape) != A.shape:
            raise ValueError(f"the matrix has shape {A.shape}, not {tuple(shape)}")
        result = A if dtype is None else A.astype(dtype, copy=False)
        if result is arg:
            if copy:
                result = A.copy()
            else:
                with lock_of(arg):
                    result = wrap(arg._h, arg._arrays, arg._canonical)
                    result._shared = arg._shared = True
        return of_class(cls, result)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self._h.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the values, of NumPy."""
        return self._dtype

    @property
    def nnz(self) -> int:
        """The number of entries; explicit zeros and duplicates count."""
        return self._h.nnz

    @property
    def format(self) -> FormatName:
        """'csr', 'csc', 'coo', 'ell', 'hyb', 'sell', 'jds', 'dia', 'dia_csr', 'bsr', 'dok', 'dcsr' or 'packet'."""
        return self._h.format.name

    @property
    def ndim(self) -> int:
        """2."""
        return 2

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays of the matrix."""
        return self._h.bytes

    @property
    def device(self) -> Literal["cpu", "cuda"]:
        """'cpu' or 'cuda'."""
        return "cpu" if self._h.space == HOST else "cuda"

    @property
    def borrows(self) -> bool:
        """Whether arrays belong to another object, which is kept alive."""
        return self._h.borrows

    @property
    def T(self) -> Matrix:
        """The transpose, with sorted rows. As ``transpose()``."""
        return wrap(_core.transpose(self._h), canonical=self._canonical)

    @property
    def H(self) -> Matrix:
        """The conjugate transpose."""
        return wrap(_core.transpose(self._h, conjugate=True), canonical=self._canonical)

    @property
    def mT(self) -> Matrix:
        """The transpose, as in the array API."""
        return self.T

    def transpose(
        self, axes: tuple[int, int] | None = None, copy: bool = False, *, method: str = "automatic"
    ) -> Matrix:
        """The transpose: of CSR in CSR with sorted rows, of CSC the same arrays read as CSR.

        ``method`` is one of 'automatic', 'serial', 'scan_trans', 'merge_trans', 'radix', 'bucket', 'symmetric' and
        'fused'. The result is the same with each.

        >>> import araios
        >>> araios.Matrix([[1.0, 2.0, 0.0]]).transpose().toarray()
        array([[1.],
               [2.],
               [0.]])
        """
        if axes is not None and (not isinstance(axes, tuple) or tuple(axes) != (1, 0)):
            raise ValueError(
                "sparse arrays do not support the axes parameter because swapping dimensions is the only "
                "logical permutation"
            )
        method = _names.member_of(_names.TRANSPOSE_METHODS, method, "method")
        result = wrap(_core.transpose(self._h, method), canonical=self._canonical)
        return result.copy() if copy else result

    def copy(self) -> Matrix:
        """A copy that shares nothing with this matrix."""
        return wrap(_core.copy(self._h.context, self._h), canonical=self._canonical)

    def __copy__(self):
        made = of_class(type(self), self.copy())
        getattr(made, "__dict__", {}).update(getattr(self, "__dict__", {}))
        return made

    def __deepcopy__(self, memo):
        made = of_class(type(self), self.copy())
        getattr(made, "__dict__", {}).update(deepcopy(getattr(self, "__dict__", {}), memo))
        return made

    def to(self, device: Literal["cpu", "cuda"]) -> Matrix:
        """This matrix in the memory of 'cpu' or 'cuda'; itself where it is there."""
        if device not in ("cpu", "cuda"):
            raise ValueError(f"device is 'cpu' or 'cuda', not {device!r}")
        if device == self.device:
            return self
        context = _context.host() if device == "cpu" else _context.device()
        return wrap(_core.copy(context, self._h), canonical=self._canonical)

    def astype(self, dtype: DTypeLike, casting: str = "unsafe", copy: bool = True) -> Matrix:
        """This matrix with values of another type; itself where it has it and not ``copy``. Integers become int64, in a
        library without that float64.

        ``casting`` is that of ``numpy.can_cast``: TypeError where the types do not allow it.

        >>> import araios
        >>> araios.Matrix([[1.5]]).astype(bool).dtype
        dtype('bool')
        """
        dtype = _names.value_dtype(dtype)
        if not isinstance(casting, str):
            raise TypeError(f"casting is a word, as 'unsafe', not {casting!r}: astype(dtype, copy={casting!r})")
        if not np.can_cast(self._dtype, dtype, casting):
            raise TypeError(f"cannot cast a matrix from {self._dtype} to {dtype} by the rule {casting!r}")
        if dtype == self._dtype:
            return self.copy() if copy else self
        if self._dtype.kind == "c" and dtype.kind in "fi":
            warnings.warn("casting complex values to real discards the imaginary part", _ComplexWarning, stacklevel=2)
        A = self._summed()
        if dtype.kind == "b":
            B = A._nonzero_pattern()
            return B.to_format(self.format) if self._h.format in (CSC, COO) else B
        if dtype.kind == "i" and A._dtype.kind in "fc":  # NumPy warns of NaN
            B = A._map(lambda values: values.real.astype(dtype))
            return B.to_format(A.format, block_size=int(A._h.block_size), slots_per_entry=-1.0)
        return wrap(_core.cast(A._h, TYPES[dtype]), canonical=A._canonical)

    def _nonzero_pattern(self):
        """The pattern of the entries that are not 0; NaN is not. The matrix has numbers and no duplicates."""
        h = self._operand()
        if self._dtype.kind == "c":
            csr = wrap(h, canonical=True).to("cpu")
            return csr._with_values((csr.data != 0).astype(np.float64))._nonzero_pattern().to(self.device)
        return wrap(_core.cast(_core.select(_core.Comparison.not_equal, 0.0, h), PATTERN), canonical=True)

    def _cast(self, dtype):
        """The handle of a matrix for operations with values of this type; a pattern stays as it is."""
        return self._h if dtype == self._dtype or self._h.type == PATTERN else _core.cast(self._h, TYPES[dtype])

    def _operand(self):
        """A handle whose rows are sorted without duplicates: in CSR, but for lists (``is_list``)."""
        canonical, h = self._canonical, self._h  # in this order: _replace sets them in the other one
        initial = h
        if h.format != CSR and not is_list(h):
            h = _core.convert(h, CSR)
        if canonical:
            return h
        try:
            h.validate(_core.Order.strict)
        except ValueError:
            h.check()
            return _core.sum_duplicates(h)
        if h is initial:
            with lock_of(self):
                self._canonical = self._canonical or self._h is h
        return h

    def _summed(self):
        """This matrix, or its canonical form in the same format where entries of one coordinate may be repeated."""
        if self._canonical:
            return self
        h = self._operand()
        if h is self._h or h.nnz == self._h.nnz:
            return self
        A = wrap(h, canonical=True)
        return A.to_format(self.format) if self._h.format in (CSC, COO) else A

    def _by_rows(self):
        """This matrix in CSR, or in COO where an offset for each row would be more than its entries."""
        return self.tocoo() if is_list(self._h) else self.tocsr()

    def to_format(
        self,
        format: FormatName,
        *,
        block_size: int = 0,
        chunk: int = 0,
        sorting_window: int = 0,
        slots_per_entry: float = 0.0,
    ) -> Matrix:
        """This matrix in another format: one of those of the property ``format``.

        ``block_size`` is that of 'bsr', ``chunk`` and ``sorting_window`` those of 'sell'. A padded format may have
        ``slots_per_entry`` slots for an entry; 0 is the limit of the library, -1 none. ValueError where there are more.

        'dok' is a hash table of entries; ValueError where two have one coordinate (``sum_duplicates``). 'dcsr' has
        arrays for rows with entries only. 'packet' is for square matrices; ValueError for others.

        >>> import araios
        >>> araios.stencil(10, 10).to_format("dia").format
        'dia'
        >>> araios.Matrix(([7.0], ([2], [1])), shape=(1000, 1000)).to_format("dcsr")
        <1000x1000 araios.Matrix of type float64 with 1 entry in DCSR>
        """
        target = _names.member_of(_names.FORMATS, format, "format")
        if block_size and format != "bsr":
            raise ValueError(f"block_size needs the format 'bsr', not {format!r}")
        if (chunk or sorting_window not in (0, 1)) and format != "sell":  # of others a window is one row
            raise ValueError(f"chunk and sorting_window need the format 'sell', not {format!r}")
        if target == self._h.format and target not in (_names.BSR, _core.Format.sell):
            return self
        if target not in (CSR, *_LISTS):
            require_lines(self._h, f"a matrix in {format!r}")
        names = (block_size, "block_size"), (chunk, "chunk"), (sorting_window, "sorting_window")
        numbers = (_convert.integer(n, name) for n, name in names)
        slots = float(_types.require_number(slots_per_entry, "slots_per_entry"))
        return wrap(
            _core.convert(self._h, target, *numbers, slots),
            canonical=self._canonical and target in (CSR, CSC, COO),
        )

    def _stored_as(self, format):
        """This matrix in CSR, CSC or COO, itself where it is so."""
        if self._h.format == format:
            return self
        return wrap(_core.convert(self._h, format), canonical=self._canonical)

    def _to_lines(self, format, copy):
        is_canonical = self._canonical or self._h.format != COO
        A = (self if is_canonical else wrap(self._operand(), canonical=True))._stored_as(format)
        return A.copy() if copy and A is self else A

    def tocsr(self, copy: bool = False) -> Matrix:
        """This matrix in CSR, entries of one coordinate of COO summed; itself where it is so and not ``copy``."""
        return self._to_lines(CSR, copy)

    def tocsc(self, copy: bool = False) -> Matrix:
        """This matrix in CSC, entries of one coordinate of COO summed; itself where it is so and not ``copy``."""
        return self._to_lines(CSC, copy)

    def tocoo(self, copy: bool = False) -> Matrix:
        """This matrix in COO; itself where it is so and not ``copy``."""
        A = self._stored_as(COO)
        return A.copy() if copy and A is self else A


def array_of(v):
    """The array of a dense vector, on the host."""
    if v.space == DEVICE:
        v = _core.vector_copy(_context.host(), v)
    values = v.arrays()[1]
    if values is None:
        return np.empty(0, VECTOR_DTYPES[v.type])
    return values.view(np.int64) if v.type == INT64 else values  # of C it is long long


def at_positions(at, values, shape, order, dtype, format):
    """The matrix with values at numbers of elements, counted by rows or by columns as `order` says."""
    m, n = (max(k, 1) for k in shape)
    rows, columns = (at // n, at % n) if order == "C" else (at % m, at // m)
    h = _convert.triplets(values, rows, columns, shape, dtype, "sum")
    if format in (CSC, COO):
        h = _core.convert(h, format)
    return wrap(h, canonical=format not in (CSC, COO))
