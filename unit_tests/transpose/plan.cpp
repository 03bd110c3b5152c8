// SPDX-License-Identifier: Apache-2.0

#include <Araios/testing/count_allocations.hpp>
#include <Araios/transpose_plan.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "support/captured_graph.hpp"
#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/tools_recorder.hpp"
#include "support/types.hpp"

namespace transpose_plan_test {

using namespace Araios;
using namespace Araios::test;

/// Other values at the same places.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> with_values(HostCsr<Scalar, Ordinal, Offset> A, std::int64_t offset) {
  for (std::size_t p = 0; p < A.values.size(); ++p)
    A.values[p] = value_at<Scalar>(static_cast<std::int64_t>(p) * 3 + offset);
  return A;
}

/// A with the arrays of `structure` and the values of `host`.
template <class Matrix, class Host>
Matrix over(Matrix const& structure, Host const& host) {
  if constexpr (is_pattern_v<typename Matrix::Scalar>)
    return structure;
  else
    return Matrix(structure.num_rows(), structure.num_cols(), structure.row_map, structure.entries,
                  to_view<typename Matrix::memory_space>(host.values));
}

template <class C>
struct OfPlan : testing::Test {
  using Scalar = typename C::Scalar;
  using Ordinal = typename C::Ordinal;
  using Offset = typename C::Offset;
  using Space = typename C::Space;
  using Host = HostCsr<Scalar, Ordinal, Offset>;
  typename C::Exec const exec{};

  static Host matrix(unsigned seed, std::int64_t m = 3000, std::int64_t n = 700, bool messy = false) {
    return from_rows<Scalar, Ordinal, Offset>(random_rows(m, n, 8, Rows::power_law, messy, seed), n);
  }
};
TYPED_TEST_SUITE(OfPlan, AllCases, CaseName);

TYPED_TEST(OfPlan, transposes_every_shape_and_several_sets_of_values) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  for (auto const& [name, host] : small_matrices<Scalar, Ordinal, Offset>()) {
    auto const A = to_csr<typename TypeParam::Space>(host);
    for (auto const width : {PositionWidth::automatic, PositionWidth::offset}) {
      TransposePlan const plan(this->exec, A, {.positions = width});
      auto const B = transpose(this->exec, plan, A);
      EXPECT_TRUE(same_bits(to_host(B), reference::transpose(host))) << name;
      EXPECT_EQ(B.row_map.data(), plan.row_map().data()) << name;
      EXPECT_EQ(B.entries.data(), plan.entries().data()) << name;
      for (int set = 1; set < 4; ++set) {
        auto const other = with_values(host, 1000 * set);
        transpose(this->exec, plan, over(A, other), B);
        this->exec.fence();
        EXPECT_TRUE(same_bits(to_host(B), reference::transpose(other))) << name << ", values " << set;
      }
      EXPECT_EQ(plan.num_rows(), A.num_cols()) << name;
      EXPECT_EQ(plan.num_cols(), A.num_rows()) << name;
      EXPECT_EQ(plan.nnz(), A.nnz()) << name;
      EXPECT_TRUE(plan.is_same_pattern(this->exec, A)) << name;
    }
  }
}

TYPED_TEST(OfPlan, is_the_same_by_every_method) {
  auto const host = this->matrix(3, 4000, 2500, true);
  auto const A = to_csr<typename TypeParam::Space>(host);
  for (auto const method :
       {TransposeMethod::serial, TransposeMethod::scan_trans, TransposeMethod::merge_trans, TransposeMethod::radix,
        TransposeMethod::bucket, TransposeMethod::symmetric, TransposeMethod::fused, TransposeMethod::automatic})
    for (auto const width : {PositionWidth::automatic, PositionWidth::offset}) {
      TransposePlan const plan(this->exec, A, {.method = method, .positions = width});
      EXPECT_TRUE(same_bits(to_host(transpose(this->exec, plan, A)), reference::transpose(host))) << name(method);
    }
}

