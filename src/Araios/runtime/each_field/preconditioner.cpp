// SPDX-License-Identifier: Apache-2.0
/// \file
/// Preconditioners and triangular solves of a matrix in CSR with offsets of 64 bits.

#include <Araios/factor.hpp>
#include <Araios/gauss_seidel.hpp>
#include <Araios/preconditioner.hpp>
#include <Araios/runtime/solve_typed.hpp>
#include <Araios/select.hpp>
#include <Araios/triangular.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace Araios::runtime {

namespace {

/// A Chebyshev polynomial that is made anew of other values.
template <class T, class Exec>
class RenewedChebyshev {
 public:
  RenewedChebyshev(Exec const& exec, Working<T, Exec> const& A, ChebyshevOptions const& options) : options_(options) {
    update(exec, A);
  }
  void update(Exec const& exec, Working<T, Exec> const& A) { polynomial_.emplace(exec, A, options_); }
  void apply(Exec const& exec, auto const& r, auto const& z) const { polynomial_->apply(exec, r, z); }

 private:
  ChebyshevOptions options_;
  std::optional<ChebyshevPreconditioner<Exec, Working<T, Exec>>> polynomial_;
};

/// The map of M, which is made of a: A by rows.
template <class T, class Exec, class M>
std::shared_ptr<LinearMap> map_of_matrix(std::shared_ptr<M> const& m, Matrix const& A, Working<T, Exec> const& a) {
  // The matrix with the entries, and that of the last update.
  auto const owners = std::make_shared<std::vector<Matrix>>(std::vector<Matrix>{A});
  auto map = map_of<T, Exec>(m, A.rows, A.nnz, owners);
  map->update = [m, a, owners, state = map->state](Context const& c, Hierarchy const& given) {
    auto const& exec = instance_of<Exec>(c);
    auto const next = require_entries_of(exec, "A", a, Working<T, Exec>(working<T>(exec, given.A[0])));
    change_values(*state, [&] { m->update(exec, next); });
    owners->resize(1);
    owners->push_back(given.A[0]);
  };
  return map;
}

/// Sets the last entry of each row to 1: the diagonal of a lower triangle with sorted rows.
template <class T>
struct OnesAtEnds {
  std::int64_t const* row_map;
  T* values;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { values[row_map[i + 1] - 1] = T(1); }
};

struct OwnIndex {
  int* to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to[i] = static_cast<int>(i); }
};

template <class T, class Exec>
FactorParts copies_of(Exec const& exec, IncompleteFactor<Exec, T, int, std::int64_t> const& M) {
  auto const both = M.factors();
  std::int64_t const n = both.num_rows();
  FactorParts parts;
  Working<T, Exec> const L = Araios::tril(exec, both);
  if (M.options().kind == FactorKind::ic) {
    parts.U = matrix_of(transposed<T>(exec, L, true));
  } else {
    parts.U = matrix_of(Working<T, Exec>(Araios::triu(exec, both)));
    Kokkos::parallel_for("Araios::runtime::unit_diagonal", Araios::range(exec, n),
                         OnesAtEnds<T>{L.row_map.data(), L.values.data()});
  }
  parts.L = matrix_of(L);
  auto const order = Araios::allocate<Dense<int, Exec>>(exec, "Araios::runtime::order", n);
  if (M.coloring().num_colors > 0)
    Kokkos::deep_copy(exec, order, M.coloring().rows);
  else
    Kokkos::parallel_for("Araios::runtime::order", Araios::range(exec, n), OwnIndex{order.data()});
  parts.order = vector_of_dense(order);
  return parts;
}

template <class T, class Exec>
LinearMapPtr factor_map(Exec const& exec, FactorOptions const& options, Matrix const& A, Working<T, Exec> const& a) {
  auto const m = std::make_shared<IncompleteFactor<Exec, T, int, std::int64_t>>(exec, a, options);
  auto const map = map_of_matrix<T, Exec>(m, A, a);
  map->solve = [m, n = static_cast<std::size_t>(A.rows)](Context const& c, Op op, void const* from, void* to) {
    m->solve(instance_of<Exec>(c), op, column_at<T const, Exec>(from, n), column_at<T, Exec>(to, n));
  };
  map->parts = [m](Context const& c) { return copies_of<T>(instance_of<Exec>(c), *m); };
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
  auto const map = map_of_matrix<T, Exec>(plan, A, a);
  map->apply_columns = [plan](Context const& c, DenseMatrix const& X, DenseMatrix const& Y) {
    plan->apply(instance_of<Exec>(c), view_of<T const, Exec>(X), view_of<T, Exec>(Y));
  };
  return map;
}

}  // namespace

template <class T, class Exec>
LinearMapPtr make_preconditioner(Exec const& exec, PreconditionerChoice const& choice, Matrix const& A) {
  auto const a = Working<T, Exec>(working<T>(exec, A));
  switch (choice.kind) {
  case PreconditionerKind::block_jacobi: {
    using M = BlockJacobiPreconditioner<Exec, T>;
    return map_of_matrix<T, Exec>(std::make_shared<M>(exec, a, BlockJacobiOptions{choice.block_size}), A, a);
  }
  case PreconditionerKind::chebyshev: {
    ChebyshevOptions const options{choice.degree, choice.largest, choice.ratio};
    return map_of_matrix<T, Exec>(std::make_shared<RenewedChebyshev<T, Exec>>(exec, a, options), A, a);
  }
  case PreconditionerKind::gauss_seidel: {
    using M = GaussSeidelPlan<Exec, T, int, std::int64_t>;
    return map_of_matrix<T, Exec>(std::make_shared<M>(exec, a, choice.gauss_seidel), A, a);
  }
  case PreconditionerKind::triangular:
    return triangular_map<T>(exec, choice.triangular, a, A);
  case PreconditionerKind::incomplete_factor:
    return factor_map<T>(exec, choice.factor, A, a);
  default: {
    auto const m = std::make_shared<JacobiPreconditioner<Exec, T>>(exec, a);
    auto const map = map_of_matrix<T, Exec>(m, A, a);
    map->diagonal = m->diagonal().inverse;
    return map;
  }
  }
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec) \
  template LinearMapPtr make_preconditioner<S, Exec>(Exec const&, PreconditionerChoice const&, Matrix const&);
ARAIOS_RUNTIME_INSTANTIATE_FIELD

}  // namespace Araios::runtime
