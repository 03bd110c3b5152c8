// SPDX-License-Identifier: Apache-2.0
#include "add/add_program.hpp"
#include "harness/table.hpp"

#include <Araios/convert.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/multiply.hpp>
#include <Araios/transpose.hpp>

namespace Araios::Perf {

AddCase make_add_case(AddProgram const& program, Structure const& given) {
  Device const exec;
  AddCase what;
  if (given.num_rows() != given.num_cols()) {
    what.left_out = join("not square: ", with_commas(given.num_rows()), " x ", with_commas(given.num_cols()));
    return what;
  }
  what.A = copy_to<Kokkos::HostSpace>(sum_duplicates(exec, copy_to<Device::memory_space>(given)));
  auto const A = copy_to<Device::memory_space>(what.A);
  try {
    what.B = copy_to<Kokkos::HostSpace>(program.with == AddWith::square ? multiply(exec, A, A) : transpose(exec, A));
  } catch (std::invalid_argument const& refusal) {
    what.left_out = refusal.what();
    return what;
  }
  if (std::int64_t const entries = std::int64_t(what.A.nnz()) + what.B.nnz(); entries > program.max_entries)
    what.left_out = join(with_commas(entries), " entries, more than --max-entries ", program.max_entries);
  return what;
}

}  // namespace Araios::Perf
