#include "frontends/console/menu.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "frontends/console/seats.h"
#include "frontends/console/view.h"

namespace boardwalk::console {
namespace {

// A numbered list of things with an id and a title.
template <typename Items, typename InfoOf>
std::string NumberedList(const Items& items, InfoOf info_of) {
  size_t width = 0;
  for (const auto& item : items) {
    width = std::max(width, info_of(item).id.size());
  }
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    absl::StrAppend(
        &text,
        absl::StrFormat("  %d  %-*s  %s\n", i + 1, static_cast<int>(width),
                        info_of(items[i]).id, info_of(items[i]).title));
  }
  return text;
}

// An answer that is a number of the list or the beginning of just one id means
// that id; any other is taken as it is.
template <typename Items, typename InfoOf>
std::string IdMeant(const Items& items, InfoOf info_of,
                    const std::string& answer) {
  size_t number = 0;
  if (absl::SimpleAtoi(answer, &number) && number >= 1 &&
      number <= items.size()) {
    return info_of(items[number - 1]).id;
  }
  std::vector<std::string> begin_so;
  for (const auto& item : items) {
    if (absl::StartsWithIgnoreCase(info_of(item).id, answer)) {
      begin_so.push_back(info_of(item).id);
    }
  }
  return begin_so.size() == 1 ? begin_so.front() : answer;
}

std::vector<std::string> BeginningWith(const std::vector<std::string>& words,
                                       absl::string_view text) {
  std::vector<std::string> found;
  for (const std::string& word : words) {
    if (absl::StartsWithIgnoreCase(word, text)) found.push_back(word);
  }
  return found;
}

std::string Sentence(const absl::Status& status) {
  return absl::StrCat("Sorry: ", status.message(), ".");
}

std::string SettingHelp(const ParameterSpec& spec) {
  return absl::StrFormat("  %s: %s; %s", spec.name, spec.help, spec.Accepts());
}

class Menu {
 public:
  Menu(const Catalog& catalog, Dialog& dialog)
      : catalog_(catalog), dialog_(dialog) {}

  std::shared_ptr<const AnyGame> AskGame() {
    const auto info_of = [](const GamePlugin& plugin) -> const GameInfo& {
      return plugin.info;
    };
    const auto& games = catalog_.games();
    dialog_.out() << dialog_.screen().Bold("Boardwalk") << "\n\n"
                  << NumberedList(games, info_of) << "\n";
    std::vector<std::string> ids;
    ids.reserve(games.size());
    for (const GamePlugin& plugin : games) ids.push_back(plugin.info.id);
    for (;;) {
      const auto answer =
          Ask("Which game", ids.front(),
              [&](absl::string_view text) { return BeginningWith(ids, text); });
      if (!answer.has_value()) return nullptr;
      const std::string name = IdMeant(games, info_of, *answer);
      if (absl::StrContains(name, ':')) {  // written out with its options
        auto game = catalog_.MakeGame(name);
        if (game.ok()) return *game;
        dialog_.screen().Say(Sentence(game.status()));
        continue;
      }
      const auto plugin = catalog_.Find(name);
      if (plugin.ok()) return AskOptions(**plugin);
      dialog_.screen().Say(Sentence(plugin.status()));
    }
  }

  // A canonical player name; nothing when the dialog is left.
  std::optional<std::string> AskSeat(const AnyGame& game, int seat) {
    const auto info_of = [](const PlayerInfo& info) -> const PlayerInfo& {
      return info;
    };
    const std::vector<PlayerInfo> choices = SeatChoices(game);
    std::vector<std::string> ids;
    ids.reserve(choices.size());
    for (const PlayerInfo& info : choices) ids.push_back(info.id);
    const std::string usual =
        seat == 0 ? choices.front().id : DefaultOpponent(game);
    for (;;) {
      const auto answer =
          Ask(SeatTitle(seat), usual,
              [&](absl::string_view text) { return BeginningWith(ids, text); });
      if (!answer.has_value()) return std::nullopt;
      if (*answer == usual) return usual;
      const std::string name = IdMeant(choices, info_of, *answer);
      const auto seat_name = SeatName(game, name);
      if (!seat_name.ok()) {
        dialog_.screen().Say(Sentence(seat_name.status()));
        continue;
      }
      const auto chosen = std::find(ids.begin(), ids.end(), name);
      if (chosen == ids.end()) return *seat_name;  // with its settings
      return AskSettings(game, choices[chosen - ids.begin()], *seat_name);
    }
  }

