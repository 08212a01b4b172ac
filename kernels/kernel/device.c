/* device.c - the table of GPUs. */
#include "config.h"

#include "device.h"

#include <string.h>

#define QUARTER_WARPS 128 /* threads of a warp in each quarter */
#define REGISTERS_STEP 8  /* registers of a thread are given by eights */

static const lck_device devices[] = {
    {"h200", 90, 132, 2048, 228 * 1024, 1024, 65536, 255, 8, {186, 2397, 3517, 134, 4800}},
    {"h100", 90, 132, 2048, 228 * 1024, 1024, 65536, 255, 8, {186, 2397, 3517, 134, 3350}},
    {"a100", 80, 108, 2048, 164 * 1024, 1024, 65536, 255, 1, {66, 1444, 1, 80, 1780}},
};

const lck_device *lck_device_at(size_t i)
{
    return i < sizeof devices / sizeof *devices ? &devices[i] : NULL;
}

const lck_device *lck_device_find(const char *name)
{
    const lck_device *device = NULL;
    for (size_t i = 0; (device = lck_device_at(i)) && strcmp(device->name, name) != 0; i++)
        continue;
    return device;
}

int64_t lck_device_shared(const lck_device *device)
{
    return device->shared - device->beside_block;
}

int lck_device_registers(const lck_device *device, int threads)
{
    int warps = (threads + QUARTER_WARPS - 1) / QUARTER_WARPS * QUARTER_WARPS;
    int registers = device->registers / warps / REGISTERS_STEP * REGISTERS_STEP;
    return registers < device->registers_of_thread ? registers : device->registers_of_thread;
}
