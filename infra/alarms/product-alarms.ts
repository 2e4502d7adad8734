/** The alarms about events of the product: money, jobs, vendors and abuse. */
import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { JobName } from '#shared/metrics.ts';
import { type VendorName, vendorNames, vendors } from '#shared/vendors.ts';
import { productMetric } from '../constructs/product-metric.ts';
import { RunbookAlarm } from '../constructs/runbook-alarm.ts';
import { stoppingAlarmName } from '../settings.ts';

/**
 * The alarm goes off at this number of invalid signatures. A changed secret or a test of the vendor can cause a few invalid signatures, but
 * an attacker causes many.
 */
const invalidSignaturesMax = 5;
/**
 * The alarm goes off at this number of errors. A lost connection causes one error. A defect causes many errors, because each step is
 * repeated.
 */
const unexpectedErrorsMax = 3;

/** If an item waits longer than this time, either the lane is paused, or the orders need more slots than the vendor has. */
const longestWaitMax = Duration.minutes(30);
/** The alarm goes off before the limit is reached, so that the operator has time to react. */
const dayLimitPercentMax = 80;

/**
 * The alarm goes off if at least this share of the requests to a vendor failed. On a normal day, some requests fail, and each step repeats
 * them. If a quarter of the requests fails, sellers see failed items.
 */
const failurePercentMax = 25;
/**
 * With fewer requests, the share is not reliable, and this alarm does not go off. The alarm of the circuit breaker covers this case,
 * because it counts failures without a success.
 */
const requestsMin = 20;
const failurePeriod = Duration.minutes(15);

/** Each job starts at least every five minutes. One run of the deletion of accounts may need 15 minutes. */
const jobs: Record<JobName, { heading: string; minutesWithoutEnd: number }> = {
  reconcile: { heading: 'The reconcile job does not finish', minutesWithoutEnd: 15 },
  repairSlots: { heading: 'The job for slots does not finish', minutesWithoutEnd: 15 },
  closeAccounts: { heading: 'The job for account deletions does not finish', minutesWithoutEnd: 30 },
  sendWelcomeMails: { heading: 'A mail job does not finish', minutesWithoutEnd: 30 },
  removeChecks: { heading: 'The job for checked files does not finish', minutesWithoutEnd: 15 },
  continueOrders: { heading: 'The job for large orders does not finish', minutesWithoutEnd: 15 },
  topUpAccounts: { heading: 'The job for automatic top-ups does not finish', minutesWithoutEnd: 15 },
  sendDoneMails: { heading: 'A mail job does not finish', minutesWithoutEnd: 30 },
};

type AlarmContext = { stage: string; topic: ITopic };

export function createProductAlarms(scope: Construct, { stage, topic }: AlarmContext): RunbookAlarm[] {
  const jobAlarms = (Object.entries(jobs) as [JobName, (typeof jobs)[JobName]][]).map(
    ([job, { heading, minutesWithoutEnd }]) =>
      new RunbookAlarm(scope, `JobFinished-${job}`, {
        heading,
        topic,
        metric: productMetric(stage, 'JobFinished', { Job: job }, { period: Duration.minutes(minutesWithoutEnd) }),
        threshold: 1,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        // A job that does not run writes no value.
        treatMissingData: TreatMissingData.BREACHING,
      }),
  );
  return [
    new RunbookAlarm(scope, 'LedgerMismatch', {
      alarmName: stoppingAlarmName(stage, 'LedgerMismatch'),
      heading: 'The balances of an account do not match its ledger',
      topic,
      metric: productMetric(stage, 'LedgerMismatch', {}),
      threshold: 1,
    }),
    new RunbookAlarm(scope, 'PaymentMismatch', {
      heading: 'A payment was not credited',
      topic,
      metric: productMetric(stage, 'PaymentMismatch', {}),
      threshold: 1,
    }),
    ...jobAlarms,
    new RunbookAlarm(scope, 'VendorKeyRefused', {
      heading: 'A vendor refuses our key',
      topic,
      metric: productMetric(stage, 'VendorKeyRefused', {}),
      threshold: 1,
    }),
    new RunbookAlarm(scope, 'SigningKeyMissing', {
      heading: 'Files cannot be signed',
      topic,
      metric: productMetric(stage, 'SigningKeyMissing', {}),
      threshold: 1,
    }),
    ...vendorNames.map((vendor) => failureRateAlarm(scope, { stage, topic, vendor })),
    new RunbookAlarm(scope, 'BreakerOpened', {
      heading: 'A vendor fails again and again',
      topic,
      metric: productMetric(stage, 'BreakerOpened', {}),
      threshold: 1,
    }),
    new RunbookAlarm(scope, 'LongestWait', {
      heading: 'Items wait long for a slot',
      topic,
      metric: productMetric(stage, 'LongestWaitSeconds', {}, { statistic: Stats.MAXIMUM }),
      threshold: longestWaitMax.toSeconds(),
    }),
    new RunbookAlarm(scope, 'DayLimit', {
      heading: 'The vendor costs of the day are near their limit',
      topic,
      metric: productMetric(stage, 'DayLimitPercent', {}, { statistic: Stats.MAXIMUM }),
      threshold: dayLimitPercentMax,
    }),
    new RunbookAlarm(scope, 'BonusLimit', {
      heading: 'New accounts get no welcome bonus',
      topic,
      metric: productMetric(stage, 'BonusLimitReached', {}),
      threshold: 1,
    }),
    new RunbookAlarm(scope, 'InvalidSignatures', {
      heading: 'Webhooks have invalid signatures',
      topic,
      metric: productMetric(stage, 'SecurityEvent', { Code: 'BadSignature' }),
      threshold: invalidSignaturesMax,
    }),
    new RunbookAlarm(scope, 'UnexpectedErrors', {
      alarmName: stoppingAlarmName(stage, 'UnexpectedErrors'),
      heading: 'Unexpected errors',
      topic,
      metric: productMetric(stage, 'UnexpectedError', {}, { period: Duration.minutes(15) }),
      threshold: unexpectedErrorsMax,
    }),
  ];
}

const failureRateAlarm = (scope: Construct, { stage, topic, vendor }: AlarmContext & { vendor: VendorName }): RunbookAlarm =>
  new RunbookAlarm(scope, `VendorFailures-${vendor}`, {
    heading: 'Many requests to a vendor fail',
    topic,
    metric: new MathExpression({
      expression: `IF(requests >= ${requestsMin}, 100 * FILL(failures, 0) / requests, 0)`,
      usingMetrics: {
        requests: productMetric(stage, 'VendorRequest', { Vendor: vendor }, { period: failurePeriod }),
        failures: productMetric(stage, 'VendorFailure', { Vendor: vendor }, { period: failurePeriod }),
      },
      period: failurePeriod,
      label: `Failed requests to ${vendors[vendor].title}, percent`,
    }),
    threshold: failurePercentMax,
  });