TYPED_TEST(OfPlan, conjugates_in_the_same_pass) {
  auto const host = this->matrix(4);
  auto const A = to_csr<typename TypeParam::Space>(host);
  TransposePlan const plan(this->exec, A);
  auto const B = transpose(this->exec, plan, A, {.conjugate = Conjugate::yes});
  EXPECT_TRUE(same_bits(to_host(B), reference::transpose(host, true)));
  transpose(this->exec, plan, A, B);
  this->exec.fence();
  EXPECT_TRUE(same_bits(to_host(B), reference::transpose(host)));
  transpose(this->exec, plan, A, B.values, {.conjugate = Conjugate::yes});
  this->exec.fence();
  EXPECT_TRUE(same_bits(to_host(B), reference::transpose(host, true)));
}

TYPED_TEST(OfPlan, serves_other_scalars_than_that_of_its_matrix) {
  using Space = typename TypeParam::Space;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  auto const A = to_csr<Space>(this->matrix(5));
  TransposePlan const plan(this->exec, A);
  auto const check = [&]<class Scalar>(Scalar) {
    auto const host = from_rows<Scalar, Ordinal, Offset>(random_rows(3000, 700, 8, Rows::power_law, false, 5), 700);
    EXPECT_TRUE(same_bits(to_host(transpose(this->exec, plan, to_csr<Space>(host))), reference::transpose(host)))
        << scalar_name<Scalar>();
  };
  check(float());
  check(double());
  check(Pattern());
  check(Kokkos::complex<float>());
  check(std::int64_t());
}

TYPED_TEST(OfPlan, says_its_bytes_and_takes_a_workspace) {
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  auto const A = to_csr<typename TypeParam::Space>(this->matrix(6));
  Workspace<typename TypeParam::Space> workspace;
  using Plan = TransposePlan<typename TypeParam::Exec, Ordinal, Offset>;
  TransposePlanOptions const radix{.method = TransposeMethod::radix};
  Plan plan(this->exec, A, radix, workspace);
  EXPECT_GT(plan.workspace_bytes(), 0);
  EXPECT_EQ(plan.workspace_bytes(), workspace.peak_bytes());
  EXPECT_EQ(plan.position_bytes(), 4);
  std::int64_t const k = A.nnz(), structure = 701 * sizeof(Offset) + k * sizeof(Ordinal);
  EXPECT_EQ(plan.bytes(), structure + 4 * k);
  TransposePlanOptions wide = radix;
  wide.positions = PositionWidth::offset;
  plan = Plan(this->exec, A, wide, workspace);
  EXPECT_EQ(plan.position_bytes(), int(sizeof(Offset)));
  EXPECT_EQ(plan.bytes(), std::int64_t(structure + sizeof(Offset) * k));

  std::int64_t const before = allocations_made();
  plan = Plan(this->exec, A, wide, workspace);
  EXPECT_EQ(allocations_made(), before + 1) << "the arrays of the plan; the workspace is warm";
}

TYPED_TEST(OfPlan, moves_values_without_an_allocation_a_fence_or_a_copy) {
  auto const host = this->matrix(7);
  auto const A = to_csr<typename TypeParam::Space>(host);
  TransposePlan const plan(this->exec, A, {.check = PatternCheck::sampled});
  auto const B = transpose(this->exec, plan, A);
  this->exec.fence();
  std::int64_t const before = allocations_made();
  ToolsRecorder::Record record;
  {
    ToolsRecorder const recorder;
    transpose(this->exec, plan, A, B);
    transpose(this->exec, plan, A, B.values, {.conjugate = Conjugate::yes});
    record = ToolsRecorder::record();
  }
  this->exec.fence();
  EXPECT_EQ(allocations_made(), before);
  EXPECT_TRUE(record.allocations.empty());
  EXPECT_TRUE(record.fences.empty());
  EXPECT_TRUE(record.copies.empty());
  EXPECT_EQ(record.open_regions, 0);
  ASSERT_EQ(record.kernels.size(), is_pattern_v<typename TypeParam::Scalar> ? 0u : 2u);
  for (auto const& kernel : record.kernels) EXPECT_EQ(kernel.label, "Araios::transpose::plan_gather");
  EXPECT_TRUE(same_bits(to_host(B), reference::transpose(host, true)));
}

