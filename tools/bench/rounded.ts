/** Rounds a number to the digits that its measurement supports. */
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
