// Games that are written in Python.

#pragma once

#include <pybind11/pybind11.h>

#include "framework/any_game.h"

namespace boardwalk::python {

// The game of a class of Python, whose names are those of framework/game.h;
// package/game.py says which it has. Its states are values of Python that never
// change. All players of ours are compiled for it, so a search calls Python at
// every node: some hundred times slower than a game in C++. Throws what is
// wrong with the class as an exception of Python.
//
// A method that raises, or returns what it must not, is an exception where
// Python has called; in a search it is a GameFault.
// REQUIRES: the interpreter's lock is held. What is returned takes it by
// itself.
GamePlugin PythonGame(const pybind11::object& rules);

}  // namespace boardwalk::python
