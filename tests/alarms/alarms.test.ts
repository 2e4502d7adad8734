/** Tests that the event of each alarm starts the alarm. The event causes metrics of the product's code or metrics of AWS. */
import type { Context } from 'aws-lambda';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { alarmHeadings } from '#infra/constructs/runbook.ts';
import { handler as closeAccounts } from '#lambdas/auth/close-accounts.lambda.ts';
import { handler as sendWelcomeMails } from '#lambdas/auth/send-welcome-mails.lambda.ts';
import { handler as reconcile } from '#lambdas/batch/reconcile.lambda.ts';
import { handler as repairSlots } from '#lambdas/batch/repair-slots.lambda.ts';
import { handler as sendDoneMails } from '#lambdas/batch/send-done-mails.lambda.ts';
import { handler as removeChecks } from '#lambdas/check/remove-checks.lambda.ts';
import { takePayment } from '#lambdas/credits/take-payment.ts';
import { handler as topUpAccounts } from '#lambdas/credits/top-up-accounts.lambda.ts';
import { handler as continueOrders } from '#lambdas/order/continue-orders.lambda.ts';
import { handle } from '#lambdas/platform/handle.ts';
import { task } from '#lambdas/platform/task.ts';
import { signOrderedFile } from '#lambdas/provenance/sign-file.ts';
import { countRequests } from '#lambdas/vendors/count-requests.ts';
import { AppError } from '#shared/errors.ts';
import { type VendorName, vendorNames } from '#shared/vendors.ts';
import { alarmState, findAlarm, type MetricId, recordedSource, type Source } from '#tests/fixtures/alarm-state.ts';
import { type Json, synthesize, toPlainValue } from '#tests/fixtures/synthesized.ts';

const { sumOfLedger, creditPurchase, sendMails } = vi.hoisted(() => {
  process.env.STAGE = 'prod';
  process.env.WITHOUT_SIGNING_KEY = 'withhold';
  return { sumOfLedger: vi.fn(async () => 100), creditPurchase: vi.fn(), sendMails: vi.fn(async () => ({})) };
});
vi.mock('#lambdas/platform/origin-secret.ts', () => ({ cameThroughTheSite: async () => true }));
vi.mock('#lambdas/platform/session-check.ts', () => ({ isSessionEnded: async () => false }));
vi.mock('#lambdas/store/accounts.ts', () => ({
  accountIdsOfPart: async function* () {
    yield 'ada';
  },
  readAccount: async () => ({ credits: 100, available: 100, activeBatches: 0, activeOperations: 0 }),
  sumOfLedger,
}));
vi.mock('#lambdas/store/open-holds.ts', () => ({ holdShards: [0], openHoldsOfShard: async function* () {} }));
vi.mock('#lambdas/store/payments.ts', () => ({ creditPurchase }));
vi.mock('#lambdas/auth/close-accounts.ts', () => ({ deleteAccounts: sendMails }));
vi.mock('#lambdas/auth/send-welcome-mails.ts', () => ({ sendWelcomeMails: sendMails }));
vi.mock('#lambdas/batch/repair-slots.ts', () => ({ repairSlots: sendMails }));
vi.mock('#lambdas/store/check-files.ts', () => ({ deleteChecksBefore: () => Promise.resolve(0) }));
vi.mock('#lambdas/provenance/signing-key.ts', () => ({ readSigningKey: async () => undefined, isUnusableKey: () => false }));
vi.mock('#lambdas/batch/send-done-mails.ts', () => ({ sendDoneMails: sendMails }));
vi.mock('#lambdas/order/continue-orders.ts', () => ({ continueOrders: sendMails }));
vi.mock('#lambdas/credits/top-up-accounts.ts', () => ({ topUpAccounts: sendMails }));

const { all: resourcesOf } = synthesize({ alarmEmail: 'ops@example.com' });
const alarms = resourcesOf('AWS::CloudWatch::Alarm');

const alarmOf = (id: string) => findAlarm(alarms, id);

const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 20_000 } as Context;
const checkout = { status: 'paid', sessionId: 's', userId: 'ada', credits: 500, price: 500, paid: 500, paymentId: 'p' } as const;
const report = {} as Parameters<typeof takePayment>[1];

const runStep = (error: unknown) =>
  task(z.object({}), async () => {
    throw error;
  })({}).catch(() => undefined);

const callWebhook = (error: unknown) =>
  handle({ endpoint: 'receiveStripeWebhook' }, async () => {
    throw error;
  })({ headers: {}, requestContext: { http: { sourceIp: '192.0.2.1' }, timeEpoch: Date.now() } } as never, context);

const times = async (count: number, run: () => unknown) => {
  for (let index = 0; index < count; index++) await run();
};

