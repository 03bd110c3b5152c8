// SPDX-License-Identifier: Apache-2.0
#include "harness/product_case.hpp"
#include "harness/types.hpp"
#include "kronecker/kronecker_case.hpp"

#include <Araios/formats/copy.hpp>

#ifdef ARAIOS_HAVE_GRAPHBLAS
#include "baselines/graphblas.hpp"
#endif

namespace Araios::Perf {

namespace {

/// Row (i, k) is row i of A times row k of B.
template <class Scalar>
CsrMatrix<Scalar, int, int, Kokkos::HostSpace> by_definition(CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& A,
                                                             CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& B) {
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

template <class Type>
void time_on_host([[maybe_unused]] KroneckerOn<Host, Type> const& on) {
#ifdef ARAIOS_HAVE_GRAPHBLAS
  if constexpr (is_pattern_v<typename Type::Scalar>)
    if (on.program.wants_library("graphblas")) {
      Result result;
      result.library = "GraphBLAS";
      result.method = "GrB_kronecker, pair";
      result.space = "host";
      start_graphblas(static_cast<int>(on.exec().concurrency()));
      GraphblasMatrix const A = to_graphblas(on.A), B = to_graphblas(on.B);
      GraphblasMatrix C;
      time_product(on, result, [&] { C = graphblas_kronecker(A, B); }, [&] { return to_csr(C); }, [&] { C.reset(); });
    }
#endif
}

template <class Exec, class Type, class Matrix>
void time_in(KroneckerProgram const& program, Bench<Exec>& bench, Matrix const& A, Matrix const& B,
             Matrix const& expected, KroneckerResults& all) {
  using Space = typename Exec::memory_space;
  KroneckerOn<Exec, Type> const on{program, bench, all, copy_to<Space>(A), copy_to<Space>(B), copy_to<Space>(expected)};
  if (program.wants_library("araios")) time_kronecker_araios(on);
  if constexpr (std::is_same_v<Exec, Host>) time_on_host(on);
}

}  // namespace

template <class Type>
KroneckerResults time_kronecker(KroneckerProgram const& program, Spaces& spaces, KroneckerCase const& what) {
  KroneckerResults all;
  if (!spaces.host && !spaces.device) return all;
  auto const A = with_random_values<typename Type::Scalar>(what.A);
  auto const B = with_random_values<typename Type::Scalar>(what.B);
  auto const expected = by_definition(A, B);
  if (spaces.host) time_in<Host, Type>(program, *spaces.host, A, B, expected, all);
#ifdef ARAIOS_PERF_HAS_DEVICE
  if (spaces.device) time_in<Device, Type>(program, *spaces.device, A, B, expected, all);
#endif
  return all;
}

template KroneckerResults time_kronecker<PerfType>(KroneckerProgram const&, Spaces&, KroneckerCase const&);

}  // namespace Araios::Perf
