// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sparse vectors with dense ones and with each other: axpy, dot products, gather and scatter.
///
/// Sums and unions of two sparse vectors are in elementwise.hpp, conversions in dense.hpp, products with a sparse matrix
/// in spmspv.hpp.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/vector/dot.hpp>
#include <Araios/operations/vector/scatter.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// A View of rank 0: one number that kernels write.
template <class T>
concept ScalarView = Kokkos::is_view<T>::value && int(T::rank) == 0;

/// y := y + alpha x, for sparse x and dense y
///
/// Shapes        x and y have n elements.
/// Requires      indices of x in [0, n), none twice; in any order. Entries of a Pattern are one.
/// Cost          one kernel: reads x, reads and writes k elements of y. Sums are made in the type of y.
/// Asynchronous  yes; allocates nothing.
/// Deterministic thread count.
/// Throws        std::invalid_argument when the lengths disagree, or y overlaps an array of x.
template <ExecutionSpace Exec, class Alpha, VectorView Y, SparseVectorOf<Exec> X>
  requires Accesses<Exec, Y>
ARAIOS_NOT_INLINED void axpy(Exec const& exec, Alpha const& alpha, X const& x, Y const& y) {
  using T = typename Y::non_const_value_type;
  static_assert(std::is_same_v<T, typename Y::value_type>, "axpy: y is written and cannot be const");
  Impl::check_equal(y.extent(0), x.length(), "Araios::axpy: length of y, length of x");
  Impl::check_disjoint_from_arrays("Araios::axpy", y, "y", x, "x");
  Impl::check_operands(exec, "Araios::axpy", Impl::Operand("x", x));
  if (x.nnz() == 0) return;
  T const factor = static_cast<T>(alpha);
  Kokkos::parallel_for(
      "Araios::axpy", Araios::range(exec, x.nnz()), KOKKOS_LAMBDA(std::int64_t p) {
        auto const i = x.indices(p);
        y(i) = PlusTimes::add(static_cast<T>(y(i)), Impl::vector::scaled<T>(factor, x.values(p)));
      });
}

namespace Impl::vector {

/// result := x . y for dense y, or sparse y.
template <bool Conjugate, class Exec, class S, class O, class M, class Y, class Result>
void dot_into(Exec const& exec, SparseVector<S, O, M> const& x, Y const& y, Result const& result,
              WorkspaceFor<Exec>& workspace) {
  using T = typename Result::non_const_value_type;
  using X = SparseVector<S, O, M>;
  static_assert(std::is_same_v<T, typename Result::value_type>, "dot: the result is written and cannot be const");
  check_memory(result, "Araios::dot: result");
  check_disjoint_from_arrays("Araios::dot", result, "result", x, "x");
  if constexpr (VectorView<Y>)
    check_operands(exec, "Araios::dot", Operand("x", x));
  else
    check_operands(exec, "Araios::dot", Operand("x", x, Order::strict), Operand("y", y, Order::strict));
  ScopedRegion const region("Araios::dot");
  typename Workspace<typename Exec::memory_space>::Frame const frame(workspace.get(exec));
  if constexpr (VectorView<Y>) {
    check_equal(y.extent(0), x.length(), "Araios::dot: length of y, length of x");
    check_disjoint("Araios::dot", result, "result", y, "y");
    sum_terms<Plus>(exec, "Araios::dot", SparseDenseTerms<T, Conjugate, X, Y>{x, y}, x.nnz(), SumShape::block, result,
                    workspace.get(exec));
  } else {
    check_equal(y.length(), x.length(), "Araios::dot: length of y, length of x");
    check_disjoint_from_arrays("Araios::dot", result, "result", y, "y");
    if (x.nnz() <= y.nnz())
      sum_terms<Plus>(exec, "Araios::dot", CommonTerms<T, Conjugate, false, X, Y>{x, y},
                      tiles_for(x.nnz(), common_chunk), SumShape::chains, result, workspace.get(exec));
    else
      sum_terms<Plus>(exec, "Araios::dot", CommonTerms<T, false, Conjugate, Y, X>{y, x},
                      tiles_for(y.nnz(), common_chunk), SumShape::chains, result, workspace.get(exec));
  }
}

template <class Y>
struct DotOperand {
  using type = typename Y::non_const_value_type;
};
template <class S, class O, class M>
struct DotOperand<SparseVector<S, O, M>> {
  using type = S;
};

/// The same, copied to the host.
template <bool Conjugate, class T, class Exec, class X, class Y>
T dot_to_host(Exec const& exec, X const& x, Y const& y, WorkspaceFor<Exec>& workspace) {
  using Space = typename Exec::memory_space;
  typename Workspace<Space>::Frame const frame(workspace.get(exec));
  auto const storage = workspace.get(exec).template take<Kokkos::View<T*, Space>>(exec, 1);
  Kokkos::View<T, Space, Kokkos::MemoryUnmanaged> const result(storage.data());
  dot_into<Conjugate>(exec, x, y, result, workspace);
  return Araios::read_back(exec, result, "Araios::dot: the result is on the host");
}

template <class X, class Y>
using DotDefault = DotScalar<typename DotOperand<X>::type, typename DotOperand<Y>::type>;

}  // namespace Impl::vector

