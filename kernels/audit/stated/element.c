/* element.c - the types of elements, which plans have too. */
#include "config.h"

#include "../../kernel/kernel.h"

#include "element.h"

unsigned lck_stated_element(const char *name)
{
    const lck_element *element = lck_element_find(name);
    return element ? (unsigned)element->bytes : 0;
}

const char *lck_stated_elements(void)
{
    return LCK_ELEMENTS;
}
