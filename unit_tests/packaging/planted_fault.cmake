# SPDX-License-Identifier: Apache-2.0
#
# Support of the packaging tests: check_says(<name> <what the check must say, "" for no fault> <command>...) runs a check
# where a fault is planted.
function(check_says name said)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  # CMake breaks the lines of messages at spaces.
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(said STREQUAL "")
    if(NOT status EQUAL 0)
      message(SEND_ERROR "${name}: the check fails where nothing is wrong: ${output}")
    endif()
  else()
    string(FIND "${output}" "${said}" position)
    if(status EQUAL 0 OR position EQUAL -1)
      message(SEND_ERROR "${name}: expected \"${said}\", but the check ended with ${status} and said: ${output}")
    endif()
  endif()
endfunction()
