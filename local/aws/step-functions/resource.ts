import { join } from 'node:path';
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
  attributes: { Arn: machineArn, Name: physicalName },
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
