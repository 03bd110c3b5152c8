// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Writing Matrix Market coordinate files.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/io/matrix_market/banner.hpp>

#include <Kokkos_Core.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ios>
#include <ostream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace Araios {

struct MatrixMarketWriteOptions {
  /// Other than general: the matrix holds one triangle of a square matrix, as ReadSymmetric::keep stores it.
  MatrixMarketSymmetry symmetry = MatrixMarketSymmetry::general;
  /// Written after the banner, each line as a comment.
  std::string comment{};
};

namespace Impl {

/// Calls entry(row, column, position) for every entry in the order of the arrays.
template <class Scalar, class Ordinal, class Offset, class Space, class Entry>
void for_each_entry(CooMatrix<Scalar, Ordinal, Offset, Space> const& A, Entry const& entry) {
  std::size_t const count = A.row_indices.extent(0);
  for (std::size_t k = 0; k < count; ++k) entry(A.row_indices(k), A.col_indices(k), k);
}
template <class Scalar, class Ordinal, class Offset, class Space, class Entry>
void for_each_entry(CsrMatrix<Scalar, Ordinal, Offset, Space> const& A, Entry const& entry) {
  for (Ordinal row = 0; row < A.num_rows(); ++row)
    for (Offset k = A.row_map(row); k < A.row_map(row + 1); ++k) entry(row, A.entries(k), static_cast<std::size_t>(k));
}

/// Checks the row_map that for_each_entry relies on.
template <class Scalar, class Ordinal, class Offset, class Space>
void check_row_map(CooMatrix<Scalar, Ordinal, Offset, Space> const&, char const*) {}
template <class Scalar, class Ordinal, class Offset, class Space>
void check_row_map(CsrMatrix<Scalar, Ordinal, Offset, Space> const& A, char const* caller) {
  std::size_t const nnz = A.entries.extent(0);
  if (A.row_map.extent(0) == 0) {
    check(nnz == 0, caller, ": a matrix of no rows has ", nnz, " entries");
    return;
  }
  check(A.row_map(0) == 0, caller, ": row_map begins with ", A.row_map(0), " for row 0, not with 0");
  for (Ordinal row = 0; row < A.num_rows(); ++row)
    check(A.row_map(row) <= A.row_map(row + 1), caller, ": row_map decreases in row ", row, ", from ", A.row_map(row),
          " to ", A.row_map(row + 1));
  check(std::cmp_equal(A.row_map(A.num_rows()), nnz), caller, ": row_map ends with ", A.row_map(A.num_rows()),
        " after row ", std::int64_t(A.num_rows()) - 1, ", but there are ", nnz, " entries");
}

inline char const* word_of(MatrixMarketSymmetry symmetry) {
  switch (symmetry) {
  case MatrixMarketSymmetry::symmetric:
    return "symmetric";
  case MatrixMarketSymmetry::skew_symmetric:
    return "skew-symmetric";
  case MatrixMarketSymmetry::hermitian:
    return "hermitian";
  case MatrixMarketSymmetry::general:
    break;
  }
  return "general";
}

template <class Scalar>
char const* field_word() {
  if constexpr (is_pattern_v<Scalar>) return "pattern";
  if constexpr (is_complex_v<Scalar>) return "complex";
  if constexpr (std::is_floating_point_v<Scalar>) return "real";
  return std::is_signed_v<Scalar> ? "integer" : "unsigned-integer";
}

/// Appends a blank and a number as text: the shortest that is read back to the same bits.
template <class Number>
char* append_number(char* to, char* end, Number number) {
  *to++ = ' ';
  if constexpr (std::is_integral_v<Number>) {
    using Wide = std::conditional_t<std::is_signed_v<Number>, std::int64_t, std::uint64_t>;
    return std::to_chars(to, end, static_cast<Wide>(number)).ptr;
  } else {
    return std::to_chars(to, end, number).ptr;
  }
}

/// Checks that A has the properties that `options` claims, before anything is written.
template <class Matrix>
void check_writable(Matrix const& A, MatrixMarketWriteOptions const& options) {
  static_assert(Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Matrix::memory_space>::accessible,
                "write_matrix_market: copy the matrix to the host first");
  using Scalar = std::remove_cv_t<typename Matrix::Scalar>;
  char const* const caller = "Araios::write_matrix_market";
  MatrixMarketSymmetry const symmetry = options.symmetry;
  check_enumerator(symmetry, MatrixMarketSymmetry::hermitian, "Araios::write_matrix_market: MatrixMarketSymmetry");
  check(options.comment.find('\0') == std::string::npos, caller, ": the comment holds a NUL byte");
  bool const general = symmetry == MatrixMarketSymmetry::general;
  check(general || A.num_rows() == A.num_cols(), caller, ": a matrix of ", A.num_rows(), " x ", A.num_cols(),
        " is not ", word_of(symmetry));
  check(symmetry != MatrixMarketSymmetry::hermitian || is_complex_v<Scalar>, caller,
        ": only a complex matrix is written as hermitian; a real one is symmetric");
  check(symmetry != MatrixMarketSymmetry::skew_symmetric || !is_pattern_v<Scalar>, caller,
        ": a pattern has no signs and is not skew-symmetric");
  check_row_map(A, caller);
  std::int64_t below = 0;
  std::int64_t above = 0;
  for_each_entry(A, [&](std::int64_t row, std::int64_t col, std::size_t k) {
    check(row >= 0 && row < A.num_rows() && col >= 0 && col < A.num_cols(), caller, ": entry ", k, " at (", row, ", ",
          col, ") lies outside of the ", A.num_rows(), " x ", A.num_cols(), " matrix");
    below += row > col;
    above += row < col;
    if constexpr (!is_pattern_v<Scalar>) {
      check(symmetry != MatrixMarketSymmetry::skew_symmetric || row != col || A.values(k) == Scalar(0), caller,
            ": entry ", k, " on the diagonal (", row, ") of a skew-symmetric matrix is not 0");
    }
    if constexpr (is_complex_v<Scalar>) {
      check(symmetry != MatrixMarketSymmetry::hermitian || row != col || A.values(k).imag() == 0, caller, ": entry ", k,
            " on the diagonal (", row, ") of a hermitian matrix is not real");
    }
  });
  check(general || below == 0 || above == 0, caller, ": of a ", word_of(symmetry),
        " matrix one triangle is written, but there are ", below, " entries below and ", above, " above the diagonal");
}

/// Writes a matrix that check_writable has passed.
template <class Matrix>
void write_entries(std::ostream& out, Matrix const& A, MatrixMarketWriteOptions const& options) {
  using Scalar = std::remove_cv_t<typename Matrix::Scalar>;
  std::string text =
      std::string("%%MatrixMarket matrix coordinate ") + field_word<Scalar>() + " " + word_of(options.symmetry) + "\n";
  if (!options.comment.empty()) {
    text += "% ";
    for (std::size_t i = 0; i < options.comment.size(); ++i) {
      char const c = options.comment[i];
      bool const crlf = c == '\r' && i + 1 < options.comment.size() && options.comment[i + 1] == '\n';
      if (!crlf) text += is_line_end(c) ? std::string("\n% ") : std::string(1, c);
    }
    text += "\n";
  }
  text += std::to_string(A.num_rows()) + " " + std::to_string(A.num_cols()) + " " + std::to_string(A.nnz()) + "\n";
  constexpr std::size_t flush_bytes = 1 << 16;
  for_each_entry(A, [&](std::int64_t row, std::int64_t col, std::size_t k) {
    char line[256];  // two indices of at most 20 characters and two numbers of at most 60
    char* const end = line + sizeof(line) - 1;
    char* to = std::to_chars(line, end, row + 1).ptr;
    to = append_number(to, end, col + 1);
    if constexpr (is_complex_v<Scalar>) {
      to = append_number(to, end, A.values(k).real());
      to = append_number(to, end, A.values(k).imag());
    } else if constexpr (!is_pattern_v<Scalar>) {
      to = append_number(to, end, A.values(k));
    }
    *to++ = '\n';
    text.append(line, to);
    if (text.size() >= flush_bytes) {
      out.write(text.data(), static_cast<std::streamsize>(text.size()));
      text.clear();
      poll("Araios::write_matrix_market", static_cast<std::int64_t>(k), static_cast<std::int64_t>(A.nnz()));
    }
  });
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.flush();
}

}  // namespace Impl

