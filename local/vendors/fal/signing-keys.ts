/** The key pair for signing webhooks. It is stored on disk. So public keys that a receiver has cached stay valid after a restart. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from '../../base/write-atomically.ts';

const userId = 'vitrine-stand-in';

export type SigningKeys = ReturnType<typeof openSigningKeys>;

export function openSigningKeys(file: string) {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeAtomically(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  }
  const privateKey = createPrivateKey(readFileSync(file));
  return {
    jwks: { keys: [publicJwk(privateKey)] },
    /** Returns the four headers of a webhook. The signature covers the ids, the time and the exact bytes of the body. */
    headersFor(requestId: string, body: string, now: Date, { isForged = false } = {}): Record<string, string> {
      const timestamp = Math.floor(now.getTime() / 1000).toString();
      const digest = createHash('sha256').update(body).digest('hex');
      const signature = sign(null, Buffer.from([requestId, userId, timestamp, digest].join('\n')), privateKey);
      if (isForged) signature[0]! ^= 0xff;
      return {
        'x-fal-webhook-request-id': requestId,
        'x-fal-webhook-user-id': userId,
        'x-fal-webhook-timestamp': timestamp,
        'x-fal-webhook-signature': signature.toString('hex'),
      };
    },
  };
}

/**
 * Returns the public key with '=' padding. The standard does not allow this padding, but fal's real keys have it. So the product must
 * accept it.
 */
function publicJwk(privateKey: KeyObject) {
  const { kty, crv, x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kty, crv, x: x.padEnd(Math.ceil(x.length / 4) * 4, '=') };
}
