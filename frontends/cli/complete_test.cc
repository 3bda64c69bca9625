// What the program offers to shells; completion/completion_test.sh tests what
// becomes of it in bash.

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "frontends/cli/command_testing.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"

namespace boardwalk::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAreArray;
std::vector<std::string> Lines(const std::string& text) {
  return absl::StrSplit(text, '\n', absl::SkipEmpty());
}

// What is offered for the last of `words`.
std::vector<std::string> Offered(std::vector<std::string> words) {
  static const Catalog catalog = *Catalog::Create(BuiltInGames());
  words.insert(words.begin(), kCompleteCommand);
  const Outcome outcome = Execute(catalog, words);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  return Lines(outcome.out);
}

TEST(CompleteTest, Commands) {
  std::vector<std::string> all;
  for (const Command& command : AllCommands()) all.push_back(command.name);
  EXPECT_EQ(Offered({""}), all);
  EXPECT_EQ(Offered({}), all);
  EXPECT_THAT(Offered({"pl"}), ElementsAre("play", "playouts"));
  EXPECT_THAT(Offered({"new", ""}), ElementsAre("game", "player", "entrant"));
  EXPECT_THAT(Offered({"new", "entrant", ""}), ElementsAre("chinese8", "star"));
  EXPECT_THAT(Offered({"classic", "o"}), ElementsAre("onejump"));
  EXPECT_THAT(Offered({"export-entry", ""}), ElementsAre("chinese8", "star"));
  EXPECT_THAT(Offered({"--plugin", "x.so", "mer"}), ElementsAre("merge"));
}

TEST(CompleteTest, HelpIsAboutACommand) {
  EXPECT_EQ(Offered({"help", ""}), Offered({""}));
  EXPECT_THAT(Offered({"help", "pl"}), ElementsAre("play", "playouts"));
  EXPECT_THAT(Offered({"help", "classic", "o"}), ElementsAre("onejump"));
  EXPECT_THAT(Offered({"help", "perft", ""}), IsEmpty());
  EXPECT_THAT(Offered({"help", "nothing", ""}), IsEmpty());
}

TEST(CompleteTest, TheCommandItselfIsHidden) {
  EXPECT_THAT(Offered({"complete"}), IsEmpty());
  const Outcome help = Execute(Catalog(), {"--help"});
  EXPECT_THAT(help.out, Not(HasSubstr("\n  complete")));
}

TEST(CompleteTest, NamesAndTheirSettings) {
  EXPECT_THAT(Offered({"play", "te"}), ElementsAre("teeko"));
  EXPECT_THAT(Offered({"play", "teeko"}), ElementsAre("teeko", "teeko:"));
  EXPECT_THAT(Offered({"play", "onejump"}), ElementsAre("onejump"));
  EXPECT_THAT(Offered({"play", "teeko:"}), ElementsAre("teeko:phase="));
  EXPECT_THAT(Offered({"play", "teeko:phase="}),
              ElementsAre("teeko:phase=full", "teeko:phase=placement",
                          "teeko:phase=movement"));
  EXPECT_THAT(Offered({"play", "teeko:phase=m"}),
              ElementsAre("teeko:phase=movement"));
  EXPECT_THAT(Offered({"think", "onejump", "alpha"}), ElementsAre("alphabeta"));
  EXPECT_THAT(Offered({"think", "onejump", "alphabeta:dep"}),
              ElementsAre("alphabeta:depth="));
}

TEST(CompleteTest, ASettingIsOfferedOnce) {
  EXPECT_THAT(Offered({"play", "star:players=3,s"}),
              ElementsAre("star:players=3,size=", "star:players=3,seats="));
  EXPECT_THAT(Offered({"play", "star:players=3,pl"}), IsEmpty());
}

TEST(CompleteTest, NumbersAreOfferedWhereThereAreFew) {
  EXPECT_THAT(Offered({"play", "star:players="}),
              ElementsAre("star:players=2", "star:players=3", "star:players=4",
                          "star:players=5", "star:players=6"));
  EXPECT_THAT(Offered({"play", "star:size="}), IsEmpty());
  EXPECT_THAT(Offered({"think", "teeko", "mcts:time="}), IsEmpty());
}

