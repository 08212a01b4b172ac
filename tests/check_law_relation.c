/* check_law_relation.c - claims about relations, put to isl alone: a claim holds, or not, by the
 * pairs of the relation; the wrong verdict has to be denied.
 */
#include "config.h"

#include "owned.h"
#include "pairs.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../verify/session/session.h"

#define COUNT(array) (sizeof array / sizeof *array)

/* ---- claims about relations, against their pairs ---- */

/* The pairs of a relation and its text, one of a few forms. */
typedef struct {
    pairs is;
    const char *text;
} relation;

static int draw(law *l, int least, int most)
{
    return (int)rnd_in(&l->rnd, least, most);
}

/* (a c + b) mod m, the inputs from `first` on. */
static void form_modulo(law *l, relation *x)
{
    int n = draw(l, 1, 32), m = rnd_chance(&l->rnd, 60) ? n : draw(l, 1, 40);
    int a = draw(l, -5, 7), b = rnd_chance(&l->rnd, 60) ? 0 : draw(l, 0, 5);
    int first = rnd_chance(&l->rnd, 85) ? 0 : draw(l, -2, 3);
    for (int c = first; c < first + n; c++)
        pairs_put(&x->is, c, modulo(a * c + b, m));
    x->text = law_printf(l, "{ [c] -> [(%dc + %d) mod %d] : %d <= c < %d }", a, b, m, first,
                         (first + n));
}

/* Two digits; of every second input only, sometimes. */
static void form_digits(law *l, relation *x)
{
    int m = draw(l, 1, 6), k = draw(l, 1, 5), n = m * k;
    int s = draw(l, -2, 6), t = rnd_chance(&l->rnd, 40) ? 1 : draw(l, -3, 8);
    int step = rnd_chance(&l->rnd, 85) ? 1 : 2;
    if (rnd_chance(&l->rnd, 40))
        s = k;
    for (int c = 0; c < n; c += step)
        pairs_put(&x->is, c, s * (c % m) + t * (c / m));
    x->text = law_printf(l,
                         "{ [c] -> [%d*(c mod %d) + %d*floor(c/%d)] : "
                         "0 <= c < %d and (c mod %d) = 0 }",
                         s, m, t, m, n, step);
    if (s < 0 || t < 0) /* other text for the same */
        x->text = law_printf(l,
                             "{ [c] -> [v] : exists (e = floor(c/%d) : v = %dc + %de) and "
                             "0 <= c < %d and (c mod %d) = 0 }",
                             m, s, (t - s * m), n, step);
}

/* Bit i XORed by bit i + s, all or some of them. */
static void form_xor(law *l, relation *x)
{
    int s = draw(l, 1, 3), n = rnd_chance(&l->rnd, 80) ? 16 : draw(l, 1, 16);
    bool both = rnd_chance(&l->rnd, 50), plus = rnd_chance(&l->rnd, 20);
    for (int c = 0; c < n; c++)
        pairs_put(&x->is, c,
                  ((c & 1) ^ (c >> s & 1)) + 2 * ((c >> 1 & 1) ^ (both ? c >> (s + 1) & 1 : 0)) +
                      (c & ~3) + (plus ? 1 : 0));
    x->text = law_printf(l,
                         "{ [c] -> [((c + floor(c/%d)) mod 2) + "
                         "2*((floor(c/2) + %d*floor(c/%d)) mod 2) + 4*floor(c/4) + %d] : "
                         "0 <= c < %d }",
                         1 << s, both ? 1 : 0, 2 << s, plus ? 1 : 0, n);
}

/* Pair by pair: a permutation, with errors. */
static void form_pairs(law *l, relation *x)
{
    int n = rnd_chance(&l->rnd, 50) ? 4 : draw(l, 1, 9), value[9];
    for (int c = 0; c < n; c++)
        value[c] = c;
    for (int c = n - 1; c > 0 && rnd_chance(&l->rnd, 90); c--) {
        int other = draw(l, 0, c), old = value[c];
        value[c] = value[other];
        value[other] = old;
    }
    if (rnd_chance(&l->rnd, 25))
        value[draw(l, 0, n - 1)] = draw(l, -1, n);
    int skip = rnd_chance(&l->rnd, 85) ? -1 : draw(l, 0, n - 1);
    const char *text = "{ ";
    for (int c = 0; c < n; c++) {
        if (c == skip && n > 1)
            continue;
        pairs_put(&x->is, c, value[c]);
        text = law_printf(l, "%s%s[%d] -> [%d]", text, x->is.n > 1 ? "; " : "", c, value[c]);
    }
    if (rnd_chance(&l->rnd, 15)) {
        int c = draw(l, 0, n - 1), v = draw(l, 0, n);
        pairs_put(&x->is, c, v);
        text = law_printf(l, "%s; [%d] -> [%d]", text, c, v);
    }
    x->text = law_printf(l, "%s }", text);
}

