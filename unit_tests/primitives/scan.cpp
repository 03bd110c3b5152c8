// SPDX-License-Identifier: Apache-2.0
//
// Scans of arrays and of the columns of tables.

#include "support/contract.hpp"
#include "support/reference_primitives.hpp"
#include "support/scale.hpp"

#include <Araios/primitives/scan.hpp>
#include <Araios/testing/count_allocations.hpp>

#ifdef ARAIOS_HAVE_RAPIDCHECK
#include <rapidcheck.h>
#endif

namespace primitives_scan_test {

using namespace Araios::test::arrays;
namespace reference = Araios::test::reference;
using Araios::allocations_made;
using Araios::exclusive_scan;
using Araios::inclusive_scan;
using Araios::ScanMethod;
using Araios::vertical_scan;
using Araios::Workspace;
using Araios::Impl::is_cuda_v;

template <class Exec>
std::vector<ScanMethod> scan_methods() {
  std::vector<ScanMethod> methods{ScanMethod::automatic, ScanMethod::native};
  if (is_cuda_v<Exec>) methods.push_back(ScanMethod::cub);
  return methods;
}

/// Numbers of both signs whose sums stay below 2^31 for 20,000,000 of them.
std::vector<int> scan_numbers(std::int64_t length) {
  Random random(7);
  std::vector<int> numbers(length);
  for (auto& number : numbers) number = static_cast<int>(random.below(141)) - 40;
  return numbers;
}

template <class Case>
class Scan : public testing::Test {};
TYPED_TEST_SUITE(Scan, PrimitiveCases, PrimitiveCaseName);

template <class Case>
class VerticalScan : public testing::Test {};
TYPED_TEST_SUITE(VerticalScan, PrimitiveCases, PrimitiveCaseName);

// Prefixes of one array: the sums of the first n elements are the first n sums of all.
TYPED_TEST(Scan, EverySizeEqualsTheReference) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  auto const sizes = primitive_sizes();
  std::int64_t const most = sizes.back();
  auto const numbers = scan_numbers(most);
  auto const in = to_device(exec, numbers);
  auto const expected = to_device(exec, reference::exclusive_scan<Offset>(numbers));
  auto const out = Araios::allocate<Array<Offset, Exec>>(exec, "Araios::test::out", most + 2);
  Workspace<typename Exec::memory_space> workspace;
  for (ScanMethod const method : scan_methods<Exec>())
    for (std::int64_t const n : sizes) {
      auto const input = part(in, 0, n);
      // n sums, n sums and the total, inclusive: always one element more than is written, to see it survive.
      for (int const kind : {0, 1, 2}) {
        if (n > 2000 && method == ScanMethod::automatic && kind != 1) continue;
        std::int64_t const length = kind == 1 ? n + 1 : n;
        Araios::fill(exec, part(out, 0, length + 1), -12345);
        if (kind == 2)
          inclusive_scan(exec, input, part(out, 0, length), {.method = method}, workspace);
        else
          exclusive_scan(exec, input, part(out, 0, length), {.method = method}, workspace);
        std::int64_t const skip = kind == 2;
        ASSERT_EQ(differences(exec, part(out, 0, length), part(expected, skip, length + skip)), 0)
            << "n = " << n << ", kind " << kind;
        ASSERT_EQ(to_host(part(out, length, length + 1))[0], -12345) << "wrote behind the end, n = " << n;
      }
    }
}

TYPED_TEST(Scan, InputMayBeOutput) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  for (ScanMethod const method : scan_methods<Exec>())
    for (std::int64_t const n : {1, 2, 31, 1023, 1024, 1025, 4096, 100'003, 3'000'017}) {
      auto const numbers = scan_numbers(n);
      std::vector<Offset> wide(numbers.begin(), numbers.end());
      auto const expected = to_device(exec, reference::exclusive_scan<Offset>(numbers));
      wide.push_back(-1);
      auto const array = to_device(exec, wide);
      exclusive_scan(exec, part(array, 0, n), array, {.method = method});
      EXPECT_EQ(differences(exec, array, expected), 0) << n;
      upload(array, wide.data(), n);
      exclusive_scan(exec, part(array, 0, n), part(array, 0, n), {.method = method});
      EXPECT_EQ(differences(exec, part(array, 0, n), part(expected, 0, n)), 0) << n;
      upload(array, wide.data(), n);
      inclusive_scan(exec, part(array, 0, n), part(array, 0, n), {.method = method});
      EXPECT_EQ(differences(exec, part(array, 0, n), part(expected, 1, n + 1)), 0) << n;
    }
}

