// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The methods of `transpose`, as its header names them.

#include <Araios/transpose.hpp>

#include <string>
#include <vector>

namespace Araios::Perf {

/// Every enumerator, `automatic` last. They begin with 0 and have no gaps, so that a new one needs no line here.
inline std::vector<TransposeMethod> transpose_methods() {
  std::vector<TransposeMethod> methods;
  for (int i = 0; name(static_cast<TransposeMethod>(i)) != "unknown"; ++i)
    if (static_cast<TransposeMethod>(i) != TransposeMethod::automatic)
      methods.push_back(static_cast<TransposeMethod>(i));
  methods.push_back(TransposeMethod::automatic);
  return methods;
}

/// The method that `automatic` takes for A.
template <class Exec, class Matrix>
std::string chosen_name(Exec const& exec, TransposeOptions const& options, Matrix const& A) {
  return std::string(name(choose_transpose(exec, options, A.num_rows(), A.num_cols(), A.nnz()).method));
}

}  // namespace Araios::Perf
