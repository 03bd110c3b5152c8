// SPDX-License-Identifier: Apache-2.0
//
// The contract (support/contract.hpp) finds what it looks for.

#include "support/contract.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace library_contract_test {

using namespace Araios;
using namespace Araios::test;
using Sentences = std::vector<std::string>;

/// A call that breaks no promise, and then what `add` does.
template <class Add>
contract::Operation filling(Add add) {
  return contract::writes("filling", [add](contract::Data& d) {
    Araios::fill(d.exec, d.keys, 0);
    add(d);
  });
}
template <class Add>
contract::Operation returning(Add add, contract::Promise promise = {}) {
  return contract::returns(
      "returning",
      [add](contract::Data& d) {
        auto const result = allocate<contract::Ints>(d.exec, "Araios::test::result", 10);
        Araios::fill(d.exec, result, 0);
        add(d);
        return result;
      },
      promise);
}

TEST(ContractFixture, finds_nothing_where_promises_are_kept) {
  auto const nothing = [](contract::Data&) {};
  EXPECT_EQ(broken_promises(filling(nothing), false), Sentences());
  EXPECT_EQ(broken_promises(filling(nothing), true), Sentences());
  EXPECT_EQ(broken_promises(returning(nothing, {.allocations = 1}), false), Sentences());
}

TEST(ContractFixture, finds_a_kernel_without_our_label) {
  auto const kernel = [](contract::Data& d) {
    Kokkos::parallel_for("unlabelled", Araios::range(d.exec, 1), Impl::Fill<contract::Ints>{d.keys, 0, 1});
  };
  Sentences const expected = {"kernel without our label: unlabelled"};
  EXPECT_EQ(broken_promises(filling(kernel), false), expected);
  EXPECT_EQ(broken_promises(returning(kernel), false), expected);
}

TEST(ContractFixture, finds_a_kernel_on_another_instance) {
  ToolsRecorder::Record record;
  record.kernels = {{"Araios::one", 1}, {"Araios::other", 2}};
  Sentences const expected = {"kernel on another instance: Araios::other"};
  EXPECT_EQ(contract::broken_promises({}, false, record, 1), expected);
  EXPECT_EQ(contract::broken_promises({}, true, record, 1), expected);
}

TEST(ContractFixture, finds_a_fence) {
  ToolsRecorder::Record record;
  record.fences = {"Araios::test::fence", "Kokkos: of an allocation"};
  EXPECT_EQ(contract::broken_promises({}, false, record, 0),
            Sentences({"fence: Araios::test::fence", "fence: Kokkos: of an allocation"}));
  EXPECT_EQ(contract::broken_promises({}, true, record, 0),
            Sentences({"fences: 1, promised: 0", "  Araios::test::fence"}));
  EXPECT_EQ(contract::broken_promises({.fences = 1}, true, record, 0), Sentences());
  auto const too_few = contract::broken_promises({.fences = 2}, true, record, 0);
  EXPECT_EQ(too_few, Sentences({"fences: 1, promised: 2", "  Araios::test::fence"}));
}

/// Later lines of Kokkos also report a fence of the release of an array.
bool has(Sentences const& all, std::string const& sentence) {
  return std::find(all.begin(), all.end(), sentence) != all.end();
}

TEST(ContractFixture, finds_an_allocation) {
  auto const allocation = [](contract::Data& d) { (void)allocate<contract::Ints>(d.exec, "Araios::test::more", 10); };
  auto const writing = broken_promises(filling(allocation), false);
  EXPECT_TRUE(has(writing, "allocation: Araios::test::more"));
  EXPECT_TRUE(has(writing, "allocations by core/memory.hpp: 1, promised: 0"));
  EXPECT_EQ(broken_promises(returning(allocation, {.allocations = 1}), false),
            Sentences({"allocations: 2, promised: 1", "allocations by core/memory.hpp: 2, promised: 1"}));
  auto const unlabelled = [](contract::Data&) { contract::Ints const view("unlabelled", 10); };
  EXPECT_TRUE(has(broken_promises(returning(unlabelled), false), "allocation without our label: unlabelled"));
}

TEST(ContractFixture, finds_a_region_that_does_not_end_and_a_copy) {
  ToolsRecorder::Record record;
  record.open_regions = 1;
  record.copies = {"somewhere"};
  EXPECT_EQ(contract::broken_promises({}, false, record, 0),
            Sentences({"a region does not end", "copy to: somewhere"}));
}

TEST(ContractFixture, finds_a_result_without_a_kernel) {
  auto const none = contract::returns("none", [](contract::Data&) { return 1; });
  EXPECT_EQ(broken_promises(none, false), Sentences({"no kernel"}));
}

TEST(ContractFixture, recorder_sees_a_kernel_a_region_and_an_allocation) {
  using Exec = contract::Exec;
  ToolsRecorder::Record record;
  {
    ToolsRecorder const recorder;
    Impl::ScopedRegion const region("Araios::test");
    contract::Ints const view("Araios::test::seen", 10);
    Araios::fill(Exec(), view, 1);
    record = ToolsRecorder::record();
  }
  Kokkos::fence();
  EXPECT_EQ(record.open_regions, 1);
  ASSERT_FALSE(record.allocations.empty());
  EXPECT_EQ(record.allocations.front(), "Araios::test::seen");
  ASSERT_FALSE(record.kernels.empty());
  EXPECT_EQ(record.kernels.back().label, "Araios::fill");
}

}  // namespace library_contract_test
