// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Options that the programs share.

#include "harness/program.hpp"
#include "harness/registry.hpp"
#include "harness/require.hpp"
#include "harness/suite.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace Araios::Perf {

/// `repeats` is 0 unless it is given.
inline void add_common_options(CLI::App& app, CommonOptions& options, int& repeats) {
  app.add_option("--repeats", repeats, "of each figure (default 30, fewer where a run takes long)")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--seconds", options.protocol.seconds,
                 "after which no further repeat of a figure is begun; 5 are made unless they take 10 s")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--space", options.space, "where to run: all, device or host")
      ->check(CLI::IsMember({"all", "device", "host"}))
      ->capture_default_str();
  app.add_option("--json", options.json_file, "file to which one JSON object a result is appended");
  app.add_option("--machine", options.machine, "name of the machine, for the JSON lines (default: its GPU or CPU)");
  app.add_flag("--smoke", options.smoke, "everything once, small and quick: the figures mean nothing");
}

/// Throws        std::invalid_argument where the program was not built for the space that is asked for.
inline void finish_common_options(CommonOptions& options, int repeats) {
  require(has_device || options.space != "device", "--space device: this program was built for ", Host::name(),
          " alone");
  if (options.smoke) options.protocol = {1, 2, 2, 0.0, 10.0};
  if (repeats == 0) return;
  // A number that was asked for is made, whatever the time.
  options.protocol.repeats = options.protocol.least = repeats;
  options.protocol.patience = std::numeric_limits<double>::infinity();
}

/// Which matrices a program measures.
struct MatrixOptions {
  std::vector<std::string> words;
  bool suite = false;
  std::string data;
  bool allow_missing = false;
};

inline void add_matrix_options(CLI::App& app, MatrixOptions& options) {
  app.add_option("matrices", options.words, matrix_words_help);
  auto* const suite =
      app.add_flag("--suite", options.suite,
                   "the list of matrices by which the methods are judged, with a summary; on the device "
                   "unless --space says otherwise; only what the summary needs is measured");
  app.add_option("--data", options.data, "folder of the suite's .mtx.gz files")->needs(suite);
  app.add_flag("--allow-missing", options.allow_missing, "measure the suite without the files that are not there")
      ->needs(suite);
}

/// An option with several of the words in `known`, with commas between them.
inline CLI::Option* add_list_option(CLI::App& app, char const* option, std::vector<std::string>& list, char const* help,
                                    std::vector<std::string> const& known) {
  return app.add_option(option, list, help)->delimiter(',')->allow_extra_args(false)->check(CLI::IsMember(known));
}

/// --filter, for programs with candidates. Parsing throws std::invalid_argument where it leaves none of those that are
/// requested.
inline void add_filter_option(CLI::App& app, Selection& selection) {
  app.callback([&selection] {
    auto const& all = Method::all();
    require(selection.filter.empty() ||
                std::any_of(all.begin(), all.end(), [&](Method const& one) { return selection.wants(one); }),
            "--filter ", selection.filter, ": no such method is among those that are requested");
  });
  app.add_option("--filter", selection.filter,
                 "a regular expression: only methods are measured in whose \"library/method\" it is found")
      ->check([](std::string const& text) {
        try {
          std::regex const checked(text);
        } catch (std::regex_error const& error) {
          return std::string(error.what());
        }
        return std::string();
      });
}

/// --type: `types` keeps its default where that was built, else becomes the first of `names`.
inline void add_type_option(CLI::App& app, std::vector<std::string>& types, std::vector<std::string> const& names) {
  if (!contains(names, types.at(0))) types = {names.at(0)};
  add_list_option(app, "--type", types, "of the values; several, with commas between them", names)
      ->capture_default_str();
}

/// Parses. What is wrong with the options, and --help, end the program with the status that is returned.
inline std::optional<int> parse(CLI::App& app, Arguments& arguments) {
  app.footer("Options that begin with --kokkos- are handed to Kokkos, for example the number of threads.");
  try {
    app.parse(arguments.program_count(), arguments.program.data());
  } catch (CLI::ParseError const& error) {
    return app.exit(error);
  }
  return {};
}

/// The same, and completes what the options leave open.
///
/// Throws        what is wrong with the words and files of the matrices.
inline std::optional<int> parse(CLI::App& app, Arguments& arguments, CommonOptions& common, int const& repeats,
                                MatrixOptions const& matrices) {
  if (auto const status = parse(app, arguments)) return status;
  if (matrices.suite && !matrices.words.empty())
    return app.exit(CLI::ValidationError("--suite", "has matrices of its own"));
  if (matrices.suite) {
    if (app.count("--space") == 0) common.space = has_device ? "device" : "host";
    // Sequential baselines on a host take seconds a run; repeats on a device stay far below this.
    common.protocol.least = 3;
    common.protocol.patience = 4.0;
    if (app.count("--seconds") == 0) common.protocol.seconds = 0.5;
  }
  finish_common_options(common, repeats);
  return {};
}

/// The default matrix of most programs.
inline MatrixSource usual_source(bool smoke) {
  return smoke ? random_source(2'000, 3'000, 20'000) : random_source(500'000, 500'000, 10'000'000);
}

}  // namespace Araios::Perf
