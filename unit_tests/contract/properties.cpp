// SPDX-License-Identifier: Apache-2.0
//
// What is true of every operation: an output that overlaps what is read, or another output, is refused; with validation
// an operand that breaks the rules of its format is refused with the place; results that are new change no array of the
// caller. The operations are those of operations.cpp. Where a property does not apply, a table says why.

#include <Araios/formats/for_each_array.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "contract/operations.hpp"

namespace contract_test {

using Bytes = Kokkos::View<char*, Space>;
using Reasons = std::map<std::string, std::string>;

Bytes bytes_at(void const* begin, std::int64_t length) {
  return Bytes(static_cast<char*>(const_cast<void*>(begin)), static_cast<std::size_t>(length));
}
std::string to_string(Bytes const& bytes) {
  std::string text(bytes.extent(0), 0);
  Kokkos::deep_copy(Kokkos::View<char*, Kokkos::HostSpace>(text.data(), text.size()), bytes);
  return text;
}

/// An array of Data, or of a matrix that is made of it.
struct Region {
  std::string name;
  char* begin;
  std::int64_t bytes;
  std::int64_t room;                      // bytes behind it that no array has
  bool is_real;                           // its elements are numbers of type double
  std::function<void(char*)> place = {};  // makes Data use other memory for it; empty where that is not possible
};

template <class View>
Region region_of(std::string const& name, View const& view, std::int64_t room_bytes = 0) {
  using Value = typename View::non_const_value_type;
  return {name, reinterpret_cast<char*>(const_cast<Value*>(view.data())),
          static_cast<std::int64_t>(view.size() * sizeof(Value)), room_bytes, std::is_same_v<Value, double>};
}

/// The arrays that the caller of an operation has.
std::vector<Region> own_arrays(Data& d) {
  std::vector<Region> all;
  auto const add = [&](char const* name, auto& view, bool has_room = true) {
    using View = std::remove_reference_t<decltype(view)>;
    using Value = typename View::value_type;
    all.push_back(region_of(name, view, has_room ? room * static_cast<std::int64_t>(sizeof(Value)) : 0));
    // The owner of the memory stays alive while the View points elsewhere.
    all.back().place = [&view, owner = view](char* memory) {
      view = View(reinterpret_cast<Value*>(memory), owner.layout());
    };
  };
  add("arrays.row_map", d.arrays.row_map);
  add("arrays.entries", d.arrays.entries);
  add("arrays.values", d.arrays.values);
  add("result.row_map", d.result.row_map);
  add("result.entries", d.result.entries);
  add("result.values", d.result.values);
  add("keys", d.keys);
  add("vector_indices", d.vector_indices);
  add("some_indices", d.some_indices);
  add("x", d.x);
  add("y", d.y);
  add("square_x", d.square_x);
  add("square_y", d.square_y);
  add("words", d.words, false);
  add("table", d.table, false);
  add("by_rows", d.by_rows, false);
  add("by_columns", d.by_columns, false);
  add("product_values", d.product_values, false);
  return all;
}

/// The arrays above, and those of all matrices and plans.
std::vector<Region> all_arrays(Data& d) {
  d.the_product_plan();  // makes product_values
  std::vector<Region> all = own_arrays(d);
  auto const add = [&](std::string const& of, auto const& matrix) {
    Impl::for_each_array(matrix, [&](auto const& array, char const* name) {
      if constexpr (Kokkos::is_view<std::remove_cvref_t<decltype(array)>>::value)
        all.push_back(region_of(of + "." + name, array));
    });
  };
  add("coo", d.coo);
  add("ell", d.ell);
  add("hyb", d.hyb);
  add("jds", d.jds);
  add("sell", d.sell);
  add("structured", d.structured);
  add("hypersparse", d.hypersparse);
  add("dia", d.the_dia());
  add("dia_csr", d.the_dia_csr());
  add("bsr", d.the_bsr());
  add("packets", d.the_packets());
  add("table", d.the_table());
  add("edges.upper", d.the_edges().upper);
  add("theory", d.theory);
  add("product_plan", d.the_product_plan().pattern());
  add("plan", d.the_plan().with_values(NoValues()));
  return all;
}

/// What the arrays of Data held at first, for after a call that may have changed them.
class Snapshot {
 public:
  explicit Snapshot(std::vector<Region> const& regions) : regions_(regions) {
    for (auto const& region : regions_) {
      copies_.emplace_back("Araios::test::copy", region.bytes);
      Kokkos::deep_copy(copies_.back(), bytes_at(region.begin, region.bytes));
      texts_.push_back(to_string(copies_.back()));
    }
  }
  bool has_changed(std::size_t r) const {
    return to_string(bytes_at(regions_[r].begin, regions_[r].bytes)) != texts_[r];
  }
  void restore(std::size_t r) const { Kokkos::deep_copy(bytes_at(regions_[r].begin, regions_[r].bytes), copies_[r]); }

