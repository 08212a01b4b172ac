/* check_law_symbolic.c - second opinions of what is said of all values of parameters: what is
 * confirmed holds at all small numbers, by a walk over all coordinates; what is denied fails
 * somewhere; what the prover proves and shows is confirmed.
 *
 * Claims are stated of random layouts in the sizes M and N, right ones and such with a size
 * changed, and put to the checker without the prover. Values are those of the language, as
 * they are and with a size changed.
 */
#include "config.h"

#include "../isl-bridge/hints.h"
#include "../isl-bridge/internal.h"
#include "../isl-bridge/recheck-symbolic.h"
#include "../verify/session/script.h"
#include "law.h"
#include "rows.h"
#include "size-claims.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#define SMALL 7    /* M and N up to this are walked */
#define FURTHER 60 /* where something is denied, up to this */

/* ---- parameters ---- */

typedef struct {
    int64_t least, modulus;
    bool ordered; /* M <= N */
} ranges;

static ranges rnd_ranges(rnd *r)
{
    return (ranges){rnd_in(r, 1, 2), rnd_chance(r, 35) ? rnd_in(r, 2, 4) : 1, rnd_chance(r, 30)};
}

static bool admits(const ranges *p, int64_t m, int64_t n)
{
    return m >= p->least && n >= 1 && m % p->modulus == 0 && (!p->ordered || m <= n);
}

static bool ask(law *l, const ranges *p, const lcr_symbolic *s, lcr_confirmation *said)
{
    const char *assumption[2] = {"M <= N", "M <= N"};
    size_t n = p->ordered;
    lcr_parameter parameter[2] = {{"M", law_printf(l, "%lld", (long long)p->least), NULL},
                                  {"N", "1", NULL}};
    if (p->modulus > 1)
        assumption[n++] = law_printf(l, "M %% %lld == 0", (long long)p->modulus);
    lcr_parameters all = {2, parameter, n, assumption, false};
    lcr_ctx *r = lcr_ctx_new(l->ctx);
    if (r)
        lcr_use_hints(r);
    bool ok = r && lcr_confirm_symbolic(r, &all, s, said);
    lcr_ctx_free(r);
    return ok || law_fail(l, "%s: %s", s->name, lc_ctx_message(l->ctx));
}

static bool confirms(const lcr_confirmation *said)
{
    return said->opinion == LCR_AGREES ||
           (said->opinion == LCR_UNSURE && lcr_reason_needs_no_set(said->reason));
}

static const char *told(law *l, const ranges *p, const lcr_symbolic *s)
{
    const char *text = law_printf(l, "M >= %lld, M %% %lld == 0%s: %s", (long long)p->least,
                                  (long long)p->modulus, p->ordered ? ", M <= N" : "", s->name);
    for (size_t i = 0; i < s->n; i++)
        text = law_printf(l, "%s %s", text, s->arg[i]);
    return s->value ? law_printf(l, "%s = %s", text, s->value) : text;
}

/* ---- claims ---- */

static truth claim_up_to(const ranges *p, const claim *c, int64_t most)
{
    int64_t walked = c->kind == INJECTIVE ? 600 : 40000;
    bool large = false;
    for (int64_t m = 1; m <= most; m++)
        for (int64_t n = 1; n <= most; n++) {
            truth t = admits(p, m, n) ? claim_at(c, m, n, walked) : HOLDS;
            if (t == FAILS || t == NO_VALUE)
                return FAILS;
            large = large || t == TOO_LARGE;
        }
    return large ? TOO_LARGE : HOLDS;
}

LAW_SHARE(test_claims, "opinions of claims with parameters", 2, CLASSES("confirmed", "false"))
{
    ranges p = rnd_ranges(&l->rnd);
    claim c = rnd_claim(l, rnd_chance(&l->rnd, 50), rnd_size);
    lcr_symbolic s = {claim_name(&c), c.n, c.arg, NULL};
    lcr_confirmation said;
    truth t = claim_up_to(&p, &c, SMALL);
    if (!ask(l, &p, &s, &said))
        return false;
    bool yes = confirms(&said), no = said.opinion == LCR_DISAGREES;
    lcr_confirmation_clear(&said);
    if (yes && t == FAILS)
        return law_fail(l, "confirmed, and fails: %s", told(l, &p, &s));
    if (no && t != FAILS && claim_up_to(&p, &c, FURTHER) == HOLDS)
        return law_fail(l, "denied, and holds: %s", told(l, &p, &s));
    law_saw(l, yes ? 0 : t == FAILS ? 1 : 2);
    return true;
}

