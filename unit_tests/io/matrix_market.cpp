// SPDX-License-Identifier: Apache-2.0
//
// The Matrix Market reader and writer: what must be read, what must be refused and where, on texts that are wrong in
// every way that we could think of, and on the files of the data folder. Damaged files: reader_robustness.cpp.

#include <Araios/io/matrix_market.hpp>

#include "support/data_dir.hpp"
#include "support/reader_texts.hpp"
#include "support/scale.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace io_matrix_market_test {

using namespace Araios;
using namespace Araios::test;

// ------------------------------------------------------------------------------------------------ what is refused

TEST(MatrixMarket, RefusesBadTexts) {
  std::vector<Bad> const texts = bad_texts();
  EXPECT_GE(texts.size(), 100u);
  for (Bad const& bad : texts) {
    for (Int64 const block : {Int64(1), Int64(7), Int64(1) << 18}) {
      SCOPED_TRACE(bad.name + (", blocks of " + std::to_string(block)));
      try {
        auto const A = parse_matrix_market<double>(bad.text, small_blocks(block));
        ADD_FAILURE() << "was read as " << A.num_rows() << " x " << A.num_cols() << " with " << A.nnz();
      } catch (MatrixMarketError const& error) {
        std::string const message = error.what();
        EXPECT_EQ(error.line(), bad.line) << message;
        EXPECT_EQ(
            message.rfind("Araios::parse_matrix_market: text in memory: line " + std::to_string(bad.line) + ": ", 0),
            0u)
            << message;
        EXPECT_NE(message.find(bad.reason), std::string::npos) << message;
        EXPECT_LT(message.size(), 300u);
        for (char const c : message) EXPECT_TRUE(c >= 0x20 && c < 0x7f) << message;
      }
    }
  }
}

// A fault says the same when a file holds the text, and under which name.
TEST(MatrixMarket, NamesTheFile) {
  TemporaryFile const file(general + "3 3 1\n1 9 1\n");
  try {
    read_matrix_market<double>(file.path());
    FAIL();
  } catch (MatrixMarketError const& error) {
    EXPECT_EQ(error.line(), 3);
    EXPECT_EQ(error.what(), "Araios::read_matrix_market: " + file.path().string() +
                                ": line 3: the column index \"9\" is not in 1 .. 3");
  }
}

TEST(MatrixMarket, FilesThatCannotBeRead) {
  EXPECT_THROW(read_matrix_market<double>(std::filesystem::path("/nonexistent/a.mtx")), ReadError);
  EXPECT_THROW(read_matrix_market<double>(std::filesystem::path(testing::TempDir())), ReadError);
  EXPECT_THROW(read_matrix_market_header(std::filesystem::path(testing::TempDir())), ReadError);
  TemporaryFile const empty("");
  EXPECT_THROW(read_matrix_market<double>(empty.path()), MatrixMarketError);
  EXPECT_THROW(parse_matrix_market<double>(general + "1 1 0\n", small_blocks(0)), std::invalid_argument);
}

TEST(MatrixMarket, ReadsAPipe) {
  TemporaryFile const name("");
  std::filesystem::remove(name.path());
  ASSERT_EQ(mkfifo(name.path().c_str(), 0600), 0);
  std::string const text = general + "3 3 1\n1 2 4\n";
  pid_t const writer = fork();
  ASSERT_GE(writer, 0);
  if (writer == 0) {
    std::FILE* out = std::fopen(name.path().c_str(), "wb");
    std::fwrite(text.data(), 1, text.size(), out);
    std::fclose(out);
    _exit(0);
  }
  EXPECT_EQ(entries_of(read_matrix_market<double>(name.path())), (Entries<double>{{1, 2, 4.0}}));
  EXPECT_EQ(waitpid(writer, nullptr, 0), writer);
}

// ------------------------------------------------------------------------------------------------ what is read

TEST(MatrixMarket, ReadsOddTexts) {
  std::vector<Good> const texts = good_texts();
  EXPECT_GE(texts.size(), 50u);
  for (Good const& good : texts) {
    for (Int64 const block : {Int64(1), Int64(2), Int64(5), Int64(64), Int64(1) << 18}) {
      SCOPED_TRACE(good.name + (", blocks of " + std::to_string(block)));
      try {
        auto const A = parse_matrix_market<double>(good.text, small_blocks(block));
        EXPECT_EQ(A.num_rows(), good.rows);
        EXPECT_EQ(A.num_cols(), good.cols);
        Entries<double> const entries = entries_of(A);
        ASSERT_EQ(entries.size(), good.entries.size());
        for (std::size_t k = 0; k < entries.size(); ++k) {
          EXPECT_EQ(std::get<0>(entries[k]), std::get<0>(good.entries[k])) << k;
          EXPECT_EQ(std::get<1>(entries[k]), std::get<1>(good.entries[k])) << k;
          EXPECT_TRUE(same_bits(std::get<2>(entries[k]), std::get<2>(good.entries[k])))
              << k << ": " << std::get<2>(entries[k]) << " for " << std::get<2>(good.entries[k]);
        }
      } catch (std::exception const& error) {
        ADD_FAILURE() << error.what();
      }
    }
  }
}

TEST(MatrixMarket, Header) {
  MatrixMarketHeader const h = parse_matrix_market_header("%%MatrixMarket matrix array complex hermitian\n% c\n3 3\n");
  EXPECT_EQ(h.format, MatrixMarketFormat::array);
  EXPECT_EQ(h.field, MatrixMarketField::complex);
  EXPECT_EQ(h.symmetry, MatrixMarketSymmetry::hermitian);
  EXPECT_EQ(h.num_rows, 3);
  EXPECT_EQ(h.num_cols, 3);
  EXPECT_EQ(h.num_stored, 6);
  EXPECT_THROW(parse_matrix_market_header("%%MatrixMarket matrix"), MatrixMarketError);
  // What a body of that length cannot be is not the header's concern.
  EXPECT_EQ(parse_matrix_market_header(general + "3 3 1000000000000\n").num_stored, 1000000000000);

  MatrixMarketHeader read;
  parse_matrix_market<double>(symmetric + "2 2 1\n2 1 5\n", {}, &read);
  EXPECT_EQ(read.symmetry, MatrixMarketSymmetry::symmetric);
  EXPECT_EQ(read.num_stored, 1);
}