/// Writes A, a CooMatrix or CsrMatrix that the host can read, as a coordinate file in the order of its arrays
///
/// Reading the file back into the same types gives the same rows, columns and bits of the values (of a NaN only that it
/// is one, and its sign); the Scalar determines the field: real, complex, integer, unsigned-integer or pattern.
///
/// Requires      row_map of a CsrMatrix begins with 0, does not decrease and ends with the number of entries; rows and
///               columns are inside of the matrix. With a symmetry other than general: one triangle, a diagonal of
///               zeros where skew-symmetric, and a real one where hermitian. All of this is checked before anything is
///               written.
/// Cost          two passes over the arrays.
/// Asynchronous  no. Does not fence: work that fills A must be done.
/// Throws        std::invalid_argument for violations of these requirements or options that are not allowed, before
///               anything is written; std::runtime_error when the stream fails.
template <class Matrix>
void write_matrix_market(Matrix const& A, std::ostream& out, MatrixMarketWriteOptions const& options = {}) {
  Impl::check_writable(A, options);
  Impl::write_entries(out, A, options);
  if (!out) throw std::runtime_error("Araios::write_matrix_market: the stream failed");
}

/// The same into a file, which is replaced; a refused matrix leaves it unchanged. The name may not end with ".gz":
/// nothing is compressed here.
///
/// Throws        as above; std::runtime_error when the file cannot be opened or written to its end. Output written
///               before that stays.
template <class Matrix>
void write_matrix_market(Matrix const& A, std::filesystem::path const& file,
                         MatrixMarketWriteOptions const& options = {}) {
  Impl::check(!file.filename().string().ends_with(".gz"), "Araios::write_matrix_market: ", file.string(),
              ": files are written uncompressed; leave out .gz and run gzip on it");
  Impl::check_writable(A, options);  // before the old file is lost
  std::ofstream out(file, std::ios::binary);
  if (!out)
    throw std::runtime_error("Araios::write_matrix_market: " + file.string() + ": cannot be opened for writing");
  Impl::write_entries(out, A, options);
  out.close();
  if (!out) throw std::runtime_error("Araios::write_matrix_market: " + file.string() + ": writing failed");
}

}  // namespace Araios
