/* work.c - what functions of one's own need of a context: errors, memory, budgets, an end.
 *
 * headers: lib/ctx.h isl-bridge/relation.h
 */
#include <layoutcheck/isl-bridge/relation.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

static void told_and_freed(void *object)
{
    printf("released: %s\n", (char *)object);
    free(object);
}

/* The digits of n, in an array that grows as it must. */
static char *digits_of(lc_ctx *ctx, int n)
{
    if (n < 0)
        return lc_fail(ctx, LC_ERR_INVALID, "%d is negative: expected 0 or more", n);
    char *text = lc_alloc(ctx, 2, 1);
    size_t room = 2, length = 0;
    do {
        char *more = text ? lc_grow(ctx, text, length + 1, &room, 1) : NULL;
        if (!more)
            break;
        text = more;
        text[length++] = (char)('0' + n % 10);
        text[length] = '\0';
    } while (n /= 10);
    return text;
}

/* What a frame keeps is released where it is closed, also when something fails on the way. */
static void keep(lc_ctx *ctx)
{
    lc_frame frame = lc_frame_open(ctx);
    char *digits = lc_frame_keep(ctx, digits_of(ctx, 3700), told_and_freed);
    printf("digits from the last on: %s\n", digits ? digits : lc_ctx_message(ctx));
    lc_frame_close(ctx, frame);
    printf("%s\n", digits_of(ctx, -1) ? "?" : lc_ctx_message(ctx));
}

/* What is found without memory is no answer, whatever was recorded later. */
static void starve(lc_ctx *ctx, lcr_ctx *r)
{
    lc_no_memory(ctx);
    printf("%s\n", lc_ctx_message(ctx));
    lc_ctx_reset(ctx);
    printf("memory has run out: %s", told(lc_ctx_starved(ctx)));
    lc_ctx_starve(ctx);
    printf(", isl's or ours: %s, since then: %s\n", told(lcr_starved(r)), told(lcr_starved(r)));
}

static void limit(lc_ctx *ctx, lcr_ctx *r)
{
    lcr_set_budget(r, 1000);
    lcr_start(r); /* another claim begins */
    lcr_charge_steps(r, 400);
    printf("a budget of %lu, and steps are left: %s\n", lcr_budget(r),
           told(lcr_steps_left(r) > 0));
    lc_ctx_set_shortcuts(ctx, false); /* general methods alone */
    lc_ctx_set_share(ctx, 8);         /* an eighth of what is looked at one by one */
    printf("shortcuts: %s, one of %u\n", told(lc_ctx_shortcuts(ctx)), lc_ctx_share(ctx));
}

/* Both contexts, from another thread or the handler of a signal. */
static void end(lc_ctx *ctx, lcr_ctx *r)
{
    static lc_doing doing; /* it outlives the context: another process may read it */
    lc_ctx_set_doing(ctx, &doing);
    lc_ctx_does(ctx, "count", NULL);
    lcr_interrupt(r);
    printf("%s: interrupted: %s\n", lc_doing_read(&doing).what, told(lc_ctx_interrupted(ctx)));
    lcr_resume(r);
    printf("isl is there: %s\n", told(strncmp(lcr_isl_version(), "isl", 3) == 0));
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (!r)
        return 1;
    keep(ctx);
    starve(ctx, r);
    limit(ctx, r);
    end(ctx, r);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     digits from the last on: 0073
 *     released: 0073
 *     -1 is negative: expected 0 or more
 *     out of memory
 *     memory has run out: yes, isl's or ours: no, since then: yes
 *     a budget of 1000, and steps are left: yes
 *     shortcuts: no, one of 8
 *     count: interrupted: yes
 *     isl is there: yes
 */