/// The types of the second factor of a dot product, with the index type of the first: a dense View or a SparseVector.
template <class Y, class X>
concept DotFactor = VectorView<Y> || requires {
  typename Y::Scalar;
  requires std::same_as<Y, SparseVector<typename Y::Scalar, typename X::Ordinal, typename Y::memory_space>>;
};

/// result := sum of x_i y_i over the entries of sparse x; y is dense, or sparse
///
/// Shapes        x and y have n elements; result is a View of rank 0.
/// Requires      dense y: indices of x in [0, n), in any order. Sparse y: indices of both in [0, n), sorted, none
///               twice. Entries of a Pattern are one: two Patterns give the number of indices that they share.
/// Sums          use the type of result, to which the factors are converted.
/// Cost          one kernel for up to 8,192 entries of x (of the shorter vector 2,048), else two, and more from 16
///               million entries on. Dense: reads x and k elements of y. Sparse: each
///               entry of the shorter vector is searched for in the longer from the position of its predecessor, so
///               k_shorter times the logarithm of k_longer / k_shorter probes: about a merge for equal lengths,
///               less for others.
/// Asynchronous  yes; takes a number for each 8,192 entries of x (of the shorter vector 2,048)
///               from `workspace`.
/// Deterministic thread count: the order of sums depends on k alone.
/// Throws        std::invalid_argument when the lengths disagree, result is a null pointer, or it overlaps an array of
///               x or y.
template <ExecutionSpace Exec, SparseVectorOf<Exec> X, DotFactor<X> Y, ScalarView Result>
  requires Accesses<Exec, Y, Result>
void dot(Exec const& exec, X const& x, Y const& y, Result const& result, WorkspaceFor<Exec> workspace = {}) {
  Impl::vector::dot_into<false>(exec, x, y, result, workspace);
}

/// The same with the conjugates of x: result := sum of conj(x_i) y_i.
template <ExecutionSpace Exec, SparseVectorOf<Exec> X, DotFactor<X> Y, ScalarView Result>
  requires Accesses<Exec, Y, Result>
void dotc(Exec const& exec, X const& x, Y const& y, Result const& result, WorkspaceFor<Exec> workspace = {}) {
  Impl::vector::dot_into<true>(exec, x, y, result, workspace);
}

/// The sum of x_i y_i over the entries of sparse x, on the host; y is dense, or sparse
///
/// Shapes, Requires, Cost, Deterministic, Throws   as `dot` into a View. Sums use the wider of the two types.
/// Asynchronous  no: one fence, to read the result. Takes one number more from `workspace`.
template <ExecutionSpace Exec, SparseVectorOf<Exec> X, DotFactor<X> Y>
  requires Accesses<Exec, Y>
auto dot(Exec const& exec, X const& x, Y const& y, WorkspaceFor<Exec> workspace = {}) {
  return Impl::vector::dot_to_host<false, Impl::vector::DotDefault<Impl::VectorType<X>, Y>>(exec, x, y, workspace);
}

