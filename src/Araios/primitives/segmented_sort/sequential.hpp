// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The host kernel of segmented_sort: one thread sorts a tile, segment by segment.

#include <Araios/core/progress.hpp>
#include <Araios/primitives/merge/records.hpp>
#include <Araios/primitives/merge/segment_grid.hpp>
#include <Araios/primitives/segmented_sort/items.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace Araios::Impl {

/// Tuning parameters of the sequential sort.
struct SequentialSortShape {
  static constexpr int insertion = 24;  // maximum number of records for which moving them is faster than making items
  static constexpr int run = 16;        // items that the network sorts
};

/// Merges two adjacent sorted runs into `out`. All items differ.
template <class Item>
void merge_runs(Item const* a, Item const* a_end, Item const* b_end, Item* out) {
  Item const* b = a_end;
  if (b == b_end || !(*b < *(a_end - 1))) {
    std::copy(a, b_end, out);
    return;
  }
  while (a != a_end && b != b_end) {
    bool const take_b = *b < *a;
    *out++ = take_b ? *b : *a;
    b += take_b;
    a += !take_b;
  }
  std::copy(b, b_end, std::copy(a, a_end, out));
}

/// Sorts n items; returns where the result is stored, `items` or `spare`.
template <class Item>
Item* sort_items(Item* items, Item* spare, int n) {
  constexpr int run = SequentialSortShape::run;
  int done = 0;
  for (; done + run <= n; done += run) SortingNetwork<run>::sort(*reinterpret_cast<Item(*)[run]>(items + done));
  for (int i = done + 1; i < n; ++i) {
    Item const item = items[i];
    int j = i;
    for (; j > done && item < items[j - 1]; --j) items[j] = items[j - 1];
    items[j] = item;
  }
  for (std::int64_t width = run; width < n; width *= 2) {
    for (std::int64_t first = 0; first < n; first += 2 * width) {
      std::int64_t const middle = std::min<std::int64_t>(first + width, n);
      std::int64_t const last = std::min<std::int64_t>(first + 2 * width, n);
      merge_runs(items + first, items + middle, items + last, spare + first);
    }
    std::swap(items, spare);
  }
  return items;
}

/// Worker w sorts the pieces of its tiles (segment_grid.hpp), in place or at the same positions of `target`.
template <class Exec, class Grid, class Data, class Target>
struct SortRanges {
  using Key = typename Data::Key;
  static constexpr std::int64_t largest =
      std::max({largest_item_v<Key>, sizeof(typename decltype(Data::p1)::value_type),
                sizeof(typename decltype(Data::p2)::value_type)});

  Grid grid;
  Data data;
  Target target;
  char* buffers;  ///< two per worker, each of buffer_bytes
  std::int64_t buffer_bytes;
  std::int64_t workers;

  void operator()(std::int64_t worker) const {
    char* const buffer = buffers + 2 * worker * buffer_bytes;
    // tiles * worker exceeds 64 bits only for more elements than a machine can hold
    std::int64_t const first = grid.tiles() * worker / workers;
    std::int64_t const last = grid.tiles() * (worker + 1) / workers;
    PollInLoop<Exec> poll("Araios::segmented_sort::tiles");
    for (std::int64_t tile = first; tile < last; ++tile) {
      std::int64_t const end = grid.end(tile);
      poll.spend(8 * (end - grid.begin(tile)), tile - first, last - first);  // sorting takes longer than a pass
      std::int64_t segment = grid.first_segment(tile);
      for (std::int64_t o = grid.begin(tile); o < end;) {
        segment = grid.segments.find_from(o, segment);
        std::int64_t const segment_begin = grid.segments.begin(segment);
        std::int64_t const segment_end = grid.segments.end(segment);
        std::int64_t const stop = std::min(segment_end, end);
        // A segment is merged level by level between the two sets of arrays: LevelPairs says in which set it begins.
        bool const whole = segment_begin == o && segment_end == stop;
        bool const to_target = !whole && grid.levels(segment_begin, segment_end) % 2 == 1;
        sort(o, static_cast<int>(stop - o), to_target, buffer);
        o = stop;
      }
    }
  }

