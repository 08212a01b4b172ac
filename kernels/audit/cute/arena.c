#include "config.h"

#include "arena.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK ((size_t)1 << 20)
#define ALIGN sizeof(max_align_t)

struct lck_arena_block {
    lck_arena_block *next;
    size_t size;
    max_align_t at[];
};

void *lck_arena_take(lck_arena *pool, size_t size)
{
    if (size > LCK_ARENA_BYTES || pool->bytes > LCK_ARENA_BYTES - size) {
        pool->failed = true;
        return NULL;
    }
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (!pool->block || pool->used + size > pool->block->size) {
        size_t room = size > BLOCK ? size : BLOCK;
        lck_arena_block *block = malloc(sizeof *block + room);
        if (!block) {
            pool->failed = true;
            return NULL;
        }
        *block = (lck_arena_block){.next = pool->block, .size = room};
        pool->block = block;
        pool->used = 0;
        pool->bytes += room;
    }
    char *at = (char *)pool->block->at + pool->used;
    pool->used += size;
    return memset(at, 0, size);
}

void lck_arena_free(lck_arena *pool)
{
    while (pool->block) {
        lck_arena_block *block = pool->block;
        pool->block = block->next;
        free(block);
    }
    *pool = (lck_arena){0};
}
