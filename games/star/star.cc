#include "games/star/star.h"

#include <new>

#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/status_macros.h"

namespace boardwalk::star {

LoneCells::LoneCells() : board_(kTableSize) {
  constexpr int kHome = 0, kGoal = 3;
  int stays = 0, passes = kCount;
  for (int cell = 0; cell < kAll; ++cell) {
    const int triangle = board_.Triangle(cell);
    const bool stay = triangle < 0 || triangle == kHome || triangle == kGoal;
    numbers_[cell] = static_cast<uint8_t>(stay ? stays++ : passes++);
    if (triangle == kGoal) goal_ |= uint64_t{1} << numbers_[cell];
  }
  for (int cell = 0; cell < kAll; ++cell) {
    const int number = numbers_[cell];
    for (int direction = 0; direction < kDirections; ++direction) {
      const int near = board_.Next(cell, direction);
      const int far = near < 0 ? -1 : board_.Next(near, direction);
      near_[number][direction] = near < 0 ? kNowhere : numbers_[near];
      far_[number][direction] = far < 0 ? kNowhere : numbers_[far];
      if (near >= 0 && numbers_[near] < kCount) {
        steps_[number] |= uint64_t{1} << numbers_[near];
      }
    }
  }
}

int LoneCells::Number(int home, int cell) const {
  const int number = numbers_[board_.CellFrom(home, cell)];
  return number < kCount ? number : -1;
}

uint64_t LoneCells::Destinations(uint64_t pieces, int from) const {
  // The mover is lifted first.
  const uint64_t others = pieces & ~(uint64_t{1} << from);
  const auto occupied = [others](int number) {
    return number < kCount && (others >> number & 1) != 0;
  };
  std::array<bool, kAll> reached{};
  std::array<uint8_t, kAll> landings;
  int found = 1;
  landings[0] = static_cast<uint8_t>(from);
  reached[from] = true;
  uint64_t to = steps_[from];
  for (int i = 0; i < found; ++i) {
    const int cell = landings[i];
    for (int direction = 0; direction < kDirections; ++direction) {
      const uint8_t far = far_[cell][direction];
      if (!occupied(near_[cell][direction]) || far == kNowhere ||
          reached[far] || occupied(far)) {
        continue;
      }
      reached[far] = true;
      landings[found++] = far;
      if (far < kCount) to |= uint64_t{1} << far;
    }
  }
  return to & ~pieces;
}

absl::Status CheckTableSize(const Setup& setup) {
  const int size = setup.board().size();
  if (size == kTableSize) return absl::OkStatus();
  return InvalidArgument("evaluation=table is for star:size=", kTableSize,
                         " alone, whatever the players; for size=", size,
                         " leave it out, which is evaluation=plain");
}

Preparation DistancePreparation() {
  return {.title = absl::StrCat("the distances of ",
                                PlacementsOn<LoneBoard>::kCount, " placements"),
          .table = {.id = "star3-distances",
                    .version = 1,
                    .bytes = kPackedBytes<LoneBoard>},
          .build = [](const LongWork& work) {
            return BuildDistances(LoneBoard(), work);
          }};
}

Distances::Distances(const CompactTables& tables,
                     std::shared_ptr<const PreparedTable> table,
                     const NearLoneBoard* near)
    : table_(std::move(table)), near_(near) {
  const Setup& setup = *tables.setup;
  const LoneCells cells;
  for (int seat = 0; seat < setup.num_players(); ++seat) {
    for (int cell = 0; cell < setup.board().cells(); ++cell) {
      const int number = cells.Number(setup.Home(seat), cell);
      numbers_[seat][tables.slot_of[cell]] =
          static_cast<uint8_t>(number < 0 ? kNoSlot : number);
    }
  }
}

absl::StatusOr<std::unique_ptr<const Distances>> Distances::Find(
    const CompactTables& tables) {
  ASSIGN_OR_RETURN(auto table,
                   FindTable(DistancePreparation().table, kTableGame));
  return std::unique_ptr<const Distances>(
      new Distances(tables, std::move(table), nullptr));
}

absl::StatusOr<std::unique_ptr<const Distances>> Distances::Near(
    const CompactTables& tables) {
  try {
    static const auto* const near = new NearLoneBoard(LoneBoard(), kFarthest);
    return std::unique_ptr<const Distances>(
        new Distances(tables, nullptr, near));
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError(
        "evaluation=near needs some 10 MB more memory than there is; "
        "evaluation=plain does without");
  }
}

}  // namespace boardwalk::star