std::string const refused = "Araios::transpose: the pattern of A differs from that of the plan: ";

TYPED_TEST(OfPlan, refuses_another_shape_or_number_of_entries) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  auto const csr = [](std::vector<std::vector<std::int64_t>> const& rows, std::int64_t n) {
    return to_csr<typename TypeParam::Space>(from_rows<Scalar, Ordinal, Offset>(rows, n));
  };
  auto const A = csr({{0, 2}, {1}, {}}, 4);
  for (auto const how : {PatternCheck::none, PatternCheck::sampled, PatternCheck::full}) {
    TransposePlan const plan(this->exec, A, {.check = how});
    auto const message = [&](auto const& other) {
      EXPECT_FALSE(plan.is_same_pattern(this->exec, other, {.check = how}));
      return refusal([&] { (void)transpose(this->exec, plan, other); });
    };
    EXPECT_EQ(message(csr({{0, 2}, {1}}, 4)), refused + "its shape (2 x 4 != 3 x 4)");
    EXPECT_EQ(message(csr({{0, 2}, {1}, {}}, 5)), refused + "its shape (3 x 5 != 3 x 4)");
    EXPECT_EQ(message(csr({{0, 2}, {1}, {3}}, 4)), refused + "its number of entries (4 != 3)");
    EXPECT_EQ(message(csr({{}, {}, {}}, 4)), refused + "its number of entries (0 != 3)");
  }
}

TYPED_TEST(OfPlan, refuses_every_other_pattern_of_few_entries) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  std::vector<std::vector<std::int64_t>> const rows = {{0, 2}, {}, {1, 3, 3}, {2}, {}, {}, {0}, {}};
  auto const csr = [](std::vector<std::vector<std::int64_t>> const& list) {
    return to_csr<typename TypeParam::Space>(from_rows<Scalar, Ordinal, Offset>(list, 4));
  };
  for (auto const how : {PatternCheck::sampled, PatternCheck::full}) {
    TransposePlan const plan(this->exec, csr(rows), {.check = how});
    auto const message = [&](auto const& other) {
      return refusal([&] { (void)transpose(this->exec, plan, csr(other)); });
    };
    EXPECT_TRUE(same_bits(to_host(transpose(this->exec, plan, csr(rows))),
                          reference::transpose(from_rows<Scalar, Ordinal, Offset>(rows, 4))));
    int p = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t e = 0; e < rows[i].size(); ++e, ++p) {
        auto other = rows;
        other[i][e] = (rows[i][e] + 1) % 4;
        EXPECT_EQ(message(other), refused + "the column of entry " + std::to_string(p));
        // The same columns in the same order, one row further up or down.
        if (e == 0 && i > 0) {
          other = rows;
          other[i].erase(other[i].begin());
          other[i - 1].push_back(rows[i][e]);
          EXPECT_EQ(message(other), refused + "the row of entry " + std::to_string(p));
        }
        if (e + 1 == rows[i].size() && i + 1 < rows.size()) {
          other = rows;
          other[i].pop_back();
          other[i + 1].insert(other[i + 1].begin(), rows[i][e]);
          EXPECT_EQ(message(other), refused + "the row of entry " + std::to_string(p));
        }
      }
  }
}

