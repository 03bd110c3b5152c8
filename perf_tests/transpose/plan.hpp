// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The analysis of a plan, which no type of values takes part in: compiled once for all of them.

#include "harness/program.hpp"

#include <Araios/transpose_plan.hpp>

namespace Araios::Perf {

template <class Exec>
using Plan = TransposePlan<Exec, int, int>;

/// The plan of A by `automatic`.
template <class Exec>
Plan<Exec> make_plan(Exec const& exec, CsrMatrix<Pattern, int, int, typename Exec::memory_space> const& A,
                     Workspace<typename Exec::memory_space>& workspace);

}  // namespace Araios::Perf
