/* check_redone.c - every counterexample can be redone by hand: those of the refuted rows of
 * the corpora, of the examples, and of random claims on operands of each kind. What is proved
 * holds as it is defined, at every coordinate. */
#include "config.h"

#include "pattern.h"
#include "redo-holds.h"
#include "redo-random.h"
#include "redo.h"
#include "rows.h"
#include "suite.h"

#include "../verify/session/session.h"

#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the reader must notice ---- */

/* The text with one of its numbers made larger by 1; NULL: it has no more. */
static char *changed(const char *text, size_t which)
{
    const char *p = text;
    for (;; p++) {
        bool digit = *p >= '0' && *p <= '9';
        bool first = digit && (p == text || p[-1] < '0' || p[-1] > '9');
        if (*p == '\0')
            return NULL;
        if (first && which-- == 0)
            break;
    }
    char *end;
    long long number = strtoll(p, &end, 10);
    size_t size = strlen(text) + 32;
    char *out = malloc(size);
    snprintf(out, size, "%.*s%lld%s", (int)(p - text), text, number + 1, end);
    return out;
}

static bool is_operand(const redo_text_of *given, const char *line)
{
    const char *value;
    bool is = redo_operand(given, line, &value) != NULL;
    redo_reset();
    return is;
}

/* Every number of every line, one at a time. */
static void redo_changed(const redo_text_of *given, size_t *noticed, size_t *missed)
{
    const char *step[64];
    for (size_t line = 0; line < given->nsteps + 2; line++) {
        redo_text_of other = *given;
        for (size_t i = 0; i < given->nsteps; i++)
            step[i] = given->step[i];
        other.step = step;
        const char *text = line == 0   ? given->where
                           : line == 1 ? given->summary
                                       : given->step[line - 2];
        char *wrong;
        if (line > 1 && is_operand(given, step[line - 2]))
            continue; /* what they say is evaluated anew */
        for (size_t which = 0; (wrong = changed(text, which)) != NULL; which++) {
            if (line == 0)
                other.where = wrong;
            else if (line == 1)
                other.summary = wrong;
            else
                step[line - 2] = wrong;
            bool accepted = redo_claim(&other);
            redo_reset();
            *noticed += !accepted;
            *missed += accepted;
            if (accepted && getenv("LAYOUTCHECK_VERBOSE"))
                fprintf(stderr, "%s\n  at %s: %s\n  %s\n", given->claim, other.where,
                        other.summary, wrong);
            free(wrong);
        }
    }
}

/* ---- a claim, proved and redone ---- */

typedef struct {
    const char *of; /* where the claim is from */
    size_t refuted, others, noticed, missed;
    size_t unknown, proved, seen; /* seen: that it holds */
    char *trouble;
} listening;

/* ---- operands ---- */

static void keep_value(void *user, const lcv_outcome *outcome)
{
    char **text = user;
    if (outcome->value_text)
        *text = strdup(outcome->value_text);
}

/* The same text, whatever its parentheses: a value that is shown by itself has `(c mod 4)` where
 * a line has `(c) mod 4`, as isl prints it. */
static bool is_same_text(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, "()");
        b += strspn(b, "()");
        if (*a != *b)
            return false;
        if (*a == '\0')
            return true;
    }
}

/* What the lines say of arguments that are calls and names of no file is what they come to. */
static bool operands_hold(const redo_text_of *given)
{
    bool ok = true;
    for (size_t i = 0; ok && i < given->nsteps; i++) {
        const char *value;
        char *text = redo_operand(given, given->step[i], &value), *came = NULL;
        fn *literal = text ? func_if_literal(text) : NULL; /* is redone by redo_claim */
        if (!text || literal)
            continue;
        lcv_session *session = lcv_session_new((lcv_options){.crosscheck = false});
        lcv_listener listener = {.user = &came, .outcome = keep_value};
        lcv_session_eval(session, text, &listener);
        lcv_session_free(session);
        ok = !came || is_same_text(came, value) ||
             redo_fail("'%s' is not %s", given->step[i], came);
        free(came);
    }
    return ok;
}

/* No verdict contradicts the definition. */
static void look_at_all(listening *l, const char *claim, lcv_verdict verdict)
{
    holds is = redo_holds(claim);
    l->proved += verdict == LCV_PROVED;
    l->unknown += verdict == LCV_UNKNOWN;
    l->seen += is != NOT_SEEN && verdict == LCV_PROVED;
    bool wrong = verdict == LCV_PROVED ? is == FAILS : verdict == LCV_REFUTED && is == HOLDS;
    if (wrong && !l->trouble &&
        asprintf(&l->trouble, "%s: by its definition it %s", claim,
                 is == HOLDS ? "holds" : "fails") < 0)
        abort();
}