TYPED_TEST(OfPlan, compares_all_when_asked_and_a_part_when_not) {
  auto const host = this->matrix(8, 9000, 4000);
  ASSERT_GT(host.entries.size(), 40000u) << "many more than are sampled";
  auto const csr = [](auto const& matrix) { return to_csr<typename TypeParam::Space>(matrix); };
  TransposePlan const plan(this->exec, csr(host));
  EXPECT_TRUE(plan.is_same_pattern(this->exec, csr(host), {.check = PatternCheck::full}));
  EXPECT_TRUE(plan.is_same_pattern(this->exec, csr(host), {.check = PatternCheck::sampled}));

  // One entry: found by looking at all of them.
  int sampled_finds = 0;
  std::size_t const step = host.entries.size() / 100;
  for (std::size_t p = 0; p < host.entries.size(); p += step) {
    auto other = host;
    other.entries[p] = (other.entries[p] + 1) % 4000;
    auto const B = csr(other);
    EXPECT_FALSE(plan.is_same_pattern(this->exec, B, {.check = PatternCheck::full})) << p;
    EXPECT_EQ(refusal([&] { plan.check_pattern(this->exec, B, {.check = PatternCheck::full}); }),
              refused + "the column of entry " + std::to_string(p));
    sampled_finds += !plan.is_same_pattern(this->exec, B, {.check = PatternCheck::sampled});
  }
  EXPECT_GT(sampled_finds, 0) << "4096 of less than 100,000: some of 100 are met";
  EXPECT_LT(sampled_finds, 100);

  // One in a hundred entries: the part suffices.
  auto other = host;
  for (std::size_t p = 7; p < other.entries.size(); p += 100) other.entries[p] = (other.entries[p] + 1) % 4000;
  EXPECT_FALSE(plan.is_same_pattern(this->exec, csr(other), {.check = PatternCheck::sampled}));
  // The same columns, other rows.
  other = host;
  for (std::size_t i = 1000; i < 8000; ++i) other.row_map[i] = host.row_map[i + 1];
  EXPECT_FALSE(plan.is_same_pattern(this->exec, csr(other), {.check = PatternCheck::sampled}));
  EXPECT_FALSE(plan.is_same_pattern(this->exec, csr(other), {.check = PatternCheck::full}));
}

TYPED_TEST(OfPlan, finds_a_change_of_the_arrays_that_were_analysed) {
  auto const host = this->matrix(9);
  auto const entries = to_view<typename TypeParam::Space>(host.entries);
  auto const row_map = to_view<typename TypeParam::Space>(host.row_map);
  using Matrix = CsrMatrix<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset,
                           typename TypeParam::Space>;
  Matrix const A(host.num_rows, host.num_cols, row_map, entries, to_csr<typename TypeParam::Space>(host).values);
  TransposePlan const plan(this->exec, A);
  auto const upset = [&](auto const& view, std::size_t i, auto value) {
    auto const element = Kokkos::subview(view, std::pair<std::size_t, std::size_t>(i, i + 1));
    Kokkos::deep_copy(element, value);
  };
  upset(entries, 11, (host.entries[11] + 1) % 700);
  EXPECT_TRUE(plan.is_same_pattern(this->exec, A, {.check = PatternCheck::sampled}))
      << "the very arrays are not looked at";
  EXPECT_FALSE(plan.is_same_pattern(this->exec, A, {.check = PatternCheck::full}));
  upset(entries, 11, host.entries[11]);
  EXPECT_TRUE(plan.is_same_pattern(this->exec, A, {.check = PatternCheck::full}));
  upset(row_map, 3000, host.row_map[3000] - 1);
  EXPECT_EQ(refusal([&] { plan.check_pattern(this->exec, A, {.check = PatternCheck::full}); }),
            refused + "its row_map does not begin at 0, decreases, or does not end at " +
                std::to_string(host.entries.size()) + ", first at position 3000");
}

TEST(TransposePlanDefaults, look_at_a_sample_in_every_build) {
  EXPECT_EQ(TransposePlanOptions{}.check, PatternCheck::sampled);
  using Exec = Kokkos::DefaultExecutionSpace;
  auto const host = from_rows<double, int, int>(random_rows(300, 200, 5, Rows::uniform, false, 2), 200);
  auto const A = to_csr<Exec::memory_space>(host);
  EXPECT_EQ((TransposePlan(Exec(), A).pattern_check()), TransposePlanOptions{}.check);
}

TEST(TransposePlanDefaults, are_the_plan_of_the_empty_matrix) {
  using Exec = Kokkos::DefaultExecutionSpace;
  TransposePlan<Exec, int, int> const plan;
  CsrMatrix<double, int, int, Exec::memory_space> const A;
  auto const B = transpose(Exec(), plan, A);
  EXPECT_EQ(B.num_rows(), 0);
  EXPECT_EQ(B.nnz(), 0);
  EXPECT_EQ(plan.bytes(), 0);
}

