// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices in formats other than CSR, CSC and COO. They have indices of 32 bits.

#include "typed.hpp"

#include <Araios/formats/bsr.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/formats/dia_csr.hpp>
#include <Araios/formats/dok.hpp>
#include <Araios/formats/ell.hpp>
#include <Araios/formats/hyb.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/formats/jds.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/formats/sell.hpp>

#include <optional>
#include <string>
#include <variant>

namespace araios_c {

template <class S, class Exec>
using StructuredMatrix =
    std::variant<Araios::EllMatrix<S, int, int, SpaceOf<Exec>>, Araios::HybMatrix<S, int, int, SpaceOf<Exec>>,
                 Araios::SellMatrix<S, int, int, SpaceOf<Exec>>, Araios::JdsMatrix<S, int, int, SpaceOf<Exec>>,
                 Araios::DiaMatrix<S, int, int, SpaceOf<Exec>>, Araios::DiaCsrMatrix<S, int, int, SpaceOf<Exec>>,
                 Araios::BsrMatrix<S, int, int, SpaceOf<Exec>>, Araios::DokMatrix<S, int, int, SpaceOf<Exec>>,
                 Araios::HypersparseMatrix<S, int, int, SpaceOf<Exec>>,
                 Araios::PacketMatrix<S, int, int, SpaceOf<Exec>>>;
/// The matrix of a body in one of these formats.
template <class S, class Exec>
using Dok = Araios::DokMatrix<S, int, int, SpaceOf<Exec>>;
template <class S, class Exec>
using Dcsr = Araios::HypersparseMatrix<S, int, int, SpaceOf<Exec>>;

inline bool is_structured(araios_format format) { return format > ARAIOS_COO; }

constexpr araios_format format_of(Araios::Format format) {
  switch (format) {
  case Araios::Format::csr:
    return ARAIOS_CSR;
  case Araios::Format::csc:
    return ARAIOS_CSC;
  case Araios::Format::coo:
    return ARAIOS_COO;
  case Araios::Format::ell:
    return ARAIOS_ELL;
  case Araios::Format::hyb:
    return ARAIOS_HYB;
  case Araios::Format::sell:
    return ARAIOS_SELL;
  case Araios::Format::jds:
    return ARAIOS_JDS;
  case Araios::Format::dia:
    return ARAIOS_DIA;
  case Araios::Format::dia_csr:
    return ARAIOS_DIA_CSR;
  case Araios::Format::bsr:
    return ARAIOS_BSR;
  case Araios::Format::dok:
    return ARAIOS_DOK;
  case Araios::Format::hypersparse:
    return ARAIOS_DCSR;
  case Araios::Format::packet:
    return ARAIOS_PACKET;
  default:
    return ARAIOS_FORMAT_DEFAULT;
  }
}

/// The body of a matrix in one of these formats.
template <class Exec, class Matrix>
MatrixBody body_of_structured(Matrix const& A, Owner owner = {}) {
  using S = typename Matrix::Scalar;
  MatrixBody body;
  body.format = format_of(Araios::format_of_v<Matrix>);
  body.type = type_of<S>;
  body.index = ARAIOS_INDEX_32;
  body.rows = A.num_rows();
  body.columns = A.num_cols();
  body.nnz = A.nnz();
  body.bytes = A.bytes();
  body.matrix = std::make_shared<StructuredMatrix<S, Exec>>(A);
  body.owner = std::move(owner);
  return body;
}

/// f(A) for the matrix in its format.
template <class S, class Exec, class F>
decltype(auto) visit_structured(MatrixBody const& body, F const& f) {
  return std::visit(f, body.as<StructuredMatrix<S, Exec>>());
}

// In structured.cpp, for each type and space.

/// A by rows.
template <class S, class Exec>
Csr<S, Index32, Exec> structured_to_csr(Exec const& exec, MatrixBody const& A);
/// A in one of these formats.
template <class S, class Exec>
MatrixBody to_structured(Exec const& exec, araios_format_options const& options, araios_format format,
                         Csr<S, Index32, Exec> const& A);
/// The sentence of the first fault; the order of entries is checked in DCSR alone.
template <class S, class Exec>
std::optional<std::string> structured_fault(Exec const& exec, MatrixBody const& A, araios_order order);

}  // namespace araios_c
