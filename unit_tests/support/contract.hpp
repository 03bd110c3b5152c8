// SPDX-License-Identifier: Apache-2.0
//
// The contract of an operation: what its doc block promises beside the result. The test file of an operation registers
// its calls:
//
//   contract::Operations const operations{
//       contract::writes("mxv", [](contract::Data& d) { mxv(d.exec, d.A, d.bits(0, d.n), d.bits(1, d.m)); }),
//       contract::returns("select", [](contract::Data& d) { return select(d.exec, d.structured, f, d.workspace); },
//                         {.fences = 1})};
//
// Two tests of each are then run, with its name. Contract (contract.cpp): kernels and allocations are labelled "Araios::"
// and run on the instance given; fences and allocations are those promised. Operands (contract_operands.cpp): outputs that
// overlap, operands that are not valid and arrays of the caller. A call that needs more than Data has a function that
// makes its operand, one object or a std::pair, before the record begins:
//
//   contract::writes("spmv_ell", [](contract::Data& d) { return convert<Format::ell>(d.exec, d.A); },
//                    [](contract::Data& d, auto& ell) { spmv(d.exec, 1.0, ell, d.x, 0.0, d.y, {}, d.workspace); })

#pragma once

#include <Araios/core.hpp>
#include <Araios/formats/bitmap_vector.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <any>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/tools_recorder.hpp"

namespace Araios::test::contract {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Ints = Kokkos::View<int*, Space>;
using Doubles = Kokkos::View<double*, Space>;
using Csr = CsrMatrix<double, int, int, Space>;

/// The workspace argument of an operation: one of the caller's, or none.
struct WorkspaceOrNone {
  Workspace<Space> callers;
  bool none = false;
  operator WorkspaceFor<Exec>() {
    if (none) return {};
    return callers;
  }
};

/// An array of Data, or of an operand.
struct Region {
  std::string name;
  char* begin;
  std::int64_t bytes;
  std::int64_t room;                      // bytes after it that no array has
  bool is_real;                           // its elements are numbers of type double
  std::function<void(char*)> place = {};  // makes the call use other memory for it; empty where that is not possible
};

template <class View>
Region region_of(std::string const& name, View const& view, std::int64_t room_bytes = 0) {
  using Value = typename View::non_const_value_type;
  return {name, reinterpret_cast<char*>(const_cast<Value*>(view.data())),
          static_cast<std::int64_t>(view.size() * sizeof(Value)), room_bytes, std::is_same_v<Value, double>};
}
/// The same for an array that a call can be given elsewhere.
template <class View>
Region placed_region(std::string const& name, View& view, std::int64_t room_bytes = 0) {
  Region region = region_of(name, view, room_bytes);
  // The owner of the memory stays alive while the View points elsewhere.
  region.place = [&view, owner = view](char* memory) {
    view = View(reinterpret_cast<typename View::value_type*>(memory), owner.layout());
  };
  return region;
}

/// What is wrong in a matrix. Matrices without offsets get a column out of range in place of a wrong offset.
enum class Fault { column_too_large, negative_column, first_offset, decreasing_offset, last_offset };

/// The matrices and vectors that operations are called with.
struct Data {
  static constexpr int m = 3000, n = 2500, k = 40000, some = 40;
  /// Elements after each array, where another array may be placed.
  static constexpr std::int64_t room = 1 << 18;

  Exec exec;                                  // not the default one, where a GPU has several
  CsrArrays<double, int, int, Space> arrays;  // of A: m x n, not sorted
  CsrArrays<double, int, int, Space> result;  // for n rows, with k entries
  Ints keys, vector_indices, some_indices;    // k; m, sorted; `some`, descending
  Doubles x, y, square_x, square_y;           // of n, m, m, m elements
  Csr A;
  Csr structured;  // m x m: diagonals 0 and 1, and one half full, which every structured format can hold
  WorkspaceOrNone workspace;

  std::any operand;  // what the registration made
  std::vector<Region> arrays_of_operand;
  std::vector<std::function<void(Fault)>> plant_in_operand;
  std::function<void(bool)> disorder_operand = [](bool) {};

  Data();
  Data(Data const&) = delete;

