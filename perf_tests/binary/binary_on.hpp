// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The operands of an operation where a space works, which its candidates get, and how they are checked and timed.

#include "binary/binary_program.hpp"
#include "binary/reference.hpp"
#include "harness/time_checked.hpp"

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/testing/count_allocations.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace Araios::Perf {

template <class Exec_, class Type>
struct BinaryOn {
  using Exec = Exec_;
  using Space = typename Exec::memory_space;
  using Scalar = typename Type::Scalar;
  using Matrix = CsrMatrix<Scalar, int, int, Space>;
  /// The values that libraries without Boolean operations are given.
  using Value = std::conditional_t<is_pattern_v<Scalar>, float, Scalar>;
  using MatrixOfValues = CsrMatrix<Value, int, int, Space>;

  BinaryProgram const& program;
  Bench<Exec>& bench;
  BinaryOutcome& all;
  std::vector<Result>& results;
  Matrix A, B;  // of a product the same arrays
  /// The result by definition; of a product that of Araios, after its first run was right.
  std::optional<Matrix> C;
  /// What C is compared with, if it is a product.
  std::optional<MultiplyReference<Space>> reference;
  bool only_reference = false;  // the candidate makes C, and is not timed

  Exec const& exec() const { return bench.exec(); }

  /// Each array once.
  std::int64_t bytes() const {
    return A.bytes() + (B.row_map.data() == A.row_map.data() ? 0 : B.bytes()) + (C ? C->bytes() : 0);
  }

  /// With the values of its type; of a pattern with ones.
  MatrixOfValues with_values(Matrix const& M) const {
    if constexpr (is_pattern_v<Scalar>) {
      using Values = Kokkos::View<Value*, Space>;
      auto const values = allocate<Values>(exec(), "Araios::Perf::ones", M.nnz());
      Araios::fill(exec(), values, Value(1));
      return MatrixOfValues(M.num_rows(), M.num_cols(), M.row_map, M.entries, values);
    } else {
      return M;
    }
  }
  /// Without values where the type has none.
  static Matrix of_type(MatrixOfValues const& M) {
    if constexpr (is_pattern_v<Scalar>)
      return Matrix(M.num_rows(), M.num_cols(), M.row_map, M.entries);
    else
      return M;
  }
};

/// What is wrong with a result; nothing: it is right. row_map and entries must be those of C of `on`, where it is
/// known; values have its bits, or of a product are those of the reference, up to rounding. Rows of other libraries
/// that are not sorted are sorted first, and a remark says so.
///
/// Defined in each_type_and_space/check.cpp.
template <class Exec, class Type>
std::optional<std::string> mistake(BinaryOn<Exec, Type> const& on, Result& result,
                                   typename BinaryOn<Exec, Type>::Matrix const& C);

/// Checks `run`, times it, and checks it again. `found()` says what is wrong with the result of the
/// last run; `release`, which is not timed, frees it before the next. What the library refuses, for lack of memory
/// mostly, is a remark.
template <class On, class Run, class Found, class Release>
void time_result(On& on, Result& result, Run const& run, Found const& found, Release const& release) {
  auto const check = [&](char const* when) {
    release();
    run();
    on.exec().fence();
    if (auto const wrong = found()) throw WrongResult(join(when, ": ", *wrong));
  };
  time_or_note(on.bench, on.all, result, on.bytes(), run, check, release);
}

/// The result of a first call of Araios, and what it allocated; nothing where it was refused.
template <class On, class Make>
std::optional<typename On::Matrix> first_result(On& on, Result& result, Make const& make) {
  auto const& exec = on.exec();
  on.bench.progress().task(join("first run of ", result.method, " on ", result.space));
  try {
    std::optional<typename On::Matrix> C;
    run_with_new_memory(exec, result, [&] { C.emplace(make()); });
    result.workspace_bytes = instance_workspace_bytes(exec);
    return C;
  } catch (std::exception const& refusal) {
    note_refusal(exec, on.all, result, refusal);
    return {};
  }
}

/// Measures a call of Araios, which returns C. `change` sees the result after the first call.
template <class On, class Make, class Change = void (*)(Result&)>
void time_call(On& on, Result& result, Make const& make, Change const& change = [](Result&) {}) {
  auto C = first_result(on, result, make);
  if (!C) return;
  change(result);
  time_result(on, result, [&] { C.emplace(make()); }, [&] { return mistake(on, result, *C); }, [&] { C.reset(); });
}

}  // namespace Araios::Perf
