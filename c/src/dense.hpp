// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Dense vectors and matrices of the caller.

#include "handles.hpp"

#include <Araios/runtime/dense.hpp>

namespace araios_c {

inline DenseVector elements(Vector const& x) { return {x.data, x.type, x.length}; }
inline DenseMatrix elements(araios_dense const* X, char const* name) {
  require_pointer(X, name);
  return {X->data, of(X->type), X->rows, X->columns, X->row_stride, X->column_stride};
}
/// The elements of one contiguous column.
inline DenseVector column(araios_dense const* x, char const* name) {
  auto const X = elements(x, name);
  require_dense(X, name);
  require(X.columns == 1 && (X.row_stride == 1 || X.rows <= 1), ErrorKind::invalid_argument, name, " has ", X.columns,
          " columns and a row_stride of ", X.row_stride, "; both must be 1");
  return {X.data, X.type, X.rows};
}

}  // namespace araios_c
