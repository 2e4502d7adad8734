/** Fixed-point arithmetic of both samplers: positions between two pixels, and thus their weights, are in units of 1/256. */
export const one = 256;
export const half = (one * one) / 2;
export const squareBits = 16;
