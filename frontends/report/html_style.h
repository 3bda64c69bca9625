// The style sheet of a report: light and dark, on paper and on a phone.

#ifndef BOARDWALK_FRONTENDS_REPORT_HTML_STYLE_H_
#define BOARDWALK_FRONTENDS_REPORT_HTML_STYLE_H_

#include "absl/strings/string_view.h"

namespace boardwalk::report {

// What stands in <style>. Classes of pictures: t, s, m for text, small and
// muted text, mid and end for its anchor; p0 to p7 to fill and q0 to q7 to draw
// in a player's colour; ahead and behind; k-... for how games end.
absl::string_view StyleSheet();

// The patterns that classes fill with; stands once in a page, before pictures.
absl::string_view Patterns();

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_HTML_STYLE_H_
