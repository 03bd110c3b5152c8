// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrices as lists of entries with wide indices, and parts of these lists.

#include <Araios/core/read_back.hpp>
#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/runtime/coordinate_kernels.hpp>
#include <Araios/runtime/coordinate_list.hpp>
#include <Araios/runtime/hypersparse.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::runtime {

namespace {

template <class List, class Marks>
struct MarkWithin {
  List rows, columns;
  Wide i, j, m, n;
  int complement;
  Marks marks;
  KOKKOS_FUNCTION void operator()(Wide p) const {
    bool const is_in = rows(p) >= i && rows(p) - i < m && columns(p) >= j && columns(p) - j < n;
    marks(p) = is_in != (complement != 0) ? 1 : 0;
  }
};
template <class List, class Marks>
struct MarkDiagonals {
  List rows, columns;
  Wide lower, upper;
  int complement;
  Marks marks;
  KOKKOS_FUNCTION void operator()(Wide p) const {
    Wide const d = columns(p) - rows(p);
    marks(p) = (d >= lower && d <= upper) != (complement != 0) ? 1 : 0;
  }
};

template <class Marks>
struct IsNotZeroByte {
  Marks given;
  Marks marks;
  KOKKOS_FUNCTION void operator()(Wide p) const { marks(p) = given(p) != 0 ? 1 : 0; }
};

/// The offsets of n rows whose indices do not decrease.
template <class Offset, class Exec>
Dense<Offset, Exec> offsets_of(Exec const& exec, Indices<Exec> const& sorted, Wide n) {
  auto const map = Araios::allocate<Dense<Offset, Exec>>(exec, "Araios::runtime::row_map", n + 1);
  if (sorted.extent(0) == 0)
    Araios::fill(exec, map, Offset(0));
  else
    Araios::sorted_index_to_pointers(exec, sorted, map);
  return map;
}

/// The row, or column, of every entry.
template <class Index, class Exec, class Offsets>
Dense<Index, Exec> lines_of(Exec const& exec, Offsets const& offsets, Wide nnz) {
  auto const lines = Araios::allocate<Dense<Index, Exec>>(exec, "Araios::runtime::indices", nnz);
  if (nnz > 0) Araios::pointers_to_index(exec, offsets, lines);
  return lines;
}

template <class S, class Exec>
Coo<S, Index64, Exec> list_in(Exec const& exec, Matrix const& A) {
  using List = Coo<S, Index64, Exec>;
  if (A.format == Format::hypersparse) {
    auto const& B = std::get<Dcsr<S, Exec>>(A.as<StructuredMatrix<S, Exec>>());
    auto const at = lines_of<int>(exec, B.row_map, A.nnz);
    auto const rows = new_indices(exec, A.nnz);
    for_each(exec, "Araios::runtime::rows", A.nnz,
             Gather<decltype(B.rows), decltype(rows), decltype(at)>{B.rows, at, rows});
    return List(A.rows, A.columns, rows, shifted(exec, B.entries, 0), B.values);
  }
  if (is_structured(A.format)) return list_in<S>(exec, matrix_of(structured_to_csr<S>(exec, A)));
  return with_index(A.index, [&](auto index) {
    using Index = decltype(index);
    if (A.format == Format::coo) {
      auto const& B = A.as<Coo<S, Index, Exec>>();
      return List(A.rows, A.columns, shifted(exec, B.row_indices, 0), shifted(exec, B.col_indices, 0), B.values);
    }
    auto const& B = A.as<Csr<S, Index, Exec>>();
    auto const lines = lines_of<Wide>(exec, B.row_map, A.nnz);
    auto const others = shifted(exec, B.entries, 0);
    return A.format == Format::csr ? List(A.rows, A.columns, lines, others, B.values)
                                   : List(A.rows, A.columns, others, lines, B.values);
  });
}

IndexType fitting(IndexType index, Wide rows, Wide columns, Wide nnz) {
  if (is_wide(rows) || is_wide(columns)) return IndexType::index_64;
  return nnz > max_offset(index) ? IndexType::index_32_64 : index;
}

template <class S, class Exec>
Matrix list_as(Exec const& exec, Coo<S, Index64, Exec> const& A, Format format, IndexType requested, bool is_forced) {
  Wide const m = A.num_rows(), n = A.num_cols(), nnz = A.nnz();
  IndexType const chosen = fitting(requested, m, n, nnz);
  if (format == Format::hypersparse && !is_wide(m) && !is_wide(n) && nnz <= max_offset(IndexType::index_32))
    return dcsr_of<S>(exec, own_rows<S>(exec, matrix_of(cast_coo<Index32_64>(exec, A))));
  bool const by_rows = format == Format::csr, by_columns = format == Format::csc;
  Wide const lines = by_rows ? m : n;
  if ((!by_rows && !by_columns) || (!is_forced && is_costly_axis(lines, nnz)) || is_wide(lines))
    return with_index(chosen, [&](auto index) { return matrix_of(cast_coo<decltype(index)>(exec, A)); });
  return with_index(chosen, [&](auto index) {
    using Index = decltype(index);
    using Offset = typename Index::Offset;
    auto const map = offsets_of<Offset>(exec, by_rows ? A.row_indices : A.col_indices, lines);
    auto const entries = cast_indices<typename Index::Ordinal, Wide>(exec, by_rows ? A.col_indices : A.row_indices);
    Csr<S, Index, Exec> const B(lines, by_rows ? n : m, map, entries, A.values);
    return by_rows ? matrix_of(B) : matrix_of_csc(B);
  });
}

/// The entries with marks of a list, in a shape of their own.
template <class S, class Exec>
Coo<S, Index64, Exec> packed(Exec const& exec, Coo<S, Index64, Exec> const& A, Dense<unsigned char, Exec> const& marks,
                             Wide i, Wide j, Wide m, Wide n) {
  Wide const nnz = A.nnz();
  auto const before = new_indices(exec, nnz + 1);
  Araios::exclusive_scan(exec, marks, before);
  Wide const kept = Araios::read_back(exec, before, nnz, "Araios::runtime::select: the number of entries is known");
  auto const rows = new_indices(exec, kept), columns = new_indices(exec, kept);
  using To = Dense<Wide, Exec>;
  using Marks = Dense<unsigned char, Exec>;
  auto const pack = [&](auto const& from, auto const& to, Wide offset) {
    for_each(exec, "Araios::runtime::select", nnz,
             Pack<Marks, To, std::remove_cvref_t<decltype(from)>, std::remove_cvref_t<decltype(to)>>{marks, before,
                                                                                                     from, to, offset});
  };
  pack(A.row_indices, rows, -i);
  pack(A.col_indices, columns, -j);
  typename Coo<S, Index64, Exec>::values_type values;
  if constexpr (!Araios::is_pattern_v<S>) {
    auto const to = Araios::allocate<Dense<S, Exec>>(exec, "Araios::runtime::values", kept);
    for_each(exec, "Araios::runtime::select", nnz,
             Pack<Marks, To, decltype(A.values), Dense<S, Exec>>{marks, before, A.values, to, 0});
    values = to;
  }
  return Coo<S, Index64, Exec>(m, n, rows, columns, values);
}

/// mark(list, marks) launches the marks of the entries of A; what is kept is in the format of A.
template <class Exec, class Mark>
Matrix kept_of(Exec const& exec, Matrix const& A, Wide i, Wide j, Wide m, Wide n, Mark const& mark) {
  return with_type(A.type, [&](auto t) {
    using S = typename decltype(t)::type;
    auto const list = list_in<S>(exec, A);
    auto const marks = Araios::allocate<Dense<unsigned char, Exec>>(exec, "Araios::runtime::marks", list.nnz());
    mark(list, marks);
    auto const format = is_structured(A.format) && A.format != Format::hypersparse ? Format::csr : A.format;
    return list_as<S>(exec, packed<S>(exec, list, marks, i, j, m, n), format, A.index, format == Format::csr);
  });
}

}  // namespace

