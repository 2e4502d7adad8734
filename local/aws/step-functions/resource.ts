import { join } from 'node:path';
import { machineAlias } from '#shared/work/kinds.ts';
import type { Resource } from '../../template/assembly.ts';
import { arn, physicalName, type ResourceType } from '../../template/resource-type.ts';
import { statementsOfRole } from '../iam/resource.ts';
import { createStatesEngine } from './engine.ts';

type MachineProperties = { DefinitionString: string; RoleArn: string };

const machineArn = (resource: Resource): string => arn('states', `stateMachine:${physicalName(resource)}`);

export const stateMachine: ResourceType = {
  type: 'AWS::StepFunctions::StateMachine',
  properties: {
    reads: ['DefinitionString', 'RoleArn'],
    allowedValues: { StateMachineType: ['STANDARD'] },
    ignores: { LoggingConfiguration: 'The page /_local/executions shows every event of an execution.' },
  },
  ref: machineArn,
  attributes: { Arn: machineArn, Name: physicalName, StateMachineRevisionId: () => 'INITIAL' },
  async startAll(resources, cloud) {
    const machines = resources.map((resource) => {
      const { DefinitionString, RoleArn } = cloud.resolver.resolve<MachineProperties>(resource.stack, resource.properties);
      const name = physicalName(resource);
      const checkPermission = cloud.iam.addMachine(name, statementsOfRole(RoleArn, 'states', cloud));
      return { arn: machineArn(resource), name, definition: JSON.parse(DefinitionString), checkPermission };
    });
    const engine = await createStatesEngine({
      directory: join(cloud.home, 'executions'),
      machines,
      invokeLambda: (functionArn, payload) => cloud.invoke(functionArn, payload),
      ...(cloud.clock && { clock: cloud.clock }),
    });
    cloud.states = engine;
    cloud.onStop(() => engine.stop());
  },
};

/** The local cloud keeps no earlier versions, so the version of each machine has the number 1. */
const versionArn = ({ stack, properties }: Resource): string => {
  const { Ref: id } = properties.StateMachineArn as { Ref: string };
  return `${arn('states', `stateMachine:${stack}-${id}`)}:1`;
};

export const stateMachineVersion: ResourceType = {
  type: 'AWS::StepFunctions::StateMachineVersion',
  properties: { reads: ['StateMachineArn', 'StateMachineRevisionId'] },
  ref: versionArn,
  attributes: { Arn: versionArn },
};

/** All work uses the newest version, so a gradual change to a new version has no effect. */
export const stateMachineAlias: ResourceType = {
  type: 'AWS::StepFunctions::StateMachineAlias',
  properties: {
    allowedValues: { Name: [machineAlias] },
    ignores: { DeploymentPreference: 'Only the newest version of a machine exists.' },
  },
};
