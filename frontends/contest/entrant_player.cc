#include "frontends/contest/entrant.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/clock.h"
#include "framework/errors.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "games/star/setup.h"

namespace boardwalk::contest {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

// How long a process may take to start and to answer the first question.
constexpr nanoseconds kReady = 30s;
// What our own programs around an entrant may use in a call, and how exactly
// the time of what has ended is known.
constexpr nanoseconds kOurTime = 10ms;
constexpr nanoseconds kWatchEvery = 10ms;
// Who is asleep in so many looks in a row, after its time by the wall clock,
// does not wait for a processor.
constexpr int kAsleep = 3;

// The name of a game on the star with the triangle of each seat, also where
// these are the usual ones: the harness does not know which.
absl::StatusOr<std::string> NameWithSeats(const std::string& name) {
  ASSIGN_OR_RETURN(const Name parts, ParseName(name));
  ASSIGN_OR_RETURN(
      const Parameters parameters,
      Parameters::Parse(parts.id, star::Info().parameters, parts.given));
  ASSIGN_OR_RETURN(const auto setup, star::Setup::Create(parameters));
  std::string text = absl::StrCat("star:size=", setup.board().size());
  for (int seat = 0; seat < setup.num_players(); ++seat) {
    absl::StrAppend(&text, seat == 0 ? ",seats=" : "+", setup.Home(seat));
  }
  return text;
}

// The sum of what the functions took.
class UsedClock final : public Clock {
 public:
  nanoseconds Now() const override { return used_; }
  void Add(nanoseconds used) { used_ += used; }

 private:
  nanoseconds used_{0};
};

absl::Status EndedFromOutside(absl::string_view how) {
  const bool killed = absl::StartsWith(how, "signal 9");
  return {kPlayerEndedFromOutside,
          absl::StrCat("its process was ended from outside: ", how,
                       killed ? "; the system does that when it has no memory "
                                "left, of which fewer --jobs need less"
                              : "")};
}

class EntrantPlayer final : public Player {
 public:
  EntrantPlayer(const AnyGame& game, std::shared_ptr<const Entrant> entrant,
                int seat, nanoseconds limit)
      : game_(game),
        is_star_(game.Info().id == "star"),
        entrant_(std::move(entrant)),
        seat_(seat),
        usual_limit_(limit),
        limit_(limit) {}

  const Clock* OwnClock() const override { return &clock_; }
  absl::Status Start(const AnyState& state, uint64_t seed) override;
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& outer,
                                  const Observer& observer) override;
  void Observe(AnyMove move) override;
  void GameOver() override;

 private:
  absl::Status StartProcess();
  // Writes `lines` and reads until a line begins with `word`; returns the rest
  // of that line. `what` is done meanwhile, for messages.
  absl::StatusOr<std::string> Ask(const std::string& lines,
                                  absl::string_view word,
                                  absl::string_view what, nanoseconds limit,
                                  const std::atomic<bool>* stop = nullptr);
  // A line that is not the answer.
  absl::Status TakeLine(absl::string_view line);
  // What the harness or the end of the process says. The harness itself never
  // ends by what an entrant does.
  absl::Status FaultOf(absl::string_view kind, absl::string_view text);
  absl::Status Ended();
  // Ends the process; returns `fault`.
  absl::Status GiveUp(absl::Status fault);
  // Charges what the process used since it was called last, as far as the
  // harness has not told of it: a call that was never answered, and whatever
  // has got around the harness.
  void Settle();

  const AnyGame& game_;
  const bool is_star_;
  const std::shared_ptr<const Entrant> entrant_;
  const int seat_;
  std::unique_ptr<process::Process> process_;  // null after a fault
  UsedClock clock_;
  const nanoseconds usual_limit_;  // of a move without one
  nanoseconds limit_;              // of a call: that of the last move
  bool is_up_ = false;             // what came before is not its own time
  nanoseconds settled_{0};         // of the CPU time of the process
  nanoseconds told_{0};            // by the harness since then
  absl::Status fault_;             // which the next Choose returns
  std::unique_ptr<AnyState> state_;
  std::string moves_;  // of the star, each after a blank
};

absl::Status EntrantPlayer::Start(const AnyState& state, uint64_t /*seed*/) {
  if (is_star_ && !state.Equals(*game_.InitialState())) {
    return absl::InvalidArgumentError(
        "the star challenge begins at the start alone; leave out openings");
  }
  if (entrant_->fault() != EntrantFault::kNone) {
    fault_ = absl::FailedPreconditionError(entrant_->fault_text());
    return absl::OkStatus();
  }
  state_ = state.Clone();
  moves_.clear();
  fault_ = StartProcess();
  // A fault is a result of the game, and not an error of the match.
  return absl::OkStatus();
}

