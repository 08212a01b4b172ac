#include "config.h"

#include "code.h"
#include "points.h"

#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/code.h"
#include "../../lib/text.h"

#define MOST_COORDINATES 64

typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    const lcr_map *m;
    size_t n;
    bool named; /* as in the relation */
    lc_exprs *x;
    const lc_expr *var[MOST_COORDINATES];
} code;

/* ---- names ---- */

static bool is_word_of_c(const char *name)
{
    static const char *const words[] = {
        "alignas",      "alignof",  "auto",          "bool",      "break",
        "case",         "char",     "const",         "constexpr", "continue",
        "default",      "do",       "double",        "else",      "enum",
        "extern",       "false",    "float",         "for",       "goto",
        "if",           "inline",   "int",           "long",      "nullptr",
        "register",     "restrict", "return",        "short",     "signed",
        "sizeof",       "static",   "static_assert", "struct",    "switch",
        "thread_local", "true",     "typedef",       "typeof",    "typeof_unqual",
        "union",        "unsigned", "void",          "volatile",  "while"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    return false;
}

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

static bool is_identifier(const char *name)
{
    return *name && strchr(LETTERS, *name) && name[strspn(name, LETTERS "0123456789")] == '\0';
}

/* Each coordinate has a name of its own that C can have. */
static bool has_names(const code *c)
{
    for (size_t i = 0; i < c->n; i++) {
        const char *name = lcr_code_name(c->m, i);
        if (!name || !is_identifier(name) || is_word_of_c(name))
            return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(lcr_code_name(c->m, k), name) == 0)
                return false;
    }
    return true;
}

/* Variables for the coordinates, within these bounds if there are any. */
static bool open_variables(code *c, const int64_t *low, const int64_t *high)
{
    char made[32];
    c->x = lc_exprs_new(c->ctx);
    for (size_t i = 0; c->x && i < c->n; i++) {
        snprintf(made, sizeof made, c->n == 1 ? "c" : "c%zu", i);
        c->var[i] = lc_expr_var(c->x, c->named ? lcr_code_name(c->m, i) : made,
                                low ? low[i] : INT64_MIN, high ? high[i] : INT64_MAX);
        if (!c->var[i])
            return false;
    }
    return c->x != NULL;
}

static void close_variables(code *c)
{
    lc_exprs_free(c->x);
    c->x = NULL;
}

/* ---- expressions ---- */

static bool add_expr(const code *c, const lc_expr *e, lc_text *out)
{
    char *text = e ? lc_expr_to_c(c->ctx, e) : NULL;
    lc_text_add(out, text ? text : "");
    free(text);
    return text != NULL;
}

/* Right for all numbers: the variables have no bounds. */
static bool add_where(code *c, lc_text *out)
{
    bool ok = open_variables(c, NULL, NULL) &&
              add_expr(c, lcr_code_where(c->r, c->x, c->m, c->n, c->var), out);
    close_variables(c);
    return ok;
}

/* The least and the largest value of each input, or those of 64 bits. */
static bool bounds_of(const code *c, int64_t *low, int64_t *high)
{
    lcr_map *inputs = lcr_map_domain_set(c->r, c->m);
    for (size_t i = 0; inputs && i < c->n; i++) {
        lc_int least, most;
        low[i] = INT64_MIN;
        high[i] = INT64_MAX;
        if (lcr_set_extent(c->r, inputs, i, &least, &most) != LCR_YES || !lc_int_fits_si(least) ||
            !lc_int_fits_si(most))
            continue;
        low[i] = lc_int_get_si(least);
        high[i] = lc_int_get_si(most);
    }
    lcr_map_free(inputs);
    return inputs && lc_ctx_code(c->ctx) == LC_OK;
}

/* Right where there is a value: the inputs are within the bounds of those. */
static bool add_values(code *c, lc_text *out)
{
    int64_t low[MOST_COORDINATES], high[MOST_COORDINATES];
    bool ok = bounds_of(c, low, high) && open_variables(c, low, high);
    for (size_t i = 0; ok && i < lcr_map_nout(c->m); i++) {
        lc_text_add(out, "\n");
        ok = add_expr(c, lcr_code_value(c->r, c->x, c->m, i, c->var), out);
    }
    close_variables(c);
    return ok;
}

/* ---- values ---- */

/* One set or relation, or no more than an error; without its title. */
static bool add_map(lcr_ctx *r, const lcr_map *m, bool set, lc_text *out)
{
    code c = {.r = r, .ctx = lcr_ctx_lc(r), .m = m, .n = set ? lcr_map_nout(m) : lcr_map_nin(m)};
    if (c.n > MOST_COORDINATES)
        return lc_fail(c.ctx, LC_ERR_LIMIT, "%zu coordinates: expected at most %d", c.n,
                       MOST_COORDINATES);
    c.named = has_names(&c);
    if (set)
        return add_where(&c, out);
    lc_text_add(out, "/* if ");
    bool ok = add_where(&c, out);
    lc_text_add(out, " */");
    return ok && add_values(&c, out);
}

typedef lcr_map *map_of_value(lcr_ctx *r, const lcv_value *value);

/* A layout, or what stands for one, as its three maps. */
static bool add_maps(lcr_ctx *r, const lcv_value *value, lc_text *out)
{
    static const struct {
        const char *title;
        map_of_value *of;
    } maps[] = {{"coordinate map", lcv_coord_map},
                {"index map", lcv_index_map},
                {"layout map", lcv_layout_map}};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof maps / sizeof *maps; i++) {
        lc_text_printf(out, "%s/* %s */\n", i == 0 ? "" : "\n", maps[i].title);
        lcr_map *m = maps[i].of(r, value);
        ok = m && add_map(r, m, false, out);
        lcr_map_free(m);
    }
    return ok;
}

char *lcv_value_code(lcr_ctx *r, const lcv_value *value)
{
    lc_text out = {0};
    bool set = value->kind == LCV_SET;
    const lcr_map *m = set ? lcv_set_map(lcr_ctx_lc(r), value) : value->relation;
    bool ok = set || value->kind == LCV_RELATION ? m && add_map(r, m, set, &out)
                                                 : add_maps(r, value, &out);
    char *text = ok ? lc_text_take(lcr_ctx_lc(r), &out) : NULL;
    lc_text_free(&out);
    return text;
}
