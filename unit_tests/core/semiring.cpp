// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/semiring.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
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
static_assert(!Monoid<Min, Kokkos::complex<double>> && !Monoid<Max, Kokkos::complex<float>>);
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

template <class T>
std::vector<T> special_values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {T(0), T(1), T(2), T(5), Limits::max(), Limits::lowest(), Limits::min()};
  if constexpr (std::is_signed_v<T>) values.insert(values.end(), {T(-1), T(-7)});
  if constexpr (std::is_floating_point_v<T>)
    values.insert(values.end(), {-T(0), Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                                 std::copysign(Limits::quiet_NaN(), T(-1)), Limits::denorm_min(), -Limits::denorm_min(),
                                 Limits::epsilon()});
  return values;
}
/// Bit by bit: the sign of a zero and the payload of a NaN count.
template <class T>
bool same(T const& a, T const& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class Add, class T>
T folded(std::vector<T> const& values) {
  T sum = Add::template identity<T>();
  for (T const value : values) sum = Add()(sum, value);
  return sum;
}
template <class Add, class T>
T folded_atomically(std::vector<T> const& values) {
  T sum = Add::template identity<T>();
  for (T const value : values) SemiringOf<Add, Times>::atomic_add(&sum, value);
  return sum;
}
/// By tiles of every length, whose sums are added from the last one on.
template <class Add, class T>
std::vector<T> folded_by_tiles(std::vector<T> const& values) {
  std::vector<T> sums;
  for (std::size_t tile = 1; tile <= values.size(); ++tile) {
    T sum = Add::template identity<T>();
    for (std::size_t begin = (values.size() - 1) / tile * tile + tile; begin > 0;) {
      begin -= tile;
      std::vector<T> const part(values.begin() + begin, values.begin() + std::min(begin + tile, values.size()));
      sum = Add()(folded<Add>(part), sum);
    }
    sums.push_back(sum);
  }
  return sums;
}

/// Associative and commutative to the bit, with an identity, for all values of T: Min, Max, Or and And.
template <class Add, class T>
void is_a_monoid_of_all_values() {
  auto const all = special_values<T>();
  Add const add;
  T const identity = Add::template identity<T>();
  for (T const a : all) {
    T const kept = add(a, identity);  // Or and And give 0 or 1, Min and Max one NaN for all
    EXPECT_TRUE(same(kept, add(identity, a)));
    EXPECT_TRUE(same(add(kept, identity), kept));
    if constexpr (std::is_same_v<Add, Min> || std::is_same_v<Add, Max>) {
      EXPECT_TRUE(a != a || same(kept, a)) << a;
    }
    for (T const b : all) {
      EXPECT_TRUE(same(add(a, b), add(b, a))) << a << ", " << b;
      if (a != a || b != b) {
        EXPECT_TRUE((std::is_same_v<Add, And> || add(a, b) != T(0))) << a << ", " << b;
      }
      for (T const c : all) EXPECT_TRUE(same(add(add(a, b), c), add(a, add(b, c)))) << a << ", " << b << ", " << c;
    }
  }
}
/// Any order, any tiles, and the atomic form give the same bits.
template <class Add, class T>
void is_free_of_order() {
  auto const all = special_values<T>();
  std::mt19937 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<T> values;
    for (int k = 0; k < 9; ++k) values.push_back(all[random() % all.size()]);
    T const expected = folded<Add>(values);
    for (int order = 0; order < 5; ++order) {
      std::shuffle(values.begin(), values.end(), random);
      EXPECT_TRUE(same(folded<Add>(values), expected));
      for (T const sum : folded_by_tiles<Add>(values)) EXPECT_TRUE(same(sum, expected));
      if constexpr (AtomicMonoid<Add, T>) {
        EXPECT_TRUE(same(folded_atomically<Add>(values), expected));
      }
    }
  }
}

template <class T>
struct Monoids : testing::Test {};
using AllNumbers = testing::Types<float, double, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, int, unsigned,
                                  std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(Monoids, AllNumbers);

