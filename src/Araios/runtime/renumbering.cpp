// SPDX-License-Identifier: Apache-2.0
/// \file
/// New numbers for rows and columns that have entries.

#include <Araios/convert.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/runtime/bitmap.hpp>
#include <Araios/runtime/coordinate_kernels.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace Araios::runtime {

namespace {

template <class Sorted>
struct IsFirst {
  Sorted sorted;
  KOKKOS_FUNCTION int operator()(Wide p) const { return p == 0 || sorted(p) != sorted(p - 1) ? 1 : 0; }
  KOKKOS_FUNCTION std::size_t extent(int) const { return sorted.extent(0); }
};
template <class To>
struct Count {
  To to;
  KOKKOS_FUNCTION void operator()(Wide p) const { to(p) = p; }
};
template <class Names, class List, class To>
struct FindNames {
  Names names;
  List list;
  To to;
  KOKKOS_FUNCTION void operator()(Wide p) const {
    to(p) = static_cast<typename To::value_type>(number_of_less(names, list(p)));
  }
};
}  // namespace

template <class Exec>
void Renumbering<Exec>::add(Matrix& A, int rows, int columns, Wide row_offset, Wide column_offset) {
  auto const note = [&](int axis, Wide n) { axes_[at(axis)].size = std::max(axes_[at(axis)].size, n); };
  note(rows, A.rows + row_offset);
  note(columns, A.columns + column_offset);
  entries_ += A.nnz;
  has_wide_ = has_wide_ || is_wide(A);
  has_lists_ = has_lists_ || A.format == Format::coo || A.format == Format::hypersparse || A.format == Format::csc;
  if (operands_.empty()) {
    index_ = A.index;
    if (A.format == Format::hypersparse) form_ = Form::dcsr;
  }
  Operand operand;
  operand.A = &A, operand.rows = rows, operand.columns = columns;
  operand.row_offset = row_offset, operand.column_offset = column_offset;
  operands_.push_back(operand);
}
template <class Exec>
void Renumbering<Exec>::add(Vector& x, int axis) {
  axes_[at(axis)].size = std::max(axes_[at(axis)].size, x.length);
  has_wide_ = has_wide_ || is_wide(x.length);
  if (!x.is_bits) entries_ += x.nnz;
  if (operands_.empty()) index_ = x.index;
  Operand operand;
  operand.x = &x, operand.rows = axis;
  operands_.push_back(operand);
}
template <class Exec>
void Renumbering<Exec>::add(Indices const& list, int axis, Wide n) {
  axes_[at(axis)].size = std::max(axes_[at(axis)].size, n);
  axes_[at(axis)].lists.push_back(list);
  entries_ += static_cast<Wide>(list.extent(0));
}

template <class Exec>
bool Renumbering<Exec>::is_needed() const {
  if (has_wide_ || is_required_) return true;
  if (!has_lists_) return false;
  for (Axis const& axis : axes_)
    if (is_sparse_axis(axis.size, entries_)) return true;
  return false;
}

template <class Exec>
void Renumbering<Exec>::list(Operand& operand) {
  if (operand.A != nullptr) {
    *operand.A = as_list(exec_, *operand.A);
    with_type(operand.A->type, [&](auto t) {
      auto const& B = operand.A->template as<Coo<typename decltype(t)::type, Index64, Exec>>();
      operand.row_list = shifted(exec_, B.row_indices, operand.row_offset);
      operand.column_list = shifted(exec_, B.col_indices, operand.column_offset);
    });
    axes_[at(operand.columns)].lists.push_back(operand.column_list);
  } else {
    Vector& x = *operand.x;
    if (x.is_bits) x = vector_of_sparse(Araios::bitmap_to_sparse(exec_, x.template as<Bits<Exec>>()));
    with_type(x.type, [&](auto t) {
      using S = typename decltype(t)::type;
      operand.row_list = x.index == IndexType::index_64
                             ? shifted(exec_, x.template as<SparseOf<S, Wide, Exec>>().indices, 0)
                             : shifted(exec_, x.template as<Sparse<S, Exec>>().indices, 0);
    });
  }
  axes_[at(operand.rows)].lists.push_back(operand.row_list);
}