/* ---- values ---- */

typedef struct {
    law *l;
    const char *value;
    size_t confirmed, open;
    bool failed;
    lcv_verdict verdict;
} heard;

static void listen(void *user, const lcv_outcome *outcome)
{
    heard *h = user;
    h->failed = h->failed || outcome->error != NULL;
    if (outcome->value_text)
        h->value = law_printf(h->l, "%s", outcome->value_text);
    if (outcome->result)
        h->verdict = outcome->result->verdict;
    if (outcome->confirmed) {
        h->confirmed = outcome->confirmed->values + outcome->confirmed->claims +
                       outcome->confirmed->read + outcome->confirmed->computed;
        h->open = lcv_confirmed_open(outcome->confirmed->open);
    }
}

/* What is heard of the last statement. */
static void run(law *l, const ranges *p, const char *statement, heard *h)
{
    const char *script = law_printf(l, "param M >= %lld, N >= 1\n%s%s%s\n", (long long)p->least,
                                    p->modulus > 1 ? law_printf(l, "assume M %% %lld == 0\n",
                                                                (long long)p->modulus)
                                                   : "",
                                    p->ordered ? "assume M <= N\n" : "", statement);
    *h = (heard){.l = l};
    lcv_listener listener = {.user = h, .outcome = listen};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    ck_assert_ptr_nonnull(session);
    lcv_session_say(session, script, &listener);
    lcv_session_free(session);
}

/* Operations with arguments as texts. */
static lcr_symbolic rnd_operation(law *l, const char **arg)
{
    rnd *r = &l->rnd;
    size_modes t = rnd_texts(l, rnd_chance(r, 30) ? 2 : 1, rnd_size);
    t.n = t.n > 2 ? t.n : 2;
    for (size_t k = 0; k < t.n; k++)
        if (!t.extent[k])
            t.extent[k] = t.step[k] = "N";
    size_modes u = rnd_texts(l, t.axes, rnd_size);
    arg[0] = layout_text(l, &t);
    arg[1] = law_printf(l, "%d", (int)rnd_in(r, 0, (int64_t)t.n - 1));
    switch (rnd_in(r, 0, 9)) {
    case 0: arg[1] = layout_text(l, &u); return (lcr_symbolic){"concat", 2, arg, NULL};
    case 1: return (lcr_symbolic){"mode", 2, arg, NULL};
    case 2: arg[2] = "0"; return (lcr_symbolic){"select", 3, arg, NULL};
    case 3:
        arg[1] = "0";
        arg[2] = "2";
        return (lcr_symbolic){"group", 3, arg, NULL};
    case 4: return (lcr_symbolic){"size", 1, arg, NULL};
    case 5:
        arg[1] = law_printf(l, "(%d,%d)", (int)rnd_in(r, 1, 4), (int)rnd_in(r, 1, 4));
        return (lcr_symbolic){rnd_chance(r, 50) ? "zipped_divide" : "flat_divide", 2, arg, NULL};
    case 6:
        arg[0] = layout_text(l, &t);
        arg[1] = law_printf(l, "%s:%d", rnd_chance(r, 50) ? "2" : t.extent[0], 1);
        return (lcr_symbolic){"compose", 2, arg, NULL};
    case 7:
        arg[1] = "(_";
        for (size_t k = 1; k < t.n; k++)
            arg[1] = law_printf(l, "%s,%s", arg[1], rnd_chance(r, 50) ? "1" : "N-1");
        arg[1] = law_printf(l, "%s)", arg[1]);
        return (lcr_symbolic){"slice", 2, arg, NULL};
    case 8:
        arg[0] = rnd_size(l);
        arg[1] = law_printf(l, "%d", (int)rnd_in(r, 1, 5));
        return (lcr_symbolic){"ceil_div", 2, arg, NULL};
    default:
        arg[0] = rnd_size(l);
        arg[1] = rnd_size(l);
        return (lcr_symbolic){rnd_chance(r, 50) ? "min" : "max", 2, arg, NULL};
    }
}

