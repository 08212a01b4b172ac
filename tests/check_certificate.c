/* check_certificate.c - certificates: those of the corpora are confirmed, and one with a
 * token changed is not, even when its digest is made to fit.
 *
 * What a forged certificate says may still be true, and proved by its sets: the claim as
 * it then reads is put to the prover, which has to agree with the verdict. */
#include "config.h"

#include "suite.h"

#include "../isl-bridge/recheck.h"
#include "../verify/session/script.h"
#include "certified.h"
#include "rows.h"
#include "random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- certificates of claims ---- */

typedef struct {
    FILE *out;
    lcv_verdict verdict;
    size_t claims;
    bool decided;
} writing;

static void write_outcome(void *user, const lcv_outcome *outcome)
{
    writing *w = user;
    w->decided = outcome->result != NULL;
    if (!outcome->certificate)
        return;
    fputs(outcome->certificate, w->out);
    w->verdict = outcome->result->verdict;
    w->claims++;
}

static void finish(writing *w, lcv_session *session, size_t expected, size_t *claims)
{
    ck_assert_uint_eq(lcv_session_tally(session)->disagreements, 0);
    ck_assert_uint_eq(lcv_session_tally(session)->errors, 0);
    lcv_session_free(session);
    fclose(w->out);
    *claims = w->claims;
    ck_assert_uint_eq(w->claims, expected);
}

/* The certificate of the claims of these files of data. */
static char *certificate_of(size_t n, const char *const *name, size_t *claims)
{
    char *text;
    size_t length, expected = 0;
    writing w = {.out = open_memstream(&text, &length)};
    lcv_listener listener = {.user = &w, .outcome = write_outcome};
    lcv_session *session = lcv_session_new((lcv_options){.certify = true});
    fputs(LCR_CERTIFICATE_HEAD, w.out);
    for (size_t i = 0; i < n; i++) {
        data_rows rows = rows_read(name[i]);
        for (size_t k = 0; k < rows.n; k++) {
            const data_row *row = &rows.row[k];
            bool fact = row_has(row, 1, "prove") || row_has(row, 1, "refute");
            if (row->field[1] && !fact)
                continue;
            lcv_session_prove(session, row->field[fact ? 2 : 0], &listener);
            expected++;
        }
        rows_clear(&rows);
    }
    finish(&w, session, expected, claims);
    return text;
}

static const char *const all[] = {"tests/corpus/cute_paper.tsv", "tests/corpus/blogs.tsv",
                                  "tests/corpus/isl_paper.tsv", "tests/rows/claims.tsv"};

static char *corpora_certificate(size_t *claims)
{
    return certificate_of(4, all, claims);
}

static char *further_certificate(size_t *claims)
{
    return certificate_of(1, &all[3], claims);
}

/* ---- rechecking ---- */

typedef struct {
    size_t count[LCR_REJECTED + 1];
    char first[400]; /* why the first one was rejected */
} checked;

static void count_check(void *user, const lcr_checked *of)
{
    checked *c = user;
    if (of->check == LCR_REJECTED && c->count[of->check] == 0)
        snprintf(c->first, sizeof c->first, "line %zu, %s: %s", of->line, of->claim, of->why);
    c->count[of->check]++;
}

static checked recheck(const char *text)
{
    checked c = {0};
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    if (!lcr_recheck(r, text, count_check, &c))
        c.count[LCR_REJECTED]++;
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return c;
}

TEST(corpora_are_confirmed)
{
    size_t claims;
    char *text = corpora_certificate(&claims);
    checked c = recheck(text);
    ck_assert_msg(c.count[LCR_REJECTED] == 0, "%s", c.first);
    ck_assert_uint_eq(c.count[LCR_CONFIRMED] + c.count[LCR_UNCERTAIN], claims);
    /* kinds of claims for which there is no evidence yet are few */
    ck_assert_uint_ge(100 * c.count[LCR_CONFIRMED], 97 * claims);
    free(text);
}

TEST(further_kinds_have_evidence)
{
    size_t claims;
    char *text = further_certificate(&claims);
    checked c = recheck(text);
    ck_assert_msg(c.count[LCR_REJECTED] == 0, "%s", c.first);
    ck_assert_uint_eq(c.count[LCR_CONFIRMED], claims);
    free(text);
}

/* ---- changes ---- */

/* The blocks, from "claim" to "end": places in a text. */
typedef struct {
    size_t n;
    const char *begin[4096], *end[4096];
} blocks;

