#include "framework/parameters.h"

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/random.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

const std::vector<ParameterSpec>& Specs() {
  static const std::vector<ParameterSpec> specs = {
      IntParameter("size", 4, {3, 64}, "base of a home triangle"),
      ChoiceParameter("phase", "full", "full|placement|movement", "what part"),
      RealParameter("bias", 0.5, {0, 2}, "of the exploration"),
      OptionalDurationParameter("time", {1us, 24h}, "a move"),
      OptionalListParameter("seats", {0, 5}, "triangles"),
      OptionalTextParameter("cmd", "a command"),
      IntParameter("seed", 0, {0, 9'007'199'254'740'992}, "of it all")};
  return specs;
}

absl::StatusOr<Parameters> Parse(const std::string& text) {
  const auto name = ParseName(text);
  if (!name.ok()) return name.status();
  return Parameters::Parse(name->id, Specs(), name->given);
}
std::string Canonical(const std::string& text) {
  const auto parameters = Parse(text);
  EXPECT_TRUE(parameters.ok()) << parameters.status();
  return parameters.ok() ? CanonicalName("star", *parameters) : "";
}
std::string Error(const std::string& text) {
  return std::string(Parse(text).status().message());
}

TEST(ParametersTest, DefaultsAndValues) {
  const auto defaults = Parse("star");
  ASSERT_TRUE(defaults.ok());
  EXPECT_EQ(defaults->Int("size"), 4);
  EXPECT_EQ(defaults->Choice("phase"), "full");
  EXPECT_EQ(defaults->Real("bias"), 0.5);
  EXPECT_FALSE(defaults->Has("time"));
  EXPECT_FALSE(defaults->Has("seats"));
  EXPECT_FALSE(defaults->WasGiven("size"));
  const auto given =
      Parse("star:size=5,phase=movement,bias=1e-3,time=1.5s,seats=0+3");
  ASSERT_TRUE(given.ok()) << given.status();
  EXPECT_EQ(given->Int("size"), 5);
  EXPECT_EQ(given->Choice("phase"), "movement");
  EXPECT_EQ(given->Real("bias"), 0.001);
  EXPECT_EQ(given->Duration("time"), 1500ms);
  EXPECT_THAT(given->List("seats"), ElementsAre(0, 3));
  EXPECT_TRUE(given->WasGiven("size"));
}

TEST(ParametersTest, CanonicalNameHasWhatDiffersInDeclaredOrder) {
  EXPECT_EQ(Canonical("star"), "star");
  EXPECT_EQ(Canonical("star:size=4,phase=full,bias=0.5"), "star");
  EXPECT_EQ(Canonical("star:seats=0+3,phase=placement,size=5e0"),
            "star:size=5,phase=placement,seats=0+3");
  EXPECT_EQ(Canonical("star:time=1500ms"), "star:time=1500ms");
  EXPECT_EQ(Canonical("star:time=2000ms"), "star:time=2s");
  EXPECT_EQ(Canonical("star:time=1m"), "star:time=60s");
  EXPECT_EQ(Canonical("star:bias=0.10"), "star:bias=0.1");
  EXPECT_EQ(Canonical("star:seed=9007199254740992"),
            "star:seed=9007199254740992");
}

TEST(ParametersTest, CanonicalNamesAreReadBackExactly) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double bias = random.Real() * 2;
    char text[64];
    std::snprintf(text, sizeof(text), "star:bias=%.17g", bias);
    const std::string name = Canonical(text);
    EXPECT_EQ(Parse(name)->Real("bias"), bias) << name;
  }
  // Needs all 17 digits.
  EXPECT_EQ(Parse(Canonical("star:bias=0.30000000000000004"))->Real("bias"),
            0.1 + 0.2);
}

TEST(ParametersTest, ErrorsNameTheSettingTheBoundsAndTheNearest) {
  EXPECT_EQ(Error("star:size=2"),
            "size=2 of star: size is a whole number from 3 to 64; nearest: "
            "size=3");
  EXPECT_EQ(Error("star:size=4.6"),
            "size=4.6 of star: size is a whole number from 3 to 64; nearest: "
            "size=5");
  EXPECT_EQ(Error("star:size=big"),
            "size=big of star: size is a whole number from 3 to 64");
  EXPECT_EQ(Error("star:phase=placment"),
            "phase=placment of star: phase is one of full, placement, "
            "movement; nearest: phase=placement");
  EXPECT_EQ(Error("star:bias=3"),
            "bias=3 of star: bias is a number from 0 to 2; nearest: bias=2");
  EXPECT_EQ(Error("star:time=2"),
            "time=2 of star: time is a time with its unit (100ms, 2s) from 1us "
            "to 86400s");
  EXPECT_EQ(Error("star:time=25h"),
            "time=25h of star: time is a time with its unit (100ms, 2s) from "
            "1us to 86400s; nearest: time=86400s");
  EXPECT_EQ(Error("star:seats=0+9"),
            "seats=0+9 of star: seats is whole numbers from 0 to 5 joined by "
            "'+'");
  EXPECT_EQ(Error("star:sise=5"),
            "star has no parameter 'sise'; did you mean 'size'? it has size, "
            "phase, bias, time, seats, cmd, seed");
  EXPECT_EQ(Error("star:colour=5"),
            "star has no parameter 'colour'; it has size, phase, bias, time, "
            "seats, cmd, seed");
  EXPECT_EQ(Parameters::Parse("random", {}, {{"x", "1"}}).status().message(),
            "random has no parameter 'x'; random takes none");
}

TEST(ParametersTest, RefusesWhatIsNoNumber) {
  for (const char* text : {"", "nan", "inf", "-inf", "0x5", "1e999", "5 5",
                           "--5", "1e", "5;", "9007199254740993x"}) {
    EXPECT_FALSE(Parse(absl::StrCat("star:size=", text)).ok()) << text;
    EXPECT_FALSE(Parse(absl::StrCat("star:bias=", text)).ok()) << text;
    EXPECT_FALSE(Parse(absl::StrCat("star:time=", text, "s")).ok()) << text;
    EXPECT_FALSE(Parse(absl::StrCat("star:seats=", text)).ok()) << text;
  }
  // No double holds it; rounded it would be within the bounds.
  EXPECT_THAT(Error("star:seed=9007199254740993"),
              HasSubstr("nearest: seed=9007199254740992"));
  EXPECT_FALSE(Parse("star:seats=0+").ok());
  EXPECT_FALSE(Parse("star:seats=99999999999").ok());
}

TEST(ParametersTest, NamesAreSplit) {
  const auto name = ParseName(" star:size=4,phase= ");
  ASSERT_TRUE(name.ok());
  EXPECT_EQ(name->id, "star");
  ASSERT_EQ(name->given.size(), 2u);
  EXPECT_EQ(name->given[0].second, "4");
  EXPECT_EQ(name->given[1].first, "phase");
  EXPECT_EQ(name->given[1].second, "");
}

TEST(ParametersTest, TextsStandInQuotesWhereTheyMust) {
  const auto text = [](const std::string& name) {
    return std::string(Parse(name).value().Text("cmd"));
  };
  EXPECT_EQ(text("star:cmd=./bot"), "./bot");
  EXPECT_EQ(text("star:cmd=python3 bot.py"), "python3 bot.py");
  EXPECT_EQ(text(R"(star:cmd="python3 bot.py --level 3,4",size=5)"),
            "python3 bot.py --level 3,4");
  EXPECT_EQ(text(R"(star:cmd="say \"a, b\" \\",size=5)"), R"(say "a, b" \)");
  EXPECT_EQ(text(R"(star:cmd="")"), "");
  EXPECT_FALSE(Parse("star").value().Has("cmd"));
  EXPECT_EQ(Canonical(R"(star:cmd="./bot-2_a+b")"), "star:cmd=./bot-2_a+b");
  EXPECT_EQ(Canonical("star:cmd=python3 bot"), R"(star:cmd="python3 bot")");
  EXPECT_EQ(Canonical(R"(star:cmd="\"\\")"), R"(star:cmd="\"\\")");
  EXPECT_EQ(Canonical("star:cmd="), R"(star:cmd="")");
  EXPECT_EQ(Canonical("star:cmd=\xc3\xa4"), "star:cmd=\"\xc3\xa4\"");
}

TEST(ParametersTest, QuotesThatMakeNoSense) {
  for (const char* setting :
       {R"(cmd=")", R"(cmd="a)", R"(cmd="a"b)", R"(cmd=a"b)", R"(cmd=a"b")",
        R"(cmd="a\")", R"(cmd="a\)"}) {
    EXPECT_THAT(Error(absl::StrCat("star:", setting)),
                HasSubstr("do not enclose the whole value"))
        << setting;
  }
  EXPECT_THAT(Error("star:cmd=\"a\nb\""), HasSubstr("has control characters"));
  EXPECT_THAT(Error("star:cmd=\xc2\x9b"), HasSubstr("has control characters"));
  EXPECT_THAT(Error("star:cmd=\xff"), HasSubstr("has bytes that are no UTF-8"));
  auto parameters = Parse("star");
  EXPECT_THAT(std::string(parameters->Set("cmd", "a\tb").message()),
              HasSubstr("cmd of star: 'a\\tb' has control characters"));
  EXPECT_TRUE(parameters->Set("cmd", "a \"b\"").ok());
}

// Any printable text is read back from the canonical name, also from a list.
TEST(ParametersTest, AnyTextReadsBack) {
  Random random(5);
  constexpr absl::string_view kCharacters = "\"\\, =:ab'#[]";
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (uint32_t n = random.Below(9); n > 0; --n) {
      text +=
          kCharacters[random.Below(static_cast<uint32_t>(kCharacters.size()))];
    }
    auto parameters = *Parse("star:size=5");
    ASSERT_TRUE(parameters.Set("cmd", text).ok());
    const std::string name = CanonicalName("star", parameters);
    EXPECT_EQ(Parse(name).value().Text("cmd"), text) << name;
    EXPECT_THAT(*SplitNames(absl::StrCat("random ", name, ",mcts:seed=1")),
                ElementsAre("random", name, "mcts:seed=1"));
  }
}

TEST(ParametersTest, NamesThatMakeNoSense) {
  EXPECT_EQ(Error(""), "'' names nothing; write id:key=value");
  EXPECT_EQ(Error(":size=4"), "':size=4' names nothing; write id:key=value");
  EXPECT_EQ(Error("star:"),
            "'' in 'star:' is no setting; write star:key=value");
  EXPECT_EQ(Error("star:size"),
            "'size' in 'star:size' is no setting; write star:key=value");
  EXPECT_EQ(Error("star:=4"),
            "'=4' in 'star:=4' is no setting; write star:key=value");
  EXPECT_THAT(Error("star:size=4,size=5"), HasSubstr("size"));
  EXPECT_FALSE(Parse("star:size=4,size=5").ok());
  EXPECT_THAT(Error(std::string(1'000'000, 'x')),
              HasSubstr("is longer than 1000 characters"));
}

TEST(ParametersTest, ListsOfNamesAreSplit) {
  EXPECT_THAT(
      *SplitNames("mcts:playouts=10,seed=7, random alphabeta,depth=3"),
      ElementsAre("mcts:playouts=10,seed=7", "random", "alphabeta:depth=3"));
  EXPECT_THAT(*SplitNames(" , "), ElementsAre());
  EXPECT_THAT(*SplitNames(R"(engine:cmd="a, b:c \"d",protocol=ugi random)"),
              ElementsAre(R"(engine:cmd="a, b:c \"d",protocol=ugi)", "random"));
  EXPECT_EQ(SplitNames("depth=3,random").status().message(),
            "the list begins with the setting 'depth=3', which belongs behind "
            "a name: id:depth=3");
}

TEST(ParametersTest, Durations) {
  EXPECT_EQ(*ParseDuration("50us"), 50us);
  EXPECT_EQ(*ParseDuration("7ns"), 7ns);
  EXPECT_EQ(*ParseDuration("0.5s"), 500ms);
  EXPECT_EQ(*ParseDuration("3m"), 3min);
  EXPECT_EQ(*ParseDuration("1h"), 1h);
  for (const char* text :
       {"", "s", "5", "5 s", "fast", "1e300h", "nans", "5S", "infs"}) {
    EXPECT_EQ(ParseDuration(text).status().message(),
              absl::StrCat("'", text,
                           "' is no time; write a number and a unit: 100ms, "
                           "2s, 5m"));
  }
  for (const auto duration : std::vector<std::chrono::nanoseconds>{
           1ns, 1500ns, 1500ms, 2s, 24h, 0s}) {
    EXPECT_EQ(*ParseDuration(FormatDuration(duration)), duration);
  }
  EXPECT_EQ(FormatDuration(1500ms), "1500ms");
  EXPECT_EQ(FormatDuration(2s), "2s");
}

TEST(ParametersTest, SetAndReset) {
  Parameters parameters = *Parse("star:size=5,time=1s");
  EXPECT_TRUE(parameters.Set("size", "7").ok());
  EXPECT_EQ(parameters.Int("size"), 7);
  EXPECT_FALSE(parameters.Set("size", "2").ok());
  EXPECT_EQ(parameters.Int("size"), 7);  // a bad value changes nothing
  parameters.Reset("size");
  parameters.Reset("time");
  EXPECT_EQ(parameters.Canonical(), "");
  EXPECT_FALSE(parameters.Has("time"));
}

TEST(ParametersTest, FillInGivesOnlyWhatIsMissing) {
  Parameters parameters = *Parse("star:size=5");
  EXPECT_TRUE(parameters.FillIn("size=7,time=1s").ok());
  EXPECT_EQ(parameters.Int("size"), 5);
  EXPECT_EQ(parameters.Duration("time"), 1s);
  EXPECT_TRUE(parameters.FillIn("time=2s").ok());
  EXPECT_EQ(parameters.Duration("time"), 1s);
  EXPECT_TRUE(parameters.FillIn("").ok());
  EXPECT_FALSE(parameters.FillIn("width=3").ok());
}

TEST(ParametersTest, OptionalOnesAreUnsetUnlessGiven) {
  const std::vector<ParameterSpec> specs = {
      OptionalChoiceParameter("playout", "uniform|greedy", "of what kind"),
      OptionalIntParameter("cutoff", {0, 100}, "plies"),
      OptionalRealParameter("fpu", {-2, 2}, "a lead")};
  const auto unset = Parameters::Parse("mcts", specs, {}).value();
  EXPECT_EQ(CanonicalName("mcts", unset), "mcts");
  for (const ParameterSpec& spec : specs) {
    EXPECT_FALSE(unset.Has(spec.name));
    EXPECT_FALSE(spec.has_default);
    EXPECT_EQ(spec.DefaultText(), "");
  }
  EXPECT_EQ(unset.Choice("playout"), "");
  const auto given =
      Parameters::Parse("mcts", specs,
                        {{"playout", "greedy"}, {"cutoff", "0"}, {"fpu", "0"}})
          .value();
  EXPECT_EQ(given.Choice("playout"), "greedy");
  EXPECT_EQ(CanonicalName("mcts", given), "mcts:playout=greedy,cutoff=0,fpu=0");
  EXPECT_THAT(
      std::string(Parameters::Parse("mcts", specs, {{"playout", "best"}})
                      .status()
                      .message()),
      HasSubstr("one of uniform, greedy"));
}

TEST(ParametersTest, DeclarationsDescribeThemselves) {
  EXPECT_EQ(Specs()[0].DefaultText(), "4");
  EXPECT_EQ(Specs()[0].MinText(), "3");
  EXPECT_EQ(Specs()[0].MaxText(), "64");
  EXPECT_EQ(Specs()[1].DefaultText(), "full");
  EXPECT_EQ(Specs()[1].MinText(), "");
  EXPECT_EQ(Specs()[3].DefaultText(), "");
  EXPECT_EQ(Specs()[3].MinText(), "1us");
  EXPECT_EQ(ParameterTypeName(Specs()[0].type), "integer");
  EXPECT_EQ(ParameterTypeName(Specs()[1].type), "choice");
  EXPECT_EQ(ParameterTypeName(Specs()[2].type), "number");
  EXPECT_EQ(ParameterTypeName(Specs()[3].type), "duration");
  EXPECT_EQ(ParameterTypeName(Specs()[4].type), "list");
}

TEST(ParametersTest, AChoiceMayBeAFile) {
  const std::vector<ParameterSpec> specs = {
      OptionalChoiceOrFileParameter("judge", "plain|fine", "judges by")};
  const auto parse = [&](const std::string& value) {
    return Parameters::Parse("greedy", specs, {{"judge", value}});
  };
  EXPECT_EQ(parse("fine")->Choice("judge"), "fine");
  EXPECT_EQ(parse("fine")->Canonical(), "judge=fine");
  EXPECT_FALSE(IsFileChoice("fine"));
  for (const std::string path :
       {"./a", "b.weights", "with blanks, and/commas"}) {
    EXPECT_TRUE(IsFileChoice(path));
    const auto given = parse(path);
    ASSERT_TRUE(given.ok()) << given.status();
    EXPECT_EQ(given->Choice("judge"), path);
    const auto name = ParseName("greedy:" + given->Canonical());
    ASSERT_TRUE(name.ok()) << name.status();
    EXPECT_EQ(name->given[0].second, path);
  }
  EXPECT_THAT(std::string(parse("clever").status().message()),
              HasSubstr("judge is one of plain, fine, or a file such as "
                        "./NAME; nearest: judge="));
  EXPECT_FALSE(parse("./a\nb").ok());
}

}  // namespace
}  // namespace boardwalk
