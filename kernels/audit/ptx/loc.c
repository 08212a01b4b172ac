/* loc.c - places in sources: .file and .loc with where it was inlined. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

static uint32_t hash_of(const lck_ptx_loc *l)
{
    uint32_t h = l->file * 2654435761u ^ l->line * 2246822519u ^ l->column * 3266489917u;
    return h ^ h >> 15;
}

static bool same_place(const lck_ptx_loc *a, const lck_ptx_loc *b)
{
    return a->file == b->file && a->line == b->line && a->column == b->column;
}

/* The table's entry for the last .loc of this place, or the free one for it. */
static uint32_t *entry(const lck_ptx_reader *r, const lck_ptx_loc *l)
{
    uint32_t i = hash_of(l) & (r->loc_room - 1);
    while (r->loc_of[i] != LCK_PTX_NONE && !same_place(&r->m->loc[r->loc_of[i]], l))
        i = (i + 1) & (r->loc_room - 1);
    return &r->loc_of[i];
}

static bool make_room(lck_ptx_reader *r)
{
    if (2 * (r->m->nlocs + 1) <= r->loc_room)
        return true;
    uint32_t room = r->loc_room ? 2 * r->loc_room : 256;
    uint32_t *table = malloc(room * sizeof *table);
    if (!table)
        return lck_ptx_no_memory(r);
    free(r->loc_of);
    r->loc_of = table;
    r->loc_room = room;
    for (uint32_t i = 0; i < room; i++)
        table[i] = LCK_PTX_NONE;
    for (uint32_t i = 0; i < r->m->nlocs; i++)
        *entry(r, &r->m->loc[i]) = i;
    return true;
}

static bool add(lck_ptx_reader *r, const lck_ptx_loc *l, uint32_t *index)
{
    if (!make_room(r))
        return false;
    lck_ptx_loc *last = LCK_PTX_ADD(r, r->m->loc, r->m->nlocs);
    if (!last)
        return false;
    *last = *l;
    *index = r->m->nlocs - 1;
    *entry(r, l) = *index;
    return true;
}

static bool read_place(lck_ptx_reader *r, lck_ptx_loc *l)
{
    uint64_t file, line, column;
    if (!lck_ptx_count(r, UINT32_MAX, &file) || !lck_ptx_count(r, UINT32_MAX, &line) ||
        !lck_ptx_count(r, UINT32_MAX, &column))
        return false;
    *l = (lck_ptx_loc){.file = (uint32_t)file,
                       .line = (uint32_t)line,
                       .column = (uint32_t)column,
                       .inlined = LCK_PTX_NONE};
    return true;
}

/* function_name $L__info_string0+12: where debug sections have the name. */
static bool skip_function(lck_ptx_reader *r)
{
    int64_t offset;
    if (!lck_ptx_token_is(r, "function_name"))
        return lck_ptx_wrong(r, &r->t, "expected 'function_name' or 'inlined_at'");
    if (!lck_ptx_next(r))
        return false;
    if (r->t.kind != LCK_PTX_T_WORD)
        return lck_ptx_wrong(r, &r->t, "expected a label");
    return lck_ptx_next(r) &&
           (!lck_ptx_mark(r, '+') || (lck_ptx_next(r) && lck_ptx_constant(r, &offset)));
}

/* , function_name $L__info_string0+12, inlined_at 1 17 3: the place of an earlier .loc. */
static bool read_inlined(lck_ptx_reader *r, uint32_t *inlined)
{
    while (lck_ptx_mark(r, ',')) {
        if (!lck_ptx_next(r))
            return false;
        if (lck_ptx_token_is(r, "inlined_at")) {
            lck_ptx_loc call;
            if (!lck_ptx_next(r) || !read_place(r, &call) || !make_room(r))
                return false;
            *inlined = *entry(r, &call);
            if (*inlined == LCK_PTX_NONE && !add(r, &call, inlined))
                return false;
            continue;
        }
        if (!skip_function(r))
            return false;
    }
    return true;
}

bool lck_ptx_read_loc(lck_ptx_reader *r)
{
    lck_ptx_loc l;
    uint32_t inlined = LCK_PTX_NONE;
    if (!read_place(r, &l) || !read_inlined(r, &inlined))
        return false;
    l.inlined = inlined;
    return add(r, &l, &r->loc);
}

bool lck_ptx_read_file(lck_ptx_reader *r)
{
    uint64_t number;
    if (!lck_ptx_count(r, UINT32_MAX, &number))
        return false;
    if (r->t.kind != LCK_PTX_T_STRING)
        return lck_ptx_wrong(r, &r->t, "expected the name of a file");
    lck_ptx_file *file = LCK_PTX_ADD(r, r->m->file, r->m->nfiles);
    if (!file)
        return false;
    *file = (lck_ptx_file){.number = (uint32_t)number,
                           .name = {r->t.text.at + 1, r->t.text.n - 2}};
    do { /* a time and a size may stand behind */
        if (!lck_ptx_next(r))
            return false;
    } while (lck_ptx_mark(r, ',') || r->t.kind == LCK_PTX_T_NUMBER);
    return true;
}