static void redo_outcome(void *user, const lcv_outcome *outcome)
{
    listening *l = user;
    const lcv_result *result = outcome->result;
    if (result && outcome->text && redo_is_claim(outcome->text))
        look_at_all(l, outcome->text, result->verdict);
    if (!result || result->verdict != LCV_REFUTED || outcome->verb == LCV_PLAN ||
        (outcome->text && strncmp(outcome->text, "plan ", 5) == 0) ||
        !redo_is_claim(outcome->text)) {
        l->others++;
        return;
    }
    const lcv_counterexample *e = &result->counterexample;
    redo_text_of given = {outcome->text, e->where, e->summary, e->nsteps,
                          (const char *const *)e->steps};
    l->refuted++;
    if (e->nsteps <= 64)
        redo_changed(&given, &l->noticed, &l->missed);
    if (!(redo_claim(&given) && operands_hold(&given)) && !l->trouble) {
        size_t size = 16384, at;
        l->trouble = calloc(1, size);
        at = (size_t)snprintf(l->trouble, size, "%s: %s\n  at %s: %s\n", l->of, outcome->text,
                              e->where, e->summary);
        for (size_t i = 0; i < e->nsteps && at < size; i++)
            at += (size_t)snprintf(l->trouble + at, size - at, "    %s\n", e->steps[i]);
        if (at < size)
            snprintf(l->trouble + at, size - at, "  %s", redo_failure() ? redo_failure() : "?");
    }
    redo_reset();
}

static void redo_one(lcv_session *session, const char *claim, listening *l)
{
    lcv_listener listener = {.user = l, .outcome = redo_outcome};
    lcv_session_prove(session, claim, &listener);
}

static lcv_session *session_new(void)
{
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = false});
    ck_assert(session != NULL);
    lc_ctx_set_shortcuts(session->ctx, !SOLVE_ONLY);
    return session;
}

/* ---- the corpora ---- */

static void redo_corpus(const char *name, bool *ok)
{
    char path[64];
    snprintf(path, sizeof path, "tests/corpus/%s.tsv", name);
    data_rows rows = rows_read(path);
    lcv_session *session = session_new();
    listening l = {.of = name};
    size_t refuted = 0;
    for (size_t i = 0; i < rows.n; i++) {
        if (!row_has(&rows.row[i], 1, "refute"))
            continue;
        refuted++;
        redo_one(session, rows.row[i].field[2], &l);
        if (l.trouble) {
            fprintf(stderr, "%s\n", l.trouble);
            free(l.trouble);
            l.trouble = NULL;
            *ok = false;
        }
    }
    ck_assert_msg(l.missed == 0, "%s: %zu changed numbers were not noticed, %zu were", name,
                  l.missed, l.noticed);
    ck_assert_msg(l.refuted == refuted, "%s: %zu of %zu rows were refuted", name, l.refuted,
                  refuted);
    lcv_session_free(session);
    rows_clear(&rows);
}

TEST(refuted_rows_of_the_corpora)
{
    bool ok = true;
    redo_corpus("cute_paper", &ok);
    redo_corpus("isl_paper", &ok);
    redo_corpus("categories", &ok);
    redo_corpus("blogs", &ok);
    redo_corpus("cute_tiles", &ok);
    ck_assert(ok);
}

/* ---- the examples ---- */

/* Of maps and tables tests/check_pieces.c looks at all values. */
static bool has_maps(const char *path)
{
    char line[512];
    bool has = false;
    FILE *file = fopen(path, "r");
    while (file && !has && fgets(line, sizeof line, file))
        has = strstr(line, "map {") != NULL;
    if (file)
        fclose(file);
    return has;
}

static void redo_example(const char *path, size_t *refuted, bool *ok)
{
    if (has_maps(path))
        return;
    lcv_session *session = session_new();
    listening l = {.of = path};
    lcv_listener listener = {.user = &l, .outcome = redo_outcome};
    lcv_session_check(session, path, NULL, (lcv_span){0}, &listener);
    lcv_session_free(session);
    if (l.trouble)
        fprintf(stderr, "%s\n", l.trouble);
    *ok = *ok && !l.trouble;
    *refuted += l.refuted;
    free(l.trouble);
}

