// SPDX-License-Identifier: Apache-2.0
#include "harness/environment.hpp"

#include "harness/clock.hpp"

#include <Araios/core/kokkos_compat.hpp>
#include <araios_build.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <ctime>
#include <fstream>
#include <limits>
#include <ostream>
#include <stdexcept>

namespace Araios::Perf {

namespace {

std::string model_of_cpu() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0 && line.find(':') != std::string::npos)
      return line.substr(line.find_first_not_of(' ', line.find(':') + 1));
  return "unknown";
}

// 40601 with units 10000 and 100 as "4.6.1".
std::string dotted(int version, int major_unit, int minor_unit, bool patch) {
  std::string text = std::to_string(version / major_unit);
  text.append(".").append(std::to_string(version % major_unit / minor_unit));
  if (patch) text.append(".").append(std::to_string(version % minor_unit));
  return text;
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "unknown";
#endif
}

std::string now() {
  std::time_t const seconds = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&seconds, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

Environment environment(std::string const& machine, std::map<std::string, std::string> const& versions) {
  Environment result;
  result.machine = machine;
  result.cpu = model_of_cpu();
  result.device_space = Kokkos::DefaultExecutionSpace::name();
  result.host_space = Kokkos::DefaultHostExecutionSpace::name();
  result.host_threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  result.versions = versions;
  result.versions["Kokkos"] = dotted(KOKKOS_VERSION, 10000, 100, true);
  result.versions["compiler"] = compiler();
  result.commit = build_commit;
  result.flags = build_flags;
  result.date = now();
#ifdef KOKKOS_ENABLE_CUDA
  int device = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  cudaDeviceProp properties;
  check_cuda(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
  result.gpu = properties.name;
#ifdef KOKKOS_ENABLE_IMPL_CUDA_MALLOC_ASYNC
  result.allocator = "cudaMallocAsync";
#endif
  int version = 0;
  check_cuda(cudaRuntimeGetVersion(&version), "cudaRuntimeGetVersion");
  result.versions["CUDA"] = dotted(version, 1000, 10, false);
  check_cuda(cudaDriverGetVersion(&version), "cudaDriverGetVersion");
  result.versions["CUDA of the driver"] = dotted(version, 1000, 10, false);
#endif
#ifdef __CUDACC_VER_MAJOR__
  result.versions["nvcc"] = std::to_string(__CUDACC_VER_MAJOR__) + "." + std::to_string(__CUDACC_VER_MINOR__) + "." +
                            std::to_string(__CUDACC_VER_BUILD__);
#endif
  if (result.machine.empty()) result.machine = result.gpu.empty() ? result.cpu : result.gpu;
  return result;
}

void keep_freed_memory(Environment& where) {
#if defined(KOKKOS_ENABLE_CUDA) && defined(KOKKOS_ENABLE_IMPL_CUDA_MALLOC_ASYNC)
  int device = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  cudaMemPool_t pool;
  check_cuda(cudaDeviceGetDefaultMemPool(&pool, device), "cudaDeviceGetDefaultMemPool");
  std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  check_cuda(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all), "cudaMemPoolSetAttribute");
  where.allocator += ", freed memory kept";
#else
  throw std::invalid_argument("memory cannot be kept: there is no pool of it, as this Kokkos was built without "
                              "Kokkos_ENABLE_IMPL_CUDA_MALLOC_ASYNC (space " +
                              where.device_space + ")");
#endif
}

void print(std::ostream& out, Environment const& environment) {
  out << "machine   " << environment.machine << '\n';
  if (!environment.gpu.empty())
    out << "device    " << environment.gpu << " (" << environment.device_space
        << (environment.allocator.empty() ? "" : ", ") << environment.allocator << ")\n";
  out << "host      " << environment.cpu << ", " << environment.host_threads
      << (environment.host_threads == 1 ? " thread (" : " threads (") << environment.host_space << ")\nversions ";
  for (auto const& [name, version] : environment.versions) out << ' ' << name << ' ' << version << ';';
  out << " Araios " << build_version << " at " << environment.commit << "\ndate      " << environment.date << '\n';
}

}  // namespace Araios::Perf
