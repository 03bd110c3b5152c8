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
#include "harness/require.hpp"
#include "harness/table.hpp"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

#ifdef ARAIOS_HAVE_CUSPARSE
constexpr char const* without_cusparse = "-";
#else
constexpr char const* without_cusparse = "not built";
#endif

// Microseconds a call, and in brackets those of the host.
std::string both(Result const* result, char const* missing = "-") {
  if (result == nullptr) return missing;
  return join(three_digits(1e6 * result->call.median), " (", three_digits(1e6 * result->host.median), ")");
}

Result const* ours(Line const& line, char const* method) { return find(line.results, "Araios", method, has_device); }
Result const* cusparse(Line const& line, char const* method) {
  return find(line.results, "cuSPARSE", method, has_device);
}

/// The fastest of these, by the time of a call; nullptr: none was measured.
Result const* best_cusparse_call(std::vector<Result> const& results) {
  return fastest(results, "cuSPARSE", {"CSR_ALG1", "CSR_ALG2", "COO_ALG1"}, has_device, &Result::call);
}

// Ratios of one column, with its heading, over all matrices.
struct Ratios {
  std::string name;
  Figures figures{};

  // A cell, ours over the other.
  std::string add(Result const* own, Result const* other, std::string const& matrix, bool host = false) {
    if (own == nullptr || other == nullptr) return "-";
    double const figure = host ? ratio(own->host, other->host) : ratio(own->call, other->call);
    figures.add(figure, matrix);
    return three_digits(figure);
  }
  void print(std::ostream& out) const { print_figures(out, "  " + name, figures, {"worst"}); }
};

// A row for each matrix of which `first` was measured, added by row(table, line, own), then the ratios over all of them.
template <class Row>
void print_calls(std::ostream& out, Lines const& lines, char const* what, char const* first,
                 std::vector<std::string> header, std::vector<Ratios const*> const& ratios, Row const& row) {
  Table table(std::move(header), 1);
  bool any = false;
  for (Line const* const line : lines)
    if (Result const* const own = ours(*line, first)) {
      any = true;
      row(table, *line, own);
    }
  if (!any) return;
  out << '\n'
      << what << ", " << lines[0]->what.type
      << ": us a call (host us), caches warm; ratios below 1: ours is shorter\n\n";
  table.drop_empty();
  table.print(out);
  out << '\n';
  for (Ratios const* const one : ratios) one->print(out);
}

void print_products(std::ostream& out, Lines const& lines) {
  Ratios shortest{"spmv / cuSPARSE best"}, host{"spmv / cuSPARSE best, host"};
  Ratios workspace{"own workspace / cuSPARSE best"}, plan{"plan / cuSPARSE best"};
  Ratios over_workspace{"spmv / own workspace"}, over_plan{"spmv / plan"};
  print_calls(out, lines, "products", Calls::spmv,
              {"matrix", "entries", "empty kernel", "spmv", "own workspace", "plan", "cuSPARSE best", "which",
               shortest.name, "host", workspace.name, plan.name, over_workspace.name},
              {&shortest, &host, &workspace, &plan, &over_workspace, &over_plan},
              [&](Table& table, Line const& line, Result const* own) {
                Result const* const own_workspace = ours(line, Calls::spmv_workspace);
                Result const* const own_plan = ours(line, Calls::spmv_plan);
                Result const* const other = best_cusparse_call(line.results);
                std::string const& name = line.what.name;
                (void)over_plan.add(own, own_plan, name);
                table.add({name, with_commas(line.what.sizes[2].second),
                           both(find(line.results, "Kokkos", Calls::empty_kernel, has_device)), both(own),
                           both(own_workspace), both(own_plan), both(other, without_cusparse),
                           other != nullptr ? other->method : "-", shortest.add(own, other, name),
                           host.add(own, other, name, true), workspace.add(own_workspace, other, name),
                           plan.add(own_plan, other, name), over_workspace.add(own, own_workspace, name)});
              });
}

