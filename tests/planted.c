#include "config.h"

#include "planted.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../verify/crosscheck/confirm.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"
#include "../verify/session/session.h"
#include "owned.h"
#include "pattern.h"
#include "rows.h"

#define PLANTED_CHOICES "left_inverse", "right_inverse"

/* ---- values ---- */

/* The call on values. */
typedef struct {
    lcv_session *session;
    const char *operation;
    size_t n;
    lcv_value *arg[PLANTED_ARGS], *value;
    const char *text; /* "compose(4:1, 2:1)" */
} call;

static bool open_call(law *l, const planted *p, call *c)
{
    const patterned *values = pattern_values(l);
    bool evaluation = strcmp(p->operation, "evaluate") == 0;
    *c = (call){.session = law_session(l, (lcv_options){.crosscheck = LCV_CROSSCHECK_OFF}),
                .operation = p->operation};
    c->text = evaluation ? "" : law_printf(l, "%s(", p->operation);
    for (; c->n < PLANTED_ARGS && p->arg[c->n] != NULL; c->n++) {
        const char *text = pattern_text(l, p->arg[c->n], values);
        const char *form = evaluation ? "%s(%s)" : c->n > 0 ? "%s, %s" : "%s%s";
        c->text = law_printf(l, form, c->text, text);
        c->arg[c->n] = law_value(l, c->session, text);
        if (!c->arg[c->n])
            return false;
    }
    c->text = evaluation ? c->text : law_printf(l, "%s)", c->text);
    c->value = law_value(l, c->session, c->text);
    return c->value != NULL;
}

/* ---- errors ---- */

static bool is_number_at(const char *text, size_t i)
{
    return isdigit((unsigned char)text[i]) && (i == 0 || !isalnum((unsigned char)text[i - 1]));
}

static size_t numbers_in(const char *text, size_t *at, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; text[i] != '\0' && n < most; i++)
        if (is_number_at(text, i))
            at[n++] = i;
    return n;
}

static size_t digits_at(const char *text, size_t i)
{
    return strspn(text + i, "0123456789");
}

/* The text with another number at a place. */
static const char *changed(law *l, const char *text, size_t at, int how)
{
    size_t n = digits_at(text, at);
    long long x = n < 18 ? atoll(text + at) : 7;
    const char *more = how == 0   ? law_printf(l, "%lld", x + 1)
                       : how == 1 ? law_printf(l, "%lld", x - 1)
                       : how == 2 ? law_printf(l, "%lld", 2 * x)
                       : how == 3 ? law_printf(l, "-%lld", x)
                                  : "0";
    return law_printf(l, "%.*s%s%s", (int)at, text, more, text + at + n);
}

static const char *exchanged(law *l, const char *text, size_t a, size_t b)
{
    size_t i = a < b ? a : b, j = a < b ? b : a, ni = digits_at(text, i), nj = digits_at(text, j);
    return law_printf(l, "%.*s%.*s%.*s%.*s%s", (int)i, text, (int)nj, text + j, (int)(j - i - ni),
                      text + i + ni, (int)ni, text + i, text + j + nj);
}

/* An expression for a wrong value. */
static const char *mistaken(law *l, const char *text)
{
    rnd *r = &l->rnd;
    size_t at[64], n = numbers_in(text, at, 64);
    int64_t kind = rnd_in(r, 0, 9);
    if (kind < 6 && n > 0)
        return changed(l, text, at[rnd_in(r, 0, (int64_t)n - 1)], (int)rnd_in(r, 0, 4));
    if (kind < 8 && n > 1)
        return exchanged(l, text, at[rnd_in(r, 0, (int64_t)n - 1)],
                         at[rnd_in(r, 0, (int64_t)n - 1)]);
    if (kind == 8)
        return law_printf(l, rnd_chance(r, 50) ? "select(%s, 1, 0)" : "select(%s, 0)", text);
    return law_printf(l, "{1} o %s", text);
}