/* Two pieces, which meet, overlap or leave a gap. */
static void form_pieces(law *l, relation *x)
{
    int k = draw(l, 1, 8), n = k + draw(l, 1, 8), a = draw(l, 0, n);
    int b = rnd_chance(&l->rnd, 60) ? 0 : draw(l, -1, 1);
    int d = rnd_chance(&l->rnd, 60) ? -k : draw(l, -k, k);
    if (rnd_chance(&l->rnd, 60))
        a = n - k;
    for (int c = 0; c < k; c++)
        pairs_put(&x->is, c, c + a);
    for (int c = k + b; c < n; c++)
        pairs_put(&x->is, c, c + d);
    x->text = law_printf(l,
                         "{ [c] -> [c + %d] : 0 <= c < %d; [c] -> [c + %d] : "
                         "%d <= c < %d }",
                         a, k, d, (k + b), n);
}

static relation *random_relation(law *l)
{
    static void (*const form[])(law *, relation *) = {form_modulo, form_digits, form_xor,
                                                      form_pairs, form_pieces};
    relation *x = law_own_memory(l, calloc(1, sizeof *x));
    form[draw(l, 0, (int)COUNT(form) - 1)](l, x);
    return x;
}

/* ---- what the pairs say ---- */

/* Is there a layout from `step` on: a mode of some extent, and one after it? */
static bool layout_from(const pairs *x, int step)
{
    int n = (int)x->n;
    if (step == n)
        return true;
    for (int e = 2; e <= n / step; e++) {
        bool like = n / step % e == 0;
        for (int c = 0; like && c < step * e; c++)
            like = pairs_at(x, c) == pairs_at(x, c % step) + c / step * pairs_at(x, step);
        if (like && layout_from(x, step * e))
            return true;
    }
    return false;
}

static bool is_layout(const pairs *x)
{
    return pairs_listed(x) && pairs_at(x, 0) == 0 && layout_from(x, 1);
}

/* The pairs of x as they are, or with a number that is another one. */
static const relation *written_out(law *l, const pairs *x)
{
    relation *y = law_own_memory(l, calloc(1, sizeof *y));
    int wrong = rnd_chance(&l->rnd, 50) ? -1 : draw(l, 0, (int)x->n - 1);
    int by = rnd_chance(&l->rnd, 50) ? 1 : -2;
    y->text = "{ ";
    for (int i = 0; i < (int)x->n; i++) {
        int in = x->of[i].in[0], out = x->of[i].out[0] + (i == wrong ? by : 0);
        pairs_put(&y->is, in, out);
        y->text = law_printf(l, "%s%s[%d] -> [%d]", y->text, i > 0 ? "; " : "", in, out);
    }
    y->text = law_printf(l, "%s }", y->text);
    return y;
}

/* ---- opinions of claims ---- */

static size_t claims_seen, claims_by_isl;

/* Both verdicts, the wrong one of which is denied. `sure`: there is an answer other than by
 * points. */
static bool both_verdicts(law *l, const char *claim, size_t n, const char *const *arg, bool holds,
                          bool sure)
{
    lcr_ctx *r = law_relations(l);
    law_saw(l, holds ? 0 : 1);
    for (int right = 0; right < 2; right++) {
        lcr_certified c = {NULL, claim, n, arg, NULL, holds == (right == 1)};
        lcr_confirmation said;
        if (!lcr_confirm(r, &c, &said))
            return law_fail(l, "%s of %s: %s", claim, arg[0], lc_ctx_message(l->ctx));
        bool denied = said.opinion == LCR_DISAGREES;
        bool open = said.opinion == LCR_UNSURE && !lcr_reason_needs_no_set(said.reason) &&
                    (sure || said.reason != LCR_BY_POINTS);
        claims_seen += right == 1;
        claims_by_isl += right == 1 && said.opinion == LCR_AGREES;
        const char *reason = law_printf(l, "%s", lcr_reason_text(said.reason));
        lcr_confirmation_clear(&said);
        if (open || denied == (right == 1))
            return law_fail(l, "%s of %s, %s: %s as %s", claim, arg[0], n > 1 ? arg[1] : "alone",
                            open     ? reason
                            : denied ? "denied"
                                     : "confirmed",
                            c.proved ? "PROVED" : "REFUTED");
    }
    return true;
}

