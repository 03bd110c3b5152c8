// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the candidates of perf_triangular get, and how solutions are checked: by the backward error of every row, on the
/// host.

#include "harness/difference.hpp"
#include "harness/time_checked.hpp"
#include "triangular/triangular_program.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace Araios::Perf {

/// A matrix where Exec works, and its triangles with their diagonals on the host, as matrices of their own.
template <class Exec_, class T_>
struct TriangularOn {
  using Exec = Exec_;
  using Space = typename Exec::memory_space;
  using T = T_;
  template <class Layout>
  using Block = Kokkos::View<T**, Layout, Space>;

  TriangularProgram const& program;
  Bench<Exec>& bench;
  TriangularOutcome& all;
  std::vector<Result>& results;
  DoubleMatrix const& lower;
  DoubleMatrix const& upper;
  CsrMatrix<T, int, int, Space> A;
  Kokkos::View<T*, Space> b;  // of one right-hand side; those of several are its multiples

  Exec const& exec() const { return bench.exec(); }
  DoubleMatrix const& triangle(TriangularSystem const& system) const { return system.upper ? upper : lower; }
  std::size_t columns(TriangularSystem const& system) const {
    return system.columns ? static_cast<std::size_t>(program.columns) : 1;
  }
  /// Whether b and x would be so long that their checks on the host took most of the time.
  bool leaves_out(TriangularSystem const& system) const {
    return system.columns && program.columns * A.num_rows() > (std::int64_t(1) << 25);
  }
  /// The triangle, b and x, once.
  std::int64_t bytes(TriangularSystem const& system) const {
    std::int64_t const size = sizeof(T), n = A.num_rows();
    return (size + 4) * std::int64_t(triangle(system).nnz()) + 4 * n +
           2 * size * n * static_cast<std::int64_t>(columns(system));
  }
};

/// b and x of a system: matrices of one column or several. Column c of B is b / (c + 1).
template <class On, class Layout>
struct TriangularVectors {
  using Block = typename On::template Block<Layout>;
  Block b, x, first;

  TriangularVectors(On const& on, TriangularSystem const& system) {
    auto const n = on.b.extent(0), columns = on.columns(system);
    b = Block("Araios::Perf::b", n, columns);
    x = Block("Araios::Perf::x", n, columns);
    first = Block("Araios::Perf::first", n, columns);
    auto const host = Kokkos::create_mirror_view(b);
    auto const one = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), on.b);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < columns; ++c) host(i, c) = one(i) / static_cast<typename On::T>(c + 1);
    Kokkos::deep_copy(b, host);
  }
};

namespace Detail {
/// The largest |b - M x| / (|M| |x| + |b|); 1 where that is not finite.
template <class B, class X>
double triangular_error(DoubleMatrix const& M, B const& b, X const& x) {
  double worst = 0;
  for (std::size_t c = 0; c < b.extent(1); ++c)
    for (int i = 0; i < M.num_rows(); ++i) {
      double r = static_cast<double>(b(i, c)), scale = std::abs(r);
      for (int p = M.row_map(i); p < M.row_map(i + 1); ++p) {
        double const product = M.values(p) * static_cast<double>(x(M.entries(p), c));
        r -= product;
        scale += std::abs(product);
      }
      double const error = scale > 0 ? std::abs(r) / scale : std::abs(r);
      worst = error <= 1 ? std::max(worst, error) : 1;
    }
  return worst;
}
}  // namespace Detail

/// Times `run`, which makes x of `vectors`. An error above 1,000 units of rounding is wrong.
template <class On, class Vectors, class Run>
void time_triangular(On& on, Result& result, TriangularSystem const& system, Vectors const& vectors, Run const& run) {
  using T = typename On::T;
  bool is_first = true;
  auto const flat = [](auto const& block) {
    return Kokkos::View<T const*, typename On::Space, Kokkos::MemoryUnmanaged>(block.data(), block.size());
  };
  auto const check = [&](char const* when) {
    Kokkos::deep_copy(on.exec(), vectors.x, std::numeric_limits<T>::quiet_NaN());
    run();
    on.exec().fence();
    double const error = Detail::triangular_error(on.triangle(system),
                                                  Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), vectors.b),
                                                  Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), vectors.x));
    if (!(error <= 1000 * std::numeric_limits<T>::epsilon()))
      throw wrong_result(result, when, join("the backward error is ", error));
    result.numbers = {{"backward_error", error}};
    if (is_first)
      Kokkos::deep_copy(vectors.first, vectors.x);
    else
      result.repeatable = first_difference(on.exec(), flat(vectors.x), flat(vectors.first)) ==
                          static_cast<std::int64_t>(vectors.x.size());
    is_first = false;
  };
  time_or_note(on.bench, on.all, result, on.bytes(system), run, check);
}

}  // namespace Araios::Perf
