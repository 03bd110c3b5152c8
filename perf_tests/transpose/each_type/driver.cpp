// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"
#include "transpose/scalar.hpp"
#include "transpose/transpose_case.hpp"
#include "transpose/transpose_program.hpp"

#include <Araios/generate/counter_random.hpp>
#include <Araios/generate/random.hpp>
#include <Araios/generate/values.hpp>
#include <Araios/io/matrix_market.hpp>
#include <Araios/operations/convert.hpp>

namespace Araios::Perf {

namespace {

template <class Scalar>
HostMatrix<Scalar> load(MatrixSource const& source) {
  if (source.file.empty())
    return random_matrix<Scalar, int, int>(Host(), RandomOptions{source.num_rows, source.num_cols, source.nnz});
  MatrixMarketReadOptions options;
  options.into_pattern = ReadIntoPattern::drop;
  HostMatrix<Scalar> const A = coo_to_csr(Host(), read_matrix_market<Scalar, int, int>(source.file, options));
  if constexpr (!is_pattern_v<Scalar>) {
    // Equal values, as a file without values has, would hide one that went to the wrong place.
    auto const& values = A.values;
    bool equal = true;
    for (std::size_t p = 1; p < values.extent(0) && equal; ++p) equal = values(p) == values(0);
    if (equal) {
      CounterRandom const random(1, 0);
      for (std::size_t p = 0; p < values.extent(0); ++p) values(p) = value_from_bits<Scalar>(random(p));
    }
  }
  return A;
}

// Ten lines that owe nothing to what is measured.
template <class Scalar>
HostMatrix<Scalar> transpose_by_definition(HostMatrix<Scalar> const& A) {
  auto const B = allocate_csr<Scalar, int, int>(Host(), "Araios::Perf::expected", A.num_cols(), A.nnz());
  std::vector<int> next(static_cast<std::size_t>(A.num_cols()) + 1, 0);
  for (int p = 0; p < A.nnz(); ++p) ++next[A.entries(p) + 1];
  for (int j = 0; j < A.num_cols(); ++j) next[j + 1] += next[j];
  std::copy(next.begin(), next.end(), B.row_map.data());
  for (int i = 0; i < A.num_rows(); ++i)
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p) {
      int const q = next[A.entries(p)]++;
      B.entries(q) = i;
      if constexpr (!is_pattern_v<Scalar>) B.values(q) = A.values(p);
    }
  return HostMatrix<Scalar>(A.num_cols(), A.num_rows(), B);
}

[[maybe_unused]] Result not_built(char const* library, char const* method) {
  Result result;
  result.library = library;
  result.method = method;
  result.note = "not built";
  return result;
}

template <class Scalar>
void time_on_device([[maybe_unused]] Bench<Device>& bench, [[maybe_unused]] TransposeCase<Scalar> const& what,
                    [[maybe_unused]] std::vector<Result>& results) {
#ifdef ARAIOS_PERF_HAS_DEVICE
  time_araios<Device>(bench, what, results);
#ifdef ARAIOS_HAVE_CUSPARSE
  time_cusparse(bench, what, results);
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  time_kokkos_kernels<Device>(bench, what, results);
#endif
#endif
}

template <class Scalar>
void time_on_host(Bench<Host>& bench, TransposeCase<Scalar> const& what, std::vector<Result>& results) {
  time_araios<Host>(bench, what, results);
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  time_kokkos_kernels<Host>(bench, what, results);
#endif
}

}  // namespace

template <class Scalar>
void transpose_all(TransposeProgram const& program, Progress& progress, TransposeReport& report) {
  auto const& common = program.common;
  std::optional<Bench<Device>> on_device;
  std::optional<Bench<Host>> on_host;
  if (common.on_device()) on_device.emplace(Device(), common.protocol, common.smoke, progress);
  if (common.on_host()) on_host.emplace(Host(), common.protocol, common.smoke, progress);

  for (std::size_t i = 0; i < program.sources.size(); ++i) {
    MatrixSource const& source = program.sources[i];
    progress.prefix(join("[", i + 1, "/", program.sources.size(), "] ", source.name(), ": "));
    progress.task(source.file.empty() ? "generating" : "reading");
    TransposeCase<Scalar> what;
    what.A = load<Scalar>(source);
    progress.task("transposing by definition");
    what.expected = transpose_by_definition(what.A);

    std::vector<Result> results;
    if (on_host) time_on_host(*on_host, what, results);
    if (on_device) time_on_device(*on_device, what, results);
#ifndef ARAIOS_HAVE_CUSPARSE
    results.push_back(not_built("cuSPARSE", "csr2cscEx2"));
#endif
#ifndef ARAIOS_HAVE_KOKKOS_KERNELS
    results.push_back(not_built("Kokkos Kernels", "transpose_matrix"));
#endif
    progress.clear();
    report.add({"perf_transpose",
                source.name(),
                program.type,
                {{"rows", what.A.num_rows()}, {"cols", what.A.num_cols()}, {"nnz", what.A.nnz()}}},
               std::move(results));
  }
  progress.prefix("");
}

template void transpose_all<PerfScalar>(TransposeProgram const&, Progress&, TransposeReport&);

}  // namespace Araios::Perf
