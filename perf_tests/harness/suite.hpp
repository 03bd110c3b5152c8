// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The lists of matrices by which the methods are judged: generated ones, then real ones from a folder.

#include "harness/matrix_source.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {

/// Every kind of matrix that decides between methods of transposition; for --smoke the same kinds, a thousand times
/// smaller. First the sixteen that the bars refer to, then graphs that were added later.
std::vector<MatrixSource> transposition_suite(std::string const& data, bool smoke);

/// Whether a matrix of transposition_suite was added later.
bool added_to_transposition(std::string const& name);

/// The sixteen, and what decides between formats and methods of products: a 7-point stencil, blocks as of elasticity, a
/// row with half of the entries, few long rows, full diagonals, and very few entries a row.
std::vector<MatrixSource> product_suite(std::string const& data, bool smoke);

/// The sixteen of transposition_suite, and files with other numbers of products for each entry of A A.
std::vector<MatrixSource> multiply_suite(std::string const& data, bool smoke);

/// The ten graphs of SPbLA's tables: two files, and look-alikes of eight that cannot be had, named "like ...".
std::vector<MatrixSource> spbla_suite(std::string const& data, bool smoke);

/// Whether the rule of choose_format was fitted without the matrix: every second one of product_suite, from the first
/// on. How well it chooses is judged by these.
bool held_out(std::string const& name, bool smoke);

/// The sources whose files are there. Figures of a part of the list must not pass for those of the whole.
///
/// Throws        std::runtime_error naming what is missing, unless allow_missing: then that is written to stderr.
std::vector<MatrixSource> present(std::vector<MatrixSource> const& all, bool data_given, bool allow_missing);

}  // namespace Araios::Perf
