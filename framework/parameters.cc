#include "framework/parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/suggest.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;

struct Unit {
  absl::string_view suffix;
  int64_t nanoseconds;
};
// Longer suffixes first, so that "ms" is not read as "s".
constexpr std::array<Unit, 6> kUnits = {{{"ns", 1},
                                         {"us", 1'000},
                                         {"ms", 1'000'000},
                                         {"s", kNanosecondsPerSecond},
                                         {"m", 60 * kNanosecondsPerSecond},
                                         {"h", 3600 * kNanosecondsPerSecond}}};

std::chrono::nanoseconds FromSeconds(double seconds) {
  return std::chrono::nanoseconds(
      std::llround(seconds * static_cast<double>(kNanosecondsPerSecond)));
}

// The shortest decimal that reads back as `number`.
std::string FormatNumber(double number) {
  if (number == std::floor(number) && std::abs(number) < 9e15) {
    return absl::StrCat(static_cast<int64_t>(number));
  }
  std::array<char, 40> buffer;
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, number);
    double back = 0;
    if (absl::SimpleAtod(buffer.data(), &back) && back == number) {
      break;
    }
  }
  return buffer.data();
}

// Reads a finite decimal number; refuses "nan", "inf" and hexadecimal.
bool ReadNumber(absl::string_view text, double& number) {
  if (text.empty() ||
      text.find_first_not_of("0123456789.eE+-") != absl::string_view::npos) {
    return false;
  }
  return absl::SimpleAtod(text, &number) && std::isfinite(number);
}

std::vector<std::string> Choices(const ParameterSpec& spec) {
  return absl::StrSplit(spec.choices, '|');
}

std::string FormatNumberOf(const ParameterSpec& spec, double number) {
  return spec.type == ParameterType::kDuration
             ? FormatDuration(FromSeconds(number))
             : FormatNumber(number);
}

bool IsBareCharacter(char c) {
  return absl::ascii_isalnum(c) || absl::StrContains("_./+-", c);
}

// What is wrong with a character of a name; "" if nothing is.
std::string WhyUnreadable(absl::string_view text) {
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    if (length == 0) return "bytes that are no UTF-8";
    if (IsControlCharacter(text.substr(0, length))) return "control characters";
    text.remove_prefix(length);
  }
  return "";
}

// Takes the quotes off a value. False if there are some and they do not enclose
// all of it.
bool Unquote(std::string& value) {
  if (value.empty() || value.front() != '"') {
    return !absl::StrContains(value, '"');
  }
  std::string plain;
  for (size_t i = 1; i < value.size(); ++i) {
    if (value[i] == '"') {
      if (i + 1 != value.size()) return false;
      value = plain;
      return true;
    }
    if (value[i] == '\\' && ++i == value.size()) return false;
    plain += value[i];
  }
  return false;
}

}  // namespace

absl::string_view ParameterTypeName(ParameterType type) {
  switch (type) {
    case ParameterType::kInt:
      return "integer";
    case ParameterType::kReal:
      return "number";
    case ParameterType::kDuration:
      return "duration";
    case ParameterType::kChoice:
      return "choice";
    case ParameterType::kList:
      return "list";
    case ParameterType::kText:
      return "text";
  }
  return "";
}

std::string ParameterSpec::DefaultText() const {
  if (!has_default) return "";
  return type == ParameterType::kChoice ? std::string(default_choice)
                                        : FormatNumberOf(*this, default_number);
}

std::string ParameterSpec::MinText() const {
  const bool words =
      type == ParameterType::kChoice || type == ParameterType::kText;
  return words ? "" : FormatNumberOf(*this, min);
}

std::string ParameterSpec::MaxText() const {
  const bool words =
      type == ParameterType::kChoice || type == ParameterType::kText;
  return words ? "" : FormatNumberOf(*this, max);
}