TEST(TransposePlanErrors, name_what_does_not_fit) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Values = Kokkos::View<double*, Exec::memory_space>;
  Exec const exec;
  auto const A = to_csr<Exec::memory_space>(from_rows<double, int, int>({{1, 2}, {0}, {2}}, 3));
  TransposePlan const plan(exec, A);
  EXPECT_EQ(refusal([&] { transpose(exec, plan, A, Values("v", 3)); }),
            "Araios::transpose: length of the values of B, entries of the plan (3 != 4)");
  EXPECT_EQ(refusal([&] { plan.transpose_values(exec, Values("v", 5), Values("w", 4)); }),
            "Araios::transpose: length of the values of A, entries of the plan (5 != 4)");
  EXPECT_EQ(refusal([&] { transpose(exec, plan, A, A.values); }),
            "Araios::transpose: the values of A and B are the same array");
  EXPECT_EQ(refusal([&] { transpose(exec, plan, A, Araios::transpose(exec, A)); }),
            "Araios::transpose: row_map and entries of B are not those of the plan; for a structure of its own, give "
            "B.values");
}

TEST(TransposePlanValues, may_be_const_and_keep_their_bits) {
  using Exec = Kokkos::DefaultExecutionSpace;
  Exec const exec;
  auto host = from_rows<double, int, int>(random_rows(200, 100, 10, Rows::uniform, false, 12), 100);
  for (std::size_t p = 0; p < host.values.size(); ++p) {
    std::uint64_t const bits = p % 3 == 0 ? std::uint64_t(1) << 63 : 0x7ff8000000000000u + p;  // -0.0, NaN
    std::memcpy(&host.values[p], &bits, sizeof bits);
  }
  auto const A = to_csr<Exec::memory_space>(host);
  CsrMatrix<double const, int, int, Exec::memory_space> const constant(200, 100, A.row_map, A.entries, A.values);
  TransposePlan const plan(exec, constant);
  EXPECT_TRUE(same_bits(to_host(transpose(exec, plan, constant)), reference::transpose(host)));
}

TEST(TransposePlanOwnership, outlives_the_matrix_and_lets_no_other_take_its_address) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Space = Exec::memory_space;
  Exec const exec;
  auto const host = from_rows<double, int, int>(random_rows(300, 200, 5, Rows::uniform, false, 2), 200);
  auto other = host;
  other.entries[17] = (other.entries[17] + 1) % 200;
  TransposePlan<Exec, int, int> plan;
  {
    auto const A = to_csr<Space>(host);
    plan = TransposePlan(exec, A, {.check = PatternCheck::sampled});
    exec.fence();
  }
  // Were the arrays of A free, allocators would give their memory to those of the same lengths that come next.
  auto const C = to_csr<Space>(other);
  EXPECT_FALSE(plan.is_same_pattern(exec, C, {.check = PatternCheck::sampled}));
  EXPECT_TRUE(same_bits(to_host(transpose(exec, plan, to_csr<Space>(host))), reference::transpose(host)));
}

TEST(TransposePlanGather, moves_every_value_whatever_the_tiles) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Space = Exec::memory_space;
  Exec const exec;
  for (int k = 1; k < 400; k += k < 10 ? 1 : 7) {
    std::vector<std::uint32_t> perm(k);
    std::vector<double> from(k), expected(k);
    for (int q = 0; q < k; ++q) {
      perm[q] = static_cast<std::uint32_t>((q * 401) % k);  // 401 is prime and greater than k
      from[q] = q + 1;
    }
    for (int q = 0; q < k; ++q) expected[q] = from[perm[q]];
    auto const device_perm = to_view<Space>(perm);
    auto const in = to_view<Space>(from);
    auto const run = [&]<int lanes, int items>(std::integral_constant<int, lanes>, std::integral_constant<int, items>) {
      auto const out = to_view<Space>(std::vector<double>(k, -1.0));
      using View = Kokkos::View<double*, Space>;
      using Gather = Impl::transpose::TransposePlanGather<lanes, items, std::uint32_t, View, View>;
      Kokkos::parallel_for("Araios::test::gather", Araios::range(exec, Impl::tiles_for(k, lanes * items) * lanes),
                           Gather{device_perm.data(), in, out, k});
      exec.fence();
      EXPECT_EQ(to_vector(out), expected) << k << " values, " << lanes << " lanes, " << items << " items";
    };
    run(std::integral_constant<int, 32>(), std::integral_constant<int, 4>());
    run(std::integral_constant<int, 1>(), std::integral_constant<int, 1>());
    run(std::integral_constant<int, 8>(), std::integral_constant<int, 3>());
  }
}

