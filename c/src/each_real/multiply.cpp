// SPDX-License-Identifier: Apache-2.0
/// \file
/// SpGEMM in semirings other than plus-times.

#include "../handles.hpp"

#include "../run_product.hpp"
#include <Araios/runtime/semirings.hpp>

namespace araios_c {

template <class S, class Exec>
Working<S, Exec> multiply_in(Exec const& exec, SemiringType semiring, Product<S, Exec> const& product) {
  return with_semiring(semiring, [&](auto ring) { return run_product<decltype(ring)>(exec, product); });
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec) \
  template Working<S, Exec> multiply_in<S, Exec>(Exec const&, SemiringType, Product<S, Exec> const&);
ARAIOS_RUNTIME_INSTANTIATE_UNIT

}  // namespace araios_c
