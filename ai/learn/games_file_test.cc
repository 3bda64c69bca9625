#include "ai/learn/games_file.h"

#include <fstream>
#include <string>
#include <vector>

#include "framework/testing/full_disk.h"
#include "framework/testing/temporary_folder.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

LearnedGame Game(uint64_t number) {
  LearnedGame game;
  game.number = number;
  game.positions = {{{0x8100, ~uint64_t{0}}, 0, {{-35, 0.25}}},
                    {{0, number}, 1, {{10'000, 1}}},
                    {{7, 8, number}, 2, {{-9, 0.5}, {0, 0.25}, {12, 0.25}}}};
  return game;
}

class GamesFileTest : public ::testing::Test {
 protected:
  std::string Text() const {
    std::ifstream in(path_);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void Write(const std::string& text) const { std::ofstream(path_) << text; }
  std::vector<uint64_t> Found() const {
    std::vector<uint64_t> numbers;
    for (const LearnedGame& game :
         GamesFile::Open(path_, "tests").value()->TakeFound()) {
      numbers.push_back(game.number);
      EXPECT_EQ(game.positions, Game(game.number).positions);
    }
    return numbers;
  }
  void AddThree() const {
    const auto file = GamesFile::Open(path_, "tests").value();
    EXPECT_TRUE(file->TakeFound().empty());
    for (const uint64_t number : {4, 0, 2}) {
      ASSERT_TRUE(file->Add(Game(number)).ok());
    }
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.File("games");
};

TEST_F(GamesFileTest, FindsTheGamesThatWereAdded) {
  AddThree();
  EXPECT_EQ(Found(), (std::vector<uint64_t>{4, 0, 2}));
}

TEST_F(GamesFileTest, GoesOnAfterALineThatWasCutOff) {
  AddThree();
  const std::string text = Text();
  Write(text.substr(0, text.size() - 10));
  EXPECT_EQ(Found(), (std::vector<uint64_t>{4, 0}));
  ASSERT_TRUE(GamesFile::Open(path_, "tests").value()->Add(Game(9)).ok());
  EXPECT_EQ(Found(), (std::vector<uint64_t>{4, 0, 9}));
}

TEST_F(GamesFileTest, LeavesOutWhatIsDamagedOrThereTwice) {
  AddThree();
  std::string text = Text();
  const size_t first = text.find('\n') + 1;
  const size_t second = text.find('\n', first) + 1;
  text += text.substr(first, second - first);
  text[second + 3] ^= 1;
  Write(text);
  EXPECT_EQ(Found(), (std::vector<uint64_t>{4, 2}));
}

TEST_F(GamesFileTest, RefusesOtherGamesAndOtherFiles) {
  AddThree();
  const auto other = GamesFile::Open(path_, "other tests");
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(
      other.status().message(),
      "'" + path_ + "' has games of other settings; name another or remove it");
  Write("a diary\n");
  const auto diary = GamesFile::Open(path_, "tests");
  ASSERT_FALSE(diary.ok());
  EXPECT_EQ(diary.status().message(),
            "'" + path_ +
                "' is no file of games to learn from; name another or remove "
                "it");
  EXPECT_EQ(Text(), "a diary\n");
}

TEST(FormatGameTest, RefusesNonsense) {
  const std::string line = FormatGame(Game(3));
  EXPECT_TRUE(ParseGame(line).has_value());
  EXPECT_FALSE(ParseGame("").has_value());
  EXPECT_FALSE(ParseGame("3").has_value());
  EXPECT_FALSE(ParseGame(line + "0").has_value());
  for (size_t i = 0; i < line.size(); ++i) {
    std::string damaged = line;
    damaged[i] ^= 1;
    EXPECT_FALSE(ParseGame(damaged).has_value()) << i;
  }
}

}  // namespace
}  // namespace boardwalk::ai
