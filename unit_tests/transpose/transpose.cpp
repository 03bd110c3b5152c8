// SPDX-License-Identifier: Apache-2.0

#include <Araios/algebra.hpp>
#include <Araios/convert.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <Araios/transpose.hpp>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/captured_graph.hpp"
#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/types.hpp"

namespace transpose_test {

using namespace Araios;
using namespace Araios::test;

constexpr TransposeMethod methods[] = {
    TransposeMethod::serial, TransposeMethod::scan_trans, TransposeMethod::merge_trans, TransposeMethod::radix,
    TransposeMethod::bucket, TransposeMethod::symmetric,  TransposeMethod::fused,       TransposeMethod::automatic};

template <class C>
struct Transpose : testing::Test {};
TYPED_TEST_SUITE(Transpose, AllCases, CaseName);

TYPED_TEST(Transpose, equals_the_reference_bit_for_bit) {
  using Scalar = typename TypeParam::Scalar;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] : small_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    auto const A = to_csr<typename TypeParam::Space>(host);
    for (auto const method : methods) {
      auto const B = to_host(transpose(exec, A, {.method = method}));
      EXPECT_TRUE(same_bits(B, reference::transpose(host))) << Araios::name(method) << " of " << name;
    }
  }
}

TYPED_TEST(Transpose, conjugates_in_the_same_pass) {
  using Scalar = typename TypeParam::Scalar;
  typename TypeParam::Exec const exec;
  auto const host = from_rows<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
      random_rows(3000, 700, 8, Rows::uniform, false, 9), 700);
  auto const A = to_csr<typename TypeParam::Space>(host);
  for (auto const method : methods) {
    auto const B = to_host(transpose(exec, A, {.method = method, .conjugate = Conjugate::yes}));
    EXPECT_TRUE(same_bits(B, reference::transpose(host, true))) << name(method);
  }
}

TYPED_TEST(Transpose, twice_is_the_matrix_when_rows_are_sorted) {
  using Scalar = typename TypeParam::Scalar;
  typename TypeParam::Exec const exec;
  auto const host = from_rows<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
      random_rows(4000, 2500, 6, Rows::power_law, false, 10), 2500);
  auto const A = to_csr<typename TypeParam::Space>(host);
  for (auto const method : methods)
    EXPECT_TRUE(same_bits(to_host(transpose(exec, transpose(exec, A, {.method = method}), {.method = method})), host))
        << name(method);
}

TYPED_TEST(Transpose, is_the_same_in_every_run_and_allocates_once) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  typename TypeParam::Exec const exec;
  auto const host =
      from_rows<Scalar, Ordinal, Offset>(random_rows(scaled(30000, 6000), 900, 8, Rows::power_law, true, 11), 900);
  auto const A = to_csr<Space>(host);
  auto const expected = reference::transpose(host);
  auto const B = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::test", host.num_cols, A.nnz());
  for (auto const method : methods) {
    Workspace<Space> workspace;
    transpose(exec, A, B, {.method = method}, workspace);
    std::int64_t const before = allocations_made();
    for (int run = 0; run < scaled(20, 4); ++run) {
      Araios::fill(exec, B.entries, Ordinal(-1));  // an element that is not written would show
      transpose(exec, A, B, {.method = method}, workspace);
      exec.fence();
      ASSERT_TRUE(
          same_bits(to_host(CsrMatrix<Scalar, Ordinal, Offset, Space>(host.num_cols, host.num_rows, B)), expected))
          << name(method) << ", run " << run;
    }
    EXPECT_EQ(allocations_made(), before) << name(method);
  }
}

TEST(TransposeValues, keep_signs_of_zero_and_bits_of_nan) {
  auto host = from_rows<double, int, int>(random_rows(200, 100, 10, Rows::uniform, false, 12), 100);
  for (std::size_t p = 0; p < host.values.size(); p += 3) host.values[p] = p % 2 ? -0.0 : 0.0;
  for (std::size_t p = 1; p < host.values.size(); p += 3) {
    std::uint64_t const bits = 0x7ff8000000000000u + p;
    std::memcpy(&host.values[p], &bits, sizeof bits);
  }
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = to_csr<Kokkos::DefaultExecutionSpace::memory_space>(host);
  for (auto const method : methods)
    EXPECT_TRUE(same_bits(to_host(transpose(exec, A, {.method = method})), reference::transpose(host))) << name(method);
}

