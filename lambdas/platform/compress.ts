/** Compresses responses in the function, because API Gateway does not compress the responses of HTTP APIs. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

type Encoding = 'br' | 'gzip';

/** A smaller body fits in one network packet, so compression would only cost time. */
const compressedBytesMin = 1024;
/**
 * Level of Brotli. Higher levels make the body a few percent smaller, but take many times longer. The default of Node is the maximum level.
 */
const brotliQuality = 5;

const compressors: Record<Encoding, (body: Buffer) => Buffer> = {
  br: (body) =>
    brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => gzipSync(body),
};

/**
 * Returns the encoding for a body of this size, or undefined if the body must stay as it is. The `q` weight 0 excludes an encoding
 * (https://www.rfc-editor.org/rfc/rfc9110#field.accept-encoding).
 */
export function encodingFor(acceptEncoding: string | undefined, sizeBytes: number): Encoding | undefined {
  if (sizeBytes < compressedBytesMin) return undefined;
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((entry) => {
      const [name = '', weight = ''] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      return [name, weight === '' ? 1 : Number(weight)];
    }),
  );
  return (['br', 'gzip'] as const).find((encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0);
}

/** Returns the compressed bytes of a body. */
export const compressed = (body: Buffer, encoding: Encoding): Buffer => compressors[encoding](body);