 private:
  void sort(std::int64_t begin, int count, bool to_target, char* buffer) const {
    if (count <= SequentialSortShape::insertion) {
      insert(begin, count);
      for (int i = 0; to_target && i < count; ++i) copy_record(target, begin + i, data, begin + i);
      return;
    }
    Key minimum = data.keys(begin);
    Key greatest = minimum;
    bool is_sorted = true;
    Key previous = minimum;
    for (int i = 1; i < count; ++i) {
      Key const key = data.keys(begin + i);
      minimum = std::min(minimum, key);
      greatest = std::max(greatest, key);
      is_sorted &= previous <= key;
      previous = key;
    }
    if (is_sorted) {
      for (int i = 0; to_target && i < count; ++i) copy_record(target, begin + i, data, begin + i);
      return;
    }
    int const key_bits = bit_length(key_offset(greatest, minimum));
    int const position_bits = bit_length(static_cast<std::uint64_t>(count - 1));
    if (sizeof(Key) <= 4 || key_bits + position_bits <= 64)
      sort(begin, count, to_target, buffer, PackedItems<Key, std::uint64_t>{minimum, key_bits, position_bits});
    else if constexpr (sizeof(Key) > 4)
      sort(begin, count, to_target, buffer, WideItems<Key>{minimum});
  }

  template <class Packing>
  void sort(std::int64_t begin, int count, bool to_target, char* buffer, Packing const& packing) const {
    using Item = typename Packing::Item;
    Item* const items = reinterpret_cast<Item*>(buffer);
    Item* const spare = reinterpret_cast<Item*>(buffer + buffer_bytes);
    for (int i = 0; i < count; ++i) items[i] = packing.pack(0, data.keys(begin + i), i);
    Item const* const sorted = sort_items(items, spare, count);
    char* const stage = sorted == items ? buffer + buffer_bytes : buffer;
    for (int i = 0; i < count; ++i)
      (to_target ? target.keys(begin + i) : data.keys(begin + i)) = packing.key(sorted[i]);
    auto const source = [&](int i) { return packing.position(sorted[i]); };
    move_payload(begin, count, to_target, stage, source, data.p1, target.p1);
    move_payload(begin, count, to_target, stage, source, data.p2, target.p2);
  }

  void insert(std::int64_t begin, int count) const {
    for (std::int64_t i = begin + 1; i < begin + count; ++i) {
      auto const key = data.keys(i);
      if (!(key < data.keys(i - 1))) continue;
      auto const v1 = value(data.p1, i);
      auto const v2 = value(data.p2, i);
      std::int64_t j = i;
      for (; j > begin && key < data.keys(j - 1); --j) copy_record(data, j, data, j - 1);
      data.keys(j) = key;
      data.p1(j) = v1;
      data.p2(j) = v2;
    }
  }

  template <class Values>
  static typename Values::non_const_value_type value(Values const& values, std::int64_t i) {
    return values(i);
  }

  template <class Source, class Values, class TargetValues>
  static void move_payload(std::int64_t begin, int count, bool to_target, char* stage, Source const& source,
                           Values const& values, TargetValues const& target_values) {
    if constexpr (!std::is_same_v<Values, NoValues>) {
      if (to_target) {
        for (int i = 0; i < count; ++i) target_values(begin + i) = values(begin + source(i));
      } else {
        using Value = typename Values::value_type;
        Value* const staged = reinterpret_cast<Value*>(stage);
        for (int i = 0; i < count; ++i) staged[i] = values(begin + i);
        for (int i = 0; i < count; ++i) values(begin + i) = staged[source(i)];
      }
    }
  }
};

template <int Tile, class Exec, class Grid, class Data, class Target, class Space>
void sort_tiles(ByThreads<Tile>, Exec const& exec, Grid const& grid, Data const& data, Target const& target,
                Workspace<Space>& workspace, std::string const& operation) {
  using Kernel = SortRanges<Exec, Grid, Data, Target>;
  std::int64_t const workers = std::min<std::int64_t>(grid.tiles(), concurrency(exec));
  std::int64_t const line = 256;  // so that no two workers write to one cache line
  std::int64_t const bytes = tiles_for(std::min<std::int64_t>(Tile, grid.total) * Kernel::largest, line) * line;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const buffers = workspace.template take<Kokkos::View<char*, Space>>(exec, 2 * workers * bytes);
  launch_workers(operation + "::tiles", range(exec, workers),
                 Kernel{grid, data, target, buffers.data(), bytes, workers});
}

}  // namespace Araios::Impl
