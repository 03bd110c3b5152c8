// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Gauss-Seidel by colours: rows of one colour are no neighbours, so all of them read what earlier colours have
/// written.
///
/// One thread computes a row, and adds its products in the order of the entries, each rounded. So a sweep has the bits
/// of the serial one over the rows in the order of their colours. Bytes of a sweep: A and b once, x written once and
/// read through the caches, a number and an Ordinal per row.

#include <Araios/core/arithmetic.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/gauss_seidel/options.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace Araios::Impl::gauss_seidel {

/// inverses(i) := 1 / a_ii, a sum where it has duplicates, and NaN where there is none. The lowest row without, and the
/// lowest whose sum has no reciprocal, are kept.
template <class Matrix, class Inverses, class Faults>
struct InvertDiagonal {
  Matrix A;
  Inverses inverses;
  Faults faults;  // missing, zero
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    using T = typename Inverses::non_const_value_type;
    T diagonal(0);
    bool is_missing = true;
    for (auto p = A.row_map(i); p < A.row_map(i + 1); ++p) {
      if (static_cast<std::int64_t>(A.entries(p)) != i) continue;
      if constexpr (is_pattern_v<typename Matrix::Scalar>)
        diagonal = sum(diagonal, T(1));
      else
        diagonal = sum(diagonal, T(A.values(p)));
      is_missing = false;
    }
    if (!has_reciprocal(diagonal)) {
      Kokkos::atomic_fetch_min(&faults(is_missing ? 0 : 1), static_cast<typename Faults::value_type>(i));
      inverses(i) = not_a_number<T>();
    } else {
      inverses(i) = reciprocal(diagonal);
    }
  }
};

/// The lowest rows without a diagonal entry, and with one that has no reciprocal; the number of rows where there is none.
struct DiagonalFaults {
  std::int64_t missing, zero;
};

/// The inverses of the diagonal entries; those of a pattern are 1. Waits.
template <class Exec, class Matrix, class Inverses, class Space>
DiagonalFaults find_inverses(Exec const& exec, Matrix const& A, Inverses const& inverses, Workspace<Space>& workspace) {
  using Faults = Kokkos::View<std::int64_t*, Space>;
  std::int64_t const n = A.num_rows();
  if (n == 0) return {0, 0};
  typename Workspace<Space>::Frame const frame(workspace);
  auto const faults = workspace.template take<Faults>(exec, 2);
  fill(exec, faults, n);
  Kokkos::parallel_for("Araios::gauss_seidel::invert_diagonal", range(exec, n),
                       InvertDiagonal<Matrix, Inverses, Faults>{A, inverses, faults});
  auto const [missing, zero] = read_back_array<2>(exec, faults, "Araios::gauss_seidel: faults of the diagonal");
  return {missing, zero};
}
/// The same; throws where an entry is missing or has no reciprocal.
template <class Exec, class Matrix, class Inverses, class Space>
void invert_diagonal(Exec const& exec, char const* function, Matrix const& A, Inverses const& inverses,
                     Workspace<Space>& workspace) {
  std::int64_t const n = A.num_rows();
  auto const [missing, zero] = find_inverses(exec, A, inverses, workspace);
  check(missing == n || missing > zero, function, ": no diagonal entry in row ", missing);
  check(zero == n, function, ": the diagonal entry of row ", zero, " is 0, or its reciprocal overflows");
}

/// x_i := x_i + omega (b_i - sum of a_ij x_j over j != i - x_i a_ii) / a_ii for rows i of one colour.
template <class T, class Ordinal, class Offset>
struct SweepColor {
  Offset const* row_map;
  Ordinal const* entries;
  T const* values;
  Ordinal const* rows;
  T const* inverses;
  T const* b;
  T* x;
  RealPartOf<T> omega;

  KOKKOS_FUNCTION void operator()(std::int64_t q) const {
    Ordinal const i = rows[q];
    T left = b[i];
    for (Offset p = row_map[i]; p < row_map[i + 1]; ++p)
      if (Ordinal const j = entries[p]; j != i) left = subtract_product(left, values[p], x[j]);
    T const solved = product(left, inverses[i]);
    x[i] = omega == RealPartOf<T>(1) ? solved : sum(x[i], scaled(difference(solved, x[i]), omega));
  }
};

/// Sweeps over the colours; offsets: where each begins in the rows of `body`.
template <class Exec, class Body>
void sweep(Exec const& exec, Sweep order, std::vector<std::int64_t> const& offsets, Body const& body) {
  auto const colors = static_cast<std::int64_t>(offsets.size()) - 1;
  auto const launch = [&](std::int64_t c) {
    auto of_color = body;
    auto const at = static_cast<std::size_t>(c);
    of_color.rows += offsets[at];
    Kokkos::parallel_for("Araios::gauss_seidel::color", range(exec, offsets[at + 1] - offsets[at]), of_color);
  };
  if (order != Sweep::backward)
    for (std::int64_t c = 0; c < colors; ++c) launch(c);
  if (order == Sweep::forward) return;
  // The last colour again would give what it gave, unless it moves by a part of the way.
  bool const repeats = order == Sweep::backward || body.omega != 1;
  for (std::int64_t c = repeats ? colors : colors - 1; c-- > 0;) launch(c);
}

}  // namespace Araios::Impl::gauss_seidel
