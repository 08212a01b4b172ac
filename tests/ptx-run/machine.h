/* machine.h - a grid that runs, one block after the other.
 *
 * The lanes of a warp that are at one instruction form a group. A group that parts at a branch
 * waits, at the place where its lanes meet again (ptx_flow), for the groups that it was parted
 * into; each of them runs by itself, so that one may wait at a barrier while the other goes on.
 * A warp is run until it waits or has had its share.
 *
 * Addresses: shared, local, constant and parameter memory have a window each in generic
 * addresses; buffers are far from one another, so that an address that leaves one is in no other.
 */
#ifndef PTX_RUN_MACHINE_H
#define PTX_RUN_MACHINE_H

#include "decode.h"
#include "module.h"

enum { max_warps = 32, max_arguments = 128, max_barriers = 16 };

#define WINDOW_SHARED UINT64_C(0x7f0000000000)
#define WINDOW_LOCAL UINT64_C(0x7e0000000000)
#define WINDOW_PARAM UINT64_C(0x7d0000000000)
#define WINDOW_MODULE UINT64_C(0x7c0000000000) /* .global and .const variables */
#define WINDOW_BUFFER UINT64_C(0x010000000000)
#define WINDOW_SIZE UINT64_C(0x001000000000) /* of one buffer; of the others, twice as much */
enum { shared_start = 1024, shared_most = 1 << 20, shared_gap = 8192, max_places = 64 };

/* Where a variable of shared memory is. */
typedef struct {
    uint64_t at, bytes;
} region;

typedef enum { fill_integers, fill_floats, fill_zero } fill_kind;

typedef struct {
    bool given, buffer;
    uint64_t value; /* of a number; of a buffer: the bytes that it has */
    fill_kind fill;
    int64_t low, high; /* of integers that fill it */
} argument;

typedef struct {
    int block[3], grid[3];
    uint64_t dynamic, seed, steps; /* steps: instructions of a warp, for all blocks */
    argument argument[max_arguments];
    int pieces; /* of a parameter that is an array: argument I+1000*piece; see options.c */
} launch;

typedef struct frame {
    ptx_function *f;
    uint64_t *registers; /* [register * 32 + lane] */
    uint8_t *locals;     /* [lane * f->local_bytes + offset] */
    uint64_t base;       /* of its locals in the local window */
    struct frame *up;
    int back; /* where the caller goes on */
    uint32_t returned;
    const ptx_instruction *caller;
} frame;

typedef enum { group_runs, group_parted, group_barrier, group_warp, group_over } group_state;

typedef struct {
    group_state state;
    int pc, join, parent, parts;
    uint32_t mask, arrived;
    frame *frame, *base;
    int barrier;                  /* what it waits for */
    uint32_t meet;                /* the lanes that a warp's barrier is for */
    const ptx_instruction *waits; /* at which instruction */
} group;

enum { max_groups = 96 };

typedef struct {
    int index;
    uint32_t threads, live; /* lanes that there are, that have not left */
    unsigned carry[32];
    group groups[max_groups];
    int count;
} warp;

typedef struct {
    uint32_t arrived[max_warps];
    int count; /* threads it is for; 0: all */
    uint32_t *clocks;
    uint64_t popc;
    bool any, all;
} barrier;

typedef struct watch watch;   /* watch.h */
typedef struct memory memory; /* memory.h */

typedef struct machine {
    ptx_module *module;
    ptx_function *entry;
    launch *launch;
    memory *memory;
    watch *watch;
    int block_index[3], threads, warps;
    warp warp[max_warps];
    barrier barrier[max_barriers];
    uint8_t *shared;
    uint64_t shared_bytes;
    region place[max_places];
    int places;
    uint64_t steps;
    bool stopped; /* out of steps, or a trap */
    bool stuck;
    uint64_t issue; /* number of the instruction of a warp that runs */
} machine;

/* What runs now, for those who do an instruction. */
typedef struct {
    machine *m;
    warp *w;
    group *g;
    ptx_function *f;
    const ptx_instruction *i;
    uint32_t mask; /* lanes whose guard holds */
} step;

void machine_run(machine *m);

/* exec.c */
uint64_t *step_register(const step *s, int reg); /* its 32 lanes */
uint64_t step_operand(const step *s, const ptx_operand *o, int lane);
void step_set(const step *s, const ptx_operand *o, int lane, uint64_t value);
const ptx_operand *step_element(const step *s, const ptx_operand *o,
                                int k); /* of a list; or itself */
int step_elements(const ptx_operand *o);
void step_run(step *s);
bool group_barrier_run(step *s); /* barrier.c: the group waits now */
void barriers_look(machine *m);
bool barrier_warp_run(step *s);
void lanes_run(step *s);  /* lanes.c: shuffles, votes */
void access_run(step *s); /* access.c: memory */
void mbarrier_run(step *s);
void call_run(step *s); /* calls.c */
void call_results(frame *done, group *g);
frame *frame_new(ptx_function *f, frame *up); /* machine.c */
void frame_free(frame *f);
void group_finish(machine *m, warp *w, group *g);
void group_part(step *s, uint32_t *masks, const int *targets, int count);

#define LANES(mask, lane)                                                                        \
    for (uint32_t left_ = (mask), lane = 0; left_; left_ &= left_ - 1)                           \
        if ((lane = (uint32_t)__builtin_ctz(left_)), true)

#endif
