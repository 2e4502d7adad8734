/** How an account is deleted: asked for once, then carried out step by step by the clock (Q65). */

/**
 * Seconds for which a token may still be good after its account is gone: an hour, and an upload that it asked for some minutes more.
 * What it left is swept away then.
 */
export const finalSweepDelaySeconds = 90 * 60;

type Standing = {
  closingAt?: string;
  /** Its profile holds no personal data any more. */
  deletedAt?: string;
  /** A batch or a single video of its is still being settled. */
  isRunning: boolean;
};

/** What is to be done next for an account that its owner has deleted. */
export type ClosingStep = 'nothing' | 'cancel' | 'erase' | 'wait' | 'sweep';

export function deletionStep({ closingAt, deletedAt, isRunning }: Standing, now: Date): ClosingStep {
  if (!closingAt) return 'nothing';
  if (isRunning) return 'cancel';
  if (!deletedAt) return 'erase';
  return now.getTime() - Date.parse(deletedAt) < finalSweepDelaySeconds * 1000 ? 'wait' : 'sweep';
}

/** What the seller types is compared as an address is: without regard to case, or to space around it. */
export const isConfirmed = (typed: string, email: string): boolean => typed.trim().toLowerCase() === email.toLowerCase();
