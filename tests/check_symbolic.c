/* check_symbolic.c - claims with parameters against enumeration.
 *
 * Random claims about layouts whose extents and strides depend on M and N. What is proved
 * must hold, by a walk over all coordinates, at every small M and N that satisfies the
 * assumptions; what is refuted must fail at the numbers of the counterexample. Sizes are
 * evaluated here by themselves: nothing is shared with the library but the text.
 *
 * With SOLVE_ONLY the library does not try numbers before it proves: what it proves of
 * claims that are false would show.
 */
#include "config.h"

#include "../verify/session/script.h"
#include "../verify/session/session.h"
#include "law.h"
#include "suite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAVES 4
#define SMALL 9         /* M and N up to this are walked */
#define WALKED 100000   /* larger ones of an answer are believed */
#define POINTS 2000000L /* coordinates of one walk */

/* ---- sizes ---- */

typedef struct {
    enum { CONSTANT, M, N, PLUS, TIMES, FLOOR, CEIL, MIN, MAX } kind;
    int64_t value; /* CONSTANT; of FLOOR and CEIL the divisor */
    int left, right;
} node;

/* A few trees that share their nodes. */
typedef struct {
    size_t n;
    node node[256];
} sizes;

static int add_node(sizes *s, node made)
{
    if (s->n == sizeof s->node / sizeof *s->node)
        ck_abort_msg("too many nodes");
    s->node[s->n] = made;
    return (int)s->n++;
}

static int constant(sizes *s, int64_t value)
{
    return add_node(s, (node){.kind = CONSTANT, .value = value});
}

static int times(sizes *s, int a, int b)
{
    return add_node(s, (node){.kind = TIMES, .left = a, .right = b});
}

static int plus(sizes *s, int a, int64_t b)
{
    return add_node(s, (node){.kind = PLUS, .left = a, .right = constant(s, b)});
}

static int64_t floor_of(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

static int64_t size_at(const sizes *s, int at, int64_t m, int64_t n)
{
    const node *x = &s->node[at];
    int64_t a = x->kind > N ? size_at(s, x->left, m, n) : 0;
    int64_t b = x->kind > N && x->kind != FLOOR && x->kind != CEIL ? size_at(s, x->right, m, n)
                                                                   : 0;
    switch (x->kind) {
    case CONSTANT: return x->value;
    case M: return m;
    case N: return n;
    case PLUS: return a + b;
    case TIMES: return a * b;
    case FLOOR: return floor_of(a, x->value);
    case CEIL: return floor_of(a + x->value - 1, x->value);
    case MIN: return a < b ? a : b;
    default: return a > b ? a : b;
    }
}

/* Text under construction. */
typedef struct {
    size_t n;
    char data[8192];
} text;

static void add(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->data + t->n, sizeof t->data - t->n, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof t->data - t->n)
        ck_abort_msg("the text is too long");
    t->n += (size_t)n;
}

static void add_size(text *t, const sizes *s, int at)
{
    static const char *const before[] = {[PLUS] = "(",         [TIMES] = "",   [FLOOR] = "(",
                                         [CEIL] = "ceil_div(", [MIN] = "min(", [MAX] = "max("};
    static const char *const between[] = {
        [PLUS] = " + ", [TIMES] = "*", [FLOOR] = "/", [CEIL] = ", ", [MIN] = ", ", [MAX] = ", "};
    const node *x = &s->node[at];
    if (x->kind == CONSTANT)
        add(t, "%lld", (long long)x->value);
    if (x->kind <= N) {
        add(t, "%s", x->kind == M ? "M" : x->kind == N ? "N" : "");
        return;
    }
    add(t, "%s", before[x->kind]);
    add_size(t, s, x->left);
    add(t, "%s", between[x->kind]);
    if (x->kind == FLOOR || x->kind == CEIL)
        add(t, "%lld", (long long)x->value);
    else
        add_size(t, s, x->right);
    add(t, "%s", x->kind == TIMES ? "" : ")");
}

static int rnd_parameter(rnd *r, sizes *s)
{
    return add_node(s, (node){.kind = rnd_chance(r, 50) ? M : N});
}

