/* check_law_relation.c - relations of values, and planted errors, put to isl alone; claims about
 * relations against enumeration.
 *
 * A wrong relation is the right one with another number in its text. That it is another
 * relation is decided by comparing the two. A claim holds, or not, by the pairs of the relation;
 * the wrong verdict has to be denied.
 */
#include "config.h"

#include "owned.h"
#include "suite.h"

#include "pattern.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../verify/crosscheck/confirm.h"
#include "../verify/session/session.h"

static const char *const argument[] = {
    "A",
    "N",
    "T",
    "S",
    "linear(J)",
    "S<2,1,2>",
    "S<1,0,-3>",
    "{n} o A",
    "identity(T)",
    "(4,2):(f3,f5)",
    "{k} o (3,4):(f1,f6)",
    "S<2,0,1> o k o J",
    "J o k o A",
    "linear{a: [(1,2),(0,3)], b: [(3,1)] -> x: 4, y: 4}",
};
static const char *const operation[] = {"coord_map", "index_map", "bits_map", "layout_map"};
#define COUNT(array) (sizeof array / sizeof *array)
#define NCALLS (COUNT(argument) * COUNT(operation))

static struct {
    size_t values, confirmed, wrong, caught;
    size_t open[LCR_REASONS];
} seen[COUNT(operation)];

/* ---- values ---- */

/* Another number at one of the places where there are some; NULL: there are none. */
static const char *mistaken(law *l, const char *text)
{
    size_t at[256], n = 0;
    for (size_t i = 1; text[i] != '\0' && n < 256; i++)
        if (isdigit((unsigned char)text[i]) && !isalnum((unsigned char)text[i - 1]))
            at[n++] = i;
    if (n == 0)
        return NULL;
    size_t place = at[rnd_in(&l->rnd, 0, (int64_t)n - 1)];
    size_t digits = strspn(text + place, "0123456789");
    long long x = digits < 12 ? atoll(text + place) : 7;
    return law_printf(l, "%.*s%lld%s", (int)place, text, rnd_chance(&l->rnd, 50) ? x + 1 : 2 * x,
                      text + place + digits);
}

/* ---- opinions ---- */

typedef struct {
    lcv_session *session;
    const char *operation, *text;
    lcv_value *arg;
} call;

static bool ask(law *l, const call *c, const lcv_value *value, lcr_confirmation *said)
{
    lcv_value *arg[1] = {c->arg};
    lc_ctx_reset(c->session->ctx);
    return lcv_confirm_value(c->session->r, c->operation, 1, arg, value, false, said) ||
           law_fail(l, "%s: %s", c->text, lc_ctx_message(c->session->ctx));
}

static bool right_value(law *l, const call *c, const lcv_value *value, size_t which)
{
    lcr_confirmation said;
    if (!ask(l, c, value, &said))
        return false;
    bool ok = said.opinion != LCR_DISAGREES ||
              law_fail(l, "the value of %s is denied: %s; %s has %s", c->text, said.why,
                       said.set ? said.set : "no set", said.point ? said.point : "");
    seen[which].confirmed += said.opinion == LCR_AGREES;
    seen[which].open[said.reason]++;
    lcr_confirmation_clear(&said);
    return ok;
}

static bool wrong_value(law *l, const call *c, const lcv_value *value, const char *text,
                        size_t which)
{
    lcr_confirmation said;
    lcv_value *other = law_value(l, c->session, text);
    if (!other || other->kind != LCV_RELATION)
        return true;
    lc_ctx_reset(c->session->ctx);
    lcr_answer equal = lcr_map_equal(c->session->r, value->relation, other->relation, NULL, NULL,
                                     NULL);
    if (equal == LCR_UNKNOWN || !ask(l, c, other, &said))
        return equal == LCR_UNKNOWN;
    bool agrees = said.opinion == LCR_AGREES, denied = said.opinion == LCR_DISAGREES;
    bool ok = equal == LCR_YES ? !denied || law_fail(l, "%s: %s is denied", c->text, text)
                               : !agrees || law_fail(l, "%s: %s is confirmed", c->text, text);
    seen[which].wrong += equal == LCR_NO;
    seen[which].caught += equal == LCR_NO && denied;
    lcr_confirmation_clear(&said);
    return ok;
}

