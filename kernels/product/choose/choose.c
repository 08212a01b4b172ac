/* choose.c - how a product is made: its recipes.
 *
 * The method is wgmma where there is an atom of the elements and TMA reads A and B; else mma
 * where there is an atom; else fma. Tiles are those that were measured to be fast, the one for
 * large sizes first; where all sizes are numbers, only the one that takes the least time at them.
 * Keys that a plan gives take the place of what would be chosen, and are checked: a tile, warps,
 * a cluster or turns fix one recipe.
 */
#include "config.h"

#include "usual.h"

#include <stdlib.h>
#include <string.h>

void lck_recipe_clear(lck_recipe *recipe)
{
    free((char *)recipe->name);
    free((char *)recipe->atom.name);
    for (int i = 0; i < 3; i++)
        free(recipe->atom.at[i]);
    *recipe = (lck_recipe){0};
}

/* ---- the method ---- */

static bool has_fma(const lck_product *product)
{
    const char *name = product->element[LCK_A]->name;
    return strcmp(name, "f32") == 0 || strcmp(name, "f64") == 0;
}

bool lck_product_has(const lck_product *product, lck_method method)
{
    return method == LCK_FMA ? has_fma(product) : lck_atom_row_of(product, method) != NULL;
}

static bool fits_wgmma(const lck_choice *w, bool tell)
{
    char *why = lck_not_by_wgmma(w->product, w->p, LCK_A);
    why = why ? why : lck_not_by_wgmma(w->product, w->p, LCK_B);
    if (why && tell) {
        lcv_eval_fail(w->p->e, lck_choice_span(w, w->wanted->has_method ? "method" : "elements"),
                      "wgmma reads its operands by TMA: %s", why);
        lcv_diag_hint(w->p->e->diag,
                      "expected rows of whole 16 bytes, as `assume K %% %d == 0` says%s",
                      16 / w->product->element[LCK_A]->bytes,
                      lck_product_has(w->product, LCK_MMAS) ? ", or method = mma" : "");
    }
    bool fits = !why;
    free(why);
    return fits && w->p->e->status == LCV_EVAL_OK;
}

static bool no_atom(const lck_choice *w)
{
    const lck_product *product = w->product;
    const lcv_ast *ast = lcv_planning_argument(w->p, "method");
    lc_text list = {0};
    for (int i = LCK_FMA; i <= LCK_WGMMAS; i++)
        if (lck_product_has(product, (lck_method)i))
            lc_text_printf(&list, "%s%s", list.length > 0 ? " or " : "", lck_method_name[i]);
    lcv_eval_fail(w->p->e, ast ? ast->span : w->p->name_span,
                  "%s has no atom of %s and %s with sums in %s",
                  w->wanted->has_method ? lck_method_name[w->wanted->method] : "a GPU",
                  product->element[LCK_A]->name, product->element[LCK_B]->name,
                  product->accumulate->name);
    if (list.length > 0)
        lcv_diag_hint(w->p->e->diag, "expected method = %s", lc_text_peek(&list));
    lc_text_free(&list);
    return false;
}

static bool choose_method(lck_choice *w)
{
    const lck_product *product = w->product;
    if (w->wanted->has_method)
        w->method = w->wanted->method;
    else if (lck_product_has(product, LCK_WGMMAS) && fits_wgmma(w, false))
        w->method = LCK_WGMMAS;
    else if (has_fma(product))
        w->method = LCK_FMA;
    else
        w->method = lck_product_has(product, LCK_MMAS) ? LCK_MMAS : LCK_WGMMAS;
    if (!lck_product_has(product, w->method))
        return no_atom(w);
    w->row = w->method == LCK_FMA ? NULL : lck_atom_row_of(product, w->method);
    return w->p->e->status == LCV_EVAL_OK && (w->method != LCK_WGMMAS || fits_wgmma(w, true));
}

/* ---- what is known of the rows ---- */

