/* check_grids.c - random maps of grids with two parameters, as kernels have them, against
 * enumeration: blocks, threads and steps, in tiles whose sizes are parameters, under a guard.
 * Nothing is proved that is false at small numbers, and what is refuted is false at the numbers
 * that the answer names. What a map means is computed here from the case, not from its text.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../verify/session/answer.h"
#include "../verify/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AXES 3
#define MOST_LEAST 9 /* the largest least number of a parameter */
#define TRIED 7      /* numbers of each parameter, from the least on */
#define POINTS 200000

static lcv_session *session; /* a new one now and then, for it keeps what is declared */
#define ASKS 50
static size_t proved, refuted, open;

/* ---- sizes ---- */

typedef enum { NUMBER, SIZE, PARTS, CEIL, FLOOR, ROUNDED, TIMES } kind;

/* `number`, N, G, N over G rounded up or down, that rounded up to multiples, G times a number. */
typedef struct {
    kind is;
    int number;
} side;

static int64_t size_at(const side *s, int64_t n, int64_t g)
{
    int64_t over = (n + g - 1) / g;
    return s->is == NUMBER    ? s->number
           : s->is == SIZE    ? n
           : s->is == PARTS   ? g
           : s->is == CEIL    ? over
           : s->is == FLOOR   ? n / g
           : s->is == ROUNDED ? (over + s->number - 1) / s->number * s->number
                              : s->number * g;
}

static const char *size_text(law *l, const side *s)
{
    return s->is == NUMBER    ? law_printf(l, "%d", s->number)
           : s->is == SIZE    ? "N"
           : s->is == PARTS   ? "G"
           : s->is == CEIL    ? "ceil_div(N,G)"
           : s->is == FLOOR   ? "(N/G)"
           : s->is == ROUNDED ? law_printf(l, "round_up(ceil_div(N,G),%d)", s->number)
                              : law_printf(l, "%d*G", s->number);
}

static side random_side(rnd *r)
{
    static const kind kinds[] = {NUMBER, PARTS, CEIL, ROUNDED, TIMES, PARTS, FLOOR, SIZE};
    side s = {kinds[rnd_in(r, 0, 7)], (int)rnd_in(r, 1, 4)};
    return s;
}

/* ---- grids ---- */

typedef enum { WHERE, AT_MOST, UNDER, LEAST, FREE } guard;
typedef enum { PARTITIONS, INJECTIVE, COVERS, IN_BOUNDS } claim;

/* Axes in a radix, the last of as many steps as it takes to reach N, or of a size; a stride
 * perhaps 1 more or less. */
typedef struct {
    size_t n, off; /* off: the axis whose stride is another, n for none */
    int by;
    side axis[AXES];
    bool reaches;
    guard guard;
    claim claim;
    int more; /* of the bound of the claim, N + more */
    int64_t least[2];
} grid;

/* The product of the sizes before an axis. */
static int64_t before(const grid *q, size_t k, int64_t n, int64_t g)
{
    int64_t all = 1;
    for (size_t i = 0; i < k; i++)
        all *= size_at(&q->axis[i], n, g);
    return all;
}

static int64_t extent(const grid *q, size_t k, int64_t n, int64_t g)
{
    int64_t all = before(q, k, n, g);
    return k + 1 < q->n || !q->reaches ? size_at(&q->axis[k], n, g) : (n + all - 1) / all;
}

static int64_t stride(const grid *q, size_t k, int64_t n, int64_t g)
{
    return before(q, k, n, g) + (k == q->off ? q->by : 0);
}

static const char *before_text(law *l, const grid *q, size_t k)
{
    const char *all = "1";
    for (size_t i = 0; i < k; i++)
        all = i == 0 ? size_text(l, &q->axis[i])
                     : law_printf(l, "%s*%s", all, size_text(l, &q->axis[i]));
    return all;
}

static const char *extent_text(law *l, const grid *q, size_t k)
{
    return k + 1 < q->n || !q->reaches ? size_text(l, &q->axis[k])
                                       : law_printf(l, "ceil_div(N,%s)", before_text(l, q, k));
}

static const char *stride_text(law *l, const grid *q, size_t k)
{
    const char *all = before_text(l, q, k);
    return k == q->off ? law_printf(l, "(%s %c 1)", all, q->by < 0 ? '-' : '+') : all;
}

