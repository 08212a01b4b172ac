/* wrong.h - rules of the algebra that are wrong on purpose.
 *
 * tests/layoutcheck-wrong is the command with one rule replaced, which
 * LAYOUTCHECK_WRONG names; without it the rules are right. Tests show with it that the
 * cross-check notices, and what is reported then. Each file takes the source of the
 * library with one function under another name, and defines that function anew; the
 * linker has no need of the library's then.
 *
 *   compose     by mode, whether or not A distributes over the modes of B, as CuTe does
 *   coalesce    the first two modes become one, whatever the stride of the second
 *   complement  of all modes but the last
 *   inverse     A for its own right inverse
 *   swizzle     the bits are shifted in the other direction
 *   crash       coalesce ends the process at a layout of 13 elements
 */
#ifndef TESTS_WRONG_H
#define TESTS_WRONG_H

#include <stdbool.h>

bool wrong_is(const char *rule);

#endif
