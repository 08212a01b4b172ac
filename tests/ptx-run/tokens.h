/* tokens.h - the words and signs of a text of PTX, with their lines. */
#ifndef PTX_RUN_TOKENS_H
#define PTX_RUN_TOKENS_H

typedef struct {
    char *text; /* a word, a number, a string without its quotes, or a sign of one letter */
    int line;   /* from 1 */
    char kind;  /* 'w' word, 'n' number, 's' string, or the sign itself; 0 at the end */
} ptx_token;

ptx_token *ptx_tokens(const char *path);

#endif
