// SPDX-License-Identifier: Apache-2.0
//
// Matrix Market texts that are wrong, and texts that are odd and right.

#pragma once

#include <limits>
#include <string>
#include <vector>

#include "support/readers.hpp"

namespace Araios::test {

struct Bad {
  char const* name;
  std::string text;
  Int64 line;
  char const* reason;  // a part of the message
};

// One text a line: clang-format would spread them.
// clang-format off
inline std::vector<Bad> bad_texts() {
  return {
      {"empty", "", 1, "empty"},
      {"only_blank_lines", "\n\n  \n", 3, "empty"},
      {"no_banner", "3 3 1\n1 1 1\n", 1, "banner %%MatrixMarket is missing; found \"3\""},
      {"comment_before_banner", "% hello\n" + general + "1 1 0\n", 1, "banner %%MatrixMarket is missing"},
      {"banner_in_two_words", "%%Matrix Market matrix coordinate real general\n1 1 0\n", 1, "\"%%Matrix\""},
      {"banner_glued", "%%MatrixMarketmatrix coordinate real general\n1 1 0\n", 1, "is missing"},
      {"banner_alone", "%%MatrixMarket\n1 1 0\n", 1, "the object in the banner is the end of the line"},
      {"wrong_object", "%%MatrixMarket tensor coordinate real general\n1 1 0\n", 1, "\"tensor\", not matrix"},
      {"vector", "%%MatrixMarket vector coordinate real general\n4 0\n", 1, "the object is a vector"},
      {"wrong_format", "%%MatrixMarket matrix sparse real general\n1 1 0\n", 1, "\"sparse\", not one of coordinate, array"},
      {"wrong_field", "%%MatrixMarket matrix coordinate quaternion general\n1 1 0\n", 1, "the field in the banner"},
      {"wrong_symmetry", "%%MatrixMarket matrix coordinate real mirrored\n1 1 0\n", 1, "the symmetry in the banner"},
      {"banner_without_symmetry", "%%MatrixMarket matrix coordinate real\n1 1 0\n", 1, "ends before the symmetry"},
      {"banner_without_field", "%%MatrixMarket matrix coordinate\n1 1 0\n", 1, "ends before the field"},
      {"banner_without_format", "%%MatrixMarket matrix", 1, "ends before the format"},
      {"banner_too_long", "%%MatrixMarket matrix coordinate real general x\n1 1 0\n", 1, "is followed by \"x\""},
      {"banner_comma", "%%MatrixMarket, matrix coordinate real general\n1 1 0\n", 1, "is missing"},
      {"banner_nul", "%%MatrixMarket\0matrix coordinate real general\n1 1 0\n"s, 1, "\\x00"},
      {"array_pattern", "%%MatrixMarket matrix array pattern general\n1 1\n", 1, "an array has values"},
      {"pattern_skew", "%%MatrixMarket matrix coordinate pattern skew-symmetric\n1 1 0\n", 1, "it has no signs"},
      {"pattern_hermitian", "%%MatrixMarket matrix coordinate pattern hermitian\n1 1 0\n", 1, "it has no signs"},
      {"complex_into_real", "\n%%MatrixMarket matrix coordinate complex general\n1 1 0\n", 2, "the field is complex"},
      {"no_size_line", general, 1, "ends before the size line"},
      {"comments_but_no_size_line", general + "% a\n% b\n", 3, "ends before the size line"},
      {"nul_in_comment", general + "% a\0b\n1 1 0\n"s, 2, "NUL byte in a comment"},
      {"size_line_short", general + "3 3\n", 2, "lacks the number of entries"},
      {"size_line_one_word", general + "3\n", 2, "lacks the number of columns"},
      {"size_line_long", general + "3 3 0 7\n", 2, "the size line is followed by \"7\""},
      {"array_size_line_long", dense + "1 1 1\n5\n", 2, "the size line is followed by \"1\""},
      {"size_not_integer", general + "3 three 0\n", 2, "the number of columns is \"three\""},
      {"size_real", general + "3 3.0 0\n", 2, "\"3.0\", not an integer"},
      {"size_exponent", general + "3 3 1e1\n", 2, "\"1e1\", not an integer"},
      {"size_hexadecimal", general + "0x3 3 0\n", 2, "\"0x3\", not an integer"},
      {"rows_negative", general + "-3 3 0\n", 2, "the number of rows is negative"},
      {"cols_negative", general + "3 -3 0\n", 2, "the number of columns is negative"},
      {"entries_negative", general + "3 3 -1\n1 1 1\n", 2, "the number of entries is negative"},
      {"rows_beyond_ordinal", general + "2147483648 3 1\n1 1 1\n", 2, "does not fit the 32-bit index type"},
      {"cols_beyond_ordinal", general + "3 4294967297 1\n1 1 1\n", 2, "does not fit the 32-bit index type"},
      {"rows_beyond_64_bits", general + "9223372036854775808 3 1\n1 1 1\n", 2, "does not fit 64 bits"},
      {"rows_far_beyond_64_bits", general + "19223372036854775808123 3 1\n1 1 1\n", 2, "does not fit 64 bits"},
      {"entries_beyond_64_bits", general + "3 3 99999999999999999999\n", 2, "does not fit 64 bits"},
      {"entries_beyond_offset", general + "3 3 3000000000\n1 1 1\n", 2, "32-bit offset type"},
      {"entries_beyond_text", general + "3 3 1000000000\n1 1 1\n", 2, "do not fit the 6 bytes"},
      {"array_beyond_text", dense + "30000 30000\n1\n", 2, "900000000 values do not fit the 2 bytes"},
      {"array_beyond_64_bits", dense + "9223372036854775807 9223372036854775807\n1\n", 2, "cannot be counted in 64 bits"},
      {"array_symmetric_beyond_64_bits", "%%MatrixMarket matrix array real symmetric\n9223372036854775807 9223372036854775807\n1\n", 2, "cannot be counted in 64 bits"},
      {"rectangular_symmetric", symmetric + "3 4 1\n1 1 1\n", 2, "rectangular: 3 x 4"},
      {"rectangular_skew", skew + "3 2 0\n", 2, "rectangular: 3 x 2"},
      {"rectangular_hermitian", "%%MatrixMarket matrix coordinate real hermitian\n4 3 0\n", 2, "rectangular: 4 x 3"},
      {"rectangular_symmetric_array", "%%MatrixMarket matrix array real symmetric\n2 3\n1\n", 2, "rectangular: 2 x 3"},
      {"row_zero", general + "3 3 2\n1 1 1\n0 1 1\n", 4, "the row index \"0\" is not in 1 .. 3; indices count from 1"},
      {"col_zero", general + "3 3 1\n1 0 1\n", 3, "the column index \"0\""},
      {"row_too_large", general + "3 3 1\n4 1 1\n", 3, "the row index \"4\" is not in 1 .. 3"},
      {"col_too_large", general + "3 3 1\n1 4 1\n", 3, "the column index \"4\" is not in 1 .. 3"},
      {"row_wraps_in_32_bits", general + "3 3 1\n4294967297 1 1\n", 3, "\"4294967297\" is not in 1 .. 3"},
      {"row_wraps_in_64_bits", general + "3 3 1\n18446744073709551617 1 1\n", 3, "is not in 1 .. 3"},
      {"row_of_nineteen_digits", general + "3 3 1\n1000000000000000001 1 1\n", 3, "is not in 1 .. 3"},
      {"row_negative", general + "3 3 1\n-1 1 1\n", 3, "\"-1\" is not in 1 .. 3"},
      {"col_negative", general + "3 3 1\n1 -2 1\n", 3, "\"-2\" is not in 1 .. 3"},
      {"col_minus_zero", general + "3 3 1\n1 -0 1\n", 3, "\"-0\" is not in 1 .. 3"},
      {"no_rows_at_all", general + "0 3 1\n1 1 1\n", 3, "is not in 1 .. 0"},
      {"row_real", general + "3 3 1\n1.0 1 1\n", 3, "\"1.0\", not an integer"},
      {"col_with_letter", general + "3 3 1\n1 1x 1\n", 3, "the column index is \"1x\""},
      {"row_garbage", general + "3 3 1\nabc 1 1\n", 3, "the row index is \"abc\""},
      {"row_sign_only", general + "3 3 1\n+ 1 1\n", 3, "the row index is \"+\""},
      {"row_two_signs", general + "3 3 1\n+-1 1 1\n", 3, "the row index is \"+-1\""},
      {"comma_separated", general + "3 3 1\n1,1,1\n", 3, "the row index is \"1,1,1\""},
      {"col_missing", general + "3 3 2\n1 1 1\n2\n      \n", 4, "the column index is missing"},
      {"col_missing_after_blank", general + "3 3 2\n1 1 1\n2 \t\n      \n", 4, "the column index is missing"},
      {"value_missing", general + "3 3 2\n1 1 1\n2 2\n     \n", 4, "the value is missing"},
      {"value_garbage", general + "3 3 1\n1 1 zero\n", 3, "the value is \"zero\""},
      {"value_comma", general + "3 3 1\n1 1 1,5\n", 3, "followed by \",5\""},
      {"value_two_points", general + "3 3 1\n1 1 1.5.2\n", 3, "followed by \".2\""},
      {"value_point_only", general + "3 3 1\n1 1 .\n", 3, "the value is \".\""},
      {"value_sign_only", general + "3 3 1\n1 1 -\n", 3, "the value is \"-\""},
      {"value_exponent_empty", general + "3 3 1\n1 1 1e\n", 3, "followed by \"e\""},
      {"value_exponent_sign_only", general + "3 3 1\n1 1 1e+\n", 3, "followed by \"e+\""},
      {"value_exponent_only", general + "3 3 1\n1 1 e5\n", 3, "the value is \"e5\""},
      {"value_hexadecimal", general + "3 3 1\n1 1 0x10\n", 3, "followed by \"x10\""},
      {"value_infinit", general + "3 3 1\n1 1 infinit\n", 3, "followed by \"init\""},
      {"value_nan_with_payload", general + "3 3 1\n1 1 nan(1)\n", 3, "followed by \"(1)\""},
      {"value_too_large", general + "3 3 1\n1 1 1e999\n", 3, "\"1e999\" is beyond the range"},
      {"value_too_large_negative", general + "3 3 1\n1 1 -1d309\n", 3, "\"-1d309\" is beyond the range"},
      {"value_exponent_of_30_digits", general + "3 3 1\n1 1 1e100000000000000000000000000000\n", 3, "beyond the range"},
      {"value_just_too_large", general + "3 3 1\n1 1 1.7976931348623159e308\n", 3, "beyond the range"},
      {"trailing_word", general + "3 3 1\n1 1 1 1\n", 3, "the entry is followed by \"1\""},
      {"trailing_comment", general + "3 3 1\n1 1 1 % one\n", 3, "the entry is followed by \"%\""},
      {"pattern_with_value", pattern + "3 3 1\n1 1 1.5\n", 3, "the entry is followed by \"1.5\""},
      {"pattern_glued", pattern + "3 3 1\n1 1x\n", 3, "the column index is \"1x\""},
      {"two_entries_on_a_line", general + "3 3 2\n1 1 1 2 2 2\n  \n   ", 3, "the entry is followed by \"2\""},
      {"entry_on_two_lines", general + "3 3 1\n1 1\n1\n", 3, "the value is missing"},
      {"integer_with_point", integer + "3 3 1\n1 1 1.0\n", 3, "followed by \".0\""},
      {"integer_beyond_64_bits", integer + "3 3 1\n1 1 18446744073709551616\n", 3, "beyond the range"},
      {"integer_below_64_bits", integer + "3 3 1\n1 1 -9223372036854775809\n", 3, "beyond the range"},
      {"unsigned_negative", "%%MatrixMarket matrix coordinate unsigned-integer general\n3 3 1\n1 1 -1\n", 3, "is negative, but the banner says unsigned"},
      {"too_few", general + "3 3 3\n1 1 1\n2 2 2       \n", 4, "the text ends after 2 of the size line's 3 entries"},
      {"too_few_blank_lines", general + "3 3 3\n1 1 1\n2 2 2\n\n\n\n\n\n\n\n\n", 4, "ends after 2 of"},
      {"too_many", general + "3 3 1\n1 1 1\n2 2 2\n", 4, "more than the 1 entries"},
      {"too_many_by_none", general + "3 3 0\n\n1 1 1\n", 4, "more than the 0 entries"},
      {"garbage_at_the_end", general + "3 3 1\n1 1 1\n\nend\n", 5, "more than the 1 entries"},
      {"first_fault_counts", general + "3 3 1\n1 1 1\n2 2 2\n3 x 3\n", 4, "more than the 1 entries"},
      {"fault_before_wrong_number", general + "3 3 2\n1 1 1\n2 x 2\n3 3 3\n", 4, "the column index is \"x\""},
      {"nul_for_blank", general + "3 3 1\n1 1\0001\n"s, 3, "\\x00"},
      {"nul_in_value", general + "3 3 1\n1 1 1\0\n"s, 3, "NUL byte"},
      {"nul_line", general + "3 3 1\n\0\n1 1 1\n"s, 3, "NUL byte"},
      {"nul_in_comment_of_body", general + "3 3 1\n% \0\n1 1 1\n"s, 3, "NUL byte"},
      {"nul_at_the_end", general + "3 3 1\n1 1 1\n\0"s, 4, "NUL byte"},
      {"form_feed", general + "3 3 1\n1\f1 1\n", 3, "\\x0c"},
      {"control_z", general + "3 3 1\n1 1 1\n\x1a", 4, "more than the 1 entries"},
      {"utf8_digits", general + "3 3 1\n1 1 \xd9\xa1\n", 3, "\\xd9"},
      {"skew_diagonal", skew + "3 3 1\n2 2 1\n", 3, "the diagonal of a skew-symmetric matrix is 0, not \"1\""},
      {"skew_diagonal_nan", skew + "3 3 1\n2 2 nan\n", 3, "is 0, not \"nan\""},
      {"array_value_garbage", dense + "2 2\n1\n2\nx\n4\n", 5, "the value is \"x\""},
      {"array_two_on_a_line", dense + "2 2\n1 2\n3\n4\n", 3, "the value is followed by \"2\""},
      {"array_too_few", dense + "2 2\n1\n2\n3\n     ", 5, "ends after 3 of the size line's 4 values"},
      {"array_too_many", dense + "2 2\n1\n2\n3\n4\n5\n", 7, "more than the 4 values"},
      {"array_one_too_few_of_triangle", "%%MatrixMarket matrix array real symmetric\n2 2\n1\n2      \n", 4, "after 2 of"},
      {"array_skew_too_many", "%%MatrixMarket matrix array real skew-symmetric\n2 2\n1\n2\n", 4, "more than the 1 values"},
      {"line_number_with_carriage_returns", "%%MatrixMarket matrix coordinate real general\r3 3 2\r1 1 1\rx 1 1\r", 4, "\"x\""},
      {"line_number_with_crlf", "%%MatrixMarket matrix coordinate real general\r\n3 3 2\r\n1 1 1\r\nx 1 1\r\n", 4, "\"x\""},
      {"control_characters_in_message", general + "3 3 1\n\x1b[2J 1 1\n", 3, "\"\\x1b[2J\""},
      {"long_word_in_message", general + "3 3 1\n" + std::string(500, 'a') + " 1 1\n", 3, "aaa...\""},
  };
}
// clang-format on

struct Good {
  char const* name;
  std::string text;
  Int64 rows, cols;
  Entries<double> entries;
};

// One text a line: clang-format would spread them.
// clang-format off
inline std::vector<Good> good_texts() {
  Entries<double> const one{{1, 1, 1.0}};
  return {
      {"plain", general + "2 3 2\n1 1 1.5\n2 3 -4\n", 2, 3, {{1, 1, 1.5}, {2, 3, -4.0}}},
      {"no_final_newline", general + "2 3 2\n1 1 1.5\n2 3 -4", 2, 3, {{1, 1, 1.5}, {2, 3, -4.0}}},
      {"upper_case", "%%MATRIXMARKET MATRIX COORDINATE REAL GENERAL\n1 1 1\n1 1 1\n", 1, 1, one},
      {"mixed_case", "%%matrixmarket Matrix Coordinate Double General\n1 1 1\n1 1 1\n", 1, 1, one},
      {"one_percent_sign", "%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n", 1, 1, one},
      {"blanks_before_banner", " \t%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n", 1, 1, one},
      {"lines_before_banner", "\n\n%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n", 1, 1, one},
      {"byte_order_mark", "\xef\xbb\xbf" + general + "1 1 1\n1 1 1\n", 1, 1, one},
      {"tabs_and_blanks", "%%MatrixMarket\tmatrix  coordinate\treal   general \t\n\t1  1\t1 \n  1\t1   1 \t \n", 1, 1, one},
      {"crlf", "%%MatrixMarket matrix coordinate real general\r\n% c\r\n\r\n1 1 1\r\n1 1 1\r\n", 1, 1, one},
      {"carriage_returns", "%%MatrixMarket matrix coordinate real general\r% c\r1 1 1\r1 1 1\r", 1, 1, one},
      {"carriage_return_at_the_end", general + "1 1 1\n1 1 1\r", 1, 1, one},
      {"all_line_ends", "%%MatrixMarket matrix coordinate real general\r\n2 2 3\r1 1 1\n1 2 2\r\n\n\r2 2 3", 2, 2, {{1, 1, 1.0}, {1, 2, 2.0}, {2, 2, 3.0}}},
      {"comments", general + "%\n%%more\n  % indented\n1 1 1\n1 1 1\n", 1, 1, one},
      {"comments_in_the_body", general + "2 2 2\n% a\n1 1 1\n  % b\n\n2 2 2\n% c", 2, 2, {{1, 1, 1.0}, {2, 2, 2.0}}},
      {"blank_lines", general + "\n \n1 1 1\n\n\t\n1 1 1\n\n\n", 1, 1, one},
      {"indented", "   %%MatrixMarket matrix coordinate real general\n     1 1 1\n        1 1 1", 1, 1, one},
      {"leading_plus", general + "+2 +2 +1\n+1 +2 +3.5\n", 2, 2, {{1, 2, 3.5}}},
      {"leading_zeros", general + "0002 02 000000000000000000000000001\n0001 00000000000000000000000000002 007\n", 2, 2, {{1, 2, 7.0}}},
      {"d_exponent", general + "1 4 4\n1 1 1.5D+01\n1 2 -2d2\n1 3 1D-3\n1 4 .5d0\n", 1, 4, {{1, 1, 15.0}, {1, 2, -200.0}, {1, 3, 1e-3}, {1, 4, 0.5}}},
      {"d_exponent_after_many_digits", general + "1 1 1\n1 1 1.5" + std::string(2000, '0') + "D0\n", 1, 1, {{1, 1, 1.5}}},
      {"forms_of_reals", general + "1 6 6\n1 1 .5\n1 2 5.\n1 3 5.e1\n1 4 1E+2\n1 5 00.5\n1 6 1e-2\n", 1, 6, {{1, 1, 0.5}, {1, 2, 5.0}, {1, 3, 50.0}, {1, 4, 100.0}, {1, 5, 0.5}, {1, 6, 0.01}}},
      {"tiny_becomes_zero", general + "1 2 2\n1 1 1e-400\n1 2 -1e-99999999999\n", 1, 2, {{1, 1, 0.0}, {1, 2, -0.0}}},
      {"denormal", general + "1 1 1\n1 1 4.9406564584124654e-324\n", 1, 1, {{1, 1, 4.9406564584124654e-324}}},
      {"largest", general + "1 1 1\n1 1 1.7976931348623157e308\n", 1, 1, {{1, 1, std::numeric_limits<double>::max()}}},
      {"many_digits", general + "1 1 1\n1 1 0." + std::string(5000, '3') + "\n", 1, 1, {{1, 1, 1.0 / 3.0}}},
      {"many_zeros", general + "1 2 2\n1 1 1" + std::string(400, '0') + "e-400\n1 2 0." + std::string(400, '0') + "1e401\n", 1, 2, {{1, 1, 1.0}, {1, 2, 1.0}}},
      {"zero_with_large_exponent", general + "1 1 1\n1 1 0e999\n", 1, 1, {{1, 1, 0.0}}},
      {"infinite", general + "1 4 4\n1 1 inf\n1 2 -Infinity\n1 3 +INF\n1 4 infinity\n", 1, 4, {{1, 1, HUGE_VAL}, {1, 2, -HUGE_VAL}, {1, 3, HUGE_VAL}, {1, 4, HUGE_VAL}}},
      {"nan", general + "1 2 2\n1 1 NaN\n1 2 -nan\n", 1, 2, {{1, 1, std::nan("")}, {1, 2, -std::nan("")}}},
      {"explicit_zeros_and_duplicates", general + "2 2 4\n1 1 0\n1 1 -0\n1 1 0.0\n1 1 3\n", 2, 2, {{1, 1, 0.0}, {1, 1, -0.0}, {1, 1, 0.0}, {1, 1, 3.0}}},
      {"integer", integer + "1 2 2\n1 1 -7\n1 2 +9007199254740992\n", 1, 2, {{1, 1, -7.0}, {1, 2, 9007199254740992.0}}},
      {"integer_of_64_bits", integer + "1 2 2\n1 1 -9223372036854775808\n1 2 18446744073709551615\n", 1, 2, {{1, 1, -9223372036854775808.0}, {1, 2, 18446744073709551615.0}}},
      {"integer_minus_zero", integer + "1 1 1\n1 1 -0\n", 1, 1, {{1, 1, 0.0}}},
      {"unsigned", "%%MatrixMarket matrix coordinate unsigned-integer general\n1 1 1\n1 1 7\n", 1, 1, {{1, 1, 7.0}}},
      {"unsigned_short", "%%MatrixMarket matrix coordinate unsigned general\n1 1 1\n1 1 7\n", 1, 1, {{1, 1, 7.0}}},
      {"pattern", pattern + "2 2 2\n1 2\n2 1\n", 2, 2, {{1, 2, 1.0}, {2, 1, 1.0}}},
      {"zero_entries", general + "5 7 0\n", 5, 7, {}},
      {"zero_entries_no_final_newline", general + "5 7 0", 5, 7, {}},
      {"zero_by_zero", general + "0 0 0\n% nothing\n\n", 0, 0, {}},
      {"zero_rows", general + "0 5 0\n", 0, 5, {}},
      {"minus_zero_size", general + "-0 5 0\n", 0, 5, {}},
      {"array", dense + "2 2\n1\n2\n0\n4\n", 2, 2, {{1, 1, 1.0}, {2, 1, 2.0}, {1, 2, 0.0}, {2, 2, 4.0}}},
      {"array_of_one_row", dense + "1 3\n1\n\n2\n% c\n3", 1, 3, {{1, 1, 1.0}, {1, 2, 2.0}, {1, 3, 3.0}}},
      {"array_zero_cols", dense + "3 0\n", 3, 0, {}},
      {"array_zero_rows", dense + "0 3\n", 0, 3, {}},
      {"array_integer", "%%MatrixMarket matrix array integer general\n2 1\n-1\n+2\n", 2, 1, {{1, 1, -1.0}, {2, 1, 2.0}}},
      {"symmetric", symmetric + "3 3 3\n1 1 1\n2 1 2\n3 2 3\n", 3, 3, {{1, 1, 1.0}, {2, 1, 2.0}, {1, 2, 2.0}, {3, 2, 3.0}, {2, 3, 3.0}}},
      {"symmetric_upper", symmetric + "2 2 2\n1 2 2\n2 2 3\n", 2, 2, {{1, 2, 2.0}, {2, 1, 2.0}, {2, 2, 3.0}}},
      {"symmetric_duplicates_and_zeros", symmetric + "2 2 3\n2 1 0\n2 1 0\n1 1 0\n", 2, 2, {{2, 1, 0.0}, {1, 2, 0.0}, {2, 1, 0.0}, {1, 2, 0.0}, {1, 1, 0.0}}},
      {"pattern_symmetric", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", 2, 2, {{2, 1, 1.0}, {1, 2, 1.0}}},
      {"skew", skew + "3 3 3\n3 1 10\n3 2 -20\n3 3 -0.0\n", 3, 3, {{3, 1, 10.0}, {1, 3, -10.0}, {3, 2, -20.0}, {2, 3, 20.0}, {3, 3, -0.0}}},
      {"hermitian_real", "%%MatrixMarket matrix coordinate real hermitian\n2 2 1\n2 1 5\n", 2, 2, {{2, 1, 5.0}, {1, 2, 5.0}}},
      {"array_symmetric", "%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n", 3, 3, {{1, 1, 1.0}, {2, 1, 2.0}, {1, 2, 2.0}, {3, 1, 3.0}, {1, 3, 3.0}, {2, 2, 4.0}, {3, 2, 5.0}, {2, 3, 5.0}, {3, 3, 6.0}}},
      {"array_skew", "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n", 3, 3, {{2, 1, 1.0}, {1, 2, -1.0}, {3, 1, 2.0}, {1, 3, -2.0}, {3, 2, 3.0}, {2, 3, -3.0}}},
      {"array_skew_of_one", "%%MatrixMarket matrix array real skew-symmetric\n1 1\n", 1, 1, {}},
      {"array_symmetric_of_none", "%%MatrixMarket matrix array real symmetric\n0 0\n", 0, 0, {}},
      {"index_of_eight_digits", pattern + "12345678 123456789 1\n12345678 123456789\n", 12345678, 123456789, {{12345678, 123456789, 1.0}}},
  };
}
// clang-format on

}  // namespace Araios::test
