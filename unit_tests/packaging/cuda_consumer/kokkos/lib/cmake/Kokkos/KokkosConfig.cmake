# SPDX-License-Identifier: Apache-2.0
#
# Stands in for the package of a Kokkos with CUDA: the target and the flags that one exports, over the headers
# KOKKOS_HEADERS and, before them, the generated headers KOKKOS_GENERATED_HEADERS that compile_cuda_objects.sh makes.
# What uses it can be compiled, not linked.
set(Kokkos_DEVICES OPENMP SERIAL CUDA)
foreach(device IN LISTS Kokkos_DEVICES)
  set(Kokkos_ENABLE_${device} ON)
endforeach()
add_library(Kokkos::kokkos INTERFACE IMPORTED)
set_target_properties(
  Kokkos::kokkos
  PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${KOKKOS_GENERATED_HEADERS};${KOKKOS_HEADERS}"
             INTERFACE_COMPILE_DEFINITIONS "$<$<COMPILE_LANGUAGE:CXX>:KOKKOS_DEPENDENCE>"
             INTERFACE_COMPILE_FEATURES cxx_std_20
             INTERFACE_COMPILE_OPTIONS
             "$<$<COMPILE_LANGUAGE:CXX>:-extended-lambda;-Wext-lambda-captures-this;-arch=sm_90;-fopenmp>")
