// SPDX-License-Identifier: Apache-2.0

#include <Araios/choose_format.hpp>
#include <Araios/format_sizes.hpp>
#include <Araios/generate/stencil.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/blocks.hpp"
#include "support/contract.hpp"
#include "support/diagonals.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/spmv.hpp"

namespace choose_choose_format_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = HostCsr<double>;

/// The rule of a GPU for small matrices, as if they were so large that launches and latencies took no time.
FormatModel large() {
  FormatModel model = gpu_format_model;
  model.launch_seconds = model.next_launch_seconds = model.slot_seconds = model.min_saving = 0;
  return model;
}

FormatChoice choose(Host const& host, ChooseFormatOptions options = {}) {
  Exec const exec;
  if (!options.model) options.model = large();
  return choose_format(exec, to_csr<Space>(host), options);
}
FormatCandidate const& candidate(FormatChoice const& choice, Format format, std::int64_t window = 1) {
  return *std::find_if(choice.candidates.begin(), choice.candidates.end(),
                       [&](auto const& c) { return c.format == format && c.sorting_window == window; });
}
bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

/// Row i has lengths[i] different columns near the diagonal.
Host near_diagonal(std::vector<std::int64_t> const& lengths) {
  std::mt19937_64 random(7);
  auto const n = static_cast<std::int64_t>(lengths.size());
  std::vector<std::vector<std::int64_t>> rows(n);
  for (std::int64_t i = 0; i < n; ++i) {
    std::set<std::int64_t> columns;
    auto const width = static_cast<std::uint64_t>(std::max<std::int64_t>(60, 2 * lengths[i]));
    while (static_cast<std::int64_t>(columns.size()) < lengths[i])
      columns.insert((i + n + static_cast<std::int64_t>(random() % width) - static_cast<std::int64_t>(width / 2)) % n);
    rows[i].assign(columns.begin(), columns.end());
  }
  return from_rows<double, int, int>(rows, n);
}

/// What is chosen is what is reported, and can be converted to and multiplied.
void check_choice(Host const& host, FormatChoice const& choice) {
  Exec const exec;
  ASSERT_FALSE(choice.candidates.empty());
  EXPECT_EQ(choice.candidates.front().format, Format::csr);
  EXPECT_EQ(choice.candidates[choice.chosen].format, choice.format);
  EXPECT_TRUE(choice.candidates[choice.chosen].eligible);
  EXPECT_TRUE(contains(choice.reason, name(choice.format))) << choice.reason;
  auto const B = convert_to(exec, choice, to_csr<Space>(host));
  EXPECT_EQ(B.format(), choice.format);
  check_spmv(exec, host, B, choice.reason);
}

Host five_points() {
  Exec const exec;
  auto const A = stencil_matrix(exec, {.nx = 60, .ny = 60});
  exec.fence();
  return to_host(A);
}

TEST(ChooseFormat, stencil_dia) {
  auto const host = five_points();
  auto const choice = choose(host);
  EXPECT_EQ(choice.format, Format::dia) << choice.reason;
  EXPECT_EQ(choice.features.diagonals, 5);
  EXPECT_TRUE(contains(choice.reason, "DIA: 5 diagonals, 0.6")) << choice.reason;
  EXPECT_EQ(candidate(choice, Format::dia).bytes, (dia_bytes<double, int>(3600, 5)));
  check_choice(host, choice);
}

TEST(ChooseFormat, diagonals_and_a_few_entries_dia_csr) {
  auto rows = diagonal_rows(4000, 4000, {-50, -1, 0, 1, 50}, 0);
  std::mt19937_64 random(3);
  for (int e = 0; e < 400; ++e) {
    auto& row = rows[random() % 4000];
    row.push_back(static_cast<std::int64_t>(random() % 4000));
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
  }
  auto const host = from_rows<double, int, int>(rows, 4000);
  auto const choice = choose(host);
  EXPECT_EQ(choice.format, Format::dia_csr) << choice.reason;
  EXPECT_EQ(choice.features.diagonals, -1);
  EXPECT_EQ(choice.features.full_diagonals, 5);
  EXPECT_TRUE(contains(choice.reason, "on 5 full diagonals")) << choice.reason;
  EXPECT_TRUE(contains(candidate(choice, Format::dia).reason, "so many diagonals"));
  check_choice(host, choice);
}

TEST(ChooseFormat, equal_rows_ell) {
  auto const host = near_diagonal(std::vector<std::int64_t>(4000, 7));
  auto const choice = choose(host);
  EXPECT_EQ(choice.format, Format::ell) << choice.reason;
  EXPECT_TRUE(contains(choice.reason, "ELL: 1.00 slots per entry, longest row 7; 1.1")) << choice.reason;
  EXPECT_EQ(candidate(choice, Format::ell).bytes, (ell_bytes<double, int>(4000, 7)));
  check_choice(host, choice);
}

