// Games that are written in Python.

#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "framework/any_game.h"
#include "framework/catalog.h"
#include "frontends/python/game_fault.h"

namespace boardwalk::python {

// The game of a class of Python, whose names are those of framework/game.h;
// package/game.py says which it has. Its states are values of Python that never
// change. All players of ours are compiled for it, so a search calls Python at
// every node: some hundred times slower than a game in C++. Throws what is
// wrong with the class as an exception of Python.
//
// A method that raises, or returns what it must not, is an exception where the
// calling thread holds the interpreter's lock; elsewhere it is the game's
// GameFault, and the game ends.
// REQUIRES: the interpreter's lock is held. What is returned takes it by
// itself.
GamePlugin PythonGame(const pybind11::object& rules);

// The faults of a game, and of the games of a catalog by their names or of all;
// none of those that are not written in Python. All games of one class share
// one.
using GameFaults = std::vector<std::shared_ptr<GameFault>>;
GameFaults FaultsOf(const AnyGame& game);
GameFaults FaultsOf(const Catalog& catalog,
                    const std::vector<std::string>& names);
GameFaults FaultsOf(const Catalog& catalog);

}  // namespace boardwalk::python
