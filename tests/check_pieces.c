/* check_pieces.c - random maps by pieces, with parameters and with tables that are not known,
 * against enumeration: of all coordinates, all sizes of a range, all tables that keep their
 * promises. What a map means is computed here from the case, not from its text.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../verify/session/answer.h"
#include "../verify/session/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MOST_POINTS 400
#define MOST_TABLES 1024

static lcv_session *session;
static size_t proved, refuted, open;

/* ---- a map ---- */

/* An expression: a postfix program over two coordinates, a size and a table. */
typedef enum {
    NUMBER,
    I,
    J,
    SIZE,
    ENTRY,
    PLUS,
    MINUS,
    TIMES,
    OVER,
    REST,
    LEAST,
    MOST,
    AND,
    XOR,
    OR,
    UP,
    DOWN,
    LESS, /* 1 or 0 */
    FLIP, /* of one operand */
    MAGNITUDE
} code;
typedef struct {
    size_t n;
    struct {
        code is;
        int number;
    } at[16];
} program;

typedef struct {
    program value[3], left[2], right[2];
    const char *op[2];
    size_t npieces; /* the last one is `otherwise` */
    int rows, columns;
    bool triangle;   /* j <= i */
    bool times_size; /* the rows are as many as the size */
} map;

/* The world: a size, a table. */
typedef struct {
    int size, n;
    int entry[8];
    bool outside; /* an index was outside of the table */
} world;

