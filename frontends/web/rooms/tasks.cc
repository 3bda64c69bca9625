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

TaskQueue::TaskQueue(int threads, size_t max_bytes,
                     std::chrono::nanoseconds patience)
    : max_bytes_(max_bytes - std::min(max_bytes, kFewBytes)),
      patience_(patience) {
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
  for (const auto& [ticket, running] : running_) {
    players.push_back(running.about.player);
  }
  return players;
}

uint64_t TaskQueue::Add(About about, std::function<void()> run) {
  const MutexLock lock(&mutex_);
  Asker& asker = FindOrAdd(askers_, &Asker::name, about.asker);
  RoomTasks& room = FindOrAdd(asker.rooms, &RoomTasks::room, about.room);
  room.people = about.people;
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
  if (passed_.has_value() && passed_->ticket == task.ticket) {
    passed_.reset();
    added_.NotifyAll();  // the others may have memory again
  }
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
  const auto& [asker, own, task] = *spot;
  const auto in_room = static_cast<size_t>(task - own->tasks.begin());
  const auto size_of_kind = [&own = *own](const RoomTasks& room) {
    return room.people == own.people ? room.tasks.size() : 0;
  };
  size_t of_asker =
      in_room + ServedBefore(asker->rooms, *own, in_room, size_of_kind);
  for (const RoomTasks& room : asker->rooms) {
    if (room.people && !own->people) of_asker += room.tasks.size();
  }
  return of_asker + 1 +
         ServedBefore(askers_, *asker, of_asker,
                      [](const Asker& other) { return other.waiting; });
}

bool TaskQueue::WaitsForMemory(uint64_t ticket) {
  const MutexLock lock(&mutex_);
  const auto spot = Find(ticket);
  return spot.has_value() && !MayStart(*spot->task);
}

std::vector<std::list<TaskQueue::RoomTasks>::iterator> TaskQueue::RoomsOf(
    Asker& asker) {
  std::vector<std::list<RoomTasks>::iterator> rooms;
  for (auto room = asker.rooms.begin(); room != asker.rooms.end(); ++room) {
    rooms.push_back(room);
  }
  std::stable_partition(rooms.begin(), rooms.end(),
                        [](auto room) { return room->people; });
  return rooms;
}

int TaskQueue::ThreadsOf(const std::string& asker) const {
  int threads = 0;
  for (const auto& [ticket, running] : running_) {
    if (running.about.asker == asker) threads += running.about.threads;
  }
  return threads;
}

std::vector<TaskQueue::Spot> TaskQueue::InTurn() {
  // Who keeps threads busy for long waits for those who do not.
  std::vector<std::pair<int, std::list<Asker>::iterator>> askers;
  for (auto asker = askers_.begin(); asker != askers_.end(); ++asker) {
    askers.emplace_back(ThreadsOf(asker->name), asker);
  }
  std::ranges::stable_sort(askers, {},
                           &std::pair<int, std::list<Asker>::iterator>::first);
  std::vector<Spot> spots;
  for (const auto& [threads, asker] : askers) {
    for (const auto room : RoomsOf(*asker)) {
      spots.push_back({asker, room, room->tasks.begin()});
    }
  }
  return spots;
}

bool TaskQueue::HasMemoryFor(const Task& task) const {
  size_t bytes = 0;
  for (const auto& [ticket, running] : running_) {
    if (!running.own_memory) bytes += running.about.bytes;
  }
  return task.about.bytes == 0 || bytes == 0 ||
         bytes + task.about.bytes <= max_bytes_;
}

bool TaskQueue::MayStart(const Task& task) const {
  const bool waits_for_other =
      task.about.bytes > 0 && passed_.has_value() &&
      passed_->ticket != task.ticket &&
      std::chrono::steady_clock::now() - passed_->since >= patience_;
  return !waits_for_other && HasMemoryFor(task);
}

std::optional<TaskQueue::Spot> TaskQueue::NextInTurn() {
  // Another task may be the first of its room by now.
  if (passed_.has_value()) {
    const auto passed = Find(passed_->ticket);
    if (MayStart(*passed->task)) return passed;
  }
  for (const Spot& spot : InTurn()) {
    if (MayStart(*spot.task)) return spot;
    if (!passed_.has_value()) {
      passed_ = {spot.task->ticket, std::chrono::steady_clock::now()};
    }
  }
  return std::nullopt;
}

std::optional<TaskQueue::Spot> TaskQueue::NextShort() {
  const auto is_quick = [](const Spot& spot) {
    return spot.task->about.expected <= kQuick;
  };
  std::optional<Spot> next;
  for (auto asker = askers_.begin(); asker != askers_.end(); ++asker) {
    std::optional<Spot> of_asker;
    for (const auto room : RoomsOf(*asker)) {
      if (of_asker.has_value() && of_asker->room->people && !room->people) {
        break;
      }
      for (auto task = room->tasks.begin(); task != room->tasks.end(); ++task) {
        const Spot spot = {asker, room, task};
        const bool better =
            !of_asker.has_value() || (is_quick(spot) && !is_quick(*of_asker));
        if (better && task->about.expected <= kShort &&
            (task->about.bytes <= kFewBytes || MayStart(*task))) {
          of_asker = spot;
        }
      }
    }
    if (of_asker.has_value() && is_quick(*of_asker)) return of_asker;
    if (!next.has_value()) next = of_asker;
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
      const bool few = task.about.bytes <= kFewBytes;
      running_.emplace(task.ticket, Running{task.about, only_short && few});
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
