// SPDX-License-Identifier: Apache-2.0
#include <Araios/core/unmanaged.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <type_traits>

namespace core_unmanaged_test {

using Araios::Impl::borrowed;
using Araios::Impl::unmanaged;
using Araios::Impl::unmanaged_const;
using Space = Kokkos::HostSpace;

TEST(Unmanaged, one_type_for_all_contiguous_views) {
  Kokkos::View<double*, Space> const managed("v", 5);
  Kokkos::View<double*, Kokkos::LayoutLeft, Space> const left("v", 5);
  Kokkos::View<double*, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const bare(managed.data(),
                                                                                                        5);
  using View = Araios::Impl::UnmanagedView<double, Space>;
  static_assert(std::is_same_v<decltype(unmanaged(managed)), View>);
  static_assert(std::is_same_v<decltype(unmanaged(left)), View>);
  static_assert(std::is_same_v<decltype(unmanaged(bare)), View>);
  Kokkos::View<double const*, Space> const constant = managed;
  using ConstView = Araios::Impl::UnmanagedView<double const, Space>;
  static_assert(std::is_same_v<decltype(unmanaged_const(managed)), ConstView>);
  static_assert(std::is_same_v<decltype(unmanaged_const(constant)), ConstView>);
  EXPECT_EQ(unmanaged(managed).data(), managed.data());
  EXPECT_EQ(unmanaged_const(left).data(), left.data());
  EXPECT_EQ(unmanaged(managed).extent(0), 5u);
}

TEST(Unmanaged, keeps_what_is_no_plain_array) {
  using Strided = Kokkos::View<double*, Kokkos::LayoutStride, Space>;
  using Atomic = Kokkos::View<double*, Space, Kokkos::MemoryTraits<Kokkos::Atomic>>;
  using Random = Kokkos::View<double const*, Space, Kokkos::MemoryTraits<Kokkos::RandomAccess>>;
  static_assert(std::is_same_v<decltype(unmanaged(Strided())), Strided>);
  static_assert(std::is_same_v<decltype(unmanaged(Atomic())), Atomic>);
  static_assert(std::is_same_v<decltype(unmanaged_const(Random())), Random>);
}

TEST(Unmanaged, borrowed_arrays_count_no_owner) {
  Kokkos::View<int*, Space> const owner("owner", 3);
  auto const array = borrowed<Kokkos::View<int const*, Space>>(owner);
  EXPECT_EQ(array.data(), owner.data());
  EXPECT_EQ(array.extent(0), 3u);
  EXPECT_EQ(owner.use_count(), 1);
  static_assert(std::is_same_v<decltype(borrowed<Araios::NoValues>(Araios::NoValues())), Araios::NoValues>);
}

}  // namespace core_unmanaged_test
