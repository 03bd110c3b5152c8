// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Checks that Views do not overlap where they must not, and that they have memory. O(1), a few ns on the host.
///
/// A View is treated as blocks of bytes of equal length, one period apart: one block where its elements are contiguous,
/// one block per row where it is part of a matrix with longer rows, one block per element where elements are apart. So
/// two columns of one matrix in LayoutRight do not overlap, although their byte ranges do. Where elements are apart in
/// both dimensions, the View is several such series, an outer period apart.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace Araios::Impl {

struct ByteBlocks {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;  ///< one past the last byte; equals begin for an empty View
  std::uintptr_t block = 0;
  std::uintptr_t period = 0;  ///< 0: one block
  std::uintptr_t count = 1;   ///< blocks of a series
  std::uintptr_t outer_period = 0;
  std::uintptr_t outer_count = 1;  ///< series
};

/// A dimension of a View: so many elements, so many bytes apart.
struct ByteDimension {
  std::uintptr_t count;
  std::uintptr_t period;
};

inline ByteBlocks byte_blocks_of(void const* data, std::uintptr_t bytes, ByteDimension inner, ByteDimension outer) {
  for (auto* dimension : {&inner, &outer})
    if (dimension->period == 0) dimension->count = 1;
  auto const begin = reinterpret_cast<std::uintptr_t>(data);
  std::uintptr_t const end = begin + (inner.count - 1) * inner.period + (outer.count - 1) * outer.period + bytes;
  // The dimension with the smaller period makes the blocks.
  if (inner.count == 1 || (outer.count > 1 && outer.period < inner.period)) std::swap(inner, outer);
  if (inner.period == bytes || inner.count == 1) {  // contiguous: one block for each element of the outer dimension
    bytes *= inner.count;
    inner = outer;
    outer.count = 1;
  }
  if (outer.count > 1 && outer.period == inner.count * inner.period) {  // the next series continues this one
    inner.count *= outer.count;
    outer.count = 1;
  }
  if (inner.count == 1 || inner.period <= bytes) return {begin, end, end - begin};
  if (outer.count == 1) return {begin, end, bytes, inner.period, inner.count};
  return {begin, end, bytes, inner.period, inner.count, outer.period, outer.count};
}

/// The bytes of a View of rank 0, 1 or 2. Anything else, such as NoValues or a function, has none.
template <class V>
ByteBlocks byte_blocks(V const& view) {
  if constexpr (!Kokkos::is_view<V>::value) {
    return {};
  } else {
    static_assert(int(V::rank) <= 2, "byte_blocks: a View of rank 0, 1 or 2");
    constexpr std::uintptr_t bytes = sizeof(typename V::value_type);
    if (element_count(view) == 0) return {};
    ByteDimension rows{1, 0}, columns{1, 0};
    if constexpr (int(V::rank) >= 1) rows = {view.extent(0), static_cast<std::uintptr_t>(view.stride(0)) * bytes};
    if constexpr (int(V::rank) == 2) columns = {view.extent(1), static_cast<std::uintptr_t>(view.stride(1)) * bytes};
    return byte_blocks_of(view.data(), bytes, rows, columns);
  }
}

/// The minimum x in [0, `maximum`] for which a x mod m is in [low, high], or `maximum + 1`; high < m. By Euclid's
/// algorithm, in which no number exceeds `a * maximum`.
inline std::uintptr_t first_multiple_in(std::uintptr_t a, std::uintptr_t m, std::uintptr_t low, std::uintptr_t high,
                                        std::uintptr_t maximum) {
  if (low == 0) return 0;
  if (a > m - a) return first_multiple_in(m - a, m, m - high, m - low, maximum);
  if (a == 0 || a * maximum < low) return maximum + 1;
  std::uintptr_t const x = (low + a - 1) / a;
  if (a * x <= high) return x <= maximum ? x : maximum + 1;
  // a x = m y + r with r in [low, high]: the minimum y whose m y mod a is in [-high, -low].
  std::uintptr_t const max_y = (a * maximum - low) / m;
  std::uintptr_t const y = first_multiple_in(m % a, a, (a - high % a) % a, (a - low % a) % a, max_y);
  if (y > max_y) return maximum + 1;
  std::uintptr_t const found = (low + m * y + a - 1) / a;
  return found <= maximum ? found : maximum + 1;
}

