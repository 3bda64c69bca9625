// Figures as files: with and without a converter, and where they cannot be
// written.

#include "frontends/cli/figure_files.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "absl/strings/match.h"
#include "framework/file.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/report/list_store_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

report::Summary Played() {
  comparison::Configuration configuration;
  configuration.games = {"teeko", "star:size=3,players=3"};
  configuration.players = {"greedy", "mcts:playouts=20", "alphabeta:depth=2",
                           "mcts:playouts=80"};
  configuration.rounds = 20;
  configuration.aliases = {"plain=greedy"};
  const report::ListStore store =
      report::SimulatedStore(configuration, 400, {.ratio = 1.2});
  auto summary = report::Summarize(report::PlanOf(configuration), store);
  EXPECT_TRUE(summary.ok()) << summary.status();
  return *std::move(summary);
}

class WriteFiguresTest : public ::testing::Test {
 protected:
  void SetUp() override { path_ = std::getenv("PATH"); }
  void TearDown() override { setenv("PATH", path_.c_str(), 1); }

  TemporaryFolder folder_;
  std::string path_;
};

TEST_F(WriteFiguresTest, SvgAndCsvWithoutAConverter) {
  setenv("PATH", folder_.path().c_str(), 1);
  const std::string to = folder_.File("new/figures");
  const auto written = WriteFigures(Played(), to);
  ASSERT_TRUE(written.ok()) << written.status();
  EXPECT_FALSE(written->pdf);
  size_t svg = 0, csv = 0;
  for (const auto& entry : std::filesystem::directory_iterator(to)) {
    svg += entry.path().extension() == ".svg" ? 1 : 0;
    csv += entry.path().extension() == ".csv" ? 1 : 0;
    EXPECT_NE(entry.path().extension(), ".pdf");
  }
  EXPECT_EQ(svg, written->figures);
  EXPECT_EQ(csv, written->figures);
  EXPECT_THAT(*ReadFile(to + "/all-games-strength-time.csv"),
              AllOf(StartsWith("player,alias,algorithm,limits,"
                               "seconds_per_move,elo,elo_low,elo_high\r\n"),
                    HasSubstr("greedy,plain,greedy,,"),
                    HasSubstr("mcts:playouts=80,,mcts,playouts=80,")));
  EXPECT_TRUE(ReadFile(to + "/star-size-3-players-3-crosstable.svg").ok());
}

// A converter that only copies.
TEST_F(WriteFiguresTest, PdfByTheConverter) {
  const auto install = [this](const std::string& script) {
    const std::string file = folder_.File("rsvg-convert");
    ASSERT_TRUE(WriteFileAtomically(file, "#!/bin/sh\n" + script).ok());
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  };
  setenv("PATH", (folder_.path() + ":" + path_).c_str(), 1);
  const std::string to = folder_.File("figures");
  install("printf %s \"%PDF-$4\" > \"${2#--output=}\"\n");
  const auto written = WriteFigures(Played(), to);
  ASSERT_TRUE(written.ok()) << written.status();
  EXPECT_TRUE(written->pdf);
  EXPECT_EQ(*ReadFile(to + "/teeko-ratings.pdf"),
            "%PDF-" + to + "/teeko-ratings.svg");
  for (const auto& entry : std::filesystem::directory_iterator(to)) {
    EXPECT_FALSE(absl::EndsWith(entry.path().string(), ".tmp"));
  }
  install("echo no fonts >&2; exit 3\n");
  EXPECT_THAT(WriteFigures(Played(), to).status().message(),
              AllOf(HasSubstr("rsvg-convert cannot convert"),
                    HasSubstr("exit status 3"), HasSubstr("no fonts")));
}

TEST_F(WriteFiguresTest, WhatCannotBeWrittenIsNamed) {
  setenv("PATH", folder_.path().c_str(), 1);
  const report::Summary summary = Played();
  const std::string file = folder_.File("file");
  ASSERT_TRUE(WriteFileAtomically(file, "mine").ok());
  EXPECT_THAT(WriteFigures(summary, file).status().message(),
              AllOf(HasSubstr(file), HasSubstr("is no folder")));
  EXPECT_EQ(*ReadFile(file), "mine");
  // A figure of ours is replaced, a picture of others is not.
  const std::string figure = folder_.File("to/teeko-ratings.svg");
  ASSERT_TRUE(WriteFigures(summary, folder_.File("to")).ok());
  ASSERT_TRUE(WriteFigures(summary, folder_.File("to")).ok());
  ASSERT_TRUE(std::filesystem::remove(figure));
  ASSERT_TRUE(WriteFileAtomically(figure, "<?xml version=\"1.0\"?>").ok());
  EXPECT_THAT(WriteFigures(summary, folder_.File("to")).status().message(),
              AllOf(HasSubstr(figure), HasSubstr("another kind")));
  EXPECT_EQ(*ReadFile(figure), "<?xml version=\"1.0\"?>");
}

}  // namespace
}  // namespace boardwalk::cli
