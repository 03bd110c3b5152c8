// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The options of Gauss-Seidel sweeps.

#include <Araios/operations/color/options.hpp>

namespace Araios {

/// The order of the colours in a sweep: from the first to the last, from the last to the first, or one after the other.
enum class Sweep { forward, backward, symmetric };

struct GaussSeidelOptions {
  Sweep sweep = Sweep::symmetric;
  /// The relaxation factor, between 0 and 2: 1 is Gauss-Seidel, others are SOR, or SSOR where the sweep is symmetric.
  double omega = 1;
  /// How the rows are coloured; the distance is 1.
  ColorOptions coloring = {};
};

}  // namespace Araios