TEST(refuted_claims_of_the_examples)
{
    char pattern[1024];
    const char *top = getenv("top_srcdir");
    size_t refuted = 0;
    bool ok = true;
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/examples/*.lay", top ? top : ".");
    ck_assert(glob(pattern, 0, NULL, &found) == 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        redo_example(found.gl_pathv[i], &refuted, &ok);
    globfree(&found);
    ck_assert(ok);
    ck_assert_msg(refuted > 20, "%zu refuted claims", refuted);
}

/* ---- random claims ---- */

static size_t cases(void)
{
    const char *given = getenv("LAYOUTCHECK_CASES");
    size_t n = given ? strtoul(given, NULL, 10) : 0;
    return n > 0 ? n : 6000;
}

TEST(random_claims_of_every_kind)
{
    static size_t refuted[64][RANDOM_KINDS];
    rnd r = {.state = 20261128};
    lcv_session *session = session_new();
    listening l = {.of = "random"};
    size_t n = cases() * random_claims() / 12, troubles = 0;
    for (size_t i = 0; i < n; i++) {
        char claim[RANDOM_ROOM];
        size_t which = i % random_claims(), before = l.refuted;
        int kind;
        random_claim(&r, which, &kind, claim);
        redo_one(session, claim, &l);
        refuted[which][kind] += l.refuted - before;
        if (l.trouble && troubles++ < 20)
            fprintf(stderr, "%s\n", l.trouble);
        free(l.trouble);
        l.trouble = NULL;
    }
    for (size_t which = 0; which < random_claims(); which++)
        for (int kind = 0; kind < RANDOM_KINDS && !getenv("LAYOUTCHECK_CASES"); kind++)
            ck_assert_msg(!(random_claim_kinds(which) >> kind & 1) || refuted[which][kind] > 0,
                          "no %s of a %s was refuted", random_claim_name(which),
                          random_kind(kind));
    /* a changed number may be as true as the one it was: a place next to it, another lane */
    ck_assert_msg(l.missed * 50 < l.noticed, "%zu changed numbers were not noticed, %zu were",
                  l.missed, l.noticed);
    lcv_session_free(session);
    ck_assert(troubles == 0);
}

/* ---- claims by their definitions ---- */

static char *value_in(void *session, const char *text)
{
    char *value = NULL;
    lcv_listener listener = {.user = &value, .outcome = keep_value};
    lcv_session_eval(session, text, &listener);
    return value;
}

#define ROUNDS 8 /* of as many cases as a law has */

/* Functions of few coordinates are listed by the prover, too; larger ones are solved. */
enum { SMALL = 64, LARGE = 2000 };

/* A claim with a number changed, but for those that name an axis, and those of relations, which
 * the reader takes from 0 on; NULL: none is. */
static char *spoiled(rnd *r, const char *claim)
{
    char *other = rnd_chance(r, 30) ? changed(claim, (size_t)rnd_in(r, 0, 9)) : NULL;
    size_t at = 0;
    bool quoted = false;
    while (other && other[at] == claim[at])
        quoted ^= claim[at++] == '"';
    while (other && at > 0 && isdigit((unsigned char)claim[at - 1]))
        at--;
    if (!other || (!quoted && (at == 0 || !strchr("@e", claim[at - 1]))))
        return other;
    free(other);
    return NULL;
}

static data_rows patterns;
static lcv_session *session_of_claims;
static listening heard;
#define PATTERNS 512

static size_t proved_of[PATTERNS], refuted_of[PATTERNS];
static int64_t most; /* coordinates of an operand */

static bool decided_as_defined(law *l)
{
    size_t which = l->index % patterns.n, proved = heard.proved, refuted = heard.refuted;
    const char *text = pattern_text(l, patterns.row[which].field[0], pattern_values_of(l, most));
    const char *claim = redo_literal(text, value_in, session_of_claims);
    char *other = claim ? spoiled(&l->rnd, claim) : NULL;
    claim = claim ? law_printf(l, "%s", other ? other : claim) : NULL;
    free(other);
    redo_reset();
    if (claim)
        redo_one(session_of_claims, claim, &heard);
    proved_of[which] += heard.proved - proved;
    refuted_of[which] += heard.refuted - refuted;
    bool ok = !heard.trouble || law_fail(l, "%s", heard.trouble);
    law_saw(l, heard.proved > proved ? 0 : heard.refuted > refuted ? 1 : 2);
    free(heard.trouble);
    heard.trouble = NULL;
    law_release(l);
    return ok;
}

TEST(claims_by_their_definitions)
{
    patterns = rows_read("tests/rows/definitions.tsv");
    session_of_claims = session_new();
    ck_assert_uint_le(patterns.n, PATTERNS);
    heard = (listening){.of = "definitions"};
    most = SMALL;
    for (int i = 0; i < ROUNDS; i++) {
        char name[64];
        snprintf(name, sizeof name, "claims by their definitions, round %d", i + 1);
        law_check(name, decided_as_defined, CLASSES("proved", "refuted"));
    }
    most = LARGE;
    law_check_share("claims of large operands by their definitions", decided_as_defined,
                    CLASSES("proved", "refuted"), 2);
    for (size_t i = 0; i < patterns.n && !getenv("LAYOUTCHECK_CASES"); i++)
        ck_assert_msg(proved_of[i] + refuted_of[i] > 0, "%s has no verdict",
                      patterns.row[i].field[0]);
    printf("# %zu proved, %zu of them seen to hold; %zu refuted; %zu unknown\n", heard.proved,
           heard.seen, heard.refuted, heard.unknown);
    ck_assert_uint_ge(10 * heard.seen, 7 * heard.proved);
    ck_assert_uint_le(200 * heard.unknown, heard.proved + heard.refuted + 400);
    lcv_session_free(session_of_claims);
    rows_clear(&patterns);
}

SUITE_MAIN("redone", refuted_rows_of_the_corpora, refuted_claims_of_the_examples,
           random_claims_of_every_kind, claims_by_their_definitions)
