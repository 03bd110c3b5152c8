// SPDX-License-Identifier: Apache-2.0
//
// Calls that would give a wrong result in silence, or end in a fault of the device, are refused in O(1): arrays that
// overlap, null pointers, numbers and enumerators that are out of range.

#include <Araios/choose_format.hpp>
#include <Araios/convert.hpp>
#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/merge.hpp>
#include <Araios/primitives/segmented_sort.hpp>
#include <Araios/spmm.hpp>
#include <Araios/spmv_plan.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <Araios/transform.hpp>
#include <Araios/transpose_plan.hpp>
#include <Araios/update_dok.hpp>
#include <Araios/vector.hpp>
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace library_refused_arguments_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Doubles = Kokkos::View<double*, Space>;
using Ints = Kokkos::View<int*, Space>;
using Csr = CsrMatrix<double, int, int, Space>;
using Range = std::pair<int, int>;

constexpr int n = 40;

/// The identity of n rows, as arrays that may be written.
CsrArrays<double, int, int, Space> identity_arrays() {
  Exec const exec;
  auto const A = allocate_csr<double, int, int>(exec, "Araios::test", n, n);
  Kokkos::parallel_for(
      "Araios::test::identity", Araios::range(exec, n + 1), KOKKOS_LAMBDA(std::int64_t i) {
        A.row_map(i) = static_cast<int>(i);
        if (i == n) return;
        A.entries(i) = static_cast<int>(i);
        A.values(i) = 1;
      });
  exec.fence();
  return A;
}

bool is_refusal(std::string const& sentence, std::string const& function, std::string const& a, std::string const& b) {
  return sentence.rfind("Araios::" + function + ": ", 0) == 0 && sentence.find(a) != std::string::npos &&
         sentence.find(b) != std::string::npos && sentence != "nothing was thrown";
}

#define EXPECT_REFUSAL(function, a, b, call)                                        \
  do {                                                                              \
    std::string const sentence = refusal([&] { call; });                            \
    EXPECT_TRUE(is_refusal(sentence, function, a, b)) << #call << ": " << sentence; \
  } while (false)

TEST(RefusedOverlap, spmv) {
  Exec const exec;
  auto const arrays = identity_arrays();
  Csr const A(n, n, arrays);
  Doubles const memory("Araios::test", 2 * n), x = Kokkos::subview(memory, Range(0, n)),
                                               y = Kokkos::subview(memory, Range(n, 2 * n));
  EXPECT_NO_THROW(spmv(exec, 1.0, A, x, 0.0, y));
  EXPECT_REFUSAL("spmv", "x and y are the same", "array", spmv(exec, 1.0, A, x, 0.0, x));
  EXPECT_REFUSAL("spmv", "x and y overlap", "byte 8",
                 spmv(exec, 1.0, A, x, 0.0, Kokkos::subview(memory, Range(1, n + 1))));
  EXPECT_REFUSAL("spmv", "y and x overlap", "byte 8",
                 spmv(exec, 1.0, A, Kokkos::subview(memory, Range(1, n + 1)), 0.0, x));
  EXPECT_REFUSAL("spmv", "y", "values of A", spmv(exec, 1.0, A, x, 0.0, A.values));
  Ints const in_entries = arrays.entries, in_row_map = Kokkos::subview(arrays.row_map, Range(1, n + 1));
  CsrMatrix<int, int, int, Space> const B(n, n, arrays.row_map, arrays.entries, Ints("Araios::test", n));
  Ints const z("Araios::test", n);
  EXPECT_REFUSAL("spmv", "y", "entries of A", spmv(exec, 1, B, z, 0, in_entries));
  EXPECT_REFUSAL("spmv", "y", "row_map of A", spmv(exec, 1, B, z, 0, in_row_map));
  SpmvPlan const plan(exec, A);
  EXPECT_REFUSAL("spmv", "y", "values of A", spmv(exec, plan, 1.0, A, x, 0.0, A.values));
  EXPECT_REFUSAL("spmv", "y", "x", spmv(exec, plan, 1.0, A, x, 0.0, Kokkos::subview(memory, Range(1, n + 1))));
}