/* Is the bias along m? It is in a mirror image. */
static bool bias_along_m(const lck_product *product)
{
    for (size_t k = 0; k < product->rank && product->bias; k++)
        if (product->axis[k].role == LCK_ALONG_M && !lck_is_number(product->bias_stride[k], 0))
            return true;
    return false;
}

static void look_at_rows(lck_choice *w)
{
    const lck_product *product = w->product;
    size_t axis = lck_product_contiguous(product, LCK_C);
    char *why = NULL;
    for (int i = 0; i < 3; i++)
        w->vector[i] = lck_product_vector(product, w->p, (lck_factor)i);
    bool along_n = axis < product->rank && axis == lck_first_axis(product, LCK_ALONG_N);
    if (!along_n)
        w->vector[LCK_C] = 1;
    const bool along_m = axis < product->rank && axis == lck_first_axis(product, LCK_ALONG_M) &&
                         product->element[LCK_C]->bytes == 2;
    w->tma_store = w->method == LCK_WGMMAS && (along_n || along_m) && !product->beta &&
                   !bias_along_m(product) && lck_product_by_tma(product, w->p, LCK_C, &why);
    free(why);
}

/* ---- tiles that are fast ---- */

/* Are the rows of both operands along k? */
static bool rows_along_k(const lck_product *product)
{
    for (int i = LCK_A; i <= LCK_B; i++) {
        size_t axis = lck_product_contiguous(product, (lck_factor)i);
        if (axis >= product->rank || product->axis[axis].role != LCK_ALONG_K)
            return false;
    }
    return true;
}

/* Sums and operands of 8 bytes: tiles of half the extents. Without tensor cores, rows along k are
 * turned on their way into a stage: parts of 128 bytes, whole lines, were a fourteenth faster. */
static lck_usual of_elements(const lck_choice *w, lck_usual u)
{
    if (w->product->accumulate->bytes == 8) {
        u.m /= 2;
        u.n /= 2;
    }
    if (u.method == LCK_FMA && rows_along_k(w->product))
        u.k *= 2;
    return u;
}

/* ---- a recipe ---- */

/* Warps of a tile that is given: parts of 64 x 64 at most for mma, of 64 rows for wgmma, and
 * as near to that as the tile allows. */
static void warps_of(lck_method method, const int64_t *extent, int *warps)
{
    int64_t part[2] = {method == LCK_FMA ? 32 : 64, method == LCK_FMA ? 128 : 64};
    if (method == LCK_WGMMAS)
        part[1] = 256;
    for (int i = 0; i < 2; i++) {
        int64_t n = 1;
        while (extent[i] / n > part[i] && extent[i] % (2 * n) == 0 && n < 4)
            n *= 2;
        warps[i] = (int)n;
    }
    if (method == LCK_WGMMAS)
        warps[0] = extent[0] % 128 == 0 ? 2 : 1;
}

static void apply_wanted(const lck_choice *w, lck_recipe *out)
{
    const lck_wanted *given = w->wanted;
    if (given->tile && given->warps[0] == 0)
        warps_of(out->method, out->extent, out->warps);
    if (given->turns >= 0)
        out->turns = given->turns != 0;
    if (out->turns && given->warps[0] == 0)
        out->warps[0] = out->warps[1] = 1;
    if (!out->turns && given->turns == 0 && given->warps[0] == 0)
        warps_of(out->method, out->extent, out->warps);
    if (given->tile)
        out->cluster[0] = out->cluster[1] = 1;
    for (int i = 0; i < 2; i++) {
        out->warps[i] = given->warps[0] ? given->warps[i] : out->warps[i];
        out->cluster[i] = given->cluster[0] ? given->cluster[i] : out->cluster[i];
    }
    out->stages = given->stages ? given->stages : out->stages;
    if (given->split || given->tile)
        out->split = given->split ? given->split : 1;
    out->tma_store = out->tma_store && out->split == 1;
}

