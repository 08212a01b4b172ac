/* relation-read.c - literals as isl's own maps, and what is left of maps as sets.
 *
 * A text is read as the function that it is written as, of which isl keeps the floors, else as a
 * map, whose floors isl finds again, only with work. A map is not asked for where that work has
 * been seen not to end within the budget, as isl counts no operations in it: of floors in many
 * variables, whose Hermite normal form has long integers, and of sums of many floors.
 */
#include "config.h"

#include "relation.h"

#include "basic.h"

#include "../../internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

void lcr_begin_on_text(lcr_ctx *r, const char *text)
{
    lcr_begin_on(r, lcr_system_weight(8, 1 + strlen(text) / 4));
}

void lcr_text_not_read(lcr_ctx *r, lc_code code, const char *what, const char *text)
{
    if (lcr_out_of_budget(r))
        lc_fail(r->lc, LC_ERR_BUDGET, "isl does not read the %s %.200s within the budget", what,
                text);
    else
        lc_fail(r->lc, code, "isl does not read the %s %.200s", what, text);
    lcr_isl_forget(r);
}

/* With parameters, for numbers of which all is true that is known of them. */
static isl_map *where_known(ev *e, isl_map *map)
{
    return e->pool->sizes ? isl_map_intersect_params(map, lcr_basic_known(e)) : map;
}

/* How many floors a text has; *most: of one output, or one condition. */
static size_t floors_in(const char *text, size_t *most)
{
    size_t n = 0, here = 0;
    *most = 0;
    for (const char *at = text; *at; at++) {
        here = strchr(",:;", *at) || strncmp(at, " and ", 5) == 0 ? 0 : here;
        bool floor = strncmp(at, "floor(", 6) == 0 || strncmp(at, " mod ", 5) == 0;
        n += floor;
        here += floor;
        *most = here > *most ? here : *most;
    }
    return n;
}

#define MOST_FLOORS 64 /* times inputs, where these are more than a few */
#define FEW_INPUTS 8
#define MOST_IN_A_SUM 11

static bool are_many_floors(const char *text)
{
    size_t sum, inputs = 1;
    const char *end = strstr(text, "->");
    for (const char *at = text; end && at < end; at++)
        inputs += *at == ',';
    return inputs > FEW_INPUTS && floors_in(text, &sum) * inputs > MOST_FLOORS;
}

static isl_map *read_text(lcr_ctx *r, const char *text, bool set)
{
    size_t sum;
    floors_in(text, &sum);
    if (sum > MOST_IN_A_SUM || are_many_floors(text))
        return lc_fail(r->lc, LC_ERR_LIMIT, "a relation of too many floors");
    lcr_begin_on_text(r, text);
    isl_map *map = set ? isl_map_from_range(lcr_isl_set(r, text)) : lcr_isl_map(r, text);
    map = isl_map_compute_divs(map);
    if (!map)
        lcr_text_not_read(r, LC_ERR_LIMIT, set ? "set" : "relation", text);
    for (int i = 0; i < 2; i++) {
        enum isl_dim_type side = i == 0 ? isl_dim_in : isl_dim_out;
        if (isl_map_has_tuple_id(map, side) == isl_bool_true)
            map = isl_map_reset_tuple_id(map, side);
    }
    return map;
}

/* The text as it was read before, or is now; NULL with an error. */
static lcr_read *read_once(ev *e, const char *text, bool set)
{
    lcr_ctx *r = e->pool->isl;
    if (!r || *text == '#')
        return lc_fail(e->pool->lc, LC_ERR_LIMIT, "a relation that isl is not to read");
    lcr_begin_on_text(r, text);
    for (size_t i = 0; i < LCR_READ; i++)
        if (r->read[i].text && strcmp(r->read[i].text, text) == 0)
            return &r->read[i];
    char *own = strdup(text);
    if (!own)
        return lc_no_memory(e->pool->lc);
    lcr_read *read = &r->read[r->nread++ % LCR_READ];
    lcr_forget(read);
    isl_pw_multi_aff *f = set ? NULL : lcr_function_of_text(r, text);
    *read = (lcr_read){own, f ? NULL : read_text(r, text, set), f};
    bool is_read = f || read->map;
    if (!is_read)
        lcr_forget(read);
    lcr_begin_on_text(r, text);
    return is_read ? read : NULL;
}

