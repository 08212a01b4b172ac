/* pool.h - memory that goes all at once, when a kernel has been read.
 *
 * Values of a kernel (numbers, trees, views) refer to each other and are never changed, so none is
 * freed before all are. A pool has a limit: a module that needs more is not decided.
 */
#ifndef LCK_CUTE_POOL_H
#define LCK_CUTE_POOL_H

#include <stdbool.h>
#include <stddef.h>

#define LCK_POOL_BYTES ((size_t)512 << 20)

typedef struct lck_pool_block lck_pool_block;

typedef struct {
    lck_pool_block *block;
    size_t used, bytes; /* of the newest block; of all */
    bool failed;        /* there was no memory, or the limit was reached */
} lck_pool;

/* Zeros, aligned for any type; NULL with pool->failed. */
void *lck_pool_take(lck_pool *pool, size_t size);
void lck_pool_free(lck_pool *pool);

#endif
