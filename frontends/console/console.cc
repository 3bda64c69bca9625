#include "frontends/console/console.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "frontends/console/game_loop.h"
#include "frontends/console/seats.h"
#include "frontends/console/view.h"
#include "frontends/terminal/interrupt.h"

namespace boardwalk::console {
namespace {

using terminal::Completer;
using terminal::Dialog;

constexpr int kUsageStatus = 2;

// A numbered list of items that have an id and a title.
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

// The id that an answer means: a number of the list or the beginning of only
// one id; else the answer itself.
template <typename Items, typename InfoOf>
std::string ChosenId(const Items& items, InfoOf info_of,
                     const std::string& answer) {
  size_t number = 0;
  if (absl::SimpleAtoi(answer, &number) && number >= 1 &&
      number <= items.size()) {
    return info_of(items[number - 1]).id;
  }
  std::vector<std::string> matches;
  for (const auto& item : items) {
    if (absl::StartsWithIgnoreCase(info_of(item).id, answer)) {
      matches.push_back(info_of(item).id);
    }
  }
  return matches.size() == 1 ? matches.front() : answer;
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
      const std::string name = ChosenId(games, info_of, *answer);
      if (absl::StrContains(name, ':')) {  // with its options
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

  // A canonical player name; nothing when the person leaves.
  std::optional<std::string> AskSeat(const AnyGame& game, int seat) {
    const auto info_of = [](const PlayerInfo& info) -> const PlayerInfo& {
      return info;
    };
    const std::vector<PlayerInfo> choices = SeatChoices(game);
    std::vector<std::string> ids;
    ids.reserve(choices.size());
    for (const PlayerInfo& info : choices) ids.push_back(info.id);
    const std::string default_answer =
        seat == 0 ? choices.front().id : DefaultOpponent(game);
    for (;;) {
      const auto answer =
          Ask(SeatTitle(seat), default_answer,
              [&](absl::string_view text) { return BeginningWith(ids, text); });
      if (!answer.has_value()) return std::nullopt;
      if (*answer == default_answer) return default_answer;
      const std::string name = ChosenId(choices, info_of, *answer);
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
  // The answer, or `default_answer` for an empty one.
  std::optional<std::string> Ask(absl::string_view question,
                                 absl::string_view default_answer,
                                 const Completer& completer = {}) {
    auto answer = dialog_.Ask(
        absl::StrCat(question, " [", default_answer, "]: "), completer);
    if (answer.has_value() && answer->empty())
      return std::string(default_answer);
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
      // Each option is valid, but together they contradict one another.
      dialog_.screen().Say(Sentence(game.status()));
    }
  }

  bool AskOption(const ParameterSpec& spec, Parameters& parameters) {
    const std::string default_answer =
        spec.has_default ? spec.DefaultText() : "automatic";
    dialog_.screen().Say(SettingHelp(spec));
    for (;;) {
      const auto answer = Ask(absl::StrCat("  ", spec.name), default_answer);
      if (!answer.has_value()) return false;
      if (*answer == default_answer) return true;
      const absl::Status status = parameters.Set(spec.name, *answer);
      if (status.ok()) return true;
      dialog_.screen().Say(Sentence(status));
    }
  }

  // Asks for all settings of a player in one line, in the form of its name.
  std::optional<std::string> AskSettings(const AnyGame& game,
                                         const PlayerInfo& info,
                                         const std::string& default_name) {
    if (info.parameters.empty()) return default_name;
    const size_t colon = default_name.find(':');
    const std::string default_answer =
        colon == std::string::npos ? "none" : default_name.substr(colon + 1);
    for (;;) {
      const auto answer =
          Ask(absl::StrCat("  Settings of ", info.id, ", ? for a list"),
              default_answer);
      if (!answer.has_value()) return std::nullopt;
      if (*answer == default_answer) return default_name;
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

// What the menu finds out.
struct Setup {
  std::shared_ptr<const AnyGame> game;
  std::vector<std::string> seats;  // canonical names, one for each seat
};

// Asks for the game, its options and the seats that are not given. Every
// question has a default; a bad answer is explained and the question asked
// again. Nothing when the person leaves before the last answer. REQUIRES: the
// catalog has a game.
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

int Refuse(const absl::Status& status, Dialog& dialog) {
  dialog.out() << std::flush;
  dialog.err() << "boardwalk play: " << status.message() << "\n";
  return kUsageStatus;
}

absl::StatusOr<std::vector<std::string>> AllSeats(
    const AnyGame& game, const std::map<int, std::string>& given) {
  std::vector<std::string> seats;
  seats.reserve(static_cast<size_t>(game.NumPlayers()));
  for (int seat = 0; seat < game.NumPlayers(); ++seat) {
    seats.push_back(seat == 0 ? "human" : DefaultOpponent(game));
  }
  for (const auto& [seat, name] : given) {
    if (seat < 0 || seat >= game.NumPlayers()) {
      return absl::InvalidArgumentError(
          absl::StrCat("seat ", seat + 1, " of ", game.Name(),
                       ": its seats are 1 to ", game.NumPlayers()));
    }
    seats[seat] = name;
  }
  return seats;
}

// Differs from game to game, unless a player's name sets a seed.
uint64_t SeedFor(const std::vector<std::string>& seats) {
  const bool fixed = std::any_of(
      seats.begin(), seats.end(),
      [](const std::string& name) { return absl::StrContains(name, "seed="); });
  if (fixed) return 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<uint64_t>(now.count());
}

}  // namespace

int Run(const Catalog& catalog, const PlayOptions& options, Dialog& dialog) {
  std::shared_ptr<const AnyGame> game;
  std::map<int, std::string> given = options.seats;
  if (options.game.empty()) {
    if (catalog.games().empty()) {
      return Refuse(absl::NotFoundError("there is no game to play"), dialog);
    }
    const auto setup = AskSetup(catalog, given, dialog);
    if (!setup.has_value()) {
      if (dialog.leaving() == Dialog::Leaving::kInterrupted) {
        return terminal::kInterruptedStatus;
      }
      dialog.out() << std::flush;
      dialog.err() << "The input ended before a game was chosen.\n";
      return 1;
    }
    game = setup->game;
    for (size_t i = 0; i < setup->seats.size(); ++i) {
      given[static_cast<int>(i)] = setup->seats[i];
    }
  } else {
    auto made = catalog.MakeGame(options.game);
    if (!made.ok()) return Refuse(made.status(), dialog);
    game = *std::move(made);
  }
  const auto seats = AllSeats(*game, given);
  if (!seats.ok()) return Refuse(seats.status(), dialog);
  auto session = Session::Create(game, *seats, SeedFor(*seats));
  if (!session.ok()) return Refuse(session.status(), dialog);
  return GameLoop(catalog, *std::move(session), dialog).Run();
}

int Play(const Catalog& catalog, const PlayOptions& options) {
  const terminal::Interrupts interrupts;
  terminal::StandardDialog standard;
  const int status = Run(catalog, options, standard.dialog());
  std::cout << std::flush;
  return status;
}

}  // namespace boardwalk::console