static int64_t quotient(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t computed(code is, int64_t a, int64_t b)
{
    switch (is) {
    case PLUS: return a + b;
    case MINUS: return a - b;
    case TIMES: return a * b;
    case OVER: return quotient(a, b);
    case REST: return a - b * quotient(a, b);
    case LEAST: return a < b ? a : b;
    case MOST: return a > b ? a : b;
    case AND: return a & b;
    case XOR: return a ^ b;
    case OR: return a | b;
    case UP: return a * ((int64_t)1 << b);
    case DOWN: return quotient(a, (int64_t)1 << b);
    default: return a < b;
    }
}

static int64_t value_of(const program *p, world *w, int64_t i, int64_t j)
{
    int64_t stack[16], a = 0, b = 0;
    size_t depth = 0;
    for (size_t k = 0; k < p->n; k++) {
        code is = p->at[k].is;
        if (is == ENTRY) {
            a = stack[--depth];
            bool in = a >= 0 && a < w->n;
            w->outside = w->outside || !in;
            stack[depth++] = in ? w->entry[a] : 0;
        } else if (is <= SIZE) {
            stack[depth++] = is == NUMBER ? p->at[k].number : is == I ? i : is == J ? j : w->size;
        } else if (is >= FLIP) {
            a = stack[depth - 1];
            stack[depth - 1] = is == FLIP ? -1 - a : a < 0 ? -a : a;
        } else {
            b = stack[--depth];
            a = stack[--depth];
            stack[depth++] = computed(is, a, b);
        }
    }
    return stack[0];
}

static void text_of(const program *p, char *out, size_t room)
{
    char stack[16][200], made[420];
    size_t depth = 0;
    static const char *const sign[] = {
        [PLUS] = "+",    [MINUS] = "-",  [TIMES] = "*", [OVER] = "/", [REST] = "%",
        [LEAST] = "min", [MOST] = "max", [AND] = "&",   [XOR] = "^",  [OR] = "|",
        [UP] = "<<",     [DOWN] = ">>",  [LESS] = "<"};
    for (size_t k = 0; k < p->n; k++) {
        code is = p->at[k].is;
        if (is == ENTRY) {
            depth--;
            snprintf(made, sizeof made, "T[%s]", stack[depth]);
        } else if (is <= SIZE) {
            snprintf(made, sizeof made, "%d", p->at[k].number);
            if (is != NUMBER)
                snprintf(made, sizeof made, "%s", is == I ? "i" : is == J ? "j" : "M");
        } else if (is >= FLIP) {
            depth--;
            snprintf(made, sizeof made, is == FLIP ? "~%s" : "abs(%s)", stack[depth]);
        } else {
            depth -= 2;
            if (is == LEAST || is == MOST)
                snprintf(made, sizeof made, "%s(%s, %s)", sign[is], stack[depth],
                         stack[depth + 1]);
            else
                snprintf(made, sizeof made, "(%s %s %s)", stack[depth], sign[is],
                         stack[depth + 1]);
        }
        ck_assert_uint_lt(strlen(made), sizeof stack[0]);
        snprintf(stack[depth++], sizeof stack[0], "%.199s", made);
    }
    snprintf(out, room, "%s", stack[0]);
}

/* What a random map may have. */
typedef struct {
    bool size, table, products, bits;
} kind;

static void put(program *p, code is, int number)
{
    p->at[p->n].is = is;
    p->at[p->n++].number = number;
}

static void random_leaf(rnd *r, program *p, const kind *k)
{
    int which = (int)rnd_in(r, 0, 9);
    if (which < 3)
        put(p, I, 0);
    else if (which < 6)
        put(p, J, 0);
    else if (which == 6 && k->size)
        put(p, SIZE, 0);
    else
        put(p, NUMBER, (int)rnd_in(r, 0, 6));
    if (k->table && rnd_chance(r, 45))
        put(p, ENTRY, 0);
}

static void random_program(rnd *r, program *p, const kind *k)
{
    int n = (int)rnd_in(r, 0, k->bits ? 5 : 2);
    p->n = 0;
    random_leaf(r, p, k);
    for (int i = 0; i < n; i++) {
        code is = (code)rnd_in(r, PLUS, k->bits ? MAGNITUDE : LEAST);
        if (is >= FLIP)
            ;
        else if (is == UP || is == DOWN)
            put(p, NUMBER, (int)rnd_in(r, 0, 3));
        else if (is == OVER || is == REST || (is == TIMES && !(k->products && rnd_chance(r, 40))))
            put(p, NUMBER, (int)rnd_in(r, 1, 5));
        else
            random_leaf(r, p, k);
        put(p, is, 0);
    }
}

static void random_map(rnd *r, map *m, const kind *k)
{
    static const char *const ops[] = {"<", "<=", ">", ">=", "==", "!="};
    *m = (map){.npieces = (size_t)rnd_in(r, 1, 3),
               .rows = (int)rnd_in(r, 1, 6),
               .columns = (int)rnd_in(r, 1, 4),
               .triangle = rnd_chance(r, 20),
               .times_size = k->size && rnd_chance(r, 70)};
    for (size_t i = 0; i < m->npieces; i++)
        random_program(r, &m->value[i], k);
    for (size_t i = 0; i + 1 < m->npieces; i++) {
        random_program(r, &m->left[i], k);
        random_program(r, &m->right[i], k);
        m->op[i] = ops[rnd_in(r, 0, 5)];
    }
}

static void map_text(const map *m, char *out, size_t room)
{
    char value[256], left[256], right[256], rows[16];
    snprintf(rows, sizeof rows, m->times_size ? "M" : "%d", m->rows);
    size_t used = (size_t)snprintf(out, room, "piecewise { (i,j) in (%s,%d)%s -> ", rows,
                                   m->columns, m->triangle ? " where j <= i" : "");
    for (size_t i = 0; i < m->npieces; i++) {
        text_of(&m->value[i], value, sizeof value);
        bool last = i + 1 == m->npieces;
        if (!last) {
            text_of(&m->left[i], left, sizeof left);
            text_of(&m->right[i], right, sizeof right);
        }
        used += last ? (size_t)snprintf(out + used, room - used, "%s%s }", value,
                                        m->npieces > 1 ? " otherwise" : "")
                     : (size_t)snprintf(out + used, room - used, "%s if %s %s %s; ", value, left,
                                        m->op[i], right);
        ck_assert_uint_lt(used, room);
    }
}

static bool holds(const char *op, int64_t a, int64_t b)
{
    return strcmp(op, "<") == 0    ? a < b
           : strcmp(op, "<=") == 0 ? a <= b
           : strcmp(op, ">") == 0  ? a > b
           : strcmp(op, ">=") == 0 ? a >= b
           : strcmp(op, "==") == 0 ? a == b
                                   : a != b;
}

static int64_t map_at(const map *m, world *w, int64_t i, int64_t j)
{
    size_t k = 0;
    while (k + 1 < m->npieces &&
           !holds(m->op[k], value_of(&m->left[k], w, i, j), value_of(&m->right[k], w, i, j)))
        k++;
    return value_of(&m->value[k], w, i, j);
}

static size_t points_of(const map *m, world *w, int64_t *value)
{
    size_t n = 0;
    int rows = m->times_size ? w->size : m->rows;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < m->columns; j++)
            if (!m->triangle || j <= i) {
                ck_assert_uint_lt(n, MOST_POINTS);
                value[n++] = map_at(m, w, i, j);
            }
    return n;
}

