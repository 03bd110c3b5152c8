// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The forms of a product.

#include "handles.hpp"

#include "multiply.hpp"

#include <Araios/multiply.hpp>
#include <Araios/multiply_masked.hpp>

namespace araios_c {

template <class Semiring, class S, class Exec>
Working<S, Exec> run_product(Exec const& exec, Product<S, Exec> const& p) {
  Araios::MultiplyOptions plain;
  Araios::MultiplyMaskedOptions masked{.complement = p.complement};
  if (p.max_workspace_bytes > 0) plain.max_workspace_bytes = masked.max_workspace_bytes = p.max_workspace_bytes;
  if (p.C != nullptr && p.mask != nullptr)
    return Araios::multiply_add_masked<Semiring>(exec, *p.C, *p.mask, p.A, p.B, masked);
  if (p.C != nullptr) return Araios::multiply_add<Semiring>(exec, *p.C, p.A, p.B);
  if (p.mask != nullptr) return Araios::multiply_masked<Semiring>(exec, *p.mask, p.A, p.B, masked);
  return Araios::multiply<Semiring>(exec, p.A, p.B, plain);
}

}  // namespace araios_c
