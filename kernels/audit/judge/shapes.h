/* shapes.h - judges whose block is known, and the shapes of a block that is not.
 *
 * Which lanes are in a warp depends on the extents of its block along x and y. Where an extent is
 * not known, several are tried: BAD is what is bad in all of them, and what is good in the first
 * one is UNKNOWN, unless it holds of each thread by itself. Along the last axis that has more
 * than one thread, a block of 1,024 threads has the warps of all smaller ones.
 */
#ifndef LCK_JUDGE_SHAPES_H
#define LCK_JUDGE_SHAPES_H

#include "judge.h"

#define LCK_NEVER "no thread gets there"

/* Sets a verdict, and why: the first line of the text. */
void lck_judge_set(const lck_judge *j, lck_answer *out, lck_verdict verdict, const char *why);

/* Of a judge whose block is known. */
void lck_judge_conflicts_of(const lck_judge *j, const lck_judged *a, lck_answer *out);
void lck_judge_sectors_of(const lck_judge *j, const lck_judged *a, lck_answer *out);
void lck_judge_alignment_of(const lck_judge *j, const lck_judged *a, lck_answer *out);
/* True, with the answer, where all addresses are multiples of what is needed, whatever the block
 * and the symbols are. False: that is not known. */
bool lck_judge_multiples(const lck_judge *j, const lck_judged *a, lck_answer *out);
/* True, with the answer, where all addresses are inside, whatever the block is. False: that is
 * not known. */
bool lck_judge_inside_for_all(const lck_judge *j, const lck_judged *a, lck_answer *out);
void lck_judge_inside_of(const lck_judge *j, const lck_judged *a, lck_answer *out);

#endif
