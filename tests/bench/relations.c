/* relations.c - the same claims decided on the relations alone: the baseline.
 *
 * A claim of the corpus is restated as one question to isl about layout maps (equal,
 * injective, its range), put to it as it stands, in a process of its own and for at
 * most 10 seconds.
 */
#include "config.h"

#include "bench.h"

#include "plain.h"
#include "../../verify/session/script.h"
#include "corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHOLE_LIMIT 120.0 /* seconds for the whole table */
#define ARGUMENTS 3

/* Larger than what the papers print, as kernels have them. */
static const corpus_claim kernels[] = {
    {"wgmma-injective", true, "injective(((4,8,4),(2,2,8)):((2,64,1024),(1,512,8)))"},
    {"wgmma-bijective", true, "bijective(((4,8,4),(2,2,8)):((2,64,1024),(1,512,8)))"},
    {"wgmma-composes", true,
     "composes(((4,8,4),(2,2,8)):((2,64,1024),(1,512,8)), (64,64):(64,1), "
     "((4,8,4),(2,2,8)):((128,1,16),(64,8,512)))"},
    {"wgmma-composes-wrong", false,
     "composes(((4,8,4),(2,2,8)):((2,64,1024),(1,512,4)), (64,64):(64,1), "
     "((4,8,4),(2,2,8)):((128,1,16),(64,8,512)))"},
    {"mma-injective", true, "injective(((4,8),(2,2)):((32,1),(16,8)))"},
    {"mma-inverse", true,
     "right_inverts(right_inverse(((4,8),(2,2)):((32,1),(16,8))), "
     "((4,8),(2,2)):((32,1),(16,8)))"},
    {"ldmatrix-covers", true, "surjective(((8,4),(2,4)):((1,64),(8,16)), 256)"},
    {"large-injective", true, "injective((1024,1024,1024,1024):(1,1024,1048576,1073741824))"},
    {"large-equiv", true,
     "equiv((1024,1024,1024,1024):(1,1024,1048576,1073741824), 1099511627776:1)"},
};

/* ---- the question */

typedef struct {
    lc_ctx *ctx;
    lcr_ctx *r;
    const char *name;
    size_t n;
    lcv_value *value[ARGUMENTS];
} question;

/* A relation of the session belongs to another isl context: it goes by its text. */
static lcr_map *map_of(question *q, size_t i, bool extended)
{
    const lcv_value *v = q->value[i];
    if (v->kind == LCV_RELATION) {
        char *text = lcr_map_to_str(q->r, v->relation);
        lcr_map *same = text ? lcr_map_parse(q->r, text) : NULL;
        free(text);
        return same;
    }
    lc_layout *a = lcv_as_layout(q->ctx, v);
    lcr_map *m = !a ? NULL : extended ? lcr_extended_map(q->r, a) : lcr_layout_map(q->r, a);
    lc_layout_free(a);
    return m;
}

static lcr_answer equal_maps(question *q, lcr_map *x, lcr_map *y)
{
    lcr_answer answer = LCR_UNKNOWN;
    if (x && y)
        answer = plain_equal(q->r, x, y);
    lcr_map_free(x);
    lcr_map_free(y);
    return answer;
}

/* outer after inner; takes over both. */
static lcr_map *after(question *q, lcr_map *outer, lcr_map *inner)
{
    lcr_map *m = outer && inner ? lcr_map_compose(q->r, outer, inner) : NULL;
    lcr_map_free(outer);
    lcr_map_free(inner);
    return m;
}

static lcr_map *identity(question *q, size_t size_of)
{
    lc_layout *a = lcv_as_layout(q->ctx, q->value[size_of]);
    lc_layout *line = NULL;
    if (a) {
        lc_int size = lc_layout_size(q->ctx, a), one = lc_int_const(1);
        line = lc_layout_flat(q->ctx, 1, &size, &one);
    }
    lcr_map *m = line ? lcr_layout_map(q->r, line) : NULL;
    lc_layout_free(line);
    lc_layout_free(a);
    return m;
}

static lcr_answer injective(question *q)
{
    lcr_map *m = map_of(q, 0, false);
    lcr_answer answer = m ? plain_injective(q->r, m) : LCR_UNKNOWN;
    lcr_map_free(m);
    return answer;
}

