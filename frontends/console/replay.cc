#include "frontends/console/replay.h"

#include <iostream>

#include "frontends/console/interrupt.h"
#include "frontends/console/standard_dialog.h"

namespace boardwalk::console {

int ReplayAtConsole(const ReplayedGame& game, int ply) {
  const Interrupts interrupts;
  StandardDialog standard;
  ReplayLoop loop(game, standard.dialog());
  int status = 0;
  if (standard.traits().input && !standard.traits().output) {
    loop.ShowAll(ply);
  } else {
    status = loop.Run(ply, standard.traits().input);
  }
  std::cout << std::flush;
  return status;
}

}  // namespace boardwalk::console
