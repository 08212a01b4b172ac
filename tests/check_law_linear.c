/* check_law_linear.c - values of operations on linear layouts and swizzles, and wrong ones, given
 * to isl.
 *
 * Each law leaves one value. A text that differs from it in a number or a name must not be
 * confirmed, whatever the cross-check by law says of it.
 */
#include "config.h"

#include "suite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../isl-bridge/recheck-confirm.h"
#include "../verify/session/session.h"
#include "linear-model.h"
#include "owned.h"
#include "pattern.h"
#include "rows.h"

/* ---- random linear layouts ---- */

/* Dims of these names and bits, for the inputs or the outputs. */
typedef struct {
    size_t n;
    ml_dim dim[3];
} side;

static void add_dim(side *s, const char *name, unsigned bits)
{
    snprintf(s->dim[s->n].name, sizeof s->dim->name, "%s", name);
    s->dim[s->n++].bits = bits;
}

/* One to three dims, in an order that all share, of `bits` bits together. */
static side random_side(rnd *r, const char *const *names, unsigned bits)
{
    side s = {.n = 0};
    for (size_t i = 0; i < 3; i++)
        if (rnd_chance(r, 60) || (i == 2 && s.n == 0)) {
            unsigned some = (unsigned)rnd_in(r, 0, bits);
            bits -= some;
            add_dim(&s, names[i], some);
        }
    s.dim[s.n - 1].bits += bits;
    return s;
}

static const char *const ins[] = {"register", "lane", "warp"};
static const char *const more_ins[] = {"block", "cta", "e0"};
static const char *const outs[] = {"dim0", "dim1", "int8"};
static const char *const more_outs[] = {"offset", "bank", "row"};

static uint64_t word(rnd *r, unsigned bits)
{
    return bits > 0 ? rnd_u64(r) >> (64 - bits) : 0;
}

static ml random_linear(rnd *r, const side *in, const side *out)
{
    ml a = {.nins = in->n, .nouts = out->n};
    memcpy(a.in, in->dim, sizeof in->dim);
    memcpy(a.out, out->dim, sizeof out->dim);
    ml_random_bases(r, &a);
    return a;
}

/* A bijection, on as many bits as there are outputs, in all columns from `first` on; the others
 * are arbitrary. */
static ml random_onto(rnd *r, const side *in, const side *out)
{
    ml a = random_linear(r, in, out);
    unsigned cols = ml_bits(in->n, in->dim), rows = ml_bits(out->n, out->dim);
    unsigned first = cols - rows;
    uint64_t column[64], *next = column;
    for (unsigned j = 0; j < cols; j++)
        column[j] = j < first ? word(r, rows) : (uint64_t)1 << (j - first);
    for (unsigned k = 0; rows > 1 && k < 6 * rows; k++) {
        unsigned i = first + (unsigned)rnd_in(r, 0, rows - 1);
        unsigned j = first + (unsigned)rnd_in(r, 0, rows - 1);
        column[i] ^= i != j ? column[j] : 0;
    }
    for (unsigned j = 0; cols > 0 && j < first; j++) {
        unsigned at = (unsigned)rnd_in(r, 0, cols - 1);
        uint64_t other = column[at];
        column[at] = column[j];
        column[j] = other;
    }
    for (size_t i = 0; i < a.nins; i++)
        for (unsigned bit = 0; bit < a.in[i].bits; bit++)
            ml_split(a.nouts, a.out, *next++, a.basis[i][bit]);
    return a;
}

/* ---- calls ---- */

#define MOST_ARGS 4

/* What the letters of a pattern stand for: L: any, with the dims register, lane -> dim0, dim1;
 * I, O: other input dims, output dims; S: the outputs of P; P: onto; J: a bijection; x: a
 * coordinate; y, z: other sizes of the input and of the output of L; names are words. */
typedef struct {
    const char *of[128];
} values;

static const char *two_sizes(law *l, unsigned bits)
{
    unsigned first = (unsigned)rnd_in(&l->rnd, 0, bits);
    return law_printf(l, "(%llu,%llu)", 1ULL << first, 1ULL << (bits - first));
}

static side two_dims(rnd *r, const char *const *names, unsigned bits)
{
    unsigned first = (unsigned)rnd_in(r, 0, bits);
    side s = {.n = 0};
    add_dim(&s, names[0], first);
    add_dim(&s, names[1], bits - first);
    return s;
}

