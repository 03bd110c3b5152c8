// SPDX-License-Identifier: Apache-2.0
#include <Kokkos_Core.hpp>

int main() { Kokkos::ScopeGuard const kokkos; }