  Csr square() const { return {m, m, A.row_map, A.entries, A.values}; }
  /// A number, and some elements at the begin and at the end, of the values of `result`.
  Kokkos::View<double, Space, Kokkos::MemoryUnmanaged> number() const {
    return Kokkos::View<double, Space, Kokkos::MemoryUnmanaged>(result.values.data());
  }
  Doubles part(int length) const { return Kokkos::subview(result.values, std::pair<int, int>(0, length)); }
  Doubles end_part(int length) const { return Kokkos::subview(result.values, std::pair<int, int>(k - length, k)); }
  /// A Boolean vector in the memory of `result`, the i-th of several.
  BitmapVector<Space> bits(int i, int length) const {
    BitmapVector<Space>::words_type const words(reinterpret_cast<std::uint32_t*>(result.values.data()) + 1000 * i,
                                                static_cast<std::size_t>(words_for_bits(length)));
    return {length, words};
  }
  /// A sparse vector of m entries, sorted without duplicates; its first 150 entries.
  SparseVector<double, int, Space> sparse_vector(int length = k, int entries = m) const {
    std::pair<int, int> const first(0, entries);
    return {length, Kokkos::subview(vector_indices, first), Kokkos::subview(arrays.values, first)};
  }
  SparseVector<double, int, Space> shorter_vector(int length) const { return sparse_vector(length, 150); }

