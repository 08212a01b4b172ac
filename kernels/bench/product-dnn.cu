/* product-dnn.cu - convolutions by cuDNN, opened when the program runs. */
#include "product-run.cuh"

#include "product-dnn.cuh"
#include "product-open.cuh"

#include <string.h>

#if __has_include(<cudnn.h>)

#include <cudnn.h>

#define WORKSPACE ((size_t)512 << 20)
#define ALGORITHMS 16

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static struct {
    bool there;
    void *file, *workspace;
    cudnnHandle_t handle;
    decltype(&cudnnCreate) create;
    decltype(&cudnnSetStream) set_stream;
    decltype(&cudnnCreateTensorDescriptor) create_tensor;
    decltype(&cudnnSetTensor4dDescriptor) set_tensor;
    decltype(&cudnnDestroyTensorDescriptor) destroy_tensor;
    decltype(&cudnnCreateFilterDescriptor) create_filter;
    decltype(&cudnnSetFilter4dDescriptor) set_filter;
    decltype(&cudnnDestroyFilterDescriptor) destroy_filter;
    decltype(&cudnnCreateConvolutionDescriptor) create_convolution;
    decltype(&cudnnSetConvolution2dDescriptor) set_convolution;
    decltype(&cudnnSetConvolutionMathType) set_math;
    decltype(&cudnnDestroyConvolutionDescriptor) destroy_convolution;
    decltype(&cudnnGetConvolutionForwardAlgorithm_v7) algorithms;
    decltype(&cudnnConvolutionForward) forward;
} lib;

/* ---- the library ---- */

static bool open_dnn(const char *folder)
{
    lib.file = product_open_in(folder, "libcudnn");
    return lib.file != NULL;
}

static bool take_all(void)
{
    void *l = lib.file;
    return product_take(&lib.create, l, "cudnnCreate") &&
           product_take(&lib.set_stream, l, "cudnnSetStream") &&
           product_take(&lib.create_tensor, l, "cudnnCreateTensorDescriptor") &&
           product_take(&lib.set_tensor, l, "cudnnSetTensor4dDescriptor") &&
           product_take(&lib.destroy_tensor, l, "cudnnDestroyTensorDescriptor") &&
           product_take(&lib.create_filter, l, "cudnnCreateFilterDescriptor") &&
           product_take(&lib.set_filter, l, "cudnnSetFilter4dDescriptor") &&
           product_take(&lib.destroy_filter, l, "cudnnDestroyFilterDescriptor") &&
           product_take(&lib.create_convolution, l, "cudnnCreateConvolutionDescriptor") &&
           product_take(&lib.set_convolution, l, "cudnnSetConvolution2dDescriptor") &&
           product_take(&lib.set_math, l, "cudnnSetConvolutionMathType") &&
           product_take(&lib.destroy_convolution, l, "cudnnDestroyConvolutionDescriptor") &&
           product_take(&lib.algorithms, l, "cudnnGetConvolutionForwardAlgorithm_v7") &&
           product_take(&lib.forward, l, "cudnnConvolutionForward");
}

bool product_dnn_open(const char *folder, cudaStream_t stream)
{
    if (!product_open_anywhere(folder, open_dnn) || !take_all())
        return false;
    lib.there = lib.create(&lib.handle) == CUDNN_STATUS_SUCCESS &&
                lib.set_stream(lib.handle, stream) == CUDNN_STATUS_SUCCESS;
    if (lib.there)
        NEED(cudaMalloc(&lib.workspace, WORKSPACE));
    return lib.there;
}

/* ---- a product as a convolution ---- */

typedef struct {
    long long channels, width, height, images, x, y, filters;
} convolution;

/* The parts of the image that A reads, and whether the strides are those of whole rows. */
static bool is_convolution(const product_shape *shape, convolution *out)
{
    product_mode m = product_mode_of(shape, PRODUCT_M), n = product_mode_of(shape, PRODUCT_N);
    product_mode k = product_mode_of(shape, PRODUCT_K);
    const long long *a = m.stride[PRODUCT_A], *c = m.stride[PRODUCT_C];
    convolution v = {};
    if (m.n != 3 || n.n != 1 || k.n < 2 || product_size_of(shape, PRODUCT_L) != 1)
        return false;
    v.channels = a[0];
    v.y = k.extent[k.n - 1];
    if (v.channels < 1 || k.size / v.y % v.channels != 0 || a[1] % a[0] != 0 || a[2] % a[1] != 0)
        return false;
    v.x = k.size / v.y / v.channels;
    v.width = m.extent[0];
    v.height = m.extent[1];
    v.images = m.extent[2];
    v.filters = n.size;
    *out = v;
    return k.stride[PRODUCT_A][0] == 1 && k.stride[PRODUCT_A][k.n - 1] == a[1] &&
           a[1] / a[0] == v.width + v.x - 1 && a[2] / a[1] == v.height + v.y - 1 &&
           n.stride[PRODUCT_B][0] == k.size && k.stride[PRODUCT_B][0] == 1 &&
           n.stride[PRODUCT_C][0] == 1 && c[0] == v.filters && c[1] == c[0] * v.width &&
           c[2] == c[1] * v.height;
}

