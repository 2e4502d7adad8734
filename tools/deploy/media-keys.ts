/**
 * The key pairs that sign the links to media (docs/decisions/030-media-through-cloudfront.md). There are two key pairs, and CloudFront
 * trusts both public keys. One key signs the links. The spare key replaces it in a rotation. The private keys are in a secret. The public
 * keys are in the record of the stage, because the workflow of GitHub cannot read secrets.
 */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod';
import type { MediaPublicKeys } from '#infra/constructs/media-delivery.ts';
import { mediaLinksParameter, type Settings } from '#infra/settings.ts';
import { readRecord } from './record.ts';
import { listResources, stackName } from './stacks.ts';

/** The content of the secret. The functions sign with the first key. */
const mediaSecret = z.object({ MEDIA_PRIVATE_KEY: z.string().min(1), MEDIA_SPARE_PRIVATE_KEY: z.string().min(1) });
type MediaSecret = z.infer<typeof mediaSecret>;

/** The parameter of the web stack with the deployed keys. */
const deployedLinks = z.object({ keys: z.array(z.object({ publicKey: z.string() })) });

export type MediaKeyPlan = {
  /** The keys that the deployment gives to CloudFront. */
  publicKeys: MediaPublicKeys;
  /** The keys of the last deployment. */
  deployedKeys?: MediaPublicKeys | undefined;
  /** New private keys. They must be stored before CloudFront gets their public keys. */
  newSecret?: MediaSecret;
};

/**
 * Returns the keys of a deployment. This function changes nothing. New keys exist only in memory until `storeMediaKeys`.
 * @param isSpareReplaced if true, a new key replaces the spare key. Links with a signature of the old spare key stop working.
 * @throws Error if the spare key cannot be replaced
 */
export async function planMediaKeys({ stage, region }: Settings, isSpareReplaced = false): Promise<MediaKeyPlan> {
  const deployedKeys = (await readRecord(stage))?.mediaPublicKeys;
  if (!isSpareReplaced && deployedKeys) return { publicKeys: deployedKeys, deployedKeys };
  if (!deployedKeys) {
    const newSecret = { MEDIA_PRIVATE_KEY: newPrivateKey(), MEDIA_SPARE_PRIVATE_KEY: newPrivateKey() };
    return { publicKeys: publicKeysOf(newSecret), newSecret };
  }
  const { MEDIA_PRIVATE_KEY } = (await readMediaSecret(stage, region)).content;
  if (!deployedKeys.includes(publicKeyOf(MEDIA_PRIVATE_KEY)))
    throw new Error(
      'The record of the stage does not contain the key that signs the links. See "Keys of the links to media" in docs/runbook.md.',
    );
  const newSecret = { MEDIA_PRIVATE_KEY, MEDIA_SPARE_PRIVATE_KEY: newPrivateKey() };
  return { publicKeys: publicKeysOf(newSecret), deployedKeys, newSecret };
}

/** Stores new private keys. The data stack must be deployed first, because it contains the secret. */
export async function storeMediaKeys({ stage, region }: Settings, { newSecret }: MediaKeyPlan): Promise<void> {
  if (newSecret) await writeMediaSecret(await findSecret(stage, region), region, newSecret);
}

/**
 * Signs the next links with the spare key. No link fails, because CloudFront has known this key since an earlier deployment. Links with a
 * signature of the other key still work.
 * @throws Error if CloudFront does not know the spare key
 */
export async function switchMediaKey({ stage, region }: Settings): Promise<void> {
  const { arn, content } = await readMediaSecret(stage, region);
  const { MEDIA_PRIVATE_KEY, MEDIA_SPARE_PRIVATE_KEY } = content;
  const knownKeys = await readDeployedKeys(stage, region);
  if (!knownKeys.includes(publicKeyOf(MEDIA_SPARE_PRIVATE_KEY)))
    throw new Error('CloudFront does not know the spare key yet. Deploy first, then switch the key.');
  await writeMediaSecret(arn, region, { MEDIA_PRIVATE_KEY: MEDIA_SPARE_PRIVATE_KEY, MEDIA_SPARE_PRIVATE_KEY: MEDIA_PRIVATE_KEY });
}

async function readMediaSecret(stage: string, region: string): Promise<{ arn: string; content: MediaSecret }> {
  const arn = await findSecret(stage, region);
  const client = new SecretsManagerClient({ region });
  try {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    const { success, data } = mediaSecret.safeParse(JSON.parse(SecretString));
    if (!success) throw new Error('The secret with the keys of the links to media is empty. Deploy first.');
    return { arn, content: data };
  } finally {
    client.destroy();
  }
}

async function writeMediaSecret(arn: string, region: string, content: MediaSecret): Promise<void> {
  const client = new SecretsManagerClient({ region });
  await client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: JSON.stringify(content) }));
  client.destroy();
}

async function findSecret(stage: string, region: string): Promise<string> {
  const resources = await listResources(region, stackName(stage, 'data'), 'AWS::SecretsManager::Secret');
  const arn = resources.find(({ LogicalResourceId }) => LogicalResourceId?.startsWith('MediaSigningKeys'))?.PhysicalResourceId;
  if (!arn) throw new Error(`The stack ${stackName(stage, 'data')} has no secret for the keys of the links to media. Deploy first.`);
  return arn;
}

async function readDeployedKeys(stage: string, region: string): Promise<string[]> {
  const client = new SSMClient({ region });
  const { Parameter } = await client.send(new GetParameterCommand({ Name: mediaLinksParameter(stage) }));
  client.destroy();
  return deployedLinks.parse(JSON.parse(Parameter?.Value ?? '')).keys.map(({ publicKey }) => publicKey);
}

/**
 * CloudFront supports RSA 2048 and ECDSA P-256 (https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_PublicKey.html). An ECDSA
 * signature has a quarter of the size of an RSA signature.
 */
const newPrivateKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const publicKeyOf = (privateKey: string): string => createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');

const publicKeysOf = ({ MEDIA_PRIVATE_KEY, MEDIA_SPARE_PRIVATE_KEY }: MediaSecret): MediaPublicKeys => [
  publicKeyOf(MEDIA_PRIVATE_KEY),
  publicKeyOf(MEDIA_SPARE_PRIVATE_KEY),
];
