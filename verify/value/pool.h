/* pool.h - objects that go together.
 *
 * What is made on the way to a result, and goes when the result is there:
 *
 *     struct { lcv_pool pool; ... } work = {.pool = {.ctx = ctx}};
 *     lc_layout *mode = lcv_kept(&work, lc_layout_mode(ctx, a, 0));
 *     ...
 *     lcv_pool_clear(&work.pool);
 *
 * What is kept is taken over, and lives until the end. A NULL stays NULL, and nothing need be
 * freed where something fails on the way.
 */
#ifndef LCV_POOL_H
#define LCV_POOL_H

#include "value.h"

typedef struct {
    lc_ctx *ctx;
    size_t n, room;
    struct lcv_kept_object *object; /* owned */
} lcv_pool;

/* NULL with an error where there is no memory; then the object is freed. */
lc_layout *lcv_pool_layout(lcv_pool *pool, lc_layout *a);
lc_tuple *lcv_pool_tuple(lcv_pool *pool, lc_tuple *t);
lc_tiler *lcv_pool_tiler(lcv_pool *pool, lc_tiler *t);
lc_morphism *lcv_pool_morphism(lcv_pool *pool, lc_morphism *f);
lcv_value *lcv_pool_value(lcv_pool *pool, lcv_value *v);
/* Zeros. */
void *lcv_pool_memory(lcv_pool *pool, size_t count, size_t size);

#define lcv_kept(of, x)                                                                          \
    _Generic((x), lc_layout *                                                                    \
             : lcv_pool_layout, lc_tuple *                                                       \
             : lcv_pool_tuple, lc_tiler *                                                        \
             : lcv_pool_tiler, lc_morphism *                                                     \
             : lcv_pool_morphism, lcv_value *                                                    \
             : lcv_pool_value)(&(of)->pool, x)

/* Frees all of them. */
void lcv_pool_clear(lcv_pool *pool);

#endif
