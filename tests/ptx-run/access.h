/* access.h - which space a generic address is in. */
#ifndef PTX_RUN_ACCESS_H
#define PTX_RUN_ACCESS_H

#include "module.h"

ptx_space access_space(uint64_t address);

#endif
