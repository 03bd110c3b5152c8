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

}  // namespace araios_c
