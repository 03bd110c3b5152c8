// SPDX-License-Identifier: Apache-2.0
#include "harness/product_case.hpp"
#include "harness/types.hpp"
#include "multiply/multiply_case.hpp"

#include <Araios/formats/copy.hpp>

namespace Araios::Perf {

namespace {

template <class Exec, class Type, class Matrix>
void time_in(MultiplyProgram const& program, Bench<Exec>& bench, Matrix const& A,
             MultiplyReference<Kokkos::HostSpace> const& expected, MultiplyResults& all) {
  using Space = typename Exec::memory_space;
  MultiplyOn<Exec, Type> on{program, bench, all, copy_to<Space>(A), reference_on<Space>(expected), {}};
  time_multiply_araios(on);
  if (program.wants_library("araios") && on.C) time_multiply_plan(on);
#ifdef ARAIOS_HAVE_CUSPARSE
  if constexpr (is_cuda_v<Exec>)
    if (program.wants_library("cusparse")) time_multiply_cusparse(on);
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  if (program.wants_library("kokkos_kernels")) time_multiply_kokkos_kernels(on);
#endif
#ifdef ARAIOS_HAVE_CXSPARSE
  if constexpr (std::is_same_v<Exec, Host>)
    if (program.wants_library("cxsparse")) time_multiply_cxsparse(on);
#endif
#ifdef ARAIOS_HAVE_GRAPHBLAS
  if constexpr (std::is_same_v<Exec, Host>)
    if (program.wants_library("graphblas")) time_multiply_graphblas(on);
#endif
}

}  // namespace

template <class Type>
MultiplyResults time_multiply(MultiplyProgram const& program, Spaces& spaces, MultiplyCase const& what) {
  MultiplyResults all;
  if (!spaces.host && !spaces.device) return all;
  (spaces.host ? spaces.host->progress() : spaces.device->progress()).task("multiplying by definition");
  auto const A = with_random_values<typename Type::Scalar>(what.A);
  auto const expected = multiply_by_definition(A, what.products, program.check_products);
  if (spaces.host) time_in<Host, Type>(program, *spaces.host, A, expected, all);
#ifdef ARAIOS_PERF_HAS_DEVICE
  if (spaces.device) time_in<Device, Type>(program, *spaces.device, A, expected, all);
#endif
#ifndef ARAIOS_HAVE_CUSPARSE
  if (program.wants_library("cusparse")) all.results.push_back(not_built("cuSPARSE", "ALG1"));
#endif
#ifndef ARAIOS_HAVE_KOKKOS_KERNELS
  if (program.wants_library("kokkos_kernels"))
    all.results.push_back(not_built("Kokkos Kernels", MultiplyMethods::kokkos_kernels));
#endif
  return all;
}

template MultiplyResults time_multiply<PerfType>(MultiplyProgram const&, Spaces&, MultiplyCase const&);

}  // namespace Araios::Perf
