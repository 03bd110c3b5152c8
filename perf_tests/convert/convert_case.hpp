// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the candidates of perf_convert get.

#include "convert/convert_program.hpp"
#include "harness/difference.hpp"
#include "harness/time_checked.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace Araios::Perf {

/// A matrix where Exec works, the same with sorted rows, and what one of its products takes: the unit of conversions.
template <class Exec_, class Type>
struct ConvertOn {
  using Exec = Exec_;
  using Scalar = typename Type::Scalar;
  using Space = typename Exec::memory_space;
  using Matrix = CsrMatrix<Scalar, int, int, Space>;

  MatrixProgram const& program;
  Bench<Exec>& bench;
  std::vector<Result>& results;
  CsrMatrix<Scalar, int, int, Kokkos::HostSpace> host;
  Matrix A, sorted;
  Sample product, product_warm;  // of A with a vector, caches flushed and warm

  Exec const& exec() const { return bench.exec(); }

  Result result(std::string const& method, std::string const& library = "Araios") const {
    return result_in<Exec>(library, method);
  }

  /// The first difference of B from A; from A with sorted rows where B is not A: some formats forget the order.
  std::optional<std::string> difference(Matrix const& B) const {
    if (!Perf::difference(exec(), B, A)) return {};
    return Perf::difference(exec(), B, sorted);
  }

  /// Sets a conversion in relation to a product, and to an allocation of as many bytes as its result has, and keeps it.
  void add(Result result) const {
    using Bytes = Kokkos::View<char*, Space>;
    Bytes bytes;
    Sample const allocation = bench.set_up(
        [&] { bytes = allocate<Bytes>(exec(), "Araios::Perf::allocation", result.matrix_bytes); }, [&] { bytes = {}; });
    result.ratios.emplace_back("csr_products", result.flushed.median / product.median);
    result.ratios.emplace_back("csr_products_warm", result.warm.median / product_warm.median);
    result.ratios.emplace_back("allocation_csr_products", allocation.median / product.median);
    results.push_back(result);
  }
};

/// Fills in `sorted` and the times of the product. Defined in each_type_and_space/unit.cpp.
template <class Exec, class Type>
ConvertOn<Exec, Type> convert_on(MatrixProgram const& program, Bench<Exec>& bench, std::vector<Result>& results,
                                 CsrMatrix<typename Type::Scalar, int, int, Kokkos::HostSpace> const& A);

/// A by columns, by Araios: what every library must make of it. Defined in each_type_and_space/unit.cpp.
template <class Exec, class Type>
CscMatrix<typename Type::Scalar, int, int, typename Exec::memory_space> by_columns(ConvertOn<Exec, Type> const& on);

}  // namespace Araios::Perf