TEST(RefusedOverlap, spmv_of_other_formats) {
  Exec const exec;
  Csr const A(n, n, identity_arrays());
  Doubles const x("Araios::test", n);
  auto const coo = convert<Format::coo>(exec, A);
  EXPECT_REFUSAL("spmv", "y", "values of A", spmv(exec, 1.0, coo, x, 0.0, coo.values));
  auto const csc = convert<Format::csc>(exec, A);
  EXPECT_REFUSAL("spmv", "y", "values of A", spmv(exec, 1.0, csc, x, 0.0, csc.values));
  auto const hyb = convert<Format::hyb>(exec, A, {.width = 1});
  EXPECT_REFUSAL("spmv", "y", "values of A",
                 spmv(exec, 1.0, hyb, x, 0.0, Kokkos::subview(hyb.ell.values, Range(0, n))));
  auto const dia = convert<Format::dia_csr>(exec, A, {.fill = 1});
  EXPECT_REFUSAL("spmv", "y", "values of A",
                 spmv(exec, 1.0, dia, x, 0.0, Kokkos::subview(dia.dia.values, Range(0, n))));
}

TEST(RefusedOverlap, spmm) {
  Exec const exec;
  Csr const A(n, n, identity_arrays());
  using Right = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
  Right const table("Araios::test", n, 8);
  auto const all = Kokkos::ALL();
  auto const columns = [&](int begin, int end) { return Kokkos::subview(table, all, Range(begin, end)); };
  EXPECT_NO_THROW(spmm(exec, 1.0, A, columns(0, 4), 0.0, columns(4, 8)));
  EXPECT_REFUSAL("spmm", "X and Y overlap", "byte 24", spmm(exec, 1.0, A, columns(0, 4), 0.0, columns(3, 7)));
  Right const in_values(A.values.data(), n, 1);
  EXPECT_REFUSAL("spmm", "Y", "values of A", spmm(exec, 1.0, A, columns(0, 1), 0.0, in_values));
}

TEST(RefusedOverlap, transpose) {
  Exec const exec;
  auto const a = identity_arrays();
  auto const b = identity_arrays();
  Csr const A(n, n, a);
  auto const transposed_to = [&](Ints const& row_map, Ints const& entries, Doubles const& values) {
    transpose(exec, A, CsrArrays<double, int, int, Space>{row_map, entries, values});
  };
  EXPECT_NO_THROW(transposed_to(b.row_map, b.entries, b.values));
  EXPECT_REFUSAL("transpose", "values of B", "values of A", transposed_to(b.row_map, b.entries, a.values));
  EXPECT_REFUSAL("transpose", "entries of B", "entries of A", transposed_to(b.row_map, a.entries, b.values));
  EXPECT_REFUSAL("transpose", "row_map of B", "row_map of A", transposed_to(a.row_map, b.entries, b.values));
  EXPECT_REFUSAL("transpose", "entries of B", "row_map of A",
                 transposed_to(b.row_map, Kokkos::subview(a.row_map, Range(1, n + 1)), b.values));
  EXPECT_REFUSAL("transpose", "entries of B", "row_map of B",
                 transposed_to(b.row_map, Kokkos::subview(b.row_map, Range(1, n + 1)), b.values));
  Ints const in_values(reinterpret_cast<int*>(b.values.data()), n);
  EXPECT_REFUSAL("transpose", "entries of B", "values of B", transposed_to(b.row_map, in_values, b.values));

  TransposePlan const plan(exec, A);
  Doubles const memory("Araios::test", 2 * n), first = Kokkos::subview(memory, Range(0, n)),
                                               later = Kokkos::subview(memory, Range(1, n + 1));
  EXPECT_NO_THROW(transpose(exec, plan, A, first));
  EXPECT_REFUSAL("transpose", "values of A and B", "same array", transpose(exec, plan, A, A.values));
  EXPECT_REFUSAL("transpose", "values of B", "values of A", plan.transpose_values(exec, first, later));
  Csr const shared(n, n, A.row_map, A.entries, Doubles(memory.data() + n / 2, n));
  EXPECT_REFUSAL("transpose", "values of B", "values of A", transpose(exec, plan, shared, first));
  CsrMatrix<int, int, int, Space> const ints(n, n, A.row_map, A.entries, Ints("Araios::test", n));
  EXPECT_REFUSAL("transpose", "values of B", "entries of A", transpose(exec, plan, ints, a.entries));
  Ints const in_plan(const_cast<int*>(plan.entries().data()), n);
  EXPECT_REFUSAL("transpose", "values of B", "entries of the plan", transpose(exec, plan, ints, in_plan));
}

