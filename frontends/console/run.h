// The console with its surroundings given: what `Play` runs on standard input
// and output, and tests on a script.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_RUN_H_
#define BOARDWALK_FRONTENDS_CONSOLE_RUN_H_

#include "framework/catalog.h"
#include "frontends/console/console.h"
#include "frontends/console/dialog.h"

namespace boardwalk::console {

// As Play. REQUIRES: an `Interrupts` is alive.
int Run(const Catalog& catalog, const PlayOptions& options, Dialog& dialog);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_RUN_H_
