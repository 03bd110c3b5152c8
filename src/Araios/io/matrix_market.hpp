// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrix Market files: reading and writing.
///
/// Accepted input: objects `matrix`; formats coordinate and array; fields real (double), integer, unsigned-integer
/// (unsigned), complex, pattern; symmetries general, symmetric, skew-symmetric (not of patterns), hermitian (of complex
/// matrices, and of real ones, where it means symmetric: such files exist, though the format does not allow them).
/// Words of the banner in any letter case, with one percent sign or two, after blanks, empty lines or a byte order
/// mark; lines that end with "\n", "\r\n" or "\r"; blanks and tabs around the words; empty lines and comment lines (%)
/// anywhere; numbers with a leading plus, with D for E, inf, infinity and nan; a last line without a line end; gzip
/// data, and bzip2 data where Araios was built with libbz2. One entry per line, as the format requires: this makes every violation detectable.
///
/// A ReadError that names the line refuses everything else.
///
/// The size line is compared with the number of bytes after it before memory for the matrix is allocated, so that this
/// memory is bounded by a multiple of the file's size. For gzip data and streams longer than 64 blocks (`block_bytes`)
/// that number is not known; the bound is then given by the limits in the options. Their text is not held: it is
/// unpacked or read in pieces that are parsed and overwritten. A piece takes 64 blocks and 96 KiB (16 MiB with the
/// default), half as much again while its array grows. Only a longer line or header takes more: up to 1.5 times the
/// limit and 128 KiB.

#include <Araios/core/concepts.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/io/matrix_market/banner.hpp>
#include <Araios/io/matrix_market/reader.hpp>
#include <Araios/io/matrix_market/writer.hpp>
#include <Araios/io/matrix_market_header.hpp>
#include <Araios/io/read_error.hpp>
#include <Araios/io/text/input.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace Araios {

/// Treatment of entries off the diagonal of a symmetric, skew-symmetric or hermitian file.
enum class ReadSymmetric {
  expand,  // each is followed by its transposed entry
  keep     // as stored in the file: one triangle
};
/// Treatment of values of the file when the Scalar is Pattern. Values that are dropped must still be present: one
/// number after the indices, two in a complex file. A pattern file has no values to drop; numbers after its indices are
/// always refused.
enum class ReadIntoPattern { refuse, drop };
/// Treatment of values other than 0 on the diagonal of a skew-symmetric file, which no such matrix has.
enum class ReadSkewDiagonal { refuse, keep };
/// Treatment of imaginary parts other than 0 on the diagonal of a hermitian file, which no such matrix has. Such files
/// exist, so the default keeps them. (With a Scalar of Pattern no value is checked.)
enum class ReadHermitianDiagonal { refuse, keep };

/// Treatment of integers of an integer file that a floating-point type does not hold exactly: of double, of those beyond
/// 2^53.
enum class ReadInexactInteger { round, refuse };

struct MatrixMarketReadOptions {
  ReadSymmetric symmetric = ReadSymmetric::expand;
  ReadTooLarge too_large = ReadTooLarge::refuse;
  ReadIntoPattern into_pattern = ReadIntoPattern::refuse;
  ReadSkewDiagonal skew_diagonal = ReadSkewDiagonal::refuse;
  ReadHermitianDiagonal hermitian_diagonal = ReadHermitianDiagonal::keep;
  ReadInexactInteger inexact_integer = ReadInexactInteger::round;
  GzipLimits gzip{};  ///< of bzip2 data, too
  /// Maximum number of bytes of a pipe, a device or a file of unknown size (as those of /proc); one that has more is
  /// refused.
  std::int64_t max_stream_bytes = default_max_stream_bytes;
  /// Bytes of the text that a thread reads at a time. The result does not depend on it.
  std::int64_t block_bytes = std::int64_t(256) << 10;
};