static grid random_grid(rnd *r)
{
    static const guard guards[] = {WHERE, WHERE, UNDER, AT_MOST, LEAST, FREE};
    grid q = {.n = (size_t)rnd_in(r, 1, AXES), .reaches = rnd_chance(r, 80), .more = 0};
    for (size_t k = 0; k < q.n; k++) {
        q.axis[k] = random_side(r);
        if (q.axis[k].is == FLOOR && (k + 1 < q.n || q.reaches)) /* which may be 0 */
            q.axis[k].is = CEIL;
    }
    q.off = rnd_chance(r, 15) ? (size_t)rnd_in(r, 0, (int64_t)q.n - 1) : q.n;
    q.by = rnd_chance(r, 50) ? 1 : -1;
    q.guard = guards[rnd_in(r, 0, 5)];
    q.claim = rnd_chance(r, 60) ? PARTITIONS : (claim)rnd_in(r, INJECTIVE, IN_BOUNDS);
    if (q.claim != PARTITIONS && q.guard == UNDER)
        q.guard = WHERE;
    if (rnd_chance(r, 10))
        q.more = rnd_chance(r, 50) ? 1 : -1;
    for (size_t i = 0; i < 2; i++)
        q.least[i] = rnd_chance(r, 70) ? 1 : rnd_in(r, 2, MOST_LEAST);
    return q;
}

/* The axes from the last to the first: the size of the first may depend on the others. */
static const char *grid_text(law *l, const grid *q)
{
    static const char *const name[] = {"a", "b", "c"};
    const char *names = "a", *value = law_printf(l, "a*%s", stride_text(l, q, 0));
    const char *sizes = extent_text(l, q, 0), *rest = "", *where = "";
    for (size_t k = 1; k < q->n; k++) {
        const char *of = law_printf(l, "%s*%s", name[k], stride_text(l, q, k));
        rest = law_printf(l, "%s - %s", rest, of);
        value = law_printf(l, "%s + %s", of, value);
    }
    if (q->guard == LEAST)
        sizes = law_printf(l, "min(%s, N%s)", sizes, rest);
    for (size_t k = 1; k < q->n; k++) {
        names = law_printf(l, "%s,%s", name[k], names);
        sizes = law_printf(l, "%s,%s", extent_text(l, q, k), sizes);
    }
    if (q->guard == WHERE)
        where = law_printf(l, " where %s < N", value);
    if (q->guard == AT_MOST)
        where = law_printf(l, " where N - 1 >= %s", value);
    return law_printf(l, "map { (%s) in (%s)%s -> %s }", names, sizes, where, value);
}

static const char *claim_text(law *l, const grid *q)
{
    static const char *const claims[] = {"partitions", "injective", "covers", "in_bounds"};
    const char *bound = q->more == 0 ? "N" : law_printf(l, "N %c 1", q->more < 0 ? '-' : '+');
    return law_printf(l, "param N >= %lld, G >= %lld; %s(%s%s%s)", (long long)q->least[0],
                      (long long)q->least[1], claims[q->claim], grid_text(l, q),
                      q->claim == INJECTIVE ? "" : law_printf(l, ", %s", bound),
                      q->guard == UNDER ? ", under=N" : "");
}

/* The value at the coordinates, in digits of c; false: it takes no part. */
static bool value_at(const grid *q, int64_t c, int64_t n, int64_t g, int64_t *value)
{
    int64_t rest = 0, first = 0;
    for (size_t k = 0; k < q->n; k++) {
        int64_t e = extent(q, k, n, g), at = c % e;
        c /= e;
        first = k == 0 ? at : first;
        rest += k == 0 ? 0 : at * stride(q, k, n, g);
    }
    *value = rest + first * stride(q, 0, n, g);
    return q->guard == FREE || (q->guard == LEAST ? first < n - rest : *value < n);
}

/* Of grids of many points it is not said, in `known`. */
static bool is_true(const grid *q, int64_t n, int64_t g, bool *known)
{
    int64_t points = 1, bound = n + q->more, value, reached = 0;
    for (size_t k = 0; k < q->n; k++)
        points *= extent(q, k, n, g);
    *known = points <= POINTS && n <= POINTS;
    size_t room = (size_t)(2 * POINTS);
    char *seen = *known ? calloc(room, 1) : NULL;
    bool truth = true;
    for (int64_t c = 0; seen && truth && c < points; c++) {
        if (!value_at(q, c, n, g, &value))
            continue;
        bool inside = value >= 0 && value < bound, once = q->claim <= INJECTIVE;
        if ((q->claim == PARTITIONS || q->claim == IN_BOUNDS) && !inside)
            truth = false;
        if (value < 0 || (size_t)value >= room) {
            *known = *known && q->claim != INJECTIVE;
            continue;
        }
        truth = truth && !(once && seen[value]);
        reached += inside && !seen[value];
        seen[value] = 1;
    }
    free(seen);
    return truth && (q->claim == INJECTIVE || q->claim == IN_BOUNDS || reached == bound);
}