TEST(TransposeValues, may_be_const) {
  using Space = Kokkos::DefaultExecutionSpace::memory_space;
  auto const host = from_rows<double, int, int>({{1, 2}, {0}, {2}}, 3);
  auto const A = to_csr<Space>(host);
  CsrMatrix<double const, int, int, Space> const constant(3, 3, A.row_map, A.entries, A.values);
  EXPECT_TRUE(same_bits(to_host(transpose(Kokkos::DefaultExecutionSpace(), constant)), reference::transpose(host)));
}

TEST(TransposeValues, small_case_by_hand) {
  // 1 . 2        1 . 4
  // . . .   ->   . . 5
  // 4 5 6        2 . 6
  HostCsr<double> const A{3, 3, {0, 2, 2, 5}, {0, 2, 0, 1, 2}, {1, 2, 4, 5, 6}};
  HostCsr<double> const expected{3, 3, {0, 2, 3, 5}, {0, 2, 2, 0, 2}, {1, 4, 5, 2, 6}};
  for (auto const method : methods)
    EXPECT_TRUE(
        same_bits(to_host(transpose(Kokkos::DefaultExecutionSpace(),
                                    to_csr<Kokkos::DefaultExecutionSpace::memory_space>(A), {.method = method})),
                  expected))
        << name(method);
}

TEST(TransposeErrors, name_both_numbers) {
  Kokkos::DefaultExecutionSpace const exec;
  auto const A =
      to_csr<Kokkos::DefaultExecutionSpace::memory_space>(from_rows<double, int, int>({{1, 2}, {0}, {2}}, 3));
  auto B = allocate_csr<double, int, int>(exec, "Araios::test", 5, 4);
  EXPECT_EQ(refusal([&] { transpose(exec, A, B); }),
            "Araios::transpose: length of the row_map of B, columns of A + 1 (6 != 4)");
  B = allocate_csr<double, int, int>(exec, "Araios::test", 3, 9);
  EXPECT_EQ(refusal([&] { transpose(exec, A, B); }),
            "Araios::transpose: length of the entries of B, entries of A (9 != 4)");
  B = allocate_csr<double, int, int>(exec, "Araios::test", 3, 4);
  B.values = allocate<decltype(B.values)>(exec, "Araios::test", 2);
  EXPECT_EQ(refusal([&] { transpose(exec, A, B); }),
            "Araios::transpose: length of the values of B, entries of A (2 != 4)");
}

TEST(TransposeErrors, scan_trans_refuses_beyond_its_budget_and_says_what_to_use) {
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = to_csr<Kokkos::DefaultExecutionSpace::memory_space>(
      from_rows<double, int, int>(random_rows(50, 70000, 300, Rows::uniform, false, 4), 70000));
  std::string const message = refusal(
      [&] { (void)transpose(exec, A, {.method = TransposeMethod::scan_trans, .scan_trans_budget_bytes = 1000}); });
  EXPECT_NE(message.find("70000 counters"), std::string::npos) << message;
  EXPECT_NE(message.find("budget of 1000"), std::string::npos) << message;
  EXPECT_NE(message.find("use radix or merge_trans"), std::string::npos) << message;
}

