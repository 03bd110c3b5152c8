// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/validate/compressed.hpp>
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "support/matrices.hpp"
#include "support/other_matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/types.hpp"

namespace formats_validate_compressed_test {

using namespace Araios;
using namespace Araios::test;
using Kind = Fault::Kind;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

constexpr Order orders[] = {Order::any, Order::sorted, Order::strict};

template <class Matrix>
std::string sentence(Matrix const& A, Order order = Order::any) {
  auto const fault = find_fault(Exec(), A, {.order = order});
  return fault ? fault->sentence : "no fault";
}

CsrMatrix<Pattern, int, int, Space> csr(std::int64_t n, std::vector<int> const& row_map,
                                        std::vector<int> const& entries) {
  return {std::int64_t(row_map.size()) - 1, n, to_view<Space>(row_map), to_view<Space>(entries)};
}

CooMatrix<Pattern, int, int, Space> coo(std::vector<int> const& rows, std::vector<int> const& cols) {
  return {4, 5, to_view<Space>(rows), to_view<Space>(cols)};
}

TEST(Validate, tells_what_is_wrong_with_offsets) {
  EXPECT_EQ(sentence(csr(5, {1, 2, 3}, {0, 1, 2})), "row_map(0) is 1, not 0");
  EXPECT_EQ(sentence(csr(5, {-1, 2, 3}, {0, 1, 2})), "row_map(0) is -1, not 0");
  EXPECT_EQ(sentence(csr(5, {0, 2, 1, 3}, {0, 1, 2})),
            "row_map(2) is 1, less than row_map(1) = 2: row 1 has a negative length");
  EXPECT_EQ(sentence(csr(5, {0, 2, 2}, {0, 1, 2})), "row_map(2) is 2, not the number of entries, 3");
  EXPECT_EQ(sentence(csr(5, {0, 2, 2000000000}, {0, 1, 2})), "row_map(2) is 2000000000, not the number of entries, 3");
  EXPECT_EQ(sentence(csr(5, {0}, {0, 1})), "row_map(0) is 0, not the number of entries, 2");
  EXPECT_EQ(sentence(CsrMatrix<Pattern, int, int, Space>(0, 5, {}, to_view<Space>(std::vector<int>{0, 1}))),
            "row_map(0) is 0, not the number of entries, 2");
}

TEST(Validate, tells_what_is_wrong_with_entries) {
  std::vector<int> const row_map{0, 2, 2, 5};
  EXPECT_EQ(sentence(csr(5, row_map, {0, 4, 1, 5, 3})), "row 2, position 3: column 5 is not in [0, 5)");
  EXPECT_EQ(sentence(csr(5, row_map, {0, 4, -1, 0, 3})), "row 2, position 2: column -1 is not in [0, 5)");
  EXPECT_EQ(sentence(csr(5, row_map, {3, 3, 4, 0, 0})), "no fault");
  EXPECT_EQ(sentence(csr(5, row_map, {3, 3, 4, 0, 0}), Order::sorted),
            "row 2, position 3: column 0 follows column 4: not sorted");
  EXPECT_EQ(sentence(csr(5, row_map, {3, 3, 0, 1, 4}), Order::sorted), "no fault");
  EXPECT_EQ(sentence(csr(5, row_map, {3, 3, 0, 1, 4}), Order::strict), "row 0, position 1: column 3 appears twice");
  // The first entry of a row follows that of another one.
  EXPECT_EQ(sentence(csr(5, row_map, {3, 4, 4, 4, 4}), Order::strict), "row 2, position 3: column 4 appears twice");
  EXPECT_EQ(sentence(csr(5, row_map, {3, 4, 0, 1, 4}), Order::strict), "no fault");
}

TEST(Validate, reads_matrices_of_other_types) {
  auto const A = csr(5, {0, 2, 2, 5}, {0, 4, 1, 5, 3});
  auto const expected = sentence(A);
  EXPECT_EQ(expected, "row 2, position 3: column 5 is not in [0, 5)");
  EXPECT_EQ(sentence(DerivedFrom(A)), expected);
  EXPECT_EQ(sentence(OwnRows(A)), expected);
  CsrMatrix<double, int, int, Space> const B(3, 5, A.row_map, A.entries, Kokkos::View<double*, Space>("values", 5));
  EXPECT_EQ(sentence(LikeKokkosSparse(B)), expected);
  auto const list = coo({3, 4, 0}, {4, 9, 0});
  EXPECT_EQ(sentence(DerivedFrom(list)), sentence(list));
  EXPECT_EQ(sentence(OwnList(list)), sentence(list));
}

TEST(Validate, speaks_of_columns_where_the_matrix_is_by_columns) {
  auto const csc = [](std::vector<int> const& col_map, std::vector<int> const& entries) {
    return CscMatrix<Pattern, int, int, Space>(csr(5, col_map, entries));
  };
  EXPECT_EQ(sentence(csc({0, 2, 2, 4}, {0, 1, 0, 5})), "column 2, position 3: row 5 is not in [0, 5)");
  EXPECT_EQ(sentence(csc({0, 2, 1, 4}, {0, 1, 0, 4})),
            "col_map(2) is 1, less than col_map(1) = 2: column 1 has a negative length");
  EXPECT_EQ(sentence(csc({0, 2, 2, 4}, {0, 0, 0, 4}), Order::strict), "column 0, position 1: row 0 appears twice");
  auto const fault = find_fault(Exec(), csc({0, 2, 2, 4}, {0, 1, 0, 5}));
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Kind::row_range);
  EXPECT_EQ(fault->row, 5);
  EXPECT_EQ(fault->column, 2);
  EXPECT_EQ(fault->position, 3);
  EXPECT_EQ(fault->value, 5);
}

