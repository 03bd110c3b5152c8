// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for JDS matrices: one thread per stored row, as spmv/padded.hpp, but stored rows end where their diagonals end.
///
/// Diagonal k has an entry of stored row i while diagonal_offsets(k) + i < diagonal_offsets(k + 1), so no lengths are
/// read; the offsets of a group of diagonals are the same for all threads and come from the cache. Stored rows are
/// sorted by length, so the threads of a warp end at about the same time. y is not in this order: each element is
/// written to its own position.
///
/// Bytes: k (Ordinal + Scalar) + m Ordinal + what is read of x + m * 32 (y, one sector per element in the worst case).

#include <Araios/collective/lanes.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/formats/jds.hpp>
#include <Araios/formats/layout/padded.hpp>
#include <Araios/operations/spmv/padded.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::spmv {

template <SemiringType Semiring, class Offsets, class Permutation, class Entries, class Values, class X, class Output>
struct SpmvJdsLines {
  using T = typename Output::value_type;
  using Ordinal = typename Entries::non_const_value_type;
  using Scalar = typename Values::non_const_value_type;
  using Element = typename X::non_const_value_type;
  static constexpr int group = spmv_padded_group<Ordinal, Scalar>;

  JdsLayout<Offsets, Permutation> layout;
  Entries entries;
  Values values;
  X x;
  Output out;

  /// sum := sum + the entries of the stored row in diagonals k .. k + group - 1. False: the row has ended.
  KOKKOS_INLINE_FUNCTION bool add_group(std::int64_t line, std::int64_t k, std::int64_t diagonals, T& sum) const {
    Ordinal column[std::size_t(group)];
    Scalar value[std::size_t(group)];
    Element element[std::size_t(group)];
    std::int64_t offset[std::size_t(group + 1)];
    ARAIOS_UNROLL
    for (int u = 0; u <= group; ++u)
      offset[u] = static_cast<std::int64_t>(layout.diagonal_offsets(k + u < diagonals ? k + u : diagonals));
    ARAIOS_UNROLL
    for (int u = 0; u < group; ++u) {
      bool const inside = offset[u] + line < offset[u + 1];
      column[u] = inside ? entries(offset[u] + line) : Ordinal(-1);
      value[u] = inside ? values(offset[u] + line) : Scalar();
    }
    ARAIOS_UNROLL
    for (int u = 0; u < group; ++u) element[u] = column[u] >= 0 ? static_cast<Element>(x(column[u])) : Element();
    ARAIOS_UNROLL
    for (int u = 0; u < group; ++u)
      if (column[u] >= 0) sum = Semiring::add(sum, spmv_term<Semiring, T>(value[u], element[u]));
    return column[group - 1] >= 0;
  }

  KOKKOS_FUNCTION void operator()(std::int64_t line) const {
    T sum = Semiring::template zero<T>();
    std::int64_t const diagonals = static_cast<std::int64_t>(layout.diagonal_offsets.extent(0)) - 1;
    for (std::int64_t k = 0; k < diagonals && add_group(line, k, diagonals, sum); k += group) {
    }
    out.store(layout.row(line), sum);
  }
};

template <class Layout, class Entries, class Values, class Visitor>
struct VisitJds {
  Layout layout;
  Entries entries;
  Values values;
  Visitor visitor;

  KOKKOS_FUNCTION void operator()(std::int64_t line) const {
    std::int64_t const row = layout.row(line);
    std::int64_t const length = layout.length(line);
    for (std::int64_t k = 0; k < length; ++k) {
      std::int64_t const position = layout.position(line, k);
      visitor(row, entries(position), values(position));
    }
  }
};

template <class S, class O, class F, class M>
struct Spmv<JdsMatrix<S, O, F, M>> {
  using Matrix = JdsMatrix<S, O, F, M>;
  using Offsets = typename Matrix::diagonal_offsets_type;
  using Permutation = typename Matrix::permutation_type;
  using Entries = typename Matrix::entries_type;
  using Values = typename Matrix::values_type;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>&) {
    using Lines = SpmvJdsLines<Semiring, Offsets, Permutation, Entries, Values, X, Output>;
    Kokkos::parallel_for("Araios::spmv::jds", range(exec, A.num_rows()),
                         Lines{layout_of(A), A.entries, A.values, x, out});
  }

  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, Matrix const& A, Visitor const& visitor) {
    auto const layout = layout_of(A);
    Kokkos::parallel_for(
        label, range(exec, A.num_rows()),
        VisitJds<JdsLayout<Offsets, Permutation>, Entries, Values, Visitor>{layout, A.entries, A.values, visitor});
  }
};

}  // namespace Araios::Impl::spmv