// The header lies behind more comments than are read at first, and the end of a piece falls on every place of the text.
TEST(MatrixMarket, HeaderOfAFile) {
  std::string const tail = "\n%%%\n 12 34 5\n";
  for (std::size_t shift = 0; shift < tail.size() + 2; ++shift) {
    std::string text = general;
    text.append((1 << 16) - shift - text.size(), '%');
    TemporaryFile const file(text + tail + std::string(200000, ' '));
    MatrixMarketHeader const h = read_matrix_market_header(file.path());
    EXPECT_EQ(std::tuple(h.num_rows, h.num_cols, h.num_stored), std::tuple(12, 34, 5)) << shift;
  }
  TemporaryFile const file(general + "% no sizes\n");
  EXPECT_THROW(read_matrix_market_header(file.path()), MatrixMarketError);
}

// ------------------------------------------------------------------------------------------------ types and options

TEST(MatrixMarket, Complex) {
  std::string const text =
      "%%MatrixMarket matrix coordinate complex hermitian\n3 3 3\n3 1 10 1\n3 2 -0 2D1\n3 3 30 3\n";
  EXPECT_EQ(
      entries_of(parse_matrix_market<Complex>(text)),
      (Entries<Complex>{{3, 1, {10, 1}}, {1, 3, {10, -1}}, {3, 2, {-0.0, 20}}, {2, 3, {-0.0, -20}}, {3, 3, {30, 3}}}));
  EXPECT_EQ(entries_of(parse_matrix_market<Complex>("%%MatrixMarket matrix array complex skew-symmetric\n2 2\n1 -2\n")),
            (Entries<Complex>{{2, 1, {1, -2}}, {1, 2, {-1, 2}}}));
  EXPECT_EQ(
      entries_of(parse_matrix_market<Complex>("%%MatrixMarket matrix coordinate complex symmetric\n2 2 1\n2 1 1 -2\n")),
      (Entries<Complex>{{2, 1, {1, -2}}, {1, 2, {1, -2}}}));
  // Real, integer and pattern files into a complex type.
  EXPECT_EQ(entries_of(parse_matrix_market<Complex>(general + "1 1 1\n1 1 2.5\n")),
            (Entries<Complex>{{1, 1, {2.5, 0}}}));
  EXPECT_EQ(entries_of(parse_matrix_market<Complex>(integer + "1 1 1\n1 1 -2\n")), (Entries<Complex>{{1, 1, {-2, 0}}}));
  EXPECT_EQ(entries_of(parse_matrix_market<Complex>(pattern + "1 1 1\n1 1\n")), (Entries<Complex>{{1, 1, {1, 0}}}));

  std::string const banner = "%%MatrixMarket matrix coordinate complex general\n2 2 1\n";
  for (auto const& [line, reason] :
       std::vector<std::pair<std::string, std::string>>{{"1 1\n     ", "the value is missing"},
                                                        {"1 1 1\n   ", "the imaginary part is missing"},
                                                        {"1 1 1 \n  ", "the imaginary part is missing"},
                                                        {"1 1 1 x\n", "the value is \"x\""},
                                                        {"1 1 1-2\n", "the value is \"1-2\""},
                                                        {"1 1 1 2 3\n", "followed by \"3\""},
                                                        {"1 1 1 1e999\n", "\"1e999\" is beyond"},
                                                        {"1 1 1e999 1\n", "\"1e999\" is beyond"},
                                                        {"1 1 (1,2)\n", "the value is \"(1,2)\""}}) {
    try {
      parse_matrix_market<Complex>(banner + line);
      ADD_FAILURE() << line;
    } catch (MatrixMarketError const& error) {
      EXPECT_EQ(error.line(), 3);
      EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
  }
}

TEST(MatrixMarket, KeepsOneTriangleWhenAsked) {
  MatrixMarketReadOptions options;
  options.symmetric = ReadSymmetric::keep;
  EXPECT_EQ(entries_of(parse_matrix_market<double>(symmetric + "2 2 2\n2 1 5\n2 2 6\n", options)),
            (Entries<double>{{2, 1, 5.0}, {2, 2, 6.0}}));
  EXPECT_EQ(entries_of(parse_matrix_market<double>(skew + "2 2 1\n2 1 5\n", options)), (Entries<double>{{2, 1, 5.0}}));
  EXPECT_EQ(
      entries_of(parse_matrix_market<double>("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n", options)),
      (Entries<double>{{1, 1, 1.0}, {2, 1, 2.0}, {2, 2, 3.0}}));
  EXPECT_THROW(parse_matrix_market<double>(skew + "2 2 1\n2 2 5\n", options), MatrixMarketError);
}

TEST(MatrixMarket, IntegersThatTheTypeDoesNotHold) {
  std::string const head = "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 ";
  MatrixMarketReadOptions exact;
  exact.inexact_integer = ReadInexactInteger::refuse;
  for (char const* const integer :
       {"0", "-9007199254740992", "9007199254740994", "-9223372036854775808", "18446744073709549568", "16777216"})
    EXPECT_EQ(parse_matrix_market<double>(head + integer + "\n", exact).values(0), std::stod(integer)) << integer;
  for (char const* const integer :
       {"9007199254740993", "-9007199254740993", "9223372036854775807", "18446744073709551615"}) {
    EXPECT_THROW(parse_matrix_market<double>(head + integer + "\n", exact), MatrixMarketError) << integer;
    EXPECT_EQ(parse_matrix_market<double>(head + integer + "\n").values(0), std::stod(integer)) << integer;
  }
  EXPECT_THROW(parse_matrix_market<float>(head + "16777217\n", exact), MatrixMarketError);
  EXPECT_EQ(parse_matrix_market<Pattern>(head + "9007199254740993\n", {.into_pattern = ReadIntoPattern::drop,
                                                                       .inexact_integer = ReadInexactInteger::refuse})
                .nnz(),
            1);
  for (char const* const integer : {"18446744073709551616", "-9223372036854775809"})
    EXPECT_THROW(parse_matrix_market<double>(head + integer + "\n"), MatrixMarketOverflow) << integer;
  EXPECT_THROW(parse_matrix_market<std::int64_t>(head + "9223372036854775808\n"), MatrixMarketOverflow);
}

TEST(MatrixMarket, SkewDiagonalWhenAsked) {
  MatrixMarketReadOptions options;
  options.skew_diagonal = ReadSkewDiagonal::keep;
  EXPECT_EQ(entries_of(parse_matrix_market<double>(skew + "2 2 2\n2 1 5\n2 2 6\n", options)),
            (Entries<double>{{2, 1, 5.0}, {1, 2, -5.0}, {2, 2, 6.0}}));
}

TEST(MatrixMarket, InfinityWhenAsked) {
  MatrixMarketReadOptions options;
  options.too_large = ReadTooLarge::infinity;
  std::string const text = general + "1 3 3\n1 1 1e999\n1 2 -1e39\n1 3 3.5e38\n";
  EXPECT_EQ(entries_of(parse_matrix_market<double>(text, options)),
            (Entries<double>{{1, 1, HUGE_VAL}, {1, 2, -1e39}, {1, 3, 3.5e38}}));
  EXPECT_EQ(entries_of(parse_matrix_market<float>(text, options)),
            (Entries<float>{{1, 1, HUGE_VALF}, {1, 2, -HUGE_VALF}, {1, 3, HUGE_VALF}}));
  EXPECT_THROW(parse_matrix_market<float>(general + "1 1 1\n1 1 3.5e38\n"), MatrixMarketError);
}

TEST(MatrixMarket, PatternScalar) {
  EXPECT_EQ(entries_of(parse_matrix_market<Pattern>(pattern + "2 2 2\n1 2\n2 1\n")),
            (Entries<Pattern>{{1, 2, {}}, {2, 1, {}}}));
  std::string const values = general + "2 2 2\n1 2 7\n2 1 1e999\n";
  EXPECT_THROW(parse_matrix_market<Pattern>(values), MatrixMarketError);
  MatrixMarketReadOptions drop;
  drop.into_pattern = ReadIntoPattern::drop;
  EXPECT_EQ(entries_of(parse_matrix_market<Pattern>(values, drop)), (Entries<Pattern>{{1, 2, {}}, {2, 1, {}}}));
  EXPECT_EQ(entries_of(parse_matrix_market<Pattern>(
                "%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n2 1 3 4\n", drop)),
            (Entries<Pattern>{{2, 1, {}}, {1, 2, {}}}));
  // Values that are left out must still be values.
  EXPECT_THROW(parse_matrix_market<Pattern>(general + "2 2 1\n1 2 x\n", drop), MatrixMarketError);
  EXPECT_THROW(parse_matrix_market<Pattern>(general + "2 2 2\n1 2\n2 1\n    ", drop), MatrixMarketError);
}

/// The message and the line with which a text is refused; "" where it is read.
template <class Scalar>
std::pair<std::string, Int64> refusal(std::string const& text, MatrixMarketReadOptions const& options = {}) {
  try {
    parse_matrix_market<Scalar>(text, options);
  } catch (MatrixMarketError const& error) {
    return {error.what(), error.line()};
  }
  return {"", 0};
}

// What is dropped must be what the banner says: nothing, one number, two numbers.
TEST(MatrixMarket, ValuesThatAreDropped) {
  MatrixMarketReadOptions drop;
  drop.into_pattern = ReadIntoPattern::drop;
  std::string const complex = "%%MatrixMarket matrix coordinate complex general\n";
  std::string const complex_array = "%%MatrixMarket matrix array complex general\n";
  struct Case {
    std::string banner;
    std::string line;
    char const* reason;  // "" where it is read
  };
  for (Case const& c : std::vector<Case>{{pattern, "1 2", ""},
                                         {pattern, "1 2 7", "followed by \"7\""},
                                         {pattern, "1 2 7 8", "followed by \"7\""},
                                         {pattern, "1 2 x", "followed by \"x\""},
                                         {general, "1 2 7", ""},
                                         {general, "1 2 1e999", ""},
                                         {general, "1 2", "the value is missing"},
                                         {general, "1 2 7 8", "followed by \"8\""},
                                         {general, "1 2 7x", "followed by \"x\""},
                                         {integer, "1 2 -7", ""},
                                         {integer, "1 2", "the value is missing"},
                                         {integer, "1 2 7.5", "followed by \".5\""},
                                         {integer, "1 2 7 8", "followed by \"8\""},
                                         {complex, "1 2 7 8", ""},
                                         {complex, "1 2 7", "the imaginary part is missing"},
                                         {complex, "1 2", "the value is missing"},
                                         {complex, "1 2 7 x", "the value is \"x\""},
                                         {complex, "1 2 7 8 9", "followed by \"9\""}}) {
    // More lines of the same banner, so that the text is long enough for what its size line says.
    std::string const other = c.banner == pattern ? "2 1\n" : c.banner == complex ? "2 1 5.000 5.000\n" : "2 1 55555\n";
    auto const [message, line] = refusal<Pattern>(c.banner + "2 2 2\n" + other + c.line + "\n", drop);
    EXPECT_EQ(message.empty(), std::string(c.reason).empty()) << c.banner << c.line << ": " << message;
    EXPECT_NE(message.find(c.reason), std::string::npos) << c.banner << c.line << ": " << message;
    EXPECT_EQ(line, message.empty() ? 0 : 4) << message;
  }
  EXPECT_EQ(refusal<Pattern>(dense + "2 1\n1\n2 2\n", drop).second, 4);
  EXPECT_EQ(refusal<Pattern>(complex_array + "2 1\n1 1\n2  \n", drop).second, 4);
  EXPECT_EQ(refusal<Pattern>(complex_array + "2 1\n1 1\n2 2\n", drop).first, "");
}

// The format knows hermitian matrices of complex numbers only.
TEST(MatrixMarket, HermitianFields) {
  std::string const banner = "%%MatrixMarket matrix coordinate ";
  for (char const* field : {"integer", "unsigned-integer", "unsigned", "Integer"}) {
    for (char const* format : {"coordinate", "array"}) {
      auto const [message, line] = refusal<double>("\n%%MatrixMarket matrix "s + format + " " + field + " hermitian\n" +
                                                   (format == "array"s ? "1 1\n" : "1 1 0\n"));
      EXPECT_EQ(line, 2) << message;
      EXPECT_NE(message.find("hermitian needs the field complex (or real, as symmetric), not \""s + field + "\""),
                std::string::npos)
          << message;
    }
  }
  EXPECT_EQ(entries_of(parse_matrix_market<double>(banner + "real hermitian\n2 2 1\n2 1 5\n")),
            (Entries<double>{{2, 1, 5.0}, {1, 2, 5.0}}));
  EXPECT_EQ(entries_of(parse_matrix_market<Complex>(banner + "double hermitian\n2 2 1\n2 1 5\n")),
            (Entries<Complex>{{2, 1, {5, 0}}, {1, 2, {5, 0}}}));
}

TEST(MatrixMarket, HermitianDiagonal) {
  MatrixMarketReadOptions refuse;
  refuse.hermitian_diagonal = ReadHermitianDiagonal::refuse;
  std::string const banner = "%%MatrixMarket matrix coordinate complex hermitian\n";
  for (std::string const& imaginary : {"1"s, "-1e-300"s, "nan"s, "inf"s}) {
    std::string const text = banner + "3 3 3\n2 1 5 1\n% c\n2 2 7 " + imaginary + "\n3 3 1 0\n";
    EXPECT_EQ(parse_matrix_market<Complex>(text).nnz(), 4);
    auto const [message, line] = refusal<Complex>(text, refuse);
    EXPECT_EQ(line, 5) << message;
    EXPECT_NE(message.find("the diagonal of a hermitian matrix is real; the entry with the real part \"7\" is not"),
              std::string::npos)
        << message;
  }
  EXPECT_EQ(parse_matrix_market<Complex>(banner + "2 2 3\n1 1 5 0\n2 2 6 -0.0\n2 1 1 1\n", refuse).nnz(), 4);
  std::string const dense = "%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 2\n3 ";
  EXPECT_EQ(parse_matrix_market<Complex>(dense + "0\n", refuse).nnz(), 4);
  EXPECT_EQ(refusal<Complex>(dense + "3\n", refuse).second, 5);
  EXPECT_EQ(refusal<Complex>("%%MatrixMarket matrix coordinate complex symmetric\n2 2 1\n1 1 5 5\n", refuse).second, 0);
}

template <class Scalar>
void expect_integer(std::string const& word, Scalar value) {
  for (std::string const& banner : {integer, general})
    EXPECT_EQ(entries_of(parse_matrix_market<Scalar>(banner + "1 1 1\n1 1 " + word + "\n")),
              (Entries<Scalar>{{1, 1, value}}))
        << banner << word;
}
template <class Scalar>
void expect_no_integer(std::string const& word) {
  for (std::string const& banner : {integer, general}) {
    try {
      parse_matrix_market<Scalar>(banner + "1 1 1\n1 1 " + word + "\n");
      ADD_FAILURE() << banner << word;
    } catch (MatrixMarketError const& error) {
      EXPECT_EQ(error.line(), 3);
      EXPECT_NE(std::string(error.what()).find("\"" + word + "\""), std::string::npos) << error.what();
    }
  }
}

TEST(MatrixMarket, IntegerScalars) {
  expect_integer<std::int8_t>("-128", -128);
  expect_integer<std::int8_t>("127", 127);
  expect_no_integer<std::int8_t>("128");
  expect_no_integer<std::int8_t>("-129");
  expect_integer<std::uint8_t>("255", 255);
  expect_no_integer<std::uint8_t>("256");
  expect_no_integer<std::uint8_t>("-1");
  expect_integer<int>("2147483647", 2147483647);
  expect_no_integer<int>("2147483648");
  expect_integer<Int64>("9223372036854775807", std::numeric_limits<Int64>::max());
  expect_integer<Int64>("-9223372036854775808", std::numeric_limits<Int64>::min());
  expect_no_integer<Int64>("9223372036854775808");
  expect_integer<std::uint64_t>("18446744073709551615", std::numeric_limits<std::uint64_t>::max());
  expect_no_integer<std::uint64_t>("-1");

  auto const real = [](std::string const& word) {
    return parse_matrix_market<int>(general + "1 1 1\n1 1 " + word + "\n");
  };
  EXPECT_EQ(real("3.0").values(0), 3);
  EXPECT_EQ(real("-3e2").values(0), -300);
  EXPECT_EQ(real("-0.0").values(0), 0);
  EXPECT_THROW(real("2.5"), MatrixMarketError);
  // The digits decide, not the double that is nearest to them.
  auto const wide = [](std::string const& word) {
    return parse_matrix_market<Int64>(general + "1 1 1\n1 1 " + word + "\n").values(0);
  };
  EXPECT_EQ(wide("9007199254740993.0"), 9007199254740993);
  EXPECT_EQ(wide("-9.007199254740993e15"), -9007199254740993);
  EXPECT_EQ(wide("9007199254740993e0"), 9007199254740993);
  EXPECT_EQ(wide("0.9223372036854775807D+19"), std::numeric_limits<Int64>::max());
  EXPECT_EQ(wide("922337203685477580700.00e-2"), std::numeric_limits<Int64>::max());
  EXPECT_EQ(wide("00.000e-999999999999999999999"), 0);
  EXPECT_EQ(wide("+.5e1"), 5);
  EXPECT_EQ(wide("1200."), 1200);
  EXPECT_EQ(wide("-1e18"), -1000000000000000000);
  for (char const* const word : {"4503599627370497.5", "9007199254740992.9", "0.99999999999999999999", "1e-400", "1e19",
                                 "9223372036854775808.0", "1e999999999999999999999", "1e-1", "18446744073709551616.0"})
    EXPECT_THROW(wide(word), MatrixMarketError) << word;
  EXPECT_THROW(real("1e10"), MatrixMarketError);
  EXPECT_THROW(real("1e999"), MatrixMarketError);
  EXPECT_THROW(real("nan"), MatrixMarketError);
  EXPECT_THROW(real("inf"), MatrixMarketError);

  // The mirror of an entry must fit too.
  std::string const text = "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 -2147483648\n";
  EXPECT_THROW(parse_matrix_market<int>(text), MatrixMarketError);
  EXPECT_EQ(parse_matrix_market<Int64>(text).values(1), 2147483648);
  EXPECT_THROW(parse_matrix_market<unsigned>("%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 5\n"),
               MatrixMarketError);
}

TEST(MatrixMarket, LongDouble) {
  if (std::numeric_limits<long double>::max_exponent10 < 4000)
    GTEST_SKIP() << "long double is no wider than double here";
  EXPECT_EQ(parse_matrix_market<long double>(general + "1 1 1\n1 1 1E310\n").values(0), 1e310L);
  EXPECT_EQ(parse_matrix_market<long double>(general + "1 1 1\n1 1 0.1\n").values(0), 0.1L);
  // Subnormal numbers, 0 below them, and infinity above.
  std::string const tiny = "0." + std::string(4939, '0') + "1";
  for (std::string const& word : {std::string("1e-4940"), std::string("-1D-4940"), tiny, tiny + "d0"})
    EXPECT_EQ(std::abs(parse_matrix_market<long double>(general + "1 1 1\n1 1 " + word + "\n").values(0)), 1e-4940L);
  EXPECT_EQ(parse_matrix_market<long double>(general + "1 1 1\n1 1 1e-5000\n").values(0), 0);
  EXPECT_THROW(parse_matrix_market<long double>(general + "1 1 1\n1 1 1e5000\n"), MatrixMarketError);
}

TEST(MatrixMarket, WideIndices) {
  std::string const text = general + "1099511627776 1099511627776 2\n1 1 1\n1099511627776 1099511627775 2\n";
  EXPECT_EQ((entries_of(parse_matrix_market<double, Int64>(text))),
            (Entries<double>{{1, 1, 1.0}, {1099511627776, 1099511627775, 2.0}}));
  EXPECT_THROW(parse_matrix_market<double>(text), MatrixMarketError);
  std::string const largest = pattern + "9223372036854775807 1 1\n9223372036854775807 1\n";
  EXPECT_EQ((parse_matrix_market<double, Int64>(largest).row_indices(0)), std::numeric_limits<Int64>::max() - 1);
  auto const mixed = parse_matrix_market<float, int, Int64>(general + "2147483647 3 1\n2147483647 3 2\n");
  EXPECT_EQ(mixed.row_indices(0), 2147483646);
}

// ------------------------------------------------------------------------------------------------ blocks and threads

TEST(MatrixMarket, ResultDoesNotDependOnBlocks) {
  Int64 const nnz = scaled(200'000, 5'000);
  for (bool const odd : {false, true}) {
    std::string const text = random_text(symmetric, 3000, nnz, odd, true);
    MatrixMarketReadOptions options;
    options.block_bytes = Int64(1) << 40;
    auto const whole = parse_matrix_market<double>(text, options);
    EXPECT_GT(whole.nnz(), nnz);
    for (Int64 const block : {Int64(3), Int64(100), Int64(4096), Int64(65536)}) {
      options.block_bytes = block;
      EXPECT_TRUE(same_matrix(parse_matrix_market<double>(text, options), whole)) << odd << " " << block;
    }
    TemporaryFile const file(text);
    EXPECT_TRUE(same_matrix(read_matrix_market<double>(file.path()), whole));
  }
}

TEST(MatrixMarket, FirstFaultDoesNotDependOnBlocks) {
  std::string text = random_text(pattern, 1000, 3000, false, false);
  std::size_t const place = text.find('\n', text.size() / 2) + 1;
  text[place] = 'x';
  text[text.size() - 4] = 'y';
  Int64 const line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n');
  for (Int64 const block : {Int64(1), Int64(10), Int64(1000), Int64(1) << 20}) {
    try {
      parse_matrix_market<double>(text, small_blocks(block));
      FAIL();
    } catch (MatrixMarketError const& error) {
      EXPECT_EQ(error.line(), line) << error.what();
    }
  }
}

// A text without '\n' has no place to be cut; the time must stay linear.
TEST(MatrixMarket, LoneCarriageReturns) {
  std::string text = random_text(pattern, 1000, scaled(100'000, 5'000), false, false);
  auto const expected = parse_matrix_market<double>(text);
  for (char& c : text)
    if (c == '\n') c = '\r';
  EXPECT_TRUE(same_matrix(parse_matrix_market<double>(text, small_blocks(16)), expected));
}

// ------------------------------------------------------------------------------------------------ round trips

template <class Scalar>
Scalar random_value(std::mt19937_64& random) {
  if constexpr (is_pattern_v<Scalar>) {
    return {};
  } else if constexpr (is_complex_v<Scalar>) {
    using Real = typename Scalar::value_type;
    return Scalar(random_value<Real>(random), random_value<Real>(random));
  } else if constexpr (std::is_integral_v<Scalar>) {
    return static_cast<Scalar>(random());
  } else {
    using Bits = std::conditional_t<sizeof(Scalar) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<Scalar>(static_cast<Bits>(random()));
  }
}

template <class Scalar, class Ordinal, class Offset>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> random_matrix(Int64 m, Int64 n, Int64 nnz) {
  std::mt19937_64 random(4);
  Impl::CooArrays<Scalar, Ordinal> const arrays(HostExec(), "Araios::test", nnz);
  for (Int64 k = 0; k < nnz; ++k)
    arrays.sink().store(k, static_cast<Int64>(random() % static_cast<std::uint64_t>(m)),
                        static_cast<Int64>(random() % static_cast<std::uint64_t>(n)), random_value<Scalar>(random));
  return {m, n, arrays.rows, arrays.cols, arrays.values};
}

template <class Scalar, class Ordinal, class Offset>
void round_trip(Int64 m, Int64 n) {
  auto const A = random_matrix<Scalar, Ordinal, Offset>(m, n, scaled(20'000, 1'000));
  std::ostringstream out;
  write_matrix_market(A, out);
  EXPECT_TRUE(same_matrix((parse_matrix_market<Scalar, Ordinal, Offset>(out.str())), A));
}

TEST(MatrixMarketWriter, RoundTripsBitForBit) {
  round_trip<double, int, int>(1000, 500);
  round_trip<float, int, Int64>(1, 100000);
  round_trip<Complex, Int64, Int64>(Int64(1) << 60, 3);
  round_trip<Kokkos::complex<float>, int, int>(50, 60);
  round_trip<Pattern, int, int>(2147483647, 2147483647);
  round_trip<int, int, int>(10, 10);
  round_trip<Int64, int, int>(10, 10);
  round_trip<std::uint64_t, int, int>(10, 10);
  round_trip<std::int8_t, int, int>(10, 10);
}

TEST(MatrixMarketWriter, SpecialValues) {
  std::string const text =
      general + "1 9 9\n1 1 0\n1 2 -0\n1 3 inf\n1 4 -inf\n1 5 nan\n1 6 -nan\n1 7 5e-324\n1 8 1e+300\n1 9 0.1\n";
  auto const A = parse_matrix_market<double>(text);
  std::ostringstream out;
  write_matrix_market(A, out);
  EXPECT_EQ(out.str(), text);
  EXPECT_TRUE(same_matrix(parse_matrix_market<double>(out.str()), A));
}

TEST(MatrixMarketWriter, EmptyMatrices) {
  for (auto const& [m, n] : {std::pair(0, 0), std::pair(0, 7), std::pair(7, 0), std::pair(3, 3)}) {
    CooMatrix<double, int, int, Kokkos::HostSpace> const A(m, n, {}, {}, {});
    std::ostringstream out;
    write_matrix_market(A, out);
    EXPECT_EQ(out.str(), general + std::to_string(m) + " " + std::to_string(n) + " 0\n");
    EXPECT_TRUE(same_matrix(parse_matrix_market<double>(out.str()), A));
  }
  std::ostringstream out;
  write_matrix_market(CsrMatrix<Pattern, int, int, Kokkos::HostSpace>(), out);
  EXPECT_EQ(out.str(), pattern + "0 0 0\n");
}

TEST(MatrixMarketWriter, CsrAndComment) {
  int const row_map[] = {0, 2, 2, 3};
  int const entries[] = {2, 0, 1};
  double values[] = {1.5, -2, 1e100};
  auto const A = wrap_csr<Kokkos::HostSpace>(3, 3, 3, row_map, entries, values);
  std::ostringstream out;
  MatrixMarketWriteOptions options;
  options.comment = "first\nsecond\r\n%third";
  write_matrix_market(A, out, options);
  EXPECT_EQ(out.str(), general + "% first\n% second\n% %third\n3 3 3\n1 3 1.5\n1 1 -2\n3 2 1e+100\n");
  EXPECT_EQ(parse_matrix_market<double>(out.str()).nnz(), 3);
  auto const P = wrap_csr<Kokkos::HostSpace>(3, 3, 3, row_map, entries);
  std::ostringstream bare;
  write_matrix_market(P, bare);
  EXPECT_EQ(bare.str(), pattern + "3 3 3\n1 3\n1 1\n3 2\n");
  options.comment = "NUL \0"s;
  EXPECT_THROW(write_matrix_market(A, out, options), std::invalid_argument);
}

TEST(MatrixMarketWriter, KeptTriangles) {
  MatrixMarketReadOptions keep;
  keep.symmetric = ReadSymmetric::keep;
  std::vector<std::pair<MatrixMarketSymmetry, std::string>> const cases = {
      {MatrixMarketSymmetry::symmetric, "symmetric\n3 3 3\n2 1 1 2\n3 3 5 6\n3 1 0 0\n"},
      {MatrixMarketSymmetry::skew_symmetric, "skew-symmetric\n3 3 2\n2 1 1 2\n3 1 -0 0\n"},
      {MatrixMarketSymmetry::hermitian, "hermitian\n3 3 2\n1 2 1 2\n2 2 3 0\n"}};
  for (auto const& [symmetry, text] : cases) {
    std::string const file = "%%MatrixMarket matrix coordinate complex " + text;
    MatrixMarketWriteOptions options;
    options.symmetry = symmetry;
    std::ostringstream out;
    write_matrix_market(parse_matrix_market<Complex>(file, keep), out, options);
    EXPECT_EQ(out.str(), file);
  }
  auto const write = [](auto const& A, MatrixMarketSymmetry symmetry) {
    std::ostringstream out;
    MatrixMarketWriteOptions options;
    options.symmetry = symmetry;
    write_matrix_market(A, out, options);
  };
  auto const both = parse_matrix_market<double>(symmetric + "2 2 1\n2 1 1\n");
  EXPECT_THROW(write(both, MatrixMarketSymmetry::symmetric), std::invalid_argument);
  auto const diagonal = parse_matrix_market<double>(general + "2 2 1\n2 2 1\n");
  EXPECT_THROW(write(diagonal, MatrixMarketSymmetry::skew_symmetric), std::invalid_argument);
  EXPECT_THROW(write(diagonal, MatrixMarketSymmetry::hermitian), std::invalid_argument);
  auto const wide = parse_matrix_market<Complex>(general + "2 3 1\n2 2 1\n");
  EXPECT_THROW(write(wide, MatrixMarketSymmetry::symmetric), std::invalid_argument);
  auto const bare = parse_matrix_market<Pattern>(pattern + "2 2 1\n2 1\n");
  EXPECT_THROW(write(bare, MatrixMarketSymmetry::skew_symmetric), std::invalid_argument);
}

/// A matrix of 3 rows and 3 columns is refused with all of these words, by both functions, and the file keeps what it
/// has.
template <class Matrix>
void expect_refused(Matrix const& A, std::vector<std::string> const& words,
                    MatrixMarketWriteOptions const& options = {}) {
  TemporaryFile const file("what was there before");
  std::ostringstream out;
  for (bool const to_file : {false, true}) {
    try {
      if (to_file)
        write_matrix_market(A, file.path(), options);
      else
        write_matrix_market(A, out, options);
      ADD_FAILURE() << "was written: " << out.str();
    } catch (std::invalid_argument const& error) {
      std::string const message = error.what();
      EXPECT_EQ(message.rfind("Araios::write_matrix_market: ", 0), 0u) << message;
      for (std::string const& word : words) EXPECT_NE(message.find(word), std::string::npos) << message;
    }
  }
  EXPECT_EQ(out.str(), "");
  EXPECT_EQ(text_of(file.path()), "what was there before");
}

TEST(MatrixMarketWriter, RefusesWrongRowMaps) {
  int const entries[] = {2, 0, 1};
  double values[] = {1.5, -2, 1e100};
  auto const refused = [&](std::vector<int> const& row_map, std::vector<std::string> const& words) {
    auto const rows = static_cast<Int64>(row_map.size()) - 1;
    expect_refused(wrap_csr<Kokkos::HostSpace>(rows, 3, 3, row_map.data(), entries, values), words);
    expect_refused(wrap_csr<Kokkos::HostSpace>(rows, 3, 3, row_map.data(), entries), words);
  };
  refused({0, 3, 2, 3}, {"decreases in row 1", "from 3 to 2"});
  refused({0, 1, -1, 3}, {"decreases in row 1", "from 1 to -1"});
  refused({0, 2147483647, 3, 3}, {"decreases in row 1", "from 2147483647 to 3"});
  refused({1, 2, 2, 3}, {"begins with 1 for row 0"});
  refused({-5, 0, 2, 3}, {"begins with -5 for row 0"});
  refused({0, 1, 2, 4}, {"ends with 4 after row 2", "there are 3 entries"});
  refused({0, 1000000000, 1000000000, 2000000000}, {"ends with 2000000000 after row 2", "there are 3 entries"});
  refused({0, 1, 2, 2}, {"ends with 2 after row 2", "there are 3 entries"});
  refused({0}, {"ends with 0", "there are 3 entries"});
  expect_refused(CsrMatrix<double, int, int, Kokkos::HostSpace>(0, 3, {}, Kokkos::View<int*, Kokkos::HostSpace>("e", 2),
                                                                Kokkos::View<double*, Kokkos::HostSpace>("v", 2)),
                 {"no rows", "2 entries"});
}

TEST(MatrixMarketWriter, RefusesEntriesOutsideTheMatrix) {
  int const row_map[] = {0, 2, 2, 3};
  double values[] = {1.5, -2, 1e100};
  for (int const wrong : {-1, 3, 2147483647, -2147483647 - 1}) {
    int const entries[] = {2, wrong, 1};
    expect_refused(wrap_csr<Kokkos::HostSpace>(3, 3, 3, row_map, entries, values),
                   {"entry 1 at (0, " + std::to_string(wrong) + ")", "outside of the 3 x 3"});
    for (bool const row : {false, true}) {
      Kokkos::View<int*, Kokkos::HostSpace> const rows("rows", 2), cols("cols", 2);
      (row ? rows : cols)(1) = wrong;
      expect_refused(CooMatrix<Pattern, int, int, Kokkos::HostSpace>(3, 3, rows, cols),
                     {"entry 1 at (", std::to_string(wrong), "outside of the 3 x 3"});
    }
  }
}

TEST(MatrixMarketWriter, RefusesAHermitianDiagonalThatIsNotReal) {
  auto const A =
      parse_matrix_market<Complex>("%%MatrixMarket matrix coordinate complex general\n3 3 2\n2 1 1 1\n3 3 1 0.5\n");
  MatrixMarketWriteOptions options;
  options.symmetry = MatrixMarketSymmetry::hermitian;
  expect_refused(A, {"entry 1 on the diagonal (2)", "not real"}, options);
}

TEST(MatrixMarketWriter, Files) {
  TemporaryFile const file("what was there before");
  auto const A = parse_matrix_market<double>(general + "2 2 1\n2 1 0.1\n");
  write_matrix_market(A, file.path());
  EXPECT_EQ(text_of(file.path()), general + "2 2 1\n2 1 0.1\n");
  MatrixMarketWriteOptions options;
  options.symmetry = MatrixMarketSymmetry::hermitian;
  EXPECT_THROW(write_matrix_market(A, file.path(), options), std::invalid_argument);
  EXPECT_EQ(text_of(file.path()), general + "2 2 1\n2 1 0.1\n") << "refused, but the old file is lost";
  EXPECT_THROW(write_matrix_market(A, std::filesystem::path("/nonexistent/a.mtx")), std::runtime_error);
  EXPECT_THROW(write_matrix_market(A, std::filesystem::path("a.mtx.gz")), std::invalid_argument);
  EXPECT_THROW(write_matrix_market(A, std::filesystem::path("nowhere/.gz")), std::invalid_argument);
  std::ofstream closed;
  EXPECT_THROW(write_matrix_market(A, closed), std::runtime_error);
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_THROW(write_matrix_market(A, std::filesystem::path("/dev/full")), std::runtime_error);
  }
}