TEST(CompleteTest, PlayersAreThoseOfTheGame) {
  EXPECT_THAT(Offered({"think", "onejump", ""}), Contains("scripted"));
  EXPECT_THAT(Offered({"think", "star:size=5", ""}),
              AllOf(Contains("mcts"), Not(Contains("scripted"))));
  EXPECT_THAT(Offered({"think", "nogame", "scr"}), ElementsAre("scripted"));
  EXPECT_THAT(Offered({"sprt", "star", "--players", "mcts", "scr"}), IsEmpty());
  EXPECT_THAT(Offered({"sprt", "--players", "mcts", "scr"}),
              ElementsAre("scripted"));
}

TEST(CompleteTest, Lists) {
  EXPECT_THAT(Offered({"compare", "--games", "teeko,st"}),
              ElementsAre("teeko,star"));
  EXPECT_THAT(Offered({"compare", "--games", "star:players=3,te"}),
              ElementsAre("star:players=3,teeko"));
  EXPECT_THAT(Offered({"compare", "--games", "teeko,star:players=3,"}),
              IsSupersetOf({"teeko,star:players=3,size=",
                            "teeko,star:players=3,onejump"}));
  EXPECT_THAT(Offered({"compare", "--games", "star:size=4,teeko,pl"}),
              IsEmpty());
  EXPECT_THAT(Offered({"compare", "--games", "star:size=4,players=6"}),
              ElementsAre("star:size=4,players=6"));
  EXPECT_THAT(Offered({"compare", "--games", "onejump,teeko:"}),
              ElementsAre("onejump,teeko:phase="));
  EXPECT_THAT(Offered({"compare", "--games", "al"}), ElementsAre("all"));
  EXPECT_THAT(Offered({"compare", "--players", "mcts,al"}),
              ElementsAre("mcts,alphabeta"));
  EXPECT_THAT(Offered({"compare", "--players", "mcts", "ra"}),
              ElementsAre("random"));
  EXPECT_THAT(Offered({"compare", "--players=mcts", "ra"}),
              ElementsAre("random"));
  EXPECT_THAT(Offered({"compare", "--players=mcts,ra"}),
              ElementsAre("--players=mcts,random"));
  // Quotes hold what would end a name or a setting.
  EXPECT_THAT(
      Offered({"compare", "--players", R"(random,mcts:bias="a,b:c",pl)"}),
      ElementsAre(R"(random,mcts:bias="a,b:c",playouts=)",
                  R"(random,mcts:bias="a,b:c",playout=)"));
}

TEST(CompleteTest, Seats) {
  EXPECT_THAT(Offered({"play", "star:players=3", "--seat", ""}),
              ElementsAre("1=", "2=", "3="));
  EXPECT_THAT(Offered({"play", "--seat", "2=ra"}), ElementsAre("2=random"));
  EXPECT_THAT(Offered({"play", "--seat", "1=hu"}), ElementsAre("1=human"));
  EXPECT_THAT(Offered({"play", "--seat", "2=mcts:playouts=5,reu"}),
              ElementsAre("2=mcts:playouts=5,reuse="));
  EXPECT_THAT(Offered({"play", "star", "--seat=2=gr"}),
              ElementsAre("--seat=2=greedy"));
  EXPECT_THAT(Offered({"play", "star", "--seat", "1=scr"}), IsEmpty());
}

TEST(CompleteTest, OptionsAreThoseOfTheHelp) {
  const auto expect = [](const std::vector<std::string>& path) {
    std::vector<std::string> help = path;
    help.emplace_back("--help");
    std::vector<std::string> options;
    for (const std::string& line : Lines(Execute(Catalog(), help).out)) {
      const size_t begin = line.find("--");
      const std::string before = line.substr(0, begin);
      if (begin == std::string::npos || (before != "  " && before != "  -h,")) {
        continue;
      }
      options.push_back(line.substr(begin, line.find(' ', begin) - begin));
    }
    std::vector<std::string> words = path;
    words.emplace_back("--");
    EXPECT_THAT(Offered(words), UnorderedElementsAreArray(options))
        << absl::StrJoin(path, " ");
  };
  expect({});
  for (const Command& command : AllCommands()) {
    expect({command.name});
    for (const Command& member : command.group) {
      expect({command.name, member.name});
    }
  }
}