static bool one_call(law *l, const char *name, const char *arg, size_t which)
{
    call c = {.session = law_session(l, (lcv_options){.crosscheck = LCV_CROSSCHECK_OFF}),
              .operation = name};
    c.arg = law_value(l, c.session, arg);
    c.text = law_printf(l, "%s(%s)", name, arg);
    lcv_value *value = c.arg ? law_value(l, c.session, c.text) : NULL;
    if (!value)
        return true;
    char *text = lcv_value_to_str(c.session->r, value);
    law_own_memory(l, text);
    seen[which].values++;
    bool ok = right_value(l, &c, value, which);
    for (size_t i = 0; ok && i < 3; i++) {
        const char *wrong = mistaken(l, text);
        ok = !wrong || wrong_value(l, &c, value, wrong, which);
    }
    return ok;
}

static bool planted_errors(law *l)
{
    size_t which = l->index / COUNT(argument) % COUNT(operation);
    const char *arg = argument[l->index % COUNT(argument)];
    bool ok = one_call(l, operation[which], pattern_text(l, arg, pattern_values(l)), which);
    law_release(l);
    return ok;
}

TEST(test_planted)
{
    static const char *const classes[] = {NULL};
    law_check_share("relations and planted errors", planted_errors, classes, 8);
    if (getenv("LAYOUTCHECK_CASE"))
        return;
    for (size_t i = 0; i < COUNT(operation); i++) {
        printf("# %s: %zu values, %zu confirmed, %zu out of budget, %zu without evidence; "
               "%zu of %zu errors caught\n",
               operation[i], seen[i].values, seen[i].confirmed, seen[i].open[LCR_NO_BUDGET],
               seen[i].open[LCR_NO_EVIDENCE], seen[i].caught, seen[i].wrong);
        if (seen[i].values < 30)
            continue;
        ck_assert_msg(10 * seen[i].confirmed >= 9 * seen[i].values, "%s: few are confirmed",
                      operation[i]);
        ck_assert_msg(10 * seen[i].caught >= 9 * seen[i].wrong, "%s: few errors are caught",
                      operation[i]);
    }
}

/* ---- claims about relations, against their pairs ---- */

#define PAIRS 40
#define BEYOND 64 /* values of [0, BEYOND) are counted */

/* The pairs of a relation and its text, one of a few forms. */
typedef struct {
    size_t n;
    int64_t in[PAIRS], out[PAIRS];
    const char *text;
} listed;

static void add_pair(listed *x, int64_t in, int64_t out)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->in[i] == in && x->out[i] == out)
            return;
    x->in[x->n] = in;
    x->out[x->n++] = out;
}

static int64_t modulo(int64_t a, int64_t n)
{
    return ((a % n) + n) % n;
}

/* (a c + b) mod m, the inputs from `first` on. */
static void form_modulo(law *l, listed *x)
{
    int64_t n = rnd_in(&l->rnd, 1, 32), m = rnd_chance(&l->rnd, 60) ? n : rnd_in(&l->rnd, 1, 40);
    int64_t a = rnd_in(&l->rnd, -5, 7), b = rnd_chance(&l->rnd, 60) ? 0 : rnd_in(&l->rnd, 0, 5);
    int64_t first = rnd_chance(&l->rnd, 85) ? 0 : rnd_in(&l->rnd, -2, 3);
    for (int64_t c = first; c < first + n; c++)
        add_pair(x, c, modulo(a * c + b, m));
    x->text = law_printf(l, "{ [c] -> [(%lldc + %lld) mod %lld] : %lld <= c < %lld }",
                         (long long)a, (long long)b, (long long)m, (long long)first,
                         (long long)(first + n));
}

/* Two digits; of every second input only, sometimes. */
static void form_digits(law *l, listed *x)
{
    int64_t m = rnd_in(&l->rnd, 1, 6), k = rnd_in(&l->rnd, 1, 5), n = m * k;
    int64_t s = rnd_in(&l->rnd, -2, 6), t = rnd_chance(&l->rnd, 40) ? 1 : rnd_in(&l->rnd, -3, 8);
    int64_t step = rnd_chance(&l->rnd, 85) ? 1 : 2;
    if (rnd_chance(&l->rnd, 40))
        s = k;
    for (int64_t c = 0; c < n; c += step)
        add_pair(x, c, s * (c % m) + t * (c / m));
    x->text = law_printf(l,
                         "{ [c] -> [%lld*(c mod %lld) + %lld*floor(c/%lld)] : "
                         "0 <= c < %lld and (c mod %lld) = 0 }",
                         (long long)s, (long long)m, (long long)t, (long long)m, (long long)n,
                         (long long)step);
    if (s < 0 || t < 0) /* other text for the same */
        x->text = law_printf(l,
                             "{ [c] -> [v] : exists (e = floor(c/%lld) : v = %lldc + %llde) and "
                             "0 <= c < %lld and (c mod %lld) = 0 }",
                             (long long)m, (long long)s, (long long)(t - s * m), (long long)n,
                             (long long)step);
}