/* An extent: a number, a parameter, tiles of one. */
static int rnd_extent(rnd *r, sizes *s)
{
    int64_t tile = rnd_in(r, 2, 4);
    switch (rnd_in(r, 0, 9)) {
    case 0:
    case 1:
    case 2: return constant(s, rnd_in(r, 1, 4));
    case 3: return add_node(s, (node){.kind = CEIL, .value = tile, .left = rnd_parameter(r, s)});
    case 4: return add_node(s, (node){.kind = FLOOR, .value = tile, .left = rnd_parameter(r, s)});
    case 5: return plus(s, rnd_parameter(r, s), rnd_in(r, -1, 2));
    case 6:
        return add_node(s, (node){.kind = rnd_chance(r, 50) ? MIN : MAX,
                                  .left = rnd_parameter(r, s),
                                  .right = rnd_chance(r, 50) ? rnd_parameter(r, s)
                                                             : constant(s, tile)});
    default: return rnd_parameter(r, s);
    }
}

/* ---- layouts of coordinates (two axes) and of integers (one) ---- */

typedef struct {
    size_t n, axes;
    int extent[LEAVES], step[LEAVES][2];
} shape;

/* Compact in a random order, now and then with something wrong; strides of coordinates are
 * never 0, which would make integers of them. */
static void rnd_layout_of(rnd *r, sizes *s, size_t axes, shape *x)
{
    int place[2] = {constant(s, 1), constant(s, 1)};
    bool padded = rnd_chance(r, 25);
    x->n = (size_t)rnd_in(r, 1, LEAVES);
    x->axes = axes;
    for (size_t k = 0; k < x->n; k++)
        x->extent[k] = rnd_extent(r, s);
    for (size_t left = x->n, k = (size_t)rnd_in(r, 0, LEAVES); left > 0; left--, k++) {
        size_t leaf = k % x->n, axis = (size_t)rnd_in(r, 0, (int64_t)axes - 1);
        x->step[leaf][1] = x->step[leaf][0] = constant(s, 0);
        x->step[leaf][axis] = rnd_chance(r, 8)
                                  ? plus(s, place[axis], rnd_in(r, axes == 1 ? -1 : 1, 2))
                                  : place[axis];
        if (axes == 1 && rnd_chance(r, 4))
            x->step[leaf][axis] = rnd_extent(r, s);
        place[axis] = times(s, place[axis], x->extent[leaf]);
        if (padded && rnd_chance(r, 50))
            place[axis] = plus(s, place[axis], rnd_in(r, 1, 2));
    }
}

static void add_layout(text *t, const sizes *s, const shape *x)
{
    add(t, "(");
    for (size_t k = 0; k < x->n; k++) {
        add_size(t, s, x->extent[k]);
        add(t, "%s", x->n == 1 || k + 1 < x->n ? "," : "");
    }
    add(t, "):(");
    for (size_t k = 0; k < x->n; k++) {
        add_size(t, s, x->step[k][0]);
        if (x->axes == 2) {
            add(t, "*e0 + ");
            add_size(t, s, x->step[k][1]);
            add(t, "*e1");
        }
        add(t, "%s", x->n == 1 || k + 1 < x->n ? "," : "");
    }
    add(t, ")");
}

/* ---- walks ---- */

/* What a walk finds: how often each value comes, in a hash table. */
typedef struct {
    bool exists;     /* every extent is 1 or more, and the walk is not too long */
    bool repeated;   /* some value comes twice among those that take part */
    bool outside;    /* some that takes part is not of the box */
    int64_t reached; /* different values of the box that are reached */
} walk;

typedef struct {
    int64_t bound[2], guard[2]; /* guard < 0: none */
} box;

static uint64_t hash(int64_t x, int64_t y)
{
    uint64_t h = (uint64_t)x * 0x9e3779b97f4a7c15u ^ (uint64_t)y * 0xc2b2ae3d27d4eb4fu;
    return h ^ h >> 29;
}

