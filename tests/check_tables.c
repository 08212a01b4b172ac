/* check_tables.c - random claims about parameters and a table that is not known, against
 * enumeration: of all numbers within the ranges, of all tables that keep their promises. Nothing
 * is proved that is false in one of these worlds, nothing refuted that is true in all, and what
 * no table keeps is told. What a claim means is computed here from the case, not from its text.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../verify/session/answer.h"
#include "../verify/session/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ENTRIES 5
#define MOST_TERMS 4
#define MOST_PROMISES 3
#define UNBOUNDED 2 /* numbers that are looked at, from the least on */

static lcv_session *session; /* a new one now and then, for it keeps what is declared */
static bool shortcuts;
#define ASKS 50
static size_t proved, refuted, open, impossible;

/* ---- comparisons ---- */

typedef enum { ONE, B, N, ENTRY, AT } what; /* AT: the index b */
typedef enum { NUMBER, LAST, INDEX } where; /* k, B + k, b + k */

/* factor * what; of an entry, its index. */
typedef struct {
    int factor;
    what is;
    where from;
    int k;
} term;

typedef struct {
    size_t n, left; /* the first `left` terms stand on the left side */
    term term[MOST_TERMS];
    int op;
} comparison;

static const char *const ops[] = {"<=", "==", "<", ">=", "!="};

typedef struct {
    int b, n, count;
    int entry[MOST_ENTRIES];
} world;

/* False: an index is outside of the table. */
static bool holds(const comparison *c, const world *w, int index, bool *truth)
{
    int side[2] = {0, 0};
    for (size_t i = 0; i < c->n; i++) {
        const term *t = &c->term[i];
        int at = t->k + (t->from == LAST ? w->b : t->from == INDEX ? index : 0);
        if (t->is == ENTRY && (at < 0 || at >= w->count))
            return false;
        side[i >= c->left] += t->factor * (t->is == ONE  ? 1
                                           : t->is == B  ? w->b
                                           : t->is == N  ? w->n
                                           : t->is == AT ? index
                                                         : w->entry[at]);
    }
    int d = side[0] - side[1];
    const bool is[] = {d <= 0, d == 0, d < 0, d >= 0, d != 0};
    *truth = is[c->op];
    return true;
}

static size_t index_text(const term *t, char *out, size_t room)
{
    const char *name = t->from == LAST ? "B" : "b";
    return (size_t)(t->from == NUMBER ? snprintf(out, room, "T[%d]", t->k)
                    : t->k == 0       ? snprintf(out, room, "T[%s]", name)
                                : snprintf(out, room, "T[%s %c %d]", name, t->k < 0 ? '-' : '+',
                                           abs(t->k)));
}

static void comparison_text(const comparison *c, char *out, size_t room)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) {
        const term *t = &c->term[i];
        bool first = i == 0 || i == c->left;
        if (i == c->left)
            n += (size_t)snprintf(out + n, room - n, " %s ", ops[c->op]);
        const char *sign = t->factor < 0 ? (first ? "-" : " - ") : first ? "" : " + ";
        n += (size_t)snprintf(out + n, room - n, "%s", sign);
        if (t->is == ONE || abs(t->factor) != 1)
            n += (size_t)snprintf(out + n, room - n, "%d%s", abs(t->factor),
                                  t->is == ONE ? "" : "*");
        if (t->is == ENTRY)
            n += index_text(t, out + n, room - n);
        else if (t->is != ONE)
            n += (size_t)snprintf(out + n, room - n, "%s",
                                  t->is == B    ? "B"
                                  : t->is == AT ? "b"
                                                : "N");
    }
}

static term random_term(rnd *r, bool entry, bool named)
{
    int which = (int)rnd_in(r, 0, 2);
    term t = {.factor = (int)rnd_in(r, 1, 2), .is = entry ? ENTRY : (what)rnd_in(r, ONE, N)};
    if (named && rnd_chance(r, 80))
        t.from = INDEX;
    else
        t.from = which > 0 ? LAST : NUMBER;
    t.k = t.from == NUMBER ? (int)rnd_in(r, 0, 1)
          : t.from == LAST ? -(int)rnd_in(r, 0, 1)
                           : (int)rnd_in(r, 0, 1);
    if (!rnd_chance(r, 20))
        t.factor = 1;
    if (rnd_chance(r, 15))
        t.factor = -t.factor;
    return t;
}

/* `named`: there is an index b. */
static comparison random_comparison(rnd *r, bool named, int entries)
{
    comparison c = {.n = (size_t)rnd_in(r, 2, MOST_TERMS), .op = (int)rnd_in(r, 0, 9)};
    c.op = c.op > 4 ? 0 : c.op;
    c.left = (size_t)rnd_in(r, 1, (int64_t)c.n - 1);
    for (size_t i = 0; i < c.n; i++)
        c.term[i] = random_term(r, i == 0 || rnd_chance(r, entries), named);
    if (rnd_chance(r, 20))
        c.term[0].is = named ? AT : N; /* perhaps of no entry */
    return c;
}

