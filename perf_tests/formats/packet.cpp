// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct Packet : ConvertsTo<Packet, Format::packet> {
  static constexpr char const* name = "packet";
  static PacketOptions options() { return {PacketOrdering::natural}; }
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Packet)

}  // namespace Araios::Perf
