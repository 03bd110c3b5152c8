// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps to the numbers of the factors: those of A in the order of the pattern, the shift, the factorization, and a
/// search for bad pivots.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/factor/in_order.hpp>
#include <Araios/operations/factor/options.hpp>
#include <Araios/operations/factor/pattern.hpp>
#include <Araios/operations/factor/rows.hpp>
#include <Araios/operations/factor/sweeps.hpp>
#include <Araios/operations/factor/waiting_cuda.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::factor {

template <class T, class From, class Offset>
struct TakeValues {
  From const* from;
  Offset const* source;
  Offset const* first;  // null: one for each entry
  T* to;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    if (first == nullptr) {
      to[p] = from[source[p]];
      return;
    }
    T all = from[source[first[p]]];
    for (Offset s = first[p] + 1; s < first[p + 1]; ++s) all = sum(all, T(from[source[s]]));
    to[p] = all;
  }
};

/// to[q] := from[index[q]]
template <class T, class Ordinal>
struct Gather {
  Ordinal const* index;
  T const* from;
  T* to;
  KOKKOS_FUNCTION void operator()(std::int64_t q) const { to[q] = from[index[q]]; }
};

template <class T, class Offset>
struct ShiftDiagonal {
  Offset const* diagonal;
  T* values;
  RealPartOf<T> shift;
  KOKKOS_FUNCTION void operator()(std::int64_t q) const {
    T& a = values[diagonal[q]];
    a = sum(a, scaled(a, shift));
  }
};

/// Keeps the lowest row with a fault, as 4 q + its kind.
template <class Rows>
struct FindFault {
  Rows rows;
  typename Rows::T const* values;
  std::int64_t nnz;
  unsigned long long* lowest;

  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    using T = typename Rows::T;
    auto const& pattern = rows.pattern;
    if (t < pattern.num_rows && Rows::is_bad_pivot(values[pattern.diagonal[t]])) keep(t, 0);
    if (t >= nnz || difference(values[t], values[t]) == T(0)) return;  // the difference of NaN, of infinity: NaN
    keep(last_true(std::int64_t(0), pattern.num_rows,
                   [&](std::int64_t row) { return static_cast<std::int64_t>(pattern.row_map[row]) <= t; }),
         1);
  }

 private:
  KOKKOS_FUNCTION void keep(std::int64_t q, int kind) const {
    Kokkos::atomic_fetch_min(lowest, 4 * static_cast<unsigned long long>(q) + static_cast<unsigned long long>(kind));
  }
};

/// The sentence of a status.
inline std::string sentence_of(FactorStatus const& status, FactorOptions const& options) {
  char const* const name = options.kind == FactorKind::ilu ? "ILU(0): " : "IC(0): ";
  switch (status.fault) {
  case FactorFault::none:
    return {};
  case FactorFault::no_diagonal:
    return message(name, "no diagonal entry in row ", status.row);
  case FactorFault::zero_pivot:
    return message(name, "zero pivot in row ", status.row);
  case FactorFault::not_positive:
    return message(name, "pivot ", status.pivot, " in row ", status.row, " is not positive");
  case FactorFault::not_finite:
    break;
  }
  if (options.method == FactorMethod::exact) return message(name, "a number in row ", status.row, " is not finite");
  return message(name, "a number in row ", status.row, " is not finite after ", options.sweeps, " sweeps");
}

