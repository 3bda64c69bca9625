// The version of Boardwalk; CMakeLists.txt reads it here.

#pragma once

#define BOARDWALK_VERSION "0.1.0"