/* ---- opinions ---- */

static bool well_formed(const lcr_confirmation *c)
{
    bool sure = c->opinion != LCR_UNSURE, denied = c->opinion == LCR_DISAGREES;
    return sure == (c->reason == LCR_SURE) && (!c->set) == (!c->point) && (!denied || c->why);
}

static bool ask(law *l, const call *c, const lcv_value *value, bool points,
                lcr_confirmation *said)
{
    lc_ctx_reset(c->session->ctx);
    if (!lcv_confirm_value(c->session->r, c->operation, c->n, c->arg, value, points, said))
        return law_fail(l, "%s: %s", c->text, lc_ctx_message(c->session->ctx));
    return well_formed(said) || law_fail(l, "%s: an opinion of no form", c->text);
}

/* Operations whose laws leave a choice: another function may have the law, too. */
static bool leaves_a_choice(const char *operation)
{
    static const char *const names[] = {PLANTED_CHOICES};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], operation) == 0)
            return true;
    return false;
}

/* By the prover: is the value the function that the algebra gave, which the law determines? */
static lcv_verdict is_same(const call *c, lcv_value *value)
{
    lcv_value *const both[2] = {value, c->value};
    if (leaves_a_choice(c->operation) || value->kind == LCV_TUPLE || c->value->kind == LCV_TUPLE)
        return LCV_UNKNOWN;
    lc_ctx_reset(c->session->ctx);
    lcv_result *same = lcv_prove(c->session->r, lcv_claim_find("equiv"), 2, both);
    lcv_verdict verdict = same ? same->verdict : LCV_UNKNOWN;
    lcv_result_free(same);
    lc_ctx_reset(c->session->ctx);
    return verdict;
}

/* At a point: is the value wrong? */
static bool is_wrong_at_a_point(law *l, const call *c, const lcv_value *value, bool *wrong)
{
    lcr_confirmation seen;
    if (!ask(l, c, value, true, &seen))
        return false;
    *wrong = seen.opinion == LCR_DISAGREES;
    lcr_confirmation_clear(&seen);
    return true;
}

static bool right_value(law *l, const call *c, planted_counts *counts)
{
    lcr_confirmation said;
    bool wrong;
    if (!is_wrong_at_a_point(l, c, c->value, &wrong) || !ask(l, c, c->value, false, &said))
        return false;
    if (wrong)
        return law_fail(l, "the value of %s is denied at a point", c->text);
    bool ok = said.opinion != LCR_DISAGREES;
    if (!ok)
        law_fail(l, "the value of %s is denied: %s; %s has %s", c->text, said.why,
                 said.set ? said.set : "no set", said.point ? said.point : "");
    else if (said.opinion == LCR_AGREES)
        counts->confirmed++;
    else if (lcr_reason_needs_no_set(said.reason))
        counts->read++;
    else
        counts->open[said.reason]++;
    lcr_confirmation_clear(&said);
    return ok;
}

static bool wrong_value(law *l, const call *c, const char *text, planted_counts *counts)
{
    lcr_confirmation said;
    lcv_value *value = law_value(l, c->session, text);
    if (!value)
        return true;
    lcv_verdict same = is_same(c, value);
    bool another = same == LCV_REFUTED, wrong;
    if (!is_wrong_at_a_point(l, c, value, &wrong) || !ask(l, c, value, false, &said))
        return false;
    bool denied = said.opinion == LCR_DISAGREES;
    bool agrees = said.opinion == LCR_AGREES || lcr_reason_needs_no_set(said.reason);
    bool ok = !(wrong || another) || !agrees;
    if (!ok)
        law_fail(l, "%s is confirmed as the value of %s", text, c->text);
    if (denied && same == LCV_PROVED && value->kind == LCV_RELATION)
        ok = law_fail(l, "%s is denied as the value of %s", text, c->text);
    wrong = wrong || (another && said.reason != LCR_NO_EVIDENCE);
    counts->wrong += wrong;
    counts->caught += wrong && denied;
    counts->stricter += !wrong && denied;
    if (ok && wrong && !denied)
        counts->missed[said.reason]++;
    lcr_confirmation_clear(&said);
    return ok;
}

