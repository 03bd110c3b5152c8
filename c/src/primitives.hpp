// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Arrays of the caller as Views, and the first of their elements that breaks a rule.

#include "handles.hpp"

#include <Araios/runtime/arrays.hpp>

#include <Araios/core/execution.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace araios_c {

inline araios_primitive_options primitive_options(araios_primitive_options const* options) {
  return options == nullptr ? araios_primitive_options{} : *options;
}

/// Lengths are so small that one more, and the bytes of the arrays, fit 64 bits.
inline void require_length(std::int64_t length, char const* name) {
  constexpr std::int64_t limit = std::int64_t(1) << 60;
  require(length >= 0 && length < limit, ErrorKind::invalid_argument, name, " is ", length, ", not in [0, 2^60)");
}

/// `length` elements at `data`, in the space of Exec.
template <class T, class Exec>
Kokkos::View<T*, SpaceOf<Exec>> array_of(void const* data, std::int64_t length, char const* name) {
  require(length == 0 || data != nullptr, ErrorKind::invalid_argument, name, " is NULL");
  Araios::runtime::require_alignment<T>(data, name);
  // Outputs are not const where the caller gives them.
  return Kokkos::View<T*, SpaceOf<Exec>>(static_cast<T*>(const_cast<void*>(data)), static_cast<std::size_t>(length));
}

template <class View, class Exec>
auto element(Exec const& exec, View const& view, std::int64_t p) {
  typename View::non_const_value_type value{};
  copy_out(exec, Kokkos::subview(view, std::pair<std::int64_t, std::int64_t>(p, p + 1)), &value);
  return value;
}

template <class Predicate>
struct FirstWhere {
  Predicate holds;
  KOKKOS_FUNCTION void operator()(std::int64_t p, std::int64_t& minimum) const {
    if (p < minimum && holds(p)) minimum = p;
  }
};
/// The first position in [0, n) where the predicate holds, or -1. Waits.
template <class Exec, class Predicate>
std::int64_t first_where(Exec const& exec, std::size_t n, Predicate const& predicate) {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  std::int64_t first = none;
  if (n > 0)
    Kokkos::parallel_reduce("Araios::c::first_where", Araios::range(exec, static_cast<std::int64_t>(n)),
                            FirstWhere<Predicate>{predicate}, Kokkos::Min<std::int64_t>(first));
  return first == none ? -1 : first;
}

/// Elements that are negative, or not below a limit.
template <class View, class Limit = std::int64_t>
struct NotBelow {
  View view;
  Limit limit;
  KOKKOS_FUNCTION bool operator()(std::int64_t p) const {
    auto const value = static_cast<std::int64_t>(view(p));
    return value < 0 || static_cast<Limit>(value) >= limit;
  }
};

/// Elements that are less than the one before them.
template <class View>
struct Descent {
  View view;
  KOKKOS_FUNCTION bool operator()(std::int64_t p) const { return p > 0 && view(p) < view(p - 1); }
};

/// Pointers that are not those of `total` elements.
template <class View>
struct NotPointer {
  View view;
  std::int64_t total;
  KOKKOS_FUNCTION bool operator()(std::int64_t p) const {
    auto const last = static_cast<std::int64_t>(view.extent(0)) - 1;
    auto const value = static_cast<std::int64_t>(view(p));
    if (p == 0 ? value != 0 : value < static_cast<std::int64_t>(view(p - 1))) return true;
    return value > total || (p == last && value != total);
  }
};

/// Throws OUT_OF_RANGE, naming the first pointer at fault.
template <class Exec, class View>
void check_pointers(Exec const& exec, View const& pointers, std::int64_t total) {
  auto const p = first_where(exec, pointers.extent(0), NotPointer<View>{pointers, total});
  if (p < 0) return;
  auto const value = static_cast<std::int64_t>(element(exec, pointers, p));
  require(p > 0 || value == 0, ErrorKind::out_of_range, "pointers[0] is ", value, ", not 0");
  require(p == 0 || value >= static_cast<std::int64_t>(element(exec, pointers, p - 1)), ErrorKind::out_of_range,
          "pointers[", p, "] is ", value, ", less than the pointer before it");
  fail(ErrorKind::out_of_range, "pointers[", p, "] is ", value, "; the last of them must be the length of the array, ",
       total, ", and none may be greater");
}

}  // namespace araios_c
