/* form-tensor.c - tensors in symbols: an offset, and a layout. */
#include "config.h"

#include "form-internal.h"

static const lc_poly *zero(lcv_forms *f)
{
    return lcv_size_int(f->symbols, lc_int_const(0));
}

/* A tensor that is a value. */
static const lcv_form *split_value(lcv_forms *f, const lcv_form *form, const lc_poly **offset)
{
    const lcv_value *v = form->value;
    if (v->kind != LCV_TENSOR)
        return form;
    if (lc_layout_codomain(v->layout) != LC_INTEGERS)
        return lcv_obstacle(f, "an offset that is no integer");
    *offset = lcv_size_int(f->symbols, lc_tuple_value(v->offset, 0));
    return lcv_form_value(f, lcv_value_layout(f->ctx, lc_layout_ref(v->layout)));
}

/* What stands behind a name, in the file where it was defined. */
static const lcv_form *eval_definition(lcv_forms *f, const lcv_formula *formula,
                                       const lc_poly **offset)
{
    const lcv_scope *scope = f->at.scope;
    lcv_source *source = f->at.source;
    f->at.scope = formula->scope;
    f->at.source = formula->source;
    const lcv_form *form = lcv_form_eval_tensor(f, formula->ast, offset);
    f->at.scope = scope;
    f->at.source = source;
    return form;
}

/* {offset} o tensor: offsets add up. */
static const lcv_form *eval_offset(lcv_forms *f, const lcv_ast *ast, const lc_poly **offset)
{
    const lcv_ast *first = ast->child;
    const lc_poly *before = lcv_form_as_int(f, lcv_form_eval(f, first->child));
    const lcv_form *form = before ? lcv_form_eval_tensor(f, first->next, offset) : NULL;
    if (form != NULL)
        *offset = lcv_size_add(f->symbols, before, *offset);
    return form != NULL && *offset != NULL ? form : NULL;
}

const lcv_form *lcv_form_eval_tensor(lcv_forms *f, const lcv_ast *ast, const lc_poly **offset)
{
    *offset = zero(f);
    if (*offset == NULL)
        return NULL;
    const lcv_binding *binding =
        ast->kind == LCV_AST_NAME ? lcv_scope_find(f->at.scope, ast->text) : NULL;
    if (binding != NULL && binding->value->kind == LCV_EXPRESSION)
        return eval_definition(f, binding->value->formula, offset);
    if (ast->kind == LCV_AST_COMPOSE && ast->child->kind == LCV_AST_OFFSET &&
        lcv_depends(&f->at, ast))
        return eval_offset(f, ast, offset);
    const lcv_form *form = lcv_form_eval(f, ast);
    return form != NULL && form->kind == LCV_FORM_VALUE ? split_value(f, form, offset) : form;
}
