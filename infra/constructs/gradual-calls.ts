/** Sends the calls of API functions gradually to their new versions with CodeDeploy (decision 032). */
import { Alarm, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { functionAlias } from '../functions/canary-calls.ts';
import type { Rollout } from '../rollout.ts';

const canaryConfigs = {
  5: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  10: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
  15: LambdaDeploymentConfig.CANARY_10PERCENT_15MINUTES,
  30: LambdaDeploymentConfig.CANARY_10PERCENT_30MINUTES,
};

export class GradualCalls extends Construct {
  private readonly application: LambdaApplication;
  private readonly role: Role;
  private readonly alarms: IAlarm[];
  private readonly rollout: Rollout;

  constructor(scope: Construct, id: string, rollout: Rollout) {
    super(scope, id);
    this.rollout = rollout;
    this.application = new LambdaApplication(this, 'Application');
    // All deployment groups share one role. Without it, each group would create a separate role.
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    this.alarms = rollout.alarmNames.map((name) => Alarm.fromAlarmName(this, `Alarm-${name}`, name));
  }

  /**
   * Creates the alias of a function. After a deployment, CodeDeploy moves the alias gradually to the new version. If an alarm goes off
   * during this time, CodeDeploy moves the alias back to the earlier version, and CloudFormation restores the stack.
   */
  aliasOf(lambda: Lambda, id: string): Alias {
    const { canaryMinutes } = this.rollout;
    const alias = new Alias(this, `${id}Alias`, { aliasName: functionAlias, version: lambda.currentVersion });
    new LambdaDeploymentGroup(this, `${id}Group`, {
      application: this.application,
      role: this.role,
      alias,
      deploymentConfig: canaryMinutes ? canaryConfigs[canaryMinutes] : LambdaDeploymentConfig.ALL_AT_ONCE,
      alarms: this.alarms,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: this.alarms.length > 0 },
    });
    return alias;
  }
}
