// The files of harness/, embedded by the build.

#ifndef BOARDWALK_FRONTENDS_CONTEST_HARNESS_SOURCES_H_
#define BOARDWALK_FRONTENDS_CONTEST_HARNESS_SOURCES_H_

namespace boardwalk::contest {

extern const char* const kHarnessHeader;
extern const char* const kFilterHeader;
extern const char* const kChinese8Harness;
extern const char* const kStarHarness;

}  // namespace boardwalk::contest

#endif  // BOARDWALK_FRONTENDS_CONTEST_HARNESS_SOURCES_H_
