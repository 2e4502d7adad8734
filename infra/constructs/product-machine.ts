import { type Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, type IChainable, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';

export type ProductMachineProps = { stage: string; timeout: Duration; define(scope: Construct): IChainable };

/** Creates a state machine of the product, in a separate scope, so that two machines can have states with the same name. */
export function createProductMachine(scope: Construct, id: string, { stage, timeout, define }: ProductMachineProps): StateMachine {
  const states = new Construct(scope, `${id}States`);
  const machine = new StateMachine(scope, id, {
    stateMachineType: StateMachineType.STANDARD,
    definitionBody: DefinitionBody.fromChainable(define(states)),
    timeout,
    logs: {
      // With this prefix, one entry in CloudWatch's resource policy is enough for the logs of all machines. The size of this policy is
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

function acknowledge(machine: StateMachine): void {
  const reasons = {
    'AwsSolutions-SF1': 'The history of an execution contains every state, so the log needs only the failures.',
    'AwsSolutions-SF2': 'The history already contains the time of every state, and nothing else in the product is traced.',
  };
  for (const [id, reason] of Object.entries(reasons)) Validations.of(machine).acknowledge({ id, reason });
}
