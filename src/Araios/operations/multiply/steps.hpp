// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM in two phases: the entries of each row, a scan, and the fill.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/multiply/bins/steps.hpp>
#include <Araios/operations/multiply/order.hpp>
#include <Araios/operations/multiply/problem.hpp>
#include <Araios/operations/multiply/tables/columns.hpp>
#include <Araios/operations/multiply/tables/rows.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace Araios::Impl::multiply {

/// The phases by hash tables in memory, or in the Serial space by sums of columns, for values of type T. `sum` needs
/// what is in `kept`, count and fill also what is in `workspace`.
template <class T, class Exec, class Ordinal, class Keep>
class MultiplyByTables {
 public:
  using Space = typename Exec::memory_space;
  using Products = Kokkos::View<std::int64_t*, Space>;

  template <class A, class B, class Meanwhile>
  MultiplyByTables(Exec const& exec, MultiplyOptions const& options, A const& a, B const& b, Keep const& keep,
                   Workspace<Space>& kept, Workspace<Space>& workspace, Meanwhile const&)
      : keep_(keep) {
    using Range = std::pair<std::int64_t, std::int64_t>;
    std::int64_t const m = a.num_rows();
    // Then descents, and the maximum.
    auto const numbers = kept.template take<Products>(exec, m + 3);
    products_ = Kokkos::subview(numbers, Range(0, m + 1));
    count_descents(exec, b, Kokkos::subview(numbers, m + 1));
    Kokkos::parallel_reduce("Araios::multiply::products", range(exec, m),
                            CountProducts<A, B, Products>{a, b, products_},
                            Kokkos::Max<std::int64_t, Space>(Kokkos::subview(numbers, m + 2)));
    exclusive_scan(exec, Kokkos::subview(numbers, Range(0, m)), products_, {}, workspace);
    auto const [all, descents, max_products] = read_back_array<3>(
        exec, Kokkos::subview(numbers, Range(m, m + 3)), "Araios::multiply: the number of products is on the host");
    is_sorted_ = descents == 0;
    if (!is_sorted_) return;
    num_products_ = all;
    std::int64_t const budget = options.max_workspace_bytes / 2;
    bool const fit = all <= budget / static_cast<std::int64_t>(sizeof(Ordinal) + value_bytes_v<T>);
    if constexpr (is_serial_v<Exec>) {
      is_by_columns_ = take_columns(exec, b.num_cols(), all, max_products, budget, columns_, workspace);
      is_made_once_ = is_by_columns_ && fit;
      if (is_by_columns_) return;
    }
    is_computed_once_ = fit;
    if (is_computed_once_) {
      entries_ = workspace.template take<Entries>(exec, all);
      values_ = workspace.template take_values<Values>(exec, all);
    }
    tables_ = take_tables<T>(exec, b, max_products, std::max<std::int64_t>(budget, 1), workspace);
  }

  bool is_sorted() const { return is_sorted_; }
  std::int64_t num_products() const { return num_products_; }

  /// Whether `make` is faster than a count and a fill: sums by columns, and room for all products.
  bool is_made_once() const { return is_made_once_; }
  template <SemiringType Semiring, class A, class B, class Output>
  void make(Exec const& exec, A const& a, B const& b, Output const& output) const {
    run_columns<Semiring>(exec, "Araios::multiply::once", a, b, output);
  }

  template <SemiringType Semiring, class A, class B, class Counts>
  void count(Exec const& exec, A const& a, B const& b, Counts const& counts) const {
    if (is_computed_once_)
      return run<Semiring>(exec, "Araios::multiply::rows", a, b, tables_,
                           BothOutput<Counts, Products, Entries, Values>{counts, products_, entries_, values_});
    // Columns alone are listed, in the same memory.
    MultiplyTables<Ordinal, Pattern> const tables{tables_.workers,
                                                  tables_.slots,
                                                  tables_.listed,
                                                  tables_.tables,
                                                  reinterpret_cast<Ordinal*>(tables_.items),
                                                  reinterpret_cast<char*>(tables_.sums)};
    run<PlusTimes>(exec, "Araios::multiply::count", a, b, tables, CountOutput<Counts>{counts});
  }

  template <SemiringType Semiring, class A, class B, class Output>
  void fill(Exec const& exec, A const& a, B const& b, Output const& output) const {
    if (!is_computed_once_) return run<Semiring>(exec, "Araios::multiply::fill", a, b, tables_, output);
    using From = FillOutput<Products, Entries, Values>;
    std::int64_t const workers = num_workers(exec);
    Kokkos::parallel_for(
        "Araios::multiply::move", range(exec, workers),
        MoveRows<A, Products, From, Output>{a, products_, workers, From{products_, entries_, values_}, output});
  }

