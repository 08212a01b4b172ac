/* builtin-linear.c - the operations of lib/linear.h. */
#include "config.h"

#include "builtin.h"

const lcv_builtin lcv_builtins_linear[] = {
    {NULL, NULL, 0, 0, NULL}};
