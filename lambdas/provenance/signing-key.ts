/** The signing key in KMS, and its certificates in Parameter Store. The private key never leaves KMS. */
import { createHash, X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { AwsError, sendToAws } from '../platform/aws-request.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { parameter } from '../platform/parameters.ts';

/** `npm run deploy` writes this parameter (tools/deploy/signing-certificates.ts). The first certificate belongs to the key. */
const certificatesParameter = z.object({ keyArn: z.string(), certificates: z.array(z.string()).min(2) });

export type SigningKey = {
  certificates: string[];
  /** Returns the signature of a text with SHA-256: the numbers r and s with 32 bytes each, as COSE requires. */
  sign(text: Buffer): Promise<Buffer>;
};

/** The key is deleted, disabled, or will be deleted. */
const unusableKeyErrors = ['NotFoundException', 'DisabledException', 'KMSInvalidStateException'];

export const isUnusableKey = (error: unknown): boolean => error instanceof AwsError && unusableKeyErrors.includes(error.name);

/** Returns undefined if the certificates are missing, belong to another key, or are not valid at this time. */
export async function readSigningKey(now: Date): Promise<SigningKey | undefined> {
  const keyArn = requiredEnv('SIGNING_KEY_ARN');
  const text = await parameter(requiredEnv('SIGNING_CERTIFICATES_PARAMETER')).catch(undefinedIfMissing);
  if (text === undefined) return logMissing('There are no certificates');
  const { keyArn: certifiedKeyArn, certificates } = certificatesParameter.parse(JSON.parse(text));
  if (certifiedKeyArn !== keyArn) return logMissing('The certificates belong to another key');
  if (!certificates.every((certificate) => isValid(certificate, now))) return logMissing('A certificate is not valid at this time');
  return { certificates, sign: (bytes) => sign(bytes, keyArn) };
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof AwsError && error.name === 'ParameterNotFound') return undefined;
  throw error;
}

function isValid(certificate: string, now: Date): boolean {
  const { validFrom, validTo } = new X509Certificate(certificate);
  return Date.parse(validFrom) <= now.getTime() && now.getTime() < Date.parse(validTo);
}

function logMissing(reason: string): undefined {
  log('error', 'files cannot be signed', { reason });
}

/** The operation of KMS (https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html). */
const signHeaders = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'TrentService.Sign' };
const signResponse = z.object({ Signature: z.base64() });
const attemptsMax = 4;

async function sign(text: Buffer, keyArn: string): Promise<Buffer> {
  const body = {
    KeyId: keyArn,
    Message: createHash('sha256').update(text).digest('base64'),
    MessageType: 'DIGEST',
    SigningAlgorithm: 'ECDSA_SHA_256',
  };
  const response = await sendToAws({ service: 'keys', path: '/', headers: signHeaders, body, attemptsMax });
  return rawSignature(Buffer.from(signResponse.parse(response).Signature, 'base64'));
}

const numberBytes = 32;

/** KMS returns a sequence of two integers in DER. COSE uses two numbers of fixed length (RFC 9053, section 2.1). */
export function rawSignature(der: Buffer): Buffer {
  const [r, rest] = integerIn(der.subarray(2));
  const [s] = integerIn(rest);
  return Buffer.concat([r, s]);
}

/** Returns the integer at the start of the bytes with a fixed length of `numberBytes`, and the bytes after the integer. */
function integerIn(der: Buffer): [Buffer, Buffer] {
  const length = der[1] ?? 0;
  const value = der.subarray(2, 2 + length);
  const significant = value.subarray(Math.max(0, value.length - numberBytes));
  return [Buffer.concat([Buffer.alloc(numberBytes - significant.length), significant]), der.subarray(2 + length)];
}
