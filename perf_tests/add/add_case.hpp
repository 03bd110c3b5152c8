// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the parts of perf_add tell each other. Each part is compiled once for every type, and those that run in any
/// space once for every space.

#include "add/add_program.hpp"
#include "harness/difference.hpp"
#include "harness/strict_rows.hpp"
#include "harness/time_checked.hpp"

#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/sort_rows.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>

namespace Araios::Perf {

/// A, B, and A + B by definition, where Exec works.
template <class Exec, class Type>
struct AddOn {
  using Space = typename Exec::memory_space;
  using Scalar = typename Type::Scalar;
  using Matrix = CsrMatrix<Scalar, int, int, Space>;
  /// Of libraries without Boolean sums.
  using Value = std::conditional_t<is_pattern_v<Scalar>, float, Scalar>;
  using MatrixOfValues = CsrMatrix<Value, int, int, Space>;

  AddProgram const& program;
  Bench<Exec>& bench;
  AddResults& all;
  Matrix A, B, expected;

  Exec const& exec() const { return bench.exec(); }

  Result result(std::string const& library, std::string const& method) const {
    Result result;
    result.library = library;
    result.method = method;
    result.space = Exec::name();
    result.on_device = Araios::is_gpu_v<Exec>;
    return result;
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

/// What is wrong with a sum; nothing: it has the bits of the definition. Rows that are not sorted are sorted first, and a
/// remark says so.
template <class Exec, class Type>
std::optional<std::string> mistake(AddOn<Exec, Type> const& on, Result& result,
                                   typename AddOn<Exec, Type>::Matrix const& sum) {
  auto C = sum;
  if (C.nnz() != on.expected.nnz()) return join("C has ", C.nnz(), " entries, not ", on.expected.nnz());
  if (auto const found = array_difference(on.exec(), C.row_map, on.expected.row_map, "row_map")) return found;
  if (C.nnz() > 0 && !has_strict_rows(on.exec(), C)) {
    if (result.note.find("unsorted") == std::string::npos) result.note += "rows unsorted";
    C = sort_rows(on.exec(), sum);
  }
  return difference(on.exec(), C, on.expected);
}

/// Keeps a result without figures, and a remark that says why: that it was wrong, or what the library refused.
template <class Exec, class Type>
void add_refusal(AddOn<Exec, Type> const& on, Result result, std::exception const& why) {
  bool const is_wrong = dynamic_cast<WrongResult const*>(&why) != nullptr;
  result.note = join(is_wrong ? "wrong result, " : "no result: ", why.what());
  std::replace(result.note.begin(), result.note.end(), '\n', ' ');
  if (is_wrong || result.library == "Araios") ++on.all.failures;
  on.exec().fence();  // throws where the device is lost
  on.all.results.push_back(result);
}

/// Checks `run`, times it, checks it again, and keeps the result. `sum()` is what the last run made; `release`, which is
/// not timed, frees it before the next.
template <class Exec, class Type, class Run, class Sum, class Release>
void time_sum(AddOn<Exec, Type> const& on, Result& result, Run const& run, Sum const& sum, Release const& release) {
  Result const without_figures = result;
  auto const check = [&](char const* when) {
    release();
    run();
    on.exec().fence();
    if (auto const wrong = mistake(on, result, sum())) throw WrongResult(join(when, ": ", *wrong));
  };
  try {
    time_checked(on.bench, result, on.A.bytes() + on.B.bytes() + on.expected.bytes(), run, check, release);
  } catch (std::exception const& refusal) {
    release();
    return add_refusal(on, without_figures, refusal);
  }
  release();
  on.all.results.push_back(result);
}

// The parts, each defined and instantiated in the file of its name. They append what they measured.
template <class Exec, class Type>
void time_add_araios(AddOn<Exec, Type> const& on);
template <class Exec, class Type>
void time_add_kokkos_kernels(AddOn<Exec, Type> const& on);
template <class Type>
void time_add_cusparse(AddOn<Device, Type> const& on);
/// CXSparse and GraphBLAS.
template <class Type>
void time_add_on_host(AddOn<Host, Type> const& on);

}  // namespace Araios::Perf
