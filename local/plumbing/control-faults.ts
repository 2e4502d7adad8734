/** The errors with which a service at the control address answers now and then although the request is right. */

import type { CallAnswer } from '../aws/secrets-manager/secrets.ts';
import type { Chance } from '../chance.ts';
import type { ControlCall } from './control-call.ts';

/** Before the call takes effect, or after it. */
export type ControlFault = { isApplied: boolean; answer: CallAnswer };

/** Shares of all calls. The SDK repeats each call that meets a fault, so that one fault in a row stays below its three attempts. */
const throttleShare = 0.03;
const lostShare = 0.02;

const throttleNames: Record<string, string> = { AWSCognitoIdentityProviderService: 'TooManyRequestsException' };

/** @param isConcerned whether a call may meet a fault at all. */
export function createControlFaults(
  chance: Chance,
  isConcerned: (call: ControlCall) => boolean,
): (call: ControlCall) => ControlFault | undefined {
  /** Calls that met a fault: their repetition passes. */
  const met = new Set<string>();
  return (call) => {
    if (!isConcerned(call) || met.delete(call.invocationId)) return undefined;
    const roll = chance(`${call.service} ${call.operation}`);
    if (roll >= throttleShare + lostShare) return undefined;
    met.add(call.invocationId);
    if (roll < throttleShare) return { isApplied: false, answer: refusal(400, throttleNames[call.service] ?? 'ThrottlingException') };
    return { isApplied: true, answer: refusal(500, 'InternalFailure') };
  };
}

const refusal = (status: number, type: string): CallAnswer => ({ status, body: { __type: type, message: 'Rate exceeded' } });
