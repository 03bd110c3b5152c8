// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sources of texts: files, streams, bytes of the caller; gzip and bzip2 data is unpacked.

#include <Araios/io/bzip2/bzip2.hpp>
#include <Araios/io/gzip/gzip.hpp>
#include <Araios/io/read_error.hpp>
#include <Araios/io/read_options.hpp>
#include <Araios/io/text/pieces.hpp>
#include <Araios/io/text/text.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Araios::Impl {

/// The limits of texts that are not as long as their file: streams and gzip data.
struct TextLimits {
  GzipLimits gzip{};
  std::int64_t stream = default_max_stream_bytes;
};

/// A file open for reading.
class InputFile {
 public:
  InputFile(std::filesystem::path const& path, std::string title)
      : title_(std::move(title)), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat about{};
    if (descriptor_ >= 0 && ::fstat(descriptor_, &about) == 0 && !S_ISDIR(about.st_mode)) {
      size_ = S_ISREG(about.st_mode) ? about.st_size : 0;
      return;
    }
    std::string const reason = descriptor_ >= 0 && S_ISDIR(about.st_mode) ? "is a directory" : std::strerror(errno);
    if (descriptor_ >= 0) ::close(descriptor_);
    throw ReadError(title_ + ": cannot be opened: " + reason);
  }
  ~InputFile() { ::close(descriptor_); }
  InputFile(InputFile const&) = delete;
  InputFile& operator=(InputFile const&) = delete;

  /// Bytes of the file; 0 of a stream. A regular file of 0 bytes counts as a stream: those of /proc have contents.
  std::int64_t size() const { return size_; }

  /// Reads the bytes [begin, end), or fewer where the file ends earlier; returns their number, or -1 and errno.
  std::int64_t read(char* destination, std::int64_t begin, std::int64_t end) const {
    std::int64_t done = 0;
    while (begin + done < end) {
      ssize_t const got =
          ::pread(descriptor_, destination + done, static_cast<std::size_t>(end - begin - done), begin + done);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return -1;
      if (got == 0) break;
      done += got;
    }
    return done;
  }
  /// Reads the next bytes, from the beginning on, of any readable file; 0 at the end.
  std::int64_t read_next(char* destination, std::int64_t max_bytes) const {
    for (;;) {
      ssize_t const got = ::read(descriptor_, destination, static_cast<std::size_t>(max_bytes));
      if (got >= 0) return got;
      if (errno != EINTR) fail(errno);
    }
  }

  [[noreturn]] void fail(int code) const {
    throw ReadError(title_ + ": " + (code != 0 ? std::strerror(code) : "became shorter while it was read"));
  }
  [[noreturn]] void fail_stream(std::int64_t limit) const {
    throw ReadError(title_ + ": a stream of more than " + std::to_string(limit) +
                    " bytes; options.max_stream_bytes sets the limit");
  }

 private:
  std::string title_;
  int descriptor_;
  std::int64_t size_ = 0;
};

/// Passes all the bytes to `parser` in one call; `fetch(begin, end)` first loads some of them.
inline void parse_whole(TextSource const& source, std::string_view bytes, TextParser const& parser,
                        std::function<void(std::int64_t, std::int64_t)> const& fetch) {
  Text text;
  text.bytes = bytes;
  text.source = source.name;
  text.block_bytes = source.block_bytes;
  text.max_size = text.size();
  count_blocks(source.exec, "Araios::read_text::count_lines", text, fetch);
  parser(text);
}

/// Parses the text in memory, in place unless it is packed.
inline void parse_bytes(TextSource const& source, std::string_view bytes, GzipLimits const& limits,
                        TextParser const& parser) {
  checked_block_bytes(source.caller, source.block_bytes);
  if (is_packed(bytes))
    parse_packed(source, bytes, false, limits, parser);
  else
    parse_whole(source, bytes, parser, [](std::int64_t, std::int64_t) {});
}

