/* check_evidence.c - certificates of claims for all numbers of parameters.
 *
 * Those of the examples and of random claims are confirmed, every one of them. One that is
 * changed is rejected, or what it then says is so: its cases are put to the prover one by one,
 * which must not refute them, even where digest and source are made to fit.
 */
#include "config.h"

#include "certified.h"
#include "language.h"
#include "suite.h"

#include "../isl-bridge/recheck.h"
#include "symbolic-claims.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- certificates of files ---- */

typedef struct {
    FILE *out;
    size_t proved, refuted, unknown;
} writing;

static void write_outcome(void *user, const lcv_outcome *outcome)
{
    writing *w = user;
    if (outcome->certificate)
        fputs(outcome->certificate, w->out);
    if (outcome->result) {
        lcv_verdict verdict = outcome->result->verdict;
        w->proved += verdict == LCV_PROVED;
        w->refuted += verdict == LCV_REFUTED;
        w->unknown += verdict == LCV_UNKNOWN;
    }
}

/* Of the file, or of the text where that is NULL. */
static char *certificate_of(const char *path, const char *script, writing *w)
{
    char *text;
    size_t length;
    *w = (writing){.out = open_memstream(&text, &length)};
    fputs(LCR_CERTIFICATE_HEAD, w->out);
    lcv_listener listener = {.user = w, .outcome = write_outcome};
    lcv_session *session = lcv_session_new((lcv_options){.certify = true});
    ck_assert_ptr_nonnull(session);
    if (path)
        lcv_session_check(session, path, NULL, (lcv_span){0, 0}, &listener);
    else
        lcv_session_say(session, script, &listener);
    lcv_session_free(session);
    fclose(w->out);
    return text;
}

/* ---- rechecking ---- */

typedef struct {
    size_t count[LCR_REJECTED + 1];
    char why[256];
} checked;

static void said(void *user, const lcr_checked *c)
{
    checked *to = user;
    if (c->check != LCR_CONFIRMED && !to->why[0])
        snprintf(to->why, sizeof to->why, "line %zu, %s: %s", c->line, c->claim, c->why);
    to->count[c->check]++;
}

static checked recheck(const char *text)
{
    checked c = {{0}, ""};
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    ck_assert_ptr_nonnull(r);
    if (!lcr_recheck(r, text, said, &c))
        c.count[LCR_REJECTED]++;
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return c;
}

static const char *const examples[] = {
    "examples/symbolic-kernels.lay",          "examples/symbolic-tilings.lay",
    "examples/composed-layouts.lay",          "examples/isl-relations.lay",
    "examples/kernels/deep-gemm.lay",         "examples/kernels/flash-attention-2.lay",
    "examples/kernels/flash-attention-3.lay", "examples/kernels/im2col.lay",
    "examples/kernels/paged-kv.lay",          "examples/kernels/sgemm-sm80.lay",
    "examples/kernels/sharded-tensor.lay",    "examples/kernels/thunderkittens.lay",
    "examples/kernels/tiled-gemm.lay",        "examples/kernels/wgmma-sm90.lay"};
#define EXAMPLES (sizeof examples / sizeof *examples)

static char *example_certificate(size_t i, writing *w)
{
    const char *top = getenv("top_srcdir");
    char path[512];
    snprintf(path, sizeof path, "%s/%s", top ? top : ".", examples[i]);
    return certificate_of(path, NULL, w);
}

TEST(examples_are_confirmed)
{
    for (size_t i = 0; i < EXAMPLES; i++) {
        writing w;
        char *text = example_certificate(i, &w);
        checked c = recheck(text);
        ck_assert_uint_eq(w.unknown, 0);
        ck_assert_msg(c.count[LCR_REJECTED] + c.count[LCR_UNCERTAIN] == 0, "%s: %s", examples[i],
                      c.why);
        ck_assert_uint_ge(c.count[LCR_CONFIRMED], 12); /* integers that are compared have none */
        ck_assert_ptr_nonnull(strstr(text, "\nparameter "));
        free(text);
    }
}

/* ---- random claims ---- */

/* One in so many proofs may have none: products of quotients by sizes, and functions after
 * layouts with parameters. */
#define MOST_WITHOUT 10

static size_t with_evidence, without_evidence;

/* A claim that is proved has a certificate, which is confirmed but for a few. It is none without
 * a claim, as where integers are compared. */
