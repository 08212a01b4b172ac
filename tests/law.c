/* law.c - a law, checked on many random cases. */
#include "config.h"

#include "law.h"

#include <check.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FIXED_SEED 20260101u
#define CASES 4000u

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 0) : otherwise;
}

/* ---- what a case owns */

void law_own_with(law *l, void *object, void (*release)(void *))
{
    if (!object)
        return;
    if (l->n == sizeof l->owned / sizeof *l->owned)
        ck_abort_msg("law %s: a case owns too much", l->name);
    l->owned[l->n].object = object;
    l->owned[l->n++].release = release;
}

LAW_OWNER(law_own, lc_layout, lc_layout_free)
LAW_OWNER(law_own_tuple, lc_tuple, lc_tuple_free)
LAW_OWNER(law_own_tiler, lc_tiler, lc_tiler_free)

void law_release(law *l)
{
    while (l->n > 0) {
        l->n--;
        l->owned[l->n].release(l->owned[l->n].object);
    }
}

void *law_own_memory(law *l, void *memory)
{
    law_own_with(l, memory, free);
    return memory;
}

/* ---- running */

void law_saw(law *l, size_t i)
{
    ck_assert_uint_lt(i, LAW_CLASSES);
    l->seen[i]++;
}

bool law_fail(law *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!l->failure && vasprintf(&l->failure, format, args) < 0)
        l->failure = NULL;
    va_end(args);
    return false;
}

/* A stream for the case alone: the seed, the law and the number are mixed. */
static rnd case_stream(const law *l)
{
    uint64_t hash = 1469598103934665603u;
    for (const char *at = l->name; *at; at++)
        hash = (hash ^ (uint64_t)(unsigned char)*at) * 1099511628211u;
    rnd r = {l->seed ^ hash};
    r.state = rnd_u64(&r) + l->index;
    r.state = rnd_u64(&r);
    return r;
}

static void run_case(law *l, law_body body)
{
    l->rnd = case_stream(l);
    lc_ctx_reset(l->ctx);
    lc_frame frame = lc_frame_open(l->ctx);
    bool holds = body(l);
    lc_frame_close(l->ctx, frame);
    law_release(l);
    if (holds)
        return;
    char *failure = l->failure ? l->failure : strdup("no reason given");
    ck_abort_msg("law '%s' fails: %s\n    run it alone: LAYOUTCHECK_SEED=%" PRIu64
                 " LAYOUTCHECK_CASE=%zu",
                 l->name, failure, l->seed, l->index);
}

static void require_classes(const law *l, const char *const *classes, size_t cases)
{
    for (size_t i = 0; classes && classes[i]; i++)
        if (cases >= 1000 && l->seen[i] * 50 < cases)
            ck_abort_msg("law '%s': only %zu of %zu cases with %s: the cases do not test it",
                         l->name, l->seen[i], cases, classes[i]);
}

void law_check_share(const char *name, law_body body, const char *const *classes, size_t share)
{
    size_t cases = (size_t)setting("LAYOUTCHECK_CASES", CASES) / share;
    law l = {.name = name,
             .seed = setting("LAYOUTCHECK_SEED", FIXED_SEED),
             .ctx = suite_ctx_new()};
    ck_assert_ptr_nonnull(l.ctx);
    clock_t start = clock();
    const char *alone = getenv("LAYOUTCHECK_CASE");
    if (alone && *alone) {
        l.index = (size_t)strtoull(alone, NULL, 10);
        run_case(&l, body);
    } else {
        if (cases == 0)
            cases = 1;
        for (l.index = 0; l.index < cases; l.index++)
            run_case(&l, body);
        require_classes(&l, classes, cases);
    }
    if (getenv("LAYOUTCHECK_VERBOSE")) {
        printf("%-48s %6.2f s, %zu cases", name, (double)(clock() - start) / CLOCKS_PER_SEC,
               cases);
        for (size_t i = 0; classes && classes[i]; i++)
            printf("%s %zu %s", i ? "," : ":", l.seen[i], classes[i]);
        printf("\n");
    }
    lc_ctx_free(l.ctx);
}

void law_check(const char *name, law_body body, const char *const *classes)
{
    law_check_share(name, body, classes, 1);
}

/* ---- texts and numbers */

size_t law_below(law *l, size_t n)
{
    return (size_t)(rnd_u64(&l->rnd) % n);
}

void law_spoil(law *l, const char *bytes, char *text, size_t *size)
{
    size_t at = law_below(l, *size), n = law_below(l, 40) + 1;
    n = at + n > *size ? *size - at : n;
    switch (law_below(l, 4)) {
    case 0: text[at] = bytes[law_below(l, strlen(bytes))]; break;
    case 1:
        memmove(text + at, text + at + n, *size - at - n);
        *size -= n;
        break;
    case 2:
        memmove(text + at + n, text + at, *size - at);
        *size += n;
        break;
    default: *size = law_below(l, 20) ? *size : at;
    }
}

