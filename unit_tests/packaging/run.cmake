# SPDX-License-Identifier: Apache-2.0
#
# Support of the packaging tests: run(<command>...) ends the script with the command's output when it fails.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  list(JOIN ARGN " " command)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${command}\nended with ${status}:\n${output}")
  endif()
  message(STATUS "${command}")
  set(output "${output}" PARENT_SCOPE)
endfunction()
