/** The alarms about the AWS services that the product uses. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IBackupVault } from 'aws-cdk-lib/aws-backup';
import { ComparisonOperator, type IMetric, MathExpression, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { alarmPeriod, RunbookAlarm } from '../constructs/runbook-alarm.ts';
import type { TableName } from '../functions/spec.ts';
import { stoppingAlarmName } from '../settings.ts';

/** The global indexes of the tables. Each index has a separate capacity. A test compares this list with the template. */
const globalIndexes: Partial<Record<TableName, readonly string[]>> = {
  userProfiles: ['closing', 'welcome', 'auto_top_up'],
  batches: ['active_by_user', 'open_holds', 'done_mails', 'by_user'],
};

const serverErrorsMax = 5;
/** A call that waits for a vendor may take 28 s. But most calls are polls, and a poll takes less than a second. */
const p99LatencySecondsMax = 10;
/** Step Functions repeats throttled steps for minutes, so a short peak needs no action of an operator. */
const throttlesMax = 20;
/**
 * Lambda also counts expected failures as errors, for example a refused photo. The number of expected failures is far below this maximum.
 */
const lambdaErrorsMax = 100;
const concurrencyPercentMax = 80;
/** If more than 5 % of the mails bounce, AWS reviews the account. If more than 10 % bounce, AWS may stop the mail of the account. */
const bounceRateMax = 0.05;
/** If more than 0.1 % of the mails cause complaints, AWS reviews the account. Above 0.5 %, AWS may stop the mail of the account. */
const complaintRateMax = 0.001;
const blockedRequestsMax = 1000;

const sum = { statistic: Stats.SUM, period: alarmPeriod };

export type ServiceAlarmsProps = {
  stage: string;
  topic: ITopic;
  api: HttpApi;
  machines: StateMachine[];
  tables: Record<TableName, Table>;
  /** The vault with the backups of the tables. */
  vault: IBackupVault;
};

export function createServiceAlarms(scope: Construct, props: ServiceAlarmsProps): RunbookAlarm[] {
  const { stage, topic, api, machines } = props;
  return [
    new RunbookAlarm(scope, 'ApiServerErrors', {
      alarmName: stoppingAlarmName(stage, 'ApiServerErrors'),
      heading: 'The API responds with server errors',
      topic,
      metric: api.metricServerError(sum),
      threshold: serverErrorsMax,
    }),
    new RunbookAlarm(scope, 'ApiLatency', {
      alarmName: stoppingAlarmName(stage, 'ApiLatency'),
      heading: 'The API is slow',
      topic,
      metric: api.metricLatency({ statistic: Stats.percentile(99), period: alarmPeriod }),
      threshold: p99LatencySecondsMax * 1000,
      evaluationPeriods: 3,
      // A vendor with few calls has no useful 99th percentile, because it would be the slowest call.
      evaluateLowSampleCountPercentile: 'ignore',
    }),
    ...lambdaAlarms(scope, props),
    ...machines.map(
      (machine) =>
        new RunbookAlarm(scope, `FailedExecutions-${machine.node.id}`, {
          heading: 'Executions of a state machine fail',
          topic,
          metric: total(
            { failed: machine.metricFailed(sum), timedOut: machine.metricTimedOut(sum) },
            `Failed executions of ${machine.node.id}`,
          ),
          threshold: 1,
        }),
    ),
    ...tableAlarms(scope, props),
    backupAlarm(scope, props),
    ...mailAlarms(scope, topic),
  ];
}

/** These metrics and limits apply to the whole AWS account. */
function lambdaAlarms(scope: Construct, { stage, topic }: ServiceAlarmsProps): RunbookAlarm[] {
  const used = new Metric({
    namespace: 'AWS/Usage',
    metricName: 'ResourceCount',
    dimensionsMap: { Type: 'Resource', Resource: 'ConcurrentExecutions', Service: 'Lambda', Class: 'None' },
    statistic: Stats.MAXIMUM,
    period: alarmPeriod,
  });
  return [
    new RunbookAlarm(scope, 'LambdaThrottles', {
      heading: 'Lambda throttles functions',
      topic,
      metric: Lambda.metricAllThrottles(sum),
      threshold: throttlesMax,
      evaluationPeriods: 3,
    }),
    new RunbookAlarm(scope, 'LambdaErrors', {
      alarmName: stoppingAlarmName(stage, 'LambdaErrors'),
      heading: 'Functions fail',
      topic,
      metric: Lambda.metricAllErrors(sum),
      threshold: lambdaErrorsMax,
    }),
    new RunbookAlarm(scope, 'LambdaConcurrency', {
      heading: 'Functions use most of the concurrency quota',
      topic,
      metric: new MathExpression({
        expression: '100 * used / SERVICE_QUOTA(used)',
        usingMetrics: { used },
        period: alarmPeriod,
        label: 'Concurrent executions, percent of the quota',
      }),
      threshold: concurrencyPercentMax,
      evaluationPeriods: 2,
    }),
  ];
}

