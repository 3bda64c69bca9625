// Makes an engine of a function `int ai_player(int player, const int* board)`.
//
//   chinese8 LIBRARY FUNCTION
//
// The library has the function under the name FUNCTION. Any number that it
// returns is passed on as it is: the referee knows the rules.

#include "entrant.h"

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

// --- The position
// ----------------------------------------------------------------

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

// The interchange board; *text is moved behind it.
static int SetNumbers(char** text) {
  for (int i = 0; i < kCells; ++i) {
    char* end;
    const long value = strtol(*text, &end, 10);
    if (end == *text || value < -1 || value > 2) return 0;
    if (IsCell(i)) g_board[i] = (int)value;
    *text = end;
    while (**text == ',') ++*text;
  }
  return 1;
}

// The first word of *text, which is moved behind it; empty at the end.
static char* TakeWord(char** text) {
  while (**text == ' ') ++*text;
  char* word = *text;
  while (**text != '\0' && **text != ' ') ++*text;
  if (**text != '\0') *(*text)++ = '\0';
  return word;
}

static int SetPosition(char* text) {
  char start[] =
      "###...../##....../#......./......../......../.......O/"
      "......OO/.....OOO";
  char* rest;
  for (int i = 0; i < kCells; ++i) g_board[i] = IsCell(i) ? 0 : -1;
  g_player = 1;
  if (Begins(text, "startpos", &rest)) {
    SetRows(start);
  } else if (Begins(text, "fen", &rest)) {
    while (*rest == ' ') ++rest;
    const int is_rows = strchr(".#O", *rest) != NULL && *rest != '\0';
    if (is_rows ? !SetRows(TakeWord(&rest)) : !SetNumbers(&rest)) return 0;
  } else {
    return 0;
  }
  char* word = TakeWord(&rest);
  if (strcmp(word, "1") == 0 || strcmp(word, "2") == 0) {
    g_player = word[0] - '0';
    word = TakeWord(&rest);
  }
  if (*word >= '0' && *word <= '9') word = TakeWord(&rest);  // number of moves
  if (*word != '\0' && strcmp(word, "moves") != 0) return 0;
  while (*(word = TakeWord(&rest)) != '\0') {
    const long move = strtol(word, NULL, 10);
    const int from = (int)(move / 100), to = (int)(move % 100);
    if (move < 0 || move > 9999 || !IsCell(from) || !IsCell(to)) return 0;
    g_board[to] = g_board[from];
    g_board[from] = 0;
    g_player = 3 - g_player;
  }
  return 1;
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
  char start[] = "startpos";
  SetPosition(start);
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
