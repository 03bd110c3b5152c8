// SPDX-License-Identifier: Apache-2.0
/// \file
/// Scans, histograms, pointers and indices, over arrays of the caller.

#include "handles.hpp"

#include "primitives.hpp"

#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/scan.hpp>

namespace araios_c {

namespace {

/// The sum of the elements of one sign.
template <class In>
struct SumOfSign {
  In in;
  bool negative;
  KOKKOS_FUNCTION void operator()(std::int64_t p, std::int64_t& sum) const {
    auto const element = static_cast<std::int64_t>(in(p));
    if ((element < 0) == negative) sum += element;
  }
};

/// Refuses elements whose sums may not fit 32 bits. Those of 64 bits are not checked: their sum may not fit either.
template <class Offset, class Exec, class In>
void check_sums(Exec const& exec, In const& in) {
  if constexpr (sizeof(Offset) == 4) {
    for (bool const negative : {false, true}) {
      std::int64_t sum = 0;
      if (in.extent(0) > 0)
        Kokkos::parallel_reduce("Araios::c::check_sums", Araios::range(exec, static_cast<std::int64_t>(in.extent(0))),
                                SumOfSign<In>{in, negative}, Kokkos::Sum<std::int64_t>(sum));
      require(sum >= std::numeric_limits<Offset>::min() && sum <= std::numeric_limits<Offset>::max(),
              ErrorKind::overflow, "the ", negative ? "negative" : "positive", " elements have the sum ", sum,
              ", which does not fit the offsets of ", name(IndexType::index_32));
    }
  }
}

template <class Exec, class Indices>
void check_indices(Exec const& exec, Indices const& indices, std::int64_t bins) {
  auto const p = first_where(exec, indices.extent(0), NotBelow<Indices>{indices, bins});
  if (p < 0) return;
  fail(ErrorKind::out_of_range, "indices[", p, "] is ", element(exec, indices, p), ", not in [0, ", bins, ")");
}
template <class Exec, class Indices>
void check_order(Exec const& exec, Indices const& indices) {
  auto const p = first_where(exec, indices.extent(0), Descent<Indices>{indices});
  if (p < 0) return;
  fail(ErrorKind::out_of_range, "indices[", p, "] is ", element(exec, indices, p), ", less than indices[", p - 1, "], ",
       element(exec, indices, p - 1), ": the indices are not sorted");
}

template <bool inclusive>
araios_status scan(char const* function, araios_context* context, araios_primitive_options const* options,
                   IndexType index, std::int64_t n, void const* in, void* out) {
  return compute(function, context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const given = primitive_options(options);
    require_length(n, "n");
    with_index(or_default(index), [&](auto i) {
      using Offset = typename decltype(i)::Offset;
      auto const from = array_of<typename decltype(i)::Ordinal const, Exec>(in, n, "in");
      auto const to = array_of<Offset, Exec>(out, inclusive ? n : n + 1, "out");
      if (given.trust == 0) check_sums<Offset>(exec, from);
      if constexpr (inclusive)
        Araios::inclusive_scan(exec, from, to);
      else
        Araios::exclusive_scan(exec, from, to);
    });
  });
}

/// f(indices, an array of `length` offsets) after the checks of a function that counts n indices.
template <class F>
araios_status count(char const* function, araios_context* context, araios_primitive_options const* options,
                    IndexType index, std::int64_t n, void const* indices, std::int64_t bins, std::int64_t more,
                    void* offsets, char const* offsets_name, F const& f) {
  return compute(function, context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const given = primitive_options(options);
    require_length(n, "n");
    require_length(bins, "bins");
    with_index(or_default(index), [&](auto i) {
      using Index = decltype(i);
      require(n <= max_offset(index_of<typename Index::Ordinal, typename Index::Offset>), ErrorKind::overflow, n,
              " indices do not fit the offsets of ", name(or_default(index)));
      auto const from = array_of<typename Index::Ordinal const, Exec>(indices, n, "indices");
      auto const to = array_of<typename Index::Offset, Exec>(offsets, bins + more, offsets_name);
      if (given.trust == 0) check_indices(exec, from, bins);
      f(exec, given, from, to);
    });
  });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_exclusive_scan(araios_context* context, araios_primitive_options const* options,
                                    araios_index index, int64_t n, void const* in, void* out) {
  return scan<false>("araios_exclusive_scan", context, options, of(index), n, in, out);
}
araios_status araios_inclusive_scan(araios_context* context, araios_primitive_options const* options,
                                    araios_index index, int64_t n, void const* in, void* out) {
  return scan<true>("araios_inclusive_scan", context, options, of(index), n, in, out);
}

araios_status araios_vertical_scan(araios_context* context, araios_index index, int64_t rows, int64_t columns,
                                   void* table, void* totals) {
  return compute("araios_vertical_scan", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    require_length(rows, "rows");
    require_length(columns, "columns");
    with_index(or_default(of(index)), [&](auto i) {
      using Offset = typename decltype(i)::Offset;
      using Table = Kokkos::View<Offset**, Kokkos::LayoutRight, SpaceOf<Exec>>;
      auto const elements = Araios::checked_multiply(rows, columns, "elements of the table");
      auto const data = array_of<Offset, Exec>(table, elements, "table");
      Table const view(data.data(), static_cast<std::size_t>(rows), static_cast<std::size_t>(columns));
      if (totals == nullptr)
        Araios::vertical_scan(exec, view);
      else
        Araios::vertical_scan(exec, view, array_of<Offset, Exec>(totals, columns, "totals"));
    });
  });
}

araios_status araios_histogram(araios_context* context, araios_primitive_options const* options, araios_index index,
                               int64_t n, void const* indices, int64_t bins, void* counts) {
  return count(
      "araios_histogram", context, options, of(index), n, indices, bins, 0, counts, "counts",
      [](auto const& exec, auto const&, auto const& from, auto const& to) { Araios::histogram(exec, from, to); });
}

araios_status araios_indices_to_pointers(araios_context* context, araios_primitive_options const* options,
                                         araios_index index, int64_t n, void const* indices, int64_t bins,
                                         void* pointers) {
  return count("araios_indices_to_pointers", context, options, of(index), n, indices, bins, 1, pointers, "pointers",
               [](auto const& exec, auto const& given, auto const& from, auto const& to) {
                 if (given.is_sorted == 0) return Araios::index_to_pointers(exec, from, to);
                 if (given.trust == 0) check_order(exec, from);
                 Araios::sorted_index_to_pointers(exec, from, to);
               });
}

araios_status araios_pointers_to_indices(araios_context* context, araios_primitive_options const* options,
                                         araios_index index, int64_t bins, void const* pointers, int64_t n,
                                         void* indices) {
  return compute("araios_pointers_to_indices", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const given = primitive_options(options);
    require_length(bins, "bins");
    require_length(n, "n");
    with_index(or_default(of(index)), [&](auto i) {
      using Index = decltype(i);
      require(bins <= max_ordinal(index_of<typename Index::Ordinal, typename Index::Offset>), ErrorKind::overflow, bins,
              " bins do not fit the indices of ", name(or_default(of(index))));
      auto const from = array_of<typename Index::Offset const, Exec>(pointers, bins + 1, "pointers");
      auto const to = array_of<typename Index::Ordinal, Exec>(indices, n, "indices");
      if (given.trust == 0) check_pointers(exec, from, n);
      Araios::pointers_to_index(exec, from, to);
    });
  });
}
