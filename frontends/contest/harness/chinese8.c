// Makes an engine of a function `int ai_player(int player, const int* board)`.
//
//   chinese8 LIBRARY FUNCTION
//
// The library has the function under the name FUNCTION. Any number that it
// returns is passed on as it is: the referee knows the rules.

#include "harness.h"

enum { kCells = 89 };

typedef int (*AiPlayer)(int player, const int* board);

static const char* g_function;
static AiPlayer g_ai_player;

static int Find(void* library, struct Shared* shared) {
  g_ai_player = (AiPlayer)(uintptr_t)dlsym(library, g_function);
  if (g_ai_player == NULL) {
    snprintf(shared->error, sizeof shared->error, "it has no function %s",
             g_function);
  }
  return g_ai_player != NULL;
}

static void Answer(struct Shared* shared) {
  const int* board = (const int*)(shared->page + kPage - kCells * sizeof(int));
  int copy[kCells];
  memcpy(copy, board, sizeof copy);
  shared->out[0] = g_ai_player((int)shared->in[0], board);
  // It may have put other memory in place of the sealed page.
  shared->board_was_written = memcmp(copy, board, sizeof copy) != 0;
}

// --- The position ------------------------------------------------------------

static int* g_board;  // 89 numbers, the cell in row r and column c at 10 r + c
static int g_player;  // to move, 1 or 2

static int IsCell(int index) {
  return index / 10 >= 1 && index / 10 <= 8 && index % 10 >= 1 &&
         index % 10 <= 8;
}

static int SetRows(const char* rows) {
  int row = 1, column = 1;
  for (; *rows != '\0' && *rows != ' '; ++rows) {
    const char* symbols = ".#O";
    const char* symbol = strchr(symbols, *rows);
    if (*rows == '/' && column == 9) {
      ++row;
      column = 1;
    } else if (symbol != NULL && row <= 8 && column <= 8) {
      g_board[10 * row + column++] = (int)(symbol - symbols);
    } else {
      return 0;
    }
  }
  return row == 8 && column == 9;
}

// The first word of *text, which is moved behind it; empty at the end.
static char* TakeWord(char** text) {
  while (**text == ' ') ++*text;
  char* word = *text;
  while (**text != '\0' && **text != ' ') ++*text;
  if (**text != '\0') *(*text)++ = '\0';
  return word;
}

// "fen ROWS PLAYER", and what else stands there.
static int SetPosition(char* text) {
  char* rest;
  for (int i = 0; i < kCells; ++i) g_board[i] = IsCell(i) ? 0 : -1;
  if (!Begins(text, "fen", &rest) || !SetRows(TakeWord(&rest))) return 0;
  const char* player = TakeWord(&rest);
  g_player = player[0] - '0';
  return strcmp(player, "1") == 0 || strcmp(player, "2") == 0;
}

static void Go(void) {
  struct Shared* shared = g_entrant.shared;
  shared->in[0] = g_player;
  const int64_t used = Ask(0);
  Say("info string used ai_player %lld", (long long)used);
  Say("bestmove %ld", shared->out[0]);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  g_entrant.object_file = argv[1];
  g_entrant.find = Find;
  g_entrant.answer = Answer;
  g_function = argv[2];
  PrepareEntrant();
  g_board = (int*)(void*)(g_entrant.page + kPage - kCells * sizeof(int));
  StartEntrant();
  int is_new = 1;
  for (;;) {
    char* line = NextLine();
    char* rest;
    if (Begins(line, "ugi", &rest)) {
      Say("id name %s", g_function);
      Say("id author unknown");
      Say("ugiok");
    } else if (Begins(line, "isready", &rest)) {
      Say("readyok");
    } else if (Begins(line, "uginewgame", &rest)) {
      if (!is_new) StartEntrant();
      is_new = 1;
    } else if (Begins(line, "position", &rest)) {
      if (!SetPosition(rest)) Say("info string cannot read this position");
    } else if (Begins(line, "go", &rest)) {
      is_new = 0;
      Go();
    } else if (Begins(line, "quit", &rest)) {
      return 0;
    }
  }
}
