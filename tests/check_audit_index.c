/* check_audit_index.c - formulas of integers of MLIR against their operations, computed one after
 * the other; values that loops carry against the loops; sectors of accesses through random
 * layouts against a count of the bytes that each lane touches.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../kernels/audit/audit.h"
#include "../kernels/audit/index/index.h"
#include "../kernels/audit/index/recurrence.h"
#include "../lib/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lck_ir_module *must_read(const char *text)
{
    lck_ir_error error;
    lck_ir_module *m = lck_ir_read(text, strlen(text), &error);
    ck_assert_msg(m != NULL, "%u:%u: %s\n%s", error.line, error.column, error.message, text);
    return m;
}

static uint32_t value_named(const lck_ir_module *m, const char *name)
{
    for (uint32_t i = 0; i < m->nvalues; i++)
        if (lck_ir_text_is(m->value[i].name, name))
            return i;
    ck_abort_msg("no %%%s", name);
}

static uint32_t function_of(const lck_ir_module *m)
{
    for (uint32_t i = 0; i < m->nops; i++)
        if (lck_ir_is(&m->op[i], "tt.func"))
            return i;
    ck_abort_msg("no function");
}

/* ---- formulas at numbers ---- */

typedef struct {
    int64_t argument[8], program[3], coordinate[3], trip;
} numbers;

static bool at_numbers(lck_index *ix, const lck_ir_module *m, const lc_expr *e, const numbers *n,
                       int64_t *value)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    for (size_t i = 0; i < lc_exprs_nvars(lck_index_exprs(ix)); i++) {
        const lck_symbol *s = lck_index_symbol(ix, i);
        if (s->kind == LCK_ARGUMENT_OF)
            env[i] = n->argument[m->value[s->value].index];
        else if (s->kind == LCK_PROGRAM)
            env[i] = n->program[s->axis];
        else if (s->kind == LCK_COORDINATE)
            env[i] = n->coordinate[s->axis];
        else if (s->kind == LCK_TRIP)
            env[i] = n->trip;
    }
    return lc_expr_at(e, env, value);
}

/* ---- random operations ---- */

enum { ROWS = 8, COLUMNS = 4, VALUES = 24, MOST = 1 << 20 };

typedef struct {
    lc_text text;
    size_t n;
    int64_t value[VALUES][ROWS][COLUMNS];
    numbers at;
} program;

#define T "tensor<8x4xi32, #b>"

static void begin_program(program *p)
{
    lc_text_add(&p->text,
                "#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], "
                "warpsPerCTA = [1, 1], order = [1, 0]}>\n"
                "module attributes {\"ttg.num-warps\" = 1 : i32} {\n"
                "  tt.func public @k(%p: !tt.ptr<f32>, %a: i32 {tt.divisibility = 16 : i32}, "
                "%b: i32) {\n"
                "    %pid = tt.get_program_id y : i32\n");
    for (int axis = 0; axis < 2; axis++) {
        int extent = axis ? COLUMNS : ROWS;
        lc_text_printf(&p->text,
                       "    %%r%d = tt.make_range {end = %d : i32, start = 0 : i32} : "
                       "tensor<%dxi32, #ttg.slice<{dim = %d, parent = #b}>>\n"
                       "    %%e%d = tt.expand_dims %%r%d {axis = %d : i32} : tensor<%dxi32, "
                       "#ttg.slice<{dim = %d, parent = #b}>> -> tensor<%sxi32, #b>\n"
                       "    %%v%d = tt.broadcast %%e%d : tensor<%sxi32, #b> -> " T "\n",
                       axis, extent, extent, 1 - axis, axis, axis, 1 - axis, extent, 1 - axis,
                       axis ? "1x4" : "8x1", axis, axis, axis ? "1x4" : "8x1");
    }
    lc_text_add(&p->text, "    %v2 = tt.splat %a : i32 -> " T "\n"
                          "    %v3 = tt.splat %b : i32 -> " T "\n"
                          "    %v4 = tt.splat %pid : i32 -> " T "\n");
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int64_t of[] = {i, j, p->at.argument[1], p->at.argument[2], p->at.program[1]};
            for (size_t k = 0; k < 5; k++)
                p->value[k][i][j] = of[k];
        }
    p->n = 5;
}

