// SPDX-License-Identifier: Apache-2.0
#include "harness/program.hpp"
#ifdef ARAIOS_PERF_HAS_DEVICE
#include "primitives/candidates.hpp"
#include "primitives/time_candidate.hpp"

namespace Araios::Perf {
template std::vector<Candidate<Device>> araios_candidates<Device>(Problem const&);
template std::vector<Candidate<Device>> kokkos_candidates<Device>(Problem const&);
template Result time_candidate<Device>(Bench<Device>&, Problem const&, Candidate<Device> const&);
}  // namespace Araios::Perf
#endif
