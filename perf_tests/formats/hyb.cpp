// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct Hyb : ConvertsTo<Hyb, Format::hyb> {
  static constexpr char const* name = "hyb";
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Hyb)

}  // namespace Araios::Perf
