// SPDX-License-Identifier: Apache-2.0
//
// Small sparse vectors as plain vectors on the host, and their way into a SparseVector.

#pragma once

#include <Araios/formats/sparse_vector.hpp>
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/matrices.hpp"

namespace Araios::test {

template <class Scalar, class Ordinal = int>
struct HostSparse {
  std::int64_t length = 0;
  std::vector<Ordinal> indices;
  std::vector<Scalar> values;
};

/// The vector with entries at these indices, in this order.
template <class Scalar, class Ordinal>
HostSparse<Scalar, Ordinal> from_indices(std::int64_t length, std::vector<std::int64_t> const& indices) {
  HostSparse<Scalar, Ordinal> x;
  x.length = length;
  for (std::int64_t const i : indices) {
    x.values.push_back(value_at<Scalar>(static_cast<std::int64_t>(x.indices.size())));
    x.indices.push_back(static_cast<Ordinal>(i));
  }
  return x;
}

/// `count` indices of [0, length), none twice and ascending.
inline std::vector<std::int64_t> random_indices(std::int64_t length, std::int64_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<std::int64_t> all;
  for (std::int64_t i = 0; i < length && count > 0; ++i)
    if (static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length - i)) < count) {
      all.push_back(i);
      --count;
    }
  return all;
}

template <class Scalar, class Ordinal>
struct NamedSparse {
  std::string name;
  HostSparse<Scalar, Ordinal> vector;
};

/// Vectors of one length, all sorted without duplicates: none, one and all elements, clusters, short and long ones.
template <class Scalar, class Ordinal = int>
std::vector<NamedSparse<Scalar, Ordinal>> sparse_vectors_of(std::int64_t n, unsigned seed = 1) {
  std::vector<NamedSparse<Scalar, Ordinal>> all;
  auto const add = [&](std::string const& name, std::vector<std::int64_t> const& indices) {
    all.push_back({name + " of " + std::to_string(n), from_indices<Scalar, Ordinal>(n, indices)});
  };
  add("none", {});
  if (n == 0) return all;
  add("the first", {0});
  add("the last", {n - 1});
  add("all", random_indices(n, n, seed));
  add("a third", random_indices(n, n / 3, seed + 1));
  add("few", random_indices(n, std::min<std::int64_t>(n, 5), seed + 2));
  add("a percent", random_indices(n, n / 100, seed + 3));
  auto cluster = random_indices(n / 4, n / 8, seed + 4);
  for (auto& i : cluster) i += n / 2;
  add("a cluster", cluster);
  return all;
}

template <class Space, class Scalar, class Ordinal>
SparseVector<Scalar, Ordinal, Space> to_sparse(HostSparse<Scalar, Ordinal> const& x) {
  auto const indices = to_view<Space>(x.indices);
  if constexpr (is_pattern_v<Scalar>)
    return SparseVector<Scalar, Ordinal, Space>(x.length, indices);
  else
    return SparseVector<Scalar, Ordinal, Space>(x.length, indices, to_view<Space>(x.values));
}

template <class Scalar, class Ordinal, class Space>
HostSparse<Scalar, Ordinal> to_host(SparseVector<Scalar, Ordinal, Space> const& x) {
  HostSparse<Scalar, Ordinal> y;
  y.length = x.length();
  y.indices = to_vector(x.indices);
  if constexpr (is_pattern_v<Scalar>)
    y.values.resize(y.indices.size());
  else
    y.values = to_vector(x.values);
  return y;
}

template <class Scalar, class Ordinal>
bool same_bits(HostSparse<Scalar, Ordinal> const& x, HostSparse<Scalar, Ordinal> const& y) {
  return x.length == y.length && same_bits(x.indices, y.indices) && same_bits(x.values, y.values);
}

}  // namespace Araios::test
