// SPDX-License-Identifier: Apache-2.0

#include "support/contract.hpp"

#include <Araios/testing/count_allocations.hpp>
#include <Araios/testing/fail_allocation.hpp>
#include <gtest/gtest.h>

#include <memory>

namespace Araios::test::contract {

namespace {

template <class View>
View with_room(std::int64_t length) {
  View const whole(Kokkos::view_alloc("Araios::test", Kokkos::WithoutInitializing), length + Data::room);
  return Kokkos::subview(whole, std::pair<std::int64_t, std::int64_t>(0, length));
}
CsrArrays<double, int, int, Space> arrays_with_room(std::int64_t rows, std::int64_t nnz) {
  return {with_room<Ints>(rows + 1), with_room<Ints>(nnz), with_room<Doubles>(nnz)};
}

}  // namespace

// What follows has kernels, which nvcc wants in functions with a name for the linker.

void fill_descending(Exec const& exec, Ints const& indices) {
  auto const last = static_cast<int>(indices.extent(0)) - 1;
  Kokkos::parallel_for(
      "Araios::test::descending", Araios::range(exec, last + 1),
      KOKKOS_LAMBDA(std::int64_t i) { indices(i) = last - static_cast<int>(i); });
}

void fill_matrix(Exec const& exec, CsrArrays<double, int, int, Space> const& A, std::int64_t m, std::int64_t n,
                 std::int64_t k) {
  Kokkos::parallel_for(
      "Araios::test::rows", Araios::range(exec, m + 1),
      KOKKOS_LAMBDA(std::int64_t i) { A.row_map(i) = static_cast<int>(i * k / m); });
  Kokkos::parallel_for(
      "Araios::test::entries", Araios::range(exec, k), KOKKOS_LAMBDA(std::int64_t p) {
        A.entries(p) = static_cast<int>(p * 7919 % n);
        A.values(p) = static_cast<double>(p);
      });
}

Csr structured_matrix(Exec const& exec) {
  int const m = Data::m;
  int const nnz = 2 * m - 1 + (m - 3) / 2;
  auto const A = allocate_csr<double, int, int>(exec, "Araios::test", m, nnz);
  Kokkos::parallel_for(
      "Araios::test::structured", Araios::range(exec, m), KOKKOS_LAMBDA(std::int64_t row) {
        int const i = static_cast<int>(row);
        int p = 2 * i + (i > 4 ? (i - 3) / 2 : 0);
        A.row_map(i) = p;
        if (i + 1 == m) A.row_map(m) = nnz;
        if (i > 3 && i % 2 == 0) A.entries(p++) = i - 3;
        A.entries(p++) = i;
        if (i + 1 < m) A.entries(p) = i + 1;
      });
  Araios::fill(exec, A.values, 1.0);
  return {m, m, A};
}

Data::Data()
    : exec(Araios::is_gpu_v<Exec> ? Impl::separate_instance(Exec()) : Exec()),  // host spaces would split their threads
      arrays(arrays_with_room(m, k)),
      result(arrays_with_room(n, k)),
      keys(with_room<Ints>(k)),
      vector_indices(with_room<Ints>(m)),
      some_indices(with_room<Ints>(some)),
      x(with_room<Doubles>(n)),
      y(with_room<Doubles>(m)),
      square_x(with_room<Doubles>(m)),
      square_y(with_room<Doubles>(m)) {
  structured = structured_matrix(exec);
  fill_matrix(exec, arrays, m, n, k);
  fill_matrix(exec, result, n, m, k);  // what sorts in place also reads its payloads
  Kokkos::deep_copy(exec, vector_indices, Kokkos::subview(arrays.row_map, std::pair<int, int>(0, m)));
  for (auto const& array : {x, y, square_x, square_y}) Araios::fill(exec, array, 1.0);
  Araios::fill(exec, keys, 1);
  fill_descending(exec, some_indices);
  exec.fence();
  A = Csr(m, n, arrays);
}

std::vector<std::string> broken_promises(Promise const& promise, bool returns, ToolsRecorder::Record const& record,
                                         std::uint32_t device) {
  std::vector<std::string> broken;
  auto const is_ours = [](std::string const& label) { return label.rfind("Araios::", 0) == 0; };
  for (auto const& kernel : record.kernels) {
    if (!is_ours(kernel.label)) broken.push_back("kernel without our label: " + kernel.label);
    if (kernel.device != device) broken.push_back("kernel on another instance: " + kernel.label);
  }
  if (record.open_regions != 0) broken.push_back("a region does not end");
  if (!returns && !promise.waits) {
    for (auto const& label : record.allocations) broken.push_back("allocation: " + label);
    for (auto const& label : record.fences) broken.push_back("fence: " + label);
    for (auto const& label : record.copies) broken.push_back("copy to: " + label);
    return broken;
  }
  for (auto const& label : record.allocations)
    if (!is_ours(label)) broken.push_back("allocation without our label: " + label);
  if (promise.allocations >= 0 && static_cast<int>(record.allocations.size()) != promise.allocations)
    broken.push_back("allocations: " + std::to_string(record.allocations.size()) +
                     ", promised: " + std::to_string(promise.allocations));
  // An allocation or a release may bring fences of Kokkos' own.
  auto const fences = std::count_if(record.fences.begin(), record.fences.end(), is_ours);
  if (fences != promise.fences) {
    broken.push_back("fences: " + std::to_string(fences) + ", promised: " + std::to_string(promise.fences));
    for (auto const& label : record.fences)
      if (is_ours(label)) broken.push_back("  " + label);
  }
  return broken;
}

namespace {

/// Whether this line of Kokkos reports fences of the default space at all.
bool fences_are_reported() {
  ToolsRecorder const recorder;
  Impl::fence(Exec(), "Araios::test::fence");
  return !ToolsRecorder::record().fences.empty();
}

}  // namespace

std::vector<std::string> broken_promises(Operation const& operation, bool without_workspace) {
  Promise promise = operation.promise;
  if (!fences_are_reported()) promise.fences = 0;
  Data data;
  data.workspace.none = without_workspace;
  operation.make(data);
  operation.run(data);  // the workspace grows
  // Then it becomes one block, where a call that returns its result has left several.
  bool const may_allocate = operation.returns || promise.waits;
  if (may_allocate && promise.allocations < 0) operation.run(data);
  data.exec.fence();

  std::int64_t const allocations_before = allocations_made();
  std::any result;
  ToolsRecorder::Record record;
  {
    ToolsRecorder const recorder;
    result = operation.run(data);
    record = ToolsRecorder::record();
  }
  data.exec.fence();

  auto broken = broken_promises(promise, operation.returns, record, Kokkos::Tools::Experimental::device_id(data.exec));
  if (operation.returns && record.kernels.empty()) broken.push_back("no kernel");
  std::int64_t const allocations = allocations_made() - allocations_before;
  std::int64_t const promised = may_allocate ? promise.allocations : 0;
  if (promised >= 0 && allocations != promised)
    broken.push_back("allocations by core/memory.hpp: " + std::to_string(allocations) +
                     ", promised: " + std::to_string(promised));
  return broken;
}

namespace {

/// Every allocation is made to fail in turn: the error arrives, and the next call works.
void check_failing_allocations(Operation const& operation) {
  int failures = 0;
  for (;; ++failures) {
    ASSERT_LT(failures, 100);
    Data data;
    operation.make(data);
    fail_allocation_after(failures);
    try {
      operation.run(data);
      break;
    } catch (AllocationFailure const&) {
      fail_allocation_after(-1);
      EXPECT_NO_THROW(operation.run(data));
      data.exec.fence();
    }
  }
  fail_allocation_after(-1);
  EXPECT_TRUE(failures >= 1 || operation.promise.allocations == 0) << "it allocates nothing";
}

void check_promises(Operation const& operation) {
  for (auto const& sentence : broken_promises(operation, false)) ADD_FAILURE() << operation.name << ": " << sentence;
  if (operation.returns) {
    check_failing_allocations(operation);
  } else {
    // The shortest call keeps the contract from the second one on.
    for (auto const& sentence : broken_promises(operation, true))
      ADD_FAILURE() << operation.name << " without a workspace: " << sentence;
  }
}

class OperationTest : public testing::Test {
 public:
  OperationTest(std::shared_ptr<Operation const> operation, void (*check)(Operation const&))
      : operation_(std::move(operation)), check_(check) {}
  void TestBody() override { check_(*operation_); }

 private:
  std::shared_ptr<Operation const> operation_;
  void (*check_)(Operation const&);
};

}  // namespace

Operations::Operations(std::initializer_list<Operation> const& operations) {
  for (auto const& operation : operations) {
    auto const shared = std::make_shared<Operation const>(operation);
    auto const add = [&](char const* suite, void (*check)(Operation const&)) {
      testing::RegisterTest(suite, operation.name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [shared, check]() -> testing::Test* { return new OperationTest(shared, check); });
    };
    add("Contract", check_promises);
    add("Operands", check_operands);
  }
}

}  // namespace Araios::test::contract
