/* prove.c - claims about a kernel, from what its audit says of each access. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"
#include "../../../verify/function/result.h"
#include "../audit.h"
#include "internal.h"

#define LAUNCHES 3 /* that are looked at where nothing is refuted */

typedef struct {
    const char *name, *definition;
    int asked;            /* of each access, an lck_asked; or of the kernel: */
    const char *about[3]; /* records that are about this */
} row;

static const row rows[] = {
    {"in_bounds", "every access is inside of its buffer", LCK_INSIDE, {NULL, NULL, NULL}},
    {"conflict_free",
     "no access of shared memory takes more wavefronts than its lanes need",
     LCK_CONFLICTS,
     {NULL, NULL, NULL}},
    {"coalesced",
     "no access of global memory touches more sectors than its bytes fill",
     LCK_SECTORS,
     {NULL, NULL, NULL}},
    {"aligned",
     "each address is one of the width that its instruction needs",
     LCK_ALIGNED,
     {NULL, NULL, NULL}},
    {"race_free",
     "no two threads of a block access one place of shared memory, one of them to write it, "
     "without a barrier between; nor two threads of the grid, where it is said, one place of "
     "global memory; all threads of the block reach each barrier",
     -1,
     {"races", "barriers", "global"}},
    {"copies",
     "K writes every element of B once, with that element of A, and nothing else: copies(K, "
     "source=A, destination=B)",
     -1,
     {NULL, NULL, NULL}},
};

const char *lck_stated_claim(size_t i, const char **definition)
{
    if (i >= sizeof rows / sizeof *rows)
        return NULL;
    *definition = rows[i].definition;
    return rows[i].name;
}

/* ---- one answer ---- */

/* What is asked of, for people: "ld.shared.f32, k.ptx:58 (k.cu:5)". */
static char *place_of(const lck_kernel_audit *kernel, const char *op, size_t line,
                      const char *source)
{
    lc_text text = {0};
    if (op)
        lc_text_printf(&text, "%s, ", op);
    lc_text_printf(&text, "%s:%zu", kernel->file, line);
    if (source)
        lc_text_printf(&text, " (%s)", source);
    return lc_text_take(NULL, &text);
}

static char *summary_of(int asked, const lck_answer *a, unsigned bytes)
{
    lc_text text = {0};
    switch (asked) {
    case LCK_CONFLICTS:
        lc_text_printf(&text, "%u wavefronts, %u without conflicts", a->worst, a->least);
        break;
    case LCK_SECTORS: lc_text_printf(&text, "%u sectors, %u would do", a->worst, a->least); break;
    case LCK_INSIDE: lc_text_add(&text, "outside of its buffer"); break;
    case LCK_ALIGNED: lc_text_printf(&text, "no multiple of %u bytes", bytes); break;
    default: lc_text_add(&text, "two threads, one place, no barrier between"); break;
    }
    return lc_text_take(NULL, &text);
}

bool lck_stated_steps(lcv_result *result, const char *shown)
{
    lcv_counterexample *c = &result->counterexample;
    while (shown && *shown) {
        size_t n = strcspn(shown, "\n");
        char **grown = realloc(c->steps, (c->nsteps + 1) * sizeof *grown);
        if (!grown)
            return false;
        c->steps = grown;
        c->steps[c->nsteps] = strndup(shown, n);
        if (!c->steps[c->nsteps++])
            return false;
        shown += n + (shown[n] == '\n');
    }
    return true;
}

/* ---- all answers ---- */

typedef struct {
    lcv_planning *p;
    lck_asker *asker;
    const lck_stated_kernel *k;
    const row *row;
    size_t good, unknown, unconfirmed;
    bool grid;            /* races of any grid are judged */
    lc_text proved, open; /* claims, each with its opinion; what is unknown, with the reason */
    lcv_result *refuted;
} judgement;

static void refute(judgement *j, const char *op, size_t line, const char *source, unsigned bytes,
                   const lck_answer *a)
{
    lc_ctx *ctx = j->p->e->ctx;
    char *where = place_of(&j->k->audit.kernel[0], op, line, source);
    char *summary = summary_of(j->row->asked, a, bytes);
    j->refuted = where && summary ? lcv_refuted(ctx, "audit", where, summary) : NULL;
    if (j->refuted && !lck_stated_steps(j->refuted, a->shown)) {
        lcv_result_free(j->refuted);
        j->refuted = NULL;
    }
    if (!j->refuted)
        lcv_eval_no_memory(j->p->e, j->p->name_span);
}

static void judge(judgement *j, const char *op, size_t line, const char *source, unsigned bytes,
                  const lck_answer *a)
{
    if (a->verdict == LCK_BAD) {
        if (!j->refuted)
            refute(j, op, line, source, bytes, a);
    } else if (a->verdict == LCK_UNKNOWN) {
        char *where = place_of(&j->k->audit.kernel[0], op, line, source);
        lc_text_printf(&j->open, "%s%s: %s", j->unknown++ ? "\n" : "", where ? where : "",
                       a->why ? a->why : "not decided");
        free(where);
    } else if (a->verdict == LCK_GOOD) {
        j->good++;
        j->unconfirmed += !a->confirmed;
        if (a->claim)
            lc_text_printf(&j->proved, "%s\n    %s\n", a->claim,
                           a->confirmed ? "confirmed by isl" : "not confirmed");
    }
}

