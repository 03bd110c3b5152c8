// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Validation of DIA, DIA + CSR and BSR matrices: finds the first violation, whatever their arrays hold.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/formats/bsr.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/formats/dia_csr.hpp>
#include <Araios/formats/validate/compressed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace Araios {

/// The first violation that `find_fault` found in a matrix of diagonals or blocks.
struct StructuredFault {
  enum class Kind {
    diagonal_range,  // a diagonal is outside of the matrix
    diagonal_order,  // a diagonal is not greater than the one before it
    bit_outside,     // a bit is set for a slot outside of the matrix
    number_of_bits,  // the number of set bits is not the number of entries
    rows,            // a violation in the row map or the block columns (BSR) or in the CSR part (DIA + CSR)
    in_both_parts    // an entry of the CSR part is in the diagonals as well
  };
  Kind kind;
  std::int64_t position;  // in diagonals, in the slots, or in the entries; -1 for number_of_bits
  std::int64_t value;     // the invalid value: the diagonal, the row of the bit, the number of bits, the column
  std::string sentence;   // the message
};

namespace Impl {

/// The values of an element and the one before it, as a kernel records them.
struct StructuredRecord {
  std::int64_t value;
  std::int64_t other;
};

/// The record that `describe` makes of position `first`, on the host.
template <class Exec, class Describe>
ARAIOS_NOT_INLINED StructuredRecord describe_structured(Exec const& exec, Describe const& describe,
                                                        std::int64_t first) {
  auto const record =
      allocate<Kokkos::View<StructuredRecord*, typename Exec::memory_space>>(exec, "Araios::validate::record", 1);
  Kokkos::parallel_for(
      "Araios::validate::describe", range(exec, 1), KOKKOS_LAMBDA(std::int64_t) { record(0) = describe(first); });
  return read_back(exec, record, 0, fault_on_host);
}

template <class Matrix>
struct DiaFaults {
  Matrix A;

