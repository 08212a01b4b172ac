/* record.h - what an audit says: records of accesses, of conversions between layouts, of kernels.
 *
 * An audit collects records and owns them; texts are owned by the record, NULL where there is
 * none. A verdict says what was asked of an access or a kernel (verdict names as in JSON are in
 * write.c): GOOD, nothing is at fault; BAD, `shown` has lanes, addresses or sizes with which a
 * person can redo it; UNKNOWN with `why`; or NOT_ASKED, where the question makes no sense.
 *
 * `worst` and `least` are counts of the same kind: wavefronts of one instruction of the worst
 * warp, and the least that any arrangement of the same lanes needs; sectors likewise. `claim` is
 * what was asked of the prover, in the claim language: `layoutcheck prove 'CLAIM'` asks it again.
 */
#ifndef LCK_RECORD_H
#define LCK_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../../lib/text.h"
#include "../ask/ask.h"
#include "../ir/ir.h"
#include "options.h"

typedef enum { LCK_NOT_ASKED, LCK_GOOD, LCK_BAD, LCK_UNKNOWN } lck_verdict;

typedef struct {
    lck_verdict verdict;
    unsigned worst, least;
    char *why;      /* UNKNOWN: what is not known; GOOD: a remark */
    char *shown;    /* BAD: the counterexample, lines */
    char *claim;    /* in the claim language */
    bool confirmed; /* by isl */
} lck_answer;

/* Frees its texts; it is NOT_ASKED then. */
void lck_answer_clear(lck_answer *answer);

typedef enum { LCK_SHARED, LCK_GLOBAL } lck_space;

/* Names as in the contract's JSON: load, store, atomic, ldmatrix, stmatrix, cp.async, tma. */
typedef enum {
    LCK_LOAD,
    LCK_STORE,
    LCK_ATOMIC,
    LCK_LDMATRIX,
    LCK_STMATRIX,
    LCK_CP_ASYNC,
    LCK_TMA
} lck_operation;

typedef enum {
    LCK_CONFLICTS, /* shared: wavefronts */
    LCK_SECTORS,   /* global: sectors */
    LCK_INSIDE,    /* every address is inside of its buffer */
    LCK_ALIGNED,   /* of the width that the instruction needs */
    LCK_FITS,      /* offsets computed in 32 bits do not overflow */
    LCK_QUESTIONS
} lck_asked;

typedef struct {
    size_t line;  /* of the file that is audited */
    size_t loops; /* that it is inside of */
    lck_space space;
    lck_operation operation;
    unsigned bytes;        /* that a lane moves in one instruction; 0: not known */
    unsigned times;        /* instructions of a thread, each time; 0: not known */
    char *op;              /* of the IR, "ttg.local_load" */
    char *source;          /* "k.py:5"; NULL: unknown */
    char *address, *guard; /* formulas; NULL */
    char *detail;          /* what a person sees of it: types, layouts */
    char *remedy;          /* what would be better, proved */
    char *cause;           /* FITS is BAD: the arguments whose product overflows, "M * row" */
    uint64_t size;         /* and the number of all of them from which on it does */
    lck_answer answer[LCK_QUESTIONS];
} lck_access_record;

typedef enum {
    LCK_FREE,      /* registers keep their values */
    LCK_REGISTERS, /* within a thread: moves alone */
    LCK_SHUFFLES,  /* within a warp */
    LCK_THROUGH_SHARED,
    LCK_BETWEEN_BLOCKS,
    LCK_HOW_UNKNOWN
} lck_how;

/* A conversion between two layouts of one tensor. */
typedef struct {
    size_t line, loops;
    char *op, *source;
    char *from, *to;        /* types */
    lck_how needs;          /* the least that the two layouts allow */
    lck_how takes;          /* what the compiler makes of it */
    unsigned shuffles;      /* of a thread, 32 bits each */
    unsigned bytes;         /* of shared memory */
    lck_answer store, load; /* conflicts, where it goes through shared memory */
    char *why;              /* HOW_UNKNOWN */
    char *remedy;
} lck_conversion_record;

