import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { rawSignature } from './signing-key.ts';

test('a signature in DER becomes two numbers of 32 bytes, even if a number has leading zeros', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // In 2,000 signatures, several numbers are shorter than 32 bytes, and about half of the numbers have a leading zero in DER.
  for (let count = 0; count < 2_000; count++) {
    const text = Buffer.from(`claim ${count}`);
    const raw = rawSignature(sign('sha256', text, privateKey));
    expect(raw).toHaveLength(64);
    expect(verify('sha256', text, { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw)).toBe(true);
  }
});