/* ---- claims ---- */

typedef enum { INJECTIVE, IN_BOUNDS, COVERS, ALIGNED, CLAIMS } claim;
static const char *const claims[] = {"injective", "in_bounds", "covers", "aligned"};

static bool is_true(claim c, const map *m, world *w, int64_t bound)
{
    int64_t value[MOST_POINTS];
    size_t n = points_of(m, w, value);
    for (size_t i = 0; i < n; i++) {
        if (c == IN_BOUNDS && (value[i] < 0 || value[i] >= bound))
            return false;
        if (c == ALIGNED && value[i] % bound != 0)
            return false;
        for (size_t k = 0; c == INJECTIVE && k < i; k++)
            if (value[i] == value[k])
                return false;
    }
    for (int64_t x = 0; c == COVERS && x < bound; x++) {
        bool found = false;
        for (size_t i = 0; i < n; i++)
            found = found || value[i] == x;
        if (!found)
            return false;
    }
    return true;
}

static void claim_text(claim c, const map *m, int64_t bound, char *out, size_t room)
{
    char text[1200];
    map_text(m, text, sizeof text);
    if (c == INJECTIVE)
        snprintf(out, room, "injective(%s)", text);
    else
        snprintf(out, room, "%s(%s, %" PRId64 ")", claims[c], text, bound);
}

/* The answer against the truth; a map that has no value somewhere is an error. */
static bool judge(law *l, const char *text, bool truth, bool hole)
{
    lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, text);
    lcv_status status = lcv_answer_status(a);
    bool decided = status == LCV_PASSED || status == LCV_FAILED;
    lcv_verdict verdict = decided ? lcv_answer_verdict(a) : LCV_UNKNOWN;
    bool invalid = status == LCV_INVALID, ok = true;
    if (status == LCV_DISAGREEMENT)
        ok = law_fail(l, "%s: the opinions disagree: %s", text, lcv_answer_rendered(a));
    else if (hole && !invalid && verdict == LCV_PROVED)
        ok = law_fail(l, "%s: PROVED, and it has a hole", text);
    else if (!hole && invalid)
        ok = law_fail(l, "%s: %s", text, lcv_answer_rendered(a));
    else if (!hole && ((verdict == LCV_PROVED && !truth) || (verdict == LCV_REFUTED && truth)))
        ok = law_fail(l, "%s: %s, and it is %s", text, lcv_verdict_name(verdict),
                      truth ? "true" : "false");
    proved += !invalid && verdict == LCV_PROVED;
    refuted += !invalid && verdict == LCV_REFUTED;
    open += !invalid && verdict == LCV_UNKNOWN;
    if (verdict == LCV_PROVED)
        law_saw(l, 0);
    if (verdict == LCV_REFUTED)
        law_saw(l, 1);
    lcv_answer_free(a);
    return ok;
}

static const char *const verdicts[] = {"proved", "refuted", NULL};

/* A bound for which the claim is true often. */
static int64_t random_bound(law *l, claim c, const map *m, world *w)
{
    int64_t value[MOST_POINTS], most = 0;
    size_t n = points_of(m, w, value);
    for (size_t i = 0; i < n; i++)
        most = value[i] > most ? value[i] : most;
    if (c == ALIGNED)
        return rnd_in(&l->rnd, 1, 4);
    if (c == COVERS)
        return rnd_in(&l->rnd, 1, 3);
    return most + rnd_in(&l->rnd, 0, 2) + (most == 0);
}

static claim random_claim(law *l)
{
    return (claim)rnd_in(&l->rnd, 0, CLAIMS - 1);
}

static bool one_of_numbers(law *l)
{
    const kind plain = {.products = rnd_chance(&l->rnd, 30)};
    world w = {.size = 0};
    map m;
    char text[1400];
    random_map(&l->rnd, &m, &plain);
    claim c = random_claim(l);
    int64_t bound = random_bound(l, c, &m, &w);
    claim_text(c, &m, bound, text, sizeof text);
    return judge(l, text, is_true(c, &m, &w, bound), false);
}

/* All operators, on more coordinates: each claim is decided. */
static bool one_formula(law *l)
{
    const kind formula = {.products = rnd_chance(&l->rnd, 30), .bits = true};
    world w = {.size = 0};
    map m;
    char text[1400];
    random_map(&l->rnd, &m, &formula);
    m.rows *= (int)rnd_in(&l->rnd, 1, 8);
    m.columns *= (int)rnd_in(&l->rnd, 1, 2);
    claim c = random_claim(l);
    int64_t bound = random_bound(l, c, &m, &w);
    claim_text(c, &m, bound, text, sizeof text);
    return judge(l, text, is_true(c, &m, &w, bound), false);
}

