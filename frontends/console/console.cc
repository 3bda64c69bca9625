#include "frontends/console/console.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "frontends/console/dialog.h"
#include "frontends/console/game_loop.h"
#include "frontends/console/interrupt.h"
#include "frontends/console/menu.h"
#include "frontends/console/run.h"
#include "frontends/console/seats.h"
#include "frontends/console/standard_dialog.h"

namespace boardwalk::console {
namespace {

constexpr int kUsageStatus = 2;

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

// A game is different every time, unless somebody has fixed the chance of a
// player by its seed.
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
        return kInterruptedStatus;
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
  const Interrupts interrupts;
  StandardDialog standard;
  const int status = Run(catalog, options, standard.dialog());
  std::cout << std::flush;
  return status;
}

}  // namespace boardwalk::console
