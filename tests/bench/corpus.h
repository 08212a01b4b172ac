/* corpus.h - the claims and values of the corpus files, for the benchmark. */
#ifndef BENCH_CORPUS_H
#define BENCH_CORPUS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *id;
    bool holds; /* a row of kind prove; else refute */
    char *claim;
} corpus_claim;

typedef struct {
    size_t n;
    corpus_claim *claim;
} corpus;

/* The rows of kind prove and refute of all files; false, with a message on standard
 * error, when one cannot be read. */
bool corpus_read(const char *const *files, size_t n, corpus *out);
/* The same of the rows of kind eval, which are expressions. */
bool corpus_read_values(const char *const *files, size_t n, corpus *out);
void corpus_clear(corpus *c);

/* "name(arg, arg, ...)" into the name and its arguments, split at the commas that
 * stand outside of brackets and strings. Returns the number of arguments, 0 when the
 * text is no call; the strings are the caller's. */
size_t corpus_split(const char *claim, char **name, char **argument, size_t room);

#endif
