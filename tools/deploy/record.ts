/** The record of the last deployment of a stage. A deployment compares its settings with this record. */
import { GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { MediaPublicKeys } from '#infra/constructs/media-delivery.ts';
import { edgeRegion, type Settings } from '#infra/settings.ts';
import { hasName } from './finding.ts';

export type DeploymentRecord = {
  settings: Settings;
  startedAt: string;
  /** Undefined while a deployment runs, and after a failed deployment. */
  finishedAt?: string;
  /** The keys that verify the links to media. Undefined until their private keys are stored. */
  mediaPublicKeys?: MediaPublicKeys;
  /** The version of the secret that CloudFront sends to the API. Undefined before the first rotation. */
  originSecretVersion?: string;
};

/** The parameter is always in the region of the firewall. So it is found even if the region in the settings has changed. */
const parameterName = (stage: string): string => `/vitrine/${stage}/deployment`;

/** Returns the record of a stage, or undefined if no deployment has started. */
export async function readRecord(stage: string): Promise<DeploymentRecord | undefined> {
  const client = new SSMClient({ region: edgeRegion });
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name: parameterName(stage) }));
    return Parameter?.Value ? (JSON.parse(Parameter.Value) as DeploymentRecord) : undefined;
  } catch (error) {
    if (hasName(error, 'ParameterNotFound')) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}

/** Writes the record. This happens before the deployment, because a failed deployment may have changed some of the stacks. */
export async function writeRecord(stage: string, record: DeploymentRecord): Promise<void> {
  const client = new SSMClient({ region: edgeRegion });
  await client.send(
    new PutParameterCommand({
      Name: parameterName(stage),
      Description: 'The last deployment, see docs/deploy.md',
      Type: 'String',
      Value: JSON.stringify(record),
      Overwrite: true,
    }),
  );
  client.destroy();
}