/// What is wrong with the factors. Waits.
template <class Exec, class Rows, class Values, class Ordinal, class Space>
FactorStatus find_status(Exec const& exec, Rows const& rows, Values const& values, RowOrder<Ordinal> const& order,
                         Kokkos::View<unsigned long long*, Space> const& found, FactorOptions const& options) {
  std::int64_t const n = rows.pattern.num_rows;
  auto const nnz = static_cast<std::int64_t>(values.extent(0));
  Kokkos::parallel_for("Araios::factor::find_fault", range(exec, n > nnz ? n : nnz),
                       FindFault<Rows>{rows, values.data(), nnz, found.data()});
  auto const numbers = read_back_array<2>(exec, found, "Araios::factor: pivots");
  auto const lowest = static_cast<std::int64_t>(numbers[0]);
  FactorStatus status;
  status.boosted = static_cast<std::int64_t>(numbers[1]);
  if (lowest == 4 * n) return status;
  std::int64_t const q = lowest / 4;
  bool const is_ilu = options.kind == FactorKind::ilu;
  status.fault = lowest % 4 == 1 ? FactorFault::not_finite
                 : is_ilu        ? FactorFault::zero_pivot
                                 : FactorFault::not_positive;
  using Diagonal = Kokkos::View<typename Rows::Offset const*, Space, Kokkos::MemoryUnmanaged>;
  auto const p = static_cast<std::int64_t>(
      read_back(exec, Diagonal(rows.pattern.diagonal, static_cast<std::size_t>(n)), q, "Araios::factor: a bad pivot"));
  status.pivot = static_cast<double>(real_part_of(read_back(exec, values, p, "Araios::factor: a bad pivot")));
  using Order = Kokkos::View<Ordinal const*, Space, Kokkos::MemoryUnmanaged>;
  status.row = order.order == nullptr
                   ? q
                   : read_back(exec, Order(order.order, static_cast<std::size_t>(n)), q, "Araios::factor: a bad pivot");
  status.sentence = sentence_of(status, options);
  return status;
}

/// values := the factors of these values.
template <class Exec, class Rows, class RowMap, class Values, class Ordinal, class Space>
FactorStatus factor_rows(Exec const& exec, Rows const& rows, RowMap const& row_map, Values const& values,
                         RowOrder<Ordinal> const& order, FactorOptions const& options, Workspace<Space>& workspace) {
  std::int64_t const n = rows.pattern.num_rows;
  using Counters = Kokkos::View<unsigned long long*, Space>;
  auto const found = workspace.template take<Counters>(exec, 2);  // the lowest fault, boosted pivots
  auto const taken = workspace.template take<Counters>(exec, 1);
  auto const finished = workspace.template take<Kokkos::View<int*, Space>>(exec, n);
  fill(exec, found, 0ull);
  fill(exec, Kokkos::subview(found, Kokkos::pair<int, int>(0, 1)), static_cast<unsigned long long>(4 * n));
  fill(exec, taken, 0ull);
  fill(exec, finished, 0);
  Progress const progress{taken.data(), found.data() + 1, finished.data()};
  if (options.method == FactorMethod::sweeps)
    factor_by_sweeps(exec, rows, row_map, values, options.sweeps, progress.boosted, workspace);
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  else if constexpr (is_cuda_v<Exec>)
    factor_waiting(exec, rows, values.data(), progress, static_cast<std::int64_t>(values.extent(0)));
#endif
  else
    factor_in_order(exec, rows, values.data(), progress);
  return find_status(exec, rows, values, order, found, options);
}

/// values := the factors of A, whose pattern was made. Waits for the status.
template <class Exec, class Matrix, class Ordinal, class Offset, class Values, class Space>
FactorStatus call(Exec const& exec, Matrix const& A, PatternArrays<Ordinal, Offset, Space> const& made,
                  RowOrder<Ordinal> const& order, Values const& values, FactorOptions const& options,
                  Workspace<Space>& workspace) {
  using T = typename Values::non_const_value_type;
  using Real = RealPartOf<T>;
  using From = typename Matrix::values_type::value_type;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const pattern = made.pattern();
  if (pattern.num_rows == 0) return {};
  Kokkos::parallel_for("Araios::factor::take_values", range(exec, static_cast<std::int64_t>(values.extent(0))),
                       TakeValues<T, std::remove_const_t<From>, Offset>{A.values.data(), made.source.data(),
                                                                        made.first.data(), values.data()});
  if (options.shift != 0)
    Kokkos::parallel_for(
        "Araios::factor::shift", range(exec, pattern.num_rows),
        ShiftDiagonal<T, Offset>{made.diagonal.data(), values.data(), static_cast<Real>(options.shift)});
  Boost<Real> const boost{options.bad_pivot == BadPivot::boost, static_cast<Real>(options.boost_threshold),
                          static_cast<Real>(options.boost_value)};
  if (options.kind == FactorKind::ilu)
    return factor_rows(exec, IluRows<T, Ordinal, Offset>{pattern, boost}, made.row_map, values, order, options,
                       workspace);
  return factor_rows(exec, IcRows<T, Ordinal, Offset>{pattern, boost}, made.row_map, values, order, options, workspace);
}

}  // namespace Araios::Impl::factor
