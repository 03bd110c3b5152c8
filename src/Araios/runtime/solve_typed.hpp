// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Solvers of one type of values, compiled for each: float, double, Kokkos::complex of both.

#include <Araios/runtime/solve.hpp>
#include <Araios/runtime/typed.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <type_traits>
#include <vector>

namespace Araios::runtime {

/// The execution-space instance of a context, whose type is known.
template <class Exec>
Exec const& instance_of(Context const& context) {
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
  if constexpr (std::is_same_v<Exec, DeviceExec>) return context.device;
#endif
  if constexpr (std::is_same_v<Exec, HostExec>) return context.host;
}

// each_field/krylov.cpp
template <class T, class Exec>
KrylovSolver make_solver(Exec const& exec, Context const& context, SolveOptions const& options,
                         IterateCallback const& callback, LinearMapPtr const& A, LinearMapPtr const& M);
template <class T, class Exec>
std::vector<SolveStatus> solve_with_shifts(Exec const& exec, Context const& context, SolveOptions const& options,
                                           LinearMapPtr const& A, std::vector<double> const& shifts,
                                           DenseMatrix const& b, DenseMatrix const& X);

// each_field/preconditioner.cpp
template <class T, class Exec>
LinearMapPtr make_preconditioner(Exec const& exec, PreconditionerChoice const& choice, Matrix const& A);

// each_field/tridiagonal.cpp
template <class T, class Exec>
void solve_diagonals(Exec const& exec, TridiagonalOptions const& options, std::array<DenseMatrix, 3> const& A,
                     DenseMatrix const& B, DenseMatrix const& X);
template <class T, class Exec>
void solve_diagonals(Exec const& exec, TridiagonalOptions const& options, std::array<DenseMatrix, 5> const& A,
                     DenseMatrix const& B, DenseMatrix const& X);

/// As ARAIOS_RUNTIME_INSTANTIATE_UNIT, for types of a field.
#define ARAIOS_RUNTIME_INSTANTIATE_FIELD                                 \
  ARAIOS_EACH_FLOATING(ARAIOS_IN_UNIT_, ARAIOS_RUNTIME_INSTANTIATE_BOTH) \
  ARAIOS_EACH_COMPLEX(ARAIOS_IN_UNIT_, ARAIOS_RUNTIME_INSTANTIATE_BOTH)

}  // namespace Araios::runtime
