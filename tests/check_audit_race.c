/* check_audit_race.c - races and barriers of random kernels of PTX, against a run of all
 * threads: stores, loads, barriers of the block and of warps, loops, guards. A verdict is never
 * one that the run contradicts: where no race is said to be, none happens; each pair of lines
 * that is said to race does; barriers that all are said to reach are; a load that is said to
 * read what nobody wrote has no store that comes first in every run.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../kernels/audit/race/race.h"
#include "../lib/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 64, STATEMENTS = 12, EVENTS = 64, TRIPS = 3 };

typedef enum { STORE, LOAD, BARRIER, WARP_BARRIER, BEGIN, END, SKIP } what;

/* s[(a t + b + c i) % 64] for the trip i of the loop that it is in; a SKIP is a barrier that only
 * threads below `guard` reach. */
typedef struct {
    what what;
    unsigned a, b, c, guard, trips; /* guard 0: all */
    size_t line;
} statement;

typedef struct {
    statement at[STATEMENTS];
    size_t n;
    lc_text text;
    size_t line;
} program;

static unsigned below(law *l, unsigned n)
{
    return (unsigned)(rnd_u64(&l->rnd) % n);
}

static void make_statements(law *l, program *p)
{
    static const unsigned factor[] = {0, 1, 1, 1, 2, 63, 32, 17};
    bool inside = false;
    p->n = below(l, STATEMENTS - 4) + 3;
    for (size_t i = 0; i < p->n; i++) {
        unsigned kind = below(l, 16);
        statement s = {.what = kind < 5    ? STORE
                               : kind < 9  ? LOAD
                               : kind < 13 ? BARRIER
                               : kind < 14 ? WARP_BARRIER
                               : kind < 15 ? inside ? END : BEGIN
                                           : SKIP};
        s.a = factor[below(l, sizeof factor / sizeof *factor)];
        s.b = below(l, 3) ? 0 : below(l, 64);
        s.c = below(l, 2) ? 0 : below(l, 64);
        s.guard = below(l, 4) ? 0 : below(l, 64) + 1;
        s.trips = below(l, TRIPS) + 1;
        if (s.what == SKIP && below(l, 4))
            s.what = BARRIER;
        inside = s.what == BEGIN || (inside && s.what != END);
        p->at[i] = s;
    }
    if (inside)
        p->at[p->n++] = (statement){.what = END};
}

static void put(program *p, const char *line)
{
    lc_text_printf(&p->text, "%s\n", line);
    p->line++;
}

static void put_number(program *p, const char *format, unsigned n)
{
    lc_text_printf(&p->text, format, n);
    lc_text_add(&p->text, "\n");
    p->line++;
}

static void write_statement(program *p, statement *s, size_t i, bool inside)
{
    if (s->guard && s->what != BEGIN && s->what != END)
        put_number(p, "setp.lt.u32 %%p1, %%r1, %u;", s->guard);
    switch (s->what) {
    case STORE:
    case LOAD:
        put_number(p, "mul.lo.u32 %%r2, %%r1, %u;", s->a);
        put_number(p, "add.u32 %%r2, %%r2, %u;", s->b);
        if (inside)
            put_number(p, "mad.lo.u32 %%r2, %%r3, %u, %%r2;", s->c);
        put(p, "and.b32 %r2, %r2, 63;\nshl.b32 %r2, %r2, 2;\nadd.u32 %r2, %r2, %r4;");
        p->line += 2;
        lc_text_add(&p->text, s->guard ? "@%p1 " : "");
        put(p, s->what == STORE ? "st.shared.u32 [%r2], %r1;" : "ld.shared.u32 %r5, [%r2];");
        s->line = p->line - 1;
        break;
    case BARRIER: put(p, "bar.sync 0;"); break;
    case WARP_BARRIER: put(p, "bar.warp.sync -1;"); break;
    case BEGIN:
        put(p, "mov.u32 %r3, 0;");
        put_number(p, "mov.u32 %%r6, %u;", s->trips);
        put_number(p, "L%u:", (unsigned)i);
        break;
    case END:
        put(p, "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p2, %r3, %r6;");
        p->line++;
        break;
    case SKIP:
        put_number(p, s->guard ? "@!%%p1 bra S%u;" : "// %u", (unsigned)i);
        put(p, "bar.sync 0;");
        put_number(p, "S%u:", (unsigned)i);
    }
}