/* Bit i XORed by bit i + s, all or some of them. */
static void form_xor(law *l, listed *x)
{
    int64_t s = rnd_in(&l->rnd, 1, 3), n = rnd_chance(&l->rnd, 80) ? 16 : rnd_in(&l->rnd, 1, 16);
    bool both = rnd_chance(&l->rnd, 50), plus = rnd_chance(&l->rnd, 20);
    for (int64_t c = 0; c < n; c++)
        add_pair(x, c,
                 ((c & 1) ^ (c >> s & 1)) + 2 * ((c >> 1 & 1) ^ (both ? c >> (s + 1) & 1 : 0)) +
                     (c & ~3) + (plus ? 1 : 0));
    x->text = law_printf(l,
                         "{ [c] -> [((c + floor(c/%lld)) mod 2) + "
                         "2*((floor(c/2) + %d*floor(c/%lld)) mod 2) + 4*floor(c/4) + %d] : "
                         "0 <= c < %lld }",
                         1LL << s, both ? 1 : 0, 2LL << s, plus ? 1 : 0, (long long)n);
}

/* Pair by pair: a permutation, with errors. */
static void form_pairs(law *l, listed *x)
{
    int64_t n = rnd_chance(&l->rnd, 50) ? 4 : rnd_in(&l->rnd, 1, 9), value[9];
    for (int64_t c = 0; c < n; c++)
        value[c] = c;
    for (int64_t c = n - 1; c > 0 && rnd_chance(&l->rnd, 90); c--) {
        int64_t other = rnd_in(&l->rnd, 0, c), old = value[c];
        value[c] = value[other];
        value[other] = old;
    }
    if (rnd_chance(&l->rnd, 25))
        value[rnd_in(&l->rnd, 0, n - 1)] = rnd_in(&l->rnd, -1, n);
    int64_t skip = rnd_chance(&l->rnd, 85) ? -1 : rnd_in(&l->rnd, 0, n - 1);
    const char *text = "{ ";
    for (int64_t c = 0; c < n; c++) {
        if (c == skip && n > 1)
            continue;
        add_pair(x, c, value[c]);
        text = law_printf(l, "%s%s[%lld] -> [%lld]", text, x->n > 1 ? "; " : "", (long long)c,
                          (long long)value[c]);
    }
    if (rnd_chance(&l->rnd, 15)) {
        int64_t c = rnd_in(&l->rnd, 0, n - 1), v = rnd_in(&l->rnd, 0, n - 1);
        add_pair(x, c, v);
        text = law_printf(l, "%s; [%lld] -> [%lld]", text, (long long)c, (long long)v);
    }
    x->text = law_printf(l, "%s }", text);
}

/* Two pieces, which meet, overlap or leave a gap. */
static void form_pieces(law *l, listed *x)
{
    int64_t k = rnd_in(&l->rnd, 1, 8), n = k + rnd_in(&l->rnd, 1, 8), a = rnd_in(&l->rnd, 0, n);
    int64_t b = rnd_chance(&l->rnd, 60) ? 0 : rnd_in(&l->rnd, -1, 1);
    int64_t d = rnd_chance(&l->rnd, 60) ? -k : rnd_in(&l->rnd, -k, k);
    if (rnd_chance(&l->rnd, 60))
        a = n - k;
    for (int64_t c = 0; c < k; c++)
        add_pair(x, c, c + a);
    for (int64_t c = k + b; c < n; c++)
        add_pair(x, c, c + d);
    x->text = law_printf(l,
                         "{ [c] -> [c + %lld] : 0 <= c < %lld; [c] -> [c + %lld] : "
                         "%lld <= c < %lld }",
                         (long long)a, (long long)k, (long long)d, (long long)(k + b),
                         (long long)n);
}

static listed *random_relation(law *l)
{
    static void (*const form[])(law *, listed *) = {form_modulo, form_digits, form_xor,
                                                    form_pairs, form_pieces};
    listed *x = law_own_memory(l, calloc(1, sizeof *x));
    form[rnd_in(&l->rnd, 0, COUNT(form) - 1)](l, x);
    return x;
}

/* ---- what the pairs say ---- */

