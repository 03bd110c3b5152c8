// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/validate/structured.hpp>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "support/blocks.hpp"
#include "support/diagonals.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace formats_validate_structured_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Words = std::vector<std::uint32_t>;
using Kind = StructuredFault::Kind;

template <class Matrix>
std::string sentence(Matrix const& A) {
  auto const fault = find_fault(Exec(), A);
  return fault ? fault->sentence : "no fault";
}

DiaMatrix<Pattern, int, int, Space> dia(std::int64_t m, std::int64_t n, std::int64_t nnz,
                                        std::vector<int> const& diagonals, Words const& present) {
  return {m, n, nnz, to_view<Space>(diagonals), to_view<Space>(present)};
}

TEST(ValidateDia, tells_what_is_wrong_with_diagonals) {
  EXPECT_EQ(sentence(dia(4, 5, 0, {}, {})), "no fault");
  EXPECT_EQ(sentence(dia(4, 5, 0, {-3, 4}, {0, 0})), "no fault");
  EXPECT_EQ(sentence(dia(4, 5, 0, {-3, 5}, {0, 0})), "diagonal 1 is 5, which is not in (-4, 5)");
  EXPECT_EQ(sentence(dia(4, 5, 0, {-4, 5}, {0, 0})), "diagonal 0 is -4, which is not in (-4, 5)");
  EXPECT_EQ(sentence(dia(4, 5, 0, {0, 2, 1}, {0, 0, 0})), "diagonal 2 is 1 and follows 2: not strictly sorted");
  EXPECT_EQ(sentence(dia(4, 5, 0, {0, 2, 2}, {0, 0, 0})), "diagonal 2 is 2 and follows 2: not strictly sorted");
}

TEST(ValidateDia, tells_what_is_wrong_with_bits) {
  // The matrix is 4 x 5: diagonal -3 has row 3, diagonal 0 rows 0 to 3, diagonal 4 row 0.
  EXPECT_EQ(sentence(dia(4, 5, 6, {-3, 0, 4}, {8, 15, 1})), "no fault");
  EXPECT_EQ(sentence(dia(4, 5, 5, {-3, 0, 4}, {8, 15, 1})), "present has 6 bits set, not the number of entries, 5");
  EXPECT_EQ(sentence(dia(4, 5, 6, {-3, 0, 4}, {12, 15, 1})),
            "diagonal 0, row 2: the bit is set, but the row and column are outside of the matrix");
  EXPECT_EQ(sentence(dia(4, 5, 6, {-3, 0, 4}, {8, 31, 1})),
            "diagonal 1, row 4: the bit is set, but the row and column are outside of the matrix");
  EXPECT_EQ(sentence(dia(4, 5, 6, {-3, 0, 4}, {8, 15, 3})),
            "diagonal 2, row 1: the bit is set, but the row and column are outside of the matrix");
  EXPECT_EQ(sentence(dia(70, 70, 0, {0}, {0, 0, 0x80000000u})),
            "diagonal 0, row 95: the bit is set, but the row and column are outside of the matrix");
  auto const fault = find_fault(Exec(), dia(4, 5, 6, {-3, 0, 4}, {8, 15, 3}));
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Kind::bit_outside);
  EXPECT_EQ(fault->position, 2 * 32 + 1);
  EXPECT_EQ(fault->value, 1);
}

TEST(ValidateDia, finds_the_first_bit_outside_of_any) {
  auto const host = from_rows<double, int, int>(diagonal_rows(200, 150, {-150, -60, 0, 3, 100}, 0.2), 150);
  auto const good = reference_dia(host, diagonals_of(host));
  std::mt19937 random(1);
  int faults = 0;
  for (int run = 0; run < 300; ++run) {
    auto present = good.present;
    for (int damage = 0; damage <= run % 3; ++damage) present[random() % present.size()] |= 1u << random() % 32;
    std::int64_t bits = 0, first = -1;
    for (std::int64_t slot = 0; slot < static_cast<std::int64_t>(32 * present.size()); ++slot) {
      if (!bit_of(present[slot / 32], slot)) continue;
      ++bits;
      std::int64_t const i = slot % 224;
      std::int64_t const j = i + good.diagonals[slot / 224];
      if (first < 0 && (i >= 200 || j < 0 || j >= 150)) first = slot;
    }
    DiaMatrix<Pattern, int, int, Space> const A(200, 150, bits, to_view<Space>(good.diagonals),
                                                to_view<Space>(present));
    auto const fault = find_fault(Exec(), A);
    ASSERT_EQ(fault.has_value(), first >= 0) << run;
    if (fault) {
      ASSERT_EQ(fault->position, first) << run << ": " << fault->sentence;
    }
    faults += first >= 0;
  }
  EXPECT_GT(faults, 50);
  EXPECT_LT(faults, 250);
}

