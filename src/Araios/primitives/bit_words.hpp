// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Packs flags into the bits of words.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios::Impl {

#ifdef KOKKOS_ENABLE_CUDA
/// The lanes that can vote in a range policy: a whole warp where work items are whole warps, else one lane.
template <class Exec>
using VoteLanes = std::conditional_t<is_cuda_v<Exec>, CudaWarp, OneLane>;
#else
template <class Exec>
using VoteLanes = OneLane;
#endif

/// A work item is one bit where a vote makes a word of 32 bits, and one word elsewhere. The number of bits is a
/// multiple of 32, so that no lane of a warp is missing.
template <class Lanes, class Flag, class Words>
struct PackBits {
  static constexpr int bits_of_item = Lanes::width == bits_per_word ? 1 : bits_per_word;
  Flag flag;
  Words words;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const first = item * bits_of_item;
    std::uint32_t word = 0;
    for (int b = 0; b < bits_of_item; ++b) word |= static_cast<std::uint32_t>(bool(flag(first + b))) << b;
    if constexpr (bits_of_item == 1) word = Lanes::template peers<0>(0u, word != 0);
    if (first % bits_per_word == 0) words(word_of_bit(first)) = word;
  }
};

/// Number of set bits of each word, as the input of a scan.
template <class Words>
struct CountsOfWords {
  Words words;
  KOKKOS_FUNCTION int operator()(std::int64_t w) const { return count_bits(words(w)); }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(words.extent(0)); }
};

/// Number of set bits before p; before(w) is their number in all words before w. The word of p exists.
template <class Words, class Before>
struct BitsBefore {
  Words words;
  Before before;
  KOKKOS_FUNCTION auto operator()(std::int64_t p) const {
    return before(word_of_bit(p)) + static_cast<typename Before::non_const_value_type>(count_bits_before(words, p));
  }
};

/// Bit p of words := flag(p), in the order of bit_mask.hpp
///
/// Shapes        flag is called once for each p in [0, 32 w), w being the length of words.
/// Cost          one kernel; writes words once. On CUDA consecutive threads call flag for consecutive p.
/// Asynchronous  yes; allocates nothing. The kernel is labelled `label`.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec, class Flag, IndexView Words>
  requires Accesses<Exec, Words>
void pack_bits(Exec const& exec, std::string const& label, Flag const& flag, Words const& words) {
  static_assert(std::same_as<typename Words::value_type, std::uint32_t>, "pack_bits: words of 32 bits");
  using Body = PackBits<VoteLanes<Exec>, Flag, Words>;
  auto const bits = static_cast<std::int64_t>(words.extent(0)) * bits_per_word;
  if (bits > 0) Kokkos::parallel_for(label, range(exec, bits / Body::bits_of_item), Body{flag, words});
}

}  // namespace Araios::Impl
