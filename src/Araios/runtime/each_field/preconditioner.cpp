// SPDX-License-Identifier: Apache-2.0
/// \file
/// Preconditioners of a matrix in CSR with offsets of 64 bits.

#include <Araios/gauss_seidel.hpp>
#include <Araios/preconditioner.hpp>
#include <Araios/runtime/solve_typed.hpp>

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