static bool has_evidence(law *l)
{
    writing w;
    static const char given[] = SYMBOLIC_PARAMETERS;
    const char *claim = symbolic_rnd_claim(&l->rnd),
               *file = law_printf(l, "%sprove %s\n", given, claim);
    char *text = certificate_of(NULL, file, &w);
    bool symbolic = w.proved == 1 && strstr(text, "\nparameter ") != NULL;
    checked c = {{0}, ""};
    if (strstr(text, "\nclaim ") != NULL)
        c = recheck(text);
    bool ok = c.count[LCR_REJECTED] == 0;
    with_evidence += symbolic && c.count[LCR_CONFIRMED] == 1;
    without_evidence += symbolic && c.count[LCR_CONFIRMED] == 0;
    law_saw(l, w.proved ? 0 : w.refuted ? 1 : 2);
    if (!ok)
        law_fail(l, "%s: %s:\n%s", claim, c.why, text);
    free(text);
    return ok;
}

TEST(random_claims)
{
    static const char *const classes[] = {"proved", "refuted", "unknown or in error", NULL};
    law_check("proofs have evidence", has_evidence, classes);
    printf("# %zu proofs with evidence, %zu without\n", with_evidence, without_evidence);
    ck_assert_uint_le(MOST_WITHOUT * without_evidence, with_evidence + 3 * MOST_WITHOUT);
}

/* ---- cases ---- */

#define CASES 5
#define FAR 20 /* numbers of a parameter that are looked at */

/* a M + b N + c, compared with 0. */
typedef struct {
    int a, b, c;
    bool equal;
} condition;

static bool is_met(const condition *c, int m, int n)
{
    int value = c->a * m + c->b * n + c->c;
    return c->equal ? value == 0 : value >= 0;
}

static condition rnd_condition(law *l)
{
    condition c = {(int)rnd_in(&l->rnd, -1, 1), (int)rnd_in(&l->rnd, -1, 1),
                   (int)rnd_in(&l->rnd, -4, 4), rnd_chance(&l->rnd, 20)};
    return c;
}

static condition contrary(condition c)
{
    return c.equal ? (condition){c.a, c.b, c.c - 1, false}
                   : (condition){-c.a, -c.b, -c.c - 1, false};
}

/* Cases, often those into which two conditions cut everything. */
static size_t rnd_cases(law *l, condition when[CASES][2])
{
    condition x = rnd_condition(l), y = rnd_condition(l);
    condition all[4][2] = {{x, y},
                           {x, contrary(y)},
                           {contrary(x), y},
                           {contrary(x), contrary(y)}};
    size_t n = (size_t)rnd_in(&l->rnd, 3, CASES);
    for (size_t i = 0; i < n; i++) {
        bool other = rnd_chance(&l->rnd, 10) || i == 4;
        when[i][0] = other ? rnd_condition(l) : all[i][0];
        when[i][1] = rnd_chance(&l->rnd, 10) ? when[i][0] : other ? y : all[i][1];
    }
    return n;
}

static bool all_are_met(size_t n, condition when[CASES][2])
{
    for (int m = 1; m <= FAR; m++)
        for (int k = 1; k <= FAR; k++) {
            bool met = false;
            for (size_t i = 0; i < n; i++)
                met = met || (is_met(&when[i][0], m, k) && is_met(&when[i][1], m, k));
            if (!met)
                return false;
        }
    return true;
}

/* Cases have evidence that they are all where they are, and else not. */
LAW(random_cases, "cases are all there are", CLASSES("not all", "all"))
{
    static const char *const arg[] = {"1", "2"};
    static const lcr_parameter parameter[] = {{"M", "1", NULL}, {"N", "1", NULL}};
    const lcr_certified_claim claim = {{.name = "<=", .n = 2, .arg = arg}, NULL};
    const lcr_parameters given = {.n = 2, .parameter = parameter};
    condition when[CASES][2];
    const char *text[CASES][2];
    lcr_certified_case cases[CASES];
    size_t n = rnd_cases(l, when);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < 2; k++)
            text[i][k] = law_printf(l, "%d*M+%d*N+5 %s M+N+%d", when[i][k].a + 1,
                                    when[i][k].b + 1,
                                    when[i][k].equal ? "==" : ">=", 5 - when[i][k].c);
        cases[i] = (lcr_certified_case){2, 1, text[i], &claim};
    }
    const lcr_certified_for_all c = {"a.lay:1", &given, n, cases};
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    bool certain, met = all_are_met(n, when);
    char *block = lcr_certify_for_all(r, &c, &certain);
    law_saw(l, met);
    bool ok = block && certain == met;
    const char *said = "";
    for (size_t i = 0; i < n; i++)
        said = law_printf(l, "%s\n%s and %s", said, text[i][0], text[i][1]);
    if (!ok)
        law_fail(l, "cases that are %sall have %sevidence: %s", met ? "" : "not ",
                 certain ? "" : "no ", said);
    free(block);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return ok;
}

