// SPDX-License-Identifier: Apache-2.0
//
// The unit in which conversions are told, a product of the matrix, as it is, with a vector; and what those of libraries
// are compared with.
#include "convert/convert_case.hpp"
#include "harness/product_case.hpp"
#include "harness/types.hpp"

#include <Araios/convert.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/spmv.hpp>

namespace Araios::Perf {

template <class Exec, class Type>
ConvertOn<Exec, Type> convert_on(MatrixProgram const& program, Bench<Exec>& bench, std::vector<Result>& results,
                                 CsrMatrix<typename Type::Scalar, int, int, Kokkos::HostSpace> const& A) {
  using Space = typename Exec::memory_space;
  using T = typename Type::Vector;
  using Vector = Kokkos::View<T*, Space>;
  Exec const& exec = bench.exec();
  auto const B = copy_to<Space>(A);
  ConvertOn<Exec, Type> on{program, bench, results, A, B, sort_rows(exec, B), {}, {}};
  auto const x = allocate<Vector>(exec, "Araios::Perf::x", A.num_cols());
  auto const y = allocate<Vector>(exec, "Araios::Perf::y", A.num_rows());
  Araios::fill(exec, x, T(1));
  Workspace<Space> workspace;
  auto const run = [&] { spmv(exec, T(1), B, x, T(0), y, SpmvOptions{}, workspace); };
  bench.progress().task(join("product on ", Exec::name()));
  Result unit = on.result("csr product");
  Kokkos::View<T*, Kokkos::HostSpace> const ones("Araios::Perf::ones", x.extent(0));
  Kokkos::deep_copy(ones, T(1));
  run();
  exec.fence();
  auto const sums = reference_on<Space>(Detail::product_by_definition<T>(A, ones));
  if (std::int64_t const wrong = first_wrong(exec, y, sums); wrong < A.num_rows())
    throw wrong_result(unit, "first run", join("the product is wrong at position ", wrong));
  unit.bytes = A.bytes() + (std::int64_t(A.num_rows()) + A.num_cols()) * static_cast<std::int64_t>(sizeof(T));
  unit.matrix_bytes = A.bytes();
  unit.copy_bandwidth = bench.copy_bandwidth();
  on.product = unit.flushed = bench.flushed(run);
  on.product_warm = unit.warm = bench.warm(run);
  results.push_back(unit);
  return on;
}

template <class Exec, class Type>
CscMatrix<typename Type::Scalar, int, int, typename Exec::memory_space> by_columns(ConvertOn<Exec, Type> const& on) {
  return convert<Format::csc>(on.exec(), on.A);
}

template ConvertOn<PerfSpace, PerfType>
convert_on<PerfSpace, PerfType>(MatrixProgram const&, Bench<PerfSpace>&, std::vector<Result>&,
                                CsrMatrix<PerfType::Scalar, int, int, Kokkos::HostSpace> const&);
template CscMatrix<PerfType::Scalar, int, int, PerfSpace::memory_space>
by_columns(ConvertOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
