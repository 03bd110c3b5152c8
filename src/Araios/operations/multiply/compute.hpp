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
#include <Araios/operations/multiply/analysis.hpp>
#include <Araios/operations/multiply/core.hpp>
#include <Araios/operations/multiply/cuda.hpp>
#include <Araios/operations/multiply/rows.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace Araios::Impl::multiply {

/// The rows of C by hash tables in memory: what the phases need.
template <SemiringType Semiring, class T, class Exec, class A, class B>
class ByTables {
 public:
  using Space = typename Exec::memory_space;
  using Products = Kokkos::View<std::int64_t*, Space>;

  ByTables(Exec const& exec, MultiplyOptions const& options, A const& a, B const& b, Workspace<Space>& workspace)
      : exec_(exec), a_(a), b_(b) {
    std::int64_t const m = a.num_rows();
    products_ = workspace.template take<Products>(exec, m + 1);
    auto const summary = workspace.template take<Products>(exec, 2);
    count_descents(exec, b, Kokkos::subview(summary, 0));
    Kokkos::parallel_reduce("Araios::multiply::products", range(exec, m),
                            CountProducts<A, B, Products>{a, b, products_},
                            Kokkos::Max<std::int64_t, Space>(Kokkos::subview(summary, 1)));
    auto const [descents, most] =
        read_back_array<2>(exec, summary, "Araios::multiply: the number of products is on the host");
    is_sorted = descents == 0;
    if (!is_sorted) return;
    exclusive_scan(exec, Kokkos::subview(products_, std::pair<std::int64_t, std::int64_t>(0, m)), products_, workspace);
    tables_ = take_tables<T>(exec, b, most, options.max_workspace_bytes, workspace);
  }

  bool is_sorted = true;

  template <class Output>
  void run(Output const& output) const {
    auto tables = tables_;
    auto const run_with = [&](auto const& typed) {
      Kokkos::parallel_for(Output::fills ? "Araios::multiply::fill" : "Araios::multiply::count",
                           range(exec_, typed.workers),
                           MultiplyRows<Semiring, A, B, Products, Output>{a_, b_, products_, typed, output});
    };
    if constexpr (std::is_same_v<typename Output::Scalar, T>)
      run_with(tables);
    else
      // The count lists columns alone, in the same memory.
      run_with(MultiplyTables<typename B::Ordinal, Pattern>{tables.workers, tables.slots, tables.listed, tables.tables,
                                                            reinterpret_cast<typename B::Ordinal*>(tables.items),
                                                            reinterpret_cast<char*>(tables.sums)});
  }

 private:
  Exec exec_;
  A a_;
  B b_;
  Products products_;
  MultiplyTables<typename B::Ordinal, T> tables_{};
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// The same by the kernels of the CUDA space.
template <SemiringType Semiring, class T, class A, class B>
class ByBins {
 public:
  template <class Space>
  ByBins(Kokkos::Cuda const& exec, MultiplyOptions const&, A const& a, B const& b, Workspace<Space>& workspace)
      : exec_(exec), work_(analyse(exec, a, b, workspace)), is_sorted(work_.is_sorted) {}

  template <class Output>
  void run(Output const& output) const {
    if constexpr (!Output::fills)
      if (work_.bins.size(MultiplyBins::count - 1) > 0) fill(exec_, output.counts, std::int64_t(0));
    run_bins<Semiring>(exec_, work_, output);
    if constexpr (Output::fills && !is_pattern_v<T>) run_sums<Semiring>(exec_, work_, output);
  }

 private:
  Kokkos::Cuda exec_;
  MultiplyWorkCuda<A, B> work_;

 public:
  bool is_sorted;
};
#endif

template <SemiringType Semiring, class T, class Exec, class A, class B>
struct MethodOf {
  using type = ByTables<Semiring, T, Exec, A, B>;
};
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
template <SemiringType Semiring, class T, class A, class B>
struct MethodOf<Semiring, T, Kokkos::Cuda, A, B> {
  using type = ByBins<Semiring, T, A, B>;
};
#endif

/// row_map(i) := first(i)
template <class From, class To>
struct CopyOffsets {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to(i) = static_cast<typename To::value_type>(from(i)); }
};

/// C := A B with the Scalar T.
template <SemiringType Semiring, class T, class Offset, class Exec, class A, class B, class Space>
auto compute(Exec const& exec, MultiplyOptions const& options, A const& a, B const& b, Workspace<Space>& workspace) {
  using Ordinal = typename B::Ordinal;
  using Result = CsrMatrix<T, Ordinal, Offset, Space>;
  using First = Kokkos::View<std::int64_t*, Space>;
  std::int64_t const m = a.num_rows();
  std::int64_t const n = b.num_cols();
  std::int64_t nnz = 0;
  typename Workspace<Space>::Frame const frame(workspace);
  if (a.nnz() == 0 || b.nnz() == 0) {
    auto const arrays = allocate_csr<T, Ordinal, Offset>(exec, "Araios::multiply", m, 0);
    fill(exec, arrays.row_map, Offset(0));
    return Result(m, n, arrays);
  }
  using Method = typename MethodOf<Semiring, T, Exec, A, B>::type;
  Method const method(exec, options, a, b, workspace);
  if (!method.is_sorted) refuse_unsorted(exec, b);

  auto const first = workspace.template take<First>(exec, m + 1);
  auto const counts = Kokkos::subview(first, std::pair<std::int64_t, std::int64_t>(0, m));
  method.run(CountOutput<decltype(counts)>{counts});
  exclusive_scan(exec, counts, first, workspace);
  nnz = read_back(exec, first, m, "Araios::multiply: the number of entries is on the host");

  auto const arrays = allocate_csr<T, Ordinal, Offset>(exec, "Araios::multiply", m, nnz);
  Kokkos::parallel_for("Araios::multiply::row_map", range(exec, m + 1),
                       CopyOffsets<First, decltype(arrays.row_map)>{first, arrays.row_map});
  method.run(
      FillOutput<First, decltype(arrays.entries), decltype(arrays.values)>{first, arrays.entries, arrays.values});
  return Result(m, n, arrays);
}

}  // namespace Araios::Impl::multiply