absl::Status EntrantPlayer::StartProcess() {
  auto process = process::Process::Start(entrant_->process());
  if (!process.ok()) {
    return absl::Status(kPlayerEndedFromOutside, process.status().message());
  }
  process_ = *std::move(process);
  is_up_ = false;
  settled_ = told_ = 0ns;
  RETURN_IF_ERROR(Ask("ugi", "ugiok", "it starts", kReady).status());
  is_up_ = true;
  std::string options;
  if (is_star_) {
    ASSIGN_OR_RETURN(const std::string name, NameWithSeats(game_.Name()));
    options = absl::StrCat("setoption name Game value ", name,
                           "\nsetoption name Seat value ", seat_, "\n");
  }
  return Ask(absl::StrCat(options, "uginewgame\nisready"), "readyok",
             is_star_ ? "InitChineseCheckers" : "it starts", limit_)
      .status();
}

absl::StatusOr<Decision> EntrantPlayer::Choose(const AnyState& state,
                                               const Limits& outer,
                                               const Observer& /*observer*/) {
  if (!fault_.ok()) return fault_;
  if (process_ == nullptr) {
    return absl::FailedPreconditionError("the game has not been started");
  }
  limit_ = outer.time.value_or(usual_limit_);
  const nanoseconds before = clock_.Now();
  // On the star, it knows the position from the moves that it was told.
  const std::string position =
      is_star_ ? ""
               : absl::StrCat("position fen ", state.FormatPosition(), "\n");
  auto answer = Ask(absl::StrCat(position, "go"), "bestmove",
                    is_star_ ? "YourMove" : "its move", limit_, outer.stop);
  if (!answer.ok()) {
    fault_ = answer.status();
    return fault_;
  }
  const auto move = state.ParseMove(*answer);
  if (!move.ok() || !state.IsLegal(*move) || *move == kDropOut) {
    fault_ = GiveUp(absl::Status(
        kPlayerMovedIllegally,
        absl::StrCat("it answered ", OneLine(*answer, 60), ": ",
                     move.ok() ? "no legal move" : move.status().message())));
    return fault_;
  }
  return Decision{.move = *move,
                  .line = {*move},
                  .seconds = process::Seconds(clock_.Now() - before)};
}

void EntrantPlayer::Observe(AnyMove move) {
  if (process_ == nullptr) return;
  // Solutions know no way to drop out: to them it passes, as it does later.
  absl::StrAppend(&moves_, " ",
                  move == kDropOut ? "pass" : state_->FormatMove(move));
  (void)state_->Apply(move);
  if (!is_star_) return;
  fault_ = Ask(absl::StrCat("position startpos moves", moves_, "\nisready"),
               "readyok", "OpponentMove", limit_)
               .status();
}

void EntrantPlayer::GameOver() {
  if (process_ == nullptr || !is_star_) return;
  (void)Ask("setoption name Over\nisready", "readyok", "TermChineseCheckers",
            limit_);
  process_.reset();
}

absl::StatusOr<std::string> EntrantPlayer::Ask(const std::string& lines,
                                               absl::string_view word,
                                               absl::string_view what,
                                               nanoseconds limit,
                                               const std::atomic<bool>* stop) {
  const auto start = steady_clock::now();
  if (process_->WriteLine(lines, start + limit + kReady) !=
      process::IoResult::kDone) {
    return Ended();
  }
  int asleep = 0;  // looks in a row
  for (;;) {
    std::string line;
    const process::IoResult talk =
        process_->ReadLine(steady_clock::now() + kWatchEvery, stop, &line);
    if (talk == process::IoResult::kStopped) {
      return GiveUp(absl::CancelledError("stopped"));
    }
    if (talk == process::IoResult::kEnded) return Ended();
    if (talk == process::IoResult::kFlood) {
      return GiveUp(absl::Status(kPlayerCrashed, "it floods its output"));
    }
    if (talk == process::IoResult::kDone) {
      absl::string_view rest = line;
      if (absl::ConsumePrefix(&rest, word) &&
          (rest.empty() || absl::ConsumePrefix(&rest, " "))) {
        Settle();
        return std::string(rest);
      }
      RETURN_IF_ERROR(TakeLine(line));
      continue;
    }
    const nanoseconds wall = steady_clock::now() - start;
    const nanoseconds cpu = process_->CpuTime() - settled_;
    if (cpu > limit + kTimeGrace) {
      return GiveUp(absl::Status(
          kPlayerOverranTime,
          absl::StrFormat("%s: no answer after %.2f s of %.3g s", what,
                          process::Seconds(cpu), process::Seconds(limit))));
    }
    if (wall <= limit + kTimeGrace) continue;
    asleep = process_->IsBusy() ? 0 : asleep + 1;
    if (asleep >= kAsleep ||
        wall > limit * process::kWallTimes + process::kWallExtra) {
      return GiveUp(absl::Status(
          kPlayerStalled,
          absl::StrFormat("%s: no answer after %.2f s by the wall clock, of "
                          "which it used %.2f s",
                          what, process::Seconds(wall),
                          process::Seconds(cpu))));
    }
  }
}

