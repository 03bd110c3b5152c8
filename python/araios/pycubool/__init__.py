# SPDX-License-Identifier: Apache-2.0
"""The names and signatures of pycubool, the Python package of cuBool, over Araios.

Programs written for it run with ``import araios.pycubool as cb`` for ``import pycubool as cb``. What differs:

- files: the reader takes Matrix Market files as well as those that pycubool writes (comments that begin with #,
  indices counted from 0), and the writer writes Matrix Market
- errors: exceptions of Python (ValueError, IndexError, OverflowError), all of which are an Exception as there
- sizes have 64 bits
- lists of indices are lists of int

>>> import araios.pycubool as cb
>>> a = cb.Matrix.empty(shape=(4, 4))
>>> a[0, 1] = True
>>> a[1, 2] = True
>>> a.mxm(a).to_list()
[(0, 2)]
"""

from .gviz import matrices_data_to_gviz, matrices_to_gviz, matrix_data_to_gviz
from .io import export_matrix_to_mtx, import_matrix_from_mtx, read_mtx_file, write_mtx_file
from .matrix import Matrix
from .utils import get_default_log_name, setup_default_logger, setup_logger
from .vector import Vector

__all__ = [
    "Matrix",
    "Vector",
    "export_matrix_to_mtx",
    "get_default_log_name",
    "import_matrix_from_mtx",
    "matrices_data_to_gviz",
    "matrices_to_gviz",
    "matrix_data_to_gviz",
    "read_mtx_file",
    "setup_default_logger",
    "setup_logger",
    "write_mtx_file",
]
