// The version of Boardwalk; CMakeLists.txt reads it here.

#ifndef BOARDWALK_FRAMEWORK_VERSION_H_
#define BOARDWALK_FRAMEWORK_VERSION_H_

#define BOARDWALK_VERSION "0.1.0"

#endif  // BOARDWALK_FRAMEWORK_VERSION_H_
