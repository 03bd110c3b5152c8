// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Functions of cuSPARSE for banded systems, for float and double by one name.

#include <cusparse.h>

namespace Araios::Perf {

template <class T>
struct CusparseBanded;
template <>
struct CusparseBanded<float> {
  static constexpr auto gtsv2_bytes = cusparseSgtsv2_bufferSizeExt;
  static constexpr auto gtsv2 = cusparseSgtsv2;
  static constexpr auto gtsv2_nopivot_bytes = cusparseSgtsv2_nopivot_bufferSizeExt;
  static constexpr auto gtsv2_nopivot = cusparseSgtsv2_nopivot;
  static constexpr auto strided_bytes = cusparseSgtsv2StridedBatch_bufferSizeExt;
  static constexpr auto strided = cusparseSgtsv2StridedBatch;
  static constexpr auto interleaved_bytes = cusparseSgtsvInterleavedBatch_bufferSizeExt;
  static constexpr auto interleaved = cusparseSgtsvInterleavedBatch;
  static constexpr auto pentadiagonal_bytes = cusparseSgpsvInterleavedBatch_bufferSizeExt;
  static constexpr auto pentadiagonal = cusparseSgpsvInterleavedBatch;
};
template <>
struct CusparseBanded<double> {
  static constexpr auto gtsv2_bytes = cusparseDgtsv2_bufferSizeExt;
  static constexpr auto gtsv2 = cusparseDgtsv2;
  static constexpr auto gtsv2_nopivot_bytes = cusparseDgtsv2_nopivot_bufferSizeExt;
  static constexpr auto gtsv2_nopivot = cusparseDgtsv2_nopivot;
  static constexpr auto strided_bytes = cusparseDgtsv2StridedBatch_bufferSizeExt;
  static constexpr auto strided = cusparseDgtsv2StridedBatch;
  static constexpr auto interleaved_bytes = cusparseDgtsvInterleavedBatch_bufferSizeExt;
  static constexpr auto interleaved = cusparseDgtsvInterleavedBatch;
  static constexpr auto pentadiagonal_bytes = cusparseDgpsvInterleavedBatch_bufferSizeExt;
  static constexpr auto pentadiagonal = cusparseDgpsvInterleavedBatch;
};

}  // namespace Araios::Perf
