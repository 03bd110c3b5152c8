// SPDX-License-Identifier: Apache-2.0
//
// References for sorting and merging, and what the tests of both share: keys of many kinds, cuts into segments, and a
// check of a stable order that needs no second sort.

#pragma once

#include "support/reference_primitives.hpp"

#include <Araios/core.hpp>
#include <Araios/primitives/merge/records.hpp>
#include <Araios/primitives/segments.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace Araios::test::reference {

/// order(i): where the record stood that the stable sort of each segment [offsets(s), offsets(s+1)) puts at i. By the
/// definition, without an algorithm: its place is the number of records that go before it.
template <class Key>
std::vector<std::int64_t> slow_sorted_order(std::vector<Key> const& keys, std::vector<std::int64_t> const& offsets) {
  std::vector<std::int64_t> order(keys.size());
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    for (std::int64_t i = offsets[s]; i < offsets[s + 1]; ++i) {
      std::int64_t place = offsets[s];
      for (std::int64_t j = offsets[s]; j < offsets[s + 1]; ++j)
        place += keys[j] < keys[i] || (keys[j] == keys[i] && j < i);
      order[place] = i;
    }
  }
  return order;
}

/// The same by std::stable_sort.
template <class Key>
std::vector<std::int64_t> sorted_order(std::vector<Key> const& keys, std::vector<std::int64_t> const& offsets) {
  struct Record {
    Key key;
    std::int64_t position;
  };
  std::vector<Record> records(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) records[i] = {keys[i], static_cast<std::int64_t>(i)};
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
    std::stable_sort(records.begin() + offsets[s], records.begin() + offsets[s + 1],
                     [](Record const& a, Record const& b) { return a.key < b.key; });
  std::vector<std::int64_t> order(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) order[i] = records[i].position;
  return order;
}

/// order(i): where the record stood that the merges of segments 2k and 2k+1 put at i. One record after the other.
template <class Key>
std::vector<std::int64_t> merged_order(std::vector<Key> const& keys, std::vector<std::int64_t> const& offsets) {
  std::vector<std::int64_t> order;
  order.reserve(keys.size());
  for (std::size_t s = 0; s + 1 < offsets.size(); s += 2) {
    std::int64_t i = offsets[s];
    std::int64_t j = offsets[s + 1];
    std::int64_t const i_end = j;
    std::int64_t const j_end = s + 2 < offsets.size() ? offsets[s + 2] : j;
    while (i < i_end || j < j_end) order.push_back(j == j_end || (i < i_end && keys[i] <= keys[j]) ? i++ : j++);
  }
  return order;
}

/// The same by std::merge.
template <class Key>
std::vector<std::int64_t> std_merged_order(std::vector<Key> const& keys, std::vector<std::int64_t> const& offsets) {
  std::vector<std::int64_t> positions(keys.size());
  std::iota(positions.begin(), positions.end(), 0);
  std::vector<std::int64_t> order(keys.size());
  auto const less = [&](std::int64_t a, std::int64_t b) { return keys[a] < keys[b]; };
  for (std::size_t s = 0; s + 1 < offsets.size(); s += 2) {
    std::int64_t const end = s + 2 < offsets.size() ? offsets[s + 2] : offsets[s + 1];
    auto const p = positions.begin();
    std::merge(p + offsets[s], p + offsets[s + 1], p + offsets[s + 1], p + end, order.begin() + offsets[s], less);
  }
  return order;
}

}  // namespace Araios::test::reference

