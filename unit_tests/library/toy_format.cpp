// SPDX-License-Identifier: Apache-2.0
//
// A format that the library does not know, in one file: CSR whose rows are stored from the last to the first. What a
// format brings is the class, its trait, its conversions and its product; copies, conversions from and to all other
// formats, products of all kinds and the refusal of overlapping outputs follow.

#include <Araios/convert.hpp>
#include <Araios/formats.hpp>
#include <Araios/spmm.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace toy {

using namespace Araios;

/// One that enum class Format does not have.
inline constexpr Format reversed = static_cast<Format>(100);

/// Line l, at positions line_map(l) .. line_map(l+1)-1, holds row m - 1 - l.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class ReversedMatrix {
 public:
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using lines_type = CsrMatrix<Scalar, Ordinal, Offset, memory_space>;

  typename lines_type::row_map_type line_map;
  typename lines_type::entries_type entries;
  typename lines_type::values_type values;

  ReversedMatrix() = default;
  explicit ReversedMatrix(lines_type const& lines)
      : line_map(lines.row_map),
        entries(lines.entries),
        values(lines.values),
        num_rows_(lines.num_rows()),
        num_cols_(lines.num_cols()) {}

  KOKKOS_FUNCTION Ordinal num_rows() const { return num_rows_; }
  KOKKOS_FUNCTION Ordinal num_cols() const { return num_cols_; }
  KOKKOS_FUNCTION Offset nnz() const { return static_cast<Offset>(entries.extent(0)); }
  /// The lines as rows, over the same arrays.
  lines_type lines() const { return lines_type(num_rows_, num_cols_, line_map, entries, values); }
  std::int64_t bytes() const { return lines().bytes(); }

 private:
  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
};

template <class Matrix, class Arrays>
struct ReverseLine {
  Matrix A;
  Arrays B;

  KOKKOS_FUNCTION void operator()(std::int64_t l) const {
    std::int64_t const m = A.num_rows();
    auto const end = static_cast<std::int64_t>(A.nnz());
    std::int64_t const first = end - static_cast<std::int64_t>(A.row_map(m - l));
    B.row_map(l) = static_cast<typename Matrix::Offset>(first);
    if (l == m) return;
    std::int64_t const from = A.row_map(m - 1 - l);
    for (std::int64_t p = from; p < static_cast<std::int64_t>(A.row_map(m - l)); ++p) {
      B.entries(first + p - from) = A.entries(p);
      B.values(first + p - from) = A.values(p);
    }
  }
};

/// A with the last row first.
template <class Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, M> reverse_rows(Exec const& exec, CsrMatrix<S, O, F, M> const& A) {
  using Scalar = std::remove_const_t<S>;
  auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::test::reverse", A.num_rows(), A.nnz());
  if (A.nnz() == 0)
    Araios::fill(exec, B.row_map, F(0));
  else
    Kokkos::parallel_for("Araios::test::reverse", Araios::range(exec, A.num_rows() + 1),
                         ReverseLine<CsrMatrix<S, O, F, M>, std::remove_const_t<decltype(B)>>{A, B});
  return CsrMatrix<Scalar, O, F, M>(A.num_rows(), A.num_cols(), B);
}

struct ReverseOptions {
  bool sort = false;
};

/// The row of a line.
template <class Visitor>
struct VisitReversed {
  Visitor visitor;
  std::int64_t num_rows;

  template <class Value>
  KOKKOS_FUNCTION void operator()(std::int64_t line, std::int64_t j, Value const& value) const {
    visitor(num_rows - 1 - line, j, value);
  }
};
template <class Output>
struct StoreReversed : Output {
  std::int64_t num_rows;

  KOKKOS_FUNCTION void store(std::int64_t line, typename Output::value_type const& sum) const {
    Output::store(num_rows - 1 - line, sum);
  }
  KOKKOS_FUNCTION void add(std::int64_t line, typename Output::value_type const& sum) const {
    Output::add(num_rows - 1 - line, sum);
  }
};

}  // namespace toy

namespace Araios {

template <class S, class O, class F, class M>
struct FormatTraits<toy::ReversedMatrix<S, O, F, M>> {
  static constexpr Format tag = toy::reversed;
  static constexpr char const* name = "reversed CSR";
  template <class Space>
  using rebind = toy::ReversedMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(toy::ReversedMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& entries, auto const& line_map) {
      return To(typename To::lines_type(A.num_rows(), A.num_cols(), line_map, entries, values));
    };
    return use(make, Impl::named("values", A.values), Impl::named("entries", A.entries),
               Impl::named("line_map", A.line_map));
  }
};

namespace Impl::convert {
template <>
struct Conversion<toy::reversed> {
  using Options = toy::ReverseOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    auto const B = toy::reverse_rows(exec, A);
    using Matrix = toy::ReversedMatrix<typename decltype(B)::Scalar, typename decltype(B)::Ordinal,
                                       typename decltype(B)::Offset, typename decltype(B)::memory_space>;
    return Matrix(options.sort ? sort_rows(exec, B, workspace) : B);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& /*workspace*/) {
    return toy::reverse_rows(exec, A.lines());
  }
};
}  // namespace Impl::convert

