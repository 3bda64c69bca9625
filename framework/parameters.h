// Names with parameters: all games and players are named like this.
//
//   star:size=4,players=3        mcts:playouts=2000,seed=7        random
//
// A value of other characters than these stands in double quotes, with a
// backslash before each quote and backslash inside:
//
//   engine:cmd="python3 bot.py --name \"Ada\"",protocol=ugi
//
// A game or player declares its parameters once; parsing, bounds, listings,
// help and error messages all come from that declaration.
//
// Example:
//
//   const std::vector<ParameterSpec> specs = {
//       IntParameter("size", 4, {3, 64}, "base of a home triangle"),
//       ChoiceParameter("phase", "full", "full|placement|movement", "..."),
//       OptionalDurationParameter("time", {1us, 24h}, "thinking time a move")};
//   ASSIGN_OR_RETURN(const Name name, ParseName("star:size=5"));
//   ASSIGN_OR_RETURN(const Parameters parameters,
//                    Parameters::Parse(name.id, specs, name.given));
//   parameters.Int("size") == 5;
//   parameters.Canonical() == "size=5";
//
// A declaration without bounds, or with a default outside them, does not
// compile.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace boardwalk {

enum class ParameterType { kInt, kReal, kDuration, kChoice, kList, kText };

// "integer", "number", "duration", "choice", "list" or "text".
absl::string_view ParameterTypeName(ParameterType type);

// Inclusive bounds.
template <typename T>
struct Bounds {
  T min;
  T max;
};

// One declared parameter; made by the functions below. Durations are bounded in
// seconds. A list is whole numbers joined by '+', each within the bounds.
struct ParameterSpec {
  ParameterType type = ParameterType::kInt;
  absl::string_view name;
  absl::string_view help;    // one line
  bool has_default = false;  // else it is unset unless given
  // Whether a choice may also be the path of a file, which has a '/' or a '.'.
  bool or_file = false;
  double default_number = 0;  // kInt, kReal; kDuration in seconds
  absl::string_view default_choice;
  double min = 0;
  double max = 0;
  absl::string_view choices;  // joined by '|'

  // The default as it would be typed, "" if there is none.
  std::string DefaultText() const;
  // The bounds as they would be typed, "" for choices and texts.
  std::string MinText() const;
  std::string MaxText() const;
  // "a whole number from 3 to 64", "one of full, placement, movement".
  std::string Accepts() const;
};
// clang 14 passes a constant that ends in padding wrongly, so no small member
// stands last.
static_assert(sizeof(ParameterSpec) == offsetof(ParameterSpec, choices) +
                                           sizeof(ParameterSpec::choices));

namespace internal {
// Not constexpr: calling it at compile time is an error, with its name as the
// message.
inline void ParameterDefaultIsOutsideItsBounds() {}
inline void ParameterBoundsAreEmpty() {}
inline void ParameterNameMustBeLowerCase() {}
inline void ParameterDefaultIsNoneOfTheChoices() {}

consteval ParameterSpec NumberSpec(ParameterType type, absl::string_view name,
                                   double min, double max,
                                   absl::string_view help) {
  if (!(min <= max)) ParameterBoundsAreEmpty();
  if (name.empty()) ParameterNameMustBeLowerCase();
  for (const char c : name) {
    if (!(c >= 'a' && c <= 'z') && c != '_') ParameterNameMustBeLowerCase();
  }
  ParameterSpec spec;
  spec.type = type;
  spec.name = name;
  spec.help = help;
  spec.min = min;
  spec.max = max;
  return spec;
}

consteval ParameterSpec WithDefault(ParameterSpec spec, double value) {
  if (!(spec.min <= value && value <= spec.max)) {
    ParameterDefaultIsOutsideItsBounds();
  }
  spec.has_default = true;
  spec.default_number = value;
  return spec;
}

consteval bool IsChoice(absl::string_view choices, absl::string_view choice) {
  size_t begin = 0;
  while (begin <= choices.size()) {
    size_t end = begin;
    while (end < choices.size() && choices[end] != '|') ++end;
    if (choices.substr(begin, end - begin) == choice) return true;
    begin = end + 1;
  }
  return false;
}

consteval double Seconds(std::chrono::nanoseconds duration) {
  return static_cast<double>(duration.count()) * 1e-9;
}
}  // namespace internal

// A whole number. Also written like 1e6. The bounds must be within +-2^53.
consteval ParameterSpec IntParameter(absl::string_view name, int64_t value,
                                     Bounds<int64_t> bounds,
                                     absl::string_view help) {
  return internal::WithDefault(
      internal::NumberSpec(ParameterType::kInt, name,
                           static_cast<double>(bounds.min),
                           static_cast<double>(bounds.max), help),
      static_cast<double>(value));
}
consteval ParameterSpec OptionalIntParameter(absl::string_view name,
                                             Bounds<int64_t> bounds,
                                             absl::string_view help) {
  return internal::NumberSpec(ParameterType::kInt, name,
                              static_cast<double>(bounds.min),
                              static_cast<double>(bounds.max), help);
}

// A finite number.
consteval ParameterSpec RealParameter(absl::string_view name, double value,
                                      Bounds<double> bounds,
                                      absl::string_view help) {
  return internal::WithDefault(
      internal::NumberSpec(ParameterType::kReal, name, bounds.min, bounds.max,
                           help),
      value);
}

consteval ParameterSpec OptionalRealParameter(absl::string_view name,
                                              Bounds<double> bounds,
                                              absl::string_view help) {
  return internal::NumberSpec(ParameterType::kReal, name, bounds.min,
                              bounds.max, help);
}

