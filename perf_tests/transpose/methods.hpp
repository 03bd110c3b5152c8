// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The methods of `transpose`, as its header names them.

#include <Araios/transpose.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace Araios::Perf {

/// `automatic` with at most 8 bytes of workspace per entry.
inline constexpr char const* automatic_8_bytes = "automatic_8_bytes";

/// A row of the table: a method, and the workspace that it may take.
struct TransposeVariant {
  std::string name;
  TransposeMethod method;
  std::int64_t bytes_per_entry;  // of workspace; -1: what the options allow by default
};

/// Every enumerator, `automatic` last, and that within 8 bytes of workspace per entry. Enumerators begin with 0 and have
/// no gaps, so that a new one needs no line here.
inline std::vector<TransposeVariant> transpose_variants() {
  std::vector<TransposeVariant> variants;
  for (int i = 0; name(static_cast<TransposeMethod>(i)) != "unknown"; ++i)
    if (auto const method = static_cast<TransposeMethod>(i); method != TransposeMethod::automatic)
      variants.push_back({std::string(name(method)), method, -1});
  variants.push_back({"automatic", TransposeMethod::automatic, -1});
  variants.push_back({automatic_8_bytes, TransposeMethod::automatic, 8});
  return variants;
}

/// The method that `automatic` takes for A.
template <class Exec, class Matrix>
std::string chosen_name(Exec const& exec, TransposeOptions const& options, Matrix const& A) {
  return std::string(name(choose_transpose(exec, A.num_rows(), A.num_cols(), A.nnz(), options).method));
}

}  // namespace Araios::Perf
