// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct EllZero : ConvertsTo<EllZero, Format::ell> {
  static constexpr char const* name = "ell_zero";
  static EllOptions options() { return {EllPadding::zero}; }
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(EllZero)

}  // namespace Araios::Perf
