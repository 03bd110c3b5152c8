// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices in formats other than CSR, CSC and COO. They have indices of 32 bits.

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
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/runtime/typed.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace Araios::runtime {

template <class S, class Exec>
using StructuredMatrix =
    std::variant<Araios::EllMatrix<S, int, int, SpaceOf<Exec>>, Araios::HybMatrix<S, int, int, SpaceOf<Exec>>,
                 Araios::SellMatrix<S, int, int, SpaceOf<Exec>>, Araios::JdsMatrix<S, int, int, SpaceOf<Exec>>,
                 Araios::DiaMatrix<S, int, int, SpaceOf<Exec>>, Araios::DiaCsrMatrix<S, int, int, SpaceOf<Exec>>,
                 Araios::BsrMatrix<S, int, int, SpaceOf<Exec>>, Araios::DokMatrix<S, int, int, SpaceOf<Exec>>,
                 Araios::HypersparseMatrix<S, int, int, SpaceOf<Exec>>,
                 Araios::PacketMatrix<S, int, int, SpaceOf<Exec>>>;
/// A matrix in one of these formats.
template <class S, class Exec>
using Dok = Araios::DokMatrix<S, int, int, SpaceOf<Exec>>;
template <class S, class Exec>
using Dcsr = Araios::HypersparseMatrix<S, int, int, SpaceOf<Exec>>;

inline bool is_structured(Format format) { return format > Format::coo; }

/// A matrix in one of these formats whose types are known at run time.
template <class Exec, class Typed>
Matrix matrix_of_structured(Typed const& A, Owner owner = {}) {
  using S = typename Typed::Scalar;
  Matrix body;
  body.format = Araios::format_of_v<Typed>;
  body.type = type_of<S>;
  body.index = IndexType::index_32;
  body.rows = A.num_rows();
  body.columns = A.num_cols();
  body.nnz = A.nnz();
  body.bytes = A.bytes();
  body.matrix = std::make_shared<StructuredMatrix<S, Exec>>(A);
  body.owner = std::move(owner);
  return body;
}

/// Options of the formats that have some. 0 is the default of the library, -1 no limit.
struct FormatOptions {
  int block_size = 0;               ///< of BSR
  int chunk = 0;                    ///< of SELL
  std::int64_t sorting_window = 0;  ///< of SELL
  double slots_per_entry = 0;       ///< of padded formats
  std::int64_t packet_rows = 0;     ///< of PKT: at most
  bool natural_order = false;       ///< of PKT: rows stay in their order
};

/// f(A) for the matrix in its format.
template <class S, class Exec, class F>
decltype(auto) visit_structured(Matrix const& body, F const& f) {
  return std::visit(f, body.as<StructuredMatrix<S, Exec>>());
}

// In each_scalar/structured.cpp, for each type and space.

/// A by rows.
template <class S, class Exec>
Csr<S, Index32, Exec> structured_to_csr(Exec const& exec, Matrix const& A);
/// A in one of these formats.
template <class S, class Exec>
Matrix to_structured(Exec const& exec, FormatOptions const& options, Format format, Csr<S, Index32, Exec> const& A);
/// The sentence of the first fault; the order of entries is checked in DCSR alone.
template <class S, class Exec>
std::optional<std::string> structured_fault(Exec const& exec, Matrix const& A, Order order);

}  // namespace Araios::runtime