  template <SemiringType Semiring, class A, class B, class Output>
  void sum(Exec const& exec, A const& a, B const& b, Output const& output) const {
    std::int64_t const workers = num_workers(exec);
    launch_workers("Araios::multiply::sums", range(exec, workers),
                   SumRows<Semiring, Exec, A, B, Products, Output>{a, b, products_, workers, output});
  }

 private:
  using Entries = Kokkos::View<Ordinal*, Space>;
  using Values = Araios::ValuesViewOf<T, Space>;

  template <SemiringType Semiring, class A, class B, class Tables, class Output>
  void run(Exec const& exec, char const* label, A const& a, B const& b, Tables const& tables,
           Output const& output) const {
    if constexpr (is_serial_v<Exec>)
      if (is_by_columns_) return run_columns<Semiring>(exec, label, a, b, output);
    launch_workers(label, range(exec, tables.workers),
                   MultiplyRows<Semiring, Exec, A, B, Products, Output, Keep>{a, b, products_, tables, output, keep_});
  }

  template <SemiringType Semiring, class A, class B, class Output>
  void run_columns(Exec const& exec, char const* label, A const& a, B const& b, Output const& output) const {
    launch_workers(label, range(exec, 1),
                   MultiplyByColumns<Semiring, Exec, A, B, MultiplyColumns<Ordinal, T>, Output, Keep>{a, b, columns_,
                                                                                                      output, keep_});
  }

  Keep keep_;
  bool is_sorted_ = true;
  bool is_computed_once_ = false;
  std::int64_t num_products_ = 0;
  Products products_;
  Entries entries_;  // of all rows, where they are computed once
  Values values_;
  MultiplyTables<Ordinal, T> tables_{};
  bool is_by_columns_ = false;
  bool is_made_once_ = false;
  MultiplyColumns<Ordinal, T> columns_{};
};

template <class T, class Exec, class Ordinal, class Keep>
struct MethodOf {
  using type = MultiplyByTables<T, Exec, Ordinal, Keep>;
};
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
template <class T, class Ordinal, class Keep>
struct MethodOf<T, Kokkos::Cuda, Ordinal, Keep> {
  using type = MultiplyByBins<T, Ordinal, Keep>;
};
#endif

/// row_map(i) := first(i)
template <class From, class To>
struct CopyOffsets {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to(i) = static_cast<typename To::value_type>(from(i)); }
};

/// The positions of the first entries of the rows of C; the last element is their number.
template <SemiringType Semiring, class Method, class Exec, class A, class B, class Space>
auto count(Exec const& exec, Method& method, A const& a, B const& b, Workspace<Space>& workspace) {
  using First = Kokkos::View<std::int64_t*, Space>;
  std::int64_t const m = a.num_rows();
  auto const first = workspace.template take<First>(exec, m + 1);
  auto const counts = Kokkos::subview(first, std::pair<std::int64_t, std::int64_t>(0, m));
  method.template count<Semiring>(exec, a, b, counts);
  exclusive_scan(exec, counts, first, {}, workspace);
  return first;
}

/// C, allocated before its number of entries is known, where the host waits for the device anyway: an allocation takes
/// as long as a small product. `capacity` is what has been allocated; no more than max_bytes are, on a guess.
template <class T, class Ordinal, class Offset, class Space>
struct EarlyCsr {
  static constexpr std::int64_t entry_bytes = sizeof(Ordinal) + value_bytes_v<T>;
  static constexpr std::int64_t max_bytes = std::int64_t(1) << 24;
  CsrArrays<T, Ordinal, Offset, Space> arrays{};
  std::int64_t capacity = -1;

  /// One and a half times as many entries as there are products where the columns of A are spread evenly.
  template <class Exec, class A, class B>
  void guess(Exec const& exec, A const& a, B const& b) {
    double const products =
        static_cast<double>(a.nnz()) * static_cast<double>(b.nnz()) / static_cast<double>(b.num_rows());
    if (products * 1.5 * entry_bytes > max_bytes) return;
    allocate(exec, "Araios::multiply", a.num_rows(), static_cast<std::int64_t>(products * 1.5));
  }
  template <class Exec>
  void allocate(Exec const& exec, std::string const& label, std::int64_t rows, std::int64_t entries) {
    arrays = {};  // frees what was too small
    arrays = allocate_csr<T, Ordinal, Offset>(exec, label, rows, entries);
    capacity = entries;
  }
  /// Arrays for `entries`, the first of those that are there if they suffice.
  template <class Exec>
  auto take(Exec const& exec, std::string const& label, std::int64_t rows, std::int64_t entries) {
    if (entries > capacity) allocate(exec, label, rows, entries);
    std::pair<std::int64_t, std::int64_t> const used(0, entries);
    arrays.entries = Kokkos::subview(arrays.entries, used);
    if constexpr (!is_pattern_v<T>) arrays.values = Kokkos::subview(arrays.values, used);
    return arrays;
  }
};

