// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What perf_tridiagonal asks of its types: command line, problems, results.

#include "harness/matrix_program.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace Araios::Perf {

enum class BandedKind { single, dominant, columns, strided, interleaved, pentadiagonal };

/// One matrix, or a batch of them, with values that are random: in [-1, 1), and but for `single` a diagonal that is
/// greater than the sum of the others in its row.
struct BandedProblem {
  std::string word;
  BandedKind kind = BandedKind::single;
  std::int64_t n = 0;        // rows of a system
  std::int64_t systems = 1;  // of columns: right-hand sides

  bool is_batch() const { return kind >= BandedKind::strided; }
  bool is_interleaved() const { return kind >= BandedKind::interleaved; }
  int num_diagonals() const { return kind == BandedKind::pentadiagonal ? 5 : 3; }
  /// Elements of a diagonal, and of b.
  std::int64_t length() const { return is_batch() ? n * systems : n; }
  std::int64_t length_of_b() const { return n * systems; }
};

/// single:N, dominant:N, columns:NxC, strided:NxS, interleaved:NxS, pentadiagonal:NxS
///
/// Throws        std::invalid_argument for another word, and for fewer than 3 rows.
BandedProblem parse_banded(std::string const& word);

struct TridiagonalProgram : Selection {
  CommonOptions common;
  std::vector<std::string> types{"double"};
  std::vector<std::string> words;
};

/// One problem with values of one type. Registered by each_type/driver.cpp.
using TimeTridiagonal = Outcome(TridiagonalProgram const&, Spaces&, BandedProblem const&);

/// Methods, as results name them.
namespace BandedMethods {
inline constexpr char scaled_partial[] = "scaled_partial";
inline constexpr char none[] = "none";
inline constexpr char gtsv2[] = "gtsv2";
inline constexpr char gtsv2_nopivot[] = "gtsv2_nopivot";
}  // namespace BandedMethods

Report tridiagonal_report();

}  // namespace Araios::Perf
