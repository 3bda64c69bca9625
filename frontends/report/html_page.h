// The parts that the pages of reports and of standings share: the head with the
// style sheet, and the table of settings.
//
// Example, given `std::string& page`:
//
//   page += PageBegin("2 players in teeko", /*more_style=*/"", /*body=*/"");
//   page += "<p>...</p></header>" + SettingsHtml({{"rounds", "50"}});

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace boardwalk::report {

// A page from kHtmlSignature (report.h) to the title at the top of its
// <header>, which stays open, as do <main> and <body>. `more_style` is appended
// to the style sheet, `body` is the first thing in <body>.
std::string PageBegin(const std::string& title, const std::string& more_style,
                      const std::string& body);

// A table of names and values.
std::string SettingsHtml(
    const std::vector<std::pair<std::string, std::string>>& settings);

}  // namespace boardwalk::report