/// Whether a byte belongs to both of two series, of which `a` begins first.
inline bool series_overlap(ByteBlocks const& a, ByteBlocks const& b) {
  if (b.begin >= a.begin + (a.count - 1) * a.period + a.block) return false;
  // Block i of a meets b where c + i period, the distance from b to the last byte of that block, is at most
  // `length` - 1 after the begin of a block of b.
  std::uintptr_t const length = a.block + b.block - 1;
  std::uintptr_t const ahead = b.begin - a.begin;  // i is at least (ahead - block + 1) / period, rounded up
  std::uintptr_t const first = ahead < a.block ? 0 : (ahead - a.block) / a.period + 1;
  std::uintptr_t const from = first * a.period + a.block - 1 - ahead;  // of block `first`
  std::uintptr_t const reach = (b.count - 1) * b.period + length;      // the distances that are too far
  if (first >= a.count || from >= reach) return false;
  if (b.count == 1 || from % b.period < length) return true;
  if (a.period == 0) return false;
  std::uintptr_t const maximum = std::min(a.count - 1 - first, (reach - 1 - from) / a.period);
  std::uintptr_t const low = b.period - from % b.period;
  return first_multiple_in(a.period % b.period, b.period, low, low + length - 1, maximum) <= maximum;
}

/// Whether a byte belongs to both: exact, also where periods differ. O(1), a step for each pair of series where both
/// have several that may meet.
inline bool overlap(ByteBlocks const& a, ByteBlocks const& b) {
  if (a.begin >= b.end || b.begin >= a.end) return false;
  if (a.count == 1 && b.count == 1 && a.outer_count == 1 && b.outer_count == 1) return true;
  // Where periods have a common divisor, the distance modulo that divisor usually separates those that do not meet.
  std::uintptr_t const divisor = std::gcd(std::gcd(a.period, b.period), std::gcd(a.outer_period, b.outer_period));
  std::uintptr_t const apart =
      b.begin >= a.begin ? (b.begin - a.begin) % divisor : (divisor - (a.begin - b.begin) % divisor) % divisor;
  if (apart >= a.block && divisor - apart >= b.block) return false;
  auto const series = [](ByteBlocks const& of, std::uintptr_t k) {
    std::uintptr_t const begin = of.begin + k * of.outer_period;
    return ByteBlocks{begin, begin + (of.count - 1) * of.period + of.block, of.block, of.period, of.count};
  };
  for (std::uintptr_t i = 0; i < a.outer_count; ++i) {
    ByteBlocks const one = series(a, i);
    std::uintptr_t const length = (b.count - 1) * b.period + b.block;  // of a series of b
    std::uintptr_t const first =
        b.outer_count == 1 || one.begin < b.begin + length ? 0 : (one.begin - b.begin - length) / b.outer_period + 1;
    for (std::uintptr_t j = first; j < b.outer_count && b.begin + j * b.outer_period < one.end; ++j) {
      ByteBlocks const other = series(b, j);
      if (one.begin <= other.begin ? series_overlap(one, other) : series_overlap(other, one)) return true;
    }
  }
  return false;
}

[[noreturn]] inline void refuse_overlap(char const* function, ByteBlocks const& a, char const* name_a,
                                        char const* matrix_a, ByteBlocks const& b, char const* name_b,
                                        char const* matrix_b) {
  bool const a_first = a.begin <= b.begin;
  auto const named = [](char const* name, char const* matrix) {
    return *matrix == 0 ? std::string(name) : message("the ", name, " of ", matrix);
  };
  std::string const first = a_first ? named(name_a, matrix_a) : named(name_b, matrix_b);
  std::string const second = a_first ? named(name_b, matrix_b) : named(name_a, matrix_a);
  if (a.begin == b.begin)
    throw std::invalid_argument(message(function, ": ", first, " and ", second, " are the same array"));
  throw std::invalid_argument(message(function, ": ", first, " and ", second, " overlap (the second begins at byte ",
                                      a_first ? b.begin - a.begin : a.begin - b.begin, " of the first)"));
}

