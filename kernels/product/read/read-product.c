/* read-product.c - the keys of a plan of a product. */
#include "config.h"

#include "product.h"

#include <stdlib.h>
#include <string.h>

#include "../../../verify/language/build.h"
#include "axes.h"
#include "mirror.h"
#include "../../plan/read-numbers.h"

void lck_product_free(lck_product *product)
{
    if (!product)
        return;
    lck_plan_free(product->plan);
    free(product);
}

/* ---- elements ---- */

static bool is_name(const lcv_ast *ast)
{
    return ast->kind == LCV_AST_NAME || ast->kind == LCV_AST_STRIDE; /* f32 is both */
}

static const lck_element *element_of(lcv_planning *p, const lcv_ast *ast)
{
    const lck_element *element = is_name(ast) ? lck_element_find(ast->text) : NULL;
    if (!element) {
        lcv_eval_fail(p->e, ast->span, "no type of elements");
        lcv_diag_hint(p->e->diag, "expected one of " LCK_ELEMENTS);
    }
    return element;
}

static bool is(const lck_element *element, const char *name)
{
    return strcmp(element->name, name) == 0;
}

static bool is_one_of(const lck_element *element, const char *names)
{
    size_t n = strlen(element->name);
    for (const char *at = names; (at = strstr(at, element->name)); at += n)
        if ((at == names || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

/* What the sum of products is kept in, where a plan does not say. */
static const lck_element *usual_sum(const lck_element *a)
{
    return lck_element_find(is(a, "f64") ? "f64" : is(a, "int8") ? "int32" : "f32");
}

#define EIGHT_BITS "f8 e4m3 e5m2"

/* The sums that instructions keep of these elements, and the elements that sums become. */
static const struct {
    const char *elements, *sum, *result;
} products[] = {
    {"f64", "f64", "f64"},
    {"f32", "f32", "f32 tf32 f16 bf16"},
    {"tf32", "f32", "f32 tf32 f16 bf16"},
    {"bf16", "f32", "f32 tf32 f16 bf16 " EIGHT_BITS},
    {"f16", "f32", "f32 tf32 f16 bf16 " EIGHT_BITS},
    {"f16", "f16", "f16 f32"},
    {EIGHT_BITS, "f32", "f32 tf32 f16 bf16 " EIGHT_BITS},
    {"int8", "int32", "int32 int8 f32"},
};

#define TAKEN                                                                                    \
    "f64, f32, tf32, bf16, f16, int8, or e4m3 and e5m2, which may be mixed; sums in f64, "       \
    "int32, f32, or in f16 of f16"

static bool check_elements(lcv_planning *p, const lck_product *product, const lcv_ast *elements)
{
    const lck_element *const *e = product->element;
    bool taken = false, summed = false;
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        if (!is_one_of(e[LCK_A], products[i].elements) ||
            !is_one_of(e[LCK_B], products[i].elements))
            continue;
        taken = true;
        if (!is(product->accumulate, products[i].sum))
            continue;
        summed = true;
        if (is_one_of(e[LCK_C], products[i].result))
            return true;
    }
    if (!taken)
        lcv_eval_fail(p->e, elements->span, "no instruction multiplies %s by %s", e[LCK_A]->name,
                      e[LCK_B]->name);
    else if (!summed)
        lcv_eval_fail(p->e, lcv_planning_argument(p, "accumulate")->span,
                      "no instruction sums products of %s and %s in %s", e[LCK_A]->name,
                      e[LCK_B]->name, product->accumulate->name);
    else
        lcv_eval_fail(p->e, elements->span, "a sum in %s does not become %s",
                      product->accumulate->name, e[LCK_C]->name);
    return lcv_diag_hint(p->e->diag,
                         taken && summed
                             ? "expected c of the type of the sum, or of a shorter one: f32, "
                               "f16, bf16, e4m3 or e5m2 of f32, f32 or int8 of int32"
                             : "expected " TAKEN);
}

static bool read_elements(lcv_planning *p, lck_product *product)
{
    const lcv_ast *ast = lcv_planning_argument(p, "elements");
    const lcv_ast *sum = lcv_planning_argument(p, "accumulate");
    if (!ast || ast->kind != LCV_AST_TUPLE || ast->nchildren != 3) {
        lcv_eval_fail(p->e, ast ? ast->span : p->name_span,
                      ast ? "expected three types of elements"
                          : "a product needs the types of its elements");
        return lcv_diag_hint(p->e->diag,
                             "expected those of a, b and c: elements = (bf16,bf16,bf16)");
    }
    const lcv_ast *part = ast->child;
    for (int i = 0; i < 3; i++, part = part->next)
        if (!(product->element[i] = element_of(p, part)))
            return false;
    product->accumulate = sum ? element_of(p, sum) : usual_sum(product->element[LCK_A]);
    product->plan->element = product->element[LCK_C];
    return product->accumulate && check_elements(p, product, ast);
}

/* ---- the result ---- */

/* One of n words; the first one if the key is not given. */
static bool read_word(lcv_planning *p, const char *key, size_t n, const char *const *word,
                      size_t *out)
{
    const lcv_ast *ast = lcv_planning_argument(p, key);
    lc_text list = {0};
    *out = 0;
    if (!ast)
        return true;
    for (size_t i = 0; i < n; i++) {
        if (is_name(ast) && strcmp(ast->text, word[i]) == 0) {
            *out = i;
            lc_text_free(&list);
            return true;
        }
        if (word[i][0] != '\0')
            lc_text_printf(&list, "%s%s",
                           list.length == 0 ? ""
                           : i + 1 < n      ? ", "
                                            : " or ",
                           word[i]);
    }
    lcv_eval_fail(p->e, ast->span, "no %s of a product", key);
    lcv_diag_hint(p->e->diag, "expected %s = %s", key, lc_text_peek(&list));
    lc_text_free(&list);
    return false;
}

/* 1: the launch gives a factor. */
static bool read_factor(lcv_planning *p, const char *key, bool *out)
{
    const lcv_ast *ast = lcv_planning_argument(p, key);
    int64_t given = 0;
    if (ast && !lck_read_numbers(p, ast, 1, 0, 1, key, &given))
        return lcv_diag_hint(p->e->diag,
                             "expected %s = 1: the factor itself is an argument of the launch",
                             key);
    *out = given != 0;
    return true;
}

static bool read_result(lcv_planning *p, lck_product *product)
{
    static const char *const activations[] = {"", "relu", "gelu"};
    size_t activation;
    if (!read_factor(p, "alpha", &product->alpha) || !read_factor(p, "beta", &product->beta) ||
        !read_word(p, "activation", 3, activations, &activation))
        return false;
    product->activation = (lck_activation)activation;
    return true;
}

/* ---- what is given of the recipe ---- */

#define MOST_TILE 512

/* Three numbers, or tuples of numbers of the axes, of which product->axis has them. */
static bool read_tile(lcv_planning *p, lck_product_tile *tile, lck_wanted *wanted)
{
    const lcv_ast *ast = lcv_planning_argument(p, "tile");
    lc_ctx *ctx = lcr_ctx_lc(p->e->r);
    wanted->tile = ast != NULL;
    if (!ast)
        return true;
    lcv_value *v = lcv_eval_value(p->e, ast);
    lc_tuple *t = v ? lcv_as_tuple(ctx, v) : NULL;
    bool ok = t != NULL;
    if (v && !t)
        lcv_eval_failed(p->e, ast->span);
    if (ok && (lc_tuple_rank(t) != 3 || lc_tuple_is_leaf(t) || lc_tuple_has_wildcard(t))) {
        lcv_eval_fail(p->e, ast->span, "expected a tile of m, n and k");
        lcv_diag_hint(p->e->diag, "such as (128,256,64), or ((8,16),256,64) of two axes along m");
        ok = false;
    }
    for (size_t i = 0, leaf = 0; ok && i < 3; i++) {
        lc_tuple *mode = lc_tuple_mode(ctx, t, i);
        size_t n = mode ? lc_tuple_nleaves(mode) : 0;
        wanted->nested[i] = mode && !lc_tuple_is_leaf(mode);
        wanted->extent[i] = 1;
        ok = mode != NULL && n <= LCK_MAX_RANK;
        tile->n[i] = n;
        for (size_t k = 0; ok && k < n; k++, leaf++) {
            ok = lck_small_int(p, ast->span, lc_tuple_value(t, leaf), 1, 1 << 16,
                               "an extent of a tile", &tile->extent[i][k]);
            wanted->extent[i] *= tile->extent[i][k];
            ok = ok && wanted->extent[i] <= 1 << 16;
        }
        lc_tuple_free(mode);
    }
    if (!ok && p->e->status == LCV_EVAL_OK)
        lcv_eval_fail(p->e, ast->span, "a tile of more than %d elements along a role", 1 << 16);
    lc_tuple_free(t);
    return ok;
}

static bool read_pair(lcv_planning *p, const char *key, int64_t high, const char *what, int *out)
{
    const lcv_ast *ast = lcv_planning_argument(p, key);
    int64_t pair[2] = {0};
    if (ast && !lck_read_numbers(p, ast, 2, 1, high, what, pair))
        return false;
    out[0] = (int)pair[0];
    out[1] = (int)pair[1];
    return true;
}

static bool read_count(lcv_planning *p, const char *key, int64_t low, int64_t high,
                       const char *what, int *out)
{
    const lcv_ast *ast = lcv_planning_argument(p, key);
    int64_t n = *out;
    bool ok = !ast || lck_read_numbers(p, ast, 1, low, high, what, &n);
    *out = (int)n;
    return ok;
}

const char *const lck_method_name[3] = {"fma", "mma", "wgmma"};

static bool read_recipe(lcv_planning *p, lck_wanted *wanted)
{
    size_t method;
    int turns = -1;
    if (!read_word(p, "method", 3, lck_method_name, &method) ||
        !read_pair(p, "warps", 16, "a number of warps", wanted->warps) ||
        !read_pair(p, "cluster", LCK_MAX_CLUSTER, "a number of blocks", wanted->cluster) ||
        !read_count(p, "stages", 1, 16, "a number of stages", &wanted->stages) ||
        !read_count(p, "split", 1, LCK_MAX_CLUSTER, "a number of parts of k", &wanted->split) ||
        !read_count(p, "turns", 0, 1, "a value of turns", &turns) ||
        !read_count(p, "resident", 1, 8, "a number of blocks", &wanted->resident))
        return false;
    wanted->has_method = lcv_planning_argument(p, "method") != NULL;
    wanted->method = (lck_method)method;
    wanted->turns = turns;
    return true;
}

/* ---- all of it ---- */

static const char *const keys[] = {"a",     "b",        "c",      "elements",   "accumulate",
                                   "alpha", "beta",     "bias",   "activation", "method",
                                   "tile",  "warps",    "stages", "cluster",    "turns",
                                   "split", "resident", "device"};

const char *lck_product_key(size_t i)
{
    return i < sizeof keys / sizeof *keys ? keys[i] : NULL;
}

lck_product *lck_product_read(lcv_planning *p, lck_wanted *wanted)
{
    lck_product_tile tile = {0};
    lc_ctx *ctx = lcr_ctx_lc(p->e->r);
    *wanted = (lck_wanted){0};
    lck_product *product = lcv_planning_check(p, sizeof keys / sizeof *keys, keys)
                               ? lc_alloc(ctx, 1, sizeof *product)
                               : NULL;
    if (!product)
        return NULL;
    product->plan = lck_plan_new(p);
    if (product->plan && read_elements(p, product) && read_result(p, product) &&
        read_recipe(p, wanted) && read_tile(p, &tile, wanted) &&
        lck_read_product_axes(p, product, wanted->tile ? &tile : NULL, wanted)) {
        size_t axis = lck_product_contiguous(product, LCK_C);
        if (axis < product->rank && product->axis[axis].role == LCK_ALONG_M)
            lck_mirror_product(product, wanted);
        return product;
    }
    lck_product_free(product);
    return NULL;
}