/* Is it true at all small numbers? */
static bool holds(const grid *q)
{
    for (int64_t n = q->least[0]; n < q->least[0] + 3 * TRIED; n++)
        for (int64_t g = q->least[1]; g < q->least[1] + TRIED; g++) {
            bool known, truth = is_true(q, n, g, &known);
            if (known && !truth)
                return false;
        }
    return true;
}

/* Is it false at the numbers of the answer? */
static bool fails_there(const lcv_answer *a, const grid *q)
{
    int64_t number[2] = {q->least[0], q->least[1]};
    for (size_t i = 0; i < lcv_answer_nparameters(a); i++) {
        const lcv_parameter_value *v = lcv_answer_parameter(a, i);
        number[strcmp(v->name, "G") == 0] = strtoll(v->value, NULL, 10);
    }
    bool known, truth = is_true(q, number[0], number[1], &known);
    return !known || !truth;
}

/* The answer against what is true. */
static bool judge(law *l, const char *text, const lcv_answer *a, bool holds, bool fails_there)
{
    bool proved_it = lcv_answer_verdict(a) == LCV_PROVED, ok = true;
    bool refuted_it = lcv_answer_verdict(a) == LCV_REFUTED;
    if (lcv_answer_status(a) == LCV_DISAGREEMENT)
        ok = law_fail(l, "%s: %s", text, lcv_answer_rendered(a));
    else if (proved_it && !holds)
        ok = law_fail(l, "%s: PROVED, and it is false", text);
    else if (refuted_it && !fails_there)
        ok = law_fail(l, "%s: REFUTED at %s, and it is true there", text, lcv_answer_where(a));
    else if (lcv_answer_verdict(a) == LCV_UNKNOWN && !holds)
        ok = law_fail(l, "%s: UNKNOWN, and it is false at small numbers", text);
    proved += proved_it;
    refuted += refuted_it;
    open += !proved_it && !refuted_it;
    if (getenv("LAYOUTCHECK_VERBOSE") && !proved_it && !refuted_it)
        printf("%s\n", text);
    if (proved_it || refuted_it)
        law_saw(l, refuted_it);
    return ok;
}

static lcv_answer *asked(law *l, const char *text)
{
    if (!session || l->index % ASKS == 0) {
        lcv_session_free(session);
        session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
        ck_assert_ptr_nonnull(session);
    }
    return lcv_ask(session, LCV_ASK_PROVE, text);
}

static bool one_grid(law *l)
{
    grid q = random_grid(&l->rnd);
    const char *text = claim_text(l, &q);
    lcv_answer *a = asked(l, text);
    bool ok = lcv_answer_status(a) != LCV_INVALID
                  ? judge(l, text, a, holds(&q), fails_there(a, &q))
                  : law_fail(l, "%s: %s", text, lcv_answer_rendered(a));
    lcv_answer_free(a);
    return ok;
}

/* ---- the order of blocks in groups of rows ---- */

/* An index x of [0,M*N) is (g*G + r % s, r / s), with g = x / (G*N), r = x % (G*N) and s =
 * min(M - g*G, G): Triton's order. One of its sizes is perhaps another. */
enum { ROWS, COLUMNS, OF_GROUP, WIDTH, FIRST, LEFT, MOST, REST, QUOTIENT, PLACES };
typedef struct {
    int more[PLACES]; /* added to the size at each place */
    int number;       /* in the place of G; 0: G */
    bool swapped;     /* min(G, M - g*G) */
    claim claim;
} order;

static order random_order(rnd *r)
{
    order o = {.number = rnd_chance(r, 40) ? (int)rnd_in(r, 1, 4) : 0,
               .swapped = rnd_chance(r, 50),
               .claim = rnd_chance(r, 60) ? PARTITIONS : (claim)rnd_in(r, INJECTIVE, IN_BOUNDS)};
    if (rnd_chance(r, 60))
        o.more[rnd_in(r, 0, PLACES - 1)] = rnd_chance(r, 50) ? 1 : -1;
    return o;
}

static const char *with(law *l, const order *o, int place, const char *size)
{
    int more = o->more[place];
    return more == 0 ? size : law_printf(l, "(%s %c 1)", size, more < 0 ? '-' : '+');
}

