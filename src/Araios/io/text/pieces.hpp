// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A text that becomes known incrementally, from gzip data or a stream, and goes to its parser in pieces of whole
/// lines.
///
/// Parsed text is overwritten. So the memory does not grow with the text, but with its longest line and with the header
/// that a parser requires in one piece.

#include <Araios/core/checks.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/io/gzip/crc32.hpp>
#include <Araios/io/read_error.hpp>
#include <Araios/io/text/text.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

namespace Araios::Impl {

inline std::int64_t checked_block_bytes(std::string const& caller, std::int64_t block_bytes) {
  check(block_bytes > 0, caller, ": block_bytes must be positive (", block_bytes, ")");
  return block_bytes;
}

/// The options for reading a text from any source.
struct TextSource {
  HostExec exec;
  std::string caller;  // the function, for messages
  std::string name;    // the file's name, or "text in memory"
  std::int64_t block_bytes = 1;

  std::string title() const { return caller + ": " + name; }
};

/// Bytes in an array that grows by replacement. With the old array it takes at most 1.5 times the usual length, or 1.5
/// times the limit, and 128 KiB.
struct GrowingBytes {
  explicit GrowingBytes(HostExec const& exec_, std::int64_t limit_) : exec(exec_), limit(limit_) {}

  HostExec exec;
  ByteArray storage;
  std::int64_t size = 0;
  std::int64_t limit;  // of size; only a little more may be written

  static constexpr std::int64_t unlimited = std::int64_t(1) << 62;
  static constexpr std::int64_t slack = 16;  // bytes after the room that may be overwritten

  char* data() const { return storage.data(); }
  std::int64_t capacity() const {
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(storage.extent(0)) - slack);
  }
  std::int64_t room() const { return capacity() - size; }
  std::string_view view() const { return {storage.data(), static_cast<std::size_t>(size)}; }

  /// Makes room for `more` bytes. The array doubles, but goes from half the usual length directly to that. Above, it
  /// becomes four times as long, and as long as the limit where that would be more than a quarter of it: pages that are
  /// never written cost nothing.
  void reserve(std::int64_t more, std::int64_t usual) {
    if (room() >= more) return;
    std::int64_t const needed = size + more;
    std::int64_t const max_length = std::max(needed, limit + std::min(more, std::int64_t(1) << 16));
    std::int64_t const first = max_length < 2 * usual ? max_length : usual;
    std::int64_t length = std::max<std::int64_t>({needed, 2 * capacity(), 4096});
    if (needed > first) {
      length = std::max(needed, 4 * capacity());
      if (length > max_length / 4) length = max_length;
    } else if (length > first / 2) {
      length = first;
    }
    auto const longer = allocate<ByteArray>(exec, "Araios::read_text::bytes", length + slack);
    if (size > 0) std::memcpy(longer.data(), storage.data(), static_cast<std::size_t>(size));
    storage = longer;
  }
};

/// Collects bytes and calls the parser whenever they make a piece. It is the Output of an Inflater.
class TextPieces {
 public:
  /// `window`      bytes that stay before those being written (an Inflater copies from there).
  /// `max_bytes`   of the whole text.
  /// `keep_fault`  finish() throws a ReadError of the parser: only then the bytes have passed their checks.
  TextPieces(TextSource const& source, TextParser const& parser, std::int64_t window, std::int64_t max_bytes,
             bool keep_fault)
      : source_(source),
        parser_(parser),
        window_(window),
        max_bytes_(max_bytes),
        keep_fault_(keep_fault),
        usual_(64 * std::min(checked_block_bytes(source.caller, source.block_bytes), max_block)),
        requested_(usual_),
        bytes_(source.exec, max_bytes) {}
  TextPieces(TextPieces const&) = delete;
  TextPieces& operator=(TextPieces const&) = delete;

  std::int64_t size = 0;   // bytes in the array
  std::int64_t begin = 0;  // the first of them that may be copied

