# SPDX-License-Identifier: Apache-2.0
#
# cmake -DREPOSITORY= -DWORK_DIR= "-DCONFIGURE=<arguments>" -P test_both_libraries.cmake
#
# Araios::compiled and Araios::runtime of one build, each asked for types of its own: a program that links both compiles
# without a warning of definitions that differ, and all have the types of either list.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/both_libraries -B ${WORK_DIR} -G ${GENERATOR} ${CONFIGURE}
    -DAraios_SOURCE=${REPOSITORY} -DAraios_ENABLE_COMPILED=ON -DAraios_COMPILED_SCALARS=complex_float
    -DAraios_COMPILED_OFFSETS=int -DAraios_ENABLE_C=ON -DAraios_C_SCALARS=int64 -DAraios_C_INDICES=64
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0)
foreach(library IN ITEMS compiled runtime)
  run(${CMAKE_COMMAND} --build ${WORK_DIR} --target program_${library})
  run(${WORK_DIR}/program_${library})
  string(REGEX MATCHALL "[A-Z0-9_]+: 1 1" built "${output}")
  string(REPLACE ": 1 1" "" built "${built}")
  set(expected ARAIOS_FLOAT64 ARAIOS_COMPLEX64 ARAIOS_INT64 ARAIOS_PATTERN ARAIOS_INDEX_32 ARAIOS_INDEX_32_64
               ARAIOS_INDEX_64)
  if(NOT built STREQUAL expected)
    message(FATAL_ERROR "the types of both lists are ${expected}; the program over Araios::${library} says:\n${output}")
  endif()
endforeach()
file(REMOVE_RECURSE ${WORK_DIR})