template <class Exec>
void Renumbering<Exec>::name(Axis& axis) {
  if (axis.is_all) {
    require_sizes(IndexType::index_32_64, axis.size, 0, 0);
    auto const all = new_indices(exec_, axis.size);
    for_each(exec_, "Araios::runtime::names", axis.size, Count<Dense<Wide, Exec>>{all});
    axis.names = all;
    axis.lists.clear();
    return;
  }
  Wide total = 0;
  for (Indices const& list : axis.lists) total += static_cast<Wide>(list.extent(0));
  auto const all = new_indices(exec_, total), sorted = new_indices(exec_, total);
  Wide filled = 0;
  for (Indices const& list : axis.lists) {
    auto const n = static_cast<Wide>(list.extent(0));
    Dense<Wide, Exec> const to = Kokkos::subview(all, std::pair<Wide, Wide>(filled, filled + n));
    for_each(exec_, "Araios::runtime::names", n, Shift<Indices, Dense<Wide, Exec>>{list, to, 0});
    filled += n;
  }
  Araios::radix_sort(
      exec_, all, Araios::NoValues{}, Araios::NoValues{}, sorted, Araios::NoValues{}, Araios::NoValues{},
      {.key_bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max(axis.size, Wide(1)) - 1)))});
  using First = IsFirst<Dense<Wide, Exec>>;
  First const first{sorted};
  auto const before = new_indices(exec_, total + 1);
  Araios::exclusive_scan(exec_, first, before);
  Wide const count = Araios::read_back(exec_, before, total, "Araios::runtime::names: their number is known");
  require_sizes(IndexType::index_32_64, count, 0, 0);
  auto const names = new_indices(exec_, count);
  for_each(exec_, "Araios::runtime::names", total,
           Pack<First, Dense<Wide, Exec>, Dense<Wide, Exec>, Dense<Wide, Exec>>{first, before, sorted, names, 0});
  axis.names = names;
  axis.lists.clear();
}

template <class Exec>
Dense<int, Exec> Renumbering<Exec>::numbers(Indices const& list, int axis) const {
  auto const n = static_cast<Wide>(list.extent(0));
  auto const to = Araios::allocate<Dense<int, Exec>>(exec_, "Araios::runtime::numbers", n);
  for_each(exec_, "Araios::runtime::numbers", n, FindNames<Indices, Indices, Dense<int, Exec>>{names(axis), list, to});
  return to;
}
template <class Exec>
Wide Renumbering<Exec>::first_not_below(int axis, Wide index) const {
  auto const list = new_indices(exec_, 1);
  Araios::fill(exec_, list, index);
  return Araios::read_back(exec_, numbers(list, axis), 0, "Araios::runtime::numbers: one is known");
}
template <class Exec>
int Renumbering<Exec>::product(int a, int b, Wide size, Wide nb) {
  Indices const x = names(a), y = names(b);
  auto const n = static_cast<Wide>(x.extent(0) * y.extent(0));
  auto const to = new_indices(exec_, n);
  for_each(exec_, "Araios::runtime::names", n, PairNames<Indices, Indices, Dense<Wide, Exec>>{x, y, nb, to});
  int const made = static_cast<int>(axes_.size());
  axes_.emplace_back();
  axes_.back().names = to;
  axes_.back().size = n;
  old_sizes_.push_back(size);
  return made;
}

template <class Exec>
void Renumbering<Exec>::replace(Operand& operand) {
  auto const rows = numbers(operand.row_list, operand.rows);
  if (operand.A != nullptr) {
    auto const columns = numbers(operand.column_list, operand.columns);
    Matrix& A = *operand.A;
    A = with_type(A.type, [&](auto t) {
      using S = typename decltype(t)::type;
      auto const& B = A.template as<Coo<S, Index64, Exec>>();
      return matrix_of(Coo<S, Index32_64, Exec>(size(operand.rows), size(operand.columns), rows, columns, B.values),
                       A.owner);
    });
    return;
  }
  Vector& x = *operand.x;
  x = with_type(x.type, [&](auto t) {
    using S = typename decltype(t)::type;
    if (x.index == IndexType::index_64)
      return vector_of_sparse(
          Sparse<S, Exec>(size(operand.rows), rows, x.template as<SparseOf<S, Wide, Exec>>().values), x.owner);
    return vector_of_sparse(Sparse<S, Exec>(size(operand.rows), rows, x.template as<Sparse<S, Exec>>().values),
                            x.owner);
  });
}

