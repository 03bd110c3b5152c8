# SPDX-License-Identifier: Apache-2.0
#
# cmake -DREPOSITORY= -DWORK_DIR= -DKOKKOS_HEADERS= -DKOKKOS_GENERATED_HEADERS= -P test_cuda_consumer.cmake
#
# A program of a user, compiled by nvcc with the flags of a Kokkos of default options: once over an installed Araios, once
# over its folder. Needs neither a GPU nor a Kokkos with CUDA (see cuda_consumer/kokkos); does not link.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
set(kokkos ${CMAKE_CURRENT_LIST_DIR}/cuda_consumer/kokkos)
set(use -DCMAKE_CXX_COMPILER=${kokkos}/bin/nvcc_wrapper -DKokkos_ROOT=${kokkos} -DKOKKOS_HEADERS=${KOKKOS_HEADERS}
        -DKOKKOS_GENERATED_HEADERS=${KOKKOS_GENERATED_HEADERS})

run(${CMAKE_COMMAND} -S ${REPOSITORY} -B ${WORK_DIR}/araios ${use} -DAraios_ENABLE_TESTS=OFF
    -DAraios_ENABLE_PERF_TESTS=OFF -DAraios_ENABLE_EXAMPLES=OFF)
run(${CMAKE_COMMAND} --install ${WORK_DIR}/araios --prefix ${WORK_DIR}/prefix)

set(consumer ${CMAKE_CURRENT_LIST_DIR}/cuda_consumer)
run(${CMAKE_COMMAND} -S ${consumer} -B ${WORK_DIR}/installed ${use} -DAraios_ROOT=${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} -S ${consumer} -B ${WORK_DIR}/subdirectory ${use} -DAraios_SOURCE=${REPOSITORY})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/installed)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/subdirectory)
message(STATUS "compiled over an installed Araios and over its folder")
file(REMOVE_RECURSE ${WORK_DIR})
