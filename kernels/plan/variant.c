/* variant.c - assumptions of a planner's own. */
#include "config.h"

#include "variant.h"

#include <stdlib.h>
#include <string.h>

#include "../../verify/language/build.h"
#include "../../verify/symbolic/parameter.h"

void lck_variant_begin(lck_variant *v, lcv_planning *p)
{
    *v = (lck_variant){.p = *p, .e = *p->e, .scope = {.outside = p->e->scope}};
    v->p.e = &v->e;
    v->p.result = NULL;
    v->p.claim = NULL;
    v->e.scope = &v->scope;
}

bool lck_variant_assume(lck_variant *v, lcv_ast *claim)
{
    lcv_diag ignored = {0};
    lcv_source *source = lcv_ast_print(claim, "<plan>");
    if (!source || v->n == LCK_MAX_ASSUMED) {
        lcv_source_free(source);
        return false;
    }
    for (size_t i = 0; i < v->n; i++)
        if (strcmp(v->source[i]->text, source->text) == 0) {
            lcv_source_free(source);
            return true;
        }
    v->source[v->n++] = source;
    lcv_eval at = v->e;
    at.source = source;
    at.diag = &ignored;
    lcv_value *made = lcv_eval_assumption(&at, claim);
    lcv_diag_clear(&ignored);
    lc_ctx_reset(lcr_ctx_lc(v->e.r));
    return made && lcv_scope_assume(&v->scope, made);
}

void lck_variant_close(lck_variant *v, lcv_planning *p)
{
    lck_forget_result(p);
    p->result = v->p.result;
    p->claim = v->p.claim;
    p->e->status = v->e.status;
    p->e->disagreement = v->e.disagreement;
    p->e->unchecked = v->e.unchecked;
    lcv_scope_clear(&v->scope);
    for (size_t i = 0; i < v->n; i++)
        lcv_source_free(v->source[i]);
}