std::string ParameterSpec::Accepts() const {
  const std::string range =
      absl::StrCat(" from ", MinText(), " to ", MaxText());
  switch (type) {
    case ParameterType::kInt:
      return absl::StrCat("a whole number", range);
    case ParameterType::kReal:
      return absl::StrCat("a number", range);
    case ParameterType::kDuration:
      return absl::StrCat("a time with its unit (100ms, 2s)", range);
    case ParameterType::kChoice:
      return absl::StrCat("one of ", absl::StrJoin(Choices(*this), ", "),
                          or_file ? ", or a file such as ./NAME" : "");
    case ParameterType::kList:
      return absl::StrCat("whole numbers", range, " joined by '+'");
    case ParameterType::kText:
      return "a text, in double quotes if it has blanks or commas";
  }
  return "";
}

bool IsFileChoice(absl::string_view value) {
  return value.find_first_of("/.") != absl::string_view::npos;
}

std::string QuoteValue(absl::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), IsBareCharacter)) {
    return std::string(text);
  }
  return absl::StrCat(
      "\"", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"");
}

std::vector<absl::string_view> SplitOutsideQuotes(
    absl::string_view text, absl::string_view separators) {
  std::vector<absl::string_view> pieces;
  size_t begin = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      quoted = !quoted;
    } else if (quoted && text[i] == '\\') {
      ++i;
    } else if (!quoted && absl::StrContains(separators, text[i])) {
      pieces.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  pieces.push_back(text.substr(begin));
  return pieces;
}

absl::StatusOr<Name> ParseName(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  constexpr size_t kMaxCharacters = 1000;
  if (text.size() > kMaxCharacters) {
    return InvalidArgument("'", text.substr(0, 40), "...' is longer than ",
                           kMaxCharacters, " characters; write id:key=value");
  }
  const std::string unreadable = WhyUnreadable(text);
  if (!unreadable.empty()) {
    return InvalidArgument(Quoted(text), " has ", unreadable,
                           ", which no name has");
  }
  Name name;
  const size_t colon = text.find(':');
  name.id = std::string(text.substr(0, colon));
  if (name.id.empty()) {
    return InvalidArgument("'", text, "' names nothing; write id:key=value");
  }
  if (colon == absl::string_view::npos) return name;
  for (const absl::string_view piece :
       SplitOutsideQuotes(text.substr(colon + 1), ",")) {
    const size_t equals = piece.find('=');
    if (equals == absl::string_view::npos || equals == 0) {
      return InvalidArgument("'", piece, "' in '", text,
                             "' is no setting; write ", name.id, ":key=value");
    }
    std::string key(piece.substr(0, equals));
    for (const auto& [other, value] : name.given) {
      if (other == key) {
        return InvalidArgument("'", key, "' is given twice in '", text, "'");
      }
    }
    std::string value(piece.substr(equals + 1));
    if (!Unquote(value)) {
      return InvalidArgument("the quotes in '", piece,
                             "' do not enclose the whole ", "value; write ",
                             key,
                             "=\"...\", with \\\" for a quote "
                             "and \\\\ for a backslash inside");
    }
    name.given.emplace_back(std::move(key), std::move(value));
  }
  return name;
}

absl::StatusOr<std::vector<std::string>> SplitNames(absl::string_view text) {
  std::vector<std::string> names;
  for (const absl::string_view piece : SplitOutsideQuotes(text, ", \t\n")) {
    if (piece.empty()) continue;
    const size_t equals = piece.find('=');
    const bool continues =
        equals != absl::string_view::npos && piece.find(':') > equals;
    if (!continues) {
      names.emplace_back(piece);
      continue;
    }
    if (names.empty()) {
      return InvalidArgument("the list begins with the setting '", piece,
                             "', which belongs behind a name: id:", piece);
    }
    const bool first = names.back().find(':') == std::string::npos;
    absl::StrAppend(&names.back(), first ? ":" : ",", piece);
  }
  return names;
}

absl::StatusOr<std::chrono::nanoseconds> ParseDuration(absl::string_view text) {
  for (const Unit& unit : kUnits) {
    if (text.size() <= unit.suffix.size()) continue;
    const size_t split = text.size() - unit.suffix.size();
    if (text.substr(split) != unit.suffix) continue;
    double number = 0;
    if (!ReadNumber(text.substr(0, split), number)) continue;
    const double nanoseconds = number * static_cast<double>(unit.nanoseconds);
    if (std::abs(nanoseconds) > 9e18) break;
    return std::chrono::nanoseconds(std::llround(nanoseconds));
  }
  return InvalidArgument(
      "'", text, "' is no time; write a number and a unit: 100ms, 2s, 5m");
}

