import { join } from 'node:path';
import { createStatesEngine } from '../services/states/engine.ts';
import type { Resource } from '../template/assembly.ts';
import { arn, physicalName, type ResourceType } from './resource-type.ts';

const machineArn = (resource: Resource): string => arn('states', `stateMachine:${physicalName(resource)}`);

export const stateMachine: ResourceType = {
  type: 'AWS::StepFunctions::StateMachine',
  properties: {
    reads: ['DefinitionString', 'RoleArn'],
    only: { StateMachineType: ['STANDARD'] },
    ignores: { LoggingConfiguration: 'The history of an execution has every event, at /_local/executions.' },
  },
  ref: machineArn,
  attributes: { Arn: machineArn, Name: physicalName },
  async standUp(resources, cloud) {
    const machines = resources.map((resource) => {
      const { DefinitionString } = cloud.resolver.resolve<{ DefinitionString: string }>(resource.stack, resource.properties);
      return { arn: machineArn(resource), name: physicalName(resource), definition: JSON.parse(DefinitionString) };
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
