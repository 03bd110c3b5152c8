// SPDX-License-Identifier: Apache-2.0
//
// Sliced ELL and blocks, which cuSPARSE multiplies with but does not make.
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/host_formats.hpp"
#include "harness/types.hpp"
#include "spmv/time_cusparse.hpp"

namespace Araios::Perf {

namespace {

template <class Type>
void skip(SpmvOn<Device, Type> const& on, char const* method, std::string const& why) {
  Result result = on.result("cuSPARSE", method);
  result.note = "skipped: " + why;
  on.results.push_back(result);
}

template <class... Views>
std::int64_t bytes_of(Views const&... views) {
  return static_cast<std::int64_t>(((views.extent(0) * sizeof(typename Views::value_type)) + ...));
}

}  // namespace

template <class Type>
void time_cusparse_formats(SpmvOn<Device, Type> const& on) {
  using Scalar = typename Type::Scalar;
  if constexpr (!is_pattern_v<Scalar>) {
    CusparseHandle const handle(on.exec());
    if (auto const A = sliced_ell<Kokkos::CudaSpace>(on.what.A, 32)) {
      auto const matrix = [&] { return CusparseMatrix::sliced_ell<Scalar>(*A); };
      time_cusparse_product(on, handle, "SELL_ALG1", CUSPARSE_SPMV_SELL_ALG1, matrix,
                            bytes_of(A->offsets, A->columns, A->values));
    } else {
      skip(on, "SELL_ALG1", "slices of 32 rows would need more than 3 slots an entry");
    }
#if CUSPARSE_VERSION >= 12603
    if (int const size = best_block_size(on.what.A); size > 1) {
      auto const A = blocked<Kokkos::CudaSpace>(on.what.A, size);
      auto const matrix = [&] { return CusparseMatrix::bsr<Scalar>(A); };
      time_cusparse_product(on, handle, "BSR_ALG1", CUSPARSE_SPMV_BSR_ALG1, matrix,
                            bytes_of(A.row_map, A.entries, A.values));
    } else {
      skip(on, "BSR_ALG1", "no blocks of 2 x 2 to 8 x 8 take fewer bytes than single entries");
    }
#else
    skip(on, "BSR_ALG1", "not in this version");
#endif
  }
}

template void time_cusparse_formats<PerfType>(SpmvOn<Device, PerfType> const&);

}  // namespace Araios::Perf
#endif
