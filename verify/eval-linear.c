/* eval-linear.c - linear layouts as written. */
#include "config.h"

#include "eval.h"
