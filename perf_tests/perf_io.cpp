// SPDX-License-Identifier: Apache-2.0
/// \file
/// Times the reading and writing of matrices.
///
///   perf_io             a pattern and a real matrix of 2,000,000 entries, generated
///   perf_io file ...    Matrix Market files, plain or gzip
///
/// Files are read warm: what is timed is the path from the page cache to the matrix. baselines/readers.py times other
/// readers on the same files. Checked before: what is read has the entries that the header announces, and is what
/// parsing gives, and what writing and reading it again gives.

#include "harness/clock.hpp"
#include "harness/command_line.hpp"
#include "harness/difference.hpp"
#include "harness/environment.hpp"
#include "harness/program.hpp"
#include "harness/progress.hpp"
#include "harness/report.hpp"
#include "harness/results.hpp"
#include "harness/table.hpp"

#include <Araios/io/matrix_market.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <unistd.h>

namespace Araios::Perf {
namespace {

struct IoProgram {
  CommonOptions common;
  std::vector<std::string> files;
};

/// The repeats of one job.
template <class Job>
Sample time_job(Protocol const& protocol, Job const& job) {
  for (int i = 0; i < protocol.warm_up; ++i) job();
  std::vector<double> seconds;
  WallClock whole;
  for (int i = 0; i < protocol.repeats && (i < protocol.least || whole.stop() < protocol.seconds); ++i) {
    WallClock clock;
    job();
    seconds.push_back(clock.stop());
  }
  return summarize(std::move(seconds));
}

std::string whole_file(std::string const& name) {
  std::ifstream in(name, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw std::runtime_error("cannot read " + name);
  return text.str();
}

template <class Scalar>
std::string type_name() {
  if constexpr (is_pattern_v<Scalar>) return "pattern";
  return is_complex_v<Scalar> ? "complex_double" : "double";
}

/// Throws WrongResult where two matrices differ.
template <class Matrix>
void require_equal(Matrix const& got, Matrix const& expected, std::string const& what) {
  if (got.num_rows() != expected.num_rows() || got.num_cols() != expected.num_cols())
    throw WrongResult(what + ": another shape");
  auto wrong = array_difference(Host(), got.row_indices, expected.row_indices, "row_indices");
  if (!wrong) wrong = array_difference(Host(), got.col_indices, expected.col_indices, "col_indices");
  if constexpr (!is_pattern_v<typename Matrix::Scalar>)
    if (!wrong) wrong = array_difference(Host(), got.values, expected.values, "values");
  if (wrong) throw WrongResult(what + ": " + *wrong);
}

/// Throws WrongResult unless there are the entries that the header announces: of a symmetric file each once or twice.
void require_entries(std::string const& name, std::int64_t nnz) {
  auto const header = read_matrix_market_header(name);
  std::int64_t const most = (header.symmetry == MatrixMarketSymmetry::general ? 1 : 2) * header.num_stored;
  if (nnz < header.num_stored || nnz > most)
    throw WrongResult(join("reading ", name, " gives ", nnz, " entries of ", header.num_stored, " in the file"));
}

/// Reading, parsing and writing of one file in the type that its banner names.
template <class Scalar>
std::vector<Result> time_file(std::string const& name, Protocol const& protocol, Progress& progress, Case& what) {
  using Matrix = CooMatrix<Scalar, int, std::int64_t, Kokkos::HostSpace>;
  std::string const text = whole_file(name);
  Matrix matrix = read_matrix_market<Scalar, int, std::int64_t>(name);
  require_entries(name, matrix.nnz());
  Matrix const parsed = parse_matrix_market<Scalar, int, std::int64_t>(text);
  require_equal(parsed, matrix, "parsing " + name + " in place of reading it");
  std::ostringstream out;
  write_matrix_market(matrix, out);
  std::string const written = out.str();
  require_equal(Matrix(parse_matrix_market<Scalar, int, std::int64_t>(written)), matrix, "writing and reading " + name);
  std::vector<Result> results;
  auto const add = [&](char const* library, char const* method, std::int64_t bytes, auto const& job) {
    progress.task(name + ": " + method);
    Result result;
    result.library = library;
    result.method = method;
    result.space = std::string(library) == "Araios" ? Host().name() : "host";
    result.warm = time_job(protocol, job);
    result.bytes = bytes;
    results.push_back(result);
  };
  auto const bytes = static_cast<std::int64_t>(text.size());
  // What no reader can be faster than, as long as it copies the file: the same bytes into memory that is already there.
  std::vector<char> buffer(text.size());
  add("stdio", "fread", bytes, [&] {
    std::FILE* const file = std::fopen(name.c_str(), "rb");
    if (file == nullptr || std::fread(buffer.data(), 1, buffer.size(), file) != buffer.size())
      throw WrongResult("cannot read " + name);
    std::fclose(file);
  });
  add("Araios", "read_matrix_market", bytes, [&] { matrix = read_matrix_market<Scalar, int, std::int64_t>(name); });
  add("Araios", "parse_matrix_market", bytes, [&] { matrix = parse_matrix_market<Scalar, int, std::int64_t>(text); });
  add("Araios", "write_matrix_market", static_cast<std::int64_t>(written.size()), [&] {
    std::ostringstream again;
    write_matrix_market(matrix, again);
    if (again.str().size() != written.size()) throw WrongResult("writing " + name + " twice gives two texts");
  });
  require_equal(matrix, parsed, "the last timed run of " + name);
  what.type = type_name<Scalar>();
  what.sizes = {{"rows", matrix.num_rows()}, {"cols", matrix.num_cols()}, {"nnz", matrix.nnz()}, {"bytes", bytes}};
  return results;
}

std::vector<Result> time_file(std::string const& name, Protocol const& protocol, Progress& progress, Case& what) {
  switch (read_matrix_market_header(name).field) {
  case MatrixMarketField::pattern:
    return time_file<Pattern>(name, protocol, progress, what);
  case MatrixMarketField::complex:
    return time_file<Kokkos::complex<double>>(name, protocol, progress, what);
  default:
    return time_file<double>(name, protocol, progress, what);
  }
}

/// A file with random entries; removed by the caller.
std::string generated_file(bool values, std::int64_t entries) {
  int const n = 300'000;
  std::mt19937_64 random(1);
  std::string const name = (std::filesystem::temp_directory_path() /
                            ("araios_perf_io_" + std::to_string(getpid()) + (values ? "_real.mtx" : "_pattern.mtx")))
                               .string();
  std::ofstream out(name, std::ios::binary);
  out << "%%MatrixMarket matrix coordinate " << (values ? "real" : "pattern") << " general\n"
      << n << ' ' << n << ' ' << entries << '\n';
  out.precision(17);
  for (std::int64_t k = 0; k < entries; ++k) {
    out << 1 + random() % n << ' ' << 1 + random() % n;
    if (values) out << ' ' << static_cast<double>(random()) * 0x1p-64;
    out << '\n';
  }
  if (!out.flush()) throw std::runtime_error("cannot write " + name);
  return name;
}

void print_table(Case const& what, std::vector<Result> const& results) {
  std::cout << '\n' << what.name << ", " << what.type << ": ";
  for (auto const& [name, size] : what.sizes) std::cout << with_commas(size) << ' ' << name << ' ';
  std::cout << "\n\n";
  Table table({"library", "method", "space", "ms", "+-", "MB/s"}, 3);
  for (auto const& result : results)
    table.add({result.library, result.method, result.space, milliseconds(result.warm.median),
               percent(result.warm.spread()),
               three_digits(1e-6 * static_cast<double>(result.bytes) / result.warm.median)});
  table.print(std::cout);
}

void run(IoProgram const& program) {
  Environment const where = environment(program.common.machine, {});
  print(std::cout, where);
  JsonFile json(program.common.json_file);
  Progress progress;
  auto const one = [&](std::string const& name, std::string const& title) {
    Case what{"perf_io", title, "", {}};
    std::vector<Result> const results = time_file(name, program.common.protocol, progress, what);
    progress.clear();
    print_table(what, results);
    json.add(where, what, results);
  };
  for (std::string const& name : program.files) one(name, std::filesystem::path(name).filename().string());
  if (program.files.empty()) {
    for (bool const values : {false, true}) {
      progress.task("generating a file");
      std::string const name = generated_file(values, program.common.smoke ? 20'000 : 2'000'000);
      try {
        one(name, values ? "random_real" : "random_pattern");
      } catch (...) {
        std::filesystem::remove(name);
        throw;
      }
      std::filesystem::remove(name);
    }
  }
}

int main_with(Arguments& arguments) {
  IoProgram program;
  int repeats = 0;
  CLI::App app("Times the reading and writing of Matrix Market files");
  app.add_option("files", program.files, "Matrix Market files, plain or gzip (default: two generated ones)")
      ->check(CLI::ExistingFile);
  add_common_options(app, program.common, repeats);
  app.remove_option(app.get_option("--space"));  // files are read on the host
  if (auto const status = parse(app, arguments)) return *status;
  finish_common_options(program.common, repeats);
  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  run(program);
  return 0;
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) { return Araios::Perf::run_program("perf_io", argc, argv, Araios::Perf::main_with); }