/* Modes put in and left out, layouts of shapes. */
static lcr_symbolic rnd_surgery(law *l, const char **arg)
{
    static const char *const of_shapes[] = {"make_layout", "make_layout_right", "identity",
                                            "make_identity_layout", "product_each"};
    rnd *r = &l->rnd;
    const char *a = rnd_size(l), *b = rnd_size(l), *c = rnd_size(l);
    const char *shape = rnd_chance(r, 50) ? law_printf(l, "(%s,%s)", a, b)
                                          : law_printf(l, "(%s,(%s,%s))", a, b, c);
    const char *pair = law_printf(l, "(%s,%s):(%s,%s)", a, b, rnd_chance(r, 50) ? "1" : "0",
                                  rnd_chance(r, 50) ? a : "e1");
    pair = strstr(pair, "e1")
               ? law_printf(l, "(%s,%s):(%s,e1)", a, b, rnd_chance(r, 50) ? "e0" : "0")
               : pair;
    arg[0] = pair;
    arg[1] = law_printf(l, "%s:%s", c, strstr(pair, "e1") ? "2e0" : "2");
    switch (rnd_in(r, 0, 15)) {
    case 11:
        arg[0] = law_printf(l, "(%d*%s,%s):(1,%d*%s)", (int)rnd_in(r, 1, 4), a, b,
                            (int)rnd_in(r, 1, 4), a);
        arg[1] = law_printf(l, "%d", (int)rnd_in(r, 1, 4));
        return (lcr_symbolic){rnd_chance(r, 50) ? "upcast" : "downcast", 2, arg, NULL};
    case 12:
        arg[0] = shape;
        arg[1] = strstr(shape, ",(") ? "(1,(2,0))" : "(1,0)";
        return (lcr_symbolic){"make_ordered_layout", 2, arg, NULL};
    case 13:
        arg[0] = shape;
        arg[1] = "(0,1)";
        return (lcr_symbolic){"make_ordered_layout", 2, arg, NULL};
    case 10:
        arg[0] = law_printf(l, "(%s,%s)", a, b);
        arg[1] = law_printf(l, "(%d,%d)", (int)rnd_in(r, 1, 4), (int)rnd_in(r, 1, 4));
        return (lcr_symbolic){"ceil_div", 2, arg, NULL};
    case 0: return (lcr_symbolic){"filter_zeros", 1, arg, NULL};
    case 1: return (lcr_symbolic){rnd_chance(r, 50) ? "append" : "prepend", 2, arg, NULL};
    case 2:
        arg[2] = arg[1];
        arg[1] = rnd_chance(r, 50) ? "0" : "1";
        return (lcr_symbolic){"replace", 3, arg, NULL};
    case 3:
        arg[1] = "0";
        arg[2] = rnd_chance(r, 50) ? "1" : "2";
        return (lcr_symbolic){"take", 3, arg, NULL};
    case 4:
        arg[0] = law_printf(l, "(%s,%s)", a, b);
        arg[1] = law_printf(l, "(%s,%s)", c, a);
        return (lcr_symbolic){"zip", 2, arg, NULL};
    case 5:
        arg[1] = law_printf(l, rnd_chance(r, 50) ? "(_,%s-1)" : "(%s-1,_)", c);
        return (lcr_symbolic){"flat_slice", 2, arg, NULL};
    case 6:
        arg[0] = shape;
        arg[1] = c;
        return (lcr_symbolic){rnd_chance(r, 50) ? "min" : "max", 2, arg, NULL};
    case 7:
    case 8:
        arg[0] = law_printf(l, "(%d*%s,%d)", 6 * (int)rnd_in(r, 1, 3), a,
                            6 * (int)rnd_in(r, 1, 3));
        arg[1] = law_printf(l, "%d*%s", 4 * (int)rnd_in(r, 1, 3), b);
        return (lcr_symbolic){"gcd", rnd_chance(r, 50) ? 1 : 2, arg, NULL};
    default: arg[0] = shape; return (lcr_symbolic){of_shapes[rnd_in(r, 0, 4)], 1, arg, NULL};
    }
}

