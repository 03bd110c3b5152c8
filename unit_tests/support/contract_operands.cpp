// SPDX-License-Identifier: Apache-2.0
//
// What is true of every operation: an output that overlaps what is read, or another output, is refused; with validation
// an operand that breaks the rules of its format is refused with the place; results that are new change no array of the
// caller. Where a property does not apply, the promise of the operation says why.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <stdexcept>

#include "support/contract.hpp"

namespace Araios::test::contract {

void Data::plant(Fault kind) {
  detail::plant(vector_indices, 60, kind == Fault::negative_column ? -1 : k);
  detail::plant_in(A, kind);
  detail::plant_in(structured, kind);
  for (auto const& plant : plant_in_operand) plant(kind);
  Kokkos::fence();
}

void Data::disorder(bool as_duplicate) {
  detail::disorder(structured, 60, as_duplicate);
  disorder_operand(as_duplicate);
  detail::plant(vector_indices, 61, as_duplicate ? vector_indices(60) : vector_indices(59));
  Kokkos::fence();
}

std::vector<Region> Data::regions() {
  std::vector<Region> all;
  auto const add = [&](char const* name, auto& view) {
    using Value = typename std::remove_reference_t<decltype(view)>::value_type;
    all.push_back(placed_region(name, view, room * static_cast<std::int64_t>(sizeof(Value))));
  };
  add("arrays.row_map", arrays.row_map);
  add("arrays.entries", arrays.entries);
  add("arrays.values", arrays.values);
  add("result.row_map", result.row_map);
  add("result.entries", result.entries);
  add("result.values", result.values);
  add("keys", keys);
  add("vector_indices", vector_indices);
  add("some_indices", some_indices);
  add("x", x);
  add("y", y);
  add("square_x", square_x);
  add("square_y", square_y);
  all.push_back(region_of("structured.row_map", structured.row_map));
  all.push_back(region_of("structured.entries", structured.entries));
  all.push_back(region_of("structured.values", structured.values));
  all.insert(all.end(), arrays_of_operand.begin(), arrays_of_operand.end());
  return all;
}

namespace {

using Bytes = Kokkos::View<char*, Space>;

Bytes bytes_at(void const* begin, std::int64_t length) {
  return Bytes(static_cast<char*>(const_cast<void*>(begin)), static_cast<std::size_t>(length));
}
std::string to_string(Bytes const& bytes) {
  std::string text(bytes.extent(0), 0);
  Kokkos::deep_copy(Kokkos::View<char*, Kokkos::HostSpace>(text.data(), text.size()), bytes);
  return text;
}

/// What the arrays held at first, for after a call that may have changed them.
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
    operation.run(d);
  } catch (std::invalid_argument const& error) {
    message = error.what();
  }
  d.exec.fence();
  return message;
}

/// The refusal of a call with validation. An operand that no fault is planted in is made of a matrix with one.
std::string refusal_with_validation(Operation const& operation, Data& d, std::function<void(Data&)> const& change) {
  if (!operation.is_made_after_faults) operation.make(d);
  d.exec.fence();
  change(d);
  ValidationScope const scope;
  try {
    if (operation.is_made_after_faults) operation.make(d);
  } catch (std::invalid_argument const& error) {
    d.exec.fence();
    return error.what();
  }
  return refusal_of(operation, d);
}

/// An output is placed over another array: at its begin, or a little after it. The operation refuses, or gives what it
/// gives with a copy of that array.
void check_overlap(Operation const& operation, Data& d, Region const& output, Region const& other, std::int64_t offset,
                   std::function<void()> const& restore) {
  restore();
  Bytes const apart(Kokkos::view_alloc("Araios::test::apart", Kokkos::WithoutInitializing), output.bytes);
  Bytes const there = bytes_at(other.begin + offset, output.bytes);
  Kokkos::deep_copy(apart, there);
  output.place(apart.data());
  std::string const refused_apart = refusal_of(operation, d);
  restore();
  output.place(there.data());
  std::string const message = refusal_of(operation, d);
  output.place(output.begin);
  std::string const where =
      operation.name + ": " + output.name + " at byte " + std::to_string(offset) + " of " + other.name;
  if (message.empty()) {
    EXPECT_TRUE(agree(to_string(apart), to_string(there), output.is_real)) << where << ": wrong, without a word";
  } else if (message != refused_apart) {
    EXPECT_TRUE(message.find("overlap") != std::string::npos || message.find("same array") != std::string::npos ||
                message.find("in place") != std::string::npos)
        << where << ": " << message;
  }
}

