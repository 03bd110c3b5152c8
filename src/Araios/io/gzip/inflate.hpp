// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Decompression of deflate data (RFC 1951).
///
/// All data is checked: every code set for completeness, every distance against the bytes written, every bit against
/// the end of the input. The output grows only as far as its owner allows.

#include <Araios/io/gzip/huffman.hpp>

#include <array>
#include <cstdint>
#include <cstring>

namespace Araios::Impl {

enum class InflateResult { finished, stopped, truncated, corrupt };

/// The decoder of a deflate stream, with its three code sets.
///
/// Output is any class with: `unsigned char* data()`, `int64 size` (bytes written), `int64 begin` (the first byte that
/// matches may copy), `int64 room()` (bytes that can be written without a call of grow; sixteen after them may be
/// overwritten), `bool grow(int64 bytes)` (makes room for that many more; false to stop). grow may drop bytes at the
/// front, and reduce size and begin by their number, if the last `reach` bytes stay.
class Inflater {
 public:
  /// The largest distance of a match.
  static constexpr std::int64_t reach = 32768;

  /// Appends the stream to `out`; on success `in` is after its last bit. The caller sets out.begin.
  template <class Output>
  InflateResult run(BitReader& in, Output& out) {
    unsigned last = 0;
    while (last == 0) {
      unsigned type = 0;
      if (!in.take(1, last) || !in.take(2, type)) return InflateResult::truncated;
      InflateResult result = InflateResult::corrupt;
      if (type == 0) {
        result = stored_block(in, out);
      } else if (type == 1) {
        fixed_codes();
        result = coded_block(in, out);
      } else if (type == 2) {
        result = read_codes(in);
        if (result == InflateResult::finished) result = coded_block(in, out);
      }
      if (result != InflateResult::finished) return result;
    }
    return InflateResult::finished;
  }

 private:
  static HuffmanEntry literal_meaning(int symbol) {
    // RFC 1951, 3.2.5: lengths 3 .. 258 by symbols 257 .. 285.
    static constexpr std::uint16_t base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                               31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static constexpr std::uint8_t extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                               2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    if (symbol < 256) return {static_cast<std::uint16_t>(symbol), kind_literal, 0};
    if (symbol == 256) return {0, kind_end, 0};
    if (symbol < 286) return {base[symbol - 257], extra[symbol - 257], 0};
    return {0, kind_invalid, 0};
  }
  static HuffmanEntry distance_meaning(int symbol) {
    if (symbol >= 30) return {0, kind_invalid, 0};
    if (symbol < 4) return {static_cast<std::uint16_t>(symbol + 1), 0, 0};
    int const extra = symbol / 2 - 1;
    return {static_cast<std::uint16_t>(((2 + symbol % 2) << extra) + 1), static_cast<std::uint8_t>(extra), 0};
  }

  void fixed_codes() {
    if (fixed_) return;  // so that each of many tiny blocks does not build the codes again
    fixed_ = true;
    std::array<std::uint8_t, 288> lengths{};
    for (int s = 0; s < 288; ++s) lengths[s] = s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8;
    literals_.build(lengths.data(), 288, literal_meaning);
    lengths.fill(5);
    distances_.build(lengths.data(), 32, distance_meaning);
  }

  /// The code lengths of a dynamic block, themselves Huffman-coded.
  InflateResult read_codes(BitReader& in) {
    static constexpr std::uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    unsigned literals = 0, distances = 0, codes = 0;
    if (!in.take(5, literals) || !in.take(5, distances) || !in.take(4, codes)) return InflateResult::truncated;
    literals += 257;
    distances += 1;
    codes += 4;
    if (literals > 286 || distances > 30) return InflateResult::corrupt;
    std::array<std::uint8_t, 19> code_lengths{};
    for (unsigned i = 0; i < codes; ++i) {
      unsigned length = 0;
      if (!in.take(3, length)) return InflateResult::truncated;
      code_lengths[order[i]] = static_cast<std::uint8_t>(length);
    }
    if (!lengths_.build(code_lengths.data(), 19,
                        [](int s) { return HuffmanEntry{static_cast<std::uint16_t>(s), kind_literal, 0}; }))
      return InflateResult::corrupt;
    std::array<std::uint8_t, 286 + 30> lengths{};
    unsigned n = 0;
    while (n < literals + distances) {
      in.refill();
      HuffmanEntry entry;
      if (!lengths_.decode(in, entry)) return InflateResult::truncated;
      if (entry.kind == kind_invalid) return InflateResult::corrupt;
      if (entry.value < 16) {
        lengths[n++] = static_cast<std::uint8_t>(entry.value);
        continue;
      }
      unsigned repeat = 0;
      int const bits = entry.value == 16 ? 2 : entry.value == 17 ? 3 : 7;
      if (!in.take(bits, repeat)) return InflateResult::truncated;
      repeat += entry.value == 18 ? 11 : 3;
      if (entry.value == 16 && n == 0) return InflateResult::corrupt;
      if (n + repeat > literals + distances) return InflateResult::corrupt;
      std::uint8_t const length = entry.value == 16 ? lengths[n - 1] : std::uint8_t(0);
      for (; repeat != 0; --repeat) lengths[n++] = length;
    }
    if (lengths[256] == 0) return InflateResult::corrupt;  // no end-of-block code
    fixed_ = false;
    if (!literals_.build(lengths.data(), static_cast<int>(literals), literal_meaning) ||
        !distances_.build(lengths.data() + literals, static_cast<int>(distances), distance_meaning))
      return InflateResult::corrupt;
    return InflateResult::finished;
  }

