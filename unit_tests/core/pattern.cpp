// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/pattern.hpp>
#include <gtest/gtest.h>

#include <type_traits>

namespace core_pattern_test {

using namespace Araios;

static_assert(is_pattern_v<Pattern> && is_pattern_v<Pattern const> && !is_pattern_v<double>);
static_assert(Impl::value_bytes_v<Pattern> == 0 && Impl::value_bytes_v<double> == 8 &&
              Impl::value_bytes_v<Kokkos::complex<float>> == 8);
static_assert(Pattern() == Pattern() && !(Pattern() != Pattern()));
static_assert(std::is_same_v<decltype(Pattern() + Pattern()), Pattern>);
static_assert(std::is_same_v<decltype(Pattern() * Pattern()), Pattern>);
static_assert(std::is_empty_v<NoValues> && std::is_trivially_copyable_v<NoValues>);

TEST(Pattern, NoValues_is_an_array_of_nothing) {
  NoValues const values;
  EXPECT_EQ(values.extent(0), 0u);
  EXPECT_EQ(values.size(), 0u);
  EXPECT_EQ(values.data(), nullptr);
}

/// As in every kernel that moves entries: the value goes along, if there is one.
template <class Out, class In>
void move_entry(Out const& out, In const& in) {
  out(1) = in(0);
}

TEST(Pattern, one_body_serves_matrices_with_and_without_values) {
  double const from[] = {3.0, 0.0};
  double to[] = {0.0, 0.0};
  move_entry([&](int i) -> double& { return to[i]; }, [&](int i) { return from[i]; });
  EXPECT_EQ(to[1], 3.0);
  move_entry(NoValues(), NoValues());
}

int equal_patterns(int n) {
  using Exec = Kokkos::DefaultExecutionSpace;
  NoValues const values;
  int all_equal = 0;
  Kokkos::parallel_reduce(
      "Araios::test::pattern", Kokkos::RangePolicy<Exec>(Exec(), 0, n),
      KOKKOS_LAMBDA(int i, int& sum) {
        values(i) = values(n - 1 - i);
        sum += values(i) == Pattern();
      },
      all_equal);
  return all_equal;
}

TEST(Pattern, kernels_read_and_write_it) { EXPECT_EQ(equal_patterns(100), 100); }

}  // namespace core_pattern_test
