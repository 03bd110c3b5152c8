// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps to the numbers of the factors: those of A in the order of the pattern, the shift, the factorization, and
/// what is known of bad pivots. Nothing waits before the end.

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
#include <type_traits>

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

/// to[q] := the complex conjugate of from[q]
template <class T>
struct ConjugateElements {
  T const* from;
  T* to;
  KOKKOS_FUNCTION void operator()(std::int64_t q) const { to[q] = conjugate_of(from[q]); }
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

/// Keeps the lowest row with a fault.
template <class Rows>
struct FindFault {
  Rows rows;
  typename Rows::T const* values;
  std::int64_t nnz;
  Progress progress;

  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    using T = typename Rows::T;
    auto const& pattern = rows.pattern;
    if (t < pattern.num_rows && Rows::is_bad_pivot(values[pattern.diagonal[t]])) progress.keep_fault(t, 0);
    if (t >= nnz || difference(values[t], values[t]) == T(0)) return;  // the difference of NaN, of infinity: NaN
    progress.keep_fault(
        last_true(std::int64_t(0), pattern.num_rows,
                  [&](std::int64_t row) { return static_cast<std::int64_t>(pattern.row_map[row]) <= t; }),
        1);
  }
};

struct BeginInOrder {
  Progress progress;
  std::int64_t num_rows;
  KOKKOS_FUNCTION void operator()(std::int64_t q) const {
    if (q == 0) progress.begin(num_rows);
    progress.finished[q] = 0;
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
    if (status.pivot != 0)
      return message(name, "the reciprocal of pivot ", status.pivot, " in row ", status.row, " overflows");
    return message(name, "zero pivot in row ", status.row);
  case FactorFault::not_positive:
    return message(name, "pivot ", status.pivot, " in row ", status.row, " is not positive");
  case FactorFault::not_finite:
    break;
  }
  if (options.method == FactorMethod::exact) return message(name, "a number in row ", status.row, " is not finite");
  return message(name, "a number in row ", status.row, " is not finite after ", options.sweeps, " sweeps");
}

/// The counters of `progress`, on the device.
template <class Space>
using Counters = Kokkos::View<unsigned long long*, Space>;

/// What is wrong with the factors. Waits.
template <class Exec, class Rows, class Values, class Ordinal, class Space>
FactorStatus read_status(Exec const& exec, Rows const& rows, Values const& values, RowOrder<Ordinal> const& order,
                         Counters<Space> const& counters, FactorOptions const& options) {
  std::int64_t const n = rows.pattern.num_rows;
  auto const numbers = read_back_array<3>(exec, counters, "Araios::factor: pivots");
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

/// The numbers of the factors, and what is left in the counters. `take` moves those of A, into `take.to`. by_levels:
/// rows in an order in which they may be factored, null for their own.
template <class Exec, class Rows, class RowMap, class Values, class Take, class Space>
void factor_rows(Exec const& exec, Rows const& rows, RowMap const& row_map,
                 [[maybe_unused]] typename Rows::Ordinal const* by_levels, Values const& values, Take take,
                 FactorOptions const& options, Counters<Space> const& counters, Workspace<Space>& workspace) {
  using T = typename Rows::T;
  std::int64_t const n = rows.pattern.num_rows;
  auto const nnz = static_cast<std::int64_t>(values.extent(0));
  Progress progress{counters.data(), counters.data() + 1, counters.data() + 2, nullptr};
  auto const shift = [&] {
    if (options.shift != 0)
      Kokkos::parallel_for("Araios::factor::shift", range(exec, n),
                           ShiftDiagonal<T, typename Rows::Offset>{rows.pattern.diagonal, take.to,
                                                                   static_cast<RealPartOf<T>>(options.shift)});
  };
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    if (options.method == FactorMethod::exact) {
      take.to = workspace.template take<Kokkos::View<T*, Space>>(exec, nnz).data();
      Kokkos::parallel_for("Araios::factor::begin", range(exec, nnz),
                           BeginWaiting<Take, T>{take, values.data(), progress, n});
      shift();
      return factor_waiting(exec, rows, by_levels, take.to, values.data(), progress, nnz);
    }
  }
#endif
  Kokkos::parallel_for("Araios::factor::take_values", range(exec, nnz), take);
  shift();
  auto const finished = workspace.template take<Kokkos::View<int*, Space>>(exec, n);
  progress.finished = finished.data();
  Kokkos::parallel_for("Araios::factor::begin", range(exec, n), BeginInOrder{progress, n});
  if (options.method == FactorMethod::sweeps)
    factor_by_sweeps(exec, rows, row_map, values, options.sweeps, progress.boosted, workspace);
  else
    factor_in_order(exec, rows, values.data(), progress);
  Kokkos::parallel_for("Araios::factor::find_fault", range(exec, n > nnz ? n : nnz),
                       FindFault<Rows>{rows, values.data(), nnz, progress});
}

/// values := the factors of A, whose pattern was made. Calls `then`, which launches what follows, and waits for the
/// status.
template <class Exec, class Matrix, class Ordinal, class Offset, class Values, class Then, class Space>
FactorStatus call(Exec const& exec, Matrix const& A, PatternArrays<Ordinal, Offset, Space> const& made,
                  RowOrder<Ordinal> const& order, Ordinal const* by_levels, Values const& values,
                  FactorOptions const& options, Then const& then, Workspace<Space>& workspace) {
  using T = typename Values::non_const_value_type;
  using Real = RealPartOf<T>;
  using From = std::remove_const_t<typename Matrix::values_type::value_type>;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const pattern = made.pattern();
  if (pattern.num_rows == 0) return {};
  TakeValues<T, From, Offset> const take{A.values.data(), made.source.data(), made.first.data(), values.data()};
  Boost<Real> const boost{options.bad_pivot == BadPivot::boost, static_cast<Real>(options.boost_threshold),
                          static_cast<Real>(options.boost_value)};
  auto const counters = workspace.template take<Counters<Space>>(exec, 3);
  auto const run = [&](auto const& rows) {
    factor_rows(exec, rows, made.row_map, by_levels, values, take, options, counters, workspace);
    then();
    return read_status(exec, rows, values, order, counters, options);
  };
  if (options.kind == FactorKind::ilu) return run(IluRows<T, Ordinal, Offset>{pattern, boost});
  return run(IcRows<T, Ordinal, Offset>{pattern, boost});
}

}  // namespace Araios::Impl::factor