static bool told(law *l, const char *claim, const char *x, const char *y, bool holds)
{
    const char *arg[2] = {law_printf(l, "relation \"%s\"", x), y};
    return both_verdicts(l, claim, y ? 2 : 1, arg, holds, true);
}

static bool claims_of_relations(law *l)
{
    const relation *x = random_relation(l), *y = written_out(l, &x->is);
    const pairs *p = &x->is;
    int n = rnd_chance(&l->rnd, 60) ? (int)p->n : draw(l, 1, 40);
    const char *bound = law_printf(l, "%d", n);
    const char *other = law_printf(l, "relation \"%s\"", y->text);
    bool same = pairs_same(p, &y->is);
    return told(l, "injective", x->text, NULL, pairs_injective(p)) &&
           told(l, "bijective", x->text, NULL, pairs_bijective(p)) &&
           told(l, "compact", x->text, NULL, pairs_bijective(p)) &&
           told(l, "surjective", x->text, bound, pairs_within(p, n, 1) && pairs_cover(p, n, 1)) &&
           told(l, "in_bounds", x->text, bound, pairs_within(p, n, 1)) &&
           told(l, "fits", x->text, "uint8", pairs_within(p, 256, 1)) &&
           told(l, "is_linear", x->text, NULL, pairs_linear(p)) &&
           told(l, "is_layout", x->text, NULL, is_layout(p)) &&
           told(l, "equiv", x->text, other, same) &&
           told(l, "equal", y->text, law_printf(l, "relation \"%s\"", x->text), same);
}

TEST(test_claims)
{
    static const char *const classes[] = {"PROVED", "REFUTED", NULL};
    law_check_share("claims about relations", claims_of_relations, classes, 16);
    printf("# %zu claims, %zu confirmed by isl\n", claims_seen, claims_by_isl);
    ck_assert_msg(10 * claims_by_isl >= 8 * claims_seen, "few claims are confirmed by isl");
}

/* ---- claims that take relations as functions ---- */

static bool asked(law *l, const char *claim, size_t n, const char *const *arg, bool holds)
{
    return both_verdicts(l, claim, n, arg, holds, false);
}

static const char *as_text(law *l, const relation *x)
{
    return law_printf(l, "relation \"%s\"", x->text);
}

/* Each of [0,n) so often, and nothing else. */
static bool each_so_often(const pairs *f, int n, int times)
{
    for (int v = 0; v < n; v++) {
        int count = 0;
        for (size_t c = 0; c < f->n; c++)
            count += f->of[c].out[0] == v;
        if (count != times)
            return false;
    }
    return (int)f->n == n * times;
}

/* The lanes of one access, of 4 bytes each. */
static bool no_conflict(const pairs *f)
{
    for (size_t c = 0; c < f->n; c++)
        for (size_t d = 0; d < c; d++) {
            int apart = f->of[c].out[0] - f->of[d].out[0];
            if (apart != 0 && apart % 32 == 0)
                return false;
        }
    return true;
}

/* What has f's values as coordinates; coordinates without a value, as themselves. */
static const relation *reversed(law *l, const pairs *f)
{
    pairs *back = law_own_memory(l, calloc(1, sizeof *back));
    for (int v = 0; v < (int)f->n; v++) {
        int least = 0;
        while (least < (int)f->n && pairs_at(f, least) != v)
            least++;
        pairs_put(back, v, least < (int)f->n ? least : v);
    }
    return written_out(l, back);
}

static bool of_one(law *l, const char *claim, const relation *f, int n, bool holds)
{
    const char *arg[2] = {as_text(l, f), law_printf(l, "%d", n)};
    return asked(l, claim, 2, arg, holds);
}