static walk walk_at(const sizes *s, const shape *x, int64_t m, int64_t n, const box *b)
{
    walk w = {.exists = true};
    int64_t extent[LEAVES], digit[LEAVES] = {0}, total = 1;
    for (size_t k = 0; k < x->n; k++) {
        extent[k] = size_at(s, x->extent[k], m, n);
        if (extent[k] < 1 || (total *= extent[k]) > POINTS)
            return (walk){.exists = false};
    }
    size_t room = 2;
    while (room < (size_t)total * 2)
        room *= 2;
    struct entry {
        int64_t value[2];
        bool used;
    } *seen = calloc(room, sizeof *seen);
    if (!seen)
        ck_abort_msg("out of memory");
    for (int64_t i = 0; i < total; i++) {
        int64_t value[2] = {0, 0};
        for (size_t k = 0; k < x->n; k++)
            for (size_t axis = 0; axis < x->axes; axis++)
                value[axis] += digit[k] * size_at(s, x->step[k][axis], m, n);
        bool takes_part = true, inside = true;
        for (size_t axis = 0; axis < x->axes; axis++) {
            takes_part = takes_part && (b->guard[axis] < 0 || value[axis] < b->guard[axis]);
            inside = inside && value[axis] >= 0 && value[axis] < b->bound[axis];
        }
        size_t at = (size_t)hash(value[0], value[1]) & (room - 1);
        while (seen[at].used && (seen[at].value[0] != value[0] || seen[at].value[1] != value[1]))
            at = (at + 1) & (room - 1);
        if (takes_part) {
            w.repeated = w.repeated || seen[at].used;
            w.outside = w.outside || !inside;
            w.reached += inside && !seen[at].used;
            seen[at] = (struct entry){{value[0], value[1]}, true};
        }
        for (size_t k = 0; k < x->n && ++digit[k] == extent[k]; k++)
            digit[k] = 0;
    }
    free(seen);
    return w;
}

/* ---- claims ---- */

typedef enum { INJECTIVE, IN_BOUNDS, COVERS, BIJECTIVE, PARTITIONS, COMPARES } claim_kind;

typedef struct {
    claim_kind kind;
    sizes s;
    shape x;
    int bound[2], guard[2]; /* guard: -1 none */
    int left, right;        /* COMPARES: left <= right */
    /* assumptions */
    int64_t modulus, residue;  /* M % modulus == residue */
    bool ordered;              /* N <= M */
    int64_t least[2], most[2]; /* of M and N; most 0: no end */
} problem;

static int rnd_bound(rnd *r, problem *p, size_t axis)
{
    int product = constant(&p->s, 1);
    for (size_t k = 0; k < p->x.n; k++) {
        const node *step = &p->s.node[p->x.step[k][axis]];
        if (step->kind != CONSTANT || step->value != 0)
            product = times(&p->s, product, p->x.extent[k]);
    }
    if (rnd_chance(r, 15))
        return plus(&p->s, product, rnd_in(r, -1, 1));
    return rnd_chance(r, 25) ? rnd_parameter(r, &p->s) : product;
}

static void rnd_problem(rnd *r, problem *p)
{
    *p = (problem){.kind = (claim_kind)rnd_in(r, INJECTIVE, COMPARES), .guard = {-1, -1}};
    size_t axes = p->kind != BIJECTIVE && rnd_chance(r, 50) ? 2 : 1;
    rnd_layout_of(r, &p->s, axes, &p->x);
    for (size_t axis = 0; axis < axes; axis++) {
        p->bound[axis] = rnd_bound(r, p, axis);
        if (p->kind == PARTITIONS && rnd_chance(r, 60)) { /* tiles of a parameter */
            p->bound[axis] = add_node(&p->s, (node){.kind = axis == 0 ? M : N});
            p->guard[axis] = rnd_chance(r, 90) ? p->bound[axis] : plus(&p->s, p->bound[axis], 1);
        }
    }
    p->left = rnd_extent(r, &p->s);
    p->right = plus(&p->s, times(&p->s, rnd_extent(r, &p->s), rnd_extent(r, &p->s)),
                    rnd_in(r, -1, 3));
    p->modulus = rnd_chance(r, 40) ? rnd_in(r, 2, 4) : 1;
    p->residue = rnd_chance(r, 30) ? rnd_in(r, 0, p->modulus - 1) : 0;
    p->ordered = rnd_chance(r, 25);
    for (int i = 0; i < 2; i++) {
        p->least[i] = rnd_in(r, 1, 3);
        p->most[i] = rnd_chance(r, 25) ? p->least[i] + rnd_in(r, 0, 12) : 0;
    }
}

static bool admits(const problem *p, int64_t m, int64_t n)
{
    return m >= p->least[0] && n >= p->least[1] && (p->most[0] == 0 || m <= p->most[0]) &&
           (p->most[1] == 0 || n <= p->most[1]) && m % p->modulus == p->residue &&
           (!p->ordered || n <= m);
}

typedef enum { HOLDS, FAILS, NO_VALUE, UNDECIDED } truth;

