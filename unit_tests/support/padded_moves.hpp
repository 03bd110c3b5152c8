// SPDX-License-Identifier: Apache-2.0
//
// The check that every method of moving the entries of a padded format goes through, also those
// that only GPUs choose.

#pragma once

#include <Araios/operations/convert/padded.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "support/matrices.hpp"

namespace Araios::test {

/// `expected` is A, which is `host`, in a padded format, whose slots `layout` gives. Moves A to such slots and back.
template <class Exec, class A, class Padded, class Layout>
void check_moves(Exec const& exec, std::string const& name, HostCsr<double> const& host, A const& csr,
                 Padded const& expected, Layout const& layout, Impl::convert::MoveWork const& work,
                 bool padding_by_zero = false) {
  using Space = typename Exec::memory_space;
  Workspace<Space> workspace;
  for (auto const method :
       {Impl::convert::MoveMethod::lines, Impl::convert::MoveMethod::tiles, Impl::convert::MoveMethod::parts}) {
    auto const slots = static_cast<std::int64_t>(expected.entries.extent(0));
    Kokkos::View<int*, Space> const entries("Araios::test::entries", slots);
    Kokkos::View<double*, Space> const values("Araios::test::values", slots);
    Araios::fill(exec, entries, -77);
    Araios::fill(exec, values, std::numeric_limits<double>::quiet_NaN());
    Impl::convert::move_padded(exec, "Araios::test::move",
                               Impl::convert::move_to(layout, csr, entries, values, padding_by_zero), work, workspace,
                               method);
    exec.fence();
    ASSERT_EQ(to_vector(entries), to_vector(expected.entries)) << name << " " << static_cast<int>(method);
    ASSERT_TRUE(same_bits(to_vector(values), to_vector(expected.values))) << name << " " << static_cast<int>(method);

    auto const B = allocate_csr<double, int, int>(exec, "Araios::test", host.num_rows, csr.nnz());
    Kokkos::deep_copy(B.row_map, csr.row_map);
    Impl::convert::move_padded(exec, "Araios::test::move",
                               Impl::convert::move_from(Impl::layout_of(expected), B, entries, values), work, workspace,
                               method);
    exec.fence();
    ASSERT_TRUE(same_bits(to_host(CsrMatrix<double, int, int, Space>(host.num_rows, host.num_cols, B)), host))
        << name << " " << static_cast<int>(method);
  }
}

}  // namespace Araios::test