void print_transpositions(std::ostream& out, Lines const& lines) {
  Ratios over_workspace{"into / own workspace"}, into{"into / cuSPARSE"}, into_host{"into / cuSPARSE, host"};
  Ratios as_new{"new / cuSPARSE allocating"}, new_over_into{"new / into"};
  print_calls(out, lines, "transpositions", Calls::into,
              {"matrix", "entries", "into", "own workspace", over_workspace.name, "cuSPARSE", into.name, "host", "new",
               "cuSPARSE allocating", as_new.name},
              {&over_workspace, &into, &into_host, &as_new, &new_over_into},
              [&](Table& table, Line const& line, Result const* own) {
                Result const* const own_workspace = ours(line, Calls::into_workspace);
                Result const* const own_new = ours(line, Calls::as_new);
                Result const* const other = cusparse(line, Calls::cusparse_into);
                Result const* const other_new = cusparse(line, Calls::cusparse_as_new);
                std::string const& name = line.what.name;
                (void)new_over_into.add(own_new, own, name);
                table.add({name, with_commas(line.what.sizes[2].second), both(own), both(own_workspace),
                           over_workspace.add(own, own_workspace, name), both(other, without_cusparse),
                           into.add(own, other, name), into_host.add(own, other, name, true), both(own_new),
                           both(other_new, without_cusparse), as_new.add(own_new, other_new, name)});
              });
}

void print_calls_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (auto const& of_type : by_type(lines)) {
    print_products(out, of_type);
    print_transpositions(out, of_type);
  }
}

std::string microseconds(Sample const& sample) { return three_digits(1e6 * sample.median); }

// What a method of ours is compared with: cuSPARSE's way to the same end.
Result const* baseline_of(std::vector<Result> const& results, std::string const& method) {
  if (method == Calls::into || method == Calls::into_workspace)
    return find(results, "cuSPARSE", Calls::cusparse_into, has_device);
  if (method == Calls::as_new) return find(results, "cuSPARSE", Calls::cusparse_as_new, has_device);
  return best_cusparse_call(results);
}

void compare(std::vector<Result>& results) {
  for (auto& result : results) {
    if (result.library != "Araios" || !result.measured()) continue;
    Result const* const other = baseline_of(results, result.method);
    if (other == nullptr) continue;
    result.speedups.emplace_back("cusparse", ratio(other->call, result.call));
    result.speedups.emplace_back("cusparse_host", ratio(other->host, result.host));
  }
}

void print_headline_of_calls(std::ostream& out, Line const& line) {
  auto const& what = line.what;
  out << '\n'
      << what.name << ": " << with_commas(what.sizes[0].second) << " x " << with_commas(what.sizes[1].second) << ", "
      << with_commas(what.sizes[2].second) << " entries, " << what.type << "\n\n";
}

/// Microseconds.
Column time_of(char const* heading, Sample Result::* sample) {
  return {heading, [sample](Result const& result) { return microseconds(result.*sample); }};
}

Report calls_report() {
  using namespace Columns;
  return {.program = "perf_calls",
          .of_results = "perf_calls",
          .columns = {time_of("us", &Result::call), spread(&Result::call), time_of("host us", &Result::host),
                      spread(&Result::host), times("x cuSPARSE", "cusparse"),
                      times("x cuSPARSE, host", "cusparse_host"), workspace()},
          .footer =
              "us: microseconds a call of many back to back, until all are done; host: until the call returns; medians "
              "of batches, caches warm; +-: half the distance from the 10th to the 90th percentile\n"
              "cuSPARSE best: the least of CSR_ALG1, CSR_ALG2 and COO_ALG1, each with its analysis, descriptions and "
              "buffer made before",
          .compare = compare,
          .headline = print_headline_of_calls,
          .label_heading = "call",
          .overview = print_calls_summary};
}

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
  require(!has_device || program.common.space != "host",
          "--space host: calls are measured in the default execution space, ", Device::name());
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
