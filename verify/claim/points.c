/* points.c - the claims about swizzles, composed layouts and linear layouts as functions
 * that have proofs of their own (points-*.c). */
#include "config.h"

#include "claims.h"

#include <string.h>

static const struct {
    const char *name;
    lcv_prove_function *prove;
} table[] = {
    {"vectorizes", lcv_points_vectorizes},
};

lcv_prove_function *lcv_points_claim(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].prove;
    return NULL;
}
