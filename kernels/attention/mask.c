/* mask.c - the mask: a relation of queries and keys, and predicates that isl makes of it. */
#include "config.h"

#include "lowering.h"

#include "../../isl-bridge/code.h"
#include "../../isl-bridge/operate.h"
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

/* The expression that isl makes of a set, or of a function, of q, k, d and t: a query, a key,
 * keys less queries, keys. */
static const lc_expr *made_by_isl(lck_attending *w, char *text, const lc_expr *query,
                                  const lc_expr *key, bool function)
{
    static const char *const name[] = {"q", "k", "d", "t"};
    const lc_expr *none = lck_int(&w->t, 0), *from[4], *e = NULL;
    const lc_expr *const to[] = {query, key, w->offset ? w->offset : none, w->keys};
    lc_exprs *x = lc_exprs_new(w->kernel->ctx);
    lcr_ctx *r = w->a->r;
    bool ok = x != NULL && text;
    for (int i = 0; ok && i < 4; i++)
        ok = to[i] && (from[i] = lc_expr_var(x, name[i], to[i]->low, to[i]->high));
    lcr_map *m = !ok ? NULL : function ? lcr_map_parse(r, text) : lcr_set_parse(r, text);
    if (m)
        e = function ? lcr_code_value(r, x, m, 0, from) : lcr_code_where(r, x, m, 4, from);
    const lc_expr *made = e ? lck_import(w->t.x, e, 4, from, to) : NULL;
    lcr_map_free(m);
    free(text);
    lc_exprs_free(x);
    if (!made)
        w->t.out.failed = true;
    return made;
}

const lc_expr *lck_attention_unseen(lck_attending *w, const lc_expr *query, int rows,
                                    const lc_expr *key, int columns)
{
    lc_text text = {0};
    lc_text_printf(
        &text, "{ [q, k, d, t] : exists (x, y : q <= x < q + %d and k <= y < k + %d and not (",
        rows, columns);
    lck_attention_seen(w->a, &text, "x", "y", "d", "t");
    lc_text_add(&text, ")) }");
    return made_by_isl(w, lc_text_take(w->kernel->ctx, &text), query, key, false);
}

/* Does one of the tile's queries see key `k`? */
static void put_seen_of_tile(const lck_attention *a, lc_text *out, const char *k)
{
    lc_text_printf(out, "exists (x : q <= x < q + %d and 0 <= %s < t and ",
                   lck_attention_queries(a), k);
    lck_attention_seen(a, out, "x", k, "d", "t");
    lc_text_add(out, ")");
}

const lc_expr *lck_attention_end_of_seen(lck_attending *w, bool last)
{
    lc_text text = {0};
    lc_text_add(&text, "{ [q, k, d, t] -> [y] : ");
    put_seen_of_tile(w->a, &text, "y");
    lc_text_printf(&text, " and not exists (z : z %c y and ", last ? '>' : '<');
    put_seen_of_tile(w->a, &text, "z");
    lc_text_add(&text, ") }");
    const lc_expr *key = made_by_isl(w, lc_text_take(w->kernel->ctx, &text), w->at, w->at, true);
    return lck_max_by(&w->t, key, 0);
}
