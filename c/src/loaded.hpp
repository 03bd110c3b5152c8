// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Lists of entries that are read from files, on the host, as matrices of a context.

#include "indices.hpp"
#include "operations.hpp"
#include "renumber.hpp"

#include <Araios/formats/copy.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>

namespace araios_c {

/// The lock of host work for a call of a device context; one of a host context has it, and gives way with it.
inline std::unique_lock<CallMutex> lock_for_host_work(araios_context const& context) {
  return context.space == ARAIOS_SPACE_HOST ? std::unique_lock<CallMutex>() : std::unique_lock(host_mutex());
}

/// Throws unless the options of a reader have this index type and this format.
inline void require_form(araios_index index, araios_format format) {
  require_enumerator(index, ARAIOS_INDEX_64, "araios_index");
  require(format == ARAIOS_FORMAT_DEFAULT || format == ARAIOS_CSR || format == ARAIOS_COO, ARAIOS_INVALID_ARGUMENT,
          "a file is read as CSR or COO, not as ", name(format));
}

/// The bytes of a caller, who promises that they can be read; a length that no memory has is refused.
inline std::string_view text_of(void const* bytes, std::size_t length) {
  require(bytes != nullptr || length == 0, ARAIOS_INVALID_ARGUMENT, "bytes is NULL, and length is ", length);
  // The largest addresses of programs have 56 bits: half of x86-64 with five levels of pages.
  constexpr int bits = sizeof(void*) == 8 ? 56 : 31;
  require(length <= std::size_t(1) << bits, ARAIOS_INVALID_ARGUMENT, "length is ", length,
          ": no memory has more than 2^", bits, " bytes");
  auto const begin = reinterpret_cast<std::uintptr_t>(bytes);
  require(begin + length >= begin, ARAIOS_INVALID_ARGUMENT, "length is ", length,
          ": the text goes beyond the last address");
  return {static_cast<char const*>(bytes), length};
}

/// The list in the space of exec, with this index type and in this format. Without a format it is CSR, or COO where an
/// offset for each row would be more than the entries.
template <class S, class Index, class Exec>
MatrixBody loaded(Exec const& exec, araios_index index, araios_format format, Coo<S, Index, HostExec> const& list) {
  auto const A = Araios::copy_to<SpaceOf<Exec>>(list);
  bool const wide = is_wide(A.num_rows()) || is_wide(A.num_cols());
  araios_index requested = or_default(index);
  if (index == ARAIOS_INDEX_DEFAULT && wide) requested = ARAIOS_INDEX_64;
  if (index == ARAIOS_INDEX_DEFAULT && A.nnz() > max_offset(requested)) requested = ARAIOS_INDEX_32_64;
  require_sizes(requested, A.num_rows(), A.num_cols(), A.nnz());
  if (format == ARAIOS_COO)
    return with_index(requested, [&](auto tag) { return body_of(cast_coo<decltype(tag)>(exec, A)); });
  if (wide || (format == ARAIOS_FORMAT_DEFAULT && is_costly_axis(A.num_rows(), A.nnz()))) {
    auto entries = body_of(cast_coo<Index64>(exec, A));
    Renumbering numbers(exec);
    numbers.add(entries, 0, 1);
    numbers.force();
    numbers.request(requested);
    numbers.apply();
    auto const small = build<S>(exec, ARAIOS_DUPLICATES_SUM, entries.template as<Coo<S, Index32_64, Exec>>());
    return numbers.restore(result<S>(exec, small, ARAIOS_INDEX_32_64), 0, 1,
                           format == ARAIOS_CSR ? Form::csr : Form::by_rule);
  }
  return result<S>(exec, build<S>(exec, ARAIOS_DUPLICATES_SUM, cast_coo<Index32_64>(exec, A)), requested);
}

}  // namespace araios_c
