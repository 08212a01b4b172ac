/* claim.c - claims proved on values of the model, their counterexamples redone. */
#include "config.h"

#include "claim.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"
#include "opinion.h"
#include "owned.h"

#include <check.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void claim_begin(law *l, claim *c)
{
    *c = (claim){.law = l, .r = law_relations(l)};
}

/* ---- arguments */

static void add(claim *c, lcv_value *v, const char *text)
{
    ck_assert_uint_lt(c->n, CLAIM_ARGS);
    c->text[c->n] = text;
    c->arg[c->n++] = law_own_value(c->law, v);
}

void claim_name(claim *c, const char *name, const m_layout *a)
{
    ck_assert_uint_lt(c->names, CLAIM_NAMES);
    c->named[c->names].name = name;
    c->named[c->names].offset = 0;
    c->named[c->names++].layout = a;
}

void claim_layout(claim *c, const char *name, const m_layout *a)
{
    claim_name(c, name, a);
    add(c, lcv_value_layout(c->law->ctx, lc_layout_ref(law_layout(c->law, a))),
        law_text(c->law, a));
}

void claim_tensor(claim *c, const char *name, int64_t offset, const m_layout *a)
{
    claim_name(c, name, a);
    c->named[c->names - 1].offset = offset;
    add(c,
        lcv_value_tensor(c->law->ctx, lc_int_si(c->law->ctx, offset),
                         lc_layout_ref(law_layout(c->law, a))),
        law_printf(c->law, "{%lld} o %s", (long long)offset, law_text(c->law, a)));
}

void claim_tuple(claim *c, const m_tuple *t)
{
    add(c, lcv_value_tuple(c->law->ctx, lc_tuple_ref(law_tuple(c->law, t))),
        law_tuple_text(c->law, t));
}

void claim_int(claim *c, int64_t value)
{
    add(c, lcv_value_int(c->law->ctx, lc_int_si(c->law->ctx, value)),
        law_printf(c->law, "%lld", (long long)value));
}

void claim_relation(claim *c, lcr_map *m)
{
    ck_assert_ptr_nonnull(m);
    char *text = lcr_map_to_str(c->r, m);
    law_own_memory(c->law, text);
    add(c, lcv_value_relation(c->law->ctx, m), text ? text : "?");
}

void claim_value(claim *c, lcv_value *v, const char *text)
{
    add(c, v, text);
}

static const char *call_text(const claim *c, const char *name)
{
    const char *text = "";
    for (size_t i = 0; i < c->n; i++)
        text = law_printf(c->law, "%s%s%s", text, i > 0 ? ", " : "", c->text[i]);
    return law_printf(c->law, "%s(%s)", name, text);
}

/* ---- reading a counterexample */

static bool read_number(const char **p, int64_t *value)
{
    char *end;
    if (!isdigit((unsigned char)**p) && **p != '-')
        return false;
    *value = strtoll(*p, &end, 10);
    if (end == *p)
        return false;
    *p = end;
    return true;
}

/* A coordinate: `3`, `(0,(1,2))`, `(2,)`; appends to t. */
static bool read_coordinate(const char **p, m_tuple *t, size_t *nest)
{
    if (**p != '(') {
        t->nest[(*nest)++] = 'x';
        return read_number(p, &t->leaf[t->n++]);
    }
    t->nest[(*nest)++] = '(';
    do {
        ++*p;
        if (**p == ')')
            break; /* after the comma of a tuple of one */
        if (!read_coordinate(p, t, nest))
            return false;
    } while (**p == ',');
    t->nest[(*nest)++] = ')';
    return *(*p)++ == ')';
}

static bool coordinate_at(const char **p, m_tuple *t)
{
    size_t nest = 0;
    t->n = 0;
    bool read = read_coordinate(p, t, &nest);
    t->nest[nest] = '\0';
    return read;
}

static bool read_application(claim *c, const char **p, int64_t *value);

/* What stands in the parentheses of a call: a call, or a coordinate `2,1,0`. */
static bool read_argument(claim *c, const char **p, const m_layout *a, int64_t *value)
{
    int64_t inner;
    const char *start = ++*p;
    if (isalpha((unsigned char)*start)) {
        if (!read_application(c, p, &inner) || **p != ')')
            return false;
        ++*p;
        *value = m_at(a, inner);
        return true;
    }
    m_tuple crd;
    *p = start - 1; /* `(2,1,0)` is a tuple, `(2)` an integer, `((2,))` a tuple of one */
    if (!coordinate_at(p, &crd))
        return false;
    m_tuple inside = crd;
    bool comma = memchr(start, ',', (size_t)(*p - start)) != NULL;
    if (!comma || (crd.nest[1] == '(' && m_rank(crd.nest) == 1))
        m_tuple_mode(&crd, 0, &inside);
    if (!m_weakly_congruent(inside.nest, a->nest))
        return false;
    *value = m_at_crd(a, &inside);
    return true;
}

/* `A(...)`, or a number. */
static bool read_application(claim *c, const char **p, int64_t *value)
{
    for (size_t i = 0; i < c->names; i++) {
        size_t length = strlen(c->named[i].name);
        if (strncmp(*p, c->named[i].name, length) == 0 && (*p)[length] == '(') {
            *p += length;
            if (!read_argument(c, p, c->named[i].layout, value))
                return false;
            *value += c->named[i].offset;
            return true;
        }
    }
    return read_number(p, value);
}