/* The inputs are [0,n), of one value each, which are put in order. */
static bool is_function(const listed *x, int64_t *value)
{
    bool has[PAIRS] = {false};
    for (size_t i = 0; i < x->n; i++) {
        if (x->in[i] < 0 || x->in[i] >= (int64_t)x->n || has[x->in[i]])
            return false;
        has[x->in[i]] = true;
        value[x->in[i]] = x->out[i];
    }
    return true;
}

static bool pairs_injective(const listed *x)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t j = 0; j < i; j++)
            if (x->out[i] == x->out[j] && x->in[i] != x->in[j])
                return false;
    return true;
}

static bool pairs_within(const listed *x, int64_t n)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->out[i] < 0 || x->out[i] >= n)
            return false;
    return true;
}

static bool pairs_onto(const listed *x, int64_t n)
{
    bool has[BEYOND] = {false}, all = pairs_within(x, n);
    for (size_t i = 0; all && i < x->n; i++)
        has[x->out[i]] = true;
    for (int64_t v = 0; all && v < n; v++)
        all = has[v];
    return all;
}

static bool pairs_bijective(const listed *x)
{
    int64_t value[PAIRS];
    return is_function(x, value) && pairs_onto(x, (int64_t)x->n);
}

static bool pairs_linear(const listed *x)
{
    int64_t value[PAIRS];
    if ((x->n & (x->n - 1)) != 0 || !is_function(x, value) || value[0] != 0)
        return false;
    for (size_t c = 1; c < x->n; c++)
        if (value[c] < 0 || value[c] != (value[c & (c - 1)] ^ value[c & (~c + 1)]))
            return false;
    return true;
}

/* Is there a layout from `step` on: a mode of some extent, and one after it? */
static bool layout_from(const int64_t *value, size_t n, size_t step)
{
    if (step == n)
        return true;
    for (size_t e = 2; e <= n / step; e++) {
        bool like = n / step % e == 0;
        for (size_t c = 0; like && c < step * e; c++)
            like = value[c] == value[c % step] + (int64_t)(c / step) * value[step];
        if (like && layout_from(value, n, step * e))
            return true;
    }
    return false;
}

static bool pairs_layout(const listed *x)
{
    int64_t value[PAIRS];
    return is_function(x, value) && value[0] == 0 && layout_from(value, x->n, 1);
}

static bool same_pairs(const listed *x, const listed *y)
{
    size_t common = 0;
    for (size_t i = 0; i < x->n; i++)
        for (size_t j = 0; j < y->n; j++)
            common += x->in[i] == y->in[j] && x->out[i] == y->out[j];
    return common == x->n && common == y->n;
}