template <class Exec>
bool Renumbering<Exec>::apply() {
  if (is_applied_) return true;
  if (!is_needed()) return false;
  is_applied_ = true;
  for (Operand& operand : operands_) list(operand);
  for (Axis& axis : axes_) {
    old_sizes_.push_back(axis.size);
    name(axis);
    axis.size = static_cast<Wide>(axis.names.extent(0));
  }
  for (Operand& operand : operands_) replace(operand);
  return true;
}

template <class Exec>
Matrix Renumbering<Exec>::restore(Matrix const& C, int rows, int columns, Form form) const {
  auto const renamed = [&](auto const& numbers, int axis) -> Indices {
    if (axis < 0) return shifted(exec_, numbers, 0);
    auto const n = static_cast<Wide>(numbers.extent(0));
    auto const to = new_indices(exec_, n);
    using Numbers = std::remove_cvref_t<decltype(numbers)>;
    for_each(exec_, "Araios::runtime::rename", n,
             Gather<Indices, Dense<Wide, Exec>, Numbers>{names(axis), numbers, to});
    return to;
  };
  auto const old_size = [&](int axis, Wide n) { return axis < 0 ? n : old_sizes_[static_cast<std::size_t>(axis)]; };
  return with_type(C.type, [&](auto t) {
    using S = typename decltype(t)::type;
    auto const list = Araios::convert<Araios::Format::coo>(exec_, working<S>(exec_, C));
    Coo<S, Index64, Exec> const renamed_list(old_size(rows, C.rows), old_size(columns, C.columns),
                                             renamed(list.row_indices, rows), renamed(list.col_indices, columns),
                                             list.values);
    if (form == Form::csr)
      require(!is_wide(renamed_list.num_rows()), ErrorKind::overflow, "CSR has an offset for each of ",
              renamed_list.num_rows(), " rows, ", list.nnz(), " of which at most have entries: ARAIOS_COO has none");
    return from_list(exec_, matrix_of(renamed_list, C.owner), form == Form::dcsr ? Format::hypersparse : Format::csr,
                     index_, form == Form::csr);
  });
}

template <class Exec>
Vector Renumbering<Exec>::restore(Vector const& y, int axis) const {
  return with_old_indices(y, axis, 0, 0, old_sizes_[static_cast<std::size_t>(axis)]);
}
template <class Exec>
Vector Renumbering<Exec>::part(Vector const& y, Wide begin, Wide offset, Wide length) const {
  return with_old_indices(y, 0, begin, offset, length);
}
template <class Exec>
Vector Renumbering<Exec>::with_old_indices(Vector const& y, int axis, Wide begin, Wide offset, Wide n) const {
  return with_type(y.type, [&](auto t) {
    using S = typename decltype(t)::type;
    auto const part = working<S>(exec_, y);
    auto const indices = new_indices(exec_, part.nnz());
    using Numbers = std::remove_cvref_t<decltype(part.indices)>;
    for_each(exec_, "Araios::runtime::rename", part.nnz(),
             Rename<Indices, Numbers, Dense<Wide, Exec>>{names(axis), part.indices, indices, begin, offset});
    if (is_wide(n) || index_ == IndexType::index_64)
      return vector_of_sparse(SparseOf<S, Wide, Exec>(n, indices, part.values), y.owner);
    return vector_of_sparse(Sparse<S, Exec>(n, cast_indices<int, Wide>(exec_, Indices(indices)), part.values), y.owner);
  });
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec) template class Renumbering<Exec>;
ARAIOS_RUNTIME_INSTANTIATE_BOTH(Pattern)
#undef ARAIOS_RUNTIME_INSTANTIATE

}  // namespace Araios::runtime
