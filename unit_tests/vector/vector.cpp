// SPDX-License-Identifier: Apache-2.0

#include <Araios/vector.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/refusals.hpp"
#include "support/sparse_vectors.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace vector_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Vector = SparseVector<double, int, Space>;

template <class T>
Kokkos::View<T*, Space> array(std::int64_t length) {
  return Kokkos::View<T*, Space>("Araios::test::array", length);
}

TEST(SparseVectorFormat, default_is_empty) {
  Vector const x;
  EXPECT_EQ(x.length(), 0);
  EXPECT_EQ(x.nnz(), 0);
  EXPECT_EQ(x.bytes(), 0);
}

TEST(SparseVectorFormat, shares_the_arrays_that_it_is_made_of) {
  auto const indices = array<int>(5);
  auto const values = array<double>(5);
  Vector const x(7, indices, values);
  EXPECT_EQ(x.indices.data(), indices.data());
  EXPECT_EQ(x.values.data(), values.data());
  EXPECT_EQ(x.length(), 7);
  EXPECT_EQ(x.nnz(), 5);
  EXPECT_EQ(x.bytes(), 5 * (4 + 8));
  EXPECT_EQ(x.bytes(), (sparse_vector_bytes<double, int>(5)));
}

TEST(SparseVectorFormat, a_pattern_has_no_values) {
  SparseVector<Pattern, std::int64_t, Space> const x(7, array<std::int64_t>(5));
  EXPECT_EQ(x.nnz(), 5);
  EXPECT_EQ(x.bytes(), 5 * 8);
  EXPECT_EQ(x.bytes(), (sparse_vector_bytes<Pattern, std::int64_t>(5)));
}

TEST(SparseVectorFormat, refuses_lengths_that_disagree) {
  EXPECT_EQ(refusal([] { Vector(7, array<int>(5), array<double>(4)); }),
            "Araios::SparseVector: length of values, length of indices (4 != 5)");
  EXPECT_EQ(refusal([] { Vector(-7, array<int>(5), array<double>(5)); }), "Araios::SparseVector: negative length -7");
  EXPECT_EQ(refusal([] { Vector(std::int64_t(1) << 31, {}, {}); }),
            "Araios::SparseVector: number of elements: 2147483648 does not fit a 32-bit signed integer");
}

constexpr std::int64_t lengths[] = {0, 1, 5, 300, 70000};

template <class C>
struct SparseVectorOperations : testing::Test {
  using Scalar = typename C::Scalar;
  using Ordinal = typename C::Ordinal;
  using Space = typename C::Space;
  /// The type of dense vectors that go with the case.
  using T = std::conditional_t<is_pattern_v<Scalar>, double, Scalar>;
  typename C::Exec exec;

  static HostSparse<Scalar, Ordinal> with_random_values(HostSparse<Scalar, Ordinal> x, unsigned seed) {
    if constexpr (!is_pattern_v<Scalar>) x.values = test_vector<Scalar>(x.values.size(), seed);
    return x;
  }
};
TYPED_TEST_SUITE(SparseVectorOperations, AllCases, CaseName);

TYPED_TEST(SparseVectorOperations, axpy_adds_at_the_indices) {
  using T = typename TestFixture::T;
  using Space = typename TestFixture::Space;
  for (auto const n : lengths)
    for (auto const& [name, host] : sparse_vectors_of<typename TypeParam::Scalar, typename TypeParam::Ordinal>(n)) {
      auto const before = test_vector<T>(n, 3);
      auto const y = to_view<Space>(before);
      axpy(this->exec, T(-2), to_sparse<Space>(host), y);
      this->exec.fence();
      auto expected = before;
      for (std::size_t p = 0; p < host.indices.size(); ++p)
        if constexpr (is_pattern_v<typename TypeParam::Scalar>)
          expected[host.indices[p]] += T(-2);
        else
          expected[host.indices[p]] += T(-2) * T(host.values[p]);
      auto const result = to_vector(y);
      // A product by two is exact, so the sum is rounded once, fused or not.
      for (std::int64_t i = 0; i < n; ++i) ASSERT_EQ(exact(result[i]), exact(expected[i])) << name << ", element " << i;
    }
}

