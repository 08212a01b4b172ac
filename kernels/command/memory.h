/* memory.h - how the command ends when GMP or jansson have no memory.
 *
 * GMP ends the program, and jansson leaves fields out of its objects. The command ends with a
 * message and the status of an error in both cases. Programs that use the library choose for
 * themselves: mp_set_memory_functions, json_set_alloc_funcs.
 */
#ifndef LCK_MEMORY_H
#define LCK_MEMORY_H

void lck_end_without_memory(void);

#endif
