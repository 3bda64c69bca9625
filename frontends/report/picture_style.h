// How pictures look: the colours of the page, the classes that pictures use,
// and the patterns that these fill with.

#pragma once

#include <string>

namespace boardwalk::report {

// Custom properties of CSS: the colours on a light and on a dark page.
extern const char kLightColors[];
extern const char kDarkColors[];

// The classes of pictures, in these colours: t, s, m for normal, small and
// muted text; mid and end for its anchor; p0 to p7 fill and q0 to q7 draw in
// the colour of a player; ahead and behind; k-... for the ways in which games
// end.
extern const char kPictureClasses[];

// The <defs> that classes refer to; once in a page or file, before the
// pictures.
extern const char kPatternDefinitions[];

// The style sheet of a picture that stands alone on white. It has no custom
// properties, which programs that convert pictures do not know.
std::string PrintedPictureStyle();

}  // namespace boardwalk::report