static void write_program(program *p)
{
    size_t loop = 0;
    bool inside = false;
    p->line = 1;
    put(p, ".version 8.0\n.target sm_80\n.entry k()\n.reqntid 64\n{\n.reg .b32 %r<9>;\n"
           ".reg .pred %p<3>;\n.shared .align 4 .b8 s[256];\nmov.u32 %r1, %tid.x;\n"
           "mov.u32 %r4, s;");
    p->line += 9;
    for (size_t i = 0; i < p->n; i++) {
        write_statement(p, &p->at[i], i, inside);
        if (p->at[i].what == BEGIN) {
            loop = i;
            inside = true;
        } else if (p->at[i].what == END) {
            put_number(p, "@%%p2 bra L%u;", (unsigned)loop);
            inside = false;
        }
    }
    put(p, "mov.u32 %r5, 1;\nret;\n}");
}

/* ---- a run of all threads ---- */

typedef struct {
    unsigned at, epoch, warp_epoch, trip;
    size_t statement;
} event;

typedef struct {
    event at[THREADS][EVENTS];
    size_t n[THREADS];
    unsigned barriers[THREADS]; /* that it came to */
    bool race[STATEMENTS][STATEMENTS];
    bool any;
} model;

static void run_thread(const program *p, unsigned t, model *m)
{
    unsigned epoch = 0, warp_epoch = 0, trip = 0;
    size_t begin = 0;
    for (size_t i = 0; i < p->n; i++) {
        const statement *s = &p->at[i];
        bool runs = !s->guard || t < s->guard;
        if ((s->what == STORE || s->what == LOAD) && runs && m->n[t] < EVENTS)
            m->at[t][m->n[t]++] = (event){.at = (s->a * t + s->b + s->c * trip) % 64,
                                          .epoch = epoch,
                                          .warp_epoch = warp_epoch,
                                          .trip = trip,
                                          .statement = i};
        bool waits = s->what == BARRIER || (s->what == SKIP && runs);
        epoch += waits;
        warp_epoch += waits || s->what == WARP_BARRIER;
        m->barriers[t] += waits;
        if (s->what == BEGIN) {
            begin = i;
            trip = 0;
        } else if (s->what == END) {
            trip = trip + 1 < p->at[begin].trips ? trip + 1 : 0;
            i = trip ? begin : i;
        }
    }
}

static bool race_of(const program *p, const event *a, unsigned t, const event *b, unsigned u)
{
    bool writes = p->at[a->statement].what == STORE || p->at[b->statement].what == STORE;
    if (a->at != b->at || !writes || a->epoch != b->epoch)
        return false;
    if (t / 32 != u / 32)
        return true;
    return a->warp_epoch == b->warp_epoch && (a->statement != b->statement || a->trip != b->trip);
}

static void run_all(const program *p, model *m)
{
    for (unsigned t = 0; t < THREADS; t++)
        run_thread(p, t, m);
    for (unsigned t = 0; t < THREADS; t++)
        for (unsigned u = 0; u < THREADS; u++)
            for (size_t i = 0; t != u && i < m->n[t]; i++)
                for (size_t k = 0; k < m->n[u]; k++)
                    if (race_of(p, &m->at[t][i], t, &m->at[u][k], u))
                        m->race[m->at[t][i].statement][m->at[u][k].statement] = m->any = true;
}

/* ---- the verdicts ---- */

static bool is_race(const program *p, const model *m, size_t line, size_t other)
{
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->n; k++)
            if (p->at[i].line == line && p->at[k].line == other && m->race[i][k])
                return true;
    return false;
}

