/* check_relation_claims.c - claims about relations, and their algebra, against enumeration.
 *
 * A random relation is a table: values at the coordinates of a box of one to three inputs, of
 * pieces of quasi-affine formulas, of a layout, of a swizzle or of a matrix, perhaps with holes.
 * Every verdict of a claim about it is found again here by looking at all values, and no claim is
 * without evidence. Laws of the algebra are claims of the language.
 */
#include "config.h"

#include "../verify/session/script.h"
#include "law.h"
#include "pairs.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIABLES "ijk"

/* A box of inputs, the first minor; `n` of them. */
typedef struct {
    size_t nin, nout;
    int extent[3], n;
    bool holes;
    pairs is;
    char text[1024];
} table;

/* The place of an input of the box. */
static int index_of(const table *t, const int in[3])
{
    return in[0] + t->extent[0] * (in[1] + t->extent[1] * in[2]);
}

/* ---- random tables ---- */

/* a x + b y + c z + d, plus floor(x / e), perhaps mod m: its text, and its value. */
typedef struct {
    int by[3], plus, floored, mod;
} formula;

static formula random_formula(law *l, const table *t)
{
    formula f = {.plus = (int)rnd_in(&l->rnd, 0, 3)};
    int place = 1;
    for (size_t k = 0; k < t->nin; k++) {
        f.by[k] = rnd_chance(&l->rnd, 60) ? place : (int)rnd_in(&l->rnd, 0, 5);
        place *= t->extent[k];
    }
    f.floored = rnd_chance(&l->rnd, 30) ? (int)rnd_in(&l->rnd, 2, 4) : 0;
    f.mod = rnd_chance(&l->rnd, 40) ? (int)rnd_in(&l->rnd, 2, t->n + 1) : 0;
    return f;
}

static int value_of(const formula *f, const table *t, const int in[3])
{
    int sum = f->plus;
    for (size_t k = 0; k < t->nin; k++)
        sum += f->by[k] * in[k];
    if (f->floored > 0)
        sum += floor_div(in[0], f->floored);
    return f->mod > 0 ? sum - f->mod * floor_div(sum, f->mod) : sum;
}

static void add_formula(char *text, const formula *f, const table *t)
{
    char *to = text + strlen(text);
    to += sprintf(to, "(%d", f->plus);
    for (size_t k = 0; k < t->nin; k++)
        to += sprintf(to, " + %d*%c", f->by[k], VARIABLES[k]);
    if (f->floored > 0)
        to += sprintf(to, " + floor(i/%d)", f->floored);
    to += sprintf(to, ")");
    if (f->mod > 0)
        sprintf(to, " mod %d", f->mod);
}

/* The pairs with `first` <= i < `end`. */
static void add_piece(law *l, table *t, int first, int end)
{
    formula f[2];
    for (size_t q = 0; q < t->nout; q++)
        f[q] = random_formula(l, t);
    strcat(t->text, "[");
    for (size_t k = 0; k < t->nin; k++)
        sprintf(t->text + strlen(t->text), "%s%c", k > 0 ? "," : "", VARIABLES[k]);
    strcat(t->text, "] -> [");
    for (size_t q = 0; q < t->nout; q++) {
        strcat(t->text, q > 0 ? ", " : "");
        add_formula(t->text, &f[q], t);
    }
    sprintf(t->text + strlen(t->text), "] : %d <= i < %d", first, end);
    for (size_t k = 1; k < t->nin; k++)
        sprintf(t->text + strlen(t->text), " and 0 <= %c < %d", VARIABLES[k], t->extent[k]);
    for (int c = 0; c < t->n; c++) {
        const int *e = t->extent, in[3] = {c % e[0], c / e[0] % e[1], c / e[0] / e[1]};
        pair x = {{in[0], in[1], in[2]}, {0}};
        for (size_t q = 0; q < t->nout; q++)
            x.out[q] = value_of(&f[q], t, in);
        if (in[0] >= first && in[0] < end)
            pairs_add(&t->is, x);
    }
}