static void judge_all(judgement *j)
{
    const lck_kernel_audit *kernel = &j->k->audit.kernel[0];
    for (size_t i = 0; j->row->asked >= 0 && i < kernel->naccesses; i++) {
        const lck_access_record *r = &kernel->access[i];
        judge(j, r->op, r->line, r->source, r->bytes, &r->answer[j->row->asked]);
    }
    for (size_t i = 0; j->row->asked < 0 && i < kernel->nothers; i++) {
        const lck_kernel_record *r = &kernel->other[i];
        for (int k = 0; k < 3; k++)
            if (j->row->about[k] && strcmp(r->about, j->row->about[k]) == 0) {
                judge(j, NULL, r->line, r->source, 0, &r->answer);
                j->grid = j->grid || k == 2;
            }
    }
}

static lcv_result *unknown(judgement *j, const char *why)
{
    return lcv_unknown(j->p->e->ctx, "audit", strdup(why));
}

/* What fails at these numbers is refuted. */
static void refute_at(judgement *j, const lck_numbers_of *n, const lck_audit_options *launch)
{
    lck_stated_kernel at = *j->k;
    judgement there = {.p = j->p, .k = &at, .row = j->row};
    at.audit = (lck_audit){0};
    if (lck_audit_path(&at.audit, j->asker, at.path, launch) && !at.audit.failed &&
        at.audit.nkernels == 1)
        judge_all(&there);
    char *numbers = there.refuted ? lck_numbers_of_text(n, launch) : NULL;
    if (numbers && lck_stated_steps(there.refuted, numbers)) {
        lcv_result_free(j->refuted);
        j->refuted = there.refuted;
    } else {
        lcv_result_free(there.refuted);
    }
    free(numbers);
    lc_text_free(&there.proved);
    lc_text_free(&there.open);
    lck_audit_free(&at.audit);
}

/* Is it refuted at some numbers for which all assumptions hold? At most `most` sets of numbers
 * are tried, *looked of them were. */
static bool is_refuted_at_numbers(judgement *j, size_t most, size_t *looked)
{
    lck_numbers_of *n = malloc(sizeof *n);
    lck_audit_options *launch = malloc(sizeof *launch);
    const lcv_result *before = j->refuted;
    bool good = n && launch && lck_numbers_of_begin(n, j->p, j->k);
    *looked = 0;
    for (; good && j->refuted == before && *looked < most && lck_numbers_of_next(n, j->k, launch);
         ++*looked)
        refute_at(j, n, launch);
    if (n)
        lck_numbers_of_end(n);
    free(n);
    free(launch);
    return j->refuted != before;
}

/* The verdict of all of them. A refutation may not hold where more is assumed of an argument than
 * the audit knows. */
static lcv_result *result_of(judgement *j)
{
    lc_text why = {0};
    lcv_result *result;
    size_t looked = 0;
    bool grid = j->row->about[2] && j->k->grid[0] && j->k->launch.grid[0] == 0 && !j->grid;
    bool open = !j->refuted && (grid || j->unknown > 0);
    if (open && is_refuted_at_numbers(j, LAUNCHES, &looked)) {
        result = j->refuted;
        j->refuted = NULL;
    } else if (j->refuted && j->k->assumed && !is_refuted_at_numbers(j, SIZE_MAX, &looked)) {
        lc_text_printf(&why, "what is assumed of %s is not used, and without it: %s: %s",
                       j->k->assumed, j->refuted->counterexample.where,
                       j->refuted->counterexample.summary);
        result = unknown(j, lc_text_peek(&why));
    } else if (j->refuted) {
        result = j->refuted;
        j->refuted = NULL;
    } else if (j->unknown > 0) {
        result = unknown(j, lc_text_peek(&j->open));
    } else if (j->good == 0 && j->row->asked < 0) {
        result = unknown(j, "the audit of this kernel says nothing of it");
    } else if (grid) {
        lc_text_printf(&why,
                       "no race in a block; of the grid, which has parameters, %zu launch%s "
                       "looked at, which proves nothing of others: a grid in numbers is decided",
                       looked, looked == 1 ? " was" : "es were");
        result = unknown(j, lc_text_peek(&why));
    } else {
        result = lcv_proved(j->p->e->ctx, "audit");
        lc_text_printf(&why, "%zu of %zu accesses are asked for it", j->good,
                       j->k->audit.kernel[0].naccesses);
        if (result && j->row->asked >= 0)
            result->reason = strdup(lc_text_peek(&why));
    }
    lc_text_free(&why);
    return result;
}

/* A claim is confirmed where each of its answers is. */
static void count_opinion(const judgement *j)
{
    lcv_confirmed *confirmed = j->p->e->confirmed;
    if (!confirmed || !j->p->result || j->p->result->verdict != LCV_PROVED)
        return;
    if (j->unconfirmed == 0)
        confirmed->claims++;
    else
        confirmed->open[LCR_NO_EVIDENCE]++;
}

bool lck_stated_prove(lcv_planning *p, lck_asker *asker, const lck_stated_kernel *k,
                      const char *claim)
{
    judgement j = {.p = p, .asker = asker, .k = k};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, claim) == 0)
            j.row = &rows[i];
    judge_all(&j);
    if (p->e->status == LCV_EVAL_OK) {
        p->result = result_of(&j);
        if (!p->result)
            lcv_eval_no_memory(p->e, p->name_span);
        else if (p->result->verdict == LCV_PROVED && j.proved.length > 0)
            p->obligations = strdup(lc_text_peek(&j.proved));
    }
    count_opinion(&j);
    lcv_result_free(j.refuted);
    lc_text_free(&j.proved);
    lc_text_free(&j.open);
    return p->result != NULL;
}
