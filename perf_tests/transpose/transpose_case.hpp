// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the candidates of perf_transpose get. They are compiled once for every scalar type, in files of their own: a CUDA
/// compiler takes minutes for all of them together.

#include "harness/difference.hpp"
#include "harness/time_checked.hpp"
#include "transpose/transpose_program.hpp"

#include <Araios/core/kokkos_compat.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace Araios::Perf {

/// Index types of cuSPARSE, which knows no others here.
template <class Scalar, class Space>
using Matrix = CsrMatrix<Scalar, int, int, Space>;
template <class Scalar>
using HostMatrix = Matrix<Scalar, Kokkos::HostSpace>;
template <class Scalar, class Exec>
using Arrays = CsrArrays<Scalar, int, int, typename Exec::memory_space>;

/// The input on the host and what must come out.
template <class Scalar>
struct TransposeCase {
  HostMatrix<Scalar> A;
  HostMatrix<Scalar> expected;

  /// Each array of A read once, each array of its transpose written once.
  std::int64_t bytes() const { return A.bytes() + expected.bytes(); }
};

/// The same where Exec works, and room for a result: made once for all methods.
template <class Exec_, class Scalar_>
struct TransposeOn {
  using Exec = Exec_;
  using Scalar = Scalar_;
  using Space = typename Exec::memory_space;

  TransposeProgram const& program;
  Bench<Exec>& bench;
  TransposeCase<Scalar> const& what;
  std::vector<Result>& results;
  Matrix<Scalar, Space> A, expected;
  Arrays<Scalar, Exec> B;

  TransposeOn(TransposeProgram const& program_, Bench<Exec>& bench_, TransposeCase<Scalar> const& what_,
              std::vector<Result>& results_)
      : program(program_),
        bench(bench_),
        what(what_),
        results(results_),
        A(copy_to<Space>(what.A)),
        expected(copy_to<Space>(what.expected)),
        B(allocate_csr<Scalar, int, int>(bench.exec(), "Araios::Perf::transpose", A.num_cols(), A.nnz())) {}

  Exec const& exec() const { return bench.exec(); }
};

/// Throws WrongResult when there is a difference.
inline void require_equal(std::optional<std::string> const& found, Result const& result, char const* when) {
  if (found) throw wrong_result(result, when, "the transpose is wrong: " + *found);
}

/// `time_checked` for a `run` that fills `on.B`; times also `end_to_end`, which returns its result on the host.
///
/// `normalize` brings a result on the host into the order of the expected one, for libraries that promise no order;
/// with Nothing the result is compared where it is.
template <class On, class Run, class EndToEnd, class Normalize = Nothing>
void time_transpose(On& on, HostMatrix<typename On::Scalar> const& expected, Result& result, Run const& run,
                    EndToEnd const& end_to_end, [[maybe_unused]] Normalize const& normalize = {}) {
  constexpr bool normal = !std::is_same_v<Normalize, Nothing>;
  auto const check = [&](char const* when) {
    poison(on.exec(), on.B);
    run();
    on.exec().fence();
    Matrix<typename On::Scalar, typename On::Space> const B(on.A.num_cols(), on.A.num_rows(), on.B);
    if constexpr (normal)
      require_equal(difference(Host(), normalize(copy_to<Kokkos::HostSpace>(B)), expected), result, when);
    else
      require_equal(difference(on.exec(), B, on.expected), result, when);
  };
  time_checked(on.bench, result, on.what.bytes(), run, check);
  if (!on.program.end_to_end(result.on_device)) return;
  HostMatrix<typename On::Scalar> last;
  result.end_to_end = on.bench.end_to_end([&] {
    last = {};  // the memory of one result serves the next
    last = end_to_end();
  });
  if constexpr (normal)
    require_equal(difference(Host(), normalize(last), expected), result, "end to end");
  else
    require_equal(difference(Host(), last, expected), result, "end to end");
}

}  // namespace Araios::Perf