// ------------------------------------------------------------------------------------------------ the data folder

std::vector<std::vector<std::string>> table(std::filesystem::path const& file) {
  std::ifstream in(file);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, '\t');) rows.back().push_back(field);
    rows.back().resize(16);
  }
  return rows;
}

/// Reads a file as the narrowest of our types that its field allows, and as wide ones.
template <class Scalar>
std::string outcome(std::filesystem::path const& file, MatrixMarketReadOptions const& options = {},
                    MatrixMarketHeader* header = nullptr) {
  try {
    read_matrix_market<Scalar, Int64>(file, options, header);
    return "accept";
  } catch (MatrixMarketError const& error) {
    EXPECT_GT(error.line(), 0) << error.what();
    std::string const message = error.what();
    EXPECT_NE(message.find("line " + std::to_string(error.line()) + ": "), std::string::npos) << message;
    return message.find("the object is a vector") != std::string::npos ? "vector"
           : message.find("beyond the range") != std::string::npos ||
                   message.find("not representable in the value type") != std::string::npos
               ? "overflow"
           : message.find("diagonal of a skew-symmetric") != std::string::npos ? "skew"
                                                                               : "reject";
  }
}

TEST(MatrixMarketData, ReadersBehaveAsExpected) {
  auto const expected = data_file("readers/EXPECTED.tsv");
  if (!expected) GTEST_SKIP() << no_data("readers/EXPECTED.tsv");
  auto const rows = table(*expected);
  int files = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    auto const& row = rows[i];
    SCOPED_TRACE(row[0]);
    std::filesystem::path const file = expected->parent_path() / row[0];
    std::string const& verdict = row[1];
    ++files;
    MatrixMarketHeader header;
    std::string const as_double = outcome<Complex>(file, {}, &header);
    MatrixMarketReadOptions lenient;
    lenient.skew_diagonal = ReadSkewDiagonal::keep;
    lenient.too_large = ReadTooLarge::infinity;
    if (verdict == "accept") {
      // The default refuses what doubles cannot hold and a diagonal that is not skew; with the options it is read.
      bool const too_large = row[0].find("long_double") != std::string::npos;
      bool const diagonal = row[7].find("diagonal entries in skew") != std::string::npos;
      EXPECT_EQ(as_double, too_large ? "overflow" : diagonal ? "skew" : "accept");
      EXPECT_EQ(outcome<Complex>(file, lenient, &header), "accept");
      if (too_large && std::numeric_limits<long double>::max_exponent10 > 4000 &&
          header.field == MatrixMarketField::real) {
        EXPECT_EQ(outcome<long double>(file), "accept");
      }
      if (!row[2].empty()) {
        EXPECT_EQ(std::to_string(header.num_rows), row[2]);
        EXPECT_EQ(std::to_string(header.num_cols), row[3]);
        EXPECT_EQ(std::to_string(header.num_stored), row[4]);
        static std::map<std::string, MatrixMarketField> const fields = {{"real", MatrixMarketField::real},
                                                                        {"double", MatrixMarketField::real},
                                                                        {"integer", MatrixMarketField::integer},
                                                                        {"complex", MatrixMarketField::complex},
                                                                        {"pattern", MatrixMarketField::pattern}};
        static std::map<std::string, MatrixMarketSymmetry> const symmetries = {
            {"general", MatrixMarketSymmetry::general},
            {"symmetric", MatrixMarketSymmetry::symmetric},
            {"skew-symmetric", MatrixMarketSymmetry::skew_symmetric},
            {"hermitian", MatrixMarketSymmetry::hermitian}};
        EXPECT_EQ(header.field, fields.at(row[5]));
        EXPECT_EQ(header.symmetry, symmetries.at(row[6]));
      }
    } else if (verdict == "vector") {
      EXPECT_EQ(as_double, "vector");
    } else if (verdict == "overflow") {
      if (row[0].find("index") != std::string::npos) {
        EXPECT_EQ(as_double, "accept") << "64-bit indices hold it";
      } else if (row[5] == "integer") {
        EXPECT_EQ(outcome<int>(file), "overflow");
        EXPECT_EQ(outcome<Int64>(file), "accept");
      } else {
        EXPECT_EQ(as_double, "overflow");
        EXPECT_EQ(outcome<Complex>(file, lenient), "accept");
      }
    } else {
      ASSERT_EQ(verdict, "reject");
      EXPECT_TRUE(as_double == "reject" || as_double == "overflow") << as_double;
      EXPECT_NE(outcome<Complex>(file, lenient), "accept");
    }
  }
  EXPECT_GE(files, 110);
}

