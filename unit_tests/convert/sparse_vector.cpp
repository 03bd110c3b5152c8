// SPDX-License-Identifier: Apache-2.0

#include <Araios/dense.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/validate/sparse_vector.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "support/contract.hpp"
#include "support/refusals.hpp"
#include "support/sparse_vectors.hpp"
#include "support/types.hpp"

namespace convert_sparse_vector_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// Keeps every element, zeros too.
struct Everything {
  template <class T>
  KOKKOS_FUNCTION bool operator()(T const&) const {
    return true;
  }
};

struct AboveOne {
  KOKKOS_FUNCTION bool operator()(float value) const { return value > 1; }
};

template <class C>
struct ConvertSparseVector : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(ConvertSparseVector, AllCases, CaseName);

TYPED_TEST(ConvertSparseVector, to_dense_and_back) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Space = typename TypeParam::Space;
  for (std::int64_t const n : {0, 1, 7, 300, 70000})
    for (auto const& [name, host] : sparse_vectors_of<Scalar, Ordinal>(n)) {
      auto const x = to_sparse<Space>(host);
      if constexpr (is_pattern_v<Scalar>) {
        std::vector<int> expected(n, 0);
        for (auto const i : host.indices) expected[i] = 1;
        auto const dense = sparse_to_dense<int>(this->exec, x);
        this->exec.fence();
        ASSERT_EQ(to_vector(dense), expected) << name;
      } else {
        std::vector<Scalar> expected(n, Scalar(0));
        for (std::size_t p = 0; p < host.indices.size(); ++p) expected[host.indices[p]] = host.values[p];
        auto const dense = sparse_to_dense(this->exec, x);
        this->exec.fence();
        ASSERT_TRUE(same_bits(to_vector(dense), expected)) << name;
        auto const again = dense_to_sparse<Ordinal>(this->exec, dense);
        this->exec.fence();
        ASSERT_TRUE(same_bits(to_host(again), host)) << name;
        validate(this->exec, again, {.order = Order::strict});
      }
    }
}

TEST(DenseToSparse, keeps_what_does_not_equal_zero_and_every_bit_of_it) {
  Exec const exec;
  double const nan = std::numeric_limits<double>::quiet_NaN();
  double const inf = std::numeric_limits<double>::infinity();
  double const tiny = std::numeric_limits<double>::denorm_min();
  auto const dense = to_view<Space>(std::vector<double>{0.0, nan, -0.0, -inf, tiny, 0.0, -2});
  auto const kept = to_host(dense_to_sparse(exec, dense));
  EXPECT_EQ(kept.length, 7);
  EXPECT_EQ(kept.indices, (std::vector<int>{1, 3, 4, 6}));
  EXPECT_TRUE(same_bits(kept.values, {nan, -inf, tiny, -2}));
  auto const all = to_host(dense_to_sparse(exec, dense, Everything{}));
  EXPECT_EQ(all.indices, (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(same_bits(all.values, {0.0, nan, -0.0, -inf, tiny, 0.0, -2}));
}

TEST(DenseToSparse, takes_a_rule) {
  Exec const exec;
  auto const dense = to_view<Space>(std::vector<float>{0.5f, -3, 2, 0, 7});
  auto const kept = to_host(dense_to_sparse<std::int64_t>(exec, dense, AboveOne{}));
  EXPECT_EQ(kept.indices, (std::vector<std::int64_t>{2, 4}));
  EXPECT_EQ(kept.values, (std::vector<float>{2, 7}));
}

TEST(SparseToDense, keeps_explicit_zeros_of_both_signs) {
  Exec const exec;
  SparseVector<double, int, Space> const x(4, to_view<Space>(std::vector<int>{3, 0}),
                                           to_view<Space>(std::vector<double>{-0.0, 5}));
  auto const dense = to_view<Space>(std::vector<double>{9, 9, 9, 9});
  sparse_to_dense(exec, x, dense);
  exec.fence();
  EXPECT_TRUE(same_bits(to_vector(dense), {5.0, 0.0, 0.0, -0.0}));
  Kokkos::View<double*, Space> const shorter("Araios::test::shorter", 3);
  EXPECT_EQ(refusal([&] { sparse_to_dense(exec, x, shorter); }),
            "Araios::sparse_to_dense: length of dense, length of x (3 != 4)");
}

TEST(CopyOfSparseVector, has_arrays_of_its_own) {
  Exec const exec;
  auto const host = from_indices<double, int>(9, {7, 2, 2});
  auto const x = to_sparse<Space>(host);
  auto const y = copy(exec, x);
  exec.fence();
  EXPECT_NE(y.indices.data(), x.indices.data());
  EXPECT_TRUE(same_bits(to_host(y), host));
  EXPECT_TRUE(same_bits(to_host(copy_to<Kokkos::HostSpace>(x)), host));
  auto const pattern = from_indices<Pattern, std::int64_t>(9, {7, 2, 2});
  EXPECT_EQ(copy(exec, to_sparse<Space>(pattern)).nnz(), 3);
}

contract::Operations const operations{
    contract::writes("sparse_to_dense",
                     [](contract::Data& d) { sparse_to_dense(d.exec, d.sparse_vector(), d.result.values); }),
    contract::returns("sparse_to_dense_to_new",
                      [](contract::Data& d) { return sparse_to_dense(d.exec, d.shorter_vector(d.n)); }),
    contract::returns("dense_to_sparse",
                      [](contract::Data& d) { return dense_to_sparse(d.exec, d.A.values, {}, d.workspace); },
                      {.fences = 1, .no_operand = "its operand is dense, or bits"})};

}  // namespace convert_sparse_vector_test
