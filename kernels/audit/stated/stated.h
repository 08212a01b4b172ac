/* stated.h - compiled kernels in files of the language: the statement `kernel`, and claims.
 *
 *     param N in 1..65536
 *     kernel K("transpose.ptx", entry="transpose", block=(32,8), args=(bytes(4*N*N), _, N, N))
 *     prove race_free(K)
 *     refute conflict_free(K)
 *
 * The file is one that `layoutcheck audit` reads, relative to the file of the statement. What is
 * not said of a launch is unknown, and a claim is about all of its values:
 *
 *     entry     a part of the kernel's name, for a file of several
 *     block     threads along x, y, z; grid: blocks likewise
 *               a grid may have parameters: a verdict about accesses is for any grid then
 *     dynamic   bytes of dynamic shared memory, which may have parameters
 *     args      in order: a number; a parameter of the file; bytes(EXPR), of a pointer, in
 *               numbers and parameters that stand among the arguments; `_`, unknown
 *
 * copies(K, source=A, destination=B) follows data (../copies/copies.h), with these parameters,
 * what is assumed of them, and the grid.
 *
 * Any other claim is the conjunction of what the audit asks of each access (record.h); it is
 * refuted by the first that fails, and unknown where one is. The range of a parameter is used,
 * and that it is a multiple, assume n % 64 == 0: of an argument about which more is assumed, what
 * fails is looked for at numbers for which all of it holds.
 *
 * A hook for a session's planner (verify/session/plan.h), which outlives the session's files.
 */
#ifndef LCK_STATED_H
#define LCK_STATED_H

#include "../../../verify/session/plan.h"

typedef struct lck_stated lck_stated;

/* No kernel so far. NULL: no memory. */
lck_stated *lck_stated_new(void);
void lck_stated_free(lck_stated *stated);
const lcv_kernel_reader *lck_stated_hook(const lck_stated *stated);

#endif