// The files of the readers' test suites that exist in two spellings: the stored triangle and the whole matrix.
TEST(MatrixMarketData, ExpansionsAgreeWithTheGeneralFiles) {
  using Key = std::map<std::pair<Int64, Int64>, Complex>;
  auto const sum = [](std::filesystem::path const& file) {
    Key entries;
    for (auto const& [i, j, value] : entries_of(read_matrix_market<Complex>(file))) entries[{i, j}] += value;
    return entries;
  };
  for (std::string const& name : {"readers/fast_matrix_market__symmetry__coordinate_hermitian_real_row"s,
                                  "readers/fast_matrix_market__symmetry__coordinate_hermitian_row"s,
                                  "readers/fast_matrix_market__symmetry__coordinate_pattern_symmetric_row"s,
                                  "readers/fast_matrix_market__symmetry__coordinate_skew_symmetric_row"s,
                                  "readers/fast_matrix_market__symmetry__coordinate_symmetric_row"s,
                                  "readers/fast_matrix_market__symmetry_array__array_hermitian"s,
                                  "readers/fast_matrix_market__symmetry_array__array_symmetric"s,
                                  "readers/fast_matrix_market__symmetry_array__array_skew-symmetric"s}) {
    auto const stored = data_file(name + ".mtx");
    auto const whole = data_file(name + "_general.mtx");
    if (!stored || !whole) GTEST_SKIP() << no_data(name + ".mtx");
    Key a = sum(*stored);
    Key const b = sum(*whole);
    // A skew-symmetric array does not store its diagonal.
    for (auto const& [place, value] : b)
      if (value == Complex(0)) a.emplace(place, value);
    EXPECT_EQ(a, b) << name;
  }
}

