// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the candidates of perf_spmm get. They are compiled once for every type, and those that run in any space once for
/// every space.

#include "harness/product_case.hpp"
#include "harness/time_output.hpp"
#include "spmm/spmm_program.hpp"

#include <Araios/core/execution.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace Araios::Perf {

/// Column c of X is x times this: powers of two of either sign, another for each of 64 columns. So column c of the
/// product is the product with x times the same number, bit by bit, and one reference serves all columns; one that
/// lands in the place of another is wrong by a factor of two at least.
KOKKOS_INLINE_FUNCTION double scale_of_column(std::int64_t c) {
  int const exponent = static_cast<int>(c / 2 % 32) - 16;
  double const size = exponent < 0 ? 1.0 / static_cast<double>(1 << -exponent) : static_cast<double>(1 << exponent);
  return c % 2 == 0 ? size : -size;
}

/// A matrix where Exec works, x, and the right A x.
template <class Exec, class Type>
struct SpmmMatrix {
  using Space = typename Exec::memory_space;

  SpmmProgram const& program;
  Bench<Exec>& bench;
  CsrMatrix<typename Type::Scalar, int, int, Space> A;
  Kokkos::View<typename Type::Vector const*, Space> x;
  Reference<Space> expected;
};

/// The same with X, and room for Y and for the result of the first run of a method, in one layout.
template <class Exec_, class Type, class Layout_>
struct SpmmOn : SpmmMatrix<Exec_, Type> {
  using Exec = Exec_;
  using Layout = Layout_;
  using Space = typename Exec::memory_space;
  using Scalar = typename Type::Scalar;
  using Vector = typename Type::Vector;
  using Input = Kokkos::View<Vector const**, Layout, Space>;
  using Output = Kokkos::View<Vector**, Layout, Space>;
  using Flat = Kokkos::View<Vector*, Space>;

  std::vector<Result>& results;
  Input X;
  Output Y;
  Flat y, first;  // y: the elements of Y as they lie in memory

  Exec const& exec() const { return this->bench.exec(); }
  static std::string layout() { return std::is_same_v<Layout, Kokkos::LayoutRight> ? "right" : "left"; }
};

namespace Detail {
template <class Exec, class X, class Base>
ARAIOS_NOT_INLINED void fill_columns(Exec const& exec, X const& view, Base const& x) {
  using T = typename X::non_const_value_type;
  auto const columns = static_cast<std::int64_t>(view.extent(1));
  Kokkos::parallel_for(
      "Araios::Perf::fill_columns", Araios::range(exec, static_cast<std::int64_t>(view.extent(0)) * columns),
      KOKKOS_LAMBDA(std::int64_t k) {
        view(k / columns, k % columns) = x(k / columns) * T(scale_of_column(k % columns));
      });
}

/// The first element of Y, counted by rows, that is too far from the right one.
template <class Exec, class Y, class Expected>
ARAIOS_NOT_INLINED std::int64_t first_wrong_of_columns(Exec const& exec, Y const& view, Expected const& expected) {
  using T = typename Y::non_const_value_type;
  auto const columns = static_cast<std::int64_t>(view.extent(1));
  std::int64_t const length = static_cast<std::int64_t>(view.extent(0)) * columns;
  std::int64_t first = length;
  if (length == 0) return first;
  Kokkos::parallel_reduce(
      "Araios::Perf::first_wrong_of_columns", Araios::range(exec, length),
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t& least) {
        std::int64_t const i = k / columns;
        T const unscaled = view(i, k % columns) * T(1.0 / scale_of_column(k % columns));
        if (!is_near(unscaled, expected, i) && k < least) least = k;
      },
      Kokkos::Min<std::int64_t>(first));
  exec.fence();
  return first < length ? first : length;
}
}  // namespace Detail

/// Allocates and fills what one layout needs.
template <class On>
void make_operands(On& on, std::int64_t columns) {
  auto const dense = [&](std::string const& label, std::int64_t rows) {
    return typename On::Output(Kokkos::view_alloc(on.exec(), label, Kokkos::WithoutInitializing), rows, columns);
  };
  auto const X = dense("Araios::Perf::X", on.A.num_cols());
  Detail::fill_columns(on.exec(), X, on.x);
  on.X = X;
  on.Y = dense("Araios::Perf::Y", on.A.num_rows());
  on.y = typename On::Flat(on.Y.data(), on.Y.size());
  on.first = allocate<typename On::Flat>(on.exec(), "Araios::Perf::first", on.A.num_rows() * columns);
}

/// `time_output` for a `run` that makes on.Y.
template <class On, class Run>
void time_product(On& on, Result& result, Run const& run) {
  std::int64_t const elements = static_cast<std::int64_t>(on.X.size() + on.Y.size());
  std::int64_t const bytes = on.A.bytes() + elements * static_cast<std::int64_t>(sizeof(typename On::Vector));
  time_output(on.bench, result, bytes, on.y, on.first, run,
              [&] { return Detail::first_wrong_of_columns(on.exec(), on.Y, on.expected); });
}

/// A candidate for each layout, which ends its name: `time` gets a problem of any layout.
template <class Exec, class Type>
struct SpmmCandidates {
  Candidate<SpmmOn<Exec, Type, Kokkos::LayoutRight>> right;
  Candidate<SpmmOn<Exec, Type, Kokkos::LayoutLeft>> left;

  template <class Time>
  SpmmCandidates(std::string const& library, std::string const& method, Time const& time)
      : right("spmm", library, method + " right", time), left("spmm", library, method + " left", time) {}
};

}  // namespace Araios::Perf
