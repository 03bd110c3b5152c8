// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Comparison of arrays and CSR matrices bit by bit, where they are.

#include "harness/table.hpp"

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace Araios::Perf {

/// Position of the first element that is not the same bit by bit; that of the end when there is none.
template <class Exec, class Got, class Expected>
ARAIOS_NOT_INLINED std::int64_t first_difference(Exec const& exec, Got const& got, Expected const& expected) {
  using Value = typename Got::non_const_value_type;
  std::int64_t const length = static_cast<std::int64_t>(expected.extent(0));
  std::int64_t first = length;
  if (length == 0) return first;
  Kokkos::parallel_reduce(
      "Araios::Perf::first_difference", Araios::range(exec, length),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& least) {
        auto const* const a = reinterpret_cast<unsigned char const*>(&got(i));
        auto const* const b = reinterpret_cast<unsigned char const*>(&expected(i));
        bool same = true;
        for (unsigned byte = 0; byte < sizeof(Value); ++byte) same = same && a[byte] == b[byte];
        if (!same && i < least) least = i;
      },
      Kokkos::Min<std::int64_t>(first));
  exec.fence();
  return first < length ? first : length;
}

/// Fills arrays of CSR with what no transpose contains, so that an element that is not written shows.
template <class Exec, class Arrays>
void poison(Exec const& exec, Arrays const& B) {
  using Scalar = typename decltype(B.values)::non_const_value_type;
  Araios::fill(exec, B.row_map, -7);
  Araios::fill(exec, B.entries, -7);
  if constexpr (!is_pattern_v<Scalar>) Araios::fill(exec, B.values, Scalar(-1e30f));
}

/// The first difference between two arrays, both where exec works, in words.
template <class Exec, class Got, class Expected>
std::optional<std::string> array_difference(Exec const& exec, Got const& got, Expected const& expected,
                                            char const* name) {
  if (got.extent(0) != expected.extent(0))
    return join(name, " has ", got.extent(0), " elements, not ", expected.extent(0));
  std::int64_t const position = first_difference(exec, got, expected);
  if (position < static_cast<std::int64_t>(expected.extent(0)))
    return join(name, " differs first at position ", position);
  return {};
}

/// The first difference between two matrices of equal shape, both where exec works.
template <class Exec, class Got, class Expected>
std::optional<std::string> difference(Exec const& exec, Got const& got, Expected const& expected) {
  if (auto const found = array_difference(exec, got.row_map, expected.row_map, "row_map")) return found;
  if (auto const found = array_difference(exec, got.entries, expected.entries, "entries")) return found;
  if constexpr (!is_pattern_v<typename Expected::Scalar>)
    return array_difference(exec, got.values, expected.values, "values");
  return {};
}

}  // namespace Araios::Perf
