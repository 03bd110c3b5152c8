# SPDX-License-Identifier: Apache-2.0
#
# cmake -DREPOSITORY= -DWORK_DIR= -DNM= "-DCONFIGURE=<arguments>" -P test_compiled.cmake
#
# Builds and installs Araios::compiled for one type of values and one of positions. A program over it takes its
# instantiations from the library, where a program over the headers has its own, and both print the same.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
set(alone -DAraios_ENABLE_TESTS=OFF -DAraios_ENABLE_PERF_TESTS=OFF -DAraios_ENABLE_EXAMPLES=OFF)
set(CONFIGURE -G ${GENERATOR} ${CONFIGURE} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0)

# Without the library its component does not exist, and the message says what to do.
run(${CMAKE_COMMAND} -S ${REPOSITORY} -B ${WORK_DIR}/headers ${CONFIGURE} ${alone})
run(${CMAKE_COMMAND} --install ${WORK_DIR}/headers --prefix ${WORK_DIR}/headers_prefix)
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/compiled_consumer -B ${WORK_DIR}/refused ${CONFIGURE}
          -DAraios_ROOT=${WORK_DIR}/headers_prefix
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0 OR NOT output MATCHES "Araios_ENABLE_COMPILED")
  message(FATAL_ERROR "an Araios without Araios::compiled satisfies a request for it, or says nothing of it: ${output}")
endif()

# Together, so that the headers are compiled once for eight units.
run(${CMAKE_COMMAND} -S ${REPOSITORY} -B ${WORK_DIR}/araios ${CONFIGURE} ${alone} -DAraios_ENABLE_COMPILED=ON
    -DAraios_COMPILED_SCALARS=double -DAraios_COMPILED_OFFSETS=int -DCMAKE_UNITY_BUILD=ON
    "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
run(${CMAKE_COMMAND} --build ${WORK_DIR}/araios)
run(${CMAKE_COMMAND} --install ${WORK_DIR}/araios --prefix ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/compiled_consumer -B ${WORK_DIR}/consumer ${CONFIGURE}
    -DAraios_ROOT=${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/consumer)

# The symbols of a kind, T (also weak: W) or U, of the program over a library.
function(symbols_of library kind result)
  file(GLOB_RECURSE object ${WORK_DIR}/consumer/CMakeFiles/program_${library}.dir/*.o)
  run(${NM} -C ${object})
  string(REPLACE ";" "," output "${output}")
  string(REPLACE "\n" ";" lines "${output}")
  list(FILTER lines INCLUDE REGEX " ${kind} ")
  set(${result} "${lines}" PARENT_SCOPE)
endfunction()
symbols_of(Araios "[TW]" own)
symbols_of(compiled "[TW]" still_own)
symbols_of(compiled U from_library)
foreach(name IN ITEMS "transpose::transpose_automatic" "transpose::transpose_by_method" "spmv::multiply"
                      "SpmvPlan<.*>::set_up" "SpmvPlan<.*>::analyse" "SpmvPlan<.*>::apply" "spmm::spmm_by_rows"
                      "csr_to_sell" "sell_to_csr" "coo_to_csr" "choose::choose_format"
                      "choose::convert_to_candidate" "choose::multiply" "parse_matrix_market" "compressed_fault"
                      "find_fault")
  if(NOT own MATCHES "${name}[<(]")
    message(SEND_ERROR "the program over the headers has no instantiation of ${name}: is it inline?")
  endif()
  if(NOT from_library MATCHES "${name}[<(]")
    message(SEND_ERROR "the program over Araios::compiled does not take ${name} from the library")
  endif()
  if(still_own MATCHES "W [^;]*Impl::${name}[<(]")
    message(SEND_ERROR "the program over Araios::compiled has an instantiation of ${name} of its own")
  endif()
endforeach()
list(LENGTH own number)
list(LENGTH still_own number_left)
message(STATUS "functions in the object of the user: ${number} without the library, ${number_left} with it")
if(number_left GREATER number)
  message(SEND_ERROR "Araios::compiled adds instantiations")
endif()

run(${WORK_DIR}/consumer/program_Araios)
set(expected "${output}")
run(${WORK_DIR}/consumer/program_compiled)
if(NOT output STREQUAL expected OR NOT output MATCHES "spmv of the chosen format: ")
  message(FATAL_ERROR "the program over the headers prints:\n${expected}over Araios::compiled:\n${output}")
endif()
# A library that was compiled for another Kokkos is refused: its objects and the headers of the consumer would disagree.
file(GLOB_RECURSE config ${WORK_DIR}/prefix/*/AraiosConfig.cmake)
file(READ ${config} text)
string(REGEX REPLACE "araios_compiled_for\\(([^ ]+) \"[^\"]*\"" "araios_compiled_for(\\1 \"1.0\"" text "${text}")
file(WRITE ${config} "${text}")
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/compiled_consumer -B ${WORK_DIR}/refused_kokkos ${CONFIGURE}
          -DAraios_ROOT=${WORK_DIR}/prefix
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(REGEX REPLACE "[ \n]+" " " output "${output}")
if(status EQUAL 0 OR NOT output MATCHES "was compiled for Kokkos 1\\.0")
  message(FATAL_ERROR "a library for another Kokkos is taken, or nothing is said of it: ${output}")
endif()
file(REMOVE_RECURSE ${WORK_DIR})