static void find_blocks(const char *text, blocks *b)
{
    b->n = 0;
    for (const char *at = text; (at = strstr(at, "\nclaim ")) && b->n < 4096; b->n++) {
        b->begin[b->n] = ++at;
        at = strstr(at, "\nend\n");
        ck_assert_ptr_nonnull(at);
        b->end[b->n] = at + 5;
    }
}

/* A token: a number, a word, or one other character. */
static size_t token_length(const char *at)
{
    static const char digits[] = "0123456789";
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    size_t n = strspn(at, digits);
    n = n > 0 ? n : strspn(at, letters);
    return n > 0 ? n : 1;
}

/* Another token for one: a number near it, or one from elsewhere in the certificate. */
static void other_token(rnd *r, const char *text, const char *token, size_t n, char out[64])
{
    if (token[0] >= '0' && token[0] <= '9' && n < 15 && rnd_chance(r, 60)) {
        int64_t value = strtoll(token, NULL, 10) + rnd_in(r, -3, 3);
        snprintf(out, 64, "%" PRId64, value);
        return;
    }
    const char *from;
    do
        from = text + rnd_in(r, 0, (int64_t)strlen(text) - 1);
    while (*from == ' ' || *from == '\n');
    size_t length = token_length(from);
    snprintf(out, 64, "%.*s", (int)(length < 63 ? length : 63), from);
}

/* The block with one token changed; NULL when the change is none. */
static char *changed(rnd *r, const char *text, const char *begin, const char *end)
{
    const char *at;
    char token[64];
    do
        at = begin + rnd_in(r, 0, end - begin - 1);
    while (*at == ' ' || *at == '\n');
    while (at > begin && token_length(at - 1) > 1 && token_length(at) + 1 == token_length(at - 1))
        at--;
    size_t n = token_length(at);
    other_token(r, text, at, n, token);
    if (strlen(token) == n && strncmp(token, at, n) == 0)
        return NULL;
    char *out = malloc((size_t)(end - begin) + 128);
    int head = (int)(at - begin);
    sprintf(out, "%s\n%.*s%s%.*s", LCR_CERTIFICATE_HEAD, head, begin, token,
            (int)(end - at - (ptrdiff_t)n), at + n);
    return out;
}

/* The claim of a block as it is written in the language: a call, or one compared with the
 * last argument. */
static char *claim_of(const char *text)
{
    char *out, *copy = strdup(text), *relation = NULL, *last = NULL;
    size_t length, args = 0;
    FILE *f = open_memstream(&out, &length);
    for (char *line = strtok(copy, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strncmp(line, "claim ", 6) == 0) {
            relation = strchr(line + 6, ' ');
            if (relation)
                *relation++ = '\0';
            fprintf(f, "%s(", line + 6);
        } else if (strncmp(line, "arg ", 4) == 0) {
            if (last)
                fprintf(f, "%s%s", args++ > 0 ? ", " : "", last);
            last = line + 4;
        }
    }
    if (last && !relation)
        fprintf(f, "%s%s", args > 0 ? ", " : "", last);
    fputs(")", f);
    if (relation)
        fprintf(f, " %s %s", relation, last ? last : "");
    fclose(f);
    free(copy);
    return out;
}

/* The digest as it has to be for what the block now says. */
static void forge(char *text)
{
    char *begin = strstr(text, "\nclaim "), *digest = strstr(text, "\ndigest ");
    if (!begin || !digest || strlen(digest) < 25 || digest[24] != '\n')
        return;
    char hex[17];
    snprintf(hex, sizeof hex, "%016" PRIx64,
             certified_digest(begin + 1, (size_t)(digest - begin)));
    memcpy(digest + 8, hex, 16);
}

/* The block with the source that its arguments now have. */
static char *with_source(const char *text)
{
    char *claim = claim_of(text), *out;
    const char *source = strstr(text, "\nsource "),
               *end = source ? strchr(source + 1, '\n') : NULL;
    size_t length;
    FILE *f = open_memstream(&out, &length);
    if (end)
        fprintf(f, "%.*s\nsource a.lay:1: %s%s", (int)(source - text), text, claim, end);
    else
        fputs(text, f);
    fclose(f);
    free(claim);
    return out;
}

/* Is what a forged certificate says true? */
static bool true_as_written(lcv_session *session, const char *text)
{
    char *claim = claim_of(text), *ignored;
    size_t length;
    writing w = {.out = open_memstream(&ignored, &length)};
    lcv_listener listener = {.user = &w, .outcome = write_outcome};
    lcv_session_prove(session, claim, &listener);
    bool proved = strstr(text, "\nverdict PROVED\n") != NULL;
    bool same = w.claims == 1 && w.verdict == (proved ? LCV_PROVED : LCV_REFUTED);
    fclose(w.out);
    free(ignored);
    free(claim);
    return same;
}