typedef struct {
    const char *name;
    bool counts; /* of numbers that are not negative */
    bool divides;
} operation;

static const operation operations[] = {{"addi", false, false},  {"subi", false, false},
                                       {"muli", false, false},  {"divsi", false, true},
                                       {"remsi", false, true},  {"divui", true, true},
                                       {"remui", true, true},   {"minsi", false, false},
                                       {"maxsi", false, false}, {"minui", true, false},
                                       {"xori", true, false},   {"andi", true, false},
                                       {"ori", true, false},    {"ceildivsi", false, true}};

static int64_t computed(const char *name, int64_t a, int64_t b)
{
    switch (name[0]) {
    case 'a': return name[1] == 'd' ? a + b : (a & b);
    case 's': return a - b;
    case 'd': return a / b;
    case 'r': return a % b;
    case 'x': return a ^ b;
    case 'o': return a | b;
    case 'c': return a / b + (a % b > 0);
    default: break;
    }
    if (name[1] == 'u')
        return a * b;
    return (name[1] == 'i') == (a < b) ? a : b;
}

/* Is it one whose operands are as it wants them? *result is where it goes. */
static bool compute(program *p, const operation *o, size_t a, size_t b)
{
    int64_t *to = &p->value[p->n][0][0];
    const int64_t *x = &p->value[a][0][0], *y = &p->value[b][0][0];
    for (size_t i = 0; i < ROWS * COLUMNS; i++) {
        if ((o->counts && (x[i] < 0 || y[i] < 0)) || (o->divides && y[i] < 1))
            return false;
        to[i] = computed(o->name, x[i], y[i]);
        if (to[i] > MOST || to[i] < -MOST)
            return false;
    }
    return true;
}

static void add_binary(program *p, law *l)
{
    const operation *o = &operations[law_below(l, sizeof operations / sizeof *operations)];
    size_t a = law_below(l, p->n), b = law_below(l, p->n);
    if (o->divides) /* by a constant or by %b */
        b = 3;
    if (!compute(p, o, a, b))
        return;
    lc_text_printf(&p->text, "    %%v%zu = arith.%s %%v%zu, %%v%zu : " T "\n", p->n, o->name, a,
                   b);
    p->n++;
}

/* With a constant: a quotient, a shift, bits. */
static void add_constant(program *p, law *l)
{
    static const operation with[] = {{"muli", false, false},
                                     {"divsi", false, true},
                                     {"remsi", false, true},
                                     {"andi", false, false},
                                     {"addi", false, false}};
    const operation *o = &with[law_below(l, 5)];
    int64_t number = o->name[0] == 'a' && o->name[1] == 'n' ? (1 << law_below(l, 6)) - 1
                                                            : (int64_t)law_below(l, 40) + 1;
    size_t a = law_below(l, p->n);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        (&p->value[p->n][0][0])[i] = number;
    lc_text_printf(&p->text, "    %%v%zu = arith.constant dense<%lld> : " T "\n", p->n,
                   (long long)number);
    p->n++;
    if (p->n == VALUES || !compute(p, o, a, p->n - 1))
        return;
    lc_text_printf(&p->text, "    %%v%zu = arith.%s %%v%zu, %%v%zu : " T "\n", p->n, o->name, a,
                   p->n - 1);
    p->n++;
}

static void add_choice(program *p, law *l)
{
    static const char *const name[] = {"eq", "ne", "slt", "sle", "sgt", "sge"};
    size_t a = law_below(l, p->n), b = law_below(l, p->n), c = law_below(l, p->n),
           d = law_below(l, p->n);
    size_t which = law_below(l, 6);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int64_t x = p->value[a][i][j], y = p->value[b][i][j];
            bool holds[] = {x == y, x != y, x<y, x <= y, x> y, x >= y};
            p->value[p->n][i][j] = p->value[holds[which] ? c : d][i][j];
        }
    lc_text_printf(&p->text,
                   "    %%c%zu = arith.cmpi %s, %%v%zu, %%v%zu : " T "\n"
                   "    %%v%zu = arith.select %%c%zu, %%v%zu, %%v%zu : tensor<8x4xi1, #b>, " T
                   "\n",
                   p->n, name[which], a, b, p->n, p->n, c, d);
    p->n++;
}

