#include "frontends/web/rooms/advice.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/json.h"
#include "framework/status_macros.h"
#include "frontends/session/analysis.h"
#include "frontends/session/seats.h"
#include "frontends/web/rooms/game_json.h"

namespace boardwalk::web {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kMaxHint(1);
// More tasks wait for a thread than anybody waits for.
constexpr size_t kMaxWaiting = 200;

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

Observer ThrottleReports(std::function<void(const Decision&)> tell) {
  // At most a tenth of the time goes into telling.
  constexpr milliseconds kFirst(50);
  const auto next =
      std::make_shared<steady_clock::time_point>(steady_clock::now() + kFirst);
  return [tell = std::move(tell), next](const Decision& so_far) {
    const auto begin = steady_clock::now();
    if (begin < *next) return;
    tell(so_far);
    const auto end = steady_clock::now();
    constexpr milliseconds kLeast(100);
    constexpr int kShare = 10;
    *next =
        end + std::max<steady_clock::duration>(kLeast, kShare * (end - begin));
  };
}

Json AdviceJson(int ply, const session::Thinking& thinking,
                const board::BoardView& board, const Decision& decision) {
  Json json = {{"ply", ply},
               {"seat", thinking.seat() + 1},
               {"player", thinking.player()}};
  json.update(ThinkingJson(board, thinking.state(), decision));
  return json;
}

// --- Tasks -------------------------------------------------------------------

absl::StatusOr<uint64_t> Advice::AddTask(absl::string_view kind,
                                         const std::string& asker,
                                         const std::string& player,
                                         std::chrono::nanoseconds expected,
                                         std::shared_ptr<Mailbox> mailbox,
                                         Run run) {
  const MutexLock lock(&mutex_);
  if (closed_) {
    return absl::UnavailableError("the game is put away; try again");
  }
  if (kind == "hint" && std::ranges::any_of(tasks_, [&](const Task& task) {
        return task.kind == kind;
      })) {
    return absl::ResourceExhaustedError("a hint is on its way");
  }
  if (tasks_.size() >= kMaxTasks) {
    return ResourceExhausted(
        "in this game ", tasks_.size(),
        " players are being asked already; wait until one has answered");
  }
  if (queue_.waiting() >= kMaxWaiting) {
    return absl::UnavailableError(
        "too many players wait for their turn to think; try again");
  }
  tasks_.push_back({.number = ++last_number_,
                    .kind = kind,
                    .about = {.room = room_,
                              .asker = asker,
                              .player = player,
                              .expected = expected,
                              .bytes = session::TableBytes(*game_, player),
                              .threads = session::ThreadsOf(*game_, player)},
                    .stop = std::make_shared<std::atomic<bool>>(false),
                    .mailbox = std::move(mailbox)});
  QueueTask(tasks_.back(), std::move(run));
  return last_number_;
}

void Advice::QueueTask(Task& task, Run run) {
  task.ticket =
      queue_.Add(task.about, [advice = shared_from_this(), number = task.number,
                              stop = task.stop,
                              run = std::move(run)] { run(number, *stop); });
}

Advice::Task* Advice::FindTask(uint64_t number) {
  for (Task& task : tasks_) {
    if (task.number == number) return &task;
  }
  return nullptr;
}

bool Advice::QueueAgain(uint64_t number, Run run) {
  const MutexLock lock(&mutex_);
  Task* const task = FindTask(number);
  if (closed_ || task == nullptr || task->stop->load()) return false;
  QueueTask(*task, std::move(run));
  return true;
}

void Advice::EndTask(uint64_t number) {
  const MutexLock lock(&mutex_);
  std::erase_if(tasks_, [&](const Task& t) { return t.number == number; });
}

void Advice::StopTask(uint64_t number) {
  const MutexLock lock(&mutex_);
  Task* const task = FindTask(number);
  if (task == nullptr) return;
  task->stop->store(true);
  if (closed_ || !queue_.Cancel(task->ticket)) return;
  std::erase_if(tasks_, [&](const Task& t) { return t.number == number; });
}

void Advice::DropTasks(absl::string_view kind) {
  const MutexLock lock(&mutex_);
  if (closed_) return;
  std::erase_if(tasks_, [&](const Task& task) {
    if (task.kind != kind) return false;
    task.stop->store(true);
    return queue_.Cancel(task.ticket);
  });
}

size_t Advice::Place(uint64_t number) {
  const MutexLock lock(&mutex_);
  Task* const task = FindTask(number);
  return closed_ || task == nullptr ? 0 : queue_.Place(task->ticket);
}

bool Advice::idle() const {
  const MutexLock lock(&mutex_);
  return tasks_.empty();
}

void Advice::Close() {
  std::vector<std::shared_ptr<Mailbox>> mailboxes;
  {
    const MutexLock lock(&mutex_);
    if (closed_) return;
    closed_ = true;
    for (const Task& task : tasks_) {
      task.stop->store(true);
      queue_.Cancel(task.ticket);
      if (task.mailbox != nullptr) mailboxes.push_back(task.mailbox);
    }
  }
  for (const auto& mailbox : mailboxes) {
    mailbox->End();
    mailbox->Wake();
  }
}

// --- A look at a position, and hints -----------------------------------------

absl::StatusOr<std::unique_ptr<EventStream>> Advice::Look(
    const std::string& asker, const Role& role, int ply,
    session::Thinking begun) {
  const auto mailbox = std::make_shared<Mailbox>(role, nullptr);
  const auto thinking = std::make_shared<session::Thinking>(std::move(begun));
  const auto run = [this, ply, thinking, mailbox](
                       uint64_t number, const std::atomic<bool>& stop) {
    const auto decision = thinking->Choose(
        {.time = kMaxThinking, .stop = &stop},
        ThrottleReports([&](const Decision& so_far) {
          const Json advice = AdviceJson(ply, *thinking, *board_, so_far);
          mailbox->PushNewest("thinking",
                              std::make_shared<const SharedText>(
                                  EventText(0, "thinking", JsonText(advice))));
          mailbox->Wake();
        }));
    mailbox->EndWith(
        EventText(0, "decision",
                  JsonText(DecisionJson(ply, *thinking, *board_, decision))));
    mailbox->Wake();
    EndTask(number);
  };
  ASSIGN_OR_RETURN(const uint64_t number,
                   AddTask("look", asker, thinking->player(),
                           session::ThoughtTime(*game_, thinking->player())
                               .value_or(kMaxThinking),
                           mailbox, run));
  if (const size_t place = Place(number); place > 0) {
    mailbox->PushNewest(
        "waiting",
        std::make_shared<const SharedText>(EventText(
            0, "waiting",
            JsonText({{"seat", thinking->seat() + 1}, {"waiting", place}}))));
  }
  return std::make_unique<MailboxStream>(
      mailbox,
      [advice = shared_from_this(), number] { advice->StopTask(number); });
}

absl::Status Advice::Hint(const std::string& asker, int seat, int ply,
                          session::Thinking begun) {
  const auto thinking = std::make_shared<session::Thinking>(std::move(begun));
  const auto run = [this, seat, ply, thinking](uint64_t number,
                                               const std::atomic<bool>& stop) {
    const auto decision =
        thinking->Choose({.time = kMaxHint, .stop = &stop}, {});
    EndTask(number);
    readers_->PublishNewest(
        "hint", DecisionJson(ply, *thinking, *board_, decision),
        [seat](const Role& role) { return role.MayPlay(seat); });
    readers_->Wake();
  };
  return AddTask("hint", asker, thinking->player(), kMaxHint, nullptr, run)
      .status();
}

// --- Analysis ----------------------------------------------------------------

struct Advice::Analysis {
  const Catalog& catalog;
  const GameRecord record;
  session::GameAnalysis values;
  std::optional<session::Session> session = {};  // of the record, once it runs
  std::string problem = {};
  steady_clock::time_point published = {};
};

absl::StatusOr<uint64_t> Advice::Analyse(const std::string& asker,
                                         const Catalog& catalog,
                                         const std::string& player,
                                         GameRecord record) {
  session::GameAnalysis values(player, static_cast<int>(record.moves.size()));
  const auto analysis = std::make_shared<Analysis>(
      Analysis{catalog, std::move(record), std::move(values)});
  DropTasks("analysis");
  return AddTask(
      // No position takes long, but all of them do.
      "analysis", asker, player, kMaxThinking, nullptr,
      [this, analysis](uint64_t number, const std::atomic<bool>& stop) {
        LookAtNext(analysis, number, stop);
      });
}

void Advice::LookAtNext(const std::shared_ptr<Analysis>& analysis,
                        uint64_t number, const std::atomic<bool>& stop) {
  Analysis& a = *analysis;
  const absl::Status looked = [&] {
    if (!a.session.has_value()) {
      ASSIGN_OR_RETURN(a.session,
                       session::Session::FromRecord(a.catalog, a.record));
    }
    return a.values.LookAtNext(*a.session, &stop);
  }();
  if (!looked.ok()) a.problem = std::string(looked.message());
  const bool ended = !looked.ok() || a.values.done();
  constexpr milliseconds kBetween(250);
  if (!stop.load() &&
      (ended || steady_clock::now() - a.published >= kBetween)) {
    a.published = steady_clock::now();
    PublishAnalysis(a, number);
  }
  if (ended ||
      !QueueAgain(number, [this, analysis](uint64_t again,
                                           const std::atomic<bool>& stopped) {
        LookAtNext(analysis, again, stopped);
      })) {
    EndTask(number);
  }
}

void Advice::PublishAnalysis(const Analysis& a, uint64_t number) {
  bool knows = false;  // a value
  Json values(a.record.moves.size(), nullptr), best = values, ends_in = values;
  Json mistakes = Json::array(), moves = Json::array();
  for (const RecordedMove& move : a.record.moves) moves.push_back(move.text);
  if (a.session.has_value()) {
    const auto choices = a.values.Choices(*a.session);
    for (size_t ply = 0; ply < choices.size(); ++ply) {
      if (!choices[ply].has_value()) continue;
      knows = true;
      values[ply] = choices[ply]->value;
      best[ply] = choices[ply]->best;
      ends_in[ply] = OptionalJson(choices[ply]->ends_in);
    }
    for (const auto& turn : a.values.Turns(*a.session)) {
      if (turn.grade == nullptr) continue;
      mistakes.push_back({{"ply", turn.ply},
                          {"best", turn.choice.best},
                          {"lost", turn.Loss()},
                          {"grade", turn.grade->name},
                          {"sign", turn.grade->sign}});
    }
  }
  std::string problem = a.problem;
  if (problem.empty() && a.values.done() && !knows) {
    problem = absl::StrCat(a.values.player(),
                           " does not say what positions are worth");
  }
  readers_->PublishAndKeep("analysis", {{"number", number},
                                        {"player", a.values.player()},
                                        {"done", a.values.looked_at()},
                                        {"of", a.record.moves.size()},
                                        {"moves", std::move(moves)},
                                        {"values", std::move(values)},
                                        {"best", std::move(best)},
                                        {"ends_in", std::move(ends_in)},
                                        {"mistakes", std::move(mistakes)},
                                        {"text", problem}});
  readers_->Wake();
}

}  // namespace boardwalk::web
