// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_transpose_limits between its command line and its parts.

#include "harness/program.hpp"
#include "harness/progress.hpp"

#include <cstdint>
#include <string>

namespace Araios::Perf {

/// Transposes a matrix of 1024 * unit entries, int columns, 64-bit offsets and float values, made and checked where the
/// default space works; prints time and workspace.
///
/// Requires      unit >= 32, and memory for two such matrices and the workspace.
/// Throws        WrongResult.
void transpose_large(std::int64_t unit, int repeats, Progress& progress);

/// Transposes the matrix `runs` times by `automatic` and compares hashes of all bits of the results, the first of them
/// with the hash of the transpose by definition.
///
/// Throws        WrongResult at the first difference.
void check_repeatable(std::string const& word, std::int64_t runs, Progress& progress);

}  // namespace Araios::Perf