static void random_values(law *l, unsigned most, values *v)
{
    rnd *r = &l->rnd;
    unsigned cols = (unsigned)rnd_in(r, 0, most), rows = (unsigned)rnd_in(r, 0, most);
    unsigned less = (unsigned)rnd_in(r, 0, cols);
    side in = two_dims(r, ins, cols), out = two_dims(r, outs, rows);
    side left = random_side(r, more_ins, less), right = random_side(r, more_outs, less);
    side all = random_side(r, ins, cols), few = random_side(r, outs, less);
    side same = random_side(r, ins, rows), from = random_side(r, ins, cols);
    side to = random_side(r, outs, cols);
    const ml any = random_linear(r, &in, &out), other = random_linear(r, &left, &out);
    const ml reach = random_linear(r, &in, &right), onto = random_onto(r, &all, &few);
    const ml shared = random_linear(r, &same, &few), bijection = random_onto(r, &from, &to);
    *v = (values){.of = {['L'] = ml_text(l, &any),
                         ['I'] = ml_text(l, &other),
                         ['O'] = ml_text(l, &reach),
                         ['P'] = ml_text(l, &onto),
                         ['S'] = ml_text(l, &shared),
                         ['J'] = ml_text(l, &bijection),
                         ['x'] = law_printf(l, "%llu", (unsigned long long)word(r, cols)),
                         ['y'] = two_sizes(l, cols),
                         ['z'] = two_sizes(l, rows)}};
}

static const char *of_letter(law *l, char letter, const void *user)
{
    const values *v = user;
    (void)l;
    return v->of[(unsigned char)letter & 127];
}

/* ---- values ---- */

/* The literal of an expression; NULL: it has no value. */
static const char *literal_of(law *l, lcv_session *s, const char *text)
{
    lcv_value *v = law_value(l, s, text);
    return v ? law_own_memory(l, lcv_value_to_str(s->r, v)) : NULL;
}

/* register, [register,lane]; else it is an expression. */
static bool is_names(const char *text)
{
    bool word = text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789")] == '\0';
    return text[0] == '[' || (word && !isdigit((unsigned char)text[0]));
}

typedef struct {
    lcv_session *session;
    const char *text, *arg[MOST_ARGS];
    lcr_valued valued;
} call;

