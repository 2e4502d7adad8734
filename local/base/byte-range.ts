/** Positions of the first and the last byte. The range includes both bytes. */
export type ByteRange = { start: number; end: number };

/**
 * Parses a `Range` header for an object of this size. Returns undefined if the server must send the whole object. There are two such cases:
 * the header is invalid, or it contains several ranges. HTTP ignores an invalid header. Several ranges are not supported here.
 */
export function parseRange(header: string, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
