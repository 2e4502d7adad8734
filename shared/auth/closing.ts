/** The steps of an account deletion. The user requests it once; a scheduled job does the steps (docs/spec.md 3.8). */

/**
 * After this time, no token of an erased account can write data: a token is valid for an hour, and an upload policy for some minutes more.
 * Then a final sweep deletes the data that was written in this time.
 */
export const finalSweepDelaySeconds = 90 * 60;

type DeletionState = {
  closingAt?: string;
  /** When the personal data was removed from the profile. */
  deletedAt?: string;
  /** A batch or a single call of the account still has a hold. */
  isRunning: boolean;
};

/** The next step of a deletion. */
export type ClosingStep = 'nothing' | 'cancel' | 'erase' | 'wait' | 'sweep';

export function deletionStep({ closingAt, deletedAt, isRunning }: DeletionState, now: Date): ClosingStep {
  if (!closingAt) return 'nothing';
  if (isRunning) return 'cancel';
  if (!deletedAt) return 'erase';
  return now.getTime() - Date.parse(deletedAt) < finalSweepDelaySeconds * 1000 ? 'wait' : 'sweep';
}

/** Returns whether the typed text is the e-mail of the account. Case and surrounding spaces are ignored. */
export const isConfirmed = (typed: string, email: string): boolean => typed.trim().toLowerCase() === email.toLowerCase();
