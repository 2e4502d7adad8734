import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { calls } from '#infra/functions/calls.ts';
import { reservedEntries, reservedTotal, reservingQuotaMin, unreservedMin } from '#infra/functions/reserved-concurrency.ts';
import { steps } from '#infra/functions/steps.ts';
import type { Settings } from '#infra/settings.ts';
import { blocker, type Check, type Finding, fileOf, note } from '../finding.ts';
import { listResources, stackName } from '../stacks.ts';

/** The default quota of AWS. New accounts have 10: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const concurrentFunctionsMin = 1000;

type Quota = { limit: number; unreserved: number };

/** The product works with a low limit, but the functions of busy batches must then wait for each other. */
export const checkQuotas: Check = async ({ settings }) => {
  const client = new LambdaClient({ region: settings.region });
  try {
    const { AccountLimit = {} } = await client.send(new GetAccountSettingsCommand({}));
    const { ConcurrentExecutions: limit = 0, UnreservedConcurrentExecutions: unreserved = limit } = AccountLimit;
    const request = `Request ${concurrentFunctionsMin} in the console: Service Quotas, AWS Lambda, "Concurrent executions", region ${settings.region}.`;
    const tooLow = `The account runs at most ${limit} Lambda functions at the same time, so sellers wait for each other. ${request}`;
    return [
      ...(limit < concurrentFunctionsMin ? [note(tooLow)] : []),
      ...(await checkReservations(client, settings, { limit, unreserved })),
    ];
  } finally {
    client.destroy();
  }
};

/** A setting above the quota blocks the deployment, because AWS would refuse the reservations in the middle of the deployment. */
async function checkReservations(client: LambdaClient, settings: Settings, { limit, unreserved }: Quota): Promise<Finding[]> {
  const { concurrencyQuota: quota, region } = settings;
  const file = fileOf(settings);
  if (!quota)
    return limit < reservingQuotaMin
      ? []
      : [note(`Archives can delay captures and webhooks, because nothing is reserved. Enter concurrencyQuota: ${limit} in ${file}.`)];
  if (quota > limit)
    return [
      blocker(
        `${file} names the quota concurrencyQuota: ${quota}, but the account runs at most ${limit} Lambda functions at the same time in ${region}. Enter concurrencyQuota: ${limit}, or wait until AWS has increased the quota.`,
      ),
    ];
  if (quota < reservingQuotaMin)
    return [
      note(
        `With concurrencyQuota: ${quota}, archives can delay captures and webhooks, because reservations need a quota of ${reservingQuotaMin}.`,
      ),
    ];
  const remaining = unreserved + (await reservedByStage(client, settings)) - reservedTotal;
  return remaining >= unreservedMin
    ? []
    : [
        blocker(
          `The stage reserves ${reservedTotal} concurrent functions, but only ${Math.max(0, remaining + reservedTotal - unreservedMin)} of the ${limit} of the account are available, because AWS keeps ${unreservedMin} unreserved and other functions have reservations. Request a higher quota, or remove concurrencyQuota from ${file} with --remove concurrencyQuota.`,
        ),
      ];
}

/** The logical id of each function with a reservation starts with one of these texts. */
const reservedIds = [...Object.entries(calls), ...Object.entries(steps)]
  .filter(([, { entry }]) => reservedEntries.includes(entry))
  .map(([name]) => `${name.charAt(0).toUpperCase()}${name.slice(1)}Function`);

/** Returns the sum of the reservations that the deployed functions of the stage have. */
async function reservedByStage(client: LambdaClient, { stage, region }: Settings): Promise<number> {
  const stacks = await Promise.all(
    (['runs', 'api', 'files'] as const).map((part) => listResources(region, stackName(stage, part), lambdaType)),
  );
  let sum = 0;
  const lambdas = stacks.flat().filter(({ LogicalResourceId: id = '' }) => reservedIds.some((start) => id.startsWith(start)));
  for (const { PhysicalResourceId: name } of lambdas) {
    const { ReservedConcurrentExecutions = 0 } = await client.send(new GetFunctionConcurrencyCommand({ FunctionName: name }));
    sum += ReservedConcurrentExecutions;
  }
  return sum;
}

const lambdaType = 'AWS::Lambda::Function';