template <class Exec>
Matrix as_list(Exec const& exec, Matrix const& A) {
  return with_type(A.type, [&](auto t) { return matrix_of(list_in<typename decltype(t)::type>(exec, A), A.owner); });
}
template <class Exec>
Matrix from_list(Exec const& exec, Matrix const& list, Format format, IndexType index, bool is_forced) {
  return with_type(list.type, [&](auto t) {
    using S = typename decltype(t)::type;
    auto made = list_as<S>(exec, list.as<Coo<S, Index64, Exec>>(), format, index, is_forced);
    made.owner = list.owner;  // of values, and of indices that have the type of the list
    return made;
  });
}

template <class Exec>
Matrix entries_within(Exec const& exec, Matrix const& A, Wide i, Wide j, Wide rows, Wide columns, bool complement) {
  return kept_of(exec, A, complement ? 0 : i, complement ? 0 : j, complement ? A.rows : rows,
                 complement ? A.columns : columns, [&](auto const& list, auto const& marks) {
                   using List = std::remove_cvref_t<decltype(list.row_indices)>;
                   for_each(exec, "Araios::runtime::within", list.nnz(),
                            MarkWithin<List, Dense<unsigned char, Exec>>{list.row_indices, list.col_indices, i, j, rows,
                                                                         columns, complement ? 1 : 0, marks});
                 });
}
template <class Exec>
Matrix entries_on_diagonals(Exec const& exec, Matrix const& A, Wide lower, Wide upper, bool complement) {
  return kept_of(exec, A, 0, 0, A.rows, A.columns, [&](auto const& list, auto const& marks) {
    using List = std::remove_cvref_t<decltype(list.row_indices)>;
    for_each(exec, "Araios::runtime::diagonals", list.nnz(),
             MarkDiagonals<List, Dense<unsigned char, Exec>>{list.row_indices, list.col_indices, lower, upper,
                                                             complement ? 1 : 0, marks});
  });
}
template <class Exec>
Matrix marked_entries(Exec const& exec, Matrix const& A, Dense<unsigned char, Exec> const& given) {
  return kept_of(exec, A, 0, 0, A.rows, A.columns, [&](auto const&, auto const& marks) {
    using Marks = Dense<unsigned char, Exec>;
    for_each(exec, "Araios::runtime::marks", A.nnz, IsNotZeroByte<Marks>{given, marks});
  });
}
template <class S, class Exec>
typename Working<S, Exec>::values_type values_of(Matrix const& A) {
  if (A.format == Format::hypersparse) return std::get<Dcsr<S, Exec>>(A.as<StructuredMatrix<S, Exec>>()).values;
  return with_index(A.index, [&](auto index) -> typename Working<S, Exec>::values_type {
    using Index = decltype(index);
    if (A.format == Format::coo) return A.as<Coo<S, Index, Exec>>().values;
    return A.as<Csr<S, Index, Exec>>().values;
  });
}
template <class S, class Exec>
Matrix with_values(Matrix const& A, typename Working<S, Exec>::values_type const& values) {
  auto made = with_type(A.type, [&](auto t) {
    using From = typename decltype(t)::type;
    if (A.format == Format::hypersparse) {
      auto const& B = std::get<Dcsr<From, Exec>>(A.as<StructuredMatrix<From, Exec>>());
      return matrix_of_structured<Exec>(Dcsr<S, Exec>(A.rows, A.columns, B.rows, B.row_map, B.entries, values),
                                        A.owner);
    }
    return with_index(A.index, [&](auto index) {
      using Index = decltype(index);
      if (A.format == Format::coo) {
        auto const& B = A.as<Coo<From, Index, Exec>>();
        return matrix_of(Coo<S, Index, Exec>(A.rows, A.columns, B.row_indices, B.col_indices, values), A.owner);
      }
      auto const& B = A.as<Csr<From, Index, Exec>>();
      Csr<S, Index, Exec> const C(B.num_rows(), B.num_cols(), B.row_map, B.entries, values);
      return A.format == Format::csr ? matrix_of(C, A.owner) : matrix_of_csc(C, A.owner);
    });
  });
  made.is_canonical = A.is_canonical;
  return made;
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                       \
  template Matrix as_list<Exec>(Exec const&, Matrix const&);                                      \
  template Matrix from_list<Exec>(Exec const&, Matrix const&, Format, IndexType, bool);           \
  template Matrix entries_within<Exec>(Exec const&, Matrix const&, Wide, Wide, Wide, Wide, bool); \
  template Matrix entries_on_diagonals<Exec>(Exec const&, Matrix const&, Wide, Wide, bool);       \
  template Matrix marked_entries<Exec>(Exec const&, Matrix const&, Dense<unsigned char, Exec> const&);
ARAIOS_RUNTIME_INSTANTIATE_BOTH(Pattern)
#undef ARAIOS_RUNTIME_INSTANTIATE
#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                          \
  template typename Working<S, Exec>::values_type values_of<S, Exec>(Matrix const&); \
  template Matrix with_values<S, Exec>(Matrix const&, typename Working<S, Exec>::values_type const&);
ARAIOS_RUNTIME_INSTANTIATE_LIBRARY
#undef ARAIOS_RUNTIME_INSTANTIATE

}  // namespace Araios::runtime
