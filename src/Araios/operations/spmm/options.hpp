// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Options of the products of a matrix with several columns.

#include <Araios/operations/spmv/options.hpp>

namespace Araios {

struct SpmmOptions {
  Op op = Op::none;
};

}  // namespace Araios
