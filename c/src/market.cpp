// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrix Market files. They are read and written on the host.

#include "handles.hpp"

#include "read_entries.hpp"

#include <Araios/convert.hpp>
#include <Araios/io/matrix_market.hpp>

#include <filesystem>
#include <limits>
#include <string_view>
#include <type_traits>

namespace araios_c {

namespace {

ValueType type_of_field(Araios::MatrixMarketField field) {
  switch (field) {
  case Araios::MatrixMarketField::complex:
    return ValueType::complex128;
  case Araios::MatrixMarketField::pattern:
    return ValueType::pattern;
  default:
    return ValueType::float64;
  }
}

/// A file that can be read twice, for its header and for its entries: a second open of a pipe would wait for ever.
std::filesystem::path file_to_read_twice(char const* path) {
  require_pointer(path, "path");
  std::filesystem::path const file(path);
  std::error_code failed;
  if (std::filesystem::exists(file, failed) && !std::filesystem::is_regular_file(file, failed))
    fail(ErrorKind::io_error, path, " is no regular file, and cannot be read twice: parse its bytes");
  return file;
}

araios_market_options market_options(araios_market_options const* options) {
  auto const given = options == nullptr ? araios_market_options{} : *options;
  require_form(of(given.index), of(given.format));
  return given;
}

/// read(Tag<S>, an integer of the indices, options) gives the list on the host.
template <class Header, class Read>
araios_status read_market(char const* function, araios_context* context, araios_market_options const* options,
                          araios_matrix** A, Header const& header, Read const& read) {
  return compute_beside(function, context, [&](auto const& exec) {
    MatrixOutput output(*context, A);
    auto const given = market_options(options);
    auto const lock = lock_for_host_work(*context);
    GiveWay const way(A);
    auto const head = header();
    ValueType const type = of(given.type) == ValueType::unspecified ? type_of_field(head.field) : of(given.type);
    Araios::MatrixMarketReadOptions how;
    if (given.keep_triangle != 0) how.symmetric = Araios::ReadSymmetric::keep;
    how.skew_diagonal = Araios::ReadSkewDiagonal::keep;
    if (of(given.type) == ValueType::unspecified) how.inexact_integer = Araios::ReadInexactInteger::refuse;
    if (given.drop_values != 0) how.into_pattern = Araios::ReadIntoPattern::drop;
    output.set(with_type(type, [&](auto t) {
      using S = typename decltype(t)::type;
      if (is_wide(head.num_rows) || is_wide(head.num_cols))
        return loaded<S, Index64>(exec, of(given.index), of(given.format), read(t, std::int64_t(), how));
      return loaded<S, Index32_64>(exec, of(given.index), of(given.format), read(t, int(), how));
    }));
  });
}

araios_market_info info_of(Araios::MatrixMarketHeader const& header) {
  using Field = Araios::MatrixMarketField;
  araios_market_info info{};
  info.rows = header.num_rows;
  info.columns = header.num_cols;
  info.is_array = header.format == Araios::MatrixMarketFormat::array;
  info.is_unsigned = header.field == Field::unsigned_integer;
  info.type = header.field == Field::integer || info.is_unsigned != 0 ? ARAIOS_INT64 : of(type_of_field(header.field));
  info.symmetry = static_cast<araios_symmetry>(header.symmetry);
  info.entries = header.num_stored;
  // The file of a symmetric array has about half of the values, all of which are counted here. A product beyond 64 bits
  // is reported as the largest number.
  if (info.is_array != 0 && header.num_rows != 0)
    info.entries = header.num_cols > std::numeric_limits<std::int64_t>::max() / header.num_rows
                       ? std::numeric_limits<std::int64_t>::max()
                       : header.num_rows * header.num_cols;
  return info;
}

Araios::MatrixMarketReadOptions const integer_options{.skew_diagonal = Araios::ReadSkewDiagonal::keep};

/// x := the array of integers, row by row; read(an integer of the type) gives its list on the host.
template <class Header, class Read>
araios_status read_integers(char const* function, araios_context* context, araios_vector** x, Header const& header,
                            Read const& read) {
  return compute_beside(function, context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, x);
    auto const lock = lock_for_host_work(*context);
    GiveWay const way(x);
    auto const info = info_of(header());
    require(info.is_array != 0 && info.type == ARAIOS_INT64, ErrorKind::invalid_argument,
            "the file is not an array of integers: araios_matrix_read_market");
    auto const to_dense = [&](auto const& list) {
      Kokkos::View<std::int64_t*, Kokkos::HostSpace> const values("Araios::c::values",
                                                                  static_cast<std::size_t>(info.entries));
      for (std::size_t k = 0; k < list.values.extent(0); ++k)
        values(static_cast<std::size_t>(list.row_indices(k) * info.columns + list.col_indices(k))) =
            static_cast<std::int64_t>(list.values(k));
      auto const copy = Araios::allocate<Dense<std::int64_t, Exec>>(exec, "Araios::c::values", info.entries);
      exec.fence();
      Kokkos::deep_copy(copy, values);
      output.set(vector_of_dense(copy));
    };
    if (info.is_unsigned != 0)
      to_dense(read(std::uint64_t()));
    else
      to_dense(read(std::int64_t()));
  });
}

