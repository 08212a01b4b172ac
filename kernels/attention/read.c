/* read.c - the keys of a plan of attention, and the axes of its tensors. */
#include "config.h"

#include "reading.h"

#include <stdlib.h>
#include <string.h>

#include "../plan/common-axes.h"
#include "../plan/problem-sizes.h"
#include "../plan/read-numbers.h"

static const char *const tensor_name[LCK_ATTENTION_ARRAYS] = {"q",       "k",          "v",
                                                              "o",       "pages",      "lengths",
                                                              "starts",  "key_starts", "q_scale",
                                                              "k_scale", "v_scale"};
static const char *const keys[] = {"q",      "k",          "v",       "o",       "elements",
                                   "causal", "window",     "lse",     "pages",   "lengths",
                                   "starts", "key_starts", "keys",    "splits",  "device",
                                   "scale",  "q_scale",    "k_scale", "v_scale", "most"};

enum { BATCH, HEAD, SEQUENCE, DIM, MODES }; /* the modes of a tensor */

typedef struct {
    lcv_planning *p;
    lck_attention *a;
    lcv_forms *f;
    lck_sizes sizes;
    const lcv_form *form[LCK_ATTENTION_ARRAYS]; /* NULL: there is none */
    const lc_poly *offset[LCK_ATTENTION_ARRAYS];
} reading;

const char *lck_attention_key_name(size_t i)
{
    return i < sizeof keys / sizeof *keys ? keys[i] : NULL;
}

void lck_attention_forget_atoms(lck_attention *a)
{
    for (int k = 0; k < 2; k++) {
        free((void *)(uintptr_t)a->atom[k].name);
        for (int i = 0; i < 3; i++)
            free(a->atom[k].at[i]);
        a->atom[k] = (lck_atom){0};
    }
}

void lck_attention_free(lck_attention *a)
{
    if (!a)
        return;
    lck_attention_forget_atoms(a);
    lck_plan_free(a->plan);
    free(a);
}

bool lck_attention_has(const lck_attention *a, size_t axis, int tensor)
{
    static const unsigned of[] = {[LCK_ALONG_QUERIES] = 1u << LCK_Q | 1u << LCK_O,
                                  [LCK_ALONG_KEYS] = 1u << LCK_KEYS | 1u << LCK_V |
                                                     1u << LCK_PAGES,
                                  [LCK_ALONG_DIM] = 15,
                                  [LCK_ALONG_HEADS] = 2047};
    const bool batch = axis >= a->batches && axis < a->heads;
    return of[a->axis[axis].role] >> tensor & !(batch && lck_attention_ragged(a, tensor));
}

bool lck_attention_moves(const lck_attention *a, size_t axis, int tensor)
{
    int64_t stride;
    bool still = lc_expr_is_int(a->axis[axis].stride[tensor].expr, &stride) && stride == 0;
    return lck_attention_has(a, axis, tensor) && !still;
}

/* ---- the tensors ---- */

static bool fail(reading *w, int tensor, const char *format, ...)
{
    lc_text text = {0};
    LC_TEXT_ARGS(&text, format);
    lcv_eval_fail(w->p->e, lcv_planning_span(w->p, tensor_name[tensor]), "%s %s",
                  tensor_name[tensor], lc_text_peek(&text));
    lc_text_free(&text);
    return false;
}

static bool has_one_mode(int tensor)
{
    return tensor >= LCK_LENGTHS && tensor <= LCK_KEY_STARTS;
}

/* Of a table: (B,N), or (B); of scales (B,H). */
static bool check_modes(reading *w, int tensor)
{
    const lc_tuple *nest = w->form[tensor]->nest;
    const bool scale = tensor >= LCK_Q_SCALE, two = tensor == LCK_PAGES || scale;
    const size_t rank = lc_tuple_rank(nest), expected = two ? 2 : MODES;
    if (has_one_mode(tensor) || rank == expected)
        return true;
    fail(w, tensor, "has %zu mode%s: expected %s", rank, rank == 1 ? "" : "s",
         scale ? "batch and head"
         : two ? "batch and page"
               : "batch, head, sequence and dim");
    return lcv_diag_hint(w->p->e->diag,
                         two ? "such as (B,N):(N,1)"
                             : "such as (2,16,4096,128):(16*4096*128,4096*128,128,1)");
}

