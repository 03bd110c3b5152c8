// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Changes of hash tables of entries, compiled for each type.

#include "handles.hpp"

#include "coordinates.hpp"
#include <Araios/runtime/structured.hpp>

#include <cstdint>

namespace araios_c {

/// Inserts a batch into A, with memory for so many entries; returns the table that A becomes. added: new entries.
template <class S, class Exec>
Matrix dok_insert(Exec const& exec, araios_dok_options const& options, Matrix const& A, Coordinates<Exec> const& at,
                  Araios::ValuesViewOf<S, SpaceOf<Exec>> const& values, std::int64_t& added);
template <class S, class Exec>
Matrix dok_erase(Exec const& exec, Matrix const& A, Coordinates<Exec> const& at, std::int64_t& erased);
/// found and values are on the host; values may be NULL.
template <class S, class Exec>
void dok_find(Exec const& exec, Matrix const& A, Coordinates<Exec> const& at, int* found, void* values);

}  // namespace araios_c
