// SPDX-License-Identifier: Apache-2.0
/// \file
/// Preconditioners and triangular solves of a matrix in CSR with offsets of 64 bits.

#include <Araios/factor.hpp>
#include <Araios/gauss_seidel.hpp>
#include <Araios/preconditioner.hpp>
#include <Araios/runtime/solve_typed.hpp>
#include <Araios/triangular.hpp>

#include <Kokkos_Core.hpp>

#include <memory>

namespace Araios::runtime {

namespace {

/// The map of M, which has apply(exec, r, z) and may share the arrays of A.
template <class T, class Exec, class M>
std::shared_ptr<LinearMap> map_of(std::shared_ptr<M> const& m, Matrix const& A) {
  auto map = std::make_shared<LinearMap>();
  map->type = type_of<T>;
  map->size = A.rows;
  map->work = A.nnz;
  map->may_be_captured = true;
  map->renew = [A](Context const&, bool) {
    if (A.owner) A.owner->require_unchanged("the matrix of M");
  };
  map->apply = [m, n = static_cast<std::size_t>(A.rows)](Context const& c, void const* from, void* to) {
    using Vector = Impl::UnmanagedView<T, SpaceOf<Exec>>;
    using ConstVector = Impl::UnmanagedView<T const, SpaceOf<Exec>>;
    m->apply(instance_of<Exec>(c), ConstVector(static_cast<T const*>(from), n), Vector(static_cast<T*>(to), n));
  };
  return map;
}

/// X with its strides.
template <class T, class Exec>
auto view_of(DenseMatrix const& X) {
  using View = Kokkos::View<T**, Kokkos::LayoutStride, SpaceOf<Exec>, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  auto const size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
  Kokkos::LayoutStride const layout(size(X.rows), size(X.row_stride), size(X.columns), size(X.column_stride));
  return View(static_cast<T*>(X.data), layout);
}

/// The map of a triangular solve, which takes all right-hand sides at the same time.
template <class T, class Exec>
LinearMapPtr triangular_map(Exec const& exec, TriangularOptions const& options, Working<T, Exec> const& a,
                            Matrix const& A) {
  auto const plan = std::make_shared<TriangularPlan<Exec, T, int, std::int64_t>>(exec, a, options);
  auto const map = map_of<T, Exec>(plan, A);
  map->apply_columns = [plan](Context const& c, DenseMatrix const& X, DenseMatrix const& Y) {
    plan->apply(instance_of<Exec>(c), view_of<T const, Exec>(X), view_of<T, Exec>(Y));
  };
  return map;
}

}  // namespace

template <class T, class Exec>
LinearMapPtr make_preconditioner(Exec const& exec, PreconditionerChoice const& choice, Matrix const& A) {
  using Typed = Working<T, Exec>;
  auto const a = working<T>(exec, A);
  switch (choice.kind) {
  case PreconditionerKind::block_jacobi: {
    using M = BlockJacobiPreconditioner<Exec, T>;
    return map_of<T, Exec>(std::make_shared<M>(exec, a, BlockJacobiOptions{choice.block_size}), A);
  }
  case PreconditionerKind::chebyshev: {
    using M = ChebyshevPreconditioner<Exec, Typed>;
    ChebyshevOptions const options{choice.degree, choice.largest, choice.ratio};
    return map_of<T, Exec>(std::make_shared<M>(exec, a, options), A);
  }
  case PreconditionerKind::gauss_seidel: {
    using M = GaussSeidelPlan<Exec, T, int, std::int64_t>;
    return map_of<T, Exec>(std::make_shared<M>(exec, a, choice.gauss_seidel), A);
  }
  case PreconditionerKind::triangular:
    return triangular_map<T>(exec, choice.triangular, a, A);
  case PreconditionerKind::incomplete_factor: {
    using M = IncompleteFactor<Exec, T, int, std::int64_t>;
    return map_of<T, Exec>(std::make_shared<M>(exec, a, choice.factor), A);
  }
  default: {
    auto const m = std::make_shared<JacobiPreconditioner<Exec, T>>(exec, a);
    auto const map = map_of<T, Exec>(m, A);
    map->diagonal = m->diagonal().inverse;
    return map;
  }
  }
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec) \
  template LinearMapPtr make_preconditioner<S, Exec>(Exec const&, PreconditionerChoice const&, Matrix const&);
ARAIOS_RUNTIME_INSTANTIATE_FIELD

}  // namespace Araios::runtime