static table *random_table(law *l, size_t nout, bool holes)
{
    table *t = law_own_memory(l, calloc(1, sizeof *t));
    ck_assert_ptr_nonnull(t);
    t->nin = rnd_chance(&l->rnd, 50) ? 1 : (size_t)rnd_in(&l->rnd, 2, 3);
    t->nout = nout;
    t->n = 1;
    for (size_t k = 0; k < 3; k++) {
        int most = t->nin == 1 ? 20 : t->nin == 2 ? 6 : 3;
        t->extent[k] = k < t->nin ? (int)rnd_in(&l->rnd, 1, most) : 1;
        t->n *= t->extent[k];
    }
    int end = t->extent[0], cut = rnd_chance(&l->rnd, 30) ? (int)rnd_in(&l->rnd, 0, end) : 0;
    strcpy(t->text, "relation \"{ ");
    t->holes = holes && end > 2 && cut > 0 && cut + 1 < end;
    if (cut > 0 && cut < end) {
        add_piece(l, t, 0, cut);
        strcat(t->text, "; ");
        add_piece(l, t, t->holes ? cut + 1 : cut, end);
    } else {
        add_piece(l, t, 0, end);
    }
    strcat(t->text, " }\"");
    return t;
}

/* Of a layout, a swizzle, or a matrix over F2: its values, and the map that remembers it or the
 * text of that map. */
static table *known_table(law *l)
{
    table *t = law_own_memory(l, calloc(1, sizeof *t));
    ck_assert_ptr_nonnull(t);
    t->nin = t->nout = 1;
    switch (rnd_in(&l->rnd, 0, 2)) {
    case 0: {
        int s = (int)rnd_in(&l->rnd, 1, 5), u = (int)rnd_in(&l->rnd, 1, 5);
        int d = (int)rnd_in(&l->rnd, 0, 6), e = (int)rnd_in(&l->rnd, 0, 6);
        for (int c = 0; c < s * u; c++)
            pairs_put(&t->is, c, c % s * d + c / s * e);
        sprintf(t->text, "layout_map((%d,%d):(%d,%d))", s, u, d, e);
        break;
    }
    case 1: {
        int b = 1, m = (int)rnd_in(&l->rnd, 0, 2), s = (int)rnd_in(&l->rnd, 1, 2);
        for (int c = 0; c < 1 << (b + m + s); c++)
            pairs_put(&t->is, c, c ^ ((c >> s) & (1 << m)));
        sprintf(t->text, "layout_map(S<%d,%d,%d>)", b, m, s);
        break;
    }
    default: {
        int column[4];
        int bits = (int)rnd_in(&l->rnd, 1, 4);
        strcpy(t->text, "layout_map(linear{a: [");
        for (int i = 0; i < bits; i++) {
            column[i] = (int)rnd_in(&l->rnd, 0, 15);
            sprintf(t->text + strlen(t->text), "%s%d", i > 0 ? "," : "", column[i]);
        }
        strcat(t->text, "] -> x: 16})");
        for (int c = 0; c < 1 << bits; c++) {
            int value = 0;
            for (int i = 0; i < bits; i++)
                value ^= (c >> i & 1) != 0 ? column[i] : 0;
            pairs_put(&t->is, c, value);
        }
    }
    }
    t->extent[0] = t->n = (int)t->is.n;
    t->extent[1] = t->extent[2] = 1;
    return t;
}

/* A function of the places of its inputs. */
static table *random_function(law *l)
{
    table *t = rnd_chance(&l->rnd, 30) ? known_table(l) : random_table(l, 1, false);
    for (size_t k = 0; k < t->is.n; k++) {
        int place = index_of(t, t->is.of[k].in);
        t->is.of[k] = (pair){{place}, {t->is.of[k].out[0]}};
    }
    return t;
}

/* ---- what is so ---- */

static bool within(const table *t, int x, int y)
{
    return pairs_within(&t->is, x, t->nout > 1 ? y : 1);
}

static bool covers(const table *t, int x, int y)
{
    return pairs_cover(&t->is, x, t->nout > 1 ? y : 1);
}

static bool equal_ranges(const table *t, const table *u)
{
    return pairs_contained(&t->is, &u->is) && pairs_contained(&u->is, &t->is);
}

/* The later of two inputs has the larger value. */
static bool increases(const table *t)
{
    bool is = true;
    for (size_t c = 0; c < t->is.n; c++)
        for (size_t d = 0; is && d < t->is.n; d++)
            is = index_of(t, t->is.of[c].in) >= index_of(t, t->is.of[d].in) ||
                 t->is.of[c].out[0] < t->is.of[d].out[0];
    return is;
}