  KOKKOS_FUNCTION bool diagonal_fault(std::int64_t d) const {
    std::int64_t const diagonal = A.diagonals(d);
    return !inside(diagonal) || (d > 0 && A.diagonals(d - 1) >= A.diagonals(d));
  }
  KOKKOS_FUNCTION bool inside(std::int64_t diagonal) const {
    return diagonal > -static_cast<std::int64_t>(A.num_rows()) && diagonal < static_cast<std::int64_t>(A.num_cols());
  }
  /// A diagonal, and the one before it.
  KOKKOS_FUNCTION StructuredRecord operator()(std::int64_t d) const {
    return {static_cast<std::int64_t>(A.diagonals(d)), d > 0 ? static_cast<std::int64_t>(A.diagonals(d - 1)) : 0};
  }
  /// The bits of a word that may be set: rows from max(0, -diagonal) to min(m, n - diagonal).
  KOKKOS_FUNCTION std::uint32_t allowed(std::int64_t w) const {
    std::int64_t const words = A.stride() / bits_per_word;
    std::int64_t const d = w / words;
    std::int64_t const first = (w - d * words) * bits_per_word;
    std::int64_t const diagonal = A.diagonals(d);
    std::int64_t const begin = diagonal < 0 ? -diagonal : 0;
    std::int64_t const columns = static_cast<std::int64_t>(A.num_cols()) - diagonal;
    std::int64_t const end = columns < A.num_rows() ? columns : static_cast<std::int64_t>(A.num_rows());
    return bits_below(clamp(end - first)) & ~bits_below(clamp(begin - first));
  }
  KOKKOS_FUNCTION static int clamp(std::int64_t bit) {
    return static_cast<int>(bit < 0 ? 0 : bit > bits_per_word ? bits_per_word : bit);
  }
};

/// The invalid bits of a word of the mask.
template <class Matrix>
struct DiaWords {
  DiaFaults<Matrix> faults;
  KOKKOS_FUNCTION StructuredRecord operator()(std::int64_t w) const {
    return {static_cast<std::int64_t>(faults.A.present(w) & ~faults.allowed(w)), 0};
  }
};

inline int lowest_bit(std::uint32_t word) {
  int bit = 0;
  while (!bit_of(word, bit)) ++bit;
  return bit;
}

/// The first word with a bit that `faults` does not allow, no_fault for none; `bits` becomes the number of set bits.
template <class Exec, class Words, class Faults>
ARAIOS_NOT_INLINED std::int64_t find_bit_outside(Exec const& exec, Words const& words, Faults const& faults,
                                                 std::int64_t& bits) {
  std::int64_t first = no_fault;
  bits = 0;
  if (words.extent(0) == 0) return first;
  Kokkos::parallel_reduce(
      "Araios::validate::bits", range(exec, static_cast<std::int64_t>(words.extent(0))),
      KOKKOS_LAMBDA(std::int64_t w, std::int64_t& minimum, std::int64_t& sum) {
        sum += count_bits(words(w));
        if (w < minimum && (words(w) & ~faults.allowed(w)) != 0) minimum = w;
      },
      Kokkos::Min<std::int64_t>(first), Kokkos::Sum<std::int64_t>(bits));
  return first;
}

template <class Kind>
std::optional<StructuredFault> wrong_number_of_bits(Kind kind, std::int64_t bits, std::int64_t nnz) {
  if (bits == nnz) return std::nullopt;
  return StructuredFault{kind, -1, bits, message("present has ", bits, " bits set, not the number of entries, ", nnz)};
}

/// The mask of BSR: no bit past the last element.
struct BsrFaults {
  std::int64_t slots;
  KOKKOS_FUNCTION std::uint32_t allowed(std::int64_t w) const {
    std::int64_t const left = slots - w * bits_per_word;
    return bits_below(static_cast<int>(left > bits_per_word ? bits_per_word : left));
  }
};

/// Whether entry p of the CSR part of a DIA + CSR matrix is in the diagonals as well; both parts are valid.
template <class Matrix>
struct InBothParts {
  Matrix A;
  KOKKOS_FUNCTION std::int64_t row(std::int64_t p) const {
    return last_at_most(A.csr.row_map, std::int64_t(0), static_cast<std::int64_t>(A.csr.num_rows()), p);
  }
  KOKKOS_FUNCTION bool fault(std::int64_t p) const {
    std::int64_t const i = row(p);
    std::int64_t const diagonal = static_cast<std::int64_t>(A.csr.entries(p)) - i;
    std::int64_t const diagonals = A.dia.num_diagonals();
    std::int64_t const d = first_not_below(A.dia.diagonals, std::int64_t(0), diagonals, diagonal);
    return d < diagonals && static_cast<std::int64_t>(A.dia.diagonals(d)) == diagonal &&
           bit_at(A.dia.present, d * A.dia.stride() + i);
  }
  KOKKOS_FUNCTION StructuredRecord operator()(std::int64_t p) const {
    return {row(p), static_cast<std::int64_t>(A.csr.entries(p))};
  }
};

}  // namespace Impl

/// The first violation in A, or nothing: in its diagonals, then in its bits, then in their number
///
/// What passed leads no kernel outside of its arrays. `options.order` is there for `validate`; the format has only one.
///
/// Cost          two kernels, which read the diagonals and the mask; with a violation one more kernel of one work item.
/// Asynchronous  no: reads its result, so work of exec is complete at return. Allocates one record if there is a
///               violation.
/// Deterministic space to space: the same violation.
template <ExecutionSpace Exec, Impl::InFormat<Format::dia, Exec> Matrix>
ARAIOS_NOT_INLINED std::optional<StructuredFault> find_fault(Exec const& exec, Matrix const& A,
                                                             ValidateOptions const& /*options*/ = {}) {
  auto const& a = Impl::as_matrix(A);
  using Kind = StructuredFault::Kind;
  if (a.num_diagonals() == 0) return std::nullopt;
  Impl::DiaFaults<Impl::MatrixType<Matrix>> const faults{a};
  std::int64_t first = Impl::no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::diagonals", Araios::range(exec, static_cast<std::int64_t>(a.num_diagonals())),
      KOKKOS_LAMBDA(std::int64_t d, std::int64_t& minimum) {
        if (d < minimum && faults.diagonal_fault(d)) minimum = d;
      },
      Kokkos::Min<std::int64_t>(first));
  if (first != Impl::no_fault) {
    auto const record = Impl::describe_structured(exec, faults, first);
    if (!faults.inside(record.value))
      return StructuredFault{Kind::diagonal_range, first, record.value,
                             Impl::message("diagonal ", first, " is ", record.value, ", which is not in (",
                                           -std::int64_t(a.num_rows()), ", ", a.num_cols(), ")")};
    return StructuredFault{Kind::diagonal_order, first, record.value,
                           Impl::message("diagonal ", first, " is ", record.value, " and follows ", record.other,
                                         ": not strictly sorted")};
  }
  std::int64_t bits = 0;
  first = Impl::find_bit_outside(exec, a.present, faults, bits);
  if (first == Impl::no_fault)
    return Impl::wrong_number_of_bits(Kind::number_of_bits, bits, static_cast<std::int64_t>(a.nnz()));
  auto const wrong = Impl::describe_structured(exec, Impl::DiaWords<Impl::MatrixType<Matrix>>{faults}, first);
  std::int64_t const slot = first * bits_per_word + Impl::lowest_bit(static_cast<std::uint32_t>(wrong.value));
  std::int64_t const d = slot / a.stride();
  std::int64_t const row = slot - d * a.stride();
  return StructuredFault{Kind::bit_outside, slot, row,
                         Impl::message("diagonal ", d, ", row ", row,
                                       ": the bit is set, but the row and column are outside of the matrix")};
}