TEST(RefusedOverlap, primitives) {
  Exec const exec;
  Ints const memory("Araios::test", 4 * n);
  auto const part = [&](int begin, int end) { return Ints(Kokkos::subview(memory, Range(begin, end))); };
  Ints const in = part(0, n), shifted = part(1, n + 1), out = part(2 * n, 3 * n), second = part(3 * n, 4 * n);
  EXPECT_NO_THROW(exclusive_scan(exec, in, in));
  EXPECT_NO_THROW(exclusive_scan(exec, in, part(0, n + 1)));
  EXPECT_REFUSAL("exclusive_scan", "in and out overlap", "byte 4", exclusive_scan(exec, in, shifted));
  EXPECT_REFUSAL("exclusive_scan", "out and in overlap", "byte 4", exclusive_scan(exec, shifted, in));
  EXPECT_REFUSAL("inclusive_scan", "out", "in", inclusive_scan(exec, in, shifted));

  EXPECT_NO_THROW(radix_sort(exec, in, in, NoValues(), out, second, NoValues(), {.key_bits = 6}));
  EXPECT_REFUSAL("radix_sort", "keys_in", "keys_out",
                 radix_sort(exec, in, in, NoValues(), shifted, second, NoValues(), {.key_bits = 6}));
  EXPECT_REFUSAL("radix_sort", "p1_out", "keys_in",
                 radix_sort(exec, in, out, NoValues(), second, in, NoValues(), {.key_bits = 6}));
  EXPECT_REFUSAL("radix_sort", "p1_out", "keys_out",
                 radix_sort(exec, in, in, NoValues(), out, out, NoValues(), {.key_bits = 6}));

  UniformSegments const segments{10, n};
  EXPECT_NO_THROW(merge_adjacent(exec, segments, in, NoValues(), NoValues(), out, NoValues(), NoValues()));
  EXPECT_REFUSAL("merge_adjacent", "keys_in", "keys_out",
                 merge_adjacent(exec, segments, in, NoValues(), NoValues(), in, NoValues(), NoValues()));
  EXPECT_REFUSAL("merge_adjacent", "keys_out", "p1_out",
                 merge_adjacent(exec, segments, in, in, NoValues(), out, out, NoValues()));
  EXPECT_REFUSAL("segmented_sort", "keys", "payload_1", segmented_sort(exec, segments, in, shifted));

  EXPECT_REFUSAL("histogram", "counts", "indices", histogram(exec, in, shifted));
  EXPECT_REFUSAL("histogram", "counts", "indices", index_to_pointers(exec, in, shifted));
  EXPECT_REFUSAL("sorted_index_to_pointers", "pointers", "sorted", sorted_index_to_pointers(exec, in, shifted));
  EXPECT_REFUSAL("pointers_to_index", "pointers", "index", pointers_to_index(exec, in, shifted));
}

