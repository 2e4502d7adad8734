/** Fixed point of both samplers: positions between two pixels, and so the weights of both, are counted in 256ths. */
export const one = 256;
export const half = (one * one) / 2;
export const squareBits = 16;
