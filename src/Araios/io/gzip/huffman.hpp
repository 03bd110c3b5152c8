// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bits and Huffman codes of deflate data (RFC 1951, 3.1 and 3.2).
///
/// A table indexed by the next `Primary` bits decodes canonical codes; longer codes continue in a second table, a
/// subtable, that the first one points to.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace Araios::Impl {

/// Bits of the input, lowest first.
class BitReader {
 public:
  BitReader(unsigned char const* begin, unsigned char const* end) : next_(begin), end_(end) {}

  /// Makes at least 56 bits ready, or all that are left. Bits after the end read as 0; `take` detects their use.
  void refill() {
    if (end_ - next_ >= 8 && std::endian::native == std::endian::little) {
      std::uint64_t word;
      std::memcpy(&word, next_, 8);
      bits_ |= word << count_;
      next_ += (63 - count_) >> 3;
      count_ |= 56;
    } else {
      while (count_ <= 56 && next_ != end_) {
        bits_ |= static_cast<std::uint64_t>(*next_++) << count_;
        count_ += 8;
      }
    }
  }
  std::uint64_t peek(int n) const { return bits_ & ((std::uint64_t(1) << n) - 1); }
  /// Consumes n <= 56 bits; false when the input has fewer.
  bool skip(int n) {
    if (n > count_) return false;
    bits_ >>= n;
    count_ -= n;
    return true;
  }
  bool take(int n, unsigned& value) {
    refill();
    value = static_cast<unsigned>(peek(n));
    return skip(n);
  }
  /// The first byte that is not consumed; drops the remaining bits of a partly consumed byte.
  unsigned char const* align() {
    next_ -= count_ / 8;
    bits_ = 0;
    count_ = 0;
    return next_;
  }
  void restart(unsigned char const* next) { next_ = next; }
  unsigned char const* end() const { return end_; }

 private:
  unsigned char const* next_;
  unsigned char const* end_;
  std::uint64_t bits_ = 0;
  int count_ = 0;
};

/// The meaning of a code, in 32 bits: value (16), kind or number of extra bits (8), length of the code (8).
struct HuffmanEntry {
  std::uint16_t value;
  std::uint8_t kind;
  std::uint8_t length;
};
inline constexpr std::uint8_t kind_literal = 0x40;
inline constexpr std::uint8_t kind_end = 0x20;
inline constexpr std::uint8_t kind_subtable = 0x10;  // low four bits: width of the subtable
inline constexpr std::uint8_t kind_invalid = 0xff;

/// Decoding table of up to Symbols codes of at most 15 bits.
template <int Primary, int Symbols>
class HuffmanTable {
 public:
  /// False for an over-subscribed set of lengths, and for an incomplete one unless it has at most one code of one bit,
  /// which RFC 1951 allows for distances.
  template <class Meaning>
  bool build(std::uint8_t const* lengths, int symbols, Meaning const& meaning) {
    std::array<int, 16> counts{};
    for (int s = 0; s < symbols; ++s) ++counts[lengths[s]];
    counts[0] = 0;
    std::array<unsigned, 16> next{};
    int left = 1;
    unsigned code = 0;
    int used = 0;
    for (int length = 1; length <= 15; ++length) {
      left = 2 * left - counts[length];
      if (left < 0) return false;
      code = (code + static_cast<unsigned>(counts[length - 1])) << 1;
      next[length] = code;
      used += counts[length];
    }
    if (left > 0 && !(used == 0 || (used == 1 && counts[1] == 1))) return false;
    table_.fill(HuffmanEntry{0, kind_invalid, 1});
    int free = 1 << Primary;  // position of the next subtable
    // The longest codes below one primary entry come in order of the code, so a subtable is as wide as the longest code
    // with its prefix; the first pass finds that width.
    std::array<std::uint8_t, 1 << Primary> width{};
    auto first = next;
    for (int s = 0; s < symbols; ++s) {
      int const length = lengths[s];
      if (length == 0) continue;
      unsigned const reversed = reverse(first[length]++, length);
      if (length <= Primary) continue;
      auto& w = width[reversed & ((1u << Primary) - 1)];
      if (w < length - Primary) w = static_cast<std::uint8_t>(length - Primary);
    }
    for (int s = 0; s < symbols; ++s) {
      int const length = lengths[s];
      if (length == 0) continue;
      unsigned const reversed = reverse(next[length]++, length);
      HuffmanEntry entry = meaning(s);
      if (length <= Primary) {
        entry.length = static_cast<std::uint8_t>(length);
        for (unsigned i = reversed; i < (1u << Primary); i += 1u << length) table_[i] = entry;
        continue;
      }
      unsigned const prefix = reversed & ((1u << Primary) - 1);
      int const bits = width[prefix];
      if (table_[prefix].kind == kind_invalid) {
        table_[prefix] = {static_cast<std::uint16_t>(free), static_cast<std::uint8_t>(kind_subtable | bits), Primary};
        free += 1 << bits;
      }
      entry.length = static_cast<std::uint8_t>(length - Primary);
      for (unsigned i = reversed >> Primary; i < (1u << bits); i += 1u << (length - Primary))
        table_[table_[prefix].value + i] = entry;
    }
    return true;
  }

  /// Reads and consumes the next code; false when the input ends before it does.
  bool decode(BitReader& in, HuffmanEntry& entry) const {
    entry = table_[in.peek(Primary)];
    if ((entry.kind & 0xf0) == kind_subtable) {
      if (!in.skip(Primary)) return false;
      entry = table_[entry.value + in.peek(entry.kind & 0x0f)];
    }
    return in.skip(entry.length);
  }

 private:
  static unsigned reverse(unsigned code, int length) {
    unsigned result = 0;
    for (int i = 0; i < length; ++i) result |= ((code >> i) & 1u) << (length - 1 - i);
    return result;
  }

  // In a complete set a subtable of width w serves at least w + 1 codes, and w <= 15 - Primary, so it takes at most 2^w
  // / (w + 1) entries per code.
  static constexpr int widest = 15 - Primary;
  std::array<HuffmanEntry, (1 << Primary) + ((Symbols << widest) + widest) / (widest + 1)> table_;
};

}  // namespace Araios::Impl
