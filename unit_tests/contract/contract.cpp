// SPDX-License-Identifier: Apache-2.0
//
// What the doc blocks promise beside the result: every kernel and allocation is labelled "Araios::", runs on the
// instance that was given, and fences and allocations are as many as the line "Asynchronous" says.

#include <gtest/gtest.h>

#include <stdexcept>

#include "contract/operations.hpp"
#include "support/tools_recorder.hpp"

namespace contract_test {

using test::ToolsRecorder;

class Contract : public testing::TestWithParam<std::string> {};

void check_contract(std::string const& name, bool without_workspace) {
  Data data;
  data.workspace.none = without_workspace;
  Operation const operation = asynchronous_operations().at(name);
  operation(data);  // the workspace grows
  data.exec.fence();

  std::int64_t const allocations_before = allocations_made();
  ToolsRecorder::Record record;
  {
    ToolsRecorder const recorder;
    operation(data);
    record = ToolsRecorder::record();
  }
  data.exec.fence();

  EXPECT_EQ(allocations_made(), allocations_before) << "allocates although its workspace is warm";
  for (auto const& label : record.allocations)
    ADD_FAILURE() << "allocation behind the door of core/memory.hpp: " << label;
  for (auto const& label : record.fences) ADD_FAILURE() << "fence: " << label;
  for (auto const& label : record.copies) ADD_FAILURE() << "copy to: " << label;
  EXPECT_EQ(record.open_regions, 0);
  for (auto const& kernel : record.kernels) {
    EXPECT_EQ(kernel.label.rfind("Araios::", 0), 0u) << "kernel without our label: " << kernel.label;
    EXPECT_EQ(kernel.device, Kokkos::Tools::Experimental::device_id(data.exec))
        << kernel.label << " did not run on the instance given";
  }
}

TEST_P(Contract, labels_instance_fences_allocations) { check_contract(GetParam(), false); }
/// The shortest call keeps the contract from the second one on.
TEST_P(Contract, without_a_workspace) { check_contract(GetParam(), true); }

/// Calls as a first program has them: the second one allocates its result, and nothing else, and does not fence.
TEST(Contract, shortest_calls) {
  struct Call {
    char const* name;
    std::function<std::any(Data&)> run;
    int allocations;
  };
  auto const nothing = [](auto const& run) {
    return [run](Data& d) {
      run(d);
      return std::any();
    };
  };
  for (auto const& [name, run, allocations] :
       {Call{"spmv", nothing([](Data& d) { spmv(d.exec, 1.0, d.A, d.x, 0.0, d.y); }), 0},
        Call{"spmv of COO", nothing([](Data& d) { spmv(d.exec, 1.0, d.coo, d.x, 0.0, d.y); }), 0},
        Call{"spmv of HYB", nothing([](Data& d) { spmv(d.exec, 1.0, d.hyb, d.x, 0.0, d.y); }), 0},
        Call{"spmm", nothing([](Data& d) { spmm(d.exec, 1.0, d.A, d.by_columns, 0.0, d.by_rows); }), 0},
        Call{"transpose", [](Data& d) { return std::any(transpose(d.exec, d.A)); }, 1},
        Call{"transpose into arrays", nothing([](Data& d) { transpose(d.exec, d.A, d.result); }), 0},
        Call{"sort_rows", [](Data& d) { return std::any(sort_rows(d.exec, d.A)); }, 1},
        Call{"coo_to_csr", [](Data& d) { return std::any(convert<Format::csr>(d.exec, d.coo)); }, 1},
        Call{"exclusive_scan", nothing([](Data& d) { exclusive_scan(d.exec, d.arrays.entries, d.result.entries); }),
             0}}) {
    Data data;
    run(data);
    data.exec.fence();
    std::int64_t const before = allocations_made();
    std::any result;
    ToolsRecorder::Record record;
    {
      ToolsRecorder const recorder;
      result = run(data);
      record = ToolsRecorder::record();
    }
    data.exec.fence();
    EXPECT_EQ(allocations_made() - before, allocations) << name;
    EXPECT_EQ(static_cast<int>(record.allocations.size()), allocations) << name;
    for (auto const& label : record.fences) EXPECT_NE(label.rfind("Araios::", 0), 0u) << name << " fences: " << label;
    if (allocations == 0) {
      for (auto const& label : record.fences) ADD_FAILURE() << name << " fences: " << label;
    }
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (auto const& [name, operation] : asynchronous_operations()) all.push_back(name);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Asynchronous, Contract, testing::ValuesIn(names()),
                         [](auto const& info) { return info.param; });

TEST(Contract, recorder_sees_a_kernel_a_region_and_an_allocation) {
  ToolsRecorder::Record record;
  {
    ToolsRecorder const recorder;
    Impl::ScopedRegion const region("Araios::test");
    Kokkos::View<int*, Space> const view("Araios::test::seen", 10);
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

/// Whether this line of Kokkos reports fences of the default space at all.
bool fences_are_reported() {
  ToolsRecorder::Record record;
  {
    ToolsRecorder const recorder;
    Impl::fence(Exec(), "Araios::test::fence");
    record = ToolsRecorder::record();
  }
  return !record.fences.empty();
}

class ContractOfResults : public testing::TestWithParam<std::string> {};

TEST_P(ContractOfResults, labels_instance_fences) {
  Data data;
  Allocating const operation = allocating_operations().at(GetParam());
  operation.run(data);  // the workspace grows
  operation.run(data);  // and becomes one block
  data.exec.fence();

  std::any result;
  ToolsRecorder::Record record;
  {
    ToolsRecorder const recorder;
    result = operation.run(data);
    record = ToolsRecorder::record();
  }
  data.exec.fence();

  EXPECT_FALSE(record.kernels.empty());
  for (auto const& kernel : record.kernels) {
    EXPECT_EQ(kernel.label.rfind("Araios::", 0), 0u) << "kernel without our label: " << kernel.label;
    EXPECT_EQ(kernel.device, Kokkos::Tools::Experimental::device_id(data.exec))
        << kernel.label << " did not run on the instance given";
  }
  for (auto const& label : record.allocations)
    EXPECT_EQ(label.rfind("Araios::", 0), 0u) << "allocation without our label: " << label;
  EXPECT_EQ(record.open_regions, 0);
  // Fences of ours; an allocation or a release may bring some of Kokkos' own.
  int fences = 0;
  for (auto const& label : record.fences) fences += label.rfind("Araios::", 0) == 0;
  EXPECT_EQ(fences, fences_are_reported() ? operation.fences : 0);
}

std::vector<std::string> names_of_allocating() {
  std::vector<std::string> all;
  for (auto const& [name, operation] : allocating_operations()) all.push_back(name);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Allocating, ContractOfResults, testing::ValuesIn(names_of_allocating()),
                         [](auto const& info) { return info.param; });

/// What a plan looks at, and on which instance, when it is given other arrays, or is told to look at all of them.
TEST(Contract, comparison_of_patterns) {
  Data data;
  Data other;  // the same pattern
  auto const& plan = data.the_plan();
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

/// Every allocation of these is made to fail in turn: the error arrives, and the next call works.
TEST(Contract, every_allocation_of_a_result_may_fail) {
  for (auto const& [name, operation] : allocating_operations()) {
    int failures = 0;
    for (;; ++failures) {
      ASSERT_LT(failures, 100) << name;
      Data data;
      fail_allocation_after(failures);
      try {
        operation.run(data);
        break;
      } catch (AllocationFailure const&) {
        fail_allocation_after(-1);
        EXPECT_NO_THROW(operation.run(data)) << name;
        data.exec.fence();
      }
    }
    fail_allocation_after(-1);
    EXPECT_GE(failures, 1) << name;
  }
}

/// Every allocation of transpose is made to fail in turn: the error arrives, and the next call works.
TEST(Contract, every_allocation_of_transpose_may_fail) {
  for (auto const method :
       {TransposeMethod::serial, TransposeMethod::scan_trans, TransposeMethod::merge_trans, TransposeMethod::radix,
        TransposeMethod::bucket, TransposeMethod::symmetric, TransposeMethod::fused}) {
    Data data;
    int failures = 0;
    for (;; ++failures) {
      ASSERT_LT(failures, 100);
      fail_allocation_after(failures);
      try {
        (void)transpose(data.exec, data.A, TransposeOptions{.method = method});
        break;
      } catch (AllocationFailure const&) {
        EXPECT_NO_THROW({
          fail_allocation_after(-1);
          (void)transpose(data.exec, data.A, TransposeOptions{.method = method});
        });
      }
    }
    fail_allocation_after(-1);
    EXPECT_GE(failures, 1) << name(method) << ": the result is an allocation";
    data.exec.fence();
  }
}

}  // namespace contract_test
