/* prove.c - the obligations of attention, which are proved for all sizes before it becomes a
 * kernel.
 *
 *   of O each place is written once; elements lie in their buffers; tensor maps are aligned
 *   tiles of queries are all queries, each once
 *   the sums of an atom are all elements of its result, each in one register
 *   P, in the registers of S, is the operand A of the second product
 *   where keys are split each block of them is one of one split; parts are written once, and all
 *   of them added
 *   stages (prove-stages.c)
 *
 * Each is a claim of the language, which a reader of the kernel can ask again. That the kernel's
 * statements count each pair under the mask once (prove-blocks.c), that they come in order, and
 * that rings hand stages on, is claimed of these when it is made (make.c).
 */
#include "config.h"

#include "proofs.h"

#include <stdlib.h>
#include <string.h>

#include "../../verify/function/result.h"
#include "../../verify/language/build.h"

/* ---- texts ---- */

static const char *text_of(const lck_attention_proofs *w, lck_quantity q)
{
    return lck_plan_text(w->a->plan, lck_quantity_tree(w->a->plan, q));
}

static void put_quantity(const lck_attention_proofs *w, lc_text *text, lck_quantity q)
{
    const char *s = text_of(w, q);
    if (s)
        lc_text_add(text, s);
    else
        lc_text_miss(text);
}

/* Of an axis of a tensor: of K and V with pages the keys of one, of the table its pages; of
 * starts one more than there are batches. */
static void put_extent(const lck_attention_proofs *w, lc_text *text, size_t axis, int tensor)
{
    if (lck_attention_paged(w->a, tensor) && w->a->axis[axis].role == LCK_ALONG_KEYS)
        lc_text_printf(text, "%d", w->a->page);
    else
        put_quantity(w, text, w->a->axis[axis].extent);
    if (tensor == LCK_PAGES && w->a->axis[axis].role == LCK_ALONG_KEYS)
        lc_text_printf(text, "/%d", w->a->page);
    if (lck_attention_is_starts(tensor) && w->a->axis[axis].role == LCK_ALONG_HEADS &&
        axis >= w->a->batches)
        lc_text_add(text, "+1");
}

/* (S,128):(128,1), of all axes of a tensor, and pages. */
static const char *layout_of(const lck_attention_proofs *w, int tensor)
{
    lc_text text = {0};
    for (int strides = 0; strides < 2; strides++) {
        const char *before = strides ? "):(" : "(";
        for (size_t k = 0; k < w->a->rank; k++)
            if (lck_attention_has(w->a, k, tensor)) {
                lc_text_add(&text, before);
                if (strides)
                    put_quantity(w, &text, w->a->axis[k].stride[tensor]);
                else
                    put_extent(w, &text, k, tensor);
                before = ",";
            }
        if (lck_attention_paged(w->a, tensor)) {
            lc_text_add(&text, before);
            put_quantity(w, &text, strides ? w->a->page_stride[tensor] : w->a->all_pages);
        }
    }
    lc_text_add(&text, ")");
    return lck_plan_keep(w->a->plan, &text);
}

/* (S - 1) * (128) + (128 - 1) * (1) + 1 */
static const char *span_of(const lck_attention_proofs *w, int tensor)
{
    lc_text text = {0};
    for (size_t k = 0; k < w->a->rank; k++)
        if (lck_attention_moves(w->a, k, tensor)) {
            lc_text_add(&text, "((");
            put_extent(w, &text, k, tensor);
            lc_text_add(&text, ") - 1) * (");
            put_quantity(w, &text, w->a->axis[k].stride[tensor]);
            lc_text_add(&text, ") + ");
        }
    if (lck_attention_paged(w->a, tensor)) {
        lc_text_add(&text, "((");
        put_quantity(w, &text, w->a->all_pages);
        lc_text_add(&text, ") - 1) * (");
        put_quantity(w, &text, w->a->page_stride[tensor]);
        lc_text_add(&text, ") + ");
    }
    lc_text_add(&text, "1");
    return lck_plan_keep(w->a->plan, &text);
}

/* ---- tensors ---- */

static bool is_multiple(const lck_attention_proofs *w, lck_quantity q, int n)
{
    int64_t value;
    if (lc_expr_is_int(q.expr, &value) && value % n == 0)
        return true;
    const char *text = text_of(w, q);
    return text && lck_claims(w, "(%s) %% %d == 0", text, n);
}

