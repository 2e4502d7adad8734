/** The steps of an account deletion. The user requests it once; a scheduled job does the steps (docs/spec.md 3.8). */

/**
 * After this time no token of an erased account can write: a token lasts an hour, and an upload policy some minutes more.
 * Then a final sweep removes data that was written meanwhile.
 */
export const finalSweepDelaySeconds = 90 * 60;

type Standing = {
  closingAt?: string;
  /** When the personal data was removed from the profile. */
  deletedAt?: string;
  /** A batch or a single call of the account still has a hold. */
  isRunning: boolean;
};

/** The next step of a deletion. */
export type ClosingStep = 'nothing' | 'cancel' | 'erase' | 'wait' | 'sweep';

export function deletionStep({ closingAt, deletedAt, isRunning }: Standing, now: Date): ClosingStep {
  if (!closingAt) return 'nothing';
  if (isRunning) return 'cancel';
  if (!deletedAt) return 'erase';
  return now.getTime() - Date.parse(deletedAt) < finalSweepDelaySeconds * 1000 ? 'wait' : 'sweep';
}

/** Whether the typed text is the e-mail of the account. Ignores case and surrounding spaces. */
export const isConfirmed = (typed: string, email: string): boolean => typed.trim().toLowerCase() === email.toLowerCase();
