// SPDX-License-Identifier: Apache-2.0
#include "calls/calls_program.hpp"
#include "harness/table.hpp"

#include <ostream>

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

void print_products(std::ostream& out, Lines const& lines) {
  Ratios shortest{"spmv / cuSPARSE best"}, host{"spmv / cuSPARSE best, host"};
  Ratios workspace{"own workspace / cuSPARSE best"}, plan{"plan / cuSPARSE best"};
  Ratios over_workspace{"spmv / own workspace"}, over_plan{"spmv / plan"};
  Table table({"matrix", "entries", "empty kernel", "spmv", "own workspace", "plan", "cuSPARSE best", "which",
               shortest.name, "host", workspace.name, plan.name, over_workspace.name},
              1);
  bool any = false;
  for (Line const* const line : lines) {
    Result const* const own = ours(*line, Calls::spmv);
    Result const* const own_workspace = ours(*line, Calls::spmv_workspace);
    Result const* const own_plan = ours(*line, Calls::spmv_plan);
    Result const* const other = best_cusparse_call(line->results);
    if (own == nullptr) continue;
    any = true;
    std::string const& name = line->what.name;
    (void)over_plan.add(own, own_plan, name);
    table.add({name, with_commas(line->what.sizes[2].second),
               both(find(line->results, "Kokkos", Calls::empty_kernel, has_device)), both(own), both(own_workspace),
               both(own_plan), both(other, without_cusparse), other != nullptr ? other->method : "-",
               shortest.add(own, other, name), host.add(own, other, name, true),
               workspace.add(own_workspace, other, name), plan.add(own_plan, other, name),
               over_workspace.add(own, own_workspace, name)});
  }
  if (!any) return;
  out << "\nproducts, " << lines[0]->what.type
      << ": us a call (host us), caches warm; ratios below 1: ours is shorter\n\n";
  table.drop_empty();
  table.print(out);
  out << '\n';
  for (Ratios const* const ratios : {&shortest, &host, &workspace, &plan, &over_workspace, &over_plan})
    ratios->print(out);
}

void print_transpositions(std::ostream& out, Lines const& lines) {
  Ratios over_workspace{"into / own workspace"}, into{"into / cuSPARSE"}, into_host{"into / cuSPARSE, host"};
  Ratios as_new{"new / cuSPARSE allocating"}, new_over_into{"new / into"};
  Table table({"matrix", "entries", "into", "own workspace", over_workspace.name, "cuSPARSE", into.name, "host", "new",
               "cuSPARSE allocating", as_new.name},
              1);
  bool any = false;
  for (Line const* const line : lines) {
    Result const* const own = ours(*line, Calls::into);
    Result const* const own_workspace = ours(*line, Calls::into_workspace);
    Result const* const own_new = ours(*line, Calls::as_new);
    Result const* const other = cusparse(*line, Calls::cusparse_into);
    Result const* const other_new = cusparse(*line, Calls::cusparse_as_new);
    if (own == nullptr) continue;
    any = true;
    std::string const& name = line->what.name;
    (void)new_over_into.add(own_new, own, name);
    table.add({name, with_commas(line->what.sizes[2].second), both(own), both(own_workspace),
               over_workspace.add(own, own_workspace, name), both(other, without_cusparse), into.add(own, other, name),
               into_host.add(own, other, name, true), both(own_new), both(other_new, without_cusparse),
               as_new.add(own_new, other_new, name)});
  }
  if (!any) return;
  out << "\ntranspositions, " << lines[0]->what.type
      << ": us a call (host us), caches warm; ratios below 1: ours is shorter\n\n";
  table.drop_empty();
  table.print(out);
  out << '\n';
  for (Ratios const* const ratios : {&over_workspace, &into, &into_host, &as_new, &new_over_into}) ratios->print(out);
}

}  // namespace

void print_calls_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (auto const& of_type : by_type(lines)) {
    print_products(out, of_type);
    print_transpositions(out, of_type);
  }
}

}  // namespace Araios::Perf
