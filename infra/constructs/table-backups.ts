/**
 * Daily backups of tables in a locked vault. Point-in-time recovery restores a table to any second, but its backups belong to the table.
 * The backups in the vault do not depend on the table, and its lock protects them from deletion.
 */
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/** The privacy page promises that backups are deleted after this time. */
export const backupsKeptDays = 35;
/** The vault refuses plans that keep backups for a shorter time than this. CDK requires that this time is shorter than the maximum. */
const lockedDays = 30;

export class TableBackups extends Construct {
  readonly vault: BackupVault;

  constructor(scope: Construct, id: string, { tables }: { tables: readonly ITable[] }) {
    super(scope, id);
    const keptFor = Duration.days(backupsKeptDays);
    this.vault = new BackupVault(this, 'Vault', {
      // Without `changeableFor`, the lock is in governance mode: only an administrator of AWS Backup can remove the lock. Because of the
      // maximum, no backup keeps personal data longer: https://docs.aws.amazon.com/aws-backup/latest/devguide/vault-lock.html
      lockConfiguration: { minRetention: Duration.days(lockedDays), maxRetention: keptFor },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: Stack.of(this).stackName,
      backupVault: this.vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
          startWindow: Duration.hours(1),
          completionWindow: Duration.hours(8),
          deleteAfter: keptFor,
        }),
      ],
    });
    plan.addSelection('Tables', { resources: tables.map((table) => BackupResource.fromDynamoDbTable(table)), role: this.createRole() });
  }

  /** AWS maintains the policy. The policy differs between old and new kinds of backups. */
  private createRole(): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup')],
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      reason:
        'Only AWS Backup can assume this role. AWS documents this policy for backups and extends it for new kinds of backups, which a copy would miss.',
    });
    return role;
  }
}