isl_map *lcr_relation_of_text(ev *e, const char *text, bool set)
{
    lcr_read *read = read_once(e, text, set);
    if (read && !read->map && are_many_floors(text))
        return lc_fail(e->pool->lc, LC_ERR_LIMIT, "a relation of too many floors");
    if (read && !read->map)
        read->map = isl_map_from_pw_multi_aff(isl_pw_multi_aff_copy(read->function));
    return read && read->map ? where_known(e, isl_map_copy(read->map)) : NULL;
}

isl_pw_multi_aff *lcr_relation_written(ev *e, const lit *a)
{
    const lcr_read *read = a->kind == LIT_RELATION ? read_once(e, a->word, a->set) : NULL;
    return read ? isl_pw_multi_aff_copy(read->function) : NULL;
}

static isl_stat take_piece(isl_set *where, isl_multi_aff *f, void *piece)
{
    isl_set_free(where);
    isl_multi_aff_free(*(isl_multi_aff **)piece);
    *(isl_multi_aff **)piece = f;
    return isl_stat_ok;
}

isl_multi_aff *lcr_relation_piece(isl_pw_multi_aff *f)
{
    isl_multi_aff *piece = NULL;
    isl_pw_multi_aff_foreach_piece(f, take_piece, &piece);
    return piece;
}

isl_pw_multi_aff *lcr_relation_function(ev *e, const char *text)
{
    const lcr_read *read = read_once(e, text, false);
    if (!read || read->function)
        return read ? isl_pw_multi_aff_copy(read->function) : NULL;
    if (isl_map_is_single_valued(read->map) == isl_bool_false) {
        rel t = {.e = e, .r = e->pool->isl};
        lcr_rel_is_function(&t, read->map);
        return NULL;
    }
    isl_pw_multi_aff *f = isl_pw_multi_aff_from_map(isl_map_copy(read->map));
    if (!f && lcr_ev_ok(e))
        lcr_isl_failed(e->pool->isl, "a relation");
    return f;
}

size_t lcr_relation_inputs(const lit *relation)
{
    const char *text = relation->word;
    while (*text == '#' && strchr(text, '\n'))
        text = strchr(text, '\n') + 1;
    text = strchr(text, '{');
    const char *at = text ? strchr(text, '[') : NULL, *end = at ? strchr(at, ']') : NULL;
    size_t n = 1;
    for (; at && end && at < end; at++)
        n += *at == ',';
    return end ? n : 0;
}

/* ---- literals ---- */

isl_map *lcr_relation_of_graph(ev *e, const lcr_graph *g)
{
    sys s = g->d->s;
    size_t n = s.n, ends = g->nin + g->nout;
    for (size_t k = 0; k < ends && !s.failed; k++) {
        sys_sum x = k < g->nin ? g->in[k] : g->out[k - g->nin];
        lcr_sys_add_var(&s, &x, lc_int_const(-1), lcr_sys_free(&s, 'x'));
        lcr_sys_relate(&s, &x, SYS_EQ);
    }
    if (s.failed)
        return NULL;
    lcr_begin_on(e->pool->isl, lcr_system_weight(s.n, 32));
    isl_map *map = isl_map_from_range(isl_set_from_basic_set(lcr_basic_of(e->pool->isl, &s)));
    map = isl_map_project_out(map, isl_dim_out, 0, (unsigned)n);
    map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, (unsigned)g->nin);
    return isl_map_compute_divs(where_known(e, map));
}

static isl_map *coordinates_of(ev *e, const lit *shape)
{
    lcr_graph *g = shape->kind == LIT_TUPLE && !shape->any
                       ? lcr_graph_of(e->pool, shape, NULL, GRAPH_COORDINATES)
                       : NULL;
    return g ? lcr_relation_of_graph(e, g) : NULL;
}

static isl_map *map_of(ev *e, const lit *a)
{
    if (a->kind == LIT_RELATION || a->kind == LIT_LISTED)
        return lcr_relation_of_text(e, a->word, a->set);
    a = a->any ? NULL : lcr_ev_layout(e, a);
    lcr_graph *g = a && lcr_lit_is_function(a) ? lcr_graph_of(e->pool, a, NULL, GRAPH_VALUES)
                                               : NULL;
    if (g && a->kind == LIT_LINEAR && g->nin > 1)
        lcr_graph_join(g);
    return g ? lcr_relation_of_graph(e, g) : NULL;
}

