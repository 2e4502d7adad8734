import { type Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  CfnStateMachineAlias,
  CfnStateMachineVersion,
  DefinitionBody,
  type IChainable,
  LogLevel,
  StateMachine,
  StateMachineType,
} from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { machineAlias } from '#shared/work/kinds.ts';
import { canaryPercent, type Rollout } from '../rollout.ts';

export type ProductMachineProps = { stage: string; timeout: Duration; define(scope: Construct): IChainable };

/** Creates a state machine of the product. Each machine has a separate scope, so that two machines can have states with the same name. */
export function createProductMachine(scope: Construct, id: string, { stage, timeout, define }: ProductMachineProps): StateMachine {
  const states = new Construct(scope, `${id}States`);
  const machine = new StateMachine(scope, id, {
    stateMachineType: StateMachineType.STANDARD,
    definitionBody: DefinitionBody.fromChainable(define(states)),
    timeout,
    logs: {
      // Because of this prefix, one entry in CloudWatch's resource policy covers the logs of all machines. The size of this policy is
      // limited.
      destination: new LogGroup(states, 'Logs', {
        logGroupName: `/aws/vendedlogs/states/vitrine-${stage}-${id}`,
        retention: RetentionDays.ONE_MONTH,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      level: LogLevel.ERROR,
      includeExecutionData: false,
    },
  });
  acknowledge(machine);
  return machine;
}

/**
 * Publishes a version of a machine at each change. CloudFormation keeps the earlier versions, because running batches still start them.
 * @returns the ARN of the version
 */
export function publishVersion({ stateMachineArn, stateMachineRevisionId, node }: StateMachine): string {
  const version = new CfnStateMachineVersion(node.scope as Construct, `${node.id}Version`, { stateMachineArn, stateMachineRevisionId });
  version.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return version.ref;
}

/**
 * Creates the alias that is used to start work. After a deployment, CloudFormation moves the alias gradually to the new version. If an
 * alarm goes off during this time, CloudFormation returns all work to the earlier version and restores the stack.
 */
export function createMachineAlias(machine: StateMachine, { canaryMinutes, alarmNames }: Rollout): void {
  const { scope, id } = machine.node;
  new CfnStateMachineAlias(scope as Construct, `${id}Alias`, {
    name: machineAlias,
    deploymentPreference: {
      ...(canaryMinutes ? { type: 'CANARY', percentage: canaryPercent, interval: canaryMinutes } : { type: 'ALL_AT_ONCE' }),
      stateMachineVersionArn: publishVersion(machine),
      ...(alarmNames.length > 0 && { alarms: [...alarmNames] }),
    },
  });
}

function acknowledge(machine: StateMachine): void {
  const reasons = {
    'AwsSolutions-SF1':
      'Step Functions keeps the complete history of each execution for 90 days, and `npm run trace` reads it. A log of all events would be a copy.',
    'AwsSolutions-SF2':
      'An execution waits for vendors for hours, so X-Ray would divide it into many traces. `npm run trace` joins all lines of a batch (decision 027).',
  };
  for (const [id, reason] of Object.entries(reasons)) Validations.of(machine).acknowledge({ id, reason });
}