static const char *call_text(law *l, const lcr_symbolic *s)
{
    const char *text = law_printf(l, "%s(", s->name);
    for (size_t i = 0; i < s->n; i++)
        text = law_printf(l, "%s%s%s", text, i > 0 ? ", " : "", s->arg[i]);
    return law_printf(l, "%s)", text);
}

/* A number or a parameter of the text is another one. */
static const char *planted(law *l, const char *text)
{
    size_t n = strlen(text), at = (size_t)rnd_in(&l->rnd, 0, (int64_t)n - 1);
    for (size_t i = 0; i < n; i++, at = (at + 1) % n) {
        char c = text[at];
        bool after = at > 0 &&
                     (text[at - 1] == 'e' || (text[at - 1] >= '0' && text[at - 1] <= '9'));
        if (c == 'M' || c == 'N')
            return law_printf(l, "%.*s%s%s", (int)at, text, c == 'M' ? "N" : "M", text + at + 1);
        if (c >= '0' && c <= '9' && !after)
            return law_printf(l, "%.*s%c%s", (int)at, text, c == '9' ? '8' : c + 1,
                              text + at + 1);
    }
    return text;
}

/* Are the two texts one value, wherever the first has one? */
static bool same_everywhere(const ranges *p, const char *x, const char *y)
{
    for (int64_t m = 1; m <= SMALL + 4; m++)
        for (int64_t n = 1; n <= SMALL + 4; n++) {
            st_value a, b;
            if (admits(p, m, n) && st_read(x, m, n, &a) &&
                (!st_read(y, m, n, &b) || !st_same(&a, &b)))
                return false;
        }
    return true;
}

LAW_SHARE(test_values, "opinions of values with parameters", 4, CLASSES("confirmed", "planted"))
{
    const char *arg[3];
    ranges p = rnd_ranges(&l->rnd);
    lcr_symbolic s = rnd_chance(&l->rnd, 60) ? rnd_operation(l, arg) : rnd_surgery(l, arg);
    lcr_confirmation said;
    heard h;
    run(l, &p, law_printf(l, "show %s", call_text(l, &s)), &h);
    st_value any;
    if (h.failed || !h.value || !st_read(h.value, 4, 4, &any)) {
        law_saw(l, 2);
        return true;
    }
    s.value = h.value;
    if (!ask(l, &p, &s, &said))
        return false;
    bool yes = confirms(&said);
    if (said.opinion == LCR_DISAGREES)
        return law_fail(l, "denied: %s", told(l, &p, &s));
    lcr_confirmation_clear(&said);
    law_saw(l, yes ? 0 : 2);
    bool common = strcmp(s.name, "gcd") == 0 && rnd_chance(&l->rnd, 50); /* divides them all */
    s.value = common ? "1" : planted(l, h.value);
    if (same_everywhere(&p, h.value, s.value) || !ask(l, &p, &s, &said))
        return lc_ctx_code(l->ctx) == LC_OK;
    yes = confirms(&said);
    lcr_confirmation_clear(&said);
    law_saw(l, 1);
    return !yes || law_fail(l, "confirmed, and it is %s: %s", h.value, told(l, &p, &s));
}

/* ---- what the prover says ---- */

LAW_SHARE(test_proofs, "proofs with parameters are confirmed", 8, CLASSES("confirmed"))
{
    ranges p = rnd_ranges(&l->rnd);
    claim c = rnd_claim(l, rnd_chance(&l->rnd, 30), rnd_size);
    const char *text = claim_text(l, &c);
    heard h;
    if (!strchr(text, 'M') && !strchr(text, 'N'))
        return true;
    run(l, &p, law_printf(l, "prove %s", text), &h);
    if (h.failed || h.verdict != LCV_PROVED)
        return true;
    law_saw(l, h.open == 0 && h.confirmed > 0 ? 0 : 1);
    return h.open + h.confirmed > 0 || law_fail(l, "nobody was asked: %s", text);
}

/* ---- hints ---- */

static law *planting;
static lcr_finder *finder;

