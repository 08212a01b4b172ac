/* measure.c - conflicts(X, ..), sectors(X, ..) with parameters: a number, where it is the same
 * for all of them.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../language/build.h"
#include "../value/text.h"
#include "symbolic.h"

#define LOOKED 24 /* instances */

/* The least and the largest value at instances, and where; false: there is none. */
typedef struct {
    lc_int value[2];
    char *where[2];
} extremes;

static void look(const lcv_problem *p, extremes *x)
{
    lc_int number[LCV_MAX_PARAMETERS];
    lcv_choice *choice = lc_alloc(p->ctx, 1, sizeof *choice);
    if (choice)
        lcv_choice_init(choice, p);
    for (size_t i = 0; choice && i < LOOKED && lcv_choice_next(choice, number); i++) {
        char *text = lcv_try_text(p, number);
        lc_int value;
        bool is = text && lc_int_parse(p->ctx, text, strlen(text), &value);
        free(text);
        for (size_t k = 0; is && k < 2; k++) {
            if (x->where[k] &&
                (k == 0 ? lc_int_le(x->value[0], value) : lc_int_le(value, x->value[1])))
                continue;
            free(x->where[k]);
            x->where[k] = lcv_instance_text(p, number);
            x->value[k] = value;
        }
    }
    free(choice);
}

char *lcv_measure_text(const lcv_problem *p, char **obstacle)
{
    extremes x = {.where = {NULL, NULL}};
    lcv_arena *arena = lcv_arena_new();
    char *text = NULL;
    look(p, &x);
    bool all = arena && x.where[0] && x.where[1] && lc_int_eq(x.value[0], x.value[1]);
    if (all) {
        char *number = lcv_text(p->ctx, "%i", x.value[0]);
        lcv_ast *is = number ? lcv_build_leaf(arena, LCV_AST_INT, "%s", number) : NULL;
        lcv_ast *claim = lcv_build_op(arena, LCV_OP_EQ, lcv_ast_copy(arena, p->ast), is);
        text = claim && lcv_is_proved(p->e, claim) ? number : NULL;
        if (!text)
            free(number);
    }
    if (!text && x.where[0] && x.where[1])
        *obstacle = all ? lcv_text(p->ctx, "it is %i where it was tried", x.value[0])
                        : lcv_text(p->ctx,
                                   "it is %i at %s, and %i at %s; claims bound it, .. <= %i",
                                   x.value[0], x.where[0], x.value[1], x.where[1], x.value[1]);
    free(x.where[0]);
    free(x.where[1]);
    lcv_arena_free(arena);
    lc_ctx_reset(p->ctx);
    return text;
}
