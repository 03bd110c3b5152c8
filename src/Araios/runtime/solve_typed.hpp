// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Solvers of one type of values, compiled for each: float, double, Kokkos::complex of both.

#include <Araios/core/unmanaged.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/solve.hpp>
#include <Araios/runtime/typed.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
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

/// n elements at an address.
template <class T, class Exec>
auto column_at(std::conditional_t<std::is_const_v<T>, void const*, void*> elements, std::size_t n) {
  return Impl::UnmanagedView<T, SpaceOf<Exec>>(static_cast<T*>(elements), n);
}

/// A of an update over the row_map and entries of `before`, of which a plan was made. Throws with the name of A unless
/// it has the same entries in the same order.
template <class S, class Exec>
Working<S, Exec> require_entries_of(Exec const& exec, std::string const& name, Working<S, Exec> const& before,
                                    Working<S, Exec> const& A) {
  require(A.num_rows() == before.num_rows() && A.num_cols() == before.num_cols(), ErrorKind::invalid_argument, name,
          " is ", A.num_rows(), " x ", A.num_cols(), ", the matrix before ", before.num_rows(), " x ",
          before.num_cols());
  require(A.nnz() == before.nnz(), ErrorKind::invalid_argument, name, " has ", A.nnz(), " entries, the matrix before ",
          before.nnz(), ": an update takes other values of the same entries");
  auto const pattern_of = [](Working<S, Exec> const& B) {
    return Working<Pattern, Exec>(B.num_rows(), B.num_cols(), B.row_map, B.entries);
  };
  require(are_equal<Pattern>(exec, pattern_of(before), pattern_of(A)), ErrorKind::invalid_argument, name,
          " has entries at other coordinates than the matrix before, or in another order");
  if constexpr (is_pattern_v<S>)
    return before;
  else
    return Working<S, Exec>(before.num_rows(), before.num_cols(), before.row_map, before.entries, A.values);
}

/// change(), after which a map has other values. Where it throws, the map has none.
template <class F>
void change_values(LinearMap::State& state, F const& change) {
  state.is_usable = false;
  change();
  state.is_usable = true;
}

/// The map of M, which has apply(exec, r, z) and may share the arrays of `owners`.
template <class T, class Exec, class M>
std::shared_ptr<LinearMap> map_of(std::shared_ptr<M> const& m, std::int64_t size, std::int64_t work,
                                  std::shared_ptr<std::vector<Matrix>> const& owners) {
  auto map = std::make_shared<LinearMap>();
  map->type = type_of<T>;
  map->size = size;
  map->work = work;
  map->may_be_captured = true;
  map->renew = [owners](Context const&, bool) {
    for (auto const& A : *owners)
      if (A.owner) A.owner->require_unchanged("a matrix of M");
  };
  map->apply = [m, n = static_cast<std::size_t>(size)](Context const& c, void const* from, void* to) {
    m->apply(instance_of<Exec>(c), column_at<T const, Exec>(from, n), column_at<T, Exec>(to, n));
  };
  return map;
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

// each_field/multigrid.cpp
template <class T, class Exec>
LinearMapPtr make_multigrid(Exec const& exec, MultigridOptions const& options, Hierarchy const& hierarchy);
/// Throws unless there are `levels` matrices A, and one P and R less, all of values that have this type.
void require_levels(Hierarchy const& hierarchy, std::size_t levels, ValueType type);

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
