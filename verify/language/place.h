/* place.h - the lines `#line` of a source (source.h). */
#ifndef LCV_PLACE_H
#define LCV_PLACE_H

#include "source.h"

/* Reads these lines, once. False: there is no memory. */
bool lcv_origins_read(lcv_source *source);

#endif
