// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// TransposePlan: the analysis of a pattern, and the gather of new values. Calls are in transpose_plan.hpp.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/instance.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/validation.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/transpose/plan/analyse.hpp>
#include <Araios/operations/transpose/plan/difference.hpp>
#include <Araios/operations/transpose/plan/kernels.hpp>
#include <Araios/operations/transpose/plan/options.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace Araios {

template <ExecutionSpace Exec, OrdinalType Ordinal, OffsetType Offset>
class TransposePlan;

namespace Impl::transpose {
template <ExecutionSpace Exec, OrdinalType Ordinal, OffsetType Offset>
struct IsTransposePlan<TransposePlan<Exec, Ordinal, Offset>> : std::true_type {};
}  // namespace Impl::transpose

/// The part of a transposition that is the same for all matrices of one pattern
///
/// It holds the structure of B, the transpose, and the position in A of each entry of B. It is independent of scalars:
/// one plan serves values of float, then of double. Copies share the arrays.
///
/// Ownership     shares row_map and entries of the A that was analysed, where their Views own memory, so that no other
///               matrix can be allocated at their addresses. The matrices that it returns share its arrays.
/// Memory        k (Ordinal + 4) + (n+1) Offset bytes for an m-by-n A with k < 2^32 entries, else k (Ordinal + Offset).
///
/// Requires, for all uses: the analysis is complete, or the work uses the same instance as the analysis.
template <ExecutionSpace Exec, OrdinalType Ordinal_, OffsetType Offset_>
class TransposePlan {
 public:
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using execution_space = Exec;
  using memory_space = typename Exec::memory_space;
  using row_map_type = Kokkos::View<Offset const*, memory_space>;
  using entries_type = Kokkos::View<Ordinal const*, memory_space>;

  /// The plan of the empty 0-by-0 matrix.
  TransposePlan() = default;
  // What is moved from is copied: it stays the plan that it was.
  TransposePlan(TransposePlan const&) = default;
  TransposePlan& operator=(TransposePlan const&) = default;

  /// The plan of the pattern of A
  ///
  /// Shapes        A is m-by-n with k entries; its values are not read.
  /// Requires      what `transpose` requires of A.
  /// Cost          that of `transpose` with values of 4 bytes (8 from k = 2^32 on), by the method of the options.
  /// Asynchronous  yes; allocates the arrays of the plan. Temporaries come from `workspace`.
  /// Deterministic space to space, bitwise, for every method.
  /// Throws        std::invalid_argument for options that are out of range; what `transpose` throws.
  TransposePlan(Exec const& exec, CsrOf<Exec> auto const& A, TransposePlanOptions const& options,
                WorkspaceFor<Exec> workspace = {})
      : num_rows_(Impl::as_matrix(A).num_cols()), num_cols_(Impl::as_matrix(A).num_rows()), check_(options.check) {
    Impl::transpose::check_transpose_plan_options(options);
    analyse<false>(exec, options, Impl::as_matrix(A), workspace);
  }
  TransposePlan(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {})
      : num_rows_(Impl::as_matrix(A).num_cols()), num_cols_(Impl::as_matrix(A).num_rows()) {
    analyse<true>(exec, TransposePlanOptions{}, Impl::as_matrix(A), workspace);
  }
  /// What is no CsrMatrix in memory of Exec is refused, with the remedy.
  template <class Matrix>
    requires(!CsrOf<Matrix, Exec>)
  TransposePlan(Exec const&, Matrix const&, TransposePlanOptions const& = {}, WorkspaceFor<Exec> = {}) {
    (void)Impl::rows_types_are_right<Exec, Matrix>();
  }

  /// The sizes of B: n, m and k.
  Ordinal num_rows() const { return num_rows_; }
  Ordinal num_cols() const { return num_cols_; }
  Offset nnz() const { return static_cast<Offset>(entries_.extent(0)); }
  /// The structure of B, for all values.
  row_map_type const& row_map() const { return row_map_; }
  entries_type const& entries() const { return entries_; }
  PatternCheck pattern_check() const { return check_; }

