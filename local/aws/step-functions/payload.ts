import type { Json } from './definition.ts';
import { StateError } from './errors.ts';

/** AWS's maximum size for the input, the output and the parameters of a state, as UTF-8 JSON. */
export const payloadBytesMax = 262_144;

/** @throws StateError States.DataLimitExceeded if the value is larger than the limit of a state */
export function encodePayload(value: Json, payloadName: string): string {
  const text = JSON.stringify(value ?? null);
  if (Buffer.byteLength(text) > payloadBytesMax) {
    throw new StateError('States.DataLimitExceeded', `The ${payloadName} exceeds the maximum number of bytes (${payloadBytesMax}).`);
  }
  return text;
}
