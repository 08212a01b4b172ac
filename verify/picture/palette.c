/* palette.c - colours.
 *
 * Tones go round the hues by the golden angle, at one lightness and chroma of the space OKLCH
 * (Ottosson, 2020), which look alike to the eye; each turn of twelve has another lightness.
 */
#include "config.h"

#include <math.h>

#include "render.h"

#define GOLDEN_ANGLE 137.50776405
#define FIRST_HUE 250
#define TURN 12
#define LIGHTNESSES 3

/* A channel of linear light, in [0,1], as a byte of sRGB. */
static unsigned char channel(double x)
{
    double y = x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
    return (unsigned char)lround(255 * (y < 0 ? 0 : y > 1 ? 1 : y));
}

static lcv_rgb of_oklch(double lightness, double chroma, double degrees)
{
    double h = degrees * 3.14159265358979323846 / 180;
    double a = chroma * cos(h), b = chroma * sin(h);
    double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
    double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
    double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    return (lcv_rgb){channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                     channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                     channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

lcv_rgb lcv_tone(int tone, lcv_theme theme)
{
    static const double light[LIGHTNESSES] = {0.87, 0.77, 0.94};
    static const double dark[LIGHTNESSES] = {0.45, 0.35, 0.53};
    int level = tone / TURN % LIGHTNESSES;
    double hue = fmod(FIRST_HUE + GOLDEN_ANGLE * tone, 360);
    return theme == LCV_DARK ? of_oklch(dark[level], 0.09, hue)
                             : of_oklch(light[level], level == 2 ? 0.05 : 0.09, hue);
}

/* Relative luminance (WCAG 2.1). */
static double luminance(lcv_rgb c)
{
    double v[3] = {c.r / 255., c.g / 255., c.b / 255.};
    for (int i = 0; i < 3; i++)
        v[i] = v[i] <= 0.04045 ? v[i] / 12.92 : pow((v[i] + 0.055) / 1.055, 2.4);
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
}

lcv_rgb lcv_ink_on(lcv_rgb ground)
{
    double l = luminance(ground);
    bool black = (l + 0.05) / 0.05 >= 1.05 / (l + 0.05);
    return black ? (lcv_rgb){0x10, 0x14, 0x1a} : (lcv_rgb){0xff, 0xff, 0xff};
}

lcv_rgb lcv_between(lcv_rgb a, lcv_rgb b, double part)
{
    return (lcv_rgb){(unsigned char)lround(a.r + part * (b.r - a.r)),
                     (unsigned char)lround(a.g + part * (b.g - a.g)),
                     (unsigned char)lround(a.b + part * (b.b - a.b))};
}

const lcv_colours *lcv_colours_of(lcv_theme theme)
{
    static const lcv_colours light = {.page = {0xff, 0xff, 0xff},
                                      .ink = {0x1a, 0x1f, 0x26},
                                      .quiet = {0x5c, 0x66, 0x73},
                                      .thin = {0xb4, 0xbc, 0xc6},
                                      .thick = {0x1a, 0x1f, 0x26},
                                      .cell = {0xf7, 0xf8, 0xfa},
                                      .fault = {0xd0, 0x10, 0x20},
                                      .picked = {0x0b, 0x3d, 0x91}};
    static const lcv_colours dark = {.page = {0x12, 0x16, 0x1c},
                                     .ink = {0xe8, 0xec, 0xf1},
                                     .quiet = {0x9a, 0xa5, 0xb3},
                                     .thin = {0x4a, 0x54, 0x61},
                                     .thick = {0xe8, 0xec, 0xf1},
                                     .cell = {0x1f, 0x26, 0x2f},
                                     .fault = {0xff, 0x5c, 0x66},
                                     .picked = {0x7c, 0xb4, 0xff}};
    return theme == LCV_DARK ? &dark : &light;
}
