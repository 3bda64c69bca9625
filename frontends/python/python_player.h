// Players that are written in Python, for matches of ours.

#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "framework/any_game.h"
#include "frontends/python/games.h"

namespace boardwalk::python {

// A player that `make`, called without arguments, returns: a class, or a
// function. Its object has
//   choose(state, limits)  the action to play; `state` is its own copy, and
//                          `limits` a dict of time (seconds), nodes, playouts
//                          and depth as far as they are set
// and may have
//   start(state, seed)     a game begins here; draw from `seed` alone
//   game_over()            the game has ended
// An exception, and what is no action, is a failure in its game; an illegal
// action an illegal move. It plays every game whose moves have numbers.
// REQUIRES: the interpreter's lock is held. What is returned, and its players,
// take it by themselves.
PlayerPlugin PythonPlayer(const std::string& id, pybind11::object make,
                          Games& games);

}  // namespace boardwalk::python