/* What a tensor map asks of strides and of the first element: multiples of 16 bytes. */
static bool mapped(const lck_attention_proofs *w, int tensor)
{
    const int n = 16 / (tensor == LCK_O ? w->a->result : w->a->element)->bytes;
    for (size_t k = 0; k + 1 < w->a->rank; k++)
        if (lck_attention_moves(w->a, k, tensor) &&
            !is_multiple(w, w->a->axis[k].stride[tensor], n))
            return false;
    if (lck_attention_paged(w->a, tensor) && !is_multiple(w, w->a->page_stride[tensor], n))
        return false;
    return is_multiple(w, w->a->offset[tensor], n);
}

static bool tensors(const lck_attention_proofs *w)
{
    for (int i = 0; i < LCK_ATTENTION_ARRAYS; i++) {
        if (!w->a->has[i])
            continue;
        const char *layout = layout_of(w, i), *span = span_of(w, i);
        if (!layout || !span || (i == LCK_O && !lck_claims(w, "injective(%s)", layout)) ||
            !lck_claims(w, "in_bounds(%s, %s)", layout, span) ||
            (i < LCK_ATTENTION_TENSORS && !mapped(w, i)))
            return false;
    }
    return true;
}

/* ---- tiles and registers ---- */

/* Of starts in order batches have tiles in order, from s / R + b on, as many as they need, and
 * none past the last one of the launch. That a tile finds its batch is claimed of the statements
 * (prove-tables.c). */
static bool tiles_of_batches(const lck_attention_proofs *w)
{
    const int n = lck_attention_queries(w->a);
    return lck_claims(w,
                      "contained(set \"{ [s,e,b,c] : s <= e and b < c }\", "
                      "set \"{ [s,e,b,c] : floor(s/%d) + b < floor(e/%d) + c }\")",
                      n, n) &&
           lck_claims(w,
                      "contained(set \"{ [q,s,e,b,N,B] : 0 <= s <= e <= N and 0 <= b < B and "
                      "0 <= q < e - s }\", set \"{ [q,s,e,b,N,B] : floor(s/%d) + floor(q/%d) <= "
                      "floor(e/%d) and floor(e/%d) + b < floor(N/%d) + B }\")",
                      n, n, n, n, n);
}

/* Of no more than L queries the tiles of so many are all. */
static bool tiles_of_most(const lck_attention_proofs *w)
{
    const int n = lck_attention_queries(w->a);
    return lck_claims(w,
                      "contained(set \"{ [q,L] : 0 <= q < L }\", "
                      "set \"{ [q,L] : floor(q/%d) < floor((L + %d)/%d) }\")",
                      n, n - 1, n);
}

static bool tiles(const lck_attention_proofs *w)
{
    const lck_attention *a = w->a;
    if (a->has[LCK_STARTS])
        return a->most.expr ? tiles_of_most(w) : tiles_of_batches(w);
    const char *s = text_of(w, a->axis[a->heads].extent);
    const int n = lck_attention_queries(a), packed = a->packed;
    return s && (packed == 1 ? lck_claims(w,
                                          "partitions((ceil_div(%s,%d),(%d,64)):(%d,(64,1)), %s, "
                                          "under=%s)",
                                          s, n, a->groups, n, s, s)
                             : lck_claims(w,
                                          "partitions((ceil_div(%s,%d),(%d,%d)):(%de1,(e0,e1)), "
                                          "(%d,%s), under=(%d,%s))",
                                          s, n, packed, n, n, packed, s, packed, s));
}

#define SUMS "((4,8,4),(2,2,%d)):((128,1,16),(64,8,512))"

/* P of k keys is register by register an operand A for each 16 of them. */
static bool feeds_halves(const lck_attention_proofs *w)
{
    const int keys = w->a->keys;
    return lck_claims(w, "feeds(" SUMS ", ((4,8,4),((2,2,2),%d)):((128,1,16),((64,8,512),1024)))",
                      keys / 8, keys / 16);
}

/* Of 8 bits: registers of S change places, and those of 16 keys are an operand A then whose
 * column 4 q + e is key 8 (e / 2) + 2 q + e % 2, in which order V is transposed
 * (prove-stages.c). */
static bool feeds_bytes(const lck_attention_proofs *w)
{
    const int keys = w->a->keys;
    return lck_claims(w,
                      "equiv(compose((2,2,%d):(64,8,512), ((2,2),2,%d):((1,4),2,8)), "
                      "((2,2),2,%d):((64,512),8,1024))",
                      keys / 8, keys / 16, keys / 16) &&
           lck_claims(w,
                      "equiv(compose((64,(2,2,4,%d)):(1,(64,512,128,1024)), "
                      "((4,8,4),((4,2,2),%d)):((256,1,16),((64,8,1024),2048))), "
                      "((4,8,4),(((2,2),2),%d)):((128,1,16),(((64,512),8),1024)))",
                      keys / 16, keys / 32, keys / 16);
}

