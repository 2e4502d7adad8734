/** Positions of the first and the last byte; both bytes belong to the range. */
export type ByteRange = { start: number; end: number };

/**
 * Parses a `Range` header for an object's size. Returns undefined if the whole object must be sent: HTTP ignores a
 * header that cannot be parsed, and several ranges in one header are not supported.
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
