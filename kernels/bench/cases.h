/* cases.h - the list of what is measured: kernels at sizes.
 *
 * A line of the list is
 *
 *     NAME FILE.lay PLAN SIZE=NUMBER...
 *
 * with the file's path from where the list is; empty lines and what follows '#' do not count.
 */
#ifndef BENCH_CASES_H
#define BENCH_CASES_H

#include "../kernel/kernel.h"

#define CASE_SIZES 16

typedef struct {
    char *name, *file, *plan; /* file: its path from here */
    size_t line, nsizes;
    char *size_name[CASE_SIZES];
    int64_t size_value[CASE_SIZES];
} case_line;

typedef struct {
    const char *path;
    size_t n;
    case_line *line;
} case_list;

/* Reads the list; false, with a message printed, when it is malformed or cannot be read. */
bool case_list_read(const char *path, case_list *out);
void case_list_clear(case_list *list);

/* "PATH:LINE: ..." to stderr; false. */
bool case_fail(const case_list *list, const case_line *line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- the kernels of plans: each file is checked once, all its claims proved ---- */

typedef struct case_kernels case_kernels;

case_kernels *case_kernels_new(void); /* NULL: no memory */
void case_kernels_free(case_kernels *kernels);
/* The kernel of a case, which belongs to `kernels`; NULL with a message printed. Plans of
 * different files must have different names, for their kernels are linked together. */
const lck_kernel *case_kernel(case_kernels *kernels, const case_list *list,
                              const case_line *line);
/* The case's sizes in the order of the kernel's, which may need fewer than the case gives;
 * false with a message printed. */
bool case_sizes(const case_list *list, const case_line *line, const lck_kernel *kernel,
                int64_t *size);

/* The main program of `NAME CASES.txt FOLDER`: makes the folder, reads the list and writes the
 * files, which says itself what is wrong. */
typedef bool case_writer(const char *folder, const case_list *list, case_kernels *kernels);
int case_main(int argc, char **argv, case_writer *write);

#endif