  /// B with these values, which are neither read nor written: allocates nothing.
  template <ValuesView Values>
  auto with_values(Values const& values) const {
    using Matrix = CsrMatrix<typename Values::value_type, Ordinal, Offset, memory_space>;
    return Matrix(num_rows_, num_cols_, row_map_, entries_, values);
  }

  /// Bytes of the plan: row_map and entries of B, and the permutation; not what it shares with A.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(row_map_.extent(0) * sizeof(Offset) +
                                     entries_.extent(0) * (sizeof(Ordinal) + position_bytes()));
  }
  /// Bytes per entry of the permutation: 4 or 8.
  int position_bytes() const { return is_wide() ? static_cast<int>(sizeof(Offset)) : 4; }
  /// Maximum bytes of the workspace that the analysis used at one time.
  std::int64_t workspace_bytes() const { return workspace_bytes_; }

  /// values_of_B(q) := values_of_A(perm(q)), or its complex conjugate
  ///
  /// Shapes        k elements each.
  /// Requires      values_of_A belong to a matrix of the pattern that was analysed; this is not checked. The arrays do
  ///               not overlap.
  /// Cost          one kernel: k (4 + 2 Scalar) bytes where neighbours in B come from neighbouring rows of A, up to
  ///               k (4 + Scalar + 32) where they come from anywhere; from k = 2^32 on 8 instead of 4. No kernel for
  ///               Pattern.
  /// Asynchronous  yes: no fence, no allocation. May be captured in a CUDA graph; run again, it reads the values that
  ///               are in the same array then. Several instances may use one plan at a time.
  /// Deterministic space to space, bitwise: values are moved unchanged.
  /// Throws        std::invalid_argument when an array has another length or is a null pointer, when values_of_B
  ///               overlap values_of_A or an array of the plan, and for a Conjugate that is no enumerator.
  template <ExecutionSpace E, ValuesView ValuesA, ValuesView ValuesB>
  void transpose_values(E const& exec, ValuesA const& values_of_A, ValuesB const& values_of_B,
                        TransposeValuesOptions const& options = {}) const {
    using Value = typename ValuesA::non_const_value_type;
    static_assert(Accesses<E, TransposePlan, ValuesA, ValuesB>,
                  "Araios: the execution space cannot access the memory of the plan or of the values; copy the values "
                  "there with Kokkos::create_mirror_view_and_copy(exec, values)");
    static_assert(std::is_same_v<Value, typename ValuesB::non_const_value_type>,
                  "TransposePlan::transpose_values: the values of A and B must be of one type");
    static_assert(std::is_same_v<ValuesB, NoValues> ||
                      std::is_same_v<typename ValuesB::value_type, typename ValuesB::non_const_value_type>,
                  "TransposePlan::transpose_values: the values of B are written and cannot be const");
    if constexpr (!std::is_same_v<ValuesA, NoValues> && !std::is_same_v<ValuesB, NoValues>) {
      Impl::check_equal(values_of_A.extent(0), nnz(),
                        "Araios::transpose: length of the values of A, entries of the plan");
      Impl::check_equal(values_of_B.extent(0), nnz(),
                        "Araios::transpose: length of the values of B, entries of the plan");
      if (nnz() == 0) return;
      Impl::check(static_cast<void const*>(values_of_A.data()) != static_cast<void const*>(values_of_B.data()),
                  "Araios::transpose: the values of A and B are the same array");
      Impl::check_enumerator(options.conjugate, Conjugate::yes, "Araios::transpose: Conjugate");
      Impl::check_memory(values_of_A, "Araios::transpose: the values of A");
      Impl::check_memory(values_of_B, "Araios::transpose: the values of B");
      Impl::check_disjoint("Araios::transpose", values_of_B, "values", values_of_A, "values", "B", "A");
      Impl::check_disjoint("Araios::transpose", values_of_B, "values", row_map_, "row_map", "B", "the plan");
      Impl::check_disjoint("Araios::transpose", values_of_B, "values", entries_, "entries", "B", "the plan");
      Impl::ScopedRegion const region("Araios::transpose");
      // The types of contiguous Views do not reach the kernel.
      auto const from = Impl::readable(values_of_A);
      auto const to = Impl::writable(values_of_B);
      if constexpr (is_complex_v<Value>)
        if (options.conjugate == Conjugate::yes)
          return gather(exec, Impl::transpose::ConjugatedValues<std::remove_const_t<decltype(from)>>{from}, to);
      gather(exec, from, to);
    }
  }

  /// Whether row_map and entries of A are the arrays that were analysed.
  template <ScalarType Scalar, MemorySpace Space>
  bool has_arrays_of(CsrMatrix<Scalar, Ordinal, Offset, Space> const& A) const {
    return A.row_map.data() == analysed_row_map_ && A.entries.data() == analysed_entries_;
  }

  /// Whether A has the pattern that was analysed, as far as options.check looks; exactly with PatternCheck::full, which
  /// is what is done without options.
  ///
  /// Asynchronous, Throws   as `check_pattern`.
  template <ExecutionSpace E, ScalarType Scalar, MemorySpace Space>
    requires Accesses<E, TransposePlan, CsrMatrix<Scalar, Ordinal, Offset, Space>>
  bool is_same_pattern(E const& exec, CsrMatrix<Scalar, Ordinal, Offset, Space> const& A,
                       PatternCheckOptions const& options = {}) const {
    return !difference(exec, A, options.check);
  }

  /// Refuses A when it has another pattern, as far as options.check looks; without options, pattern_check(), and `full`
  /// where validation is on
  ///
  /// Requires      row_map of A as checked by `validate`; `full` checks it.
  /// Cost          none: nothing. sampled: nothing for the arrays that were analysed, else a kernel over 4096 entries.
  ///               full: one kernel over row_map, and one that reads all of A, B and the permutation at random.
  /// Asynchronous  no where a kernel is needed: waits for its result, on exec. Else yes.
  /// Throws        std::invalid_argument that names the first difference; also when other arrays would have to be
  ///               compared while a CUDA graph is captured.
  template <ExecutionSpace E, ScalarType Scalar, MemorySpace Space>
    requires Accesses<E, TransposePlan, CsrMatrix<Scalar, Ordinal, Offset, Space>>
  void check_pattern(E const& exec, CsrMatrix<Scalar, Ordinal, Offset, Space> const& A,
                     PatternCheckOptions const& options) const {
    if (auto const found = difference(exec, A, options.check)) throw std::invalid_argument(*found);
  }
  template <ExecutionSpace E, ScalarType Scalar, MemorySpace Space>
    requires Accesses<E, TransposePlan, CsrMatrix<Scalar, Ordinal, Offset, Space>>
  void check_pattern(E const& exec, CsrMatrix<Scalar, Ordinal, Offset, Space> const& A) const {
    check_pattern(exec, A, {.check = validation() ? PatternCheck::full : check_});
  }

 private:
  // An Offset of 4 bytes counts fewer than 2^32 entries.
  static constexpr bool has_wide = sizeof(Offset) > 4;

  bool is_wide() const { return wide_.extent(0) != 0; }

  // Automatic: the options request no method, and the others are not instantiated.
  template <bool Automatic, class Scalar, class Space>
  void analyse(Exec const& exec, TransposePlanOptions const& options,
               CsrMatrix<Scalar, Ordinal, Offset, Space> const& A, WorkspaceFor<Exec>& workspace) {
    using Impl::transpose::transpose_plan_analyse;
    Impl::check_operands(exec, "Araios::TransposePlan", Impl::Operand("A", A));
    Impl::ScopedRegion const region("Araios::TransposePlan");
    typename Workspace<memory_space>::Meter const meter(workspace.get(exec));
    auto const pattern = Impl::borrow_csr<Pattern>(A);
    bool const narrow = options.positions == PositionWidth::automatic &&
                        std::in_range<std::uint32_t>(static_cast<std::uint64_t>(A.nnz()));
    if (narrow || !has_wide)
      take(narrow_, transpose_plan_analyse<std::uint32_t, Automatic>(exec, options, pattern, workspace.get(exec)));
    else if constexpr (has_wide)
      take(wide_, transpose_plan_analyse<Offset, Automatic>(exec, options, pattern, workspace.get(exec)));
    workspace_bytes_ = meter.peak_bytes();
    analysed_row_map_ = A.row_map.data();
    analysed_entries_ = A.entries.data();
    analysed_ = std::make_shared<std::pair<decltype(A.row_map), decltype(A.entries)> const>(A.row_map, A.entries);
  }

  template <class Perm, class Arrays>
  void take(Perm& perm, Arrays const& arrays) {
    row_map_ = arrays.row_map;
    entries_ = arrays.entries;
    perm = arrays.values;
  }

  template <class E, class From, class To>
  void gather(E const& exec, From const& from, To const& to) const {
    if constexpr (has_wide)
      if (is_wide()) return Impl::transpose::transpose_plan_gather(exec, wide_, from, to);
    Impl::transpose::transpose_plan_gather(exec, narrow_, from, to);
  }

  // The sentence that describes how A differs, or nothing.
  template <class E, class Matrix>
  std::optional<std::string> difference(E const& exec, Matrix const& A, PatternCheck how) const {
    using Impl::transpose::other_pattern;
    if (A.num_rows() != num_cols_ || A.num_cols() != num_rows_)
      return other_pattern("its shape (", A.num_rows(), " x ", A.num_cols(), " != ", num_cols_, " x ", num_rows_, ")");
    if (A.nnz() != nnz()) return other_pattern("its number of entries (", A.nnz(), " != ", nnz(), ")");
    if (how == PatternCheck::none) return {};
    bool const same_arrays = has_arrays_of(A);
    bool const captured = Impl::is_being_captured(exec);
    if (same_arrays && (how == PatternCheck::sampled || captured)) return {};
    Impl::check(!captured, "Araios::transpose: arrays other than those of the plan cannot be compared while a "
                           "CUDA graph is captured; compare them before, and make the plan with PatternCheck::none");
    return Impl::transpose::difference_sentence(compare(exec, A, how == PatternCheck::full), nnz());
  }
  template <class E, class Matrix>
  Impl::transpose::TransposePatternDifference compare(E const& exec, Matrix const& A, bool everything) const {
    if constexpr (has_wide)
      if (is_wide())
        return Impl::transpose::transpose_plan_compare(exec, everything, A.row_map, A.entries, row_map_, entries_,
                                                       wide_);
    return Impl::transpose::transpose_plan_compare(exec, everything, A.row_map, A.entries, row_map_, entries_, narrow_);
  }

  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
  PatternCheck check_ = default_pattern_check;
  row_map_type row_map_;
  entries_type entries_;
  Kokkos::View<std::uint32_t const*, memory_space> narrow_;  // the permutation: one of the two
  Kokkos::View<Offset const*, memory_space> wide_;
  std::int64_t workspace_bytes_ = 0;
  void const* analysed_row_map_ = nullptr;
  void const* analysed_entries_ = nullptr;
  std::shared_ptr<void const> analysed_;  // keeps the arrays at these addresses alive
};

template <ExecutionSpace Exec, CsrOf<Exec> A, class... Others>
TransposePlan(Exec const&, A const&, Others&&...) -> TransposePlan<Exec, OrdinalOf<A>, OffsetOf<A>>;
template <ExecutionSpace Exec, CsrOf<Exec> A, class... Others>
TransposePlan(Exec const&, A const&, TransposePlanOptions const&, Others&&...)
    -> TransposePlan<Exec, OrdinalOf<A>, OffsetOf<A>>;
template <ExecutionSpace Exec, class Matrix, class... Others>
  requires(!CsrOf<Matrix, Exec>)
TransposePlan(Exec const&, Matrix const&, Others&&...) -> TransposePlan<Exec, int, int>;
template <ExecutionSpace Exec, class Matrix, class... Others>
  requires(!CsrOf<Matrix, Exec>)
TransposePlan(Exec const&, Matrix const&, TransposePlanOptions const&, Others&&...) -> TransposePlan<Exec, int, int>;

}  // namespace Araios