static truth claim_at(const problem *p, int64_t m, int64_t n)
{
    box b = {{1, 1}, {-1, -1}};
    if (p->kind == COMPARES)
        return size_at(&p->s, p->left, m, n) <= size_at(&p->s, p->right, m, n) ? HOLDS : FAILS;
    int64_t places = 1;
    for (size_t axis = 0; axis < p->x.axes; axis++) {
        b.bound[axis] = size_at(&p->s, p->bound[axis], m, n);
        b.guard[axis] = p->guard[axis] < 0 ? -1 : size_at(&p->s, p->guard[axis], m, n);
        places *= b.bound[axis];
    }
    bool shape_claim = p->kind == PARTITIONS || (p->x.axes == 2 && p->kind != INJECTIVE);
    for (size_t axis = 0; axis < p->x.axes; axis++)
        if (p->kind != INJECTIVE && p->kind != BIJECTIVE && b.bound[axis] < (shape_claim ? 1 : 0))
            return NO_VALUE;
    int64_t size = 1;
    for (size_t k = 0; k < p->x.n; k++) {
        int64_t extent = size_at(&p->s, p->x.extent[k], m, n);
        if (extent < 1)
            return NO_VALUE;
        if ((size *= extent) > POINTS)
            return UNDECIDED;
    }
    if (p->kind == BIJECTIVE)
        b.bound[0] = places = size;
    walk w = walk_at(&p->s, &p->x, m, n, &b);
    bool holds = p->kind == INJECTIVE   ? !w.repeated
                 : p->kind == IN_BOUNDS ? !w.outside
                 : p->kind == COVERS    ? w.reached == places
                                        : !w.repeated && !w.outside && w.reached == places;
    return holds ? HOLDS : FAILS;
}

/* `(M, _)`, of one axis `M`. */
static void add_bounds(text *t, const problem *p, const int *bound)
{
    add(t, "%s", p->x.axes == 1 ? "" : "(");
    for (size_t axis = 0; axis < p->x.axes; axis++) {
        add(t, "%s", axis == 0 ? "" : ", ");
        if (bound[axis] < 0)
            add(t, "_");
        else
            add_size(t, &p->s, bound[axis]);
    }
    add(t, "%s", p->x.axes == 1 ? "" : ")");
}

static void add_claim(text *t, const problem *p)
{
    static const char *const name[] = {"injective", "in_bounds", "covers", "bijective",
                                       "partitions"};
    if (p->kind == COMPARES) {
        add_size(t, &p->s, p->left);
        add(t, " <= ");
        add_size(t, &p->s, p->right);
        return;
    }
    add(t, "%s(", name[p->kind]);
    add_layout(t, &p->s, &p->x);
    if (p->kind != INJECTIVE && p->kind != BIJECTIVE) {
        add(t, ", ");
        add_bounds(t, p, p->bound);
    }
    if (p->kind == PARTITIONS) {
        add(t, ", under=");
        add_bounds(t, p, p->guard);
    }
    add(t, ")");
}

static void add_range(text *t, const char *name, int64_t least, int64_t most)
{
    if (most == 0)
        add(t, "%s >= %lld", name, (long long)least);
    else
        add(t, "%s in %lld..%lld", name, (long long)least, (long long)most);
}

static void write_script(text *t, const problem *p)
{
    *t = (text){0};
    add(t, "param ");
    add_range(t, "M", p->least[0], p->most[0]);
    add(t, ", ");
    add_range(t, "N", p->least[1], p->most[1]);
    if (p->modulus > 1)
        add(t, "\nassume M %% %lld == %lld", (long long)p->modulus, (long long)p->residue);
    add(t, "%s\nprove ", p->ordered ? "\nassume N <= M" : "");
    add_claim(t, p);
    add(t, "\n");
}

/* ---- what the library says ---- */

typedef struct {
    size_t errors; /* of all statements */
    bool error;    /* of the claim */
    lcv_verdict verdict;
    bool at; /* numbers of a counterexample, or of an error */
    int64_t m, n;
    char message[400];
} said;

/* "at M = 3, N = 4: ..." */
static void read_place(said *s, const char *message)
{
    const char *m = strstr(message, "M = "), *n = strstr(message, "N = ");
    s->at = m || n;
    s->m = m ? strtoll(m + 4, NULL, 10) : 1;
    s->n = n ? strtoll(n + 4, NULL, 10) : 1;
}

static void listen(void *user, const lcv_outcome *outcome)
{
    said *s = user;
    s->error = outcome->error != NULL;
    s->errors += s->error;
    if (outcome->error) {
        snprintf(s->message, sizeof s->message, "%s", outcome->error->message);
        if (strncmp(s->message, "at ", 3) == 0)
            read_place(s, s->message);
    }
    if (!outcome->result)
        return;
    s->verdict = outcome->result->verdict;
    const lcv_counterexample *c = &outcome->result->counterexample;
    for (size_t i = 0; i < c->nparameters; i++) {
        s->at = true;
        *(c->parameters[i].name[0] == 'M' ? &s->m : &s->n) = strtoll(c->parameters[i].value, NULL,
                                                                     10);
    }
}