static bool read_tensor(reading *w, int tensor)
{
    const lcv_ast *ast = lcv_planning_argument(w->p, tensor_name[tensor]);
    if (!ast && tensor >= LCK_ATTENTION_TENSORS)
        return true;
    if (!ast) {
        lcv_eval_fail(w->p->e, w->p->name_span, "attention needs %s", tensor_name[tensor]);
        return lcv_diag_hint(w->p->e->diag,
                             "expected q, k, v and o with modes batch, head, sequence "
                             "and dim");
    }
    const lcv_form *form = lcv_form_eval_tensor(w->f, ast, &w->offset[tensor]);
    w->form[tensor] = form ? lcv_form_as_layout(w->f, form) : NULL;
    if (!w->form[tensor])
        return lck_fail_form(&w->sizes, tensor_name[tensor]);
    if (w->form[tensor]->profile)
        return fail(w, tensor, "has coordinates as values: expected addresses");
    if (w->form[tensor]->n > LCK_MAX_RANK)
        return fail(w, tensor, "has %zu axes: expected at most %d", w->form[tensor]->n,
                    LCK_MAX_RANK);
    return check_modes(w, tensor) &&
           lck_check_signs(&w->sizes, tensor_name[tensor], w->form[tensor], w->offset[tensor]);
}

/* ---- the axes of a role ---- */

static const char *const mode_name[MODES] = {"batch", "head", "sequence", "dim"};

/* The leaves of a mode: the first, and how many. Lengths and starts have one mode. */
static size_t leaves_of(const reading *w, int tensor, size_t mode, size_t *n)
{
    const lcv_form *form = w->form[tensor];
    *n = form->n;
    return has_one_mode(tensor) ? 0 : lck_leaves_of_mode(w->a->plan->ctx, form, mode, n);
}

/* Coordinates are integers of 32 bits, also those of tensor maps. */
static bool check_extent(reading *w, const char *of, lck_quantity extent)
{
    if (extent.expr->high <= INT32_MAX)
        return true;
    lcv_eval_fail(w->p->e, w->p->name_span, "an extent of %s that may be 2^31 or more", of);
    return lcv_diag_hint(w->p->e->diag,
                         "expected less, by the range of a parameter, `param S in 1..65536`");
}

static bool add_axis(reading *w, lck_attention_role role, const lck_modes *all, size_t k)
{
    static const char *const name[] = {[LCK_ALONG_HEADS] = "a head or batch",
                                       [LCK_ALONG_QUERIES] = "queries",
                                       [LCK_ALONG_KEYS] = "keys",
                                       [LCK_ALONG_DIM] = "the dim"};
    if (w->a->rank == LCK_MAX_RANK)
        return lcv_eval_fail(w->p->e, w->p->name_span, "attention of more than %d axes",
                             LCK_MAX_RANK);
    lck_attention_axis *axis = &w->a->axis[w->a->rank++];
    *axis = (lck_attention_axis){.role = role};
    bool ok = lck_size_quantity(&w->sizes, all->extent[k], &axis->extent) &&
              check_extent(w, name[role], axis->extent);
    for (int t = 0; ok && t < LCK_ATTENTION_ARRAYS; t++)
        ok = lck_size_quantity(&w->sizes, all->stride[k][t], &axis->stride[t]);
    return ok;
}

/* The modes of a tensor: starts have one number more than there are batches. */
static bool read_modes(reading *w, int tensor, size_t mode, lck_modes *out)
{
    lcv_symbols *symbols = lcv_forms_symbols(w->f);
    size_t n, first = leaves_of(w, tensor, mode, &n);
    lck_modes_of(w->form[tensor], first, n, (size_t)tensor, tensor_name[tensor], out);
    if (!lck_attention_is_starts(tensor))
        return true;
    out->name = tensor == LCK_STARTS ? "starts less one" : "key_starts less one";
    if (n != 1)
        return fail(w, tensor, "has %zu axes: expected one", n);
    const lc_poly *one = lcv_size_int(symbols, lc_int_const(1));
    out->extent[0] = one ? lcv_size_sub(symbols, out->extent[0], one) : NULL;
    return out->extent[0] || lcv_eval_failed(w->p->e, w->p->name_span);
}

/* The common axes of a mode of some tensors; exactly one where `single`. */
static bool add_axes(reading *w, lck_attention_role role, size_t mode, unsigned tensors,
                     bool single)
{
    lck_modes all = {0};
    for (int t = 0; t < LCK_ATTENTION_ARRAYS; t++) {
        lck_modes modes, common;
        lck_refining of = {lcv_planning_span(w->p, tensor_name[t]),
                           lck_attention_is_starts(t)
                               ? "starts have a number more than there are batches"
                               : "modes are batch, head, sequence and dim, those of the "
                                 "sequence of q and o queries, of k and v keys"};
        if (!(tensors >> t & 1) || !w->form[t])
            continue;
        if (!read_modes(w, t, mode, &modes) ||
            (all.name && !lck_common_axes(w->p, w->f, &of, &all, &modes, &common)))
            return false;
        all = all.name ? common : modes;
    }
    if (single && all.n != 1)
        return lcv_eval_fail(w->p->e, w->p->name_span, "the mode %s has %zu axes: expected one",
                             mode_name[mode], all.n);
    for (size_t k = 0; k < all.n; k++)
        if (!add_axis(w, role, &all, k))
            return false;
    return true;
}