/* What is true of a kernel as a whole, or of some of its lines: "races", "barriers", "rings",
 * "repeats" (lanes or warps that do the same work), "operand", ... */
typedef struct {
    char *about;
    size_t line, other; /* 0: none */
    char *source;
    lck_answer answer;
} lck_kernel_record;

/* An operation that no reader knows, and how often it occurs. */
typedef struct {
    char *op;
    size_t times;
} lck_unread;

typedef struct {
    char *entry, *file;    /* "matmul", "k.ttgir" */
    size_t line;           /* of the kernel in the file */
    char *target;          /* "cuda:90" */
    unsigned warps, lanes; /* 0: not known */
    size_t narguments;     /* that the file has for it */
    uint64_t dynamic;      /* bytes of dynamic shared memory that suffice, where the launch says
                            * nothing of them; 0: not known, or none are used */
    size_t naccesses, nconversions, nothers, nunread;
    lck_access_record *access;
    lck_conversion_record *conversion;
    lck_kernel_record *other;
    lck_unread *unread;
} lck_kernel_audit;

typedef struct {
    char *file, *message;
    size_t line, column;
} lck_audit_error;

typedef struct {
    size_t nkernels, nerrors, nfiles;
    lck_kernel_audit *kernel;
    lck_audit_error *error; /* files that could not be read */
    bool failed;            /* memory ran out: records are missing */
} lck_audit;

void lck_audit_free(lck_audit *audit);

/* New records at the end, all zeros; NULL, with audit->failed, when there is no memory. A record
 * moves when the next one of its kind is made. */
lck_kernel_audit *lck_audit_kernel(lck_audit *audit);
/* The same for a function of a module in a file; then, whether the options want it. */
lck_kernel_audit *lck_audit_function(lck_audit *audit, const lck_ir_module *m,
                                     const lck_ir_op *op, const char *file);
bool lck_is_wanted(const lck_audit_options *options, const lck_ir_module *m, const lck_ir_op *op);
lck_access_record *lck_audit_access(lck_audit *audit, lck_kernel_audit *kernel);
lck_conversion_record *lck_audit_conversion(lck_audit *audit, lck_kernel_audit *kernel);
lck_kernel_record *lck_audit_other(lck_audit *audit, lck_kernel_audit *kernel);
/* About an operation of a module. */
lck_kernel_record *lck_audit_about(lck_audit *audit, lck_kernel_audit *kernel, const char *about,
                                   const lck_ir_module *m, const lck_ir_op *op);
void lck_audit_not_read(lck_audit *audit, lck_kernel_audit *kernel, const char *op, size_t n);
void lck_audit_wrong(lck_audit *audit, const char *file, size_t line, size_t column,
                     const char *message);

/* Sets the claim of an answer, and whether it is confirmed. */
void lck_audit_claim(lck_audit *audit, lck_answer *answer, const lck_claimed *said);
/* Makes it UNKNOWN, and says why. */
void lck_audit_open(lck_audit *audit, lck_answer *answer, const char *why);
/* Where an operation stands in the source, "k.py:5", without folders; NULL: it is not said, or
 * the text of the module itself is meant. */
char *lck_audit_source(lck_audit *audit, const lck_ir_module *m, const lck_ir_op *op);
/* A new last element, all zeros; the array may move. NULL, with audit->failed, when there is no
 * memory. */
#define LCK_AUDIT_ADD(audit, array, count)                                                       \
    (lck_audit_added((audit), (void **)&(array), &(count), sizeof *(array))                      \
         ? &(array)[(count)-1]                                                                   \
         : NULL)
bool lck_audit_added(lck_audit *audit, void **array, size_t *n, size_t size);

/* A copy of n characters; of a text without the newlines at its end; of what printf would print.
 * Owned by the caller; NULL, with audit->failed, when there is no memory. */
char *lck_audit_text(lck_audit *audit, const char *text, size_t n);
char *lck_audit_lines(lck_audit *audit, const char *text);
char *lck_audit_printf(lck_audit *audit, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
