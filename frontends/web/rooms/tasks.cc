#include "frontends/web/rooms/tasks.h"

#include <algorithm>
#include <utility>

namespace boardwalk::web {

TaskQueue::TaskQueue(int threads) {
  for (int i = 0; i < std::max(threads, 1); ++i) {
    threads_.emplace_back([this] { Run(); });
  }
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
  for (const auto& [ticket, player] : running_) players.push_back(player);
  return players;
}

uint64_t TaskQueue::Add(uint64_t room, std::string player,
                        std::function<void()> task, bool first) {
  const MutexLock lock(&mutex_);
  auto of_room = std::ranges::find(rooms_, room, &RoomTasks::room);
  if (of_room == rooms_.end()) {
    of_room = rooms_.insert(rooms_.end(), {.room = room, .tasks = {}});
  }
  Task entry = {.ticket = ++last_ticket_,
                .player = std::move(player),
                .run = std::move(task)};
  if (first) {
    of_room->tasks.push_front(std::move(entry));
  } else {
    of_room->tasks.push_back(std::move(entry));
  }
  ++waiting_;
  added_.NotifyOne();
  return last_ticket_;
}

bool TaskQueue::Cancel(uint64_t ticket) {
  std::function<void()> dropped;  // destroyed without the lock
  const MutexLock lock(&mutex_);
  for (auto room = rooms_.begin(); room != rooms_.end(); ++room) {
    auto task = std::ranges::find(room->tasks, ticket, &Task::ticket);
    if (task == room->tasks.end()) continue;
    dropped = std::move(task->run);
    room->tasks.erase(task);
    if (room->tasks.empty()) rooms_.erase(room);
    --waiting_;
    return true;
  }
  return false;
}

size_t TaskQueue::Place(uint64_t ticket) const {
  const MutexLock lock(&mutex_);
  for (auto room = rooms_.begin(); room != rooms_.end(); ++room) {
    const auto task = std::ranges::find(room->tasks, ticket, &Task::ticket);
    if (task == room->tasks.end()) continue;
    const auto round = static_cast<size_t>(task - room->tasks.begin());
    size_t before = 0;
    bool earlier = true;  // in the round
    for (auto other = rooms_.begin(); other != rooms_.end(); ++other) {
      earlier = earlier && other != room;
      before += std::min(other->tasks.size(), round + (earlier ? 1 : 0));
    }
    return before + 1;
  }
  return 0;
}

size_t TaskQueue::waiting() const {
  const MutexLock lock(&mutex_);
  return waiting_;
}

void TaskQueue::Run() {
  for (;;) {
    Task task;
    {
      const MutexLock lock(&mutex_);
      while (rooms_.empty() && !ending_) added_.Wait(&mutex_);
      if (ending_) return;
      RoomTasks& room = rooms_.front();
      task = std::move(room.tasks.front());
      room.tasks.pop_front();
      --waiting_;
      if (room.tasks.empty()) {
        rooms_.pop_front();
      } else {
        rooms_.splice(rooms_.end(), rooms_, rooms_.begin());
      }
      running_.emplace(task.ticket, std::move(task.player));
    }
    task.run();
    task.run = nullptr;
    const MutexLock lock(&mutex_);
    running_.erase(task.ticket);
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
