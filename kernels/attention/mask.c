/* mask.c - the mask: a relation of queries and keys, and predicates that isl makes of it. */
#include "config.h"

#include "lowering.h"

#include "../../isl-bridge/code.h"
#include "../../lib/text.h"

#include <stdlib.h>

void lck_attention_seen(const lck_attention *a, lc_text *out, const char *query, const char *key,
                        const char *offset, const char *keys)
{
    if (!a->causal) {
        lc_text_printf(out, "%s < %s", key, keys);
        return;
    }
    lc_text_printf(out, "%s <= %s + %s", key, query, offset);
    if (a->window)
        lc_text_printf(out, " and %s > %s + %s - %lld", key, query, offset, (long long)a->window);
}

void lck_attention_some_unseen(const lck_attention *a, lc_text *out, const char *query, int rows,
                               const char *key, int columns, const char *offset, const char *keys)
{
    lc_text seen = {0};
    lck_attention_seen(a, &seen, "x", "y", offset, keys);
    lc_text_printf(out, "exists (x, y : %s <= x < %s + %d and %s <= y < %s + %d and not (%s))",
                   query, query, rows, key, key, columns, lc_text_peek(&seen));
    if (seen.failed)
        lc_text_miss(out);
    lc_text_free(&seen);
}

const lc_expr *lck_attention_unseen(lck_attending *w, const lc_expr *query, int rows,
                                    const lc_expr *key, int columns)
{
    static const char *const name[] = {"q", "k", "d", "t"};
    const int64_t most = INT64_C(1) << 40;
    const lc_expr *none = lck_tile_int(&w->t, 0), *from[4], *made = NULL;
    const lc_expr *const to[] = {query, key, w->offset ? w->offset : none, w->keys};
    lc_ctx *ctx = w->kernel->ctx;
    lc_exprs *x = lc_exprs_new(ctx);
    lc_text text = {0};
    bool ok = x != NULL;
    for (int i = 0; ok && i < 4; i++)
        ok = to[i] && (from[i] = lc_expr_var(x, name[i], -most, most));
    lc_text_add(&text, "[q, k, d, t] -> { : ");
    lck_attention_some_unseen(w->a, &text, "q", rows, "k", columns, "d", "t");
    lc_text_add(&text, " }");
    char *set = lc_text_take(ctx, &text);
    const lc_expr *e = ok && set ? lcr_code_predicate(w->a->r, x, set, NULL) : NULL;
    if (e)
        made = lck_import(w->t.x, e, 4, from, to);
    free(set);
    lc_exprs_free(x);
    if (!made)
        w->t.out.failed = true;
    return made;
}