/* Transposed, and read in rows of 4 again. */
static void add_move(program *p, law *l)
{
    size_t a = law_below(l, p->n);
    for (int x = 0; x < COLUMNS; x++)
        for (int y = 0; y < ROWS; y++) {
            int place = x * ROWS + y;
            p->value[p->n][place / COLUMNS][place % COLUMNS] = p->value[a][y][x];
        }
    lc_text_printf(&p->text,
                   "    %%t%zu = tt.trans %%v%zu {order = array<i32: 1, 0>} : " T
                   " -> tensor<4x8xi32, #b>\n"
                   "    %%v%zu = tt.reshape %%t%zu : tensor<4x8xi32, #b> -> " T "\n",
                   p->n, a, p->n, p->n);
    p->n++;
}

LAW(formulas, "formulas of operations", CLASSES("known"))
{
    program *p = calloc(1, sizeof *p);
    bool ok = true;
    p->at =
        (numbers){.argument = {0, 16 * (int64_t)law_below(l, 9), 1 + (int64_t)law_below(l, 30)},
                  .program = {0, (int64_t)law_below(l, 20), 0}};
    begin_program(p);
    while (p->n < VALUES)
        switch (law_below(l, 6)) {
        case 0: add_choice(p, l); break;
        case 1: add_move(p, l); break;
        case 2: add_constant(p, l); break;
        default: add_binary(p, l); break;
        }
    lc_text_add(&p->text, "    tt.return\n  }\n}\n");
    lck_ir_module *m = must_read(p->text.data);
    lck_index *ix = lck_index_new(m, function_of(m), NULL);
    size_t known = 0;
    for (size_t k = 0; ok && k < p->n; k++) {
        char name[32];
        snprintf(name, sizeof name, "v%zu", k);
        lck_formula f = lck_index_of(ix, value_named(m, name));
        ok = f.e != NULL || law_fail(l, "%%%s has no formula", name);
        if (!ok || lck_index_has_data(ix, f.e))
            continue;
        known++;
        int64_t multiple = lck_index_multiple(ix, f.e);
        for (int i = 0; ok && i < ROWS; i++)
            for (int j = 0; ok && j < COLUMNS; j++) {
                int64_t value = 0;
                p->at.coordinate[0] = i;
                p->at.coordinate[1] = j;
                ok = (at_numbers(ix, m, f.e, &p->at, &value) && value == p->value[k][i][j] &&
                      (multiple == 0 ? value == 0 : value % multiple == 0)) ||
                     law_fail(l, "%%%s at %d, %d is %lld, not %lld, of %lld\n%s", name, i, j,
                              (long long)p->value[k][i][j], (long long)value, (long long)multiple,
                              p->text.data);
            }
    }
    law_saw(l, known > p->n / 2 ? 0 : 1);
    lck_index_free(ix);
    lck_ir_free(m);
    lc_text_free(&p->text);
    free(p);
    return ok;
}

/* ---- loops ---- */

#define CARRIED 6

/* Steps, a stage that wraps from -1 and from 2, a phase, the value of the trip before. */
#define BEFORE                                                                                   \
    "module {\n"                                                                                 \
    "  tt.func public @k(%p: !tt.ptr<f32>, %n: i32, %s: i32) {\n"                                \
    "    %m1 = arith.constant -1 : i32\n"                                                        \
    "    %c0 = arith.constant 0 : i32\n"                                                         \
    "    %c1 = arith.constant 1 : i32\n"                                                         \
    "    %c2 = arith.constant 2 : i32\n"                                                         \
    "    %c3 = arith.constant 3 : i32\n"
