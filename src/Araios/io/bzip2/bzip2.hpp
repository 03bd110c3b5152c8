// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// bzip2 data, unpacked by libbz2: where ARAIOS_HAVE_BZIP2 is defined, as the target Araios::Araios does where CMake finds
/// the library. Without it such data is refused.

#include <Araios/io/gzip/gzip.hpp>
#include <Araios/io/read_error.hpp>
#include <Araios/io/text/pieces.hpp>

#include <algorithm>
#include <cstdint>
#include <new>
#include <string>
#include <string_view>

#ifdef ARAIOS_HAVE_BZIP2
#include <bzlib.h>
#endif

namespace Araios::Impl {

inline bool is_bzip2(std::string_view bytes) {
  return bytes.size() >= 4 && bytes.substr(0, 3) == "BZh" && bytes[3] >= '1' && bytes[3] <= '9';
}

#ifdef ARAIOS_HAVE_BZIP2

/// One stream of bzip2 data; files of several are usual.
class Bzip2Stream {
 public:
  enum class Result { goes_on, ends, corrupt };

  Bzip2Stream() {
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }
  ~Bzip2Stream() { BZ2_bzDecompressEnd(&stream_); }
  Bzip2Stream(Bzip2Stream const&) = delete;
  Bzip2Stream& operator=(Bzip2Stream const&) = delete;

  /// Unpacks into the room of `out`; `data` loses what was read.
  Result run(std::string_view& data, TextPieces& out) {
    constexpr std::int64_t max_bytes = 1 << 30;
    auto const given = static_cast<unsigned>(std::min<std::int64_t>(static_cast<std::int64_t>(data.size()), max_bytes));
    auto const room = static_cast<unsigned>(std::min(out.room(), max_bytes));
    stream_.next_in = const_cast<char*>(data.data());
    stream_.avail_in = given;
    stream_.next_out = reinterpret_cast<char*>(out.data()) + out.size;
    stream_.avail_out = room;
    int const code = BZ2_bzDecompress(&stream_);
    data.remove_prefix(given - stream_.avail_in);
    out.size += room - stream_.avail_out;
    if (code == BZ_MEM_ERROR) throw std::bad_alloc();
    if (code == BZ_STREAM_END) return Result::ends;
    // The library reports damage at the end of its input only after it was called again.
    bool const moved = given != stream_.avail_in || room != stream_.avail_out;
    return code == BZ_OK && (moved || data.empty()) ? Result::goes_on : Result::corrupt;
  }

 private:
  bz_stream stream_{};
};

/// Unpacks the streams of bzip2 data and hands their text to `parser`; as parse_gzip, with the same limits.
inline bool parse_bzip2(TextSource const& source, std::string_view data, bool partial, GzipLimits const& limits,
                        TextParser const& parser) {
  constexpr std::int64_t step = 1 << 16;
  auto const packed = static_cast<std::int64_t>(data.size());
  std::int64_t const max_bytes = max_unpacked(source.caller, packed, limits);
  TextPieces out(source, parser, 0, max_bytes, true);
  auto const refuse = [&](char const* what) { throw Bzip2Error(source.title() + ": bad bzip2 data: " + what); };
  using Result = Bzip2Stream::Result;
  while (!data.empty()) {
    if (!partial && !is_bzip2(data)) refuse("the bzip2 data is followed by other data");
    Bzip2Stream stream;
    for (Result result = Result::goes_on; result == Result::goes_on;) {
      if (out.room() < step && !out.grow(step)) break;
      std::int64_t const before = out.total();
      result = stream.run(data, out);
      if (result == Result::corrupt) refuse("a block is damaged");
      if (result == Result::ends || !data.empty() || out.total() != before) continue;
      if (!partial) refuse("the data is cut off");
      out.flush();
      return out.enough();
    }
    if (out.enough()) return true;
    if (out.too_long())
      throw Bzip2Error(source.title() + ": bzip2 data of " + std::to_string(packed) + " bytes grows beyond " +
                       std::to_string(max_bytes) + " bytes; options.gzip sets the limit");
  }
  if (partial)
    out.flush();
  else
    out.finish();
  return out.enough();
}

#else

inline bool parse_bzip2(TextSource const& source, std::string_view, bool, GzipLimits const&, TextParser const&) {
  throw ReadNotSupported(source.title() + ": bzip2 data, and Araios was built without libbz2: unpack it with bzip2 -d");
}

#endif

/// Whether the data is packed in a way that readers know.
inline bool is_packed(std::string_view bytes) { return is_gzip(bytes) || is_bzip2(bytes); }

/// Unpacks the data and hands its text to `parser`: parse_gzip, parse_bzip2.
inline bool parse_packed(TextSource const& source, std::string_view data, bool partial, GzipLimits const& limits,
                         TextParser const& parser) {
  if (is_bzip2(data)) return parse_bzip2(source, data, partial, limits, parser);
  return parse_gzip(source, data, partial, limits, parser);
}

}  // namespace Araios::Impl
