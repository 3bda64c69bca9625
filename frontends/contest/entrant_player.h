// An entrant (entrant.h) as a player of its game, judged by the CPU time that
// its own functions take.
//
// Example, given `std::shared_ptr<const contest::Entrant> entrant` and
// `const Catalog& catalog`:
//
//   contest::CompiledEntrants entrants = {{"bot.c", std::move(entrant)}};
//   ASSIGN_OR_RETURN(const Catalog with_sources,
//                    catalog.With(contest::EntrantPlugin(entrants)));
//   ASSIGN_OR_RETURN(const auto game, with_sources.MakeGame("chinese8"));
//   ASSIGN_OR_RETURN(const auto player,
//                    game->MakePlayer("source:file=bot.c"));

#ifndef BOARDWALK_FRONTENDS_CONTEST_ENTRANT_PLAYER_H_
#define BOARDWALK_FRONTENDS_CONTEST_ENTRANT_PLAYER_H_

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "frontends/contest/entrant.h"

namespace boardwalk::contest {

// By the path of the source.
using CompiledEntrants = std::map<std::string, std::shared_ptr<const Entrant>>;

inline constexpr absl::string_view kSourceId = "source";

// The player `source`, whose parameters are `file`, one of these; `hash` of
// what stands in it, a note that tells two versions apart; and `seat`, from 1,
// where it is going to sit, which the star challenge tells its solutions.
//
// Each game has a process of its own. What an entrant does wrong is an error of
// Choose, with the code of player.h where it has one, and ends neither the
// match nor the run: a crash, a wrong answer, silence, printing, writing to the
// const board. One that uses up its time, by the CPU clock, or sleeps through
// it has overrun it or stalled. On the star it is told of each move, a pass and
// the turns of who dropped out too, before the next one is asked for, and Init
// and Term are called before the first move and after the last. A call other
// than for a move may take as long as the move before it, and before the first
// move as long as `limit`, which also holds moves that nothing else limits. Its
// time is what its functions took, or all that its process used where that is
// clearly more.
PlayerPlugin EntrantPlugin(
    CompiledEntrants entrants,
    std::chrono::nanoseconds limit = std::chrono::seconds(5));

}  // namespace boardwalk::contest

#endif  // BOARDWALK_FRONTENDS_CONTEST_ENTRANT_PLAYER_H_
