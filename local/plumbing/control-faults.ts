/** Injects the errors that the services at the control address sometimes return for correct requests. */

import type { CallAnswer } from '../aws/secrets-manager/secrets.ts';
import type { Chance } from '../chance.ts';
import type { ControlCall } from './control-call.ts';

/** `isApplied`: whether the call takes effect before the error. */
export type ControlFault = { isApplied: boolean; answer: CallAnswer };

/** Shares of all calls. Only one attempt of a call gets a fault, so that the SDK, which makes three attempts, always succeeds. */
const throttleShare = 0.03;
const lostShare = 0.02;

const throttleNames: Record<string, string> = { AWSCognitoIdentityProviderService: 'TooManyRequestsException' };

/** @param isConcerned returns whether a call may get a fault */
export function createControlFaults(
  chance: Chance,
  isConcerned: (call: ControlCall) => boolean,
): (call: ControlCall) => ControlFault | undefined {
  /** Calls that got a fault; their next attempt gets no fault. */
  const faultedCalls = new Set<string>();
  return (call) => {
    if (!isConcerned(call) || faultedCalls.delete(call.invocationId)) return undefined;
    const roll = chance(`${call.service} ${call.operation}`);
    if (roll >= throttleShare + lostShare) return undefined;
    faultedCalls.add(call.invocationId);
    if (roll < throttleShare) return { isApplied: false, answer: refusal(400, throttleNames[call.service] ?? 'ThrottlingException') };
    return { isApplied: true, answer: refusal(500, 'InternalFailure') };
  };
}

const refusal = (status: number, type: string): CallAnswer => ({ status, body: { __type: type, message: 'Rate exceeded' } });
