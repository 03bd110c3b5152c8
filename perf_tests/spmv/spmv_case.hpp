// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the candidates of perf_spmv get. They are compiled once for every type, and those that run in any space once for
/// every space, in files of their own: a CUDA compiler takes minutes for all of them together.

#include "harness/product_case.hpp"
#include "harness/time_output.hpp"
#include "spmv/spmv_program.hpp"

#include <Araios/formats/copy.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Perf {

/// The vectors of a product, and what it must give.
template <class Exec, class Vector>
struct Operands {
  using Space = typename Exec::memory_space;
  Kokkos::View<Vector const*, Space> x;
  Kokkos::View<Vector*, Space> y, first;  // the result of the first run of a method
  Reference<Space> expected;
};

/// A matrix where Exec works, with the vectors of its products: made once for all methods.
template <class Exec_, class Type>
struct SpmvOn {
  using Exec = Exec_;
  using Space = typename Exec::memory_space;
  using Vector = typename Type::Vector;
  using Scalar = typename Type::Scalar;

  SpmvProgram const& program;
  Bench<Exec>& bench;
  ProductCase<Type> const& what;
  std::vector<Result>& results;
  CsrMatrix<Scalar, int, int, Space> A;
  Operands<Exec, Vector> none, transposed;

  SpmvOn(SpmvProgram const& program_, Bench<Exec>& bench_, ProductCase<Type> const& what_,
         std::vector<Result>& results_)
      : program(program_), bench(bench_), what(what_), results(results_), A(copy_to<Space>(what.A)) {
    if (program.not_transposed()) none = operands(what.x, what.y);
    if (program.transposed()) transposed = operands(what.x_transposed, what.y_transposed);
  }

  Exec const& exec() const { return bench.exec(); }

 private:
  Operands<Exec, Vector> operands(Kokkos::View<Vector*, Kokkos::HostSpace> const& x,
                                  Reference<Kokkos::HostSpace> const& y) const {
    using View = Kokkos::View<Vector*, Space>;
    auto const length = static_cast<std::int64_t>(y.real.extent(0));
    return {Kokkos::create_mirror_view_and_copy(Space(), x), allocate<View>(exec(), "Araios::Perf::y", length),
            allocate<View>(exec(), "Araios::Perf::first", length), reference_on<Space>(y)};
  }
};

/// Calls time(result, operands, transposed) for each product that is asked for, and keeps the result if it has figures or
/// a note. To the name of a transposed product " T" is added.
template <class On, class Time>
void for_each_op(On& on, Result const& named, Time const& time) {
  for (bool const transposed : {false, true}) {
    if (!(transposed ? on.program.transposed() : on.program.not_transposed())) continue;
    Result result = named;
    if (transposed) result.method += " T";
    result.matrix_bytes = on.A.bytes();
    time(result, transposed ? on.transposed : on.none, transposed);
    if (result.measured() || !result.note.empty()) on.results.push_back(result);
  }
}

/// `time_output` for a `run` that makes operands.y.
template <class On, class Operands, class Run>
void time_product(On& on, Operands const& operands, Result& result, Run const& run) {
  time_output(on.bench, result, on.what.bytes(), operands.y, operands.first, run,
              [&] { return first_wrong(on.exec(), operands.y, operands.expected); });
}

}  // namespace Araios::Perf
