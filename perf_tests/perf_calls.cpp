// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the shortest calls of products and transpositions take, back to back as a user's first program makes them, in
/// microseconds a call, beside cuSPARSE's. Caches are warm.
///
///   perf_calls                          500,000 x 500,000 with 10,000,000 entries at random places
///   perf_calls m n nnz                  another such matrix
///   perf_calls a.mtx elasticity:70x70x68
///                                       files and matrices that are generated (harness/matrix_source.hpp)
///   perf_calls --suite --data D         the list of matrices by which products are judged; files of the folder D
///
/// What is timed, and how: notes/calls.md and notes/protocol.md.

#include "calls/calls_program.hpp"
#include "harness/matrix_command.hpp"
#include "harness/table.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

int main_with(Arguments& arguments) {
  CallsProgram program;
  MatrixCommand command(program,
                        "Times the shortest calls of products and transpositions, back to back, and those of cuSPARSE",
                        OfType<TimeCalls>::names(), {});
  add_list_option(command.app, "--operations", program.operations, "with commas between them", {"spmv", "transpose"})
      ->capture_default_str();
  command.app.get_option("--repeats")->description("batches of calls for each figure (default 7)");
  command.app.get_option("--seconds")->description("a batch takes a tenth of this, but has 20 to 2,000 calls");
  command.app.get_option("--space")->description(
      "device or host: must be where this program was built to run; all: there");
  if (auto const status = command.parse(arguments, product_suite)) return *status;
  if (has_device ? program.common.space == "host" : program.common.space == "device")
    throw std::invalid_argument(join("--space ", program.common.space,
                                     ": calls are measured in the default execution space, ", Device::name()));
  if (program.common.smoke) program.batches = 2;
  if (command.repeats > 0) program.batches = command.repeats;

  return run_matrices(
      arguments, program, calls_report(),
      [&](Session& session, MatrixSource const&, Structure const& A) {
        TransposedStructure transposed;
        if (program.measures("transpose")) {
          session.progress.task("transposing by definition");
          transposed = transpose_by_definition(A);
        }
        return transposed;
      },
      [&](Session& session, std::string const& type, Structure const& A, TransposedStructure const& transposed) {
        return std::vector{
            Measured{sizes_of(A), {OfType<TimeCalls>::all().at(type)(program, session.progress, A, transposed)}}};
      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) { return Araios::Perf::run_program("perf_calls", argc, argv, Araios::Perf::main_with); }
