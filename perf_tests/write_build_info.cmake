# SPDX-License-Identifier: Apache-2.0
#
# cmake -DREPOSITORY= -DOUTPUT= -DVERSION= -DBUILD_TYPE= -DFLAGS= -P write_build_info.cmake
#
# Writes araios_build.hpp. The commit is that of the environment variable ARAIOS_COMMIT (a copy without .git), else
# git's, with "-dirty" when tracked files differ from it, else "unknown".
cmake_minimum_required(VERSION 3.25)

set(commit "$ENV{ARAIOS_COMMIT}")
if(commit STREQUAL "")
  execute_process(COMMAND git -C ${REPOSITORY} describe --always --dirty --abbrev=12 --exclude=*
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status ERROR_QUIET)
  if(NOT status EQUAL 0)
    set(commit unknown)
  endif()
endif()
string(STRIP "${FLAGS}" FLAGS)

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Written by write_build_info.cmake.
#pragma once

namespace Araios::Perf {
inline constexpr char const* build_version = "@VERSION@";
inline constexpr char const* build_commit = "@commit@";
inline constexpr char const* build_type = "@BUILD_TYPE@";
inline constexpr char const* build_flags = "@FLAGS@";
}  // namespace Araios::Perf
]])
