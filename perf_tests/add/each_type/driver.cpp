// SPDX-License-Identifier: Apache-2.0
#include "add/add_case.hpp"
#include "harness/product_case.hpp"
#include "harness/types.hpp"

#include <Araios/formats/copy.hpp>

#include <vector>

namespace Araios::Perf {

namespace {

/// A + B by two pointers.
template <class Scalar>
CsrMatrix<Scalar, int, int, Kokkos::HostSpace>
add_by_definition(CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& A,
                  CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& B) {
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

template <class Exec, class Type, class Matrix>
void time_in(AddProgram const& program, Bench<Exec>& bench, Matrix const& A, Matrix const& B, Matrix const& expected,
             AddResults& all) {
  using Space = typename Exec::memory_space;
  AddOn<Exec, Type> const on{program, bench, all, copy_to<Space>(A), copy_to<Space>(B), copy_to<Space>(expected)};
  if (program.wants_library("araios")) time_add_araios(on);
#ifdef ARAIOS_HAVE_CUSPARSE
  if constexpr (is_cuda_v<Exec>)
    if (program.wants_library("cusparse")) time_add_cusparse(on);
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  if (program.wants_library("kokkos_kernels")) time_add_kokkos_kernels(on);
#endif
  if constexpr (std::is_same_v<Exec, Host>) time_add_on_host(on);
}

}  // namespace

template <class Type>
AddResults time_add(AddProgram const& program, Spaces& spaces, AddCase const& what) {
  AddResults all;
  if (!spaces.host && !spaces.device) return all;
  (spaces.host ? spaces.host->progress() : spaces.device->progress()).task("adding by definition");
  auto const A = with_random_values<typename Type::Scalar>(what.A);
  auto const B = with_random_values<typename Type::Scalar>(what.B);
  auto const expected = add_by_definition(A, B);
  all.nnz_of_sum = expected.nnz();
  if (spaces.host) time_in<Host, Type>(program, *spaces.host, A, B, expected, all);
#ifdef ARAIOS_PERF_HAS_DEVICE
  if (spaces.device) time_in<Device, Type>(program, *spaces.device, A, B, expected, all);
#endif
#ifndef ARAIOS_HAVE_CUSPARSE
  if (program.wants_library("cusparse")) all.results.push_back(not_built("cuSPARSE", AddMethods::cusparse));
#endif
#ifndef ARAIOS_HAVE_KOKKOS_KERNELS
  if (program.wants_library("kokkos_kernels"))
    all.results.push_back(not_built("Kokkos Kernels", AddMethods::kokkos_kernels));
#endif
  return all;
}

template AddResults time_add<PerfType>(AddProgram const&, Spaces&, AddCase const&);

}  // namespace Araios::Perf