/* The pairs of x as they are, or with a number that is another one. */
static const listed *written_out(law *l, const listed *x)
{
    listed *y = law_own_memory(l, calloc(1, sizeof *y));
    size_t wrong = rnd_chance(&l->rnd, 50) ? SIZE_MAX
                                           : (size_t)rnd_in(&l->rnd, 0, (int64_t)x->n - 1);
    int64_t by = rnd_chance(&l->rnd, 50) ? 1 : -2;
    y->text = "{ ";
    for (size_t i = 0; i < x->n; i++) {
        int64_t out = x->out[i] + (i == wrong ? by : 0);
        add_pair(y, x->in[i], out);
        y->text = law_printf(l, "%s%s[%lld] -> [%lld]", y->text, i > 0 ? "; " : "",
                             (long long)x->in[i], (long long)out);
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
    const listed *x = random_relation(l), *y = written_out(l, x);
    int64_t n = rnd_chance(&l->rnd, 60) ? (int64_t)x->n : rnd_in(&l->rnd, 1, 40);
    const char *bound = law_printf(l, "%lld", (long long)n);
    const char *other = law_printf(l, "relation \"%s\"", y->text);
    return told(l, "injective", x->text, NULL, pairs_injective(x)) &&
           told(l, "bijective", x->text, NULL, pairs_bijective(x)) &&
           told(l, "compact", x->text, NULL, pairs_bijective(x)) &&
           told(l, "surjective", x->text, bound, pairs_onto(x, n)) &&
           told(l, "in_bounds", x->text, bound, pairs_within(x, n)) &&
           told(l, "fits", x->text, "uint8", pairs_within(x, 256)) &&
           told(l, "is_linear", x->text, NULL, pairs_linear(x)) &&
           told(l, "is_layout", x->text, NULL, pairs_layout(x)) &&
           told(l, "equiv", x->text, other, same_pairs(x, y)) &&
           told(l, "equal", y->text, law_printf(l, "relation \"%s\"", x->text), same_pairs(x, y));
}

TEST(test_claims)
{
    static const char *const classes[] = {"PROVED", "REFUTED", NULL};
    law_check_share("claims about relations", claims_of_relations, classes, 16);
    printf("# %zu claims, %zu confirmed by isl\n", claims_seen, claims_by_isl);
    ck_assert_msg(10 * claims_by_isl >= 8 * claims_seen, "few claims are confirmed by isl");
}

/* ---- claims that take relations as functions ---- */

/* The values of a function at [0,n). */
typedef struct {
    size_t n;
    int64_t value[PAIRS];
    const char *text;
} function;

static bool as_function(law *l, const listed *x, function *f)
{
    f->n = x->n;
    f->text = law_printf(l, "relation \"%s\"", x->text);
    return is_function(x, f->value);
}

/* A function of these values, or with one that is another one. */
static function written(law *l, size_t n, const int64_t *value)
{
    function f = {.n = 0};
    listed x = {.n = n};
    for (size_t c = 0; c < n; c++) {
        x.in[c] = (int64_t)c;
        x.out[c] = value[c];
    }
    as_function(l, written_out(l, &x), &f);
    return f;
}

static bool is_value(const function *f, int64_t v)
{
    for (size_t c = 0; c < f->n; c++)
        if (f->value[c] == v)
            return true;
    return false;
}

static bool all_aligned(const function *f, int64_t by)
{
    for (size_t c = 0; c < f->n; c++)
        if (f->value[c] % by != 0)
            return false;
    return true;
}

static bool reaches_all(const function *f, int64_t n)
{
    for (int64_t v = 0; v < n; v++)
        if (!is_value(f, v))
            return false;
    return true;
}

/* Each of [0,n) so often, and nothing else. */
static bool each_so_often(const function *f, int64_t n, size_t times)
{
    for (int64_t v = 0; v < n; v++) {
        size_t count = 0;
        for (size_t c = 0; c < f->n; c++)
            count += f->value[c] == v;
        if (count != times)
            return false;
    }
    return f->n == (size_t)n * times;
}

static bool all_contained(const function *f, const function *g)
{
    for (size_t c = 0; c < f->n; c++)
        if (!is_value(g, f->value[c]))
            return false;
    return true;
}

static bool all_apart(const function *f, const function *g)
{
    for (size_t c = 0; c < f->n; c++)
        if (f->value[c] != 0 && is_value(g, f->value[c]))
            return false;
    return true;
}

/* *to = f(g(c)); false: that is none. */
static bool at(const function *f, const function *g, size_t c, int64_t *to)
{
    int64_t place = g->value[c];
    bool is = place >= 0 && place < (int64_t)f->n;
    *to = is ? f->value[place] : 0;
    return is;
}

static bool inverts_right(const function *r, const function *a)
{
    int64_t v = 0;
    for (size_t c = 0; c < r->n; c++)
        if (!at(a, r, c, &v) || v != (int64_t)c)
            return false;
    return true;
}

static bool inverts_left(const function *l, const function *a)
{
    int64_t place = 0;
    for (size_t c = 0; c < a->n; c++)
        if (!at(l, a, c, &place) || place < 0 || place >= (int64_t)a->n ||
            a->value[place] != a->value[c])
            return false;
    return true;
}

static bool same_function(const function *f, const function *g)
{
    return f->n == g->n && memcmp(f->value, g->value, f->n * sizeof *f->value) == 0;
}

/* The lanes of one access, of 4 bytes each. */
static bool no_conflict(const function *f)
{
    for (size_t c = 0; c < f->n; c++)
        for (size_t d = 0; d < c; d++)
            if (f->value[c] != f->value[d] && modulo(f->value[c] - f->value[d], 32) == 0)
                return false;
    return true;
}

/* What has f's values as coordinates; coordinates without a value, as themselves. */
static function reversed(law *l, const function *f)
{
    int64_t value[PAIRS] = {0};
    for (size_t c = 0; c < f->n; c++)
        value[c] = (int64_t)c;
    for (size_t c = f->n; c-- > 0;)
        if (f->value[c] >= 0 && f->value[c] < (int64_t)f->n)
            value[f->value[c]] = (int64_t)c;
    return written(l, f->n, value);
}

static bool of_one(law *l, const char *claim, const function *f, int64_t n, bool holds)
{
    const char *arg[2] = {f->text, law_printf(l, "%lld", (long long)n)};
    return both_verdicts(l, claim, 2, arg, holds, false);
}

static bool of_two(law *l, const char *claim, const function *f, const function *g, bool holds)
{
    const char *arg[2] = {f->text, g->text};
    return both_verdicts(l, claim, 2, arg, holds, false);
}

/* R = f o g, where g permutes the coordinates of f; R may have an error. */
static bool composed(law *l, const function *f)
{
    int64_t place[PAIRS] = {0}, value[PAIRS] = {0}, step = rnd_in(&l->rnd, 0, (int64_t)f->n - 1);
    for (size_t c = 0; c < f->n; c++) {
        place[c] = modulo(step * (int64_t)c + 1, (int64_t)f->n);
        value[c] = f->value[place[c]];
    }
    function g = {.n = f->n};
    memcpy(g.value, place, sizeof place);
    g.text = law_printf(l, "relation \"{ [c] -> [(%lldc + 1) mod %zu] : 0 <= c < %zu }\"",
                        (long long)step, f->n, f->n);
    function right = {.n = f->n}, r = written(l, f->n, value);
    memcpy(right.value, value, sizeof value);
    const char *arg[3] = {r.text, f->text, g.text};
    return both_verdicts(l, "composes", 3, arg, same_function(&r, &right), false);
}

/* Each place a few times. */
static bool so_often(law *l, const function *f, int64_t n)
{
    int64_t times = rnd_in(&l->rnd, 1, 3);
    const char *arg[4] = {f->text, law_printf(l, "%lld", (long long)n), "_",
                          law_printf(l, "%lld", (long long)times)};
    return both_verdicts(l, "partitions", 4, arg, each_so_often(f, n, (size_t)times), false);
}

static bool claims_of_functions(law *l)
{
    function f, g;
    const listed *x = random_relation(l);
    if (!as_function(l, x, &f))
        return true;
    int64_t n = rnd_chance(&l->rnd, 60) ? (int64_t)f.n : rnd_in(&l->rnd, 1, 40);
    int64_t by = rnd_in(&l->rnd, 1, 4), lanes = (int64_t)f.n;
    if (rnd_chance(&l->rnd, 50) || !as_function(l, random_relation(l), &g))
        g = written(l, f.n, f.value);
    function back = reversed(l, &f);
    return of_one(l, "aligned", &f, by, all_aligned(&f, by)) &&
           of_one(l, "covers", &f, n, reaches_all(&f, n)) &&
           of_one(l, "partitions", &f, n, each_so_often(&f, n, 1)) && so_often(l, &f, n) &&
           of_two(l, "contained", &f, &g, all_contained(&f, &g)) &&
           of_two(l, "disjoint", &f, &g, all_apart(&f, &g)) &&
           of_two(l, "right_inverts", &back, &f, inverts_right(&back, &f)) &&
           of_two(l, "left_inverts", &back, &f, inverts_left(&back, &f)) && composed(l, &f) &&
           (lanes > 32 || (lanes & (lanes - 1)) != 0 ||
            of_one(l, "conflict_free", &f, lanes, no_conflict(&f)));
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
    int64_t k = rnd_in(&l->rnd, 1, 5), n = rnd_in(&l->rnd, 1, 6), a = rnd_in(&l->rnd, 0, 4);
    int64_t b = rnd_in(&l->rnd, 1, 4), m = rnd_chance(&l->rnd, 70) ? n : rnd_in(&l->rnd, 1, 7);
    size_t rows = (size_t)(rnd_chance(&l->rnd, 70) ? k : rnd_in(&l->rnd, 1, 6));
    size_t columns = (size_t)(rnd_chance(&l->rnd, 70) ? m : rnd_in(&l->rnd, 1, 8));
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < n; j++) {
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
                               "{ [i,j] -> [i, (%lldi + %lldj) mod %lld] : 0 <= i < %lld and "
                               "0 <= j < %lld }",
                               (long long)a, (long long)b, (long long)m, (long long)k,
                               (long long)n);
    const char *shape = law_printf(l, "(%zu,%zu)", rows, columns);
    bool each = once == (size_t)(k * n) && once == extent[0] * extent[1];
    return told(l, "in_bounds", x, shape, inside) &&
           told(l, "surjective", x, shape, inside && reached == rows * columns) &&
           told(l, "bijective", x, NULL, each);
}

SUITE_MAIN("law relation", test_planted, test_claims, test_functions, test_places)