/// The same with the conjugates of x.
template <ExecutionSpace Exec, SparseVectorOf<Exec> X, DotFactor<X> Y>
  requires Accesses<Exec, Y>
auto dotc(Exec const& exec, X const& x, Y const& y, WorkspaceFor<Exec> workspace = {}) {
  return Impl::vector::dot_to_host<true, Impl::vector::DotDefault<Impl::VectorType<X>, Y>>(exec, x, y, workspace);
}

/// values of x := the elements of y at the indices of x
///
/// Shapes        x and y have n elements.
/// Requires      indices of x in [0, n), in any order, repeated or not.
/// Cost          one kernel: reads the indices and k elements of y, writes k values.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the lengths disagree, an array of x overlaps y, or those of x overlap.
template <ExecutionSpace Exec, VectorView Y, SparseVectorOf<Exec> X>
  requires Accesses<Exec, Y>
ARAIOS_NOT_INLINED void gather(Exec const& exec, Y const& y, X const& x) {
  using S = typename Impl::VectorType<X>::Scalar;
  static_assert(!std::is_const_v<S> && !is_pattern_v<S>, "gather: x must have values that can be written");
  Impl::check_equal(y.extent(0), x.length(), "Araios::gather: length of y, length of x");
  Impl::check_disjoint_from_arrays("Araios::gather", y, "y", x, "x");
  Impl::check_disjoint("Araios::gather", x.values, "values", x.indices, "indices", "x", "x");
  Impl::check_operands(exec, "Araios::gather", Impl::Operand("x", x));
  if (x.nnz() == 0) return;
  Kokkos::parallel_for(
      "Araios::gather", Araios::range(exec, x.nnz()),
      KOKKOS_LAMBDA(std::int64_t p) { x.values(p) = static_cast<S>(y(x.indices(p))); });
}

/// The same, and then those elements of y := 0; the indices may not repeat.
template <ExecutionSpace Exec, VectorView Y, SparseVectorOf<Exec> X>
  requires Accesses<Exec, Y>
ARAIOS_NOT_INLINED void gather_zero(Exec const& exec, Y const& y, X const& x) {
  using S = typename Impl::VectorType<X>::Scalar;
  using T = typename Y::value_type;
  static_assert(!std::is_const_v<S> && !is_pattern_v<S>, "gather_zero: x must have values that can be written");
  static_assert(!std::is_const_v<T>, "gather_zero: y is written and cannot be const");
  Impl::check_equal(y.extent(0), x.length(), "Araios::gather_zero: length of y, length of x");
  Impl::check_disjoint_from_arrays("Araios::gather_zero", y, "y", x, "x");
  Impl::check_disjoint("Araios::gather_zero", x.values, "values", x.indices, "indices", "x", "x");
  Impl::check_operands(exec, "Araios::gather_zero", Impl::Operand("x", x));
  if (x.nnz() == 0) return;
  Kokkos::parallel_for(
      "Araios::gather_zero", Araios::range(exec, x.nnz()), KOKKOS_LAMBDA(std::int64_t p) {
        auto const i = x.indices(p);
        x.values(p) = static_cast<S>(y(i));
        y(i) = T(0);
      });
}

/// The elements of y at the indices of x := the values of x; entries of a Pattern are one
///
/// Shapes        x and y have n elements.
/// Requires      indices of x in [0, n), none twice; in any order.
/// Cost          one kernel: reads x, writes k elements of y.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the lengths disagree, or y overlaps an array of x.
template <ExecutionSpace Exec, VectorView Y, SparseVectorOf<Exec> X>
  requires Accesses<Exec, Y>
void scatter(Exec const& exec, X const& x, Y const& y) {
  using T = typename Y::value_type;
  static_assert(!std::is_const_v<T>, "scatter: y is written and cannot be const");
  Impl::check_equal(y.extent(0), x.length(), "Araios::scatter: length of y, length of x");
  Impl::check_disjoint_from_arrays("Araios::scatter", y, "y", x, "x");
  Impl::check_operands(exec, "Araios::scatter", Impl::Operand("x", x));
  Impl::vector::scatter(exec, x, y);
}

}  // namespace Araios