TEST(ChooseFormat, equal_chunks_sell) {
  std::vector<std::int64_t> lengths(4096, 5);
  std::fill(lengths.begin(), lengths.begin() + 1024, 9);
  auto const host = near_diagonal(lengths);
  auto const choice = choose(host);
  EXPECT_EQ(choice.format, Format::sell) << choice.reason;
  EXPECT_EQ(choice.sorting_window, 1);
  EXPECT_EQ(choice.features.sell_slots, host.row_map.back());
  EXPECT_TRUE(contains(choice.reason, "SELL: 1.00 slots per entry, longest row 9")) << choice.reason;
  check_choice(host, choice);
}

TEST(ChooseFormat, mixed_rows_sorted_sell) {
  std::vector<std::int64_t> lengths(4096);
  for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = i % 2 == 0 ? 6 : 12;
  auto const host = near_diagonal(lengths);
  auto const choice = choose(host);
  EXPECT_EQ(choice.format, Format::sell) << choice.reason;
  EXPECT_EQ(choice.sorting_window, 256);
  EXPECT_EQ(choice.features.sell_slots, 4096 * 12);
  EXPECT_EQ(choice.features.sorted_sell_slots, host.row_map.back());
  EXPECT_TRUE(contains(choice.reason, "SELL sorted in windows of 256: 1.00 slots")) << choice.reason;
  check_choice(host, choice);
}

TEST(ChooseFormat, few_long_rows_hyb) {
  std::vector<std::int64_t> lengths(6000, 5);
  for (std::size_t i = 0; i < lengths.size(); i += 200) lengths[i + i / 200 % 7] = 200;
  auto const host = near_diagonal(lengths);
  auto const choice = choose(host);
  EXPECT_EQ(choice.features.csr_method, SpmvMethod::merge);
  EXPECT_EQ(choice.format, Format::hyb) << choice.reason;
  EXPECT_TRUE(contains(choice.reason, "HYB: 5 slots per row, 16 % of the entries in the list")) << choice.reason;
  EXPECT_TRUE(contains(candidate(choice, Format::ell).reason, "slots per entry are more than 1.50; row "));
  EXPECT_FALSE(candidate(choice, Format::sell).eligible);
  check_choice(host, choice);
}

TEST(ChooseFormat, blocks_bsr) {
  for (int const b : {2, 3, 5}) {
    std::mt19937_64 random(b);
    std::vector<std::vector<std::int64_t>> block_rows(500);
    for (std::int64_t i = 0; i < 500; ++i) {
      std::set<std::int64_t> const columns{i, static_cast<std::int64_t>(random() % 500), (i + 7) % 500, (i + 99) % 500};
      block_rows[i].assign(columns.begin(), columns.end());
    }
    auto const host = from_rows<double, int, int>(rows_of_blocks(block_rows, b, 0), 500 * b);
    auto const choice = choose(host);
    EXPECT_EQ(choice.format, Format::bsr) << choice.reason;
    EXPECT_EQ(choice.block_size, b);
    EXPECT_NEAR(choice.features.block_fill(b), 1, 1e-5);
    std::string const size = std::to_string(b) + " x " + std::to_string(b);
    EXPECT_TRUE(contains(choice.reason, "BSR of " + size + ": blocks of " + size + " are 100 % full, 0."))
        << choice.reason;
    check_choice(host, choice);

    auto const holes = from_rows<double, int, int>(rows_of_blocks(block_rows, b, 0.5), 500 * b);
    EXPECT_NE(choose(holes).format, Format::bsr);
    EXPECT_NEAR(choose(holes).features.block_fill(b), 0.5, 0.06);
  }
}

// A full triangle has hardly any holes in its blocks, but its last rows of blocks go on long after the others are done.
TEST(ChooseFormat, long_rows_of_blocks_csr) {
  std::vector<std::vector<std::int64_t>> rows(600);
  for (std::int64_t i = 0; i < 600; ++i)
    for (std::int64_t j = 0; j <= i; ++j) rows[i].push_back(j);
  auto const host = from_rows<double, int, int>(rows, 600);
  EXPECT_EQ(choose(host).format, Format::bsr) << "as if a row of any length took no time";
  FormatModel model = large();
  model.slot_seconds = gpu_format_model.slot_seconds;
  auto const choice = choose(host, {.model = model});
  EXPECT_EQ(choice.format, Format::csr) << choice.reason;
  EXPECT_GT(candidate(choice, Format::bsr).predicted_seconds, 600 / 32 * 8 * model.slot_seconds);
}