/// Lengths around the limits of a GPU's kernel for many entries.
std::vector<std::int64_t> lengths_of_many() {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  using View = Kokkos::View<double*, Kokkos::DefaultExecutionSpace::memory_space>;
  using Many = Impl::transpose::TransposePlanGatherMany<std::uint32_t, View, View>;
  std::int64_t const first = Many::min_entries, whole = Many::of_block;
  static_assert(Many::min_entries % Many::of_block == 0);
  return {first - 1, first, first + 1, first + Many::tile, first + whole - 1, first + whole + 77};
#else
  return {1'000};
#endif
}

template <class Position, class Scalar>
void expect_gathered(std::int64_t k) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Space = Exec::memory_space;
  Exec const exec;
  Kokkos::View<Position*, Space> const perm("perm", k);
  Kokkos::View<Scalar*, Space> const in("in", k), out("out", k);
  Kokkos::parallel_for(
      "Araios::test::fill", Araios::range(exec, k), KOKKOS_LAMBDA(std::int64_t q) {
        perm(q) = static_cast<Position>(q * 1'000'003 % k);  // a prime greater than the square root of k
        in(q) = Scalar(static_cast<float>(q % 16'777'213));
      });
  Impl::transpose::transpose_plan_gather(exec, perm, in, out);
  std::int64_t wrong = 0;
  Kokkos::parallel_reduce(
      "Araios::test::compare", Araios::range(exec, k),
      KOKKOS_LAMBDA(std::int64_t q, std::int64_t& sum) { sum += out(q) == in(perm(q)) ? 0 : 1; }, wrong);
  EXPECT_EQ(wrong, 0) << k << " values of " << sizeof(Scalar) << " bytes, positions of " << sizeof(Position);
}

TEST(TransposePlanGather, moves_many_values) {
  for (std::int64_t const k : lengths_of_many()) {
    expect_gathered<std::uint32_t, float>(k);
    expect_gathered<std::int64_t, double>(k);
    expect_gathered<std::uint32_t, Kokkos::complex<float>>(k);
    expect_gathered<std::uint32_t, Kokkos::complex<double>>(k);
  }
}

TEST(TransposePlanSamples, lie_in_every_stretch) {
  for (std::int64_t const samples : {1, 7, 4096})
    for (std::int64_t const k : {samples, samples + 1, 2 * samples - 1, 1000 * samples + 5, std::int64_t(1) << 45}) {
      std::int64_t begin = 0;
      for (std::int64_t s = 0; s < samples; ++s) {
        std::int64_t const end = begin + k / samples + (s < k % samples);
        std::int64_t const place = Impl::transpose::transpose_plan_sample(s, samples, k);
        ASSERT_GE(place, begin) << s << " of " << samples << " in " << k;
        ASSERT_LT(place, end) << s << " of " << samples << " in " << k;
        begin = end;
      }
      EXPECT_EQ(begin, k);
    }
}

TEST(TransposePlanSpaces, may_differ_when_the_memory_is_the_same) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  auto const host = from_rows<double, int, int>(random_rows(300, 200, 5, Rows::uniform, false, 2), 200);
  auto const A = to_csr<Host::memory_space>(host);
  TransposePlan const plan(Host(), A);
#ifdef KOKKOS_ENABLE_SERIAL
  EXPECT_TRUE(same_bits(to_host(transpose(Kokkos::Serial(), plan, A)), reference::transpose(host)));
#else
  EXPECT_TRUE(same_bits(to_host(transpose(Host(), plan, A)), reference::transpose(host)));
#endif
}

