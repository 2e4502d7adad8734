/** States that run published versions. So a running batch keeps the code with which it started (decision 029). */
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction, IVersion } from 'aws-cdk-lib/aws-lambda';
import type { IStateMachine, QueryLanguage } from 'aws-cdk-lib/aws-stepfunctions';
import {
  LambdaInvoke,
  type LambdaInvokeProps,
  StepFunctionsStartExecution,
  type StepFunctionsStartExecutionProps,
} from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';

/** A machine for one item. A batch always starts this version, even if a deployment publishes a newer one while the batch runs. */
export type ItemMachine = { machine: IStateMachine; versionArn: string };

const isVersion = (lambda: IFunction): lambda is IVersion => 'lambda' in lambda && 'version' in lambda;

/**
 * Runs one version of a function. The role of the machine may run every version of the function, because after a deployment, running
 * executions still use the earlier versions.
 */
export class InvokeVersion extends LambdaInvoke {
  protected override readonly taskPolicies: PolicyStatement[];

  constructor(scope: Construct, id: string, props: LambdaInvokeProps) {
    super(scope, id, props);
    const { lambdaFunction } = props;
    const resources = (isVersion(lambdaFunction) ? lambdaFunction.lambda : lambdaFunction).resourceArnsForGrantInvoke;
    this.taskPolicies = [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources })];
  }
}

type StartVersionProps = Omit<StepFunctionsStartExecutionProps, 'stateMachine'> & { itemMachine: ItemMachine };

/**
 * Starts an execution of a version. The permissions contain the ARN of the machine, because AWS checks this ARN for all versions:
 * https://docs.aws.amazon.com/step-functions/latest/dg/auth-version-alias.html
 */
export class StartVersion extends StepFunctionsStartExecution {
  private readonly versionArn: string;

  constructor(scope: Construct, id: string, { itemMachine: { machine, versionArn }, ...props }: StartVersionProps) {
    super(scope, id, { ...props, stateMachine: machine });
    this.versionArn = versionArn;
  }

  override toStateJson(language?: QueryLanguage): object {
    const state = super.toStateJson(language) as { Parameters: object };
    return { ...state, Parameters: { ...state.Parameters, StateMachineArn: this.versionArn } };
  }
}