TEST(ChooseFormat, random_columns_csr) {
  auto const host = from_rows<double, int, int>(random_rows(3000, 3000, 8, Rows::power_law, false, 2), 3000);
  auto const choice = choose(host);
  EXPECT_EQ(choice.format, Format::csr) << choice.reason;
  EXPECT_TRUE(contains(choice.reason, "SELL is not eligible: ")) << choice.reason;
  check_choice(host, choice);
}

TEST(ChooseFormat, hardly_any_entries) {
  auto const host = from_rows<double, int, int>(random_rows(40000, 40000, 0.55, Rows::uniform, false, 2), 40000);
  auto const choice = choose(host);
  EXPECT_TRUE(choice.format == Format::csr || choice.format == Format::coo || choice.format == Format::hyb)
      << choice.reason;
  EXPECT_FALSE(candidate(choice, Format::ell).eligible);
  check_choice(host, choice);
}

// Only formats that cut a row among threads are left: CSR, COO, and HYB by its list.
TEST(ChooseFormat, giant_row_is_cut) {
  std::vector<std::int64_t> lengths(20000, 3);
  lengths[17] = 5000;
  auto const host = near_diagonal(lengths);
  auto const choice = choose(host);
  for (auto const& c : choice.candidates)
    EXPECT_EQ(c.eligible, c.format == Format::csr || c.format == Format::coo || c.format == Format::hyb);
  EXPECT_TRUE(contains(candidate(choice, Format::sell).reason, "row 17 has 5000 entries"));
  EXPECT_TRUE(contains(candidate(choice, Format::jds).reason, "more than 4096 are too many for one thread"));
  EXPECT_EQ(choice.format, Format::hyb) << choice.reason;
  EXPECT_TRUE(contains(choice.reason, "HYB: 3 slots per row, 8 % of the entries in the list")) << choice.reason;
  check_choice(host, choice);
  FormatModel slow = large();
  slow.min_gain = 2;  // CSR says why SELL is none
  auto const stays = choose(host, {.model = slow});
  EXPECT_EQ(stays.format, Format::csr) << stays.reason;
  EXPECT_TRUE(contains(stays.reason, "SELL is not eligible: ")) << stays.reason;
}

TEST(ChooseFormat, small_matrices_stay) {
  auto const choice = choose(five_points(), {.model = gpu_format_model});
  EXPECT_EQ(choice.format, Format::csr);
  EXPECT_TRUE(contains(choice.reason, "CSR: the best of the others, DIA, has 1.0")) << choice.reason;
}

TEST(ChooseFormat, hosts_stay) {
  auto const choice = choose(five_points(), {.model = host_format_model});
  EXPECT_EQ(choice.reason, "CSR: on hosts another format is chosen by measurement only");
}

TEST(ChooseFormat, break_even) {
  auto const host = five_points();
  auto const one = choose(host, {.expected_applications = 1});
  EXPECT_EQ(one.format, Format::csr);
  EXPECT_TRUE(contains(one.reason, "CSR: DIA has 1.")) << one.reason;
  EXPECT_TRUE(contains(one.reason, " products, and 1 are expected")) << one.reason;
  auto const& csr = one.candidates.front();
  auto const& dia = candidate(one, Format::dia);
  auto const pays =
      static_cast<std::int64_t>(8 * csr.predicted_seconds / (csr.predicted_seconds - dia.predicted_seconds));
  EXPECT_EQ(choose(host, {.expected_applications = pays}).format, Format::csr);
  EXPECT_EQ(choose(host, {.expected_applications = pays + 1}).format, Format::dia);
  auto free = large();
  free.conversion_cost = 0;
  EXPECT_EQ(choose(host, {.expected_applications = 1, .model = free}).format, Format::dia);
}

TEST(ChooseFormat, too_many_bytes) {
  auto const choice = choose(five_points(), {.max_bytes = 1000});
  EXPECT_EQ(choice.reason, "CSR: no other format is eligible; SELL is not eligible: " +
                               std::to_string(candidate(choice, Format::sell).bytes) + " bytes are more than 1000");
}

