// SPDX-License-Identifier: Apache-2.0
//
// What the programs of binary operations have of their own: options, operands, and tables.
#include "binary/binary_program.hpp"
#include "harness/matrix_command.hpp"
#include "harness/strict_rows.hpp"
#include "harness/suite.hpp"
#include "harness/table.hpp"

#include <Araios/convert.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/generate/random.hpp>
#include <Araios/multiply.hpp>
#include <Araios/sort_rows.hpp>
#include <Araios/transpose.hpp>

#include <CLI/CLI.hpp>

#include <limits>
#include <map>
#include <ostream>
#include <stdexcept>

namespace Araios::Perf {

namespace {

// ---- add

void add_options_of_add(CLI::App& app, BinaryProgram& program) {
  std::map<std::string, bool> const summands{{"square", true}, {"transpose", false}};
  app.add_option("--with", program.with_square, "what is added: square or transpose (default)")
      ->transform(CLI::CheckedTransformer(summands));
  app.add_option("--max-entries", program.max_entries, "matrices with more in A and B are left out")
      ->check(CLI::Range(std::int64_t(0), std::int64_t(std::numeric_limits<int>::max())))
      ->capture_default_str();
}

std::string not_square(Structure const& A) {
  return join("not square: ", with_commas(A.num_rows()), " x ", with_commas(A.num_cols()));
}

/// Rows are sorted without duplicates.
BinaryCase make_sum(BinaryProgram const& program, Structure const& given) {
  Device const exec;
  BinaryCase what;
  if (given.num_rows() != given.num_cols()) {
    what.A = given;
    what.left_out = not_square(given);
    return what;
  }
  what.A = copy_to<Kokkos::HostSpace>(sum_duplicates(exec, copy_to<Device::memory_space>(given)));
  auto const A = copy_to<Device::memory_space>(what.A);
  try {
    what.B = copy_to<Kokkos::HostSpace>(program.with_square ? multiply(exec, A, A) : transpose(exec, A));
  } catch (std::invalid_argument const& refusal) {
    what.left_out = refusal.what();
    return what;
  }
  if (std::int64_t const entries = std::int64_t(what.A.nnz()) + what.B.nnz(); entries > program.max_entries)
    what.left_out = join(with_commas(entries), " entries, more than --max-entries ", program.max_entries);
  return what;
}

Sizes sizes_of_sum(BinaryCase const& what, std::int64_t nnz_of_result) {
  Sizes sizes = sizes_of(what.A);
  sizes.emplace_back("nnz_of_B", what.B.nnz());
  if (nnz_of_result >= 0) sizes.emplace_back("nnz_of_sum", nnz_of_result);
  return sizes;
}

/// Keys of speed-ups, and the results that they compare with.
struct Rival {
  std::string key, library, method;
};

std::vector<Rival> const rivals_of_add = {{"cusparse", "cuSPARSE", BinaryMethods::cusparse_add},
                                          {"kokkos_kernels", "Kokkos Kernels", BinaryMethods::kokkos_kernels_add},
                                          {"cxsparse", "CXSparse", BinaryMethods::cxsparse_add},
                                          {"graphblas", "GraphBLAS", BinaryMethods::graphblas_add}};
std::vector<Rival> const rivals_of_multiply = {
    {"kokkos_kernels", "Kokkos Kernels", BinaryMethods::kokkos_kernels_multiply},
    {"graphblas", "GraphBLAS", BinaryMethods::graphblas_multiply},
    {"cxsparse", "CXSparse", BinaryMethods::cxsparse_multiply}};

void compare_with(std::vector<Rival> const& rivals, std::vector<Result> const& results, Result& result) {
  for (Rival const& rival : rivals)
    add_speedup(result, rival.key, find(results, rival.library, rival.method, result.on_device));
}

/// The speed-ups over a baseline of the results that `is_own` names.
template <class IsOwn>
Figures speedups_of(Lines const& lines, std::string const& over, IsOwn const& is_own) {
  Figures figures;
  for (Line const* const line : lines)
    for (auto const& result : line->results)
      if (is_own(result))
        for (auto const& [name, ratio] : result.speedups)
          if (name == over) figures.add(ratio, line->what.name);
  return figures;
}

void summarize_sums(std::ostream& out, std::vector<Line> const& lines) {
  for (Lines const& of_type : by_type(lines))
    for (Rival const& rival : rivals_of_add)
      for (bool const on_device : {true, false})
        print_figures(out,
                      join(of_type[0]->what.type, ", on the ", on_device ? "device" : "host", ", over ", rival.library,
                           ", caches flushed"),
                      speedups_of(of_type, rival.key,
                                  [&](Result const& result) {
                                    return result.library == "Araios" && result.on_device == on_device;
                                  }),
                      {"least", "most"});
}

Report report_of_add(BinaryProgram const& program) {
  using namespace Columns;
  return {.program = "perf_add",
          .of_results = program.with_square ? "perf_add_square" : "perf_add",
          .columns = {cold(), cold_spread(), rate(), percent_of_copy(), times("x cuSPARSE", "cusparse"),
                      times("x Kokkos K.", "kokkos_kernels"), times("x CXSparse", "cxsparse"),
                      times("x GraphBLAS", "graphblas"), warm(), warm_spread(), workspace("buffers"), peak()},
          .footer =
              "times: medians in milliseconds, allocation of C inside; cold: caches flushed before each run; +-: half "
              "the distance from the 10th to the 90th percentile\n"
              "x: times as long as ours took the other; GB/s: A, B and C once, by the cold time; buffers: memory "
              "beside C; peak: with C",
          .compare =
              [](std::vector<Result>& results) {
                for (auto& result : results)
                  if (result.library == "Araios" && result.method == BinaryMethods::add)
                    compare_with(rivals_of_add, results, result);
              },
          .summary = summarize_sums};
}

// ---- multiply

void add_options_of_multiply(CLI::App& app, BinaryProgram& program) {
  app.add_option("--max-products", program.max_products,
                 "matrices with more are left out; int counts the entries of C, which are no more")
      ->check(CLI::Range(std::int64_t(0), std::int64_t(std::numeric_limits<int>::max())))
      ->capture_default_str();
  app.add_option("--check-products", program.check_products,
                 "rows worth so many products are checked in every entry; of more, every second, third, ... row")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
}

/// Rows are sorted without duplicates.
BinaryCase make_product(BinaryProgram const& program, Structure const& given) {
  BinaryCase what;
  Device const exec;
  what.A = given.nnz() == 0 || has_strict_rows(Host(), given)
               ? given
               : Structure(copy_to<Kokkos::HostSpace>(sum_duplicates(exec, copy_to<Device::memory_space>(given))));
  Structure const& A = what.B = what.A;
  if (A.num_rows() != A.num_cols()) {
    what.left_out = not_square(A);
    return what;
  }
  for (int p = 0; p < A.nnz(); ++p) what.products += A.row_map(A.entries(p) + 1) - A.row_map(A.entries(p));
  if (what.products > program.max_products)
    what.left_out = join(with_commas(what.products), " products, more than --max-products ", program.max_products);
  return what;
}

Sizes sizes_of_product(BinaryCase const& what, std::int64_t nnz_of_result) {
  Sizes sizes = sizes_of(what.A);
  sizes.emplace_back("products", what.products);
  if (nnz_of_result >= 0) sizes.emplace_back("nnz_of_product", nnz_of_result);
  return sizes;
}

/// The plan is compared with the product of cuSPARSE that makes values alone.
void compare_products(std::vector<Result>& results) {
  for (auto& result : results) {
    if (result.library != "Araios" || !result.measured()) continue;
    bool const is_plan = result.method == BinaryMethods::plan;
    if (result.on_device)
      for (bool const warm : {false, true}) {
        auto const figure = warm ? &Result::warm : &Result::flushed;
        Result const* const other = is_plan ? find(results, "cuSPARSE", BinaryMethods::cusparse_reuse, true)
                                            : fastest(results, "cuSPARSE", {"ALG1", "ALG2", "ALG3"}, true, figure);
        if (other != nullptr)
          result.speedups.emplace_back(warm ? "cusparse_warm" : "cusparse", ratio(other->*figure, result.*figure));
      }
    if (!is_plan) compare_with(rivals_of_multiply, results, result);
  }
}

void summarize_products(std::ostream& out, std::vector<Line> const& lines) {
  for (Lines const& of_type : by_type(lines))
    for (std::string const method : {BinaryMethods::multiply, BinaryMethods::plan})
      for (bool const warm : {false, true})
        print_figures(out,
                      join(of_type[0]->what.type, ", ", method, ", over the fastest of cuSPARSE, caches ",
                           warm ? "warm" : "flushed"),
                      speedups_of(of_type, warm ? "cusparse_warm" : "cusparse",
                                  [&](Result const& result) {
                                    return result.library == "Araios" && result.method == method && result.on_device;
                                  }),
                      {"least", "most"});
}

void print_headline_of_product(std::ostream& out, Line const& line) {
  print_headline(out, line);
  out << with_commas(line.what.sizes[3].second) << " products";
  if (line.what.sizes.size() > 4) out << ", " << with_commas(line.what.sizes[4].second) << " entries of C";
  out << "\n\n";
}

Report report_of_multiply(BinaryProgram const&) {
  using namespace Columns;
  Column const products{"G products/s", [](Line const& line, Result const& result) {
                          return three_digits(1e-9 * static_cast<double>(line.what.sizes[3].second) /
                                              result.flushed.median);
                        }};
  return {.program = "perf_multiply",
          .of_results = "perf_multiply",
          .columns = {cold(), cold_spread(), times("x cuSPARSE", "cusparse"), times("x Kokkos K.", "kokkos_kernels"),
                      times("x CXSparse", "cxsparse"), times("x GraphBLAS", "graphblas"), products, warm(),
                      warm_spread(), times("x cuSPARSE", "cusparse_warm"), set_up(), workspace("buffers"), peak(),
                      same_bits()},
          .footer =
              "times: medians in milliseconds, allocation of C and of cuSPARSE's buffers inside; cold: caches flushed "
              "before each run; +-: half the distance from the 10th to the 90th percentile\n"
              "x: times as long as ours took the fastest of cuSPARSE's algorithms (the plan: SpGEMMreuse_compute), "
              "Kokkos Kernels and CXSparse; products: of two entries, by the cold time; buffers: memory beside C; "
              "peak: with C",
          .compare = compare_products,
          .headline = print_headline_of_product,
          .summary = summarize_products};
}

// ---- kronecker

void add_options_of_kronecker(CLI::App& app, BinaryProgram& program) {
  app.add_option("--factor", program.factor, "rows and columns of the first factor, which has three entries a row")
      ->check(CLI::Range(3, 1000))
      ->capture_default_str();
  program.max_entries = 500'000'000;
  app.add_option("--max-entries", program.max_entries, "matrices with more in C are left out")
      ->check(CLI::Range(std::int64_t(0), std::int64_t(std::numeric_limits<int>::max())))
      ->capture_default_str();
}

/// A small first factor with three entries a row; the second is the matrix as it is given.
BinaryCase make_kronecker(BinaryProgram const& program, Structure const& given) {
  BinaryCase what;
  what.B = given;
  Device const exec;
  std::int64_t const f = program.factor;
  what.A = copy_to<Kokkos::HostSpace>(random_matrix<Pattern, int, int>(exec, RandomOptions{f, f, 3 * f}));
  std::int64_t const entries = std::int64_t(what.A.nnz()) * given.nnz();
  if (entries > program.max_entries)
    what.left_out = join(with_commas(entries), " entries of C, more than --max-entries ", program.max_entries);
  return what;
}

Sizes sizes_of_kronecker(BinaryCase const& what, std::int64_t) {
  Sizes sizes = sizes_of(what.B);
  sizes.emplace_back("nnz_of_product", std::int64_t(what.A.nnz()) * what.B.nnz());
  return sizes;
}

Report report_of_kronecker(BinaryProgram const&) {
  using namespace Columns;
  return {.program = "perf_kronecker",
          .of_results = "perf_kronecker",
          .columns = {cold(), cold_spread(), rate(), percent_of_copy(), warm(), warm_spread(), peak()},
          .footer =
              "times: medians in milliseconds, allocation of C inside; cold: caches flushed before each run; +-: half "
              "the distance from the 10th to the 90th percentile; GB/s: factors and C once, by the cold time"};
}

}  // namespace

BinaryOperation const& binary_operation(std::string const& name) {
  static std::map<std::string, BinaryOperation> const all = {
      {"add",
       {"Adds sparse matrices to their squares or transposes",
        BinaryMethods::add,
        {"araios", "cusparse", "kokkos_kernels", "cxsparse", "graphblas"},
        {{"cuSPARSE", BinaryMethods::cusparse_add}, {"Kokkos Kernels", BinaryMethods::kokkos_kernels_add}},
        add_options_of_add,
        make_sum,
        sizes_of_sum,
        report_of_add}},
      {"multiply",
       {"Multiplies sparse matrices by themselves",
        BinaryMethods::multiply,
        {"araios", "cusparse", "kokkos_kernels", "cxsparse", "graphblas"},
        {{"cuSPARSE", "ALG1"}, {"Kokkos Kernels", BinaryMethods::kokkos_kernels_multiply}},
        add_options_of_multiply,
        make_product,
        sizes_of_product,
        report_of_multiply}},
      {"kronecker",
       {"Kronecker products of a small random matrix with large ones",
        BinaryMethods::kronecker,
        {"araios", "graphblas"},
        {},
        add_options_of_kronecker,
        make_kronecker,
        sizes_of_kronecker,
        report_of_kronecker}}};
  return all.at(name);
}

Measured time_binary(BinaryProgram const& program, Spaces& spaces, std::string const& type, BinaryCase const& what) {
  BinaryOperation const& operation = binary_operation(program.operation);
  BinaryOutcome all;
  if (what.left_out.empty()) {
    all = OfType<TimeBinary>::all().at(type)(program, spaces, what);
    add_not_built(program, operation.rows_of_not_built, all.results);
  } else {
    Result result;
    result.library = "Araios";
    result.method = operation.method;
    result.note = "skipped: " + what.left_out;
    all.results.push_back(result);
  }
  return {operation.sizes(what, all.nnz_of_result), std::move(all)};
}

int run_binary(std::string const& name, Arguments& arguments) {
  BinaryOperation const& operation = binary_operation(name);
  BinaryProgram program;
  program.operation = name;
  program.types = OfType<TimeBinary>::names();
  MatrixCommand command(program, operation.text, program.types, operation.libraries);
  operation.add_options(command.app, program);
  auto const square = [](bool smoke) {
    return smoke ? random_source(2'000, 2'000, 20'000) : random_source(500'000, 500'000, 10'000'000);
  };
  if (auto const status = command.parse(arguments, multiply_suite, square)) return *status;
  return run_matrices(
      arguments, program, operation.report(program),
      [&](Session&, MatrixSource const&, Structure const& A) { return operation.make_case(program, A); },
      [&](Session& session, std::string const& type, Structure const&, BinaryCase const& what) {
        return std::vector{time_binary(program, session.spaces(), type, what)};
      });
}

}  // namespace Araios::Perf
