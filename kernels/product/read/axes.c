/* axes.c - the tensors of a product in symbols, role by role. */
#include "config.h"

#include "axes.h"

#include <stdlib.h>
#include <string.h>

#include "../../plan/common-axes.h"
#include "reading.h"

static const char *const tensor_name[LCK_TENSORS] = {"a", "b", "c", "bias"};
static const char *const role_name[LCK_ROLES] = {"m", "n", "k", "l"};

/* ---- the tensors ---- */

static const char *const expected_modes[] = {"a = (M,K):(K,1), a mode m and a mode k",
                                             "b = (N,K):(K,1), a mode n and a mode k",
                                             "c = (M,N):(N,1), a mode m and a mode n",
                                             "bias = (N,):(1,), a mode n"};

static bool check_modes(lck_reading *w, int tensor)
{
    const lcv_form *form = w->form[tensor];
    size_t rank = lc_tuple_rank(form->nest), least = tensor == LCK_BIAS ? 1 : 2;
    bool batches = tensor == LCK_A ? rank == 3 : w->rank == 3;
    if (rank == least + (batches && (tensor != LCK_BIAS || rank == 2)) &&
        (tensor == LCK_BIAS || !lc_tuple_is_leaf(form->nest)))
        return true;
    lcv_eval_fail(w->p->e, lcv_planning_span(w->p, tensor_name[tensor]), "%s has %zu mode%s",
                  tensor_name[tensor], rank, rank == 1 ? "" : "s");
    if (batches && tensor != LCK_A)
        lcv_diag_hint(w->p->e->diag,
                      "expected a mode l of batches, as a has one: a stride of 0 for one %s "
                      "of all",
                      tensor_name[tensor]);
    else
        lcv_diag_hint(w->p->e->diag, "expected %s%s", expected_modes[tensor],
                      tensor == LCK_BIAS
                          ? ""
                          : ", and a third mode of batches where all three have one");
    return false;
}

/* A layout of integers, and an offset, which is 0 unless it is a tensor. */
static bool read_tensor(lck_reading *w, int tensor)
{
    const char *key = tensor_name[tensor];
    const lcv_ast *ast = lcv_planning_argument(w->p, key);
    if (!ast && tensor == LCK_BIAS)
        return true;
    if (!ast) {
        lcv_eval_fail(w->p->e, w->p->name_span, "a product needs %s", key);
        return lcv_diag_hint(w->p->e->diag, "expected %s", expected_modes[tensor]);
    }
    const lcv_form *form = lcv_form_eval_tensor(w->f, ast, &w->offset[tensor]);
    w->form[tensor] = form ? lcv_form_as_layout(w->f, form) : NULL;
    if (!w->form[tensor])
        return lck_fail_form(&w->sizes, tensor_name[tensor]);
    if (w->form[tensor]->profile)
        lcv_eval_fail(w->p->e, ast->span, "%s has coordinates as values: expected addresses",
                      key);
    else if (w->form[tensor]->n > LCK_MAX_RANK)
        lcv_eval_fail(w->p->e, ast->span, "a tensor of %zu axes: expected at most %d",
                      w->form[tensor]->n, LCK_MAX_RANK);
    else if (tensor == LCK_BIAS && !lcv_size_is_zero(w->offset[tensor]))
        lcv_eval_fail(w->p->e, ast->span,
                      "a bias with an offset: expected its first element at "
                      "the address of the launch");
    else if (check_modes(w, tensor) && tensor == LCK_A)
        w->rank = lc_tuple_rank(w->form[tensor]->nest);
    return w->p->e->status == LCV_EVAL_OK;
}

/* ---- numbers that a kernel can have ---- */

/* Arguments of the kernel, beside the sizes. */
static const char *const arguments[] = {"a", "b", "c", "alpha", "beta", "bias"};

/* A place of C along which all coordinates of an axis lie is a sum of several results. */
static bool check_result(lck_reading *w)
{
    for (int role = 0; role < LCK_ROLES; role++)
        for (size_t k = 0; role != LCK_ALONG_K && k < w->n[role]; k++) {
            const lck_role_axis *a = &w->axis[role][k];
            if (!lck_poly_is(a->stride[LCK_C], 0) || lck_poly_is(a->extent, 1))
                continue;
            char *extent = lcv_size_to_str(lcv_forms_symbols(w->f), a->extent);
            lcv_eval_fail(w->p->e, lcv_planning_span(w->p, tensor_name[LCK_C]),
                          "places of c are written %s times: its stride along %s is 0",
                          extent ? extent : "several", role_name[role]);
            free(extent);
            lcv_diag_hint(w->p->e->diag, "expected a place of its own for each result; what is "
                                         "summed belongs to the mode k of a and b");
            return false;
        }
    return true;
}

