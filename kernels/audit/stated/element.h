/* element.h - the types of elements: f32, bf16, int8, .. */
#ifndef LCK_STATED_ELEMENT_H
#define LCK_STATED_ELEMENT_H

/* The bytes of an element of this type; 0: there is no such type. */
unsigned lck_stated_element(const char *name);
/* Their names, for an error. */
const char *lck_stated_elements(void);

#endif
