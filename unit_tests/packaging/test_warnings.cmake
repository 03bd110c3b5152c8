# SPDX-License-Identifier: Apache-2.0
#
# cmake -DREPOSITORY= -DWORK_DIR= "-DCONFIGURE=<arguments>" -P test_warnings.cmake
#
# Compiles what a user instantiates, for each pair of index types, with the warnings that many turn on as errors.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/warnings -B ${WORK_DIR} -G ${GENERATOR} ${CONFIGURE}
    -DAraios_SOURCE=${REPOSITORY})
run(${CMAKE_COMMAND} --build ${WORK_DIR})
file(REMOVE_RECURSE ${WORK_DIR})
