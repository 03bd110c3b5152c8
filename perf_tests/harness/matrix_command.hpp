// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/command_line.hpp"
#include "harness/matrix_program.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace Araios::Perf {

/// The command line of a program of run_matrices: what all of them have. Each adds its own options to `app`.
class MatrixCommand {
 public:
  CLI::App app;
  int repeats = 0;  // 0: not given

  /// `types` and `libraries`: what --type and --libraries may name; empty: there is no such option.
  MatrixCommand(MatrixProgram& program, std::string const& text, std::vector<std::string> const& types,
                std::vector<std::string> const& libraries)
      : app(text), program_(program) {
    add_matrix_options(app, matrices_);
    if (!types.empty()) add_type_option(app, program.types, types);
    if (!libraries.empty())
      add_list_option(app, "--libraries", program.libraries, "with commas between them (default: all)", libraries);
    add_filter_option(app, program);
    if (!program.csv_file.empty())
      app.add_option("--csv", program.csv_file, "where the table goes for a spreadsheet")->capture_default_str();
    add_common_options(app, program.common, repeats);
  }
  MatrixCommand(MatrixCommand const&) = delete;
  MatrixCommand& operator=(MatrixCommand const&) = delete;

  /// Parses, and completes the program: the matrices are those of `suite`, those of the words, or `usual(smoke)`. What is
  /// wrong with the options, and --help, end the program with the status that is returned.
  ///
  /// Throws        what is wrong with the words and files of the matrices.
  std::optional<int> parse(Arguments& arguments, std::vector<MatrixSource> (*suite)(std::string const&, bool),
                           MatrixSource (*usual)(bool) = usual_source) {
    if (auto const status = Perf::parse(app, arguments, program_.common, repeats, matrices_)) return status;
    bool const smoke = program_.common.smoke;
    program_.suite = matrices_.suite;
    program_.sources = matrices_.suite
                           ? present(suite(matrices_.data, smoke), !matrices_.data.empty(), matrices_.allow_missing)
                           : sources_of(matrices_.words, usual(smoke));
    return {};
  }

 private:
  MatrixProgram& program_;
  MatrixOptions matrices_;
};

}  // namespace Araios::Perf
