// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversion of values in text to the Scalar of a matrix, and the arrays for entries.

#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/io/read_options.hpp>
#include <Araios/io/text/lines.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace Araios::Impl {

/// The real type in which values of type Scalar are read: that of the parts of a complex number, else Scalar itself;
/// double for Pattern, which drops them.
template <class Scalar>
struct RealOf {
  using type = Scalar;
};
template <class Real>
struct RealOf<Kokkos::complex<Real>> {
  using type = Real;
};
template <>
struct RealOf<Pattern> {
  using type = double;
};

/// Converts a real number to an integer type, if it is an integer in its range.
template <class Integer>
Wrong read_real_as_integer(char const*& p, char const* end, Integer& value) {
  char const* const start = p;
  std::uint64_t magnitude = 0;
  bool negative = false;
  if (parse_integer(p, end, magnitude, negative) == Parsed::ok && (at_line_end(p, end) || is_blank(*p))) {
    if (integer_as(magnitude, negative, value)) return Wrong::nothing;
    p = start;
    return Wrong::value_not_representable;
  }
  p = start;
  double rounded = 0;  // its digits decide, which a double need not have
  if (parse_real(p, end, rounded) == Parsed::nothing) return Wrong::value_not_number;
  if (decimal_as_integer(start, p, magnitude, negative) && integer_as(magnitude, negative, value))
    return Wrong::nothing;
  p = start;
  return Wrong::value_not_representable;
}

template <class Real>
Wrong read_real(char const*& p, char const* end, bool infinity, Real& value) {
  if constexpr (std::is_integral_v<Real>) {
    return read_real_as_integer(p, end, value);
  } else {
    char const* const start = p;
    Parsed const parsed = parse_real(p, end, value);
    if (parsed == Parsed::nothing) return Wrong::value_not_number;
    if (parsed == Parsed::too_large && !infinity) {
      p = start;
      return Wrong::value_too_large;
    }
    return Wrong::nothing;
  }
}

/// Destination of entries: arrays whose first element is entry `first`; null: the lines are only checked.
template <class Scalar, class Ordinal>
struct EntrySink {
  Ordinal* rows = nullptr;
  Ordinal* cols = nullptr;
  Scalar* values = nullptr;
  std::int64_t first = 0;

  void store(std::int64_t at, std::int64_t row, std::int64_t col, Scalar const& value) const {
    if (rows == nullptr) return;
    at -= first;
    rows[at] = static_cast<Ordinal>(row);
    cols[at] = static_cast<Ordinal>(col);
    if constexpr (!is_pattern_v<Scalar>) values[at] = value;
  }
};

/// Arrays that a reader fills.
template <class Scalar, class Ordinal>
struct CooArrays {
  Kokkos::View<Ordinal*, Kokkos::HostSpace> rows;
  Kokkos::View<Ordinal*, Kokkos::HostSpace> cols;
  Araios::ValuesViewOf<Scalar, Kokkos::HostSpace> values;

  CooArrays() = default;
  CooArrays(HostExec const& exec, std::string const& label, std::int64_t length)
      : rows(allocate<decltype(rows)>(exec, label + "::row_indices", length)),
        cols(allocate<decltype(cols)>(exec, label + "::col_indices", length)),
        values(allocate_values<decltype(values)>(exec, label + "::values", length)) {}

  EntrySink<Scalar, Ordinal> sink(std::int64_t first = 0) const {
    return {rows.data(), cols.data(), values.data(), first};
  }
  std::int64_t size() const { return static_cast<std::int64_t>(rows.extent(0)); }
};

/// Shortens an array to its first `length` elements; a few elements after them stay allocated.
template <class View>
void shorten(HostExec const& exec, std::string const& label, View& view, std::int64_t length) {
  if constexpr (!std::is_same_v<View, NoValues>) {
    auto const all = static_cast<std::int64_t>(view.extent(0));
    if (all == length) return;
    if (all - length <= length / 8) {
      view = Kokkos::subview(view, std::pair<std::int64_t, std::int64_t>(0, length));
      return;
    }
    auto const shorter = allocate<View>(exec, label, length);
    std::copy_n(view.data(), length, shorter.data());
    view = shorter;
  }
}

}  // namespace Araios::Impl