/// DIA and BSR have one place for two entries, and refuse them; they are not chosen.
TEST(ChooseFormat, duplicates_and_unsorted_rows) {
  auto rows = diagonal_rows(2000, 2000, {-1, 0, 1}, 0);
  rows[1777].insert(rows[1777].begin(), rows[1777].front());
  auto const twice = from_rows<double, int, int>(rows, 2000);
  auto const choice = choose(twice);
  EXPECT_FALSE(choice.features.strictly_sorted);
  EXPECT_FALSE(candidate(choice, Format::dia).eligible);
  EXPECT_TRUE(contains(candidate(choice, Format::dia).reason, "rows are not sorted"));
  EXPECT_TRUE(choice.format != Format::dia && choice.format != Format::dia_csr) << choice.reason;
  check_choice(twice, choice);
  check_choice(twice, choose(shuffle_rows(twice)));
}

TEST(ChooseFormat, transposed_products) {
  auto const host = five_points();
  auto const dia = choose(host, {.op = Op::transpose});
  EXPECT_EQ(dia.format, Format::dia) << dia.reason;
  auto const rows = near_diagonal(std::vector<std::int64_t>(4000, 7));
  auto const choice = choose(rows, {.op = Op::transpose, .deterministic = true});
  EXPECT_EQ(choice.format, Format::csr) << choice.reason;
  EXPECT_EQ(candidate(choice, Format::ell).reason, "its transposed product adds entry by entry with atomics");
  Exec const exec;
  auto const B = convert_to(exec, choice, to_csr<Space>(rows));
  EXPECT_EQ(B.plan().op(), Op::transpose);
  EXPECT_FALSE(B.plan().scatters());
  auto few = choose(rows, {.expected_applications = 2, .op = Op::transpose});
  EXPECT_TRUE(convert_to(exec, few, to_csr<Space>(rows)).plan().scatters());
  few = choose(rows, {.expected_applications = 2, .op = Op::transpose, .deterministic = true});
  EXPECT_FALSE(convert_to(exec, few, to_csr<Space>(rows)).plan().scatters());
}

TEST(ChooseFormat, nothing) {
  for (auto const& rows : {std::vector<std::vector<std::int64_t>>(), std::vector<std::vector<std::int64_t>>(5)}) {
    auto const host = from_rows<double, int, int>(rows, 5);
    auto const choice = choose(host);
    EXPECT_EQ(choice.reason, "CSR: no entries");
    check_choice(host, choice);
  }
}

TEST(ChooseFormat, awkward_shapes_are_converted) {
  for (auto const& [name, host] : small_matrices<double>()) {
    auto const choice = choose(host);
    SCOPED_TRACE(name);
    check_choice(host, choice);
    EXPECT_EQ(choose(host).reason, choice.reason);
  }
}

/// Every second window of rows is even, the others have one long row: a sample of windows in step with that would see
/// no padding at all.
TEST(ChooseFormat, windows_that_alternate) {
  std::vector<std::int64_t> lengths(32768, 10);
  for (std::int64_t i = 0; i < 32768; ++i)
    if (i / 256 % 2 == 1) lengths[i] = i % 256 == 0 ? 300 : 0;
  auto const host = near_diagonal(lengths);
  auto const choice = choose(host);
  double const slots = 64. * (256 * 10 + 32 * 300);
  EXPECT_NEAR(static_cast<double>(choice.features.sorted_sell_slots), slots, 0.3 * slots);
  EXPECT_FALSE(candidate(choice, Format::sell, sell_usual_window).eligible);
  check_choice(host, choice);
}

/// A clock by which the candidates take the times in `times`, one after the other.
struct FakeClock {
  std::vector<double> times;
  std::size_t next = 0;
  double operator()(std::function<void()> const& run) {
    run();
    return next < times.size() ? times[next++] : 1e9;
  }
};

TEST(MeasureFormat, the_fastest_is_chosen) {
  Exec const exec;
  auto const host = near_diagonal(std::vector<std::int64_t>(600, 7));
  auto const A = to_csr<Space>(host);
  // CSR, COO, ELL, SELL, sorted SELL, HYB, JDS.
  FakeClock clock{{0.02, 0.03, 0.02, 0.015, 0.01, 0.03, 0.03}};
  ChooseFormatOptions options;
  options.mode = FormatChoiceMode::measure;
  options.model = gpu_format_model;
  options.measured_applications = 4;
  auto const choice = choose_format(exec, A, clock, options);
  EXPECT_EQ(clock.next, 7u);
  EXPECT_EQ(choice.format, Format::sell);
  EXPECT_EQ(choice.sorting_window, 256);
  EXPECT_DOUBLE_EQ(choice.candidates[choice.chosen].measured_seconds, 0.0025);
  EXPECT_TRUE(contains(choice.reason, "2.00 times the speed of CSR (2.500 ms against 5.000 ms per product)"))
      << choice.reason;
  EXPECT_LT(candidate(choice, Format::dia).measured_seconds, 0);
  check_choice(host, choice);

  options.expected_applications = 15;  // a conversion takes as long as 8 products, of which each saves half of one
  EXPECT_EQ(choose_format(exec, A, FakeClock{clock.times}, options).format, Format::csr);
  options.expected_applications = 16;
  EXPECT_EQ(choose_format(exec, A, FakeClock{clock.times}, options).format, Format::sell);
  EXPECT_EQ(choose_format(exec, A, FakeClock{{0.01, 0.03, 0.02, 0.015, 0.01, 0.03, 0.03}}, options).format,
            Format::csr);
}

