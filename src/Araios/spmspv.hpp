// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMSpV: a sparse matrix times a sparse vector.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/spmspv/by_rows.hpp>
#include <Araios/operations/spmspv/products.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

namespace Impl::spmspv {

/// The lengths of the columns of A at the indices of x.
template <class ColMap, class Indices>
struct NamedLengths {
  ColMap col_map;
  Indices indices;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t p) const {
    auto const j = indices(p);
    return static_cast<std::int64_t>(col_map(j + 1)) - static_cast<std::int64_t>(col_map(j));
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(indices.extent(0)); }
};

/// Product q: an entry of the column that x names. On entry rows(q) is the entry of x, on exit the row of the product.
template <SemiringType Semiring, class Matrix, class X, class Offsets, class Rows, class Products>
struct ExpandProducts {
  Matrix A;
  X x;
  Offsets offsets;
  Rows rows;
  Products products;

  KOKKOS_FUNCTION void operator()(std::int64_t q) const {
    auto const p = rows(q);
    auto const e = static_cast<std::int64_t>(A.col_map(x.indices(p))) + (q - offsets(p));
    rows(q) = A.entries(e);
    products(q) = spmspv_first_term<Semiring, typename Products::value_type>(A.values(e), x.values(p));
  }
};

template <class Given, class A, class X>
using SpmspvScalar =
    std::conditional_t<!std::is_void_v<Given>, Given,
                       std::conditional_t<is_pattern_v<X>, std::remove_const_t<A>, std::remove_const_t<X>>>;

/// The semiring is one over the elements of y. Where these are Patterns, nothing is computed.
template <class Semiring, class Scalar>
concept SemiringOfResult = is_pattern_v<Scalar> || SemiringOver<Semiring, Scalar>;

}  // namespace Impl::spmspv

