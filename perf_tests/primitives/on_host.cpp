// SPDX-License-Identifier: Apache-2.0
#include "primitives/candidates.hpp"
#include "primitives/time_candidate.hpp"

namespace Araios::Perf {
template std::vector<Candidate<Host>> araios_candidates<Host>(Problem const&);
template std::vector<Candidate<Host>> kokkos_candidates<Host>(Problem const&);
template Result time_candidate<Host>(Bench<Host>&, Problem const&, Candidate<Host> const&);
}  // namespace Araios::Perf
