// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/load_hints.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "support/matrices.hpp"

namespace core_load_test {

using namespace Araios;
using namespace Araios::test;
using Space = Kokkos::DefaultExecutionSpace::memory_space;

template <class T>
void loads_what_is_there(std::vector<T> const& values) {
  auto const from = to_view<Space>(values);
  Kokkos::View<T*, Space> const once("Araios::test::once", values.size());
  Kokkos::View<T*, Space> const read_only("Araios::test::read_only", values.size());
  Kokkos::parallel_for(
      "Araios::test::load", values.size(), KOKKOS_LAMBDA(std::int64_t i) {
        once(i) = Impl::load_once(&from(i));
        read_only(i) = Impl::load_read_only(&from(i));
      });
  EXPECT_TRUE(same_bits(to_vector(once), values));
  EXPECT_TRUE(same_bits(to_vector(read_only), values));
}

TEST(Load, every_size_of_element_bit_for_bit) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  loads_what_is_there<std::int8_t>({1, -2, 127});
  loads_what_is_there<short>({1, -2, 32767});
  loads_what_is_there<int>({1, -2, 1 << 30});
  loads_what_is_there<float>({-0.0f, 1.5f, 3e38f});
  loads_what_is_there<std::int64_t>({1, -2, std::int64_t(1) << 60});
  loads_what_is_there<double>({-0.0, nan, 1e300});
  loads_what_is_there<Kokkos::complex<float>>({{1, -0.0f}, {2, 3}});
  loads_what_is_there<Kokkos::complex<double>>({{1, -0.0}, {nan, 3}, {4, 5}});
}

}  // namespace core_load_test
