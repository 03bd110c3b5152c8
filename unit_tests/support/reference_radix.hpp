// SPDX-License-Identifier: Apache-2.0
//
// The reference of the radix sort, and keys that it may stumble over.

#pragma once

#include "support/reference_sorting.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace Araios::test::reference {

/// order(i): where the key stood that a stable sort puts at i. One bit after the other, the lowest first: those without
/// the bit, then those with it.
template <class Key>
std::vector<std::int64_t> bitwise_order(Key const* keys, std::int64_t n, int key_bits) {
  std::vector<std::int64_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::int64_t> with;
  for (int bit = 0; bit < key_bits; ++bit) {
    with.clear();
    std::int64_t without = 0;
    for (std::int64_t i = 0; i < n; ++i)
      if ((keys[order[i]] >> bit) & 1)
        with.push_back(order[i]);
      else
        order[without++] = order[i];
    std::copy(with.begin(), with.end(), order.begin() + without);
  }
  return order;
}

}  // namespace Araios::test::reference

namespace Araios::test::arrays {

enum class RadixKeys { random, equal, ascending, descending, few, one_differs, low_bits, high_bits };
inline constexpr RadixKeys radix_key_kinds[] = {RadixKeys::random,     RadixKeys::equal,    RadixKeys::ascending,
                                                RadixKeys::descending, RadixKeys::few,      RadixKeys::one_differs,
                                                RadixKeys::low_bits,   RadixKeys::high_bits};

/// n keys of `key_bits` bits. Key must have as many.
template <class Key>
std::vector<Key> make_radix_keys(RadixKeys kind, std::int64_t n, int key_bits, std::uint64_t seed) {
  std::uint64_t const largest = (std::uint64_t(1) << key_bits) - 1;
  std::uint64_t const low = (std::uint64_t(1) << (key_bits / 2)) - 1;
  Random random(seed);
  std::vector<Key> keys(n);
  for (std::int64_t i = 0; i < n; ++i) {
    std::uint64_t key = 0;
    switch (kind) {
    case RadixKeys::random:
      key = random.next();
      break;
    case RadixKeys::equal:
      key = largest - largest / 3;
      break;
    case RadixKeys::ascending:
      key = std::min<std::uint64_t>(i, largest);
      break;
    case RadixKeys::descending:
      key = largest - std::min<std::uint64_t>(i, largest);
      break;
    case RadixKeys::few:
      key = random.next() % 3 * (largest / 2);
      break;
    case RadixKeys::one_differs:
      key = i == n / 2 ? 0 : largest;
      break;
    case RadixKeys::low_bits:
      key = random.next() & low;
      break;
    case RadixKeys::high_bits:
      key = random.next() & ~low;
      break;
    }
    keys[i] = static_cast<Key>(key & largest);
  }
  return keys;
}

}  // namespace Araios::test::arrays