/* One number of at most 256, contiguous, in rows of whole runs of 16 bytes. */
static bool check_dim(reading *w)
{
    const lck_attention_axis *axis = &w->a->axis[w->a->rank - 1];
    int64_t dim, stride;
    if (!lc_expr_is_int(axis->extent.expr, &dim) || dim < 8 || dim > 256 || dim % 8 != 0)
        return lcv_eval_fail(w->p->e, lcv_planning_span(w->p, tensor_name[LCK_Q]),
                             "a dim that is no multiple of 8 from 8 to 256");
    for (int t = 0; t < LCK_ATTENTION_TENSORS; t++)
        if (!lc_expr_is_int(axis->stride[t].expr, &stride) || stride != 1)
            return fail(w, t, "has a stride other than 1 along the dim: expected 1");
    w->a->dim = (int)dim;
    return true;
}

/* A mode of a tensor that has one leaf. */
static bool single_leaf(reading *w, int tensor, size_t mode, size_t *leaf)
{
    size_t n;
    *leaf = leaves_of(w, tensor, mode, &n);
    return n == 1 || fail(w, tensor, "has %zu axes in mode %zu: expected one", n, mode);
}

/* The pages of K or V, and their keys: those of V are as many. */
static bool read_pages(reading *w, int tensor, size_t *of_page)
{
    const lcv_form *form = w->form[tensor];
    lck_quantity count, page;
    size_t leaf;
    int64_t length;
    if (!single_leaf(w, tensor, BATCH, &leaf) ||
        !lck_size_quantity(&w->sizes, form->extent[leaf], &count) ||
        !check_extent(w, "pages", count) ||
        !lck_size_quantity(&w->sizes, form->step[leaf], &w->a->page_stride[tensor]) ||
        !single_leaf(w, tensor, SEQUENCE, of_page) ||
        !lck_size_quantity(&w->sizes, form->extent[*of_page], &page))
        return false;
    if (!lc_expr_is_int(page.expr, &length) || length < 16 || length > 4096 || length % 16 != 0)
        return fail(w, tensor, "has pages that are no multiple of 16 keys up to 4096");
    if (tensor == LCK_V &&
        (length != w->a->page || !lc_expr_equal(count.expr, w->a->all_pages.expr)))
        return fail(w, tensor, "has other pages than k");
    w->a->page = (int)length;
    w->a->all_pages = count;
    return true;
}

/* With pages K and V have modes page, head, key of a page and dim; the keys of a batch are those
 * of all its pages in the table. */
static bool add_paged_keys(reading *w)
{
    lcv_symbols *symbols = lcv_forms_symbols(w->f);
    lck_modes all = {.n = 1};
    size_t leaf;
    for (int t = LCK_KEYS; t <= LCK_V; t++) {
        if (!read_pages(w, t, &leaf))
            return false;
        all.stride[0][t] = w->form[t]->step[leaf];
    }
    if (!single_leaf(w, LCK_PAGES, 1, &leaf))
        return false;
    const lc_poly *page = lcv_size_int(symbols, lc_int_const(w->a->page));
    all.stride[0][LCK_PAGES] = w->form[LCK_PAGES]->step[leaf];
    all.extent[0] = page ? lcv_size_mul(symbols, w->form[LCK_PAGES]->extent[leaf], page) : NULL;
    return add_axis(w, LCK_ALONG_KEYS, &all, 0);
}

/* ---- ragged batches ---- */

/* A tensor whose batches lie along its sequence: it has one batch. */
static bool check_one_batch(reading *w, int tensor, int table)
{
    lck_quantity extent;
    int64_t batches;
    size_t leaf;
    if (!single_leaf(w, tensor, BATCH, &leaf) ||
        !lck_size_quantity(&w->sizes, w->form[tensor]->extent[leaf], &extent))
        return false;
    return (lc_expr_is_int(extent.expr, &batches) && batches == 1) ||
           fail(w, tensor, "has batches beside %s: expected one, of all of them",
                tensor_name[table]);
}