/* ---- between the model and the library */

/* Builds the subtree at *at over the leaves from *leaf. */
static lc_tuple *build(law *l, const char **at, const int64_t **leaf)
{
    if (**at != '(') {
        bool wild = *(*at)++ == '_';
        int64_t value = *(*leaf)++;
        return wild ? lc_tuple_wildcard(l->ctx) : lc_tuple_leaf(l->ctx, lc_int_si(l->ctx, value));
    }
    lc_tuple *mode[M_LEAVES] = {0};
    size_t n = 0;
    for ((*at)++; **at != ')';)
        mode[n++] = build(l, at, leaf);
    (*at)++;
    lc_tuple *t = lc_tuple_of(l->ctx, n, mode);
    while (n > 0)
        lc_tuple_free(mode[--n]);
    return t;
}

lc_tuple *law_tuple(law *l, const m_tuple *t)
{
    const char *at = t->nest;
    const int64_t *leaf = t->leaf;
    lc_tuple *result = law_own_tuple(l, build(l, &at, &leaf));
    if (!result)
        ck_abort_msg("cannot make %s: %s", law_tuple_text(l, t), lc_ctx_message(l->ctx));
    return result;
}

lc_layout *law_layout(law *l, const m_layout *a)
{
    m_tuple shape, stride;
    m_shape(a, &shape);
    m_stride(a, &stride);
    lc_layout *result =
        law_own(l, lc_layout_new(l->ctx, law_tuple(l, &shape), law_tuple(l, &stride)));
    if (!result)
        ck_abort_msg("cannot make %s: %s", law_text(l, a), lc_ctx_message(l->ctx));
    return result;
}

lc_tiler *law_tiler(law *l, const m_tiler *t)
{
    lc_tiler *mode[M_LEAVES];
    lc_tiler *result;
    if (t->still) {
        result = lc_tiler_still(l->ctx);
    } else if (t->n == 0) {
        result = lc_tiler_layout(l->ctx, law_layout(l, &t->layout));
    } else {
        for (size_t i = 0; i < t->n; i++)
            mode[i] = law_tiler(l, &t->mode[i]);
        result = lc_tiler_of(l->ctx, t->n, mode);
    }
    if (!result)
        ck_abort_msg("cannot make %s: %s", law_tiler_text(l, t), lc_ctx_message(l->ctx));
    return law_own_tiler(l, result);
}

bool law_model(law *l, const lc_layout *a, m_layout *out)
{
    if (!a)
        return false;
    for (size_t i = 0; i < lc_layout_nleaves(a); i++)
        if (!lc_int_fits_si(lc_layout_extent(a, i)) || !lc_int_fits_si(lc_layout_step(a, i)))
            return false;
    char *text = lc_layout_to_str(l->ctx, a);
    bool read = text && m_layout_parse(text, out);
    free(text);
    return read;
}

/* ---- text */

const char *law_text(law *l, const m_layout *a)
{
    return law_own_memory(l, m_layout_text(a));
}

const char *law_tuple_text(law *l, const m_tuple *t)
{
    return law_own_memory(l, m_tuple_text(t));
}

const char *law_tiler_text(law *l, const m_tiler *t)
{
    return law_own_memory(l, m_tiler_text(t));
}

static const char *error_text(law *l)
{
    return law_printf(l, "(no value: code %d, %s)", (int)lc_ctx_code(l->ctx),
                      lc_ctx_message(l->ctx));
}

const char *law_show(law *l, const lc_layout *a)
{
    return a ? law_own_memory(l, lc_layout_to_str(l->ctx, a)) : error_text(l);
}

const char *law_show_tuple(law *l, const lc_tuple *t)
{
    return t ? law_own_memory(l, lc_tuple_to_str(l->ctx, t)) : error_text(l);
}

bool law_same(law *l, const lc_layout *got, bool exists, const m_layout *want, const char *what)
{
    if (!exists) {
        if (!got && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE)
            return true;
        return law_fail(l, "%s is %s; by enumeration it has no value", what, law_show(l, got));
    }
    m_layout value;
    if (law_model(l, got, &value) && m_equal(&value, want))
        return true;
    return law_fail(l, "%s is %s; by enumeration it is %s", what, law_show(l, got),
                    law_text(l, want));
}

const char *law_printf(law *l, const char *format, ...)
{
    char *text;
    va_list args;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    return law_own_memory(l, text);
}
