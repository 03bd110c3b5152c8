// SPDX-License-Identifier: Apache-2.0
/// \file
/// SpGEMM in semirings other than plus-times.

#include "../run_product.hpp"
#include "../semirings.hpp"

namespace araios_c {

template <class S, class Exec>
Working<S, Exec> multiply_in(Exec const& exec, araios_semiring semiring, Product<S, Exec> const& product) {
  return with_semiring(semiring, [&](auto ring) { return run_product<decltype(ring)>(exec, product); });
}

#define ARAIOS_C_INSTANTIATE(S, Exec) \
  template Working<S, Exec> multiply_in<S, Exec>(Exec const&, araios_semiring, Product<S, Exec> const&);
ARAIOS_C_INSTANTIATE_UNIT

}  // namespace araios_c
