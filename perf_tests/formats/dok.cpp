// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct Dok : ConvertsTo<Dok, Format::dok> {
  static constexpr char const* name = "dok";
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Dok)

}  // namespace Araios::Perf
