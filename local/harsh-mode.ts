/** The faults and delays of harsh mode between the functions and DynamoDB (see modes.ts). */

import { calls } from '#infra/functions/calls.ts';
import { isRepeatable } from '#shared/endpoints.ts';
import { createDelayedCopy } from './aws/dynamodb/delayed-copy.ts';
import type { HarshDynamoDb } from './aws/dynamodb/dynamodb-proxy.ts';
import { createFaults } from './aws/dynamodb/faults.ts';
import { lambdaFunction } from './aws/lambda/resource.ts';
import type { Chance } from './chance.ts';
import type { Assembly } from './template/assembly.ts';
import { region } from './template/resolve.ts';

/** @param url the URL of the emulator */
export function createHarshDynamoDb(chance: Chance, url: string, assembly: Assembly): HarshDynamoDb {
  const faultOf = createFaults((topic) => chance(`dynamodb ${topic}`));
  const functionsWithoutRepeat = findFunctionsWithoutRepeat(assembly);
  return {
    faultOf: (call, principal) => faultOf({ ...call, isRepeated: !functionsWithoutRepeat.has(principal) }),
    delayedCopy: createDelayedCopy({ url, region, chance }),
  };
}

/**
 * Returns the functions whose API calls a client must not repeat automatically. After a failure, clients, state machines, schedules or
 * vendors repeat the calls of all other functions.
 */
function findFunctionsWithoutRepeat({ resources }: Assembly): Set<string> {
  const entryNames = new Set<unknown>();
  for (const [name, { entry }] of Object.entries(calls)) if (!isRepeatable(name as keyof typeof calls)) entryNames.add(entry);
  return new Set(
    resources.filter(({ type, properties }) => type === lambdaFunction.type && entryNames.has(properties.Description)).map(({ id }) => id),
  );
}
