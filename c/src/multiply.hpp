// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of typed matrices, compiled for each type.

#include "handles.hpp"

#include <Araios/runtime/typed.hpp>

namespace araios_c {

/// A requested product, its operands converted to working matrices.
template <class S, class Exec>
struct Product {
  Working<S, Exec> A, B;
  Working<S, Exec> const* C = nullptr;  ///< that is added to
  Working<Pattern, Exec> const* mask = nullptr;
  bool complement = false;
  std::int64_t max_workspace_bytes = 0;
};

/// C + A B at the mask, by plus and times; of patterns by or and and.
template <class S, class Exec>
Working<S, Exec> multiply_plus_times(Exec const& exec, Product<S, Exec> const& product);
/// The same in another semiring of real numbers; S is float or double.
template <class S, class Exec>
Working<S, Exec> multiply_in(Exec const& exec, SemiringType semiring, Product<S, Exec> const& product);

}  // namespace araios_c