#define TRIP                                                                                     \
    "    %y0 = arith.addi %x0, %s : i32\n"                                                       \
    "    %a1 = arith.addi %x1, %c1 : i32\n"                                                      \
    "    %w1 = arith.cmpi sge, %a1, %c3 : i32\n"                                                 \
    "    %y1 = arith.select %w1, %c0, %a1 : i32\n"                                               \
    "    %a2 = arith.addi %x2, %c1 : i32\n"                                                      \
    "    %w2 = arith.cmpi eq, %a2, %c3 : i32\n"                                                  \
    "    %y2 = arith.select %w2, %c0, %a2 : i32\n"                                               \
    "    %y3 = arith.xori %x3, %c1 : i32\n"                                                      \
    "    %y4 = arith.muli %x0, %c2 : i32\n"                                                      \
    "    %y5 = arith.subi %i, %c3 : i32\n"

static const char loop[] = BEFORE
    "    %r:6 = scf.for %i = %c2 to %n step %c3 iter_args(%x0 = %c1, %x1 = %m1, %x2 = %c2, "
    "%x3 = %c0, %x4 = %c3, %x5 = %m1) -> (i32, i32, i32, i32, i32, i32) : i32 {\n" TRIP
    "      scf.yield %y0, %y1, %y2, %y3, %y4, %y5 : i32, i32, i32, i32, i32, i32\n"
    "    }\n"
    "    tt.return\n  }\n}\n";

/* The same as a loop of branches. */
static const char branches[] = BEFORE
    "    cf.br ^bb1(%c2, %c1, %m1, %c2, %c0, %c3, %m1 : i32, i32, i32, i32, i32, i32, i32)\n"
    "  ^bb1(%i: i32, %x0: i32, %x1: i32, %x2: i32, %x3: i32, %x4: i32, %x5: i32):\n"
    "    %go = arith.cmpi slt, %i, %n : i32\n"
    "    cf.cond_br %go, ^bb2, ^bb3\n"
    "  ^bb2:\n" TRIP "    %j = arith.addi %i, %c3 : i32\n"
    "    cf.br ^bb1(%j, %y0, %y1, %y2, %y3, %y4, %y5 : i32, i32, i32, i32, i32, i32, i32)\n"
    "  ^bb3:\n"
    "    tt.return\n  }\n}\n";

static void follow_loop(const char *text)
{
    int64_t x[CARRIED] = {1, -1, 2, 0, 3, -1}, s = 7, value;
    lck_ir_module *m = must_read(text);
    lck_index *ix = lck_index_new(m, function_of(m), NULL);
    for (int64_t t = 0, i = 2; t < 12; t++, i += 3) {
        numbers n = {.argument = {0, 1000, s}, .trip = t};
        for (size_t k = 0; k <= CARRIED; k++) {
            char name[32] = "i";
            if (k < CARRIED)
                snprintf(name, sizeof name, "x%zu", k);
            lck_formula f = lck_index_of(ix, value_named(m, name));
            ck_assert_msg(f.e && !lck_index_has_data(ix, f.e), "%%%s is not known", name);
            ck_assert(at_numbers(ix, m, f.e, &n, &value));
            ck_assert_msg(value == (k < CARRIED ? x[k] : i), "%%%s is %lld at trip %lld", name,
                          (long long)value, (long long)t);
        }
        int64_t next[CARRIED] = {x[0] + s,
                                 x[1] + 1 >= 3 ? 0 : x[1] + 1,
                                 x[2] + 1 == 3 ? 0 : x[2] + 1,
                                 x[3] ^ 1,
                                 2 * x[0],
                                 i - 3};
        memcpy(x, next, sizeof x);
    }
    lck_index_free(ix);
    lck_ir_free(m);
}

TEST(loops)
{
    follow_loop(loop);
    follow_loop(branches);
}

/* ---- numbers that a loop carries ---- */

#define NUMBERS 3
#define TRIPS 90

typedef struct {
    lck_recurrences all;
    lck_recurrence at[NUMBERS];
    const lc_expr *fixed, *data; /* what stays, what is another number at each trip */
} carried;

static bool is_data(const void *context, size_t slot)
{
    return slot == ((const carried *)context)->data->slot;
}