absl::Status EntrantPlayer::TakeLine(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "info string ")) return absl::OkStatus();
  const auto [kind, text] = HarnessFault(std::string(line));
  if (!kind.empty()) return FaultOf(kind, text);
  const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
  int64_t used = 0;
  if (words.size() == 3 && words[0] == "used" &&
      absl::SimpleAtoi(words[2], &used) && used >= 0) {
    clock_.Add(nanoseconds(used));
    told_ += nanoseconds(used);
  }
  return absl::OkStatus();
}

absl::Status EntrantPlayer::FaultOf(absl::string_view kind,
                                    absl::string_view text) {
  if (kind == "board") return GiveUp(absl::FailedPreconditionError(text));
  if (kind == "printed") {
    return GiveUp(FailedPrecondition("printed ", text));
  }
  if (kind == "outside") return GiveUp(EndedFromOutside(text));
  return GiveUp(absl::Status(
      kPlayerCrashed,
      absl::StrCat(kind == "load" ? "cannot be loaded: " : "", text)));
}

absl::Status EntrantPlayer::Ended() {
  (void)process_->WaitForEnd(steady_clock::now() + kReady);
  const std::string words = process_->LastWords();
  const auto [kind, text] = HarnessFault(words);
  if (!kind.empty()) return FaultOf(kind, text);
  std::string how = process_->HowItEnded();
  // By a status of its own, bubblewrap ends with the reason.
  if (absl::StartsWith(how, "exit status")) absl::StrAppend(&how, ": ", words);
  return GiveUp(EndedFromOutside(how));
}

absl::Status EntrantPlayer::GiveUp(absl::Status fault) {
  Settle();
  process_.reset();
  return fault;
}

void EntrantPlayer::Settle() {
  const nanoseconds used = process_->CpuTime() - settled_;
  if (is_up_ && used > told_ + kOurTime) clock_.Add(used - told_);
  settled_ += used;
  told_ = 0ns;
}

constexpr ParameterSpec kFile =
    OptionalTextParameter("file", "the source; required");
constexpr ParameterSpec kHash =
    OptionalTextParameter("hash", "of what stands in it");
constexpr ParameterSpec kSeat =
    IntParameter("seat", 1, {1, 6}, "where it sits");

PlayerPlugin SourcePlugin(decltype(PlayerPlugin::make) make) {
  return {.info = {.id = std::string(kSourceId),
                   .title = "A source that was compiled for its tournament",
                   .parameters = {kFile, kHash, kSeat},
                   .needs_limit = false},
          .games = {"chinese8", "star"},
          .make = std::move(make)};
}

class AbsentEntrant final : public Player {
 public:
  absl::Status Start(const AnyState& /*state*/, uint64_t /*seed*/) override {
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> Choose(const AnyState& /*state*/,
                                  const Limits& /*outer*/,
                                  const Observer& /*observer*/) override {
    return absl::FailedPreconditionError("its source is not at hand");
  }
  void Observe(AnyMove /*move*/) override {}
};

}  // namespace

PlayerPlugin EntrantPlugin(CompiledEntrants entrants,
                           std::chrono::nanoseconds limit) {
  return SourcePlugin([entrants = std::move(entrants), limit](
                          const AnyGame& game, const Parameters& parameters)
                          -> absl::StatusOr<std::unique_ptr<Player>> {
    const std::string file(
        parameters.Has(kFile.name) ? parameters.Text(kFile.name) : "");
    const auto found = entrants.find(file);
    if (found == entrants.end()) {
      return NotFound("no source ", Quoted(file), " was compiled");
    }
    return std::make_unique<EntrantPlayer>(
        game, found->second, static_cast<int>(parameters.Int(kSeat.name)),
        limit);
  });
}

PlayerPlugin AbsentEntrantPlugin() {
  return SourcePlugin(
      [](const AnyGame&,
         const Parameters&) -> absl::StatusOr<std::unique_ptr<Player>> {
        return std::make_unique<AbsentEntrant>();
      });
}

}  // namespace boardwalk::contest
