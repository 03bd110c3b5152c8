// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The last step of a pass of the radix sort by teams: move every element to its destination.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

/// Moves every element of a chunk to its destination in the order of the digit, equal digits in their old order.
///
/// A team takes its chunk tile by tile. Within a tile, thread t of group g (a warp) holds the elements g W I + i W + t,
/// i = 0 .. I-1, so that "earlier group, then lower i, then lower lane" is the order of the input. For each tile:
///   1. every group counts its own digits in that order; what the counter held before is an element's rank in its
///   group;
///   2. the counters become positions in the sorted tile: the start of the digit, plus the counts of earlier groups;
///   3. keys, then each payload, pass through scratch into the order of the tile, and leave it in runs of one digit.
/// Between tiles, target[d] is where the next element of digit d goes; during step 3 it is that minus the digit's
/// start, so that the element at position q of the sorted tile goes to target[d] + q.
template <class Lanes, class Tuning, class From, class To>
struct RadixTeamScatter {
  From from;
  To to;
  RadixTable table;
  RadixChunks chunks;
  RadixDigit digit;

  static constexpr int team_size = Tuning::shape.team_size;
  static constexpr int items = Tuning::shape.items_per_thread;
  static constexpr int tile = Tuning::shape.tile();
  static constexpr int groups = team_size / Lanes::width;
  static constexpr int max_words = 1 << (Tuning::digit_bits - 1);
  static constexpr int words_per_thread = (max_words + team_size - 1) / team_size;
  // A position in a tile fits 16 bits, and is never this value, which marks the items beyond the end.
  static constexpr unsigned nowhere = 0xffffu;
  static_assert(tile < static_cast<int>(nowhere) && Tuning::digit_bits <= 16 && team_size % Lanes::width == 0);

  static constexpr int stage_bytes = (std::max(groups * max_words, tile) * 4 + 15) / 16 * 16;
  static constexpr int sums_bytes = (groups * static_cast<int>(sizeof(std::int64_t)) + 15) / 16 * 16;

  // 16 bytes more than the arrays need: room to align them.
  static int scratch_bytes(RadixDigit digit) {
    return stage_bytes + sums_bytes + digit.count() * static_cast<int>(sizeof(std::int64_t)) + 16;
  }

  // The items of one thread. Their input positions are first + i * W in the tile; the output positions of the thread
  // are t + i * team in the sorted tile. The lower half of where[i] is the output position of item i, the upper half
  // the digit of the element that moves to the i-th output position of this thread.
  struct Tile {
    std::int64_t begin;
    int count;
    int first;
    unsigned where[std::size_t(items)];
  };

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const {
    char* const scratch = reinterpret_cast<char*>(team.team_scratch(0).get_shmem_aligned(scratch_bytes_at(), 16));
    auto* const stage = scratch;
    auto* const sums = reinterpret_cast<std::int64_t*>(scratch + stage_bytes);
    auto* const target = reinterpret_cast<std::int64_t*>(scratch + stage_bytes + sums_bytes);
    auto* const counters = reinterpret_cast<std::uint32_t*>(scratch);

    int const rank = team.team_rank();
    int const lane = rank % Lanes::width;
    int const group = rank / Lanes::width;
    int const words = digit.count() / 2;
    std::int64_t const chunk = team.league_rank();
    std::int64_t const end = chunks.end(chunk);
    first_targets(team, sums, target);

    Tile t;
    t.first = group * Lanes::width * items + lane;
    for (t.begin = chunks.begin(chunk); t.begin < end; t.begin += tile) {
      t.count = static_cast<int>(end - t.begin < tile ? end - t.begin : tile);

      // Two digits share a 32-bit word of counters: half the scratch, and half the additions of step 2.
      for (int w = rank; w < groups * words; w += team_size) counters[w] = 0;
      using Key = std::remove_cvref_t<decltype(from.keys(t.begin))>;
      Key key[std::size_t(items)];
      ARAIOS_UNROLL
      for (int i = 0; i < items; ++i) {
        int const p = t.first + i * Lanes::width;
        key[i] = p < t.count ? from.keys(t.begin + p) : Key(0);
      }
      team.team_barrier();
      auto* const mine = reinterpret_cast<std::uint16_t*>(counters + group * words);
      rank_in_group(key, mine, lane, t);
      team.team_barrier();

      int ends[std::size_t(2 * words_per_thread)];
      counters_to_positions(team, counters, words, reinterpret_cast<int*>(sums), target, ends);
      team.team_barrier();
      ARAIOS_UNROLL
      for (int i = 0; i < items; ++i)
        t.where[i] = t.first + i * Lanes::width < t.count ? t.where[i] + mine[digit.of(key[i])] : nowhere;
      team.team_barrier();

      move_keys(team, reinterpret_cast<Key*>(stage), target, key, t);
      move(team, stage, target, from.p1, to.p1, t);
      move(team, stage, target, from.p2, to.p2, t);

      ARAIOS_UNROLL
      for (int j = 0; j < words_per_thread; ++j) {
        int const w = rank * words_per_thread + j;
        if (w < words) {
          target[2 * w] += ends[2 * j];
          target[2 * w + 1] += ends[2 * j + 1];
        }
      }
    }
  }

