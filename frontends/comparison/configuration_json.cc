// FormatConfiguration and ParseConfiguration.

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/comparison/configuration.h"
#include "nlohmann/json.hpp"

namespace boardwalk::comparison {
namespace {

using Json = nlohmann::ordered_json;
using std::chrono::nanoseconds;

// Increased when older programs would fail on the text or misread it.
constexpr int kVersion = 1;
// More than the largest number of games and players with long names needs.
constexpr size_t kMaxText = 1 << 20;

// A configuration is one object of objects and lists.
constexpr int kMaxNesting = 4;

Json CountJson(const std::optional<int64_t>& count) {
  return count.has_value() ? Json(*count) : Json(nullptr);
}

// Reads the members of an object one by one. After the first error it reads
// nothing more. `Finish` returns that error, or one for members that nobody
// read.
class Reader {
 public:
  Reader(const Json& json, std::string where) : where_(std::move(where)) {
    if (json.is_object()) {
      json_ = &json;
    } else {
      Fail("", "an object");
    }
  }

  // The member `key`. If it is missing, fails and returns null.
  const Json* Find(const char* key) {
    if (!status_.ok()) return nullptr;
    const auto found = json_->find(key);
    if (found == json_->end()) {
      status_ = absl::InvalidArgumentError(
          absl::StrCat("no '", Path(key), "' in the configuration"));
      return nullptr;
    }
    ++read_;
    return &*found;
  }
  void Fail(const char* key, absl::string_view wanted) {
    if (!status_.ok()) return;
    status_ = absl::InvalidArgumentError(
        absl::StrCat("'", Path(key), "' of the configuration is not ", wanted));
  }

  void Read(const char* key, int64_t& number) {
    const Json* json = Find(key);
    if (json == nullptr) return;
    // A number of 2^63 or more is kept as an unsigned one.
    if (!json->is_number_integer() ||
        (json->is_number_unsigned() && json->get<uint64_t>() >> 63 != 0)) {
      return Fail(key, "a whole number");
    }
    number = json->get<int64_t>();
  }
  void Read(const char* key, int& number) {
    int64_t wide = 0;
    Read(key, wide);
    if (wide != static_cast<int>(wide)) return Fail(key, "a small number");
    number = static_cast<int>(wide);
  }
  void Read(const char* key, uint64_t& number) {
    const Json* json = Find(key);
    if (json == nullptr) return;
    if (!json->is_number_unsigned()) {
      return Fail(key, "a whole number from 0 on");
    }
    number = json->get<uint64_t>();
  }
  void Read(const char* key, double& number) {
    const Json* json = Find(key);
    if (json == nullptr) return;
    if (!json->is_number()) return Fail(key, "a number");
    number = json->get<double>();
  }
  void Read(const char* key, bool& flag) {
    const Json* json = Find(key);
    if (json == nullptr) return;
    if (!json->is_boolean()) return Fail(key, "true or false");
    flag = json->get<bool>();
  }
  void Read(const char* key, nanoseconds& duration) {
    const Json* json = Find(key);
    if (json == nullptr) return;
    if (!json->is_string()) return Fail(key, "a time");
    const std::string text = json->get<std::string>();
    const auto parsed = ParseDuration(text);
    if (!parsed.ok() || FormatDuration(*parsed) != text) {
      return Fail(key, "a time such as 100ms");
    }
    duration = *parsed;
  }
  void Read(const char* key, std::string& text) {
    const Json* json = Find(key);
    if (json == nullptr) return;
    if (!json->is_string()) return Fail(key, "a text");
    text = json->get<std::string>();
  }
  void Read(const char* key, std::vector<std::string>& names) {
    const Json* json = Find(key);
    if (json == nullptr) return;
    if (!json->is_array()) return Fail(key, "a list of names");
    names.clear();
    for (const Json& name : *json) {
      if (!name.is_string()) return Fail(key, "a list of names");
      const auto& text = name.get_ref<const std::string&>();
      if (OneLine(text, text.size()) != text) {
        return Fail(key, "a list of names without control characters");
      }
      names.push_back(name.get<std::string>());
    }
  }
  void Read(const char* key,
            absl::StatusOr<ValueRule> (*parse)(absl::string_view text),
            std::optional<ValueRule>& rule) {
    const Json* json = Find(key);
    if (json == nullptr) return;
    const auto parsed =
        parse(json->is_string() ? json->get_ref<const std::string&>() : "");
    if (!parsed.ok()) return Fail(key, "a rule such as value=0.95,moves=4");
    rule = *parsed;
  }
  template <typename T>
  void Read(const char* key, std::optional<T>& value) {
    value.reset();
    if (!status_.ok()) return;
    const auto found = json_->find(key);
    if (found != json_->end() && found->is_null()) {
      ++read_;
      return;
    }
    Read(key, value.emplace());
  }