void check_outputs(Operation const& operation) {
  Data d;
  operation.make(d);
  auto const regions = d.regions();
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
  EXPECT_NE(outputs.empty(), operation.promise.no_output == nullptr)
      << operation.name << ": an output, or the reason why it has none; " << refused;
  for (std::size_t const out : outputs)
    for (std::size_t r = 0; r < regions.size(); ++r)
      for (std::int64_t const offset : {0, Araios::is_gpu_v<Exec> ? 256 : 24}) {
        if (r == out || regions[out].bytes + offset > regions[r].bytes + regions[r].room) continue;
        check_overlap(operation, d, regions[out], regions[r], offset, [&] {
          for (std::size_t const changed : outputs) before.restore(changed);
          before.restore(r);
        });
        before.restore(r);  // an input perhaps, of all further calls
      }
}

/// What returns a new result writes nothing of its caller.
void check_nothing_changes(Operation const& operation) {
  Data d;
  operation.make(d);
  auto const regions = d.regions();
  d.exec.fence();
  Snapshot const before(regions);
  auto const result = operation.run(d);
  d.exec.fence();
  for (std::size_t r = 0; r < regions.size(); ++r)
    EXPECT_FALSE(before.has_changed(r)) << operation.name << " changed " << regions[r].name;
}

/// With validation every operation names itself, the operand and the place of the fault.
void check_planted_faults(Operation const& operation) {
  for (auto const kind : {Fault::column_too_large, Fault::negative_column, Fault::first_offset,
                          Fault::decreasing_offset, Fault::last_offset}) {
    SCOPED_TRACE(operation.name + ", fault " + std::to_string(static_cast<int>(kind)));
    Data data;
    std::string const sentence = refusal_with_validation(operation, data, [&](Data& d) { d.plant(kind); });
    EXPECT_FALSE(sentence.empty()) << "does not see the fault";
    if (sentence.empty()) continue;
    EXPECT_EQ(sentence.rfind("Araios::", 0), 0u) << sentence;
    auto const operand = sentence.find(": operand ");
    ASSERT_NE(operand, std::string::npos) << sentence;
    EXPECT_NE(sentence.find_first_of("0123456789", operand), std::string::npos) << "no place: " << sentence;
  }
}

/// With validation an operation refuses rows that are not sorted, or have duplicates, where its doc block requires
/// that, and nowhere else. The sentence names the operation, the operand and the place.
void check_order_of_rows(Operation const& operation) {
  if (Araios::is_gpu_v<Exec>) return;  // the rows are changed by the host
  for (bool const as_duplicate : {false, true}) {
    SCOPED_TRACE(operation.name + (as_duplicate ? ", duplicate" : ", unsorted"));
    Refuses const rows = operation.promise.rows;
    bool const is_refused = rows == Refuses::both || rows == (as_duplicate ? Refuses::duplicates : Refuses::unsorted);
    Data data;
    std::string const sentence = refusal_with_validation(operation, data, [&](Data& d) { d.disorder(as_duplicate); });
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
void check_valid_operands(Operation const& operation) {
  Data data;
  std::string const sentence = refusal_with_validation(operation, data, [](Data&) {});
  EXPECT_TRUE(sentence.empty() || sentence.find("not sorted") != std::string::npos)
      << operation.name << ": " << sentence;
}

}  // namespace

void check_operands(Operation const& operation) {
  if (operation.returns)
    check_nothing_changes(operation);
  else
    check_outputs(operation);
  if (operation.promise.no_operand == nullptr) check_planted_faults(operation);
  check_order_of_rows(operation);
  check_valid_operands(operation);
}

}  // namespace Araios::test::contract