/// The same for BSR: in the row map and the block columns, then in the bits, then in their number.
template <ExecutionSpace Exec>
std::optional<StructuredFault> find_fault(Exec const& exec, Impl::InFormat<Format::bsr, Exec> auto const& A,
                                          ValidateOptions const& /*options*/ = {}) {
  auto const& a = Impl::as_matrix(A);
  using Kind = StructuredFault::Kind;
  std::int64_t const rows = a.num_block_rows();
  std::int64_t const columns = a.num_cols() / a.block_size();
  if (auto const fault = Impl::compressed_fault(exec, a.row_map, a.entries, true, rows, columns, Order::strict))
    return StructuredFault{Kind::rows, fault->position, fault->value, Impl::message("blocks: ", fault->sentence)};
  if (!a.has_holes()) return std::nullopt;
  std::int64_t const slots = static_cast<std::int64_t>(a.num_blocks()) * a.block_size() * a.block_size();
  std::int64_t bits = 0;
  std::int64_t const word = Impl::find_bit_outside(exec, a.present, Impl::BsrFaults{slots}, bits);
  if (word != Impl::no_fault)
    return StructuredFault{Kind::bit_outside, word * bits_per_word, word,
                           Impl::message("word ", word, " of present has a bit past the last of ", slots, " elements")};
  return Impl::wrong_number_of_bits(Kind::number_of_bits, bits, static_cast<std::int64_t>(a.nnz()));
}

/// The same for DIA + CSR: in the diagonals, then in the CSR part, whose rows must be sorted without duplicates, then
/// entries that are in both.
template <ExecutionSpace Exec, Impl::InFormat<Format::dia_csr, Exec> Matrix>
ARAIOS_NOT_INLINED std::optional<StructuredFault> find_fault(Exec const& exec, Matrix const& A,
                                                             ValidateOptions const& /*options*/ = {}) {
  auto const& a = Impl::as_matrix(A);
  using Kind = StructuredFault::Kind;
  if (auto const fault = find_fault(exec, a.dia)) return fault;
  if (auto const fault = find_fault(exec, a.csr, {.order = Order::strict}))
    return StructuredFault{Kind::rows, fault->position, fault->value, Impl::message("CSR part: ", fault->sentence)};
  if (a.dia.nnz() == 0 || a.csr.nnz() == 0) return std::nullopt;
  Impl::InBothParts<Impl::MatrixType<Matrix>> const both{a};
  std::int64_t first = Impl::no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::both_parts", Araios::range(exec, static_cast<std::int64_t>(a.csr.nnz())),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t& minimum) {
        if (p < minimum && both.fault(p)) minimum = p;
      },
      Kokkos::Min<std::int64_t>(first));
  if (first == Impl::no_fault) return std::nullopt;
  auto const record = Impl::describe_structured(exec, both, first);
  return StructuredFault{Kind::in_both_parts, first, record.other,
                         Impl::message("position ", first, " of the CSR part: entry (", record.value, ", ",
                                       record.other, ") is in the diagonals as well")};
}

}  // namespace Araios
