// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The text that a reader works on: bytes of a file or of the caller, unpacked where they are gzip data, with the number
/// of line ends counted block by block.

#include <Araios/core/memory.hpp>
#include <Araios/io/impl/gzip.hpp>
#include <Araios/io/read_error.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Araios {

/// The threads that readers work on.
using HostExec = Kokkos::DefaultHostExecutionSpace;

namespace Impl {

struct Text {
  ByteArray storage;  // empty where the bytes are the caller's
  std::string_view bytes;
  std::string source;  // for messages: the file's name, or "text in memory"
  std::int64_t block_bytes = 1;
  std::vector<std::int64_t> newlines{};  // newlines[b]: number of '\n' before block b; one more element than blocks

  std::int64_t size() const { return static_cast<std::int64_t>(bytes.size()); }
};

/// Number of '\n' in [p, end), eight bytes at a time
inline std::int64_t count_newlines(char const* p, char const* end) {
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7fu;
  std::int64_t count = 0;
  while (end - p >= 8) {
    // A byte of `sums` counts to at most 255, so they are added up in time. Each word is independent of the one before.
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

/// Runs job(i) for i in [0, n) on the host threads, which take the next i when they are free, and waits.
///
/// The job is behind a function object, so that each Kokkos kernel of the readers is compiled once and not for every type
/// of matrix; a call for some 100 KiB of text costs nothing.
inline void for_each_block(HostExec const& exec, std::string const& label, std::int64_t n,
                           std::function<void(std::int64_t)> const& job) {
  using Policy = Kokkos::RangePolicy<HostExec, Kokkos::IndexType<std::int64_t>, Kokkos::Schedule<Kokkos::Dynamic>>;
  if (n == 0) return;
  auto const* const each = &job;
  Kokkos::parallel_for(label, Policy(exec, 0, n, Kokkos::ChunkSize(1)), [each](std::int64_t i) { (*each)(i); });
  exec.fence();
}

/// Fills text.newlines; `fetch(begin, end)` puts the bytes [begin, end) in place first, on the thread that counts them.
inline void count_blocks(HostExec const& exec, std::string const& label, Text& text,
                         std::function<void(std::int64_t, std::int64_t)> const& fetch) {
  std::int64_t const size = text.size();
  std::int64_t const block = text.block_bytes;
  std::int64_t const blocks = size / block + (size % block != 0);
  text.newlines.assign(static_cast<std::size_t>(blocks + 1), 0);
  char const* const data = text.bytes.data();
  std::int64_t* const counts = text.newlines.data();
  for_each_block(exec, label, blocks, [=, &fetch](std::int64_t b) {
    std::int64_t const begin = b * block;
    std::int64_t const end = size - begin < block ? size : begin + block;
    fetch(begin, end);
    counts[b + 1] = count_newlines(data + begin, data + end);
  });
  for (std::int64_t b = 0; b < blocks; ++b) text.newlines[b + 1] += text.newlines[b];
}

/// A file open for reading.
class InputFile {
 public:
  InputFile(std::filesystem::path const& path, std::string name)
      : name_(std::move(name)), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat about {};
    if (descriptor_ >= 0 && ::fstat(descriptor_, &about) == 0 && !S_ISDIR(about.st_mode)) {
      regular_ = S_ISREG(about.st_mode);
      size_ = regular_ ? about.st_size : 0;
      return;
    }
    std::string const reason = descriptor_ >= 0 && S_ISDIR(about.st_mode) ? "is a directory" : std::strerror(errno);
    if (descriptor_ >= 0) ::close(descriptor_);
    throw ReadError(name_ + ": cannot be opened: " + reason);
  }
  ~InputFile() { ::close(descriptor_); }
  InputFile(InputFile const&) = delete;
  InputFile& operator=(InputFile const&) = delete;

  bool regular() const { return regular_; }
  std::int64_t size() const { return size_; }

  /// The bytes [begin, end), or fewer where the file ends earlier; the number of them, or -1 and errno.
  std::int64_t read(char* destination, std::int64_t begin, std::int64_t end) const {
    std::int64_t done = 0;
    while (begin + done < end) {
      auto const wanted = static_cast<std::size_t>(end - begin - done);
      ssize_t const got = regular_ ? ::pread(descriptor_, destination + done, wanted, begin + done)
                                   : ::read(descriptor_, destination + done, wanted);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return -1;
      if (got == 0) break;
      done += got;
    }
    return done;
  }

  [[noreturn]] void fail(int code) const {
    throw ReadError(name_ + ": " + (code != 0 ? std::strerror(code) : "became shorter while it was read"));
  }

  /// Everything that a pipe or another special file still has.
  GrowingBytes read_stream(HostExec const& exec) const {
    GrowingBytes bytes(exec, "Araios::read_text::stream");
    for (;;) {
      bytes.reserve(bytes.size + (1 << 16));
      std::int64_t const got = read(bytes.data() + bytes.size, 0, 1 << 16);
      if (got < 0) fail(errno);
      bytes.size += got;
      if (got < (1 << 16)) return bytes;
    }
  }

 private:
  std::string name_;
  int descriptor_;
  bool regular_ = false;
  std::int64_t size_ = 0;
};

/// Replaces gzip data by what it holds, and counts the line ends.
inline Text prepare_text(HostExec const& exec, std::string const& caller, Text text, GzipLimits const& limits) {
  if (is_gzip(text.bytes)) {
    GrowingBytes const unpacked = gunzip(exec, caller + ": " + text.source, text.bytes, limits);
    text.storage = unpacked.storage;
    text.bytes = unpacked.view();
  }
  count_blocks(exec, "Araios::read_text::count_lines", text, [](std::int64_t, std::int64_t) {});
  return text;
}

inline std::int64_t checked_block_bytes(std::string const& caller, std::int64_t block_bytes) {
  check(block_bytes > 0, caller, ": block_bytes must be positive (", block_bytes, ")");
  return block_bytes;
}

/// The text in memory, not copied unless it is gzip data
inline Text text_from_memory(HostExec const& exec, std::string const& caller, std::string_view bytes,
                             std::int64_t block_bytes, GzipLimits const& limits) {
  Text text;
  text.bytes = bytes;
  text.source = "text in memory";
  text.block_bytes = checked_block_bytes(caller, block_bytes);
  return prepare_text(exec, caller, std::move(text), limits);
}

/// The text of a file. Read, not mapped: a mapped file that somebody shortens ends the program with SIGBUS.
inline Text text_from_file(HostExec const& exec, std::string const& caller, std::filesystem::path const& path,
                           std::int64_t block_bytes, GzipLimits const& limits) {
  InputFile const file(path, caller + ": " + path.string());
  Text text;
  text.source = path.string();
  text.block_bytes = checked_block_bytes(caller, block_bytes);
  char magic[2] = {};
  if (!file.regular()) {
    GrowingBytes const stream = file.read_stream(exec);
    text.storage = stream.storage;
    text.bytes = stream.view();
    return prepare_text(exec, caller, std::move(text), limits);
  }
  text.storage = allocate<ByteArray>(exec, "Araios::read_text::bytes", file.size());
  text.bytes = {text.storage.data(), text.storage.extent(0)};
  char* const destination = text.storage.data();
  std::atomic<int> failure{-1};  // errno of a thread that failed, 0 when the file ended too early
  auto const fetch = [&file, &failure, destination](std::int64_t begin, std::int64_t end) {
    std::int64_t const got = file.read(destination + begin, begin, end);
    if (got != end - begin) failure = got < 0 ? errno : 0;
  };
  if (file.read(magic, 0, 2) == 2 && is_gzip({magic, 2})) {
    fetch(0, file.size());
    if (failure >= 0) file.fail(failure);
    return prepare_text(exec, caller, std::move(text), limits);
  }
  count_blocks(exec, "Araios::read_text::read_and_count_lines", text, fetch);
  if (failure >= 0) file.fail(failure);
  return text;
}

/// The first bytes of a file's text, at most `wanted` of them, and whether that is all of it.
inline std::pair<std::string, bool> first_bytes(HostExec const& exec, std::string const& caller,
                                                std::filesystem::path const& path, std::int64_t wanted) {
  std::string const name = caller + ": " + path.string();
  InputFile const file(path, name);
  std::string bytes;
  if (!file.regular()) {
    bytes = file.read_stream(exec).view();
    if (is_gzip(bytes)) bytes = gunzip(exec, name, bytes, {}).view();
    return {bytes, true};
  }
  bytes.resize(static_cast<std::size_t>(std::min(wanted, file.size())));
  std::int64_t const got = file.read(bytes.data(), 0, static_cast<std::int64_t>(bytes.size()));
  if (got != static_cast<std::int64_t>(bytes.size())) file.fail(got < 0 ? errno : 0);
  bool const all = wanted >= file.size();
  if (is_gzip(bytes)) bytes = (all ? gunzip(exec, name, bytes, {}) : gunzip_start(exec, name, bytes)).view();
  return {bytes, all};
}

}  // namespace Impl
}  // namespace Araios