/// x . y by definition, and how far from it the sum may be.
template <class X, class Y>
std::pair<Exact, long double> reference_dot(X const& x, Y const& y_at, bool conjugate, long double unit) {
  Exact sum = 0;
  long double size = 0;
  for (std::size_t p = 0; p < x.indices.size(); ++p) {
    Exact const a = exact(x.values[p]);
    Exact const term = (conjugate ? std::conj(a) : a) * y_at(x.indices[p]);
    sum += term;
    size += std::abs(term);
  }
  long double const k = 4 * (static_cast<long double>(x.indices.size()) + 4);
  return {sum, k * unit * size};
}

TYPED_TEST(SparseVectorOperations, dot_with_a_dense_vector) {
  using T = typename TestFixture::T;
  using Space = typename TestFixture::Space;
  for (auto const n : lengths) {
    auto const dense = test_vector<T>(n, 5);
    auto const y = to_view<Space>(dense);
    for (auto const& [name, plain] : sparse_vectors_of<typename TypeParam::Scalar, typename TypeParam::Ordinal>(n)) {
      auto const host = this->with_random_values(plain, 6);
      auto const x = to_sparse<Space>(host);
      auto const at = [&](std::int64_t i) { return exact(dense[i]); };
      for (bool const conjugate : {false, true}) {
        auto const [sum, bound] = reference_dot(host, at, conjugate, std::numeric_limits<Real<T>>::epsilon());
        auto const result = conjugate ? dotc(this->exec, x, y) : dot(this->exec, x, y);
        static_assert(std::is_same_v<std::remove_const_t<decltype(result)>, T>);
        ASSERT_LE(std::abs(exact(result) - sum), bound) << name << ", conjugate " << conjugate;
        Kokkos::View<T, Space> const place("Araios::test::place");
        if (conjugate)
          dotc(this->exec, x, y, place);
        else
          dot(this->exec, x, y, place);
        this->exec.fence();
        T again;
        Kokkos::deep_copy(again, place);
        ASSERT_TRUE(same_bits(std::vector<T>{again}, std::vector<T>{result})) << name;
      }
    }
  }
}

TYPED_TEST(SparseVectorOperations, dot_with_a_sparse_vector) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Space = typename TestFixture::Space;
  for (auto const n : lengths)
    for (auto const& [name, plain] : sparse_vectors_of<Scalar, Ordinal>(n))
      for (auto const& [other_name, other_plain] : sparse_vectors_of<Scalar, Ordinal>(n, 77)) {
        auto const host = this->with_random_values(plain, 6);
        auto const other = this->with_random_values(other_plain, 7);
        std::map<std::int64_t, Exact> places;
        for (std::size_t p = 0; p < other.indices.size(); ++p) places[other.indices[p]] = exact(other.values[p]);
        auto const at = [&](std::int64_t i) { return places.count(i) ? places[i] : Exact(0); };
        auto const x = to_sparse<Space>(host);
        auto const y = to_sparse<Space>(other);
        for (bool const conjugate : {false, true}) {
          long double unit = 0;  // two Patterns are counted exactly
          if constexpr (!is_pattern_v<Scalar>) unit = std::numeric_limits<Real<Scalar>>::epsilon();
          auto const [sum, bound] = reference_dot(host, at, conjugate, unit);
          auto const result = conjugate ? dotc(this->exec, x, y) : dot(this->exec, x, y);
          ASSERT_LE(std::abs(exact(result) - sum), bound) << name << ", " << other_name << ", conjugate " << conjugate;
        }
      }
}

