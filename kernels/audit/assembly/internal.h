/* internal.h - what the files of this room share. */
#ifndef LCK_ASSEMBLY_INTERNAL_H
#define LCK_ASSEMBLY_INTERNAL_H

#include "../access/access.h"
#include "../judge/judge.h"
#include "../launch/launch.h"
#include "assembly.h"

#define LCK_ALLOCATED 256 /* bytes; what allocations begin at a multiple of */

/* A kernel under audit. */
typedef struct {
    lck_audit *audit;
    lck_asker *asker;
    const lck_ptx_module *m;
    const lck_ptx_function *function;
    const lck_audit_options *options;
    lck_formulas *f;
    lck_judge judge;
    uint64_t work; /* of the judge, that is left */
    int64_t
        enough; /* bytes of dynamic shared memory so far, where that is not said; -1: not known */
    lck_judged_symbol symbol[LC_MAX_EXPR_VARS];
    size_t nsymbols; /* expressions with symbols that are made later are not judged */
} lck_assembly;

/* Is it the same for all lanes of a warp? NULL is. */
bool lck_assembly_is_shared(const lck_formulas *f, const lc_expr *e);

/* records.c: does it have a pointer, or where a variable begins? */
bool lck_assembly_has_pointer(const lck_assembly *k, const lc_expr *e);

/* sizes.c: an expression of the options over names, as one over symbols. NULL: a name is not
 * known. */
const lc_expr *lck_assembly_over(const lck_assembly *k, const lc_expr *e);
/* .. the bytes behind a pointer, argument `index` or a part of it, by the options: over the
 * symbols of integer arguments, named as in the file or arg0, arg1, .. NULL, *why NULL: it is not
 * said; else *why says what was not read. */
const lc_expr *lck_assembly_size(const lck_assembly *k, unsigned index, unsigned offset,
                                 const char **why);

/* records.c: the bytes of an access's buffer; NULL: *why, or NULL, says what keeps it from being
 * known. */
const lc_expr *lck_assembly_buffer(const lck_assembly *k, const lck_ptx_access *a,
                                   const char **why);

/* records.c: judges all accesses; a record of each one of shared and of global memory. The record
 * of the kernel is audit->kernel[kernel]. */
void lck_assembly_records(lck_assembly *k, const lck_accesses *list, size_t kernel);
bool lck_assembly_has_record(const lck_ptx_access *a);
/* .. an access as it is judged; its base is taken for what set_base says. */
lck_judged lck_assembly_judged(const lck_assembly *k, const lck_ptx_access *a);

/* inputs.c: whether the data of a symbol, and all data of an address, may be anything. Symbols
 * are set before. */
void lck_assembly_set_input(lck_assembly *k, const lck_accesses *list, size_t slot);
bool lck_assembly_is_free(const lck_assembly *k, const lck_ptx_access *a);

/* overflow.c: the line of an integer that may overflow and that the address is made of, so that
 * the address may differ from its formula; 0: there is none. */
size_t lck_assembly_overflows(const lck_assembly *k, lck_judged j, bool races);

/* run.c: runs the launch, and answers what is open about accesses from what was seen. NULL:
 * memory ran out. */
lck_launch *lck_assembly_run(lck_assembly *k, const lck_accesses *list, size_t kernel);

#endif