TEST(RefusedOverlap, values_and_vectors) {
  Exec const exec;
  auto const arrays = identity_arrays();
  Csr const A(n, n, arrays);
  Doubles const memory("Araios::test", 2 * n), d = Kokkos::subview(memory, Range(0, n)),
                                               shifted = Kokkos::subview(memory, Range(1, n + 1));
  EXPECT_NO_THROW(scale_rows(exec, d, A, A.values));
  EXPECT_REFUSAL("scale_rows", "values", "d", scale_rows(exec, d, A, shifted));
  EXPECT_REFUSAL("scale_columns", "values", "d", scale_columns(exec, A, d, d));
  Csr const B(n, n, A.row_map, A.entries, d);
  EXPECT_NO_THROW(transform_values(exec, IsNotZero{}, B, d));
  EXPECT_REFUSAL("transform_values", "values", "A.values", transform_values(exec, IsNotZero{}, B, shifted));
  EXPECT_REFUSAL("transform_values", "values", "A.entries", transform_values(exec, IsNotZero{}, B, arrays.entries));
  EXPECT_REFUSAL("extract_diagonal", "diagonal", "values of A", extract_diagonal(exec, B, shifted));

  SparseVector<double, int, Space> const x(n, arrays.entries, d);
  EXPECT_REFUSAL("axpy", "y", "values of x", axpy(exec, 2.0, x, shifted));
  using Number = Kokkos::View<double, Space, Kokkos::MemoryUnmanaged>;
  Number const inside(d.data() + 1);
  EXPECT_REFUSAL("dot", "result", "values of x", dot(exec, x, shifted, inside));
  EXPECT_REFUSAL("dot", "result", "y",
                 dotc(exec, SparseVector<double, int, Space>(n, arrays.entries, arrays.values), d, inside));
  EXPECT_REFUSAL("dot", "result", "values of x", dot(exec, x, x, inside));
  EXPECT_REFUSAL("dot", "result: the pointer is null", "1 elements", dot(exec, x, x, Number(nullptr)));
  EXPECT_REFUSAL("gather", "y", "values of x", gather(exec, shifted, x));
  EXPECT_REFUSAL("gather_zero", "y", "values of x", gather_zero(exec, shifted, x));
  // The values of a vector over its own indices, which are read.
  SparseVector<int, int, Space> const over_itself(n, arrays.entries, arrays.entries);
  EXPECT_REFUSAL("gather", "values of x", "indices of x", gather(exec, Ints("Araios::test", n), over_itself));
  EXPECT_REFUSAL("gather_zero", "values of x", "indices of x", gather_zero(exec, Ints("Araios::test", n), over_itself));
  EXPECT_REFUSAL("scatter", "y", "values of x", scatter(exec, x, shifted));
  EXPECT_REFUSAL("sparse_to_dense", "dense", "values of x", sparse_to_dense(exec, x, shifted));

  auto table = convert<Format::dok>(exec, A);
  Ints const rows("Araios::test", n);
  EXPECT_REFUSAL("find_entries", "entries", "row_indices of A",
                 find_entries(exec, table, rows, rows, table.row_indices));
  EXPECT_REFUSAL("find_entries", "entries", "rows", find_entries(exec, table, rows, Ints("Araios::test", n), rows));
  EXPECT_REFUSAL("insert", "rows", "row_indices of A",
                 insert(exec, table, table.row_indices, rows, d, {.duplicates = DokInsert::sum}));
}

TEST(RefusedNull, vectors_of_products) {
  Exec const exec;
  auto const arrays = identity_arrays();
  Csr const A(n, n, arrays);
  Doubles const x("Araios::test", n), null(static_cast<double*>(nullptr), n);
  EXPECT_EQ(refusal([&] { spmv(exec, 1.0, A, null, 0.0, x); }),
            "Araios::spmv: x: the pointer is null, for 40 elements");
  EXPECT_EQ(refusal([&] { spmv(exec, 1.0, A, x, 0.0, null); }),
            "Araios::spmv: y: the pointer is null, for 40 elements");
  Kokkos::View<double**, Space> const table("Araios::test", n, 2), none(static_cast<double*>(nullptr), n, 2);
  EXPECT_EQ(refusal([&] { spmm(exec, 1.0, A, none, 0.0, table); }),
            "Araios::spmm: X: the pointer is null, for 80 elements");
  auto const b = identity_arrays();
  EXPECT_EQ(refusal([&] { transpose(exec, A, CsrArrays<double, int, int, Space>{b.row_map, b.entries, null}); }),
            "Araios::transpose: the values of B: the pointer is null, for 40 elements");
  TransposePlan const plan(exec, A);
  EXPECT_EQ(refusal([&] { plan.transpose_values(exec, A.values, null); }),
            "Araios::transpose: the values of B: the pointer is null, for 40 elements");
}