/* ---- changed ones ---- */

typedef struct {
    size_t n;
    char *line[4096];
} lines;

static void split(char *text, lines *out)
{
    out->n = 0;
    for (char *at = strtok(text, "\n"); at; at = strtok(NULL, "\n"))
        if (out->n < 4096)
            out->line[out->n++] = at;
}

static const char *after(const char *line, const char *word)
{
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

static void print_argument(FILE *f, size_t i, const char *arg)
{
    static const char *const otherwise[] = {"_", "32", "4", "4", "32"};
    fprintf(f, "%s%s", i > 0 ? ", " : "", strcmp(arg, "-") == 0 ? otherwise[i < 5 ? i : 0] : arg);
}

/* The claim whose `holds` is line i, in the language. */
static void print_claim(FILE *f, const lines *b, size_t i)
{
    const char *name = after(b->line[i], "holds"), *arg, *last = NULL;
    size_t n = 0, k = i + 1;
    const char *relation = strchr(name, ' ');
    bool compares = !isalpha((unsigned char)name[0]);
    if (!compares)
        fprintf(f, "%.*s(", relation ? (int)(relation - name) : (int)strlen(name), name);
    for (; k < b->n && (arg = after(b->line[k], "arg")) != NULL; k++) {
        bool more = k + 1 < b->n && after(b->line[k + 1], "arg");
        last = arg;
        if (compares)
            fprintf(f, "%s%s%s", n > 0 ? " " : "", n > 0 ? name : "", n > 0 ? " " : ""),
                fputs(arg, f);
        else if (more || !relation)
            print_argument(f, n, arg);
        n++;
    }
    if (!compares)
        fputs(")", f);
    if (relation && last)
        fprintf(f, "%s %s", relation, last);
}

/* `M >= 1`, and `M >= 1 <= 64` as `M in 1..64`. */
static void print_parameter(FILE *f, const char *text)
{
    const char *high = strstr(text, " <= "), *low = strstr(text, " >= ");
    if (high && low)
        fprintf(f, "param %.*s in %.*s..%s\n", (int)(low - text), text, (int)(high - low - 4),
                low + 4, high + 4);
    else
        fprintf(f, "param %s\n", text);
}

static void print_given(FILE *f, const lines *b)
{
    for (size_t i = 0; i < b->n && strcmp(b->line[i], "case") != 0; i++) {
        if (after(b->line[i], "parameter"))
            print_parameter(f, after(b->line[i], "parameter"));
        if (after(b->line[i], "assume"))
            fprintf(f, "assume %s\n", after(b->line[i], "assume"));
    }
}

/* One case as a file: what is assumed, and what is claimed. */
static char *case_as_file(const lines *b, size_t from, size_t *claims)
{
    char *text;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    *claims = 0;
    print_given(f, b);
    for (size_t i = from + 1; i < b->n && strcmp(b->line[i], "case") != 0; i++) {
        if (after(b->line[i], "when"))
            fprintf(f, "assume %s\n", after(b->line[i], "when"));
        if (!after(b->line[i], "holds"))
            continue;
        fputs("prove ", f);
        print_claim(f, b, i);
        fputs("\n", f);
        ++*claims;
    }
    fclose(f);
    return text;
}

/* That the cases are all, as a claim: `(M >= 2) or (M == 1 and N >= 2)`; NULL: one is all. */
static char *cover_as_file(const lines *b)
{
    char *text;
    size_t length, n = 0;
    FILE *f = open_memstream(&text, &length);
    print_given(f, b);
    fputs("prove (1 == 0", f);
    for (size_t i = 0; i < b->n; i++) {
        const char *when = after(b->line[i], "when");
        bool first = i > 0 && strcmp(b->line[i - 1], "case") == 0;
        if (when)
            fprintf(f, "%s%s", first ? ") or (" : " and ", when);
        else if (first)
            n++;
    }
    fputs(")\n", f);
    fclose(f);
    if (n == 0)
        return text;
    free(text);
    return NULL;
}

static bool is_refuted(const char *file)
{
    writing w;
    free(certificate_of(NULL, file, &w));
    return w.refuted > 0;
}

/* No case of a block is refuted, nor that these are all. */
static bool is_so(const char *block, char **refuted)
{
    char *copy = strdup(block);
    lines b;
    split(copy, &b);
    *refuted = cover_as_file(&b);
    bool ok = !*refuted || !is_refuted(*refuted);
    if (ok)
        free(*refuted);
    for (size_t i = 0; ok && i < b.n; i++) {
        size_t claims;
        if (strcmp(b.line[i], "case") != 0)
            continue;
        char *file = case_as_file(&b, i, &claims);
        ok = claims == 0 || !is_refuted(file);
        *refuted = ok ? NULL : file;
        if (ok)
            free(file);
    }
    free(copy);
    return ok;
}

/* ---- changes ---- */

/* The lines as a certificate, with the source and the digest that they then have. */
static char *joined(const lines *b, const char *source)
{
    char *text, hex[32];
    size_t length;
    FILE *f = open_memstream(&text, &length);
    fputs(LCR_CERTIFICATE_HEAD, f);
    fflush(f);
    size_t begin = length;
    for (size_t i = 0; i < b->n; i++) {
        if (after(b->line[i], "digest")) {
            fflush(f);
            snprintf(hex, sizeof hex, "%016" PRIx64,
                     certified_digest(text + begin, length - begin));
            fprintf(f, "digest %s\n", hex);
        } else if (source && after(b->line[i], "source")) {
            fprintf(f, "source a.lay:1: %s\n", source);
        } else {
            fprintf(f, "%s\n", b->line[i]);
        }
    }
    fclose(f);
    return text;
}

/* `M >= 1 <= 64` as 1 <= M <= 64; what has no end as it is. */
static void print_range(FILE *f, const char *range)
{
    char name[64], low[64], high[64];
    if (sscanf(range, "%63s >= %63s <= %63s", name, low, high) == 3)
        fprintf(f, "%s <= %s <= %s", low, name, high);
    else
        fputs(range, f);
}

/* What the block claims, from its lines. */
static char *source_of(const lines *b)
{
    char *text;
    size_t length, cases = 0, claims = 0, n = 0;
    FILE *f = open_memstream(&text, &length);
    for (size_t i = 0; i < b->n; i++) {
        cases += strcmp(b->line[i], "case") == 0;
        if (claims > 0 && strcmp(b->line[i], "case") == 0)
            break;
        if (!after(b->line[i], "holds"))
            continue;
        fputs(claims++ > 0 ? " and " : "", f);
        print_claim(f, b, i);
    }
    fputs(claims > 0 ? " for all " : "nothing for all ", f);
    for (size_t i = 0; i < b->n; i++)
        if (after(b->line[i], "parameter")) {
            fputs(n++ > 0 ? ", " : "", f);
            print_range(f, after(b->line[i], "parameter"));
        }
    n = cases = 0;
    for (size_t i = 0; i < b->n; i++) {
        if (after(b->line[i], "assume"))
            fprintf(f, "%s%s", n++ > 0 ? " and " : " with ", after(b->line[i], "assume"));
        cases += strcmp(b->line[i], "case") == 0;
    }
    if (cases > 1)
        fprintf(f, ", in %zu cases", cases);
    fclose(f);
    return text;
}

/* A line with one of its tokens changed: a number, a name, a sign. */
static char *with_token(rnd *r, const char *line)
{
    static const char *const other[] = {"0", "1", "2", "3", "4",  "5",  "7", "8", "16", "M",
                                        "N", "-", "+", "*", "<=", ">=", ":", ",", "q0", "c1"};
    size_t length = strlen(line), at = (size_t)rnd_in(r, 0, (int64_t)length - 1), n = 1;
    while (at > 0 && isalnum((unsigned char)line[at]) && isalnum((unsigned char)line[at - 1]))
        at--;
    while (isalnum((unsigned char)line[at]) && isalnum((unsigned char)line[at + n]))
        n++;
    const char *with = other[rnd_in(r, 0, (int64_t)(sizeof other / sizeof *other) - 1)];
    char *made = malloc(length + strlen(with) + 1);
    sprintf(made, "%.*s%s%s", (int)at, line, with, line + at + n);
    return made;
}

/* One change of a block; what it owns is freed by the caller. */
static char *change(rnd *r, lines *b)
{
    size_t i = (size_t)rnd_in(r, 1, (int64_t)b->n - 2);
    switch (rnd_in(r, 0, 9)) {
    case 0: /* without a line */
        memmove(b->line + i, b->line + i + 1, (b->n - i - 1) * sizeof *b->line);
        b->n--;
        return NULL;
    case 1: { /* in another order */
        char *turn = b->line[i];
        b->line[i] = b->line[i + 1];
        b->line[i + 1] = turn;
        return NULL;
    }
    default:
        for (int k = 0; k < 8 && (after(b->line[i], "set") || after(b->line[i], "identity")); k++)
            i = (size_t)rnd_in(r, 1, (int64_t)b->n - 2);
        return b->line[i] = with_token(r, b->line[i]);
    }
}

typedef struct {
    size_t n;
    char *block[512];
} blocks;

/* The blocks of claims with parameters, as copies. */
static void take_blocks(const char *text, blocks *out)
{
    for (const char *at = strstr(text, "\nclaim "), *end; at && out->n < 512;
         at = strstr(end, "\nclaim ")) {
        end = strstr(at, "\nend\n");
        ck_assert_ptr_nonnull(end);
        size_t n = (size_t)(end + 5 - at - 1);
        char *copy = calloc(1, n + 1);
        memcpy(copy, at + 1, n);
        if (strstr(copy, "\nparameter ") && strstr(copy, "\ncase\n"))
            out->block[out->n++] = copy;
        else
            free(copy);
    }
}

/* Changes one line, and makes the rest fit; is it rejected, or so? */
static bool stands(rnd *r, const char *block, size_t *confirmed)
{
    char *copy = strdup(block), *refuted = NULL;
    lines b;
    split(copy, &b);
    char *own = change(r, &b), *source = source_of(&b);
    char *made = joined(&b, rnd_chance(r, 80) ? source : NULL);
    checked c = recheck(made);
    bool says = c.count[LCR_CONFIRMED] > 0, ok = !says || is_so(made, &refuted);
    *confirmed += says;
    ck_assert_msg(ok, "what is refuted is confirmed:\n%s\n%s", refuted, made);
    free(refuted);
    free(made);
    free(source);
    free(own);
    free(copy);
    return ok;
}

TEST(changes)
{
    static blocks b;
    const char *seed = getenv("LAYOUTCHECK_SEED"), *cases = getenv("LAYOUTCHECK_CASES");
    rnd r = {seed ? strtoull(seed, NULL, 0) : UINT64_C(0x65766964656e6365)};
    size_t n = cases ? strtoull(cases, NULL, 0) : 1000, confirmed = 0;
    for (size_t i = 0; i < EXAMPLES; i++) {
        writing w;
        char *text = example_certificate(i, &w);
        take_blocks(text, &b);
        free(text);
    }
    ck_assert_uint_ge(b.n, 80);
    for (size_t i = 0; i < b.n; i++) { /* the source is what it should be */
        char *copy = strdup(b.block[i]);
        lines of;
        split(copy, &of);
        char *source = source_of(&of), *made = joined(&of, source);
        checked c = recheck(made);
        ck_assert_msg(c.count[LCR_CONFIRMED] == 1, "%s\n%s", c.why, made);
        free(made);
        free(source);
        free(copy);
    }
    for (size_t i = 0; i < n; i++)
        stands(&r, b.block[rnd_in(&r, 0, (int64_t)b.n - 1)], &confirmed);
    ck_assert_uint_le(confirmed, n / 2 + 5);
    printf("# %zu changes of %zu certificates: %zu still say what is so\n", n, b.n, confirmed);
    for (size_t i = 0; i < b.n; i++)
        free(b.block[i]);
}

SUITE_MAIN("evidence", examples_are_confirmed, random_claims, random_cases, changes)
