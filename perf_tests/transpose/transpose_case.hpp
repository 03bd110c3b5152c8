// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the parts of perf_transpose tell each other. Each part is compiled once for every scalar type, in a file of its
/// own: a CUDA compiler takes minutes for all of them together.

#include "harness/bench.hpp"
#include "harness/program.hpp"
#include "harness/results.hpp"
#include "harness/table.hpp"

#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
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

// The parts, each defined and instantiated in the file of its name. They append what they measured.
template <class Exec, class Scalar>
void time_araios(Bench<Exec>& bench, TransposeCase<Scalar> const& what, std::vector<Result>& results);
template <class Scalar>
void time_cusparse(Bench<Device>& bench, TransposeCase<Scalar> const& what, std::vector<Result>& results);
template <class Exec, class Scalar>
void time_kokkos_kernels(Bench<Exec>& bench, TransposeCase<Scalar> const& what, std::vector<Result>& results);

/// The first difference between two matrices of equal shape, bit by bit.
template <class Scalar>
std::optional<std::string> difference(HostMatrix<Scalar> const& got, HostMatrix<Scalar> const& expected) {
  auto const first = [](auto const& a, auto const& b, char const* name) -> std::optional<std::string> {
    using Value = typename std::remove_cvref_t<decltype(a)>::non_const_value_type;
    if (a.extent(0) != b.extent(0)) return join(name, " has ", a.extent(0), " elements, not ", b.extent(0));
    for (std::size_t i = 0; i < a.extent(0); ++i)
      if (std::memcmp(a.data() + i, b.data() + i, sizeof(Value)) != 0)
        return join(name, " differs first at position ", i);
    return {};
  };
  if (auto const found = first(got.row_map, expected.row_map, "row_map")) return found;
  if (auto const found = first(got.entries, expected.entries, "entries")) return found;
  if constexpr (!is_pattern_v<Scalar>) return first(got.values, expected.values, "values");
  return {};
}

/// Throws WrongResult, naming library, method and space, when there is a difference.
inline void require_equal(std::optional<std::string> const& found, Result const& result, char const* when) {
  if (found)
    throw WrongResult(result.library + " " + result.method + " in " + result.space + ", " + when +
                      ": the transpose is wrong: " + *found);
}

/// Fills the output with what no transpose contains, so that an element that is not written shows.
template <class Exec, class Scalar>
void poison(Exec const& exec, Arrays<Scalar, Exec> const& B) {
  fill(exec, B.row_map, -7);
  fill(exec, B.entries, -7);
  if constexpr (!is_pattern_v<Scalar>) fill(exec, B.values, Scalar(-1e30f));
}

/// Checks `run`, which fills B, times it, checks it again, and times `end_to_end`, which returns its result on the host.
///
/// `normalize` brings a result on the host into the order of the expected one, for libraries that promise no order.
template <class Exec, class Scalar, class Run, class EndToEnd, class Normalize>
void time_checked(Bench<Exec>& bench, TransposeCase<Scalar> const& what, Arrays<Scalar, Exec> const& B, Result& result,
                  Run const& run, EndToEnd const& end_to_end, Normalize const& normalize) {
  auto const check = [&](char const* when) {
    poison<Exec, Scalar>(bench.exec(), B);
    run();
    bench.exec().fence();
    Matrix<Scalar, typename Exec::memory_space> const result_matrix(what.A.num_cols(), what.A.num_rows(), B);
    require_equal(difference<Scalar>(normalize(copy_to<Kokkos::HostSpace>(result_matrix)), what.expected), result,
                  when);
  };
  bench.progress().task(result.library + " " + result.method + " on " + result.space);
  check("first run");
  result.bytes = what.bytes();
  result.copy_bandwidth = bench.copy_bandwidth();
  result.flushed = bench.flushed(run);
  result.warm = bench.warm(run);
  check("after the timed runs");
  HostMatrix<Scalar> last;
  result.end_to_end = bench.end_to_end([&] { last = end_to_end(); });
  require_equal(difference<Scalar>(normalize(last), what.expected), result, "end to end");
}

}  // namespace Araios::Perf
