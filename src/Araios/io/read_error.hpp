// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The exceptions of the readers: the reason, and the line of the text that is wrong.

#include <cstdint>
#include <stdexcept>
#include <string>

namespace Araios {

/// A file that cannot be read. The message names the reading function, the file, the line and the reason.
class ReadError : public std::runtime_error {
 public:
  explicit ReadError(std::string const& message, std::int64_t line = 0) : std::runtime_error(message), line_(line) {}
  /// The line, counted from 1, of the (decompressed) text; 0 where no line is wrong: a missing file, bad gzip data.
  std::int64_t line() const noexcept { return line_; }

 private:
  std::int64_t line_;
};

/// The gzip data around the text is damaged, truncated, or grows beyond the limit.
class GzipError : public ReadError {
 public:
  using ReadError::ReadError;
};

/// The bzip2 data around the text is damaged, truncated, or grows beyond the limit.
class Bzip2Error : public ReadError {
 public:
  using ReadError::ReadError;
};

/// The text is packed in a way that this build cannot unpack.
class ReadNotSupported : public ReadError {
 public:
  using ReadError::ReadError;
};

/// There is not enough memory for the text or for the matrix in it.
class ReadMemoryError : public ReadError {
 public:
  using ReadError::ReadError;
};

/// Thrown by the Matrix Market readers for an invalid text.
class MatrixMarketError : public ReadError {
 public:
  using ReadError::ReadError;
};

/// The same for an integer of more than 64 bits.
class MatrixMarketOverflow : public MatrixMarketError {
 public:
  using MatrixMarketError::MatrixMarketError;
};

/// Thrown by the readers of edge lists for an invalid text.
class EdgeListError : public ReadError {
 public:
  using ReadError::ReadError;
};

}  // namespace Araios