TYPED_TEST(SparseVectorOperations, gather_and_scatter) {
  using Scalar = typename TypeParam::Scalar;
  using T = typename TestFixture::T;
  using Space = typename TestFixture::Space;
  for (auto const n : lengths)
    for (auto const& [name, host] : sparse_vectors_of<Scalar, typename TypeParam::Ordinal>(n)) {
      auto const dense = test_vector<T>(n, 5);
      auto expected = dense;
      for (std::size_t p = 0; p < host.indices.size(); ++p)
        if constexpr (is_pattern_v<Scalar>)
          expected[host.indices[p]] = T(1);
        else
          expected[host.indices[p]] = host.values[p];
      auto const x = to_sparse<Space>(host);
      auto const y = to_view<Space>(dense);
      scatter(this->exec, x, y);
      this->exec.fence();
      ASSERT_TRUE(same_bits(to_vector(y), expected)) << name;
      if constexpr (!is_pattern_v<Scalar>) {
        auto const z = to_view<Space>(dense);
        std::vector<T> picked;
        for (auto const i : host.indices) picked.push_back(dense[i]);
        gather(this->exec, z, x);
        this->exec.fence();
        ASSERT_TRUE(same_bits(to_vector(x.values), picked)) << name;
        ASSERT_TRUE(same_bits(to_vector(z), dense)) << name;
        auto const w = to_sparse<Space>(host);
        gather_zero(this->exec, z, w);
        this->exec.fence();
        ASSERT_TRUE(same_bits(to_vector(w.values), picked)) << name;
        auto cleared = dense;
        for (auto const i : host.indices) cleared[i] = T(0);
        ASSERT_TRUE(same_bits(to_vector(z), cleared)) << name;
      }
    }
}

Vector by_hand(std::vector<int> const& indices, std::vector<double> const& values) {
  return Vector(6, to_view<Space>(indices), to_view<Space>(values));
}

TEST(SparseVectorByHand, unsorted_indices_and_repeated_ones_where_they_are_allowed) {
  Exec const exec;
  auto const y = to_view<Space>(std::vector<double>{1, 2, 3, 4, 5, 6});
  EXPECT_EQ(dot(exec, by_hand({5, 0, 5}, {2, 3, 4}), y), 12 + 3 + 24);
  auto const x = by_hand({5, 0, 5}, {0, 0, 0});
  gather(exec, y, x);
  exec.fence();
  EXPECT_EQ(to_vector(x.values), (std::vector<double>{6, 1, 6}));
  axpy(exec, 10, by_hand({4, 1}, {1, 2}), y);
  exec.fence();
  EXPECT_EQ(to_vector(y), (std::vector<double>{1, 22, 3, 4, 15, 6}));
}

TEST(SparseVectorByHand, conjugates_the_first_factor_whichever_is_shorter) {
  Exec const exec;
  using C = Kokkos::complex<double>;
  using ComplexVector = SparseVector<C, int, Space>;
  ComplexVector const one(6, to_view<Space>(std::vector<int>{2}), to_view<Space>(std::vector<C>{C(0, 1)}));
  ComplexVector const two(6, to_view<Space>(std::vector<int>{2, 3}), to_view<Space>(std::vector<C>{C(0, 2), C(5, 5)}));
  ComplexVector const mixed(6, to_view<Space>(std::vector<int>{2}), to_view<Space>(std::vector<C>{C(3, 4)}));
  EXPECT_EQ(dot(exec, one, two), C(-2, 0));
  EXPECT_EQ(dotc(exec, one, two), C(2, 0));
  EXPECT_EQ(dotc(exec, mixed, two), C(8, 6));
  EXPECT_EQ(dotc(exec, two, mixed), C(8, -6));
}