 private:
  // t.where := the ranks of the elements of a group among those with the same digit; mine := counts of the group.
  template <class Key>
  KOKKOS_FUNCTION void rank_in_group(Key const (&key)[std::size_t(items)], std::uint16_t* mine, int lane,
                                     Tile& t) const {
    ARAIOS_UNROLL
    for (int i = 0; i < items; ++i) {
      bool const valid = t.first + i * Lanes::width < t.count;
      unsigned const d = digit.of(key[i]);
      auto const peers = Lanes::template peers<Tuning::digit_bits>(d, valid);
      int const below = Lanes::count_below(peers, lane);
      unsigned const before = mine[d];
      Lanes::fence();
      if (valid && below == 0) mine[d] = static_cast<std::uint16_t>(before + Lanes::count(peers));
      Lanes::fence();
      t.where[i] = before + below;
    }
  }
  KOKKOS_FUNCTION int scratch_bytes_at() const {
    return stage_bytes + sums_bytes + digit.count() * static_cast<int>(sizeof(std::int64_t));
  }

  // target[d] := elements of lower digits in all chunks + elements of digit d in earlier chunks. Each thread keeps its
  // own digits, those of its words, up to date for the whole chunk.
  template <class Team>
  KOKKOS_FUNCTION void first_targets(Team const& team, std::int64_t* sums, std::int64_t* target) const {
    int const digits = digit.count();
    int const first = team.team_rank() * 2 * words_per_thread;
    std::int64_t sum = 0;
    for (int d = first; d < first + 2 * words_per_thread && d < digits; ++d) sum += table.totals[d];
    std::int64_t all = 0;
    std::int64_t running = team_exclusive_scan<Lanes>(team, sum, sums, all);
    for (int d = first; d < first + 2 * words_per_thread && d < digits; ++d) {
      target[d] = running + table.rows[d * chunks.count + team.league_rank()];
      running += table.totals[d];
    }
  }

  // Counters to positions (step 2). ends[] are the positions after the last element of each digit that the thread owns.
  template <class Team>
  KOKKOS_FUNCTION void counters_to_positions(Team const& team, std::uint32_t* counters, int words, int* sums,
                                             std::int64_t* target,
                                             int (&ends)[std::size_t(2 * words_per_thread)]) const {
    int const first = team.team_rank() * words_per_thread;
    std::uint32_t count[std::size_t(words_per_thread)];
    int sum = 0;
    ARAIOS_UNROLL
    for (int j = 0; j < words_per_thread; ++j) {
      count[j] = 0;
      if (first + j < words) {
        ARAIOS_UNROLL
        for (int g = 0; g < groups; ++g) count[j] += counters[g * words + first + j];
      }
      sum += static_cast<int>((count[j] & 0xffffu) + (count[j] >> 16));
    }
    int all = 0;
    int start = team_exclusive_scan<Lanes>(team, sum, sums, all);
    ARAIOS_UNROLL
    for (int j = 0; j < words_per_thread; ++j) {
      int const w = first + j;
      int const middle = start + static_cast<int>(count[j] & 0xffffu);
      int const end = middle + static_cast<int>(count[j] >> 16);
      ends[2 * j] = middle;
      ends[2 * j + 1] = end;
      if (w < words) {
        target[2 * w] -= start;
        target[2 * w + 1] -= middle;
        std::uint32_t position = static_cast<std::uint32_t>(start) | (static_cast<std::uint32_t>(middle) << 16);
        ARAIOS_UNROLL
        for (int g = 0; g < groups; ++g) {
          std::uint32_t const here = counters[g * words + w];
          counters[g * words + w] = position;
          position += here;
        }
      }
      start = end;
    }
  }

  // Step 3 for the keys, in which each thread also stores the digits at its output positions.
  template <class Team, class Key>
  KOKKOS_FUNCTION void move_keys(Team const& team, Key* stage, std::int64_t const* target,
                                 Key const (&key)[std::size_t(items)], Tile& t) const {
    constexpr int slots = stage_bytes / static_cast<int>(sizeof(Key));
    ARAIOS_UNROLL
    for (int begin = 0; begin < tile; begin += slots) {
      ARAIOS_UNROLL
      for (int i = 0; i < items; ++i) {
        int const q = static_cast<int>(t.where[i] & nowhere) - begin;
        if (q >= 0 && q < slots && q < t.count - begin) stage[q] = key[i];
      }
      team.team_barrier();
      ARAIOS_UNROLL
      for (int i = 0; i < items; ++i) {
        int const q = team.team_rank() + i * team_size - begin;
        if (q >= 0 && q < slots && q < t.count - begin) {
          Key const k = stage[q];
          unsigned const d = digit.of(k);
          t.where[i] |= d << 16;
          if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(to.keys)>, NoValues>)
            to.keys(target[d] + begin + q) = k;
        }
      }
      team.team_barrier();
    }
  }

  // Step 3 for a payload. What does not fit the stage goes in several rounds.
  template <class Team, class In, class Out>
  KOKKOS_FUNCTION void move(Team const& team, char* scratch, std::int64_t const* target, In const& in, Out const& out,
                            Tile const& t) const {
    if constexpr (!std::is_same_v<Out, NoValues>) {
      using Value = std::remove_cvref_t<decltype(out(t.begin))>;
      constexpr int slots = stage_bytes / static_cast<int>(sizeof(Value));
      auto* const stage = reinterpret_cast<Value*>(scratch);
      ARAIOS_UNROLL
      for (int begin = 0; begin < tile; begin += slots) {
        ARAIOS_UNROLL
        for (int i = 0; i < items; ++i) {
          int const q = static_cast<int>(t.where[i] & nowhere) - begin;
          if (q >= 0 && q < slots && q < t.count - begin) stage[q] = in(t.begin + t.first + i * Lanes::width);
        }
        team.team_barrier();
        ARAIOS_UNROLL
        for (int i = 0; i < items; ++i) {
          int const q = team.team_rank() + i * team_size - begin;
          if (q >= 0 && q < slots && q < t.count - begin) out(target[t.where[i] >> 16] + begin + q) = stage[q];
        }
        team.team_barrier();
      }
    }
  }
};

}  // namespace Araios::Impl