TEST(RefusedNull, arrays_of_matrices) {
  auto const a = identity_arrays();
  int const* const no_ints = nullptr;
  double* const no_doubles = nullptr;
  EXPECT_EQ(refusal([&] { wrap_csr<Space>(n, n, n, no_ints, a.entries.data(), a.values.data()); }),
            "Araios::CsrMatrix: row_map: the pointer is null, for 41 elements");
  EXPECT_EQ(refusal([&] { wrap_csr<Space>(n, n, n, a.row_map.data(), no_ints, a.values.data()); }),
            "Araios::CsrMatrix: entries: the pointer is null, for 40 elements");
  EXPECT_EQ(refusal([&] { wrap_csr<Space>(n, n, n, a.row_map.data(), a.entries.data(), no_doubles); }),
            "Araios::CsrMatrix: values: the pointer is null, for 40 elements");
  EXPECT_NO_THROW(wrap_csr<Space>(0, 5, 0, no_ints, no_ints, no_doubles));
  using Indices = Kokkos::View<int const*, Space>;
  EXPECT_EQ(refusal([&] { CooMatrix<Pattern, int, int, Space>(n, n, a.entries, Indices(no_ints, n)); }),
            "Araios::CooMatrix: col_indices: the pointer is null, for 40 elements");
  EXPECT_EQ(refusal([&] { CscMatrix<double, int, int, Space>(n, n, Indices(no_ints, n + 1), a.entries, a.values); }),
            "Araios::CscMatrix: col_map: the pointer is null, for 41 elements");
  EXPECT_EQ(refusal([&] { EllMatrix<Pattern, int, int, Space>(n, n, n, 1, n, Indices(no_ints, n)); }),
            "Araios::EllMatrix: entries: the pointer is null, for 40 elements");
  EXPECT_EQ(refusal([&] { SparseVector<double, int, Space>(n, a.entries, Doubles(no_doubles, n)); }),
            "Araios::SparseVector: values: the pointer is null, for 40 elements");
}

TEST(RefusedOptions, numbers_out_of_range) {
  Exec const exec;
  Csr const A(n, n, identity_arrays());
  double const nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  for (double const fill : {1.5, 1e300, infinite, -infinite, nan, -0.5, -2.0})
    EXPECT_REFUSAL("convert::csr_to_dia_csr", "fill must be -1 or in [0, 1], not", "",
                   convert<Format::dia_csr>(exec, A, {.fill = fill}));
  EXPECT_REFUSAL("csr_to_grouped_jds", "rows_per_group is 0; it must be at least 1", "",
                 csr_to_grouped_jds(exec, A, {.rows_per_group = 0}));
  EXPECT_REFUSAL("convert::csr_to_dok", "capacity is -1; it must be in [0, ", "",
                 convert<Format::dok>(exec, A, {.capacity = -1}));
  auto table = convert<Format::dok>(exec, A);
  EXPECT_REFUSAL("reserve", "capacity is -1; it must be in [0, ", "", reserve(exec, table, -1));
  EXPECT_REFUSAL("choose_format", "max_bytes is -1; it must be at least 0", "-1",
                 choose_format(exec, A, {.max_bytes = -1}));
  EXPECT_REFUSAL("choose_format", "a rate of the model is", "0",
                 choose_format(exec, A, {.model = FormatModel{.bytes_per_second = 0}}));
  EXPECT_REFUSAL("choose_format", "a rate of the model is", "nan",
                 choose_format(exec, A, {.model = FormatModel{.ell = std::numeric_limits<double>::quiet_NaN()}}));
  EXPECT_REFUSAL("choose_format", "expected_applications is 0; it must be at least 1", "",
                 choose_format(exec, A, {.expected_applications = 0}));
  EXPECT_REFUSAL("SpmvPlan", "expected_applications is -1; it must be at least 1", "",
                 SpmvPlan(exec, A, {.expected_applications = -1}));
  EXPECT_REFUSAL("transpose", "scan_trans_budget_bytes is -1; it must be at least 0", "",
                 transpose(exec, A, {.scan_trans_budget_bytes = -1}));
  EXPECT_REFUSAL("TransposePlan", "scan_trans_budget_bytes is -1; it must be at least 0", "",
                 TransposePlan(exec, A, {.scan_trans_budget_bytes = -1}));
  EXPECT_REFUSAL("convert::csr_to_ell", "FormatLimits::bytes is -1; it must be at least 0", "",
                 convert<Format::ell>(exec, A, {.limits = {.bytes = -1}}));
  EXPECT_REFUSAL("convert::csr_to_hyb", "slots_per_entry is nan", "",
                 convert<Format::hyb>(exec, A, {.limits = {.slots_per_entry = nan}}));
  EXPECT_REFUSAL("convert::csr_to_sell", "slots_per_entry is -1", "",
                 convert<Format::sell>(exec, A, {.limits = {.slots_per_entry = -1}}));
  EXPECT_REFUSAL("convert::csr_to_bsr", "always_accepted_bytes is -1", "",
                 convert<Format::bsr>(exec, A, {.limits = {.always_accepted_bytes = -1}}));
  EXPECT_REFUSAL("convert::csr_to_dia", "FormatLimits::bytes", "",
                 convert<Format::dia>(exec, A, {.limits = {.bytes = -1}}));
  EXPECT_REFUSAL("convert::csr_to_jds", "FormatLimits::bytes", "",
                 convert<Format::jds>(exec, A, {.limits = {.bytes = -1}}));
  EXPECT_REFUSAL("convert::csr_to_dok", "FormatLimits::bytes", "",
                 convert<Format::dok>(exec, A, {.limits = {.bytes = -1}}));
  EXPECT_REFUSAL("csr_to_dense", "FormatLimits::bytes", "", csr_to_dense(exec, A, 0.0, {.limits = {.bytes = -1}}));
}

