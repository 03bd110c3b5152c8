// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One pass of the radix sort on host threads: the three steps of radix_sort/team.hpp with one thread per chunk.
///
/// A thread needs no ranking: it moves its elements in order, so equal digits keep their order. Staging the elements of
/// a digit in a buffer of one cache line, or sorting a tile in the cache first, was measured: it gains a tenth to a
/// seventh on 10 M elements with float payloads and loses below, so elements are stored directly.

#include <Araios/core/execution.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

/// rows(d, c) := number of keys of chunk c with digit d.
template <int DigitBits, class Keys>
struct RadixHostCount {
  Keys keys;
  RadixTable table;
  RadixChunks chunks;
  RadixDigit digit;

  void operator()(std::int64_t chunk) const {
    std::int64_t counts[1 << DigitBits];
    int const digits = digit.count();
    for (int d = 0; d < digits; ++d) counts[d] = 0;
    std::int64_t const end = chunks.end(chunk);
    for (std::int64_t i = chunks.begin(chunk); i < end; ++i) ++counts[digit.of(keys(i))];
    for (int d = 0; d < digits; ++d) table.rows[d * chunks.count + chunk] = counts[d];
  }
};

/// Each row of counts becomes its exclusive prefix sums, and totals(d) its sum.
struct RadixHostScan {
  RadixTable table;
  std::int64_t chunks;

  void operator()(std::int64_t d) const {
    std::int64_t sum = 0;
    for (std::int64_t c = d * chunks; c < (d + 1) * chunks; ++c) {
      std::int64_t const count = table.rows[c];
      table.rows[c] = sum;
      sum += count;
    }
    table.totals[d] = sum;
  }
};

/// Moves a chunk. target[d] is the destination of the next element with digit d.
template <int DigitBits, class From, class To>
struct RadixHostScatter {
  From from;
  To to;
  RadixTable table;
  RadixChunks chunks;
  RadixDigit digit;

  void operator()(std::int64_t chunk) const {
    std::int64_t target[1 << DigitBits];
    int const digits = digit.count();
    std::int64_t before = 0;
    for (int d = 0; d < digits; ++d) {
      target[d] = before + table.rows[d * chunks.count + chunk];
      before += table.totals[d];
    }
    std::int64_t const end = chunks.end(chunk);
    for (std::int64_t i = chunks.begin(chunk); i < end; ++i) {
      auto const key = from.keys(i);
      std::int64_t const position = target[digit.of(key)]++;
      store(to.keys, position, key);
      store(to.p1, position, from.p1(i));
      store(to.p2, position, from.p2(i));
    }
  }

 private:
  template <class Out, class Value>
  static void store(Out const& out, std::int64_t position, Value const& value) {
    out(position) = static_cast<std::remove_cvref_t<decltype(out(position))>>(value);
  }
  template <class Value>
  static void store(NoValues, std::int64_t, Value const&) {}
};

/// Passes on host threads. Tuning: digit_bits, min_chunk.
template <class Tuning>
struct RadixHostThreads {
  static constexpr int digit_bits = Tuning::digit_bits;

  /// One chunk per thread.
  template <class Exec>
  static RadixChunks chunks(Exec const& exec, std::int64_t n) {
    std::int64_t const threads = std::max(1, concurrency(exec));
    std::int64_t const length = std::max<std::int64_t>(tiles_for(n, threads), Tuning::min_chunk);
    return {n, length, tiles_for(n, length)};
  }

  template <class Exec, class From, class To>
  static void pass(Exec const& exec, RadixChunks chunks, RadixDigit digit, From const& from, To const& to,
                   RadixTable table) {
    auto each_chunk = range(exec, chunks.count);
    each_chunk.set_chunk_size(1);
    using Count = RadixHostCount<digit_bits, decltype(from.keys)>;
    Kokkos::parallel_for("Araios::radix_sort::count", each_chunk, Count{from.keys, table, chunks, digit});
    Kokkos::parallel_for("Araios::radix_sort::scan", range(exec, digit.count()), RadixHostScan{table, chunks.count});
    using Scatter = RadixHostScatter<digit_bits, From, To>;
    Kokkos::parallel_for("Araios::radix_sort::scatter", each_chunk, Scatter{from, to, table, chunks, digit});
  }
};

}  // namespace Araios::Impl
