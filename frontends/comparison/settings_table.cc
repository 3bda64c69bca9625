#include "frontends/comparison/settings_table.h"

#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "framework/errors.h"
#include "framework/levels.h"
#include "framework/limits.h"
#include "framework/match.h"
#include "framework/player.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/comparison/openings.h"

namespace boardwalk::comparison {
namespace {

using Form = SettingOption::Form;
using statistics::SprtHypotheses;

constexpr absl::string_view kAllGames = "all";

// --- What several rows use ---------------------------------------------------

// The option of a setting that is one text; `text` is "" where it is left out.
OptionRow TextOption(
    SettingOption declared,
    const std::function<absl::Status(const std::string& text,
                                     Configuration& configuration)>& read,
    const TextOf& text) {
  OptionRow option = {.declared = std::move(declared)};
  option.read = [read](const Texts& texts, const Catalog&, Configuration& c) {
    return read(texts.front(), c);
  };
  option.texts = [text](const Configuration& c) {
    std::string one = text(c);
    return one.empty() ? Texts{} : Texts{std::move(one)};
  };
  return option;
}

absl::Status ReadReal(const std::string& text, double& number) {
  if (absl::SimpleAtod(text, &number)) return absl::OkStatus();
  return InvalidArgument(Quoted(text), " is not a number");
}

// Reads a setting that is an object, or null.
std::function<absl::Status(JsonFields&, Configuration&)> ReadObject(
    const char* key, void (*read)(JsonFields& inner, Configuration& c)) {
  return [=](JsonFields& fields, Configuration& c) {
    const Json* const json = fields.Find(key);
    if (json == nullptr) return absl::OkStatus();
    JsonFields inner(*json, key);
    read(inner, c);
    return inner.Check();
  };
}

// A list of texts.
void ReadTexts(JsonFields& fields, absl::string_view key, size_t max,
               Texts& texts) {
  texts = fields.Texts(key, max);
  for (const std::string& text : texts) {
    if (OneLine(text, text.size()) != text) {
      fields.Refuse(key, "a list of texts without control characters");
    }
  }
}

TextOf Joined(Texts Configuration::*member, const char* separator) {
  return [=](const Configuration& c) {
    return absl::StrJoin(c.*member, separator);
  };
}

// A row for a list of texts. A check may have a better message for more than
// `max`: then the list may have one more.
SettingRow List(const char* key, size_t max, Texts Configuration::*member) {
  SettingRow row = {.key = key};
  row.to_json = [=](const Configuration& c) { return Json(c.*member); };
  row.from_json = [=](JsonFields& fields, Configuration& c) {
    ReadTexts(fields, key, max, c.*member);
    return absl::OkStatus();
  };
  row.compared = {key, Joined(member, ",")};
  return row;
}

// An option that is such a list.
OptionRow ListOption(SettingOption declared, std::vector<SettingsOf> commands,
                     Texts Configuration::*member) {
  OptionRow option = {.declared = std::move(declared),
                      .commands = std::move(commands)};
  option.texts = [=](const Configuration& c) { return c.*member; };
  return option;
}

absl::Status CheckRange(absl::string_view what, int64_t number,
                        const Bounds<int64_t>& bounds) {
  if (number >= bounds.min && number <= bounds.max) return absl::OkStatus();
  return InvalidArgument("the number of ", what, " is ", number, "; give ",
                         bounds.min, " to ", bounds.max);
}

// A row for a whole number, which is the option of the same name.
template <typename T>
SettingRow Number(const char* key, const char* what, const char* help,
                  const Bounds<int64_t>& bounds, T Configuration::*member) {
  SettingRow row = {.key = key};
  row.to_json = [=](const Configuration& c) { return Json(c.*member); };
  row.from_json = [=](JsonFields& fields, Configuration& c) {
    const auto number = fields.OptionalInt(key, bounds);
    if (!number.has_value()) fields.Refuse(key, "a whole number");
    c.*member = static_cast<T>(number.value_or(bounds.min));
    return absl::OkStatus();
  };
  row.check = [=](const Configuration& c) {
    return CheckRange(what, static_cast<int64_t>(c.*member), bounds);
  };
  row.compared = {
      what, [=](const Configuration& c) { return absl::StrCat(c.*member); }};
  row.described = row.compared;
  const auto read = [=](const std::string& text, Configuration& c) {
    int64_t number = 0;
    if (!absl::SimpleAtoi(text, &number)) {
      return InvalidArgument(Quoted(text), " is not a whole number");
    }
    c.*member = static_cast<T>(number);
    return absl::OkStatus();
  };
  row.options = {TextOption(
      {.name = absl::StrCat("--", absl::StrReplaceAll(key, {{"_", "-"}})),
       .value = "N",
       .help = help,
       .bounds = bounds},
      read, row.compared.text)};
  row.options.front().has_fallback = true;
  return row;
}

// --- Games and players -------------------------------------------------------

// The names with `all` replaced by the games that are not among them.
Texts WithAllGames(const Texts& names, const Catalog& catalog) {
  Texts games;
  for (const std::string& name : names) {
    if (name != kAllGames) {
      games.push_back(name);
      continue;
    }
    for (const GamePlugin& plugin : catalog.games()) {
      if (!Contains(names, plugin.info.id)) games.push_back(plugin.info.id);
    }
  }
  return games;
}

SettingRow Games() {
  SettingRow row = List("games", kMaxGames + 1, &Configuration::games);
  OptionRow list = ListOption({.name = "--games",
                               .value = "GAMES",
                               .help = "games, or all",
                               .form = Form::kWords},
                              {SettingsOf::kCompare}, &Configuration::games);
  list.read = [](const Texts& given, const Catalog& catalog,
                 Configuration& c) -> absl::Status {
    ASSIGN_OR_RETURN(const auto names, SplitNames(absl::StrJoin(given, " ")));
    c.games = WithAllGames(names, catalog);
    return absl::OkStatus();
  };
  OptionRow one =
      ListOption({.name = "GAME", .value = "GAME", .help = "the game"},
                 {SettingsOf::kSprt, SettingsOf::kTune}, &Configuration::games);
  one.read = [](const Texts& given, const Catalog&, Configuration& c) {
    c.games = given;
    return absl::OkStatus();
  };
  row.options = {std::move(list), std::move(one)};
  row.check = [](const Configuration& c) {
    return CheckRange("games", static_cast<int64_t>(c.games.size()),
                      {1, static_cast<int64_t>(kMaxGames)});
  };
  return row;
}

// The players with their aliases in front.
Texts PlayersWithAliases(const Configuration& configuration) {
  Texts players = configuration.players;
  for (size_t i = 0; i < players.size(); ++i) {
    const std::string shown = ShownName(configuration, static_cast<int>(i));
    if (shown != players[i]) players[i] = absl::StrCat(shown, "=", players[i]);
  }
  return players;
}

SettingRow Players() {
  SettingRow row = List("players", kMaxEntrants + 1, &Configuration::players);
  row.options = {{.declared = {.name = "--players",
                               .value = "PLAYERS",
                               .help = "players, or ALIAS=PLAYER",
                               .form = Form::kWords},
                  .commands = {SettingsOf::kCompare, SettingsOf::kSprt},
                  .read = ReadPlayers,
                  .texts = PlayersWithAliases}};
  row.check = [](const Configuration& c) {
    return CheckRange("players", static_cast<int64_t>(c.players.size()),
                      {2, static_cast<int64_t>(kMaxEntrants)});
  };
  return row;
}

SettingRow Gauntlet() {
  SettingRow row = List("gauntlet", kMaxEntrants, &Configuration::gauntlet);
  row.omit_if_empty = true;
  OptionRow option = ListOption(
      {.name = "--gauntlet",
       .value = "PLAYERS",
       .help = "only games with at least one of these of the players",
       .form = Form::kWords},
      {SettingsOf::kCompare}, &Configuration::gauntlet);
  option.read = [](const Texts& given, const Catalog&,
                   Configuration& c) -> absl::Status {
    ASSIGN_OR_RETURN(c.gauntlet, SplitNames(absl::StrJoin(given, " ")));
    return absl::OkStatus();
  };
  row.options = {std::move(option)};
  row.check = [](const Configuration& c) {
    for (const std::string& name : c.gauntlet) {
      if (Contains(c.players, name)) continue;
      return InvalidArgument("the gauntlet is of ", Quoted(name),
                             ", which is not among the players");
    }
    return absl::OkStatus();
  };
  row.described = {"gauntlet of", Joined(&Configuration::gauntlet, ", ")};
  return row;
}

// Whether each alias is a word of its own, for one of the players.
absl::Status CheckAliases(const Configuration& configuration) {
  Texts words, names;
  for (const std::string& alias : configuration.aliases) {
    const std::string word = AliasWord(alias);
    const std::string name = AliasedName(alias);
    if (!IsAliasWord(word)) {
      return InvalidArgument("the alias ", Quoted(word),
                             " is no simple word: give a letter, then "
                             "letters, digits, '-' and '_', ",
                             kMaxAlias, " at most");
    }
    if (!Contains(configuration.players, name)) {
      return InvalidArgument("the alias '", word, "' is for ", Quoted(name),
                             ", which is not among the players");
    }
    if (Contains(words, word)) {
      return InvalidArgument("the alias '", word, "' is given to two players");
    }
    if (Contains(names, name)) {
      return InvalidArgument("the player '", name, "' has two aliases");
    }
    words.push_back(word);
    names.push_back(name);
  }
  return absl::OkStatus();
}

// A note, which is not compared.
SettingRow Note(const char* key, const char* what, size_t max,
                Texts Configuration::*member) {
  SettingRow row = List(key, max, member);
  row.omit_if_empty = true;
  row.compared = {};
  row.described = {what, Joined(member, ", ")};
  return row;
}

// Their option is that of the players.
SettingRow Aliases() {
  SettingRow row =
      Note("aliases", "names", kMaxEntrants, &Configuration::aliases);
  row.check = CheckAliases;
  return row;
}

// --- Limits ------------------------------------------------------------------

// A limit of a move: the time, or a count of something.
struct MoveLimit {
  const ParameterSpec& spec;              // of a player's own limit
  std::optional<int64_t> Limits::*count;  // null for the time
  const char* value;
  const char* help;
};
constexpr MoveLimit kMoveLimits[] = {
    {kTimeParameter, nullptr, "T", "CPU time for a move, such as 100ms"},
    {kNodesParameter, &Limits::nodes, "N",
     "positions that a search may visit for a move"},
    {kPlayoutsParameter, &Limits::playouts, "N", "playouts for a move"},
    {kDepthParameter, &Limits::depth, "N",
     "plies that a search may look ahead"}};

// "" if it is not set.
std::string LimitText(const MoveLimit& limit, const Limits& limits) {
  if (limit.count == nullptr) {
    return limits.time.has_value() ? FormatDuration(*limits.time) : "";
  }
  const std::optional<int64_t>& count = limits.*limit.count;
  return count.has_value() ? absl::StrCat(*count) : "";
}

// Whether each limit is within what a player's own limit may be.
absl::Status CheckLimits(const Configuration& configuration) {
  const Limits& limits = configuration.limits;
  for (const MoveLimit& limit : kMoveLimits) {
    const std::string text = LimitText(limit, limits);
    if (text.empty()) continue;
    // A time is in seconds, as the bounds of the parameter are.
    const double number = limit.count == nullptr
                              ? static_cast<double>(limits.time->count()) * 1e-9
                              : static_cast<double>(*(limits.*limit.count));
    const ParameterSpec& spec = limit.spec;
    if (number >= spec.min && number <= spec.max) continue;
    return InvalidArgument("a limit of ", spec.name, "=", text, ": ", spec.name,
                           " is ", spec.Accepts());
  }
  return absl::OkStatus();
}

Json LimitsJson(const Configuration& configuration) {
  const Limits& limits = configuration.limits;
  Json json;
  for (const MoveLimit& limit : kMoveLimits) {
    const std::string text = LimitText(limit, limits);
    json[std::string(limit.spec.name)] = text.empty() ? Json(nullptr)
                                         : limit.count == nullptr
                                             ? Json(text)
                                             : Json(*(limits.*limit.count));
  }
  return json;
}

// A duration in the form that FormatDuration gives it.
std::optional<std::chrono::nanoseconds> ReadDuration(JsonFields& fields,
                                                     absl::string_view name) {
  fields.Require(name);
  const auto text = fields.OptionalText(name);
  if (!text.has_value()) return std::nullopt;
  const auto parsed = ParseDuration(*text);
  if (parsed.ok() && FormatDuration(*parsed) == *text) return *parsed;
  fields.Refuse(name, "a time such as 100ms");
  return std::nullopt;
}

void ReadLimits(JsonFields& inner, Configuration& configuration) {
  for (const MoveLimit& limit : kMoveLimits) {
    if (limit.count == nullptr) {
      configuration.limits.time = ReadDuration(inner, limit.spec.name);
      continue;
    }
    inner.Require(limit.spec.name);
    configuration.limits.*limit.count = inner.OptionalInt(
        limit.spec.name, {std::numeric_limits<int64_t>::min(),
                          std::numeric_limits<int64_t>::max()});
  }
}

// "time=1s,nodes=500".
std::string LimitsText(const Configuration& configuration) {
  Texts parts;
  for (const MoveLimit& limit : kMoveLimits) {
    const std::string text = LimitText(limit, configuration.limits);
    if (!text.empty()) {
      parts.push_back(absl::StrCat(limit.spec.name, "=", text));
    }
  }
  return absl::StrJoin(parts, ",");
}

OptionRow LimitOption(const MoveLimit& limit) {
  const std::string name = absl::StrCat("--", limit.spec.name);
  const auto read = [limit, name](const std::string& text,
                                  Configuration& c) -> absl::Status {
    ASSIGN_OR_RETURN(const Parameters parsed,
                     ReadLimit(name, text, limit.spec));
    if (limit.count == nullptr) {
      c.limits.time = parsed.Duration(limit.spec.name);
    } else {
      c.limits.*limit.count = parsed.Int(limit.spec.name);
    }
    return absl::OkStatus();
  };
  return TextOption(
      {.name = name, .value = limit.value, .help = limit.help}, read,
      [limit](const Configuration& c) { return LimitText(limit, c.limits); });
}

SettingRow LimitsOfMoves() {
  SettingRow row = {.key = "limits", .to_json = LimitsJson};
  row.from_json = [read = ReadObject("limits", ReadLimits)](JsonFields& fields,
                                                            Configuration& c) {
    if (fields.Find("limits") == nullptr) fields.Refuse("limits", "an object");
    return read(fields, c);
  };
  for (const MoveLimit& limit : kMoveLimits) {
    row.options.push_back(LimitOption(limit));
  }
  row.check = CheckLimits;
  row.compared = {"limits", LimitsText};
  row.described = {"limit", DescribeLimits};
  return row;
}

Json ClockJson(const Configuration& configuration) {
  if (!configuration.clock.has_value()) return nullptr;
  return {{"base", FormatDuration(configuration.clock->base)},
          {"increment", FormatDuration(configuration.clock->increment)}};
}

void ReadClock(JsonFields& inner, Configuration& configuration) {
  TimeControl& clock = configuration.clock.emplace();
  for (const auto& [name, member] :
       {std::pair("base", &TimeControl::base),
        std::pair("increment", &TimeControl::increment)}) {
    const auto duration = ReadDuration(inner, name);
    if (!duration.has_value()) inner.Refuse(name, "a time such as 100ms");
    clock.*member = duration.value_or(std::chrono::nanoseconds(0));
  }
}

SettingRow Clock() {
  SettingRow row = {.key = "clock",
                    .to_json = ClockJson,
                    .from_json = ReadObject("clock", ReadClock)};
  row.check = [](const Configuration& c) {
    return c.clock.has_value() ? CheckTimeControl(*c.clock) : absl::OkStatus();
  };
  row.compared = {"clock", [](const Configuration& c) {
                    return c.clock.has_value() ? FormatTimeControl(*c.clock)
                                               : "";
                  }};
  const auto read = [](const std::string& text,
                       Configuration& c) -> absl::Status {
    ASSIGN_OR_RETURN(c.clock, ParseTimeControl(text));
    return absl::OkStatus();
  };
  row.options = {
      TextOption({.name = "--clock",
                  .value = "BASE+INC",
                  .help = "time for a game, and more for each move: 10s+100ms"},
                 read, row.compared.text)};
  return row;
}

// --- How many games, and from where ------------------------------------------

// More rounds continue a comparison.
SettingRow Rounds() {
  SettingRow row =
      Number("rounds", "rounds", "how often each pairing plays in each game",
             {1, kMaxRounds}, &Configuration::rounds);
  row.compared = {};
  return row;
}

// Programs may use all of its 64 bits; the option takes those of a player.
SettingRow Seed() {
  SettingRow row = Number(
      "seed", "seed", "seed of the openings and the players",
      {0, static_cast<int64_t>(kSeedParameter.max)}, &Configuration::seed);
  row.check = nullptr;
  row.from_json = [](JsonFields& fields, Configuration& c) {
    const Json* const json = fields.Find("seed");
    if (json == nullptr || !json->is_number_unsigned()) {
      fields.Refuse("seed", "a whole number from 0 to 2^64 - 1");
    } else {
      c.seed = json->get<uint64_t>();
    }
    return absl::OkStatus();
  };
  return row;
}

// Openings for the book instead of random ones. `add` gets the new book.
template <typename AddTo>
absl::Status ReadBook(const Catalog& catalog, Configuration& configuration,
                      const AddTo& add) {
  if (configuration.games.size() != 1) {
    return InvalidArgument("openings are of one game, and there are ",
                           configuration.games.size(), "; add --games GAME");
  }
  ASSIGN_OR_RETURN(const auto game,
                   catalog.MakeGame(configuration.games.front()));
  BookBuilder book(*game);
  RETURN_IF_ERROR(add(book));
  configuration.book = std::move(book).Lines();
  configuration.openings = 0;
  return absl::OkStatus();
}

absl::Status ReadOpenings(const Texts& texts, const Catalog& catalog,
                          Configuration& configuration) {
  return ReadBook(catalog, configuration, [&](BookBuilder& book) {
    for (const std::string& line : texts) {
      RETURN_IF_ERROR(
          At(absl::StrCat("--opening ", Quoted(line)), book.Add(line)));
    }
    absl::Status status;
    for (const std::string& line : configuration.book) {
      status.Update(book.Add(line));
    }
    return status;
  });
}

absl::Status ReadOpeningsFile(const Texts& texts, const Catalog& catalog,
                              Configuration& configuration) {
  return ReadBook(catalog, configuration, [&](BookBuilder& book) {
    return book.AddFile(texts.front());
  });
}

// Given openings and random ones, which are read last. Those of a file are read
// first and stand behind those of --opening.
SettingRow OpeningsOfRounds() {
  SettingRow row = Number("openings", "plies of openings",
                          "random plies before the players begin",
                          {0, kMaxOpeningPlies}, &Configuration::openings);
  OptionRow plies = std::move(row.options.front());
  plies.read = [read = plies.read](const Texts& texts, const Catalog& catalog,
                                   Configuration& c) {
    absl::Status status = read(texts, catalog, c);
    if (c.openings != 0 && !c.book.empty()) {
      status.Update(InvalidArgument(
          "--openings ", c.openings,
          " and --opening or --openings-file: the openings are given or "
          "random; leave one of both out"));
    }
    return status;
  };
  plies.texts = [texts = plies.texts](const Configuration& c) {
    return c.book.empty() ? texts(c) : Texts{};
  };
  OptionRow file = {
      .declared = {.name = "--openings-file",
                   .value = "FILE",
                   .help = "begins with the openings in FILE: on each line "
                           "moves, or position TEXT; or games in PDN"},
      .commands = {SettingsOf::kCompare, SettingsOf::kSprt},
      .read = ReadOpeningsFile};
  file.texts = [](const Configuration&) { return Texts{}; };
  OptionRow line =
      ListOption({.name = "--opening",
                  .value = "LINE",
                  .help = "begins with such an opening; may be repeated",
                  .form = Form::kRepeated},
                 file.commands, &Configuration::book);
  line.read = ReadOpenings;
  row.options = {std::move(file), std::move(line), std::move(plies)};
  row.described = {
      "openings", [](const Configuration& c) {
        return !c.book.empty() ? absl::StrCat(c.book.size(), " given")
               : c.openings == 0
                   ? "none: every game begins at the start"
                   : absl::StrCat("of ", c.openings, " random plies");
      }};
  return row;
}

absl::Status CheckBook(const Configuration& configuration) {
  const Texts& book = configuration.book;
  if (book.empty()) return absl::OkStatus();
  size_t characters = 0;
  for (const std::string& line : book) characters += line.size();
  if (book.size() > kMaxBook || characters > kMaxBookCharacters) {
    return InvalidArgument(book.size(), " openings of ", characters,
                           " characters; give at most ", kMaxBook, " of ",
                           kMaxBookCharacters, " characters together");
  }
  if (configuration.games.size() != 1) {
    return InvalidArgument("openings are of one game, and there are ",
                           configuration.games.size(),
                           "; compare these games apart");
  }
  if (configuration.openings != 0) {
    return absl::InvalidArgumentError(
        "there are both given openings and random ones; take one of both");
  }
  return absl::OkStatus();
}

// "12 given from '1 16 2' to '5 9'".
std::string BookText(const Configuration& configuration) {
  const Texts& book = configuration.book;
  return book.empty() ? "none given"
                      : absl::StrCat(book.size(), " given from '",
                                     OneLine(book.front(), 40), "' to '",
                                     OneLine(book.back(), 40), "'");
}

// Its options are those of the openings.
SettingRow Book() {
  SettingRow row = List("book", kMaxBook + 1, &Configuration::book);
  row.omit_if_empty = true;
  row.check = CheckBook;
  row.difference = [](const Configuration& there, const Configuration& here) {
    return there.book == here.book
               ? ""
               : Difference("openings", BookText(there), BookText(here));
  };
  return row;
}

// --- How games end -----------------------------------------------------------

SettingRow MaxPlies() {
  SettingRow row = Number("max_plies", "plies at most",
                          "an endless game is a draw after N plies",
                          {1, kMaxMaxPlies}, &Configuration::max_plies);
  row.described.text = [](const Configuration& c) {
    return absl::StrCat(c.max_plies, " in games that could go on for ever");
  };
  return row;
}

// A rule by which the values of both players end a game.
SettingRow Adjudicated(const char* key, const char* help, const char* example,
                       const char* compared, const char* described,
                       absl::StatusOr<ValueRule> (*parse)(absl::string_view),
                       std::optional<ValueRule> Adjudication::*member) {
  const auto text = [=](const Configuration& c) {
    const std::optional<ValueRule>& rule = c.adjudication.*member;
    return rule.has_value() ? FormatValueRule(*rule) : "";
  };
  SettingRow row = {.key = key, .omit_if_empty = true};
  row.to_json = [=](const Configuration& c) {
    return text(c).empty() ? Json(nullptr) : Json(text(c));
  };
  row.from_json = [=](JsonFields& fields, Configuration& c) {
    const auto parsed = parse(fields.Text(key));
    if (parsed.ok()) {
      c.adjudication.*member = *parsed;
    } else {
      fields.Refuse(key, absl::StrCat("a rule such as ", example));
    }
    return absl::OkStatus();
  };
  const auto read = [=](const std::string& given,
                        Configuration& c) -> absl::Status {
    ASSIGN_OR_RETURN(c.adjudication.*member, parse(given));
    return absl::OkStatus();
  };
  row.options = {TextOption({.name = absl::StrCat("--", key),
                             .value = "RULE",
                             .help = absl::StrCat(help, example)},
                            read, text)};
  row.compared = {compared, text};
  row.described = {described, text};
  return row;
}

// --- Tests -------------------------------------------------------------------

constexpr Bounds<double> kEloBounds = {-statistics::kMaxSprtElo,
                                       statistics::kMaxSprtElo};
constexpr Bounds<double> kErrorBounds = {statistics::kMinSprtError,
                                         statistics::kMaxSprtError};
constexpr Bounds<double> kAnyNumber = {std::numeric_limits<double>::lowest(),
                                       std::numeric_limits<double>::max()};

// A number of the hypotheses.
struct HypothesisNumber {
  const char* key;
  double SprtHypotheses::*member;
  const char* value;
  const char* help;
  const Bounds<double>& bounds;
};
constexpr HypothesisNumber kHypothesisNumbers[] = {
    {"elo0", &SprtHypotheses::elo0, "E", "H0: the first player is better by E",
     kEloBounds},
    {"elo1", &SprtHypotheses::elo1, "E", "H1: the first player is better by E",
     kEloBounds},
    {"alpha", &SprtHypotheses::alpha, "P", "how often H1 is accepted wrongly",
     kErrorBounds},
    {"beta", &SprtHypotheses::beta, "P", "how often H0 is accepted wrongly",
     kErrorBounds}};

SprtHypotheses& Hypotheses(Configuration& configuration) {
  if (!configuration.sprt.has_value()) configuration.sprt.emplace();
  return *configuration.sprt;
}

OptionRow HypothesisOption(const HypothesisNumber& number) {
  const auto read = [number](const std::string& text, Configuration& c) {
    return ReadReal(text, Hypotheses(c).*number.member);
  };
  OptionRow option = TextOption(
      {.name = absl::StrCat("--", number.key),
       .value = number.value,
       .help = number.help,
       .bounds = number.bounds},
      read, [number](const Configuration& c) {
        return c.sprt.has_value() ? ShortestNumber((*c.sprt).*number.member)
                                  : "";
      });
  option.commands = {SettingsOf::kSprt, SettingsOf::kTune};
  option.has_fallback = true;
  return option;
}

OptionRow NormalizedOption() {
  OptionRow option = {
      .declared = {.name = "--normalized",
                   .value = "",
                   .help = "takes --elo0 and --elo1 for normalized Elo",
                   .form = Form::kFlag},
      .commands = {SettingsOf::kSprt, SettingsOf::kTune}};
  option.read = [](const Texts&, const Catalog&, Configuration& c) {
    Hypotheses(c).model = statistics::EloModel::kNormalized;
    return absl::OkStatus();
  };
  option.texts = [](const Configuration& c) {
    return c.sprt.has_value() && c.sprt->normalized() ? Texts{"true"} : Texts{};
  };
  return option;
}

Json TestJson(const Configuration& configuration) {
  if (!configuration.sprt.has_value()) return nullptr;
  Json json;
  for (const HypothesisNumber& number : kHypothesisNumbers) {
    json[number.key] = (*configuration.sprt).*number.member;
  }
  json["normalized"] = configuration.sprt->normalized();
  return json;
}

void ReadTest(JsonFields& inner, Configuration& configuration) {
  SprtHypotheses& sprt = configuration.sprt.emplace();
  for (const HypothesisNumber& number : kHypothesisNumbers) {
    inner.Require(number.key);
    sprt.*number.member = inner.Number(number.key, kAnyNumber).value_or(0);
  }
  inner.Require("normalized");
  if (inner.Flag("normalized")) {
    sprt.model = statistics::EloModel::kNormalized;
  }
}

std::string TestText(const Configuration& configuration) {
  const auto& sprt = configuration.sprt;
  if (!sprt.has_value()) return "";
  return absl::StrCat("elo0=", sprt->elo0, ",elo1=", sprt->elo1,
                      ",alpha=", sprt->alpha, ",beta=", sprt->beta,
                      sprt->normalized() ? ",normalized" : "");
}

absl::Status CheckTest(const Configuration& configuration) {
  if (!configuration.sprt.has_value()) return absl::OkStatus();
  RETURN_IF_ERROR(statistics::CheckHypotheses(*configuration.sprt));
  if (configuration.games.size() == 1 && configuration.players.size() == 2) {
    return absl::OkStatus();
  }
  return InvalidArgument(
      "a sequential test is of two players in one game, not of ",
      configuration.players.size(), " in ", configuration.games.size());
}

std::string DescribeTest(const Configuration& configuration) {
  if (!configuration.sprt.has_value()) return "";
  const SprtHypotheses& sprt = *configuration.sprt;
  return absl::StrCat("H0: ", sprt.elo0, ", H1: ", sprt.elo1, EloUnit(sprt),
                      "; alpha ", sprt.alpha, ", beta ", sprt.beta);
}

SettingRow Test() {
  SettingRow row = {.key = "sprt",
                    .to_json = TestJson,
                    .from_json = ReadObject("sprt", ReadTest)};
  for (const HypothesisNumber& number : kHypothesisNumbers) {
    row.options.push_back(HypothesisOption(number));
  }
  row.options.push_back(NormalizedOption());
  row.check = CheckTest;
  row.compared = {"test", TestText};
  row.described = {"test", DescribeTest};
  return row;
}

// --- Contests ----------------------------------------------------------------

constexpr char kChinese8[] = "chinese8", kStar[] = "star";

const char* RulesName(const Contest& contest) {
  return contest.rules == Contest::Rules::kStar ? kStar : kChinese8;
}

Json ContestJson(const Configuration& configuration) {
  const std::optional<Contest>& contest = configuration.contest;
  if (!contest.has_value()) return nullptr;
  return {{"rules", RulesName(*contest)},
          {"second_costs", contest->second_costs},
          {"faults", contest->faults},
          {"guard", contest->guard}};
}

void ReadContest(JsonFields& inner, Configuration& configuration) {
  Contest& contest = configuration.contest.emplace();
  const std::string rules = inner.Text("rules");
  if (rules == kStar) {
    contest.rules = Contest::Rules::kStar;
  } else if (rules != kChinese8) {
    inner.Refuse("rules", absl::StrCat(kChinese8, " or ", kStar));
  }
  contest.second_costs = inner.Number("second_costs", kAnyNumber).value_or(0);
  ReadTexts(inner, "faults", kMaxEntrants, contest.faults);
  contest.guard = inner.Text("guard");
  for (const char* key : {"second_costs", "faults", "guard"}) {
    inner.Require(key);
  }
}

absl::Status CheckContest(const Configuration& configuration) {
  if (!configuration.contest.has_value()) return absl::OkStatus();
  const Contest& contest = *configuration.contest;
  // The comparison is false for what is no number, too.
  if (!(contest.second_costs >= 0 && contest.second_costs <= kMaxSecondCosts)) {
    return InvalidArgument("a second costs ", contest.second_costs,
                           " points; give 0 to ", kMaxSecondCosts);
  }
  if (!contest.faults.empty() &&
      contest.faults.size() != configuration.players.size()) {
    return InvalidArgument("there are ", contest.faults.size(), " faults of ",
                           configuration.players.size(),
                           " players; give one for each, or none");
  }
  if (configuration.sprt.has_value() || !configuration.gauntlet.empty()) {
    return absl::InvalidArgumentError(
        "a tournament is of all its entrants; leave out the test and the "
        "gauntlet");
  }
  return absl::OkStatus();
}

// Without the guard.
std::string ContestText(const std::optional<Contest>& contest) {
  if (!contest.has_value()) return "none";
  std::string text = RulesName(*contest);
  if (text == kStar) {
    absl::StrAppend(&text, ", a second costs ",
                    ShortestNumber(contest->second_costs));
  }
  for (const std::string& fault : contest->faults) {
    absl::StrAppend(&text, "; ", fault);
  }
  return text;
}

std::string ContestDifference(const Configuration& there,
                              const Configuration& here) {
  Texts differences;
  const auto compare = [&](const char* what, bool same, const std::string& a,
                           const std::string& b) {
    if (same) return;
    differences.push_back(
        Difference(what, absl::StrCat("'", a, "'"), absl::StrCat("'", b, "'")));
  };
  const auto guard = [](const Configuration& c) {
    return c.contest.value_or(Contest{}).guard;
  };
  const std::string guard_there = guard(there), guard_here = guard(here);
  compare("what held the sources", guard_there == guard_here, guard_there,
          guard_here);
  std::optional<Contest> contest = here.contest;
  if (contest.has_value()) contest->guard = guard_there;
  compare("tournament", there.contest == contest, ContestText(there.contest),
          ContestText(here.contest));
  return absl::StrJoin(differences, "; ");
}

SettingRow OfContest() {
  OptionRow second_costs = TextOption(
      {.name = "--second-costs",
       .value = "POINTS",
       .help = "what a second of a player's time costs",
       .bounds = Bounds<double>{0, kMaxSecondCosts}},
      [](const std::string& text, Configuration& c) {
        return ReadReal(text, c.contest->second_costs);
      },
      [](const Configuration& c) {
        return c.contest ? ShortestNumber(c.contest->second_costs) : "";
      });
  second_costs.commands = {SettingsOf::kStarTournament};
  second_costs.has_fallback = true;
  return {.key = "contest",
          .omit_if_empty = true,
          .to_json = ContestJson,
          .from_json = ReadObject("contest", ReadContest),
          .options = {std::move(second_costs)},
          .check = CheckContest,
          .difference = ContestDifference};
}

}  // namespace

std::string Difference(absl::string_view what, const std::string& there,
                       const std::string& here) {
  return absl::StrCat(what, ": ", there, " there and ", here, " here");
}

GameRules RulesOf(const Configuration& configuration) {
  if (!configuration.contest.has_value()) return {};
  const bool star = configuration.contest->rules == Contest::Rules::kStar;
  return {.has_standings = true,
          .balanced = star,
          .play_on = star,
          .charge_all_calls = star,
          .ask_both = !star};
}

const std::vector<SettingRow>& SettingsTable() {
  static const std::vector<SettingRow> table = {
      Games(),
      Players(),
      LimitsOfMoves(),
      Clock(),
      Rounds(),
      Seed(),
      OpeningsOfRounds(),
      MaxPlies(),
      Test(),
      Adjudicated(
          "resign",
          "a game of two ends when both players say who wins: by "
          "values of value=V or more in moves=N moves of each, such as ",
          kResignExample, "resigned", "lost when both say so", ParseResignRule,
          &Adjudication::resign),
      Adjudicated("draw",
                  "the same for a draw, with values within V of 0, and not "
                  "before from=P plies: ",
                  kDrawExample, "drawn", "drawn when both say so",
                  ParseDrawRule, &Adjudication::draw),
      Gauntlet(),
      Book(),
      Aliases(),
      Note("plugins", "plug-ins", kMaxGames + kMaxEntrants,
           &Configuration::plugins),
      OfContest(),
  };
  return table;
}

}  // namespace boardwalk::comparison
