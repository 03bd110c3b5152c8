// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between the formats.

#include <Araios/operations/convert/any.hpp>
#include <Araios/operations/convert/bsr.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <Araios/operations/convert/dense.hpp>
#include <Araios/operations/convert/dia.hpp>
#include <Araios/operations/convert/dia_csr.hpp>
#include <Araios/operations/convert/dok.hpp>
#include <Araios/operations/convert/ell.hpp>
#include <Araios/operations/convert/hyb.hpp>
#include <Araios/operations/convert/hypersparse.hpp>
#include <Araios/operations/convert/jds.hpp>
#include <Araios/operations/convert/packet.hpp>
#include <Araios/operations/convert/sell.hpp>
#include <Araios/operations/convert/sort_rows.hpp>
#include <Araios/operations/convert/sparse_vector.hpp>

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/convert.hpp>
#endif