static isl_map *set_of(ev *e, const sys *s)
{
    isl_basic_set *set = s->failed ? NULL : lcr_basic_of(e->pool->isl, s);
    return where_known(e, isl_map_from_range(isl_set_from_basic_set(set)));
}

isl_set *lcr_relation_box(ev *e, size_t n, const lc_int *least, const lc_int *most)
{
    sys s = lcr_sys_new(e->pool);
    for (size_t k = 0; k < n; k++)
        lcr_sys_between(&s, 'x', least[k], most[k]);
    return isl_map_range(set_of(e, &s));
}

/* The coordinates of a shape; the one in a tuple. */
static isl_map *box_of(ev *e, const lit *a, bool at)
{
    sys s = lcr_sys_new(e->pool);
    if (a->kind != LIT_TUPLE || (a->any && !at))
        return NULL;
    for (size_t k = 0; k < a->n; k++)
        if (a->any && a->any[k])
            lcr_sys_free(&s, 'x');
        else if (at)
            lcr_sys_between(&s, 'x', a->extent[k], a->extent[k]);
        else
            lcr_sys_below(&s, 'x', a->extent[k]);
    return set_of(e, &s);
}

static isl_map *places_of(ev *e, const lit *a)
{
    lc_int least, most;
    if (a->kind == LIT_WORD)
        return lcr_ev_type(e, a, &least, &most)
                   ? isl_map_from_range(lcr_relation_box(e, 1, &least, &most))
                   : NULL;
    return a->kind == LIT_RELATION && a->set ? map_of(e, a) : box_of(e, a, false);
}

isl_map *lcr_rel_argument(rel *t, const lit *a, char letter)
{
    ev *e = t->e;
    bool set = t->v && lcr_rel_nin(t->v) == 0;
    isl_map *places = letter == 'q' || (letter == 'o' && set) ? places_of(e, a) : NULL;
    if (places)
        return places;
    return letter == 'p'                    ? places_of(e, a)
           : letter == 'k'                  ? coordinates_of(e, a)
           : letter == 'i'                  ? box_of(e, a, true)
           : letter == 'q' || letter == 'r' ? isl_map_from_range(isl_map_range(map_of(e, a)))
                                            : map_of(e, a);
}

/* ---- evidence ---- */

/* isl has left nothing of a set of n coordinates: one of no point. */
static bool add_nothing(ev *e, isl_size n)
{
    sys s = lcr_sys_new(e->pool);
    const sys_sum one = lcr_sys_number(lc_int_const(1));
    if (n > SYS_VARS)
        return lc_fail(e->pool->lc, LC_ERR_LIMIT, "a part of a relation that is too large");
    for (isl_size i = 0; i < n; i++)
        lcr_sys_free(&s, 'x');
    return lcr_ev_relate(e, &s, &one, SYS_EQ);
}

bool lcr_relation_left(ev *e, isl_set *set)
{
    lcr_ctx *r = e->pool->isl;
    isl_ctx_reset_operations(r->isl); /* of the next question, whatever becomes of this one */
    set = isl_set_compute_divs(set);
    if (set && isl_set_is_wrapping(set) == isl_bool_true)
        set = isl_set_flatten(set);
    isl_basic_set_list *parts = isl_set_get_basic_set_list(set);
    isl_size coordinates = isl_set_dim(set, isl_dim_set);
    isl_set_free(set);
    isl_size n = isl_basic_set_list_n_basic_set(parts);
    bool ok = parts && n >= 0 && lcr_isl_ok(r);
    if (!ok && lcr_ev_ok(e) && !lcr_isl_ok(r))
        lcr_isl_failed(r, "a relation");
    if (ok && n == 0)
        ok = add_nothing(e, coordinates);
    for (isl_size i = 0; ok && i < n; i++) {
        isl_basic_set *part = isl_basic_set_list_get_basic_set(parts, (int)i);
        ok = lcr_basic_add(e, part);
        isl_basic_set_free(part);
    }
    isl_basic_set_list_free(parts);
    return ok;
}
