// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrix Market files: reading and writing.
///
/// What is read: objects `matrix`; formats coordinate and array; fields real (double), integer, unsigned-integer
/// (unsigned), complex, pattern; symmetries general, symmetric, skew-symmetric, hermitian. Words of the banner in any
/// letter case, with one percent sign or two, behind blanks, empty lines or a byte order mark; lines that end with "\n",
/// "\r\n" or "\r"; blanks and tabs around the words; empty lines and comment lines (%) anywhere; numbers with a leading
/// plus, with D for E, inf, infinity and nan; a last line without an end; gzip data. One entry a line: that is what the
/// format says, and what makes a fault certain.
///
/// Everything else is refused by a ReadError that names the line. Memory is asked for only after the size line has been
/// compared with the number of bytes behind it, so it is bounded by a multiple of the file's size.

#include <Araios/core/concepts.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/io/impl/banner.hpp>
#include <Araios/io/impl/input.hpp>
#include <Araios/io/impl/matrix_market_reader.hpp>
#include <Araios/io/impl/matrix_market_writer.hpp>
#include <Araios/io/read_error.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace Araios {

/// Entries off the diagonal of a symmetric, skew-symmetric or hermitian file.
enum class ReadSymmetric {
  expand,  // each is followed by its mirror
  keep     // as they stand in the file: one triangle
};
/// Values of the file when the Scalar is Pattern.
enum class ReadIntoPattern { refuse, drop };
/// Values other than 0 on the diagonal of a skew-symmetric file, which no such matrix has.
enum class ReadSkewDiagonal { refuse, keep };

struct MatrixMarketReadOptions {
  ReadSymmetric symmetric = ReadSymmetric::expand;
  ReadTooLarge too_large = ReadTooLarge::refuse;
  ReadIntoPattern into_pattern = ReadIntoPattern::refuse;
  ReadSkewDiagonal skew_diagonal = ReadSkewDiagonal::refuse;
  GzipLimits gzip{};
  /// Bytes of the text that a thread reads at a time. The result does not depend on it.
  std::int64_t block_bytes = std::int64_t(256) << 10;
};

/// The header of a text in memory (not gzip data).
///
/// Throws        MatrixMarketError.
inline MatrixMarketHeader parse_matrix_market_header(std::string_view text) {
  std::string const caller = "Araios::parse_matrix_market_header";
  std::string const source = "text in memory";
  return Impl::HeaderParser(caller, source, text, true).run()->header;
}

/// The header of a file, plain or gzip; reads no more of the file than the header needs
///
/// Throws        MatrixMarketError; GzipError; ReadError when the file cannot be read.
inline MatrixMarketHeader read_matrix_market_header(HostExec const& exec, std::filesystem::path const& file) {
  std::string const caller = "Araios::read_matrix_market_header";
  std::string const source = file.string();
  for (std::int64_t wanted = 1 << 16;; wanted *= 4) {
    auto const [text, complete] = Impl::first_bytes(exec, caller, file, wanted);
    if (auto const head = Impl::HeaderParser(caller, source, text, complete).run()) return head->header;
  }
}
inline MatrixMarketHeader read_matrix_market_header(std::filesystem::path const& file) {
  return read_matrix_market_header(HostExec(), file);
}

namespace Impl {

template <class Scalar, class Ordinal, class Offset>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace>
matrix_from_text(HostExec const& exec, std::string const& caller, Text const& text,
                 MatrixMarketReadOptions const& options, MatrixMarketHeader* header) {
  ParsedHeader const head = *HeaderParser(caller, text.source, text.bytes, true).run();
  MatrixMarketHeader const& h = head.header;
  auto const refuse_field = [&](char const* reason) {
    matrix_market_fault(caller, text.source, line_of(text.bytes, head.banner), reason);
  };
  if (h.field == MatrixMarketField::complex && !is_complex_v<Scalar> && !is_pattern_v<Scalar>)
    refuse_field("the field is complex, the type asked for is real");
  if (is_pattern_v<Scalar> && h.field != MatrixMarketField::pattern && options.into_pattern == ReadIntoPattern::refuse)
    refuse_field("the file has values, the type asked for is Pattern; ReadIntoPattern::drop leaves them out");
  ValueRules rules;
  rules.field = h.field;
  rules.symmetry = h.symmetry;
  rules.infinity = options.too_large == ReadTooLarge::infinity;
  rules.expand = options.symmetric == ReadSymmetric::expand && h.symmetry != MatrixMarketSymmetry::general;
  rules.skew_diagonal = options.skew_diagonal == ReadSkewDiagonal::keep;
  auto matrix = BodyReader<Scalar, Ordinal, Offset>(exec, caller, text, head, rules).run();
  if (header != nullptr) *header = h;
  return matrix;
}

}  // namespace Impl

/// The matrix of a Matrix Market file
///
/// Shapes        as the size line says; of an array every value is an entry.
/// Types         a pattern file read into numbers gives ones. Real numbers are rounded to the nearest of the type, and to
///               0 below its range; NaN loses its payload. Into an integer type goes what is an integer in its range.
///               integer and unsigned-integer files hold 64-bit numbers. complex goes into complex only.
/// Order         that of the file; with ReadSymmetric::expand each entry off the diagonal is followed by its mirror
///               (value, negative or conjugate). Explicit zeros and repeated entries are kept; entries above the diagonal
///               of a symmetric file count like those below it.
/// Cost          two passes over the text, one to count lines and one to read them; a third and a fourth where lines are
///               empty or comments. Memory: the text, the matrix, and with expansion the matrix as stored.
/// Asynchronous  no: works on the host threads of `exec` and fences it.
/// Repeatable    bit for bit, with any number of threads and any block_bytes.
/// Throws        MatrixMarketError with the line and the reason; GzipError; ReadError when the file cannot be read;
///               std::invalid_argument for options that make no sense.
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace>
read_matrix_market(HostExec const& exec, std::filesystem::path const& file, MatrixMarketReadOptions const& options = {},
                   MatrixMarketHeader* header = nullptr) {
  std::string const caller = "Araios::read_matrix_market";
  Impl::Text const text = Impl::text_from_file(exec, caller, file, options.block_bytes, options.gzip);
  return Impl::matrix_from_text<Scalar, Ordinal, Offset>(exec, caller, text, options, header);
}
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> read_matrix_market(std::filesystem::path const& file,
                                                                         MatrixMarketReadOptions const& options = {},
                                                                         MatrixMarketHeader* header = nullptr) {
  return read_matrix_market<Scalar, Ordinal, Offset>(HostExec(), file, options, header);
}

/// The same from bytes in memory, which may be gzip data. They are read in place and not needed afterwards.
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> parse_matrix_market(HostExec const& exec, std::string_view bytes,
                                                                          MatrixMarketReadOptions const& options = {},
                                                                          MatrixMarketHeader* header = nullptr) {
  std::string const caller = "Araios::parse_matrix_market";
  Impl::Text const text = Impl::text_from_memory(exec, caller, bytes, options.block_bytes, options.gzip);
  return Impl::matrix_from_text<Scalar, Ordinal, Offset>(exec, caller, text, options, header);
}
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> parse_matrix_market(std::string_view bytes,
                                                                          MatrixMarketReadOptions const& options = {},
                                                                          MatrixMarketHeader* header = nullptr) {
  return parse_matrix_market<Scalar, Ordinal, Offset>(HostExec(), bytes, options, header);
}

}  // namespace Araios