/* Every place below n is a sum of values. */
static bool sums_cover(const table *a, const table *c, int n)
{
    for (int v = 0; v < n; v++) {
        bool found = false;
        for (size_t i = 0; !found && i < c->is.n; i++)
            found = pairs_reach(&a->is, v - c->is.of[i].out[0], 0);
        if (!found)
            return false;
    }
    return true;
}

/* ---- asking ---- */

typedef struct {
    bool answered, disagreed;
    lcv_verdict verdict;
    size_t without;
    char why[512];
} outcome;

static void keep(void *user, const lcv_outcome *o)
{
    outcome *to = user;
    lcv_tally tally = lcv_tally_of(o);
    to->answered = o->result != NULL;
    to->verdict = o->result ? o->result->verdict : LCV_UNKNOWN;
    to->disagreed = o->disagreement != NULL;
    to->without = tally.open[LCR_NO_EVIDENCE];
    if (o->error && o->error->message)
        snprintf(to->why, sizeof to->why, "%s", o->error->message);
}

static lcv_session *session;

static void open_session(void)
{
    session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    ck_assert_ptr_nonnull(session);
}

static void close_session(void)
{
    lcv_session_free(session);
}

static outcome ask(const char *claim)
{
    outcome o = {.answered = false};
    lcv_listener listener = {.user = &o, .outcome = keep};
    lcv_session_prove(session, claim, &listener);
    return o;
}

/* No R is what refutes `admissible`; isl is not asked for the complements of many digits, which
 * the domains of such pairs have. */
static bool may_lack_evidence(const char *claim, bool holds)
{
    static const char *const of_pairs[] = {"composes(", "right_inverts(", "left_inverts(",
                                           "complements("};
    bool is = strncmp(claim, "admissible(", 11) == 0 && !holds;
    for (size_t i = 0; i < sizeof of_pairs / sizeof *of_pairs; i++)
        is = is ||
             (strncmp(claim, of_pairs[i], strlen(of_pairs[i])) == 0 && strstr(claim, " mod "));
    return is;
}

/* The claim has this verdict, and evidence. */
static bool is(law *l, bool holds, const char *claim)
{
    outcome o = ask(claim);
    law_saw(l, holds ? 0 : 1);
    if (!o.answered || o.disagreed)
        return law_fail(l, "%s: %s", claim, o.disagreed ? "isl does not agree" : o.why);
    bool projected = strncmp(claim, "equal(range(", 12) == 0 || strstr(claim, "inverse(") ||
                     strstr(claim, "compose(");
    if (o.verdict == LCV_UNKNOWN && projected)
        return true; /* isl does not list all sets that it has projected */
    if (o.verdict != (holds ? LCV_PROVED : LCV_REFUTED))
        return law_fail(l, "%s: %s", claim, lcv_verdict_name(o.verdict));
    return o.without == 0 || may_lack_evidence(claim, holds) ||
           law_fail(l, "%s has no evidence", claim);
}

/* ---- claims about one relation ---- */

static bool claims_of_one(law *l)
{
    table *t = random_function(l);
    const char *x = t->text;
    int n = (int)rnd_in(&l->rnd, 1, 12), size = t->n;
    switch (rnd_in(&l->rnd, 0, 9)) {
    case 0: return is(l, pairs_injective(&t->is), law_printf(l, "injective(%s)", x));
    case 1:
        return is(l, covers(t, n, 0) && within(t, n, 0),
                  law_printf(l, "surjective(%s, %d)", x, n));
    case 2: return is(l, covers(t, n, 0), law_printf(l, "covers(%s, %d)", x, n));
    case 3: return is(l, within(t, 3 * n, 0), law_printf(l, "in_bounds(%s, %d)", x, 3 * n));
    case 4:
        return is(l, within(t, size, 0) && pairs_injective(&t->is),
                  law_printf(l, "partitions(%s, %d)", x, size));
    case 5: return is(l, pairs_aligned(&t->is, n), law_printf(l, "aligned(%s, %d)", x, n));
    case 6: return is(l, pairs_linear(&t->is), law_printf(l, "is_linear(%s)", x));
    case 7: return is(l, within(t, 128, 0), law_printf(l, "fits(%s, int8)", x));
    default:
        return is(l, pairs_injective(&t->is) && within(t, size, 0),
                  law_printf(l, t->nin == 1 ? "compact(%s)" : "partitions(%s, %d)", x, size));
    }
}