TYPED_TEST(Monoids, min_max_or_and_of_all_values) {
  is_a_monoid_of_all_values<Min, TypeParam>();
  is_a_monoid_of_all_values<Max, TypeParam>();
  is_a_monoid_of_all_values<Or, TypeParam>();
  is_a_monoid_of_all_values<And, TypeParam>();
  is_free_of_order<And, TypeParam>();
  if constexpr (sizeof(TypeParam) >= 4) {  // the atomic functions of Kokkos are those of 4 and 8 bytes
    is_free_of_order<Min, TypeParam>();
    is_free_of_order<Max, TypeParam>();
    is_free_of_order<Or, TypeParam>();
  }
}

/// Sums and products: commutative, with an identity; associative where nothing is rounded: integers wrap.
TYPED_TEST(Monoids, plus_and_times) {
  using T = TypeParam;
  auto const equal = [](T a, T b) { return a == b || (a != a && b != b); };
  auto const plus = [](T a, T b) { return static_cast<T>(Plus()(a, b)); };
  auto const times = [](T a, T b) { return static_cast<T>(Times()(a, b)); };
  auto const values = special_values<T>();
  for (T const a : values) {
    EXPECT_TRUE(equal(plus(a, Plus::identity<T>()), a) && equal(plus(Plus::identity<T>(), a), a));
    EXPECT_TRUE(equal(times(a, Times::identity<T>()), a) && equal(times(Times::identity<T>(), a), a));
    for (T const b : values) {
      EXPECT_TRUE(equal(plus(a, b), plus(b, a)));
      EXPECT_TRUE(equal(times(a, b), times(b, a)));
      if (std::is_floating_point_v<T>) continue;
      for (T const c : values) {
        EXPECT_EQ(plus(plus(a, b), c), plus(a, plus(b, c)));
        EXPECT_EQ(times(times(a, b), c), times(a, times(b, c)));
      }
    }
  }
}

/// Nothing comes of the zero of MinPlus and MaxTimes, a NaN neither, and other NaN reach the sum.
template <SemiringType S, class T>
void has_an_annihilator() {
  for (T const a : special_values<T>()) {
    EXPECT_EQ(S::multiply(a, S::template zero<T>()), S::template zero<T>()) << a;
    EXPECT_EQ(S::multiply(S::template zero<T>(), a), S::template zero<T>()) << a;
    if (a != a) {
      EXPECT_TRUE(same(S::add(S::multiply(a, T(1)), T(3)), S::add(T(3), S::multiply(T(1), a))));
      EXPECT_NE(S::add(S::multiply(a, T(1)), T(3)), S::add(S::multiply(a, T(1)), T(3))) << "is a NaN";
    }
  }
}
TYPED_TEST(Monoids, nothing_comes_of_the_zero_of_a_semiring) {
  has_an_annihilator<MinPlus, TypeParam>();
  has_an_annihilator<MaxTimes, TypeParam>();
}

TEST(ComplexProducts, a_real_factor_stays_real) {
  using T = Kokkos::complex<double>;
  double const infinite = std::numeric_limits<double>::infinity();
  T const a(infinite, 0);
  EXPECT_EQ(PlusTimes::scale(T(1), a), a);
  EXPECT_EQ(PlusTimes::scale(T(-2), a), T(-infinite, -0.0));
  EXPECT_EQ((PlusTimes::product<T>(2.0, a)), a);
  EXPECT_EQ((PlusTimes::product<T>(a, 2.0f)), a);
  EXPECT_EQ((PlusTimes::product<T>(2.0, infinite)), a);
  EXPECT_EQ((PlusTimes::product<T>(T(0, 1), T(0, 1))), T(-1));
  EXPECT_EQ(PlusTimes::multiply_one(a), a);
  EXPECT_EQ(PlusTimes::times_one(a), a);
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
  for (double const begin : {0.0, 5.0, -1.0}) {  // a sum with 0, too
    double target = begin;
    OrAnd::atomic_add(&target, 0.0);
    EXPECT_EQ(target, Or{}(begin, 0.0)) << begin;
  }
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
  spmv<UnionIntersection>(Exec(), ~0, A, x, 0, y, {.op = Op::transpose});
  EXPECT_EQ(copy_out(y), (std::vector<int>{1, 1 | 4}));
}

}  // namespace core_semiring_test