  // Reads an object inside this one; `value` is unset where it is null.
  template <typename T, typename ReadMembers>
  void ReadObject(const char* key, std::optional<T>& value,
                  const ReadMembers& read_members) {
    value.reset();
    const Json* json = Find(key);
    if (json == nullptr || json->is_null()) return;
    Reader inner(*json, Path(key));
    read_members(inner, value.emplace());
    status_.Update(inner.Finish());
  }

  absl::Status Finish() {
    // Keys are unique: if as many were read as there are, all were.
    if (status_.ok() && read_ != json_->size()) {
      status_ = absl::InvalidArgumentError(
          absl::StrCat(where_.empty() ? "the configuration" : where_,
                       " has members that this program does not know"));
    }
    return status_;
  }

 private:
  std::string Path(absl::string_view key) const {
    if (where_.empty()) return std::string(key);
    return key.empty() ? where_ : absl::StrCat(where_, ".", key);
  }

  const Json* json_ = nullptr;
  const std::string where_;
  size_t read_ = 0;
  absl::Status status_;
};

void ReadLimits(Reader& reader, Limits& limits) {
  reader.Read("time", limits.time);
  reader.Read("nodes", limits.nodes);
  reader.Read("playouts", limits.playouts);
  reader.Read("depth", limits.depth);
}

void ReadClock(Reader& reader, TimeControl& clock) {
  reader.Read("base", clock.base);
  reader.Read("increment", clock.increment);
}

void ReadSprt(Reader& reader, statistics::SprtHypotheses& sprt) {
  reader.Read("elo0", sprt.elo0);
  reader.Read("elo1", sprt.elo1);
  reader.Read("alpha", sprt.alpha);
  reader.Read("beta", sprt.beta);
  bool normalized = false;
  reader.Read("normalized", normalized);
  if (normalized) sprt.model = statistics::EloModel::kNormalized;
}

constexpr absl::string_view kChinese8 = "chinese8", kStar = "star";

void ReadContest(Reader& reader, Contest& contest) {
  std::string rules;
  reader.Read("rules", rules);
  if (rules == kStar) {
    contest.rules = Contest::Rules::kStar;
  } else if (rules != kChinese8) {
    reader.Fail("rules", "chinese8 or star");
  }
  reader.Read("second_costs", contest.second_costs);
  reader.Read("faults", contest.faults);
  reader.Read("guard", contest.guard);
}

}  // namespace

std::string FormatConfiguration(const Configuration& configuration) {
  const Limits& limits = configuration.limits;
  Json json = {
      {"boardwalk-comparison", kVersion},
      {"games", configuration.games},
      {"players", configuration.players},
      {"limits",
       {{"time", limits.time.has_value() ? Json(FormatDuration(*limits.time))
                                         : Json(nullptr)},
        {"nodes", CountJson(limits.nodes)},
        {"playouts", CountJson(limits.playouts)},
        {"depth", CountJson(limits.depth)}}},
      {"clock", nullptr},
      {"rounds", configuration.rounds},
      {"seed", configuration.seed},
      {"openings", configuration.openings},
      {"max_plies", configuration.max_plies},
      {"sprt", nullptr}};
  if (configuration.clock.has_value()) {
    json["clock"] = {
        {"base", FormatDuration(configuration.clock->base)},
        {"increment", FormatDuration(configuration.clock->increment)}};
  }
  if (configuration.sprt.has_value()) {
    const statistics::SprtHypotheses& sprt = *configuration.sprt;
    json["sprt"] = {{"elo0", sprt.elo0},
                    {"elo1", sprt.elo1},
                    {"alpha", sprt.alpha},
                    {"beta", sprt.beta},
                    {"normalized", sprt.normalized()}};
  }
  // Without these, the text is that of programs that know none.
  const Adjudication& adjudication = configuration.adjudication;
  if (adjudication.resign.has_value()) {
    json["resign"] = FormatValueRule(*adjudication.resign);
  }
  if (adjudication.draw.has_value()) {
    json["draw"] = FormatValueRule(*adjudication.draw);
  }
  if (!configuration.gauntlet.empty())
    json["gauntlet"] = configuration.gauntlet;
  if (!configuration.book.empty()) json["book"] = configuration.book;
  if (!configuration.aliases.empty()) json["aliases"] = configuration.aliases;
  if (!configuration.plugins.empty()) json["plugins"] = configuration.plugins;
  if (configuration.contest.has_value()) {
    const Contest& contest = *configuration.contest;
    const bool star = contest.rules == Contest::Rules::kStar;
    json["contest"] = {{"rules", star ? kStar : kChinese8},
                       {"second_costs", contest.second_costs},
                       {"faults", contest.faults},
                       {"guard", contest.guard}};
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

absl::StatusOr<Configuration> ParseConfiguration(absl::string_view text) {
  if (text.size() > kMaxText) {
    return absl::InvalidArgumentError(
        absl::StrCat("the configuration has ", text.size(),
                     " characters; at most ", kMaxText, " are read"));
  }
  bool too_deep = false;
  const auto keep = [&](int depth, Json::parse_event_t, const Json&) {
    too_deep = too_deep || depth > kMaxNesting;
    return !too_deep;
  };
  const Json json = Json::parse(text.begin(), text.end(), keep,
                                /*allow_exceptions=*/false);
  if (too_deep) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the configuration is nested more than ", kMaxNesting, " levels deep"));
  }
  if (json.is_discarded()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the configuration ", Quoted(text), " is not JSON"));
  }
  Configuration configuration;
  Reader reader(json, "");
  int64_t version = 0;
  reader.Read("boardwalk-comparison", version);
  if (version > kVersion) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the configuration is of version ", version,
        ", which a newer program wrote; this one knows ", kVersion));
  }
  reader.Read("games", configuration.games);
  reader.Read("players", configuration.players);
  std::optional<Limits> limits;
  reader.ReadObject("limits", limits, ReadLimits);
  reader.ReadObject("clock", configuration.clock, ReadClock);
  reader.Read("rounds", configuration.rounds);
  reader.Read("seed", configuration.seed);
  reader.Read("openings", configuration.openings);
  reader.Read("max_plies", configuration.max_plies);
  reader.ReadObject("sprt", configuration.sprt, ReadSprt);
  if (json.contains("resign")) {
    reader.Read("resign", ParseResignRule, configuration.adjudication.resign);
  }
  if (json.contains("draw")) {
    reader.Read("draw", ParseDrawRule, configuration.adjudication.draw);
  }
  if (json.contains("gauntlet")) {
    reader.Read("gauntlet", configuration.gauntlet);
  }
  if (json.contains("book")) reader.Read("book", configuration.book);
  if (json.contains("aliases")) reader.Read("aliases", configuration.aliases);
  if (json.contains("plugins")) reader.Read("plugins", configuration.plugins);
  if (json.contains("contest")) {
    reader.ReadObject("contest", configuration.contest, ReadContest);
  }
  if (version < 1) reader.Fail("boardwalk-comparison", "a version from 1 on");
  if (!limits.has_value()) reader.Fail("limits", "an object");
  RETURN_IF_ERROR(reader.Finish());
  configuration.limits = *limits;
  RETURN_IF_ERROR(CheckBounds(configuration));
  return configuration;
}

}  // namespace boardwalk::comparison
