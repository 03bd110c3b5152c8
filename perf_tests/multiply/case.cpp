// SPDX-License-Identifier: Apache-2.0
#include "harness/strict_rows.hpp"
#include "harness/table.hpp"
#include "multiply/multiply_program.hpp"

#include <Araios/formats/copy.hpp>
#include <Araios/sort_rows.hpp>

namespace Araios::Perf {

namespace {

Structure with_strict_rows(Structure const& A) {
  if (A.nnz() == 0 || has_strict_rows(Host(), A)) return A;
  Device const exec;
  return copy_to<Kokkos::HostSpace>(sum_duplicates(exec, copy_to<Device::memory_space>(A)));
}

}  // namespace

MultiplyCase make_multiply_case(MultiplyProgram const& program, Structure const& given) {
  MultiplyCase what{with_strict_rows(given), 0, {}};
  Structure const& A = what.A;
  if (A.num_rows() != A.num_cols()) {
    what.left_out = join("not square: ", with_commas(A.num_rows()), " x ", with_commas(A.num_cols()));
    return what;
  }
  for (int p = 0; p < A.nnz(); ++p) what.products += A.row_map(A.entries(p) + 1) - A.row_map(A.entries(p));
  if (what.products > program.max_products)
    what.left_out = join(with_commas(what.products), " products, more than --max-products ", program.max_products);
  return what;
}

}  // namespace Araios::Perf