static bool read_starts(reading *w)
{
    if (w->a->has[LCK_KEY_STARTS] && w->a->has[LCK_PAGES])
        return fail(w, LCK_KEY_STARTS, "beside pages: expected one of both");
    for (int t = 0; t < LCK_ATTENTION_TENSORS; t++)
        if (lck_attention_ragged(w->a, t) &&
            !check_one_batch(w, t, t == LCK_Q || t == LCK_O ? LCK_STARTS : LCK_KEY_STARTS))
            return false;
    return true;
}

/* Where there are starts the batches are one axis, and at least one batch. */
static bool check_batches(reading *w)
{
    const size_t n = w->a->heads - w->a->batches;
    const int table = w->a->has[LCK_STARTS] ? LCK_STARTS : LCK_KEY_STARTS;
    if (!w->a->has[LCK_STARTS] && !w->a->has[LCK_KEY_STARTS])
        return true;
    if (n != 1)
        return fail(w, table, "of batches that have %zu axes: expected one", n);
    return w->a->axis[w->a->batches].extent.expr->low >= 1 ||
           fail(w, table, "of no batch: expected one number more than there are batches");
}

/* The tensors that have a mode of batches. */
static unsigned with_batches(const reading *w)
{
    unsigned all = 2047;
    for (int t = 0; t < LCK_ATTENTION_TENSORS; t++)
        if (lck_attention_ragged(w->a, t) ||
            (w->a->has[LCK_PAGES] && (t == LCK_KEYS || t == LCK_V)))
            all &= ~(1u << t);
    return all;
}

static bool read_axes(reading *w)
{
    const unsigned all = 15, queries = 1u << LCK_Q | 1u << LCK_O;
    const unsigned scales = 7u << LCK_Q_SCALE;
    for (int t = 0; t < LCK_ATTENTION_ARRAYS; t++) {
        if (!read_tensor(w, t))
            return false;
        w->a->has[t] = w->form[t] != NULL;
    }
    if (!read_starts(w) || !add_axes(w, LCK_ALONG_HEADS, HEAD, all | scales, false))
        return false;
    w->a->batches = w->a->rank;
    if (!add_axes(w, LCK_ALONG_HEADS, BATCH, with_batches(w), false))
        return false;
    w->a->heads = w->a->rank;
    bool ok = check_batches(w) && add_axes(w, LCK_ALONG_QUERIES, SEQUENCE, queries, true) &&
              (w->a->has[LCK_PAGES]
                   ? add_paged_keys(w)
                   : add_axes(w, LCK_ALONG_KEYS, SEQUENCE, all & ~queries, true)) &&
              add_axes(w, LCK_ALONG_DIM, DIM, all, true) && check_dim(w);
    for (int t = 0; ok && t < LCK_ATTENTION_ARRAYS; t++)
        ok = lck_size_quantity(&w->sizes, w->offset[t], &w->a->offset[t]);
    return ok;
}

/* ---- the other keys ---- */

/* Of 8 bits 32 keys are one step of a product, and rows are whole runs of 16 elements. */
static bool check_eight(reading *w)
{
    if (w->a->dim % 16 != 0)
        return fail(w, LCK_Q, "has a dim that is no multiple of 16, of elements of 8 bits");
    return w->a->page % 32 == 0 ||
           fail(w, LCK_KEYS, "has pages that are no multiple of 32 keys, of elements of 8 bits");
}

static bool read_element(reading *w)
{
    const lcv_ast *ast = lcv_planning_argument(w->p, "elements");
    bool name = ast && (ast->kind == LCV_AST_NAME || ast->kind == LCV_AST_STRIDE);
    bool eight = name && strcmp(ast->text, "e4m3") == 0;
    bool known = eight ||
                 (name && (strcmp(ast->text, "bf16") == 0 || strcmp(ast->text, "f16") == 0));
    if (!known)
        return lcv_eval_fail(w->p->e, ast ? ast->span : w->p->name_span,
                             "attention takes elements = bf16, f16 or e4m3");
    w->a->plan->element = w->a->element = lck_element_find(ast->text);
    w->a->result = eight ? lck_element_find("bf16") : w->a->element;
    for (int i = 0; i < 3 && !eight; i++)
        if (w->a->has[LCK_Q_SCALE + i])
            return fail(w, LCK_Q_SCALE + i, "of elements of 16 bits: expected e4m3");
    return w->a->element && w->a->result && (!eight || check_eight(w));
}

static bool read_flag(reading *w, const char *key, bool *out)
{
    const lcv_ast *ast = lcv_planning_argument(w->p, key);
    int64_t given = 0;
    if (ast && !lck_read_numbers(w->p, ast, 1, 0, 1, key, &given))
        return false;
    *out = given != 0;
    return true;
}

