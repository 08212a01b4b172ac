/* nest.c - morphisms as written: morphism{(8,8,3) -> (8,8): 1,2,*}. */
#include "config.h"

#include "eval.h"

/* The images: numbers from 1 on, `*` for none. */
static bool read_images(lcv_eval *e, const lcv_ast *list, size_t n, size_t *map)
{
    size_t have = 0;
    for (const lcv_ast *image = list->child; image; image = image->next, have++) {
        if (have == n)
            break;
        map[have] = LC_STAR;
        if (image->kind == LCV_AST_WILDCARD)
            continue;
        lcv_value *v = lcv_eval_kind(e, image, LCV_TUPLE, "the number of an entry, or *");
        lc_int number;
        bool ok = v && lcv_as_int(e->ctx, v, &number) && lc_int_fits_si(number) &&
                  lc_int_get_si(number) >= 1 && lc_int_get_si(number) <= LC_MAX_LEAVES;
        if (v && !ok)
            lcv_eval_fail(e, image->span,
                          "an image is the number of an entry of the codomain, 1 or "
                          "more, or *");
        if (!ok)
            return false;
        map[have] = (size_t)lc_int_get_si(number) - 1;
    }
    if (have == n && list->nchildren == n)
        return true;
    return lcv_eval_fail(e, list->span, "%zu images for a domain of %zu entries", list->nchildren,
                         n);
}

lcv_value *lcv_eval_morphism(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *from = ast->child, *to = from->next, *images = to->next;
    lcv_value *domain = lcv_eval_kind(e, from, LCV_TUPLE, "a shape");
    lcv_value *codomain = domain ? lcv_eval_kind(e, to, LCV_TUPLE, "a shape") : NULL;
    size_t n = codomain ? lc_tuple_nleaves(domain->tuple) : 0;
    size_t *map = codomain ? lc_frame_alloc(e->ctx, n, sizeof *map) : NULL;
    if (!map || !read_images(e, images, n, map))
        return NULL;
    lc_morphism *made = lc_morphism_new(e->ctx, domain->tuple, codomain->tuple, map);
    return lcv_eval_kept(e, ast->span, lcv_value_morphism(e->ctx, made));
}
