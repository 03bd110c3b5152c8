// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the parts of perf_kronecker tell each other.

#include "harness/difference.hpp"
#include "harness/time_checked.hpp"
#include "kronecker/kronecker_program.hpp"

#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/sort_rows.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>

namespace Araios::Perf {

/// Both factors, and their product by definition, where Exec works.
template <class Exec, class Type>
struct KroneckerOn {
  using Space = typename Exec::memory_space;
  using Scalar = typename Type::Scalar;
  using Matrix = CsrMatrix<Scalar, int, int, Space>;

  KroneckerProgram const& program;
  Bench<Exec>& bench;
  KroneckerResults& all;
  Matrix A, B, expected;

  Exec const& exec() const { return bench.exec(); }
};

/// Checks `run`, times it, checks it again, and keeps the result; what is refused is a remark. `product()` is what the last
/// run made, whose rows may be in any order but for Araios; `release`, which is not timed, frees it before the next.
template <class Exec, class Type, class Run, class Product, class Release>
void time_product(KroneckerOn<Exec, Type> const& on, Result result, Run const& run, Product const& product,
                  Release const& release) {
  Result without_figures = result;
  auto const check = [&](char const* when) {
    release();
    run();
    on.exec().fence();
    auto const C = result.library == "Araios" ? product() : sort_rows(on.exec(), product());
    if (C.nnz() != on.expected.nnz()) throw WrongResult(join(when, ": C has ", C.nnz(), " entries"));
    if (auto const wrong = difference(on.exec(), C, on.expected)) throw WrongResult(join(when, ": ", *wrong));
  };
  try {
    time_checked(on.bench, result, on.A.bytes() + on.B.bytes() + on.expected.bytes(), run, check, release);
    release();
    on.all.results.push_back(result);
  } catch (std::exception const& refusal) {
    release();
    bool const is_wrong = dynamic_cast<WrongResult const*>(&refusal) != nullptr;
    without_figures.note = join(is_wrong ? "wrong result, " : "no result: ", refusal.what());
    if (is_wrong || result.library == "Araios") ++on.all.failures;
    on.exec().fence();  // throws where the device is lost
    on.all.results.push_back(without_figures);
  }
}

/// Defined in each_type_and_space/araios.cpp.
template <class Exec, class Type>
void time_kronecker_araios(KroneckerOn<Exec, Type> const& on);

}  // namespace Araios::Perf
