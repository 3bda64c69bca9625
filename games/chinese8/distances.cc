#include "games/chinese8/distances.h"

#include "absl/strings/str_cat.h"

namespace boardwalk::chinese8 {

Preparation DistancePreparation() {
  return {.title = absl::StrCat("the distances of ",
                                PlacementsOn<LoneBoard>::kCount, " placements"),
          .table = {.id = "chinese8-distances",
                    .version = 1,
                    .bytes = kPackedBytes<LoneBoard>},
          .build = [](const LongWork& work) {
            return BuildDistances(LoneBoard(), work);
          }};
}

}  // namespace boardwalk::chinese8
