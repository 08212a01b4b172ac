/* divide.c - quotients of layouts with parameters by tiles of constants.
 *
 * A mode E:D without modes inside, divided by n:1, is (n,ceil(E/n)):(D,n D): its composition with
 * (n:1, complement(n:1, E)), in which the last tile may stick out. If E <= n the complement is
 * 1:0; where that is not known the quotient is loose (form.h). Any other one is strict.
 */
#include "config.h"

#include "internal.h"

/* n:1 */
static bool is_tile(const lc_layout *t)
{
    return t && lc_layout_nleaves(t) == 1 && lc_layout_codomain(t) == LC_INTEGERS &&
           lc_int_is_one(lc_layout_step(t, 0));
}

/* A mode without modes inside, and a tile n:1, or such tiles by mode. */
static bool is_plain(lcv_forms *f, const lcv_form *a, const lc_tiler *t)
{
    const lc_layout *whole = lc_tiler_as_layout(t);
    size_t rank = lc_tuple_rank(a->nest), n = whole ? 1 : lc_tiler_rank(t);
    if (whole)
        return lc_tuple_is_leaf(a->nest) && is_tile(whole);
    for (size_t i = 0; i < rank && i < n; i++) {
        lc_tuple *mode = lcv_part_of(f->ctx, a->nest, i);
        const lc_tiler *on = lc_tiler_on(t, i);
        if (!mode || lc_tuple_nleaves(mode) != 1 || (on && !is_tile(lc_tiler_as_layout(on))))
            return false;
    }
    return true;
}

const lcv_form *lcv_sym_divide(const lcv_sym_call *c)
{
    lcv_forms *f = c->f;
    if (lcv_form_is_morphism(c->arg[0]) && lcv_form_is_morphism(c->arg[1]))
        return lcv_sym_computed(c);
    const lcv_form *shape = lcv_form_as_tuple(f, c->arg[0]);
    lcv_value *tile = shape ? lcv_form_as_value(f, c->arg[1]) : NULL;
    lc_tiler *t = tile ? lcv_kept(f->ctx, lcv_tiler_of_tiles(f->ctx, "a quotient", tile)) : NULL;
    if (tile && !t)
        return lcv_obstacle(f, "a quotient by what is no tiler");
    if (!shape)
        return NULL;
    f->loosely = t && is_plain(f, shape, t);
    const lcv_form *made = lcv_sym_inside(c);
    f->loosely = false;
    return made;
}
