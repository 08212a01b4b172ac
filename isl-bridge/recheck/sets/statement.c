/* statement.c - what a row of a table says of a statement. */
#include "config.h"

#include "nest.h"

#include <string.h>

/* ---- arguments ---- */

/* A tuple where a layout is meant is the compact one. */
const lit *lcr_ev_layout(ev *e, const lit *a)
{
    if (a->kind != LIT_TUPLE)
        return a;
    lit *b = lcr_lit_compact(e->pool, a);
    if (b)
        b->any = a->any;
    return b;
}

const lit *lcr_ev_tiler(ev *e, const lit *b)
{
    if (b->kind != LIT_TUPLE || b->nnodes == 1)
        return lcr_ev_layout(e, b);
    lit *to = lcr_lit_alloc(e->pool, 1, sizeof *to);
    const lit **mode = lcr_lit_alloc(e->pool, b->node[0], sizeof *mode);
    if (!to || !mode)
        return NULL;
    *to = (lit){.kind = LIT_TILER, .nmodes = b->node[0], .mode = mode};
    for (size_t i = 0; i < to->nmodes; i++)
        if (!(mode[i] = lcr_lit_mode(e->pool, b, i)))
            return NULL;
    return to;
}

/* ---- rows ---- */

const ev_row *lcr_ev_row(const ev_row *rows, unsigned kinds, const char *name, size_t n)
{
    for (const ev_row *row = rows; row->name != NULL; row++) {
        size_t most = strlen(row->args);
        if (strcmp(row->name, name) == 0 && (kinds == 0 || (row->of & kinds) != 0) &&
            n >= row->least && (n <= most || row->args[most - 1] == '*'))
            return row;
    }
    return NULL;
}

/* An argument where the row has this letter: a morphism where it wants one, its layout where it
 * takes others; anything else as it is. NULL: it wants one, and this is none; or an error. */
static const lit *of_morphism(ev *e, const lit *f, char letter)
{
    if (f->kind != LIT_MORPHISM)
        return letter == 'm' ? NULL : f;
    if (letter == 'v')
        return f;
    if (!lcr_nest_is_map(e, f))
        return NULL;
    return letter == 'm' ? f : lcr_nest_layout(e, f);
}

static bool state(ev *e, const ev_row *row, const lcr_statement *of)
{
    lcr_statement s = *of;
    s.how = row->how;
    char letter = '.';
    for (size_t i = 0; i < s.n; i++) {
        letter = i < strlen(row->args) && row->args[i] != '*' ? row->args[i] : letter;
        s.arg[i] = of_morphism(e, s.arg[i], letter);
        if (!s.arg[i])
            return lcr_ev_not(e);
        if ((letter == 'x' || letter == 'i') && !(s.arg[i] = lcr_ev_layout(e, s.arg[i])))
            return false;
    }
    return row->rule(e, &s);
}

bool lcr_ev_state(lit_pool *pool, const ev_row *row, const lcr_statement *s,
                  lcr_evidence *evidence)
{
    ev e = {pool, evidence, false};
    *evidence = (lcr_evidence){.holds = true};
    bool ok = row ? state(&e, row, s) : lcr_ev_not(&e);
    if (e.none)
        *evidence = (lcr_evidence){.by = NULL, .holds = true};
    return ok && lcr_ev_ok(&e);
}

bool lcr_has_argument(const lcr_statement *s, lit_kind kind)
{
    bool has = false;
    for (size_t i = 0; !has && i < s->n; i++)
        has = s->arg[i]->kind == kind;
    return has;
}
