// Room: what players say of its positions when they are asked: hints, a look at
// any position, and the whole game gone through.

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"
#include "frontends/session/analysis.h"
#include "frontends/session/seats.h"
#include "frontends/web/rooms/room.h"
#include "frontends/web/rooms/views.h"

namespace boardwalk::web {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kMaxLook(60);
// More tasks wait for a thread than anybody waits for.
constexpr size_t kMaxWaiting = 200;

Json AdviceJson(int ply, const session::Thinking& thinking,
                const board::BoardView& board, const Decision& decision) {
  Json json = {{"ply", ply},
               {"seat", thinking.seat() + 1},
               {"player", thinking.player()}};
  json.update(ThinkingJson(board, thinking.state(), decision));
  return json;
}

// What a player decided, or why it failed.
Json DecisionJson(int ply, const session::Thinking& thinking,
                  const board::BoardView& board,
                  const absl::StatusOr<Decision>& decision) {
  if (decision.ok() && thinking.state().IsLegal(decision->move)) {
    return AdviceJson(ply, thinking, board, *decision);
  }
  return {{"ply", ply},
          {"seat", thinking.seat() + 1},
          {"player", thinking.player()},
          {"error", decision.ok() ? "its move is not legal"
                                  : std::string(decision.status().message())}};
}

}  // namespace

// --- Tasks
// ---------------------------------------------------------------------

absl::Status Room::CheckRoomForTask() const {
  RETURN_IF_ERROR(CheckOpen());
  if (tasks_.size() >= kMaxTasks) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "in this game ", tasks_.size(),
        " players are being asked already; wait until one has answered"));
  }
  if (services_.thinkers.waiting() >= kMaxWaiting) {
    return absl::UnavailableError(
        "too many players wait for their turn to think; try again");
  }
  return absl::OkStatus();
}

Room::Task& Room::AddTask(
    absl::string_view kind, const std::string& player,
    std::function<void(const std::atomic<bool>& stop)> run) {
  tasks_.push_back({.number = ++last_number_,
                    .kind = kind,
                    .player = player,
                    .stop = std::make_shared<std::atomic<bool>>(false),
                    .mailbox = nullptr});
  QueueTask(tasks_.back(), std::move(run));
  return tasks_.back();
}

void Room::QueueTask(Task& task,
                     std::function<void(const std::atomic<bool>& stop)> run) {
  task.ticket =
      services_.thinkers.Add(number_, task.player,
                             [room = shared_from_this(), stop = task.stop,
                              run = std::move(run)] { run(*stop); });
}

void Room::EndTask(uint64_t number) {
  const MutexLock lock(&mutex_);
  std::erase_if(tasks_, [&](const Task& t) { return t.number == number; });
}

void Room::StopTask(uint64_t number) {
  const MutexLock lock(&mutex_);
  const auto task =
      std::find_if(tasks_.begin(), tasks_.end(),
                   [&](const Task& t) { return t.number == number; });
  if (task == tasks_.end()) return;
  task->stop->store(true);
  if (!closed_ && services_.thinkers.Cancel(task->ticket)) tasks_.erase(task);
}

void Room::StopTasks(absl::string_view kind) {
  for (auto task = tasks_.begin(); task != tasks_.end();) {
    if (task->kind != kind) {
      ++task;
      continue;
    }
    task->stop->store(true);
    task =
        services_.thinkers.Cancel(task->ticket) ? tasks_.erase(task) : task + 1;
  }
}

// --- A look at a position
// --------------------------------------------------------

