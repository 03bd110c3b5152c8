// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/semiring.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace core_semiring_test {

using namespace Araios;

// Widest paths, of the parts that are at hand.
struct MaxMin : SemiringOf<Max, Min> {};

// Sets as bits of integers: a monoid of one's own, without an atomic form.
struct Union {
  template <std::integral T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return T(0);
  }
  template <std::integral T>
  KOKKOS_FUNCTION constexpr T operator()(T a, T b) const {
    return a | b;
  }
};
struct Intersection {
  template <std::integral T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return static_cast<T>(~T(0));
  }
  template <std::integral T>
  KOKKOS_FUNCTION constexpr T operator()(T a, T b) const {
    return a & b;
  }
};
using UnionIntersection = SemiringOf<Union, Intersection>;

// The least sum, by another way, so that numbers are added without an atomic form.
struct SlowMin {
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return Min::identity<T>();
  }
  template <class T>
  KOKKOS_FUNCTION constexpr T operator()(T const& a, T const& b) const {
    return Min()(a, b);
  }
};

struct NoIdentity {
  template <class T>
  KOKKOS_FUNCTION constexpr T operator()(T const& a, T const&) const {
    return a;
  }
};
struct NoPair {
  template <class T>
  KOKKOS_FUNCTION static constexpr T zero() {
    return T(0);
  }
};

static_assert(SemiringOver<PlusTimes, double> && SemiringOver<PlusTimes, Kokkos::complex<float>>);
static_assert(SemiringOver<MinPlus, double> && SemiringOver<MinPlus, int> && SemiringOver<MaxTimes, float>);
static_assert(SemiringOver<OrAnd, int> && SemiringOver<MaxMin, double>);
static_assert(!SemiringOver<MinPlus, Kokkos::complex<double>> && !SemiringOver<MaxTimes, Kokkos::complex<double>>);
static_assert(SemiringType<UnionIntersection> && SemiringOver<UnionIntersection, int>);
static_assert(!SemiringOver<UnionIntersection, double>);
static_assert(!SemiringType<NoPair> && !SemiringType<int> && !SemiringType<Plus>);
static_assert(SemiringType<SemiringOf<NoIdentity, Times>> && !SemiringOver<SemiringOf<NoIdentity, Times>, double>);
static_assert(!SemiringOver<SemiringOf<Plus, NoIdentity>, double>);
static_assert(AtomicMonoid<Plus, double> && AtomicMonoid<Min, int> && AtomicMonoid<Max, int> && AtomicMonoid<Or, int>);
static_assert(Monoid<Union, int> && !AtomicMonoid<Union, int> && Multiplication<And, int>);

template <SemiringType S, class T>
void obeys_its_laws(T const (&values)[5]) {
  T const zero = S::template zero<T>();
  T const one = S::template one<T>();
  for (T const a : values) {
    EXPECT_EQ(S::add(a, zero), a);
    EXPECT_EQ(S::add(zero, a), a);
    EXPECT_EQ(S::multiply(a, one), a);
    EXPECT_EQ(S::multiply(one, a), a);
    EXPECT_EQ(S::multiply(a, zero), zero) << "nothing comes of the zero";
    EXPECT_EQ(S::multiply(zero, a), zero);
    for (T const b : values) {
      EXPECT_EQ(S::add(a, b), S::add(b, a));
      for (T const c : values) {
        EXPECT_EQ(S::add(S::add(a, b), c), S::add(a, S::add(b, c)));
        EXPECT_EQ(S::multiply(a, S::add(b, c)), S::add(S::multiply(a, b), S::multiply(a, c)));
      }
    }
  }
}

