/* arena.h - memory that is freed all at once, when a kernel has been read.
 *
 * Values of a kernel (numbers, trees, views) refer to each other and are never changed, so none
 * is freed before all are. A pool has a limit: a module that needs more is not decided.
 */
#ifndef LCK_CUTE_ARENA_H
#define LCK_CUTE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#define LCK_ARENA_BYTES ((size_t)512 << 20)

typedef struct lck_arena_block lck_arena_block;

typedef struct {
    lck_arena_block *block;
    size_t used, bytes; /* of the newest block; of all */
    bool failed;        /* there was no memory, or the limit was reached */
} lck_arena;

/* Zeros, aligned for any type; NULL with pool->failed. */
void *lck_arena_take(lck_arena *pool, size_t size);
void lck_arena_free(lck_arena *pool);

#endif
