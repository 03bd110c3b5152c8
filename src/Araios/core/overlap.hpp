// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Checks that Views do not overlap where they must not, and that they have memory. O(1), a few ns on the host.
///
/// A View is treated as blocks of bytes of equal length, one period apart: one block where its elements are contiguous,
/// one block per row where it is part of a matrix with longer rows, one block per element where elements are apart. So
/// two columns of one matrix in LayoutRight do not overlap, although their byte ranges do.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>

namespace Araios::Impl {

struct ByteBlocks {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;  ///< one past the last byte; equals begin for an empty View
  std::uintptr_t block = 0;
  std::uintptr_t period = 0;  ///< 0: one block
};

/// The bytes of a View of rank 0, 1 or 2. Anything else, such as NoValues or a function, has none.
template <class V>
ByteBlocks byte_blocks(V const& view) {
  if constexpr (!Kokkos::is_view<V>::value) {
    return {};
  } else {
    static_assert(int(V::rank) <= 2, "byte_blocks: a View of rank 0, 1 or 2");
    constexpr std::uintptr_t bytes = sizeof(typename V::value_type);
    if (element_count(view) == 0) return {};
    auto const begin = reinterpret_cast<std::uintptr_t>(view.data());
    std::uintptr_t rows = 1, columns = 1, between_rows = 0, between_columns = 0;
    if constexpr (int(V::rank) >= 1) rows = view.extent(0), between_rows = view.stride(0);
    if constexpr (int(V::rank) == 2) columns = view.extent(1), between_columns = view.stride(1);
    std::uintptr_t const end = begin + ((rows - 1) * between_rows + (columns - 1) * between_columns + 1) * bytes;
    // The dimension with the smaller stride makes the blocks, the other one their period.
    bool const rows_are_blocks = columns > 1 && (between_columns < between_rows || rows == 1);
    std::uintptr_t const length = rows_are_blocks ? columns : rows;
    std::uintptr_t const stride = rows_are_blocks ? between_columns : between_rows;
    std::uintptr_t const count = rows_are_blocks ? rows : columns;
    std::uintptr_t const period = (rows_are_blocks ? between_rows : between_columns) * bytes;
    if (length == 1 || stride == 1) {
      std::uintptr_t const block = length * bytes;
      return {begin, end, block, count > 1 && block < period ? period : 0};
    }
    // Elements that are apart. In two dimensions they form one series only if the next block continues it.
    bool const series = count == 1 || period == length * stride * bytes;
    return {begin, end, bytes, series ? stride * bytes : end - begin};
  }
}

/// Whether a byte belongs to both. No false positives; where both have periods that differ, true only if both begin at
/// the same byte.
inline bool overlap(ByteBlocks const& a, ByteBlocks const& b) {
  if (a.begin >= b.end || b.begin >= a.end) return false;
  if (a.period == 0 && b.period == 0) return true;
  if (a.period == b.period) {
    bool const a_first = a.begin <= b.begin;
    std::uintptr_t const apart = (a_first ? b.begin - a.begin : a.begin - b.begin) % a.period;
    return apart < (a_first ? a : b).block || a.period - apart < (a_first ? b : a).block;
  }
  if (a.period == 0 || b.period == 0) {
    ByteBlocks const& whole = a.period == 0 ? a : b;
    ByteBlocks const& cut = a.period == 0 ? b : a;
    if (whole.begin <= cut.begin) return true;
    std::uintptr_t const within = (whole.begin - cut.begin) % cut.period;
    return within < cut.block || cut.period - within < whole.end - whole.begin;
  }
  return a.begin == b.begin;
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

/// Throws std::invalid_argument "<function>: <name_a> and <name_b> overlap (...)" if a byte belongs to both Views. An
/// array of a matrix is named by two strings, "values" and "A".
template <class A, class B>
void check_disjoint(char const* function, A const& a, char const* name_a, B const& b, char const* name_b,
                    char const* matrix_a = "", char const* matrix_b = "") {
  if constexpr (Kokkos::is_view<A>::value && Kokkos::is_view<B>::value) {
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
    if (!in_place) check_disjoint(function, a, name_a, b, name_b);
  }
}

/// The bytes of an array and its name in messages.
struct NamedBlocks {
  ByteBlocks bytes;
  char const* name;
};

/// Throws std::invalid_argument if an output overlaps an input, or another output.
inline void check_outputs(char const* function, std::initializer_list<NamedBlocks> outputs,
                          std::initializer_list<NamedBlocks> inputs) {
  auto const check_pair = [&](NamedBlocks const& a, NamedBlocks const& b) {
    if (overlap(a.bytes, b.bytes)) refuse_overlap(function, a.bytes, a.name, "", b.bytes, b.name, "");
  };
  for (auto const* out = outputs.begin(); out != outputs.end(); ++out) {
    for (auto const& in : inputs) check_pair(*out, in);
    for (auto const* other = out + 1; other != outputs.end(); ++other) check_pair(*out, *other);
  }
}

/// Throws std::invalid_argument "<what>: the pointer is null, for <n> elements" unless the View has memory.
template <class V>
void check_memory(V const& view, char const* what) {
  if constexpr (Kokkos::is_view<V>::value)
    check(view.data() != nullptr || element_count(view) == 0, what, ": the pointer is null, for ", element_count(view),
          " elements");
}

}  // namespace Araios::Impl
