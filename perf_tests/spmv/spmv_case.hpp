// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the parts of perf_spmv tell each other. Each part is compiled once for every type, and those that run in any
/// space once for every space, in files of their own: a CUDA compiler takes minutes for all of them together.

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
template <class Exec, class Type>
struct SpmvOn {
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

  Result result(std::string const& library, std::string const& method) const {
    Result result = result_in<Exec>(library, method);
    result.matrix_bytes = A.bytes();
    return result;
  }

 private:
  Operands<Exec, Vector> operands(Kokkos::View<Vector*, Kokkos::HostSpace> const& x,
                                  Reference<Kokkos::HostSpace> const& y) const {
    using View = Kokkos::View<Vector*, Space>;
    auto const length = static_cast<std::int64_t>(y.real.extent(0));
    return {Kokkos::create_mirror_view_and_copy(Space(), x), allocate<View>(exec(), "Araios::Perf::y", length),
            allocate<View>(exec(), "Araios::Perf::first", length), reference_on<Space>(y)};
  }
};

/// Calls time(suffix, operands, transposed) for each product that is asked for; the suffix of a method's name is "" or
/// " T".
template <class Exec, class Type, class Time>
void for_each_op(SpmvOn<Exec, Type> const& on, Time const& time) {
  if (on.program.not_transposed()) time(std::string(), on.none, false);
  if (on.program.transposed()) time(std::string(" T"), on.transposed, true);
}

/// `time_output` for a `run` that makes operands.y.
template <class Exec, class Type, class Run>
void time_product(SpmvOn<Exec, Type> const& on, Operands<Exec, typename Type::Vector> const& operands, Result& result,
                  Run const& run) {
  time_output(on.bench, result, on.what.bytes(), operands.y, operands.first, run,
              [&] { return first_wrong(on.exec(), operands.y, operands.expected); });
}

// The parts, each defined and instantiated in the file of its name. They append what they measured.
template <class Exec, class Type>
void time_csr(SpmvOn<Exec, Type> const& on);
template <class Exec, class Type>
void time_plan(SpmvOn<Exec, Type> const& on);
template <class Exec, class Type>
void time_chosen(SpmvOn<Exec, Type> const& on);  // after the other methods of Araios
template <class Exec, class Type>
void time_hyb_overlapped(SpmvOn<Exec, Type> const& on);
template <class Type>
void time_cusparse(SpmvOn<Device, Type> const& on);
template <class Type>
void time_cusparse_formats(SpmvOn<Device, Type> const& on);
template <class Exec, class Type>
void time_kokkos_kernels(SpmvOn<Exec, Type> const& on);

}  // namespace Araios::Perf
