// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/formats/validate/padded.hpp>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/matrices.hpp"
#include "support/padded.hpp"
#include "support/refusals.hpp"

namespace formats_validate_padded_test {

using namespace Araios;
using namespace Araios::test;
using Kind = Fault::Kind;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Ell = EllMatrix<double, int, int, Space>;
using Sell = SellMatrix<double, int, int, Space>;
using Jds = JdsMatrix<double, int, int, Space>;
using Hyb = HybMatrix<double, int, int, Space>;

template <class Matrix>
std::string sentence(Matrix const& A, Order order = Order::any) {
  auto const fault = find_fault(Exec(), A, {.order = order});
  return fault ? fault->sentence : "no fault";
}
template <class Matrix>
Kind kind(Matrix const& A) {
  return find_fault(Exec(), A).value().kind;
}
Kokkos::View<int*, Space> ints(std::vector<int> const& values) { return to_view<Space>(values); }
Kokkos::View<double*, Space> ones(std::size_t length) { return to_view<Space>(std::vector<double>(length, 1)); }

TEST(ValidatePadded, what_conversions_make_is_valid) {
  Exec const exec;
  for (auto const& [name, host] : paddable_matrices<double>()) {
    auto const A = to_csr<Space>(host);
    EXPECT_NO_THROW(validate(exec, convert<Format::ell>(exec, A, {.limits = no_limits}))) << name;
    EXPECT_NO_THROW(validate(exec, convert<Format::ell>(exec, A, {.padding = EllPadding::zero, .limits = no_limits})))
        << name;
    EXPECT_NO_THROW(validate(exec, convert<Format::sell>(exec, A, {.limits = no_limits}))) << name;
    EXPECT_NO_THROW(
        validate(exec, convert<Format::sell>(exec, A, {.sorting_window = sell_sort_all, .limits = no_limits})))
        << name;
    EXPECT_NO_THROW(validate(exec, convert<Format::jds>(exec, A))) << name;
    EXPECT_NO_THROW(validate(exec, convert<Format::hyb>(exec, A, {.limits = no_limits}))) << name;
    EXPECT_NO_THROW(validate(exec, convert<Format::hyb>(exec, A, {.width = 2}))) << name;
    for (auto const order : {Order::sorted, Order::strict}) {
      bool const valid = !find_fault(exec, A, {.order = order});
      EXPECT_EQ(!find_fault(exec, convert<Format::ell>(exec, A, {.limits = no_limits}), {.order = order}), valid)
          << name;
      EXPECT_EQ(!find_fault(exec, convert<Format::sell>(exec, A, {.limits = no_limits}), {.order = order}), valid)
          << name;
      EXPECT_EQ(!find_fault(exec, convert<Format::jds>(exec, A), {.order = order}), valid) << name;
      EXPECT_EQ(!find_fault(exec, convert<Format::hyb>(exec, A, {.width = 2}), {.order = order}), valid) << name;
    }
  }
}

TEST(ValidateEll, names_the_fault) {
  auto const ell = [](std::vector<int> const& entries, int nnz) {
    return Ell(2, 3, nnz, 2, 2, ints(entries), ones(4));
  };
  EXPECT_EQ(sentence(ell({0, 2, -1, 1}, 3)), "no fault");
  EXPECT_EQ(sentence(ell({0, 2, -1, 3}, 3)), "row 1, position 3: column 3 is not in [0, 3)");
  EXPECT_EQ(sentence(ell({0, -2, -1, -1}, 1)), "row 1, position 1: column -2 is not in [0, 3)");
  EXPECT_EQ(sentence(ell({0, -1, -1, 1}, 2)), "row 1, position 3: column 1 follows padding");
  EXPECT_EQ(kind(ell({0, -1, -1, 1}, 2)), Kind::after_padding);
  EXPECT_EQ(sentence(ell({0, 2, -1, 1}, 2)), "the slots hold 3 entries, but nnz() is 2");
  EXPECT_EQ(kind(ell({0, 2, -1, 1}, 2)), Kind::entry_count);
  EXPECT_EQ(sentence(ell({0, 2, -1, 1}, 3), Order::sorted), "row 1, position 3: column 1 follows column 2: not sorted");
  EXPECT_EQ(sentence(ell({0, 2, 0, 2}, 4), Order::sorted), "no fault");
  EXPECT_EQ(sentence(ell({0, 2, 0, 2}, 4), Order::strict), "row 0, position 2: column 0 appears twice");
  EXPECT_EQ(refusal([&] { validate(Exec(), ell({0, 2, -1, 3}, 3)); }),
            "Araios::validate: row 1, position 3: column 3 is not in [0, 3)");
}

TEST(ValidateEll, looks_at_padding_by_zero) {
  auto const ell = [](std::vector<int> const& entries, std::vector<double> const& values,
                      std::vector<int> const& lengths) {
    return Ell(2, 3, 3, 2, 2, ints(entries), to_view<Space>(values), ints(lengths));
  };
  EXPECT_EQ(sentence(ell({0, 2, 0, 1}, {1, 1, -0.0, 1}, {1, 2})), "no fault");
  EXPECT_EQ(sentence(ell({0, 2, 0, 1}, {1, 1, 5, 1}, {1, 2})), "row 0, position 2: padding has a value other than 0");
  EXPECT_EQ(sentence(ell({0, 2, -1, 1}, {1, 1, 0, 1}, {1, 2})), "row 0, position 2: column -1 is not in [0, 3)");
  EXPECT_EQ(sentence(ell({0, 2, 0, 1}, {1, 1, 0, 1}, {1, 3})), "row_lengths(1) is 3, not in [0, 2]");
  EXPECT_EQ(sentence(ell({0, 2, 0, 1}, {1, 1, 0, 1}, {-1, 2})), "row_lengths(0) is -1, not in [0, 2]");
}

TEST(ValidateSell, names_the_fault) {
  auto const sell = [](std::vector<int> const& offsets, std::vector<int> const& entries, int nnz,
                       std::vector<int> const& permutation = {}) {
    return Sell(3, 3, nnz, 2, ints(offsets), ints(entries), ones(entries.size()), ints(permutation));
  };
  EXPECT_EQ(sentence(sell({0, 4, 6}, {0, 2, -1, 1, 2, -1}, 4)), "no fault");
  EXPECT_EQ(sentence(sell({0, 4, 6}, {0, 2, -1, 1, 2, -1}, 4, {1, 2, 0})), "no fault");
  EXPECT_EQ(sentence(sell({2, 4, 6}, {0, 2, -1, 1, 2, -1}, 4)), "chunk_offsets(0) is 2, not 0");
  EXPECT_EQ(sentence(sell({0, 8, 6}, {0, 2, -1, 1, 2, -1}, 4)),
            "chunk_offsets(2) is 6, less than chunk_offsets(1) = 8: chunk 1 has a negative length");
  EXPECT_EQ(sentence(sell({0, 4, 4}, {0, 2, -1, 1, 2, -1}, 4)), "chunk_offsets(2) is 4, not the number of slots, 6");
  EXPECT_EQ(sentence(sell({0, 3, 6}, {0, 2, -1, 1, 2, -1}, 4)),
            "chunk_offsets(1) is 3, not a multiple of the 2 rows of a chunk");
  EXPECT_EQ(sentence(sell({0, 4, 6}, {0, 2, -1, 1, 2, -1}, 4, {1, 3, 0})), "permutation(1) is 3, not in [0, 3)");
  EXPECT_EQ(sentence(sell({0, 4, 6}, {0, 2, -1, 1, 2, -1}, 4, {1, 0, 1})),
            "permutation(2) is 1, a duplicate of an earlier element");
  EXPECT_EQ(sentence(sell({0, 4, 6}, {0, 2, -1, 1, 7, -1}, 4)), "row 2, position 4: column 7 is not in [0, 3)");
  EXPECT_EQ(sentence(sell({0, 4, 6}, {0, 2, -1, 1, 7, -1}, 4, {1, 2, 0})),
            "row 0, position 4: column 7 is not in [0, 3)");
  EXPECT_EQ(sentence(sell({0, 4, 6}, {-1, 2, 0, 1, 2, -1}, 4)), "row 0, position 2: column 0 follows padding");
  EXPECT_EQ(sentence(sell({0, 4, 6}, {0, 2, -1, 1, 2, -1}, 5)), "the slots hold 4 entries, but nnz() is 5");
}

TEST(ValidateJds, names_the_fault) {
  auto const jds = [](std::vector<int> const& offsets, std::vector<int> const& entries,
                      std::vector<int> const& permutation) {
    return Jds(3, 3, ints(offsets), ints(entries), ones(entries.size()), ints(permutation));
  };
  EXPECT_EQ(sentence(jds({0, 2, 3}, {0, 2, 1}, {1, 0, 2})), "no fault");
  EXPECT_EQ(sentence(jds({0, 2, 4}, {0, 2, 1}, {1, 0, 2})), "diagonal_offsets(2) is 4, not the number of entries, 3");
  EXPECT_EQ(sentence(jds({0, 1, 3}, {0, 2, 1}, {1, 0, 2})),
            "diagonal 1 has 2 entries, more than the 1 of the one before it");
  EXPECT_EQ(sentence(jds({0, 4}, {0, 2, 1, 0}, {1, 0, 2})), "diagonal 0 has 4 entries, more than the 3 rows");
  EXPECT_EQ(sentence(jds({0, 2, 3}, {0, 2, 1}, {1, 0, 1})), "permutation(2) is 1, a duplicate of an earlier element");
  EXPECT_EQ(sentence(jds({0, 2, 3}, {0, -1, 1}, {1, 0, 2})), "row 0, position 1: column -1 is not in [0, 3)");
  EXPECT_EQ(sentence(jds({0, 2, 3}, {2, 2, 1}, {1, 0, 2}), Order::sorted),
            "row 1, position 2: column 1 follows column 2: not sorted");
}

TEST(ValidatePadded, unsigned_offsets_beyond_the_signed_range) {
  auto const offsets = [](std::vector<std::size_t> const& values) { return to_view<Space>(values); };
  using WideSell = SellMatrix<double, int, std::size_t, Space>;
  using WideJds = JdsMatrix<double, int, std::size_t, Space>;
  EXPECT_EQ(sentence(WideSell(3, 3, 2, 2, offsets({0, std::size_t(-3), 6}), ints({0, 2, -1, 1, 2, -1}), ones(6))),
            "chunk_offsets(2) is 6, less than chunk_offsets(1) = 18446744073709551613: chunk 1 has a negative length");
  EXPECT_EQ(sentence(WideJds(3, 3, offsets({0, std::size_t(-1)}), ints({0, 2, 1}), ones(3), ints({1, 0, 2}))),
            "diagonal_offsets(1) is 18446744073709551615, not the number of entries, 3");
}

TEST(ValidateHyb, names_the_fault) {
  struct Parts {
    std::vector<int> ell{0, 1, 2, 1, -1, 3};  // rows 0, 1 and 2, slot by slot; row 1 has one entry
    std::vector<int> rows{0, 0, 2}, cols{2, 3, 4}, overflow_rows{0, 2}, offsets{0, 2, 3};
    Hyb matrix() const {
      return Hyb(Hyb::ell_type(3, 5, 5, 2, 3, ints(ell), ones(6)), Hyb::coo_type(3, 5, ints(rows), ints(cols), ones(3)),
                 ints(overflow_rows), ints(offsets));
    }
  };
  EXPECT_EQ(sentence(Parts().matrix(), Order::strict), "no fault");
  auto const faulty = [](auto const& change) {
    Parts parts;
    change(parts);
    return parts.matrix();
  };
  EXPECT_EQ(sentence(faulty([](Parts& p) { p.ell[3] = 9; })), "row 0, position 3: column 9 is not in [0, 5)");
  EXPECT_EQ(sentence(faulty([](Parts& p) { p.offsets[2] = 4; })),
            "overflow_offsets(2) is 4, not the number of entries of the list, 3");
  EXPECT_EQ(sentence(faulty([](Parts& p) { p.overflow_rows[1] = 3; })),
            "overflow_rows(1) is 3: not in [0, 3), not after the one before it, or without entries");
  EXPECT_EQ(kind(faulty([](Parts& p) { p.overflow_rows[1] = 0; })), Kind::list_row);
  EXPECT_EQ(kind(faulty([](Parts& p) { p.offsets[1] = 3; })), Kind::list_row);
  EXPECT_EQ(sentence(faulty([](Parts& p) {
              p.overflow_rows[1] = 1;
              p.rows[2] = 1;
            })),
            "row 1 has entries in the list although it has slots left");
  EXPECT_EQ(sentence(faulty([](Parts& p) { p.rows[1] = 2; })), "list, position 1: row 2 among the entries of row 0");
  EXPECT_EQ(sentence(faulty([](Parts& p) { p.cols[1] = 5; })), "list, row 0, position 1: column 5 is not in [0, 5)");
  EXPECT_EQ(sentence(faulty([](Parts& p) { p.cols[1] = 2; }), Order::sorted), "no fault");
  EXPECT_EQ(sentence(faulty([](Parts& p) { p.cols[1] = 2; }), Order::strict),
            "list, row 0, position 1: column 2 appears twice");
  EXPECT_EQ(sentence(faulty([](Parts& p) { p.cols[2] = 2; }), Order::sorted),
            "list, row 2, position 2: column 2 follows column 3: not sorted");
}

}  // namespace formats_validate_padded_test