static bool read_window(reading *w)
{
    const lcv_ast *ast = lcv_planning_argument(w->p, "window");
    if (ast && !lck_read_numbers(w->p, ast, 1, 1, INT32_MAX / 2, "a window", &w->a->window))
        return false;
    if (!ast || w->a->causal)
        return true;
    lcv_eval_fail(w->p->e, ast->span, "a window without a causal mask");
    return lcv_diag_hint(w->p->e->diag, "expected causal = 1 beside it");
}

/* The most queries of a ragged batch. */
static bool read_most(reading *w)
{
    const lcv_ast *ast = lcv_planning_argument(w->p, "most");
    if (!ast)
        return true;
    const lcv_form *form = lcv_form_eval(w->f, ast);
    const lc_poly *most = form ? lcv_form_as_int(w->f, form) : NULL;
    if (!most)
        return lck_fail_form(&w->sizes, "most");
    if (!w->a->has[LCK_STARTS])
        lcv_eval_fail(w->p->e, ast->span, "most of no starts: expected starts beside it");
    else if (lck_size_quantity(&w->sizes, most, &w->a->most) &&
             check_extent(w, "most", w->a->most) && w->a->most.expr->low < 1)
        lcv_eval_fail(w->p->e, ast->span, "most that may be less than 1");
    return w->p->e->status == LCV_EVAL_OK;
}

static bool read_recipe(reading *w)
{
    const lcv_ast *keys_of = lcv_planning_argument(w->p, "keys");
    const lcv_ast *splits = lcv_planning_argument(w->p, "splits");
    int64_t given = 0, parts = 0;
    if ((keys_of && !lck_read_numbers(w->p, keys_of, 1, 16, 256, "a number of keys", &given)) ||
        (splits && !lck_read_numbers(w->p, splits, 1, 1, 1024, "a number of splits", &parts)))
        return false;
    const int page = w->a->page, keys_given = w->a->given_keys = (int)given;
    w->a->given_splits = (int)parts;
    const bool fits = given == 0 || page == 0 || page % given == 0 || given % page == 0;
    const int unit = w->a->element->bytes == 1 ? 32 : 16;
    if (given % unit != 0)
        lcv_eval_fail(w->p->e, keys_of->span, "a block of %d keys: expected a multiple of %d",
                      keys_given, unit);
    else if (unit == 32 && parts > 1)
        lcv_eval_fail(w->p->e, splits->span, "splits of elements of 8 bits: expected none");
    else if (w->a->has[LCK_STARTS] && parts > 1)
        lcv_eval_fail(w->p->e, splits->span, "splits of ragged queries: expected none");
    else if (!fits)
        lcv_eval_fail(w->p->e, keys_of->span,
                      "a block of %d keys of pages of %d: expected a multiple or a divisor",
                      keys_given, page);
    return w->p->e->status == LCV_EVAL_OK;
}

/* ---- all of it ---- */

/* Arguments of the kernel, beside the sizes. */
static const char *const arguments[] = {"q",       "k",       "v",          "o",
                                        "lse",     "parts",   "part_rows",  "pages",
                                        "lengths", "starts",  "key_starts", "scale",
                                        "q_scale", "k_scale", "v_scale"};

static bool read_all(reading *w)
{
    bool ok = lck_open_sizes(&w->sizes);
    w->f = w->sizes.f;
    ok = ok && lck_read_sizes(&w->sizes) &&
         lck_check_names(&w->sizes, "attention", sizeof arguments / sizeof *arguments,
                         arguments) &&
         read_axes(w) && read_element(w) && read_flag(w, "causal", &w->a->causal) &&
         read_flag(w, "lse", &w->a->lse) && read_flag(w, "scale", &w->a->scale) &&
         read_window(w) && read_most(w) && read_recipe(w);
    lck_close_sizes(&w->sizes);
    return ok;
}

lck_attention *lck_attention_read(lcv_planning *p)
{
    lck_attention *a = lcv_planning_check(p, sizeof keys / sizeof *keys, keys)
                           ? lc_alloc(lcr_ctx_lc(p->e->r), 1, sizeof *a)
                           : NULL;
    if (!a)
        return NULL;
    a->plan = lck_plan_new(p);
    a->r = p->e->r;
    reading w = {.p = p, .a = a, .sizes = {.p = p, .plan = a->plan}};
    if (a->plan && read_all(&w))
        return a;
    lck_attention_free(a);
    return NULL;
}
