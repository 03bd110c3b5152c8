// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct PacketRcm : ConvertsTo<PacketRcm, Format::packet> {
  static constexpr char const* name = "packet_rcm";
  static constexpr bool slow = true;
  static PacketOptions options() { return {PacketOrdering::reverse_cuthill_mckee}; }
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(PacketRcm)

}  // namespace Araios::Perf