static said ask(const char *script)
{
    said s = {.m = 1, .n = 1};
    lcv_listener listener = {.user = &s, .outcome = listen};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = false});
    ck_assert_ptr_nonnull(session);
    lc_ctx_set_shortcuts(session->ctx, !SOLVE_ONLY);
    lcv_session_say(session, script, &listener);
    lcv_session_free(session);
    return s;
}

static bool satisfiable(const problem *p)
{
    for (int64_t m = 1; m <= 40; m++)
        for (int64_t n = 1; n <= 40; n++)
            if (admits(p, m, n))
                return true;
    return false;
}

static bool mentions(const char *script, char name)
{
    const char *claim = strstr(script, "prove ");
    return claim && strchr(claim, name) != NULL;
}

/* The numbers of the answer, with some for a parameter that the claim leaves out. */
static bool place_of(const problem *p, const char *script, const said *s, int64_t *m, int64_t *n)
{
    bool has_m = mentions(script, 'M') || (p->ordered && mentions(script, 'N'));
    bool has_n = mentions(script, 'N') || (p->ordered && mentions(script, 'M'));
    for (int64_t a = 1; a <= 40; a++)
        for (int64_t b = 1; b <= 40; b++) {
            *m = has_m ? s->m : a;
            *n = has_n ? s->n : b;
            if (admits(p, *m, *n))
                return true;
        }
    return false;
}

/* ---- the law ---- */

static bool proved_holds(law *l, const problem *p, const char *script)
{
    for (int64_t m = 1; m <= SMALL; m++)
        for (int64_t n = 1; n <= SMALL; n++) {
            truth t = admits(p, m, n) ? claim_at(p, m, n) : HOLDS;
            if (t == FAILS || t == NO_VALUE)
                return law_fail(l, "%sis proved, but %s at M = %lld, N = %lld", script,
                                t == FAILS ? "fails" : "has no value", (long long)m,
                                (long long)n);
        }
    return true;
}

static bool refuted_fails(law *l, const problem *p, const char *script, const said *s)
{
    int64_t m, n;
    if (s->m > WALKED || s->n > WALKED)
        return true;
    if (!place_of(p, script, s, &m, &n))
        return law_fail(l, "%sis refuted at M = %lld, N = %lld, which are not admitted", script,
                        (long long)s->m, (long long)s->n);
    truth t = claim_at(p, m, n);
    return t == FAILS || t == UNDECIDED ||
           law_fail(l, "%sis refuted at M = %lld, N = %lld, where it %s", script, (long long)m,
                    (long long)n, t == HOLDS ? "holds" : "has no value");
}

static bool error_is_right(law *l, const problem *p, const char *script, const said *s)
{
    int64_t m, n;
    if (!s->at)
        return law_fail(l, "%s%s", script, s->message);
    if (s->m > WALKED || s->n > WALKED)
        return true;
    if (!place_of(p, script, s, &m, &n))
        return law_fail(l, "%s%s: these are not admitted", script, s->message);
    truth t = claim_at(p, m, n);
    return t == NO_VALUE || law_fail(l, "%s%s: but there the claim %s", script, s->message,
                                     t == HOLDS   ? "holds"
                                     : t == FAILS ? "fails"
                                                  : "is too large");
}

LAW_SHARE(test_claims, "claims with parameters", 2,
          CLASSES("proved", "refuted", "without a value"))
{
    problem p;
    text t;
    do { /* a claim of numbers is none for this law */
        rnd_problem(&l->rnd, &p);
        write_script(&t, &p);
    } while (!mentions(t.data, 'M') && !mentions(t.data, 'N'));
    said s = ask(t.data);
    if (!satisfiable(&p))
        return s.errors > 0 || law_fail(l, "%sthe assumptions are accepted", t.data);
    if (s.error) {
        law_saw(l, 2);
        return error_is_right(l, &p, t.data, &s);
    }
    if (s.verdict == LCV_UNKNOWN)
        return true;
    law_saw(l, s.verdict == LCV_PROVED ? 0 : 1);
    return s.verdict == LCV_PROVED ? proved_holds(l, &p, t.data)
                                   : refuted_fails(l, &p, t.data, &s);
}

SUITE_MAIN("symbolic", test_claims)
