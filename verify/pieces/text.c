#include "config.h"

#include "text.h"

#include <inttypes.h>

#include "../language/names.h"

static bool write_sum(lc_text *out, const lcv_sums *s, const lcv_sum *sum, lcv_sum_name *name,
                      void *user);

/* ---- writing ---- */

static bool write_term(lc_text *out, const lcv_sums *s, const lcv_term *t, lcv_sum_name *name,
                       void *user)
{
    const lcv_unknown_integer *u = &s->unknown[t->of[0]];
    if (t->n > 1 || u->kind != LCV_U_FLOOR)
        return name(user, out, t);
    lc_text_add(out, "floor((");
    bool ok = write_sum(out, s, u->of, name, user);
    lc_text_printf(out, ")/%" PRId64 ")", u->by->constant);
    return ok;
}

/* False where a name is missing. */
static bool write_sum(lc_text *out, const lcv_sums *s, const lcv_sum *sum, lcv_sum_name *name,
                      void *user)
{
    bool first = true, ok = true;
    for (size_t i = 0; ok && i < sum->n; i++) {
        const lcv_term *t = &sum->term[i];
        lc_text_add(out, t->factor < 0 ? (first ? "-" : " - ") : first ? "" : " + ");
        if (t->factor != 1 && t->factor != -1)
            lc_text_printf(out, "%" PRIu64 "*",
                           t->factor < 0 ? -(uint64_t)t->factor : (uint64_t)t->factor);
        ok = write_term(out, s, t, name, user);
        first = false;
    }
    if (first || sum->constant != 0)
        lc_text_printf(out, first ? "%s%" PRIu64 : " %s %" PRIu64,
                       sum->constant < 0 ? "-"
                       : first           ? ""
                                         : "+",
                       sum->constant < 0 ? -(uint64_t)sum->constant : (uint64_t)sum->constant);
    return ok;
}

bool lcv_constraints_write(lc_text *out, const lcv_sums *s, const lcv_constraint *all,
                           lcv_sum_name *name, void *user)
{
    bool ok = true;
    for (const lcv_constraint *c = all; ok && c; c = c->next) {
        ok = write_sum(out, s, c->sum, name, user);
        lc_text_add(out, c->equality ? " = 0" : " >= 0");
        lc_text_add(out, c->next ? " and " : "");
    }
    return ok;
}

/* ---- maps ---- */

typedef struct {
    lcv_lowering *l;
    const lcv_ast *map;
} writing;

/* A legal map, of which isl has no relation: its points are out of reach, unless it is listed. */
static bool past_isl(const writing *w, const char *hint, const char *what)
{
    if (!w->l->failed) {
        lcv_lower_fail(w->l, w->map, hint, "%s is no relation of isl", what);
        w->l->limit = true;
    }
    return false;
}

static bool plain_name(void *user, lc_text *out, const lcv_term *t)
{
    const writing *w = user;
    const lcv_unknown_integer *u = &w->l->sums->unknown[t->of[0]];
    if (t->n > 1)
        return past_isl(w, "expected numbers, so that one factor has a value",
                        "a product of coordinates or parameters");
    if (u->kind == LCV_U_ENTRY)
        return lcv_lower_fail(w->l, w->map, "claims about it may be proved",
                              "a table that is not known has no value here");
    if (u->kind == LCV_U_QUOTIENT)
        return past_isl(w, "expected a number as the divisor", "a quotient by what is no number");
    if (lcv_is_isl_word(u->name))
        return lcv_lower_fail(w->l, w->map, "expected another name",
                              "'%.80s' is a word of isl's syntax", u->name);
    lc_text_add(out, u->name);
    return true;
}

static void write_parameters(lc_text *out, const lcv_sums *s)
{
    bool first = true;
    for (size_t i = 0; i < s->n; i++)
        if (s->unknown[i].kind == LCV_U_PARAMETER) {
            lc_text_printf(out, "%s%s", first ? "[" : ", ", s->unknown[i].name);
            first = false;
        }
    lc_text_add(out, first ? "{" : "] -> {");
}

