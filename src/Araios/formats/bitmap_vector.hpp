// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Boolean vectors as bits.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios {

/// A Boolean vector of n elements: element i is bit i of the words, in the order of core/bit_mask.hpp
///
/// n / 8 bytes, whatever the number of entries; SparseVector<Pattern> takes an index per entry.
///
/// Shapes        words has words_for_bits(n) elements. Bits from n on do not count; results have 0 there.
/// Ownership     that of the View: copies share the words, which may be changed.
/// Throws        std::invalid_argument when the length of words disagrees.
template <MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class BitmapVector {
 public:
  using memory_space = MemorySpace_;
  using words_type = Kokkos::View<std::uint32_t*, memory_space>;

  words_type words;

  /// The vector of no elements.
  BitmapVector() = default;

  BitmapVector(std::int64_t length, words_type const& words_) : words(words_), length_(length) {
    Impl::check(length >= 0, "Araios::BitmapVector: negative length ", length);
    Impl::check_equal(words.extent(0), words_for_bits(length), "Araios::BitmapVector: length of words, words for bits");
    Impl::check_memory(words, "Araios::BitmapVector: words");
  }

  /// Elements of the vector.
  KOKKOS_FUNCTION std::int64_t length() const { return length_; }
  /// Whether element i is true.
  KOKKOS_FUNCTION bool operator()(std::int64_t i) const { return bit_at(words, i); }

  /// Bytes of the words.
  std::int64_t bytes() const { return static_cast<std::int64_t>(words.extent(0) * sizeof(std::uint32_t)); }

 private:
  std::int64_t length_ = 0;
};

namespace Impl {
template <class M>
BitmapVector<M> const& as_bitmap(BitmapVector<M> const& x) {
  return x;
}
}  // namespace Impl

/// A BitmapVector, or a class derived from one, in memory that kernels of Exec can access.
template <class T, class Exec>
concept BitmapVectorOf = requires(T const& x) { Impl::as_bitmap(x); } && Accesses<Exec, T>;

/// The array of a vector, which is no matrix: no tag.
template <class M>
struct FormatTraits<BitmapVector<M>> {
  template <class Space>
  using rebind = BitmapVector<Space>;

  template <class To, class Use>
  static auto arrays(BitmapVector<M> const& x, Use const& use) {
    auto const make = [&](auto const& words) { return To(x.length(), words); };
    return use(make, Impl::named("words", x.words));
  }
};

}  // namespace Araios