TEST(CompleteTest, Options) {
  EXPECT_THAT(Offered({"moves", "--"}),
              ElementsAre("--moves", "--position", "--json", "--plugin",
                          "--engine", "--help"));
  EXPECT_THAT(Offered({"moves", "teeko", "--json", "--j"}), IsEmpty());
  EXPECT_THAT(Offered({"play", "--seat", "1=human", "--s"}),
              ElementsAre("--seat"));
  EXPECT_THAT(Offered({"compare", "--players", "mcts", "-"}),
              Contains("--games"));
  // Nothing else can follow, so options are offered unasked.
  EXPECT_THAT(Offered({"list", ""}),
              ElementsAre("--json", "--plugin", "--engine", "--help"));
  EXPECT_THAT(Offered({"perft", "teeko", ""}), IsEmpty());
}

TEST(CompleteTest, ValuesOfOptions) {
  EXPECT_THAT(Offered({"export", "--format", ""}),
              ElementsAre("jsonl", "csv", "csv-seats", "pdn", "moves"));
  EXPECT_THAT(Offered({"export", "--format=c"}),
              ElementsAre("--format=csv", "--format=csv-seats"));
  EXPECT_THAT(Offered({"export", "--positions", ""}),
              ElementsAre(kFilesMarker));
  EXPECT_THAT(Offered({"games", "x", "--ending", "re"}),
              ElementsAre("repetition", "resignation"));
  EXPECT_THAT(Offered({"games", "x", "--ending", "f"}), ElementsAre("failure"));
  EXPECT_THAT(Offered({"compare", "--rounds", ""}), IsEmpty());
  EXPECT_THAT(Offered({"compare", "--rounds", "-"}), IsEmpty());
  EXPECT_THAT(Offered({"check", "--games", ""}), IsEmpty());
  // The value of an option is no positional, and a flag has none.
  EXPECT_THAT(Offered({"moves", "--json", "te"}), ElementsAre("teeko"));
  EXPECT_THAT(Offered({"moves", "--moves", "1", "te"}), ElementsAre("teeko"));
}

TEST(CompleteTest, EntrantsArePlayersOrFiles) {
  EXPECT_THAT(Offered({"tournament", ""}), ElementsAre("chinese8", "star"));
  EXPECT_THAT(Offered({"tournament", "chinese8", "gre"}),
              ElementsAre("greedy"));
  EXPECT_THAT(Offered({"tournament", "star", "greedy", "mcts:playo"}),
              Contains("mcts:playouts="));
  EXPECT_THAT(Offered({"tournament", "chinese8", "greedy", "entrants/a"}),
              ElementsAre(kFilesMarker));
}

TEST(CompleteTest, NamesOfFiles) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"report", ""},
                                             {"report", "res"},
                                             {"merge", "a", "b", "c"},
                                             {"replay", "./x"},
                                             {"--plugin", ""},
                                             {"list", "--plugin", "x"},
                                             {"compare", "--db", ""},
                                             {"compare", "--db=x"},
                                             {"compare", "--config", ""},
                                             {"check", "--perft", ""},
                                             {"report", "x", "--html", ""}}) {
    EXPECT_THAT(Offered(words), ElementsAre(kFilesMarker))
        << absl::StrJoin(words, " ");
  }
  EXPECT_THAT(Offered({"replay", "x", ""}), IsEmpty());
}

// A new argument that has one of the usual names is completed like the others.
TEST(CompleteTest, NoCommandForgetsAnArgument) {
  const auto check = [](const Command& command) {
    const auto forgets = [](absl::string_view name, Completion completion) {
      return completion == Completion::kNone &&
             (name == "GAME" || name == "GAMES" || name == "PLAYER" ||
              name == "PLAYERS" || name == "FILE" || name == "OUT");
    };
    for (const Positional& positional : command.positionals) {
      EXPECT_FALSE(forgets(positional.name, positional.completion))
          << command.name << " " << positional.name;
    }
    for (const Option& option : command.options) {
      EXPECT_FALSE(forgets(option.value, option.completion))
          << command.name << " " << option.name;
    }
  };
  for (const Command& command : AllCommands()) {
    check(command);
    for (const Command& member : command.group) check(member);
  }
}

