/* cairo-library.h - cairo, loaded once a picture needs it.
 *
 * It brings some twenty libraries with it. Loading them took two thirds of the time that a
 * command without a picture needs to start.
 */
#ifndef LCV_COMMAND_CAIRO_LIBRARY_H
#define LCV_COMMAND_CAIRO_LIBRARY_H

#include <cairo-pdf.h>
#include <cairo.h>

/* The functions that are used, without `cairo_`. */
#define LCV_CAIRO(X)                                                                             \
    X(create)                                                                                    \
    X(destroy)                                                                                   \
    X(fill)                                                                                      \
    X(image_surface_create)                                                                      \
    X(line_to)                                                                                   \
    X(move_to)                                                                                   \
    X(pdf_surface_create_for_stream)                                                             \
    X(pdf_surface_set_metadata)                                                                  \
    X(rectangle)                                                                                 \
    X(restore)                                                                                   \
    X(save)                                                                                      \
    X(scale)                                                                                     \
    X(select_font_face)                                                                          \
    X(set_font_size)                                                                             \
    X(set_line_width)                                                                            \
    X(set_source_rgb)                                                                            \
    X(show_text)                                                                                 \
    X(status)                                                                                    \
    X(status_to_string)                                                                          \
    X(stroke)                                                                                    \
    X(surface_destroy)                                                                           \
    X(surface_finish)                                                                            \
    X(surface_status)                                                                            \
    X(surface_write_to_png_stream)                                                               \
    X(text_extents)                                                                              \
    X(translate)

#define LCV_CAIRO_MEMBER(name) __typeof__(cairo_##name) *name;
typedef struct {
    LCV_CAIRO(LCV_CAIRO_MEMBER)
} lcv_cairo;

/* The library, which stays loaded; NULL: it cannot be had, or is another one. */
const lcv_cairo *lcv_cairo_load(void);

#endif
