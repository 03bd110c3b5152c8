# SPDX-License-Identifier: Apache-2.0
#
# cmake -DREPOSITORY= -DWORK_DIR= -DGENERATOR= -DCOMPILER= -DKOKKOS_DIR= -P test_find_kokkos.cmake
#
# Which Kokkos was found is always said, and one that is not what was asked for is an error. Configures only; two
# prefixes that look like a Kokkos, with CUDA and without, stand in for what a machine may have installed.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${WORK_DIR})

# compiler(<name>): the compiler by another name. That of Kokkos' wrapper of nvcc counts.
function(compiler name)
  file(WRITE ${WORK_DIR}/${name} "#!/bin/sh\nexec '${COMPILER}' \"$@\"\n")
  file(CHMOD ${WORK_DIR}/${name} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()

# stand_in(<prefix> <version> <devices>)
function(stand_in name version)
  set(folder ${WORK_DIR}/${name}/lib/cmake/Kokkos)
  file(WRITE ${folder}/KokkosConfigVersion.cmake
       "set(PACKAGE_VERSION ${version})\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
  file(WRITE ${folder}/KokkosConfig.cmake
       "set(Kokkos_DEVICES ${ARGN})\nadd_library(Kokkos::kokkos INTERFACE IMPORTED GLOBAL)\n")
  compiler(${name}/bin/nvcc_wrapper)
endfunction()
compiler(cxx)
stand_in(host 4.6.1 "SERIAL\;OPENMP")
stand_in(cuda 4.7.0 "SERIAL\;CUDA")
file(MAKE_DIRECTORY ${WORK_DIR}/empty)

# expect(passes|fails <name> <texts that must be said> <Kokkos_ROOT in the environment, "" for none> <arguments>...)
function(expect outcome name texts environment)
  set(command ${CMAKE_COMMAND} -S ${REPOSITORY} -B ${WORK_DIR}/build_${name} -DAraios_ENABLE_TESTS=OFF
              -DAraios_ENABLE_PERF_TESTS=OFF -DAraios_ENABLE_EXAMPLES=OFF ${ARGN})
  if(environment STREQUAL "")
    list(PREPEND command ${CMAKE_COMMAND} -E env --unset=Kokkos_ROOT)
  else()
    list(PREPEND command ${CMAKE_COMMAND} -E env Kokkos_ROOT=${environment})
  endif()
  execute_process(COMMAND ${command} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if((outcome STREQUAL passes AND NOT status EQUAL 0) OR (outcome STREQUAL fails AND status EQUAL 0))
    message(SEND_ERROR "${name}: expected that it ${outcome}, but the status is ${status}: ${output}")
  endif()
  # CMake breaks the lines of messages at spaces.
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  foreach(text IN LISTS texts)
    string(FIND "${output}" "${text}" position)
    if(position EQUAL -1)
      message(SEND_ERROR "${name}: expected \"${text}\", but it said: ${output}")
    endif()
  endforeach()
endfunction()

set(own -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${WORK_DIR}/cxx)
set(host ${WORK_DIR}/host)
set(cuda ${WORK_DIR}/cuda)
set(host_found "Kokkos 4.6.1 (SERIAL, OPENMP) in ${host}/lib/cmake/Kokkos")
set(cuda_found "Kokkos 4.7.0 (SERIAL, CUDA) in ${cuda}/lib/cmake/Kokkos")
set(hint "-DKokkos_ROOT=<prefix of the Kokkos with CUDA>")

expect(passes own "in ${KOKKOS_DIR}" "" ${own} -DKokkos_DIR=${KOKKOS_DIR})
expect(passes by_variable "${host_found}" "" ${own} -DKokkos_ROOT=${host})
expect(passes by_environment "${host_found}" ${host} ${own})
expect(fails elsewhere "Kokkos_ROOT is ${WORK_DIR}/empty;${host_found}" "" ${own} -DKokkos_ROOT=${WORK_DIR}/empty
       -DCMAKE_PREFIX_PATH=${host})
expect(fails elsewhere_by_environment "Kokkos_ROOT in the environment is ${WORK_DIR}/empty;${host_found}"
       ${WORK_DIR}/empty ${own} -DCMAKE_PREFIX_PATH=${host})
expect(fails remembered "Kokkos_ROOT is ${cuda};${host_found};-U Kokkos_DIR" "" ${own} -DKokkos_ROOT=${cuda}
       -DKokkos_DIR=${host}/lib/cmake/Kokkos)
expect(fails nvcc_wrapper "The compiler is ${cuda}/bin/nvcc_wrapper;${host_found};${hint}" "" -G ${GENERATOR}
       -DCMAKE_CXX_COMPILER=${cuda}/bin/nvcc_wrapper -DCMAKE_PREFIX_PATH=${host})
expect(fails required "Araios_REQUIRE_CUDA is ON;${host_found};${hint}" "" ${own} -DAraios_REQUIRE_CUDA=ON
       -DKokkos_ROOT=${host})
expect(passes with_cuda "${cuda_found}" "" -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${cuda}/bin/nvcc_wrapper
       -DKokkos_ROOT=${cuda})

# A project for which Araios is optional goes on without it, and one that requires it is told why.
execute_process(COMMAND ${CMAKE_COMMAND} --install ${WORK_DIR}/build_by_variable --prefix ${WORK_DIR}/installed
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(REPOSITORY ${WORK_DIR}/optional)
file(WRITE ${REPOSITORY}/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.25)
project(Optional LANGUAGES CXX)
find_package(Araios QUIET ${HOW})
message(STATUS "found: ${Araios_FOUND}. ${Araios_NOT_FOUND_MESSAGE}")
]])
set(installed ${own} -DCMAKE_PREFIX_PATH=${host} -DAraios_ROOT=${WORK_DIR}/installed)
expect(passes optional_found "found: 1" "" ${installed})
expect(passes optional "found: 0. Araios: Kokkos_ROOT is ${WORK_DIR}/empty" "" ${installed}
       -DKokkos_ROOT=${WORK_DIR}/empty)
expect(fails not_optional "Kokkos_ROOT is ${WORK_DIR}/empty" "" ${installed} -DKokkos_ROOT=${WORK_DIR}/empty
       -DHOW=REQUIRED)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH tests)
cmake_path(GET tests PARENT_PATH REPOSITORY)

# The preset, as a newcomer calls it: Ninja is its generator.
find_program(ninja ninja)
if(ninja)
  expect(fails preset_without_root "there is no /bin/nvcc_wrapper;Kokkos_ROOT is \"\";${hint}" "" --preset cuda)
  expect(fails preset_with_wrong_root "there is no ${WORK_DIR}/empty/bin/nvcc_wrapper;${hint}" ${WORK_DIR}/empty
         --preset cuda)
  expect(fails preset_with_host_kokkos "${host_found};${hint}" ${host} --preset cuda)
  expect(passes preset_by_environment "${cuda_found}" ${cuda} --preset cuda)
  expect(passes preset_by_variable "${cuda_found}" "" --preset cuda -DKokkos_ROOT=${cuda})
endif()
file(REMOVE_RECURSE ${WORK_DIR})
