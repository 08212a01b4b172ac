/* machine.c - groups, warps and blocks; see machine.h. */
#include "machine.h"

#include "memory.h"
#include "watch.h"

#include <stdlib.h>
#include <string.h>

enum { quantum = 4000 };

frame *frame_new(ptx_function *f, frame *up)
{
    frame *made = ptx_get(1, sizeof *made);
    made->f = f;
    made->registers = ptx_get((size_t)f->registers * 32 + 1, sizeof(uint64_t));
    made->locals = ptx_get(f->local_bytes * 32 + 1, 1);
    made->base = up ? (up->base + up->f->local_bytes + 255) / 256 * 256 : 0;
    made->up = up;
    return made;
}

void frame_free(frame *f)
{
    free(f->registers);
    free(f->locals);
    free(f);
}

static group *new_group(warp *w)
{
    for (int k = 0; k < w->count; k++)
        if (w->groups[k].state == group_over)
            return &w->groups[k];
    if (w->count == max_groups)
        ptx_stop("groups", 0, "more than %d in a warp", max_groups);
    return &w->groups[w->count++];
}

/* Whether the kernel is left at `target`, and nothing done before. */
static bool leaves(const step *s, int target)
{
    const ptx_instruction *i = target < s->f->count ? &s->f->code[target] : NULL;
    bool out = i && (i->code->does == code_exit || i->code->does == code_ret);
    return out && i->guard < 0 && !s->g->frame->up;
}

/* Lanes whose way leads out of the kernel leave it at once: nobody waits for them. */
static void leave(step *s, uint32_t *masks, const int *targets, int count)
{
    uint32_t stay = 0;
    for (int k = 0; k < count; k++)
        stay |= leaves(s, targets[k]) ? 0 : masks[k];
    for (int k = 0; stay && k < count; k++)
        masks[k] &= stay;
    if (stay) {
        s->w->live &= ~(s->g->mask & ~stay);
        s->g->mask = stay;
    }
}

/* The group goes on in as many as there are masks with lanes. */
void group_part(step *s, uint32_t *masks, const int *targets, int count)
{
    leave(s, masks, targets, count);
    int parts = 0, only = 0;
    for (int k = 0; k < count; k++)
        if (masks[k]) {
            parts++;
            only = k;
        }
    group *g = s->g;
    if (parts <= 1) {
        g->pc = targets[only];
        return;
    }
    int parent = (int)(g - s->w->groups), meet = s->i->join;
    for (int k = 0; k < count; k++) {
        if (!masks[k])
            continue;
        if (targets[k] == meet) { /* there already */
            parts--;
            continue;
        }
        group *part = new_group(s->w);
        g = &s->w->groups[parent];
        *part = (group){.state = group_runs,
                        .pc = targets[k],
                        .join = meet,
                        .parent = parent,
                        .mask = masks[k],
                        .frame = g->frame,
                        .base = g->frame};
    }
    g->arrived = 0;
    for (int k = 0; k < count; k++)
        if (targets[k] == meet)
            g->arrived |= masks[k];
    g->parts = parts;
    g->mask = 0;
    g->pc = meet;
    g->state = group_parted;
}

static void group_back(warp *w, group *g)
{
    frame *done = g->frame;
    g->mask = done->returned & w->live;
    g->pc = done->back;
    g->frame = done->up;
    call_results(done, g);
    frame_free(done);
}

/* A group without a lane: it returns from a function that it called, or is over, and the one
 * that it was parted from may go on. */
void group_finish(machine *m, warp *w, group *g)
{
    while (g->frame != g->base && !g->mask)
        group_back(w, g);
    if (g->mask)
        return;
    g->state = group_over;
    if (g->parent < 0)
        return;
    group *parent = &w->groups[g->parent];
    if (--parent->parts > 0)
        return;
    parent->state = group_runs;
    parent->mask = parent->arrived;
    if (!parent->mask)
        group_finish(m, w, parent);
}

