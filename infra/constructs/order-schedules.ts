/** The schedules that start large orders at a chosen time: their group, their role, and the function that they invoke. */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { Artifacts } from '../artifacts.ts';
import { startScheduledOrder } from '../functions/jobs.ts';
import type { Settings } from '../settings.ts';
import type { Grantable } from './permissions.ts';
import { ProductFunction } from './product-function.ts';

export class OrderSchedules extends Construct {
  readonly groupName: string;
  readonly schedulesArn: string;
  readonly roleArn: string;
  readonly functionArn: string;

  constructor(scope: Construct, id: string, context: { settings: Settings; artifacts: Artifacts; grantable: Grantable }) {
    super(scope, id);
    this.groupName = `vitrine-${context.settings.stage}-orders`;
    new CfnScheduleGroup(this, 'Group', { name: this.groupName });
    this.schedulesArn = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.groupName}/*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    // The template does not contain the schedules. Lambda does not retry the function, because the job for orders repeats a failed start.
    const { lambda } = new ProductFunction(scope, 'StartScheduledOrder', { ...context, spec: startScheduledOrder, isScheduled: true });
    this.functionArn = lambda.functionArn;
    const invoke = new PolicyStatement({ effect: Effect.ALLOW, actions: ['lambda:InvokeFunction'], resources: [lambda.functionArn] });
    this.roleArn = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
      inlinePolicies: { Invoke: new PolicyDocument({ statements: [invoke] }) },
    }).roleArn;
  }
}
