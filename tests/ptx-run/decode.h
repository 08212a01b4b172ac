/* decode.h - what an instruction does, as numbers that are quick to look at. */
#ifndef PTX_RUN_DECODE_H
#define PTX_RUN_DECODE_H

#include "module.h"

typedef enum {
    code_unread, /* its registers become zero, and it is told */
    code_nothing,
    /* one result from up to four operands, lane by lane: values.c */
    code_add,
    code_sub,
    code_mul,
    code_mad,
    code_sad,
    code_div,
    code_rem,
    code_abs,
    code_neg,
    code_min,
    code_max,
    code_and,
    code_or,
    code_xor,
    code_not,
    code_cnot,
    code_shl,
    code_shr,
    code_shf,
    code_lop3,
    code_bfe,
    code_bfi,
    code_bfind,
    code_brev,
    code_popc,
    code_clz,
    code_prmt,
    code_dp4a,
    code_selp,
    code_slct,
    code_fns,
    code_bmsk,
    code_szext,
    code_fma,
    code_rcp,
    code_sqrt,
    code_rsqrt,
    code_ex2,
    code_lg2,
    code_sin,
    code_cos,
    code_tanh,
    code_copysign,
    code_testp,
    code_set,
    code_setp,
    code_cvt,
    code_isspacep,
    code_last_value,
    /* the rest: exec.c, lanes.c, access.c */
    code_mov,
    code_cvta,
    code_mapa,
    code_bra,
    code_brx,
    code_ret,
    code_exit,
    code_trap,
    code_call,
    code_shfl,
    code_vote,
    code_match,
    code_redux,
    code_activemask,
    code_elect,
    code_bar,
    code_bar_warp,
    code_ld,
    code_st,
    code_atom,
    code_red,
    code_ldmatrix,
    code_stmatrix,
    code_cp_async,
    code_cp_commit,
    code_cp_wait,
    code_mbarrier,
    code_product
} ptx_does;

typedef enum { round_none, round_down, round_up, round_zero, round_nearest } ptx_round;
typedef enum {
    cmp_none,
    cmp_eq,
    cmp_ne,
    cmp_lt,
    cmp_le,
    cmp_gt,
    cmp_ge,
    cmp_equ,
    cmp_neu,
    cmp_ltu,
    cmp_leu,
    cmp_gtu,
    cmp_geu,
    cmp_num,
    cmp_nan
} ptx_compare;

struct ptx_code {
    ptx_does does;
    ptx_type type, from; /* of the result, of what it is made from */
    ptx_space space;
    ptx_compare compare;
    ptx_round round;
    char combine; /* & | ^ of a predicate; of atomics and reductions its letter, see decode.c */
    int vector;   /* elements of a lane */
    bool high, wide, saturate, carry_in, carry_out, left, wrap, clamp, to, trans, uniform;
    bool barrier_arrive, barrier_aligned, nan;
    char mode; /* shfl: u d b i; vote: a(ll) n(any) u(ni) b(allot); prmt: f b 4 8 e, 0 plain */
};

/* By its parts. */
ptx_code ptx_decoded(const ptx_instruction *i);

#endif