#ifdef KOKKOS_ENABLE_CUDA
TYPED_TEST(OfPlan, can_be_captured_in_a_cuda_graph) {
  using Scalar = typename TypeParam::Scalar;
  if constexpr (!Impl::is_cuda_v<typename TypeParam::Exec> || is_pattern_v<Scalar>) {
    GTEST_SKIP() << "for CUDA, and for matrices with values";
  } else {
    using Space = typename TypeParam::Space;
    cudaStream_t stream;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    {
      Kokkos::Cuda const exec(stream);
      auto const host = this->matrix(13);
      auto const A = to_csr<Space>(host);
      auto const same_pattern = to_csr<Space>(host);
      for (auto const how : {PatternCheck::none, PatternCheck::sampled, PatternCheck::full}) {
        TransposePlan const plan(exec, A, {.check = how});
        auto const B = transpose(exec, plan, A);
        exec.fence();
        CapturedGraph graph(stream, [&] {
          transpose(exec, plan, A, B);
          if (how != PatternCheck::none)
            EXPECT_NE(refusal([&] { transpose(exec, plan, same_pattern, B); }).find("CUDA graph is captured"),
                      std::string::npos);
        });
        EXPECT_EQ(graph.nodes(), 1u);
        for (int set = 1; set < 4; ++set) {
          auto const other = with_values(host, 77 * set);
          auto const values = to_view<Space>(other.values);
          Kokkos::deep_copy(exec, A.values, values);
          graph.launch();
          exec.fence();
          EXPECT_TRUE(same_bits(to_host(B), reference::transpose(other))) << "values " << set;
        }
        Kokkos::deep_copy(exec, A.values, to_view<Space>(host.values));
        exec.fence();
      }
    }
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  }
}
#endif

auto made_plan(contract::Data& d) { return TransposePlan(d.exec, d.A, {.check = PatternCheck::sampled}, d.workspace); }

contract::Operations const operations{
    contract::writes("transpose_by_plan", made_plan,
                     [](contract::Data& d, auto& operand) { transpose(d.exec, operand, d.A, d.result.values); }),
    contract::writes(
        "transpose_values_of_plan", made_plan,
        [](contract::Data& d, auto& operand) { operand.transpose_values(d.exec, d.A.values, d.result.values); }),
    contract::returns("transpose_plan", [](contract::Data& d) { return made_plan(d); }),
    contract::returns("transpose_by_plan_to_new", made_plan,
                      [](contract::Data& d, auto& operand) { return transpose(d.exec, operand, d.A); })};

/// What a plan looks at, and on which instance, when it is given other arrays, or is told to look at all of them.
TEST(PlanContract, comparison_of_patterns) {
  contract::Data data, other;  // the same pattern
  auto const plan = made_plan(data);
  data.exec.fence();
  auto const kernels_of = [&](auto const& A, PatternCheck how) {
    std::int64_t const allocations_before = allocations_made();
    ToolsRecorder::Record record;
    {
      ToolsRecorder const recorder;
      plan.check_pattern(data.exec, A, {.check = how});
      record = ToolsRecorder::record();
    }
    EXPECT_EQ(allocations_made(), allocations_before);
    std::vector<std::string> labels;
    for (auto const& kernel : record.kernels) {
      EXPECT_EQ(kernel.device, Kokkos::Tools::Experimental::device_id(data.exec)) << kernel.label;
      labels.push_back(kernel.label);
    }
    return labels;
  };
  using Labels = std::vector<std::string>;
  Labels const sampled = {"Araios::transpose::plan_check_entries"};
  Labels const full = {"Araios::transpose::plan_check_row_map", "Araios::transpose::plan_check_entries"};
  EXPECT_EQ(kernels_of(data.A, PatternCheck::none), Labels());
  EXPECT_EQ(kernels_of(other.A, PatternCheck::none), Labels());
  EXPECT_EQ(kernels_of(data.A, PatternCheck::sampled), Labels());
  EXPECT_EQ(kernels_of(other.A, PatternCheck::sampled), sampled);
  EXPECT_EQ(kernels_of(data.A, PatternCheck::full), full);
  EXPECT_EQ(kernels_of(other.A, PatternCheck::full), full);
}

}  // namespace transpose_plan_test
