// SPDX-License-Identifier: Apache-2.0
/// \file
/// Kronecker products, submatrices, rows and columns, assignment.

#include <Araios/kronecker.hpp>
#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/coordinate_kernels.hpp>
#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/operators.hpp>
#include <Araios/runtime/renumbering.hpp>
#include <Araios/submatrix.hpp>

namespace Araios::runtime {

template <class S, class Exec>
Working<S, Exec> range_of(Exec const& exec, Working<S, Exec> const& A, std::int64_t i, std::int64_t j,
                          std::int64_t rows, std::int64_t columns) {
  return Araios::submatrix(exec, A, {i, i + rows}, {j, j + columns});
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                                     \
  template Working<S, Exec> range_of<S, Exec>(Exec const&, Working<S, Exec> const&, std::int64_t, std::int64_t, \
                                              std::int64_t, std::int64_t);
ARAIOS_RUNTIME_INSTANTIATE_LIBRARY
#undef ARAIOS_RUNTIME_INSTANTIATE

}  // namespace Araios::runtime
