#include "frontends/console/console.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/console/game_loop.h"
#include "frontends/console/unfinished_games.h"
#include "frontends/session/seats.h"
#include "frontends/session/wording.h"
#include "frontends/terminal/interrupt.h"

namespace boardwalk::console {
namespace {

using terminal::Completer;
using terminal::Dialog;

constexpr int kUsageStatus = 2;

// The answer that goes back to the question before.
constexpr absl::string_view kBackWord = "back";

bool IsLeaving(absl::string_view answer) {
  return absl::EqualsIgnoreCase(answer, "quit") ||
         absl::EqualsIgnoreCase(answer, "exit");
}

// Something to choose from.
struct Item {
  std::string id;
  std::string title;
  std::string more = {};  // a line below
};

std::vector<Item> SeatItems(const AnyGame& game) {
  std::vector<Item> items;
  for (const PlayerInfo& info : session::SeatChoices(game)) {
    items.push_back({info.id, info.title});
  }
  return items;
}

std::string NumberedList(const std::vector<Item>& items) {
  size_t width = 0;
  for (const Item& item : items) width = std::max(width, item.id.size());
  const auto digits = static_cast<int>(absl::StrCat(items.size()).size());
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    absl::StrAppend(&text, absl::StrFormat("  %*d  %-*s  %s\n", digits, i + 1,
                                           static_cast<int>(width), items[i].id,
                                           items[i].title));
    if (!items[i].more.empty()) {
      absl::StrAppend(&text, std::string(digits + width + 6, ' '),
                      items[i].more, "\n");
    }
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
// again. What they return is empty when the person leaves, and when the person
// goes back to the question before.
class Menu {
 public:
  Menu(const Catalog& catalog, Dialog& dialog)
      : catalog_(catalog), dialog_(dialog) {}

  // Whether the last question was answered with `back`. Forgets it.
  bool TakeBack() { return std::exchange(back_, false); }
  // Whether it was answered with `quit`.
  bool left() const { return left_; }

  std::shared_ptr<const AnyGame> AskGame() {
    std::vector<Item> items;
    for (const GamePlugin& plugin : catalog_.games()) {
      items.push_back({plugin.info.id, plugin.info.title, plugin.info.aim});
    }
    dialog_.out() << dialog_.screen().Bold("Boardwalk")
                  << "   ('back' goes back to the question before, 'quit' "
                     "leaves)\n\n"
                  << NumberedList(items) << "\n";
    for (;;) {
      const auto name = AskItem("Which game", items.front().id, items);
      if (!name.has_value() && TakeBack()) {
        dialog_.screen().Say("This is the first question.");
        continue;
      }
      if (!name.has_value()) return nullptr;
      if (absl::StrContains(*name, ':')) {  // with its options
        auto game = catalog_.MakeGame(*name);
        if (game.ok()) return *game;
        Explain(game.status());
        continue;
      }
      const auto plugin = catalog_.Find(*name);
      if (!plugin.ok()) {
        Explain(plugin.status());
        continue;
      }
      auto game = AskOptions((*plugin)->info);
      if (game != nullptr || !TakeBack()) return game;
    }
  }

  // A canonical player name.
  std::optional<std::string> AskSeat(const AnyGame& game, int seat) {
    const std::vector<Item> items = SeatItems(game);
    const std::string usual =
        seat == 0 ? items.front().id : session::UsualLevel(game);
    for (;;) {
      const auto name = AskItem(session::SeatTitle(seat), usual, items);
      if (!name.has_value() || *name == usual) return name;
      const auto seat_name = session::SeatName(game, *name);
      if (!seat_name.ok()) {
        Explain(seat_name.status());
        continue;
      }
      const auto choices = session::SeatChoices(game);
      const auto info = std::ranges::find_if(
          choices,
          [&](const PlayerInfo& choice) { return choice.id == *name; });
      if (info == choices.end()) return *seat_name;  // with its settings
      auto answer = AskSettings(game, *info, *seat_name);
      if (answer.has_value() || !TakeBack()) return answer;
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
    if (answer.has_value() && absl::EqualsIgnoreCase(*answer, kBackWord)) {
      back_ = true;
      return std::nullopt;
    }
    if (answer.has_value() && IsLeaving(*answer)) {
      left_ = true;
      return std::nullopt;
    }
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
      std::vector<Parameters> before;  // as they were before each question
      while (before.size() < info.parameters.size()) {
        before.push_back(*parameters);
        if (AskOption(info.parameters[before.size() - 1], *parameters)) {
          continue;
        }
        before.pop_back();
        if (before.empty() || !TakeBack()) return nullptr;
        *parameters = before.back();
        before.pop_back();
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
      auto name = session::SeatName(game, absl::StrCat(info.id, ":", *answer));
      if (name.ok()) return *std::move(name);
      Explain(name.status());
    }
  }

  const Catalog& catalog_;
  Dialog& dialog_;
  bool back_ = false;
  bool left_ = false;
};

// Asks for the game and for the seats that are not yet in `seats`. Null when
// the person leaves. REQUIRES: the catalog has a game.
std::shared_ptr<const AnyGame> AskSetup(Menu& menu, Dialog& dialog,
                                        std::map<int, std::string>& seats) {
  for (;;) {
    std::shared_ptr<const AnyGame> game = menu.AskGame();
    if (game == nullptr) return nullptr;
    std::vector<int> open;  // the seats to ask for
    for (int seat = 0; seat < game->NumPlayers(); ++seat) {
      if (seats.count(seat) == 0) open.push_back(seat);
    }
    dialog.out() << "\nWho plays?\n" << NumberedList(SeatItems(*game)) << "\n";
    size_t next = 0;
    std::map<int, std::string> answers = seats;
    while (next < open.size()) {
      const auto name = menu.AskSeat(*game, open[next]);
      if (name.has_value()) {
        answers[open[next++]] = *name;
      } else if (!menu.TakeBack()) {
        return nullptr;
      } else if (next-- == 0) {
        break;
      }
    }
    if (next != open.size()) continue;  // back to the game
    seats = answers;
    return game;
  }
}

int Refuse(const absl::Status& status, Dialog& dialog) {
  dialog.out() << std::flush;
  dialog.err() << "boardwalk play: " << status.message() << "\n";
  return kUsageStatus;
}

absl::Status NoSeat(int seat, absl::string_view game, int seats) {
  return InvalidArgument("seat ", seat + 1, " of ", game,
                         ": its seats are 1 to ", seats);
}

absl::StatusOr<std::vector<std::string>> AllSeats(
    const AnyGame& game, const std::map<int, std::string>& given,
    bool at_terminal) {
  const std::string opponent =
      at_terminal ? session::UsualLevel(game) : session::DefaultOpponent(game);
  std::vector<std::string> seats;
  seats.reserve(static_cast<size_t>(game.NumPlayers()));
  for (int seat = 0; seat < game.NumPlayers(); ++seat) {
    seats.push_back(seat == 0 ? "human" : opponent);
  }
  for (const auto& [seat, name] : given) {
    if (seat < 0 || seat >= game.NumPlayers()) {
      return NoSeat(seat, game.Name(), game.NumPlayers());
    }
    seats[seat] = name;
  }
  return seats;
}

// Differs from game to game, unless a player's name sets a seed.
uint64_t SeedFor(const std::vector<std::string>& seats) {
  const bool fixed = std::ranges::any_of(seats, [](const std::string& name) {
    return absl::StrContains(name, "seed=");
  });
  if (fixed) return 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<uint64_t>(now.count());
}

// The game of a file, with the players of `seats` in their seats.
absl::StatusOr<session::Session> LoadGame(
    const Catalog& catalog, const std::string& path,
    const std::map<int, std::string>& seats) {
  ASSIGN_OR_RETURN(const auto text, ReadFile(path));
  ASSIGN_OR_RETURN(GameRecord record, At(path, ParseRecord(text)));
  const int count = static_cast<int>(record.players.size());
  for (const auto& [seat, name] : seats) {
    if (seat < 0 || seat >= count) return NoSeat(seat, record.game, count);
    record.players[seat] = name;
    const auto game = catalog.MakeGame(record.game);
    if (!game.ok()) continue;  // FromRecord says why
    RETURN_IF_ERROR(At(absl::StrCat("seat ", seat + 1),
                       session::SeatName(**game, name).status()));
  }
  return At(path, session::Session::FromRecord(catalog, record));
}

// "star:players=3, move 12, human against random and greedy".
std::string Describe(const session::Session& session) {
  std::vector<std::string> seats = session.seats();
  const std::string first = seats.front();
  seats.erase(seats.begin());
  return absl::StrCat(
      session.game().Name(), ", move ",
      session::MoveNumber(session.plies(), session.game().NumPlayers()), ", ",
      first, " against ", JoinWords(seats, "and"));
}

// The games that wait, and what each is.
struct WaitingGame {
  int number = 0;
  std::string description;
};

std::vector<WaitingGame> WaitingGames(UnfinishedGames& unfinished) {
  std::vector<WaitingGame> waiting;
  unfinished.ForEachWaiting([&](int number, const session::Session& session) {
    waiting.push_back({number, Describe(session)});
  });
  return waiting;
}

// "1 game waits: boardwalk play --resume"; "" where none does.
std::string WaitingText(UnfinishedGames& unfinished) {
  const size_t games = WaitingGames(unfinished).size();
  if (games == 0) return "";
  return absl::StrCat(Counted(static_cast<int64_t>(games), "game"),
                      games == 1 ? " waits" : " wait",
                      ": boardwalk play --resume");
}

// The game that the person chooses of those that wait; some may be thrown away.
// None where the person leaves; an error where none waits.
absl::StatusOr<std::optional<session::KeptGame>> Resume(
    Dialog& dialog, UnfinishedGames& unfinished) {
  for (;;) {
    const std::vector<WaitingGame> waiting = WaitingGames(unfinished);
    const int games = static_cast<int>(waiting.size());
    if (games == 0) {
      return NotFound("--resume: no game waits; 'boardwalk play' begins one");
    }
    dialog.screen().Say("These games wait, the one that was left last first:");
    for (int i = 0; i < games; ++i) {
      dialog.screen().Say(
          absl::StrFormat("%4d  %s", i + 1, waiting[i].description));
    }
    for (bool chosen = false; !chosen;) {
      const auto answer =
          dialog.Ask("Which, or 'drop N' to throw one away [1]: ");
      if (!answer.has_value() || IsLeaving(*answer)) return std::nullopt;
      absl::string_view number = *answer;
      const bool drop = absl::ConsumePrefix(&number, "drop ");
      if (answer->empty()) number = "1";
      int choice = 0;
      chosen =
          absl::SimpleAtoi(number, &choice) && choice >= 1 && choice <= games;
      if (!chosen) {
        dialog.screen().Say(absl::StrCat("Sorry: write a number, 1 to ", games,
                                         ", drop and a number, or quit."));
        continue;
      }
      auto game = unfinished.Take(waiting[choice - 1].number);
      if (!game.has_value()) {
        dialog.screen().Say("Sorry: that game is played elsewhere by now.");
      } else if (drop) {
        unfinished.Discard(*game);
      } else {
        return game;
      }
    }
  }
}

int LeftMenu(Dialog& dialog) {
  if (dialog.leaving() == Dialog::Leaving::kInterrupted) {
    return terminal::kInterruptedStatus;
  }
  dialog.out() << std::flush;
  dialog.err() << "The input ended before a game was chosen.\n";
  return 1;
}

// The position that a game starts from.
absl::StatusOr<std::unique_ptr<AnyState>> StartOf(const AnyGame& game,
                                                  const std::string& position) {
  if (position.empty()) return game.InitialState();
  ASSIGN_OR_RETURN(auto start, At("--position", game.ParsePosition(position)));
  if (start->IsTerminal()) {
    return absl::InvalidArgumentError("--position: the game is over there");
  }
  return start;
}

}  // namespace

int Run(const Catalog& catalog, const PlayOptions& options, Dialog& dialog) {
  UnfinishedGames unfinished(catalog, options.state_folder);
  const auto play = [&](session::KeptGame game, const std::string& note) {
    if (options.clock.has_value()) game.SetClock(*options.clock);
    return GameLoop(catalog, std::move(game), dialog, unfinished,
                    options.details, options.at_terminal)
        .Run(note);
  };
  if (!options.load.empty()) {
    if (!options.game.empty() || !options.position.empty()) {
      return Refuse(absl::InvalidArgumentError(
                        "--load has its own game and position; leave out GAME "
                        "and --position"),
                    dialog);
    }
    auto session = LoadGame(catalog, options.load, options.seats);
    if (!session.ok()) return Refuse(session.status(), dialog);
    return play(session::KeptGame(*std::move(session)), "");
  }
  if (options.game.empty() && !options.position.empty()) {
    return Refuse(absl::InvalidArgumentError(
                      "--position is one of a game; give GAME, too"),
                  dialog);
  }
  if (options.resume) {
    if (options.state_folder.empty()) {
      return Refuse(absl::FailedPreconditionError(
                        "--resume: games are kept at a terminal alone; --load "
                        "goes on with a saved one"),
                    dialog);
    }
    auto game = Resume(dialog, unfinished);
    if (!game.ok()) return Refuse(game.status(), dialog);
    if (game->has_value()) return play(**std::move(game), "");
    return dialog.leaving() == Dialog::Leaving::kNo ? 0 : LeftMenu(dialog);
  }
  std::string waiting = WaitingText(unfinished);
  std::shared_ptr<const AnyGame> game;
  std::map<int, std::string> given = options.seats;
  if (options.game.empty()) {
    if (catalog.games().empty()) {
      return Refuse(absl::NotFoundError("there is no game to play"), dialog);
    }
    if (!waiting.empty()) dialog.screen().Say(std::exchange(waiting, ""));
    Menu menu(catalog, dialog);
    game = AskSetup(menu, dialog, given);
    if (game == nullptr) return menu.left() ? 0 : LeftMenu(dialog);
  } else {
    auto made = catalog.MakeGame(options.game);
    if (!made.ok()) return Refuse(made.status(), dialog);
    game = *std::move(made);
  }
  const auto seats = AllSeats(*game, given, options.at_terminal);
  if (!seats.ok()) return Refuse(seats.status(), dialog);
  const auto start = StartOf(*game, options.position);
  if (!start.ok()) return Refuse(start.status(), dialog);
  auto session = session::Session::Create(**start, *seats, SeedFor(*seats));
  if (!session.ok()) return Refuse(session.status(), dialog);
  return play(session::KeptGame(*std::move(session)), waiting);
}

int Play(const Catalog& catalog, const PlayOptions& options) {
  const terminal::Interrupts interrupts;
  terminal::StandardDialog standard;
  PlayOptions here = options;
  if (standard.traits().input && standard.traits().output) {
    here.state_folder = StateFolder().value_or("");
    here.at_terminal = true;
  }
  const int status = Run(catalog, here, standard.dialog());
  std::cout << std::flush;
  return status;
}

}  // namespace boardwalk::console