/* One side of an equation; `8 + 9` is a sum. */
static bool read_side(claim *c, const char *side, int64_t *value)
{
    const char *p = side;
    int64_t more;
    if (!read_application(c, &p, value))
        return false;
    if (strncmp(p, " + ", 3) == 0) {
        p += 3;
        if (!read_number(&p, &more))
            return false;
        *value += more;
    }
    return *p == '\0';
}

/* A step that begins with the call of a name is an equation. Its value is kept. */
static bool check_step(claim *c, const char *step)
{
    const char *end = strstr(step, " = ");
    bool call = false;
    for (size_t i = 0; i < c->names; i++) {
        size_t length = strlen(c->named[i].name);
        call |= strncmp(step, c->named[i].name, length) == 0 && step[length] == '(';
    }
    if (!call || !end || memchr(step, ' ', (size_t)(end - step)))
        return true;
    int64_t first = 0, value;
    bool have = false;
    for (const char *at = step; at; at = end ? end + 3 : NULL) {
        end = strstr(at, " = ");
        const char *side = end ? law_printf(c->law, "%.*s", (int)(end - at), at) : at;
        if (!read_side(c, side, &value))
            return law_fail(c->law, "the step '%s' cannot be read at '%s'", step, side);
        if (have && value != first)
            return law_fail(c->law, "the step '%s' is wrong: '%s' is %lld", step, side,
                            (long long)value);
        first = value;
        have = true;
    }
    if (c->values < sizeof c->value / sizeof *c->value)
        c->value[c->values++] = first;
    return true;
}

static const char *keep(claim *c, const char *text)
{
    return law_printf(c->law, "%s", text ? text : "");
}

static bool check_counterexample(claim *c, const char *what, const lcv_counterexample *e)
{
    c->values = c->steps = 0;
    for (size_t i = 0; i < e->nsteps && i < sizeof c->step / sizeof *c->step; i++)
        c->step[c->steps++] = keep(c, e->steps[i]);
    c->where = keep(c, e->where);
    c->summary = keep(c, e->summary);
    if (!e->where || !e->summary || !*e->summary)
        return law_fail(c->law, "%s is refuted without a reason", what);
    for (size_t i = 0; i < e->nsteps; i++) {
        if (!check_step(c, e->steps[i]))
            return law_fail(c->law, "%s: %s", what, c->law->failure);
    }
    return true;
}

static const char *verdict_text(lcv_verdict verdict)
{
    return verdict == LCV_PROVED ? "proved" : verdict == LCV_REFUTED ? "refuted" : "unknown";
}

static bool check_result(claim *c, const char *what, const lcv_result *result, bool holds)
{
    if (!result)
        return law_fail(c->law, "%s: error %d, %s", what, (int)lc_ctx_code(c->law->ctx),
                        lc_ctx_message(c->law->ctx));
    lcv_verdict want = holds ? LCV_PROVED : LCV_REFUTED;
    if (result->verdict != want)
        return law_fail(c->law, "%s is %s by %s, should be %s (%s; %s)", what,
                        verdict_text(result->verdict), result->method, verdict_text(want),
                        result->reason ? result->reason : "-",
                        result->counterexample.summary ? result->counterexample.summary : "-");
    return holds || check_counterexample(c, what, &result->counterexample);
}

bool claim_prove(claim *c, const char *name, bool holds)
{
    law_saw(c->law, holds ? 0 : 1);
    const lcv_claim *found = lcv_claim_find(name);
    ck_assert_ptr_nonnull(found);
    lcv_result *result = lcv_prove(c->r, found, c->n, c->arg);
    bool ok = check_result(c, call_text(c, name), result, holds);
    lcv_result_free(result);
    return ok;
}

bool claim_place(claim *c, const char *key, const m_tuple *shape, int64_t *index)
{
    m_tuple crd;
    const char *at = strstr(c->where, key);
    const char *p = at ? at + strlen(key) : NULL;
    if (!p || !coordinate_at(&p, &crd))
        return law_fail(c->law, "no %sin '%s'", key, c->where);
    if (!m_weakly_congruent(crd.nest, shape->nest))
        return law_fail(c->law, "'%s' is no coordinate of %s", c->where,
                        law_tuple_text(c->law, shape));
    *index = m_crd2idx(&crd, shape);
    return (*index >= 0 && *index < m_tuple_size(shape)) ||
           law_fail(c->law, "'%s' lies outside %s", c->where, law_tuple_text(c->law, shape));
}

bool claim_crosscheck(claim *c, const char *operation, const lcv_value *value, bool right)
{
    law_saw(c->law, right ? 0 : 1);
    said_of_value said = opinion_of_value(c->r, operation, c->n, c->arg, value);
    if (right ? said != SAID_WRONG : said == SAID_WRONG)
        return true;
    char *text = lcv_value_to_str(c->r, value);
    law_fail(c->law, "%s = %s is %s, and the checker %s", call_text(c, operation),
             text ? text : "?", right ? "right" : "wrong",
             said == SAID_NOTHING ? "has no answer" : "says the contrary");
    free(text);
    return false;
}