/// Throws std::invalid_argument "<what>: the pointer is null, for <n> elements" unless the View has memory. `what` may
/// be given in parts.
template <class V, class... What>
void check_memory(V const& view, What const&... what) {
  if constexpr (Kokkos::is_view<V>::value)
    check(view.data() != nullptr || element_count(view) == 0, what..., ": the pointer is null, for ",
          element_count(view), " elements");
}

/// Throws std::invalid_argument "<function>: <name_a> and <name_b> overlap (...)" if a byte belongs to both Views, and as
/// check_memory for a View that is no array of a matrix. An array of a matrix is named by two strings, "values" and "A".
template <class A, class B>
void check_disjoint(char const* function, A const& a, char const* name_a, B const& b, char const* name_b,
                    char const* matrix_a = "", char const* matrix_b = "") {
  if constexpr (Kokkos::is_view<A>::value && Kokkos::is_view<B>::value) {
    if (*matrix_a == 0) check_memory(a, function, ": ", name_a);
    if (*matrix_b == 0) check_memory(b, function, ": ", name_b);
    ByteBlocks const bytes_a = byte_blocks(a), bytes_b = byte_blocks(b);
    if (overlap(bytes_a, bytes_b)) refuse_overlap(function, bytes_a, name_a, matrix_a, bytes_b, name_b, matrix_b);
  }
}

/// The same for Views of rank 1, but element i of one may be element i of the other: operations in place.
template <class A, class B>
void check_disjoint_or_same(char const* function, A const& a, char const* name_a, B const& b, char const* name_b) {
  if constexpr (Kokkos::is_view<A>::value && Kokkos::is_view<B>::value) {
    bool const in_place = static_cast<void const*>(a.data()) == static_cast<void const*>(b.data()) &&
                          sizeof(typename A::value_type) == sizeof(typename B::value_type) &&
                          a.stride(0) == b.stride(0);
    if (in_place)
      check_memory(a, function, ": ", name_a);
    else
      check_disjoint(function, a, name_a, b, name_b);
  }
}

/// The bytes of an array and its name in messages.
struct NamedBlocks {
  ByteBlocks bytes;
  char const* name;
};

/// Throws std::invalid_argument if an output overlaps an input, or another output, or one is a null pointer.
inline void check_outputs(char const* function, std::initializer_list<NamedBlocks> outputs,
                          std::initializer_list<NamedBlocks> inputs) {
  auto const check_pair = [&](NamedBlocks const& a, NamedBlocks const& b) {
    if (overlap(a.bytes, b.bytes)) refuse_overlap(function, a.bytes, a.name, "", b.bytes, b.name, "");
  };
  for (auto const& blocks : {outputs, inputs})
    for (auto const& [bytes, name] : blocks)
      check(bytes.begin != 0 || bytes.end == 0, function, ": ", name, ": the pointer is null");
  for (auto const* out = outputs.begin(); out != outputs.end(); ++out) {
    for (auto const& in : inputs) check_pair(*out, in);
    for (auto const* other = out + 1; other != outputs.end(); ++other) check_pair(*out, *other);
  }
}

/// Throws std::invalid_argument unless a vector has as many elements as A has rows, and memory.
template <class V>
void check_vector(char const* function, V const& vector, char const* name, std::int64_t num_rows) {
  check(vector.extent(0) == static_cast<std::size_t>(num_rows), function, ": length of ", name, ", rows of A (",
        vector.extent(0), " != ", num_rows, ")");
  check_memory(vector, function, ": ", name);
}

}  // namespace Araios::Impl