BsrMatrix<Pattern, int, int, Space> bsr(std::int64_t nnz, std::vector<int> const& row_map,
                                        std::vector<int> const& entries, Words const& present) {
  return {4, 6, 2, 2, nnz, to_view<Space>(row_map), to_view<Space>(entries), to_view<Space>(present)};
}

TEST(ValidateBsr, tells_what_is_wrong) {
  EXPECT_EQ(sentence(bsr(12, {0, 1, 3}, {2, 0, 2}, {})), "no fault");
  EXPECT_EQ(sentence(bsr(3, {0, 1, 3}, {2, 0, 2}, {0x811})), "no fault");
  EXPECT_EQ(sentence(bsr(12, {0, 1, 3}, {2, 0, 3}, {})), "blocks: row 1, position 2: column 3 is not in [0, 3)");
  EXPECT_EQ(sentence(bsr(12, {0, 1, 3}, {2, 1, 0}, {})),
            "blocks: row 1, position 2: column 0 follows column 1: not sorted");
  EXPECT_EQ(sentence(bsr(12, {0, 1, 3}, {2, 1, 1}, {})), "blocks: row 1, position 2: column 1 appears twice");
  EXPECT_EQ(sentence(bsr(12, {0, 1, 4}, {2, 1, 1}, {})), "blocks: row_map(2) is 4, not the number of entries, 3");
  EXPECT_EQ(sentence(bsr(4, {0, 1, 3}, {2, 0, 2}, {0x811})), "present has 3 bits set, not the number of entries, 4");
  EXPECT_EQ(sentence(bsr(3, {0, 1, 3}, {2, 0, 2}, {0x1811})),
            "word 0 of present has a bit past the last of 12 elements");
}

TEST(ValidateDiaCsr, tells_what_is_wrong) {
  auto const rest = [](std::vector<std::vector<std::int64_t>> const& rows) {
    return to_csr<Space>(from_rows<Pattern, int, int>(rows, 5));
  };
  using Matrix = DiaCsrMatrix<Pattern, int, int, Space>;
  auto const diagonals = dia(4, 5, 3, {0, 4}, {3, 1});
  EXPECT_EQ(sentence(Matrix(diagonals, rest({{1, 3}, {}, {2}, {3}}))), "no fault");
  EXPECT_EQ(sentence(Matrix(diagonals, rest({{1, 3}, {}, {}, {}}))), "no fault");
  EXPECT_EQ(sentence(Matrix(dia(4, 5, 2, {0, 4}, {3, 1}), rest({{}, {}, {}, {}}))),
            "present has 3 bits set, not the number of entries, 2");
  EXPECT_EQ(sentence(Matrix(diagonals, rest({{1, 3}, {}, {3, 2}, {3}}))),
            "CSR part: row 2, position 3: column 2 follows column 3: not sorted");
  EXPECT_EQ(sentence(Matrix(diagonals, rest({{1, 3}, {0, 1}, {}, {}}))),
            "position 3 of the CSR part: entry (1, 1) is in the diagonals as well");
  EXPECT_EQ(sentence(Matrix(diagonals, rest({{1, 4}, {0, 1}, {}, {}}))),
            "position 1 of the CSR part: entry (0, 4) is in the diagonals as well");
}

TEST(ValidateStructured, throws_the_sentence) {
  EXPECT_NO_THROW(validate(Exec(), dia(4, 5, 6, {-3, 0, 4}, {8, 15, 1})));
  EXPECT_EQ(refusal([] { validate(Exec(), dia(4, 5, 0, {9}, {0})); }),
            "Araios::validate: diagonal 0 is 9, which is not in (-4, 5)");
}

}  // namespace formats_validate_structured_test
