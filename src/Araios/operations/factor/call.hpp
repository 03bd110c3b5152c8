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
#include <Araios/operations/factor/upper.hpp>
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
  RealPartOf<T> shift;  // this times the diagonal is added to it

  KOKKOS_FUNCTION T value(Offset p) const {
    if (first == nullptr) return from[source[p]];
    T all = from[source[first[p]]];
    for (Offset s = first[p] + 1; s < first[p + 1]; ++s) all = sum(all, T(from[source[s]]));
    return all;
  }
  KOKKOS_FUNCTION T value(Offset p, bool is_on_diagonal) const {
    T const a = value(p);
    return is_on_diagonal && shift != 0 ? sum(a, scaled(a, shift)) : a;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t p) const { to[p] = value(static_cast<Offset>(p)); }
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

template <class T, class Offset>
struct InvertDiagonal {
  Offset const* diagonal;
  T const* values;
  Inverses<T> inverses;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { inverses.store(i, values[diagonal[i]]); }
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
    return message(name, "zero pivot in row ", status.row);
  case FactorFault::not_positive:
    return message(name, "pivot ", status.pivot, " in row ", status.row, " is not positive");
  case FactorFault::not_finite:
    break;
  }
  if (options.method == FactorMethod::exact) return message(name, "a number in row ", status.row, " is not finite");
  return message(name, "a number in row ", status.row, " is not finite after ", options.sweeps, " sweeps");
}

/// The counters of Progress.
template <class Space>
using Counters = Kokkos::View<unsigned long long*, Space>;

/// What is wrong with the factors, by the lowest fault and the number of boosted pivots.
template <class Exec, class Rows, class Values, class Ordinal>
FactorStatus status_of(Exec const& exec, Rows const& rows, Values const& values, RowOrder<Ordinal> const& order,
                       unsigned long long lowest_fault, unsigned long long boosted, FactorOptions const& options) {
  using Space = typename Values::memory_space;
  std::int64_t const n = rows.pattern.num_rows;
  auto const lowest = static_cast<std::int64_t>(lowest_fault);
  FactorStatus status;
  status.boosted = static_cast<std::int64_t>(boosted);
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

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// The numbers of the factors and of U, and the inverses, exactly, by one kernel; `found` has what is wrong with them.
template <class Exec, class Rows, class Values, class Take, class Upper, class Found, class Space>
void factor_exactly(Exec const& exec, Rows const& rows, Values const& values, Take const& take, Upper const& upper,
                    Inverses<typename Rows::T> const& inverses, Found const& found, Workspace<Space>& workspace) {
  auto const nnz = static_cast<std::int64_t>(values.extent(0));
  auto const a = workspace.template take<Kokkos::View<typename Rows::T*, Space>>(exec, nnz);
  auto const taken = workspace.template take<Counters<Space>>(exec, 1);
  UpperRows<Rows> awaited{rows.pattern.diagonal, rows.pattern.entries, values.data(), nullptr};
  if constexpr (!Rows::is_ilu)
    awaited = {upper.transposition.row_map().data(), upper.transposition.entries().data(), upper.values.data(),
               upper.positions.data()};
  Progress const progress{found.data(), found.data() + 1, taken.data(), nullptr};
  factor_waiting(exec, rows, awaited, take, a.data(), {values.data(), inverses, progress}, nnz);
}
#endif

/// The same by a thread for each row, or by sweeps, and several kernels.
template <class Exec, class Rows, class RowMap, class Values, class Take, class Upper, class Space>
void factor_by_steps(Exec const& exec, Rows const& rows, RowMap const& row_map, Values const& values, Take const& take,
                     Upper const& upper, Inverses<typename Rows::T> const& inverses, FactorOptions const& options,
                     Counters<Space> const& counters, Workspace<Space>& workspace) {
  using T = typename Rows::T;
  using Offset = typename Rows::Offset;
  std::int64_t const n = rows.pattern.num_rows;
  auto const nnz = static_cast<std::int64_t>(values.extent(0));
  auto const finished = workspace.template take<Kokkos::View<int*, Space>>(exec, n);
  Progress const progress{counters.data(), counters.data() + 1, counters.data() + 2, finished.data()};
  Kokkos::parallel_for("Araios::factor::take_values", range(exec, nnz), take);
  if (options.shift != 0)
    Kokkos::parallel_for("Araios::factor::shift", range(exec, n),
                         ShiftDiagonal<T, Offset>{rows.pattern.diagonal, values.data(), take.shift});
  Kokkos::parallel_for("Araios::factor::begin", range(exec, n), BeginInOrder{progress, n});
  if (options.method == FactorMethod::sweeps)
    factor_by_sweeps(exec, rows, row_map, values, options.sweeps, progress.boosted, workspace);
  else
    factor_in_order(exec, rows, values.data(), progress);
  Kokkos::parallel_for("Araios::factor::find_fault", range(exec, n > nnz ? n : nnz),
                       FindFault<Rows>{rows, values.data(), nnz, progress});
  if constexpr (!Rows::is_ilu) upper.take(exec, values);
  if (inverses.of_upper != nullptr)
    Kokkos::parallel_for("Araios::factor::invert_diagonal", range(exec, n),
                         InvertDiagonal<T, Offset>{rows.pattern.diagonal, values.data(), inverses});
}

/// values := the factors of A, whose pattern was made. Waits for what is wrong with them; `found` is of length 2.
template <class Exec, class Matrix, class Ordinal, class Offset, class Values, class Upper, class Found, class Space>
FactorStatus call(Exec const& exec, Matrix const& A, PatternArrays<Ordinal, Offset, Space> const& made,
                  RowOrder<Ordinal> const& order, Values const& values, Upper const& upper,
                  Inverses<typename Values::non_const_value_type> const& inverses, [[maybe_unused]] Found const& found,
                  FactorOptions const& options, Workspace<Space>& workspace) {
  using T = typename Values::non_const_value_type;
  using Real = RealPartOf<T>;
  using From = std::remove_const_t<typename Matrix::values_type::value_type>;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const pattern = made.pattern();
  if (pattern.num_rows == 0) return {};
  TakeValues<T, From, Offset> const take{A.values.data(), made.source.data(), made.first.data(), values.data(),
                                         static_cast<Real>(options.shift)};
  Boost<Real> const boost{options.bad_pivot == BadPivot::boost, static_cast<Real>(options.boost_threshold),
                          static_cast<Real>(options.boost_value)};
  constexpr char const* label = "Araios::factor: pivots";
  auto const run = [&](auto const& rows) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
    if constexpr (is_cuda_v<Exec>) {
      if (options.method == FactorMethod::exact) {
        found(0) = 4 * static_cast<unsigned long long>(pattern.num_rows);
        found(1) = 0;
        factor_exactly(exec, rows, values, take, upper, inverses, found, workspace);
        fence(exec, label);
        return status_of(exec, rows, values, order, found(0), found(1), options);
      }
    }
#endif
    auto const counters = workspace.template take<Counters<Space>>(exec, 3);
    factor_by_steps(exec, rows, made.row_map, values, take, upper, inverses, options, counters, workspace);
    auto const numbers = read_back_array<3>(exec, counters, label);
    return status_of(exec, rows, values, order, numbers[0], numbers[1], options);
  };
  if (options.kind == FactorKind::ilu) return run(IluRows<T, Ordinal, Offset>{pattern, boost});
  return run(IcRows<T, Ordinal, Offset>{pattern, boost});
}

}  // namespace Araios::Impl::factor