struct product_dnn {
    cudnnTensorDescriptor_t image, result;
    cudnnFilterDescriptor_t filter;
    cudnnConvolutionDescriptor_t convolution;
    cudnnConvolutionFwdAlgo_t algorithm;
};

static bool ok(cudnnStatus_t status)
{
    return status == CUDNN_STATUS_SUCCESS;
}

static bool describe(product_dnn *d, const convolution *v, cudnnDataType_t type)
{
    const cudnnTensorFormat_t rows = CUDNN_TENSOR_NHWC;
    const int channels = (int)v->channels, filters = (int)v->filters, images = (int)v->images;
    const int width = (int)v->width, height = (int)v->height, x = (int)v->x, y = (int)v->y;
    return ok(lib.create_tensor(&d->image)) && ok(lib.create_tensor(&d->result)) &&
           ok(lib.create_filter(&d->filter)) && ok(lib.create_convolution(&d->convolution)) &&
           ok(lib.set_tensor(d->image, rows, type, images, channels, height + y - 1,
                             width + x - 1)) &&
           ok(lib.set_tensor(d->result, rows, type, images, filters, height, width)) &&
           ok(lib.set_filter(d->filter, type, rows, filters, channels, y, x)) &&
           ok(lib.set_convolution(d->convolution, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION,
                                  CUDNN_DATA_FLOAT)) &&
           ok(lib.set_math(d->convolution, CUDNN_TENSOR_OP_MATH));
}

/* The first that cuDNN expects to be the fastest, in the room that there is. */
static bool choose(product_dnn *d)
{
    cudnnConvolutionFwdAlgoPerf_t found[ALGORITHMS];
    int n = 0;
    if (!ok(lib.algorithms(lib.handle, d->image, d->filter, d->convolution, d->result, ALGORITHMS,
                           &n, found)))
        return false;
    for (int i = 0; i < n; i++)
        if (ok(found[i].status) && found[i].memory <= WORKSPACE &&
            found[i].mathType != CUDNN_DEFAULT_MATH) {
            d->algorithm = found[i].algo;
            return true;
        }
    return false;
}

product_dnn *product_dnn_new(const product_plan *plan, const product_shape *shape)
{
    convolution v;
    element_code a = element_find(plan->element[PRODUCT_A])->code;
    bool same = strcmp(plan->element[PRODUCT_A], plan->element[PRODUCT_C]) == 0;
    if (!lib.there || !same || (a != ELEMENT_BF16 && a != ELEMENT_F16) || plan->bias ||
        plan->activation || !is_convolution(shape, &v))
        return NULL;
    product_dnn *d = new product_dnn();
    if (!describe(d, &v, a == ELEMENT_BF16 ? CUDNN_DATA_BFLOAT16 : CUDNN_DATA_HALF) ||
        !choose(d)) {
        product_dnn_free(d);
        return NULL;
    }
    return d;
}

void product_dnn_free(product_dnn *d)
{
    if (!d)
        return;
    if (d->image)
        lib.destroy_tensor(d->image);
    if (d->result)
        lib.destroy_tensor(d->result);
    if (d->filter)
        lib.destroy_filter(d->filter);
    if (d->convolution)
        lib.destroy_convolution(d->convolution);
    delete d;
}

bool product_dnn_run(const product_dnn *d, const product_call *call)
{
    float alpha = (float)call->alpha, beta = (float)call->beta;
    return ok(lib.forward(lib.handle, &alpha, d->image, call->a, d->filter, call->b,
                          d->convolution, d->algorithm, lib.workspace, WORKSPACE, &beta, d->result,
                          call->c));
}

#else /* built without cuDNN's header */

bool product_dnn_open(const char *, cudaStream_t)
{
    return false;
}

product_dnn *product_dnn_new(const product_plan *, const product_shape *)
{
    return NULL;
}

void product_dnn_free(product_dnn *)
{
}

bool product_dnn_run(const product_dnn *, const product_call *)
{
    return false;
}

#endif