  /// All arrays, those of the operand last.
  std::vector<Region> regions();
  /// Makes matrices that are not valid.
  void plant(Fault kind);
  /// In row 60 two columns change places, or the second one becomes the first.
  void disorder(bool as_duplicate);
};

namespace detail {

template <class Array>
void plant(Array const& array, std::int64_t position, std::int64_t value) {
  Kokkos::View<int*, Space, Kokkos::MemoryUnmanaged> const writable(const_cast<int*>(array.data()), array.extent(0));
  Kokkos::deep_copy(Kokkos::subview(writable, position), static_cast<int>(value));
}

template <class Matrix>
concept ByRows = requires(Matrix const& A) { A.row_map, A.entries, A.num_rows(); };
/// Matrices that a fault can be planted in.
template <class Matrix>
concept Plantable = ByRows<Matrix> || requires(Matrix const& A) { A.ell.entries; } || requires(Matrix const& A) {
  A.entries;
  A.num_cols();
} || (requires(Matrix const& A) { A.col_indices; } && !requires(Matrix const& A) { A.slots; });

template <class Matrix>
void plant_in(Matrix const& A, Fault kind) {
  bool const negative = kind == Fault::negative_column;
  auto const column = [&](auto const& entries, std::int64_t position, std::int64_t columns) {
    plant(entries, position, negative ? -1 : columns);
  };
  if constexpr (requires { A.ell.entries; }) {
    column(A.ell.entries, negative ? 0 : 1, A.num_cols());
  } else if constexpr (requires { A.col_indices; }) {
    column(A.col_indices, 100, A.num_cols());
  } else if constexpr (!ByRows<Matrix>) {
    column(A.entries, negative ? 0 : 1, A.num_cols());
  } else {
    auto const last = static_cast<std::int64_t>(A.row_map.extent(0)) - 1;
    if (kind == Fault::first_offset)
      plant(A.row_map, 0, 1);
    else if (kind == Fault::decreasing_offset)
      plant(A.row_map, 60, -1);
    else if (kind == Fault::last_offset)
      plant(A.row_map, last, static_cast<std::int64_t>(A.entries.extent(0)) + 1);
    else
      column(A.entries, 0, std::max<std::int64_t>(A.num_cols(), Data::m));  // of `square`, too
  }
}

template <class Matrix>
void disorder(Matrix const& A, std::int64_t row, bool as_duplicate) {
  Kokkos::View<int*, Space, Kokkos::MemoryUnmanaged> const columns(const_cast<int*>(A.entries.data()),
                                                                   A.entries.extent(0));
  std::int64_t const p = A.row_map(row);
  int const first = columns(p), second = columns(p + 1);
  plant(columns, p + 1, first);
  if (!as_duplicate) plant(columns, p, second);
}

template <class T>
concept Plan =
    !Araios::SparseMatrix<T> &&
    (requires(T const& plan) { plan.pattern(); } || requires(T const& plan) { plan.with_values(NoValues()); });

template <class T>
struct IsPair : std::false_type {};
template <class A, class B>
struct IsPair<std::pair<A, B>> : std::true_type {};

/// Operands that no fault is planted in: they are made of a matrix with a fault, and their construction refuses it.
template <class T>
constexpr bool made_after_faults() {
  if constexpr (IsPair<T>::value)
    return made_after_faults<typename T::first_type>();
  else
    return Plan<T> || (Araios::SparseMatrix<T> && !Plantable<T>);
}

template <class Matrix>
void watch_arrays(Data& d, Matrix const& A) {
  Impl::for_each_array(A, [&](auto const& array, char const* name) {
    if constexpr (Kokkos::is_view<std::remove_cvref_t<decltype(array)>>::value)
      d.arrays_of_operand.push_back(region_of(std::string("operand.") + name, array));
  });
}

/// What the properties know of an operand: Views can be placed elsewhere, arrays of matrices and plans are read, and
/// faults are planted in matrices and in the edges of an oriented graph.
template <class T>
void watch(Data& d, T& operand) {
  if constexpr (IsPair<T>::value) {
    watch(d, operand.first);
    watch(d, operand.second);
  } else if constexpr (Kokkos::is_view<T>::value) {
    d.arrays_of_operand.push_back(placed_region("operand", operand));
  } else if constexpr (Araios::SparseMatrix<T>) {
    watch_arrays(d, operand);
    if constexpr (Plantable<T>)
      d.plant_in_operand.push_back([matrix = operand](Fault kind) { plant_in(matrix, kind); });
    if constexpr (std::is_same_v<T, CsrMatrix<Pattern, int, int, Space>>)
      d.disorder_operand = [matrix = operand](bool as_duplicate) { disorder(matrix, 3, as_duplicate); };
  } else if constexpr (requires { operand.upper.row_map; }) {
    watch_arrays(d, operand.upper);
    d.plant_in_operand.push_back([upper = operand.upper](Fault kind) { plant_in(upper, kind); });
  } else if constexpr (requires { operand.with_values(NoValues()); }) {
    watch_arrays(d, operand.with_values(NoValues()));
  } else if constexpr (requires { operand.pattern(); }) {
    watch_arrays(d, operand.pattern());
  }
}

}  // namespace detail

/// Which rows a call refuses, with validation.
enum class Refuses { nothing, unsorted, duplicates, both };

struct Promise {
  int fences = 0;                    // labelled "Araios::"; a reduction waits by itself, without our label
  int allocations = -1;              // of the second call; -1: not tested
  Refuses rows = Refuses::nothing;   // that validation refuses
  bool waits = false;                // a call that writes, waits and may allocate, as solvers do
  char const* no_operand = nullptr;  // why validation has nothing to find
  char const* no_output = nullptr;   // why no array of the caller changes
};

/// A call and its promise.
struct Operation {
  std::string name;
  std::function<void(Data&)> make;  // the operand
  bool is_made_after_faults;
  std::function<std::any(Data&)> run;  // gives its result, so that the end of that is not part of the record
  bool returns;
  Promise promise;
};

namespace detail {
template <class Call>
std::any result_of(Call const& call) {
  if constexpr (std::is_void_v<decltype(call())>) {
    call();
    return {};
  } else {
    return std::any(call());
  }
}
template <class Call>
Operation operation(std::string name, bool returns, Call call, Promise promise) {
  auto const run = [call](Data& d) { return result_of([&]() -> decltype(auto) { return call(d); }); };
  return {std::move(name), [](Data&) {}, false, run, returns, promise};
}
template <class Make, class Call>
Operation operation(std::string name, bool returns, Make make, Call call, Promise promise) {
  using Operand = std::remove_cvref_t<decltype(make(std::declval<Data&>()))>;
  auto const make_operand = [make](Data& d) { watch(d, d.operand.emplace<Operand>(make(d))); };
  auto const run = [call](Data& d) {
    return result_of([&]() -> decltype(auto) { return call(d, *std::any_cast<Operand>(&d.operand)); });
  };
  return {std::move(name), make_operand, made_after_faults<Operand>(), run, returns, promise};
}
}  // namespace detail

/// A call that writes arrays of the caller. It is asynchronous, and allocates nothing when it is called again, unless
/// its promise says that it waits.
template <class Call>
Operation writes(std::string name, Call call, Promise promise = {}) {
  return detail::operation(std::move(name), false, call, promise);
}
template <class Make, class Call>
Operation writes(std::string name, Make make, Call call, Promise promise = {}) {
  return detail::operation(std::move(name), false, make, call, promise);
}
/// A call that returns its result.
template <class Call>
Operation returns(std::string name, Call call, Promise promise = {}) {
  return detail::operation(std::move(name), true, call, promise);
}
template <class Make, class Call>
Operation returns(std::string name, Make make, Call call, Promise promise = {}) {
  return detail::operation(std::move(name), true, make, call, promise);
}

/// Registers the tests of operations. A constant of a test file.
struct Operations {
  Operations(std::initializer_list<Operation> const& operations);
};

/// What a call did that its promise excludes, each in a sentence.
std::vector<std::string> broken_promises(Operation const& operation, bool without_workspace);
/// The same of a record of kernels, allocations and fences.
std::vector<std::string> broken_promises(Promise const& promise, bool returns, ToolsRecorder::Record const& record,
                                         std::uint32_t device);

/// The test of operands, in contract_operands.cpp.
void check_operands(Operation const& operation);

}  // namespace Araios::test::contract
