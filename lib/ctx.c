#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "internal.h"
#include "starved.h"

lc_ctx *lc_ctx_new(void)
{
    return calloc(1, sizeof(lc_ctx));
}

void lc_ctx_free(lc_ctx *ctx)
{
    if (!ctx)
        return;
    lc_frame_close(ctx, 0);
    free(ctx->kept);
    free(ctx);
}

lc_code lc_ctx_code(const lc_ctx *ctx)
{
    return ctx->code;
}

const char *lc_ctx_message(const lc_ctx *ctx)
{
    return ctx->message;
}

void lc_ctx_reset(lc_ctx *ctx)
{
    ctx->code = LC_OK;
    ctx->message[0] = '\0';
    ctx->int_failed = false;
}

void lc_ctx_set_shortcuts(lc_ctx *ctx, bool on)
{
    ctx->no_shortcuts = !on;
}

bool lc_ctx_shortcuts(const lc_ctx *ctx)
{
    return !ctx->no_shortcuts;
}

void lc_ctx_set_share(lc_ctx *ctx, unsigned share)
{
    ctx->share = share;
}

unsigned lc_ctx_share(const lc_ctx *ctx)
{
    return ctx->share > 0 ? ctx->share : 1;
}

void lc_ctx_looks(lc_ctx *ctx, uint64_t n)
{
    ctx->looked += n;
}

uint64_t lc_ctx_looked(const lc_ctx *ctx)
{
    return ctx->looked;
}

/* ---- interruption, and what is being done ---- */

void lc_ctx_interrupt(lc_ctx *ctx)
{
    ctx->interrupted = 1;
}

void lc_ctx_resume(lc_ctx *ctx)
{
    ctx->interrupted = 0;
}

bool lc_ctx_interrupted(const lc_ctx *ctx)
{
    return ctx->interrupted != 0;
}

bool lc_ctx_ends(lc_ctx *ctx)
{
    if (ctx->interrupted)
        lc_fail(ctx, LC_ERR_INTERRUPTED, LC_INTERRUPTED);
    return ctx->interrupted != 0;
}

void lc_ctx_does(lc_ctx *ctx, const char *what, const char *how)
{
    lc_doing *doing = ctx->doing ? ctx->doing : &ctx->own_doing;
    __atomic_store_n(&doing->what, what, __ATOMIC_RELAXED);
    __atomic_store_n(&doing->how, how, __ATOMIC_RELAXED);
    __atomic_fetch_add(&doing->changes, 1, __ATOMIC_RELEASE);
}

lc_doing lc_doing_read(const lc_doing *doing)
{
    return (lc_doing){.changes = __atomic_load_n(&doing->changes, __ATOMIC_ACQUIRE),
                      .what = __atomic_load_n(&doing->what, __ATOMIC_RELAXED),
                      .how = __atomic_load_n(&doing->how, __ATOMIC_RELAXED)};
}

const lc_doing *lc_ctx_doing(const lc_ctx *ctx)
{
    return ctx->doing ? ctx->doing : &ctx->own_doing;
}

void lc_ctx_set_doing(lc_ctx *ctx, lc_doing *where)
{
    ctx->doing = where;
}

/* ---- errors and memory ---- */

void *lc_fail(lc_ctx *ctx, lc_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    ctx->code = code;
    ctx->starved |= code == LC_ERR_MEMORY;
    vsnprintf(ctx->message, sizeof ctx->message, format, args);
    va_end(args);
    return NULL;
}

void *lc_no_memory(lc_ctx *ctx)
{
    return lc_fail(ctx, LC_ERR_MEMORY, LC_NO_MEMORY);
}

void lc_ctx_starve(lc_ctx *ctx)
{
    ctx->starved = true;
}

bool lc_ctx_starved(lc_ctx *ctx)
{
    bool starved = ctx->starved;
    ctx->starved = false;
    return lc_text_starved() || starved;
}

void *lc_alloc(lc_ctx *ctx, size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        lc_no_memory(ctx);
    return memory;
}

void *lc_grow(lc_ctx *ctx, void *array, size_t count, size_t *room, size_t size)
{
    size_t more = *room > 0 ? 2 * *room : 16;
    if (count < *room)
        return array;
    void *grown = realloc(array, more * size);
    if (grown)
        *room = more;
    else if (ctx)
        lc_no_memory(ctx);
    return grown;
}

lc_frame lc_frame_open(lc_ctx *ctx)
{
    return ctx->nkept;
}

void lc_frame_close(lc_ctx *ctx, lc_frame frame)
{
    while (ctx->nkept > frame) {
        lc_kept *last = &ctx->kept[--ctx->nkept];
        last->release(last->object);
    }
}

void *lc_frame_keep(lc_ctx *ctx, void *object, void (*release)(void *object))
{
    if (!object)
        return NULL;
    lc_kept *kept = lc_grow(ctx, ctx->kept, ctx->nkept, &ctx->kept_room, sizeof *kept);
    if (!kept) {
        release(object);
        return NULL;
    }
    ctx->kept = kept;
    ctx->kept[ctx->nkept++] = (lc_kept){object, release};
    return object;
}

void *lc_frame_alloc(lc_ctx *ctx, size_t count, size_t size)
{
    return lc_frame_keep(ctx, lc_alloc(ctx, count, size), free);
}

lc_int lc_frame_return(lc_ctx *ctx, lc_frame frame, lc_int a)
{
    if (!lc_int_is_small(a) && !lc_int_is_size(a)) {
        mpz_ptr big = lc_int_ref(a);
        for (size_t i = ctx->nkept; i > frame; i--) {
            if (ctx->kept[i - 1].object == big) { /* keep it as the oldest, close the rest */
                lc_kept oldest = ctx->kept[frame];
                ctx->kept[frame] = ctx->kept[i - 1];
                ctx->kept[i - 1] = oldest;
                frame++;
                break;
            }
        }
    }
    lc_frame_close(ctx, frame);
    return a;
}
