/** The dashboard: the alarms, the work of the product and the AWS services. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IMetric, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { metricNamespace, metrics, serviceName } from '#shared/metrics.ts';
import { productMetric } from '../constructs/product-metric.ts';
import { alarmPeriod, type RunbookAlarm } from '../constructs/runbook-alarm.ts';

type DashboardProps = { stage: string; alarms: RunbookAlarm[]; api: HttpApi; machines: StateMachine[] };

const sum = { statistic: Stats.SUM, period: alarmPeriod };
const graph = (title: string, left: IMetric[], right: IMetric[] = []) => new GraphWidget({ title, left, right, width: 12 });

/** One line for each error code that occurred. The graph does not name the codes, because most codes never occur. */
const failuresByCode = (stage: string): MathExpression =>
  new MathExpression({
    expression: `SEARCH('{${metricNamespace},service,Code} MetricName="ItemFailed" service="${serviceName(stage)}"', 'Sum', ${alarmPeriod.toSeconds()})`,
    label: '',
    period: alarmPeriod,
  });

export function createDashboard(scope: Construct, { stage, alarms, api, machines }: DashboardProps): Dashboard {
  const dashboard = new Dashboard(scope, 'Dashboard', { dashboardName: `vitrine-${stage}` });
  dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms: alarms.map(({ alarm }) => alarm), width: 24, height: 6 }));
  dashboard.addWidgets(
    graph(
      'Delivered items',
      metrics.ItemDelivered.dimension.values.map((kind) => productMetric(stage, 'ItemDelivered', { Kind: kind }, { label: kind })),
    ),
    graph('Items without a result, by error code', [failuresByCode(stage)]),
    graph(
      'Seconds from order to delivery (90th percentile)',
      metrics.DeliverySeconds.dimension.values.map((model) =>
        productMetric(stage, 'DeliverySeconds', { Model: model }, { statistic: Stats.percentile(90), label: model }),
      ),
    ),
    graph(
      'Items that wait for a slot',
      metrics.WaitingItems.dimension.values.map((lane) =>
        productMetric(stage, 'WaitingItems', { Lane: lane }, { statistic: Stats.MAXIMUM, label: lane }),
      ),
    ),
    graph(
      'Longest wait in seconds, and vendor costs of the day in percent of the limit',
      [productMetric(stage, 'LongestWaitSeconds', {}, { statistic: Stats.MAXIMUM, label: 'Longest wait' })],
      [productMetric(stage, 'DayLimitPercent', {}, { statistic: Stats.MAXIMUM, label: 'Vendor costs' })],
    ),
    graph(
      'Requests to vendors: all and failed',
      metrics.VendorRequest.dimension.values.map((vendor) => productMetric(stage, 'VendorRequest', { Vendor: vendor }, { label: vendor })),
      metrics.VendorFailure.dimension.values.map((vendor) =>
        productMetric(stage, 'VendorFailure', { Vendor: vendor }, { label: `${vendor} failed` }),
      ),
    ),
    graph('Dollars per hour', [
      productMetric(stage, 'VendorDollars', {}, { period: Duration.hours(1), label: 'Vendor requests at list prices' }),
      productMetric(stage, 'PaidDollars', {}, { period: Duration.hours(1), label: 'Payments' }),
    ]),
    graph(
      'API: calls and server errors',
      [api.metricCount({ ...sum, label: 'Calls' })],
      [api.metricServerError({ ...sum, label: 'Server errors' })],
    ),
    graph('API: latency in milliseconds', [
      api.metricLatency({ statistic: Stats.percentile(50), label: 'Median' }),
      api.metricLatency({ statistic: Stats.percentile(99), label: '99th percentile' }),
    ]),
    graph(
      'Executions started',
      machines.map((machine) => machine.metricStarted({ ...sum, label: machine.node.id })),
    ),
    graph(
      'Executions failed',
      machines.map((machine) => machine.metricFailed({ ...sum, label: machine.node.id })),
    ),
    graph('Functions: concurrent executions and throttles', [Lambda.metricAllConcurrentExecutions()], [Lambda.metricAllThrottles(sum)]),
    graph(
      'Finished runs of the jobs',
      metrics.JobFinished.dimension.values.map((job) => productMetric(stage, 'JobFinished', { Job: job }, { label: job })),
    ),
    graph(
      'Security events',
      metrics.SecurityEvent.dimension.values.map((code) => productMetric(stage, 'SecurityEvent', { Code: code }, { label: code })),
    ),
    graph('Errors', [
      productMetric(stage, 'UnexpectedError', {}, { label: 'Unexpected errors' }),
      productMetric(stage, 'VendorKeyRefused', {}, { label: 'Refused keys' }),
      productMetric(stage, 'PaymentMismatch', {}, { label: 'Payments not credited' }),
      productMetric(stage, 'LedgerMismatch', {}, { label: 'Accounts that do not match the ledger' }),
    ]),
  );
  return dashboard;
}