/* n changes of tokens of blocks chosen at random. */
static void change_tokens(const char *text, size_t claims, size_t n)
{
    size_t tried = 0, rejected = 0;
    static blocks b;
    find_blocks(text, &b);
    ck_assert_uint_eq(b.n, claims);
    const char *seed = getenv("LAYOUTCHECK_SEED");
    rnd r = {seed ? strtoull(seed, NULL, 0) : UINT64_C(0x6c61796f7574)};
    lcv_session *session = lcv_session_new((lcv_options){.certify = true});
    while (tried < n) {
        size_t i = (size_t)rnd_in(&r, 0, (int64_t)b.n - 1);
        char *other = changed(&r, text, b.begin[i], b.end[i]);
        if (!other)
            continue;
        tried++;
        checked c = recheck(other);
        ck_assert_msg(c.count[LCR_CONFIRMED] == 0 && c.count[LCR_REJECTED] > 0,
                      "a change is not seen:%s", other);
        forge(other);
        c = recheck(other);
        rejected += c.count[LCR_REJECTED] > 0;
        ck_assert_msg(c.count[LCR_CONFIRMED] == 0 || true_as_written(session, other),
                      "a forged certificate of what is not so is confirmed:%s", other);
        char *claimed = with_source(other);
        forge(claimed);
        c = recheck(claimed);
        ck_assert_msg(c.count[LCR_CONFIRMED] == 0 || true_as_written(session, claimed),
                      "a forged certificate of what is not so is confirmed:%s", claimed);
        free(claimed);
        free(other);
    }
    ck_assert_uint_ge(rejected, tried / 2);
    lcv_session_free(session);
}

TEST(changes_are_caught)
{
    size_t claims;
    char *text = corpora_certificate(&claims);
    change_tokens(text, claims, 1000);
    free(text);
}

TEST(changes_of_further_kinds_are_caught)
{
    size_t claims;
    char *text = further_certificate(&claims);
    change_tokens(text, claims, 1000);
    free(text);
}

/* ---- every token of what a certificate says ---- */

/* The block with the n characters at `at` replaced. */
static char *replaced(const char *begin, const char *end, const char *at, size_t n,
                      const char *with)
{
    char *out;
    size_t length;
    FILE *f = open_memstream(&out, &length);
    fprintf(f, "%s\n%.*s%s%.*s", LCR_CERTIFICATE_HEAD, (int)(at - begin), begin, with,
            (int)(end - at - (ptrdiff_t)n), at + n);
    fclose(f);
    return out;
}

static checked recheck_forged(char *text)
{
    forge(text);
    checked c = recheck(text);
    return c;
}

/* A token of the source: rejected, the arguments say something else, but for the place. */
static void change_source(const char *begin, const char *end, const char *at, size_t n,
                          const char *with)
{
    char *other = replaced(begin, end, at, n, with);
    checked c = recheck_forged(other);
    ck_assert_msg(c.count[LCR_CONFIRMED] == 0 && c.count[LCR_UNCERTAIN] == 0 &&
                      c.count[LCR_REJECTED] > 0,
                  "a source that is not the claim is accepted:%s", other);
    free(other);
}

/* A token of an argument: rejected, as the source says something else; and where that is
 * changed, too, rejected or true. */
static void change_argument(lcv_session *session, const char *begin, const char *end,
                            const char *at, size_t n, const char *with)
{
    change_source(begin, end, at, n, with);
    char *other = replaced(begin, end, at, n, with), *claimed = with_source(other);
    checked c = recheck_forged(claimed);
    ck_assert_msg(c.count[LCR_CONFIRMED] == 0 || true_as_written(session, claimed),
                  "a forged certificate of what is not so is confirmed:%s", claimed);
    free(claimed);
    free(other);
}

/* Tokens to put in the place of one: other numbers, signs, words. */
static const char *const others[] = {"0", "1", "2",  "3",  "12", "-1",    "(",   ")",
                                     ":", ",", "e0", "f1", "x",  "int10", "1:0", ""};

static void change_line(lcv_session *session, rnd *r, const char *begin, const char *end,
                        const char *line, bool source)
{
    const char *stop = strchr(line, '\n');
    for (const char *at = line; at < stop; at += token_length(at)) {
        size_t n = token_length(at);
        const char *with = others[rnd_in(r, 0, sizeof others / sizeof *others - 1)];
        if (*at == ' ' || (strlen(with) == n && strncmp(with, at, n) == 0))
            continue;
        if (source)
            change_source(begin, end, at, n, with);
        else
            change_argument(session, begin, end, at, n, with);
    }
}