static bool one_with_a_size(law *l)
{
    const kind sized = {.size = true, .products = rnd_chance(&l->rnd, 50)};
    map m;
    char text[1400];
    bool truth = true;
    random_map(&l->rnd, &m, &sized);
    claim c = random_claim(l);
    world large = {.size = 6};
    int64_t bound = random_bound(l, c, &m, &large);
    for (int size = 1; size <= 6 && truth; size++) {
        world w = {.size = size};
        truth = is_true(c, &m, &w, bound);
    }
    claim_text(c, &m, bound, text, sizeof text);
    return judge(l, text, truth, false);
}

/* ---- tables ---- */

typedef enum { NOTHING, DISTINCT, SORTED, RISING, PROMISES } promise;
static const char *const promises[] = {"", ", injective", ", sorted", ", increasing"};

static bool keeps(promise p, const world *w)
{
    for (int i = 0; i < w->n; i++)
        for (int k = 0; k < i; k++)
            if ((p == DISTINCT && w->entry[k] == w->entry[i]) ||
                (p == SORTED && w->entry[k] > w->entry[i]) ||
                (p == RISING && w->entry[k] >= w->entry[i]))
                return false;
    return true;
}

/* The next table, as a number with a digit an entry; false after the last. */
static bool next_table(world *w, int range)
{
    for (int i = 0; i < w->n; i++) {
        if (++w->entry[i] < range)
            return true;
        w->entry[i] = 0;
    }
    return false;
}

static bool one_with_a_table(law *l)
{
    const kind tabled = {.table = true};
    map m;
    char text[1500], body[1400];
    promise p = (promise)rnd_in(&l->rnd, 0, PROMISES - 1);
    int n = (int)rnd_in(&l->rnd, 1, 4), range = (int)rnd_in(&l->rnd, p >= DISTINCT ? n : 1, 5);
    bool truth = true, hole = false, some = false;
    int64_t bound = 1;
    random_map(&l->rnd, &m, &tabled);
    claim c = random_claim(l);
    world w = {.n = n};
    do {
        if (!keeps(p, &w))
            continue;
        if (!some)
            bound = random_bound(l, c, &m, &w);
        some = true;
        truth = is_true(c, &m, &w, bound) && truth;
        hole = hole || w.outside;
    } while (next_table(&w, range));
    claim_text(c, &m, bound, body, sizeof body);
    snprintf(text, sizeof text, "table T[%d] in [0..%d)%s; %s", n, range, promises[p], body);
    return !some || judge(l, text, truth, hole);
}

/* ---- all of them ---- */

static void ask_of(const char *name, const char *statements, bool shortcuts, law_body body,
                   size_t share, size_t open_share, bool refutes)
{
    session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    ck_assert_ptr_nonnull(session);
    if (*statements)
        lcv_answer_free(lcv_ask(session, LCV_ASK_SAY, statements));
    lc_ctx_set_shortcuts(session->ctx, shortcuts);
    proved = refuted = open = 0;
    law_check_share(name, body, refutes ? verdicts : NULL, share);
    lcv_session_free(session);
    size_t all = proved + refuted + open;
    if (all >= 100)
        ck_assert_msg(open * 100 <= all * open_share, "%s: %zu of %zu are unknown", name, open,
                      all);
}

TEST(maps_of_numbers)
{
    ask_of("maps by pieces", "", true, one_of_numbers, 4, 2, true);
}

TEST(index_formulas)
{
    ask_of("index formulas", "", true, one_formula, 4, 0, true);
}

TEST(maps_with_a_size)
{
    ask_of("maps with a size", "param M in 1..6", true, one_with_a_size, 8, 5, true);
}

TEST(maps_with_a_table)
{
    ask_of("maps with a table", "", true, one_with_a_table, 4, 10, true);
}

/* Without small worlds: what is proved rests on sets alone. */
TEST(tables_are_proved)
{
    ask_of("proofs about tables", "", false, one_with_a_table, 4, 100, false);
}

SUITE_MAIN("pieces", maps_of_numbers, index_formulas, maps_with_a_size, maps_with_a_table,
           tables_are_proved)
