/* front.c - moments at one place: which are the same. */
#include "config.h"

#include "front.h"

#include <stdlib.h>

#define MOST 512 /* moments */

/* Who it was does not matter, but for parts of cells. */
static bool same_deeds(const lck_timeline *t, uint64_t a, uint64_t b)
{
    return t->reader->common ? a == b : (a != 0) == (b != 0);
}

static bool same_cell(const lck_timeline *t, const lck_cell_state *a, const lck_cell_state *b)
{
    return a->write == b->write && a->write_age == b->write_age && a->write_bar == b->write_bar &&
           a->read == b->read && a->read_age == b->read_age && a->read_bar == b->read_bar &&
           a->fills == b->fills && a->write_blur == b->write_blur &&
           a->read_blur == b->read_blur && same_deeds(t, a->writers, b->writers) &&
           same_deeds(t, a->readers, b->readers) && same_deeds(t, a->fresh, b->fresh) &&
           same_deeds(t, a->touched, b->touched);
}

/* The same for all that follows: who did it does not matter. */
static bool same_moment(const lck_timeline *t, const lck_moment *a, const lck_moment *b)
{
    if (a->guessed != b->guessed)
        return false;
    for (size_t i = 0; i < t->ncells; i++)
        if (!same_cell(t, &a->cell[i], &b->cell[i]))
            return false;
    for (size_t i = 0; i < t->ntracked; i++)
        if (!lck_cycle_same(a->number[i], b->number[i]))
            return false;
    return true;
}

bool lck_front_add(lck_timeline *t, lck_front *f, const lck_moment *now)
{
    for (size_t i = 0; i < f->n; i++)
        if (same_moment(t, &f->at[i], now))
            return false;
    if (f->n == MOST) {
        lck_timeline_open(t, &t->m->op[t->function], "the run has too many different moments");
        t->steps = LCK_STEPS;
        return false;
    }
    if (f->n == f->room) {
        size_t room = f->room ? 2 * f->room : 4;
        lck_moment *grown = realloc(f->at, room * sizeof *grown);
        if (!grown) {
            t->audit->failed = true;
            return false;
        }
        f->at = grown;
        f->room = room;
    }
    f->at[f->n++] = *now;
    return true;
}
