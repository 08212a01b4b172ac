#include "config.h"

#include "ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/starved.h"
#include "../../../lib/text.h"
#include "../../../verify/session/answer.h"
#include "../../../verify/value/value.h"

#define BUCKETS 1024

typedef struct entry {
    struct entry *next;
    char *text;
    lc_linear *linear; /* of an expression; NULL: it is none */
    char *value;
    lcv_answer *answer; /* of a claim; or NULL */
    char *shown;        /* or why there is no value */
    lck_claimed claimed;
} entry;

struct lck_asker {
    lcv_options options;
    lcv_session *session;
    lc_ctx *ctx; /* of the session, once it has had a value */
    bool starved;
    char *why;
    entry *value[BUCKETS], *claim[BUCKETS];
};

/* ---- what is kept ---- */

static unsigned bucket_of(const char *text)
{
    unsigned hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash % BUCKETS;
}

static void free_all(entry *table[BUCKETS])
{
    for (size_t i = 0; i < BUCKETS; i++)
        while (table[i]) {
            entry *e = table[i];
            table[i] = e->next;
            lc_linear_free(e->linear);
            lcv_answer_free(e->answer);
            free(e->value);
            free(e->shown);
            free(e->text);
            free(e);
        }
}

static entry *find(entry *table[BUCKETS], const char *text)
{
    entry *e = table[bucket_of(text)];
    while (e && strcmp(e->text, text) != 0)
        e = e->next;
    return e;
}

static entry *add(entry *table[BUCKETS], const char *text)
{
    entry *e = calloc(1, sizeof *e);
    char *copy = strdup(text);
    if (!e || !copy) {
        free(e);
        free(copy);
        return NULL;
    }
    unsigned b = bucket_of(text);
    e->text = copy;
    e->next = table[b];
    table[b] = e;
    return e;
}

static void set_why(lck_asker *asker, const char *why)
{
    free(asker->why);
    asker->why = strdup(why);
    asker->starved |= !asker->why;
}

bool lck_asker_starved(const lck_asker *asker)
{
    return asker->starved;
}

const char *lck_asker_why(const lck_asker *asker)
{
    return asker->why ? asker->why : LC_NO_MEMORY;
}

/* ---- the asker ---- */

lck_asker *lck_asker_new(lcv_options options)
{
    lck_asker *asker = calloc(1, sizeof *asker);
    if (asker) {
        asker->options = options;
        asker->session = lcv_session_new(options);
    }
    if (asker && !asker->session) {
        free(asker);
        return NULL;
    }
    return asker;
}

void lck_asker_free(lck_asker *asker)
{
    if (!asker)
        return;
    free_all(asker->value);
    free_all(asker->claim);
    lcv_session_free(asker->session);
    free(asker->why);
    free(asker);
}

void lck_asker_begin(lck_asker *asker)
{
    free_all(asker->value);
    lcv_session *session = lcv_session_new(asker->options);
    asker->starved |= !session;
    if (!session)
        return;
    lcv_session_free(asker->session);
    asker->session = session;
    asker->ctx = NULL;
}

lc_ctx *lck_asker_ctx(lck_asker *asker)
{
    if (!asker->ctx)
        lck_asker_value(asker, "linear{r: [1] -> o: 2}");
    return asker->ctx;
}

/* ---- statements and values ---- */

static void hear_error(void *user, const lcv_outcome *outcome)
{
    lck_asker *asker = user;
    asker->starved |= outcome->error && outcome->error->code == LCV_ERROR_MEMORY;
    if (outcome->error && outcome->error->message)
        set_why(asker, outcome->error->message);
}

bool lck_asker_say(lck_asker *asker, const char *text)
{
    asker->starved |= lc_text_starved();
    size_t errors = lcv_session_tally(asker->session)->errors;
    lcv_listener listener = {.user = asker, .outcome = hear_error};
    lcv_session_say(asker->session, text, &listener);
    return lcv_session_tally(asker->session)->errors == errors;
}

typedef struct {
    lck_asker *asker;
    entry *entry;
} value_heard;

static void hear_value(void *user, const lcv_outcome *outcome)
{
    value_heard *heard = user;
    entry *e = heard->entry;
    if (outcome->status != LCV_PASSED) {
        heard->asker->starved |= outcome->error && outcome->error->code == LCV_ERROR_MEMORY;
        free(e->shown);
        e->shown = strdup(outcome->error && outcome->error->message ? outcome->error->message
                                                                    : "it has no value");
        return;
    }
    heard->asker->ctx = outcome->ctx;
    if (outcome->value && outcome->value->kind == LCV_LINEAR && !e->linear)
        e->linear = lc_linear_ref(outcome->value->linear);
    if (outcome->value_text && !e->value)
        e->value = strdup(outcome->value_text);
}

