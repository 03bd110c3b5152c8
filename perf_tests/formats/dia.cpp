// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct Dia : ConvertsTo<Dia, Format::dia> {
  static constexpr char const* name = "dia";
  static constexpr bool transposes = true;
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Dia)

}  // namespace Araios::Perf