TEST(MeasureFormat, takes_the_padding_that_the_model_allows) {
  Exec const exec;
  std::vector<std::int64_t> lengths(20'000, 1);
  for (std::size_t i = 0; i < lengths.size(); i += 1000) lengths[i] = 6;
  auto const A = to_csr<Space>(near_diagonal(lengths));
  FormatModel model = host_format_model;
  model.max_slots_per_entry = 8;
  auto const choice = choose_format(exec, A, FakeClock{std::vector<double>(12, 0.01)},
                                    {.mode = FormatChoiceMode::measure, .model = model});
  EXPECT_GE(candidate(choice, Format::ell).measured_seconds, 0);
}

TEST(MeasureFormat, only_repeatable_ones) {
  Exec const exec;
  auto const A = to_csr<Space>(near_diagonal(std::vector<std::int64_t>(600, 7)));
  FakeClock clock{{0.02, 0.01, 0.02, 0.015, 0.01, 0.03, 0.03}};
  ChooseFormatOptions options;
  options.mode = FormatChoiceMode::measure;
  options.op = Op::transpose;
  EXPECT_EQ(choose_format(exec, A, clock, options).format, Format::coo);
  options.deterministic = true;
  FakeClock second{clock.times};
  EXPECT_EQ(choose_format(exec, A, second, options).format, Format::csr);
  EXPECT_EQ(second.next, 1u);
}

TEST(MeasureFormat, clock_and_number_of_products) {
  Exec const exec;
  auto const A = to_csr<Space>(near_diagonal(std::vector<std::int64_t>(100, 3)));
  EXPECT_EQ(refusal([&] { choose_format(exec, A, {.mode = FormatChoiceMode::measure}); }),
            "Araios::choose_format: FormatChoiceMode::measure needs a clock, a function of a run that returns its "
            "seconds");
  EXPECT_EQ(refusal([&] {
              choose_format(exec, A, FakeClock{}, {.mode = FormatChoiceMode::measure, .measured_applications = 0});
            }),
            "Araios::choose_format: measured_applications is 0; it must be in [1, 1000000]");
  FakeClock clock;
  choose_format(exec, A, clock);
  EXPECT_EQ(clock.next, 0u);
}

TEST(MeasureFormat, measurements_of_the_caller) {
  Exec const exec;
  auto const A = to_csr<Space>(near_diagonal(std::vector<std::int64_t>(600, 7)));
  int calls = 0;
  MeasureFormats const formats([&](std::vector<FormatCandidate>& candidates) {
    ++calls;
    for (auto& each : candidates)
      if (each.eligible) each.measured_seconds = each.format == Format::ell ? 0.001 : 0.002;
  });
  auto const choice = choose_format(exec, A, formats, {.mode = FormatChoiceMode::measure});
  EXPECT_EQ(choice.format, Format::ell);
  EXPECT_DOUBLE_EQ(choice.candidates[0].measured_seconds, 0.002);
  EXPECT_EQ(choose_format(exec, A, formats).format, choose_format(exec, A).format);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(refusal([&] { choose_format(exec, A, MeasureFormats(nullptr), {.mode = FormatChoiceMode::measure}); }),
            "Araios::choose_format: FormatChoiceMode::measure needs a function that measures the formats");
}

/// Without values, and with 64-bit offsets.
TEST(ChooseFormat, pattern) {
  Exec const exec;
  auto const host = from_rows<Pattern, int, std::int64_t>(diagonal_rows(3000, 3000, {-30, 0, 30}, 0.8), 3000);
  auto const A = to_csr<Space>(host);
  auto const choice = choose_format(exec, A, {.model = large()});
  EXPECT_EQ(choice.format, Format::dia) << choice.reason;  // a bit a slot
  check_spmv(exec, host, convert_to(exec, choice, A), choice.reason);
}

contract::Operations const operations{contract::returns(
    "choose_format", [](contract::Data& d) { return choose_format(d.exec, d.structured, {}, d.workspace); })};

}  // namespace choose_choose_format_test
