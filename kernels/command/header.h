/* header.h - layoutcheck emit --format=cxx: the facts of a file as a header of C++. */
#ifndef LCK_HEADER_H
#define LCK_HEADER_H

/* Checks the file, and writes its facts to `output`, or to the standard output for NULL, if all
 * of it holds. The exit status of layoutcheck. */
int lck_write_facts(const char *file, const char *output);

#endif
