// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Lists of entries that are read from files, on the host, as matrices of a context.

#include "handles.hpp"

#include <Araios/runtime/index_types.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <Araios/formats/copy.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

namespace araios_c {

/// The lock of host work for a call of a device context; one of a host context has it, and gives way with it.
inline std::unique_lock<CallMutex> lock_for_host_work(araios_context const& context) {
  return context.space == Space::host ? std::unique_lock<CallMutex>() : std::unique_lock(host_mutex());
}

/// Throws unless the options of a reader have this index type and this format.
inline void require_form(IndexType index, std::optional<Format> format) {
  require_enumerator(index, IndexType::index_64, "araios_index");
  require(!format || format == Format::csr || format == Format::coo, ErrorKind::invalid_argument,
          "a file is read as CSR or COO, not as ", name(*format));
}

/// The bytes of a caller, who promises that they can be read; a length that no memory has is refused.
inline std::string_view text_of(void const* bytes, std::size_t length) {
  require(bytes != nullptr || length == 0, ErrorKind::invalid_argument, "bytes is NULL, and length is ", length);
  // The largest addresses of programs have 56 bits: half of x86-64 with five levels of pages.
  constexpr int bits = sizeof(void*) == 8 ? 56 : 31;
  require(length <= std::size_t(1) << bits, ErrorKind::invalid_argument, "length is ", length,
          ": no memory has more than 2^", bits, " bytes");
  auto const begin = reinterpret_cast<std::uintptr_t>(bytes);
  require(begin + length >= begin, ErrorKind::invalid_argument, "length is ", length,
          ": the text goes beyond the last address");
  return {static_cast<char const*>(bytes), length};
}

/// The list in the space of exec, with this index type and in this format. Without a format it is CSR, or COO where an
/// offset for each row would be more than the entries.
template <class S, class Index, class Exec>
Matrix loaded(Exec const& exec, IndexType index, std::optional<Format> format, Coo<S, Index, HostExec> const& list) {
  auto const A = Araios::copy_to<SpaceOf<Exec>>(list);
  bool const wide = is_wide(A.num_rows()) || is_wide(A.num_cols());
  IndexType requested = or_default(index);
  if (index == IndexType::unspecified && wide) requested = IndexType::index_64;
  if (index == IndexType::unspecified && A.nnz() > max_offset(requested)) requested = IndexType::index_32_64;
  require_sizes(requested, A.num_rows(), A.num_cols(), A.nnz());
  if (format == Format::coo)
    return with_index(requested, [&](auto tag) { return matrix_of(cast_coo<decltype(tag)>(exec, A)); });
  if (wide || (!format && is_costly_axis(A.num_rows(), A.nnz()))) {
    auto entries = matrix_of(cast_coo<Index64>(exec, A));
    Renumbering numbers(exec);
    numbers.add(entries, 0, 1);
    numbers.force();
    numbers.request(requested);
    numbers.apply();
    auto const small = build<S>(exec, Duplicates::sum, entries.template as<Coo<S, Index32_64, Exec>>());
    return numbers.restore(result<S>(exec, small, IndexType::index_32_64), 0, 1,
                           format == Format::csr ? Form::csr : Form::by_rule);
  }
  return result<S>(exec, build<S>(exec, Duplicates::sum, cast_coo<Index32_64>(exec, A)), requested);
}

}  // namespace araios_c
