// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/matrix_source.hpp"

#include <string>

namespace Araios::Perf {

/// Writes how many entries lie in each cell of a grid of at most 512 by 512 over the matrix, to <folder>/<name>.spy:
/// one line of JSON (name, rows, cols, nnz, height, width), then height * width counts of 32 bits, the lowest byte
/// first, row by row. plot.py makes a picture of it. In the name, what is no letter, digit, point or hyphen becomes
/// "_".
///
/// Throws        std::runtime_error when the file cannot be written.
void write_spy(std::string const& folder, std::string const& name, Structure const& A);

}  // namespace Araios::Perf