static int64_t wider(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The extent of a role: the usual one, but no more than the product needs and no less than the
 * warps' atoms have; that of a tile which is given. */
static int64_t extent_of(const lck_choice *w, const lck_usual *u, int role)
{
    int64_t k = u->k / w->product->element[LCK_A]->bytes;
    int64_t most = role == LCK_ALONG_M ? u->m : role == LCK_ALONG_N ? u->n : k;
    int64_t least = w->row ? w->row->shape[role] : role == LCK_ALONG_K ? 4 : 16;
    if (w->wanted->tile)
        return w->wanted->extent[role];
    int64_t extent = lck_role_extent(w->product, (lck_role)role, most);
    if (role != LCK_ALONG_K) {
        least *= u->warps[role];
        extent = wider(extent, most / 4);
    }
    return (extent + least - 1) / least * least;
}

static void fill(const lck_choice *w, const lck_usual *u, lck_recipe *out)
{
    *out = (lck_recipe){.method = w->method,
                        .warps = {u->warps[0], u->warps[1]},
                        .stages = u->stages,
                        .cluster = {u->cluster[0], u->cluster[1]},
                        .turns = u->turns,
                        .split = u->split,
                        .resident = w->wanted->resident ? w->wanted->resident
                                    : w->wanted->tile   ? 1
                                                        : u->resident,
                        .percent = w->wanted->tile ? 100 : u->percent,
                        .tma_store = w->tma_store};
    for (size_t k = 0; k < w->product->rank; k++)
        out->tile[k] = w->product->axis[k].tile;
    for (int role = 0; role < 3; role++)
        out->extent[role] = extent_of(w, u, role);
    apply_wanted(w, out);
    for (int role = 0; role < 3; role++) {
        int64_t part = out->extent[role] / (role < 2 ? out->warps[role] : 1);
        if (!w->wanted->tile || !w->wanted->nested[role])
            lck_spread_tile(w->product, (lck_role)role, out->extent[role], part > 0 ? part : 1,
                            w->method != LCK_FMA, out->tile);
    }
}

/* Vectors are no longer than the tile along their axis. */
static void give_vectors(const lck_choice *w, lck_recipe *out)
{
    for (int i = 0; i < 3; i++) {
        size_t axis = lck_product_contiguous(w->product, (lck_factor)i);
        int width = axis < w->product->rank ? w->vector[i] : 1;
        while (width > 1 && out->tile[axis] % width != 0)
            width /= 2;
        out->vector[i] = width;
    }
}

/* ---- several ---- */

static bool same(const lck_recipe *a, const lck_recipe *b)
{
    return memcmp(a->extent, b->extent, sizeof a->extent) == 0 &&
           memcmp(a->warps, b->warps, sizeof a->warps) == 0 &&
           memcmp(a->cluster, b->cluster, sizeof a->cluster) == 0 && a->turns == b->turns &&
           a->split == b->split && a->resident == b->resident;
}

/* Is it one for what the plan gives? */
static bool is_wanted(const lck_choice *w, const lck_usual *u)
{
    const lck_wanted *given = w->wanted;
    if (u->method != w->method || w->method != LCK_WGMMAS)
        return u->method == w->method;
    if (u->exchanged != w->product->exchanged || given->tile)
        return u->exchanged == w->product->exchanged;
    if (given->split && (given->split > 1) != (u->split > 1))
        return false;
    return given->turns != 1 || u->turns;
}

/* Has wgmma such an atom, and B rows for it that TMA takes in few boxes; has each part of k as
 * many of the sums? */
static bool serves(const lck_choice *w, const lck_recipe *r)
{
    const int64_t n = r->extent[1] / r->warps[1];
    const size_t axis = lck_product_contiguous(w->product, LCK_B);
    const bool along_k = axis < w->product->rank && w->product->axis[axis].role == LCK_ALONG_K;
    const bool few_boxes = along_k || n % 32 == 0 || n == 8 || n == 16;
    return r->method != LCK_WGMMAS ||
           (lck_is_width(w->product, n) && few_boxes &&
            (w->wanted->split || r->split == 1 || lck_recipe_slices(r) % r->split == 0));
}

static size_t propose(const lck_choice *w, lck_recipe *out, size_t most)
{
    const lck_wanted *given = w->wanted;
    bool fixed = given->tile || given->warps[0] || given->cluster[0] || given->turns >= 0;
    size_t n = 0;
    for (size_t i = 0; lck_usual_at(i) && n < most; i++) {
        if (!is_wanted(w, lck_usual_at(i)))
            continue;
        lck_usual u = of_elements(w, *lck_usual_at(i));
        fill(w, &u, &out[n]);
        bool again = !given->tile && !serves(w, &out[n]);
        for (size_t k = 0; k < n && !again; k++)
            again = same(&out[k], &out[n]);
        n += !again;
        if (fixed)
            break;
    }
    return n;
}

/* The time at sizes that are all numbers; INT64_MAX: they are not. */
static int64_t time_of(const lck_choice *w, const lck_recipe *r)
{
    lc_exprs *x = w->product->plan->x;
    int64_t time;
    const lc_expr *e =
        lck_product_cost(w->product, r, x,
                         lc_expr_int(x, w->product->plan->device->multiprocessors));
    return e && lc_expr_is_int(e, &time) ? time : INT64_MAX;
}

/* Keeps the fastest recipe where all times are numbers. The time of few tiles may be a number at
 * any size. */
static size_t keep_fastest(const lck_choice *w, size_t n, lck_recipe *out)
{
    size_t best = 0;
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < n; i++) {
        int64_t time = time_of(w, &out[i]);
        if (time == INT64_MAX)
            return n;
        if (time < least) {
            least = time;
            best = i;
        }
    }
    out[0] = out[best];
    return n > 0;
}