/* The range is [0, N), N given or the size. */
static lcr_answer onto(question *q)
{
    lcr_map *m = map_of(q, 0, false);
    lc_int n;
    lc_layout *a = q->n == 1 ? lcv_as_layout(q->ctx, q->value[0]) : NULL;
    bool known = q->n == 1 ? a != NULL : lcv_as_int(q->ctx, q->value[1], &n);
    if (a)
        n = lc_layout_size(q->ctx, a);
    lcr_answer answer = m && known ? plain_range_is(q->r, m, n) : LCR_UNKNOWN;
    lc_layout_free(a);
    lcr_map_free(m);
    return answer;
}

static lcr_answer bijective(question *q)
{
    lcr_answer answer = injective(q);
    return answer == LCR_YES ? onto(q) : answer;
}

static lcr_answer equivalent(question *q)
{
    return equal_maps(q, map_of(q, 0, false), map_of(q, 1, false));
}

static lcr_answer composes(question *q)
{
    return equal_maps(q, map_of(q, 0, false), after(q, map_of(q, 1, true), map_of(q, 2, false)));
}

/* The identity of coordinates is another relation, which is not stated here. */
static lcr_answer right_inverts(question *q)
{
    lc_layout *a = lcv_as_layout(q->ctx, q->value[1]);
    bool coordinates = a && lc_layout_codomain(a) == LC_COORDINATES;
    lc_layout_free(a);
    if (coordinates)
        return LCR_UNKNOWN;
    return equal_maps(q, after(q, map_of(q, 1, true), map_of(q, 0, false)), identity(q, 0));
}

static lcr_answer left_inverts(question *q)
{
    lcr_map *image = after(q, map_of(q, 0, true), map_of(q, 1, false));
    return equal_maps(q, after(q, map_of(q, 1, true), image), map_of(q, 1, false));
}

static const struct {
    const char *name;
    size_t min, max;
    lcr_answer (*ask)(question *q);
} restated[] = {
    {"injective", 1, 1, injective},
    {"bijective", 1, 1, bijective},
    {"surjective", 2, 2, onto},
    {"compact", 1, 1, bijective},
    {"equiv", 2, 2, equivalent},
    {"composes", 3, 3, composes},
    {"right_inverts", 2, 2, right_inverts},
    {"left_inverts", 2, 2, left_inverts},
};

typedef struct {
    question *q;
    lcr_answer (*ask)(question *q);
} asked;

static lcr_answer ask(void *user)
{
    asked *a = user;
    return a->ask(a->q);
}

/* ---- the table */

static void keep_value(void *user, const lcv_outcome *outcome)
{
    lcv_value **value = user;
    if (outcome->value && outcome->status == LCV_PASSED)
        *value = lcv_value_ref(outcome->value);
}

/* Values live as long as the session that made them. */
static bool read_question(lcv_session *session, const corpus_claim *row, question *q,
                          size_t *which)
{
    char *name, *argument[ARGUMENTS];
    *q = (question){0};
    size_t n = corpus_split(row->claim, &name, argument, ARGUMENTS);
    if (n == 0)
        return false;
    bool known = false;
    for (size_t k = 0; k < sizeof restated / sizeof *restated && !known; k++) {
        known = strcmp(name, restated[k].name) == 0 && n >= restated[k].min &&
                n <= restated[k].max;
        *which = k;
    }
    for (size_t i = 0; i < n; i++) {
        lcv_listener listener = {.user = &q->value[i], .outcome = keep_value};
        if (known)
            lcv_session_eval(session, argument[i], &listener);
        known = known && q->value[i] && q->value[i]->kind != LCV_TENSOR; /* no offsets here */
        free(argument[i]);
    }
    free(name);
    q->n = n;
    return known;
}

typedef struct {
    size_t asked, answered, timed_out, undecided, wrong;
    double *ours, *theirs; /* seconds of those that were answered */
} tally;

static double prove_time(lcv_session *session, const corpus_claim *row)
{
    double samples[5];
    lcv_value *ignored = NULL;
    lcv_listener listener = {.user = &ignored, .outcome = keep_value};
    for (int i = 0; i < 5; i++) {
        double start = bench_now();
        lcv_session_prove(session, row->claim, &listener);
        samples[i] = bench_now() - start;
    }
    return bench_spread_of(samples, 5).median;
}

