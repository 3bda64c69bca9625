#include "frontends/web/rooms/tasks.h"

#include <algorithm>
#include <utility>

namespace boardwalk::web {
namespace {

// The list's element whose `member` is `name`, a new one at its end if there is
// none.
template <typename T, typename Name>
T& FindOrAdd(std::list<T>& list, Name T::*member, const Name& name) {
  const auto found = std::ranges::find(list, name, member);
  if (found != list.end()) return *found;
  T& added = list.emplace_back();
  added.*member = name;
  return added;
}

// What is served in turn is served in rounds. How much of the others is served
// before number `round`, from 0, of the element `own`: `size` says how much an
// element has.
template <typename T, typename Size>
size_t ServedBefore(const std::list<T>& list, const T& own, size_t round,
                    const Size& size) {
  size_t before = 0;
  bool earlier = true;  // in the round
  for (const T& other : list) {
    if (&other == &own) {
      earlier = false;
    } else {
      before += std::min(size(other), round + (earlier ? 1 : 0));
    }
  }
  return before;
}

}  // namespace

TaskQueue::TaskQueue(int threads, size_t max_bytes) : max_bytes_(max_bytes) {
  for (int i = 0; i < std::max(threads, 1); ++i) {
    threads_.emplace_back([this] { Run(/*only_short=*/false); });
  }
  threads_.emplace_back([this] { Run(/*only_short=*/true); });
}

TaskQueue::~TaskQueue() {
  Stop(std::chrono::nanoseconds(0));
  for (std::thread& thread : threads_) thread.join();
}

std::vector<std::string> TaskQueue::Stop(std::chrono::nanoseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  const MutexLock lock(&mutex_);
  ending_ = true;
  added_.NotifyAll();
  while (!running_.empty()) {
    const auto now = std::chrono::steady_clock::now();
    if (now >= until) break;
    idle_.WaitFor(&mutex_, until - now);
  }
  std::vector<std::string> players;
  for (const auto& [ticket, about] : running_) {
    players.push_back(about.player);
  }
  return players;
}

uint64_t TaskQueue::Add(About about, std::function<void()> run) {
  const MutexLock lock(&mutex_);
  Asker& asker = FindOrAdd(askers_, &Asker::name, about.asker);
  RoomTasks& room = FindOrAdd(asker.rooms, &RoomTasks::room, about.room);
  const bool first = about.first;
  Task task = {.ticket = ++last_ticket_,
               .about = std::move(about),
               .run = std::move(run)};
  room.tasks.insert(first ? room.tasks.begin() : room.tasks.end(),
                    std::move(task));
  ++asker.waiting;
  ++waiting_;
  added_.NotifyAll();  // not every thread takes it
  return last_ticket_;
}

std::optional<TaskQueue::Spot> TaskQueue::Find(uint64_t ticket) {
  for (auto asker = askers_.begin(); asker != askers_.end(); ++asker) {
    for (auto room = asker->rooms.begin(); room != asker->rooms.end(); ++room) {
      const auto task = std::ranges::find(room->tasks, ticket, &Task::ticket);
      if (task != room->tasks.end()) return Spot{asker, room, task};
    }
  }
  return std::nullopt;
}

TaskQueue::Task TaskQueue::Remove(const Spot& spot, bool served) {
  const auto& [asker, room, at] = spot;
  Task task = std::move(*at);
  room->tasks.erase(at);
  --asker->waiting;
  --waiting_;
  if (served) {
    asker->rooms.splice(asker->rooms.end(), asker->rooms, room);
    askers_.splice(askers_.end(), askers_, asker);
  }
  if (room->tasks.empty()) asker->rooms.erase(room);
  if (asker->rooms.empty()) askers_.erase(asker);
  return task;
}

bool TaskQueue::Cancel(uint64_t ticket) {
  Task dropped;  // destroyed without the lock
  const MutexLock lock(&mutex_);
  const auto spot = Find(ticket);
  if (!spot.has_value()) return false;
  dropped = Remove(*spot, /*served=*/false);
  return true;
}

size_t TaskQueue::Place(uint64_t ticket) {
  const MutexLock lock(&mutex_);
  const auto spot = Find(ticket);
  if (!spot.has_value()) return 0;
  const auto in_room =
      static_cast<size_t>(spot->task - spot->room->tasks.begin());
  const size_t of_asker =
      in_room +
      ServedBefore(spot->asker->rooms, *spot->room, in_room,
                   [](const RoomTasks& room) { return room.tasks.size(); });
  return of_asker + 1 +
         ServedBefore(askers_, *spot->asker, of_asker,
                      [](const Asker& asker) { return asker.waiting; });
}

int64_t TaskQueue::RunningOf(const std::string& asker) const {
  return std::ranges::count_if(
      running_, [&](const auto& entry) { return entry.second.asker == asker; });
}

std::optional<TaskQueue::Spot> TaskQueue::NextInTurn() {
  // Who keeps threads busy for long waits for those who do not.
  std::optional<std::pair<int64_t, std::list<Asker>::iterator>> least;
  for (auto asker = askers_.begin(); asker != askers_.end(); ++asker) {
    const int64_t running = RunningOf(asker->name);
    if (!least.has_value() || running < least->first) least = {running, asker};
  }
  if (!least.has_value()) return std::nullopt;
  const auto asker = least->second;
  const auto room = asker->rooms.begin();
  const auto task = room->tasks.begin();
  if (!HasMemoryFor(task->about)) return std::nullopt;
  return Spot{asker, room, task};
}

bool TaskQueue::HasMemoryFor(const About& about) const {
  size_t bytes = 0;
  for (const auto& [ticket, running] : running_) bytes += running.bytes;
  return bytes == 0 || bytes + about.bytes <= max_bytes_;
}

std::optional<TaskQueue::Spot> TaskQueue::NextShort() {
  std::optional<Spot> next;
  for (auto asker = askers_.begin(); asker != askers_.end(); ++asker) {
    for (auto room = asker->rooms.begin(); room != asker->rooms.end(); ++room) {
      for (auto task = room->tasks.begin(); task != room->tasks.end(); ++task) {
        const About& about = task->about;
        if (about.expected > kShort ||
            (about.bytes > kFewBytes && !HasMemoryFor(about))) {
          continue;
        }
        if (about.expected <= kQuick) return Spot{asker, room, task};
        if (!next.has_value()) next = Spot{asker, room, task};
      }
    }
  }
  return next;
}

size_t TaskQueue::waiting() const {
  const MutexLock lock(&mutex_);
  return waiting_;
}

void TaskQueue::Run(bool only_short) {
  for (;;) {
    Task task;
    {
      const MutexLock lock(&mutex_);
      std::optional<Spot> next;
      while (!ending_) {
        next = only_short ? NextShort() : NextInTurn();
        if (next.has_value()) break;
        added_.Wait(&mutex_);
      }
      if (ending_) return;
      task = Remove(*next, /*served=*/true);
      running_.emplace(task.ticket, task.about);
    }
    task.run();
    task.run = nullptr;
    const MutexLock lock(&mutex_);
    running_.erase(task.ticket);
    added_.NotifyAll();
    if (running_.empty()) idle_.NotifyAll();
  }
}

void Timer::Stop() {
  {
    const MutexLock lock(&mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

void Timer::At(Time time, std::function<void()> call) {
  const MutexLock lock(&mutex_);
  const auto added = calls_.emplace(time, std::move(call));
  if (added == calls_.begin()) changed_.NotifyAll();
}

void Timer::Run() {
  for (;;) {
    std::function<void()> call;
    {
      const MutexLock lock(&mutex_);
      while (!ending_) {
        const Time now = std::chrono::steady_clock::now();
        if (calls_.empty()) {
          changed_.Wait(&mutex_);
        } else if (calls_.begin()->first > now) {
          changed_.WaitFor(&mutex_, calls_.begin()->first - now);
        } else {
          break;
        }
      }
      if (ending_) return;
      call = std::move(calls_.begin()->second);
      calls_.erase(calls_.begin());
    }
    call();
  }
}

}  // namespace boardwalk::web
