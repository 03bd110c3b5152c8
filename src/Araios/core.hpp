// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What users call of core, on which all of Araios builds.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/instance.hpp>
#include <Araios/core/kept_memory.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/validation.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/core/wrapping.hpp>