TEST(every_token_of_a_claim)
{
    size_t claims;
    char *text = further_certificate(&claims);
    static blocks b;
    const char *seed = getenv("LAYOUTCHECK_SEED");
    rnd r = {seed ? strtoull(seed, NULL, 0) : UINT64_C(0x6c61796f7574)};
    lcv_session *session = lcv_session_new((lcv_options){.certify = true});
    find_blocks(text, &b);
    for (size_t i = 0; i < b.n; i++) {
        for (const char *line = b.begin[i]; line < b.end[i]; line = strchr(line, '\n') + 1) {
            const char *claim = strncmp(line, "source ", 7) == 0 ? strstr(line, ": ") : NULL;
            if (claim)
                change_line(session, &r, b.begin[i], b.end[i], claim, true);
            else if (strncmp(line, "arg ", 4) == 0)
                change_line(session, &r, b.begin[i], b.end[i], line + 4, false);
        }
    }
    lcv_session_free(session);
    free(text);
}

/* ---- what a certificate may not say ---- */

/* The evidence of injective((M,4):(4,1)) for all M >= 1. */
#define FOR_ALL                                                                                  \
    "case\nholds injective\narg (M,4):(4,1)\n"                                                   \
    "set { [p0, c0, c1] : 1 <= p0 and 1 <= c0 and -3 <= c1 <= 3 and "                            \
    "p0 - c0 - 1 >= 0 and 4c0 + c1 = 0 }\nwhere p0 is M\n"                                       \
    "set { [c0] : 1 <= c0 <= 3 and c0 = 0 }\nall"

static const struct {
    const char *claim, *source, *args, *rest;
} forged[] = {
    /* another claim than that of the arguments */
    {"injective", "a.lay:1: injective((4,8):(1,3))", "arg (4,8):(1,4)\n", "PROVED\nby collision"},
    /* one that the language has not: a type, a claim, a number of arguments, a word */
    {"fits", "a.lay:1: fits((4,8):(1,4), int10)", "arg (4,8):(1,4)\narg int10\n",
     "PROVED\nby bounds"},
    {"fits", "a.lay:1: fits((4,8):(1,4), int)", "arg (4,8):(1,4)\narg int\n",
     "PROVED\nby nothing"},
    {"not covers", "a.lay:1: not covers((2,2):(1,4), 6)", "arg (2,2):(1,4)\narg 6\n",
     "PROVED\nby points"},
    {"sorted", "a.lay:1: sorted((4,8):(1,4))", "arg (4,8):(1,4)\n", "PROVED\nby nothing"},
    {"injective", "a.lay:1: injective((4,8):(1,4), 5)", "arg (4,8):(1,4)\narg 5\n",
     "PROVED\nby collision"},
    {"divides_into", "a.lay:1: divides_into(8:1, 8:1, 2:1, nearly)",
     "arg 8:1\narg 8:1\narg 2:1\narg nearly\n", "PROVED\nby counting"},
    /* a place that says something, or none */
    {"congruent", "a.lay:1: not so: congruent((1,2), (3,4))", "arg (1,2)\narg (3,4)\n",
     "PROVED\nby reading"},
    {"congruent", "all of it: congruent((1,2), (3,4))", "arg (1,2)\narg (3,4)\n",
     "PROVED\nby reading"},
    {"congruent", "a.lay:1: at M = N: congruent((1,2), (3,4))", "arg (1,2)\narg (3,4)\n",
     "PROVED\nby reading"},
    {"congruent", "congruent((1,2), (3,4))", "arg (1,2)\narg (3,4)\n", "PROVED\nby reading"},
    /* the other verdict; a witness that is not asked for */
    {"congruent", "a.lay:1: congruent((1,2), (3,4))", "arg (1,2)\narg (3,4)\n",
     "REFUTED\nby reading\nfails the nestings differ"},
    {"congruent", "a.lay:1: congruent((1,2), (3,4))", "arg (1,2)\narg (3,4)\nwitness 4:1\n",
     "REFUTED\nby reading"},
    /* literals that the language does not read */
    {"injective", "a.lay:1: injective(linear{a: [1] b: [2] -> c: 4})",
     "arg linear{a: [1] b: [2] -> c: 4}\n", "PROVED\nby points"},
    {"injective", "a.lay:1: injective(linear{a: [(1,1)] -> c: 4})",
     "arg linear{a: [(1,1)] -> c: 4}\n", "PROVED\nby points"},
    /* a relation by the name of a set */
    {"is_layout",
     "a.lay:1: is_layout(set \"{ [c] -> [(-3 + 2c + (-1 - c) mod 4)] : 0 <= c <= 7 }\")",
     "arg set \"{ [c] -> [(-3 + 2c + (-1 - c) mod 4)] : 0 <= c <= 7 }\"\n"
     "witness (4,2):(1,8)\n",
     "PROVED\nby relation\n"
     "set { [c0, c1] : 0 <= c0 <= 3 and 0 <= c1 <= 1 and c0 + 4c1 < 0 }\n"
     "set { [c0, c1] : 0 <= c0 <= 3 and 0 <= c1 <= 1 and -c0 - 4c1 + 7 < 0 }\n"
     "set { [x0, r0, q0] : 0 <= r0 <= 3 and -x0 - r0 - 4q0 + 3 = 0 and "
     "x0 >= 0 and -x0 + 7 >= 0 and x0 < 0 }\n"
     "set { [x0, r0, q0] : 0 <= r0 <= 3 and -x0 - r0 - 4q0 + 3 = 0 and "
     "x0 >= 0 and -x0 + 7 >= 0 and x0 - 7 > 0 }\n"
     "set { [c0, c1] : 0 <= c0 <= 3 and 0 <= c1 <= 1 and 0 > 0 }\n"
     "set { [c0, c1] : 0 <= c0 <= 3 and 0 <= c1 <= 1 and 0 > 0 }"},
    /* by a method that there is not; of two parameters of one name */
    {"injective", "a.lay:2: injective((M,4):(4,1)) for all M >= 1", "parameter M >= 1\n",
     "PROVED\nby the way\n" FOR_ALL},
    {"injective", "a.lay:2: injective((M,4):(4,1)) for all M >= 1, M >= 1",
     "parameter M >= 1\nparameter M >= 1\n", "PROVED\nby parameters\n" FOR_ALL},
    {"in_bounds", "a.lay:1: in_bounds(4:1, -1)", "arg 4:1\narg -1\n",
     "REFUTED\nby bounds\nset { [c0] : 0 <= c0 <= 3 and c0 < 0 }\n"
     "set { [c0] : 0 <= c0 <= 3 and c0 + 2 > 0 }\npoint 1 0"},
};