static const lc_expr *random_leaf(law *l, const carried *c)
{
    size_t which = law_below(l, 12);
    return which < 7    ? c->at[which % c->all.n].symbol
           : which < 8  ? c->all.trip
           : which < 9  ? c->fixed
           : which < 10 ? (law_below(l, 3) ? c->fixed : c->data)
                        : lc_expr_int(c->all.x, (int64_t)law_below(l, 9) - 3);
}

/* What a trip leaves: a sum of a leaf and of one more, its remainder or quotient, a choice. */
static const lc_expr *random_next(law *l, const carried *c)
{
    lc_exprs *x = c->all.x;
    const lc_expr *a = random_leaf(l, c), *b = random_leaf(l, c);
    const lc_expr *by = lc_expr_int(x, 1 + (int64_t)law_below(l, 7));
    const lc_expr *sum = lc_expr_make(x, law_below(l, 3) ? LC_EXPR_ADD : LC_EXPR_SUB, a, b);
    switch (law_below(l, 6)) {
    case 0: return lc_expr_make(x, LC_EXPR_MOD, sum, by);
    case 1: return lc_expr_make(x, LC_EXPR_DIV, sum, by);
    case 2: return lc_expr_select(x, lc_expr_make(x, LC_EXPR_LT, random_leaf(l, c), by), sum, a);
    case 3: return a;
    default: return sum;
    }
}

static void random_carried(law *l, lc_exprs *x, carried *c)
{
    static const char *const name[NUMBERS] = {"a", "b", "c"};
    int64_t wide = (int64_t)1 << 40;
    c->all = (lck_recurrences){.x = x, .n = 1 + law_below(l, NUMBERS), .at = c->at, .context = c};
    c->all.changes = is_data;
    c->all.trip = lc_expr_var(x, "t", 0, TRIPS);
    c->fixed = lc_expr_var(x, "n", -9, 9);
    c->data = lc_expr_var(x, "d", -9, 9);
    for (size_t i = 0; i < c->all.n; i++)
        c->at[i].symbol = lc_expr_var(x, name[i], -wide, wide);
    for (size_t i = 0; i < c->all.n; i++) {
        c->at[i].begin = law_below(l, 4) ? lc_expr_int(x, (int64_t)law_below(l, 5)) : c->fixed;
        c->at[i].next = random_next(l, c);
        c->at[i].bits = 64;
    }
}

/* What is said of each number at each trip is what the trips compute one by one. */
static bool trips_agree(law *l, const carried *c)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0}, value, said, next[NUMBERS];
    env[c->fixed->slot] = (int64_t)law_below(l, 19) - 9;
    for (size_t i = 0; i < c->all.n; i++)
        if (!lc_expr_at(c->at[i].begin, env, &env[c->at[i].symbol->slot]))
            return law_fail(l, "it does not begin");
    for (int64_t t = 0; t < TRIPS; t++) {
        env[c->all.trip->slot] = t;
        env[c->data->slot] = (int64_t)law_below(l, 19) - 9;
        for (size_t i = 0; i < c->all.n; i++) {
            value = env[c->at[i].symbol->slot];
            if (c->at[i].at && (!lc_expr_at(c->at[i].at, env, &said) || said != value))
                return law_fail(l, "number %zu at trip %lld is %lld, not %lld", i, (long long)t,
                                (long long)value, (long long)said);
            if (!lc_expr_at(c->at[i].next, env, &next[i]) || next[i] > 1 << 30 ||
                next[i] < -(1 << 30))
                return true;
        }
        for (size_t i = 0; i < c->all.n; i++)
            env[c->at[i].symbol->slot] = next[i];
    }
    return true;
}

LAW(recurrences, "numbers that a loop carries", CLASSES("all known", "some", "none"))
{
    carried c = {0};
    lc_exprs *x = lc_exprs_new(l->ctx);
    random_carried(l, x, &c);
    lck_recurrences_resolve(&c.all);
    size_t known = 0;
    for (size_t i = 0; i < c.all.n; i++)
        known += c.at[i].at != NULL;
    law_saw(l, known == c.all.n ? 0 : known > 0 ? 1 : 2);
    bool ok = trips_agree(l, &c);
    lc_exprs_free(x);
    return ok;
}

