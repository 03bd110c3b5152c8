// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices with one entry for each coordinate. Duplicates represent their sum, those of a pattern one entry.

#include <Araios/runtime/matrix.hpp>

#include <optional>
#include <string>

namespace Araios::runtime {

/// A with one entry, the sum, for all at one coordinate: for functions that are not linear in the entries. A itself
/// where it is so, which A notes: its entries are read once.
Matrix canonical(Context const& context, Matrix const& A);
/// The same for functions that add what they make of each entry: only entries of a pattern must not repeat.
inline Matrix linear(Context const& context, Matrix const& A) {
  return A.type == ValueType::pattern ? canonical(context, A) : A;
}
/// The first duplicate of a pattern in CSR, as a sentence.
std::optional<std::string> duplicate_of(Context const& context, Matrix const& A);

}  // namespace Araios::runtime