/* ---- names and tables ---- */

static bool finish(const lck_choice *w, size_t i, lck_recipe *r)
{
    lc_text name = {0};
    lc_text_add(&name, w->product->plan->name);
    i += w->wanted->numbered;
    if (i > 0)
        lc_text_printf(&name, "_%zu", i + 1);
    r->name = lc_text_take(w->product->plan->ctx, &name);
    give_vectors(w, r);
    if (!r->name)
        return lcv_eval_no_memory(w->p->e, w->p->name_span);
    const lck_product *product = w->product;
    const lck_element *const element[] = {product->element[LCK_A], product->element[LCK_B],
                                          product->accumulate};
    return !w->row ||
           lck_atom_read(w->p, element, w->row, (int)(r->extent[1] / r->warps[1]), &r->atom);
}

int64_t lck_product_time(const lck_product *product, const lck_wanted *wanted, lcv_planning *p)
{
    lck_recipe fastest;
    lck_choice w = {.product = product, .wanted = wanted, .p = p};
    int64_t time = 0;
    if (lck_product_recipes(product, wanted, p, &fastest, 1) > 0) {
        time = fastest.method == LCK_WGMMAS ? time_of(&w, &fastest) : 0;
        lck_recipe_clear(&fastest);
    }
    return time;
}

size_t lck_product_recipes(const lck_product *product, const lck_wanted *wanted, lcv_planning *p,
                           lck_recipe *out, size_t most)
{
    lck_choice w = {.product = product, .wanted = wanted, .p = p};
    if (!choose_method(&w))
        return 0;
    look_at_rows(&w);
    lck_recipe all[LCK_MOST_RECIPES];
    size_t n = propose(&w, all, LCK_MOST_RECIPES);
    bool ok = n > 0;
    if (!ok) /* with turns and a split */
        lck_fail_split(&w);
    for (size_t i = 0; ok && i < n; i++)
        ok = lck_check_recipe(&w, &all[i]);
    n = ok && !wanted->candidates ? keep_fastest(&w, n, all) : ok ? n : 0;
    n = n < most ? n : most;
    memcpy(out, all, n * sizeof *all);
    for (size_t i = 0; ok && i < n; i++)
        ok = finish(&w, i, &out[i]);
    for (size_t i = 0; !ok && i < n; i++)
        lck_recipe_clear(&out[i]);
    return ok ? n : 0;
}