/* A store that comes before the event `e` of a thread in every run. */
static bool is_before(const program *p, const event *s, unsigned by, const event *e, unsigned t)
{
    if (p->at[s->statement].what != STORE || s->at != e->at)
        return false;
    return s->epoch < e->epoch || (by == t && s < e) ||
           (by / 32 == t / 32 && s->warp_epoch < e->warp_epoch);
}

/* A load at the line for which no store comes first in every run. */
static bool may_be_empty(const program *p, const model *m, size_t line)
{
    for (unsigned t = 0; t < THREADS; t++)
        for (size_t i = 0; i < m->n[t]; i++) {
            const event *e = &m->at[t][i];
            bool written = p->at[e->statement].what != LOAD || p->at[e->statement].line != line;
            for (unsigned u = 0; u < THREADS && !written; u++)
                for (size_t k = 0; k < m->n[u] && !written; k++)
                    written = is_before(p, &m->at[u][k], u, e, t);
            if (!written)
                return true;
        }
    return false;
}

static bool agrees(law *l, const program *p, const model *m, const lck_kernel_audit *k)
{
    bool same = true;
    for (unsigned t = 1; t < THREADS; t++)
        same = same && m->barriers[t] == m->barriers[0];
    for (size_t i = 0; i < k->nothers; i++) {
        const lck_kernel_record *r = &k->other[i];
        lck_verdict verdict = r->answer.verdict;
        bool races = strcmp(r->about, "races") == 0;
        if (strcmp(r->about, "unwritten") == 0) {
            law_saw(l, 2);
            if (!may_be_empty(p, m, r->line))
                return law_fail(l, "line %zu reads what was written of\n%s", r->line,
                                lc_text_peek(&p->text));
            continue;
        }
        if (!races && verdict != LCK_UNKNOWN && (verdict == LCK_GOOD) != same)
            return law_fail(l, "barriers are reached %s of\n%s", same ? "by all" : "by some",
                            lc_text_peek(&p->text));
        if (!races || !same)
            continue;
        if (verdict != LCK_UNKNOWN)
            law_saw(l, verdict == LCK_GOOD ? 0 : 1);
        if ((verdict == LCK_GOOD && m->any) ||
            (verdict == LCK_BAD && !is_race(p, m, r->line, r->other)))
            return law_fail(l, "%s races (%zu, %zu) of\n%s", verdict == LCK_GOOD ? "no" : "some",
                            r->line, r->other, lc_text_peek(&p->text));
    }
    return true;
}

LAW(random_kernels, "random kernels", CLASSES("no races", "races", "unwritten"))
{
    program p = {0};
    make_statements(l, &p);
    write_program(&p);
    model *m = law_own_memory(l, calloc(1, sizeof *m));
    run_all(&p, m);
    lck_ptx_error error;
    lck_flow_error wrong;
    const char *text = lc_text_peek(&p.text);
    lck_ptx_module *module = lck_ptx_read(text, strlen(text), &error);
    ck_assert_msg(module != NULL, "%u: %s in\n%s", error.line, error.message, text);
    lck_flow *flow = lck_flow_new(module, 0, &wrong);
    ck_assert_ptr_nonnull(flow);
    lck_formula_options options = {.launch = {.dynamic = -1}};
    lck_formulas *f = lck_formulas_new(flow, &options);
    ck_assert_ptr_nonnull(f);
    lck_accesses list = lck_accesses_of(f);
    lck_audit audit = {0};
    ck_assert_ptr_nonnull(lck_audit_kernel(&audit));
    lck_launch *launch = lck_launch_run(f, &list, NULL);
    ck_assert_ptr_nonnull(launch);
    lck_races(&audit, 0, f, &list, launch, (lck_answer){0});
    lck_launch_free(launch);
    bool good = !audit.failed && agrees(l, &p, m, &audit.kernel[0]);
    lck_audit_free(&audit);
    lck_accesses_free(&list);
    lck_formulas_free(f);
    lck_flow_free(flow);
    lck_ptx_free(module);
    lc_text_free(&p.text);
    return good;
}

SUITE_MAIN("audit_race", random_kernels)