 private:
  std::vector<Region> const& regions_;
  std::vector<Bytes> copies_;
  std::vector<std::string> texts_;
};

/// Whether two results agree: bitwise, or as sums in another order.
bool agree(std::string const& a, std::string const& b, bool is_real) {
  if (a == b) return true;
  if (!is_real) return false;
  for (std::size_t p = 0; p + sizeof(double) <= a.size(); p += sizeof(double)) {
    double one, other;
    std::memcpy(&one, a.data() + p, sizeof(double));
    std::memcpy(&other, b.data() + p, sizeof(double));
    bool const same = one == other || (std::isnan(one) && std::isnan(other)) ||
                      std::abs(one - other) <= 1e-9 * (std::abs(one) + std::abs(other));
    if (!same) return false;
  }
  return true;
}

/// The message of a refusal, or nothing.
std::string refusal_of(Operation const& operation, Data& d) {
  std::string message;
  try {
    operation(d);
  } catch (std::invalid_argument const& error) {
    message = error.what();
  }
  d.exec.fence();
  return message;
}

/// Operations that write no array of the caller, and why.
Reasons const& without_output() {
  static Reasons const all = {{"for_each_triangle", "it calls a function of the caller, which here writes nothing"}};
  return all;
}

/// An output is placed over each other array of the caller in turn: at its begin, and a little behind it. The operation
/// refuses, or gives what it gives with a copy of that array.
class Overlap : public testing::TestWithParam<std::string> {};

TEST_P(Overlap, of_an_output_is_refused_or_does_no_harm) {
  Operation const operation = asynchronous_operations().at(GetParam());
  Data d;
  auto const regions = all_arrays(d);
  // Not what the operations would write there.
  Kokkos::deep_copy(d.exec, d.keys, d.arrays.entries);
  Kokkos::deep_copy(d.exec, d.result.row_map, 0);
  Kokkos::deep_copy(d.exec, Kokkos::subview(d.result.row_map, Data::n), Data::k);
  d.exec.fence();
  Snapshot const before(regions);
  std::string const refused = refusal_of(operation, d);
  std::vector<std::size_t> outputs;
  for (std::size_t r = 0; r < regions.size(); ++r)
    if (regions[r].place && before.has_changed(r)) outputs.push_back(r);
  auto const restore = [&](std::size_t place) {
    for (std::size_t const out : outputs) before.restore(out);
    before.restore(place);
  };
  EXPECT_NE(outputs.empty(), without_output().count(GetParam()) == 0)
      << "an output, or a reason in the table; " << refused;
  for (std::size_t const out : outputs)
    for (std::size_t r = 0; r < regions.size(); ++r)
      for (std::int64_t const offset : {0, Araios::is_gpu_v<Exec> ? 256 : 24}) {
        Region const& output = regions[out];
        Region const& other = regions[r];
        if (r == out || output.bytes + offset > other.bytes + other.room) continue;
        restore(r);
        Bytes const apart(Kokkos::view_alloc("Araios::test::apart", Kokkos::WithoutInitializing), output.bytes);
        Bytes const there = bytes_at(other.begin + offset, output.bytes);
        Kokkos::deep_copy(apart, there);
        output.place(apart.data());
        std::string const refused_apart = refusal_of(operation, d);
        restore(r);
        output.place(there.data());
        std::string const message = refusal_of(operation, d);
        output.place(output.begin);
        std::string const where = output.name + " at byte " + std::to_string(offset) + " of " + other.name;
        if (message.empty()) {
          EXPECT_TRUE(agree(to_string(apart), to_string(there), output.is_real)) << where << ": wrong, without a word";
        } else if (message != refused_apart) {
          EXPECT_TRUE(message.find("overlap") != std::string::npos || message.find("same array") != std::string::npos ||
                      message.find("in place") != std::string::npos)
              << where << ": " << message;
        }
        before.restore(r);  // an input perhaps, of all further calls
      }
}

std::vector<std::string> names_of_outputs() {
  std::vector<std::string> all;
  for (auto const& [name, operation] : asynchronous_operations()) all.push_back(name);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Every, Overlap, testing::ValuesIn(names_of_outputs()),
                         [](auto const& info) { return info.param; });

/// What returns a new result writes nothing of its caller.
TEST(Properties, new_results_change_no_array_of_the_caller) {
  for (auto const& [name, operation] : allocating_operations()) {
    Data d;
    auto const regions = own_arrays(d);
    d.exec.fence();
    Snapshot const before(regions);
    auto const result = operation.run(d);
    d.exec.fence();
    for (std::size_t r = 0; r < regions.size(); ++r)
      EXPECT_FALSE(before.has_changed(r)) << name << " changed " << regions[r].name;
  }
}

template <class Array>
void plant(Array const& array, std::int64_t position, std::int64_t value) {
  Kokkos::View<int*, Space, Kokkos::MemoryUnmanaged> const writable(const_cast<int*>(array.data()), array.extent(0));
  Kokkos::deep_copy(Kokkos::subview(writable, position), static_cast<int>(value));
}

/// What is wrong in each matrix. Matrices without offsets get a column out of range in place of a wrong offset.
enum class Planted { column_too_large, negative_column, first_offset, decreasing_offset, last_offset };

void plant_faults(Data& d, Planted kind) {
  d.the_edges();
  bool const negative = kind == Planted::negative_column;
  auto const column = [&](auto const& entries, std::int64_t position, std::int64_t columns) {
    plant(entries, position, negative ? -1 : columns);
  };
  column(d.coo.col_indices, 100, Data::n);
  column(d.ell.entries, negative ? 0 : 1, Data::n);
  column(d.hyb.ell.entries, negative ? 0 : 1, Data::n);
  column(d.jds.entries, 1, Data::n);
  column(d.sell.entries, negative ? 0 : 1, Data::n);
  column(d.vector_indices, 60, Data::k);
  auto const by_rows = [&](auto const& matrix, std::int64_t row) {
    auto const last = static_cast<std::int64_t>(matrix.row_map.extent(0)) - 1;
    if (kind == Planted::first_offset)
      plant(matrix.row_map, 0, 1);
    else if (kind == Planted::decreasing_offset)
      plant(matrix.row_map, row, -1);
    else if (kind == Planted::last_offset)
      plant(matrix.row_map, last, static_cast<std::int64_t>(matrix.entries.extent(0)) + 1);
    else
      column(matrix.entries, 0, std::max<std::int64_t>(matrix.num_cols(), Data::m));  // of `square`, too
  };
  by_rows(d.A, 60);
  by_rows(d.structured, 60);
  by_rows(d.hypersparse, 60);
  by_rows(d.theory, 3);
  by_rows(d.edges->upper, 3);
  Kokkos::fence();
}

/// Operations that take no sparse matrix and no sparse vector, or those of the caller's data that have no fault.
Reasons const& without_operand() {
  char const* const made = "its operand is made by the call";
  char const* const none = "it takes no matrix";
  char const* const dense = "it takes a dense array, or bits";
  char const* const graph = "its operand is a graph of labels, which its constructor checks";
  static Reasons const all = {{"allocate_batch_to_new", none},
                              {"banded_matrix_to_new", none},
                              {"bfs_levels_to_new", made},
                              {"bitmap_or", dense},
                              {"bitmap_to_csr_to_new", dense},
                              {"bitmap_to_sparse_to_new", dense},
                              {"build_labelled_graph_to_new", graph},
                              {"build_matrix_to_new", "its lists are checked by build_matrix itself"},
                              {"citation_matrix_to_new", none},
                              {"context_free_path_query_by_matrices_to_new", graph},
                              {"context_free_path_query_by_tensors_to_new", graph},
                              {"dense_to_csr_to_new", dense},
                              {"dense_to_sparse_to_new", dense},
                              {"diagonal_matrix_to_new", dense},
                              {"exclusive_scan", dense},
                              {"fill", dense},
                              {"histogram_atomics", dense},
                              {"histogram_team_partials", dense},
                              {"identity_matrix_to_new", none},
                              {"inclusive_scan", dense},
                              {"insert_into_dok_to_new", "its lists are checked by insert itself"},
                              {"label_matrix_to_new", graph},
                              {"merge_adjacent", dense},
                              {"pack_bits", dense},
                              {"pointers_to_index", dense},
                              {"radix_sort", dense},
                              {"random_matrix_to_new", none},
                              {"regular_path_query_of_all_to_new", graph},
                              {"regular_path_query_to_new", graph},
                              {"rmat_matrix_to_new", none},
                              {"segmented_sort", dense},
                              {"simple_graph_to_new", made},
                              {"spmv_csc", "its col_map is an array of results, without a fault"},
                              {"star_product_matrix_to_new", none},
                              {"stencil_matrix_to_new", none},
                              {"transitive_closure_to_new", made},
                              {"web_crawl_matrix_to_new", none}};
  return all;
}

/// With validation every operation names itself, the operand and the place of the fault.
TEST(Properties, validation_finds_every_planted_fault) {
  for (auto const kind : {Planted::column_too_large, Planted::negative_column, Planted::first_offset,
                          Planted::decreasing_offset, Planted::last_offset})
    for (auto const& [name, operation] : all_operations()) {
      if (without_operand().count(name) != 0) continue;
      SCOPED_TRACE(name + ", fault " + std::to_string(static_cast<int>(kind)));
      Data data;
      plant_faults(data, kind);
      ValidationScope const scope;
      try {
        operation(data);
        ADD_FAILURE() << "does not see the fault";
      } catch (std::invalid_argument const& error) {
        std::string const sentence = error.what();
        EXPECT_EQ(sentence.rfind("Araios::", 0), 0u) << sentence;
        auto const operand = sentence.find(": operand ");
        ASSERT_NE(operand, std::string::npos) << sentence;
        EXPECT_NE(sentence.find_first_of("0123456789", operand), std::string::npos) << "no place: " << sentence;
      }
      data.exec.fence();
    }
}

/// In row 60 two columns change places, or the second one becomes the first; also of hypersparse, which shares them.
void plant_order(Data& d, bool as_duplicate) {
  d.the_edges();
  auto const change = [&](auto const& matrix, std::int64_t row) {
    Kokkos::View<int*, Space, Kokkos::MemoryUnmanaged> const columns(const_cast<int*>(matrix.entries.data()),
                                                                     matrix.entries.extent(0));
    std::int64_t const p = matrix.row_map(row);
    int const first = columns(p), second = columns(p + 1);
    plant(columns, p + 1, first);
    if (!as_duplicate) plant(columns, p, second);
  };
  change(d.structured, 60);
  change(d.theory, 3);
  plant(d.vector_indices, 61, as_duplicate ? d.vector_indices(60) : d.vector_indices(59));
  Kokkos::fence();
}

using Names = std::set<std::string>;
/// Operations that require strictly sorted rows, and others that refuse one of the two faults.
Names const& of_strict_order() {
  static Names const all = {"contains_in_coo",
                            "dot_sparse",
                            "elementwise_add_hypersparse_to_new",
                            "elementwise_add_to_csr_to_new",
                            "elementwise_multiply_hypersparse_to_new",
                            "elementwise_multiply_vectors_to_new",
                            "elementwise_xor_of_coo_to_new",
                            "extract_diagonal",
                            "extract_diagonal_to_new_to_new",
                            "galerkin_plan_to_new",
                            "multiply_add_masked_to_new",
                            "multiply_add_to_new",
                            "multiply_by_hypersparse_to_new",
                            "multiply_by_plan_to_new",
                            "multiply_hypersparse_to_new",
                            "multiply_masked_to_new",
                            "multiply_plan_to_new",
                            "multiply_to_new",
                            "multiply_transposed_to_new",
                            "multiply_values_of_plan",
                            "orient_to_new",
                            "spmspv_by_rows_to_new",
                            "transform_values",
                            "transform_values_to_new_to_new",
                            "update_removes_to_new",
                            "update_sets_and_removes_to_new",
                            "update_sets_to_new",
                            "update_triangles_to_new"};
  return all;
}
Names const& of_sorted_rows() {
  static Names const all = {"contains_in_hypersparse"};
  return all;
}
Names const& of_one_place_for_duplicates() {
  static Names const all = {"bsr_to_csr_to_new",
                            "csr_to_bsr_to_new",
                            "csr_to_dense_to_new",
                            "csr_to_dia_csr_to_new",
                            "csr_to_dia_to_new",
                            "dia_csr_to_csr_to_new",
                            "dia_to_csr_to_new",
                            "multiply_by_transposed_to_new",
                            "spmv_bsr",
                            "spmv_bsr_transposed",
                            "spmv_dia",
                            "spmv_dia_csr",
                            "spmv_dia_csr_transposed",
                            "spmv_dia_transposed"};
  return all;
}

/// With validation an operation refuses rows that are not sorted, or have duplicates, where its doc block requires
/// that, and nowhere else. The sentence names the operation, the operand and the place.
TEST(Properties, validation_finds_rows_out_of_order) {
  if (Araios::is_gpu_v<Exec>) GTEST_SKIP() << "the rows are changed by the host";
  for (bool const as_duplicate : {false, true})
    for (auto const& [name, operation] : all_operations()) {
      SCOPED_TRACE(name + (as_duplicate ? ", duplicate" : ", unsorted"));
      auto const& others = as_duplicate ? of_one_place_for_duplicates() : of_sorted_rows();
      bool const is_refused = of_strict_order().count(name) + others.count(name) != 0;
      Data data;
      plant_order(data, as_duplicate);
      std::string sentence;
      try {
        ValidationScope const scope;
        operation(data);
      } catch (std::invalid_argument const& error) {
        sentence = error.what();
      }
      data.exec.fence();
      EXPECT_EQ(!sentence.empty(), is_refused) << sentence;
      if (sentence.empty()) continue;
      EXPECT_EQ(sentence.rfind("Araios::", 0), 0u) << sentence;
      auto const names_one_of = [&](std::vector<char const*> const& words) {
        return std::any_of(words.begin(), words.end(),
                           [&](auto const* word) { return sentence.find(word) != std::string::npos; });
      };
      EXPECT_TRUE(names_one_of({": operand ", "first operand", "second factor", "mask:", ": B: ", "this format"}))
          << sentence;
      EXPECT_TRUE(names_one_of({"row 60", "row 3", "row 0", "position "})) << sentence;
      EXPECT_TRUE(names_one_of({"not sorted", "appears twice", "more than once", "repeats"})) << sentence;
    }
}

/// Without a fault it refuses nothing but rows that are not sorted, where the operation requires that.
TEST(Properties, validation_lets_right_operands_pass) {
  for (auto const& [name, operation] : all_operations()) {
    Data data;
    ValidationScope const scope;
    try {
      operation(data);
    } catch (std::invalid_argument const& error) {
      std::string const sentence = error.what();
      EXPECT_NE(sentence.find("not sorted"), std::string::npos) << name << ": " << sentence;
    }
    data.exec.fence();
  }
}

}  // namespace contract_test
