// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// gzip files (RFC 1952) in memory: one or more members, checked against their CRC-32 and length.

#include <Araios/core/memory.hpp>
#include <Araios/io/impl/inflate.hpp>
#include <Araios/io/read_error.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace Araios {

/// How far gzip data may grow when unpacked: to `free_bytes` in any case, and to `max_ratio` times its own size
///
/// Deflate can grow by 1032; text that a person wants to read grows by 3 to 10, the most regular matrices by some 100.
struct GzipLimits {
  std::int64_t max_ratio = 200;
  std::int64_t free_bytes = std::int64_t(64) << 20;
};

namespace Impl {

using ByteArray = Kokkos::View<char*, Kokkos::HostSpace>;

inline bool is_gzip(std::string_view bytes) { return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b'; }

/// Bytes that become more while they are written. The array is never more than twice as long as what is asked for.
struct GrowingBytes {
  GrowingBytes(Kokkos::DefaultHostExecutionSpace const& exec_, std::string label_) : exec(exec_), label(label_) {}

  Kokkos::DefaultHostExecutionSpace exec;
  std::string label;
  ByteArray storage;
  std::int64_t size = 0;
  static constexpr std::int64_t unlimited = std::int64_t(1) << 62;
  std::int64_t limit = unlimited;

  static constexpr std::int64_t slack = 16;  // bytes behind the room that may be overwritten

  unsigned char* bytes() const { return reinterpret_cast<unsigned char*>(storage.data()); }
  char* data() const { return storage.data(); }
  std::int64_t capacity() const {
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(storage.extent(0)) - slack);
  }

  void reserve(std::int64_t wanted) {
    if (wanted > capacity()) move_to(std::max({wanted, std::min(2 * capacity(), limit), std::int64_t(4096)}) + slack);
  }
  std::string_view view() const { return {storage.data(), static_cast<std::size_t>(size)}; }
  /// Gives back room that was not needed, where it is more than an eighth.
  void shrink() {
    if (capacity() > size + size / 8 + 4096) move_to(size + slack);
  }

 private:
  void move_to(std::int64_t length) {
    auto const larger = allocate<ByteArray>(exec, label, length);
    if (size > 0) std::memcpy(larger.data(), storage.data(), static_cast<std::size_t>(size));
    storage = larger;
  }
};

/// GrowingBytes as the Inflater wants them.
struct InflatedBytes {
  GrowingBytes& target;
  std::int64_t& size = target.size;
  unsigned char* data() const { return target.bytes(); }
  std::int64_t room() const { return target.capacity() - size; }
  bool grow(std::int64_t more) {
    if (size >= target.limit) return false;
    target.reserve(size + more);
    return true;
  }
};

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

/// The CRC of gzip (polynomial 0xEDB88320), eight bytes at a time
///
/// Source        M. E. Kounavis and F. L. Berry, A systematic approach to building high performance software-based CRC
///               generators, ISCC'05 ("slicing-by-8").
inline std::uint32_t crc32(unsigned char const* p, std::int64_t length) {
  static constexpr CrcTables t = make_crc_tables();
  std::uint32_t crc = 0xffffffffu;
  for (; length >= 8; length -= 8, p += 8) {
    std::uint32_t const low = crc ^ little_endian_32(p);
    crc = t[7][low & 255] ^ t[6][low >> 8 & 255] ^ t[5][low >> 16 & 255] ^ t[4][low >> 24] ^ t[3][p[4]] ^ t[2][p[5]] ^
          t[1][p[6]] ^ t[0][p[7]];
  }
  for (; length > 0; --length, ++p) crc = crc >> 8 ^ t[0][(crc ^ *p) & 255];
  return ~crc;
}

/// Behind the header of a gzip member, or nullptr where the data ends before, or `fault` says what is wrong.
inline unsigned char const* skip_gzip_header(unsigned char const* p, unsigned char const* end, char const*& fault) {
  if (end - p < 10) return nullptr;
  unsigned const flags = p[3];
  if (p[0] != 0x1f || p[1] != 0x8b)
    fault = "bytes behind the gzip data that are none";
  else if (p[2] != 8)
    fault = "an unknown compression method";
  else if ((flags & 0xe0) != 0)
    fault = "reserved flags in the gzip header";
  if (fault != nullptr) return nullptr;
  p += 10;
  if ((flags & 4) != 0) {  // extra field
    if (end - p < 2) return nullptr;
    std::int64_t const length = p[0] + 256 * p[1];
    if (end - p < 2 + length) return nullptr;
    p += 2 + length;
  }
  for (unsigned const text : {8u, 16u}) {  // name, comment
    if ((flags & text) == 0) continue;
    p = std::find(p, end, '\0');
    if (p == end) return nullptr;
    ++p;
  }
  if ((flags & 2) != 0) {  // CRC of the header
    if (end - p < 2) return nullptr;
    p += 2;
  }
  return p;
}

/// Unpacks members into `out` until the data ends; `partial` makes the end of the data no error
///
/// Throws        GzipError, whose message begins with `caller`.
inline void unpack_gzip(std::string const& caller, std::string_view data, bool partial, GrowingBytes& out) {
  auto const* p = reinterpret_cast<unsigned char const*>(data.data());
  auto const* const end = p + data.size();
  auto const inflater = std::make_unique<Inflater>();  // its tables are too large for a thread's stack
  InflatedBytes target{out};
  auto const refuse = [&](char const* what) { throw GzipError(caller + ": bad gzip data: " + what); };
  do {
    char const* fault = nullptr;
    p = skip_gzip_header(p, end, fault);
    if (fault != nullptr) refuse(fault);
    std::int64_t const begin = out.size;
    InflateResult result = InflateResult::truncated;
    if (p != nullptr) {
      BitReader bits(p, end);
      result = inflater->run(bits, target);
      p = bits.align();
    }
    if (partial && (result == InflateResult::truncated || result == InflateResult::stopped)) return;
    if (result == InflateResult::truncated || (result == InflateResult::finished && end - p < 8 && !partial))
      refuse("the data is cut off");
    if (result == InflateResult::corrupt) refuse("a deflate block is damaged");
    if (result == InflateResult::stopped || out.size > out.limit)
      throw GzipError(caller + ": gzip data of " + std::to_string(data.size()) + " bytes grows beyond " +
                      std::to_string(out.limit) + " bytes; options.gzip sets the limit");
    if (end - p < 8) return;
    if (little_endian_32(p) != crc32(out.bytes() + begin, out.size - begin)) refuse("the CRC-32 does not match");
    if (little_endian_32(p + 4) != static_cast<std::uint32_t>(out.size - begin)) refuse("the length does not match");
    p += 8;
    // gzip pads with zero bytes to a full block of a tape.
    if (p != end && *p == 0) p = std::find_if(p, end, [](unsigned char c) { return c != 0; });
  } while (p != end);
}

/// What the gzip data holds
///
/// Throws        GzipError for damaged or cut data, and for data that grows beyond the limits.
inline GrowingBytes gunzip(Kokkos::DefaultHostExecutionSpace const& exec, std::string const& caller,
                           std::string_view data, GzipLimits const& limits) {
  check(limits.max_ratio > 0 && limits.free_bytes >= 0, caller, ": gzip limits must be positive (", limits.max_ratio,
        ", ", limits.free_bytes, ")");
  GrowingBytes out(exec, "Araios::read_text::gunzip");
  auto const packed = static_cast<std::int64_t>(data.size());
  std::int64_t const by_ratio =
      packed > GrowingBytes::unlimited / limits.max_ratio ? GrowingBytes::unlimited : packed * limits.max_ratio;
  out.limit = std::max(limits.free_bytes, by_ratio);
  // The last four bytes say how long the last member is, if they can be believed: this far they may be.
  std::int64_t const said =
      packed >= 18 ? little_endian_32(reinterpret_cast<unsigned char const*>(data.data()) + packed - 4) : 0;
  out.reserve(std::min({said + 258, 8 * packed + 258, out.limit}));
  unpack_gzip(caller, data, false, out);
  out.shrink();
  return out;
}

/// What can be told of the beginning of gzip data that is cut off anywhere; at most some 4 MiB.
inline GrowingBytes gunzip_start(Kokkos::DefaultHostExecutionSpace const& exec, std::string const& caller,
                                 std::string_view data) {
  GrowingBytes out(exec, "Araios::read_text::gunzip");
  out.limit = std::int64_t(4) << 20;
  unpack_gzip(caller, data, true, out);
  return out;
}

}  // namespace Impl
}  // namespace Araios
