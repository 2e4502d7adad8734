/** The steps of an account deletion. The user requests the deletion once, and a scheduled job does the steps (docs/spec.md 3.8). */

/**
 * Time between the erasure of an account and the final cleanup. During this time, data can still be written: a token is valid for an hour,
 * and an upload policy is valid for some minutes longer. The final cleanup (`finish`) deletes this data.
 */
export const finalCleanupDelaySeconds = 90 * 60;

type DeletionState = {
  closingAt?: string;
  /** The time at which the personal data was removed from the profile. */
  deletedAt?: string;
  /** True while a batch or a single call of the account has a hold. */
  isRunning: boolean;
};

/** The next step of a deletion. */
export type DeletionStep = 'nothing' | 'cancel' | 'erase' | 'wait' | 'finish';

export function deletionStep({ closingAt, deletedAt, isRunning }: DeletionState, now: Date): DeletionStep {
  if (!closingAt) return 'nothing';
  if (isRunning) return 'cancel';
  if (!deletedAt) return 'erase';
  return now.getTime() - Date.parse(deletedAt) < finalCleanupDelaySeconds * 1000 ? 'wait' : 'finish';
}

/** Returns whether the typed text is the e-mail address of the account. Case and surrounding spaces are ignored. */
export const isConfirmed = (text: string, email: string): boolean => text.trim().toLowerCase() === email.toLowerCase();
