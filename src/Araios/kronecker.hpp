// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Kronecker products of two CSR matrices.

#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/kronecker/product.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>
#include <utility>

namespace Araios {

/// C := the Kronecker product of A and B: entry (i mB + k, j nB + l) is op(a, b) for entries (i, j, a) and (k, l, b)
///
/// Offset and Ordinal of C can be named, as in kronecker<std::int64_t>(exec, op, A, B), where those of A and B are too
/// small for C. Otherwise C has the wider Offset and the Ordinal of A and B.
///
/// Shapes        A is mA-by-nA with zA entries, B is mB-by-nB with zB, of one Ordinal; C is (mA mB)-by-(nA nB) with
///               zA zB.
/// Requires      row_maps as checked by `validate`; rows may be unsorted and may repeat columns. op can be called by
///               kernels; its result is the Scalar of C, or Pattern where A and B are, and then it is not called.
/// Order         within a row of C, that of the entries of A, then of B: rows of C are sorted where those of A are
///               strictly sorted and those of B sorted.
/// Cost          `row_map`, `borders` and `fill`, 3 kernels: C is written once, A and B are read from caches. Balanced
///               by rows and by entries of C: neither a long row nor empty ones cost extra.
/// Asynchronous  yes. Allocates C; takes at most 16 bytes per 2,000 entries from `workspace`.
/// Deterministic space to space where op is.
/// Throws        std::invalid_argument when Ordinal cannot count the rows or the columns of C, or Offset its entries;
///               nothing is allocated then.
/// Source        positions in closed form: Orachev et al., SPbLA, 2021, and generators of Kronecker graphs: Leskovec et
///               al., 2010; segments of a tile by load-balancing search as in Baxter, Moderngpu, 2013.
template <class Offset = void, class Ordinal = void, ExecutionSpace Exec, class Op>
auto kronecker(Exec const& exec, Op const& op, CsrOf<Exec> auto const& A, CsrOf<Exec> auto const& B,
               WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(A), decltype(B)>
{
  auto const& a = Impl::as_matrix(A);
  auto const& b = Impl::as_matrix(B);
  using O = OrdinalOf<decltype(A)>;
  using FA = OffsetOf<decltype(A)>;
  using FB = OffsetOf<decltype(B)>;
  using OrdinalOfC = std::conditional_t<std::is_void_v<Ordinal>, O, Ordinal>;
  using OffsetOfC = std::conditional_t<std::is_void_v<Offset>, std::common_type_t<FA, FB>, Offset>;
  static_assert(OffsetType<OffsetOfC> && OrdinalType<OrdinalOfC>,
                "Araios::kronecker: the types named are Offset and Ordinal, as in kronecker<std::int64_t, int>");
  static_assert(sizeof(OffsetOfC) >= sizeof(OrdinalOfC),
                "Araios::kronecker: Offset, which is named first, must be at least as wide as Ordinal");
  Impl::check_operands(exec, "Araios::kronecker", Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region("Araios::kronecker");
  return Impl::kronecker::product<OffsetOfC, OrdinalOfC>(exec, op, a, b, workspace.get(exec));
}

/// The same for the product of numbers; an entry of a Pattern is one, two Patterns give a Pattern.
template <class Offset = void, class Ordinal = void, ExecutionSpace Exec>
auto kronecker(Exec const& exec, CsrOf<Exec> auto const& A, CsrOf<Exec> auto const& B,
               WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(A), decltype(B)>
{
  auto const& a = Impl::as_matrix(A);
  auto const& b = Impl::as_matrix(B);
  return kronecker<Offset, Ordinal>(exec, Times{}, a, b, std::move(workspace));
}

}  // namespace Araios
