/* absent.c - see absent.h. */
#include "config.h"

#include "absent.h"

/* The first cell of a row from `column` on that is absent, or is not. */
static size_t run_to(const lcv_figure *f, size_t row, size_t column, bool absent)
{
    while (column < f->column.size &&
           ((f->cell[row * f->column.size + column].marks & LCV_MARK_ABSENT) != 0) != absent)
        column++;
    return column;
}

static bool is_present(const lcv_figure *f, size_t row, size_t column)
{
    return row < f->row.size && column < f->column.size &&
           (f->cell[row * f->column.size + column].marks & LCV_MARK_ABSENT) == 0;
}

void lcv_paint_absent(lcv_canvas *canvas, const lcv_figure *f, const lcv_colours *colours,
                      double w, double h, double x, double y)
{
    const double over = 1.5;
    for (size_t row = 0; row < f->row.size; row++)
        for (size_t from = run_to(f, row, 0, true), to; from < f->column.size;
             from = run_to(f, row, to, true)) {
            to = run_to(f, row, from, false);
            double left = x + w * (double)from, right = x + w * (double)to;
            double top = y + h * (double)row, bottom = top + h;
            double cut = from == 0 ? over : 0, up = row == 0 ? over : 0.5;
            canvas->fill(canvas, left - cut, top - up, right - left + cut, h + up, colours->page);
            if (is_present(f, row, to))
                canvas->line(canvas, right, top, right, bottom, colours->thick, 2.2, false);
            if (is_present(f, row + 1, from))
                canvas->line(canvas, left, bottom, right, bottom, colours->thick, 2.2, false);
        }
}
