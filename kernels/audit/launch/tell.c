/* tell.c - races, and reads of what nobody has written, as they are told. */
#include "config.h"

#include "internal.h"

#include <string.h>

static bool is_told(const lck_run *r, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < r->out->nraces; i++)
        if (r->out->race[i].first == a && r->out->race[i].second == b)
            return true;
    return false;
}

/* The variable of shared memory that a whole place is in; *at: bytes from there. NULL: none. */
static const lck_ptx_variable *variable_at(const lck_run *r, int64_t *at)
{
    const lck_ptx_variable *found = NULL;
    int64_t begin = 0;
    for (size_t i = 0; i < r->nvars; i++)
        if (r->place[i] > begin && r->place[i] <= *at) {
            begin = r->place[i];
            found = &r->m->variable[lck_formulas_symbol(r->f, i)->of];
        }
    *at -= begin;
    return found;
}

static void tell_thread(const lck_run *r, lc_text *text, const lck_note *n, int64_t at)
{
    const lck_ptx_access *a = &r->list->at[n->access];
    bool global = a->space == LCK_IN_GLOBAL, of_grid = global || r->ranks > 1;
    lck_place_of place = lck_run_place(r, n->thread, global ? n->block : r->block);
    int64_t window = global || r->ranks == 1 ? 0 : at / LCK_LAUNCH_WINDOW;
    at -= window * LCK_LAUNCH_WINDOW;
    const lck_ptx_variable *v = r->flat && !global ? variable_at(r, &at) : NULL;
    lck_ptx_text name = v ? v->name : (lck_ptx_text){"shared memory", 13};
    if (!v && a->base.name)
        name = (lck_ptx_text){a->base.name, (uint32_t)strlen(a->base.name)};
    lck_launch_put_place(r->out, text, place, of_grid);
    lc_text_printf(text, " %s byte %lld of %.*s", a->writes ? "writes" : "reads", (long long)at,
                   (int)name.n, name.at);
    if (window > 0)
        lc_text_printf(text, " of block %lld of the cluster", (long long)window - 1);
    lc_text_printf(text, " in line %zu\n", a->line);
}

/* A copy by a tensor map, which says how much: from shared memory, or to there by a guess. */
static bool is_open_copy(const lck_run *r, const lck_note *n)
{
    uint32_t insn = r->list->at[n->access].insn;
    const lck_operation_of *o = &r->operation[insn];
    return (o->does == LCK_DOES_STORE && !o->count) || r->most[insn] > 0;
}

void lck_run_tell_race(lck_run *r, const lck_note *a, const lck_note *b, int64_t at, bool wild,
                       bool proxy)
{
    const lck_note *first = a->access <= b->access ? a : b, *second = first == a ? b : a;
    const lck_ptx_access *p = &r->list->at[first->access], *q = &r->list->at[second->access];
    bool global = p->space == LCK_IN_GLOBAL;
    if (is_told(r, first->access, second->access))
        return;
    if (r->out->nraces == LCK_LAUNCH_RACES) {
        lck_run_open(r, !global, global, "there are more races than are told");
        return;
    }
    if ((a->doubtful && is_open_copy(r, a)) || (b->doubtful && is_open_copy(r, b))) {
        lck_run_open(r, !global, global, "how many bytes line %zu copies is not known",
                     is_open_copy(r, a) ? r->list->at[a->access].line
                                        : r->list->at[b->access].line);
        return;
    }
    if (p->matrix.collected || q->matrix.collected) {
        lck_run_open(r, true, false, "line %zu may have its operand from the collector",
                     p->matrix.collected ? p->line : q->line);
        return;
    }
    if (wild || a->doubtful || b->doubtful) {
        lck_run_open(r, !global, global, "what is loaded decides between lines %zu and %zu",
                     p->line, q->line);
        return;
    }
    if ((p->rows || q->rows) && a->block == b->block && a->thread / 32 == b->thread / 32) {
        lck_run_open(r, !global, global,
                     "which lane of a warp moves what in line %zu is not known",
                     p->rows ? p->line : q->line);
        return;
    }
    if (global && r->fences) {
        lck_run_open(r, false, true, "fences may order lines %zu and %zu", p->line, q->line);
        return;
    }
    if (!global && first->access == second->access &&
        lck_launch_stored(r->f, r->list, p->insn, a->instance == b->instance,
                          r->thread[a->thread].env,
                          r->thread[b->thread].env) != LCK_STORED_APART) {
        lck_run_open(r, true, false, "warps store to one place in line %zu, perhaps the same",
                     p->line);
        return;
    }
    lc_text text = {0};
    tell_thread(r, &text, first, at);
    tell_thread(r, &text, second, at);
    if (proxy)
        lc_text_printf(&text, "with no fence.proxy.async from one to the other\n");
    lc_text_printf(&text, "in blocks of %lld x %lld x %lld", (long long)r->extent[0],
                   (long long)r->extent[1], (long long)r->extent[2]);
    lck_launch_race *told = &r->out->race[r->out->nraces++];
    *told = (lck_launch_race){first->access, second->access, global, lc_text_take(NULL, &text)};
    r->failed |= !told->shown;
}

void lck_run_tell_empty(lck_run *r, const lck_note *note, int64_t at)
{
    const lck_ptx_access *a = &r->list->at[note->access];
    if (r->out->shown_empty || note->doubtful || a->rows || r->chooses)
        return;
    lc_text text = {0};
    tell_thread(r, &text, note, at);
    lc_text_printf(&text, "nobody has written there\nin blocks of %lld x %lld x %lld",
                   (long long)r->extent[0], (long long)r->extent[1], (long long)r->extent[2]);
    r->out->empty = note->access;
    r->out->shown_empty = lc_text_take(NULL, &text);
    r->failed |= !r->out->shown_empty;
}