/* Coordinates are integers of 32 bits, also those of tensor maps. */
static bool check_extents(lck_reading *w)
{
    for (int role = 0; role < LCK_ROLES; role++)
        for (size_t k = 0; k < w->n[role]; k++) {
            const lc_expr *e = lck_size_expr(&w->sizes, w->axis[role][k].extent);
            if (e && e->low >= 0 && e->high <= INT32_MAX)
                continue;
            if (!e)
                return lcv_eval_failed(w->p->e, w->p->name_span);
            char *extent = lcv_size_to_str(lcv_forms_symbols(w->f), w->axis[role][k].extent);
            int64_t number;
            lcv_eval_fail(w->p->e,
                          lcv_planning_span(w->p,
                                            tensor_name[role == LCK_ALONG_N ? LCK_B : LCK_A]),
                          "an extent along %s that may be 2^31 or more: %s", role_name[role],
                          extent ? extent : "?");
            if (!lc_expr_is_int(e, &number))
                lcv_diag_hint(
                    w->p->e->diag,
                    "expected less, by the range of a parameter, `param M in 1..65536`, "
                    "or `assume %s <= 2147483647`",
                    extent ? extent : "M");
            free(extent);
            return false;
        }
    return true;
}

/* The offset of the last element of a tensor at the smallest sizes. */
static bool check_bytes(lck_reading *w, int tensor)
{
    const lc_expr *start = lck_size_expr(&w->sizes, w->offset[tensor]);
    int64_t sum = start ? start->low : INT64_MAX, last, bytes;
    bool fits = start != NULL;
    for (int role = 0; role < LCK_ROLES; role++)
        for (size_t k = 0; fits && k < w->n[role]; k++) {
            const lck_role_axis *a = &w->axis[role][k];
            const lc_expr *extent = lck_size_expr(&w->sizes, a->extent);
            const lc_expr *step = a->stride[tensor] ? lck_size_expr(&w->sizes, a->stride[tensor])
                                                    : lc_expr_int(w->product->plan->x, 0);
            fits = extent && step &&
                   !__builtin_mul_overflow(extent->low - (extent->low > 0), step->low, &last) &&
                   !__builtin_add_overflow(sum, last, &sum);
        }
    if (fits && !__builtin_mul_overflow(sum, 8, &bytes))
        return true;
    return lcv_eval_fail(w->p->e, lcv_planning_span(w->p, tensor_name[tensor]),
                         "%s has more than 2^63 bytes", tensor_name[tensor]);
}

/* ---- the axes of a role ---- */

static bool add_common(lck_reading *w, lck_role role, lck_modes *all, int tensor,
                       const char *name)
{
    lck_modes modes, common;
    size_t n, first = lck_leaves_of_mode(w->product->plan->ctx, w->form[tensor],
                                         (size_t)lck_mode_of[role][tensor], &n);
    lck_refining of = {lcv_planning_span(w->p, tensor_name[tensor]),
                       "a is (m,k), b is (n,k) and c is (m,n), with batches "
                       "(m,k,l), (n,k,l), (m,n,l)"};
    lck_modes_of(w->form[tensor], first, n, (size_t)tensor, name, &modes);
    if (!all->name) {
        *all = modes;
        return true;
    }
    if (!lck_common_axes(w->p, w->f, &of, all, &modes, &common))
        return false;
    if (common.n > LCK_MAX_RANK)
        return lcv_eval_fail(w->p->e, of.span,
                             "a common refinement of %zu axes along %s: expected at most %d",
                             common.n, role_name[role], LCK_MAX_RANK);
    *all = common;
    return true;
}

static bool read_role(lck_reading *w, lck_role role)
{
    static const char *const name[LCK_ROLES][LCK_TENSORS] = {{"m of a", "", "m of c", ""},
                                                             {"", "n of b", "n of c", "the bias"},
                                                             {"k of a", "k of b", "", ""},
                                                             {"l of a", "l of b", "l of c",
                                                              "l of the bias"}};
    lck_modes all = {0};
    for (int tensor = 0; tensor < LCK_TENSORS; tensor++)
        if (lck_has_role(w, role, tensor) &&
            !add_common(w, role, &all, tensor, name[role][tensor]))
            return false;
    w->n[role] = all.n;
    for (size_t k = 0; k < all.n; k++) {
        lck_role_axis *a = &w->axis[role][k];
        *a = (lck_role_axis){.extent = all.extent[k], .tile = 1};
        memcpy(a->stride, all.stride[k], sizeof a->stride);
    }
    return true;
}

/* ---- tiles of axes ---- */