 private:
  // The answer, or `usual` for an empty one.
  std::optional<std::string> Ask(absl::string_view question,
                                 absl::string_view usual,
                                 const Completer& completer = {}) {
    auto answer =
        dialog_.Ask(absl::StrCat(question, " [", usual, "]: "), completer);
    if (answer.has_value() && answer->empty()) return std::string(usual);
    return answer;
  }

  std::shared_ptr<const AnyGame> AskOptions(const GamePlugin& plugin) {
    if (!plugin.info.parameters.empty()) {
      dialog_.out() << "\nOptions of " << plugin.info.id
                    << " (Enter takes what stands in brackets):\n";
    }
    for (;;) {
      auto parameters =
          Parameters::Parse(plugin.info.id, plugin.info.parameters, {});
      if (!parameters.ok()) return nullptr;
      for (const ParameterSpec& spec : plugin.info.parameters) {
        if (!AskOption(spec, *parameters)) return nullptr;
      }
      auto game = catalog_.MakeGame(CanonicalName(plugin.info.id, *parameters));
      if (game.ok()) return *game;
      // Each option was right by itself: they contradict one another.
      dialog_.screen().Say(Sentence(game.status()));
    }
  }

  bool AskOption(const ParameterSpec& spec, Parameters& parameters) {
    const std::string usual =
        spec.has_default ? spec.DefaultText() : "automatic";
    dialog_.screen().Say(SettingHelp(spec));
    for (;;) {
      const auto answer = Ask(absl::StrCat("  ", spec.name), usual);
      if (!answer.has_value()) return false;
      if (*answer == usual) return true;
      const absl::Status status = parameters.Set(spec.name, *answer);
      if (status.ok()) return true;
      dialog_.screen().Say(Sentence(status));
    }
  }

  // All settings of a player in one line, as they stand in its name.
  std::optional<std::string> AskSettings(const AnyGame& game,
                                         const PlayerInfo& info,
                                         const std::string& usual_name) {
    if (info.parameters.empty()) return usual_name;
    const size_t colon = usual_name.find(':');
    const std::string usual =
        colon == std::string::npos ? "none" : usual_name.substr(colon + 1);
    for (;;) {
      const auto answer =
          Ask(absl::StrCat("  Settings of ", info.id, ", ? for a list"), usual);
      if (!answer.has_value()) return std::nullopt;
      if (*answer == usual) return usual_name;
      if (*answer == "?") {
        dialog_.out() << "Write settings as name=value,name=value:\n";
        for (const ParameterSpec& spec : info.parameters) {
          dialog_.screen().Say(SettingHelp(spec));
        }
        continue;
      }
      auto name = SeatName(game, absl::StrCat(info.id, ":", *answer));
      if (name.ok()) return *std::move(name);
      dialog_.screen().Say(Sentence(name.status()));
    }
  }

  const Catalog& catalog_;
  Dialog& dialog_;
};

}  // namespace

std::optional<Setup> AskSetup(const Catalog& catalog,
                              const std::map<int, std::string>& given_seats,
                              Dialog& dialog) {
  Menu menu(catalog, dialog);
  Setup setup;
  setup.game = menu.AskGame();
  if (setup.game == nullptr) return std::nullopt;
  dialog.out() << "\nWho plays?\n"
               << NumberedList(SeatChoices(*setup.game),
                               [](const PlayerInfo& info) -> const PlayerInfo& {
                                 return info;
                               })
               << "\n";
  for (int seat = 0; seat < setup.game->NumPlayers(); ++seat) {
    const auto given = given_seats.find(seat);
    if (given != given_seats.end()) {
      setup.seats.push_back(given->second);
      continue;
    }
    const auto name = menu.AskSeat(*setup.game, seat);
    if (!name.has_value()) return std::nullopt;
    setup.seats.push_back(*name);
  }
  return setup;
}

}  // namespace boardwalk::console
