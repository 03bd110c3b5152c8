// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formats other than CSR, CSC and COO: from CSR and back, copies, validation.

#include <Araios/convert.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/validate/dok.hpp>
#include <Araios/formats/validate/hypersparse.hpp>
#include <Araios/formats/validate/packet.hpp>
#include <Araios/formats/validate/padded.hpp>
#include <Araios/formats/validate/structured.hpp>
#include <Araios/runtime/structured.hpp>

#include <limits>

namespace Araios::runtime {

namespace {

Araios::FormatLimits limits_of(FormatOptions const& options) {
  Araios::FormatLimits limits;
  if (options.slots_per_entry == -1)
    limits.slots_per_entry = std::numeric_limits<double>::infinity();
  else if (options.slots_per_entry != 0)
    limits.slots_per_entry = options.slots_per_entry;
  return limits;
}

Araios::SellOptions sell_options(FormatOptions const& options) {
  Araios::SellOptions sell;
  if (options.chunk != 0) sell.chunk = options.chunk;
  if (options.sorting_window == -1)
    sell.sorting_window = Araios::sell_sort_all;
  else if (options.sorting_window != 0)
    sell.sorting_window = options.sorting_window;
  sell.limits = limits_of(options);
  return sell;
}

Araios::PacketOptions packet_options(FormatOptions const& options) {
  Araios::PacketOptions packets;
  if (options.natural_order) packets.ordering = Araios::PacketOrdering::natural;
  packets.packet_rows = options.packet_rows;
  packets.limits = limits_of(options);
  return packets;
}

}  // namespace

template <class S, class Exec>
Csr<S, Index32, Exec> structured_to_csr(Exec const& exec, Matrix const& A) {
  return visit_structured<S, Exec>(
      A, [&](auto const& B) -> Csr<S, Index32, Exec> { return Araios::convert<Araios::Format::csr>(exec, B); });
}

template <class S, class Exec>
Matrix to_structured(Exec const& exec, FormatOptions const& options, Format format, Csr<S, Index32, Exec> const& A) {
  auto const limits = limits_of(options);
  switch (format) {
  case Format::ell:
    return matrix_of_structured<Exec>(Araios::convert<Araios::Format::ell>(exec, A, {.limits = limits}));
  case Format::hyb:
    return matrix_of_structured<Exec>(Araios::convert<Araios::Format::hyb>(exec, A, {.limits = limits}));
  case Format::sell:
    return matrix_of_structured<Exec>(Araios::convert<Araios::Format::sell>(exec, A, sell_options(options)));
  case Format::jds:
    return matrix_of_structured<Exec>(Araios::convert<Araios::Format::jds>(exec, A, {.limits = limits}));
  case Format::dia:
    return matrix_of_structured<Exec>(Araios::convert<Araios::Format::dia>(exec, A, {.limits = limits}));
  case Format::dia_csr:
    return matrix_of_structured<Exec>(Araios::convert<Araios::Format::dia_csr>(exec, A, {.limits = limits}));
  case Format::bsr: {
    int const b = options.block_size == 0 ? 2 : options.block_size;
    return matrix_of_structured<Exec>(
        Araios::convert<Araios::Format::bsr>(exec, A, {.block_rows = b, .block_cols = b, .limits = limits}));
  }
  case Format::dok:
    return matrix_of_structured<Exec>(Araios::convert<Araios::Format::dok>(exec, A));
  case Format::hypersparse:
    return matrix_of_structured<Exec>(Araios::convert<Araios::Format::hypersparse>(exec, A));
  case Format::packet:
    return matrix_of_structured<Exec>(Araios::convert<Araios::Format::packet>(exec, A, packet_options(options)));
  default:
    fail(ErrorKind::invalid_argument, "araios_format ", name(format), " is not a structured format");
  }
}

template <class S, class Exec>
std::optional<std::string> structured_fault(Exec const& exec, Matrix const& A, Order order) {
  return visit_structured<S, Exec>(A, [&](auto const& B) -> std::optional<std::string> {
    Araios::ValidateOptions const options{.order = static_cast<Araios::Order>(order)};
    auto const fault = Araios::find_fault(exec, B, options);
    if (!fault) return std::nullopt;
    return fault->sentence;
  });
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                                        \
  template Csr<S, Index32, Exec> structured_to_csr<S, Exec>(Exec const&, Matrix const&);                           \
  template Matrix to_structured<S, Exec>(Exec const&, FormatOptions const&, Format, Csr<S, Index32, Exec> const&); \
  template std::optional<std::string> structured_fault<S, Exec>(Exec const&, Matrix const&, Order);
ARAIOS_RUNTIME_INSTANTIATE_UNIT

}  // namespace Araios::runtime
