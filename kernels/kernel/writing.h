/* writing.h - statements under construction: for kernel.c, write.c and write-async.c. */
#ifndef LCK_WRITING_H
#define LCK_WRITING_H

#include "kernel.h"

/* A copy of a text; NULL with an error. */
char *lck_text_copy(lc_ctx *ctx, const char *text);

/* Appends a statement; NULL once something failed. */
lck_statement *lck_add_statement(lck_writer *w, lck_statement_kind kind);
/* Fails with LC_ERR_INVALID, unless something failed already. */
void lck_refuse_statement(lck_writer *w, const char *what);
/* True, and the writer fails, for an expression that could not be made. */
bool lck_misses(lck_writer *w, const lc_expr *e);
bool lck_has_register(const lck_writer *w, lck_register r);

#endif
