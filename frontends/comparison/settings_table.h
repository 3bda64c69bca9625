// The table of settings, for the functions of settings.h and configuration.h:
// they go through it and know no setting themselves. To add a setting, add a
// row.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "framework/json.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/settings.h"

namespace boardwalk::comparison {

using Texts = std::vector<std::string>;

// An option of a setting, as it is declared, read and printed.
struct OptionRow {
  SettingOption declared;
  std::vector<SettingsOf> commands = {};  // all if empty
  // Whether the text of the defaults is the option's fallback.
  bool has_fallback = false;
  // Errors do not name the option.
  std::function<absl::Status(const Texts& texts, const Catalog& catalog,
                             Configuration& configuration)>
      read = {};
  // The texts that `read` makes the same setting of; empty if the option is to
  // be left out.
  std::function<Texts(const Configuration& configuration)> texts = {};
};

using TextOf = std::function<std::string(const Configuration& configuration)>;

// What a text about a setting calls it, and its value; "" for none.
struct NamedText {
  const char* name = nullptr;
  TextOf text = {};
};

// A setting. Functions may be null.
struct SettingRow {
  // Its member in the JSON of a configuration, in the order of the table.
  const char* key;
  // Whether the member is left out where it is null or empty, as by programs
  // that did not know it.
  bool omit_if_empty = false;
  std::function<Json(const Configuration& configuration)> to_json = {};
  // Reads the member `key`. An error is that of `fields`, or returned.
  std::function<absl::Status(JsonFields& fields, Configuration& configuration)>
      from_json = {};

  std::vector<OptionRow> options = {};
  std::function<absl::Status(const Configuration& configuration)> check = {};
  // Two configurations differ in the setting if its JSON does, as the digits of
  // the texts may hide a difference. Unset for notes and what may differ
  // between two parts of one comparison.
  NamedText compared = {};
  // Instead of `compared`: what Difference returns; "" if both are the same.
  std::function<std::string(const Configuration& there,
                            const Configuration& here)>
      difference = {};
  // For people; the text is "" if there is nothing to say.
  NamedText described = {};
};

// "seed: '1' there and '2' here".
std::string Difference(absl::string_view what, const std::string& there,
                       const std::string& here);

const std::vector<SettingRow>& SettingsTable();

}  // namespace boardwalk::comparison
