/* prove.c - what must hold before attention becomes a kernel, for all sizes.
 *
 *   of O each place is written once; elements lie in their buffers; tensor maps are aligned
 *   tiles of queries are all queries, each once
 *   the sums of an atom are all elements of its result, each in one register
 *   P, in the registers of S, is the operand A of the second product
 *   every pair of a query and a key under the mask is counted, and no other one
 *   stages and rings (prove-stages.c)
 *
 * Each is a claim of the language, which a reader of the kernel can ask again. Claims about rings
 * are about the slots and phases that lower.c and rows.c use, as formulas; that the statements
 * use these is tested (tests/check_attention.c), and not proved.
 */
#include "config.h"

#include "proofs.h"

#include <stdlib.h>

#include "../../verify/function/result.h"
#include "../../verify/language/build.h"

bool lck_claims(const lck_attention_proofs *w, const char *format, ...)
{
    lc_text text = {0};
    va_list args;
    va_start(args, format);
    lc_text_vprintf(&text, format, args);
    va_end(args);
    char *line = lc_text_take(w->a->plan->ctx, &text);
    lcv_result *result = line ? lcv_planning_ask(w->p, line) : NULL;
    return lck_plan_settle(w->a->plan, w->p, result, line);
}

/* ---- texts ---- */

static void put_quantity(const lck_attention_proofs *w, lc_text *text, lck_quantity q)
{
    char *s = lcv_ast_text(lck_quantity_tree(w->a->plan, q));
    if (s)
        lc_text_add(text, s);
    else
        lc_text_miss(text);
    free(s);
}

/* (S,128):(128,1), of all axes of a tensor. */
static char *layout_of(const lck_attention_proofs *w, int tensor)
{
    lc_text text = {0};
    for (int strides = 0; strides < 2; strides++) {
        const char *before = strides ? "):(" : "(";
        for (size_t k = 0; k < w->a->rank; k++)
            if (lck_attention_has(w->a, k, tensor)) {
                const lck_attention_axis *axis = &w->a->axis[k];
                lc_text_add(&text, before);
                put_quantity(w, &text, strides ? axis->stride[tensor] : axis->extent);
                before = ",";
            }
    }
    lc_text_add(&text, ")");
    return lc_text_take(w->a->plan->ctx, &text);
}

/* (S - 1) * (128) + (128 - 1) * (1) + 1 */
static char *span_of(const lck_attention_proofs *w, int tensor)
{
    lc_text text = {0};
    for (size_t k = 0; k < w->a->rank; k++)
        if (lck_attention_moves(w->a, k, tensor)) {
            lc_text_add(&text, "((");
            put_quantity(w, &text, w->a->axis[k].extent);
            lc_text_add(&text, ") - 1) * (");
            put_quantity(w, &text, w->a->axis[k].stride[tensor]);
            lc_text_add(&text, ") + ");
        }
    lc_text_add(&text, "1");
    return lc_text_take(w->a->plan->ctx, &text);
}

static char *text_of(const lck_attention_proofs *w, lck_quantity q)
{
    lc_text text = {0};
    put_quantity(w, &text, q);
    return lc_text_take(w->a->plan->ctx, &text);
}

/* ---- tensors ---- */

static bool is_multiple(const lck_attention_proofs *w, lck_quantity q, int n)
{
    int64_t value;
    if (lc_expr_is_int(q.expr, &value) && value % n == 0)
        return true;
    char *text = text_of(w, q);
    bool ok = text && lck_claims(w, "(%s) %% %d == 0", text, n);
    free(text);
    return ok;
}

/* What a tensor map asks of strides and of the first element: multiples of 16 bytes. */
static bool mapped(const lck_attention_proofs *w, int tensor)
{
    const int n = 16 / w->a->element->bytes;
    for (size_t k = 0; k + 1 < w->a->rank; k++)
        if (lck_attention_moves(w->a, k, tensor) &&
            !is_multiple(w, w->a->axis[k].stride[tensor], n))
            return false;
    return is_multiple(w, w->a->offset[tensor], n);
}