/* Relations with holes, and with two outputs. */
static bool claims_of_places(law *l)
{
    size_t nout = rnd_chance(&l->rnd, 70) ? 2 : 1;
    table *t = random_table(l, nout, true), *u = random_table(l, nout, true);
    const char *x = t->text;
    int n = (int)rnd_in(&l->rnd, 1, 5), m = (int)rnd_in(&l->rnd, 1, 5);
    const char *shape = nout == 1 ? law_printf(l, "%d", n) : law_printf(l, "(%d,%d)", n, m);
    bool in = within(t, n, m), all = covers(t, n, m);
    switch (rnd_in(&l->rnd, 0, 8)) {
    case 8: { /* those below the guard */
        int low = n + (rnd_chance(&l->rnd, 30) ? 1 : 0);
        const char *under = nout == 1 ? law_printf(l, "%d", low)
                                      : law_printf(l, "(%d,%s)", low, "_");
        pairs *below = law_own_memory(l, calloc(1, sizeof *below));
        for (size_t c = 0; c < t->is.n; c++)
            if (t->is.of[c].out[0] < low)
                pairs_add(below, t->is.of[c]);
        t->is = *below;
        return is(l, within(t, n, m) && covers(t, n, m) && pairs_injective(&t->is),
                  law_printf(l, "partitions(%s, %s, under=%s)", x, shape, under));
    }
    case 0: return is(l, pairs_injective(&t->is), law_printf(l, "injective(%s)", x));
    case 1: return is(l, in && all, law_printf(l, "surjective(%s, %s)", x, shape));
    case 2: return is(l, all, law_printf(l, "covers(%s, %s)", x, shape));
    case 3: return is(l, in, law_printf(l, "in_bounds(%s, %s)", x, shape));
    case 4:
        return is(l, in && all && pairs_injective(&t->is),
                  law_printf(l, "partitions(%s, %s)", x, shape));
    case 5:
        return is(l, pairs_contained(&t->is, &u->is),
                  law_printf(l, "contained(%s, %s)", x, u->text));
    case 6:
        return is(l, pairs_apart(&t->is, &u->is), law_printf(l, "disjoint(%s, %s)", x, u->text));
    default:
        return is(l, equal_ranges(t, u),
                  law_printf(l, "equal(range(%s), range(%s))", x, u->text));
    }
}

/* ---- claims about two functions ---- */

static bool claims_of_two(law *l)
{
    table *t = random_function(l), *u = rnd_chance(&l->rnd, 20) ? t : random_function(l);
    const char *x = t->text, *y = u->text;
    bool remembered = strncmp(x, "layout_map", 10) == 0 || strncmp(y, "layout_map", 10) == 0;
    switch (rnd_in(&l->rnd, 0, 5)) {
    case 0:
        return is(l, pairs_contained(&t->is, &u->is), law_printf(l, "contained(%s, %s)", x, y));
    case 1: return is(l, pairs_apart(&t->is, &u->is), law_printf(l, "disjoint(%s, %s)", x, y));
    case 2: {
        int s = (int)rnd_in(&l->rnd, 1, 4), d = (int)rnd_in(&l->rnd, 0, 4);
        d = t->n % s == 0 ? 1 : d;
        pairs *a = law_own_memory(l, calloc(1, sizeof *a));
        for (int c = 0; c < t->n; c++)
            pairs_put(a, c, c * d);
        return is(l, pairs_same(&t->is, a), law_printf(l, "equiv(%s, %d:%d)", x, t->n, d));
    }
    case 3:
        if (remembered) /* layouts go on past their ends */
            return is(l, pairs_injective(&t->is), law_printf(l, "injective(%s)", x));
        return is(l, pairs_invert_right(&t->is, &u->is, NULL),
                  law_printf(l, "right_inverts(%s, %s)", x, y));
    case 4:
        if (remembered)
            return is(l, pairs_injective(&u->is), law_printf(l, "injective(%s)", y));
        return is(l, pairs_invert_left(&t->is, &u->is, NULL),
                  law_printf(l, "left_inverts(%s, %s)", x, y));
    default: return is(l, equal_ranges(t, u), law_printf(l, "equal(range(%s), range(%s))", x, y));
    }
}

