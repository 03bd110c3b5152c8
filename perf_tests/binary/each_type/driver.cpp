// SPDX-License-Identifier: Apache-2.0
#include "binary/binary_on.hpp"
#include "harness/product_case.hpp"
#include "harness/types.hpp"

#include <Araios/formats/copy.hpp>

#include <vector>

namespace Araios::Perf {

namespace {

template <class Scalar>
using OnHost = CsrMatrix<Scalar, int, int, Kokkos::HostSpace>;

/// A + B by two pointers.
template <class Scalar>
OnHost<Scalar> sum_by_definition(OnHost<Scalar> const& A, OnHost<Scalar> const& B) {
  std::int64_t const m = A.num_rows();
  std::vector<int> row_map{0}, entries;
  std::vector<std::conditional_t<is_pattern_v<Scalar>, char, Scalar>> values;
  for (std::int64_t i = 0; i < m; ++i) {
    int p = A.row_map(i), q = B.row_map(i);
    int const p_end = A.row_map(i + 1), q_end = B.row_map(i + 1);
    while (p < p_end || q < q_end) {
      bool const from_a = q == q_end || (p < p_end && A.entries(p) <= B.entries(q));
      bool const from_b = p == p_end || (q < q_end && B.entries(q) <= A.entries(p));
      entries.push_back(from_a ? A.entries(p) : B.entries(q));
      if constexpr (!is_pattern_v<Scalar>)
        values.push_back(from_a && from_b ? A.values(p) + B.values(q) : from_a ? A.values(p) : B.values(q));
      p += from_a;
      q += from_b;
    }
    row_map.push_back(static_cast<int>(entries.size()));
  }
  auto const arrays =
      allocate_csr<Scalar, int, int>(Host(), "Araios::Perf::expected", m, static_cast<std::int64_t>(entries.size()));
  std::copy(row_map.begin(), row_map.end(), arrays.row_map.data());
  std::copy(entries.begin(), entries.end(), arrays.entries.data());
  if constexpr (!is_pattern_v<Scalar>) std::copy(values.begin(), values.end(), arrays.values.data());
  return {m, A.num_cols(), arrays};
}

/// The Kronecker product: row (i, k) is row i of A times row k of B.
template <class Scalar>
OnHost<Scalar> kronecker_by_definition(OnHost<Scalar> const& A, OnHost<Scalar> const& B) {
  int const m = A.num_rows() * B.num_rows();
  auto const C = allocate_csr<Scalar, int, int>(Host(), "Araios::Perf::expected", m, std::int64_t(A.nnz()) * B.nnz());
  int to = 0;
  for (int row = 0; row < m; ++row) {
    int const i = row / B.num_rows(), k = row % B.num_rows();
    C.row_map(row) = to;
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p)
      for (int q = B.row_map(k); q < B.row_map(k + 1); ++q, ++to) {
        C.entries(to) = A.entries(p) * B.num_cols() + B.entries(q);
        C.values(to) = A.values(p) * B.values(q);
      }
  }
  C.row_map(m) = to;
  return {m, std::int64_t(A.num_cols()) * B.num_cols(), C};
}

/// The operands with values on the host, and what must come out.
struct BinaryDefinition {
  using Scalar = PerfType::Scalar;
  OnHost<Scalar> A, B;
  std::optional<OnHost<Scalar>> C;
  std::optional<MultiplyReference<Kokkos::HostSpace>> reference;

  BinaryDefinition(BinaryProgram const& program, BinaryCase const& what) : A(with_random_values<Scalar>(what.A)) {
    B = program.operation == "multiply" ? A : with_random_values<Scalar>(what.B);
    if (program.operation == "add") C = sum_by_definition(A, B);
    if (program.operation == "kronecker") C = kronecker_by_definition(A, B);
    if (program.operation == "multiply") reference = multiply_by_definition(A, what.products, program.check_products);
  }
};

template <class Exec>
void time_in(BinaryProgram const& program, Bench<Exec>& bench, BinaryDefinition const& what, BinaryOutcome& all) {
  using Space = typename Exec::memory_space;
  using On = BinaryOn<Exec, PerfType>;
  auto const A = copy_to<Space>(what.A);
  On on{program, bench, all, all.results, A, program.operation == "multiply" ? A : copy_to<Space>(what.B), {}, {}};
  if (what.C) on.C.emplace(copy_to<Space>(*what.C));
  if (what.reference) on.reference.emplace(reference_on<Space>(*what.reference));
  for (auto const& candidate : Candidate<On>::of(program.operation)) {
    on.only_reference = !program.wants(candidate.method);
    if (candidate.method.options.is_reference || !on.only_reference) candidate(on);
  }
}

BinaryOutcome time_operation(BinaryProgram const& program, Spaces& spaces, BinaryCase const& what) {
  BinaryOutcome all;
  if (!spaces.host && !spaces.device) return all;
  (spaces.host ? spaces.host->progress() : spaces.device->progress()).task(program.operation + " by definition");
  BinaryDefinition const definition(program, what);
  if (definition.C) all.nnz_of_result = definition.C->nnz();
  spaces.each([&](auto& bench) { time_in(program, bench, definition, all); });
  return all;
}

OfType<TimeBinary> const operation_of_type(perf_type_name, time_operation);

}  // namespace

}  // namespace Araios::Perf