// A time span written with its unit: 50us, 100ms, 2s, 1.5s, 3m, 1h.
consteval ParameterSpec OptionalDurationParameter(
    absl::string_view name, Bounds<std::chrono::nanoseconds> bounds,
    absl::string_view help) {
  return internal::NumberSpec(ParameterType::kDuration, name,
                              internal::Seconds(bounds.min),
                              internal::Seconds(bounds.max), help);
}

// One of a few words, joined by '|' in `choices`.
consteval ParameterSpec ChoiceParameter(absl::string_view name,
                                        absl::string_view value,
                                        absl::string_view choices,
                                        absl::string_view help) {
  if (!internal::IsChoice(choices, value)) {
    internal::ParameterDefaultIsNoneOfTheChoices();
  }
  ParameterSpec spec =
      internal::NumberSpec(ParameterType::kChoice, name, 0, 0, help);
  spec.has_default = true;
  spec.default_choice = value;
  spec.choices = choices;
  return spec;
}

// The same, unset unless given.
consteval ParameterSpec OptionalChoiceParameter(absl::string_view name,
                                                absl::string_view choices,
                                                absl::string_view help) {
  ParameterSpec spec =
      internal::NumberSpec(ParameterType::kChoice, name, 0, 0, help);
  spec.choices = choices;
  return spec;
}

// The same; the path of a file, which has a '/' or a '.', is a choice, too.
consteval ParameterSpec OptionalChoiceOrFileParameter(absl::string_view name,
                                                      absl::string_view choices,
                                                      absl::string_view help) {
  ParameterSpec spec = OptionalChoiceParameter(name, choices, help);
  spec.or_file = true;
  return spec;
}
// Whether that value is the path of a file.
bool IsFileChoice(absl::string_view value);

// Whole numbers joined by '+', such as 0+3; unset unless given.
consteval ParameterSpec OptionalListParameter(absl::string_view name,
                                              Bounds<int64_t> bounds,
                                              absl::string_view help) {
  return internal::NumberSpec(ParameterType::kList, name,
                              static_cast<double>(bounds.min),
                              static_cast<double>(bounds.max), help);
}

// Any text of printable characters; unset unless given.
consteval ParameterSpec OptionalTextParameter(absl::string_view name,
                                              absl::string_view help) {
  return internal::NumberSpec(ParameterType::kText, name, 0, 0, help);
}

// `text` as a value in a name: bare if it has only letters, digits and
// "_./+-", else in quotes.
std::string QuoteValue(absl::string_view text);

// The pieces of `text` between any of `separators`, empty ones included. Those
// within double quotes separate nothing; a backslash in quotes keeps the quote
// after it from ending them.
std::vector<absl::string_view> SplitOutsideQuotes(absl::string_view text,
                                                  absl::string_view separators);

// The parts of a name: the id before the colon, and the settings after it,
// without quotes.
struct Name {
  std::string id;
  std::vector<std::pair<std::string, std::string>> given;
};

// Splits "id:key=value,key=value". Errors: no id, a setting without '=' or
// without a key, a key given twice, quotes that do not enclose a whole value,
// control characters, bytes that are no UTF-8, more than 1000 characters.
absl::StatusOr<Name> ParseName(absl::string_view text);

// Splits a list of names at commas and white space; a piece with '=' and no ':'
// before it continues the previous name. Nothing is split within quotes.
absl::StatusOr<std::vector<std::string>> SplitNames(absl::string_view text);

// Reads a time span such as "100ms"; the error says what is accepted.
absl::StatusOr<std::chrono::nanoseconds> ParseDuration(absl::string_view text);
// The exact form that ParseDuration reads back, in the largest unit up to
// seconds that makes it a whole number: "1500ms", "2s", "3600s".
std::string FormatDuration(std::chrono::nanoseconds duration);

// Values for a declared list of parameters. A regular value type.
class Parameters {
 public:
  // Checks `given` against `specs`. `owner` names the game or player in errors,
  // which name the setting, its bounds and the nearest valid spelling.
  static absl::StatusOr<Parameters> Parse(
      absl::string_view owner, std::vector<ParameterSpec> specs,
      const std::vector<std::pair<std::string, std::string>>& given);

  // Whether the parameter has a value, by default or because it was given.
  bool Has(absl::string_view name) const;
  // Whether it was given (and not removed since).
  bool WasGiven(absl::string_view name) const;

  // The values. REQUIRES: the parameter is declared with that type, and Has it;
  // otherwise 0, "" or an empty list.
  int64_t Int(absl::string_view name) const;
  double Real(absl::string_view name) const;
  std::chrono::nanoseconds Duration(absl::string_view name) const;
  absl::string_view Choice(absl::string_view name) const;
  absl::string_view Text(absl::string_view name) const;
  std::vector<int> List(absl::string_view name) const;

  // Sets a declared parameter to the value `text`; errors like Parse.
  absl::Status Set(absl::string_view name, absl::string_view text);
  // Sets the parameters in "key=value,key=value" that have no value yet; errors
  // like Set.
  absl::Status FillIn(absl::string_view settings);
  // Back to the default, or to unset.
  void Reset(absl::string_view name);

  // "key=value,key=value": what differs from the defaults, in declared order;
  // "" when nothing does.
  std::string Canonical() const;

 private:
  struct Value {
    bool given = false;
    double number = 0;      // kInt, kReal, kDuration (nanoseconds)
    std::string text;       // kChoice, kText
    std::vector<int> list;  // kList
    bool operator==(const Value&) const = default;
  };
  int Find(absl::string_view name) const;  // -1 if undeclared
  std::string FormatValue(size_t index) const;

  std::string owner_;
  std::vector<ParameterSpec> specs_;
  std::vector<Value> values_;
};

// "id" or "id:canonical settings".
std::string CanonicalName(absl::string_view id, const Parameters& parameters);

}  // namespace boardwalk
