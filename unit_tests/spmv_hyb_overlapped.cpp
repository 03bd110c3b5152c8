// SPDX-License-Identifier: Apache-2.0

#include <Araios/operations/convert_hyb.hpp>
#include <Araios/operations/spmv_hyb_overlapped.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/matrices.hpp"
#include "support/padded.hpp"
#include "support/spmv.hpp"
#include "support/throws.hpp"
#include "support/types.hpp"

namespace {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class C>
struct SpmvHybOverlapped : testing::Test {};
TYPED_TEST_SUITE(SpmvHybOverlapped, CasesOn<Exec>::type, CaseName);

TYPED_TEST(SpmvHybOverlapped, is_within_the_bound) {
  using Scalar = typename TypeParam::Scalar;
  using T = std::conditional_t<is_pattern_v<Scalar>, double, Scalar>;
  Exec const exec;
  T const nan = std::numeric_limits<Real<T>>::quiet_NaN();
  for (auto const& [name, host] : small_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    for (std::int64_t const width : {0, 2, 100})
      for (T const beta : {T(0), T(0.5)}) {
        auto const A = list_to_host(exec, csr_to_hyb(exec, {.width = width, .limits = no_limits}, to_csr<Space>(host)));
        auto const x = test_vector<T>(host.num_cols, 3);
        auto y = test_vector<T>(host.num_rows, 4);
        if (beta == T(0)) std::fill(y.begin(), y.end(), nan);
        auto const expected = reference_spmv(Op::none, T(-1.5), host, x, beta, y);
        auto const y_view = to_view<Space>(y);
        spmv_hyb_overlapped(exec, T(-1.5), A, to_view<Space>(x), to_view<Kokkos::HostSpace>(x), beta, y_view);
        exec.fence();
        auto const result = to_vector(y_view);
        for (std::int64_t i = 0; i < host.num_rows; ++i)
          ASSERT_TRUE(std::abs(exact(result[i]) - expected.y[i]) <= expected.bound[i])
              << name << ", width " << width << ": y(" << i << ") = " << exact(result[i]) << ", not " << expected.y[i];
      }
}

TEST(SpmvHybOverlappedByHand, shortest_paths) {
  Exec const exec;
  auto const host = from_rows<double, int, int>({{0, 1, 2}, {}, {2}}, 3);
  auto const A = list_to_host(exec, csr_to_hyb(exec, {.width = 1}, to_csr<Space>(host)));
  EXPECT_EQ(A.list.nnz(), 2);
  std::vector<double> const x{10, 1, 5};
  auto const y = to_view<Space>(std::vector<double>{0, 0, 0});
  double const infinity = std::numeric_limits<double>::infinity();
  spmv_hyb_overlapped<MinPlus>(exec, 0., A, to_view<Space>(x), to_view<Kokkos::HostSpace>(x), infinity, y);
  exec.fence();
  EXPECT_EQ(to_vector(y), (std::vector<double>{3, infinity, 9}));
  spmv_hyb_overlapped<MinPlus>(exec, infinity, A, to_view<Space>(x), to_view<Kokkos::HostSpace>(x), 1., y);
  exec.fence();
  EXPECT_EQ(to_vector(y), (std::vector<double>{4, infinity, 10}));
}

TEST(SpmvHybOverlappedByHand, refuses_lengths_that_disagree) {
  Exec const exec;
  auto const A = list_to_host(exec, csr_to_hyb(exec, to_csr<Space>(from_rows<double, int, int>({{0, 1}, {2}}, 3))));
  auto const view = [](int length) { return to_view<Space>(std::vector<double>(length)); };
  auto const host = [](int length) { return to_view<Kokkos::HostSpace>(std::vector<double>(length)); };
  EXPECT_EQ(refusal([&] { spmv_hyb_overlapped(exec, 1., A, view(2), host(3), 0., view(2)); }),
            "Araios::spmv_hyb_overlapped: length of x, columns of A (2 != 3)");
  EXPECT_EQ(refusal([&] { spmv_hyb_overlapped(exec, 1., A, view(3), host(2), 0., view(2)); }),
            "Araios::spmv_hyb_overlapped: length of x_on_host, columns of A (2 != 3)");
  EXPECT_EQ(refusal([&] { spmv_hyb_overlapped(exec, 1., A, view(3), host(3), 0., view(3)); }),
            "Araios::spmv_hyb_overlapped: length of y, rows of A (3 != 2)");
}

}  // namespace
