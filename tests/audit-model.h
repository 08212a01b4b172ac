/* audit-model.h - what a small kernel does to shared memory, by enumeration.
 *
 * A tensor of two dims lies in the registers of a block of threads as #ttg.blocked says, and in
 * shared memory as #ttg.swizzled_shared says. Nothing here is linear over F2 or knows of bases:
 * elements are found by division and remainder, and the addresses of all lanes are written out.
 */
#ifndef TESTS_AUDIT_MODEL_H
#define TESTS_AUDIT_MODEL_H

#include "law.h"

#define AUDIT_REGISTERS 64
#define AUDIT_LANES 32

typedef struct {
    uint64_t size[2], threads[2], warps[2];
    size_t minor; /* order[0] */
} a_blocked;

typedef struct {
    uint64_t vec, per, most;
    size_t column; /* order[0] */
} a_swizzled;

/* Random ones, of 32 lanes and 1 to 8 warps. */
void a_rnd_blocked(rnd *r, a_blocked *out);
void a_rnd_swizzled(rnd *r, a_swizzled *out);

/* The attributes as Triton prints them. */
void a_blocked_text(const a_blocked *b, char text[256]);
void a_swizzled_text(const a_swizzled *s, char text[256]);

/* Registers of a thread for a shape, copies included. */
uint64_t a_registers(const a_blocked *b, const uint64_t shape[2]);
uint64_t a_warps(const a_blocked *b);
/* The element that a register holds. */
void a_element(const a_blocked *b, const uint64_t shape[2], uint64_t reg, uint64_t lane,
               uint64_t warp, uint64_t at[2]);
/* Where an element lies, in elements. */
uint64_t a_offset(const a_swizzled *s, const uint64_t shape[2], const uint64_t at[2]);

/* An access without copies of registers: offsets[(warp * 32 + lane) * registers + register]. */
typedef struct {
    uint64_t registers, warps;
    uint64_t *offset;
} a_access;
void a_access_of(const a_blocked *b, const a_swizzled *s, const uint64_t shape[2], a_access *out);

/* The widest vector of up to `most` elements: registers whose numbers have some bits free move
 * together, to consecutive offsets from a multiple of the vector on, in all lanes alike. */
uint64_t a_widest(const a_access *a, uint64_t most);
/* Wavefronts of the worst instruction with vectors of v elements of so many bytes. */
unsigned a_wavefronts(const a_access *a, uint64_t v, uint64_t bytes);
/* The same of one instruction with these byte addresses. */
unsigned a_phases(size_t lanes, const uint64_t *address, uint64_t width);

#endif