TEST(MatrixMarketData, MatricesHaveTheirIndexedSizes) {
  auto const index = data_file("matrices/INDEX.tsv");
  if (!index) GTEST_SKIP() << no_data("matrices/INDEX.tsv");
  auto const rows = table(*index);
  ASSERT_GE(rows.size(), 48u);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    auto const& row = rows[i];
    SCOPED_TRACE(row[0]);
    if (test_scale() < 1 && std::stoll(row[6]) > 100'000) continue;
    auto const file = index->parent_path() / row[0];
    MatrixMarketReadOptions keep;
    keep.into_pattern = ReadIntoPattern::drop;
    MatrixMarketReadOptions expand = keep;
    keep.symmetric = ReadSymmetric::keep;
    auto const stored = read_matrix_market<Pattern>(file, keep);
    auto const whole = read_matrix_market<Pattern>(file, expand);
    EXPECT_EQ(std::to_string(whole.num_rows()), row[1]);
    EXPECT_EQ(std::to_string(whole.num_cols()), row[2]);
    // The index counts this file's five duplicates once.
    bool const merged = row[0] == "west0067.mtx.gz";
    EXPECT_EQ(std::to_string(stored.nnz()), merged ? "299" : row[3]);
    EXPECT_EQ(std::to_string(whole.nnz()), merged ? "299" : row[6]);
    // Self-loops and the pattern without duplicates, counted in the simplest way.
    std::vector<std::pair<int, int>> places;
    Int64 loops = 0;
    for (std::size_t k = 0; k < whole.row_indices.extent(0); ++k) {
      places.emplace_back(whole.row_indices(k), whole.col_indices(k));
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (auto const& [r, c] : places) loops += r == c;
    EXPECT_EQ(std::to_string(places.size()), row[7]);
    EXPECT_EQ(std::to_string(loops), row[8]);
  }
}

TEST(MatrixMarketData, MatricesRoundTrip) {
  for (char const* name : {"matrices/west0479.mtx.gz", "matrices/bcsstk16.mtx.gz", "matrices/cxsparse_qc324.mtx.gz",
                           "matrices/Groebner_id2003_aug.mtx.gz", "matrices/cxsparse_mhd1280b.mtx.gz"}) {
    auto const file = data_file(name);
    if (!file) GTEST_SKIP() << no_data(name);
    MatrixMarketReadOptions keep;
    keep.symmetric = ReadSymmetric::keep;
    MatrixMarketHeader header;
    auto const A = read_matrix_market<Complex>(*file, keep, &header);
    MatrixMarketWriteOptions options;
    options.symmetry = header.symmetry;
    std::ostringstream out;
    write_matrix_market(A, out, options);
    EXPECT_TRUE(same_matrix(parse_matrix_market<Complex>(out.str(), keep), A)) << name;
    EXPECT_TRUE(same_matrix(parse_matrix_market<Complex>(out.str()), read_matrix_market<Complex>(*file))) << name;
  }
}

}  // namespace io_matrix_market_test
