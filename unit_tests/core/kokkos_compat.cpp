// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/kokkos_compat.hpp>
#include <gtest/gtest.h>

namespace core_kokkos_compat_test {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

KOKKOS_INLINE_FUNCTION int side() {
  int result = 0;
  ARAIOS_IF_ON_DEVICE((result = 1;))
  ARAIOS_IF_ON_HOST((result = 2;))
  return result;
}

int side_of_a_kernel() {
  int in_kernel = 0;
  Kokkos::parallel_reduce(
      "Araios::test::side", Kokkos::RangePolicy<Exec>(Exec(), 0, 1), KOKKOS_LAMBDA(int, int& sum) { sum += side(); },
      in_kernel);
  return in_kernel;
}

TEST(KokkosCompat, code_for_one_side_runs_on_that_side) {
  bool const on_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, Space>::accessible;
  EXPECT_EQ(side(), 2);
  EXPECT_EQ(side_of_a_kernel(), on_host ? 2 : 1);
}

TEST(KokkosCompat, host_mirror_is_what_create_mirror_view_gives) {
  Kokkos::View<int*, Space> const view("Araios::test::view", 3);
  Araios::Impl::HostMirror<Kokkos::View<int*, Space>> const mirror = Kokkos::create_mirror_view(view);
  EXPECT_EQ(mirror.extent(0), 3u);
  static_assert(Kokkos::SpaceAccessibility<Kokkos::HostSpace, decltype(mirror)::memory_space>::accessible);
}

TEST(KokkosCompat, concurrency_is_at_least_one) { EXPECT_GE(Araios::Impl::concurrency(Exec()), 1); }

TEST(KokkosCompat, fence_waits) {
  Exec const exec;
  Kokkos::View<int*, Space> const view("Araios::test::view", 1000000);
  Kokkos::View<int, Kokkos::HostSpace> const last("Araios::test::last");
  Kokkos::deep_copy(exec, view, 3);
  Kokkos::deep_copy(exec, last, Kokkos::subview(view, 999999));
  Araios::Impl::fence(exec, "Araios::test::fence");
  EXPECT_EQ(last(), 3);
}

}  // namespace core_kokkos_compat_test
