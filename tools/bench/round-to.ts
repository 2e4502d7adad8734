/** Rounds a measured number to a useful number of digits. */
export const roundTo = (value: number, digits = 2): number => Number(value.toFixed(digits));