/** Sends one request through the counter that every adapter of a vendor has. */
const requestOf = (vendor: VendorName, send: () => Promise<unknown>) =>
  countRequests(vendor, ['send'], { send })
    .send()
    .catch(() => undefined);

async function sendRequests(vendor: VendorName, { sent, failed }: { sent: number; failed: number }) {
  await times(sent - failed, () => requestOf(vendor, async () => ({})));
  await times(failed, () => requestOf(vendor, () => Promise.reject(new AppError('VendorServerError'))));
}

/** The event that starts an alarm, and the events of a normal day. */
const productEvents: Record<string, { event: () => unknown; normal: () => unknown }> = {
  LedgerMismatch: {
    event: async () => {
      sumOfLedger.mockResolvedValue(50);
      await reconcile({}, context);
      sumOfLedger.mockResolvedValue(100);
    },
    normal: () => reconcile({}, context),
  },
  PaymentMismatch: {
    event: () => takePayment({ ...checkout, paid: 400 } as never, report),
    normal: async () => {
      creditPurchase.mockResolvedValueOnce('credited');
      await takePayment(checkout as never, report);
    },
  },
  JobFinishedreconcile: { event: () => undefined, normal: () => reconcile({}, context) },
  JobFinishedrepairSlots: { event: () => reconcile({}, context), normal: () => repairSlots({}, context) },
  JobFinishedcloseAccounts: {
    event: async () => {
      sendMails.mockRejectedValueOnce(new Error('the table is gone'));
      await closeAccounts({}, context).catch(() => undefined);
    },
    normal: () => closeAccounts({}, context),
  },
  JobFinishedsendWelcomeMails: { event: () => closeAccounts({}, context), normal: () => sendWelcomeMails({}, context) },
  JobFinishedsendDoneMails: { event: () => sendWelcomeMails({}, context), normal: () => sendDoneMails({}, context) },
  JobFinishedremoveChecks: { event: () => sendDoneMails({}, context), normal: () => removeChecks({}, context) },
  JobFinishedcontinueOrders: { event: () => removeChecks({}, context), normal: () => continueOrders({}, context) },
  JobFinishedtopUpAccounts: { event: () => continueOrders({}, context), normal: () => topUpAccounts({}, context) },
  VendorKeyRefused: {
    event: () => runStep(new AppError('OutpaintingFailed', { cause: new AppError('VendorMisconfigured') })),
    normal: () => runStep(new AppError('VendorRefused')),
  },
  SigningKeyMissing: {
    event: () => signOrderedFile({ kind: 'video', key: 'results/ada/b/c.mp4' }, new Date()).catch(() => undefined),
    normal: () => runStep(new AppError('VendorServerError')),
  },
  ...Object.fromEntries(
    vendorNames.map((vendor) => [
      `VendorFailures${vendor}`,
      {
        event: () => sendRequests(vendor, { sent: 20, failed: 5 }),
        normal: async () => {
          await sendRequests(vendor, { sent: 40, failed: 9 });
          // Refused photos and polls of running work do not show a problem of the vendor.
          await times(20, () => requestOf(vendor, () => Promise.reject(new AppError('VendorRefused'))));
          await times(200, () => requestOf(vendor, async () => ({ status: 'working' })));
        },
      },
    ]),
  ),
  InvalidSignatures: {
    event: () => times(5, () => callWebhook(new AppError('BadSignature'))),
    normal: () => times(50, () => callWebhook(new AppError('TooManyRequests'))),
  },
  UnexpectedErrors: {
    event: () => times(3, () => runStep(new TypeError('items is not iterable'))),
    normal: () => times(50, () => runStep(new AppError('VendorServerError'))),
  },
};

test.each(Object.entries(productEvents))('the alarm %s starts after its event, and not on a normal day', async (id, { event, normal }) => {
  expect(alarmState(alarmOf(id), await recordedSource(event))).toBe('ALARM');
  expect(alarmState(alarmOf(id), await recordedSource(normal))).toBe('OK');
});

test.each(vendorNames)('the failure alarm of %s does not start after only a few requests, even if all of them fail', async (vendor) => {
  const source = await recordedSource(() => sendRequests(vendor, { sent: 19, failed: 19 }));
  expect(alarmState(alarmOf(`VendorFailures${vendor}`), source)).toBe('OK');
});

test('a payment for a deleted account starts the alarm for payments', async () => {
  creditPurchase.mockResolvedValueOnce('account-gone');
  expect(alarmState(alarmOf('PaymentMismatch'), await recordedSource(() => takePayment(checkout as never, report)))).toBe('ALARM');
});

const machines = resourcesOf('AWS::StepFunctions::StateMachine').map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''));
const tables = resourcesOf('AWS::DynamoDB::Table').map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''));
const fives = (count: number, samples: number[]) => Array.from({ length: count }, () => samples);
const named =
  (namespace: string, names: string[], samples: number[][]): Source =>
  (metric) =>
    metric.namespace === namespace && names.includes(metric.name) ? samples : samples.map(() => []);