/// Each number and each enumeration of each struct of options, in the headers themselves, is named in a check; so an
/// option added later is, too, or a table says why not.
TEST(RefusedOptions, every_one_is_checked_somewhere) {
  std::filesystem::path const headers = std::filesystem::path(ARAIOS_REPOSITORY_DIR) / "src" / "Araios";
  if (!std::filesystem::exists(headers)) GTEST_SKIP() << "the sources are elsewhere: " << headers;
  std::map<std::string, std::string> const unchecked = {{"seed", "any number is right"},
                                                        {"model", "its members are checked"}};
  std::string all;
  for (auto const& file : std::filesystem::recursive_directory_iterator(headers)) {
    if (file.path().extension() != ".hpp") continue;
    std::ifstream in(file.path());
    for (std::string line; std::getline(in, line);) all += line.substr(0, line.find("//")) + "\n";
  }
  std::set<std::string> checked;  // the words in the arguments of all checks
  for (std::string const start : {"check", "refuse(", "require_enumerator("})
    for (std::size_t at = all.find(start); at != std::string::npos; at = all.find(start, at + 1)) {
      std::string word;
      for (char const c : all.substr(at, all.find(';', at) + 1 - at)) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')
          word += c;
        else
          checked.insert(std::exchange(word, {}));
      }
    }
  int options = 0;
  for (std::size_t at = all.find("\nstruct "); at != std::string::npos; at = all.find("\nstruct ", at + 1)) {
    std::string const name = all.substr(at + 8, all.find_first_of(" {;:\n", at + 8) - at - 8);
    if (!name.ends_with("Options") && !name.ends_with("FormatLimits")) continue;
    std::istringstream body(all.substr(at + 1, all.find("\n};", at) - at - 1));
    for (std::string line; std::getline(body, line);) {
      std::istringstream words(line);
      std::string type, field, equals;
      if (!(words >> type >> field >> equals) || equals != "=") continue;
      bool const is_enumeration = std::isupper(static_cast<unsigned char>(type[0])) != 0 && type != "FormatLimits";
      bool const is_number = type == "int" || type == "double" || type == "std::int64_t" || type == "std::uint64_t" ||
                             type.starts_with("std::optional");
      if (!is_enumeration && !is_number) continue;
      ++options;
      EXPECT_TRUE(checked.contains(field) || unchecked.contains(field))
          << name << "::" << field << " is checked nowhere";
    }
  }
  EXPECT_GE(options, 80);
}