/// The header of bytes in memory, plain or packed
///
/// Throws        MatrixMarketError; GzipError, Bzip2Error, ReadNotSupported; ReadMemoryError.
inline MatrixMarketHeader parse_matrix_market_header(std::string_view bytes) {
  std::string const caller = "Araios::parse_matrix_market_header";
  std::string const name = "text in memory";
  if (!Impl::is_packed(bytes)) return Impl::HeaderParser(caller, name, bytes, true).run()->header;
  Impl::TextSource const source{HostExec(), caller, name, 1 << 10};
  MatrixMarketHeader header;
  Impl::read_named(source, [&] {
    Impl::parse_packed(source, bytes, false, {}, [&](Impl::Text const& text) {
      auto const head = Impl::HeaderParser(caller, name, text.bytes, text.complete).run();
      if (!head) return Impl::Taken::more;
      header = head->header;
      return Impl::Taken::enough;
    });
  });
  return header;
}

/// The header of a file or stream, plain or packed; reads little more of it than the header needs (of packed streams
/// everything)
///
/// Throws        MatrixMarketError; GzipError, Bzip2Error, ReadNotSupported; ReadError when the file cannot be read;
///               ReadMemoryError.
inline MatrixMarketHeader read_matrix_market_header(HostExec const& exec, std::filesystem::path const& file) {
  // Pieces of 64 KiB: a header is usually shorter than one.
  Impl::TextSource const source{exec, "Araios::read_matrix_market_header", file.string(), 1 << 10};
  MatrixMarketHeader header;
  Impl::read_named(source, [&] {
    Impl::parse_beginning(source, file, {}, [&](Impl::Text const& text) {
      auto const head = Impl::HeaderParser(source.caller, source.name, text.bytes, text.complete).run();
      if (!head) return Impl::Taken::more;
      header = head->header;
      return Impl::Taken::enough;
    });
  });
  return header;
}
inline MatrixMarketHeader read_matrix_market_header(std::filesystem::path const& file) {
  return read_matrix_market_header(HostExec(), file);
}

namespace Impl {

inline void check_read_options(std::string const& caller, MatrixMarketReadOptions const& options) {
  auto const refuse = [&](auto value, auto last, char const* name) {
    check_enumerator(value, last, (caller + ": " + name).c_str());
  };
  refuse(options.symmetric, ReadSymmetric::keep, "ReadSymmetric");
  refuse(options.too_large, ReadTooLarge::infinity, "ReadTooLarge");
  refuse(options.into_pattern, ReadIntoPattern::drop, "ReadIntoPattern");
  refuse(options.skew_diagonal, ReadSkewDiagonal::keep, "ReadSkewDiagonal");
  refuse(options.hermitian_diagonal, ReadHermitianDiagonal::keep, "ReadHermitianDiagonal");
  refuse(options.inexact_integer, ReadInexactInteger::refuse, "ReadInexactInteger");
}

/// Makes a matrix from the text that `feed` passes to the parser that it is given.
template <class Scalar, class Ordinal, class Offset, class Feed>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> matrix_from_text(TextSource const& source,
                                                                       MatrixMarketReadOptions const& options,
                                                                       MatrixMarketHeader* header, Feed const& feed) {
  check_read_options(source.caller, options);
  auto const choose_rules = [&](Text const& text, ParsedHeader const& head) {
    MatrixMarketHeader const& h = head.header;
    auto const refuse_field = [&](char const* reason) {
      matrix_market_fault(source.caller, source.name, line_of(text.bytes, head.banner), reason);
    };
    if (h.field == MatrixMarketField::complex && !is_complex_v<Scalar> && !is_pattern_v<Scalar>)
      refuse_field("the field is complex, but the value type is real; read complex values");
    if (is_pattern_v<Scalar> && h.field != MatrixMarketField::pattern &&
        options.into_pattern == ReadIntoPattern::refuse)
      refuse_field("the file has values, but the value type is Pattern; ReadIntoPattern::drop ignores them");
    ValueRules rules;
    rules.field = h.field;
    rules.symmetry = h.symmetry;
    rules.infinity = options.too_large == ReadTooLarge::infinity;
    rules.expand = options.symmetric == ReadSymmetric::expand && h.symmetry != MatrixMarketSymmetry::general;
    rules.exact = options.inexact_integer == ReadInexactInteger::refuse;
    rules.skew_diagonal = options.skew_diagonal == ReadSkewDiagonal::keep;
    rules.real_diagonal = options.hermitian_diagonal == ReadHermitianDiagonal::refuse;
    return rules;
  };
  return read_named(source, [&] {
    MatrixReader<Scalar, Ordinal, Offset> reader(source.exec, source.caller, choose_rules);
    feed([&](Text const& text) { return reader.parse(text); });
    auto const matrix = reader.matrix();
    if (header != nullptr) *header = reader.header();
    return matrix;
  });
}

}  // namespace Impl