static bool tensors(const lck_attention_proofs *w)
{
    for (int i = 0; i < LCK_ATTENTION_TENSORS; i++) {
        char *layout = layout_of(w, i), *span = span_of(w, i);
        bool ok = layout && span && (i != LCK_O || lck_claims(w, "injective(%s)", layout)) &&
                  lck_claims(w, "in_bounds(%s, %s)", layout, span) && mapped(w, i);
        free(layout);
        free(span);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- tiles and registers ---- */

static bool tiles(const lck_attention_proofs *w)
{
    char *queries = text_of(w, w->a->axis[w->a->heads].extent);
    const int rows = w->a->groups * 64;
    bool ok = queries && lck_claims(w,
                                    "partitions((ceil_div(%s,%d),(%d,64)):(%d,(64,1)), %s, "
                                    "under=%s)",
                                    queries, rows, w->a->groups, rows, queries, queries);
    free(queries);
    return ok;
}

#define SUMS "((4,8,4),(2,2,%d)):((128,1,16),(64,8,512))"

/* P of k keys is register by register an operand A for each 16 of them. */
static bool registers(const lck_attention_proofs *w)
{
    const int columns = lck_attention_columns(w->a), keys = w->a->keys;
    return lck_claims(w, "bijective(" SUMS ")", keys / 8) &&
           lck_claims(w, "bijective(" SUMS ")", columns / 8) &&
           lck_claims(w, "feeds(" SUMS ", ((4,8,4),((2,2,2),%d)):((128,1,16),((64,8,512),1024)))",
                      keys / 8, keys / 16);
}

/* ---- the mask ---- */

/* With S queries and T keys, tile i of R queries, of 64 rows from r on, takes the blocks of N
 * keys up to min(T, R i + R + T - S), one at least, from that of the first key that query R i
 * sees on. Scores are compared with the mask in blocks that reach past what row r sees, or before
 * what row r + 63 sees; else all of them count. */
static bool mask(const lck_attention_proofs *w)
{
    const int rows = w->a->groups * 64, keys = w->a->keys;
    const long long window = w->a->window;
    lc_text taken = {0}, seen = {0}, all = {0};
    lc_text_printf(&taken, "b >= 0 and %d b < T", keys);
    lc_text_printf(&seen, "k <= %s", w->a->causal ? "q + T - S" : "T - 1");
    lc_text_printf(&all, "%d b + %d <= %s", keys, keys - 1, w->a->causal ? "r + T - S" : "T - 1");
    if (w->a->causal)
        lc_text_printf(&taken, " and (b = 0 or %d b < %d i + %d + T - S)", keys, rows, rows);
    if (window) {
        lc_text_printf(&taken, " and %d b + %d > %d i + T - S - %lld", keys, keys - 1, rows,
                       window);
        lc_text_printf(&seen, " and k > q + T - S - %lld", window);
        lc_text_printf(&all, " and %d b > r + 63 + T - S - %lld", keys, window);
    }
    bool ok = lck_claims(w,
                         "equal(set \"{ [q,k,S,T] : exists (i, b, r : 0 <= q < S and T >= 1 and "
                         "%d i <= q < %d i + %d and r mod 64 = 0 and r <= q < r + 64 and "
                         "%d b <= k < %d b + %d and %s and (%s or (%s))) }\", "
                         "set \"{ [q,k,S,T] : 0 <= q < S and 0 <= k < T and T >= 1 and %s }\")",
                         rows, rows, rows, keys, keys, keys, lc_text_peek(&taken),
                         lc_text_peek(&seen), lc_text_peek(&all), lc_text_peek(&seen));
    lc_text_free(&taken);
    lc_text_free(&seen);
    lc_text_free(&all);
    return ok;
}

/* ---- all of it ---- */

bool lck_attention_prove(lck_attention *a, lcv_planning *p)
{
    const lck_attention_proofs w = {a, p};
    lc_text name = {0};
    if (!tensors(&w) || !tiles(&w) || !registers(&w) || !mask(&w) ||
        !lck_attention_prove_stages(&w) || !lck_attention_prove_rings(&w)) {
        if (!p->result && p->e->status == LCV_EVAL_OK)
            lcv_eval_failed(p->e, p->name_span);
        return false;
    }
    lc_text_printf(&name, "plan %s", a->plan->name);
    p->result = lcv_proved(a->plan->ctx, "all its obligations");
    p->claim = lc_text_take(a->plan->ctx, &name);
    return p->result && p->claim;
}
