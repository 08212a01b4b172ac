/* reader.h - what read.c (declarations) and body.c (instructions) share. */
#ifndef PTX_RUN_READER_H
#define PTX_RUN_READER_H

#include "module.h"
#include "tokens.h"

typedef struct {
    ptx_token *at;
    ptx_module *module;
} reader;

bool reader_is(const reader *r, const char *text);
bool reader_take(reader *r, const char *text);
void reader_expect(reader *r, const char *text);
char *reader_word(reader *r);
uint64_t reader_number(reader *r);
void reader_skip_line(reader *r);
ptx_variable *reader_variable(reader *r, ptx_space space);

/* The instructions of `f`, from its brace to the end of it. */
void reader_body(reader *r, ptx_function *f);

#endif
