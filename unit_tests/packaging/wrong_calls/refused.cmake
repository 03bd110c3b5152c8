# SPDX-License-Identifier: Apache-2.0
#
# cmake "-DSENTENCES=<text>|<text>" -P refused.cmake -- <compile command>
#
# The command must fail, and its errors must be one assertion for each sentence.
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
string(REPLACE "|" ";" sentences "${SENTENCES}")
if(status EQUAL 0)
  message(FATAL_ERROR "the calls compile; they should be refused with \"${SENTENCES}\"")
endif()
foreach(sentence IN LISTS sentences)
  string(FIND "${output}" "${sentence}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "the compiler does not say \"${sentence}\":\n${output}")
  endif()
endforeach()
string(REGEX MATCHALL "error:" errors "${output}")
list(LENGTH errors count)
list(LENGTH sentences expected)
if(NOT count EQUAL expected)
  message(FATAL_ERROR "there are ${count} errors for ${expected} wrong calls:\n${output}")
endif()
