// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/aliasing.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "support/refusals.hpp"

namespace core_overlap_test {

using namespace Araios;
using namespace Araios::test;
using Host = Kokkos::HostSpace;
using Vector = Kokkos::View<double*, Host>;
using Right = Kokkos::View<double**, Kokkos::LayoutRight, Host>;
using Left = Kokkos::View<double**, Kokkos::LayoutLeft, Host>;
using Strided = Kokkos::View<double*, Kokkos::LayoutStride, Host>;
using StridedTable = Kokkos::View<double**, Kokkos::LayoutStride, Host>;

template <class A, class B>
bool overlap(A const& a, B const& b) {
  bool const found = Impl::overlap(Impl::byte_blocks(a), Impl::byte_blocks(b));
  EXPECT_EQ(found, Impl::overlap(Impl::byte_blocks(b), Impl::byte_blocks(a))) << "not symmetric";
  return found;
}

/// By definition: whether an element of one is an element of the other.
template <class A, class B>
bool share_an_element(A const& a, B const& b) {
  for (std::size_t i = 0; i < a.extent(0); ++i)
    for (std::size_t j = 0; j < b.extent(0); ++j)
      if (&a(i) == &b(j)) return true;
  return false;
}

TEST(Overlap, contiguous_vectors) {
  std::vector<double> memory(20);
  Vector const a(memory.data(), 10), b(memory.data() + 10, 10), c(memory.data() + 9, 2), none(memory.data() + 5, 0);
  EXPECT_TRUE(overlap(a, a));
  EXPECT_FALSE(overlap(a, b));
  EXPECT_TRUE(overlap(a, c));
  EXPECT_TRUE(overlap(b, c));
  EXPECT_FALSE(overlap(a, none));
  EXPECT_FALSE(overlap(a, Vector()));
  EXPECT_FALSE(overlap(a, NoValues()));
  Kokkos::View<char*, Host> const bytes(reinterpret_cast<char*>(memory.data()) + 79, 1);
  EXPECT_TRUE(overlap(a, bytes)) << "the last byte of the last element";
  EXPECT_FALSE(overlap(b, bytes));
}

/// All pairs of short vectors with strides in a piece of memory.
TEST(Overlap, vectors_with_strides) {
  std::vector<double> memory(100);
  for (int stride_a = 1; stride_a <= 5; ++stride_a)
    for (int stride_b = 1; stride_b <= 7; ++stride_b)
      for (int length_a = 1; length_a <= 6; ++length_a)
        for (int length_b = 1; length_b <= 5; ++length_b)
          for (int begin = 0; begin < 60; ++begin) {
            Strided const a(memory.data() + 30, Kokkos::LayoutStride(length_a, stride_a));
            Strided const b(memory.data() + begin, Kokkos::LayoutStride(length_b, stride_b));
            ASSERT_EQ(overlap(a, b), share_an_element(a, b))
                << "strides " << stride_a << ", " << stride_b << ", lengths " << length_a << ", " << length_b << ", at "
                << begin;
          }
}

/// Long series whose periods differ, with elements of other sizes: against the definition, byte by byte.
TEST(Overlap, long_series_with_other_periods) {
  std::vector<double> memory(4000);
  for (int stride_a : {3, 17, 40, 64, 97})
    for (int stride_b : {2, 5, 16, 63, 98, 201})
      for (int begin = 0; begin < 120; ++begin) {
        Strided const a(memory.data() + 50, Kokkos::LayoutStride(30, stride_a));
        Kokkos::View<float*, Kokkos::LayoutStride, Host> const b(reinterpret_cast<float*>(memory.data()) + begin,
                                                                 Kokkos::LayoutStride(25, stride_b));
        bool shared = false;
        for (std::size_t k = 0; k < 30 * 25; ++k) {
          auto const at = reinterpret_cast<std::uintptr_t>(&a(k / 25)),
                     other = reinterpret_cast<std::uintptr_t>(&b(k % 25));
          shared |= at < other + sizeof(float) && other < at + sizeof(double);
        }
        ASSERT_EQ(overlap(a, b), shared) << "strides " << stride_a << ", " << stride_b << ", at " << begin;
      }
}

TEST(Overlap, columns_and_rows_of_tables) {
  Right const right("right", 7, 10);
  Left const left("left", 7, 10);
  auto const all = Kokkos::ALL();
  using Range = std::pair<int, int>;
  EXPECT_FALSE(overlap(Kokkos::subview(right, all, 3), Kokkos::subview(right, all, 4)));
  EXPECT_TRUE(overlap(Kokkos::subview(right, all, 3), Kokkos::subview(right, all, 3)));
  EXPECT_FALSE(overlap(Kokkos::subview(left, all, 3), Kokkos::subview(left, all, 4)));
  EXPECT_FALSE(overlap(Kokkos::subview(left, 3, all), Kokkos::subview(left, 4, all)));
  EXPECT_FALSE(overlap(Kokkos::subview(right, all, Range(0, 5)), Kokkos::subview(right, all, Range(5, 10))));
  EXPECT_TRUE(overlap(Kokkos::subview(right, all, Range(0, 5)), Kokkos::subview(right, all, Range(4, 10))));
  EXPECT_FALSE(overlap(Kokkos::subview(left, Range(0, 3), all), Kokkos::subview(left, Range(3, 7), all)));
  EXPECT_TRUE(overlap(Kokkos::subview(left, Range(0, 4), all), Kokkos::subview(left, Range(3, 7), all)));
  EXPECT_FALSE(overlap(Kokkos::subview(right, Range(0, 3), all), Kokkos::subview(right, Range(3, 7), all)));
  EXPECT_TRUE(overlap(right, Vector(&right(6, 9), 1)));
  EXPECT_FALSE(overlap(Kokkos::subview(right, all, Range(0, 5)), Vector(&right(2, 5), 5)));
  EXPECT_TRUE(overlap(Kokkos::subview(right, all, Range(0, 5)), Vector(&right(2, 5), 6)));
  EXPECT_FALSE(overlap(left, right));
}

/// Tables with both strides above 1, and vectors beside and in them.
TEST(Overlap, tables_with_strides) {
  std::vector<double> memory(400);
  for (int stride : {1, 2, 3, 5})
    for (int pitch : {2, 6, 7, 10, 20})
      for (int other_pitch : {7, 10, 11})
        for (int begin = 0; begin < 100; ++begin) {
          if (stride * 2 >= pitch && pitch * 2 >= stride) continue;  // elements of one table may coincide
          StridedTable const a(memory.data() + 50, Kokkos::LayoutStride(3, stride, 3, pitch));
          StridedTable const b(memory.data() + begin, Kokkos::LayoutStride(3, other_pitch, 3, 2));
          Vector const vector(memory.data() + begin, 2);
          bool tables = false, with_vector = false;
          for (int k = 0; k < 81; ++k) tables |= &a(k / 27, k / 9 % 3) == &b(k / 3 % 3, k % 3);
          for (int k = 0; k < 18; ++k) with_vector |= &a(k / 6, k / 2 % 3) == &vector(k % 2);
          ASSERT_EQ(overlap(a, b), tables) << stride << ", " << pitch << ", " << other_pitch << ", at " << begin;
          ASSERT_EQ(overlap(a, vector), with_vector) << stride << ", " << pitch << ", at " << begin;
        }
}

TEST(Overlap, messages_name_both_arrays) {
  std::vector<double> memory(20);
  Vector const a(memory.data(), 10), b(memory.data() + 2, 10);
  EXPECT_EQ(refusal([&] { Impl::check_disjoint("f", a, "a", b, "values", "", "A"); }),
            "f: a and the values of A overlap (the second begins at byte 16 of the first)");
  EXPECT_EQ(refusal([&] { Impl::check_disjoint("f", b, "b", a, "a"); }),
            "f: a and b overlap (the second begins at byte 16 of the first)");
  EXPECT_EQ(refusal([&] { Impl::check_disjoint("f", a, "a", Vector(memory.data(), 3), "c"); }),
            "f: a and c are the same array");
  EXPECT_EQ(refusal([&] { Impl::check_disjoint_or_same("f", a, "a", b, "b"); }),
            "f: a and b overlap (the second begins at byte 16 of the first)");
  EXPECT_NO_THROW(Impl::check_disjoint_or_same("f", a, "a", Vector(memory.data(), 3), "c"));
  EXPECT_EQ(refusal([&] { Impl::check_outputs("f", {{Impl::byte_blocks(a), "a"}, {Impl::byte_blocks(b), "b"}}, {}); }),
            "f: a and b overlap (the second begins at byte 16 of the first)");
  EXPECT_EQ(refusal([&] { Impl::check_memory(Vector(nullptr, 3), "f: x"); }),
            "f: x: the pointer is null, for 3 elements");
  EXPECT_NO_THROW(Impl::check_memory(Vector(), "f: x"));
}

}  // namespace core_overlap_test
