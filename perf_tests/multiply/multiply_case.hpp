// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the parts of perf_multiply tell each other. Each part is compiled once for every type, and those that run in
/// any space once for every space.

#include "harness/time_checked.hpp"
#include "multiply/multiply_program.hpp"
#include "multiply/reference.hpp"

#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>

namespace Araios::Perf {

/// A matrix where Exec works, what C must be, and C by Araios, which other libraries are compared with.
template <class Exec, class Type>
struct MultiplyOn {
  using Space = typename Exec::memory_space;
  using Scalar = typename Type::Scalar;
  using Matrix = CsrMatrix<Scalar, int, int, Space>;
  /// Of libraries without Boolean products.
  using Value = std::conditional_t<is_pattern_v<Scalar>, float, Scalar>;
  using MatrixOfValues = CsrMatrix<Value, int, int, Space>;

  MultiplyProgram const& program;
  Bench<Exec>& bench;
  MultiplyResults& all;
  Matrix A;
  MultiplyReference<Space> expected;
  std::optional<Matrix> C;

  Exec const& exec() const { return bench.exec(); }

  Result result(std::string const& library, std::string const& method) const {
    Result result;
    result.library = library;
    result.method = method;
    result.space = Exec::name();
    result.on_device = Araios::is_gpu_v<Exec>;
    return result;
  }

  /// Without values where the type has none.
  static Matrix of_type(MatrixOfValues const& B) {
    if constexpr (is_pattern_v<Scalar>)
      return Matrix(B.num_rows(), B.num_cols(), B.row_map, B.entries);
    else
      return B;
  }
};

/// What is wrong with a product; nothing: it is right. Where C of `on` is known, row_map and entries must be those of
/// it. Rows that are not sorted are sorted first, and a remark says so, but for those of Araios, which must be.
///
/// Defined in each_type_and_space/check.cpp.
template <class Exec, class Type>
std::optional<std::string> mistake(MultiplyOn<Exec, Type> const& on, Result& result,
                                   typename MultiplyOn<Exec, Type>::Matrix const& C);
/// Whether both have the same bits.
template <class Exec, class Type>
bool same_bits(MultiplyOn<Exec, Type> const& on, typename MultiplyOn<Exec, Type>::Matrix const& a,
               typename MultiplyOn<Exec, Type>::Matrix const& b);
/// A with the values of its type; of a pattern with ones.
template <class Exec, class Type>
typename MultiplyOn<Exec, Type>::MatrixOfValues with_values(MultiplyOn<Exec, Type> const& on);

/// Keeps a result without figures, and a remark that says why: that it was wrong, or what the library refused.
template <class Exec, class Type>
void add_refusal(MultiplyOn<Exec, Type> const& on, Result result, std::exception const& why) {
  bool const is_wrong = dynamic_cast<WrongResult const*>(&why) != nullptr;
  result.note = join(is_wrong ? "wrong result, " : "no result: ", why.what());
  std::replace(result.note.begin(), result.note.end(), '\n', ' ');
  if (is_wrong || result.library == "Araios") ++on.all.failures;
  on.exec().fence();  // throws where the device is lost
  on.all.results.push_back(result);
}

/// Checks `run`, times it, checks it again, and keeps the result. `found()` says what is wrong with the product of the
/// last run; `release`, which is not timed, frees it before the next. What the library refuses, for lack of memory
/// mostly, is a remark.
template <class Exec, class Type, class Run, class Found, class Release>
void time_product(MultiplyOn<Exec, Type> const& on, Result& result, Run const& run, Found const& found,
                  Release const& release) {
  Result without_figures = result;
  without_figures.set_up = {};
  auto const check = [&](char const* when) {
    release();
    run();
    on.exec().fence();
    if (auto const wrong = found()) throw WrongResult(join(when, ": ", *wrong));
  };
  std::int64_t const bytes = on.A.bytes() + (on.C ? on.C->bytes() : 0);
  try {
    time_checked(on.bench, result, bytes, run, check, release);
  } catch (std::exception const& refusal) {
    release();
    return add_refusal(on, without_figures, refusal);
  }
  release();
  on.all.results.push_back(result);
}

// The parts, each defined and instantiated in the file of its name. They append what they measured.
/// Makes C of `on`, too, and appends nothing where Araios is not asked for.
template <class Exec, class Type>
void time_multiply_araios(MultiplyOn<Exec, Type>& on);
template <class Exec, class Type>
void time_multiply_plan(MultiplyOn<Exec, Type> const& on);
template <class Exec, class Type>
void time_multiply_kokkos_kernels(MultiplyOn<Exec, Type> const& on);
template <class Type>
void time_multiply_cusparse(MultiplyOn<Device, Type> const& on);
template <class Type>
void time_multiply_cxsparse(MultiplyOn<Host, Type> const& on);
template <class Type>
void time_multiply_graphblas(MultiplyOn<Host, Type> const& on);

}  // namespace Araios::Perf