namespace Araios::test::arrays {

/// primitive_sizes() for 32-bit keys; for wider ones, whose code differs in nothing that large arrays could show, up to
/// 1.5 M.
template <class Key>
std::vector<std::int64_t> sorting_sizes() {
  std::vector<std::int64_t> sizes;
  for (std::int64_t const n : primitive_sizes())
    if (sizeof(Key) <= 4 || n <= 1'500'000) sizes.push_back(n);
  return sizes;
}

/// Kinds of keys that sorts and merges stumble over.
enum class KeyKind { random, few, equal, ascending, descending, organ_pipe, full_range };
inline constexpr KeyKind key_kinds[] = {KeyKind::random,    KeyKind::few,        KeyKind::equal,
                                        KeyKind::ascending, KeyKind::descending, KeyKind::organ_pipe,
                                        KeyKind::full_range};

template <class Key>
std::vector<Key> make_keys(KeyKind kind, std::int64_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Key> keys(n);
  for (std::int64_t i = 0; i < n; ++i) {
    switch (kind) {
    case KeyKind::random:
      keys[i] = static_cast<Key>(random.below(500'000));
      break;
    case KeyKind::few:
      keys[i] = static_cast<Key>(random.below(3) - 1);
      break;
    case KeyKind::equal:
      keys[i] = 7;
      break;
    case KeyKind::ascending:
      keys[i] = static_cast<Key>(i - n / 2);
      break;
    case KeyKind::descending:
      keys[i] = static_cast<Key>(n / 2 - i);
      break;
    case KeyKind::organ_pipe:
      keys[i] = static_cast<Key>(std::min(i, n - i) / 3);
      break;
    case KeyKind::full_range:
      // The extremes themselves appear too: a difference of two keys does not fit the type of the keys.
      keys[i] = i % 5 == 1   ? std::numeric_limits<Key>::max()
                : i % 5 == 2 ? std::numeric_limits<Key>::min()
                             : static_cast<Key>(random.next());
      break;
    }
  }
  return keys;
}

/// Keys of another kind for each length; random ones of lengths above 2000.
template <class Key>
std::vector<Key> keys_of_length(std::int64_t n) {
  return make_keys<Key>(n > 2000 ? KeyKind::random : key_kinds[n % std::size(key_kinds)], n, n);
}

/// What the tests of sorting and merging have: a PrimitiveCase.
template <class Case>
struct SortingTest : testing::Test {
  using Exec = typename Case::Exec;
  using Key = typename Case::Offset;
  Exec exec;
  Workspace<typename Exec::memory_space> workspace;
};

/// Offsets of segments of `length` (the last shorter) out of n.
inline std::vector<std::int64_t> uniform_offsets(std::int64_t length, std::int64_t n) {
  std::vector<std::int64_t> offsets{0};
  while (offsets.back() < n) offsets.push_back(std::min(n, offsets.back() + length));
  return offsets;
}

/// Offsets of segments with lengths in [0, longest], a tenth of them empty.
inline std::vector<std::int64_t> random_offsets(std::int64_t longest, std::int64_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::int64_t> offsets{0};
  while (offsets.back() < n) {
    std::int64_t const length = random.below(10) == 0 ? 0 : random.below(longest + 1);
    offsets.push_back(std::min(n, offsets.back() + length));
  }
  return offsets;
}

/// Many tiny segments, a long row of empty ones, one huge segment, and the same again in reverse; empty ones at both
/// ends.
inline std::vector<std::int64_t> skewed_offsets(std::int64_t n, std::int64_t empty, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::int64_t> offsets(empty + 1, 0);
  auto const tiny_until = [&](std::int64_t end) {
    while (offsets.back() < end) offsets.push_back(std::min(end, offsets.back() + random.below(4)));
  };
  tiny_until(n / 10);
  offsets.insert(offsets.end(), empty, offsets.back());
  offsets.push_back(n - n / 10);
  offsets.insert(offsets.end(), empty, offsets.back());
  tiny_until(n);
  offsets.insert(offsets.end(), empty, n);
  return offsets;
}

template <class Exec, class Offset>
PointerSegments<Array<Offset, Exec>> to_segments(Exec const& exec, std::vector<std::int64_t> const& offsets,
                                                 std::int64_t longest = -1) {
  return {to_device(exec, std::vector<Offset>(offsets.begin(), offsets.end())), longest};
}

/// Offsets of segments of n elements, cut at random places; equal cuts leave empty segments.
inline std::vector<std::int64_t> cut_offsets(std::vector<unsigned> const& cuts, std::int64_t n) {
  std::vector<std::int64_t> offsets{0, n};
  for (unsigned const cut : cuts) offsets.push_back(static_cast<std::int64_t>(cut % static_cast<unsigned>(n + 1)));
  std::sort(offsets.begin(), offsets.end());
  return offsets;
}

/// The offsets of the pairs of segments, 2k and 2k+1.
inline std::vector<std::int64_t> pair_offsets(std::vector<std::int64_t> const& offsets) {
  std::vector<std::int64_t> pairs;
  for (std::size_t s = 0; s < offsets.size(); s += 2) pairs.push_back(offsets[s]);
  if (offsets.size() % 2 == 0) pairs.push_back(offsets.back());
  return pairs;
}

/// Counts the places at which (keys, order) is not the stable order of `before` within the segments; 0 proves that it
/// is.
///
/// The places of a segment hold (key, position) strictly ascending, so all positions differ; each lies in the segment,
/// so they are all of its positions; and each key is that of its position. Only one order is like that.
template <class Exec, class Segments, class Before, class Keys, class Order>
std::int64_t faults_of_stable_order(Exec const& exec, Segments const& segments, Before const& before, Keys const& keys,
                                    Order const& order) {
  std::int64_t faults = 0;
  Kokkos::parallel_reduce(
      "Araios::test::faults_of_stable_order", Araios::range(exec, static_cast<std::int64_t>(keys.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& sum) {
        std::int64_t const segment = segments.find(i);
        std::int64_t const begin = segments.begin(segment);
        std::int64_t const position = order(i);
        bool fine = position >= begin && position < segments.end(segment) && before(position) == keys(i);
        if (i > begin) fine = fine && (keys(i - 1) < keys(i) || (keys(i - 1) == keys(i) && order(i - 1) < order(i)));
        sum += !fine;
      },
      faults);
  return faults;
}

/// Counts the places where a payload is not what payload_of says of the position in `order`.
template <class T>
KOKKOS_INLINE_FUNCTION T payload_of(std::int64_t position) {
  if constexpr (is_complex_v<T>)
    return T(static_cast<double>(position), -0.5 * static_cast<double>(position));
  else
    return T(position);
}
template <class Exec, class Values>
void fill_payload(Exec const& exec, Values const& values) {
  using T = typename Values::non_const_value_type;
  if constexpr (!is_pattern_v<T>)
    Kokkos::parallel_for(
        "Araios::test::fill_payload", Araios::range(exec, static_cast<std::int64_t>(values.extent(0))),
        KOKKOS_LAMBDA(std::int64_t i) { values(i) = payload_of<T>(i); });
}
template <class Exec, class Values, class Order>
std::int64_t faults_of_payload(Exec const& exec, Values const& values, Order const& order) {
  using T = typename Values::non_const_value_type;
  std::int64_t faults = 0;
  if constexpr (!is_pattern_v<T>)
    Kokkos::parallel_reduce(
        "Araios::test::faults_of_payload", Araios::range(exec, static_cast<std::int64_t>(values.extent(0))),
        KOKKOS_LAMBDA(std::int64_t i, std::int64_t& sum) { sum += !(values(i) == payload_of<T>(order(i))); }, faults);
  return faults;
}

/// Copies one View to another, whatever their layouts.
template <class Exec, class To, class From>
void copy_elements(Exec const& exec, To const& to, From const& from) {
  Kokkos::parallel_for(
      "Araios::test::copy_elements", Araios::range(exec, static_cast<std::int64_t>(to.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i) { to(i) = from(i); });
}

/// The largest power of two, at most 8, of threads that a team of Exec may have here.
template <class Exec>
int team_size_here(Exec const& exec) {
  if constexpr (Araios::is_gpu_v<Exec>) return 8;
  // On a host it depends on how Kokkos grouped the threads: ask it.
  using Policy = Kokkos::TeamPolicy<Exec>;
  int const most =
      Policy(exec, 1, 1).team_size_max(KOKKOS_LAMBDA(typename Policy::member_type const&){}, Kokkos::ParallelForTag());
  return most >= 8 ? 8 : most >= 4 ? 4 : most >= 2 ? 2 : 1;
}

/// check(method) for one team of one thread; check(method, records) for each larger team that runs here. A barrier of a
/// host's threads takes long, so these get few records; the shapes are as small.
template <class Exec, class Check>
void with_methods_of_teams(Exec const& exec, Check const& check) {
  std::int64_t const records = 61;
  int const size = team_size_here(exec);
  check(Impl::ByTeams<1, 7>{});
  if (size >= 8) check(Impl::ByTeams<8, 3>{}, records);
  if (size >= 4) check(Impl::ByTeams<4, 5>{}, records);
  if (size >= 2) check(Impl::ByTeams<2, 3>{}, records);
}

/// check(method) for threads that take few, some and many records at a time.
template <class Check>
void with_methods_of_threads(Check const& check) {
  check(Impl::ByThreads<6>{});
  check(Impl::ByThreads<61>{});
  check(Impl::ByThreads<1000>{});
}

/// A payload that is no number.
struct Wide {
  std::int64_t parts[5];
  Wide() = default;
  KOKKOS_FUNCTION explicit Wide(std::int64_t position) : parts{position, -position, 2 * position, 7, position % 13} {}
  friend KOKKOS_FUNCTION bool operator==(Wide const& a, Wide const& b) {
    bool same = true;
    for (int k = 0; k < 5; ++k) same = same && a.parts[k] == b.parts[k];
    return same;
  }
};

}  // namespace Araios::test::arrays
