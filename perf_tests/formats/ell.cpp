// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct Ell : ConvertsTo<Ell, Format::ell> {
  static constexpr char const* name = "ell";
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Ell)

}  // namespace Araios::Perf
