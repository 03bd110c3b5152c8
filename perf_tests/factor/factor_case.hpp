// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the candidates of perf_factor get, and how factors are checked: by the product of L and U on the pattern of A.

#include "factor/factor_program.hpp"
#include "harness/difference.hpp"
#include "harness/time_checked.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace Araios::Perf {

template <class Exec_, class T_>
struct FactorOn {
  using Exec = Exec_;
  using Space = typename Exec::memory_space;
  using T = T_;
  using Matrix = CsrMatrix<T, int, int, Space>;

  Bench<Exec>& bench;
  Outcome& all;
  std::vector<Result>& results;
  DoubleMatrix const& as_double;  // A on the host, with values of T
  std::vector<int> const& natural;
  Matrix A;

  Exec const& exec() const { return bench.exec(); }
};

/// A matrix of T on the host, as double.
template <class Matrix>
DoubleMatrix on_host(Matrix const& F) {
  auto const H = copy_to<Kokkos::HostSpace>(F);
  auto const values = allocate<DoubleVector>(Host(), "Araios::Perf::values", H.nnz());
  for (int p = 0; p < H.nnz(); ++p) values(p) = static_cast<double>(H.values(p));
  return {H.num_rows(), H.num_cols(), H.row_map, H.entries, values};
}

/// Times `run`, which makes the factors; get() returns them. An error of `most` or more is wrong. The product is
/// computed after the first run, and after the last one where its bits are not those of the first.
template <class On, class Run, class Get, class Reset = Nothing>
void time_factors(On& on, Result& result, std::vector<int> const& order, bool cholesky, double most, Run const& run,
                  Get const& get, Reset const& reset = {}) {
  Kokkos::View<typename On::T*, typename On::Space> first;
  auto const check = [&](char const* when) {
    reset();
    run();
    on.exec().fence();
    auto const F = get();
    bool const is_first = first.extent(0) == 0;
    bool const is_same =
        !is_first && first_difference(on.exec(), F.values, first) == static_cast<std::int64_t>(first.extent(0));
    if (!is_same) {
      double const error = factor_error(on.as_double, on_host(F), order, cholesky);
      if (!(error < most)) throw wrong_result(result, when, join("the error is ", error));
      result.numbers = {{"factor_error", error}};
    }
    if (is_first) {
      first = decltype(first)("Araios::Perf::first", F.values.extent(0));
      Kokkos::deep_copy(first, F.values);
    } else {
      result.repeatable = is_same;
    }
  };
  time_or_note(on.bench, on.all, result, 2 * on.A.bytes(), run, check, reset);
}

/// The error that exact factors may have.
template <class T>
inline constexpr double most_error = 1000 * static_cast<double>(std::numeric_limits<T>::epsilon());

}  // namespace Araios::Perf
