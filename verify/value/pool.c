/* pool.c - objects that go together. */
#include "config.h"

#include "pool.h"

#include <stdlib.h>
#include <string.h>

enum kind { LAYOUT, TUPLE, TILER, MORPHISM, VALUE, MEMORY };

typedef struct lcv_kept_object {
    enum kind kind;
    void *object;
} kept;

static void release(enum kind kind, void *object)
{
    switch (kind) {
    case LAYOUT: lc_layout_free(object); break;
    case TUPLE: lc_tuple_free(object); break;
    case TILER: lc_tiler_free(object); break;
    case MORPHISM: lc_morphism_free(object); break;
    case VALUE: lcv_value_free(object); break;
    case MEMORY: free(object);
    }
}

static bool grow(lcv_pool *pool)
{
    if (pool->n < pool->room)
        return true;
    size_t room = 2 * pool->room + 16;
    kept *more = lc_alloc(pool->ctx, room, sizeof *more);
    if (more == NULL)
        return false;
    if (pool->n > 0)
        memcpy(more, pool->object, pool->n * sizeof *more);
    free(pool->object);
    pool->object = more;
    pool->room = room;
    return true;
}

static void *add(lcv_pool *pool, enum kind kind, void *object)
{
    if (object == NULL)
        return NULL;
    if (!grow(pool)) {
        release(kind, object);
        return NULL;
    }
    pool->object[pool->n++] = (kept){kind, object};
    return object;
}

lc_layout *lcv_pool_layout(lcv_pool *pool, lc_layout *a)
{
    return add(pool, LAYOUT, a);
}
lc_tuple *lcv_pool_tuple(lcv_pool *pool, lc_tuple *t)
{
    return add(pool, TUPLE, t);
}
lc_tiler *lcv_pool_tiler(lcv_pool *pool, lc_tiler *t)
{
    return add(pool, TILER, t);
}
lcv_value *lcv_pool_value(lcv_pool *pool, lcv_value *v)
{
    return add(pool, VALUE, v);
}

lc_morphism *lcv_pool_morphism(lcv_pool *pool, lc_morphism *f)
{
    return add(pool, MORPHISM, f);
}

void *lcv_pool_memory(lcv_pool *pool, size_t count, size_t size)
{
    return add(pool, MEMORY, lc_alloc(pool->ctx, count, size));
}

void lcv_pool_clear(lcv_pool *pool)
{
    while (pool->n > 0) {
        kept *last = &pool->object[--pool->n];
        release(last->kind, last->object);
    }
    free(pool->object);
    pool->object = NULL;
    pool->room = 0;
}