  unsigned char* data() const { return reinterpret_cast<unsigned char*>(bytes_.data()); }
  std::int64_t room() const { return bytes_.capacity() - size; }
  /// Makes room; the bytes in the array may move. False when the text is too long, or its parser needs no more.
  bool grow(std::int64_t more) {
    if (enough_ || too_long()) return false;
    settle();
    if (size - parsed_ >= requested_) offer(false);
    if (enough_) return false;
    slide();
    bytes_.size = size;
    bytes_.limit = max_bytes_ - before_;
    bytes_.reserve(more, window_ + usual_ + (1 << 16));
    return true;
  }
  /// Begins with an array of this length, at most the usual one.
  void expect(std::int64_t length) {
    std::int64_t const usual = window_ + usual_ + (1 << 16);
    bytes_.reserve(std::min(length, usual), usual);
  }

  /// Bytes of the text so far.
  std::int64_t total() const { return before_ + size; }
  bool too_long() const { return total() > max_bytes_; }
  bool enough() const { return enough_; }

  /// The bytes written from here on are a member of gzip data, with its own checksum.
  void begin_member() {
    begin = settled_ = size;
    member_ = total();
    crc_ = Crc32();
  }
  std::uint32_t member_crc() {
    settle();
    return crc_.value();
  }
  std::int64_t member_size() const { return total() - member_; }

  /// Parses the complete lines, before the end of the text is known.
  void flush() { offer(false); }
  /// Parses the last piece.
  void finish() {
    if (!enough_) offer(true);
    if (fault_) std::rethrow_exception(fault_);
  }

 private:
  static constexpr std::int64_t max_block = std::int64_t(256) << 10;

  void settle() {
    if (window_ > 0) crc_.add(data() + settled_, size - settled_);
    settled_ = size;
  }

  /// The position after the last line end after parsed_. A lone "\r" counts where there is no other; the last byte may
  /// be half of "\r\n".
  std::int64_t end_of_lines() const {
    std::string_view const text(bytes_.data() + parsed_, static_cast<std::size_t>(size - parsed_));
    std::size_t at = text.rfind('\n');
    if (at == std::string_view::npos && !text.empty()) at = text.substr(0, text.size() - 1).rfind('\r');
    return at == std::string_view::npos ? parsed_ : parsed_ + static_cast<std::int64_t>(at) + 1;
  }

  void offer(bool last) {
    if (fault_) {
      parsed_ = size;
      return;
    }
    std::int64_t const end = last ? size : end_of_lines();
    requested_ = 2 * std::max(requested_, size - parsed_);
    if (!last && end == parsed_) return;
    Text piece;
    piece.bytes = {bytes_.data() + parsed_, static_cast<std::size_t>(end - parsed_)};
    piece.source = source_.name;
    piece.block_bytes = source_.block_bytes;
    piece.complete = last;
    piece.lines_before = lines_;
    piece.max_size = last ? piece.size() : max_bytes_ - before_ - parsed_;
    count_blocks(source_.exec, "Araios::read_text::count_lines", piece, [](std::int64_t, std::int64_t) {});
    piece.lines = last ? 0 : count_line_ends(piece.bytes);
    try {
      Taken const taken = parser_(piece);
      enough_ = taken == Taken::enough;
      if (taken == Taken::more) return;
    } catch (ReadError const&) {
      if (!keep_fault_) throw;
      fault_ = std::current_exception();
    }
    lines_ += piece.lines;
    parsed_ = fault_ ? size : end;
    requested_ = usual_;
  }

  /// Moves the bytes that are still needed to the front.
  void slide() {
    std::int64_t const away = std::min(parsed_, size - window_);
    if (away <= 0) return;
    std::memmove(data(), data() + away, static_cast<std::size_t>(size - away));
    size -= away;
    parsed_ -= away;
    settled_ -= away;
    before_ += away;
    begin = std::max<std::int64_t>(0, begin - away);
  }

  TextSource const& source_;
  TextParser const& parser_;
  std::int64_t window_;
  std::int64_t max_bytes_;
  bool keep_fault_;
  std::int64_t usual_;      // bytes of a piece
  std::int64_t requested_;  // bytes of the next piece
  GrowingBytes bytes_;
  std::int64_t before_ = 0;  // bytes of the text before the array
  std::int64_t parsed_ = 0;  // bytes of the array that the parser has read
  std::int64_t lines_ = 0;   // line ends before parsed_
  bool enough_ = false;
  std::exception_ptr fault_ = nullptr;
  std::int64_t settled_ = 0;  // bytes of the array that the checksum covers
  std::int64_t member_ = 0;   // bytes of the text before the member
  Crc32 crc_;
};

}  // namespace Araios::Impl