/* ---- sectors ---- */

typedef struct {
    unsigned bits, size[2], threads[2], warps[2], repeat[2], first; /* `first`: order[0] */
    int64_t stride[2], start;
    unsigned limit; /* columns from here on are masked; 0: none */
} access;

static unsigned extent(const access *a, int d)
{
    return a->size[d] * a->threads[d] * a->warps[d] * a->repeat[d];
}

static char *module_of(const access *a, bool parameter)
{
    lc_text t = {0};
    unsigned n0 = extent(a, 0), n1 = extent(a, 1);
    lc_text_printf(&t,
                   "#b = #ttg.blocked<{sizePerThread = [%u, %u], threadsPerWarp = [%u, %u], "
                   "warpsPerCTA = [%u, %u], order = [%u, %u]}>\n"
                   "module attributes {\"ttg.num-warps\" = %u : i32, ttg.target = \"cuda:80\", "
                   "\"ttg.threads-per-warp\" = 32 : i32} {\n"
                   "  tt.func public @k(%%p: !tt.ptr<f%u> {tt.divisibility = 16 : i32}, %%s: i32 "
                   "{tt.divisibility = 16 : i32}) {\n",
                   a->size[0], a->size[1], a->threads[0], a->threads[1], a->warps[0], a->warps[1],
                   a->first, 1 - a->first, a->warps[0] * a->warps[1], a->bits);
    for (unsigned d = 0; d < 2; d++) {
        char shape[32];
        unsigned n = d ? n1 : n0;
        snprintf(shape, sizeof shape, d ? "1x%u" : "%ux1", n);
        lc_text_printf(&t,
                       "    %%r%u = tt.make_range {end = %u : i32, start = 0 : i32} : "
                       "tensor<%uxi32, #ttg.slice<{dim = %u, parent = #b}>>\n"
                       "    %%e%u = tt.expand_dims %%r%u {axis = %u : i32} : tensor<%uxi32, "
                       "#ttg.slice<{dim = %u, parent = #b}>> -> tensor<%sxi32, #b>\n",
                       d, n, n, 1 - d, d, d, 1 - d, n, 1 - d, shape);
        if (d == 0 && parameter)
            lc_text_printf(&t, "    %%k%u = tt.splat %%s : i32 -> tensor<%sxi32, #b>\n", d,
                           shape);
        else
            lc_text_printf(&t, "    %%k%u = arith.constant dense<%lld> : tensor<%sxi32, #b>\n", d,
                           (long long)a->stride[d], shape);
        lc_text_printf(&t,
                       "    %%m%u = arith.muli %%e%u, %%k%u : tensor<%sxi32, #b>\n"
                       "    %%o%u = tt.broadcast %%m%u : tensor<%sxi32, #b> -> "
                       "tensor<%ux%uxi32, #b>\n",
                       d, d, d, shape, d, d, shape, n0, n1);
    }
    lc_text_printf(
        &t,
        "    %%k = arith.constant dense<%lld> : tensor<%ux%uxi32, #b>\n"
        "    %%o = arith.addi %%o0, %%o1 : tensor<%ux%uxi32, #b>\n"
        "    %%q = arith.addi %%o, %%k : tensor<%ux%uxi32, #b>\n"
        "    %%b = tt.splat %%p : !tt.ptr<f%u> -> tensor<%ux%ux!tt.ptr<f%u>, #b>\n"
        "    %%x = tt.addptr %%b, %%q : tensor<%ux%ux!tt.ptr<f%u>, #b>, "
        "tensor<%ux%uxi32, #b>\n"
        "    %%l = arith.constant dense<%u> : tensor<1x%uxi32, #b>\n"
        "    %%lt = arith.cmpi slt, %%e1, %%l : tensor<1x%uxi32, #b>\n"
        "    %%mask = tt.broadcast %%lt : tensor<1x%uxi1, #b> -> tensor<%ux%uxi1, #b>\n"
        "    %%v = tt.load %%x%s : tensor<%ux%ux!tt.ptr<f%u>, #b>\n"
        "    tt.return\n  }\n}\n",
        (long long)a->start, n0, n1, n0, n1, n0, n1, a->bits, n0, n1, a->bits, n0, n1, a->bits,
        n0, n1, a->limit, n1, n1, n1, n0, n1, a->limit ? ", %mask" : "", n0, n1, a->bits);
    return lc_text_take(NULL, &t);
}