TEST(Semiring, laws_hold_on_small_numbers) {
  double const numbers[] = {0, 1, 2, 5, 0.5};
  obeys_its_laws<PlusTimes>(numbers);
  obeys_its_laws<MaxTimes>(numbers);  // products keep the order of numbers that are not negative
  double const lengths[] = {-3, 0, 1, 7, std::numeric_limits<double>::infinity()};
  obeys_its_laws<MinPlus>(lengths);
  std::int64_t const integers[] = {-3, 0, 1, 7, std::numeric_limits<std::int64_t>::max()};
  obeys_its_laws<MinPlus>(integers);  // the greatest is no path, and does not overflow
  int const truths[] = {0, 1, 1, 0, 1};
  obeys_its_laws<OrAnd>(truths);
  double const widths[] = {0, 1, 4, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  obeys_its_laws<MaxMin>(widths);
  std::uint32_t const sets[] = {0, 1, 6, 0xF0, ~0u};
  obeys_its_laws<UnionIntersection>(sets);
}

template <class View>
void copy_in(View const& view, std::vector<int> const& values) {
  auto const host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = values[i];
  Kokkos::deep_copy(view, host);
}
std::vector<int> copy_out(Kokkos::View<int*, Kokkos::DefaultExecutionSpace::memory_space> const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  return std::vector<int>(host.data(), host.data() + host.extent(0));
}

template <SemiringType S>
double atomic_sum_of(double begin) {
  Kokkos::View<double, Kokkos::DefaultExecutionSpace> const target("Araios::test::target");
  Kokkos::deep_copy(target, begin);
  Kokkos::parallel_for(
      "Araios::test::atomic_add", 1000,
      KOKKOS_LAMBDA(int i) { S::atomic_add(target.data(), static_cast<double>((i * 7) % 1000 - 100)); });
  double result = 0;
  Kokkos::deep_copy(result, target);
  return result;
}

TEST(Semiring, atomic_additions_are_additions) {
  EXPECT_EQ(atomic_sum_of<PlusTimes>(1), 1 + 999 * 1000 / 2 - 100 * 1000);
  EXPECT_EQ(atomic_sum_of<MinPlus>(MinPlus::zero<double>()), -100);
  EXPECT_EQ(atomic_sum_of<MaxTimes>(MaxTimes::zero<double>()), 899);
  EXPECT_EQ(atomic_sum_of<OrAnd>(0), 1);
}

// nvcc takes no lambda of both sides inside the body of a TEST, which is a private member.
std::uint32_t atomic_union_of_even_bits() {
  Kokkos::View<std::uint32_t, Kokkos::DefaultExecutionSpace> const target("Araios::test::target");
  Kokkos::parallel_for(
      "Araios::test::atomic_add", 1000,
      KOKKOS_LAMBDA(int i) { UnionIntersection::atomic_add(target.data(), std::uint32_t(1) << (2 * (i % 16))); });
  std::uint32_t result = 0;
  Kokkos::deep_copy(result, target);
  return result;
}

TEST(Semiring, a_monoid_without_an_atomic_form_is_added_atomically) {
  EXPECT_EQ((atomic_sum_of<SemiringOf<SlowMin, Plus>>(5)), -100);
  EXPECT_EQ(atomic_union_of_even_bits(), 0x55555555u);
}

TEST(Semiring, a_product_in_a_semiring_of_ones_own) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Space = Exec::memory_space;
  CsrMatrix<int, int, int, Space> const A = [] {
    auto const arrays = allocate_csr<int, int, int>(Exec(), "Araios::test::A", 2, 3);
    copy_in(arrays.row_map, {0, 2, 3});
    copy_in(arrays.entries, {0, 1, 1});
    copy_in(arrays.values, {3, 5, 6});
    return CsrMatrix<int, int, int, Space>(2, 2, arrays);
  }();
  Kokkos::View<int*, Space> const x("Araios::test::x", 2), y("Araios::test::y", 2);
  copy_in(x, {1, 12});
  spmv<UnionIntersection>(Exec(), ~0, A, x, 0, y);
  EXPECT_EQ(copy_out(y), (std::vector<int>{1 | 4, 4}));
  spmv<UnionIntersection>(Exec(), {.op = Op::transpose}, ~0, A, x, 0, y);
  EXPECT_EQ(copy_out(y), (std::vector<int>{1, 1 | 4}));
}

}  // namespace core_semiring_test
