/**
 * Selects the cloud for the operators' commands. `--local` selects the local cloud. `--aws` selects AWS with the credentials that the AWS
 * SDK finds. Without an option, the commands use the local cloud if it runs on this machine, otherwise AWS. In both clouds, the deployment
 * writes a parameter with the names of the resources.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { operatorSettingsParameter } from '#infra/settings.ts';
import { operatorsFile } from './operators-file.ts';

export const cloudOptions = {
  local: { type: 'boolean', default: false },
  aws: { type: 'boolean', default: false },
  stage: { type: 'string', default: 'prod' },
} as const;

export type CloudOptions = { local: boolean; aws: boolean; stage: string };

/**
 * Sets the environment variables of this process, so that commands use the selected cloud.
 * @returns whether this is the local cloud.
 * @throws Error with an instruction for the operator
 */
export async function connect({ local, aws, stage }: CloudOptions): Promise<boolean> {
  const file = join(resolve(process.env.VITRINE_HOME ?? '.local'), operatorsFile);
  const isLocal = local || (!aws && existsSync(file));
  if (isLocal) {
    if (!existsSync(file)) throw new Error('The local cloud is not running: start it with npm start');
    Object.assign(process.env, parseEnv(readFileSync(file, 'utf8')));
  }
  const ssm = new SSMClient({});
  const { Parameter } = await ssm.send(new GetParameterCommand({ Name: operatorSettingsParameter(stage) }));
  ssm.destroy();
  Object.assign(process.env, JSON.parse(Parameter?.Value ?? '{}'));
  return isLocal;
}