/* False: there is no value. */
static bool open_call(law *l, const data_row *row, call *c)
{
    values v;
    const char *operation = row->field[0], *const *pattern = row->field + 1;
    bool evaluation = strcmp(operation, "evaluate") == 0;
    size_t n = 0;
    random_values(l, rnd_chance(&l->rnd, 80) ? 8 : 30, &v);
    c->session = law_session(l, (lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    c->text = evaluation ? "" : law_printf(l, "%s(", operation);
    for (; n < MOST_ARGS && pattern[n] != NULL; n++) {
        const char *text = pattern_filled(l, pattern[n], of_letter, &v);
        c->arg[n] = is_names(text) ? text : literal_of(l, c->session, text);
        if (!c->arg[n])
            return false;
        c->text = law_printf(l, "%s%s%s", c->text, n == 0 ? "" : evaluation ? "(" : ", ", text);
    }
    c->text = law_printf(l, "%s)", c->text);
    c->valued = (lcr_valued){.operation = operation,
                             .n = n,
                             .arg = c->arg,
                             .value = literal_of(l, c->session, c->text)};
    return c->valued.value != NULL;
}

/* ---- errors ---- */

static const char *replaced(law *l, const char *text, size_t at, size_t length, const char *by)
{
    return law_printf(l, "%.*s%s%s", (int)at, text, by, text + at + length);
}

/* Where words and numbers begin. */
static size_t words_in(const char *text, size_t *at, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; text[i] != '\0' && n < most; i++)
        if (isalnum((unsigned char)text[i]) && (i == 0 || !isalnum((unsigned char)text[i - 1])))
            at[n++] = i;
    return n;
}

/* Another number, another name, two of them exchanged, or one dropped with its comma. */
static const char *mistaken(law *l, const char *text)
{
    rnd *r = &l->rnd;
    size_t at[256], n = words_in(text, at, 256);
    size_t i = at[rnd_in(r, 0, (int64_t)n - 1)], j = at[rnd_in(r, 0, (int64_t)n - 1)];
    size_t ni = 0, nj = 0;
    while (isalnum((unsigned char)text[i + ni]))
        ni++;
    while (isalnum((unsigned char)text[j + nj]))
        nj++;
    unsigned long long number = strtoull(text + i, NULL, 10);
    switch (rnd_in(r, 0, 5)) {
    case 0: return replaced(l, text, i, ni, law_printf(l, "%llu", number ^ 1));
    case 1: return replaced(l, text, i, ni, law_printf(l, "%llu", number * 2));
    case 2: return replaced(l, text, i, ni, law_printf(l, "%llu", number / 2));
    case 3: return replaced(l, text, i, ni, law_printf(l, "%llu", number ^ 2));
    case 4: return replaced(l, text, i, text[i + ni] == ',' ? ni + 1 : ni, "");
    default:
        if (i >= j)
            return replaced(l, text, i, ni, law_printf(l, "%.*s", (int)nj, text + j));
        return law_printf(l, "%.*s%.*s%.*s%.*s%s", (int)i, text, (int)nj, text + j,
                          (int)(j - i - ni), text + i + ni, (int)ni, text + i, text + j + nj);
    }
}

/* Are both swizzles, and one function? */
static bool is_same_swizzle(const char *a, const char *b)
{
    int w[2][3], end[2] = {0, 0};
    if (sscanf(a, "S<%d,%d,%d>%n", &w[0][0], &w[0][1], &w[0][2], &end[0]) != 3 ||
        sscanf(b, "S<%d,%d,%d>%n", &w[1][0], &w[1][1], &w[1][2], &end[1]) != 3 || end[0] == 0 ||
        end[1] == 0 || a[end[0]] != '\0' || b[end[1]] != '\0')
        return false;
    for (int bit = 0; bit < 62; bit++) {
        int moved[2];
        for (int i = 0; i < 2; i++) {
            int first = w[i][1] + (w[i][2] > 0 ? w[i][2] : 0);
            moved[i] = bit >= first && bit < first + w[i][0] ? bit - w[i][2] : -1;
        }
        if (moved[0] != moved[1])
            return false;
    }
    return true;
}

/* ---- opinions ---- */

typedef struct {
    size_t values, confirmed, read, looked, denied, not_read, too_large;
} counts;

static data_rows calls;
static counts *all;

/* Has isl no room for the sets? */
static bool is_large(const lcr_confirmation *said)
{
    return said->opinion == LCR_UNSURE &&
           (said->reason == LCR_NO_BUDGET || said->reason == LCR_NO_ROOM);
}

static bool right_value(law *l, const call *c, counts *n)
{
    lcr_confirmation said;
    if (!lcr_confirm_value(c->session->r, &c->valued, &said))
        return law_fail(l, "%s: %s", c->text, lc_ctx_message(c->session->ctx));
    bool agrees = said.opinion == LCR_AGREES, reads = lcr_reason_needs_no_set(said.reason);
    bool looked = said.opinion == LCR_UNSURE && said.reason == LCR_BY_POINTS;
    bool large = is_large(&said), ok = agrees || reads || looked || large;
    if (!ok)
        law_fail(l, "%s is %s: %s", c->text, c->valued.value, said.why);
    n->confirmed += agrees;
    n->read += reads;
    n->looked += looked || large;
    lcr_confirmation_clear(&said);
    return ok;
}

static bool wrong_value(law *l, const call *c, const char *text, counts *n)
{
    lcr_confirmation said;
    lcr_valued wrong = c->valued;
    wrong.value = text;
    if (!lcr_confirm_value(c->session->r, &wrong, &said))
        return law_fail(l, "%s is %s: %s", c->text, text, lc_ctx_message(c->session->ctx));
    bool denied = said.opinion == LCR_DISAGREES, unread = said.reason == LCR_NOT_READ;
    bool large = is_large(&said) ||
                 (said.opinion == LCR_UNSURE && said.reason == LCR_NO_EVIDENCE);
    bool ok = unread || large || (denied && said.why && (!said.set) == (!said.point));
    if (!ok)
        law_fail(l, "%s is not denied to be %s, as it is %s: %s", c->text, text, c->valued.value,
                 said.why ? said.why : "it is confirmed");
    n->denied += denied;
    n->not_read += unread;
    n->too_large += large;
    lcr_confirmation_clear(&said);
    return ok;
}

static bool planted_errors(law *l)
{
    call c;
    size_t which = l->index % calls.n;
    bool ok = true;
    if (open_call(l, &calls.row[which], &c)) {
        all[which].values++;
        ok = right_value(l, &c, &all[which]);
        for (int i = 0; ok && i < 8; i++) {
            const char *text = mistaken(l, c.valued.value);
            ok = strcmp(text, c.valued.value) == 0 || is_same_swizzle(text, c.valued.value) ||
                 wrong_value(l, &c, text, &all[which]);
        }
    }
    law_release(l);
    return ok;
}

TEST(test_values)
{
    calls = rows_read("tests/rows/linear.tsv");
    all = calloc(calls.n, sizeof *all);
    ck_assert_ptr_nonnull(all);
    law_check("values of operations on linear layouts", planted_errors, NULL);
    for (size_t i = 0; i < calls.n && !getenv("LAYOUTCHECK_CASE"); i++) {
        const counts *n = &all[i];
        const char *operation = calls.row[i].field[0];
        printf("# %s(%s): %zu values, %zu confirmed, %zu read; %zu errors denied, %zu not read\n",
               operation, calls.row[i].field[1], n->values, n->confirmed, n->read, n->denied,
               n->not_read);
        ck_assert_msg(n->values < 20 || (n->confirmed + n->read > 0 && n->denied > 0),
                      "no value of %s is confirmed, or no error denied", operation);
        ck_assert_msg(10 * n->looked <= n->values + 30,
                      "%zu values of %s, %zu by points or too large", n->values, operation,
                      n->looked);
        ck_assert_msg(100 * n->too_large <= n->denied + 100,
                      "%s: %zu errors are too large for isl", operation, n->too_large);
    }
    free(all);
    rows_clear(&calls);
}

SUITE_MAIN("law linear", test_values)