TEST(RefusedOptions, enumerators_that_are_none) {
  Exec const exec;
  Csr const A(n, n, identity_arrays());
  auto const coo = convert<Format::coo>(exec, A);
  Doubles const x("Araios::test", n), y("Araios::test", n);
  Kokkos::View<double**, Space> const X("Araios::test", n, 2), Y("Araios::test", n, 2);
  EXPECT_REFUSAL("spmv", "Op has no enumerator 99", "", spmv(exec, 1.0, A, x, 0.0, y, {.op = Op(99)}));
  EXPECT_REFUSAL("spmv", "SpmvMethod has no enumerator -1", "",
                 spmv(exec, 1.0, A, x, 0.0, y, {.method = SpmvMethod(-1)}));
  EXPECT_REFUSAL("spmm", "Op has no enumerator 99", "", spmm(exec, 1.0, A, X, 0.0, Y, {.op = Op(99)}));
  EXPECT_REFUSAL("SpmvPlan", "Op has no enumerator 99", "", SpmvPlan(exec, A, {.op = Op(99)}));
  EXPECT_REFUSAL("SpmvPlan", "SpmvMethod has no enumerator 99", "", SpmvPlan(exec, A, {.method = SpmvMethod(99)}));
  EXPECT_REFUSAL("transpose", "TransposeMethod has no enumerator 99", "",
                 transpose(exec, A, {.method = TransposeMethod(99)}));
  EXPECT_REFUSAL("transpose", "Conjugate has no enumerator 99", "", transpose(exec, A, {.conjugate = Conjugate(99)}));
  EXPECT_REFUSAL("TransposePlan", "TransposeMethod has no enumerator 99", "",
                 TransposePlan(exec, A, {.method = TransposeMethod(99)}));
  EXPECT_REFUSAL("TransposePlan", "PatternCheck has no enumerator 99", "",
                 TransposePlan(exec, A, {.check = PatternCheck(99)}));
  TransposePlan const plan(exec, A);
  EXPECT_REFUSAL("transpose", "Conjugate has no enumerator 99", "",
                 transpose(exec, plan, A, x, {.conjugate = Conjugate(99)}));
  EXPECT_REFUSAL("convert::coo_to_csr", "Duplicates has no enumerator 99", "",
                 convert<Format::csr>(exec, coo, {.duplicates = Duplicates(99)}));
  EXPECT_REFUSAL("convert::csr_to_ell", "EllPadding has no enumerator 99", "",
                 convert<Format::ell>(exec, A, {.padding = EllPadding(99)}));
  EXPECT_REFUSAL("choose_format", "FormatChoiceMode has no enumerator 99", "",
                 choose_format(exec, A, {.mode = FormatChoiceMode(99)}));
  EXPECT_REFUSAL("choose_format", "Op has no enumerator 99", "", choose_format(exec, A, {.op = Op(99)}));
  FormatChoice choice;
  choice.format = Format(99);
  EXPECT_REFUSAL("convert_to", "Format has no enumerator 99", "", convert_to(exec, choice, A));
  EXPECT_REFUSAL("convert::csr_to_packet", "PacketOrdering has no enumerator 99", "",
                 convert<Format::packet>(exec, A, {.ordering = PacketOrdering(99)}));
  EXPECT_REFUSAL("convert::csr_to_packet", "PacketNumbering has no enumerator 99", "",
                 convert<Format::packet>(exec, A, {.numbering = PacketNumbering(99)}));
  auto table = convert<Format::dok>(exec, A);
  EXPECT_REFUSAL("insert", "DokInsert has no enumerator 99", "",
                 insert(exec, table, Ints("Araios::test", 1), Ints("Araios::test", 1), Doubles("Araios::test", 1),
                        {.duplicates = DokInsert(99)}));
}

/// One row of as many columns as an int counts: sizes are those of 64 bits, and known before memory is asked for.
TEST(RefusedSizes, one_row_of_2_31_columns) {
  Exec const exec;
  constexpr std::int64_t columns = std::numeric_limits<int>::max();
  Ints const row_map("Araios::test", 2), entries("Araios::test", 1);
  Kokkos::deep_copy(Kokkos::subview(row_map, 1), 1);
  CsrMatrix<double, int, int, Space> const A(1, columns, row_map, entries, Doubles("Araios::test", 1));
  std::int64_t const bytes_before = bytes_allocated();
  EXPECT_EQ(refusal([&] { csr_to_dense(exec, A, 0.0, {.limits = {.bytes = 1 << 20}}); }),
            "Araios::csr_to_dense: 17179869176 bytes are more than the limit of 1048576; the table has 1 x 2147483647 "
            "elements");
  EXPECT_EQ(refusal([&] { transpose(exec, A, {.method = TransposeMethod::scan_trans}); }),
            "Araios::transpose: scan_trans needs 1 x 2147483647 counters and 1 positions, 8589934592 bytes, more than "
            "its budget of 4294967296 (TransposeOptions::scan_trans_budget_bytes); use radix or merge_trans, whose "
            "memory does not grow with the columns");
  EXPECT_LT(bytes_allocated() - bytes_before, 1 << 20);
}

}  // namespace library_refused_arguments_test
