# Compiles mistakes, and checks that the compiler says what is wrong.
#
#   cmake -DCXX=<compiler> -DINCLUDES=<folders> -DSOURCE=<root of the sources>
#         -DBINARY=<a folder to write in> -P mistakes.cmake

string(REPLACE "|" ";" includes "${INCLUDES}")
set(flags -std=c++20 "-I${SOURCE}")
foreach(folder IN LISTS includes)
  list(APPEND flags -idirafter "${folder}")  # may be the system's own
endforeach()

# The headers take nearly all of the time, so they are compiled once.
set(header "${BINARY}/mistakes.h")
file(WRITE "${header}"
  "#include \"framework/game_adapter.h\"\n#include \"framework/catalog.h\"\n")
execute_process(COMMAND ${CXX} ${flags} -x c++-header "${header}"
  -o "${header}.gch" COMMAND_ERROR_IS_FATAL ANY)
list(APPEND flags -fsyntax-only -include "${header}")

# Compiles `file` with `arguments`; the output must match `expected`, which is
# empty where it must compile.
function(check what file expected)
  execute_process(COMMAND ${CXX} ${flags} ${ARGN} "${file}"
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(expected STREQUAL "" AND result EQUAL 0)
    return()
  endif()
  if(NOT expected STREQUAL "" AND NOT result EQUAL 0
      AND output MATCHES "${expected}")
    return()
  endif()
  message(SEND_ERROR "${what}: expected '${expected}', got ${result}:\n${output}")
endfunction()

set(file "${SOURCE}/tests/mistakes.cc")
check("no mistake" ${file} "")
foreach(pair IN ITEMS
    "PARAMETER_WITHOUT_BOUNDS=IntParameter"
    "DEFAULT_OUT_OF_BOUNDS=ParameterDefaultIsOutsideItsBounds"
    "BOUNDS_UPSIDE_DOWN=ParameterBoundsAreEmpty"
    "NAME_IN_CAPITALS=ParameterNameMustBeLowerCase"
    "DEFAULT_IS_NO_CHOICE=ParameterDefaultIsNoneOfTheChoices"
    "PADDING_IN_MOVE=a Move may have no padding"
    "MEMBER_MISSING=Returns"
    "NOISY_MOVES_ALONE=NoisyMovesGoWithHasQuietMoves"
    "RANDOM_MOVE_OF_ONE_SOURCE=RandomMoveIsATemplate"
    "EVALUATION_OF_ANOTHER_FORM=OptionalMembersHaveTheRightForm"
    "FEATURES_WITHOUT_WEIGHTS=OptionalMembersHaveTheRightForm"
    "POSITIONS_ARE_ONLY_WRITTEN=PositionTextGoesBothWays"
    "LAYOUT_WITHOUT_PIECES=LayoutGoesWithPieces"
    "NUMBERS_OF_MOVES_TOO_SMALL=OptionalMembersHaveTheRightForm"
    "COUNTERS_WITHOUT_NAMES=OptionalMembersHaveTheRightForm"
    "PLANES_OF_ANOTHER_FORM=OptionalMembersHaveTheRightForm")
  string(REPLACE "=" ";" pair "${pair}")
  list(GET pair 0 mistake)
  list(GET pair 1 expected)
  check("${mistake}" ${file} "${expected}" "-D${mistake}")
endforeach()

# One game twice in the list of games.
file(READ "${SOURCE}/games/registry.cc" text)
foreach(list IN ITEMS "GAME(nim)" "GAME(nim) GAME(nim)")
  string(REGEX REPLACE "(#define BOARDWALK_GAMES\\(GAME\\))([^\n]*\\\\\n)*[^\n]*"
    "\\1 ${list}" changed "${text}")
  file(WRITE "${BINARY}/registry_mistake.cc" "${changed}")
  if(list STREQUAL "GAME(nim)")
    set(expected "")
  else()
    set(expected "nim_is_listed_once")
  endif()
  check("${list}" "${BINARY}/registry_mistake.cc" "${expected}")
endforeach()
