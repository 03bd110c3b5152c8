// SPDX-License-Identifier: Apache-2.0
#include "harness/generators.hpp"
#include "harness/look_alikes.hpp"
#include "harness/matrix_source.hpp"

#include <Araios/formats/copy.hpp>
#include <Araios/generate/banded.hpp>
#include <Araios/generate/kronecker_star.hpp>
#include <Araios/generate/random.hpp>
#include <Araios/generate/rmat.hpp>
#include <Araios/generate/stencil.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <Araios/select.hpp>

#include <stdexcept>

namespace Araios::Perf {

Structure generate_structure(GeneratedMatrix const& what) {
  using Exec = Kokkos::DefaultExecutionSpace;
  Exec const exec;
  auto const& kind = what.kind;
  auto const& number = what.numbers;
  auto const on_host = [](auto const& A) { return Structure(copy_to<Kokkos::HostSpace>(A)); };
  if (kind == "uniform")
    return on_host(random_matrix<Pattern, int, int>(exec, RandomOptions{number[0], number[1], number[2]}));
  if (kind == "rmat") {
    Araios::Impl::check(number[0] <= 30, "rmat: scale ", number[0], " is above 30");
    RmatOptions options;
    options.scale = static_cast<int>(number[0]);
    options.draws = number[1];
    return on_host(coo_to_csr(exec, {.duplicates = Duplicates::sum}, rmat_matrix<Pattern, int, int>(exec, options)));
  }
  if (kind == "stencil27") {
    StencilOptions const options{StencilShape::box, number[0], number[0], number[0]};
    return on_host(stencil_matrix<Pattern, int, int>(exec, options));
  }
  if (kind == "stencil7") {
    StencilOptions const options{StencilShape::star, number[0], number[0], number[0]};
    return on_host(stencil_matrix<Pattern, int, int>(exec, options));
  }
  if (kind == "elasticity") {
    StencilOptions const options{StencilShape::box, number[0], number[1], number[2], 3};
    return on_host(stencil_matrix<Pattern, int, int>(exec, options));
  }
  if (kind == "full_band") {
    BandedOptions const options{number[0], number[0], number[1], number[2]};
    return on_host(banded_matrix<Pattern, int, int>(exec, options));
  }
  if (kind == "long_row") return on_host(long_row_structure(exec, number[0], number[1], number[2]));
  if (kind == "grid4") return on_host(grid4_structure(exec, number[0]));
  if (kind == "king") {
    StencilOptions const options{StencilShape::box, number[0], number[0]};
    auto const A = stencil_matrix<Pattern, int, int>(exec, options);
    return on_host(off_diagonal_part(exec, A));
  }
  if (kind.starts_with("theory_")) {
    StarLoop const loop = kind == "theory_bk"    ? StarLoop::none
                          : kind == "theory_b1k" ? StarLoop::hub
                                                 : StarLoop::last_leaf;
    return on_host(star_product_matrix<Pattern, int, int>(exec, {number, loop}));
  }
  if (kind == "tall") return on_host(tall_structure(exec, number[0], number[1], number[2], number[3]));
  if (kind == "dense_column") return on_host(dense_column_structure(exec, number[0]));
  if (kind == "triangular") return on_host(triangular_structure(exec, number[0], number[1]));
  if (kind == "road") return road_structure(number[0], number[1], number[2], number[3]);
  if (kind == "copurchase") return copurchase_structure(number[0], number[1], number[2], number[3]);
  if (kind == "pages") return pages_structure(number[0], number[1], number[2], number[3]);
  if (kind == "banded") return on_host(random_band_structure(exec, number[0], number[1], number[2]));
  throw std::invalid_argument("no generator for '" + kind + "'");
}

}  // namespace Araios::Perf