  template <class Output>
  InflateResult stored_block(BitReader& in, Output& out) {
    unsigned char const* p = in.align();
    if (in.end() - p < 4) return InflateResult::truncated;
    std::int64_t const length = p[0] + 256 * p[1];
    if (length != 65535 - (p[2] + 256 * p[3])) return InflateResult::corrupt;
    p += 4;
    if (in.end() - p < length) return InflateResult::truncated;
    if (out.room() < length && !out.grow(length)) return InflateResult::stopped;
    if (length > 0) std::memcpy(out.data() + out.size, p, static_cast<std::size_t>(length));
    out.size += length;
    in.restart(p + length);
    return InflateResult::finished;
  }

  template <class Output>
  InflateResult coded_block(BitReader& in, Output& out) {
    // The compiler must assume that written bytes alias the members of `in` and `out`, but not local copies.
    BitReader bits = in;
    std::int64_t written = out.size;
    InflateResult result = InflateResult::finished;
    bool ended = false;
    while (!ended && result == InflateResult::finished) {
      out.size = written;
      if (out.room() < 258 && !out.grow(258)) result = InflateResult::stopped;
      written = out.size;
      if (result == InflateResult::finished)
        result = symbols(bits, out.data(), written, written + out.room() - 258, out.begin, ended);
    }
    in = bits;
    out.size = written;
    return result;
  }

  /// Decodes until the block ends, more than `last` bytes are written, or the data is invalid.
  InflateResult symbols(BitReader& in_, unsigned char* data, std::int64_t& written_, std::int64_t last,
                        std::int64_t begin, bool& ended) const {
    BitReader in = in_;
    std::int64_t written = written_;
    InflateResult result = InflateResult::finished;
    while (written <= last) {
      // 15 + 5 bits of a length and 15 + 13 of its distance: one refill suffices for all.
      in.refill();
      HuffmanEntry entry;
      result = InflateResult::truncated;
      if (!literals_.decode(in, entry)) break;
      if (entry.kind == kind_literal) {
        data[written++] = static_cast<unsigned char>(entry.value);
        result = InflateResult::finished;
        continue;
      }
      if (entry.kind == kind_end) {
        ended = true;
        result = InflateResult::finished;
        break;
      }
      result = InflateResult::corrupt;
      if (entry.kind == kind_invalid) break;
      std::int64_t const length = entry.value + static_cast<std::int64_t>(in.peek(entry.kind));
      result = InflateResult::truncated;
      if (!in.skip(entry.kind) || !distances_.decode(in, entry)) break;
      result = InflateResult::corrupt;
      if (entry.kind == kind_invalid) break;
      std::int64_t const distance = entry.value + static_cast<std::int64_t>(in.peek(entry.kind));
      result = InflateResult::truncated;
      if (!in.skip(entry.kind)) break;
      result = InflateResult::corrupt;
      if (distance > written - begin) break;
      copy_match(data + written, distance, length);
      written += length;
      result = InflateResult::finished;
    }
    in_ = in;
    written_ = written;
    return result;
  }

  /// Copies bytes from `distance` back; source and destination may overlap. May write up to 7 bytes too many.
  static void copy_match(unsigned char* to, std::int64_t distance, std::int64_t length) {
    unsigned char const* from = to - distance;
    if (distance >= 8) {
      for (std::int64_t i = 0; i < length; i += 8) std::memcpy(to + i, from + i, 8);
    } else {
      for (std::int64_t i = 0; i < length; ++i) to[i] = from[i];
    }
  }

  bool fixed_ = false;  // literals_ and distances_ hold the fixed codes
  HuffmanTable<7, 19> lengths_;
  HuffmanTable<10, 288> literals_;
  HuffmanTable<9, 32> distances_;
};

}  // namespace Araios::Impl
