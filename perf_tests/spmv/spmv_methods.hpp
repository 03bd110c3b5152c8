// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Araios/spmv.hpp>

#include <utility>

namespace Araios::Perf {

/// The methods of products with CSR matrices, by the names of --methods.
inline constexpr std::pair<char const*, SpmvMethod> csr_methods[] = {
    {"rows", SpmvMethod::rows}, {"merge", SpmvMethod::merge}, {"automatic", SpmvMethod::automatic}};

}  // namespace Araios::Perf
