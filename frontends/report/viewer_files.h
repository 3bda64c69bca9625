// The files of viewer/, as the build puts them into the program.

#ifndef BOARDWALK_FRONTENDS_REPORT_VIEWER_FILES_H_
#define BOARDWALK_FRONTENDS_REPORT_VIEWER_FILES_H_

namespace boardwalk::report {

// Its modules as one, without imports and exports.
extern const char kViewerScript[];
extern const char kViewerStyle[];

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_VIEWER_FILES_H_
