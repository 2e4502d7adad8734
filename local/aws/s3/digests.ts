import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A checksum that is updated in steps. Call `value` only once, after the last `update`. */
export type Digest = { update(chunk: Uint8Array): void; value(): string };

export function hashDigest(algorithm: 'md5' | 'sha256'): Digest {
  const hash = createHash(algorithm);
  return { update: (chunk) => hash.update(chunk), value: () => hash.digest('hex') };
}

/** Returns a CRC-32 digest. Its value has the format of S3: four bytes, big-endian, in base64. */
export function crc32Digest(): Digest {
  let checksum = 0;
  return {
    update: (chunk) => {
      checksum = crc32(chunk, checksum);
    },
    value: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(checksum);
      return bytes.toString('base64');
    },
  };
}
