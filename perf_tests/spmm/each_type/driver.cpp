// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmm/spmm_case.hpp"

#include <Araios/formats/copy.hpp>

namespace Araios::Perf {

namespace {

// X, Y and a copy of Y must leave room for what the libraries allocate.
template <class Exec>
constexpr std::int64_t max_bytes = (Araios::is_gpu_v<Exec> ? std::int64_t(24) : std::int64_t(4)) << 30;

template <class Layout, class Exec>
void time_layout(SpmmMatrix<Exec, PerfType> const& matrix, std::int64_t columns, std::vector<Result>& results) {
  using On = SpmmOn<Exec, PerfType, Layout>;
  On on{matrix, results, {}, {}, {}, {}};
  if (!on.program.wants_layout(on.layout())) return;
  std::int64_t const rows = on.A.num_cols() + 2 * std::int64_t(on.A.num_rows());
  if (std::int64_t const bytes = rows * columns * std::int64_t(sizeof(PerfType::Vector)); bytes > max_bytes<Exec>) {
    results.push_back(result_in<Exec>("Araios", "csr " + on.layout()));
    results.back().note = "skipped: X, Y and a copy of Y take " + bytes_text(bytes);
    return;
  }
  on.bench.progress().task(join(columns, " columns"));
  make_operands(on, columns);
  run_candidates(on.program, "spmm", on);
}

std::vector<std::pair<int, std::vector<Result>>> time_spmm(SpmmProgram const& program, Spaces& spaces,
                                                           Structure const& A) {
  auto const what = make_product_case<PerfType>(A, false);
  std::vector<std::pair<int, std::vector<Result>>> all;
  for (int const columns : program.columns) all.push_back({columns, {}});
  spaces.each([&]<class Exec>(Bench<Exec>& bench) {
    using Space = typename Exec::memory_space;
    SpmmMatrix<Exec, PerfType> const matrix{program, bench, copy_to<Space>(what.A),
                                            Kokkos::create_mirror_view_and_copy(Space(), what.x),
                                            reference_on<Space>(what.y)};
    for (auto& [columns, results] : all) {
      time_layout<Kokkos::LayoutRight>(matrix, columns, results);
      time_layout<Kokkos::LayoutLeft>(matrix, columns, results);
    }
  });
  return all;
}

OfType<TimeSpmm> const spmm_of_type(perf_type_name, time_spmm);

}  // namespace

}  // namespace Araios::Perf