static bool registers(const lck_attention_proofs *w)
{
    const int columns = lck_attention_columns(w->a), keys = w->a->keys;
    return lck_claims(w, "bijective(" SUMS ")", keys / 8) &&
           lck_claims(w, "bijective(" SUMS ")", columns / 8) &&
           (lck_attention_turns(w->a) ? feeds_bytes(w) : feeds_halves(w));
}

/* ---- splits ---- */

/* Split s of n takes the blocks s + n i of those that a tile takes (prove-blocks.c). */
static bool splits(const lck_attention_proofs *w)
{
    if (!w->a->split)
        return true;
    const char *n = text_of(w, w->a->splits);
    const char *all = text_of(w, lck_attention_blocks_of_keys(w->a));
    return n && all &&
           lck_claims(w, "partitions((%s,ceil_div(%s,%s)):(1,%s), %s, under=%s)", n, all, n, n,
                      all, all);
}

/* ---- pages ---- */

/* Boxes of blocks of keys are all keys of all pages of a batch, each of one page, in order. */
static bool pages(const lck_attention_proofs *w)
{
    const lck_attention *a = w->a;
    const int boxes = lck_attention_boxes(a), rows = a->keys / boxes;
    if (!a->page)
        return true;
    const char *all = text_of(w, a->axis[a->heads + 1].extent);
    return all && lck_claims(w, "%s >= 1", all) &&
           lck_claims(w, "%d %% %d == 0", a->page, rows) &&
           lck_claims(w, "partitions((ceil_div(%s,%d),(%d,%d)):(%d,(%d,1)), %s, under=%s)", all,
                      a->keys, boxes, rows, a->keys, rows, all, all);
}

/* ---- parts ---- */

/* S*2*8, of all heads. */
static const char *rows_of(const lck_attention_proofs *w)
{
    lc_text text = {0};
    for (size_t k = 0; k <= w->a->heads; k++) {
        lc_text_add(&text, k ? "*(" : "(");
        put_quantity(w, &text, w->a->axis[w->a->heads - k].extent);
        lc_text_add(&text, ")");
    }
    return lck_plan_keep(w->a->plan, &text);
}

/* Parts are written once, in their arrays, and those of each split, row and element are read. */
static bool parts(const lck_attention_proofs *w)
{
    const int dim = w->a->dim, runs = (dim + 127) / 128;
    const char *n = text_of(w, w->a->splits), *rows = rows_of(w), *o = layout_of(w, LCK_O);
    return n && rows && o &&
           lck_claims(w, "injective((%s,%s,%d):(%d*%s,%d,1))", n, rows, dim, dim, rows, dim) &&
           lck_claims(w, "in_bounds((%s,%s,%d):(%d*%s,%d,1), %d*%s*(%s))", n, rows, dim, dim,
                      rows, dim, dim, rows, n) &&
           lck_claims(w, "partitions((ceil_div(%s,4),4):(4,1), %s, under=%s)", rows, rows,
                      rows) &&
           lck_claims(w, "partitions((%d,32,4):(128,4,1), %d, under=%d)", runs, dim, dim) &&
           lck_claims(w,
                      "equal(set \"{ [n,s] : exists (r, i : 0 <= i < %d and s = %d r + i and "
                      "0 <= %d r < n and s < n) }\", set \"{ [n,s] : 0 <= s < n }\")",
                      16 / runs, 16 / runs, 16 / runs) &&
           lck_claims(w, "injective(%s)", o);
}

/* ---- all of it ---- */

bool lck_attention_proved(const lck_attention *a, lcv_planning *p)
{
    lc_text name = {0};
    lck_forget_result(p);
    lc_text_printf(&name, "plan %s", a->plan->name);
    p->result = lcv_proved(a->plan->ctx, "all its obligations");
    p->claim = lc_text_take(a->plan->ctx, &name);
    return p->result && p->claim;
}

static bool settled(const lck_attention_proofs *w, bool ok)
{
    if (ok)
        return lck_attention_proved(w->a, w->p);
    if (!w->p->result && w->p->e->status == LCV_EVAL_OK)
        lcv_eval_failed(w->p->e, w->p->name_span);
    return false;
}

bool lck_attention_prove(lck_attention *a, lcv_planning *p)
{
    const lck_attention_proofs w = {a, p};
    return settled(&w, tensors(&w) && tiles(&w) && splits(&w) && pages(&w) && registers(&w) &&
                           lck_attention_prove_stages(&w));
}

bool lck_attention_prove_parts(lck_attention *a, lcv_planning *p)
{
    const lck_attention_proofs w = {a, p};
    lc_text_free(&a->plan->proved);
    a->plan->proved = (lc_text){0};
    return settled(&w, parts(&w));
}
