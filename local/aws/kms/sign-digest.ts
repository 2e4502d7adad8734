/** ECDSA on the curve P-256 for a message that is already hashed (FIPS 186-5, section 6.4.1). Node can only sign whole messages. */
import { createECDH, createPrivateKey, randomBytes } from 'node:crypto';
import { integer, sequence } from '#infra/certificates/der.ts';

/** The order of the curve (SP 800-186, section 3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const scalarBytes = 32;

/** Returns the signature in DER. */
export function signDigest(digest: Buffer, privateKeyPem: string): Buffer {
  const secret = toNumber(Buffer.from(createPrivateKey(privateKeyPem).export({ format: 'jwk' }).d ?? '', 'base64url'));
  for (;;) {
    const nonce = toNumber(randomBytes(scalarBytes));
    if (nonce === 0n || nonce >= order) continue;
    const r = xOfMultiple(nonce) % order;
    const s = (inverse(nonce) * (toNumber(digest) + r * secret)) % order;
    if (r !== 0n && s !== 0n) return sequence(integer(toBytes(r)), integer(toBytes(s)));
  }
}

/** Returns the x coordinate of the product of a number and the base point. */
function xOfMultiple(scalar: bigint): bigint {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(toBytes(scalar));
  // An uncompressed point is the byte 4, x and y.
  return toNumber(ecdh.getPublicKey().subarray(1, 1 + scalarBytes));
}

/** Returns the inverse of a number modulo the order, by the extended Euclidean algorithm. */
function inverse(value: bigint): bigint {
  let [rest, nextRest, factor, nextFactor] = [order, value, 0n, 1n];
  while (nextRest !== 0n) {
    const quotient = rest / nextRest;
    [rest, nextRest] = [nextRest, rest - quotient * nextRest];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return ((factor % order) + order) % order;
}

const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
const toBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(scalarBytes * 2, '0'), 'hex');