namespace Impl::spmv {
template <class S, class O, class F, class M>
struct Spmv<toy::ReversedMatrix<S, O, F, M>> {
  using Matrix = toy::ReversedMatrix<S, O, F, M>;
  using Lines = Spmv<CsrMatrix<S, O, F, M>>;

  template <class Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const& options, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>& workspace) {
    toy::StoreReversed<Output> const reversed{out, A.num_rows()};
    Lines::template apply<Semiring>(exec, options, A.lines(), x, reversed, workspace);
  }
  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, Matrix const& A, Visitor const& visitor) {
    Lines::visit(exec, label, A.lines(), toy::VisitReversed<Visitor>{visitor, A.num_rows()});
  }
};
}  // namespace Impl::spmv

}  // namespace Araios

namespace library_toy_format_test {

using namespace Araios;
using namespace Araios::test;
using toy::ReversedMatrix;
using Host = Kokkos::HostSpace;

template <class C>
struct ToyFormat : testing::Test {};
TYPED_TEST_SUITE(ToyFormat, AllCases, CaseName);

TYPED_TEST(ToyFormat, is_known_by_its_trait) {
  using Matrix =
      ReversedMatrix<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset, Host>;
  static_assert(SparseMatrix<Matrix> && CompressedMatrix<Matrix> && format_of_v<Matrix> == toy::reversed);
  EXPECT_STREQ(FormatTraits<Matrix>::name, "reversed CSR");
}

TYPED_TEST(ToyFormat, converts_and_copies) {
  using Space = typename TypeParam::Space;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    auto const A = to_csr<Space>(host);
    auto const B = convert<toy::reversed>(exec, A);
    EXPECT_EQ(B.bytes(), A.bytes()) << name;
    auto const C = copy(exec, B);
    auto const D = copy_to<Space>(copy_to<Host>(C));
    static_assert(std::is_same_v<decltype(B), decltype(C)> && std::is_same_v<decltype(B), decltype(D)>);
    auto const rows = convert<Format::csr>(exec, D);
    auto const list = convert<toy::reversed>(exec, convert<Format::coo>(exec, C));
    auto const rows_of_list = convert<Format::csr>(exec, list);
    exec.fence();
    EXPECT_TRUE(same_bits(to_host(rows), host)) << name;
    EXPECT_TRUE(same_bits(to_host(rows_of_list), host)) << name;
    if (host.entries.empty()) continue;
    EXPECT_NE(B.entries.data(), C.entries.data()) << name;
    EXPECT_NE(B.line_map.data(), C.line_map.data()) << name;
  }
}

TYPED_TEST(ToyFormat, products) {
  using Scalar = typename TypeParam::Scalar;
  typename TypeParam::Exec const exec;
  auto const host = from_rows<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
      random_rows(300, 200, 5, Rows::power_law, true, 1), 200);
  auto const A = convert<toy::reversed>(exec, to_csr<typename TypeParam::Space>(host));
  check_spmv(exec, host, A, "reversed CSR");
}

TEST(ToyFormatWithOptions, several_columns) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Table = Kokkos::View<double**, Kokkos::LayoutLeft, Exec::memory_space>;
  Exec const exec;
  auto const A = to_csr<Exec::memory_space>(from_rows<double, int, int>({{2, 0}, {}, {1}}, 3));
  auto const B = convert<toy::reversed>(exec, A, {.sort = true});
  EXPECT_EQ(to_vector(B.entries), (std::vector<int>{1, 0, 2}));
  Table const X("Araios::test::X", 3, 2), Y("Araios::test::Y", 3, 2), Z("Araios::test::Z", 3, 2);
  Kokkos::deep_copy(X, 2.0);
  spmm(exec, 1.0, A, X, 0.0, Y);
  spmm(exec, 1.0, B, X, 0.0, Z);
  exec.fence();
  auto const y = Kokkos::create_mirror_view_and_copy(Host(), Y), z = Kokkos::create_mirror_view_and_copy(Host(), Z);
  for (int i = 0; i < 3; ++i)
    for (int c = 0; c < 2; ++c) EXPECT_EQ(y(i, c), z(i, c));
}

TEST(ToyFormatWithOptions, outputs_that_overlap_its_arrays_are_refused) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Doubles = Kokkos::View<double*, Exec::memory_space>;
  Exec const exec;
  auto const A =
      convert<toy::reversed>(exec, to_csr<Exec::memory_space>(from_rows<double, int, int>({{0}, {1}, {2}}, 3)));
  Doubles const x("Araios::test::x", 3);
  EXPECT_EQ(refusal([&] { spmv(exec, 1.0, A, x, 0.0, A.values); }),
            "Araios::spmv: y and the values of A are the same array");
  Kokkos::View<float*, Exec::memory_space> const y(reinterpret_cast<float*>(const_cast<int*>(A.line_map.data())), 3);
  EXPECT_EQ(refusal([&] { spmv(exec, 1.0, convert<toy::reversed>(exec, A), x, 0.0, y); }),
            "Araios::spmv: y and the line_map of A are the same array");
}

}  // namespace library_toy_format_test
