/* elements.c - that each element of the destination is written. */
#include "config.h"

#include "cover.h"
#include "proof.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const lck_move *m;
    bool guessed;
    const lc_expr *where; /* what is so of the elements it writes */
    const lc_expr *exact; /* .. and of no others of these */
    lck_frame writes;     /* .. by this instance */
} covering;

/* The instance that writes an element is guessed, and the guess asked to be right; else there is
 * none. */
static bool guess(lck_proof *p, const lck_move *m, covering *v)
{
    lck_set wrong = {0};
    const lcv_sum *d = lck_proof_distance(p, &p->frame[0], m->at, &p->frame[0], 1);
    *v = (covering){.m = m, .where = lc_expr_int(p->s.x, 1)};
    if (!d)
        return lck_proof_unknown(p, "an address");
    v->guessed = lck_cover_of(&p->s, &p->frame[0], m, d, p->x, p->n + 1, &v->where, &v->exact,
                              &v->writes);
    if (!v->guessed) {
        v->where = lc_expr_int(p->s.x, 1);
        return v->where != NULL;
    }
    char before[sizeof p->c->why];
    memcpy(before, p->c->why, sizeof before);
    bool ok = lck_proof_box(p, &wrong, true) && lck_set_condition(&p->s, &wrong, v->where) &&
              lck_set_condition(&p->s, &wrong, v->exact) &&
              lck_set_instance(&p->s, &wrong, &v->writes, m, NULL, false) &&
              lck_proof_at(p, &wrong, lck_proof_distance(p, &v->writes, m->at, &v->writes, 1),
                           true);
    lcr_map *map = ok ? lck_proof_map(p, &wrong) : NULL;
    lck_set_free(&wrong);
    if (ok && lck_proof_empty(p, map, "a wrong guess"))
        return true;
    memcpy(p->c->why, before, sizeof before);
    *v = (covering){.m = m, .where = lc_expr_int(p->s.x, 1)};
    return v->where != NULL;
}

/* Elements of the box, or any, those where a condition holds; or those that a store writes. */
static char *elements(lck_proof *p, const lc_expr *where, const covering *v, bool any)
{
    lck_set set = {0};
    for (size_t k = 0; k <= p->n; k++)
        lck_proof_use(p, &set, p->x[k], true);
    bool ok = v || any || lck_proof_box(p, &set, true);
    ok = ok && (!where || lck_set_condition(&p->s, &set, where));
    if (ok && v && v->guessed)
        ok = lck_set_condition(&p->s, &set, v->where) &&
             lck_set_condition(&p->s, &set, v->exact) &&
             lck_set_instance(&p->s, &set, &v->writes, v->m, NULL, false);
    else if (ok && v)
        ok = lck_proof_writes(p, &set, &p->frame[0], v->m, NULL, false);
    char *text = ok ? lck_set_text(&p->s, &set) : NULL;
    lck_set_free(&set);
    return text;
}

static char *box_where(lck_proof *p, const void *of, const lc_expr *where, bool any)
{
    (void)of;
    return elements(p, where, NULL, any);
}

bool lck_proof_all(lck_proof *p)
{
    lck_piece *part = lcv_arena_alloc(p->c->arena, p->c->nmoves * sizeof *part);
    size_t n = 0;
    bool ok = part != NULL;
    for (size_t i = 0; ok && i < p->c->nmoves; i++) {
        covering v;
        if (!p->c->move[i].global)
            continue;
        ok = guess(p, &p->c->move[i], &v);
        if (ok)
            part[n++] = (lck_piece){v.where, elements(p, NULL, &v, false)};
    }
    const lck_whole box = {box_where, NULL};
    if (ok)
        return lck_proof_covered(p, &box, part, n, "an element may not be written");
    while (n > 0)
        free(part[--n].text);
    return false;
}