std::string FormatDuration(std::chrono::nanoseconds duration) {
  const Unit* best = &kUnits[0];
  for (const Unit& unit : kUnits) {
    const bool up_to_seconds = unit.nanoseconds <= kNanosecondsPerSecond;
    if (up_to_seconds && duration.count() % unit.nanoseconds == 0) best = &unit;
  }
  return absl::StrCat(duration.count() / best->nanoseconds, best->suffix);
}

absl::StatusOr<Parameters> Parameters::Parse(
    absl::string_view owner, std::vector<ParameterSpec> specs,
    const std::vector<std::pair<std::string, std::string>>& given) {
  Parameters parameters;
  parameters.owner_ = std::string(owner);
  parameters.specs_ = std::move(specs);
  parameters.values_.resize(parameters.specs_.size());
  for (const ParameterSpec& spec : parameters.specs_) {
    parameters.Reset(spec.name);
  }
  for (const auto& [key, text] : given) {
    RETURN_IF_ERROR(parameters.Set(key, text));
  }
  return parameters;
}

int Parameters::Find(absl::string_view name) const {
  for (size_t i = 0; i < specs_.size(); ++i) {
    if (specs_[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

void Parameters::Reset(absl::string_view name) {
  const int index = Find(name);
  if (index < 0) return;
  const ParameterSpec& spec = specs_[index];
  Value value;
  value.number =
      spec.type == ParameterType::kDuration
          ? static_cast<double>(FromSeconds(spec.default_number).count())
          : spec.default_number;
  value.text = std::string(spec.default_choice);
  values_[index] = std::move(value);
}

absl::Status Parameters::Set(absl::string_view name, absl::string_view text) {
  const int index = Find(name);
  if (index < 0) {
    std::vector<std::string> names;
    for (const ParameterSpec& spec : specs_) names.emplace_back(spec.name);
    const std::string known =
        names.empty() ? absl::StrCat(owner_, " takes none")
                      : absl::StrCat("it has ", absl::StrJoin(names, ", "));
    std::string hint = DidYouMean(name, names);
    if (hint.empty()) hint = ";";
    return InvalidArgument(owner_, " has no parameter '", name, "'", hint, " ",
                           known);
  }
  const ParameterSpec& spec = specs_[index];
  const auto wrong = [&](absl::string_view nearest) {
    std::string message = absl::StrCat(spec.name, "=", text, " of ", owner_,
                                       ": ", spec.name, " is ", spec.Accepts());
    if (!nearest.empty()) {
      absl::StrAppend(&message, "; nearest: ", spec.name, "=", nearest);
    }
    return absl::InvalidArgumentError(message);
  };
  const auto clamped = [&](double number) {
    return FormatNumberOf(spec, std::clamp(number, spec.min, spec.max));
  };
  Value value;
  value.given = true;
  switch (spec.type) {
    case ParameterType::kInt:
    case ParameterType::kReal: {
      if (!ReadNumber(text, value.number)) return wrong("");
      const bool whole = spec.type == ParameterType::kInt;
      // A number that no double holds would be rounded, perhaps into the
      // bounds.
      int64_t exact = 0;
      if (whole && absl::SimpleAtoi(text, &exact) &&
          exact > static_cast<int64_t>(spec.max)) {
        return wrong(clamped(spec.max));
      }
      if (whole && value.number != std::floor(value.number)) {
        return wrong(clamped(std::round(value.number)));
      }
      if (value.number < spec.min || value.number > spec.max) {
        return wrong(clamped(value.number));
      }
      break;
    }
    case ParameterType::kDuration: {
      const auto duration = ParseDuration(text);
      if (!duration.ok()) return wrong("");
      value.number = static_cast<double>(duration->count());
      const double seconds =
          value.number / static_cast<double>(kNanosecondsPerSecond);
      if (*duration < FromSeconds(spec.min) ||
          *duration > FromSeconds(spec.max)) {
        return wrong(clamped(seconds));
      }
      break;
    }
    case ParameterType::kChoice: {
      const std::vector<std::string> choices = Choices(spec);
      const bool is_file = spec.or_file && IsFileChoice(text);
      if (!is_file &&
          std::find(choices.begin(), choices.end(), text) == choices.end()) {
        return wrong(Nearest(text, choices, 1).front());
      }
      if (!is_file) {
        value.text = std::string(text);
        break;
      }
      [[fallthrough]];
    }
    case ParameterType::kText: {
      const std::string unreadable = WhyUnreadable(text);
      if (!unreadable.empty()) {
        return InvalidArgument(spec.name, " of ", owner_, ": ", Quoted(text),
                               " has ", unreadable, "; a text has none");
      }
      value.text = std::string(text);
      break;
    }
    case ParameterType::kList:
      for (absl::string_view piece : absl::StrSplit(text, '+')) {
        int number = 0;
        if (!absl::SimpleAtoi(piece, &number) || number < spec.min ||
            number > spec.max) {
          return wrong("");
        }
        value.list.push_back(number);
      }
      break;
  }
  values_[index] = std::move(value);
  return absl::OkStatus();
}

absl::Status Parameters::FillIn(absl::string_view settings) {
  if (settings.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const auto name,
                   ParseName(absl::StrCat(owner_, ":", settings)));
  for (const auto& [key, value] : name.given) {
    if (Has(key)) continue;
    RETURN_IF_ERROR(Set(key, value));
  }
  return absl::OkStatus();
}

bool Parameters::Has(absl::string_view name) const {
  const int index = Find(name);
  return index >= 0 && (values_[index].given || specs_[index].has_default);
}

bool Parameters::WasGiven(absl::string_view name) const {
  const int index = Find(name);
  return index >= 0 && values_[index].given;
}

int64_t Parameters::Int(absl::string_view name) const {
  const int index = Find(name);
  return index < 0 ? 0 : static_cast<int64_t>(values_[index].number);
}

double Parameters::Real(absl::string_view name) const {
  const int index = Find(name);
  return index < 0 ? 0 : values_[index].number;
}

std::chrono::nanoseconds Parameters::Duration(absl::string_view name) const {
  return std::chrono::nanoseconds(Int(name));
}

absl::string_view Parameters::Choice(absl::string_view name) const {
  const int index = Find(name);
  return index < 0 ? absl::string_view() : values_[index].text;
}

absl::string_view Parameters::Text(absl::string_view name) const {
  return Choice(name);
}

std::vector<int> Parameters::List(absl::string_view name) const {
  const int index = Find(name);
  return index < 0 ? std::vector<int>() : values_[index].list;
}

std::string Parameters::FormatValue(size_t index) const {
  const Value& value = values_[index];
  switch (specs_[index].type) {
    case ParameterType::kChoice:
    case ParameterType::kText:
      return QuoteValue(value.text);
    case ParameterType::kList:
      return absl::StrJoin(value.list, "+");
    case ParameterType::kDuration:
      return FormatDuration(
          std::chrono::nanoseconds(static_cast<int64_t>(value.number)));
    case ParameterType::kInt:
    case ParameterType::kReal:
      return FormatNumber(value.number);
  }
  return "";
}

std::string Parameters::Canonical() const {
  std::vector<std::string> settings;
  for (size_t i = 0; i < specs_.size(); ++i) {
    if (!values_[i].given) continue;
    std::string text = FormatValue(i);
    if (specs_[i].has_default && text == specs_[i].DefaultText()) continue;
    settings.push_back(absl::StrCat(specs_[i].name, "=", text));
  }
  return absl::StrJoin(settings, ",");
}

std::string CanonicalName(absl::string_view id, const Parameters& parameters) {
  const std::string settings = parameters.Canonical();
  return settings.empty() ? std::string(id) : absl::StrCat(id, ":", settings);
}

}  // namespace boardwalk
