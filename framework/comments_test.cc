#include "framework/comments.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(CommentsTest, OneAPositionAndNoneBeyondTheGame) {
  Comments comments;
  EXPECT_TRUE(comments.Set(2, " good\t", 3).ok());
  EXPECT_TRUE(comments.Set(0, "Zo\u00eb's lesson", 3).ok());
  EXPECT_TRUE(comments.Set(2, "better", 3).ok());
  EXPECT_THAT(comments.by_ply(),
              ElementsAre(Pair(0, "Zo\u00eb's lesson"), Pair(2, "better")));
  EXPECT_EQ(comments.At(2), "better");
  EXPECT_EQ(comments.At(1), "");
  EXPECT_TRUE(absl::IsNotFound(comments.Set(4, "x", 3)));
  EXPECT_TRUE(absl::IsNotFound(comments.Set(-1, "x", 3)));
  EXPECT_TRUE(comments.Set(2, "  ", 3).ok());
  EXPECT_TRUE(comments.Set(3, "", 3).ok());
  EXPECT_EQ(comments.by_ply().size(), 1u);
}

TEST(CommentsTest, AreConfirmedWhereTheyChange) {
  Comments comments;
  ASSERT_TRUE(comments.Set(1, "first", 1).ok());
  std::vector<std::string> asked;
  const auto set = [&](absl::string_view text, const absl::Status& answer) {
    return comments.Set(1, text, 1, [&](absl::string_view kept) {
      asked.emplace_back(kept);
      return answer;
    });
  };
  EXPECT_TRUE(absl::IsUnavailable(set(" next ", absl::UnavailableError(""))));
  EXPECT_EQ(comments.At(1), "first");
  EXPECT_EQ(comments.bytes(), 5u);
  EXPECT_TRUE(set(" next ", absl::OkStatus()).ok());
  EXPECT_TRUE(set("next", absl::UnavailableError("")).ok());
  EXPECT_FALSE(set("two\nlines", absl::OkStatus()).ok());
  EXPECT_THAT(asked, ElementsAre("next", "next"));
  EXPECT_EQ(comments.At(1), "next");
}

TEST(CommentsTest, AreShortLines) {
  Comments comments;
  std::string longest;
  for (size_t i = 0; i < Comments::kMaxCharacters; ++i) longest += "\u00e9";
  EXPECT_TRUE(comments.Set(0, longest, 0).ok());
  EXPECT_THAT(std::string(comments.Set(0, longest + "e", 0).message()),
              HasSubstr("a comment has at most 500 characters, not 501"));
  for (const char* text : {"a\nb", "\x01", "a\u0085", "a\xff"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(comments.Set(0, text, 0))) << text;
  }
  EXPECT_EQ(comments.At(0), longest);
}

TEST(CommentsTest, AreBoundedTogether) {
  const std::string text(Comments::kMaxCharacters, 'x');
  const int most = static_cast<int>(Comments::kMaxBytes / text.size());
  Comments comments;
  for (int ply = 0; ply < most; ++ply) {
    ASSERT_TRUE(comments.Set(ply, text, most).ok()) << ply;
  }
  EXPECT_EQ(comments.bytes(), most * text.size());
  EXPECT_TRUE(absl::IsResourceExhausted(comments.Set(most, text, most)));
  EXPECT_TRUE(comments.Set(7, text, most).ok());  // instead of another
  comments.DropAfter(most - 2);
  EXPECT_EQ(comments.bytes(), (most - 1) * text.size());
  EXPECT_TRUE(comments.Set(most, text, most).ok());
  comments.DropAfter(-1);
  EXPECT_THAT(comments.by_ply(), IsEmpty());
  EXPECT_EQ(comments, Comments());
}

}  // namespace
}  // namespace boardwalk
