// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The options of incomplete factorizations, and what they report.

#include <Araios/operations/color/options.hpp>
#include <Araios/operations/triangular/options.hpp>

#include <cstdint>
#include <string>

namespace Araios {

/// ilu: A ~ L U, for any A. ic: A ~ L L^H, for Hermitian positive definite A, of which the lower triangle is read.
enum class FactorKind { ilu, ic };

/// The order in which rows are eliminated: that of A, or by the colours of its rows, which has fewer levels of rows
/// that wait for each other, and is another preconditioner.
enum class FactorOrder { natural, by_color };

/// exact: a row after the rows that it depends on. sweeps: all entries in one kernel, each from the entries of the
/// sweep before; about 3 suffice on meshes. After as many sweeps as entries depend on each other in a chain the factors
/// are the exact ones, but before that they can diverge. L U of ilu is then not Hermitian where A is: CG needs ic.
enum class FactorMethod { exact, sweeps };

/// What is done about a pivot that is 0 or whose reciprocal overflows (ic: not positive): an exception, a report in
/// the status, or another pivot.
enum class BadPivot { refuse, report, boost };

struct FactorOptions {
  FactorKind kind = FactorKind::ilu;
  FactorOrder order = FactorOrder::natural;
  FactorMethod method = FactorMethod::exact;
  int sweeps = 3;
  /// The factors are those of A + shift D, where D is the diagonal of A.
  double shift = 0;
  BadPivot bad_pivot = BadPivot::refuse;
  /// boost: a pivot whose magnitude (ic: value) is at most boost_threshold, or whose reciprocal overflows, becomes
  /// boost_value.
  double boost_threshold = 0;
  double boost_value = 1;
  /// How L z = r and U z = r are solved; `sweeps` with so many Jacobi sweeps, which suffice for few levels.
  TriangularMethod solve_method = TriangularMethod::automatic;
  int solve_sweeps = 3;
  /// by_color: how the rows are coloured.
  ColorOptions coloring = {};
};

/// What is wrong with the factors.
enum class FactorFault {
  none,
  no_diagonal,   ///< structural: A has no entry on the diagonal
  zero_pivot,    ///< numerical: ILU(0), also a pivot whose reciprocal overflows
  not_positive,  ///< numerical: IC(0)
  not_finite     ///< NaN or infinity in A, overflow, or sweeps that diverge
};

struct FactorStatus {
  FactorFault fault = FactorFault::none;
  std::int64_t row = -1;     ///< the first faulty row in the order of elimination, as a row of A
  double pivot = 0;          ///< its pivot; of a complex number the real part
  std::int64_t boosted = 0;  ///< pivots that became boost_value
  std::string sentence;      ///< what is wrong, as "ILU(0): zero pivot in row 3"; empty where nothing is

  bool is_usable() const { return fault == FactorFault::none; }
};

}  // namespace Araios
