// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The checksum of gzip data.

#include <array>
#include <cstddef>
#include <cstdint>

namespace Araios::Impl {

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;
constexpr CrcTables make_crc_tables() {
  CrcTables t{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = (c & 1) != 0 ? 0xedb88320u ^ c >> 1 : c >> 1;
    t[0][i] = c;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t i = 0; i < 256; ++i) t[k][i] = t[k - 1][i] >> 8 ^ t[0][t[k - 1][i] & 255];
  return t;
}

inline std::uint32_t little_endian_32(unsigned char const* p) {
  return static_cast<std::uint32_t>(p[0] | p[1] << 8 | p[2] << 16) | static_cast<std::uint32_t>(p[3]) << 24;
}

/// The CRC of gzip (polynomial 0xEDB88320) of bytes that come in pieces, computed eight bytes at a time
///
/// Source        M. E. Kounavis and F. L. Berry, A systematic approach to building high performance software-based CRC
///               generators, ISCC'05 ("slicing-by-8").
class Crc32 {
 public:
  std::uint32_t value() const { return ~crc_; }
  void add(unsigned char const* p, std::int64_t length) {
    static constexpr CrcTables t = make_crc_tables();
    std::uint32_t crc = crc_;
    for (; length >= 8; length -= 8, p += 8) {
      std::uint32_t const low = crc ^ little_endian_32(p);
      crc = t[7][low & 255] ^ t[6][low >> 8 & 255] ^ t[5][low >> 16 & 255] ^ t[4][low >> 24] ^ t[3][p[4]] ^ t[2][p[5]] ^
            t[1][p[6]] ^ t[0][p[7]];
    }
    for (; length > 0; --length, ++p) crc = crc >> 8 ^ t[0][(crc ^ *p) & 255];
    crc_ = crc;
  }

 private:
  std::uint32_t crc_ = 0xffffffffu;
};

}  // namespace Araios::Impl
