/* layoutcheck.h - the library, all of it.
 *
 *     #include <layoutcheck.h>
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *         lcv_session *session =
 *             lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
 *         lcv_answer *a =
 *             session ? lcv_ask(session, LCV_ASK_PROVE, "injective((4,8):(1,2))") : NULL;
 *         const lcv_fault *fault = lcv_answer_fault(a, 0);
 *         if (lcv_answer_error(a) != LCV_ERROR_NONE)
 *             puts(lcv_answer_rendered(a));
 *         else if (fault)
 *             printf("%s: %s%s is %s\n", lcv_answer_summary(a), fault->of, fault->coordinate,
 *                    fault->value);
 *         lcv_answer_free(a);
 *         lcv_session_free(session);
 *     }
 *
 * From the top to the bottom: each part uses those below it, and none above.
 *
 *     answer.h     a question in one text, and its answer, in words and in numbers
 *     script.h     the same, and files, with a listener
 *     read.h       values from text; value.h: values to text
 *     prove.h      claims on values; catalogue.h: claims and operations by name
 *     planner.h    kernels of plans; emit.h prints them as CUDA C, execute.h runs them here,
 *                  gpu.h on a GPU; synthesis.h: predicates and indices as C
 *     audited.h    the layouts of compiled kernels, without a claim
 *     relation.h   isl relations of layouts; recheck-confirm.h: a second opinion
 *     algebra.h    the layout algebra; layout.h, tuple.h, linear.h, swizzle.h: its values
 *     ctx.h        contexts: errors, memory, interruption
 *
 * Layouts, tuples and values are immutable and reference counted. Arguments are borrowed, results
 * are owned, unless a header says otherwise. NULL means failure, and the context, or the answer,
 * says why. The library does not print, abort or exit. A context, and a session, belongs to one
 * thread at a time; different ones may be used at the same time. All headers are C17 and C++17.
 */
#ifndef LAYOUTCHECK_H
#define LAYOUTCHECK_H

#include <layoutcheck/lib/algebra.h>
#include <layoutcheck/lib/banks.h>
#include <layoutcheck/lib/expr.h>
#include <layoutcheck/lib/linear.h>
#include <layoutcheck/lib/nest.h>
#include <layoutcheck/lib/swizzle.h>

#include <layoutcheck/isl-bridge/recheck-confirm.h>
#include <layoutcheck/isl-bridge/recheck.h>
#include <layoutcheck/isl-bridge/recover.h>
#include <layoutcheck/isl-bridge/relation.h>

#include <layoutcheck/verify/catalogue/catalogue.h>
#include <layoutcheck/verify/claim/prove.h>
#include <layoutcheck/verify/eval/read.h>
#include <layoutcheck/verify/session/answer.h>
#include <layoutcheck/verify/session/script.h>

#include <layoutcheck/kernels/audit/audited.h>
#include <layoutcheck/kernels/emit/emit.h>
#include <layoutcheck/kernels/execute/execute.h>
#include <layoutcheck/kernels/gpu/gpu.h>
#include <layoutcheck/kernels/plan/synthesis.h>
#include <layoutcheck/kernels/planner/planner.h>

#endif
