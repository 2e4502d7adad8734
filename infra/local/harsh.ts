/** What harsh mode puts between the functions and the services (see modes.ts). */
import { isRepeatable } from '#shared/endpoints.ts';
import { calls } from '../functions/calls.ts';
import type { Chance } from './chance.ts';
import { lambdaFunction } from './resources/lambda-function.ts';
import { createFaults } from './services/dynamodb/faults.ts';
import { createLaggingCopy } from './services/dynamodb/lagging-copy.ts';
import type { HarshDynamoDb } from './services/iam/dynamodb-gate.ts';
import type { Assembly } from './template/assembly.ts';
import { region } from './template/resolve.ts';

/** @param url the address of the emulator. */
export function harshDynamoDb(chance: Chance, url: string, assembly: Assembly): HarshDynamoDb {
  const faultOf = createFaults((topic) => chance(`dynamodb ${topic}`));
  const unrepeated = functionsNotRepeated(assembly);
  return {
    faultOf: (call, principal) => faultOf({ ...call, isRepeated: !unrepeated.has(principal) }),
    laggingCopy: createLaggingCopy({ url, region, chance }),
  };
}

/**
 * The functions that nothing repeats when they fail: those behind calls that a client must not make again by itself. Clients, state
 * machines, schedules and vendors repeat all others.
 */
function functionsNotRepeated({ resources }: Assembly): Set<string> {
  const entries = new Set<unknown>();
  for (const [name, { entry }] of Object.entries(calls)) if (!isRepeatable(name as keyof typeof calls)) entries.add(entry);
  return new Set(
    resources.filter(({ type, properties }) => type === lambdaFunction.type && entries.has(properties.Description)).map(({ id }) => id),
  );
}
