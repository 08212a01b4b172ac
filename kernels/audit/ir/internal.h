/* internal.h - what the files of this room share. */
#ifndef LCK_IR_INTERNAL_H
#define LCK_IR_INTERNAL_H

#include "ir.h"

/* token.c: fills text, token and ntokens. False with *error. */
bool lck_ir_scan(lck_ir_module *m, lck_ir_error *error);
/* Records an error at a token. False. */
bool lck_ir_wrong(const lck_ir_module *m, uint32_t token, lck_ir_error *error, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));
bool lck_ir_no_memory(lck_ir_error *error);
/* The column of a token, from 1. */
uint32_t lck_ir_column(const lck_ir_module *m, uint32_t token);
/* A new last element; the array may move. NULL with *error. */
#define LCK_IR_ADD(array, count, error)                                                          \
    (lck_ir_added((void **)&(array), &(count), sizeof *(array), (error)) ? &(array)[(count)-1]   \
                                                                         : NULL)
bool lck_ir_added(void **array, uint32_t *count, size_t size, lck_ir_error *error);

#endif
