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
#include "harness/suite.hpp"
#include "harness/table.hpp"
#include "transpose/transpose_program.hpp"

#include <ostream>
#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

std::int64_t entries(Line const& line) { return line.what.sizes[2].second; }

struct Baseline {
  char const* library;
  char const* method;
  char const* label;
  bool on_device;
};

void print_speedup(std::ostream& out, Lines const& lines, std::string const& method, Baseline const& baseline,
                   std::int64_t min_entries) {
  Lines longer;
  for (Line const* const line : lines)
    if (entries(*line) > min_entries) longer.push_back(line);
  for (auto const& [label, figure] :
       {cold_and_warm[0], cold_and_warm[1], Timing{"with allocation of output and workspace", &Result::end_to_end}})
    print_figures(
        out, join("  ", method, " over ", baseline.label, ", ", label),
        ratios(
            longer, [&](auto const& results) { return find(results, "Araios", method, baseline.on_device); },
            [&](auto const& results) { return find(results, baseline.library, baseline.method, baseline.on_device); },
            figure));
}

void print_device(std::ostream& out, Lines const& lines) {
  Baseline const cusparse{"cuSPARSE", "csr2cscEx2", "cuSPARSE", true};
  print_speedup(out, lines, "automatic", cusparse, 0);
  print_speedup(out, lines, automatic_8_bytes, cusparse, 0);
  print_speedup(out, lines, "plan numeric", cusparse, 0);
  Figures warm, workspace, floors, on_stencil;
  for (Line const* const line : lines) {
    std::string const& name = line->what.name;
    double const nnz = static_cast<double>(entries(*line));
    if (auto const* const own = find(line->results, "Araios", "automatic", true)) {
      if (nnz < 3e6) warm.add(own->warm.median, name);
      if (nnz > 1e6) workspace.add(static_cast<double>(own->workspace_bytes) / nnz, name);
    }
    if (auto const* const plan = find(line->results, "Araios", "plan numeric", true)) {
      double const floor = static_cast<double>(plan->bytes) / plan->copy_bandwidth;
      floors.add(plan->flushed.median / floor, name);
      if (name.rfind("stencil27", 0) == 0) on_stencil.add(plan->flushed.median / floor, name);
    }
  }
  if (warm.count > 0)
    out << "  automatic, longest warm time under 3,000,000 entries: " << milliseconds(warm.most) << " ms ("
        << warm.max_at << ")\n";
  if (workspace.count > 0)
    out << "  automatic, most workspace above 1,000,000 entries: " << three_digits(workspace.most)
        << " bytes an entry (" << workspace.max_at << ")\n";
  print_figures(out, "  plan numeric over its floor, caches flushed", floors, {"most"});
  if (on_stencil.count > 0)
    out << "  plan numeric over its floor, caches flushed, " << on_stencil.max_at << ": "
        << three_digits(on_stencil.most) << '\n';
}

void print_part(std::ostream& out, Lines const& lines, char const* part) {
  if (lines.empty()) return;
  out << "\nsuite, " << lines[0]->what.type << ", " << part << ": " << lines.size() << " matrices\n";
  print_device(out, lines);
  print_speedup(out, lines, "automatic", {"CXSparse", "cs_transpose", "CXSparse", false}, 0);
  print_speedup(out, lines, "automatic", {"CXSparse", "cs_transpose", "CXSparse above 2,000,000 entries", false},
                2'000'000);
}

void print_suite_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (Lines const& of_type : by_type(lines)) {
    Lines sixteen, added;
    for (Line const* const line : of_type) (added_to_transposition(line->what.name) ? added : sixteen).push_back(line);
    print_part(out, sixteen, "the sixteen");
    print_part(out, added, "added");
  }
}

std::string label(Result const& result) {
  if (result.library == "Araios") return result.chosen.empty() ? result.method : result.method + " = " + result.chosen;
  if (result.library == "Kokkos Kernels" && result.method != "transpose_matrix") return "Kokkos Kernels + sort";
  return result.library == "Kokkos Kernels" ? result.library : result.library + " " + result.method;
}

std::string label_without_choice(Result result) {
  result.chosen.clear();
  return label(result);
}

void compare(std::vector<Result>& results) {
  Result const* const serial = find(results, "Araios", "serial", false);
  Result const* const cusparse = find(results, "cuSPARSE", "csr2cscEx2", true);
  Result const* const cxsparse = find(results, "CXSparse", "cs_transpose", false);
  for (auto& result : results) {
    add_speedup(result, "serial", serial);
    // A ratio between two devices would not compare methods.
    add_speedup(result, result.on_device ? "cusparse" : "cxsparse", result.on_device ? cusparse : cxsparse);
  }
}

Report transpose_report(TransposeProgram const& program) {
  using namespace Columns;
  Column const per_entry{"B/entry", [](Line const& line, Result const& result) {
                           auto const nnz = static_cast<double>(line.what.sizes[2].second);
                           return result.workspace_bytes >= 0 && nnz > 0
                                      ? three_digits(static_cast<double>(result.workspace_bytes) / nnz)
                                      : std::string("-");
                         }};
  return {.program = "perf_transpose",
          .of_results = "perf_transpose",
          .columns = {cold(), cold_spread(), times("x serial", "serial"), times("x cuSPARSE", "cusparse"),
                      times("x CXSparse", "cxsparse"), rate(), of_copy(), warm(), warm_spread(),
                      times("x cuSPARSE", "cusparse_warm"), time("end to end ms", &Result::end_to_end),
                      spread(&Result::end_to_end), times("x serial", "serial_end_to_end"), workspace(), per_entry},
          .footer = times_are_medians,
          .compare = compare,
          .label = label,
          .csv_file = program.csv_file,
          .csv_figures = {csv_cold(), {"speedup", [](Result const& result) { return speedup(result, "serial"); }}},
          .csv_label = label_without_choice,
          .summary = print_suite_summary};
}

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