static bool of_two(law *l, const char *claim, const relation *f, const relation *g, bool holds)
{
    const char *arg[2] = {as_text(l, f), as_text(l, g)};
    return asked(l, claim, 2, arg, holds);
}

/* R = f o g, where g permutes the coordinates of f; R may have an error. */
static bool composed(law *l, const relation *f)
{
    int n = (int)f->is.n, step = draw(l, 0, n - 1);
    pairs *g = law_own_memory(l, calloc(2, sizeof *g)), *right = g + 1;
    for (int c = 0; c < n; c++)
        pairs_put(g, c, modulo(step * c + 1, n));
    pairs_join(&f->is, g, right);
    const relation *r = written_out(l, right);
    const char *arg[3] = {as_text(l, r), as_text(l, f),
                          law_printf(l,
                                     "relation \"{ [c] -> [(%dc + 1) mod %d] : 0 <= c < %d }\"",
                                     step, n, n)};
    return asked(l, "composes", 3, arg, pairs_same(&r->is, right));
}

/* Each place a few times. */
static bool so_often(law *l, const relation *f, int n)
{
    int times = draw(l, 1, 3);
    const char *arg[4] = {as_text(l, f), law_printf(l, "%d", n), "_", law_printf(l, "%d", times)};
    return asked(l, "partitions", 4, arg, each_so_often(&f->is, n, times));
}

static bool claims_of_functions(law *l)
{
    const relation *x = random_relation(l), *y = NULL;
    const pairs *f = &x->is;
    if (!pairs_listed(f))
        return true;
    int n = rnd_chance(&l->rnd, 60) ? (int)f->n : draw(l, 1, 40), by = draw(l, 1, 4);
    size_t lanes = f->n;
    if (rnd_chance(&l->rnd, 50) || (y = random_relation(l), !pairs_listed(&y->is)))
        y = written_out(l, f);
    const relation *back = reversed(l, f);
    return of_one(l, "aligned", x, by, pairs_aligned(f, by)) &&
           of_one(l, "covers", x, n, pairs_cover(f, n, 1)) &&
           of_one(l, "partitions", x, n, each_so_often(f, n, 1)) && so_often(l, x, n) &&
           of_two(l, "contained", x, y, pairs_contained(f, &y->is)) &&
           of_two(l, "disjoint", x, y, pairs_apart(f, &y->is)) &&
           of_two(l, "right_inverts", back, x, pairs_invert_right(&back->is, f, NULL)) &&
           of_two(l, "left_inverts", back, x, pairs_invert_left(&back->is, f, NULL)) &&
           composed(l, x) &&
           (lanes > 32 || (lanes & (lanes - 1)) != 0 ||
            of_one(l, "conflict_free", x, (int)lanes, no_conflict(f)));
}

TEST(test_functions)
{
    static const char *const classes[] = {"PROVED", "REFUTED", NULL};
    claims_seen = claims_by_isl = 0;
    law_check_share("claims that take relations as functions", claims_of_functions, classes, 16);
    printf("# %zu claims, %zu confirmed by isl\n", claims_seen, claims_by_isl);
    ck_assert_msg(10 * claims_by_isl >= 5 * claims_seen, "few claims are confirmed by isl");
}

/* ---- relations from two inputs to two outputs ---- */

/* i and (a i + b j) mod m, of i < k and j < n; how often each place of a box is an output. */
LAW_SHARE(test_places, "claims about outputs in a box", 16, CLASSES("PROVED", "REFUTED"))
{
    size_t count[8][8] = {{0}}, once = 0, reached = 0, extent[2] = {0, 0};
    int k = draw(l, 1, 5), n = draw(l, 1, 6), a = draw(l, 0, 4);
    int b = draw(l, 1, 4), m = rnd_chance(&l->rnd, 70) ? n : draw(l, 1, 7);
    size_t rows = (size_t)(rnd_chance(&l->rnd, 70) ? k : draw(l, 1, 6));
    size_t columns = (size_t)(rnd_chance(&l->rnd, 70) ? m : draw(l, 1, 8));
    for (int i = 0; i < k; i++)
        for (int j = 0; j < n; j++) {
            size_t v = (size_t)modulo(a * i + b * j, m);
            count[i][v]++;
            extent[0] = (size_t)k;
            extent[1] = v + 1 > extent[1] ? v + 1 : extent[1];
        }
    for (size_t i = 0; i < rows; i++)
        for (size_t v = 0; v < columns; v++)
            reached += count[i][v] > 0;
    for (size_t i = 0; i < 8; i++)
        for (size_t v = 0; v < 8; v++)
            once += count[i][v] == 1;
    bool inside = extent[0] <= rows && extent[1] <= columns;
    const char *x = law_printf(l,
                               "{ [i,j] -> [i, (%di + %dj) mod %d] : 0 <= i < %d and "
                               "0 <= j < %d }",
                               a, b, m, k, n);
    const char *shape = law_printf(l, "(%zu,%zu)", rows, columns);
    bool each = once == (size_t)(k * n) && once == extent[0] * extent[1];
    return told(l, "in_bounds", x, shape, inside) &&
           told(l, "surjective", x, shape, inside && reached == rows * columns) &&
           told(l, "bijective", x, NULL, each);
}