static char *forged_text(const char *claim, const char *source, const char *args,
                         const char *rest)
{
    char *text;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    fprintf(f, "%s\nclaim %s\nsource %s\n%sverdict %s\ndigest 0123456789abcdef\nend\n",
            LCR_CERTIFICATE_HEAD, claim, source, args, rest);
    fclose(f);
    return text;
}

TEST(forgeries)
{
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        char *text = forged_text(forged[i].claim, forged[i].source, forged[i].args,
                                 forged[i].rest);
        checked c = recheck_forged(text);
        ck_assert_msg(c.count[LCR_REJECTED] == 1, "it is not rejected:%s", text);
        free(text);
    }
    /* as they are when nothing is wrong */
    static const char *const source[] = {"a.lay:1: congruent((1,2), (3,4))",
                                         "my%20file.lay:12: at M = 5, N_2 = -7: "
                                         "congruent((1,2), (3,4))"};
    for (size_t i = 0; i < 2; i++) {
        char *text = forged_text("congruent", source[i], "arg (1,2)\narg (3,4)\n",
                                 "PROVED\nby reading");
        checked c = recheck_forged(text);
        ck_assert_msg(c.count[LCR_CONFIRMED] == 1, "%s:%s", c.first, text);
        free(text);
    }
    char *text = forged_text("injective", "a.lay:2: injective((M,4):(4,1)) for all M >= 1",
                             "parameter M >= 1\n", "PROVED\nby parameters\n" FOR_ALL);
    checked c = recheck_forged(text);
    ck_assert_msg(c.count[LCR_CONFIRMED] == 1, "%s:%s", c.first, text);
    free(text);
}

TEST(no_certificate)
{
    static const char *const bad[] = {"",
                                      "claim injective\n",
                                      "layoutcheck certificate 4\n",
                                      "layoutcheck certificate 1\n",
                                      "layoutcheck certificate 2\n",
                                      LCR_CERTIFICATE_HEAD};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_uint_eq(recheck(bad[i]).count[LCR_REJECTED], 1);
    ck_assert_uint_eq(recheck(LCR_CERTIFICATE_HEAD "claim injective\n").count[LCR_REJECTED], 1);
}

SUITE_MAIN("certificate", corpora_are_confirmed, further_kinds_have_evidence, changes_are_caught,
           changes_of_further_kinds_are_caught, every_token_of_a_claim, forgeries, no_certificate)
