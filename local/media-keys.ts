/** The key pairs that sign the links to media. On AWS, `npm run deploy` creates them. The local cloud creates them at its first start. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { MediaPublicKeys } from '#infra/constructs/media-delivery.ts';
import { writeAtomically } from './base/write-atomically.ts';

/** The content of the secret with the private keys (infra/stacks/data-stack.ts). */
type MediaSecret = Record<'MEDIA_PRIVATE_KEY' | 'MEDIA_SPARE_PRIVATE_KEY', string>;

/** The name of the file in the folder of the local cloud. */
export const mediaKeysFile = 'media-keys.json';

/** Reads the keys from a file, or creates them. They stay the same after a restart, so that earlier links stay valid. */
export function openMediaKeys(file: string): { secret: MediaSecret; publicKeys: MediaPublicKeys } {
  const secret: MediaSecret = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { MEDIA_PRIVATE_KEY: newPrivateKey(), MEDIA_SPARE_PRIVATE_KEY: newPrivateKey() };
  writeAtomically(file, JSON.stringify(secret));
  return { secret, publicKeys: [publicKeyOf(secret.MEDIA_PRIVATE_KEY), publicKeyOf(secret.MEDIA_SPARE_PRIVATE_KEY)] };
}

const newPrivateKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const publicKeyOf = (privateKey: string): string => createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
