# SPDX-License-Identifier: Apache-2.0
#
# cmake -DREPOSITORY= -DWORK_DIR= "-DCONFIGURE=<arguments>" -P test_subdirectory.cmake
#
# Configures, builds and runs a consumer that adds Araios by add_subdirectory.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR} -G ${GENERATOR} ${CONFIGURE}
    -DAraios_SOURCE=${REPOSITORY})
run(${CMAKE_COMMAND} --build ${WORK_DIR})
run(${WORK_DIR}/program/consumer)
if(NOT output MATCHES "2 rows, 3 columns, 3 entries")
  message(FATAL_ERROR "the consumer said: ${output}")
endif()
file(REMOVE_RECURSE ${WORK_DIR})
