// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/padded.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace spmv_ell_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

constexpr EllPadding paddings[] = {EllPadding::index, EllPadding::zero};

template <class C>
struct SpmvEll : testing::Test {};
TYPED_TEST_SUITE(SpmvEll, AllCases, CaseName);

TYPED_TEST(SpmvEll, is_within_the_bound) {
  using Scalar = typename TypeParam::Scalar;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] : paddable_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    for (auto const padding : paddings) {
      if (is_pattern_v<Scalar> && padding == EllPadding::zero) continue;
      EllOptions const options{.padding = padding, .limits = no_limits};
      check_spmv(exec, host, convert<Format::ell>(exec, to_csr<typename TypeParam::Space>(host), options),
                 "ELL of " + name);
    }
}

TEST(SpmvEllMixed, float_matrix_and_double_vectors) {
  Exec const exec;
  for (auto const& [name, host] : paddable_matrices<float>())
    check_spmv_in<double>(exec, host, convert<Format::ell>(exec, to_csr<Space>(host), {.limits = no_limits}),
                          "ELL of " + name);
}

TEST(SpmvEllSemirings, are_exact) {
  Exec const exec;
  for (auto const& [name, host] : paddable_matrices<double>())
    for (auto const padding : paddings)
      check_semirings(exec, host,
                      convert<Format::ell>(exec, to_csr<Space>(host), {.padding = padding, .limits = no_limits}),
                      "ELL of " + name);
}

/// The kernel with several threads a line, which only GPUs choose, in every space.
TEST(SpmvEllSplit, is_within_the_bound) {
  Exec const exec;
  using Output = Impl::spmv::SpmvOutput<PlusTimes, Kokkos::View<double*, Space>>;
  for (auto const& [name, host] : paddable_matrices<double>())
    for (int const splits : {2, 16}) {
      auto const A = convert<Format::ell>(exec, to_csr<Space>(host), {.limits = no_limits});
      if (A.slots() == 0) continue;
      auto const x = test_vector<double>(host.num_cols, 3);
      auto const y = test_vector<double>(host.num_rows, 4);
      auto const expected = reference_spmv(Op::none, 2.5, host, x, -1.5, y);
      auto const x_view = to_view<Space>(x);
      auto const y_view = to_view<Space>(y);
      using Line = Impl::spmv::PaddedLine<PlusTimes, double, true, Impl::EllSlots, decltype(A.entries),
                                          decltype(A.values), decltype(x_view)>;
      Impl::spmv::spmv_padded_split(exec, "Araios::test::split", Line{Impl::slots_of(A), A.entries, A.values, x_view},
                                    Output(2.5, -1.5, y_view), splits);
      exec.fence();
      check_product(to_vector(y_view), expected, name);
    }
}

TEST(SpmvEllSplit, is_for_few_long_lines) {
  Exec const exec;
  std::int64_t const threads = Impl::concurrency(exec);
  EXPECT_EQ((Impl::spmv::spmv_padded_splits<8>(exec, threads, 1000 * threads)), 1);
  if constexpr (Araios::is_gpu_v<Exec>) {
    EXPECT_EQ((Impl::spmv::spmv_padded_splits<8>(exec, threads / 8, 1000 * (threads / 8))), 4);
    EXPECT_EQ((Impl::spmv::spmv_padded_splits<8>(exec, 32, 1000 * 32)), 16);
    EXPECT_EQ((Impl::spmv::spmv_padded_splits<8>(exec, 32, 27 * 32)), 2);
    EXPECT_EQ((Impl::spmv::spmv_padded_splits<8>(exec, 32, 7 * 32)), 1);
  }
}

/// What the documentation of EllPadding::zero warns of, and that padding by index has none of it.
TEST(SpmvEllPadding, by_zero_leaks_infinity_and_by_index_does_not) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{}, {1, 2}}, 3));
  double const infinity = std::numeric_limits<double>::infinity();
  auto const x = to_view<Space>(std::vector<double>{infinity, 1, 1});
  Kokkos::View<double*, Space> const y("Araios::test::y", 2);
  spmv(exec, 1., convert<Format::ell>(exec, A), x, 0., y);
  exec.fence();
  EXPECT_EQ(to_vector(y), (std::vector<double>{0, 3}));
  spmv(exec, 1., convert<Format::ell>(exec, A, {.padding = EllPadding::zero}), x, 0., y);
  exec.fence();
  EXPECT_TRUE(std::isnan(to_vector(y)[0]));
  EXPECT_EQ(to_vector(y)[1], 3);
}

contract::Operations const operations{contract::writes(
    "spmv_ell", [](contract::Data& d) { return convert<Format::ell>(d.exec, d.A); },
    [](contract::Data& d, auto& operand) { spmv(d.exec, 1.0, operand, d.x, 0.0, d.y, {}, d.workspace); })};

}  // namespace spmv_ell_test
