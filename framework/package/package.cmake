# What is installed, and the package `boardwalk` for those who build games and
# players of their own. Within this build, find_package(boardwalk) finds what is
# being built, so that our own plug-ins are built like a stranger's.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_CURRENT_LIST_DIR})
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/boardwalk)

# --- For this build -----------------------------------------------------------

foreach(part framework ai games)
  add_library(boardwalk::${part} ALIAS boardwalk_${part})
  set_target_properties(boardwalk_${part} PROPERTIES EXPORT_NAME ${part})
endforeach()
add_executable(boardwalk::boardwalk ALIAS boardwalk)
file(WRITE ${CMAKE_FIND_PACKAGE_REDIRECTS_DIR}/boardwalk-config.cmake
  "include(${package_folder}/boardwalk_add_plugin.cmake)\n")

# boardwalk_build_plugins(<folder>): builds those whose folders are here, into
# `folder` of the build. Sets `plugins`.
function(boardwalk_build_plugins folder)
  set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
  set(BOARDWALK_PLUGIN_FLAGS ${BOARDWALK_COMPUTING_FLAGS} ${BOARDWALK_WARNINGS})
  if(BOARDWALK_FUZZ)
    # As the libraries in them: they share precompiled headers. Fuzzers do not
    # load them, and what counts branches makes them slow to load.
    list(APPEND BOARDWALK_PLUGIN_FLAGS -fsanitize=fuzzer-no-link
      -fno-sanitize-coverage=inline-8bit-counters,pc-table,indirect-calls,stack-depth)
  endif()
  file(GLOB files CONFIGURE_DEPENDS
    ${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt)
  set(plugins "")
  foreach(file ${files})
    get_filename_component(path ${file} DIRECTORY)
    get_filename_component(plugin ${path} NAME)
    add_subdirectory(${plugin})
    list(APPEND plugins ${plugin})
  endforeach()
  set(plugins ${plugins} PARENT_SCOPE)
endfunction()

# --- What must be built -------------------------------------------------------

# `./dev run` builds the program alone: what else is installed is built then.
# setup.py has built what a wheel has.
set(installed boardwalk boardwalk_capi boardwalk_star_capi boardwalk_framework
  boardwalk_ai boardwalk_games)
if(TARGET boardwalk_python)
  list(APPEND installed boardwalk_python)
endif()
add_custom_target(installed DEPENDS ${installed})
list(TRANSFORM installed REPLACE "(.+)" "\"$<TARGET_FILE:\\1>\"")
list(JOIN installed " " files)
install(CODE "
  foreach(file ${files})
    if(NOT EXISTS \"\${file}\" AND NOT CMAKE_INSTALL_COMPONENT STREQUAL \"wheel\")
      message(STATUS \"Building what is not there yet, such as \${file}\")
      execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND \"${CMAKE_COMMAND}\"
        --build \"${PROJECT_BINARY_DIR}\" --target installed)
      break()
    endif()
  endforeach()" ALL_COMPONENTS)

# --- The program, and the C libraries ------------------------------------------

install(TARGETS boardwalk EXPORT boardwalk COMPONENT program)
install(TARGETS boardwalk_capi boardwalk_star_capi COMPONENT development)
install(FILES frontends/capi/ai_player.h frontends/capi/chinese_checkers.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/boardwalk COMPONENT development)

# --- import boardwalk -----------------------------------------------------------

# Debian's Python shares the plug-ins of the program. A wheel (setup.py) is where
# there is no program, so it has its own.
if(TARGET boardwalk_python)
  set(python_folder lib/python3/dist-packages/boardwalk)
  function(boardwalk_install_python folder)
    install(TARGETS boardwalk_python DESTINATION ${folder} ${ARGN})
    install(DIRECTORY frontends/python/package/ DESTINATION ${folder} ${ARGN}
      PATTERN __pycache__ EXCLUDE)
  endfunction()
  boardwalk_install_python(${python_folder} COMPONENT python)
  boardwalk_install_python(boardwalk COMPONENT wheel EXCLUDE_FROM_ALL)
  set(plugins_link ${PROJECT_BINARY_DIR}/debian/python/plugins)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/debian/python)
  file(CREATE_LINK ../../../boardwalk/plugins ${plugins_link} SYMBOLIC)
  install(FILES ${plugins_link} DESTINATION ${python_folder} COMPONENT python)
endif()

# --- Completion and manual pages ----------------------------------------------

install(FILES frontends/cli/completion/boardwalk.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME boardwalk COMPONENT program)
install(FILES frontends/cli/completion/_boardwalk
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
  COMPONENT program)

# What depends on when something is made has this date instead.
set(release_date "Wed, 25 Nov 2026 00:00:00 +0000")
find_program(HELP2MAN_PROGRAM help2man)
find_program(GZIP_PROGRAM gzip)
if(BOARDWALK_SANITIZED)
  # Nobody installs it, and help2man starts it a hundred times.
elseif(HELP2MAN_PROGRAM AND GZIP_PROGRAM AND NOT CMAKE_CROSSCOMPILING)
  # The program knows which pages there are.
  set(man_folder ${PROJECT_BINARY_DIR}/man)
  add_custom_command(OUTPUT ${man_folder}.made
    COMMAND ${package_folder}/man_pages.sh $<TARGET_FILE:boardwalk>
      ${PROJECT_VERSION} ${release_date} ${man_folder}
    COMMAND ${CMAKE_COMMAND} -E touch ${man_folder}.made
    DEPENDS boardwalk ${package_folder}/man_pages.sh
    COMMENT "Making the manual pages" VERBATIM)
  add_custom_target(man_pages ALL DEPENDS ${man_folder}.made)
  add_dependencies(installed man_pages)
  install(DIRECTORY ${man_folder}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
    COMPONENT program FILES_MATCHING PATTERN *.1.gz)
else()
  message(STATUS "help2man or gzip is not installed, so the installation will "
    "have no manual pages")
endif()

# --- For plug-ins -------------------------------------------------------------

file(RELATIVE_PATH pc_to_prefix
  ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig
  ${CMAKE_INSTALL_PREFIX})
list(JOIN BOARDWALK_MACHINE_FLAGS " " pc_flags)
set(pc_files ai_player)

# Headers and libraries are of use with an Abseil that is installed, too.
get_target_property(absl_is_installed absl::statusor IMPORTED)
if(absl_is_installed)
  list(APPEND pc_files boardwalk)
  install(TARGETS boardwalk_framework boardwalk_ai boardwalk_games
    EXPORT boardwalk COMPONENT development
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/boardwalk)
  install(DIRECTORY framework ai games
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/boardwalk COMPONENT development
    FILES_MATCHING PATTERN *.h
    PATTERN plugins EXCLUDE PATTERN package EXCLUDE PATTERN testing EXCLUDE
    REGEX "/framework/json\\.h$" EXCLUDE)
  install(EXPORT boardwalk NAMESPACE boardwalk:: FILE boardwalkTargets.cmake
    DESTINATION ${config_folder} COMPONENT development)
  configure_package_config_file(${package_folder}/boardwalkConfig.cmake.in
    ${PROJECT_BINARY_DIR}/boardwalkConfig.cmake
    INSTALL_DESTINATION ${config_folder})
  write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/boardwalkConfigVersion.cmake
    COMPATIBILITY ExactVersion)
  install(FILES ${PROJECT_BINARY_DIR}/boardwalkConfig.cmake
    ${PROJECT_BINARY_DIR}/boardwalkConfigVersion.cmake
    ${package_folder}/boardwalk_add_plugin.cmake
    ${package_folder}/plugin_exports.map
    DESTINATION ${config_folder} COMPONENT development)
else()
  message(STATUS "Abseil is not installed, so the installation will have no "
    "headers and libraries for plug-ins")
endif()
foreach(name ${pc_files})
  configure_file(${package_folder}/${name}.pc.in
    ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()

# --- Debian packages: cpack -G DEB in the build folder ------------------------

# `boardwalk` is the program with its plug-ins, `boardwalk-dev` all that plug-ins
# and C programs are built with, `python3-boardwalk` the module, which loads the
# plug-ins of the program: they must be of the same build.
set(debian_packages program:boardwalk development:boardwalk-dev)
if(TARGET boardwalk_python)
  list(APPEND debian_packages python:python3-boardwalk)
endif()
file(WRITE ${PROJECT_BINARY_DIR}/debian/copyright
"Copyright: the Boardwalk authors
License: Apache-2.0
 The text of the licence is in /usr/share/common-licenses/Apache-2.0.
")
file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(maintainer "Boardwalk maintainers <boardwalk@users.noreply.github.com>")
file(WRITE ${PROJECT_BINARY_DIR}/debian/changelog
"boardwalk (${PROJECT_VERSION}) unstable; urgency=low

  * Version ${PROJECT_VERSION}.

 -- ${maintainer}  ${release_date}
")
if(GZIP_PROGRAM)
  execute_process(COMMAND ${GZIP_PROGRAM} -9nf debian/changelog
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
endif()
foreach(pair ${debian_packages})
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 name)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  install(FILES ${PROJECT_BINARY_DIR}/debian/copyright
    ${PROJECT_BINARY_DIR}/debian/changelog.gz
    DESTINATION share/doc/${name} COMPONENT ${component} OPTIONAL)
endforeach()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME boardwalk)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "board games and the programs that play them")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${maintainer})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME boardwalk)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION misc)
# Tournaments of sources compile them and run them in the sandbox.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS bubblewrap)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS librsvg2-bin)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "gcc | c-compiler, g++ | c++-compiler")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
"Chinese checkers, Teeko, one-jump checkers, Connect Four, Othello and more,
 played in a terminal against alpha-beta and Monte-Carlo tree search, and
 comparisons of such programs with honest statistics.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME boardwalk-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "boardwalk (= ${PROJECT_VERSION}), cmake, g++, libabsl-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_CONTROL_EXTRA
  ${PROJECT_BINARY_DIR}/debian/triggers)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
"What games and players of one's own are built with, as plug-ins of the program
 boardwalk, and a player as a C library.")
if(TARGET boardwalk_python)
  # The module is for one minor version of Python.
  get_target_property(minor boardwalk_python BOARDWALK_PYTHON_MINOR)
  math(EXPR next "${minor} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-boardwalk)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "boardwalk (= ${PROJECT_VERSION}), python3 (>= 3.${minor}), python3 (<< 3.${next}), python3-numpy")
  # Python's bytecode is made when it is installed, and goes with it.
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    ${package_folder}/python3/postinst ${package_folder}/python3/prerm)
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION
"Board games, their players and many games at once in arrays, for programs in
 Python, such as those that learn: import boardwalk.")
endif()
include(CPack)