template <class S>
bool is_counterpart(araios_symmetry symmetry, S const& a, S const& b) {
  if (symmetry == ARAIOS_SYMMETRIC) return a == b;
  // The minimum integer is its own negative where integers wrap, but not in a file.
  if constexpr (std::is_integral_v<S>)
    if (symmetry == ARAIOS_SKEW_SYMMETRIC && b == std::numeric_limits<S>::min()) return false;
  if (symmetry == ARAIOS_SKEW_SYMMETRIC) return a == Araios::wrapping_negative(b);
  if constexpr (Araios::is_complex_v<S>)
    return a.real() == b.real() && a.imag() == -b.imag();
  else
    return a == b;
}

/// The lower triangle of A on the host; refused unless the other one follows from it.
template <class S>
Coo<S, Index32_64, HostExec> lower_triangle(araios_symmetry symmetry, Working<S, HostExec> const& A) {
  auto const transposed_A = transposed<S>(HostExec(), A, false);
  std::int64_t below = 0;
  for (int i = 0; i < A.num_rows(); ++i) {
    std::int64_t const length = A.row_map(i + 1) - A.row_map(i);
    bool same = length == transposed_A.row_map(i + 1) - transposed_A.row_map(i);
    for (std::int64_t p = A.row_map(i), q = transposed_A.row_map(i); same && p < A.row_map(i + 1); ++p, ++q) {
      same = A.entries(p) == transposed_A.entries(q);
      if constexpr (!Araios::is_pattern_v<S>)
        same = same && is_counterpart(symmetry, A.values(p), transposed_A.values(q));
      below += A.entries(p) <= i;
    }
    require(same, ErrorKind::invalid_argument, "row ", i, " and column ", i,
            " of A do not have the symmetry of the file");
  }
  Kokkos::View<int*, Kokkos::HostSpace> const rows("Araios::c::rows", static_cast<std::size_t>(below)),
      columns("Araios::c::columns", static_cast<std::size_t>(below));
  auto const values =
      Araios::allocate_values<Araios::ValuesViewOf<S, Kokkos::HostSpace>>(HostExec(), "Araios::c::values", below);
  std::int64_t to = 0;
  for (int i = 0; i < A.num_rows(); ++i)
    for (std::int64_t p = A.row_map(i); p < A.row_map(i + 1); ++p) {
      if (A.entries(p) > i) continue;
      rows(to) = i;
      columns(to) = A.entries(p);
      values(to++) = A.values(p);
    }
  return Coo<S, Index32_64, HostExec>(A.num_rows(), A.num_cols(), rows, columns, values);
}

/// The old indices of the rows and columns of a matrix whose numbers are new; none where they are its own.
struct Names {
  bool are_needed = false;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  Kokkos::View<std::int64_t const*, Kokkos::HostSpace> of_rows{}, of_columns{};
};

template <class S>
Coo<S, Index64, HostExec> with_names(Coo<S, Index32_64, HostExec> const& list, Names const& names) {
  auto const renamed = [](auto const& numbers, auto const& of) {
    Kokkos::View<std::int64_t*, Kokkos::HostSpace> const to("Araios::c::indices", numbers.extent(0));
    for (std::size_t p = 0; p < numbers.extent(0); ++p) to(p) = of(numbers(p));
    return to;
  };
  return Coo<S, Index64, HostExec>(names.rows, names.columns, renamed(list.row_indices, names.of_rows),
                                   renamed(list.col_indices, names.of_columns), list.values);
}