TEST(SparseVectorByHand, types_mix) {
  Exec const exec;
  SparseVector<float, int, Space> const x(6, to_view<Space>(std::vector<int>{1, 3}),
                                          to_view<Space>(std::vector<float>{2, 3}));
  SparseVector<Pattern, int, Space> const pattern(6, to_view<Space>(std::vector<int>{0, 3, 5}));
  auto const y = to_view<Space>(std::vector<double>{1, 2, 3, 4, 5, 6});
  static_assert(std::is_same_v<decltype(dot(exec, x, y)), double>);
  static_assert(std::is_same_v<decltype(dot(exec, x, pattern)), float>);
  static_assert(std::is_same_v<decltype(dot(exec, pattern, pattern)), std::int64_t>);
  EXPECT_EQ(dot(exec, x, y), 4 + 12);
  EXPECT_EQ(dot(exec, pattern, y), 1 + 4 + 6);
  EXPECT_EQ(dot(exec, x, pattern), 3);
  EXPECT_EQ(dot(exec, pattern, pattern), 3);
  Kokkos::View<float, Space> const single("Araios::test::single");
  dot(exec, by_hand({0}, {1e10 + 1}), y, single);
  float result = 0;
  Kokkos::deep_copy(result, single);
  EXPECT_EQ(result, static_cast<float>(1e10 + 1));
}

TEST(SparseVectorByHand, nan_arrives) {
  Exec const exec;
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const y = to_view<Space>(std::vector<double>{1, nan, 3, 4, 5, 6});
  EXPECT_TRUE(std::isnan(dot(exec, by_hand({1}, {0}), y)));
  EXPECT_EQ(dot(exec, by_hand({0}, {2}), y), 2);
}

TEST(SparseVectorRepeatable, sums_have_the_same_bits_every_time) {
  Exec const exec;
  std::int64_t const n = 300000;
  auto host = from_indices<double, int>(n, random_indices(n, n / 2, 9));
  host.values = test_vector<double>(host.values.size(), 10);
  auto const x = to_sparse<Space>(host);
  auto const y = to_view<Space>(test_vector<double>(n, 11));
  double const dense = dot(exec, x, y);
  double const sparse = dot(exec, x, x);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(dot(exec, x, y), dense);
    EXPECT_EQ(dot(exec, x, x), sparse);
  }
}

TEST(SparseVectorRefusals, name_both_lengths) {
  Exec const exec;
  auto const x = by_hand({1}, {2});
  Vector const longer(7, x.indices, x.values);
  auto const y = array<double>(5);
  EXPECT_EQ(refusal([&] { axpy(exec, 1, x, y); }), "Araios::axpy: length of y, length of x (5 != 6)");
  EXPECT_EQ(refusal([&] { dot(exec, x, y); }), "Araios::dot: length of y, length of x (5 != 6)");
  EXPECT_EQ(refusal([&] { dot(exec, x, longer); }), "Araios::dot: length of y, length of x (7 != 6)");
  EXPECT_EQ(refusal([&] { gather(exec, y, x); }), "Araios::gather: length of y, length of x (5 != 6)");
  EXPECT_EQ(refusal([&] { gather_zero(exec, y, x); }), "Araios::gather_zero: length of y, length of x (5 != 6)");
  EXPECT_EQ(refusal([&] { scatter(exec, x, y); }), "Araios::scatter: length of y, length of x (5 != 6)");
}

contract::Operations const operations{
    contract::writes("axpy", [](contract::Data& d) { axpy(d.exec, 2, d.sparse_vector(), d.result.values); }),
    contract::writes("dot_dense",
                     [](contract::Data& d) { dot(d.exec, d.sparse_vector(), d.A.values, d.number(), d.workspace); }),
    contract::writes(
        "dot_sparse",
        [](contract::Data& d) { dotc(d.exec, d.sparse_vector(), d.sparse_vector(), d.number(), d.workspace); },
        {.rows = contract::Refuses::both}),
    contract::writes("gather", [](contract::Data& d) { gather(d.exec, d.result.values, d.sparse_vector()); }),
    contract::writes("gather_zero", [](contract::Data& d) { gather_zero(d.exec, d.result.values, d.sparse_vector()); }),
    contract::writes("scatter", [](contract::Data& d) { scatter(d.exec, d.sparse_vector(), d.result.values); })};

}  // namespace vector_test
