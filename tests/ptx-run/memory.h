/* memory.h - global memory: pages that are made where they are touched, with what they hold at
 * first drawn from their address. Addresses beside the buffers are memory like any other, and
 * told: a kernel goes on after a mistake.
 */
#ifndef PTX_RUN_MEMORY_H
#define PTX_RUN_MEMORY_H

#include "machine.h"

enum { page_bytes = 4096 };

typedef struct page {
    uint64_t number;
    struct page *next;
    uint8_t byte[page_bytes];
    uint16_t writer[page_bytes], reader[2][page_bytes];    /* block + 1; 65535: several; */
    uint32_t write_at[page_bytes], read_at[2][page_bytes]; /* lines; [1]: of strong reads */
    uint8_t strong[page_bytes];
} page;

memory *memory_new(machine *m);
void memory_free(memory *mem);
page *memory_page(memory *mem, uint64_t address);
void memory_read(memory *mem, uint64_t address, void *to, unsigned bytes);
void memory_write(memory *mem, uint64_t address, const void *from, unsigned bytes);
/* The buffer that `address` lies nearest to, what it begins at and its bytes. */
bool memory_buffer(const machine *m, uint64_t address, int *buffer, uint64_t *start,
                   uint64_t *bytes);
uint8_t *memory_parameters(memory *mem);
uint64_t memory_mixed(uint64_t x); /* a hash */

#endif
