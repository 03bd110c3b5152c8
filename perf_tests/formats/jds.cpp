// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct Jds : ConvertsTo<Jds, Format::jds> {
  static constexpr char const* name = "jds";
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Jds)

}  // namespace Araios::Perf
