/* internal.h - what the files of this room share. */
#ifndef LCK_FLOW_INTERNAL_H
#define LCK_FLOW_INTERNAL_H

#include "flow.h"

/* An instruction before blocks are known, in the order of the text, callees where they are
 * called. */
typedef struct {
    uint32_t of, call, into;
} lck_flow_raw;

/* A graph of nodes 0..n-1: edges, and both directions of them by node. */
typedef struct {
    uint32_t n, nedges;
    uint32_t *from, *to;         /* edges, owned by whoever made them */
    uint32_t *succ_at, *pred_at; /* n + 1 each */
    uint32_t *succ, *pred;
} lck_flow_graph;

typedef struct {
    lck_flow *f;
    const lck_ptx_module *m;
    lck_flow_error *error;
    uint64_t work; /* that is left */

    lck_flow_raw *raw;
    uint32_t nraw;
    uint32_t *begin, *end; /* of each call: raw instructions */
    uint32_t *position,
        *position_at;   /* of each call, from position_at: the raw instruction of each
                                        * of its function's, and of its end */
    uint32_t *block_of; /* of each raw instruction: the block that begins there, or
                                        * NONE; one more for the end */

    uint32_t nvars;     /* registers of each call, then parameters of calls */
    uint32_t *var_base; /* of each call: the variable of the first register */
    uint32_t *var_use;  /* of each slot: the variable that is read or NONE */
    uint32_t *var_def;  /* likewise, written */
    lck_ptx_type *param_type;
    uint32_t nparams; /* variables that are parameters of calls */
} lck_flow_builder;

bool lck_flow_no_memory(lck_flow_builder *b);
bool lck_flow_wrong(lck_flow_builder *b, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Takes steps off the work that is left. False with an error when it is used up. */
bool lck_flow_works(lck_flow_builder *b, uint64_t steps);
/* n elements, all zeros, at least one; NULL with an error. */
void *lck_flow_array(lck_flow_builder *b, size_t n, size_t size);

/* inline.c: raw instructions. */
bool lck_flow_expand(lck_flow_builder *b);

/* blocks.c: blocks in reverse postorder, their edges, the instructions in their order. */
bool lck_flow_blocks(lck_flow_builder *b);

/* graph.c */
bool lck_flow_add_edge(lck_flow_builder *b, lck_flow_graph *g, uint32_t from, uint32_t to);
/* Fills succ and succ_at; index fills pred and pred_at, too. */
bool lck_flow_graph_succ(lck_flow_builder *b, lck_flow_graph *g);
bool lck_flow_graph_index(lck_flow_builder *b, lck_flow_graph *g);
void lck_flow_graph_free(lck_flow_graph *g);
/* The nodes that the root reaches, in postorder; *count is their number. */
bool lck_flow_postorder(lck_flow_builder *b, const lck_flow_graph *g, uint32_t root,
                        uint32_t *order, uint32_t *count);
/* Immediate dominators from a root that reaches every node; of the root, the root. */
bool lck_flow_dominators(lck_flow_builder *b, const lck_flow_graph *g, uint32_t root,
                         uint32_t *idom);
/* first[v]..last[v] are the numbers of the nodes below v in the tree, v first. */
bool lck_flow_number_tree(lck_flow_builder *b, uint32_t n, uint32_t root, const uint32_t *idom,
                          uint32_t *first, uint32_t *last);

/* dominance.c: idom, ipdom, control dependence. */
bool lck_flow_dominance(lck_flow_builder *b);
/* loops.c */
bool lck_flow_loops(lck_flow_builder *b);
/* params.c: fills var_use and var_def for parameters of calls. */
bool lck_flow_params(lck_flow_builder *b);
/* variables.c: fills them for registers. */
bool lck_flow_variables(lck_flow_builder *b);
/* ssa.c: values. */
bool lck_flow_values(lck_flow_builder *b);

#endif
