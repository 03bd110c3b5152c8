// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmm/spmm_case.hpp"

#include <Araios/formats/copy.hpp>

namespace Araios::Perf {

namespace {

// X, Y and a copy of Y must leave room for what the libraries allocate.
template <class Exec>
constexpr std::int64_t max_bytes = (Araios::is_gpu_v<Exec> ? std::int64_t(24) : std::int64_t(4)) << 30;

template <class Layout, class Exec, class Type>
void time_layout(SpmmOn<Exec, Type> const& on, std::int64_t columns, std::vector<Result>& results) {
  using T = typename Type::Vector;
  using Operands = SpmmOperands<Exec, Type, Layout>;
  if (!on.program.wants_layout(Operands::layout())) return;
  std::int64_t const rows = on.A.num_cols() + 2 * std::int64_t(on.A.num_rows());
  if (std::int64_t const bytes = rows * columns * static_cast<std::int64_t>(sizeof(T)); bytes > max_bytes<Exec>) {
    Result result = spmm_result(on, Operands{}, "Araios", "csr");
    result.note = "skipped: X, Y and a copy of Y take " + bytes_text(bytes);
    results.push_back(result);
    return;
  }
  on.bench.progress().task(join(columns, " columns"));
  auto const operands = make_operands<Layout>(on, columns);
  if (on.program.wants_library("araios")) time_spmm_araios(on, operands, results);
#ifdef ARAIOS_HAVE_CUSPARSE
  if constexpr (is_cuda_v<Exec>)
    if (on.program.wants_library("cusparse")) time_spmm_cusparse(on, operands, results);
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  if (on.program.wants_library("kokkos_kernels")) time_spmm_kokkos_kernels(on, operands, results);
#endif
}

template <class Exec>
void time_in(SpmmProgram const& program, Bench<Exec>& bench, ProductCase<PerfType> const& what,
             std::vector<std::pair<int, std::vector<Result>>>& all) {
  using Space = typename Exec::memory_space;
  SpmmOn<Exec, PerfType> const on{program, bench, copy_to<Space>(what.A),
                                  Kokkos::create_mirror_view_and_copy(Space(), what.x), reference_on<Space>(what.y)};
  for (auto& [columns, results] : all) {
    time_layout<Kokkos::LayoutRight>(on, columns, results);
    time_layout<Kokkos::LayoutLeft>(on, columns, results);
  }
}

std::vector<std::pair<int, std::vector<Result>>> time_spmm(SpmmProgram const& program, Spaces& spaces,
                                                           Structure const& A) {
  auto const what = make_product_case<PerfType>(A, false);
  std::vector<std::pair<int, std::vector<Result>>> all;
  for (int const columns : program.columns) all.push_back({columns, {}});
  spaces.each([&](auto& bench) { time_in(program, bench, what, all); });
  return all;
}

OfType<TimeSpmm> const spmm_of_type(perf_type_name, time_spmm);

}  // namespace

}  // namespace Araios::Perf