/// y := A x for sparse x, in the arithmetic of a semiring; y is a sparse vector with an entry for each row that has an
/// entry in a column at an index of x
///
/// T is the type of y, of products and of sums: by default that of x, or that of A where x is a Pattern. Where both are
/// Patterns, so is y, and nothing is computed.
///
/// Shapes        A is m-by-n by columns; x has n elements, y has m. f is the number of products: the sum of the lengths
///               of the columns at the indices of x.
/// Requires      A as checked by its `validate`; indices of x in [0, n), in any order. A repeated index counts each
///               time; x with so many that they name 16 times as many products as A and x have entries is refused.
/// Order         y is sorted, without duplicates. Explicit zeros and sums that cancel are entries.
/// Cost          proportional to f, independent of n and of the other columns of A: the products are written
///               (distributed by products, not by columns), sorted by row (`radix_sort`, bits of m - 1) and summed by
///               runs; about 10 kernels more.
/// Asynchronous  no: two fences, to read f and the number of entries of y. Allocates y; takes 2 f times (an index and a
///               T), f + 1 indices, 8 bytes per entry of x, and the workspace of the sort from `workspace`.
/// Deterministic thread count: a sum is in the order of x, divided at positions that depend on f alone.
/// Throws        std::invalid_argument when the lengths disagree, or indices of x repeat too often (see Requires).
/// Source        expand, sort, compress: Bell, Dalton and Olson, 2012, for one column; the semirings are those of
///               GraphBLAS.
template <SemiringType Semiring = PlusTimes, class T = void, ExecutionSpace Exec>
auto spmspv(Exec const& exec, CscOf<Exec> auto const& A, SparseVectorOf<Exec> auto const& x,
            WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(A), decltype(x)> &&
           Impl::spmspv::SemiringOfResult<
               Semiring,
               Impl::spmspv::SpmspvScalar<T, ScalarOf<decltype(A)>,
                                          std::remove_const_t<typename Impl::VectorType<decltype(x)>::Scalar>>>
{
  auto const& a = Impl::as_matrix(A);
  using SA = typename Impl::MatrixType<decltype(A)>::Scalar;
  using O = OrdinalOf<decltype(A)>;
  using F = OffsetOf<decltype(A)>;
  using MA = typename Impl::MatrixType<decltype(A)>::memory_space;
  using SX = typename Impl::VectorType<decltype(x)>::Scalar;
  using MX = typename Impl::VectorType<decltype(x)>::memory_space;
  using Space = typename Exec::memory_space;
  using Scalar = Impl::spmspv::SpmspvScalar<T, SA, SX>;
  using Result = SparseVector<Scalar, O, Space>;
  using Indices = Kokkos::View<O*, Space>;
  using Values = ValuesViewOf<Scalar, Space>;
  using Offsets = Kokkos::View<std::int64_t*, Space>;
  Impl::check_equal(x.length(), a.num_cols(), "Araios::spmspv: length of x, columns of A");
  Impl::check_operands(exec, "Araios::spmspv", Impl::Operand("A", a), Impl::Operand("x", x));
  Impl::ScopedRegion const region("Araios::spmspv");
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  std::int64_t const m = a.num_rows();
  std::int64_t const named = x.nnz();
  std::int64_t products = 0;
  auto const offsets = space.template take<Offsets>(exec, named + 1);
  if (named > 0 && a.nnz() > 0) {
    exclusive_scan(exec, Impl::spmspv::NamedLengths<decltype(a.col_map), decltype(x.indices)>{a.col_map, x.indices},
                   offsets, {}, space);
    products = Araios::read_back(exec, offsets, named, "Araios::spmspv: the number of products is on the host");
    std::int64_t const max_products = 16 * (static_cast<std::int64_t>(a.nnz()) + named);
    Impl::check(products <= max_products, "Araios::spmspv: x repeats indices: its ", named, " entries name ", products,
                " products, more than 16 times the entries of A and x (", max_products,
                "); sum the entries of x first");
  }
  if (products == 0) return Result(m, allocate_sparse_vector<Scalar, O>(exec, "Araios::spmspv", 0));

  auto const rows = space.template take<Indices>(exec, products);
  auto const values = space.template take_values<Values>(exec, products);
  auto const sorted_rows = space.template take<Indices>(exec, products);
  auto const sorted_values = space.template take_values<Values>(exec, products);
  pointers_to_index(exec, offsets, rows);
  Kokkos::parallel_for("Araios::spmspv::products", Araios::range(exec, products),
                       Impl::spmspv::ExpandProducts<Semiring, CscMatrix<SA, O, F, MA>, SparseVector<SX, O, MX>, Offsets,
                                                    Indices, Values>{a, x, offsets, rows, values});
  radix_sort(exec, rows, values, NoValues{}, sorted_rows, sorted_values, NoValues{}, {.key_bits = Impl::bits_for(m)},
             space);
  return Impl::spmspv::sum_rows<Semiring>(exec, m, sorted_rows, sorted_values, space);
}

/// y := A x for sparse x and a matrix by rows: the entries of A that x meets are found by reading all of them
///
/// For matrices without storage by columns, and for x of many entries. The result has the entries of the form above.
///
/// Shapes        A is m-by-n by rows; x has n elements, y has m.
/// Requires      A as checked by its `validate`; x strictly sorted.
/// Order         y is sorted, without duplicates. Explicit zeros, of x too, and sums that cancel are entries.
/// Cost          proportional to m, n and the entries of A. Hosts: a work item for each row, a scan, and three kernels over
///               vectors. GPU: two kernels and a scan over the entries, balanced by entries; the products are written,
///               and summed as in the form above, without a sort.
/// Asynchronous  no: one fence, to read the number of entries of y; on a GPU two. Allocates y; takes n Ordinals and, on a
///               host, m times (a byte, a T and an Ordinal), on a GPU an Offset per entry of A and, for each product, two
///               indices and a T, from `workspace`.
/// Deterministic thread count: a sum is in the order of the row of A, divided at positions that depend on A and x alone.
/// Throws        std::invalid_argument when the lengths disagree.
template <SemiringType Semiring = PlusTimes, class T = void, ExecutionSpace Exec>
auto spmspv(Exec const& exec, CsrOf<Exec> auto const& A, SparseVectorOf<Exec> auto const& x,
            WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(A), decltype(x)> &&
           Impl::spmspv::SemiringOfResult<
               Semiring,
               Impl::spmspv::SpmspvScalar<T, ScalarOf<decltype(A)>,
                                          std::remove_const_t<typename Impl::VectorType<decltype(x)>::Scalar>>>
{
  auto const& a = Impl::as_matrix(A);
  using SA = typename Impl::MatrixType<decltype(A)>::Scalar;
  using O = OrdinalOf<decltype(A)>;
  using SX = typename Impl::VectorType<decltype(x)>::Scalar;
  using Space = typename Exec::memory_space;
  using Scalar = Impl::spmspv::SpmspvScalar<T, SA, SX>;
  Impl::check_equal(x.length(), a.num_cols(), "Araios::spmspv: length of x, columns of A");
  Impl::check_operands(exec, "Araios::spmspv", Impl::Operand("A", a), Impl::Operand("x", x, Order::strict));
  Impl::ScopedRegion const region("Araios::spmspv");
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  if (x.nnz() == 0 || a.nnz() == 0)
    return SparseVector<Scalar, O, Space>(a.num_rows(), allocate_sparse_vector<Scalar, O>(exec, "Araios::spmspv", 0));
  auto const positions = space.template take<Kokkos::View<O*, Space>>(exec, a.num_cols());
  Araios::fill(exec, positions, O(-1));
  Impl::spmspv::fill_positions(exec, x.indices, positions);
  if constexpr (Araios::is_gpu_v<Exec>)
    return Impl::spmspv::multiply_entries<Scalar, Semiring>(exec, a, x, positions, space);
  else
    return Impl::spmspv::multiply_each_row<Scalar, Semiring>(exec, a, x, positions, space);
}

}  // namespace Araios
