// SPDX-License-Identifier: Apache-2.0
#include "library/several_files/compute.hpp"

namespace several_files {

double in_another_file(Kokkos::DefaultExecutionSpace const& exec) { return compute(exec); }
double in_another_file_on_host(Kokkos::DefaultHostExecutionSpace const& exec) { return compute(exec); }

}  // namespace several_files
