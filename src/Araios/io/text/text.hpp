// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A text, or a piece of one, as input of the parsers: bytes of a file or of the caller, with the number of line ends
/// per block.

#include <Araios/core/memory.hpp>
#include <Araios/io/read_options.hpp>
#include <Araios/io/text/threads.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace Araios::Impl {

using ByteArray = Kokkos::View<char*, Kokkos::HostSpace>;

/// A whole text, or a piece of one that ends at a line end.
struct Text {
  std::string_view bytes;
  std::string source;  // for messages: the file's name, or "text in memory"
  std::int64_t block_bytes = 1;
  std::vector<std::int64_t> newlines{};  // newlines[b]: number of '\n' before block b; one more element than blocks
  bool complete = true;                  // this is the last piece
  std::int64_t lines_before = 0;         // line ends in the pieces before this one
  std::int64_t lines = 0;                // line ends in this piece, where another one follows
  std::int64_t max_size = 0;             // maximum of the bytes of this piece and all that follow it

  std::int64_t size() const { return static_cast<std::int64_t>(bytes.size()); }
};

/// The answer of a parser to a piece.
enum class Taken {
  read,   // the parser does not need it again
  more,   // nothing was read: the piece must be longer
  enough  // no further text is needed
};
/// A parser: called with one piece after the other; the last of them is `complete`.
using TextParser = std::function<Taken(Text const&)>;

/// Number of '\n' in [p, end), eight bytes at a time
inline std::int64_t count_newlines(char const* p, char const* end) {
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7fu;
  std::int64_t count = 0;
  while (end - p >= 8) {
    // A byte of `sums` counts to at most 255, so it is added up before that. The words are independent of each other.
    std::int64_t const words = std::min<std::int64_t>((end - p) / 8, 255);
    std::uint64_t sums = 0;
    for (std::int64_t i = 0; i < words; ++i, p += 8) {
      std::uint64_t word;
      std::memcpy(&word, p, 8);
      word ^= 0x0a0a0a0a0a0a0a0au;                               // '\n' becomes 0
      std::uint64_t const others = ((word & low) + low) | word;  // high bit: not 0
      sums += (~others >> 7) & 0x0101010101010101u;
    }
    std::uint64_t const pairs = (sums & 0x00ff00ff00ff00ffu) + ((sums >> 8) & 0x00ff00ff00ff00ffu);
    count += static_cast<std::int64_t>((pairs * 0x0001000100010001u) >> 48);
  }
  for (; p != end; ++p) count += *p == '\n';
  return count;
}

/// Fills text.newlines; `fetch(begin, end)` first loads the bytes [begin, end), on the thread that counts them.
inline void count_blocks(HostExec const& exec, std::string const& label, Text& text,
                         std::function<void(std::int64_t, std::int64_t)> const& fetch) {
  std::int64_t const size = text.size();
  std::int64_t const block = text.block_bytes;
  std::int64_t const blocks = size / block + (size % block != 0);
  text.newlines.assign(static_cast<std::size_t>(blocks + 1), 0);
  char const* const data = text.bytes.data();
  std::int64_t* const counts = text.newlines.data();
  for_each_block(exec, label, blocks, size, [=, &fetch](std::int64_t b) {
    std::int64_t const begin = b * block;
    std::int64_t const end = size - begin < block ? size : begin + block;
    fetch(begin, end);
    counts[b + 1] = count_newlines(data + begin, data + end);
  });
  for (std::int64_t b = 0; b < blocks; ++b) text.newlines[b + 1] += text.newlines[b];
}

/// Number of line ends: "\n", "\r\n" or a lone "\r".
inline std::int64_t count_line_ends(std::string_view text) {
  char const* const end = text.data() + text.size();
  std::int64_t count = count_newlines(text.data(), end);
  for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1))
    count += at + 1 == text.size() || text[at + 1] != '\n';
  return count;
}

}  // namespace Araios::Impl