#ifdef KOKKOS_ENABLE_CUDA
TEST(TransposeCapture, replays_every_method_on_new_values) {
  using Space = Kokkos::CudaSpace;
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  {
    Kokkos::Cuda const exec(stream);
    auto const replays = [&](HostCsr<double, int, int> const& host, TransposeMethod method, std::string const& what) {
      auto const A = to_csr<Space>(host);
      Workspace<Space> workspace;
      TransposeOptions const options{.method = method};
      auto const B = transpose(exec, A, options, workspace);  // the workspace grows before the capture
      CsrArrays<double, int, int, Space> const arrays{Kokkos::View<int*, Space>("row_map", B.num_rows() + 1),
                                                      Kokkos::View<int*, Space>("entries", B.nnz()),
                                                      Kokkos::View<double*, Space>("values", B.nnz())};
      exec.fence();
      CapturedGraph graph(stream, [&] { transpose(exec, A, arrays, options, workspace); });
      for (int set = 1; set < 3; ++set) {
        auto other = host;
        for (auto& value : other.values) value = value * set + set;
        Kokkos::deep_copy(exec, A.values, to_view<Space>(other.values));
        graph.launch();
        exec.fence();
        CsrMatrix<double, int, int, Space> const found(B.num_rows(), B.num_cols(), arrays);
        EXPECT_TRUE(same_bits(to_host(found), reference::transpose(other))) << what << ", " << name(method);
      }
    };
    auto const small = from_rows<double, int, int>(random_rows(3000, 700, 8, Rows::power_law, false, 4), 700);
    for (auto const method : methods) replays(small, method, "small");
    auto skewed = random_rows(scaled(1'300'000), 50'000, 1, Rows::uniform, false, 5);
    for (auto& row : skewed) row.push_back(49'999);
    auto const large = from_rows<double, int, int>(skewed, 50'000);
    for (auto const method : {TransposeMethod::bucket, TransposeMethod::radix, TransposeMethod::automatic})
      replays(large, method, "a column that half of the entries share");
  }
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}
#endif

contract::Operations const operations{
    contract::writes(
        "transpose_serial",
        [](contract::Data& d) { transpose(d.exec, d.A, d.result, {.method = TransposeMethod::serial}, d.workspace); }),
    contract::writes("transpose_scan_trans",
                     [](contract::Data& d) {
                       transpose(d.exec, d.A, d.result, {.method = TransposeMethod::scan_trans}, d.workspace);
                     }),
    contract::writes("transpose_merge_trans",
                     [](contract::Data& d) {
                       transpose(d.exec, d.A, d.result, {.method = TransposeMethod::merge_trans}, d.workspace);
                     }),
    contract::writes(
        "transpose_radix",
        [](contract::Data& d) { transpose(d.exec, d.A, d.result, {.method = TransposeMethod::radix}, d.workspace); }),
    contract::writes(
        "transpose_bucket",
        [](contract::Data& d) { transpose(d.exec, d.A, d.result, {.method = TransposeMethod::bucket}, d.workspace); }),
    contract::writes("transpose_symmetric",
                     [](contract::Data& d) {
                       transpose(d.exec, d.A, d.result, {.method = TransposeMethod::symmetric}, d.workspace);
                     }),
    contract::writes(
        "transpose_fused",
        [](contract::Data& d) { transpose(d.exec, d.A, d.result, {.method = TransposeMethod::fused}, d.workspace); }),
    contract::writes("transpose_automatic",
                     [](contract::Data& d) {
                       transpose(d.exec, d.A, d.result, {.method = TransposeMethod::automatic}, d.workspace);
                     }),
    contract::writes("transpose_into_shortest_call", [](contract::Data& d) { transpose(d.exec, d.A, d.result); }),
    contract::returns("transpose_to_new",
                      [](contract::Data& d) { return transpose(d.exec, d.A, TransposeOptions{}, d.workspace); }),
    contract::returns("transpose_shortest_call", [](contract::Data& d) { return transpose(d.exec, d.A); },
                      {.allocations = 1}),
    contract::returns(
        "transpose_hypersparse", [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { return transpose(d.exec, operand, d.workspace); }, {.fences = 1}),
    contract::returns(
        "transpose_coo", [](contract::Data& d) { return convert<Format::coo>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { return transpose(d.exec, operand, d.workspace); }),
    contract::returns(
        "transpose_serial_to_new",
        [](contract::Data& d) { return transpose(d.exec, d.A, TransposeOptions{.method = TransposeMethod::serial}); }),
    contract::returns("transpose_scan_trans_to_new",
                      [](contract::Data& d) {
                        return transpose(d.exec, d.A, TransposeOptions{.method = TransposeMethod::scan_trans});
                      }),
    contract::returns("transpose_merge_trans_to_new",
                      [](contract::Data& d) {
                        return transpose(d.exec, d.A, TransposeOptions{.method = TransposeMethod::merge_trans});
                      }),
    contract::returns(
        "transpose_radix_to_new",
        [](contract::Data& d) { return transpose(d.exec, d.A, TransposeOptions{.method = TransposeMethod::radix}); }),
    contract::returns(
        "transpose_bucket_to_new",
        [](contract::Data& d) { return transpose(d.exec, d.A, TransposeOptions{.method = TransposeMethod::bucket}); }),
    contract::returns("transpose_symmetric_to_new",
                      [](contract::Data& d) {
                        return transpose(d.exec, d.A, TransposeOptions{.method = TransposeMethod::symmetric});
                      }),
    contract::returns("transpose_fused_to_new", [](contract::Data& d) {
      return transpose(d.exec, d.A, TransposeOptions{.method = TransposeMethod::fused});
    })};

}  // namespace transpose_test
