// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// All public headers.

#include <Araios/any_matrix.hpp>
#include <Araios/build.hpp>
#include <Araios/choose_format.hpp>
#include <Araios/convert.hpp>
#include <Araios/core.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/formats.hpp>
#include <Araios/galerkin_plan.hpp>
#include <Araios/generate.hpp>
#include <Araios/graph.hpp>
#include <Araios/io.hpp>
#include <Araios/kronecker.hpp>
#include <Araios/multiply.hpp>
#include <Araios/multiply_masked.hpp>
#include <Araios/multiply_plan.hpp>
#include <Araios/multiply_transposed.hpp>
#include <Araios/path_queries.hpp>
#include <Araios/primitives.hpp>
#include <Araios/reduce.hpp>
#include <Araios/reorder.hpp>
#include <Araios/row_statistics.hpp>
#include <Araios/select.hpp>
#include <Araios/spmm.hpp>
#include <Araios/spmspv.hpp>
#include <Araios/spmv.hpp>
#include <Araios/spmv_plan.hpp>
#include <Araios/submatrix.hpp>
#include <Araios/transform.hpp>
#include <Araios/transpose.hpp>
#include <Araios/transpose_plan.hpp>
#include <Araios/update_dok.hpp>
#include <Araios/validate.hpp>
#include <Araios/vector.hpp>
