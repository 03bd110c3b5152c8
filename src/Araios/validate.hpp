// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// `find_fault` and `validate` for every format.

#include <Araios/formats/validate/compressed.hpp>
#include <Araios/formats/validate/dok.hpp>
#include <Araios/formats/validate/hypersparse.hpp>
#include <Araios/formats/validate/packet.hpp>
#include <Araios/formats/validate/padded.hpp>
#include <Araios/formats/validate/sparse_vector.hpp>
#include <Araios/formats/validate/structured.hpp>

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/validate.hpp>
#include <Araios/compiled/validate_formats.hpp>
#endif