static const entry *value_of(lck_asker *asker, const char *expression)
{
    asker->starved |= lc_text_starved(); /* before a statement begins, which forgets it */
    entry *e = find(asker->value, expression);
    if (!e) {
        e = add(asker->value, expression);
        value_heard heard = {asker, e};
        lcv_listener listener = {.user = &heard, .outcome = hear_value};
        if (e)
            lcv_session_eval(asker->session, expression, &listener);
    }
    asker->starved |= !e || (!e->value && !e->shown);
    if (!e)
        set_why(asker, LC_NO_MEMORY);
    else if (!e->value)
        set_why(asker, e->shown ? e->shown : LC_NO_MEMORY);
    return e;
}

const lc_linear *lck_asker_linear(lck_asker *asker, const char *expression)
{
    const entry *e = value_of(asker, expression);
    if (e && e->value && !e->linear)
        set_why(asker, "it is no linear layout");
    return e ? e->linear : NULL;
}

const char *lck_asker_value(lck_asker *asker, const char *expression)
{
    const entry *e = value_of(asker, expression);
    return e ? e->value : NULL;
}

/* ---- claims ---- */

/* `takes 8 wavefronts, 1 without conflicts`, `fill 4 sectors, and touch 16`: both numbers. */
static void read_counts(lck_claimed *claimed, const char *step)
{
    /* of sectors, those that the bytes fill come first */
    static const struct {
        const char *unit;
        bool least_first;
    } row[] = {{" wavefronts, ", false},
               {" sectors", true},
               {" sector, ", true},
               {" wavefront, ", false}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const char *at = strstr(step, row[i].unit);
        if (!at)
            continue;
        const char *digits = at;
        while (digits > step && digits[-1] >= '0' && digits[-1] <= '9')
            digits--;
        const char *next = at + strlen(row[i].unit);
        while (*next && (*next < '0' || *next > '9'))
            next++;
        unsigned first = (unsigned)strtoul(digits, NULL, 10);
        unsigned second = (unsigned)strtoul(next, NULL, 10);
        claimed->worst = row[i].least_first ? second : first;
        claimed->least = row[i].least_first ? first : second;
        return;
    }
}

/* False: memory ran out. */
static bool take_answer(entry *e)
{
    const lcv_answer *a = e->answer;
    lck_claimed *c = &e->claimed;
    lc_text shown = {0};
    c->verdict = lcv_answer_verdict(a);
    c->confirmed = lcv_answer_confirmed(a);
    c->disagrees = lcv_answer_status(a) == LCV_DISAGREEMENT;
    if (c->verdict == LCV_REFUTED)
        read_counts(c, lcv_answer_summary(a));
    if (c->verdict == LCV_REFUTED && lcv_answer_where(a))
        lc_text_printf(&shown, "%s\n", lcv_answer_summary(a));
    for (size_t i = 0; i < lcv_answer_nsteps(a); i++) {
        lc_text_printf(&shown, "%s\n", lcv_answer_step(a, i));
        read_counts(c, lcv_answer_step(a, i));
    }
    if (c->verdict == LCV_NO_VERDICT)
        lc_text_add(&shown, lcv_answer_message(a));
    else if (c->verdict == LCV_UNKNOWN)
        lc_text_add(&shown, lcv_answer_reason(a));
    bool ok = !shown.failed && lcv_answer_error(a) != LCV_ERROR_MEMORY;
    e->shown = shown.length ? lc_text_take(NULL, &shown) : NULL;
    lc_text_free(&shown);
    c->shown = e->shown ? e->shown : "";
    c->where = c->verdict == LCV_REFUTED && lcv_answer_where(a) ? lcv_answer_where(a) : "";
    return ok;
}

const lck_claimed *lck_asker_prove(lck_asker *asker, const char *claim)
{
    static const lck_claimed no_memory = {"", LCV_NO_VERDICT, false, false, LC_NO_MEMORY, "", 0,
                                          0};
    asker->starved |= lc_text_starved();
    entry *e = find(asker->claim, claim);
    if (!e && (e = add(asker->claim, claim))) {
        e->answer = lcv_ask(asker->session, LCV_ASK_PROVE, claim);
        e->claimed.claim = e->text;
        asker->starved |= !take_answer(e);
    }
    asker->starved |= !e;
    return e ? &e->claimed : &no_memory;
}

const lck_claimed *lck_asker_claim(lck_asker *asker, char *claim)
{
    static const lck_claimed none = {"", LCV_NO_VERDICT, false, false, "", "", 0, 0};
    const lck_claimed *said = claim ? lck_asker_prove(asker, claim) : &none;
    free(claim);
    return said;
}
