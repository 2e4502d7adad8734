/**
 * Signs with ECDSA on the curve P-256 (FIPS 186-5) and the nonce of RFC 6979. The same text and key always give the same signature. Node's
 * `sign` uses a random nonce, so two execution environments would return different signatures for the same text.
 */
import { createECDH, createHash, createHmac, createPrivateKey, createPublicKey, createSecretKey, randomBytes } from 'node:crypto';

/** The order of the curve (FIPS 186-5, SP 800-186, section 3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const scalarBytes = 32;
/** OpenSSL's name of P-256. */
const curve = 'prime256v1';

export type P256Key = {
  /** The public key as SubjectPublicKeyInfo in base64: the text between the first and the last line of its PEM file. */
  publicKey: string;
  /** Returns the signature of a text with SHA-256, in DER (RFC 3279, section 2.2.3). */
  sign(text: string): Buffer;
};

/**
 * Reads a private key in PEM.
 * @throws Error if the text is not a private key of the curve P-256.
 */
export function readP256Key(privateKeyPem: string): P256Key {
  const key = createPrivateKey(privateKeyPem);
  const { d, crv } = key.export({ format: 'jwk' });
  if (crv !== 'P-256' || !d) throw new Error('The private key is not a key of the curve P-256');
  const secret = Buffer.from(d, 'base64url');
  return {
    publicKey: createPublicKey(privateKeyPem).export({ type: 'spki', format: 'der' }).toString('base64'),
    sign: (text) => signHash(secret, createHash('sha256').update(text).digest()),
  };
}

/** @param hash must have as many bits as the order of the curve. */
function signHash(secret: Buffer, hash: Buffer): Buffer {
  const message = toNumber(hash);
  for (const nonce of noncesOf(secret, toBytes(message % order))) {
    const r = xOfMultiple(nonce) % order;
    // The random factor does not change the result. But it makes the time of the inversion independent of the nonce.
    const factor = (toNumber(randomBytes(scalarBytes)) % (order - 1n)) + 1n;
    const s = (inverse((factor * toNumber(nonce)) % order) * ((factor * (message + r * toNumber(secret))) % order)) % order;
    if (r !== 0n && s !== 0n) return derSequence([r, s]);
  }
  throw new Error('There is no nonce for this text');
}

/** The first nonce is nearly always valid. In practice, this limit is not reached. */
const noncesMax = 100;

/** Returns the nonces of a key and a hash in their order (RFC 6979, section 3.2). */
function* noncesOf(secret: Buffer, hash: Buffer): Generator<Buffer> {
  let value: Buffer = Buffer.alloc(scalarBytes, 1);
  let key: Buffer = Buffer.alloc(scalarBytes);
  for (const step of [0, 1]) {
    key = hmac(key, value, Buffer.of(step), secret, hash);
    value = hmac(key, value);
  }
  for (let count = 0; count < noncesMax; count++) {
    value = hmac(key, value);
    const nonce = toNumber(value);
    if (nonce > 0n && nonce < order) yield value;
    key = hmac(key, value, Buffer.of(0));
    value = hmac(key, value);
  }
}

function hmac(key: Buffer, ...parts: Buffer[]): Buffer {
  // With a key object, Node computes the HMAC several times faster.
  const mac = createHmac('sha256', createSecretKey(key));
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Returns the x coordinate of the product of a number and the base point. OpenSSL computes it in constant time. */
function xOfMultiple(scalar: Buffer): bigint {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(scalar);
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

const derInteger = 0x02;
const derSequenceTag = 0x30;

/** Returns positive numbers below 2^256 as a DER sequence of integers. Each length fits in one byte. */
function derSequence(numbers: readonly bigint[]): Buffer {
  const integers = numbers.map((number) => {
    const bytes = toBytes(number);
    const start = bytes.findIndex((byte) => byte !== 0);
    const digits = bytes.subarray(start);
    // The first bit is the sign.
    const content = Number(digits[0]) >= 0x80 ? Buffer.concat([Buffer.of(0), digits]) : digits;
    return Buffer.concat([Buffer.of(derInteger, content.length), content]);
  });
  const content = Buffer.concat(integers);
  return Buffer.concat([Buffer.of(derSequenceTag, content.length), content]);
}
