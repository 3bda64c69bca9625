#include "framework/suggest.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SuggestTest, EditDistance) {
  EXPECT_EQ(EditDistance("", ""), 0);
  EXPECT_EQ(EditDistance("abc", ""), 3);
  EXPECT_EQ(EditDistance("", "abc"), 3);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
  EXPECT_EQ(EditDistance("teeko", "TEEKO"), 0);
  EXPECT_EQ(EditDistance("teeko", "tekeo"), 1);  // neighbours swapped
  EXPECT_EQ(EditDistance("ca", "abc"), 3);       // no edit of a swapped pair
}

TEST(SuggestTest, NearestFirstAndEquallyNearInOrder) {
  EXPECT_THAT(Nearest("b2", {"c3", "b3", "a2", "b2x"}, 3),
              ElementsAre("b3", "a2", "b2x"));
  EXPECT_THAT(Nearest("b2", {"c3", "b3"}, 5, 1), ElementsAre("b3"));
  EXPECT_THAT(Nearest("b2", {"c3"}, 0), IsEmpty());
  EXPECT_THAT(Nearest("b2", {"c3"}, -1), IsEmpty());
  EXPECT_THAT(Nearest("", {"c3"}, 1), ElementsAre("c3"));
}

TEST(SuggestTest, LongTextsAreCut) {
  std::string huge;
  huge.resize(10'000'000, 'x');
  EXPECT_THAT(Nearest(huge, {"a", "b"}, 1), ElementsAre("a"));
}

TEST(SuggestTest, DidYouMeanOnlyWhatIsNear) {
  EXPECT_EQ(DidYouMean("tekko", {"star", "teeko"}), "; did you mean 'teeko'?");
  EXPECT_EQ(DidYouMean("chess", {"star", "teeko"}), "");
  EXPECT_EQ(DidYouMean("x", {}), "");
}

}  // namespace
}  // namespace boardwalk
