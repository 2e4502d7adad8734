/** Tests throttling and lost responses of the services at the control server: Step Functions, Secrets Manager, SSM and Cognito. */
import { expect, test } from 'vitest';
import { createChance } from '../chance.ts';
import type { ControlCall } from './control-call.ts';
import { type ControlFault, createControlFaults } from './control-faults.ts';

const call = (index: number, service = 'AWSStepFunctions'): ControlCall => ({
  service,
  operation: 'StartExecution',
  body: {},
  authorization: undefined,
  invocationId: String(index),
});

/** Returns the faults of 1,000 calls with three attempts each, like the SDK makes them. */
function faultsOf({ seed = 1, service = 'AWSStepFunctions', isConcerned = true } = {}): (ControlFault | undefined)[][] {
  const faultOf = createControlFaults(createChance(seed), () => isConcerned);
  return Array.from({ length: 1000 }, (_, index) => [1, 2, 3].map(() => faultOf(call(index, service))));
}

const kindsOf = (calls: (ControlFault | undefined)[][]) =>
  new Set(
    calls.flat().map((fault) => fault && `${fault.answer.status} ${(fault.answer.body as { __type: string }).__type} ${fault.isApplied}`),
  );

test.each([
  ['AWSStepFunctions', 'ThrottlingException'],
  ['secretsmanager', 'ThrottlingException'],
  ['AWSCognitoIdentityProviderService', 'TooManyRequestsException'],
])('throttles some calls of %s with the error %s, loses some responses, and leaves most calls without a fault', (service, throttle) => {
  const calls = faultsOf({ service });
  expect(kindsOf(calls)).toEqual(new Set([undefined, `400 ${throttle} false`, '500 InternalFailure true']));
  expect(calls.filter(([first]) => first).length).toBeLessThan(100);
});

test('lets the attempt after a fault succeed, so that no SDK call fails', () => {
  for (const [first, second] of faultsOf()) expect(first && second).toBeUndefined();
});

test('injects no fault into the calls of tests and operators', () => {
  expect(kindsOf(faultsOf({ isConcerned: false }))).toEqual(new Set([undefined]));
});

test('repeats the same faults for the same seed, and causes others for another seed', () => {
  expect(faultsOf()).toEqual(faultsOf());
  expect(faultsOf({ seed: 2 })).not.toEqual(faultsOf());
});
