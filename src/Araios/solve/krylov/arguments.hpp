// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The O(1) checks of what callers give to solvers.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/solve/krylov/options.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::krylov {

/// Throws unless the options have values that can be meant.
inline void check_options(SolveOptions const& options) {
  check_enumerator(options.method, KrylovMethod::bicg, "Araios::solve: KrylovMethod");
  check(options.rtol >= 0 && options.rtol < 1, "Araios::solve: rtol is ", options.rtol, "; it must be in [0, 1)");
  check(options.atol >= 0, "Araios::solve: atol is ", options.atol, "; it must be at least 0");
  check_option("Araios::solve", option::max_iterations, options.max_iterations);
  check_option("Araios::solve", option::restart, options.restart);
  check_enumerator(options.determinism, Determinism::space_to_space, "Araios::solve: Determinism");
}

/// Throws unless b and x are vectors of n elements that do not overlap.
template <class B, class X>
void check_vectors(std::int64_t n, B const& b, X const& x) {
  check_equal(b.extent(0), n, "Araios::solve: length of b, rows of A");
  check_equal(x.extent(0), n, "Araios::solve: length of x, rows of A");
  check_memory(b, "Araios::solve: b");
  check_memory(x, "Araios::solve: x");
  check_disjoint("Araios::solve", b, "b", x, "x");
}

}  // namespace Araios::Impl::krylov