absl::StatusOr<std::unique_ptr<EventStream>> Room::Think(
    const Role& role, int ply, const std::string& player) {
  auto mailbox = std::make_shared<Mailbox>(role, nullptr);
  uint64_t number = 0;
  {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(CheckRoomForTask());
    RETURN_IF_ERROR(CheckPly(ply));
    if (session().history().SeatAt(ply) < 0) {
      return absl::FailedPreconditionError("the game is over there");
    }
    ASSIGN_OR_RETURN(
        const std::string name,
        session::SeatName(session().game(),
                          player.empty()
                              ? session::DefaultOpponent(session().game())
                              : player));
    if (session::IsHuman(name)) {
      return absl::InvalidArgumentError("name a player that is a computer");
    }
    const auto thinking =
        std::make_shared<session::Thinking>(session().BeginAdvice(name, ply));
    number = last_number_ + 1;
    Task& task = AddTask(
        "think", name,
        [this, number, ply, thinking, mailbox](const std::atomic<bool>& stop) {
          const Observer observer = AtTimes([&](const Decision& so_far) {
            mailbox->PushNewest(
                "thinking", EventText(0, "thinking",
                                      JsonText(AdviceJson(ply, *thinking,
                                                          board_, so_far))));
            mailbox->Wake();
          });
          const auto decision = ChooseSafely(
              *thinking, {.time = kMaxLook, .stop = &stop}, observer);
          mailbox->Push(EventText(
              0, "decision",
              JsonText(DecisionJson(ply, *thinking, board_, decision))));
          mailbox->End();
          mailbox->Wake();
          EndTask(number);
        });
    task.mailbox = mailbox;
    const size_t place = services_.thinkers.Place(task.ticket);
    if (place > 0) {
      mailbox->PushNewest("waiting",
                          EventText(0, "waiting",
                                    JsonText({{"seat", thinking->seat() + 1},
                                              {"waiting", place}})));
    }
  }
  return std::make_unique<MailboxStream>(
      mailbox, [room = shared_from_this(), number] { room->StopTask(number); });
}

// --- Hints
// -----------------------------------------------------------------------

absl::Status Room::Hint(const Role& role, int seat) {
  ASSIGN_OR_RETURN(seat, ActingSeat(role, seat));
  RETURN_IF_ERROR(CheckRoomForTask());
  if (std::any_of(tasks_.begin(), tasks_.end(),
                  [](const Task& task) { return task.kind == "hint"; })) {
    return absl::ResourceExhaustedError("a hint is on its way");
  }
  const int ply = session().plies();
  const auto thinking = std::make_shared<session::Thinking>(
      session().BeginAdvice(session::DefaultOpponent(session().game()), ply));
  const uint64_t number = last_number_ + 1;
  AddTask("hint", thinking->player(),
          [this, number, seat, ply, thinking](const std::atomic<bool>& stop) {
            const auto decision = ChooseSafely(
                *thinking, {.time = std::chrono::seconds(1), .stop = &stop},
                {});
            EndTask(number);
            TellHint(seat, DecisionJson(ply, *thinking, board_, decision));
          });
  return absl::OkStatus();
}

// To those who play that seat alone.
void Room::TellHint(int seat, const Json& hint) {
  const std::string text = EventText(0, "hint", JsonText(hint));
  {
    const MutexLock lock(&mutex_);
    for (const auto& mailbox : mailboxes_) {
      if (mailbox->role().MayPlay(seat)) mailbox->PushNewest("hint", text);
    }
  }
  WakeReaders();
}

// --- Analysis
// ----------------------------------------------------------------------

struct Room::Analysis {
  uint64_t number = 0;  // of its task
  std::string player;
  GameRecord record;
  std::optional<session::Session> session;  // of the record
  std::optional<session::GameAnalysis> values;
  milliseconds each{0};
  int done = 0;
  std::string problem;
  steady_clock::time_point told = {};
};