static void hint_axes(lck_reading *w, lck_role role)
{
    lc_text text = {0};
    for (size_t k = 0; k < w->n[role]; k++) {
        char *extent = lcv_size_to_str(lcv_forms_symbols(w->f), w->axis[role][k].extent);
        lc_text_printf(&text, "%s%s", k == 0 ? "(" : ",", extent ? extent : "?");
        free(extent);
    }
    lc_text_add(&text, w->n[role] == 1 ? ",)" : ")");
    lcv_diag_hint(w->p->e->diag,
                  "the axes along %s are %s; one number is the tile of all of them",
                  role_name[role], lc_text_peek(&text));
    lc_text_free(&text);
}

static bool give_tiles(lck_reading *w, const lck_product_tile *tile, const lck_wanted *wanted)
{
    for (int role = 0; tile && role < 3; role++) {
        if (!wanted->nested[role])
            continue;
        if (tile->n[role] != w->n[role]) {
            lcv_eval_fail(w->p->e, lcv_planning_argument(w->p, "tile")->span,
                          "a tile of %zu axes along %s: expected %zu", tile->n[role],
                          role_name[role], w->n[role]);
            hint_axes(w, (lck_role)role);
            return false;
        }
        for (size_t k = 0; k < w->n[role]; k++)
            w->axis[role][k].tile = tile->extent[role][k];
    }
    return true;
}

/* ---- the axes of the product ---- */

static bool add_axis(lck_reading *w, lck_role role, const lck_role_axis *from)
{
    lck_product *product = w->product;
    lck_product_axis *a = &product->axis[product->rank];
    *a = (lck_product_axis){.role = role, .tile = from->tile};
    bool ok = lck_size_quantity(&w->sizes, from->extent, &a->extent) &&
              lck_size_quantity(&w->sizes, from->stride[LCK_BIAS],
                                &product->bias_stride[product->rank]);
    for (int tensor = 0; ok && tensor < 3; tensor++)
        ok = lck_size_quantity(&w->sizes, from->stride[tensor], &a->stride[tensor]);
    product->rank++;
    return ok;
}

static bool add_axes(lck_reading *w)
{
    size_t rank = w->n[0] + w->n[1] + w->n[2] + w->n[3];
    if (rank > LCK_MAX_RANK) {
        lcv_eval_fail(
            w->p->e, w->p->name_span,
            "a product of %zu axes, %zu along m, %zu along n, %zu along k and %zu along "
            "l: expected at most %d",
            rank, w->n[0], w->n[1], w->n[2], w->n[3], LCK_MAX_RANK);
        return lcv_diag_hint(w->p->e->diag,
                             "axes that are next to each other in both of their tensors "
                             "are one");
    }
    bool ok = true;
    for (int role = 0; role < LCK_ROLES; role++)
        for (size_t k = 0; ok && k < w->n[role]; k++)
            ok = add_axis(w, (lck_role)role, &w->axis[role][k]);
    for (int tensor = 0; ok && tensor < 3; tensor++)
        ok = lck_size_quantity(&w->sizes, w->offset[tensor], &w->product->offset[tensor]);
    return ok;
}

static bool read_all(lck_reading *w, const lck_product_tile *tile, const lck_wanted *wanted)
{
    for (int tensor = 0; tensor < LCK_TENSORS; tensor++)
        if (!read_tensor(w, tensor))
            return false;
    for (int tensor = 0; tensor < LCK_TENSORS; tensor++)
        if (!lck_check_signs(&w->sizes, tensor_name[tensor], w->form[tensor], w->offset[tensor]))
            return false;
    w->product->bias = w->form[LCK_BIAS] != NULL;
    for (int role = 0; role < LCK_ROLES; role++)
        if (!read_role(w, (lck_role)role))
            return false;
    if (!check_result(w) || !give_tiles(w, tile, wanted))
        return false;
    lck_tidy_axes(w, wanted);
    return check_extents(w) && check_bytes(w, LCK_A) && check_bytes(w, LCK_B) &&
           check_bytes(w, LCK_C) && add_axes(w);
}

bool lck_read_product_axes(lcv_planning *p, lck_product *product, const lck_product_tile *tile,
                           const lck_wanted *wanted)
{
    lck_reading w = {.p = p, .product = product, .sizes = {.p = p, .plan = product->plan}};
    bool ok = lck_open_sizes(&w.sizes);
    w.f = w.sizes.f;
    ok = ok && lck_read_sizes(&w.sizes) &&
         lck_check_names(&w.sizes, "a product", sizeof arguments / sizeof *arguments,
                         arguments) &&
         read_all(&w, tile, wanted);
    lck_close_sizes(&w.sizes);
    return ok;
}
