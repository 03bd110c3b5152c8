// SPDX-License-Identifier: Apache-2.0
/// \file
/// Transposes matrices by every method and baseline, checks each result, and prints what each takes.
///
///   perf_transpose                    500,000 x 500,000 with 10,000,000 entries at random places
///   perf_transpose m n nnz            another such matrix
///   perf_transpose a.mtx rmat:20:16000000
///                                     files and matrices that are generated (harness/matrix_source.hpp); the word
///                                     `default` among them stands for the first matrix
///   perf_transpose --suite --data D   the list of matrices by which the methods are judged; files of the folder D
///
/// What is timed, and how: notes/transpose.md and notes/protocol.md.

#include "harness/matrix_command.hpp"
#include "transpose/transpose_program.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

int main_with(Arguments& arguments) {
  TransposeProgram program;
  program.csv_file = "timing_analysis.csv";
  MatrixCommand command(program, "Transposes sparse matrices by every method of Araios and by the libraries at hand",
                        OfType<TimeTranspose>::names(), {});
  add_list_option(command.app, "--methods", program.methods,
                  "of Araios, with commas between them, `plan` for its plan (default: all; in a suite "
                  "automatic,automatic_8_bytes,plan)",
                  Method::words("transpose"));
  if (auto const status = command.parse(arguments, transposition_suite)) return *status;

  return run_matrices(
      arguments, program, transpose_report(program),
      [&](Session& session, MatrixSource const&, Structure const& A) {
        session.progress.task("transposing by definition");
        return transpose_by_definition(A);
      },
      [&](Session& session, std::string const& type, Structure const& A, TransposedStructure const& expected) {
        return std::vector{
            Measured{sizes_of(A), {OfType<TimeTranspose>::all().at(type)(program, session.spaces(), A, expected)}}};
      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_transpose", argc, argv, Araios::Perf::main_with);
}
