/**
 * The certificates of the key that signs content credentials (docs/decisions/039-content-credentials.md). The key is in KMS, and its
 * certificates are in a parameter. They name our own authority, so other programs show an unknown issuer until the owner buys a
 * certificate.
 */
import { X509Certificate } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod';
import { createCredentialChain } from '#infra/certificates/credential-chain.ts';
import { type Settings, signingCertificatesParameter } from '#infra/settings.ts';
import { findStack, listResources, stackName } from './stacks.ts';

const storedCertificates = z.object({ keyArn: z.string(), certificates: z.array(z.string()).min(2) });

/** The certificates are replaced before they end, so that no file gets a certificate that ends soon. */
const remainingDaysMin = 365;
const dayMs = 24 * 60 * 60 * 1000;

/** Creates the certificates if they are missing, belong to another key, or end within a year. @returns whether they are new. */
export async function ensureSigningCertificates({ stage, region }: Settings, now: Date): Promise<boolean> {
  const keyArn = await findKey(stage, region);
  const ssm = new SSMClient({ region });
  const kms = new KMSClient({ region });
  try {
    const name = signingCertificatesParameter(stage);
    if (isUsable(await readText(ssm, name), keyArn, now)) return false;
    const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: keyArn }));
    const certificates = createCredentialChain(Buffer.from(PublicKey ?? []), now);
    const value = JSON.stringify({ keyArn, certificates });
    await ssm.send(new PutParameterCommand({ Name: name, Value: value, Type: 'String', Overwrite: true }));
    return true;
  } finally {
    ssm.destroy();
    kms.destroy();
  }
}

async function findKey(stage: string, region: string): Promise<string> {
  const keys = await listResources(region, stackName(stage, 'data'), 'AWS::KMS::Key');
  const id = keys.find(({ LogicalResourceId }) => LogicalResourceId?.startsWith('CredentialKey'))?.PhysicalResourceId;
  if (!id) throw new Error(`The stack ${stackName(stage, 'data')} has no key for content credentials. Deploy first.`);
  // The id of a key does not contain the account. So the account comes from the ARN of the stack.
  const [, , , , account] = (await findStack(region, stackName(stage, 'data')))?.StackId?.split(':') ?? [];
  return `arn:aws:kms:${region}:${account}:key/${id}`;
}

async function readText(client: SSMClient, name: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetParameterCommand({ Name: name }))).Parameter?.Value;
  } catch (error) {
    if (error instanceof Error && error.name === 'ParameterNotFound') return undefined;
    throw error;
  }
}

function isUsable(text: string | undefined, keyArn: string, now: Date): boolean {
  if (text === undefined) return false;
  const { success, data } = storedCertificates.safeParse(JSON.parse(text));
  if (!success) return false;
  const lasts = (certificate: string) => Date.parse(new X509Certificate(certificate).validTo) - now.getTime() > remainingDaysMin * dayMs;
  return data.keyArn === keyArn && data.certificates.every(lasts);
}