static void write_inputs(lc_text *out, const lcv_sums *s, const lcv_lowered *lowered)
{
    lc_text_add(out, " [");
    for (size_t i = 0; i < lowered->nin; i++)
        lc_text_printf(out, "%s%s", i > 0 ? ", " : "", s->unknown[lowered->coordinate[i]].name);
    lc_text_add(out, "]");
}

/* The cases with a value, or those without. */
static char *written(lcv_lowering *l, const lcv_ast *map, const lcv_lowered *lowered, bool holes)
{
    writing w = {l, map};
    lc_text out = {0};
    const lcv_sums *s = l->sums;
    bool first = true, ok = true;
    write_parameters(&out, s);
    for (size_t i = 0; ok && i < lowered->cases->n; i++) {
        const lcv_case *c = &lowered->cases->of[i];
        if ((c->value == NULL) != holes)
            continue;
        lc_text_add(&out, first ? "" : ";");
        write_inputs(&out, s, lowered);
        lc_text_add(&out, holes ? "" : " -> [");
        for (size_t k = 0; ok && c->value && k < lowered->cases->nvalues; k++) {
            lc_text_add(&out, k > 0 ? ", " : "");
            ok = write_sum(&out, s, c->value[k], plain_name, &w);
        }
        lc_text_printf(&out, "%s%s", holes ? "" : "]", c->when ? " : " : "");
        ok = ok && lcv_constraints_write(&out, s, c->when, plain_name, &w);
        first = false;
    }
    if (first) {
        write_inputs(&out, s, lowered);
        lc_text_add(&out, holes ? "" : " -> [");
        for (size_t k = 0; !holes && k < lowered->cases->nvalues; k++)
            lc_text_add(&out, k > 0 ? ", 0" : "0");
        lc_text_printf(&out, "%s : 1 = 0", holes ? "" : "]");
    }
    lc_text_add(&out, " }");
    char *text = ok ? lc_text_take(NULL, &out) : NULL;
    lc_text_free(&out);
    return text;
}

char *lcv_map_text(lcv_lowering *l, const lcv_ast *map, const lcv_lowered *lowered)
{
    return written(l, map, lowered, false);
}

char *lcv_map_holes(lcv_lowering *l, const lcv_ast *map, const lcv_lowered *lowered)
{
    return written(l, map, lowered, true);
}

static bool sum_at(const lcv_sums *s, const lcv_sum *sum, const int64_t *unknown, int64_t *value);

/* ---- at numbers ---- */

static bool unknown_at(const lcv_sums *s, size_t u, const int64_t *unknown, int64_t *value)
{
    *value = unknown[u];
    if (s->unknown[u].kind != LCV_U_FLOOR)
        return true;
    int64_t by = s->unknown[u].by->constant, of;
    if (!sum_at(s, s->unknown[u].of, unknown, &of))
        return false;
    *value = of / by - (of % by < 0);
    return true;
}

/* The value of a sum, floors being computed, of numbers for the other unknowns; false past 64
 * bits. */
static bool sum_at(const lcv_sums *s, const lcv_sum *sum, const int64_t *unknown, int64_t *value)
{
    *value = sum->constant;
    for (size_t i = 0; i < sum->n; i++) {
        int64_t product = sum->term[i].factor, one;
        for (size_t k = 0; k < sum->term[i].n; k++)
            if (!unknown_at(s, sum->term[i].of[k], unknown, &one) ||
                __builtin_mul_overflow(product, one, &product))
                return false;
        if (__builtin_add_overflow(*value, product, value))
            return false;
    }
    return true;
}

/* Do the constraints hold? */
static bool constraints_at(const lcv_sums *s, const lcv_constraint *all, const int64_t *unknown)
{
    int64_t value;
    for (; all; all = all->next)
        if (!sum_at(s, all->sum, unknown, &value) || (all->equality ? value != 0 : value < 0))
            return false;
    return true;
}

const lcv_case *lcv_map_hole_at(const lcv_sums *s, const lcv_lowered *lowered,
                                const int64_t *unknown)
{
    for (size_t i = 0; i < lowered->cases->n; i++)
        if (!lowered->cases->of[i].value &&
            constraints_at(s, lowered->cases->of[i].when, unknown))
            return &lowered->cases->of[i];
    return NULL;
}