/* Fans: at each input some values in a row, those of one beside those of the next, or not; at
 * times there is no pair, or one more. */
static bool claims_of_fans(law *l)
{
    int n = (int)rnd_in(&l->rnd, 0, 5), w = (int)rnd_in(&l->rnd, 1, 3), first = 0, plus = 0;
    int step = rnd_chance(&l->rnd, 80) ? w : (int)rnd_in(&l->rnd, 1, 3), size = n * w;
    if (rnd_chance(&l->rnd, 40)) {
        first = (int)rnd_in(&l->rnd, -2, 3);
        plus = rnd_chance(&l->rnd, 70) ? -step * first : (int)rnd_in(&l->rnd, -1, 1);
    }
    pairs *p = law_own_memory(l, calloc(2, sizeof *p)), *q = p + 1;
    for (int c = first; c < first + n; c++)
        for (int k = 0; k < w; k++)
            pairs_put(p, c, step * c + plus + k);
    const char *of = law_printf(l, "[c] -> [v] : %d <= c < %d and 0 <= v - (%d*c + %d) < %d",
                                first, first + n, step, plus, w);
    const char *x = law_printf(l, "relation \"{ %s }\"", of);
    *q = *p;
    if (rnd_chance(&l->rnd, 50))
        pairs_put(q, first + n, 0);
    const char *y = law_printf(l, "relation \"{ %s%s }\"", of,
                               q->n == p->n ? "" : law_printf(l, "; [%d] -> [0]", first + n));
    bool inside = pairs_within(p, size, 1), all = pairs_cover(p, size, 1);
    switch (rnd_in(&l->rnd, 0, 6)) {
    case 0: return is(l, pairs_bijective(p), law_printf(l, "bijective(%s)", x));
    case 1: return is(l, pairs_bijective(p), law_printf(l, "compact(%s)", x));
    case 2: return is(l, pairs_injective(p), law_printf(l, "injective(%s)", x));
    case 3: return is(l, inside && all, law_printf(l, "surjective(%s, %d)", x, size));
    case 4: return is(l, pairs_same(p, q), law_printf(l, "equal(%s, %s)", x, y));
    case 5: return is(l, pairs_same(q, p), law_printf(l, "equal(%s, %s)", y, x));
    default:
        return size == 0 || is(l, pairs_bijective(p) && inside && all,
                               law_printf(l, "partitions(%s, %d)", x, size));
    }
}

/* ---- claims about pairs ---- */

/* A table with so many inputs, one or two. */
static table *table_from(law *l, size_t nin, size_t nout)
{
    table *t = random_table(l, nout, true);
    while (t->nin != nin)
        t = random_table(l, nout, true);
    return t;
}

/* A function from a box to integers, which other claims list. */
static bool is_listed(const table *t)
{
    return t->nout == 1 && !t->holes;
}

static bool composites(law *l)
{
    size_t between = (size_t)rnd_in(&l->rnd, 1, 2), nout = (size_t)rnd_in(&l->rnd, 1, 2);
    table *b = table_from(l, (size_t)rnd_in(&l->rnd, 1, 2), between);
    table *a = table_from(l, between, nout), *r = table_from(l, b->nin, nout);
    bool listed = is_listed(r) && is_listed(a) && is_listed(b);
    pairs *made = law_own_memory(l, calloc(1, sizeof *made));
    pairs_join(&a->is, &b->is, made);
    if (listed || rnd_chance(&l->rnd, 60))
        return is(l, pairs_compose(made, &a->is, &b->is, NULL),
                  law_printf(l, "composes(compose(%s, %s), %s, %s)", a->text, b->text, a->text,
                             b->text));
    return is(l, pairs_compose(&r->is, &a->is, &b->is, NULL),
              law_printf(l, "composes(%s, %s, %s)", r->text, a->text, b->text));
}