/** Values of AWS metrics that start an alarm, and values that do not start it. */
const awsMetrics: Record<string, { namespace: string; name: string; event: number[][]; normal: number[][]; quota?: number }> = {
  ApiServerErrors: { namespace: 'AWS/ApiGateway', name: '5xx', event: [[1, 1, 1, 1, 1]], normal: [[1]] },
  ApiLatency: {
    namespace: 'AWS/ApiGateway',
    name: 'Latency',
    event: fives(3, [...Array(980).fill(300), ...Array(20).fill(11_000)]),
    normal: fives(3, [...Array(995).fill(300), ...Array(5).fill(28_000)]),
  },
  LambdaThrottles: { namespace: 'AWS/Lambda', name: 'Throttles', event: fives(3, [12, 9]), normal: [[90], [0], [0]] },
  LambdaErrors: { namespace: 'AWS/Lambda', name: 'Errors', event: [[60, 60]], normal: [[20]] },
  LambdaConcurrency: { namespace: 'AWS/Usage', name: 'ResourceCount', event: fives(2, [7, 9]), normal: fives(2, [7]), quota: 10 },
  MailBounces: { namespace: 'AWS/SES', name: 'Reputation.BounceRate', event: [[0.06]], normal: [[0.02]] },
  MailComplaints: { namespace: 'AWS/SES', name: 'Reputation.ComplaintRate', event: [[0.002]], normal: [[0.0005]] },
  DailyBackups: {
    namespace: 'AWS/Backup',
    name: 'NumberOfBackupJobsCompleted',
    event: [Array(tables.length - 1).fill(1), []],
    normal: [Array(tables.length).fill(1), []],
  },
  FirewallBlocks: { namespace: 'AWS/WAFV2', name: 'BlockedRequests', event: [[600, 500]], normal: [[300]] },
  ...Object.fromEntries(
    machines.map((id) => [`FailedExecutions${id}`, { namespace: 'AWS/States', name: 'ExecutionsFailed', event: [[1]], normal: [[0]] }]),
  ),
  ...Object.fromEntries(
    tables.map((id) => [
      `DynamoDbThrottles${id.charAt(0).toLowerCase()}${id.slice(1)}`,
      { namespace: 'AWS/DynamoDB', name: 'WriteThrottleEvents', event: fives(2, [25]), normal: [[25], []] },
    ]),
  ),
};

test.each(Object.entries(awsMetrics))('the alarm %s starts because of its AWS metric', (id, { namespace, name, event, normal, quota }) => {
  const limits = quota === undefined ? {} : { quota };
  expect(alarmState(alarmOf(id), named(namespace, [name], event), limits)).toBe('ALARM');
  expect(alarmState(alarmOf(id), named(namespace, [name], normal), limits)).toBe('OK');
});

/** The alarms that need real tables. */
const testedWithTables = ['LongestWait', 'DayLimit', 'BreakerOpened', 'BonusLimit'];

test('every alarm is in one of the three lists', () => {
  const ids = [...Object.keys(productEvents), ...Object.keys(awsMetrics), ...testedWithTables];
  expect(alarms.map(({ id }) => id.replace(/Alarm[0-9A-F]{8}$/, '')).sort()).toEqual(ids.sort());
});

describe('the metrics of an alarm', () => {
  const metricsOf = (id: string): MetricId[] => {
    const { Properties } = alarmOf(id);
    const stats = (Properties.Metrics ?? []).flatMap(({ MetricStat }: { MetricStat?: { Metric: unknown } }) => MetricStat?.Metric ?? []);
    return (stats.length > 0 ? stats : [Properties]).map(
      ({
        Namespace,
        MetricName,
        Dimensions = [],
      }: {
        Namespace: string;
        MetricName: string;
        Dimensions?: { Name: string; Value: unknown }[];
      }) => ({
        namespace: Namespace,
        name: MetricName,
        dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, toPlainValue(Value)])),
      }),
    );
  };

  test.each(machines)('the metrics of an alarm include the failed and timed out executions of %s', (id) => {
    const own = metricsOf(`FailedExecutions${id}`);
    expect(own.map(({ name }) => name)).toEqual(['ExecutionsFailed', 'ExecutionsTimedOut']);
    for (const { dimensions } of own) expect(dimensions.StateMachineArn).toMatch(new RegExp(`Ref${id}[0-9A-F]{8}`));
  });

  test.each(resourcesOf('AWS::DynamoDB::Table'))(
    'the metrics of an alarm include the table $id and all its global indexes',
    ({ id, Properties }) => {
      const name = id.replace(/[0-9A-F]{8}$/, '');
      const own = metricsOf(`DynamoDbThrottles${name.charAt(0).toLowerCase()}${name.slice(1)}`);
      const indexes = (Properties.GlobalSecondaryIndexes ?? []).map(({ IndexName }: { IndexName: string }) => IndexName);
      expect(new Set(own.map(({ dimensions }) => dimensions.GlobalSecondaryIndexName))).toEqual(new Set([undefined, ...indexes]));
      expect(own).toHaveLength(2 * (1 + indexes.length));
      // An alarm accepts at most ten metrics in an expression.
      expect(own.length).toBeLessThanOrEqual(10);
      for (const { dimensions } of own) expect(dimensions.TableName).toContain(`Ref${id}`);
    },
  );

  test('the metrics of an alarm belong to our API, to our firewall and to this stage', () => {
    expect(metricsOf('ApiLatency')[0]?.dimensions.ApiId).toMatch(/RefApi[0-9A-F]{8}/);
    expect(metricsOf('FirewallBlocks')[0]?.dimensions).toEqual({
      WebACL: resourcesOf('AWS::WAFv2::WebACL')[0]?.Properties.VisibilityConfig.MetricName,
      Rule: 'ALL',
    });
    expect(metricsOf('LedgerMismatch')[0]?.dimensions).toEqual({ service: 'vitrine-prod' });
  });
});