/// C after an analysis: counts, a scan, the fill. One fence.
template <SemiringType Semiring, class T, class Offset, class Exec, class Method, class A, class B, class Early,
          class Space>
auto fill_after_count(Exec const& exec, std::string const& label, Method& method, A const& a, B const& b, Early& early,
                      Workspace<Space>& workspace) {
  using Ordinal = typename B::Ordinal;
  std::int64_t const m = a.num_rows();
  auto const first = count<Semiring>(exec, method, a, b, workspace);
  std::int64_t const nnz = read_back(exec, first, m, label + ": the number of entries is on the host");
  auto const arrays = early.take(exec, label, m, nnz);
  using Output = FillOutput<decltype(first), decltype(arrays.entries), decltype(arrays.values)>;
  Kokkos::parallel_for("Araios::multiply::row_map", range(exec, m + 1),
                       CopyOffsets<decltype(first), decltype(arrays.row_map)>{first, arrays.row_map});
  method.template fill<Semiring>(exec, a, b, Output{first, arrays.entries, arrays.values});
  return CsrMatrix<T, Ordinal, Offset, Space>(m, b.num_cols(), arrays);
}

/// The entries of A B that Keep chooses, with the Scalar T.
template <SemiringType Semiring, class T, class Offset, class Exec, class A, class B, class Keep, class Space>
auto compute(Exec const& exec, MultiplyOptions const& options, A const& a, B const& b, Keep const& keep,
             Workspace<Space>& workspace) {
  using Ordinal = typename B::Ordinal;
  using Matrix = CsrMatrix<T, Ordinal, Offset, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  if (a.nnz() == 0 || b.nnz() == 0) {
    auto const arrays = allocate_csr<T, Ordinal, Offset>(exec, "Araios::multiply", a.num_rows(), 0);
    Araios::fill(exec, arrays.row_map, Offset(0));
    return Matrix(a.num_rows(), b.num_cols(), arrays);
  }
  EarlyCsr<T, Ordinal, Offset, Space> early;
  typename MethodOf<T, Exec, Ordinal, Keep>::type method(exec, options, a, b, keep, workspace, workspace, [&] {
    if constexpr (Keep::keeps_all) early.guess(exec, a, b);
  });
  if (!method.is_sorted()) refuse_unsorted(exec, b);
  if constexpr (requires { method.is_tiny(); })
    if (method.is_tiny() && method.max_entries() * early.entry_bytes <= early.max_bytes) {
      auto const arrays = early.take(exec, "Araios::multiply", a.num_rows(), method.max_entries());
      method.template make<Semiring>(exec, a, b, arrays);
      auto const nnz =
          read_back(exec, arrays.row_map, a.num_rows(), "Araios::multiply: the number of entries is on the host");
      return Matrix(a.num_rows(), b.num_cols(),
                    early.take(exec, "Araios::multiply", a.num_rows(), static_cast<std::int64_t>(nnz)));
    }
  if constexpr (is_serial_v<Exec>)
    if (method.is_made_once() && std::in_range<Offset>(method.num_products())) {
      using Arrays = CsrArrays<T, Ordinal, Offset, Space>;
      auto const room = allocate_csr<T, Ordinal, Offset>(exec, "Araios::multiply", a.num_rows(), method.num_products());
      using Output = WholeOutput<decltype(Arrays::row_map), decltype(Arrays::entries), decltype(Arrays::values)>;
      method.template make<Semiring>(exec, a, b, Output{room.row_map, room.entries, room.values});
      auto const nnz =
          read_back(exec, room.row_map, a.num_rows(), "Araios::multiply: the number of entries is on the host");
      auto const [row_map, entries, values] =
          first_entries(exec, "Araios::multiply", room.row_map, room.entries, room.values, nnz);
      return Matrix(a.num_rows(), b.num_cols(), row_map, entries, values);
    }
  return fill_after_count<Semiring, T, Offset>(exec, "Araios::multiply", method, a, b, early, workspace);
}

}  // namespace Araios::Impl::multiply