/// Parses a file that is read sequentially: all of a stream, and of other files as much as the parser needs.
///
/// Memory        of text as parse_gzip; gzip data is first read as a whole, which takes up to 1.5 times the limit.
inline void parse_stream(TextSource const& source, InputFile const& file, TextLimits const& limits,
                         TextParser const& parser) {
  constexpr std::int64_t step = 1 << 16;
  std::int64_t const limit = file.size() > 0 ? GrowingBytes::unlimited : limits.stream;
  check(limit >= 0, source.caller, ": max_stream_bytes must not be negative (", limit, ")");
  char magic[4] = {};
  std::int64_t known = 0;
  for (std::int64_t got = 1; known < 4 && got > 0; known += got) got = file.read_next(magic + known, 4 - known);
  if (!is_packed({magic, static_cast<std::size_t>(known)})) {
    TextPieces pieces(source, parser, 0, limit, false);
    auto* from = magic;
    for (std::int64_t got = known; got > 0;) {
      if (pieces.room() < step && !pieces.grow(step)) break;
      auto* const to = reinterpret_cast<char*>(pieces.data()) + pieces.size;
      if (from != nullptr)
        std::memcpy(to, magic, static_cast<std::size_t>(got));
      else
        got = file.read_next(to, pieces.room());
      from = nullptr;
      pieces.size += got;
    }
    if (!pieces.enough() && pieces.too_long()) file.fail_stream(limit);
    pieces.finish();
    return;
  }
  GrowingBytes packed(source.exec, limit);
  packed.reserve(step, step);
  std::memcpy(packed.data(), magic, static_cast<std::size_t>(known));
  packed.size = known;
  for (std::int64_t got = 1; got > 0; packed.size += got) {
    if (packed.size > limit) file.fail_stream(limit);
    packed.reserve(step, std::int64_t(1) << 24);
    got = file.read_next(packed.data() + packed.size, packed.room());
  }
  parse_packed(source, packed.view(), false, limits.gzip, parser);
}

/// Parses the text of a file. It is read, not mapped: shortening a mapped file would end the program with SIGBUS.
inline void parse_file(TextSource const& source, std::filesystem::path const& path, TextLimits const& limits,
                       TextParser const& parser) {
  InputFile const file(path, source.title());
  checked_block_bytes(source.caller, source.block_bytes);
  if (file.size() == 0) return parse_stream(source, file, limits, parser);
  auto const storage = allocate<ByteArray>(source.exec, "Araios::read_text::bytes", file.size());
  char* const destination = storage.data();
  std::atomic<int> failure{-1};  // errno of a thread that failed, 0 when the file ended too early
  auto const fetch = [&file, &failure, destination](std::int64_t begin, std::int64_t end) {
    std::int64_t const got = file.read(destination + begin, begin, end);
    if (got != end - begin) failure = got < 0 ? errno : 0;
  };
  auto const complete = [&file, &failure] {
    if (failure >= 0) file.fail(failure);
  };
  std::string_view const bytes(destination, static_cast<std::size_t>(file.size()));
  char magic[4] = {};
  if (is_packed({magic, static_cast<std::size_t>(std::max<std::int64_t>(0, file.read(magic, 0, 4)))})) {
    fetch(0, file.size());
    complete();
    parse_packed(source, bytes, false, limits.gzip, parser);
    return;
  }
  parse_whole(
      source, bytes,
      [&](Text const& text) {
        complete();
        return parser(text);
      },
      fetch);
}

/// Parses the beginning of a file, until `parser` needs no more. Reads little more of a regular file than that.
inline void parse_beginning(TextSource const& source, std::filesystem::path const& path, TextLimits const& limits,
                            TextParser const& parser) {
  InputFile const file(path, source.title());
  char magic[4] = {};
  std::int64_t const known = file.size() == 0 ? 0 : std::max<std::int64_t>(0, file.read(magic, 0, 4));
  if (!is_packed({magic, static_cast<std::size_t>(known)})) return parse_stream(source, file, limits, parser);
  for (std::int64_t requested = 1 << 16;; requested *= 4) {
    bool const all = requested >= file.size();
    auto const bytes = allocate<ByteArray>(source.exec, "Araios::read_text::bytes", std::min(requested, file.size()));
    auto const length = static_cast<std::int64_t>(bytes.extent(0));
    std::int64_t const got = file.read(bytes.data(), 0, length);
    if (got != length) file.fail(got < 0 ? errno : 0);
    std::string_view const data(bytes.data(), static_cast<std::size_t>(length));
    if (parse_packed(source, data, !all, limits.gzip, parser) || all) return;
  }
}

/// Runs the job of reading a text; an error for lack of memory names the text.
template <class Job>
auto read_named(TextSource const& source, Job const& job) {
  try {
    return job();
  } catch (ReadError const&) {
    throw;
  } catch (std::invalid_argument const&) {
    throw;
  } catch (Interrupted const&) {
    throw;
  } catch (std::exception const& error) {
    // Kokkos and the standard library have several types for this error; nothing else can fail here.
    throw ReadMemoryError(source.title() + ": not enough memory: " + error.what());
  }
}

}  // namespace Araios::Impl
