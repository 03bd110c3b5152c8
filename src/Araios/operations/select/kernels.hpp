// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The entries of a CSR matrix that a predicate keeps: marked, counted by a scan, and copied.
///
/// Work is divided by entries, however long the rows are. Bytes per entry: 1 for the mark and 8 for its number, written
/// and read once; indices and values are read and written once, indices also for the marks.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::select {

/// Entries (i, j) with lower <= j - i <= upper; complement: all others.
struct OnDiagonals {
  std::int64_t lower, upper;
  bool complement = false;
  KOKKOS_FUNCTION bool operator()(std::int64_t i, std::int64_t j) const {
    return (j - i >= lower && j - i <= upper) != complement;
  }
};

/// Whether the predicate takes the coordinate of an entry, or its coordinate and its value.
template <class Predicate, class S>
concept CoordinatePredicate = requires(Predicate const& keeps, std::int64_t i) {
  { keeps(i, i) } -> std::convertible_to<bool>;
};
template <class Predicate, class S>
concept EntryPredicate = CoordinatePredicate<Predicate, S> ||
                         (!is_pattern_v<S> && requires(Predicate const& keeps, std::int64_t i, S const& a) {
                           { keeps(i, i, a) } -> std::convertible_to<bool>;
                         });

/// marks(p) := 1 for an entry that is kept, else 0
template <class Predicate, class Entries, class Values, class Marks>
struct MarkEntries {
  Predicate keeps;
  Entries entries;
  Values values;
  Marks marks;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    auto const j = static_cast<std::int64_t>(entries(p));
    if constexpr (CoordinatePredicate<Predicate, typename Values::value_type>)
      marks(p) = keeps(i, j) ? 1 : 0;
    else
      marks(p) = keeps(i, j, values(p)) ? 1 : 0;
  }
};

/// Marks of the caller in place of a predicate: an entry is kept where its mark is not 0.
template <class Marks>
struct GivenMarks {
  Marks given;
};
/// marks(p) := 1 where given(p) is not 0, else 0
template <class Given, class Marks>
struct TakeMarks {
  Given given;
  Marks marks;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const { marks(p) = given(p) != 0 ? 1 : 0; }
};

/// A predicate of the row and the position of an entry, in place of its coordinate.
template <class Keeps>
struct ByPosition {
  Keeps keeps;
};
template <class Keeps, class Marks>
struct MarkPositions {
  Keeps keeps;
  Marks marks;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const { marks(p) = keeps(i, p) ? 1 : 0; }
};

/// Entries that are kept come before(p) others.
template <class Marks, class Before, class FromEntries, class FromValues, class Entries, class Values>
struct CopyMarked {
  Marks marks;
  Before before;
  FromEntries from_entries;
  FromValues from_values;
  Entries entries;
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    if (marks(p) == 0) return;
    entries(before(p)) = from_entries(p);
    values(before(p)) = from_values(p);
  }
};

/// to(i) := before(from(i))
template <class Before, class From, class To>
struct MapRows {
  Before before;
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    to(i) = static_cast<typename To::value_type>(before(static_cast<std::int64_t>(from(i))));
  }
};

/// Which entries are kept, and how many before each: the last element is their number. In the frame of the caller.
template <class Offset, class Space>
struct MarkedEntries {
  Kokkos::View<unsigned char*, Space> marks;
  Kokkos::View<Offset*, Space> before;
};

template <class Exec, class Matrix, class Predicate, class Marks>
void mark(Exec const& exec, std::string const& label, Matrix const& A, Predicate const& keeps, Marks const& marks) {
  visit_segments(
      exec, label, A.row_map, static_cast<std::int64_t>(A.nnz()),
      MarkEntries<Predicate, decltype(A.entries), decltype(A.values), Marks>{keeps, A.entries, A.values, marks});
}
template <class Exec, class Matrix, class Given, class Marks>
void mark(Exec const& exec, std::string const& label, Matrix const& A, GivenMarks<Given> const& keeps,
          Marks const& marks) {
  Kokkos::parallel_for(label, range(exec, static_cast<std::int64_t>(A.nnz())),
                       TakeMarks<Given, Marks>{keeps.given, marks});
}

template <class Exec, class Matrix, class Keeps, class Marks>
void mark(Exec const& exec, std::string const& label, Matrix const& A, ByPosition<Keeps> const& by_position,
          Marks const& marks) {
  visit_segments(exec, label, A.row_map, static_cast<std::int64_t>(A.nnz()),
                 MarkPositions<Keeps, Marks>{by_position.keeps, marks});
}

template <class Exec, class Matrix, class Predicate, class Space>
auto mark_entries(Exec const& exec, std::string const& label, Matrix const& A, Predicate const& keeps,
                  Workspace<Space>& workspace) {
  using Marked = MarkedEntries<typename Matrix::Offset, Space>;
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  Marked const marked{workspace.template take<decltype(Marked::marks)>(exec, nnz),
                      workspace.template take<decltype(Marked::before)>(exec, nnz + 1)};
  mark(exec, label + "::mark", A, keeps, marked.marks);
  exclusive_scan(exec, marked.marks, marked.before, {}, workspace);
  return marked;
}

/// The matrix of the `kept` entries that are marked.
template <class Exec, class Matrix, class Offset, class Space>
auto copy_marked(Exec const& exec, std::string const& label, Matrix const& A,
                 MarkedEntries<Offset, Space> const& marked, std::int64_t kept) {
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Ordinal = typename Matrix::Ordinal;
  using Before = decltype(marked.before);
  auto const C = allocate_csr<Scalar, Ordinal, Offset>(exec, label, A.num_rows(), kept);
  Kokkos::parallel_for(label + "::row_map", range(exec, static_cast<std::int64_t>(A.num_rows()) + 1),
                       MapRows<Before, decltype(A.row_map), decltype(C.row_map)>{marked.before, A.row_map, C.row_map});
  using Copy = CopyMarked<decltype(marked.marks), Before, decltype(A.entries), decltype(A.values), decltype(C.entries),
                          decltype(C.values)>;
  Kokkos::parallel_for(label + "::fill", range(exec, static_cast<std::int64_t>(A.nnz())),
                       Copy{marked.marks, marked.before, A.entries, A.values, C.entries, C.values});
  return CsrMatrix<Scalar, Ordinal, Offset, Space>(A.num_rows(), A.num_cols(), C);
}

template <class Exec, class Matrix, class Predicate, class Space>
auto select_entries(Exec const& exec, std::string const& label, Matrix const& A, Predicate const& keeps,
                    Workspace<Space>& workspace) {
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Ordinal = typename Matrix::Ordinal;
  using Offset = typename Matrix::Offset;
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  if (nnz == 0) {
    auto const arrays = allocate_csr<Scalar, Ordinal, Offset>(exec, label, A.num_rows(), 0);
    fill(exec, arrays.row_map, Offset(0));
    return CsrMatrix<Scalar, Ordinal, Offset, Space>(A.num_rows(), A.num_cols(), arrays);
  }
  typename Workspace<Space>::Frame const frame(workspace);
  auto const marked = mark_entries(exec, label, A, keeps, workspace);
  auto const kept =
      static_cast<std::int64_t>(read_back(exec, marked.before, nnz, label + ": the number of entries is on the host"));
  return copy_marked(exec, label, A, marked, kept);
}

}  // namespace Araios::Impl::select