absl::Status Room::Analyse(const std::string& player) {
  constexpr milliseconds kTotal(30'000), kMostAPosition(1000);
  const MutexLock lock(&mutex_);
  RETURN_IF_ERROR(CheckRoomForTask());
  if (session().plies() == 0) {
    return absl::FailedPreconditionError("no move has been played");
  }
  ASSIGN_OR_RETURN(const std::string name,
                   session::SeatName(session().game(),
                                     player.empty() ? session::DefaultOpponent(
                                                          session().game())
                                                    : player));
  if (session::IsHuman(name)) {
    return absl::InvalidArgumentError("name a player that is a computer");
  }
  StopTasks("analysis");
  const auto analysis = std::make_shared<Analysis>();
  analysis->number = last_number_ + 1;
  analysis->player = name;
  analysis->record = session().Record();
  analysis->each =
      std::clamp(kTotal / session().plies(), milliseconds(1), kMostAPosition);
  AddTask("analysis", name, [this, analysis](const std::atomic<bool>& stop) {
    AnalyseNext(analysis, stop);
  });
  return absl::OkStatus();
}

// Looks at one position, and queues again for the next: others have their turns
// between.
void Room::AnalyseNext(const std::shared_ptr<Analysis>& analysis,
                       const std::atomic<bool>& stop) {
  Analysis& a = *analysis;
  if (!a.session.has_value()) {
    auto session = session::Session::FromRecord(services_.catalog, a.record);
    if (session.ok()) {
      a.session = *std::move(session);
      a.values.emplace(a.session->plies());
    } else {
      a.problem = std::string(session.status().message());
    }
  }
  if (a.problem.empty()) {
    session::Thinking thinking = a.session->BeginAdvice(a.player, a.done);
    const auto choice =
        ChooseSafely(thinking, {.time = a.each, .stop = &stop}, {});
    if (choice.ok()) {
      a.values->Add(*a.session, a.done, *choice);
      ++a.done;
    } else {
      a.problem = std::string(choice.status().message());
    }
  }
  if (stop.load()) {  // the room is closed, or another one has begun
    EndTask(a.number);
    return;
  }
  const bool ended = !a.problem.empty() || a.done == a.session->plies();
  constexpr milliseconds kBetween(250);
  if (ended || steady_clock::now() - a.told >= kBetween) TellAnalysis(a);
  if (ended) {
    EndTask(a.number);
    return;
  }
  const MutexLock lock(&mutex_);
  const auto task =
      std::find_if(tasks_.begin(), tasks_.end(),
                   [&](const Task& t) { return t.number == a.number; });
  if (closed_ || task == tasks_.end()) return;
  QueueTask(*task, [this, analysis](const std::atomic<bool>& stopped) {
    AnalyseNext(analysis, stopped);
  });
}

void Room::TellAnalysis(Analysis& a) {
  a.told = steady_clock::now();
  std::string how = a.problem;
  bool knows = false;  // a value
  Json values = Json::array(), best = Json::array(), mistakes = Json::array();
  if (a.values.has_value()) {
    for (const auto& choice : a.values->choices()) {
      const bool known = choice.has_value();
      knows = knows || known;
      values.push_back(known ? Json(choice->value) : Json(nullptr));
      best.push_back(known ? Json(choice->best) : Json(nullptr));
    }
    for (const auto& turn : a.values->Turns(*a.session)) {
      if (!turn.mistake) continue;
      mistakes.push_back({{"ply", turn.ply},
                          {"best", turn.choice.best},
                          {"lost", turn.choice.value - turn.after}});
    }
  }
  const bool ended = a.done == static_cast<int>(a.record.moves.size());
  if (how.empty() && ended && !knows) {
    how = absl::StrCat(a.player, " does not say what positions are worth");
  } else if (how.empty()) {
    how =
        absl::StrCat(a.player, ", at most ", a.each.count(), " ms a position");
  }
  const std::string text =
      EventText(0, "analysis",
                JsonText({{"player", a.player},
                          {"done", a.done},
                          {"of", a.record.moves.size()},
                          {"values", std::move(values)},
                          {"best", std::move(best)},
                          {"mistakes", std::move(mistakes)},
                          {"text", how}}));
  {
    const MutexLock lock(&mutex_);
    analysis_ = text;
    for (const auto& mailbox : mailboxes_) {
      mailbox->PushNewest("analysis", text);
    }
  }
  WakeReaders();
}

}  // namespace boardwalk::web
