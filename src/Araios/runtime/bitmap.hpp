// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sparse Boolean vectors by bits. `working` makes a list of indices of them.

#include <Araios/bitmap.hpp>
#include <Araios/runtime/typed.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace Araios::runtime {

template <class Exec>
using Bits = Araios::BitmapVector<SpaceOf<Exec>>;

template <class Exec>
Vector vector_of_bits(Bits<Exec> const& x, Owner owner = {}) {
  Vector body;
  body.is_sparse = body.is_bits = true;
  body.type = ValueType::pattern;
  body.index = IndexType::index_32;
  body.length = x.length();
  body.nnz = -1;
  body.vector = std::make_shared<Bits<Exec>>(x);
  body.owner = std::move(owner);
  return body;
}
/// The entries of sparse x by bits; shares the words where they are bits.
template <class Exec>
Bits<Exec> bits_of(Exec const& exec, Vector const& x) {
  if (x.is_bits) return x.template as<Bits<Exec>>();
  return Araios::sparse_to_bitmap(exec, working<Pattern>(exec, x));
}
template <class Exec>
std::int64_t entries_of(Exec const& exec, Vector const& x) {
  return x.is_bits ? Araios::count(exec, x.template as<Bits<Exec>>()) : x.nnz;
}

}  // namespace Araios::runtime
