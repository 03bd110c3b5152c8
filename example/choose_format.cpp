// SPDX-License-Identifier: Apache-2.0
//
// The format in which a matrix is multiplied fastest: by a rule that says why, and by measurement.

#include <Araios/choose_format.hpp>
#include <Araios/generate.hpp>

#include <Kokkos_Core.hpp>

#include <chrono>
#include <cstdio>
#include <functional>

using Exec = Kokkos::DefaultExecutionSpace;
using Vector = Kokkos::View<double*, Exec::memory_space>;

/// What the library asks for: the seconds that a run takes, complete.
struct WallClock {
  Exec exec;
  double operator()(std::function<void()> const& run) const {
    exec.fence();
    auto const begin = std::chrono::steady_clock::now();
    run();
    exec.fence();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 40, .ny = 40, .nz = 40});

  auto const rule = Araios::choose_format(exec, A, {.expected_applications = 500});
  std::printf("by the rule:    %s\n", rule.reason.c_str());

  Araios::ChooseFormatOptions options;
  options.mode = Araios::FormatChoiceMode::measure;
  options.expected_applications = 500;
  auto const measured = Araios::choose_format(exec, A, WallClock{exec}, options);
  std::printf("by measurement: %s\n", measured.reason.c_str());
  for (auto const& candidate : measured.candidates)
    std::printf("  %-8s %s%s\n", name(candidate.format),
                candidate.eligible ? "" : "not eligible: ", candidate.reason.c_str());

  // Whatever the format is, products look the same.
  auto const B = Araios::convert_to(exec, measured, A);
  Vector const x("x", A.num_cols()), y("y", A.num_rows()), expected("expected", A.num_rows());
  Kokkos::deep_copy(exec, x, 1.0);
  Araios::spmv(exec, 1.0, B, x, 0.0, y);
  Araios::spmv(exec, 1.0, A, x, 0.0, expected);
  double difference = 0;
  Kokkos::parallel_reduce(
      "difference", Kokkos::RangePolicy<Exec>(exec, 0, A.num_rows()),
      KOKKOS_LAMBDA(int i, double& sum) { sum += y(i) < expected(i) ? expected(i) - y(i) : y(i) - expected(i); },
      difference);
  std::printf("%s of %lld bytes, difference %g\n", name(B.format()), static_cast<long long>(B.bytes()), difference);
  return difference == 0 ? 0 : 1;  // sums of small integers are exact
}