static bool at_join(machine *m, warp *w, group *g)
{
    if (g->parent < 0 || g->pc != g->join || g->frame != g->base)
        return false;
    w->groups[g->parent].arrived |= g->mask;
    g->mask = 0;
    group_finish(m, w, g);
    return true;
}

static void run_group(machine *m, warp *w, group *g)
{
    for (int n = 0; n < quantum && g->state == group_runs && !m->stopped; n++) {
        if (at_join(m, w, g))
            return;
        ptx_function *f = g->frame->f;
        if (g->pc >= f->count)
            ptx_stop(m->module->path, f->count ? f->code[f->count - 1].line : 0,
                     "the end of %s is run", f->name);
        const ptx_instruction *i = &f->code[g->pc];
        step s = {m, w, g, f, i, g->mask};
        if (i->guard >= 0) {
            uint64_t *guard = step_register(&s, i->guard);
            LANES(g->mask, lane)
            if ((guard[lane] & 1) == i->unless)
                s.mask &= ~(UINT32_C(1) << lane);
        }
        m->issue++;
        if (++m->steps > m->launch->steps)
            m->stopped = true;
        step_run(&s);
    }
}

static bool warp_runs(const warp *w)
{
    for (int k = 0; k < w->count; k++)
        if (w->groups[k].state == group_runs)
            return true;
    return false;
}

static void start_warps(machine *m)
{
    for (int k = 0; k < m->warps; k++) {
        warp *w = &m->warp[k];
        int rest = m->threads - k * 32;
        *w = (warp){.index = k,
                    .threads = rest >= 32 ? 0xffffffff : (UINT32_C(1) << rest) - 1,
                    .count = 1};
        w->live = w->threads;
        frame *f = frame_new(m->entry, NULL);
        w->groups[0] = (group){.state = group_runs,
                               .join = -1,
                               .parent = -1,
                               .mask = w->live,
                               .frame = f,
                               .base = f};
    }
    for (int b = 0; b < max_barriers; b++) {
        uint32_t *clocks = m->barrier[b].clocks;
        m->barrier[b] = (barrier){.clocks = clocks};
    }
}

static void run_block(machine *m)
{
    frame *first[max_warps];
    start_warps(m);
    for (int k = 0; k < m->warps; k++)
        first[k] = m->warp[k].groups[0].base;
    for (uint64_t b = 0; b < m->shared_bytes; b++)
        m->shared[b] = (uint8_t)memory_mixed(m->launch->seed + b / 4);
    watch_block(m->watch);
    for (bool any = true; any && !m->stopped;) {
        any = false;
        for (int k = 0; k < m->warps; k++)
            for (int j = m->warp[k].count - 1; j >= 0 && warp_runs(&m->warp[k]); j--)
                if (m->warp[k].groups[j].state == group_runs) {
                    run_group(m, &m->warp[k], &m->warp[k].groups[j]);
                    any = true;
                }
        if (!any)
            barriers_look(m);
        for (int k = 0; k < m->warps; k++)
            any |= warp_runs(&m->warp[k]);
    }
    for (int k = 0; k < m->warps; k++)
        for (int j = 0; j < m->warp[k].count; j++)
            if (m->warp[k].groups[j].mask && !m->stopped &&
                m->warp[k].groups[j].state != group_over) {
                m->stuck = true;
                watch_stuck(m->watch, m->warp[k].groups[j].waits);
            }
    for (int k = 0; k < m->warps; k++)
        frame_free(first[k]);
}

/* Whether `f`, or any function that is no entry, names `v`. */
static bool uses(const ptx_module *module, const ptx_function *f, const ptx_variable *v)
{
    for (int n = 0; n < module->function_count; n++) {
        const ptx_function *g = module->functions[n];
        if (g->entry && g != f)
            continue;
        for (int i = 0; i < g->count; i++)
            for (int k = 0; k < g->code[i].operands; k++)
                if (g->code[i].operand[k].variable == v)
                    return true;
    }
    return false;
}

