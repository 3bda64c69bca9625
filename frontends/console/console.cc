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

// Something to choose from.
struct Item {
  std::string id;
  std::string title;
};

std::vector<Item> SeatItems(const AnyGame& game) {
  std::vector<Item> items;
  for (const PlayerInfo& info : SeatChoices(game)) {
    items.push_back({info.id, info.title});
  }
  return items;
}

std::string NumberedList(const std::vector<Item>& items) {
  size_t width = 0;
  for (const Item& item : items) width = std::max(width, item.id.size());
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    absl::StrAppend(&text, absl::StrFormat("  %d  %-*s  %s\n", i + 1,
                                           static_cast<int>(width), items[i].id,
                                           items[i].title));
  }
  return text;
}

std::vector<std::string> IdsBeginningWith(const std::vector<Item>& items,
                                          absl::string_view text) {
  std::vector<std::string> ids;
  for (const Item& item : items) {
    if (absl::StartsWithIgnoreCase(item.id, text)) ids.push_back(item.id);
  }
  return ids;
}

// The questions before a game. A bad answer is explained and the question asked
// again. What they return is empty when the person leaves.
class Menu {
 public:
  Menu(const Catalog& catalog, Dialog& dialog)
      : catalog_(catalog), dialog_(dialog) {}

  std::shared_ptr<const AnyGame> AskGame() {
    std::vector<Item> items;
    for (const GamePlugin& plugin : catalog_.games()) {
      items.push_back({plugin.info.id, plugin.info.title});
    }
    dialog_.out() << dialog_.screen().Bold("Boardwalk") << "\n\n"
                  << NumberedList(items) << "\n";
    for (;;) {
      const auto name = AskItem("Which game", items.front().id, items);
      if (!name.has_value()) return nullptr;
      if (absl::StrContains(*name, ':')) {  // with its options
        auto game = catalog_.MakeGame(*name);
        if (game.ok()) return *game;
        Explain(game.status());
        continue;
      }
      const auto plugin = catalog_.Find(*name);
      if (plugin.ok()) return AskOptions((*plugin)->info);
      Explain(plugin.status());
    }
  }

  // A canonical player name.
  std::optional<std::string> AskSeat(const AnyGame& game, int seat) {
    const std::vector<Item> items = SeatItems(game);
    const std::string usual =
        seat == 0 ? items.front().id : DefaultOpponent(game);
    for (;;) {
      const auto name = AskItem(SeatTitle(seat), usual, items);
      if (!name.has_value() || *name == usual) return name;
      const auto seat_name = SeatName(game, *name);
      if (!seat_name.ok()) {
        Explain(seat_name.status());
        continue;
      }
      for (const PlayerInfo& info : SeatChoices(game)) {
        if (info.id == *name) return AskSettings(game, info, *seat_name);
      }
      return *seat_name;  // with its settings
    }
  }

 private:
  void Explain(const absl::Status& status) {
    dialog_.screen().Say(absl::StrCat("Sorry: ", status.message(), "."));
  }

  void Describe(const ParameterSpec& spec) {
    dialog_.screen().Say(
        absl::StrFormat("  %s: %s; %s", spec.name, spec.help, spec.Accepts()));
  }

  // The answer, or `usual` for an empty one.
  std::optional<std::string> Ask(absl::string_view question,
                                 absl::string_view usual,
                                 const Completer& completer = {}) {
    auto answer =
        dialog_.Ask(absl::StrCat(question, " [", usual, "]: "), completer);
    if (answer.has_value() && answer->empty()) return std::string(usual);
    return answer;
  }

  // The answer; the id where it is a number of the list or the beginning of
  // only one id.
  std::optional<std::string> AskItem(absl::string_view question,
                                     const std::string& usual,
                                     const std::vector<Item>& items) {
    auto answer = Ask(question, usual, [&](absl::string_view text) {
      return IdsBeginningWith(items, text);
    });
    if (!answer.has_value() || *answer == usual) return answer;
    size_t number = 0;
    if (absl::SimpleAtoi(*answer, &number) && number >= 1 &&
        number <= items.size()) {
      return items[number - 1].id;
    }
    const auto ids = IdsBeginningWith(items, *answer);
    return ids.size() == 1 ? ids.front() : answer;
  }

  std::shared_ptr<const AnyGame> AskOptions(const GameInfo& info) {
    if (!info.parameters.empty()) {
      dialog_.out() << "\nOptions of " << info.id
                    << " (Enter takes what stands in brackets):\n";
    }
    for (;;) {
      auto parameters = Parameters::Parse(info.id, info.parameters, {});
      if (!parameters.ok()) return nullptr;
      for (const ParameterSpec& spec : info.parameters) {
        if (!AskOption(spec, *parameters)) return nullptr;
      }
      auto game = catalog_.MakeGame(CanonicalName(info.id, *parameters));
      if (game.ok()) return *game;
      // Each option is valid, but together they contradict one another.
      Explain(game.status());
    }
  }

  bool AskOption(const ParameterSpec& spec, Parameters& parameters) {
    const std::string usual =
        spec.has_default ? spec.DefaultText() : "automatic";
    Describe(spec);
    for (;;) {
      const auto answer = Ask(absl::StrCat("  ", spec.name), usual);
      if (!answer.has_value()) return false;
      if (*answer == usual) return true;
      const absl::Status status = parameters.Set(spec.name, *answer);
      if (status.ok()) return true;
      Explain(status);
    }
  }

  // Asks for all settings of a player in one line, in the form of its name.
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
        for (const ParameterSpec& spec : info.parameters) Describe(spec);
        continue;
      }
      auto name = SeatName(game, absl::StrCat(info.id, ":", *answer));
      if (name.ok()) return *std::move(name);
      Explain(name.status());
    }
  }

  const Catalog& catalog_;
  Dialog& dialog_;
};

// Asks for the game and for the seats that are not yet in `seats`. Null when
// the person leaves. REQUIRES: the catalog has a game.
std::shared_ptr<const AnyGame> AskSetup(const Catalog& catalog, Dialog& dialog,
                                        std::map<int, std::string>& seats) {
  Menu menu(catalog, dialog);
  std::shared_ptr<const AnyGame> game = menu.AskGame();
  if (game == nullptr) return nullptr;
  dialog.out() << "\nWho plays?\n" << NumberedList(SeatItems(*game)) << "\n";
  for (int seat = 0; seat < game->NumPlayers(); ++seat) {
    if (seats.count(seat) != 0) continue;
    const auto name = menu.AskSeat(*game, seat);
    if (!name.has_value()) return nullptr;
    seats[seat] = *name;
  }
  return game;
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
    game = AskSetup(catalog, dialog, given);
    if (game == nullptr) {
      if (dialog.leaving() == Dialog::Leaving::kInterrupted) {
        return terminal::kInterruptedStatus;
      }
      dialog.out() << std::flush;
      dialog.err() << "The input ended before a game was chosen.\n";
      return 1;
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
