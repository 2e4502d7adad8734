/**
 * The rotation of the secret that CloudFront adds to each call of the API (docs/decisions/032-canaries-and-rotation.md). The functions
 * accept the current and the previous version of the secret. CloudFront sends one version. Its id is in the record of the stage.
 */
import { randomUUID } from 'node:crypto';
import {
  DescribeSecretCommand,
  GetRandomPasswordCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { Settings } from '#infra/settings.ts';
import { readRecord } from './record.ts';
import { listResources, stackName } from './stacks.ts';

/** The functions read the secret again after five minutes. Until then, they would refuse the new version. */
export const rotationPauseMs = 6 * 60_000;
const secretLength = 64;

export type OriginSecretPlan = {
  /**
   * The version that the deployment gives to CloudFront. It is undefined before the first rotation, when CloudFront sends the first
   * version.
   */
  version?: string | undefined;
  /** The version that CloudFront sends before the deployment. */
  deployedVersion?: string | undefined;
  isRotated: boolean;
  /** True if the version is not stored yet. */
  isNew?: boolean;
};

/**
 * Returns the version of a deployment. This function changes nothing. If an earlier rotation stopped in the middle, its version is used
 * again. A third version would make the version that CloudFront sends invalid.
 * @throws Error if the secret does not exist yet
 */
export async function planOriginSecret({ stage, region }: Settings, isRotated = false): Promise<OriginSecretPlan> {
  const deployedVersion = (await readRecord(stage))?.originSecretVersion;
  if (!isRotated) return { version: deployedVersion, deployedVersion, isRotated };
  const { current, hasPrevious } = await readVersions(stage, region);
  const isPending = deployedVersion ? current !== deployedVersion : hasPrevious;
  return { version: isPending ? current : randomUUID(), deployedVersion, isRotated, isNew: !isPending };
}

/** Stores the new version of a rotation, and waits until all functions accept it. The old version becomes the previous version. */
export async function storeOriginSecret(
  { stage, region }: Settings,
  { version, isRotated, isNew }: OriginSecretPlan,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  if (!isRotated) return;
  if (isNew) {
    const arn = await findSecret(stage, region);
    const client = new SecretsManagerClient({ region });
    const { RandomPassword } = await client.send(new GetRandomPasswordCommand({ PasswordLength: secretLength, ExcludePunctuation: true }));
    // AWS uses this token as the id of the version.
    await client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: RandomPassword, ClientRequestToken: version }));
    client.destroy();
  }
  await pause(rotationPauseMs);
}

async function readVersions(stage: string, region: string): Promise<{ current: string; hasPrevious: boolean }> {
  const arn = await findSecret(stage, region);
  const client = new SecretsManagerClient({ region });
  const { VersionIdsToStages = {} } = await client.send(new DescribeSecretCommand({ SecretId: arn }));
  client.destroy();
  const withStage = (name: string) => Object.entries(VersionIdsToStages).find(([, stages]) => stages.includes(name))?.[0];
  const current = withStage('AWSCURRENT');
  if (!current) throw new Error(`The secret ${arn} has no current version. Restore it in the console of Secrets Manager.`);
  return { current, hasPrevious: withStage('AWSPREVIOUS') !== undefined };
}

async function findSecret(stage: string, region: string): Promise<string> {
  const resources = await listResources(region, stackName(stage, 'api'), 'AWS::SecretsManager::Secret');
  const arn = resources.find(({ LogicalResourceId }) => LogicalResourceId?.startsWith('OriginSecret'))?.PhysicalResourceId;
  if (!arn) throw new Error(`The stack ${stackName(stage, 'api')} has no secret of CloudFront yet. Deploy first, then rotate the secret.`);
  return arn;
}