/* The digits of an index in two sizes, the first axis of the order fastest. */
static void digits(const access *a, unsigned index, const unsigned size[2], unsigned out[2])
{
    out[a->first] = index % size[a->first];
    out[1 - a->first] = index / size[a->first] % size[1 - a->first];
}

/* The offset of a register of a lane of a warp, by the definition of a blocked layout; -1: it is
 * masked. */
static int64_t offset_of(const access *a, unsigned reg, unsigned lane, unsigned warp,
                         int64_t stride)
{
    unsigned r[2], t[2], w[2], k[2];
    int64_t place = a->start;
    bool masked = false;
    digits(a, reg % (a->size[0] * a->size[1]), a->size, r);
    digits(a, reg / (a->size[0] * a->size[1]), a->repeat, k);
    digits(a, lane, a->threads, t);
    digits(a, warp, a->warps, w);
    for (int d = 0; d < 2; d++) {
        unsigned i = ((k[d] * a->warps[d] + w[d]) * a->threads[d] + t[d]) * a->size[d] + r[d];
        place += (d ? a->stride[1] : stride) * i;
        masked = masked || (d == 1 && a->limit && i >= a->limit);
    }
    return masked ? -1 : place;
}

enum { SPACE = 1 << 22 }; /* bytes */
static unsigned char touched[SPACE];

/* Sectors past those that the bytes fill, of the worst instruction; -1: not of vectors. */
static int worst_of(const access *a, unsigned vector, int64_t stride, unsigned *sectors,
                    unsigned *fill)
{
    unsigned registers = a->size[0] * a->size[1] * a->repeat[0] * a->repeat[1];
    unsigned bytes = a->bits / 8;
    int worst = -1;
    for (unsigned warp = 0; warp < a->warps[0] * a->warps[1]; warp++)
        for (unsigned reg = 0; reg < registers; reg += vector) {
            unsigned nbytes = 0, nsectors = 0;
            memset(touched, 0, SPACE);
            for (unsigned lane = 0; lane < 32; lane++)
                for (unsigned v = 0; v < vector; v++) {
                    int64_t at = offset_of(a, reg + v, lane, warp, stride);
                    if (at < 0 && offset_of(a, reg, lane, warp, stride) < 0)
                        continue;
                    if (at != offset_of(a, reg, lane, warp, stride) + v ||
                        at * bytes >= SPACE - 16)
                        return -1;
                    memset(touched + at * bytes, 1, bytes);
                }
            for (size_t s = 0; s < SPACE; s += 32) {
                unsigned of_sector = 0;
                for (size_t i = 0; i < 32; i++)
                    of_sector += touched[s + i];
                nbytes += of_sector;
                nsectors += of_sector > 0;
            }
            int excess = (int)nsectors - (int)((nbytes + 31) / 32);
            if (excess > worst || (excess == worst && nsectors > *sectors)) {
                worst = excess;
                *sectors = nsectors;
                *fill = (nbytes + 31) / 32;
            }
        }
    return worst;
}

static lck_asker *asker;

static void random_access(law *l, access *a)
{
    static const unsigned widths[] = {8, 16, 32, 64};
    static const int64_t strides[] = {1, 1, 1, 2, 8, 16, 64, 24, 100, 7};
    unsigned lanes = (unsigned)law_below(l, 6);
    *a = (access){.bits = widths[law_below(l, 4)],
                  .size = {1u << law_below(l, 3), 1u << law_below(l, 4)},
                  .threads = {1u << lanes, 32u >> lanes},
                  .warps = {1u << law_below(l, 2), 1u << law_below(l, 2)},
                  .repeat = {1u << law_below(l, 2), 1u << law_below(l, 2)},
                  .first = (unsigned)law_below(l, 2),
                  .stride = {strides[law_below(l, 10)], strides[law_below(l, 10)]},
                  .start = law_below(l, 3) == 0 ? 4 * (int64_t)law_below(l, 10) : 0};
}

