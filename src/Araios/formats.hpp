// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The formats: matrices, sparse vectors, and copies of them.

#include <Araios/formats/batch.hpp>
#include <Araios/formats/bitmap_vector.hpp>
#include <Araios/formats/bsr.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/formats/dia_csr.hpp>
#include <Araios/formats/dok.hpp>
#include <Araios/formats/ell.hpp>
#include <Araios/formats/format_limits.hpp>
#include <Araios/formats/hyb.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/formats/jds.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/formats/sell.hpp>
#include <Araios/formats/sparse_vector.hpp>

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/copy.hpp>
#endif
