# vectors.awk - claims about vectors of an access, each with the verdict that counting gives.
#
# 32 threads at a*t, each with four values at p*(j%2) + q*(j/2), of 2 bytes: v values are one vector,
# which is moved by one access. An access of 4 bytes serves 32 lanes at a time, of 8 bytes 16.

function value(t, j) { return a * t + p * (j % 2) + q * int(j / 2) }

function is_good(v,    t, i, w, words, phase, want)
{
    for (t = 0; t < 32; t++)
        for (i = 0; i < 4; i += v) {
            for (w = 0; w < v; w++)
                if (value(t, i + w) != value(t, i) + w)
                    return 0
            if (value(t, i) % v != 0)
                return 0
        }
    words = v / 2
    for (i = 0; i < 4; i += v)
        for (phase = 0; phase < words; phase++) {
            split("", want)
            for (t = phase * 32 / words; t < (phase + 1) * 32 / words; t++)
                for (w = 0; w < words; w++) {
                    word = value(t, i) / 2 + w
                    if (word % 32 in want && want[word % 32] != word)
                        return 0
                    want[word % 32] = word
                }
        }
    return 1
}

BEGIN {
    for (a = 0; a <= 8; a++)
        for (p = 1; p <= 3; p++)
            for (q = 2; q <= 66; q += 16)
                for (v = 2; v <= 4; v += 2)
                    printf "%s conflict_free((32,(2,2)):(%d,(%d,%d)), bytes=2, vector=%d)\n", is_good(v) ? "prove" : "refute", a, p, q, v
}
