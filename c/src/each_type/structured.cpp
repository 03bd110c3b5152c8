// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formats other than CSR, CSC and COO: from CSR and back, copies, validation.

#include "../structured.hpp"

#include <Araios/convert.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/validate.hpp>

#include <limits>

namespace araios_c {

namespace {

Araios::FormatLimits limits_of(araios_format_options const& options) {
  Araios::FormatLimits limits;
  if (options.slots_per_entry == -1)
    limits.slots_per_entry = std::numeric_limits<double>::infinity();
  else if (options.slots_per_entry != 0)
    limits.slots_per_entry = options.slots_per_entry;
  return limits;
}

Araios::SellOptions sell_options(araios_format_options const& options) {
  Araios::SellOptions sell;
  if (options.chunk != 0) sell.chunk = options.chunk;
  if (options.sorting_window == -1)
    sell.sorting_window = Araios::sell_sort_all;
  else if (options.sorting_window != 0)
    sell.sorting_window = options.sorting_window;
  sell.limits = limits_of(options);
  return sell;
}

Araios::PacketOptions packet_options(araios_format_options const& options) {
  Araios::PacketOptions packets;
  if (options.natural_order != 0) packets.ordering = Araios::PacketOrdering::natural;
  packets.packet_rows = options.packet_rows;
  packets.limits = limits_of(options);
  return packets;
}

}  // namespace

template <class S, class Exec>
Csr<S, Index32, Exec> structured_to_csr(Exec const& exec, MatrixBody const& A) {
  return visit_structured<S, Exec>(
      A, [&](auto const& B) -> Csr<S, Index32, Exec> { return Araios::convert<Araios::Format::csr>(exec, B); });
}

template <class S, class Exec>
MatrixBody to_structured(Exec const& exec, araios_format_options const& options, araios_format format,
                         Csr<S, Index32, Exec> const& A) {
  auto const limits = limits_of(options);
  switch (format) {
  case ARAIOS_ELL:
    return body_of_structured<Exec>(Araios::convert<Araios::Format::ell>(exec, A, {.limits = limits}));
  case ARAIOS_HYB:
    return body_of_structured<Exec>(Araios::convert<Araios::Format::hyb>(exec, A, {.limits = limits}));
  case ARAIOS_SELL:
    return body_of_structured<Exec>(Araios::convert<Araios::Format::sell>(exec, A, sell_options(options)));
  case ARAIOS_JDS:
    return body_of_structured<Exec>(Araios::convert<Araios::Format::jds>(exec, A, {.limits = limits}));
  case ARAIOS_DIA:
    return body_of_structured<Exec>(Araios::convert<Araios::Format::dia>(exec, A, {.limits = limits}));
  case ARAIOS_DIA_CSR:
    return body_of_structured<Exec>(Araios::convert<Araios::Format::dia_csr>(exec, A, {.limits = limits}));
  case ARAIOS_BSR: {
    int const b = options.block_size == 0 ? 2 : options.block_size;
    return body_of_structured<Exec>(
        Araios::convert<Araios::Format::bsr>(exec, A, {.block_rows = b, .block_cols = b, .limits = limits}));
  }
  case ARAIOS_DOK:
    return body_of_structured<Exec>(Araios::convert<Araios::Format::dok>(exec, A));
  case ARAIOS_DCSR:
    return body_of_structured<Exec>(Araios::convert<Araios::Format::hypersparse>(exec, A));
  case ARAIOS_PACKET:
    return body_of_structured<Exec>(Araios::convert<Araios::Format::packet>(exec, A, packet_options(options)));
  default:
    fail(ARAIOS_INVALID_ARGUMENT, "araios_format ", name(format), " is not a structured format");
  }
}

template <class S, class Exec>
std::optional<std::string> structured_fault(Exec const& exec, MatrixBody const& A, araios_order order) {
  return visit_structured<S, Exec>(A, [&](auto const& B) -> std::optional<std::string> {
    Araios::ValidateOptions const options{.order = static_cast<Araios::Order>(order)};
    auto const fault = Araios::find_fault(exec, B, options);
    if (!fault) return std::nullopt;
    return fault->sentence;
  });
}

#define ARAIOS_C_INSTANTIATE(S, Exec)                                                                  \
  template Csr<S, Index32, Exec> structured_to_csr<S, Exec>(Exec const&, MatrixBody const&);           \
  template MatrixBody to_structured<S, Exec>(Exec const&, araios_format_options const&, araios_format, \
                                             Csr<S, Index32, Exec> const&);                            \
  template std::optional<std::string> structured_fault<S, Exec>(Exec const&, MatrixBody const&, araios_order);
ARAIOS_C_INSTANTIATE_UNIT

}  // namespace araios_c
