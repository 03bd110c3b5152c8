// SPDX-License-Identifier: Apache-2.0

#include <Araios/primitives/bit_words.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/types.hpp"

namespace primitives_bit_words_test {

using namespace Araios;
using namespace Araios::test;

struct Multiple {
  std::int64_t of;
  KOKKOS_FUNCTION bool operator()(std::int64_t p) const { return p % of == 0; }
};

template <class Exec>
void check_packing() {
  using Space = typename Exec::memory_space;
  Exec const exec;
  for (std::int64_t const words : {0, 1, 2, 1000})
    for (std::int64_t const of : {1, 2, 3, 31, 32, 33, 5000}) {
      std::vector<std::uint32_t> expected(words);
      for (std::int64_t p = 0; p < 32 * words; p += of) expected[p / 32] |= 1u << p % 32;
      auto const view = to_view<Space>(std::vector<std::uint32_t>(words, 0xdeadbeefu));
      Impl::pack_bits(exec, "Araios::test::pack", Multiple{of}, view);
      exec.fence();
      EXPECT_EQ(to_vector(view), expected) << words << " words, multiples of " << of;
    }
}

TEST(BitWords, flags_become_bits) { check_packing<Kokkos::DefaultExecutionSpace>(); }
TEST(BitWords, flags_become_bits_on_the_host) { check_packing<Kokkos::DefaultHostExecutionSpace>(); }

struct EveryThird {
  KOKKOS_FUNCTION bool operator()(std::int64_t p) const { return p % 3 == 0; }
};

contract::Operations const operations{contract::writes(
    "pack_bits",
    [](contract::Data&) { return Kokkos::View<std::uint32_t*, contract::Space>("Araios::test::words", 100); },
    [](contract::Data& d, auto& operand) { Impl::pack_bits(d.exec, "Araios::test::pack", EveryThird{}, operand); },
    {.no_operand = "its operand is dense, or bits"})};

}  // namespace primitives_bit_words_test
