// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/concepts.hpp>
#include <gtest/gtest.h>

namespace core_concepts_test {

using namespace Araios;
using Host = Kokkos::DefaultHostExecutionSpace;

// Concepts are decided by the compiler; the program that holds these lines is their test.
static_assert(ExecutionSpace<Kokkos::DefaultExecutionSpace> && !ExecutionSpace<Kokkos::HostSpace> &&
              !ExecutionSpace<int>);
static_assert(MemorySpace<Kokkos::HostSpace> && !MemorySpace<Host> && !MemorySpace<int>);

static_assert(OrdinalType<int> && OrdinalType<std::int64_t>);
static_assert(!OrdinalType<unsigned> && !OrdinalType<short> && !OrdinalType<double>);
static_assert(OffsetType<int> && OffsetType<std::int64_t> && OffsetType<std::size_t> && OffsetType<unsigned>);
static_assert(!OffsetType<bool> && !OffsetType<short> && !OffsetType<double>);

static_assert(ScalarType<double> && ScalarType<float const> && ScalarType<int> && ScalarType<Pattern>);
static_assert(ScalarType<Kokkos::complex<float>> && ScalarType<Kokkos::complex<double> const>);
static_assert(!ScalarType<void*> && !ScalarType<NoValues>);
static_assert(is_complex_v<Kokkos::complex<double> const> && !is_complex_v<double>);

static_assert(VectorView<Kokkos::View<double*>> && VectorView<Kokkos::View<double const*, Kokkos::HostSpace>>);
static_assert(!VectorView<Kokkos::View<double>> && !VectorView<Kokkos::View<double**>> && !VectorView<double*>);
static_assert(ValuesView<NoValues> && ValuesView<Kokkos::View<float*>> && !ValuesView<Pattern>);
static_assert(IndexView<Kokkos::View<int const*>> && !IndexView<Kokkos::View<double*>>);

static_assert(Accesses<Host, Kokkos::View<int*, Kokkos::HostSpace>, NoValues>);
static_assert(Accesses<Host>);

TEST(Concepts, access_is_that_of_kokkos) {
  using Space = Kokkos::DefaultExecutionSpace::memory_space;
  bool const ours = Accesses<Host, Kokkos::View<int*, Space>>;
  bool const theirs = Kokkos::SpaceAccessibility<Host, Space>::accessible;
  EXPECT_EQ(ours, theirs);
}

}  // namespace core_concepts_test