/// The matrix in a Matrix Market file
///
/// Shapes        from the size line; of an array every value is an entry.
/// Types         a pattern file read into numbers gives ones. Real numbers are rounded to the nearest of the type, and
///               to 0 below its range; NaN loses its payload. An integer type accepts integers in its range. integer
///               and unsigned-integer files hold 64-bit numbers, which floating-point types may round. complex is read into complex types only.
/// Order         that of the file; with ReadSymmetric::expand each entry off the diagonal is followed by its transposed
///               entry (value, negative or conjugate). Explicit zeros and repeated entries are kept; entries above the
///               diagonal of a symmetric file count like those below it.
/// Cost          two passes over the text, one to count lines and one to read them; two more where there are empty
///               lines or comments. Memory: of a plain file the text, the matrix, and with expansion the matrix as
///               stored. Of gzip data and streams the packed bytes, a piece of the text (file comment) and the matrix,
///               which with expansion is allocated for a diagonal of zeros, and the stored entries of the piece.
/// Asynchronous  no: works on the host threads of `exec` and fences it; where the space has one thread, on threads of
///               the standard library.
/// Deterministic thread count, bitwise, and for any block_bytes.
/// Streams       pipes, devices, and regular files of 0 bytes (the reported size of those of /proc) are read to their
///               end, at most options.max_stream_bytes, packed or not.
/// Throws        MatrixMarketError with the line and the reason, MatrixMarketOverflow for an integer of more than 64 bits;
///               GzipError, Bzip2Error, ReadNotSupported; ReadMemoryError when memory is not enough; ReadError when the
///               file cannot be read; std::invalid_argument for invalid options. All but the last
///               name the file.
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace>
read_matrix_market(HostExec const& exec, std::filesystem::path const& file, MatrixMarketReadOptions const& options = {},
                   MatrixMarketHeader* header = nullptr) {
  Impl::TextSource const source{exec, "Araios::read_matrix_market", file.string(), options.block_bytes};
  return Impl::matrix_from_text<Scalar, Ordinal, Offset>(source, options, header, [&](Impl::TextParser const& parser) {
    Impl::parse_file(source, file, {options.gzip, options.max_stream_bytes}, parser);
  });
}
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> read_matrix_market(std::filesystem::path const& file,
                                                                         MatrixMarketReadOptions const& options = {},
                                                                         MatrixMarketHeader* header = nullptr) {
  return read_matrix_market<Scalar, Ordinal, Offset>(HostExec(), file, options, header);
}

/// The same from bytes in memory, which may be packed. They are read in place and not needed afterwards.
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> parse_matrix_market(HostExec const& exec, std::string_view bytes,
                                                                          MatrixMarketReadOptions const& options = {},
                                                                          MatrixMarketHeader* header = nullptr) {
  Impl::TextSource const source{exec, "Araios::parse_matrix_market", "text in memory", options.block_bytes};
  return Impl::matrix_from_text<Scalar, Ordinal, Offset>(source, options, header, [&](Impl::TextParser const& parser) {
    Impl::parse_bytes(source, bytes, options.gzip, parser);
  });
}
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> parse_matrix_market(std::string_view bytes,
                                                                          MatrixMarketReadOptions const& options = {},
                                                                          MatrixMarketHeader* header = nullptr) {
  return parse_matrix_market<Scalar, Ordinal, Offset>(HostExec(), bytes, options, header);
}

}  // namespace Araios