/* Variables of shared memory are far from one another, so that an address that leaves one is in
 * no other. */
static void place_one(machine *m, ptx_variable *v, uint64_t align, uint64_t bytes)
{
    v->at = (m->shared_bytes + align - 1) / align * align;
    m->shared_bytes = v->at + bytes + shared_gap;
    if (m->shared_bytes > shared_most || m->places == max_places)
        ptx_stop(m->module->path, 0, "too much shared memory");
    m->place[m->places++] = (region){v->at, bytes};
}

static void place_shared(machine *m)
{
    const ptx_module *module = m->module;
    ptx_variable *dynamic = NULL;
    uint64_t align = 16;
    m->shared_bytes = shared_start;
    for (int k = 0; k < module->variable_count; k++) {
        ptx_variable *v = module->variables[k];
        if (v->space == space_shared && v->bytes && uses(module, m->entry, v))
            place_one(m, v, v->align, v->bytes);
        if (v->space == space_shared && !v->bytes) {
            dynamic = v;
            align = v->align > align ? v->align : align;
        }
    }
    for (int f = 0; f < module->function_count; f++) {
        ptx_function *function = module->functions[f];
        for (int k = 0; k < function->local_count; k++) {
            ptx_variable *v = function->locals[k];
            if (v->space == space_shared && (!function->entry || function == m->entry))
                place_one(m, v, v->align, v->bytes);
        }
    }
    if (dynamic)
        place_one(m, dynamic, align, m->launch->dynamic);
    for (int k = 0; k < module->variable_count; k++) /* all of them begin at one place */
        if (dynamic && module->variables[k]->space == space_shared &&
            !module->variables[k]->bytes)
            module->variables[k]->at = dynamic->at;
    m->shared = ptx_get(shared_most, 1);
}

static void place_locals(ptx_function *f)
{
    uint64_t at = 0;
    for (int k = 0; k < f->local_count + f->parameter_count + f->result_count; k++) {
        int p = k - f->local_count, r = p - f->parameter_count;
        ptx_variable *v = k < f->local_count ? f->locals[k]
                          : r < 0            ? f->parameters[p]
                                             : f->results[r];
        if (v->space == space_shared || (f->entry && k >= f->local_count))
            continue;
        v->at = at = (at + v->align - 1) / v->align * v->align;
        at += v->bytes;
    }
    f->local_bytes = (at + 15) / 16 * 16;
}

static void decode(ptx_function *f)
{
    ptx_code *code = ptx_get((size_t)f->count, sizeof *code);
    for (int k = 0; k < f->count; k++) {
        code[k] = ptx_decoded(&f->code[k]);
        f->code[k].code = &code[k];
    }
}

void machine_run(machine *m)
{
    const int *block = m->launch->block, *grid = m->launch->grid;
    for (int k = 0; k < m->module->function_count; k++) {
        if (m->module->functions[k]->count && !m->module->functions[k]->code[0].code)
            decode(m->module->functions[k]);
        place_locals(m->module->functions[k]);
    }
    m->threads = block[0] * block[1] * block[2];
    m->warps = (m->threads + 31) / 32;
    if (m->warps > max_warps || m->threads < 1)
        ptx_stop(m->module->path, 0, "%d threads", m->threads);
    place_shared(m);
    memory_new(m);
    watch_start(m->watch, m);
    for (int z = 0; z < grid[2] && !m->stopped && !m->stuck; z++)
        for (int y = 0; y < grid[1] && !m->stopped && !m->stuck; y++)
            for (int x = 0; x < grid[0] && !m->stopped && !m->stuck; x++) {
                m->block_index[0] = x;
                m->block_index[1] = y;
                m->block_index[2] = z;
                run_block(m);
            }
    memory_free(m->memory);
}