static bool inverses(law *l)
{
    size_t nin = (size_t)rnd_in(&l->rnd, 1, 2), nout = (size_t)rnd_in(&l->rnd, 1, 2);
    table *a = table_from(l, nin, nout), *f = table_from(l, nout, nin);
    bool right = rnd_chance(&l->rnd, 50), listed = is_listed(a) && is_listed(f);
    const char *claim = right ? "right_inverts" : "left_inverts";
    if (listed || rnd_chance(&l->rnd, 50))
        return is(l, true, law_printf(l, "%s(inverse(%s), %s)", claim, a->text, a->text));
    return is(l, (right ? pairs_invert_right : pairs_invert_left)(&f->is, &a->is, NULL),
              law_printf(l, "%s(%s, %s)", claim, f->text, a->text));
}

static bool complements(law *l)
{
    table *a = random_table(l, 1, true), *c = random_table(l, 1, true);
    int n = (int)rnd_in(&l->rnd, 1, 12);
    bool holds = pairs_apart(&c->is, &a->is) && increases(c);
    if (rnd_chance(&l->rnd, 50))
        return is(l, holds, law_printf(l, "complements(%s, %s)", c->text, a->text));
    return is(l, holds && sums_cover(a, c, n),
              law_printf(l, "complements(%s, %s, %d)", c->text, a->text, n));
}

/* A relation on a layout of few coordinates, that is a layout itself or not. */
static bool composites_that_are_layouts(law *l)
{
    table *a = table_from(l, 1, 1);
    int s = (int)rnd_in(&l->rnd, 1, 4), t = (int)rnd_in(&l->rnd, 1, 3);
    int d = (int)rnd_in(&l->rnd, 0, 4), e = (int)rnd_in(&l->rnd, 0, 4);
    bool is_layout = true, total = true;
    int value[16];
    for (int c = 0; c < s * t; c++) {
        int at = c % s * d + c / s * e;
        const pair *place = pairs_from(&a->is, (pair){{at}, {0}});
        total = total && place;
        value[c] = place ? place->out[0] : 0;
    }
    /* the modes of B may be split: each alone is to be a layout, and all are their sums */
    for (int c = 0; c < s * t; c++)
        is_layout = is_layout && value[c] == value[c % s] + value[c / s * s];
    const int size[2] = {s, t}, step[2] = {1, s};
    for (int mode = 0; mode < 2; mode++) {
        int ends = size[mode], at = step[mode], pace = 1;
        while (is_layout && pace < ends) {
            int run = 1;
            while (run * pace < ends && value[run * pace * at] == run * value[pace * at])
                run++;
            is_layout = ends % (pace * run) == 0;
            for (int c = 0; is_layout && c < ends; c++)
                is_layout = value[c * at] == value[c % (pace * run) * at] +
                                                 value[c / (pace * run) * (pace * run) * at];
            pace *= run;
        }
    }
    return is(l, total && is_layout && value[0] == 0,
              law_printf(l, "admissible(%s, (%d,%d):(%d,%d))", a->text, s, t, d, e));
}

/* ---- laws of the algebra, as claims ---- */

static bool laws_of_inverses(law *l)
{
    table *t = random_table(l, 1 + (rnd_chance(&l->rnd, 30) ? 1 : 0), true);
    const char *x = t->text;
    switch (rnd_in(&l->rnd, 0, 5)) {
    case 5: /* inverse(R) o R is the identity where R is one to one, and never else */
        return is(l, pairs_injective(&t->is),
                  law_printf(l, "right_inverts(%s, inverse(%s))", x, x));
    case 0: return is(l, true, law_printf(l, "equal(domain(inverse(%s)), range(%s))", x, x));
    case 1: return is(l, true, law_printf(l, "equal(range(inverse(%s)), domain(%s))", x, x));
    case 2: return is(l, true, law_printf(l, "equal(inverse(inverse(%s)), %s)", x, x));
    case 3: return is(l, true, law_printf(l, "equal(image(%s, domain(%s)), range(%s))", x, x, x));
    default: /* the identity where R is one to one, and never else */
        return is(l, pairs_injective(&t->is), law_printf(l, "injective(inverse(%s) o %s)", x, x));
    }
}

