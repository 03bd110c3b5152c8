# SPDX-License-Identifier: Apache-2.0
#
# cmake -DREPOSITORY= -DBUILD= -DWORK_DIR= "-DCONFIGURE=<arguments>" -P test_install.cmake
#
# Installs the build tree BUILD into a new prefix, moves the prefix (nothing in it may depend on where it was), and
# uses it: a consumer is configured, built and run; example, unit_tests and perf_tests are configured, and one example
# is built.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK_DIR}/installed)
file(RENAME ${WORK_DIR}/installed ${WORK_DIR}/prefix)
set(use -G ${GENERATOR} ${CONFIGURE} -DAraios_ROOT=${WORK_DIR}/prefix)

# Every header is there, and nothing says where it came from.
file(GLOB_RECURSE headers RELATIVE ${REPOSITORY}/src ${REPOSITORY}/src/Araios/*.hpp)
foreach(header IN LISTS headers)
  if(NOT EXISTS ${WORK_DIR}/prefix/include/${header})
    message(FATAL_ERROR "${header} is not installed")
  endif()
endforeach()
file(GLOB_RECURSE files ${WORK_DIR}/prefix/*.cmake)
foreach(file IN LISTS files)
  file(READ ${file} text)
  foreach(folder IN ITEMS ${REPOSITORY} ${BUILD} ${WORK_DIR})
    string(FIND "${text}" "${folder}" position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${file} contains the path ${folder}")
    endif()
  endforeach()
endforeach()

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR}/consumer ${use})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/consumer)
run(${WORK_DIR}/consumer/program/consumer)
if(NOT output MATCHES "2 rows, 3 columns, 3 entries")
  message(FATAL_ERROR "the consumer said: ${output}")
endif()

# SameMinorVersion: another minor version is another interface.
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/version -B ${WORK_DIR}/version ${use}
  RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
if(status EQUAL 0)
  message(FATAL_ERROR "an installed Araios satisfies a request for version 0.99")
endif()

run(${CMAKE_COMMAND} -S ${REPOSITORY}/example -B ${WORK_DIR}/example ${use})
# The build of the repository compiles the others from the same headers.
run(${CMAKE_COMMAND} --build ${WORK_DIR}/example --target example_transpose)
run(${CMAKE_COMMAND} -S ${REPOSITORY}/unit_tests -B ${WORK_DIR}/unit_tests ${use})
run(${CMAKE_COMMAND} -S ${REPOSITORY}/perf_tests -B ${WORK_DIR}/perf_tests ${use})
file(REMOVE_RECURSE ${WORK_DIR})
