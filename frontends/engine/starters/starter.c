/* A player for Boardwalk in C. It plays any game by choosing one of the legal
 * moves at random: choose() is the place for an idea of your own. README.md has
 * the lines that the program and a player send to each other.
 *
 *   cc -std=c99 -O2 starter.c -o starter
 *   boardwalk play teeko --seat 1=engine:cmd=./starter */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *line;              /* the last line from the program */
static char *position;          /* the last one about the position */
static int stopped;             /* whether "stop" has come since "go" */
static unsigned long long seed; /* grows with each random number */

/* A random number below `n`, by SplitMix64: the same again after a seed. */
static size_t random_below(size_t n) {
  unsigned long long z = seed += 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return (size_t)((z ^ (z >> 31)) % n);
}

/* Your idea goes here. `moves` has the `n` legal moves as text. `position` is
 * "position startpos moves a b c", or "position fen F moves a b c" if the game
 * began elsewhere; `go` is "go movetime 100" or the like: how long to think.
 * Returns the number of the move to play, from 0. */
static size_t choose(char **moves, size_t n, const char *go) {
  (void)moves, (void)position, (void)go;
  return random_below(n);
}

static void *grow(void *memory, size_t bytes) {
  if ((memory = realloc(memory, bytes)) == NULL) exit(1);
  return memory;
}
static char *copy(char *old, const char *text) {
  return strcpy(grow(old, strlen(text) + 1), text);
}

/* Whether the last line begins with these words. */
static int is(const char *words) {
  const size_t n = strlen(words);
  return strncmp(line, words, n) == 0 && (line[n] == ' ' || line[n] == '\0');
}

/* Reads a line of any length. What may come at any time is dealt with here. The
 * end is "quit", or the end of input. */
static void read_line(void) {
  static size_t size;
  size_t n = 0;
  int c;
  do {
    if (n >= size) line = grow(line, size = 2 * size + 1000);
    c = getchar();
    if (c == EOF) exit(0);
    if (c == '\r' || c == '\t') c = ' ';
    if (c != ' ' || (n > 0 && line[n - 1] != ' ')) line[n++] = (char)c;
  } while (c != '\n');
  line[n - 1] = '\0';
  if (is("quit")) exit(0);
  if (is("stop")) stopped = 1;
  if (is("isready")) puts("readyok");
}

static void answer_go(void) {
  static char **moves, *go;
  size_t n = 0, best;
  char *word;
  stopped = 0;
  go = copy(go, line);
  puts("query legalmoves");
  do read_line();
  while (!is("response"));
  for (strtok(line, " "); (word = strtok(NULL, " ")) != NULL; ++n) {
    moves = grow(moves, (n + 1) * sizeof(*moves));
    moves[n] = copy(NULL, word);
  }
  best = n > 0 ? choose(moves, n, go) : 0;
  /* An analysis without end shows its move only when it is stopped. */
  while (strstr(go, " infinite") != NULL && !stopped) read_line();
  printf("bestmove %s\n", n > 0 ? moves[best] : "none");
  while (n > 0) free(moves[--n]);
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0); /* each line is sent at once */
  for (;;) {
    read_line();
    if (is("ugi")) {
      puts("id name Starter in C\nid author you");
      puts("option name Game type string default star");
      puts("option name GameSeed type string default 0\nugiok");
    }
    sscanf(line, "setoption name GameSeed value %llu", &seed);
    if (is("position")) position = copy(position, line);
    if (is("go")) answer_go();
  }
}