/* A complement of an injective function moves copies that cover and do not meet. */
static bool laws_of_complements(law *l)
{
    table *t = random_table(l, 1, false);
    int top = 0;
    bool low = true;
    for (size_t c = 0; c < t->is.n; c++) {
        int value = t->is.of[c].out[0];
        top = value + 1 > top ? value + 1 : top;
        low = low && value >= 0;
    }
    const char *x = t->text;
    const char *both = law_printf(l, "concat(%s, complement(%s, %d))", x, x, top);
    outcome exists = ask(law_printf(l, "covers(%s, %d)", both, top));
    law_saw(l, exists.answered ? 0 : 1);
    if (exists.disagreed)
        return law_fail(l, "%s: isl does not agree", both);
    if (!exists.answered || t->nin > 1)
        return true; /* copies meet */
    if (!low || !pairs_injective(&t->is) || exists.verdict != LCV_PROVED)
        return law_fail(l, "covers(%s, %d): %s", both, top, lcv_verdict_name(exists.verdict));
    if (rnd_chance(&l->rnd, 50))
        return is(l, true, law_printf(l, "injective(%s)", both));
    return is(l, true, law_printf(l, "complements(complement(%s, %d), %s, %d)", x, top, x, top));
}

/* A divide has the values of A as often as A; with another value it is none. */
static bool laws_of_divides(law *l)
{
    table *t = table_from(l, 1, (size_t)rnd_in(&l->rnd, 1, 2));
    int s = (int)rnd_in(&l->rnd, 1, 4), d = (int)rnd_in(&l->rnd, 1, 3);
    const char *x = t->text;
    const char *made = law_printf(l, "logical_divide(%s, %d:%d)", x, s, d);
    outcome exists = ask(law_printf(l, "injective(%s)", made));
    if (exists.disagreed)
        return law_fail(l, "%s: isl does not agree", made);
    bool another = rnd_chance(&l->rnd, 40) && t->nout == 1;
    law_saw(l, exists.answered ? 0 : 1);
    if (!exists.answered)
        return true; /* copies of the tile meet */
    outcome o = ask(law_printf(l, "divides_into(%s%s, %s, %d:%d, exact)", made,
                               another ? " o relation \"{ [i,j] -> [i,j] : i + j > 0 }\"" : "", x,
                               s, d));
    if (!o.answered || o.disagreed)
        return law_fail(l, "divides_into(%s, ..): %s", made,
                        o.disagreed ? "isl disagrees" : o.why);
    if (o.without > 0 && pairs_injective(&t->is))
        return law_fail(l, "divides_into(%s, ..) has no evidence", made);
    return another || o.verdict == LCV_PROVED || law_fail(l, "%s is no divide", made);
}

/* Where R is a layout, layout(R) is R. */
static bool laws_of_layouts(law *l)
{
    table *t = random_function(l);
    if (t->nin > 1)
        return is(l, pairs_injective(&t->is), law_printf(l, "injective(%s)", t->text));
    outcome o = ask(law_printf(l, "is_layout(%s)", t->text));
    if (!o.answered || o.disagreed)
        return law_fail(l, "is_layout(%s): %s", t->text, o.why);
    if (o.verdict != LCV_PROVED || strncmp(t->text, "layout_map", 10) == 0)
        return is(l, pairs_injective(&t->is), law_printf(l, "injective(%s)", t->text));
    return is(l, true, law_printf(l, "equiv(layout(%s), %s)", t->text, t->text));
}

static const char *const verdicts[] = {"proved", "refuted", NULL};

TEST(verdicts_by_enumeration)
{
    open_session();
    law_check_share("claims about a relation", claims_of_one, verdicts, 4);
    law_check_share("claims about fans", claims_of_fans, verdicts, 8);
    law_check_share("claims about relations with holes or pairs", claims_of_places, verdicts, 4);
    law_check_share("claims about two relations", claims_of_two, verdicts, 4);
    law_check_share("composites of relations", composites, verdicts, 4);
    law_check_share("inverses as relations", inverses, verdicts, 4);
    law_check_share("complements as relations", complements, verdicts, 4);
    law_check_share("layouts after relations", composites_that_are_layouts, verdicts, 4);
    close_session();
}

TEST(laws_as_claims)
{
    open_session();
    law_check_share("inverses of relations", laws_of_inverses, verdicts, 4);
    law_check_share("complements of relations", laws_of_complements, verdicts, 4);
    law_check_share("layouts of relations", laws_of_layouts, verdicts, 4);
    law_check_share("divides of relations", laws_of_divides, verdicts, 4);
    close_session();
}

SUITE_MAIN("claims about relations", verdicts_by_enumeration, laws_as_claims)
