/* product-dnn.cuh - convolutions by cuDNN.
 *
 * A product is a convolution when its A is an image with a border, by strides: m is (width, height,
 * image), k is (channel, x, y), channels lie side by side, and rows are whole. cuDNN takes the same
 * image without padding of its own. */
#ifndef BENCH_PRODUCT_DNN_CUH
#define BENCH_PRODUCT_DNN_CUH

#include "product.cuh"

typedef struct product_dnn product_dnn;

/* Opens cuDNN, in `folder` first unless it is NULL, for products of the stream; false: there is
 * none. */
bool product_dnn_open(const char *folder, cudaStream_t stream);
/* NULL: the product is no convolution, or cuDNN does not take it. */
product_dnn *product_dnn_new(const product_plan *plan, const product_shape *shape);
void product_dnn_free(product_dnn *dnn);
bool product_dnn_run(const product_dnn *dnn, const product_call *call);

#endif
