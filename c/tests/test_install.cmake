# SPDX-License-Identifier: Apache-2.0
#
# Installs the C interface and builds a program with it from outside: by find_package, in a project that knows no C++,
# by pkg-config, and against the static library.

function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY ${WORK_DIR} RESULT_VARIABLE result OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGV}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()
function(must_print_pairs)
  if(NOT output MATCHES "10 pairs")
    message(FATAL_ERROR "the program prints \"${output}\", not 10 pairs")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR}/user ${WORK_DIR}/static)
set(prefix ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})

file(WRITE ${WORK_DIR}/user/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(User LANGUAGES C)
find_package(AraiosC 0.1 REQUIRED)
add_executable(closure ${EXAMPLE})
target_link_libraries(closure PRIVATE Araios::araios_c)
")
run(${CMAKE_COMMAND} -S user -B user/build -G ${GENERATOR} -DCMAKE_C_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build user/build)
run(${WORK_DIR}/user/build/closure)
must_print_pairs()

if(HAS_STATIC)
  file(WRITE ${WORK_DIR}/static/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(User LANGUAGES C CXX)
find_package(AraiosC 0.1 REQUIRED COMPONENTS static)
add_executable(closure ${EXAMPLE})
target_link_libraries(closure PRIVATE Araios::araios_c_static)
")
  run(${CMAKE_COMMAND} -S static -B static/build -G ${GENERATOR} -DCMAKE_C_COMPILER=${COMPILER}
      -DCMAKE_PREFIX_PATH=${prefix} ${CONFIGURE})
  run(${CMAKE_COMMAND} --build static/build)
  run(${WORK_DIR}/static/build/closure)
  must_print_pairs()
endif()

find_program(pkg_config pkg-config)
if(pkg_config)
  file(GLOB_RECURSE file ${prefix}/*/araios_c.pc)
  cmake_path(GET file PARENT_PATH folder)
  set(with ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${folder} ${pkg_config})
  run(${with} --cflags --libs araios_c)
  string(STRIP "${output}" flags)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${COMPILER} -std=c99 ${EXAMPLE} ${flags} -o closure)
  run(${WORK_DIR}/closure)
  must_print_pairs()
else()
  message(STATUS "there is no pkg-config: its part is left out")
endif()