bool planted_case(law *l, const planted *p, size_t most, planted_counts *counts)
{
    call c;
    counts->calls++;
    if (!open_call(l, p, &c))
        return true;
    counts->values++;
    char *value = lcv_value_to_str(c.session->r, c.value);
    law_own_memory(l, value);
    bool ok = right_value(l, &c, counts);
    for (size_t i = 0; ok && i < most; i++) {
        const char *text = mistaken(l, value);
        ok = strcmp(text, value) == 0 || wrong_value(l, &c, text, counts);
    }
    return ok;
}

static void print_reasons(const size_t open[LCR_REASONS])
{
    for (size_t i = 0; i < LCR_REASONS; i++)
        if (open[i] > 0)
            printf(", %zu %s", open[i], lcr_reason_text((lcr_reason)i));
}

void planted_print(const planted *p, const planted_counts *c)
{
    printf("# %s(", p->operation);
    for (size_t i = 0; i < PLANTED_ARGS && p->arg[i] != NULL; i++)
        printf("%s%s", i > 0 ? ", " : "", p->arg[i]);
    printf("): %zu values, %zu confirmed, %zu read", c->values, c->confirmed, c->read);
    print_reasons(c->open);
    printf("; %zu of %zu errors caught", c->caught, c->wrong);
    print_reasons(c->missed);
    printf("; %zu more denied\n", c->stricter);
}

/* ---- tables ---- */

void planted_check_counts(const planted *p, const planted_counts *counts)
{
    planted_print(p, counts);
    fflush(stdout);
    /* One of a few may be too much for isl. */
    ck_assert_msg(counts->values < 8 || counts->confirmed + counts->read > 0,
                  "no value of %s is confirmed", p->operation);
    for (int why = 0; why < LCR_REASONS; why++) {
        bool large = strstr(p->operation, "_map"); /* of many digits, at times */
        ck_assert_msg(counts->missed[why] <= (large ? counts->wrong / 10 + 1 : 0),
                      "%s: %zu errors are not caught: %s", p->operation, counts->missed[why],
                      lcr_reason_text((lcr_reason)why));
    }
}

/* The group under way. */
static planted *group;
static size_t in_group;
static planted_counts *counted;

static bool group_case(law *l)
{
    size_t which = l->index % in_group;
    bool ok = planted_case(l, &group[which], 6, &counted[which]);
    law_release(l);
    return ok;
}

/* The rows from `first` on that are of its group. */
static size_t check_group(const data_rows *rows, size_t first)
{
    for (in_group = 0; first + in_group < rows->n; in_group++) {
        const data_row *row = &rows->row[first + in_group];
        if (!row_has(row, 0, rows->row[first].field[0]))
            break;
        planted *p = &group[in_group];
        *p = (planted){.operation = row->field[1]};
        for (size_t i = 0; i < PLANTED_ARGS; i++)
            p->arg[i] = row->field[2 + i];
    }
    memset(counted, 0, in_group * sizeof *counted);
    const char *share = strchr(rows->row[first].field[0], '/');
    law_check_share("values and planted errors", group_case, NULL,
                    share ? strtoul(share + 1, NULL, 10) : 1);
    for (size_t i = 0; i < in_group && !getenv("LAYOUTCHECK_CASE"); i++)
        planted_check_counts(&group[i], &counted[i]);
    return first + in_group;
}

void planted_check(const char *name)
{
    data_rows rows = rows_read(name);
    group = calloc(rows.n, sizeof *group);
    counted = calloc(rows.n, sizeof *counted);
    ck_assert(group && counted);
    for (size_t i = 0; i < rows.n;)
        i = check_group(&rows, i);
    free(counted);
    free(group);
    rows_clear(&rows);
}
