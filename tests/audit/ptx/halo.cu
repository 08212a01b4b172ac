// A halo of one row and one column before a tile: x < 0 || y < 0 is one comparison of x | y. Wrong:
// the other corner is not asked for.
template <bool RIGHT> __device__ void halo(float *out, const float *in, int w, int h)
{
    int x = (int)(blockIdx.x * 16 + threadIdx.x) - 1, y = (int)(blockIdx.y * 8 + threadIdx.y) - 1;
    float sum = 0;
    if ((x | y) >= 0 && x < w && (y < h || !RIGHT))
        sum = in[y * w + x];
    if (x + 1 < w && y + 1 < h)
        out[(y + 1) * w + x + 1] = sum;
}
extern "C" __global__ void corner_right(float *out, const float *in, int w, int h)
{
    halo<true>(out, in, w, h);
}
extern "C" __global__ void corner_wrong(float *out, const float *in, int w, int h)
{
    halo<false>(out, in, w, h);
}