describe('the mail of an alarm', () => {
  test('the mail of an alarm contains the section of the runbook, and every section belongs to an alarm', () => {
    const headings = new Set(alarms.map(({ Properties }) => Properties.AlarmDescription.split('\n')[0]));
    expect([...headings].sort()).toEqual(alarmHeadings().sort());
  });

  test('the only topic sends a mail at the start and at the end of each alarm', () => {
    const topics = resourcesOf('AWS::SNS::Topic');
    expect(topics).toHaveLength(1);
    for (const { Properties } of alarms) {
      expect(toPlainValue(Properties.AlarmActions)).toEqual([`<${topics[0]?.id}>`]);
      expect(Properties.OKActions).toEqual(Properties.AlarmActions);
    }
    expect(resourcesOf('AWS::SNS::Subscription').map(({ Properties }) => toPlainValue(Properties))).toEqual([
      { Endpoint: 'ops@example.com', Protocol: 'email', TopicArn: `<${topics[0]?.id}>` },
    ]);
  });

  test('CloudWatch can send the mail of an alarm, because the policy of the topic allows its alarms', () => {
    const [policy] = resourcesOf('AWS::SNS::TopicPolicy');
    expect(toPlainValue(policy?.Properties.PolicyDocument.Statement)).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { ArnLike: { 'aws:SourceArn': expect.stringMatching(/:cloudwatch:us-east-1:.*:alarm:\*$/) } },
      }),
    );
  });
});

test('the alarm of the firewall stays in us-east-1 and has a separate topic if the stage is in another region', () => {
  const { stacks, all } = synthesize({ region: 'eu-central-1' });
  const regionOf = Object.fromEntries(stacks.map(({ name, region }) => [name, region]));
  const places = (type: string, id = '') =>
    all(type)
      .filter((resource) => resource.id.startsWith(id))
      .map(({ stack }) => regionOf[stack]);
  expect(places('AWS::CloudWatch::Alarm', 'FirewallBlocks')).toEqual(['us-east-1']);
  expect(places('AWS::CloudWatch::Alarm', 'ApiLatency')).toEqual(['eu-central-1']);
  expect(places('AWS::SNS::Topic').sort()).toEqual(['eu-central-1', 'us-east-1']);
});

test('without an address, no mail is sent', () => {
  expect(synthesize().all('AWS::SNS::Subscription')).toEqual([]);
});

describe('the budget of the AWS account', () => {
  test('the budget sends mails to the address of alarms, before and after the costs exceed the limit', () => {
    const { Budget, NotificationsWithSubscribers } = synthesize({ alarmEmail: 'ops@example.com', monthlyBudgetDollars: 250 }).one(
      'AWS::Budgets::Budget',
    ).Properties;
    expect(Budget).toEqual({
      BudgetName: 'vitrine-prod',
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 250, Unit: 'USD' },
    });
    expect(
      NotificationsWithSubscribers.map(({ Notification, Subscribers }: Json) => [
        Notification.NotificationType,
        Notification.Threshold,
        Subscribers,
      ]),
    ).toEqual(
      [
        ['ACTUAL', 80],
        ['ACTUAL', 100],
        ['FORECASTED', 100],
      ].map((notification) => [...notification, [{ SubscriptionType: 'EMAIL', Address: 'ops@example.com' }]]),
    );
  });

  test('the budget does not exist without a limit', () => {
    expect(synthesize({ alarmEmail: 'ops@example.com' }).all('AWS::Budgets::Budget')).toEqual([]);
  });
});