static const char *order_text(law *l, const order *o)
{
    static const char *const claims[] = {"partitions", "injective", "covers", "in_bounds"};
    const char *G = o->number > 0 ? law_printf(l, "%d", o->number) : "G";
    const char *all = law_printf(l, "(%s*%s)", with(l, o, OF_GROUP, G), with(l, o, WIDTH, "N"));
    const char *first = law_printf(l, "x/%s*%s", all, with(l, o, FIRST, G));
    const char *left = law_printf(l, "%s - %s", with(l, o, LEFT, "M"), first);
    const char *most = with(l, o, MOST, G);
    const char *size = o->swapped ? law_printf(l, "min(%s, %s)", most, left)
                                  : law_printf(l, "min(%s, %s)", left, most);
    return law_printf(l,
                      "param M in 1..6, N in 1..6, G in 1..4; "
                      "%s(map { (x) in (%s*%s) -> (%s + x%%%s%%%s, x%%%s/%s) }%s)",
                      claims[o->claim], with(l, o, ROWS, "M"), with(l, o, COLUMNS, "N"), first,
                      all, with(l, o, REST, size), all, with(l, o, QUOTIENT, size),
                      o->claim == INJECTIVE ? "" : ", (M,N)");
}

static int64_t floored(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* False in *hole: a divisor is 0. */
static bool order_holds(const order *o, int64_t m, int64_t n, int64_t g, bool *hole)
{
    bool seen[64][64] = {{false}}, truth = true;
    int64_t G = o->number > 0 ? o->number : g, reached = 0;
    int64_t all = (G + o->more[OF_GROUP]) * (n + o->more[WIDTH]);
    for (int64_t x = 0; x < (m + o->more[ROWS]) * (n + o->more[COLUMNS]); x++) {
        if (all == 0)
            return !(*hole = true);
        int64_t first = floored(x, all) * (G + o->more[FIRST]), rest = x - floored(x, all) * all;
        int64_t left = m + o->more[LEFT] - first, most = G + o->more[MOST];
        int64_t size = left < most ? left : most;
        int64_t by[2] = {size + o->more[REST], size + o->more[QUOTIENT]};
        if (by[0] == 0 || by[1] == 0)
            return !(*hole = true);
        int64_t i = first + rest - floored(rest, by[0]) * by[0], j = floored(rest, by[1]);
        bool inside = i >= 0 && i < m && j >= 0 && j < n;
        if (i < -16 || i >= 48 || j < -16 || j >= 48)
            return !(*hole = true); /* too far for this table */
        truth = truth && (inside || o->claim == INJECTIVE || o->claim == COVERS) &&
                !(o->claim <= INJECTIVE && seen[i + 16][j + 16]);
        reached += inside && !seen[i + 16][j + 16];
        seen[i + 16][j + 16] = true;
    }
    return truth && (o->claim == INJECTIVE || o->claim == IN_BOUNDS || reached == m * n);
}

static bool one_order(law *l)
{
    order o = random_order(&l->rnd);
    const char *text = order_text(l, &o);
    bool all = true, hole = false;
    for (int64_t m = 1; m <= 6 && !hole; m++)
        for (int64_t n = 1; n <= 6 && !hole; n++)
            for (int64_t g = 1; g <= 4 && !hole; g++)
                all = order_holds(&o, m, n, g, &hole) && all;
    if (hole)
        return true;
    if (all) /* of all numbers, which are not tried one by one */
        text = law_printf(l, "param M >= 1, N >= 1, G >= 1; %s", strchr(text, ';') + 2);
    lcv_answer *a = asked(l, text);
    int64_t number[3] = {1, 1, 1};
    for (size_t i = 0; i < lcv_answer_nparameters(a); i++) {
        const lcv_parameter_value *v = lcv_answer_parameter(a, i);
        number[*v->name == 'M' ? 0 : *v->name == 'N' ? 1 : 2] = strtoll(v->value, NULL, 10);
    }
    bool far = number[0] > 16 || number[1] > 16;
    bool fails = far || !order_holds(&o, number[0], number[1], number[2], &hole);
    bool ok = lcv_answer_status(a) != LCV_INVALID || all
                  ? judge(l, text, a, all, fails)
                  : law_fail(l, "%s: %s", text, lcv_answer_rendered(a));
    lcv_answer_free(a);
    return ok;
}

static void ask(const char *name, law_body body, size_t share, size_t open_share)
{
    static const char *const verdicts[] = {"proved", "refuted", NULL};
    proved = refuted = open = 0;
    law_check_share(name, body, verdicts, share);
    lcv_session_free(session);
    session = NULL;
    size_t all = proved + refuted + open;
    if (getenv("LAYOUTCHECK_VERBOSE"))
        printf("%zu proved, %zu refuted, %zu unknown\n", proved, refuted, open);
    if (all >= 100)
        ck_assert_msg(open * 100 <= all * open_share, "%zu of %zu are unknown", open, all);
}

TEST(grids)
{
    ask("grids of two parameters", one_grid, 32, 15);
}

TEST(orders)
{
    ask("the order of blocks in groups of rows", one_order, 128, 60);
}

SUITE_MAIN("grids", grids, orders)
