/* names.c - what names mean: scopes inside each other, and the registers of ranges. */
#include "config.h"

#include "internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool lck_ptx_enter(lck_ptx_reader *r)
{
    if (r->depth == LCK_PTX_DEPTH)
        return lck_ptx_wrong(r, &r->t, "more than %d scopes inside each other", LCK_PTX_DEPTH);
    uint32_t *parent = LCK_PTX_ADD(r, r->parent, r->nscopes);
    if (!parent)
        return false;
    *parent = r->scope;
    r->scope = r->nscopes - 1;
    r->depth++;
    return true;
}

void lck_ptx_leave(lck_ptx_reader *r)
{
    r->scope = r->parent[r->scope];
    r->depth--;
}

/* ---- the table ---- */

static uint32_t hash_of(lck_ptx_text name, uint32_t scope)
{
    uint32_t h = 2166136261u ^ scope * 2654435761u;
    for (uint32_t i = 0; i < name.n; i++)
        h = (h ^ (unsigned char)name.at[i]) * 16777619u;
    return h ^ h >> 15;
}

/* The entry of a name, or the free one where it would be. */
static lck_ptx_name *entry(const lck_ptx_reader *r, uint32_t scope, lck_ptx_text name)
{
    uint32_t i = hash_of(name, scope) & (r->room - 1);
    while (r->name[i].name.at &&
           !(r->name[i].scope == scope && lck_ptx_text_equal(r->name[i].name, name)))
        i = (i + 1) & (r->room - 1);
    return &r->name[i];
}

static bool make_room(lck_ptx_reader *r)
{
    if (2 * (r->nnames + 1) <= r->room)
        return true;
    uint32_t old = r->room;
    lck_ptx_name *from = r->name;
    lck_ptx_name *to = calloc(old ? 2 * (size_t)old : 256, sizeof *to);
    if (!to)
        return lck_ptx_no_memory(r);
    r->name = to;
    r->room = old ? 2 * old : 256;
    for (uint32_t i = 0; i < old; i++)
        if (from[i].name.at)
            *entry(r, from[i].scope, from[i].name) = from[i];
    free(from);
    return true;
}

static bool put(lck_ptx_reader *r, uint32_t scope, lck_ptx_text name, lck_ptx_name_kind kind,
                uint32_t index)
{
    if (!make_room(r))
        return false;
    lck_ptx_name *e = entry(r, scope, name);
    r->nnames += !e->name.at;
    *e = (lck_ptx_name){.name = name, .scope = scope, .kind = kind, .index = index};
    return true;
}

bool lck_ptx_declare(lck_ptx_reader *r, const lck_ptx_token *at, lck_ptx_text name,
                     lck_ptx_name_kind kind, uint32_t index)
{
    if (!make_room(r))
        return false;
    const lck_ptx_name *e = entry(r, r->scope, name);
    bool again = kind == LCK_PTX_N_FUNCTION || (kind == LCK_PTX_N_VARIABLE && r->scope == 0);
    if (e->name.at && !(again && e->kind == kind))
        return lck_ptx_wrong(r, at, "'%.*s' is declared twice", name.n > 60 ? 60 : (int)name.n,
                             name.at);
    return put(r, r->scope, name, kind, index);
}

/* ---- registers of ranges ---- */

/* A register of a range that is met for the first time. */
static bool from_range(lck_ptx_reader *r, uint32_t scope, lck_ptx_text name, uint32_t range,
                       lck_ptx_name *found, bool *failed)
{
    lck_ptx_register *reg = LCK_PTX_ADD(r, r->m->reg, r->m->nregisters);
    *failed = !reg;
    if (!reg)
        return false;
    *reg =
        (lck_ptx_register){.name = name, .type = r->range[range].type, .function = r->function};
    *found = (lck_ptx_name){.name = name,
                            .scope = scope,
                            .kind = LCK_PTX_N_REGISTER,
                            .index = r->m->nregisters - 1};
    *failed = !put(r, scope, name, LCK_PTX_N_REGISTER, found->index);
    return !*failed;
}

/* %r12 of %r<20>, or of %r1<3>; digits have no zeros before them. */
static bool in_range(lck_ptx_reader *r, uint32_t scope, lck_ptx_text name, lck_ptx_name *found,
                     bool *failed)
{
    uint64_t number = 0, place = 1;
    for (uint32_t n = name.n; n > 1 && name.n - n < 9 && isdigit((unsigned char)name.at[n - 1]);
         n--) {
        number += place * (uint64_t)(name.at[n - 1] - '0');
        place *= 10;
        if (name.at[n - 1] == '0' && name.n - n > 0)
            continue;
        const lck_ptx_name *e = entry(r, scope, (lck_ptx_text){name.at, n - 1});
        if (e->name.at && e->kind == LCK_PTX_N_RANGE && number < r->range[e->index].count)
            return from_range(r, scope, name, e->index, found, failed);
    }
    return false;
}

bool lck_ptx_lookup(lck_ptx_reader *r, uint32_t scope, lck_ptx_text name, lck_ptx_name *found,
                    bool *failed)
{
    *failed = false;
    for (; r->room; scope = r->parent[scope]) {
        const lck_ptx_name *e = entry(r, scope, name);
        if (e->name.at && e->kind != LCK_PTX_N_RANGE) {
            *found = *e;
            return true;
        }
        if (scope && (in_range(r, scope, name, found, failed) || *failed))
            return !*failed;
        if (!scope)
            return false;
    }
    return false;
}