/* A literal that was found, with something changed, or any. */
static const char *planted_hint(lit_pool *pool, const char *what, const lit *x, const lit *y)
{
    const char *text = finder(pool, what, x, y);
    size_modes t = rnd_texts(planting, 1, rnd_size);
    return text && rnd_chance(&planting->rnd, 70) ? planted(planting, text)
                                                  : layout_text(planting, &t);
}

/* The modes from the last to the first, or only some of them. */
static size_modes other_order(law *l, const size_modes *a)
{
    size_modes t = *a;
    for (size_t k = 0; k < a->n; k++) {
        t.extent[k] = a->extent[a->n - 1 - k];
        t.step[k] = a->step[a->n - 1 - k];
    }
    t.n = rnd_chance(&l->rnd, 30) ? (t.n + 1) / 2 : t.n;
    return t;
}

static lcr_symbolic rnd_hinted(law *l, const char **arg)
{
    size_modes a = rnd_texts(l, 1, rnd_size), t = other_order(l, &a);
    if (rnd_chance(&l->rnd, 50))
        t.step[0] = changed(l, t.step[0]);
    arg[0] = layout_text(l, &t);
    arg[1] = layout_text(l, &a);
    switch (rnd_in(&l->rnd, 0, 4)) {
    case 0: return (lcr_symbolic){"reorders", 2, arg, NULL};
    case 1: arg[2] = "2"; return (lcr_symbolic){"vectorizes", 3, arg, NULL};
    case 2:
        arg[1] = law_printf(l, "%d:%s", (int)rnd_in(&l->rnd, 2, 4), rnd_size(l));
        return (lcr_symbolic){"admissible", 2, arg, NULL};
    case 3:
        arg[0] = law_printf(l, "%s o 0 o %d:%s", arg[0], (int)rnd_in(&l->rnd, 2, 4), rnd_size(l));
        return (lcr_symbolic){"injective", 1, arg, NULL};
    default: return (lcr_symbolic){"contained", 2, arg, NULL};
    }
}

/* With wrong hints, too, what is confirmed holds, as the prover finds of numbers. */
LAW(test_hints, "wrong hints confirm nothing that is false", CLASSES("confirmed", "not"))
{
    static const int at[][2] = {{1, 1}, {2, 3}, {4, 2}, {5, 5}};
    const ranges p = {1, 1, false};
    const char *arg[3];
    const lcr_symbolic s = rnd_hinted(l, arg);
    const lcr_parameter parameter[2] = {{"M", "1", NULL}, {"N", "1", NULL}};
    const lcr_parameters all = {2, parameter, 0, NULL, false};
    lcr_confirmation said;
    lcr_ctx *r = lcr_ctx_new(l->ctx);
    lcr_use_hints(r);
    finder = r->find;
    planting = l;
    r->find = planted_hint;
    bool ok = lcr_confirm_symbolic(r, &all, &s, &said), yes = ok && confirms(&said);
    if (ok)
        lcr_confirmation_clear(&said);
    lcr_ctx_free(r);
    law_saw(l, yes ? 0 : 1);
    for (size_t i = 0; yes && i < sizeof at / sizeof *at; i++) {
        heard h;
        run(l, &p,
            law_printf(l, "assume M == %d\nassume N == %d\nprove %s", at[i][0], at[i][1],
                       call_text(l, &s)),
            &h);
        if (h.verdict == LCV_REFUTED)
            return law_fail(l, "confirmed, and fails at M = %d, N = %d: %s", at[i][0], at[i][1],
                            told(l, &p, &s));
    }
    return ok;
}

/* Accesses of a warp of 32 lanes or 64 by a layout with M of them, its strides such that some
 * phases have no conflicts. */
static lcr_symbolic rnd_accesses(law *l, const char **arg)
{
    static const char *const arch[] = {"_", "_", "sm90", "gfx942", "gfx950"};
    rnd *r = &l->rnd;
    int step[6], w = 1 << rnd_in(r, 0, 2);
    for (int i = 0; i < 3; i++) {
        int at = (int)rnd_in(r, 0, i);
        step[i] = step[at];
        step[at] = w << i;
    }
    for (int i = 3; i < 6; i++)
        step[i] = rnd_chance(r, 30) ? w << i : 4 * w * (int)rnd_in(r, 0, 15);
    arg[0] = law_printf(l, "((2,2,2,2,2,2),M):((%d,%d,%d,%d,%d,%d),%d)", step[0], step[1],
                        step[2], step[3], step[4], step[5], w * (int)rnd_in(r, 1, 64));
    arg[1] = arg[4] = arg[5] = "_";
    arg[2] = "4";
    arg[3] = rnd_chance(r, 50) ? "_" : law_printf(l, "%d", 4 * w);
    arg[6] = arch[rnd_in(r, 0, 4)];
    return (lcr_symbolic){"conflict_free", 7, arg, NULL};
}