/* ---- tables ---- */

typedef enum { SORTED, INCREASING, INJECTIVE, PERMUTATION, ENDS, COMPARED, AND, OR } promise_kind;
typedef struct {
    promise_kind is;
    comparison compared, second; /* of AND, OR, looked at where the first does not decide */
} promise;

typedef struct {
    int low[2], high[2]; /* of B, N; high < low: no bound */
    bool past[2];        /* [0..B], 0..N; else without the last */
    size_t n;
    promise promise[MOST_PROMISES];
} family;

/* False: the promise has no value at the index. */
static bool promised(const promise *p, const world *w, int index, bool *truth)
{
    return holds(&p->compared, w, index, truth) &&
           (p->is < AND || *truth == (p->is == OR) || holds(&p->second, w, index, truth));
}

static bool keeps_one(const family *f, const promise *p, const world *w)
{
    int range = w->n + f->past[1];
    for (int i = 0; i < w->count; i++) {
        bool truth;
        if (p->is >= ENDS) {
            if (promised(p, w, i, &truth) && !truth)
                return false;
            continue;
        }
        for (int k = 0; k < i; k++)
            if ((p->is == SORTED && w->entry[k] > w->entry[i]) ||
                (p->is == INCREASING && w->entry[k] >= w->entry[i]) ||
                (p->is >= INJECTIVE && w->entry[k] == w->entry[i]))
                return false;
    }
    return p->is != PERMUTATION || w->count == range;
}

static bool keeps(const family *f, const world *w)
{
    for (size_t i = 0; i < f->n; i++)
        if (!keeps_one(f, &f->promise[i], w))
            return false;
    return true;
}

/* The next table, a number with a digit an entry; false after the last. */
static bool next_table(world *w, int range)
{
    for (int i = 0; i < w->count; i++) {
        if (++w->entry[i] < range)
            return true;
        w->entry[i] = 0;
    }
    return false;
}

/* T[0] == 0, T[B] == N, or the like of a table without its last index. */
static comparison an_end(rnd *r, const family *f)
{
    bool first = rnd_chance(r, 50);
    int last = f->past[0] ? 0 : -1;
    comparison c = {.n = 2, .left = 1, .op = 1};
    c.term[0] = (term){1, ENTRY, first ? NUMBER : LAST, first ? 0 : last};
    c.term[1] = (term){first ? (int)rnd_in(r, 0, 1) : 1, first ? ONE : N, NUMBER, 0};
    return c;
}

/* T[b+1] <= T[b] + c. */
static comparison a_step(rnd *r)
{
    comparison c = {.n = 3, .left = 1, .op = (int)rnd_in(r, 0, 1)};
    c.term[0] = (term){1, ENTRY, INDEX, 1};
    c.term[1] = (term){1, ENTRY, INDEX, 0};
    c.term[2] = (term){(int)rnd_in(r, 0, 2), ONE, NUMBER, 0};
    return c;
}

static family random_family(rnd *r)
{
    family f = {.n = (size_t)rnd_in(r, 0, MOST_PROMISES)};
    for (size_t i = 0; i < 2; i++) {
        f.low[i] = (int)rnd_in(r, 0, 2);
        f.high[i] = rnd_chance(r, 75) ? f.low[i] + (int)rnd_in(r, 0, 3 - f.low[i] / 2) : -1;
        f.past[i] = rnd_chance(r, 60);
    }
    for (size_t i = 0; i < f.n; i++) {
        promise *p = &f.promise[i];
        p->is = (promise_kind)rnd_in(r, SORTED, OR);
        if (p->is == ENDS)
            p->compared = an_end(r, &f);
        else if (p->is >= COMPARED)
            p->compared = rnd_chance(r, 50) ? a_step(r) : random_comparison(r, true, 30);
        if (p->is >= AND)
            p->second = random_comparison(r, true, 30);
    }
    return f;
}

