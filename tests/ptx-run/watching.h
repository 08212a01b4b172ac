/* watching.h - what the parts of watch.h share. */
#ifndef PTX_RUN_WATCHING_H
#define PTX_RUN_WATCHING_H

#include "watch.h"

typedef struct {
    int line;
    const char *opcode;
    char space; /* s, g */
    unsigned bytes;
    uint64_t issues, worst, least; /* of the access with the most above its least */
    uint64_t most;                 /* wavefronts or sectors of any */
    uint64_t outside, misaligned;
    uint64_t address; /* the first that is outside, from the start of its buffer */
    int64_t misplaced;
    int buffer, thread, block[3];
    uint64_t unread_shared; /* bytes read that nobody wrote */
} watch_line;

typedef struct {
    int line[2];
    char kind; /* w: write and write, r: write then read, a: read then write, c: a copy is
                  under way; W, R, A: the same of two blocks, in global memory */
    bool warp; /* only threads of one warp were seen */
    int thread[2];
    int block[2];
    uint64_t address;
} watch_race;

typedef struct {
    uint16_t warp;
    uint32_t lanes, clock;
    int line;
    bool strong;
} reader_of;

typedef struct {
    uint64_t age, readers_age, issue;
    uint32_t clock;
    int line;
    uint16_t writer;
    bool written, strong, pending, ever;
    int group; /* of a copy under way */
    reader_of *readers;
    int reader_count, reader_size;
} cell;

typedef struct {
    int first, bytes, group;
} copy_of;

typedef struct {
    copy_of *list;
    int count, size, groups;
} copies;

enum { max_races = 400, max_notes = 200 };

struct watch {
    machine *m;
    watch_line **lines; /* by line of the file, shared and global memory */
    int line_count;
    unsigned grain; /* bytes of a cell */
    cell *cells;
    unsigned cell_count;
    copies *copies; /* by thread */
    uint64_t age;
    uint32_t *known;     /* [thread][other]: how far its clock is known */
    uint64_t *known_age; /* of a thread's row */
    watch_race race[max_races];
    int races;
    int divergent[max_notes], left[max_notes], stuck[max_notes], absent[max_notes];
    int divergents, lefts, stucks, absents;
    const ptx_instruction *unread[max_notes];
    int unreads;
};

watch_line *watch_line_of(watch *w, const ptx_instruction *i, char space, unsigned bytes);
void watch_race_add(watch *w, watch_race r);
void order_shared(const step *s, const watch_access *a);
void order_blocks(const step *s, const watch_access *a);
uint32_t *order_row(watch *w, int thread); /* valid in this age */

#endif
