// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/primitives/sum.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/matrices.hpp"

namespace primitives_sum_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// The order that the header promises, step by step.
template <class Add, class T>
T reference(std::vector<T> terms, std::size_t length) {
  do {
    std::vector<T> sums;
    for (std::size_t begin = 0; begin < terms.size() || sums.empty(); begin += length) {
      std::vector<T> chains(256, Add::template identity<T>());
      std::size_t const end = std::min(begin + length, terms.size());
      for (std::size_t p = begin; p < end; ++p) {
        T& chain = chains[(p - begin) % 256];
        chain = Add()(chain, terms[p]);
      }
      chains.resize(std::clamp<std::size_t>(end - begin, 1, 256));
      for (std::size_t half = 128; half > 0; half /= 2)
        for (std::size_t c = 0; c < half && c + half < chains.size(); ++c)
          chains[c] = Add()(chains[c], chains[c + half]);
      sums.push_back(chains[0]);
    }
    terms = sums;
    length = 8192;
  } while (terms.size() > 1);
  return terms[0];
}

template <class Add, class T>
T sum_of(std::vector<T> const& terms, std::int64_t length) {
  Exec const exec;
  Workspace<Space> workspace;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const elements = to_view<Space>(terms);
  Kokkos::View<T, Space> const result("result");
  Impl::sum_terms<Add>(exec, "Araios::test", Impl::ElementTerms<std::remove_const_t<decltype(elements)>>{elements},
                       static_cast<std::int64_t>(terms.size()), length, result, workspace);
  return Araios::read_back(exec, result, "Araios::test: the sum is on the host");
}

TEST(SumTerms, has_the_order_that_is_promised_to_the_bit) {
  for (std::size_t const count : {0, 1, 2, 128, 129, 255, 256, 257, 511, 1000, 8191, 8192, 8193, 100'000}) {
    std::vector<float> terms(count);
    for (std::size_t p = 0; p < count; ++p) terms[p] = 1.0f / static_cast<float>(p % 977 + 1) - 0.1f;
    EXPECT_EQ((sum_of<Plus>(terms, 8192)), (reference<Plus>(terms, 8192))) << count;
    EXPECT_EQ((sum_of<Plus>(terms, 256)), (reference<Plus>(terms, 256))) << count;
    EXPECT_EQ((sum_of<Max>(terms, 256)), (reference<Max>(terms, 256))) << count;
  }
}

TEST(SumTerms, of_several_levels) {
  std::vector<double> terms(300'000);
  for (std::size_t p = 0; p < terms.size(); ++p) terms[p] = 1.0 / static_cast<double>(p % 977 + 1);
  // Blocks of 16 terms: more of them than one block of sums has.
  EXPECT_EQ((sum_of<Plus>(terms, 16)), (reference<Plus>(terms, 16)));
}

}  // namespace primitives_sum_test