LAW(test_accesses, "accesses of sizes are served as those of numbers",
    CLASSES("confirmed", "not"))
{
    const ranges p = {1, 1, false};
    const char *arg[7];
    const lcr_symbolic s = rnd_accesses(l, arg);
    lcr_confirmation said;
    if (!ask(l, &p, &s, &said))
        return false;
    bool yes = confirms(&said);
    lcr_confirmation_clear(&said);
    law_saw(l, yes ? 0 : 1);
    for (int m = 1; yes && m <= 3; m++) {
        heard h;
        run(l, &p, law_printf(l, "assume M == %d\nassume N == 1\nprove %s", m, call_text(l, &s)),
            &h);
        if (h.verdict == LCV_REFUTED)
            return law_fail(l, "confirmed, and fails at M = %d: %s", m, told(l, &p, &s));
    }
    return true;
}

static bool is_confirmed(lc_ctx *ctx, const lcr_symbolic *s)
{
    lcr_parameter parameter[2] = {{"M", "1", NULL}, {"N", "1", NULL}};
    lcr_parameters all = {2, parameter, 0, NULL, false};
    lcr_confirmation said;
    lcr_ctx *r = lcr_ctx_new(ctx);
    lcr_use_hints(r);
    ck_assert_msg(lcr_confirm_symbolic(r, &all, s, &said), "%s", lc_ctx_message(ctx));
    bool yes = confirms(&said);
    lcr_confirmation_clear(&said);
    lcr_ctx_free(r);
    return yes;
}

TEST_CTX(morphisms)
{
    data_rows rows = rows_read("tests/rows/morphisms.tsv");
    for (size_t i = 0; i < rows.n; i++) {
        const char *const *field = rows.row[i].field, *arg[2] = {field[3], field[4]};
        bool is_claim = row_has(&rows.row[i], 0, "-");
        lcr_symbolic s = {field[2], 1 + (arg[1] != NULL), arg, is_claim ? NULL : field[0]};
        ck_assert_msg(is_confirmed(ctx, &s), "%s of %s", s.name, arg[0]);
        if (is_claim)
            arg[1] = field[1];
        else
            s.value = field[1];
        ck_assert_msg(!is_confirmed(ctx, &s), "%s of %s: %s", s.name, arg[0], field[1]);
    }
    rows_clear(&rows);
}

/* The lanes 0 to 3 and 20 to 23 of gfx942 are served together. */
TEST_CTX(order_of_service)
{
    const char *arg[7] = {
        "((4,2,2,2,2),M):((4,16,32,80,256),1024)", NULL, "4", "16", NULL, NULL, "gfx942"};
    lcr_symbolic s = {"conflict_free", 7, arg, NULL};
    ck_assert(!is_confirmed(ctx, &s));
    arg[0] = "((4,2,2,2,2),M):((4,16,32,64,256),1024)";
    ck_assert(is_confirmed(ctx, &s));
}

/* Each residue that N may have is a case of its own, which says nothing of the sets of others: at
 * N = 1 lanes 0 and 21 meet in a bank. */
TEST_CTX(residues)
{
    const char *arg[7] = {"{4*N} o (8,8):(8*N+4,2)", "32", "4", "8", NULL, NULL, "gfx950"};
    lcr_symbolic s = {"conflict_free", 7, arg, NULL};
    ck_assert(!is_confirmed(ctx, &s));
    arg[0] = "{4*N} o 16:8*N+2";
    arg[1] = "16";
    ck_assert(is_confirmed(ctx, &s));
}

SUITE_MAIN("law_symbolic", test_claims, test_values, test_proofs, test_hints, test_accesses,
           morphisms, order_of_service, residues)
