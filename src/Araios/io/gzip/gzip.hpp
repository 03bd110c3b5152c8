// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// gzip data (RFC 1952): one or more members. They are checked against their CRC-32 and length while their text goes to
/// a parser.

#include <Araios/core/checks.hpp>
#include <Araios/io/gzip/crc32.hpp>
#include <Araios/io/gzip/inflate.hpp>
#include <Araios/io/read_error.hpp>
#include <Araios/io/read_options.hpp>
#include <Araios/io/text/pieces.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace Araios::Impl {

inline bool is_gzip(std::string_view bytes) { return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b'; }

/// The position after the header of a gzip member, or nullptr where the data ends before that, or `fault` is set.
inline unsigned char const* skip_gzip_header(unsigned char const* p, unsigned char const* end, char const*& fault) {
  if (end - p < 10) return nullptr;
  unsigned const flags = p[3];
  if (p[0] != 0x1f || p[1] != 0x8b)
    fault = "the gzip data is followed by other data";
  else if (p[2] != 8)
    fault = "an unknown compression method";
  else if ((flags & 0xe0) != 0)
    fault = "reserved flags in the gzip header";
  if (fault != nullptr) return nullptr;
  p += 10;
  if ((flags & 4) != 0) {  // extra field
    if (end - p < 2) return nullptr;
    std::int64_t const length = p[0] + 256 * p[1];
    if (end - p < 2 + length) return nullptr;
    p += 2 + length;
  }
  for (unsigned const text : {8u, 16u}) {  // name, comment
    if ((flags & text) == 0) continue;
    p = std::find(p, end, '\0');
    if (p == end) return nullptr;
    ++p;
  }
  if ((flags & 2) != 0) {  // CRC of the header
    if (end - p < 2) return nullptr;
    p += 2;
  }
  return p;
}

/// The limit of the unpacked bytes of `packed` bytes of gzip data.
inline std::int64_t max_unpacked(std::string const& caller, std::int64_t packed, GzipLimits const& limits) {
  check(limits.max_ratio > 0 && limits.free_bytes >= 0, caller, ": gzip limits must be positive (", limits.max_ratio,
        ", ", limits.free_bytes, ")");
  constexpr std::int64_t maximum = GrowingBytes::unlimited;
  std::int64_t const by_ratio = packed > maximum / limits.max_ratio ? maximum : packed * limits.max_ratio;
  return std::min(maximum, std::max(limits.free_bytes, by_ratio));
}

/// Unpacks the members of gzip data and hands their text to `parser`, piece by piece
///
/// `partial` the data is a prefix of more: its end is no error, and no piece is the last.
///
/// Memory        64 blocks of the text and 96 KiB (where the limit is below twice that, the limit), half as much again
///               while the array grows: 25 MiB with blocks of 256 KiB. A longer line, or a longer header of a Matrix
///               Market file, is held as a whole: then at most 1.5 times the limit and 128 KiB.
/// Throws        GzipError for damaged or truncated data, and for data that grows beyond the limits. An error of the
///               parser is thrown only after the data has passed its checks, so that damage is not reported as wrong
///               text.
/// Gives         whether the parser needs no more text.
inline bool parse_gzip(TextSource const& source, std::string_view data, bool partial, GzipLimits const& limits,
                       TextParser const& parser) {
  auto const packed = static_cast<std::int64_t>(data.size());
  std::int64_t const max_bytes = max_unpacked(source.caller, packed, limits);
  TextPieces out(source, parser, Inflater::reach, max_bytes, true);
  auto const* p = reinterpret_cast<unsigned char const*>(data.data());
  auto const* const end = p + data.size();
  // The last four bytes claim the length of the last member; they are believed up to this limit.
  std::int64_t const said = packed >= 18 && !partial ? little_endian_32(end - 4) : 0;
  out.expect(std::min({said + 258, 8 * packed + 258, max_bytes}));
  auto const inflater = std::make_unique<Inflater>();  // its tables are too large for a thread's stack
  auto const refuse = [&](char const* what) { throw GzipError(source.title() + ": bad gzip data: " + what); };
  do {
    char const* fault = nullptr;
    p = skip_gzip_header(p, end, fault);
    if (fault != nullptr) refuse(fault);
    out.begin_member();
    InflateResult result = InflateResult::truncated;
    if (p != nullptr) {
      BitReader bits(p, end);
      result = inflater->run(bits, out);
      p = bits.align();
    }
    if (out.enough()) return true;
    if (result == InflateResult::corrupt) refuse("a deflate block is damaged");
    if (result == InflateResult::stopped || out.too_long())
      throw GzipError(source.title() + ": gzip data of " + std::to_string(packed) + " bytes grows beyond " +
                      std::to_string(max_bytes) + " bytes; options.gzip sets the limit");
    if (result == InflateResult::truncated || end - p < 8) {
      if (!partial) refuse("the data is cut off");
      out.flush();
      return out.enough();
    }
    if (little_endian_32(p) != out.member_crc()) refuse("the CRC-32 does not match");
    if (little_endian_32(p + 4) != static_cast<std::uint32_t>(out.member_size())) refuse("the length does not match");
    p += 8;
    // gzip pads with zero bytes to a full block of a tape.
    if (p != end && *p == 0) p = std::find_if(p, end, [](unsigned char c) { return c != 0; });
  } while (p != end);
  if (partial)
    out.flush();
  else
    out.finish();
  return out.enough();
}

}  // namespace Araios::Impl
