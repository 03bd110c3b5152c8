// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Divisions of an array into consecutive segments without gaps.
///
/// Positions and segments are counted in 64 bits. A position lies in exactly one segment, and that segment is not
/// empty.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/search.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>

namespace Araios {

/// Segments of `length` elements each, out of `total`; the last may be shorter.
struct UniformSegments {
  std::int64_t length;
  std::int64_t total;

  KOKKOS_FUNCTION std::int64_t count() const { return total > 0 ? (total - 1) / length + 1 : 0; }
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t segment) const { return segment * length; }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t segment) const {
    std::int64_t const first = begin(segment);
    return total - first < length ? total : first + length;
  }

  /// The segment of a position in [0, total).
  KOKKOS_FUNCTION std::int64_t find(std::int64_t position) const { return position / length; }
  /// The same, where a segment at or before it is known.
  KOKKOS_FUNCTION std::int64_t find_from(std::int64_t position, std::int64_t) const { return position / length; }
};

/// Segments by their offsets: segment s is [pointers(s), pointers(s+1)). Empty ones are allowed.
template <IndexView Pointers>
struct PointerSegments {
  /// count + 1 offsets, the first 0, the last the number of elements, none below the one before it.
  Pointers pointers;
  /// Upper bound of the segment lengths; negative: not known. It saves launches: segmented_sort plans its merges by it.
  std::int64_t longest = -1;

  KOKKOS_FUNCTION std::int64_t count() const {
    std::int64_t const n = static_cast<std::int64_t>(pointers.extent(0));
    return n > 0 ? n - 1 : 0;
  }
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t segment) const {
    return static_cast<std::int64_t>(pointers(segment));
  }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t segment) const {
    return static_cast<std::int64_t>(pointers(segment + 1));
  }

  /// The segment of a position that lies in one: the last that begins at or before it. log2(count) reads.
  KOKKOS_FUNCTION std::int64_t find(std::int64_t position) const {
    return Impl::last_at_most(pointers, std::int64_t(0), count(), position);
  }

  /// The same where it is known that segment `low` begins at or before the position. The steps double from there, so
  /// that a near one is found in one or two reads, and a long stretch of empty segments costs its logarithm.
  KOKKOS_FUNCTION std::int64_t find_from(std::int64_t position, std::int64_t low) const {
    std::int64_t const n = count();
    std::int64_t step = 1;
    std::int64_t high = low + step;
    while (high < n && begin(high) <= position) {
      low = high;
      step *= 2;
      high = low + step;
    }
    return Impl::last_at_most(pointers, low, high < n ? high : n, position);
  }
};

template <class Pointers>
PointerSegments(Pointers) -> PointerSegments<Pointers>;
template <class Pointers>
PointerSegments(Pointers, std::int64_t) -> PointerSegments<Pointers>;

namespace Impl {
template <class T>
struct IsPointerSegments : std::false_type {};
template <class Pointers>
struct IsPointerSegments<PointerSegments<Pointers>> : std::true_type {};
}  // namespace Impl

/// UniformSegments or a PointerSegments.
template <class T>
concept SegmentsType = std::same_as<T, UniformSegments> || Impl::IsPointerSegments<T>::value;

namespace Impl {

/// Throws, in O(1), for segments that cannot be those of `total` elements.
inline void check_segments(UniformSegments const& segments, std::int64_t total, char const* what) {
  check(segments.length > 0, what, ": segments of length ", segments.length);
  check(segments.total == total, what, ": segments of ", segments.total, " elements, keys of ", total);
}
template <class Pointers>
void check_segments(PointerSegments<Pointers> const& segments, std::int64_t total, char const* what) {
  check(total == 0 || segments.count() > 0, what, ": no segment for ", total, " elements");
}

/// The bytes of the pointers, which no output may overlap.
inline ByteBlocks blocks_of_pointers(UniformSegments const&) { return {}; }
template <class Pointers>
ByteBlocks blocks_of_pointers(PointerSegments<Pointers> const& segments) {
  return byte_blocks(segments.pointers);
}

/// Upper bound of the segment lengths.
inline std::int64_t longest_segment(UniformSegments const& segments, std::int64_t total) {
  return segments.length < total ? segments.length : total;
}
template <class Pointers>
std::int64_t longest_segment(PointerSegments<Pointers> const& segments, std::int64_t total) {
  return segments.longest >= 0 && segments.longest < total ? segments.longest : total;
}

}  // namespace Impl
}  // namespace Araios
