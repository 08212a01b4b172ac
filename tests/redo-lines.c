/* redo-lines.c - chains of several functions, from the inside out, a line each:
 *
 *     X = (6,2):(1,3) o (2,1) o x with x = (2,3):(e1,2e0)
 *     x(2) = x(0,1) = (2,0)
 *     ((6,2):(1,3))((2,1) + (2,0)) = ((6,2):(1,3))(4,1) = 7
 *     X(2) = 7
 *
 * Each line is computed by itself (redo-steps.c); here it is the one that follows.
 */
#include "config.h"

#include "redo.h"

#include <ctype.h>
#include <string.h>

/* `F(8 + 7) = ...`, `F(7) = ...`, `8 + 7 = ...`: one function or none, applied to this. */
static bool applies(const char *line, const char *f, const val *offset, bool by_xor, const val *x)
{
    tree *k, *t;
    char *rest;
    const char *sign = by_xor ? "xor" : "+";
    if (offset->n == 0)
        return redo_scan(line, redo_text("%s%%t = %%r", f), &t, &rest) && !strstr(f, "%") &&
               (val_same(&(val){0}, x) ? val_of(t).n == 0 : val_same(&(val[]){val_of(t)}[0], x));
    const char *form = *f ? redo_text("%s(%%t %s %%t) = %%r", f, sign)
                          : redo_text("%%t %s %%t = %%r", sign);
    if (!redo_scan(line, form, &k, &t, &rest))
        return false;
    val first = val_of(k), second = val_of(t);
    return val_same(&first, offset) && val_same(&second, x);
}

static char *callee(const fn *f)
{
    return f->kind == FN_SWIZZLE ? redo_text("%s", f->text) : redo_text("(%s)", f->text);
}

/* The lines of the parts, the innermost first; gives how many. */
static size_t count_lines(const fn *f)
{
    size_t n = 1;
    for (size_t i = 0; i + 1 < f->n; i++)
        n += f->part[i] || (i == 0 && f->offset[i].n > 0);
    return n;
}

bool redo_leads_to(const redo *r, const char *line)
{
    char *name;
    int64_t c;
    val value;
    tree *t;
    const char *tail = line;
    for (const char *p; (p = strstr(tail, " = ")) && strstr(p + 3, " = ");)
        tail = p + 3;
    fn *f = redo_scan(tail, "%n(%i) = %t", &name, &c, &t) ? names_find(&r->known, name, NULL)
                                                          : NULL;
    if (!f || !func_has_lines(f))
        return true;
    size_t n = count_lines(f), at = r->nvalues - 1 - n, i = f->n - 1;
    if (r->nvalues < n + 1)
        return redo_fail("'%s' has no lines before it", line);
    char *inner = redo_text("%s(%lld) = ", name, (long long)c);
    for (char *p = inner; *p != '('; p++)
        *p = (char)tolower((unsigned char)*p);
    if (!r->chain[at] || strncmp(r->chain[at], inner, strlen(inner)) != 0)
        return redo_fail("no line '%s' leads to '%s'", inner, line);
    value = r->value[at++];
    while (i > 0) {
        bool moves = !f->part[i - 1];
        size_t outer = moves ? i - 2 : i - 1;
        val offset = moves ? f->offset[i - 1] : (val){0};
        bool by_xor = func_adds_by_xor(f, i - 1), last = moves && i == 1;
        if (last && offset.n == 0)
            break;
        if (!applies(r->chain[at], last ? "" : callee(f->part[outer]), &offset, by_xor, &value))
            return redo_fail("'%s' is not what follows %s", r->chain[at], val_text(&value));
        value = r->value[at++];
        i = last ? 0 : outer;
    }
    return val_same(&value, &r->value[at]) || redo_fail("'%s' is not %s", line, val_text(&value));
}
