/** Writes the parts of ASN.1 that a certificate needs, in the encoding DER (https://www.itu.int/rec/T-REC-X.690). */

type Tag = { [Name in keyof typeof tags]: (typeof tags)[Name] }[keyof typeof tags];

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8String: 0x0c,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** A length below this value is one byte. A longer length starts with the number of its bytes. */
const shortLengthMax = 127;

function encode(tag: Tag | number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length <= shortLengthMax ? [content.length] : longLength(content.length);
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function longLength(length: number): number[] {
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

export const sequence = (...parts: Buffer[]): Buffer => encode(tags.sequence, ...parts);
export const set = (...parts: Buffer[]): Buffer => encode(tags.set, ...parts);
export const boolean = (value: boolean): Buffer => encode(tags.boolean, Buffer.from([value ? 0xff : 0]));
export const octetString = (content: Buffer): Buffer => encode(tags.octetString, content);
export const utf8String = (text: string): Buffer => encode(tags.utf8String, Buffer.from(text, 'utf8'));
/** @param unusedBits number of bits of the last byte that do not belong to the value. */
export const bitString = (content: Buffer, unusedBits = 0): Buffer => encode(tags.bitString, Buffer.from([unusedBits]), content);

/** A positive integer. A first bit of 1 would mean a negative number, so such a number gets a byte 0 in front. */
export function integer(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const significant = start === -1 ? Buffer.from([0]) : bytes.subarray(start);
  return encode(tags.integer, ...((significant[0] ?? 0) & 0x80 ? [Buffer.from([0])] : []), significant);
}

/** @param time whole seconds; the milliseconds are removed. */
export const generalizedTime = (time: Date): Buffer =>
  encode(
    tags.generalizedTime,
    Buffer.from(
      `${time
        .toISOString()
        .replace(/\.\d+Z$/, '')
        .replace(/[-:T]/g, '')}Z`,
    ),
  );

export function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...numbers] = text.split('.').map(Number);
  return encode(tags.objectId, Buffer.from([first * 40 + second, ...numbers.flatMap(base128)]));
}

/** All bytes except the last one have 1 as their first bit. */
function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 | (rest % 128));
  return bytes;
}

/** A context-specific tag. @param isConstructed whether the content is a complete value with its own tag. */
export const tagged = (number: number, content: Buffer, isConstructed = true): Buffer =>
  encode((isConstructed ? 0xa0 : 0x80) | number, content);