TEST(CompleteTest, AfterTwoDashesNothingIsAnOption) {
  EXPECT_THAT(Offered({"play", "--", "te"}), ElementsAre("teeko"));
  EXPECT_THAT(Offered({"play", "--", "--"}), IsEmpty());
  EXPECT_THAT(Offered({"sprt", "--players", "mcts", "--", "te"}),
              ElementsAre("teeko"));
  EXPECT_THAT(Offered({"moves", "teeko", "--", ""}), IsEmpty());
}

TEST(CompleteTest, OfWhatIsUnknownNothingIsOffered) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"nonsense"},
                                             {"nonsense", ""},
                                             {"new", "nonsense", "--"},
                                             {"play", "nogame:"},
                                             {"play", ":"},
                                             {"play", "teeko:x="},
                                             {"play", "te\n"},
                                             {"play", "--nonsense="},
                                             {"list", "--json="},
                                             {"play", "--seat", "="},
                                             {"play", "--seat", "x"},
                                             {"compare", "--games", ",:=,:"},
                                             {"compare", "--games", ":,"}}) {
    EXPECT_THAT(Offered(words), Each(StartsWith(words.back())));
  }
  EXPECT_THAT(Offered({"nonsense", ""}), IsEmpty());
  EXPECT_THAT(Offered({"play", "--nonsense", "te"}), ElementsAre("teeko"));
  // It would not be one line.
  EXPECT_THAT(Offered({"play", "--seat", "1\n=ra"}), IsEmpty());
}

// --- Plug-ins ---------------------------------------------------------------

// A program that finds tic-tac-toe in the file good.so.
struct ProgramWithPlugins {
  std::vector<std::vector<std::string>> loaded = {};

  std::vector<std::string> Offered(std::vector<std::string> words) {
    words.insert(words.begin(), {"boardwalk", kCompleteCommand});
    std::vector<const char*> argv;
    argv.reserve(words.size());
    for (const std::string& word : words) argv.push_back(word.c_str());
    std::istringstream in;
    std::ostringstream out, err;
    const Catalog none;
    const auto make =
        [this](const std::vector<std::string>& files,
               const std::vector<std::string>&) -> absl::StatusOr<Catalog> {
      loaded.push_back(files);
      std::vector<GamePlugin> games = BuiltInGames();
      for (const std::string& file : files) {
        if (file != "good.so") return absl::InvalidArgumentError(file);
        games.push_back(tictactoe::Plugin());
      }
      return Catalog::Create(std::move(games));
    };
    const Context context = {.catalog = none,
                             .in = in,
                             .out = out,
                             .err = err,
                             .make_catalog = make};
    EXPECT_EQ(RunCli(context, static_cast<int>(argv.size()), argv.data()), 0);
    EXPECT_EQ(err.str(), "");
    return Lines(out.str());
  }
};

TEST(CompleteTest, PluginsOnTheLineCount) {
  ProgramWithPlugins program;
  EXPECT_THAT(program.Offered({"play", "tic"}), IsEmpty());
  EXPECT_THAT(program.Offered({"--plugin", "good.so", "play", "tic"}),
              ElementsAre("tictactoe"));
  EXPECT_THAT(program.Offered({"play", "--plugin=good.so", "tic"}),
              ElementsAre("tictactoe"));
  EXPECT_THAT(program.loaded,
              ElementsAre(IsEmpty(), std::vector<std::string>{"good.so"},
                          std::vector<std::string>{"good.so"}));
}

TEST(CompleteTest, ABadPluginDoesNotHideTheOthers) {
  ProgramWithPlugins program;
  EXPECT_THAT(program.Offered({"--plugin", "bad.so", "play", "te"}),
              ElementsAre("teeko"));
}

TEST(CompleteTest, PluginsAreLoadedOnlyForNames) {
  ProgramWithPlugins program;
  program.Offered({"--plugin", "good.so", "pl"});
  program.Offered({"report", "--plugin", "good.so", "--"});
  program.Offered({"play", "--plugin", "good.so"});
  EXPECT_THAT(program.loaded, IsEmpty());
}

}  // namespace
}  // namespace boardwalk::cli