TEST(Validate, lists_of_entries) {
  EXPECT_EQ(sentence(coo({}, {})), "no fault");
  EXPECT_EQ(sentence(coo({3, 0, 0}, {4, 0, 0})), "no fault");
  EXPECT_EQ(sentence(coo({3, 4, 0}, {4, 9, 0})), "position 1: row 4 is not in [0, 4)");
  EXPECT_EQ(sentence(coo({3, -2, 0}, {4, 9, 0})), "position 1: row -2 is not in [0, 4)");
  EXPECT_EQ(sentence(coo({3, 3, 0}, {4, 5, 0})), "position 1: column 5 is not in [0, 5)");
  EXPECT_EQ(sentence(coo({0, 2, 1}, {0, 0, 3}), Order::sorted), "position 2: entry (1, 3) follows (2, 0): not sorted");
  EXPECT_EQ(sentence(coo({0, 2, 2}, {0, 3, 1}), Order::sorted), "position 2: entry (2, 1) follows (2, 3): not sorted");
  EXPECT_EQ(sentence(coo({0, 2, 2}, {0, 3, 3}), Order::sorted), "no fault");
  EXPECT_EQ(sentence(coo({0, 2, 2}, {0, 3, 3}), Order::strict), "position 2: entry (2, 3) appears twice");
  auto const fault = find_fault(Exec(), coo({0, 2, 2}, {0, 3, 3}), {.order = Order::strict});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Kind::duplicate);
  EXPECT_EQ(fault->row, 2);
  EXPECT_EQ(fault->column, 3);
  EXPECT_EQ(fault->position, 2);
}

TEST(Validate, throws_the_sentence) {
  EXPECT_NO_THROW(validate(Exec(), csr(5, {0, 1}, {4}), {.order = Order::strict}));
  EXPECT_EQ(refusal([] { validate(Exec(), csr(5, {0, 1}, {5})); }),
            "Araios::validate: row 0, position 0: column 5 is not in [0, 5)");
}

TEST(Validate, unsigned_offsets_beyond_the_signed_range) {
  std::vector<std::size_t> const row_map{0, std::size_t(-3), 2};
  CsrMatrix<Pattern, int, std::size_t, Space> const A(2, 5, to_view<Space>(row_map),
                                                      to_view<Space>(std::vector<int>{0, 1}));
  auto const fault = find_fault(Exec(), A);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Kind::decreasing_offset);
  EXPECT_EQ(fault->position, 2);
  EXPECT_EQ(fault->sentence,
            "row_map(2) is 2, less than row_map(1) = 18446744073709551613: row 1 has a negative length");

  std::vector<std::size_t> const too_long{0, std::size_t(-1)};
  CsrMatrix<Pattern, int, std::size_t, Space> const B(1, 5, to_view<Space>(too_long),
                                                      to_view<Space>(std::vector<int>{0, 1}));
  EXPECT_EQ(find_fault(Exec(), B)->sentence, "row_map(1) is 18446744073709551615, not the number of entries, 2");
}

