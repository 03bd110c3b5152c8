// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the parts of perf_spmm tell each other. Each part is compiled once for every type, and those that run in any
/// space once for every space.

#include "harness/product_case.hpp"
#include "harness/time_output.hpp"
#include "spmm/spmm_program.hpp"

#include <Araios/core/execution.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

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
struct SpmmOn {
  using Space = typename Exec::memory_space;
  using Vector = typename Type::Vector;

  SpmmProgram const& program;
  Bench<Exec>& bench;
  CsrMatrix<typename Type::Scalar, int, int, Space> A;
  Kokkos::View<Vector const*, Space> x;
  Reference<Space> expected;

  Exec const& exec() const { return bench.exec(); }
};

/// X, and room for Y and for the result of the first run of a method, in one layout.
template <class Exec, class Type, class Layout_>
struct SpmmOperands {
  using Space = typename Exec::memory_space;
  using Layout = Layout_;
  using Vector = typename Type::Vector;
  using Input = Kokkos::View<Vector const**, Layout, Space>;
  using Output = Kokkos::View<Vector**, Layout, Space>;
  using Flat = Kokkos::View<Vector*, Space>;

  Input X;
  Output Y;
  Flat y, first;  // y: the elements of Y as they lie in memory

  static char const* layout() { return std::is_same_v<Layout, Kokkos::LayoutRight> ? "right" : "left"; }
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

template <class Layout, class Exec, class Type>
SpmmOperands<Exec, Type, Layout> make_operands(SpmmOn<Exec, Type> const& on, std::int64_t columns) {
  using Operands = SpmmOperands<Exec, Type, Layout>;
  using Flat = typename Operands::Flat;
  using Dense = typename Operands::Output;
  Exec const& exec = on.exec();
  std::int64_t const m = on.A.num_rows();
  std::int64_t const n = on.A.num_cols();
  auto const dense = [&](std::string const& label, std::int64_t rows) {
    return Dense(Kokkos::view_alloc(exec, label, Kokkos::WithoutInitializing), rows, columns);
  };
  Dense const X = dense("Araios::Perf::X", n);
  Dense const Y = dense("Araios::Perf::Y", m);
  Detail::fill_columns(exec, X, on.x);
  return {X, Y, Flat(Y.data(), Y.size()), allocate<Flat>(exec, "Araios::Perf::first", m * columns)};
}

/// `time_output` for a `run` that makes operands.Y.
template <class Exec, class Type, class Layout, class Run>
void time_product(SpmmOn<Exec, Type> const& on, SpmmOperands<Exec, Type, Layout> const& operands, Result& result,
                  Run const& run) {
  std::int64_t const elements = static_cast<std::int64_t>(operands.X.size() + operands.Y.size());
  std::int64_t const bytes = on.A.bytes() + elements * static_cast<std::int64_t>(sizeof(typename Type::Vector));
  time_output(on.bench, result, bytes, operands.y, operands.first, run,
              [&] { return Detail::first_wrong_of_columns(on.exec(), operands.Y, on.expected); });
}

template <class Exec, class Type, class Layout>
Result spmm_result(SpmmOn<Exec, Type> const&, SpmmOperands<Exec, Type, Layout> const& operands,
                   std::string const& library, std::string const& method) {
  return result_in<Exec>(library, method + " " + operands.layout());
}

// The parts, each defined and instantiated, for both layouts, in the file of its name.
template <class Exec, class Type, class Layout>
void time_spmm_araios(SpmmOn<Exec, Type> const& on, SpmmOperands<Exec, Type, Layout> const& operands,
                      std::vector<Result>& results);
template <class Exec, class Type, class Layout>
void time_spmm_kokkos_kernels(SpmmOn<Exec, Type> const& on, SpmmOperands<Exec, Type, Layout> const& operands,
                              std::vector<Result>& results);
template <class Type, class Layout>
void time_spmm_cusparse(SpmmOn<Device, Type> const& on, SpmmOperands<Device, Type, Layout> const& operands,
                        std::vector<Result>& results);

}  // namespace Araios::Perf
