# SPDX-License-Identifier: Apache-2.0
#
# cmake -DSENTENCE=<text> -P refused.cmake -- <compile command>
#
# The command must fail, and its only error must be an assertion that says the sentence.
cmake_minimum_required(VERSION 3.25)

set(command)
set(found FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(found)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(found TRUE)
  endif()
endforeach()
execute_process(COMMAND ${command} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0)
  message(FATAL_ERROR "the call compiles; it should be refused with \"${SENTENCE}\"")
endif()
string(FIND "${output}" "${SENTENCE}" position)
if(position EQUAL -1)
  message(FATAL_ERROR "the compiler does not say \"${SENTENCE}\":\n${output}")
endif()
string(REGEX MATCHALL "error:" errors "${output}")
list(LENGTH errors count)
if(count GREATER 1)
  message(FATAL_ERROR "the sentence is one of ${count} errors:\n${output}")
endif()
