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

/** Returns the faults of 1,000 calls with three attempts each. The SDK makes the same number of attempts. */
function faultsOf({ seed = 1, service = 'AWSStepFunctions', mayGetFault = true } = {}): (ControlFault | undefined)[][] {
  const faultOf = createControlFaults(createChance(seed), () => mayGetFault);
  return Array.from({ length: 1000 }, (_, index) => [1, 2, 3].map(() => faultOf(call(index, service))));
}

const kindsOf = (calls: (ControlFault | undefined)[][]) =>
  new Set(
    calls
      .flat()
      .map((fault) => fault && `${fault.response.status} ${(fault.response.body as { __type: string }).__type} ${fault.isApplied}`),
  );

test.each([
  ['AWSStepFunctions', 'ThrottlingException'],
  ['secretsmanager', 'ThrottlingException'],
  ['AWSCognitoIdentityProviderService', 'TooManyRequestsException'],
])('some calls of %s are throttled with the error %s, some responses are lost, and most calls have no fault', (service, throttle) => {
  const calls = faultsOf({ service });
  expect(kindsOf(calls)).toEqual(new Set([undefined, `400 ${throttle} false`, '500 InternalFailure true']));
  expect(calls.filter(([first]) => first).length).toBeLessThan(100);
});

test('the attempt after a fault succeeds, so that no SDK call fails', () => {
  for (const [first, second] of faultsOf()) expect(first && second).toBeUndefined();
});

test('calls of tests and operators get no fault', () => {
  expect(kindsOf(faultsOf({ mayGetFault: false }))).toEqual(new Set([undefined]));
});

test('the same seed causes the same faults, and another seed causes other faults', () => {
  expect(faultsOf()).toEqual(faultsOf());
  expect(faultsOf({ seed: 2 })).not.toEqual(faultsOf());
});