template <class S>
void write_market(araios_market_write_options const& options, Working<S, HostExec> const& A, Names const& names,
                  std::filesystem::path const& path) {
  Araios::MatrixMarketWriteOptions how;
  how.symmetry = static_cast<Araios::MatrixMarketSymmetry>(options.symmetry);
  if (options.comment != nullptr) how.comment = options.comment;
  try {
    bool const general = options.symmetry == ARAIOS_GENERAL;
    if (general && !names.are_needed) return Araios::write_matrix_market(A, path, how);
    Coo<S, Index32_64, HostExec> const list = general
                                                  ? Araios::convert<Araios::Format::coo>(HostExec(), A)
                                                  : lower_triangle<S>(options.symmetry, strict_rows<S>(HostExec(), A));
    if (names.are_needed)
      Araios::write_matrix_market(with_names<S>(list, names), path, how);
    else
      Araios::write_matrix_market(list, path, how);
  } catch (Error const&) {
    throw;
  } catch (Araios::Interrupted const&) {
    throw;
  } catch (std::runtime_error const& error) {
    fail(ErrorKind::io_error, error.what());
  }
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_read_market(araios_context* context, araios_market_options const* options, char const* path,
                                        araios_matrix** A) {
  return read_market(
      "araios_matrix_read_market", context, options, A,
      [&] { return Araios::read_matrix_market_header(file_to_read_twice(path)); },
      [&]<class Ordinal>(auto t, Ordinal, auto const& how) {
        require_pointer(path, "path");
        return Araios::read_matrix_market<typename decltype(t)::type, Ordinal, std::int64_t>(path, how);
      });
}

araios_status araios_matrix_parse_market(araios_context* context, araios_market_options const* options,
                                         void const* bytes, size_t length, araios_matrix** A) {
  return read_market(
      "araios_matrix_parse_market", context, options, A,
      [&] { return Araios::parse_matrix_market_header(text_of(bytes, length)); },
      [&]<class Ordinal>(auto t, Ordinal, auto const& how) {
        return Araios::parse_matrix_market<typename decltype(t)::type, Ordinal, std::int64_t>(text_of(bytes, length),
                                                                                              how);
      });
}

araios_status araios_market_get_info(araios_context* context, char const* path, araios_market_info* info) {
  return call(
      "araios_market_get_info", context,
      [&](araios_context& c) {
        require_pointer(path, "path");
        require_pointer(info, "info");
        auto const lock = lock_for_host_work(c);
        *info = info_of(Araios::read_matrix_market_header(path));
      },
      Access::beside);
}

araios_status araios_market_parse_info(araios_context* context, void const* bytes, size_t length,
                                       araios_market_info* info) {
  return call(
      "araios_market_parse_info", context,
      [&](araios_context& c) {
        auto const text = text_of(bytes, length);
        require_pointer(info, "info");
        auto const lock = lock_for_host_work(c);
        *info = info_of(Araios::parse_matrix_market_header(text));
      },
      Access::beside);
}

araios_status araios_vector_read_market(araios_context* context, char const* path, araios_vector** x) {
  return read_integers(
      "araios_vector_read_market", context, x,
      [&] { return Araios::read_matrix_market_header(file_to_read_twice(path)); },
      [&]<class Integer>(Integer) {
        return Araios::read_matrix_market<Integer, int, std::int64_t>(std::filesystem::path(path), integer_options);
      });
}

araios_status araios_vector_parse_market(araios_context* context, void const* bytes, size_t length, araios_vector** x) {
  return read_integers(
      "araios_vector_parse_market", context, x,
      [&] { return Araios::parse_matrix_market_header(text_of(bytes, length)); },
      [&]<class Integer>(Integer) {
        return Araios::parse_matrix_market<Integer, int, std::int64_t>(text_of(bytes, length), integer_options);
      });
}

araios_status araios_matrix_write_market(araios_context* context, araios_market_write_options const* options,
                                         araios_matrix const* A, char const* path) {
  return compute_beside("araios_matrix_write_market", context, [&](auto const& exec) {
    auto a = canonical_input(*context, A, "A");
    require_pointer(path, "path");
    auto const given = options == nullptr ? araios_market_write_options{} : *options;
    require_enumerator(given.symmetry, ARAIOS_HERMITIAN, "araios_symmetry");
    bool const square = a.rows == a.columns;
    require(given.symmetry == ARAIOS_GENERAL || square, ErrorKind::invalid_argument, "a matrix of ", a.rows, " x ",
            a.columns, " is not symmetric");
    Names names{.rows = a.rows, .columns = a.columns};
    Renumbering numbers(exec);
    numbers.add(a, 0, square ? 0 : 1);
    names.are_needed = numbers.apply();
    if (names.are_needed) {
      names.of_rows = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), numbers.names(0));
      names.of_columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), numbers.names(square ? 0 : 1));
    }
    with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      auto const B = working<S>(exec, a);
      exec.fence();
      auto const lock = lock_for_host_work(*context);
      GiveWay const way;
      write_market<S>(given, Araios::copy_to<Kokkos::HostSpace>(B), names, path);
    });
  });
}