static void family_text(const family *f, char *out, size_t room)
{
    static const char *const kind[] = {"sorted", "increasing", "injective", "permutation"};
    static const char *const name[] = {"B", "N"};
    char compared[2][300] = {""};
    size_t n = 0;
    for (size_t i = 0; i < 2; i++) {
        n += (size_t)snprintf(out + n, room - n, "%s%s", i == 0 ? "param " : ", ", name[i]);
        n += (size_t)(f->high[i] < f->low[i]
                          ? snprintf(out + n, room - n, " >= %d", f->low[i])
                          : snprintf(out + n, room - n, " in %d..%d", f->low[i], f->high[i]));
    }
    n += (size_t)snprintf(out + n, room - n, "; table T[b in %s] in %s",
                          f->past[0] ? "0..B" : "B", f->past[1] ? "0..N" : "[0..N)");
    for (size_t i = 0; i < f->n; i++) {
        const promise *p = &f->promise[i];
        if (p->is >= ENDS)
            comparison_text(&p->compared, compared[0], sizeof compared[0]);
        if (p->is >= AND)
            comparison_text(&p->second, compared[1], sizeof compared[1]);
        n += (size_t)snprintf(out + n, room - n, ", %s%s%s",
                              p->is < ENDS ? kind[p->is] : compared[0],
                              p->is == AND  ? " and "
                              : p->is == OR ? " or "
                                            : "",
                              p->is >= AND ? compared[1] : "");
    }
}

/* ---- claims ---- */

typedef enum { COMPARE, BOTH, ONE_TO_ONE, BOUNDED, BIJECTIVE } claim_kind;
typedef struct {
    claim_kind is;
    comparison of[2];
    int factor;  /* of a map T[x] + factor x */
    bool before; /* T[0], and T[x - 1] + factor x from x = 1 on */
    bool number; /* of a bound that is `more`, else N + more */
    int more;
} claim;

static claim random_claim(rnd *r)
{
    static const claim_kind kinds[] = {COMPARE,    COMPARE, COMPARE,  BOTH,
                                       ONE_TO_ONE, BOUNDED, BIJECTIVE};
    claim c = {.is = kinds[rnd_in(r, 0, 6)],
               .factor = (int)rnd_in(r, 0, 2),
               .before = rnd_chance(r, 50),
               .number = rnd_chance(r, 50),
               .more = (int)rnd_in(r, 1, 3)};
    for (size_t i = 0; i < 2; i++)
        c.of[i] = random_comparison(r, false, 40);
    return c;
}

static void claim_text(const family *f, const claim *c, char *out, size_t room)
{
    char text[2][300], map[200];
    const char *count = f->past[0] ? "B + 1" : "B";
    for (size_t i = 0; i < 2; i++)
        comparison_text(&c->of[i], text[i], sizeof text[i]);
    if (c->is == BIJECTIVE)
        snprintf(map, sizeof map, "map { (x) in (%s) where T[x] >= %d -> T[x] + %d*x }", count,
                 c->more, c->factor);
    else if (c->before)
        snprintf(map, sizeof map,
                 "piecewise { (x) in (%s) -> T[x] if x == 0; T[x - 1] + %d*x otherwise }", count,
                 c->factor);
    else
        snprintf(map, sizeof map, "map { (x) in (%s) -> T[x] + %d*x }", count, c->factor);
    if (c->is <= BOTH)
        snprintf(out, room, "%s%s%s", text[0], c->is == BOTH ? " and " : "",
                 c->is == BOTH ? text[1] : "");
    else if (c->is == ONE_TO_ONE)
        snprintf(out, room, "injective(%s)", map);
    else if (c->is == BIJECTIVE)
        snprintf(out, room, "%s(%s)", c->number ? "bijective" : "compact", map);
    else
        snprintf(out, room, "in_bounds(%s, %s%d)", map, c->number ? "" : "N + ", c->more);
}

static int value_at(const claim *c, const world *w, int x)
{
    return w->entry[x - (c->before && x > 0 && c->is != BIJECTIVE)] + c->factor * x;
}

/* Of the indices with large entries: each value up to their number is that of just one. */
static bool is_bijective(const claim *c, const world *w)
{
    int n = 0, seen = 0;
    for (int i = 0; i < w->count; i++)
        n += w->entry[i] >= c->more;
    for (int value = 0; value < n; value++) {
        int found = 0;
        for (int i = 0; i < w->count; i++)
            found += w->entry[i] >= c->more && value_at(c, w, i) == value;
        seen += found == 1;
    }
    return seen == n;
}

static bool is_true(const claim *c, const world *w, bool *hole)
{
    bool all = c->is != BIJECTIVE || is_bijective(c, w);
    for (size_t i = 0; i < 1u + (c->is == BOTH) && c->is <= BOTH; i++) {
        bool truth = true;
        *hole = !holds(&c->of[i], w, 0, &truth) || *hole;
        all = all && truth;
    }
    for (int i = 0; i < w->count && c->is > BOTH; i++) {
        int value = value_at(c, w, i);
        all = all && (c->is != BOUNDED || value < (c->number ? 0 : w->n) + c->more);
        for (int k = 0; k < i; k++)
            all = all && (c->is != ONE_TO_ONE || value != value_at(c, w, k));
    }
    return all;
}

/* What is known of all worlds that are looked at; `at`, if any, are the numbers of them. */
typedef struct {
    bool some, all_true, hole;
} truth;