static void compare(lcv_session *session, lc_ctx *ctx, const corpus_claim *row, bool show,
                    tally *t)
{
    question q;
    size_t which;
    if (read_question(session, row, &q, &which)) {
        lcr_ctx *r = lcr_ctx_new(ctx);
        bench_reply answer;
        asked a = {&q, restated[which].ask};
        q.ctx = ctx;
        q.r = r;
        if (r)
            lcr_set_budget(r, 0);
        double ours = prove_time(session, row);
        t->asked++;
        if (!bench_in_child(ask, &a, &answer)) {
            t->timed_out++;
            if (show)
                printf("%-22s %10s %12s\n", row->id, bench_seconds(ours), "over 10 s");
        } else if (answer.answer == LCR_UNKNOWN) {
            t->undecided++;
            if (show)
                printf("%-22s %10s %12s\n", row->id, bench_seconds(ours), "no answer");
        } else {
            bool wrong = (answer.answer == LCR_YES) != row->holds;
            t->wrong += wrong;
            if (wrong)
                printf("%s: not the answer of the corpus: %s\n", row->id, row->claim);
            t->ours[t->answered] = ours;
            t->theirs[t->answered++] = answer.seconds;
            if (show)
                printf("%-22s %10s %12s %10.0f\n", row->id, bench_seconds(ours),
                       bench_seconds(answer.seconds), answer.seconds / ours);
        }
        lcr_ctx_free(r);
    }
    for (size_t i = 0; i < ARGUMENTS; i++)
        lcv_value_free(q.value[i]);
}

static void summary(tally *t)
{
    if (t->answered == 0)
        return;
    double *ratio = malloc(t->answered * sizeof *ratio);
    for (size_t i = 0; ratio && i < t->answered; i++)
        ratio[i] = t->theirs[i] / t->ours[i];
    if (ratio) {
        bench_spread r = bench_spread_of(ratio, t->answered);
        bench_spread ours = bench_spread_of(t->ours, t->answered);
        bench_spread theirs = bench_spread_of(t->theirs, t->answered);
        printf("%-22s %10s %12s %10.1f   (ratios %.2f .. %.0f)\n", "median of those answered",
               bench_seconds(ours.median), bench_seconds(theirs.median), r.median, r.low, r.high);
        printf("%-22s %10s %12s\n", "slowest", bench_seconds(ours.high),
               bench_seconds(theirs.high));
    }
    free(ratio);
}

bool bench_relations(const char *const *files, size_t n)
{
    corpus c;
    if (!corpus_read(files, n, &c))
        return false;
    lc_ctx *ctx = lc_ctx_new();
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
    size_t named = sizeof kernels / sizeof *kernels;
    tally t = {.ours = calloc(c.n + named, sizeof(double)),
               .theirs = calloc(c.n + named, sizeof(double))};
    bool ok = ctx && session && t.ours && t.theirs;
    double start = bench_now();
    size_t looked_at = 0;
    if (ok) {
        printf("Relations: the same claims as one question to isl, at most 10 s each\n\n");
        printf("%-22s %10s %12s %10s\n", "", "layoutcheck", "relations", "ratio");
    }
    for (size_t i = 0; ok && i < named; i++)
        compare(session, ctx, &kernels[i], true, &t);
    size_t first = t.asked;
    /* Rows at regular intervals come first, so that a table cut short samples all. */
    for (size_t step = 7, at = 0; ok && looked_at < c.n; looked_at++) {
        if (bench_now() - start > WHOLE_LIMIT)
            break;
        compare(session, ctx, &c.claim[at], false, &t);
        at += step;
        if (at >= c.n)
            at = at % step + 1;
    }
    if (ok) {
        printf("\n%zu claims of the corpus asked (of %zu; %zu rows not looked at within %.0f s): "
               "%zu over 10 s, %zu without an answer\n",
               t.asked - first, c.n, c.n - looked_at, WHOLE_LIMIT, t.timed_out, t.undecided);
        summary(&t);
        if (t.wrong)
            printf("%zu answers are not those of the corpus\n", t.wrong);
    }
    printf("\n");
    ok = ok && t.wrong == 0;
    free(t.ours);
    free(t.theirs);
    lcv_session_free(session);
    lc_ctx_free(ctx);
    corpus_clear(&c);
    return ok;
}