const tableAlarms = (scope: Construct, { topic, tables }: ServiceAlarmsProps): RunbookAlarm[] =>
  (Object.entries(tables) as [TableName, Table][]).map(([name, table]) => {
    const throttles = (dimensionsMap: Record<string, string>, suffix: string): Record<string, IMetric> =>
      Object.fromEntries(
        ['Read', 'Write'].map((use) => [
          `${use.toLowerCase()}s${suffix}`,
          new Metric({ namespace: 'AWS/DynamoDB', metricName: `${use}ThrottleEvents`, dimensionsMap, ...sum }),
        ]),
      );
    const ofIndexes = (globalIndexes[name] ?? []).map((index, number) =>
      throttles({ TableName: table.tableName, GlobalSecondaryIndexName: index }, `OfIndex${number + 1}`),
    );
    return new RunbookAlarm(scope, `DynamoDbThrottles-${name}`, {
      heading: 'DynamoDB throttles requests',
      topic,
      metric: total(Object.assign(throttles({ TableName: table.tableName }, ''), ...ofIndexes), `Throttled requests to ${name}`),
      threshold: throttlesMax,
      evaluationPeriods: 2,
    });
  });

/** The alarm counts finished backups. It does not count failed backups, because a plan that was deleted causes no failed backup. */
const backupAlarm = (scope: Construct, { topic, tables, vault }: ServiceAlarmsProps): RunbookAlarm =>
  new RunbookAlarm(scope, 'DailyBackups', {
    heading: 'Tables have no daily backup',
    topic,
    metric: new Metric({
      namespace: 'AWS/Backup',
      metricName: 'NumberOfBackupJobsCompleted',
      dimensionsMap: { BackupVaultName: vault.backupVaultName },
      statistic: Stats.SUM,
      period: Duration.days(1),
    }),
    threshold: Object.keys(tables).length,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.BREACHING,
    // The backups of one night can end in two periods.
    evaluationPeriods: 2,
  });

function mailAlarms(scope: Construct, topic: ITopic): RunbookAlarm[] {
  const rate = (metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, statistic: Stats.AVERAGE, period: Duration.hours(1) });
  return [
    new RunbookAlarm(scope, 'MailBounces', {
      heading: 'Mails bounce or cause complaints',
      topic,
      metric: rate('Reputation.BounceRate'),
      threshold: bounceRateMax,
    }),
    new RunbookAlarm(scope, 'MailComplaints', {
      heading: 'Mails bounce or cause complaints',
      topic,
      metric: rate('Reputation.ComplaintRate'),
      threshold: complaintRateMax,
    }),
  ];
}

/** The metrics of a firewall for CloudFront exist only in us-east-1, so the alarm must be in this region too. */
export const createFirewallAlarm = (scope: Construct, { topic, webAcl }: { topic: ITopic; webAcl: CfnWebACL }): RunbookAlarm =>
  new RunbookAlarm(scope, 'FirewallBlocks', {
    heading: 'The firewall blocks many requests',
    topic,
    metric: new Metric({
      namespace: 'AWS/WAFV2',
      metricName: 'BlockedRequests',
      dimensionsMap: { WebACL: metricNameOf(webAcl), Rule: 'ALL' },
      ...sum,
    }),
    threshold: blockedRequestsMax,
  });

function metricNameOf({ visibilityConfig }: CfnWebACL): string {
  if (!('metricName' in visibilityConfig)) throw new Error('The firewall has no name for its metrics');
  return visibilityConfig.metricName;
}

/** Adds metrics. A metric without a value counts as 0. */
const total = (usingMetrics: Record<string, IMetric>, label: string): MathExpression =>
  new MathExpression({
    expression: Object.keys(usingMetrics)
      .map((name) => `FILL(${name}, 0)`)
      .join(' + '),
    usingMetrics,
    period: alarmPeriod,
    label,
  });