static void look(const family *f, const claim *c, int b, int n, truth *t)
{
    world w = {.b = b, .n = n, .count = b + f->past[0]};
    if (w.count > 0 && n + f->past[1] == 0)
        return;
    do {
        if (!keeps(f, &w))
            continue;
        t->some = true;
        t->all_true = is_true(c, &w, &t->hole) && t->all_true;
    } while (next_table(&w, n + f->past[1]));
}

static int last_of(const family *f, size_t i)
{
    return f->high[i] < f->low[i] ? f->low[i] + UNBOUNDED : f->high[i];
}

static truth look_at_all(const family *f, const claim *c)
{
    truth t = {.all_true = true};
    for (int b = f->low[0]; b <= last_of(f, 0); b++)
        for (int n = f->low[1]; n <= last_of(f, 1); n++)
            look(f, c, b, n, &t);
    return t;
}

/* ---- the answer ---- */

/* Are the numbers of a counterexample among those that are looked at? */
static bool is_looked_at(const family *f, const lcv_answer *a)
{
    for (size_t i = 0; i < lcv_answer_nparameters(a); i++) {
        const lcv_parameter_value *p = lcv_answer_parameter(a, i);
        if (atoi(p->value) > last_of(f, *p->name == 'N'))
            return false;
    }
    return true;
}

static bool judge_error(law *l, const lcv_answer *a, const truth *t, bool bounded,
                        const char *text)
{
    const char *message = lcv_answer_message(a);
    bool none = message &&
                (strstr(message, "no table keeps") || strstr(message, "no such table"));
    impossible += none;
    if (none && t->some)
        return law_fail(l, "%s: there is a table: %s", text, message);
    return none || t->hole || !bounded || law_fail(l, "%s: %s", text, message ? message : "?");
}

static bool judge(law *l, const family *f, const claim *c, const char *text)
{
    lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, text);
    int verdict = lcv_answer_verdict(a);
    truth t = look_at_all(f, c);
    bool bounded = f->high[0] >= f->low[0] && f->high[1] >= f->low[1], ok = true;
    const char *note = lcv_answer_note(a);
    if (verdict == LCV_NO_VERDICT)
        ok = judge_error(l, a, &t, bounded, text);
    else if (verdict == LCV_PROVED && (!t.all_true || t.hole))
        ok = law_fail(l, "%s: PROVED, and %s", text, t.hole ? "it has a hole" : "it is false");
    else if (verdict == LCV_PROVED && lc_ctx_shortcuts(session->ctx) && bounded &&
             t.some != !note)
        ok = law_fail(l, "%s: PROVED %s, and there %s such a table", text,
                      note ? "with a note" : "without a note", t.some ? "is" : "is no");
    else if (verdict == LCV_REFUTED && t.all_true && !t.hole && (bounded || is_looked_at(f, a)))
        ok = law_fail(l, "%s: REFUTED at %s, and it is true", text, lcv_answer_where(a));
    proved += verdict == LCV_PROVED;
    refuted += verdict == LCV_REFUTED;
    open += verdict == LCV_UNKNOWN;
    if (verdict == LCV_PROVED || verdict == LCV_REFUTED)
        law_saw(l, verdict == LCV_REFUTED);
    lcv_answer_free(a);
    return ok;
}

static bool one_claim(law *l)
{
    char text[3000], of[1000];
    if (!session || l->index % ASKS == 0) {
        lcv_session_free(session);
        session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
        ck_assert_ptr_nonnull(session);
        lc_ctx_set_shortcuts(session->ctx, shortcuts);
    }
    family f = random_family(&l->rnd);
    claim c = random_claim(&l->rnd);
    family_text(&f, text, sizeof text);
    claim_text(&f, &c, of, sizeof of);
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, "; %s", of);
    return judge(l, &f, &c, text);
}

static void ask(const char *name, bool small, size_t share, const char *const *classes)
{
    shortcuts = small;
    proved = refuted = open = impossible = 0;
    law_check_share(name, one_claim, classes, share);
    lcv_session_free(session);
    session = NULL;
    if (getenv("LAYOUTCHECK_VERBOSE"))
        printf("%zu proved, %zu refuted, %zu unknown, %zu without a table\n", proved, refuted,
               open, impossible);
}

TEST(claims_beside_a_table)
{
    static const char *const verdicts[] = {"proved", "refuted", NULL};
    ask("claims beside a table", true, 1, verdicts);
    size_t all = proved + refuted + open;
    if (all >= 1000)
        ck_assert_msg(open * 10 <= all, "%zu of %zu are unknown", open, all);
}

/* Without small worlds: what is proved rests on sets alone. */
TEST(proofs_beside_a_table)
{
    ask("proofs beside a table", false, 2, NULL);
}

SUITE_MAIN("tables", claims_beside_a_table, proofs_beside_a_table)
