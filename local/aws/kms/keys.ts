/** KMS with asymmetric keys for signatures. The private keys are on disk, because a local machine has no hardware module. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { p256 } from '@noble/curves/nist.js';
import { writeAtomically } from '../../base/write-atomically.ts';
import type { CallResponse } from '../secrets-manager/secrets.ts';

export type Keys = {
  /** Creates a key at the first start. */
  create(arn: string): void;
  /** Returns the certificates of a key. Creates them if they do not exist. */
  certificatesOf(arn: string, create: (publicKey: Buffer) => string[]): string[];
  handleCall(operation: string, body: Record<string, unknown>): CallResponse;
};

const algorithm = 'ECDSA_SHA_256';
const digestBytes = 32;
/** Longer messages must be sent as a digest. */
const rawBytesMax = 4096;

export function openKeys(file: string): Keys {
  const keys: Record<string, { privateKey: string; certificates?: string[] }> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  const created = new Set<string>();
  const save = () => writeAtomically(file, JSON.stringify(keys));
  const keyOf = (arn: string) => {
    const key = keys[arn];
    if (!key) throw new Error(`There is no key ${arn}`);
    return key;
  };

  const publicKeyOf = (arn: string): Buffer => createPublicKey(keyOf(arn).privateKey).export({ type: 'spki', format: 'der' });

  function signMessage(arn: string, { Message, MessageType = 'RAW', SigningAlgorithm }: Record<string, unknown>): CallResponse {
    if (SigningAlgorithm !== algorithm) return invalid('ValidationException', `The key supports only ${algorithm}`);
    const message = Buffer.from(String(Message), 'base64');
    const isDigest = MessageType === 'DIGEST';
    if (isDigest ? message.length !== digestBytes : message.length === 0 || message.length > rawBytesMax)
      return invalid('ValidationException', isDigest ? 'Digest is invalid length for algorithm ECDSA_SHA_256.' : 'The message is too long');
    const { privateKey } = keyOf(arn);
    const signature = isDigest ? signDigest(message, privateKey) : sign('sha256', message, privateKey);
    return { status: 200, body: { KeyId: arn, Signature: signature.toString('base64'), SigningAlgorithm: algorithm } };
  }

  return {
    create(arn) {
      created.add(arn);
      if (keys[arn]) return;
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      keys[arn] = { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
      save();
    },
    certificatesOf(arn, create) {
      const key = keyOf(arn);
      key.certificates ??= create(publicKeyOf(arn));
      save();
      return key.certificates;
    },
    handleCall(operation, body) {
      const arn = String(body.KeyId);
      if (!created.has(arn)) return invalid('NotFoundException', `Key '${arn}' does not exist`);
      if (operation === 'Sign') return signMessage(arn, body);
      if (operation !== 'GetPublicKey') return { status: 501, body: { __type: 'NotImplemented', message: operation } };
      const description = { KeyId: arn, KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY', SigningAlgorithms: [algorithm] };
      return { status: 200, body: { ...description, PublicKey: publicKeyOf(arn).toString('base64') } };
    },
  };
}

const invalid = (type: string, message: string): CallResponse => ({ status: 400, body: { __type: type, message } });

/** Signs a message that is already hashed. Node cannot do this, because it signs only whole messages. Returns the signature in DER. */
function signDigest(digest: Buffer, privateKeyPem: string): Buffer {
  const secret = Buffer.from(createPrivateKey(privateKeyPem).export({ format: 'jwk' }).d ?? '', 'base64url');
  return Buffer.from(p256.sign(digest, secret, { prehash: false, lowS: false, format: 'der' }));
}