/* The answer about the only access. */
static bool audit_access(law *l, const access *a, bool parameter, lck_answer *answer,
                         unsigned *vector)
{
    char *text = module_of(a, parameter);
    lck_audit audit = {0};
    bool ok = lck_audit_module(&audit, asker, text, strlen(text), "k.ttgir",
                               &(lck_audit_options){.dynamic = -1}) &&
              audit.nkernels == 1 && audit.kernel[0].naccesses == 1;
    if (ok) {
        const lck_access_record *r = &audit.kernel[0].access[0];
        *answer = r->answer[LCK_SECTORS];
        *vector = r->bytes / (a->bits / 8);
        ok = (*vector > 0 && answer->verdict != LCK_NOT_ASKED) ||
             law_fail(l, "no answer\n%s", text);
    } else
        law_fail(l, "no access\n%s", text);
    lck_audit_free(&audit);
    free(text);
    return ok;
}

/* Lanes that a mask of columns leaves out touch nothing, and count for nothing. */
static bool sectors_hold(law *l, bool masked)
{
    access a;
    lck_answer answer;
    unsigned vector, sectors = 0, fill = 0;
    random_access(l, &a);
    if (masked)
        a.limit = 1 + (unsigned)law_below(l, extent(&a, 1));
    if (!audit_access(l, &a, false, &answer, &vector))
        return false;
    int worst = worst_of(&a, vector, a.stride[0], &sectors, &fill);
    char *text = module_of(&a, false);
    law_own_memory(l, text);
    if (worst < 0)
        return law_fail(l, "vectors of %u are not in a row\n%s", vector, text);
    law_saw(l, worst > 0 ? 0 : 1);
    bool same = masked ? answer.worst - answer.least == (unsigned)worst &&
                             (worst > 0 || answer.worst == sectors)
                       : worst == 0 || (answer.worst == sectors && answer.least == fill);
    return (same && answer.verdict == (worst > 0 ? LCK_BAD : LCK_GOOD)) ||
           law_fail(l, "verdict %d, %u of %u, not %u of %u\n%s", (int)answer.verdict,
                    answer.worst, answer.least, sectors, fill, text);
}

static bool masks_hold(law *l)
{
    return sectors_hold(l, true);
}

static bool layouts_hold(law *l)
{
    return sectors_hold(l, false);
}

/* Rows at a stride that is a parameter: no stride is worse than what is said of all. */
static bool strides_hold(law *l)
{
    access a;
    lck_answer answer;
    unsigned vector, sectors = 0, fill = 0;
    random_access(l, &a);
    if (!audit_access(l, &a, true, &answer, &vector))
        return false;
    char *text = module_of(&a, true);
    law_own_memory(l, text);
    law_saw(l, answer.verdict == LCK_GOOD ? 0 : answer.verdict == LCK_BAD ? 1 : 2);
    for (int64_t s = 16; s <= 160; s += 16 * (1 + (int64_t)law_below(l, 3))) {
        int worst = worst_of(&a, vector, s, &sectors, &fill);
        if (answer.verdict == LCK_GOOD && worst > 0)
            return law_fail(l, "at %lld %u sectors for %u\n%s", (long long)s, sectors, fill,
                            text);
    }
    return true;
}

TEST(sectors)
{
    asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    law_check_share("sectors of random layouts", layouts_hold, CLASSES("more", "least"), 20);
    law_check_share("sectors of rows apart by a parameter", strides_hold,
                    CLASSES("least", "more"), 40);
    law_check_share("sectors of lanes that are not masked", masks_hold, CLASSES("more", "least"),
                    40);
    lck_asker_free(asker);
}

SUITE_MAIN("audit_index", formulas, loops, recurrences, sectors)