TYPED_TEST(Scan, NothingIn) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  Array<int, Exec> const in;
  for (ScanMethod const method : scan_methods<Exec>()) {
    exclusive_scan(exec, in, Array<Offset, Exec>(), {.method = method});
    inclusive_scan(exec, in, Array<Offset, Exec>(), {.method = method});
    auto const total = to_device(exec, std::vector<Offset>{77});
    exclusive_scan(exec, in, total, {.method = method});
    EXPECT_EQ(to_host(total)[0], 0);
  }
}

// int in, wider sums: 3 * 10^9 fits neither 32-bit signed nor, doubled, unsigned.
TYPED_TEST(Scan, SumsAreMadeInTheTypeOfTheOutput) {
  using Exec = typename TypeParam::Exec;
  Exec const exec;
  std::vector<int> const numbers(5000, 2'000'000'000);
  auto const in = to_device(exec, numbers);
  auto const out = to_device(exec, std::vector<std::int64_t>(5001, -1));
  for (ScanMethod const method : scan_methods<Exec>()) {
    exclusive_scan(exec, in, out, {.method = method});
    EXPECT_EQ(to_host(out), reference::exclusive_scan<std::int64_t>(numbers));
    inclusive_scan(exec, in, part(out, 0, 5000), {.method = method});
    EXPECT_EQ(to_host(out)[4999], 5000 * std::int64_t(2'000'000'000));
  }
}

/// The lengths of the rows between pointers: something to scan that is no View.
template <class Pointers>
struct RowLengths {
  Pointers pointers;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const { return pointers(i + 1) - pointers(i); }
  std::int64_t extent(int) const { return static_cast<std::int64_t>(pointers.extent(0)) - 1; }
};

TYPED_TEST(Scan, InputMayBeComputedAndOutputStrided) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  std::vector<Offset> pointers{0};
  for (int i = 0; i < 5000; ++i) pointers.push_back(pointers.back() + i % 13);
  auto const device = to_device(exec, pointers);
  RowLengths<Array<Offset, Exec>> const lengths{device};
  for (ScanMethod const method : scan_methods<Exec>()) {
    auto const out = to_device(exec, std::vector<Offset>(5001, -1));
    exclusive_scan(exec, lengths, out, {.method = method});
    EXPECT_EQ(to_host(out), pointers);
  }
  Kokkos::View<Offset**, Kokkos::LayoutRight, typename Exec::memory_space> const table("Araios::test::table", 5001, 3);
  exclusive_scan(exec, lengths, Kokkos::subview(table, Kokkos::ALL(), 1));
  auto const copy = to_host(Kokkos::View<Offset*, typename Exec::memory_space>(table.data(), table.size()));
  for (int i = 0; i <= 5000; ++i) {
    ASSERT_EQ(copy[3 * i], 0);
    ASSERT_EQ(copy[3 * i + 1], pointers[i]);
    ASSERT_EQ(copy[3 * i + 2], 0);
  }
}

TYPED_TEST(Scan, RefusesOtherLengths) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  Array<int, Exec> const in("Araios::test::in", 5);
  for (int const length : {0, 4, 7})
    EXPECT_THROW(exclusive_scan(exec, in, Array<Offset, Exec>("Araios::test::out", length)), std::invalid_argument);
  EXPECT_THROW(inclusive_scan(exec, in, Array<Offset, Exec>("Araios::test::out", 6)), std::invalid_argument);
  try {
    exclusive_scan(exec, in, Array<Offset, Exec>("Araios::test::out", 7));
    FAIL();
  } catch (std::invalid_argument const& error) {
    EXPECT_STREQ(error.what(), "Araios::exclusive_scan: length of out must be length of in or one more (7 != 5)");
  }
  if (!is_cuda_v<Exec>) {
    EXPECT_THROW(exclusive_scan(exec, in, Array<Offset, Exec>("Araios::test::out", 5), {.method = ScanMethod::cub}),
                 std::invalid_argument);
  }
}

TYPED_TEST(Scan, SecondCallAllocatesNothing) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  auto const in = to_device(exec, scan_numbers(300'000));
  auto const out = to_device(exec, std::vector<Offset>(300'001));
  for (ScanMethod const method : scan_methods<Exec>()) {
    Workspace<typename Exec::memory_space> workspace;
    auto const scans = [&] {
      exclusive_scan(exec, in, out, {.method = method}, workspace);
      inclusive_scan(exec, in, part(out, 0, 300'000), {.method = method}, workspace);
    };
    scans();
    auto const before = allocations_made();
    scans();
    EXPECT_EQ(allocations_made(), before);
  }
}

TYPED_TEST(Scan, WorksAfterAFailedAllocation) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  auto const numbers = scan_numbers(10'000);
  auto const in = to_device(exec, numbers);
  auto const expected = reference::exclusive_scan<Offset>(numbers);
  auto const out = to_device(exec, expected);
  for (ScanMethod const method : scan_methods<Exec>()) {
    int const failures = fail_every_allocation<Exec>(
        [&](auto& workspace) {
          Araios::fill(exec, out, -1);
          exclusive_scan(exec, in, out, {.method = method}, workspace);
        },
        [&] { ASSERT_EQ(to_host(out), expected); });
    bool const uses_cub = is_cuda_v<Exec> && method != ScanMethod::native;
    EXPECT_EQ(failures, uses_cub ? 1 : 0);
  }
}

template <class Exec, class T>
using Table = Kokkos::View<T**, Kokkos::LayoutRight, typename Exec::memory_space>;

/// Runs vertical_scan with and without totals on a rows-by-columns table of numbers and compares with the reference.
/// The number of threads decides how many chunks and levels there are; threads = 0 is that of the space.
template <class Offset, class Exec>
void check_vertical(Exec const& exec, std::int64_t rows, std::int64_t columns, std::int64_t threads,
                    Workspace<typename Exec::memory_space>& workspace) {
  Random random(rows * 1000 + columns);
  std::vector<Offset> numbers(rows * columns);
  for (auto& number : numbers) number = static_cast<Offset>(random.below(100)) - 20;
  auto scanned = numbers;
  auto const totals = reference::vertical_scan(scanned, rows, columns);
  auto const memory = to_device(exec, numbers);
  Table<Exec, Offset> const table(memory.data(), rows, columns);
  auto const device_totals = to_device(exec, std::vector<Offset>(columns, -7));
  if (threads == 0) {
    vertical_scan(exec, table, workspace);
    ASSERT_EQ(to_host(memory), scanned) << rows << " x " << columns;
    upload(memory, numbers.data(), rows * columns);
    vertical_scan(exec, table, device_totals, workspace);
  } else {
    std::vector<Offset> const scratch(Araios::Impl::vertical_scratch<Exec>(threads, rows, columns));
    Araios::Impl::vertical_sums(exec, threads, table, device_totals, to_device(exec, scratch).data());
    ASSERT_EQ(to_host(device_totals), totals) << rows << " x " << columns << ", " << threads << " threads";
    Araios::fill(exec, device_totals, -7);
    Araios::Impl::vertical_scan(exec, table, device_totals, workspace, threads);
  }
  ASSERT_EQ(to_host(memory), scanned) << rows << " x " << columns << ", " << threads << " threads";
  ASSERT_EQ(to_host(device_totals), totals) << rows << " x " << columns << ", " << threads << " threads";
}

TYPED_TEST(VerticalScan, EqualsTheReference) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  Workspace<typename Exec::memory_space> workspace;
  for (std::int64_t const rows : {0, 1, 2, 7, 8, 9, 63, 64, 65, 500, 3000})
    for (std::int64_t const columns : {0, 1, 2, 3, 255, 256, 257, 513, 1500})
      for (std::int64_t const threads : {0, 1, 13, 300, 300'000}) {
        if (rows * columns > 200'000 && Araios::test::is_small_scale()) continue;
        ASSERT_NO_FATAL_FAILURE(check_vertical<Offset>(exec, rows, columns, threads, workspace));
      }
  std::int64_t const large = Araios::test::scaled(2'000'000, 20'000);
  for (std::int64_t const few : {1, 17}) {
    ASSERT_NO_FATAL_FAILURE(check_vertical<Offset>(exec, large, few, 0, workspace));
    ASSERT_NO_FATAL_FAILURE(check_vertical<Offset>(exec, large, few, 300'000, workspace));
    ASSERT_NO_FATAL_FAILURE(check_vertical<Offset>(exec, few, large, 0, workspace));
  }
}

TYPED_TEST(VerticalScan, EveryNumberOfRows) {
  using Exec = typename TypeParam::Exec;
  Exec const exec;
  Workspace<typename Exec::memory_space> workspace;
  for (std::int64_t rows = 1; rows <= 2000; ++rows)
    for (std::int64_t const threads : {0, 50})
      ASSERT_NO_FATAL_FAILURE(check_vertical<typename TypeParam::Offset>(exec, rows, 1 + rows % 5, threads, workspace));
}

TYPED_TEST(VerticalScan, SecondCallAllocatesNothingAndFailuresAreSurvived) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  std::int64_t const rows = 20'000, columns = 3;
  std::vector<Offset> const ones(rows * columns, 1);
  auto scanned = ones;
  reference::vertical_scan(scanned, rows, columns);
  auto const memory = to_device(exec, ones);
  Table<Exec, Offset> const table(memory.data(), rows, columns);
  Workspace<typename Exec::memory_space> workspace;
  vertical_scan(exec, table, workspace);
  auto const before = allocations_made();
  vertical_scan(exec, table, workspace);
  EXPECT_EQ(allocations_made(), before);
  int const failures = fail_every_allocation<Exec>(
      [&](auto& fresh) {
        upload(memory, ones.data(), rows * columns);
        vertical_scan(exec, table, fresh);
      },
      [&] { ASSERT_EQ(to_host(memory), scanned); });
  auto const scratch = Araios::Impl::vertical_scratch<Exec>(Araios::Impl::concurrency(exec), rows, columns);
  EXPECT_EQ(failures, scratch > 0 ? 1 : 0);
}

TYPED_TEST(VerticalScan, RefusesOtherTotals) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  Table<Exec, Offset> const table("Araios::test::table", 4, 5);
  EXPECT_THROW(vertical_scan(exec, table, Array<Offset, Exec>("Araios::test::totals", 4)), std::invalid_argument);
}

#ifdef ARAIOS_HAVE_RAPIDCHECK
TYPED_TEST(Scan, DifferencesGiveTheInputBack) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  EXPECT_TRUE(rc::check("neighbouring sums differ by the element between them", [&](std::vector<std::int16_t> in) {
    std::vector<Offset> const wide(in.begin(), in.end());
    auto const sums = to_device(exec, std::vector<Offset>(in.size() + 1));
    exclusive_scan(exec, to_device(exec, wide), sums);
    auto const host = to_host(sums);
    RC_ASSERT(host[0] == 0);
    for (std::size_t i = 0; i < in.size(); ++i) RC_ASSERT(host[i + 1] - host[i] == wide[i]);
  }));
}
#endif

Araios::test::contract::Operations const operations{
    Araios::test::contract::writes("exclusive_scan",
                                   [](Araios::test::contract::Data& d) {
                                     exclusive_scan(d.exec, d.arrays.entries, d.result.entries, {}, d.workspace);
                                   },
                                   {.no_operand = "its operand is dense, or bits"}),
    Araios::test::contract::writes("inclusive_scan",
                                   [](Araios::test::contract::Data& d) {
                                     inclusive_scan(d.exec, d.arrays.entries, d.result.entries, {}, d.workspace);
                                   },
                                   {.no_operand = "its operand is dense, or bits"}),
    Araios::test::contract::writes(
        "exclusive_scan_shortest_call",
        [](Araios::test::contract::Data& d) { exclusive_scan(d.exec, d.arrays.entries, d.result.entries); },
        {.no_operand = "its operand is dense, or bits"})};

}  // namespace primitives_scan_test