struct Expected {
  Kind kind;
  std::int64_t row, position;
};

/// The first fault, by reading the matrix from its beginning to its end.
template <class Scalar, class Ordinal, class Offset>
std::optional<Expected> first_fault(HostCsr<Scalar, Ordinal, Offset> const& A, Order order) {
  std::int64_t const m = A.num_rows;
  if (A.row_map[0] != 0) return Expected{Kind::first_offset, 0, 0};
  for (std::int64_t i = 0; i < m; ++i)
    if (A.row_map[i] > A.row_map[i + 1]) return Expected{Kind::decreasing_offset, i, i + 1};
  if (std::size_t(A.row_map[m]) != A.entries.size()) return Expected{Kind::last_offset, m - 1, m};
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t p = A.row_map[i]; p < std::int64_t(A.row_map[i + 1]); ++p) {
      if (A.entries[p] < 0 || A.entries[p] >= A.num_cols) return Expected{Kind::column_range, i, p};
      if (order == Order::any || p == std::int64_t(A.row_map[i])) continue;
      if (A.entries[p] < A.entries[p - 1]) return Expected{Kind::unsorted, i, p};
      if (order == Order::strict && A.entries[p] == A.entries[p - 1]) return Expected{Kind::duplicate, i, p};
    }
  return std::nullopt;
}

template <class C>
struct ValidateTyped : testing::Test {};
TYPED_TEST_SUITE(ValidateTyped, AllCases, CaseName);

/// Whether find_fault says the same as the slow search; returns whether there is a fault.
template <class TypeParam, class Host>
bool expect_first_fault(Host const& host, Order order, std::string const& name) {
  auto const expected = first_fault(host, order);
  auto const A = to_csr<typename TypeParam::Space>(host);
  auto const fault = find_fault(typename TypeParam::Exec(), A, {.order = order});
  EXPECT_EQ(fault.has_value(), expected.has_value()) << name;
  if (fault && expected) {
    EXPECT_EQ(int(fault->kind), int(expected->kind)) << name << ": " << fault->sentence;
    EXPECT_EQ(fault->row, expected->row) << name << ": " << fault->sentence;
    EXPECT_EQ(fault->position, expected->position) << name << ": " << fault->sentence;
  }
  return expected.has_value();
}

TYPED_TEST(ValidateTyped, accepts_every_shape) {
  for (auto const& [name, host] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    for (auto const order : orders) {
      bool const fault = expect_first_fault<TypeParam>(host, order, name);
      if (order == Order::any) {
        EXPECT_FALSE(fault) << name;
      }
    }
}

TYPED_TEST(ValidateTyped, finds_the_first_of_any_faults) {
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  auto const good =
      from_rows<typename TypeParam::Scalar, Ordinal, Offset>(random_rows(300, 200, 8, Rows::few_long, false, 1), 200);
  std::mt19937_64 random(2);
  auto const any = [&](auto const& array) { return random() % array.size(); };
  int const runs = static_cast<int>(scaled(1500, 300));
  int faults = 0;
  for (int run = 0; run < runs; ++run) {
    auto bad = good;
    for (int damage = 0; damage <= run % 3; ++damage) {
      Ordinal const columns[] = {-1,
                                 0,
                                 199,
                                 200,
                                 std::numeric_limits<Ordinal>::min(),
                                 std::numeric_limits<Ordinal>::max(),
                                 bad.entries[any(bad.entries)]};
      Offset const offsets[] = {-1,
                                0,
                                1,
                                std::numeric_limits<Offset>::min(),
                                std::numeric_limits<Offset>::max(),
                                static_cast<Offset>(bad.entries.size()),
                                bad.row_map[any(bad.row_map)]};
      if (run % 5 == 0)
        bad.row_map[any(bad.row_map)] = offsets[random() % 7];
      else
        bad.entries[any(bad.entries)] = columns[random() % 7];
    }
    faults += expect_first_fault<TypeParam>(bad, orders[run % 3], "run " + std::to_string(run));
  }
  EXPECT_GT(faults, runs / 2);
  EXPECT_LT(faults, runs);
}

}  // namespace formats_validate_compressed_test
