// SPDX-License-Identifier: Apache-2.0
//
// CXSparse and GraphBLAS.
#include "binary/binary_on.hpp"
#include "harness/types.hpp"

#ifdef ARAIOS_HAVE_CXSPARSE
#include "baselines/cxsparse.hpp"
#endif
#ifdef ARAIOS_HAVE_GRAPHBLAS
#include "baselines/graphblas.hpp"
#endif

namespace Araios::Perf {

namespace {

using OnHostSpace = BinaryOn<Host, PerfType>;

#ifdef ARAIOS_HAVE_CXSPARSE
/// `compute` returns C.
template <class On, class Compute>
void time_cxsparse(On& on, Result& result, Compute const& compute) {
  using Scalar = typename On::Scalar;
  CxsparseMatrix C(nullptr, &cs_di_spfree);
  auto const found = [&] {
    Scalar* values = nullptr;
    if constexpr (!is_pattern_v<Scalar>) values = C->x;
    int const* const row_map = C->p;
    int const* const entries = C->i;
    return mistake(on, result,
                   wrap_csr<Kokkos::HostSpace>(on.A.num_rows(), on.A.num_cols(), row_map[on.A.num_rows()], row_map,
                                               entries, values));
  };
  time_result(on, result, [&] { C = compute(); }, found, [&] { C.reset(); });
}

template <class On>
constexpr bool cxsparse_has = std::is_same_v<typename On::Scalar, double> || is_pattern_v<typename On::Scalar>;

template <class On>
void add_by_cxsparse([[maybe_unused]] On& on, [[maybe_unused]] Result& result) {
  if constexpr (cxsparse_has<On>) time_cxsparse(on, result, [&] { return cxsparse_add(on.A, on.B); });
}
template <class On>
void multiply_by_cxsparse([[maybe_unused]] On& on, [[maybe_unused]] Result& result) {
  if constexpr (cxsparse_has<On>) {
    // It doubles the room for entries of C in int until they fit.
    constexpr std::int64_t max_entries = std::int64_t(1) << 29;
    if (on.all.nnz_of_result + on.A.num_rows() <= max_entries)
      return time_cxsparse(on, result, [&] { return cxsparse_multiply(on.A, on.B); });
    result.note = join("skipped: measured up to ", max_entries, " rows and entries of C");
  }
}
Candidate<OnHostSpace> const cxsparse_sum("add", "CXSparse", BinaryMethods::cxsparse_add, add_by_cxsparse<OnHostSpace>);
Candidate<OnHostSpace> const cxsparse_product("multiply", "CXSparse", BinaryMethods::cxsparse_multiply,
                                              multiply_by_cxsparse<OnHostSpace>);
#endif

#ifdef ARAIOS_HAVE_GRAPHBLAS
/// Times an operation on patterns; compute(A, B) returns C.
template <class On, class Compute>
void time_graphblas([[maybe_unused]] On& on, [[maybe_unused]] Result& result, [[maybe_unused]] Compute const& compute) {
  if constexpr (is_pattern_v<typename On::Scalar>) {
    try {
      start_graphblas(static_cast<int>(on.exec().concurrency()));
      GraphblasMatrix const A = to_graphblas(on.A), B = to_graphblas(on.B);
      GraphblasMatrix C;
      time_result(
          on, result, [&] { C = compute(A, B); }, [&] { return mistake(on, result, to_csr(C)); }, [&] { C.reset(); });
    } catch (std::exception const& refusal) {
      note_refusal(on.exec(), on.all, result, refusal);
    }
  }
}
template <auto Compute>
void by_graphblas(OnHostSpace& on, Result& result) {
  time_graphblas(on, result, Compute);
}
Candidate<OnHostSpace> const graphblas_sum("add", "GraphBLAS", BinaryMethods::graphblas_add,
                                           by_graphblas<graphblas_add>);
Candidate<OnHostSpace> const graphblas_product("multiply", "GraphBLAS", BinaryMethods::graphblas_multiply,
                                               by_graphblas<graphblas_multiply>);
Candidate<OnHostSpace> const graphblas_kronecker_product("kronecker", "GraphBLAS", "GrB_kronecker, pair",
                                                         by_graphblas<graphblas_kronecker>);
#endif

}  // namespace

}  // namespace Araios::Perf
