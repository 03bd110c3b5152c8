# SPDX-License-Identifier: Apache-2.0
"""Names of types for the annotations of this package, which only type checkers read."""

from typing import TYPE_CHECKING, Any, Literal, Tuple, Union

if TYPE_CHECKING:  # the classes lie in higher layers, and numpy.typing takes 8 ms to import
    from numpy.typing import ArrayLike, DTypeLike, NDArray
    from typing_extensions import Self

    from .boolean import Boolean
    from .matrix import Matrix
    from .vector import Vector
else:
    ArrayLike = Boolean = DTypeLike = Matrix = NDArray = Self = Vector = Any

FormatName = Literal["csr", "csc", "coo", "ell", "hyb", "sell", "jds", "dia", "dia_csr", "bsr", "dok", "dcsr", "packet"]
SemiringName = Literal["plus_times", "min_plus", "max_plus", "max_times", "or_and", "plus_pair"]
OpName = Literal["N", "T", "H", "C"]
DeterminismName = Literal["run_to_run", "space_to_space"]
MonoidName = Literal["plus", "min", "max", "or"]
OperatorName = Literal["plus", "times", "min", "max", "or", "and", "minus", "first", "second"]
Axis = Union[int, Tuple[int, ...], None]
MatrixLike = Any
"""A Matrix, a sparse matrix of SciPy or CuPy, a tensor of torch, or a dense array."""

__all__ = ["ArrayLike", "Axis", "Boolean", "DTypeLike", "FormatName", "Matrix", "MatrixLike", "MonoidName", "NDArray"]
__all__ += ["DeterminismName", "OpName", "OperatorName", "Self", "SemiringName", "Vector"]
