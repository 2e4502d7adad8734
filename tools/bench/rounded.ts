/** A figure with as many digits as its measurement is worth. */
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
