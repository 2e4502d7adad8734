/** Injects the errors that the services of the control server sometimes return for correct requests. */

import type { CallResponse } from '../aws/secrets-manager/secrets.ts';
import type { Chance } from '../chance.ts';
import type { ControlCall } from './control-call.ts';

/** If `isApplied` is true, the call takes effect before the error. */
export type ControlFault = { isApplied: boolean; response: CallResponse };

/**
 * These shares of all calls get a fault. Only one attempt of a call gets the fault. The SDK makes three attempts, so each call succeeds in
 * the end.
 */
const throttleShare = 0.03;
const lostResponseShare = 0.02;

const throttleNames: Record<string, string> = { AWSCognitoIdentityProviderService: 'TooManyRequestsException' };

/** @param mayGetFault returns whether a call may get a fault */
export function createControlFaults(
  chance: Chance,
  mayGetFault: (call: ControlCall) => boolean,
): (call: ControlCall) => ControlFault | undefined {
  /** Calls that got a fault. The next attempt of such a call gets no fault. */
  const faultedCalls = new Set<string>();
  return (call) => {
    if (!mayGetFault(call) || faultedCalls.delete(call.invocationId)) return undefined;
    const randomValue = chance(`${call.service} ${call.operation}`);
    if (randomValue >= throttleShare + lostResponseShare) return undefined;
    faultedCalls.add(call.invocationId);
    if (randomValue < throttleShare)
      return { isApplied: false, response: faultResponse(400, throttleNames[call.service] ?? 'ThrottlingException') };
    return { isApplied: true, response: faultResponse(500, 'InternalFailure') };
  };
}

const faultResponse = (status: number, type: string): CallResponse => ({ status, body: { __type: type, message: 'Rate exceeded' } });
