// SPDX-License-Identifier: Apache-2.0
/// \file
/// SpGEMM by plus and times.

#include "../handles.hpp"

#include "../run_product.hpp"

namespace araios_c {

template <class S, class Exec>
Working<S, Exec> multiply_plus_times(Exec const& exec, Product<S, Exec> const& product) {
  return run_product<Araios::PlusTimes>(exec, product);
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec) \
  template Working<S, Exec> multiply_plus_times<S, Exec>(Exec const&, Product<S, Exec> const&);
ARAIOS_RUNTIME_INSTANTIATE_UNIT

}  // namespace araios_c