/* ---- composites of functions as they are written ---- */

/* What is said of a value of compose; right or wrong, it has to be said. */
static bool value_of(law *l, const char *const *arg, const char *value, bool holds)
{
    lcr_confirmation said;
    lcr_valued v = {"compose", 2, arg, value};
    if (!lcr_confirm_value(law_relations(l), &v, &said))
        return law_fail(l, "compose: %s", lc_ctx_message(l->ctx));
    bool is = said.opinion == (holds ? LCR_AGREES : LCR_DISAGREES);
    lcr_confirmation_clear(&said);
    law_saw(l, holds ? 0 : 1);
    return is || law_fail(l, "%s o %s = %s, which is %s", arg[0], arg[1], value,
                          holds ? "right, is not confirmed" : "wrong, is not denied");
}

/* (a c + b) mod m of first <= c < last, then (p x + q) mod k + s floor(x/t) of low <= x < high;
 * the value may say another constant, or more inputs. */
LAW_SHARE(test_composites, "composites as they are written", 4,
          CLASSES("right", "wrong", "an input too many", "it leaves the outer one"))
{
    int a = draw(l, -3, 5), b = draw(l, 0, 5), m = draw(l, 1, 20), n = draw(l, 1, 24);
    int first = rnd_chance(&l->rnd, 70) ? 0 : draw(l, -2, 2), last = first + n;
    int p = draw(l, -2, 3), q = draw(l, 0, 3), k = draw(l, 1, 9), s = draw(l, -2, 4);
    int t = draw(l, 1, 8), low = rnd_chance(&l->rnd, 80) ? 0 : draw(l, -1, 1);
    int high = rnd_chance(&l->rnd, 70) ? m : draw(l, 1, m), by = rnd_chance(&l->rnd, 50);
    int more = rnd_chance(&l->rnd, 80) ? 0 : 1;
    bool inside = true;
    for (int c = first; c < last; c++) {
        int x = modulo(a * c + b, m);
        inside = inside && low <= x && x < high;
    }
    if (more > 0)
        law_saw(l, 2);
    if (!inside)
        law_saw(l, 3);
    const char *inner = law_printf(l, "(%dc + %d) mod %d", a, b, m);
    const char *arg[2] = {
        law_printf(l,
                   "relation \"{ [x] -> [(%dx + %d) mod %d + %d*floor(x/%d)] : %d <= x < %d }\"",
                   p, q, k, s, t, low, high),
        law_printf(l, "relation \"{ [c] -> [%s] : %d <= c < %d }\"", inner, first, last)};
    const char *value = law_printf(
        l,
        "relation \"{ [c] -> [(%d*(%s) + %d) mod %d + %d*floor((%s)/%d) + %d] : %d <= c < %d }\"",
        p, inner, q, k, s, inner, t, by, first, last + more);
    const char *same = law_printf(
        l,
        "relation \"{ [c] -> [v] : exists (e = floor((%dc + %d)/%d) : v = %dc + %d - %de) and "
        "%d <= c < %d }\"",
        a, b, m, a, b + by, m, first, last + more);
    const char *equal[2] = {arg[1], same};
    return value_of(l, arg, value, inside && by == 0 && more == 0) &&
           both_verdicts(l, "equal", 2, equal, by == 0 && more == 0, true);
}

SUITE_MAIN("law relation", test_claims, test_functions, test_places, test_composites)
