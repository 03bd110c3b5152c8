// SPDX-License-Identifier: Apache-2.0
//
// One number for a whole array. Recorded fingerprints are the same on every machine, with every line of Kokkos and in
// every execution space.

#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <vector>

#include "support/matrices.hpp"

namespace Araios::test {

/// The FNV-1a hash of the elements, integers taken as 64-bit ones so that index types do not matter.
template <class T>
std::uint64_t fingerprint(std::vector<T> const& array, std::uint64_t hash = 0xcbf29ce484222325) {
  using Element = std::conditional_t<std::integral<T>, std::int64_t, T>;
  for (T const& value : array) {
    Element const element = value;
    unsigned char bytes[sizeof(Element)];
    std::memcpy(bytes, &element, sizeof element);
    for (unsigned char const byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  }
  return hash;
}

/// The fingerprint of the places of the entries, without the values.
template <class Scalar, class Ordinal, class Offset>
std::uint64_t fingerprint_of_structure(HostCsr<Scalar, Ordinal, Offset> const& A) {
  return fingerprint(A.entries, fingerprint(A.row_map));
}

}  // namespace Araios::test
