/* shapes.c - the blocks in which threads are looked for. */
#include "config.h"

#include "internal.h"

/* Which axes threads differ along, and whether the extents are asked for. */
static void look(const lck_race *r, bool along[3], bool *extents)
{
    for (size_t i = 0; i < r->nvars; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        if (s->kind == LCK_SYMBOL_TID)
            along[s->axis] = true;
        *extents |= s->kind == LCK_SYMBOL_NTID;
    }
}

static void add(lck_race_shapes *to, const int64_t block[3], const int64_t like[3], int64_t most)
{
    lck_race_shape s = {.n = 1};
    int64_t n = 1;
    for (int axis = 0; axis < 3; axis++) {
        s.extent[axis] = block[axis] ? block[axis] : like[axis];
        n = s.extent[axis] > 0 && s.extent[axis] <= LCK_RACE_THREADS ? n * s.extent[axis]
                                                                     : LCK_RACE_THREADS + 1;
        if (n > most)
            return;
    }
    s.n = (uint32_t)n;
    if (to->n < LCK_RACE_SHAPES)
        to->at[to->n++] = s;
}

/* The most threads of a block: .maxntid bounds their number. */
static int64_t most_threads(const lck_race *r)
{
    const lck_ptx_function *f = &r->m->function[r->flow->function];
    uint64_t n = 1;
    for (int axis = 0; axis < 3 && n <= LCK_RACE_THREADS; axis++)
        n *= f->maxntid[axis];
    return n && n < LCK_RACE_THREADS ? (int64_t)n : LCK_RACE_THREADS;
}

void lck_race_shapes_of(lck_race *r)
{
    static const int64_t lines[] = {1024, 512, 256, 128, 64, 32, 96, 1};
    static const int64_t planes[][3] = {{32, 32, 1}, {16, 16, 1}, {32, 8, 1}, {64, 4, 1},
                                        {8, 8, 4},   {128, 2, 1}, {8, 32, 1}, {256, 1, 1}};
    int64_t block[3], most = most_threads(r);
    bool along[3] = {false}, extents = false;
    bool known = lck_formulas_block(r->f, block);
    look(r, along, &extents);
    for (int axis = 0; axis < 3; axis++)
        if (!block[axis] && !along[axis])
            block[axis] = 1;
    int unknown = !block[0] + !block[1] + !block[2];
    r->shapes.complete = known || (unknown == 1 && !extents) || unknown == 0;
    r->shapes.spans = unknown == 1 && extents;
    if (unknown > 0)
        add(&r->small, block, unknown == 1 ? (int64_t[]){64, 64, 64} : (int64_t[]){8, 8, 1},
            most);
    if (unknown <= 1) { /* the largest one has the threads of all others */
        int64_t rest = 1;
        for (int axis = 0; axis < 3; axis++)
            rest *= block[axis] ? block[axis] : 1;
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            int64_t length = i ? lines[i] : most / (rest > 0 && rest <= most ? rest : 1);
            add(&r->shapes, block, (int64_t[]){length, length, length},
                known ? LCK_RACE_THREADS : most);
            if (r->shapes.complete)
                return;
        }
        return;
    }
    for (size_t i = 0; i < sizeof planes / sizeof *planes; i++)
        add(&r->shapes, block, planes[i], most);
    add(&r->shapes, block, (int64_t[]){most, 1, 1}, most);
}

void lck_race_set_thread(const lck_race *r, const lck_race_shape *shape, uint32_t thread,
                         int64_t *env)
{
    int64_t tid[3] = {thread % shape->extent[0], thread / shape->extent[0] % shape->extent[1],
                      thread / shape->extent[0] / shape->extent[1]};
    for (size_t i = 0; i < r->naxes; i++) {
        const lck_race_axis *a = &r->axis[i];
        env[a->slot] = a->extent ? shape->extent[a->axis] : tid[a->axis];
    }
}

void lck_race_symbols(lck_race *r)
{
    r->nvars = lc_exprs_nvars(r->x);
    r->naxes = 0;
    for (size_t i = 0; i < r->nvars && r->naxes < 6; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        bool extent = s->kind == LCK_SYMBOL_NTID;
        if (extent || s->kind == LCK_SYMBOL_TID)
            r->axis[r->naxes++] = (lck_race_axis){.slot = i, .axis = s->axis, .extent = extent};
    }
}
