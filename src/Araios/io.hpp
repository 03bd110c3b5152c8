// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Reading and writing files: Matrix Market and edge lists.

#include <Araios/io/edge_list.hpp>
#include <Araios/io/matrix_market.hpp>
#include <Araios/io/read_error.hpp>

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/io.hpp>
#endif
