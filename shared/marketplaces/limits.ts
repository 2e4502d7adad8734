/** Compares one value with one limit. */
import type { Field } from './fields.ts';

export type Value = number | string | boolean;
export type Limit = {
  min?: number | string;
  max?: number | string;
  /** The value must be less than this number. */
  below?: number | string;
  oneOf?: readonly (number | string)[];
  noneOf?: readonly string[];
  is?: boolean;
  any?: true;
};

/**
 * Maximum relative difference between the ratio in a rule and the width / height of a file. A crop has an even width and an even height, so
 * its width / height is not always exactly the ratio.
 */
const ratioTolerance = 0.005;

/** Returns width / height of a ratio such as `16:9`. */
export function ratioNumber(ratio: string): number {
  const [width = Number.NaN, height = Number.NaN] = ratio.split(':').map(Number);
  return width / height;
}

/** Returns whether a value satisfies a limit. A ratio is the number width / height. */
export function isWithin(field: Field, { min, max, below, oneOf, noneOf, is, any }: Limit, value: Value): boolean {
  if (any) return true;
  if (typeof value === 'boolean') return is === undefined || value === is;
  if (typeof value === 'string') return (oneOf?.includes(value) ?? true) && !(noneOf?.includes(value) ?? false);
  const tolerance = field === 'ratio' ? ratioTolerance : 0;
  const numberOf = (limit: number | string) => (typeof limit === 'string' ? ratioNumber(limit) : limit);
  const isEqual = (limit: number | string) => Math.abs(value - numberOf(limit)) <= tolerance * numberOf(limit);
  return (
    (min === undefined || value >= numberOf(min) || isEqual(min)) &&
    (max === undefined || value <= numberOf(max) || isEqual(max)) &&
    (below === undefined || (value < numberOf(below) && !(tolerance > 0 && isEqual(below)))) &&
    (oneOf === undefined || oneOf.some(isEqual))
  );
}
